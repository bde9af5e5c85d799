//! Reads `[[tally]]`: offences that add up.

use crate::law::tally::{Strike, StrikeEffect, Tally};
use crate::law::vocabulary::{Counted, OncePer, TallyPosition};
use crate::toml_reader::{TomlReader, Value};

use super::remedies::remedies;
use super::scope::{Placed, Scope, Target};

pub(super) fn tally(
    reader: &mut TomlReader,
    scope: &mut Scope<'_>,
    value: &Value<'_>,
) -> Option<Placed<Tally>> {
    let table = reader.table(
        value,
        "tally",
        &["article", "says", "counts", "per", "once-per", "counted", "strike", "position"],
    )?;
    let article = reader.read_required(&table, "article", TomlReader::shared_text);
    let counts = reader.read_required(&table, "counts", |reader, value| {
        Some(scope.articles(reader, value, Target::Provision))
    });
    let per = reader.read_required(&table, "per", TomlReader::word);
    let strikes = reader.read_required(&table, "strike", |reader, value| {
        Some(reader.list(value).iter().filter_map(|item| strike(reader, scope, item)).collect())
    });
    let item = Tally {
        says: reader.read_optional(&table, "says", TomlReader::shared_text),
        once_per: reader.read_optional(&table, "once-per", TomlReader::word).unwrap_or(OncePer::Move),
        counted: reader.read_optional(&table, "counted", TomlReader::word).unwrap_or(Counted::Noticed),
        position: reader
            .read_optional(&table, "position", TomlReader::word)
            .unwrap_or(TallyPosition::Reinstated),
        article: article?,
        counts: counts?,
        per: per?,
        strikes: strikes?,
    };
    Some(Placed::new(item, &table, "article"))
}

fn strike(reader: &mut TomlReader, scope: &mut Scope<'_>, value: &Value<'_>) -> Option<Strike> {
    let table = reader.table(value, "strike", &["nth", "adds", "replaces"])?;
    let nth = reader.read_required(&table, "nth", TomlReader::count);
    let (effect, given) = match (table.get("adds"), table.get("replaces")) {
        (Some(adds), None) => (StrikeEffect::Adds, adds),
        (None, Some(replaces)) => (StrikeEffect::Replaces, replaces),
        _ => {
            reader.fault(table.span(), "a strike needs either `adds` or `replaces`", None);
            return None;
        }
    };
    let remedies = remedies(reader, scope, given);
    Some(Strike { nth: nth?, effect, remedies })
}
