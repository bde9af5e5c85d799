//! Applies the alternatives of readings to the tree of a law file, before the file is read.

use std::ops::Range;
use std::sync::Arc;

use crate::law::reading::{OtherReading, starts_at_the_file};
use crate::toml_reader::{Entries, Node, TomlReader, Value, suggestion};

/// A value that replaces another.
pub(super) struct Change<'i> {
    article: Arc<str>,
    path: Arc<str>,
    /// The span of the path, for messages.
    span: Range<usize>,
    to: Value<'i>,
}

pub(super) struct Chosen<'i> {
    /// The changes to this file.
    pub(super) changes: Vec<Change<'i>>,
    /// The alternatives that the extended code must have.
    pub(super) of_base: Vec<OtherReading>,
}

/// Finds the changes of the named alternatives.
pub(super) fn choose<'i>(
    reader: &mut TomlReader,
    root: &Entries<'i>,
    alternatives: &[OtherReading],
) -> Chosen<'i> {
    let extends = match root.get("code").map(|code| &code.node) {
        Some(Node::Table(code)) => code.get("extends").is_some(),
        _ => false,
    };
    let mut changes = Vec::new();
    let mut of_base = Vec::new();
    for other in alternatives {
        let OtherReading { article, name } = other;
        let mut known = Vec::new();
        let mut found = false;
        for reading in tables_of(root, "reading") {
            if text_of(reading, "article") != Some(&**article) {
                continue;
            }
            let Some(Node::Table(instead)) = reading.get("instead").map(|instead| &instead.node) else {
                continue;
            };
            for entry in instead.iter() {
                let key: &str = &entry.key;
                known.push(key);
                if key == &**name {
                    found = true;
                    changes.extend(changes_in(article, &entry.value));
                }
            }
        }
        if !found && extends {
            of_base.push(other.clone());
        } else if !found {
            reader.fault(
                0..0,
                format!("article {article} has no alternative reading named `{name}`"),
                suggestion(name, &known),
            );
        }
    }
    Chosen { changes, of_base }
}

fn changes_in<'i>(article: &str, value: &Value<'i>) -> Vec<Change<'i>> {
    let one = |value: &Value<'i>| {
        let Node::Table(table) = &value.node else {
            return None;
        };
        let set = table.get("set")?;
        let Node::Text(path) = &set.node else {
            return None;
        };
        Some(Change {
            article: Arc::from(article),
            path: Arc::from(&**path),
            span: set.span(),
            to: table.get("to")?.clone(),
        })
    };
    match &value.node {
        Node::List(items) => items.iter().filter_map(one).collect(),
        _ => one(value).into_iter().collect(),
    }
}

/// The tables of an array of tables. Values of another type are skipped.
pub(super) fn tables_of<'a, 'i>(root: &'a Entries<'i>, name: &str) -> impl Iterator<Item = &'a Entries<'i>> {
    let items: &[Value<'i>] = match root.get(name).map(|tables| &tables.node) {
        Some(Node::List(items)) => items,
        _ => &[],
    };
    items.iter().filter_map(|item| match &item.node {
        Node::Table(table) => Some(table),
        _ => None,
    })
}

pub(super) fn text_of<'a>(table: &'a Entries<'_>, key: &str) -> Option<&'a str> {
    match table.get(key).map(|text| &text.node) {
        Some(Node::Text(text)) => Some(text),
        _ => None,
    }
}

/// Replaces a value, in every provision of the article that has one at the path.
pub(super) fn apply<'i>(reader: &mut TomlReader, root: &mut Entries<'i>, change: Change<'i>) {
    let mut applied = false;
    if starts_at_the_file(&change.path) {
        if let Some(place) = value_at_mut(root, &change.path) {
            *place = change.to;
            applied = true;
        }
    } else if let Some(Node::List(provisions)) =
        root.get_mut("provision").map(|provisions| &mut provisions.node)
    {
        for provision in provisions.iter_mut() {
            let Node::Table(table) = &mut provision.node else {
                continue;
            };
            if text_of(table, "article") != Some(&*change.article) {
                continue;
            }
            if let Some(place) = value_at_mut(table, &change.path) {
                *place = change.to.clone();
                applied = true;
            }
        }
    }
    if !applied {
        report_unresolved(reader, change.span, &change.path, &change.article);
    }
}

fn report_unresolved(reader: &mut TomlReader, span: Range<usize>, path: &str, article: &str) {
    let message = if starts_at_the_file(path) {
        format!("this file has no value at `{path}`")
    } else {
        format!("no provision of article {article} has a value at `{path}`")
    };
    let help = "separate the keys of the path with dots, and number list entries from 0";
    reader.fault(span, message, Some(help.to_owned()));
}

/// The value at the end of a path of table keys and list indices, separated by dots.
fn value_at_mut<'t, 'i>(table: &'t mut Entries<'i>, path: &str) -> Option<&'t mut Value<'i>> {
    let mut steps = path.split('.');
    let mut place = table.get_mut(steps.next()?)?;
    for step in steps {
        place = match &mut place.node {
            Node::Table(table) => table.get_mut(step)?,
            Node::List(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(place)
}

/// Reports every alternative whose path leads to no value.
pub(super) fn check_settings(reader: &mut TomlReader, root: &Entries<'_>) {
    for reading in tables_of(root, "reading") {
        let (Some(article), Some(Node::Table(instead))) =
            (text_of(reading, "article"), reading.get("instead").map(|instead| &instead.node))
        else {
            continue;
        };
        for change in instead.iter().flat_map(|entry| changes_in(article, &entry.value)) {
            let resolves = if starts_at_the_file(&change.path) {
                value_at(root, &change.path).is_some()
            } else {
                tables_of(root, "provision").any(|provision| {
                    text_of(provision, "article") == Some(article)
                        && value_at(provision, &change.path).is_some()
                })
            };
            if !resolves {
                report_unresolved(reader, change.span, &change.path, article);
            }
        }
    }
}

fn value_at<'t, 'i>(table: &'t Entries<'i>, path: &str) -> Option<&'t Value<'i>> {
    let mut steps = path.split('.');
    let mut place = table.get(steps.next()?)?;
    for step in steps {
        place = match &place.node {
            Node::Table(table) => table.get(step)?,
            Node::List(items) => items.get(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(place)
}
