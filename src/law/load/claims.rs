//! Reads claims and counts.

use crate::law::claim::{Claim, ClaimCitation, Count, Wrong};
use crate::law::vocabulary::{ClaimForm, CountFrom, CountOf, SameBy, Turn};
use crate::toml_reader::{TomlReader, Value};

use super::remedies::remedies;
use super::scope::Scope;

pub(super) fn claim(reader: &mut TomlReader, value: &Value<'_>) -> Option<Claim> {
    let table = reader.table(
        value,
        "claim",
        &["by", "turn", "form", "word", "at", "count", "barred", "also", "cite"],
    )?;
    let by = reader.read_required(&table, "by", TomlReader::word);
    Some(Claim {
        turn: reader.read_optional(&table, "turn", TomlReader::word).unwrap_or(Turn::Any),
        form: reader.read_optional(&table, "form", TomlReader::word).unwrap_or(ClaimForm::Arisen),
        word: reader.read_optional(&table, "word", TomlReader::word),
        at: reader.read_optional(&table, "at", TomlReader::word),
        count: reader.read_optional(&table, "count", count),
        barred: table.get("barred").map(|value| reader.words(value)).unwrap_or_default(),
        also: reader.read_optional(&table, "also", TomlReader::word),
        cite: reader.read_optional(&table, "cite", citation).unwrap_or_default(),
        by: by?,
    })
}

fn citation(reader: &mut TomlReader, value: &Value<'_>) -> Option<ClaimCitation> {
    let table = reader.table(value, "cite", &["arisen", "written", "barred", "barred-says", "wrong"])?;
    Some(ClaimCitation {
        arisen: reader.read_optional(&table, "arisen", TomlReader::shared_text),
        written: reader.read_optional(&table, "written", TomlReader::shared_text),
        barred: reader.read_optional(&table, "barred", TomlReader::shared_text),
        barred_says: reader.read_optional(&table, "barred-says", TomlReader::shared_text),
        wrong: reader.read_optional(&table, "wrong", TomlReader::shared_text),
    })
}

pub(super) fn count(reader: &mut TomlReader, value: &Value<'_>) -> Option<Count> {
    let table = reader.table(value, "count", &["of", "n", "resets", "same", "from"])?;
    let of = reader.read_required(&table, "of", TomlReader::word::<CountOf>);
    let n = reader.read_required(&table, "n", TomlReader::count);
    if of == Some(CountOf::MovesEach)
        && let Some(same) = table.get("same")
    {
        reader.fault(same.span(), "a count of moves cannot have `same`", None);
    }
    if matches!(of, Some(CountOf::Occurrences | CountOf::OccurrencesInARow))
        && let Some(resets) = table.get("resets")
    {
        reader.fault(resets.span(), "a count of occurrences cannot have `resets`", None);
    }
    Some(Count {
        resets: table.get("resets").map(|value| reader.words(value)).unwrap_or_default(),
        same: reader.read_optional(&table, "same", TomlReader::word).unwrap_or(SameBy::Moves),
        from: reader.read_optional(&table, "from", TomlReader::word).unwrap_or(CountFrom::Start),
        of: of?,
        n: n?,
    })
}

pub(super) fn wrong(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Wrong> {
    let table = reader.table(value, "wrong", &["article", "says", "remedies"])?;
    let article = reader.read_optional(&table, "article", TomlReader::shared_text);
    let says = reader.read_optional(&table, "says", TomlReader::shared_text);
    let given = reader.require(&table, "remedies")?;
    Some(Wrong { article, says, remedies: remedies(reader, scope, given) })
}
