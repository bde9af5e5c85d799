//! Elements that several tables of a law file share: names of windows and articles, topics, conditions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::law::condition::{Clause, Literal, contradicts_itself};
use crate::law::family::Family;
use crate::law::provision::WindowRule;
use crate::law::rules::Rule;
use crate::law::vocabulary::Predicate;
use crate::toml_reader::{PlacedName, TomlReader, TomlTable, Value, suggestion};

/// A name that must be an article of the code, and where it stands.
pub(super) struct Reference {
    pub(super) article: Arc<str>,
    pub(super) span: Range<usize>,
    pub(super) as_a: As,
}

/// What an article is named as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    /// A `[[tally]]`.
    Tally,
    /// The article of a `[[provision]]`.
    Provision,
}

/// Something of the file, and where it stands.
pub(super) struct Placed<T> {
    pub(super) item: T,
    /// The table.
    pub(super) span: Range<usize>,
    /// The `article` or `topics` in it.
    pub(super) name: Range<usize>,
}

/// The windows that have a name.
pub(super) type Windows = BTreeMap<Arc<str>, WindowRule>;

/// What the tables of a file share beside their values: the windows that have a name, and every article named so far.
pub(super) struct Scope<'w> {
    pub(super) windows: &'w Windows,
    pub(super) references: Vec<Reference>,
}

impl Scope<'_> {
    pub(super) fn article(
        &mut self,
        reader: &mut TomlReader,
        value: &Value<'_>,
        as_a: As,
    ) -> Option<Arc<str>> {
        let article = reader.arc(value)?;
        self.refer(&article, value.span(), as_a);
        Some(article)
    }

    pub(super) fn articles(&mut self, reader: &mut TomlReader, value: &Value<'_>, as_a: As) -> Vec<Arc<str>> {
        let names = reader.names(value);
        names
            .into_iter()
            .map(|PlacedName { name, span }| {
                self.refer(&name, span, as_a);
                name
            })
            .collect()
    }

    fn refer(&mut self, article: &Arc<str>, span: Range<usize>, as_a: As) {
        self.references.push(Reference { article: Arc::clone(article), span, as_a });
    }
}

fn rule(reader: &mut TomlReader, value: &Value<'_>) -> Option<Rule> {
    let text = reader.text(value)?;
    if let Ok(rule) = text.parse::<Rule>() {
        if !rule.is_of(Family::Record) {
            return Some(rule);
        }
        reader.fault(
            value.span(),
            format!("`{text}` is about the record itself, which no code governs"),
            None,
        );
        return None;
    }
    let names: Vec<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    reader.fault(value.span(), format!("`{text}` is no topic"), suggestion(text, &names));
    None
}

pub(super) fn topics(reader: &mut TomlReader, value: &Value<'_>) -> Option<Vec<Rule>> {
    let items = reader.list(value);
    let mut topics = Vec::new();
    for item in items {
        let Some(topic) = rule(reader, item) else {
            continue;
        };
        if topics.contains(&topic) {
            reader.fault(item.span(), format!("`{topic}` is named twice"), None);
        } else {
            topics.push(topic);
        }
    }
    if items.is_empty() {
        reader.fault(value.span(), "this names no topic", None);
    }
    (!topics.is_empty()).then_some(topics)
}

/// A `when`: each string one clause, `!p` not, `p|q` either.
pub(super) fn when(reader: &mut TomlReader, table: &TomlTable<'_, '_>) -> Vec<Clause> {
    let Some(value) = table.get("when") else {
        return Vec::new();
    };
    let items = reader.list(value);
    let mut clauses = Vec::new();
    for item in items {
        let Some(text) = reader.text(item) else {
            continue;
        };
        let mut any = Vec::new();
        for part in text.split('|') {
            let (name, holds) = match part.strip_prefix('!') {
                Some(name) => (name, false),
                None => (part, true),
            };
            if let Some(predicate) = reader.word_in::<Predicate>(name, item.span()) {
                any.push(Literal { predicate, holds });
            }
        }
        if !any.is_empty() {
            clauses.push(Clause { any });
        }
    }
    if contradicts_itself(&clauses) {
        reader.fault(value.span(), "this can never hold: it contradicts itself", None);
    }
    clauses
}

/// Whether a table of some kind has a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Must,
    May,
    MayNot,
}

/// Holds a key of a table against what the table is.
pub(super) fn fit(
    reader: &mut TomlReader,
    table: &TomlTable<'_, '_>,
    key: &str,
    presence: Presence,
    what: &str,
) {
    match table.get(key) {
        None if presence == Presence::Must => {
            reader.fault(table.span(), format!("a {what} has no `{key}`"), Some(format!("add `{key} = …`")));
        }
        Some(value) if presence == Presence::MayNot => {
            reader.fault(value.span(), format!("`{key}` does not go with a {what}"), None);
        }
        _ => {}
    }
}
