//! Reads and checks `[[unruled]]`.

use crate::law::unruled::Unruled;
use crate::law::vocabulary::UnruledState;
use crate::toml_reader::{TomlReader, Value};

use super::draft::Draft;
use super::scope::Placed;

pub(super) fn unruled(reader: &mut TomlReader, value: &Value<'_>) -> Option<Placed<Unruled>> {
    let table = reader.table(value, "[[unruled]]", &["articles", "says", "state"])?;
    let articles = reader.read_required(&table, "articles", |reader, value| {
        let items = reader.list(value);
        if items.is_empty() {
            reader.fault(value.span(), "this list names no article", None);
        }
        Some(items.iter().filter_map(|item| reader.shared_text(item)).collect())
    });
    let says = reader.read_required(&table, "says", TomlReader::shared_text);
    let state = reader.read_required(&table, "state", TomlReader::word::<UnruledState>);
    Some(Placed::new(Unruled { articles: articles?, says: says?, state: state? }, &table, "articles"))
}

/// Checks that the rows agree with the provisions and tallies, and with one another.
pub(super) fn check_unruled(reader: &mut TomlReader, draft: &Draft) {
    for (at, row) in draft.unruled.iter().enumerate() {
        let before = draft.unruled.get(..at).unwrap_or_default();
        for (place, article) in row.item.articles.iter().enumerate() {
            let here = row.item.articles.iter().take(place);
            if before.iter().flat_map(|other| &other.item.articles).chain(here).any(|other| other == article)
            {
                reader.fault(row.name.clone(), format!("[[unruled]] names article {article} twice"), None);
            }
            let (message, help) = match (row.item.state, draft.rules(article)) {
                (UnruledState::InPart, false) if draft.rules_part_of(article) => continue,
                (UnruledState::Unrecorded | UnruledState::Elsewhere | UnruledState::Unrevealed, true) => (
                    format!(
                        "article {article} has a provision or a count of offences, so it is not `{}`",
                        row.item.state
                    ),
                    "remove it from [[unruled]], or write state = \"in-part\"",
                ),
                (UnruledState::InPart, false) => (
                    format!(
                        "no provision or count of offences has article {article}, so it is not ruled in part"
                    ),
                    "write state = \"unrecorded\", or add the provision",
                ),
                _ => continue,
            };
            reader.fault(row.name.clone(), message, Some(help.to_owned()));
        }
    }
}
