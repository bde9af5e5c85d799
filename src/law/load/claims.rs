//! Claims, and what is counted for them.

use crate::law::claim::{Claim, ClaimCitation, Count, Wrong};
use crate::law::vocabulary::{ClaimForm, CountFrom, CountOf, SameBy, Turn};
use crate::toml_reader::{Reader, Value};

use super::remedies::remedies;
use super::scope::Scope;
pub(super) fn claim(reader: &mut Reader, value: &Value<'_>) -> Option<Claim> {
    let table = reader.table(
        value,
        "claim",
        &["by", "turn", "form", "word", "at", "count", "barred", "also", "cite"],
    )?;
    let by = reader.obligatory(&table, "by", Reader::word);
    let turn = reader.optional(&table, "turn", Reader::word);
    let form = reader.optional(&table, "form", Reader::word);
    let word = reader.optional(&table, "word", Reader::word);
    let at = reader.optional(&table, "at", Reader::word);
    let count = reader.optional(&table, "count", count);
    let barred = table.get("barred").map(|value| reader.words(value)).unwrap_or_default();
    let also = reader.optional(&table, "also", Reader::word);
    let cite = reader.optional(&table, "cite", citation);
    Some(Claim {
        by: by?,
        turn: turn.unwrap_or(Turn::Any),
        form: form.unwrap_or(ClaimForm::Arisen),
        word,
        at,
        count,
        barred,
        also,
        cite: cite.unwrap_or_default(),
    })
}

fn citation(reader: &mut Reader, value: &Value<'_>) -> Option<ClaimCitation> {
    let table = reader.table(value, "cite", &["arisen", "written", "barred", "barred-says", "wrong"])?;
    Some(ClaimCitation {
        arisen: reader.optional(&table, "arisen", Reader::arc),
        written: reader.optional(&table, "written", Reader::arc),
        barred: reader.optional(&table, "barred", Reader::arc),
        barred_says: reader.optional(&table, "barred-says", Reader::arc),
        wrong: reader.optional(&table, "wrong", Reader::arc),
    })
}

pub(super) fn count(reader: &mut Reader, value: &Value<'_>) -> Option<Count> {
    let table = reader.table(value, "count", &["of", "n", "resets", "same", "from"])?;
    let of = reader.obligatory(&table, "of", Reader::word::<CountOf>);
    let n = reader.obligatory(&table, "n", Reader::count);
    let resets = table.get("resets").map(|value| reader.words(value)).unwrap_or_default();
    let same = reader.optional(&table, "same", Reader::word);
    let from = reader.optional(&table, "from", Reader::word);
    if of == Some(CountOf::MovesEach)
        && let Some(same) = table.get("same")
    {
        reader.fault(same.span(), "`same` does not go with a count of moves", None);
    }
    if matches!(of, Some(CountOf::Occurrences | CountOf::OccurrencesInARow))
        && let Some(resets) = table.get("resets")
    {
        reader.fault(resets.span(), "`resets` does not go with a count of occurrences", None);
    }
    Some(Count {
        of: of?,
        n: n?,
        resets,
        same: same.unwrap_or(SameBy::Moves),
        from: from.unwrap_or(CountFrom::Start),
    })
}

pub(super) fn wrong(reader: &mut Reader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Wrong> {
    let table = reader.table(value, "wrong", &["article", "says", "remedies"])?;
    let article = reader.optional(&table, "article", Reader::arc);
    let says = reader.optional(&table, "says", Reader::arc);
    let given = reader.required(&table, "remedies")?;
    Some(Wrong { article, says, remedies: remedies(reader, scope, given) })
}
