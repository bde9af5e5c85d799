//! Reads claims and counts.

use std::sync::Arc;

use crate::chess::{Bitboard, Role, Square};
use crate::law::claim::{Claim, ClaimCitation, Count, Wrong};
use crate::law::endgame::{CountLimit, Endgame, ManOn};
use crate::law::vocabulary::{ClaimForm, CountFrom, CountOf, SameBy, Turn};
use crate::toml_reader::{TomlReader, Value};

use super::remedies::remedies;
use super::scope::Scope;

pub(super) fn claim(reader: &mut TomlReader, value: &Value<'_>) -> Option<Claim> {
    let table = reader.table(
        value,
        "claim",
        &["by", "turn", "form", "word", "at", "count", "barred", "time-under", "also", "cite"],
    )?;
    let by = reader.read_required(&table, "by", TomlReader::word);
    Some(Claim {
        turn: reader.read_optional(&table, "turn", TomlReader::word).unwrap_or(Turn::Any),
        form: reader.read_optional(&table, "form", TomlReader::word).unwrap_or(ClaimForm::Arisen),
        word: reader.read_optional(&table, "word", TomlReader::word),
        at: reader.read_optional(&table, "at", TomlReader::word),
        count: reader.read_optional(&table, "count", count),
        barred: table.get("barred").map(|value| reader.words(value)).unwrap_or_default(),
        time_under: reader.read_optional(&table, "time-under", TomlReader::count),
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
    let table = reader.table(value, "count", &["of", "n", "resets", "same", "from", "limits"])?;
    let of = reader.read_required(&table, "of", TomlReader::word::<CountOf>);
    let n = reader.read_required(&table, "n", TomlReader::count);
    if matches!(of, Some(CountOf::MovesEach | CountOf::SeriesOfMoves))
        && let Some(same) = table.get("same")
    {
        reader.fault(same.span(), "a count of moves cannot have `same`", None);
    }
    if of == Some(CountOf::SeriesOfMoves)
        && let Some(from) = table.get("from")
    {
        reader.fault(from.span(), "a count of series of moves cannot have `from`", None);
    }
    if matches!(of, Some(CountOf::Occurrences | CountOf::OccurrencesInARow | CountOf::SeriesOfMoves))
        && let Some(resets) = table.get("resets")
    {
        reader.fault(resets.span(), "only a count of `moves-each` can have `resets`", None);
    }
    let from = reader.read_optional(&table, "from", TomlReader::word).unwrap_or(CountFrom::Start);
    let counts_for_limits = of == Some(CountOf::MovesEach) && from == CountFrom::Start;
    if let Some(limits) = table.get("limits").filter(|_| !counts_for_limits) {
        reader.fault(
            limits.span(),
            "only a count of moves from the start of the game can have `limits`",
            Some("write `of = \"moves-each\"`, without `from`".to_owned()),
        );
    }
    let given = table.get("limits").map(|value| reader.list(value)).unwrap_or_default();
    let limits = given.iter().filter_map(|item| limit(reader, item, n)).collect();
    Some(Count {
        limits,
        resets: table.get("resets").map(|value| reader.words(value)).unwrap_or_default(),
        same: reader.read_optional(&table, "same", TomlReader::word).unwrap_or(SameBy::Moves),
        from,
        of: of?,
        n: n?,
    })
}

/// Reads the number of a count in one ending. `usual`: its number in every other.
fn limit(reader: &mut TomlReader, value: &Value<'_>, usual: Option<u32>) -> Option<CountLimit> {
    let table = reader.table(value, "limit", &["material", "squares", "n"])?;
    let n = reader.read_required(&table, "n", TomlReader::count);
    if let (Some(n), Some(usual), Some(value)) = (n, usual, table.get("n"))
        && n <= usual
    {
        reader.fault(
            value.span(),
            format!("a limit must be larger than the `n` of the count, {usual}"),
            None,
        );
    }
    let material = reader.read_required(&table, "material", TomlReader::shared_text)?;
    let sides = material.split_once(" v ").and_then(|(first, second)| Some((side(first)?, side(second)?)));
    let Some((first, second)) = sides else {
        reader.fault(
            table.get("material").map_or_else(|| table.span(), Value::span),
            format!("`{material}` does not name the pieces of both sides"),
            Some("write them as in `KRB v KR`, each side with its king first".to_owned()),
        );
        return None;
    };
    let squares = match table.get("squares") {
        Some(value) => squares(reader, value, &first, &second)?,
        None => Vec::new(),
    };
    Some(CountLimit { endgame: Endgame { material, first, second, squares }, n: n? })
}

fn side(letters: &str) -> Option<Vec<Role>> {
    let men: Option<Vec<Role>> = letters.bytes().map(Role::from_letter).collect();
    men.filter(|men| men.iter().position(|man| *man == Role::King) == Some(0))
        .filter(|men| men.iter().filter(|man| **man == Role::King).count() == 1)
}

fn squares(
    reader: &mut TomlReader,
    value: &Value<'_>,
    first: &[Role],
    second: &[Role],
) -> Option<Vec<Vec<ManOn>>> {
    let mut sets = Vec::new();
    for item in reader.list(value) {
        let text: Arc<str> = reader.shared_text(item)?;
        let men: Option<Vec<ManOn>> =
            text.split_whitespace().map(|word| man_on(word, first, second)).collect();
        let Some(men) = men else {
            reader.fault(
                item.span(),
                format!("`{text}` does not put pieces of this ending on squares"),
                Some(
                    "write the pieces of the first side as in `Na3`, those of the second as in `pa4`, and \
                     `bdark` or `blight` for a square of either colour"
                        .to_owned(),
                ),
            );
            return None;
        };
        sets.push(men);
    }
    Some(sets)
}

/// Reads `Na3`, `pa4`, `bdark`: a capital letter is a man of the first side.
fn man_on(word: &str, first: &[Role], second: &[Role]) -> Option<ManOn> {
    let (letter, place) = word.split_at_checked(1)?;
    let letter = letter.bytes().next()?;
    let is_first = letter.is_ascii_uppercase();
    let role = Role::from_letter(letter.to_ascii_uppercase())?;
    let squares = match place {
        "light" => Bitboard::LIGHT,
        "dark" => !Bitboard::LIGHT,
        square => Bitboard::of(square.parse::<Square>().ok()?),
    };
    let side = if is_first { first } else { second };
    side.contains(&role).then_some(ManOn { role, is_first, squares })
}

pub(super) fn wrong(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Wrong> {
    let table = reader.table(value, "wrong", &["article", "says", "remedies"])?;
    let article = reader.read_optional(&table, "article", TomlReader::shared_text);
    let says = reader.read_optional(&table, "says", TomlReader::shared_text);
    let given = reader.require(&table, "remedies")?;
    Some(Wrong { article, says, remedies: remedies(reader, scope, given) })
}
