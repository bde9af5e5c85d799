//! Readings taken otherwise than the file takes them: what they put in the place of what.

use std::ops::Range;
use std::sync::Arc;

use crate::law::reading::{OtherReading, starts_at_the_file};
use crate::toml_reader::{Entries, Node, TomlReader, TomlTable, Value, suggestion};

/// A value to be put in place of another.
pub(super) struct Change<'i> {
    article: Arc<str>,
    path: Arc<str>,
    span: Range<usize>,
    to: Value<'i>,
}

/// What the alternatives named come to.
pub(super) struct Chosen<'i> {
    /// The changes that they make here.
    pub(super) changes: Vec<Change<'i>>,
    /// Those that the code which this one extends has to make.
    pub(super) of_base: Vec<OtherReading>,
}

/// What the alternatives named come to.
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
        let mut named = Vec::new();
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
                named.push(key);
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
                format!("article {article} has no other reading named `{name}`"),
                suggestion(name, &named),
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

/// The tables of an array of tables, as far as they are such.
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

/// Puts a value in its place: in every provision of the article that has the place.
pub(super) fn apply<'i>(reader: &mut TomlReader, root: &mut Entries<'i>, change: Change<'i>) {
    let mut placed = false;
    if starts_at_the_file(&change.path) {
        if let Some(place) = place_in(root, &change.path) {
            *place = change.to;
            placed = true;
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
            if let Some(place) = place_in(table, &change.path) {
                *place = change.to.clone();
                placed = true;
            }
        }
    }
    if !placed {
        leads_nowhere(reader, change.span, &change.path, &change.article);
    }
}

fn leads_nowhere(reader: &mut TomlReader, span: Range<usize>, path: &str, article: &str) {
    reader.fault(
        span,
        format!("`{path}` leads to nothing in the provisions of article {article}"),
        Some("name the keys on the way, each followed by a dot; list entries by number, from 0".to_owned()),
    );
}

/// The value at the end of a path: keys of tables and numbers of list entries between dots.
fn place_in<'t, 'i>(table: &'t mut Entries<'i>, path: &str) -> Option<&'t mut Value<'i>> {
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

/// Whether the path of every alternative leads somewhere.
pub(super) fn readings_resolve(reader: &mut TomlReader, root: &Entries<'_>, table: &TomlTable<'_, '_>) {
    let Some(Node::List(readings)) = table.get("reading").map(|readings| &readings.node) else {
        return;
    };
    for reading in readings {
        let Node::Table(reading) = &reading.node else {
            continue;
        };
        let (Some(article), Some(Node::Table(instead))) =
            (text_of(reading, "article"), reading.get("instead").map(|instead| &instead.node))
        else {
            continue;
        };
        for entry in instead.iter() {
            for change in changes_in(article, &entry.value) {
                let resolves = if starts_at_the_file(&change.path) {
                    leads_somewhere(root, &change.path)
                } else {
                    tables_of(root, "provision").any(|provision| {
                        text_of(provision, "article") == Some(article)
                            && leads_somewhere(provision, &change.path)
                    })
                };
                if !resolves {
                    leads_nowhere(reader, change.span, &change.path, article);
                }
            }
        }
    }
}

fn leads_somewhere(table: &Entries<'_>, path: &str) -> bool {
    let mut steps = path.split('.');
    let Some(mut place) = steps.next().and_then(|step| table.get(step)) else {
        return false;
    };
    for step in steps {
        let next = match &place.node {
            Node::Table(table) => table.get(step),
            Node::List(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
            _ => None,
        };
        match next {
            Some(value) => place = value,
            None => return false,
        }
    }
    true
}
