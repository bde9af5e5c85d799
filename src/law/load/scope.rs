//! Elements that several tables of a law file share: windows, references to articles, topics and conditions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::law::condition::{Clause, Literal, contradicts_itself};
use crate::law::provision::WindowRule;
use crate::law::rules::Rule;
use crate::law::source::Scan;
use crate::law::vocabulary::Predicate;
use crate::nearest::nearest;
use crate::toml_reader::{TomlReader, TomlTable, Value, suggestion};

/// A name that must be an article of the code.
pub(super) struct Reference {
    pub(super) article: Arc<str>,
    pub(super) span: Range<usize>,
    pub(super) target: Target,
}

/// The kind of table that must have the article.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    Tally,
    Provision,
}

/// An item of the file with its place in the text.
pub(super) struct Placed<T> {
    pub(super) item: T,
    /// The span of the table.
    pub(super) span: Range<usize>,
    /// The span of the value that names the table, such as its `article`.
    pub(super) name: Range<usize>,
    /// Whether it comes from the code that the file extends. Its spans are then those of the code's name in the file.
    pub(super) is_inherited: bool,
}

impl<T> Placed<T> {
    pub(super) fn new(item: T, table: &TomlTable<'_, '_>, name: &str) -> Self {
        let name = table.get(name).map_or_else(|| table.span(), Value::span);
        Self { item, span: table.span(), name, is_inherited: false }
    }
}

/// The windows of `[windows]` by name. `None` for one with a fault, which is already reported.
pub(super) type Windows = BTreeMap<Arc<str>, Option<WindowRule>>;

pub(super) struct Scope<'w> {
    pub(super) windows: &'w Windows,
    pub(super) scans: &'w [Arc<Scan>],
    /// Every article named so far.
    pub(super) references: Vec<Reference>,
}

impl Scope<'_> {
    pub(super) fn article(
        &mut self,
        reader: &mut TomlReader,
        value: &Value<'_>,
        target: Target,
    ) -> Option<Arc<str>> {
        let article = reader.shared_text(value)?;
        self.references.push(Reference { article: Arc::clone(&article), span: value.span(), target });
        Some(article)
    }

    pub(super) fn articles(
        &mut self,
        reader: &mut TomlReader,
        value: &Value<'_>,
        target: Target,
    ) -> Vec<Arc<str>> {
        reader.list(value).iter().filter_map(|item| self.article(reader, item, target)).collect()
    }
}

fn rule(reader: &mut TomlReader, value: &Value<'_>) -> Option<Rule> {
    let text = reader.text(value)?;
    if let Ok(rule) = text.parse::<Rule>() {
        if !rule.is_about_record() {
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
    reader.fault(value.span(), format!("`{text}` is not a topic"), suggestion(text, &names));
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
        reader.fault(value.span(), "this list names no topic", None);
    }
    (!topics.is_empty()).then_some(topics)
}

/// Reads `when`: each string is a clause, `!p` is a negation, `p|q` a disjunction.
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
        reader.fault(value.span(), "this condition can never hold: it contradicts itself", None);
    }
    clauses
}

/// Whether a table may have a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    Must,
    May,
    MayNot,
}

/// Checks the presence of a key in a table of the kind `what`.
pub(super) fn check_presence(
    reader: &mut TomlReader,
    table: &TomlTable<'_, '_>,
    key: &str,
    presence: Presence,
    what: &str,
) {
    match table.get(key) {
        None if presence == Presence::Must && !reader.has_misspelt(table, key) => {
            reader.fault(
                table.span(),
                format!("this {what} has no `{key}`"),
                Some(format!("add `{key} = …`")),
            );
        }
        Some(value) if presence == Presence::MayNot => {
            reader.fault(value.span(), format!("a {what} cannot have `{key}`"), None);
        }
        _ => {}
    }
}

pub(super) fn did_you_mean<'a>(
    article: &str,
    known: impl IntoIterator<Item = &'a Arc<str>>,
) -> Option<String> {
    let near = nearest(article, known.into_iter().map(|name| &**name))?;
    Some(format!("did you mean `{near}`?"))
}
