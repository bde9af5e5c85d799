//! Reads `[[reading]]` and `[[silence]]`.

use std::sync::Arc;

use crate::law::code::Silence;
use crate::law::reading::{Alternative, Reading, Setting};
use crate::toml_reader::{Node, TomlReader, Value};

use super::scope::{Placed, topics};

/// Reads `[[reading]]`. `text` is the whole file.
pub(super) fn reading(reader: &mut TomlReader, text: &str, value: &Value<'_>) -> Option<Placed<Reading>> {
    let table = reader.table(value, "reading", &["article", "question", "taken", "why", "instead"])?;
    let article = reader.read_required(&table, "article", TomlReader::shared_text);
    let question = reader.read_required(&table, "question", TomlReader::shared_text);
    let taken = reader.read_required(&table, "taken", TomlReader::shared_text);
    let why = reader.read_required(&table, "why", TomlReader::shared_text);
    let mut alternatives = Vec::new();
    if let Some(value) = table.get("instead")
        && let Some(instead) = reader.open_table(value, "instead")
    {
        for entry in instead.entries.iter() {
            let settings = match &entry.value.node {
                Node::List(items) => items.iter().filter_map(|item| setting(reader, text, item)).collect(),
                _ => setting(reader, text, &entry.value).into_iter().collect(),
            };
            alternatives.push(Alternative { name: Arc::from(&*entry.key), settings });
        }
    }
    let item = Reading {
        article: article?,
        question: question?,
        taken: taken?,
        why: why?,
        alternatives,
        otherwise: None,
    };
    Some(Placed::new(item, &table, "article"))
}

fn setting(reader: &mut TomlReader, text: &str, value: &Value<'_>) -> Option<Setting> {
    let table = reader.table(value, "alternative", &["set", "to"])?;
    let path = reader.read_required(&table, "set", TomlReader::shared_text);
    if let (Some("text" | "scan"), Some(set)) = (path.as_deref(), table.get("set")) {
        reader.fault(set.span(), "a reading cannot change the printed words", None);
    }
    let to = reader.require(&table, "to");
    Some(Setting { path: path?, to: Arc::from(text.get(to?.span()).unwrap_or_default()) })
}

pub(super) fn silence(reader: &mut TomlReader, value: &Value<'_>) -> Option<Placed<Silence>> {
    let table = reader.table(value, "silence", &["topics", "says", "default", "why", "known", "beside"])?;
    let topics = reader.read_required(&table, "topics", topics);
    let says = reader.read_required(&table, "says", TomlReader::shared_text);
    let item = Silence {
        default: reader.read_optional(&table, "default", TomlReader::word),
        why: reader.read_optional(&table, "why", TomlReader::shared_text),
        known: reader.read_optional(&table, "known", TomlReader::boolean).unwrap_or(false),
        beside: reader.read_optional(&table, "beside", TomlReader::boolean).unwrap_or(false),
        topics: topics?,
        says: says?,
    };
    Some(Placed::new(item, &table, "topics"))
}
