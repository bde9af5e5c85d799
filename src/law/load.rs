//! From the text of a law file to a [`Code`]: strict, every fault with its span, none hiding another.

mod checks;
mod tables;

use std::ops::Range;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::code::{
    Code, Index, OtherReading, Provision, Reading, Regulations, Silence, Tally, other_reading,
    starts_at_the_file,
};
use super::codes;
use super::rules::Rule;
pub use crate::strict::{Fault as LawFault, FaultyFile as LoadError};
use crate::strict::{PlacedName, Reader, Table, Value, nearest, suggestion};
use tables::{Placed, Scope};

/// What is read here, for messages.
const LAW_FILE: &str = "law file";

/// The code that `text` holds, as its readings take it; each alternative of a reading is tried too.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(text: &str) -> Result<Code, LoadError> {
    let code = load_with_readings(text, &[])?;
    let mut reader = Reader::default();
    for reading in &code.readings {
        for alternative in &reading.alternatives {
            let chosen = other_reading(reading, alternative);
            if let Err(error) = load_with_readings(text, std::slice::from_ref(&chosen)) {
                let OtherReading { article, name } = &chosen;
                for mut fault in error.errors {
                    fault.message = format!("under the reading {article}={name}: {}", fault.message);
                    reader.faults.push(fault);
                }
            }
        }
    }
    reader.finish(LAW_FILE, text)?;
    Ok(code)
}

/// The code that `text` holds, with these alternatives in the place of the readings taken.
///
/// # Errors
/// Everything that is wrong with it; a reading that is not there has no span of its own and points
/// at the beginning.
pub fn load_with_readings(text: &str, alternatives: &[OtherReading]) -> Result<Code, LoadError> {
    load_at_depth(text, alternatives, 0)
}

/// Editions restate editions, but never in a circle.
const MOST_EDITIONS: u8 = 8;

/// As [`load_with_readings`], `depth` codes above it extending one another.
pub(super) fn load_at_depth(text: &str, alternatives: &[OtherReading], depth: u8) -> Result<Code, LoadError> {
    let mut reader = Reader::default();
    let mut root = reader.parse(text);
    reader.finish(LAW_FILE, text)?;
    let chosen = choose(&mut reader, &root, alternatives);
    for setting in chosen.changes {
        apply(&mut reader, &mut root, setting);
    }
    reader.finish(LAW_FILE, text)?;
    let mut code = build(&mut reader, text, &root, Base { alternatives: &chosen.of_base, depth });
    reader.finish(LAW_FILE, text)?;
    for reading in code.iter_mut().flat_map(|code| &mut code.readings) {
        let mut taken = alternatives.iter().filter(|taken| taken.article == reading.article);
        let is_known =
            |taken: &&OtherReading| reading.alternatives.iter().any(|known| known.name == taken.name);
        if let Some(taken) = taken.rfind(is_known) {
            reading.otherwise = Some(Arc::clone(&taken.name));
        }
    }
    code.ok_or_else(|| LoadError::new(LAW_FILE, text, Vec::new()))
}

/// A value to be put in place of another.
struct Change<'i> {
    article: Arc<str>,
    path: Arc<str>,
    span: Range<usize>,
    to: Value<'i>,
}

/// What the alternatives named come to.
struct Chosen<'i> {
    /// The changes that they make here.
    changes: Vec<Change<'i>>,
    /// Those that the code which this one extends has to make.
    of_base: Vec<OtherReading>,
}

/// How the code that a file extends is loaded.
#[derive(Clone, Copy)]
struct Base<'n> {
    /// With these alternatives.
    alternatives: &'n [OtherReading],
    /// How many codes stand above it.
    depth: u8,
}

/// What the alternatives named come to.
fn choose<'i>(reader: &mut Reader, root: &Spanned<DeTable<'i>>, alternatives: &[OtherReading]) -> Chosen<'i> {
    let extends = match root.get_ref().get("code").map(Spanned::get_ref) {
        Some(DeValue::Table(code)) => code.get("extends").is_some(),
        _ => false,
    };
    let mut changes = Vec::new();
    let mut of_base = Vec::new();
    for other in alternatives {
        let OtherReading { article, name } = other;
        let mut named = Vec::new();
        let mut found = false;
        for reading in tables_of(root.get_ref(), "reading") {
            if text_of(reading, "article") != Some(&**article) {
                continue;
            }
            let Some(DeValue::Table(instead)) = reading.get("instead").map(Spanned::get_ref) else {
                continue;
            };
            for (key, value) in instead {
                let key: &str = key.get_ref();
                named.push(key);
                if key == &**name {
                    found = true;
                    changes.extend(changes_in(article, value));
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
        let DeValue::Table(table) = value.get_ref() else {
            return None;
        };
        let set = table.get("set")?;
        let DeValue::String(path) = set.get_ref() else {
            return None;
        };
        Some(Change {
            article: Arc::from(article),
            path: Arc::from(&**path),
            span: set.span(),
            to: table.get("to")?.clone(),
        })
    };
    match value.get_ref() {
        DeValue::Array(items) => items.iter().filter_map(one).collect(),
        _ => one(value).into_iter().collect(),
    }
}

/// The tables of an array of tables, as far as they are such.
fn tables_of<'a, 'i>(root: &'a DeTable<'i>, name: &str) -> impl Iterator<Item = &'a DeTable<'i>> {
    let items: &[Value<'i>] = match root.get(name).map(Spanned::get_ref) {
        Some(DeValue::Array(items)) => items,
        _ => &[],
    };
    items.iter().filter_map(|item| match item.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    })
}

fn text_of<'a>(table: &'a DeTable<'_>, key: &str) -> Option<&'a str> {
    match table.get(key).map(Spanned::get_ref) {
        Some(DeValue::String(text)) => Some(text),
        _ => None,
    }
}

/// Puts a value in its place: in every provision of the article that has the place.
fn apply<'i>(reader: &mut Reader, root: &mut Spanned<DeTable<'i>>, change: Change<'i>) {
    let mut placed = false;
    if starts_at_the_file(&change.path) {
        if let Some(place) = place_in(root.get_mut(), &change.path) {
            *place = change.to;
            placed = true;
        }
    } else if let Some(DeValue::Array(provisions)) = root.get_mut().get_mut("provision").map(Spanned::get_mut)
    {
        for provision in provisions.iter_mut() {
            let DeValue::Table(table) = provision.get_mut() else {
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

fn leads_nowhere(reader: &mut Reader, span: Range<usize>, path: &str, article: &str) {
    reader.fault(
        span,
        format!("`{path}` leads to nothing in the provisions of article {article}"),
        Some("name the keys on the way, each followed by a dot; list entries by number, from 0".to_owned()),
    );
}

/// The value at the end of a path: keys of tables and numbers of list entries between dots.
fn place_in<'t, 'i>(table: &'t mut DeTable<'i>, path: &str) -> Option<&'t mut Value<'i>> {
    let mut steps = path.split('.');
    let mut place = table.get_mut(steps.next()?)?;
    for step in steps {
        place = match place.get_mut() {
            DeValue::Table(table) => table.get_mut(step)?,
            DeValue::Array(items) => items.get_mut(step.parse::<usize>().ok()?)?,
            _ => return None,
        };
    }
    Some(place)
}

/// Everything of a file, before it is held against itself.
struct Draft {
    play: Option<Regulations>,
    provisions: Vec<Placed<Provision>>,
    tallies: Vec<Placed<Tally>>,
    readings: Vec<Placed<Reading>>,
    silences: Vec<Placed<Silence>>,
    named: Named,
}

/// What the tables of the file name, whether or not they could be read further: a fault in one of
/// them is no reason to miss it elsewhere.
struct Named {
    articles: Vec<Arc<str>>,
    tallies: Vec<Arc<str>>,
    topics: Vec<Rule>,
}

impl Named {
    fn of(root: &DeTable<'_>) -> Self {
        let articles = |name| {
            tables_of(root, name).filter_map(|table| text_of(table, "article").map(Arc::from)).collect()
        };
        let topics = |table: &DeTable<'_>| -> Vec<Rule> {
            let Some(DeValue::Array(topics)) = table.get("topics").map(Spanned::get_ref) else {
                return Vec::new();
            };
            topics
                .iter()
                .filter_map(|topic| match topic.get_ref() {
                    DeValue::String(id) => id.parse().ok(),
                    _ => None,
                })
                .collect()
        };
        Self {
            articles: articles("provision"),
            tallies: articles("tally"),
            topics: tables_of(root, "provision").chain(tables_of(root, "silence")).flat_map(topics).collect(),
        }
    }
}

fn build(reader: &mut Reader, text: &str, root: &Spanned<DeTable<'_>>, base: Base<'_>) -> Option<Code> {
    let table =
        reader.root(root, LAW_FILE, &["code", "play", "windows", "provision", "tally", "reading", "silence"]);
    let head = reader.obligatory(&table, "code", tables::head);
    let base =
        head.as_ref().and_then(|head| head.extends.as_ref()).map(|extends| extended(reader, extends, base));
    let extending = base.is_some();
    let base = base.flatten();
    let given = if extending || head.is_none() {
        table.get("play").map(|value| tables::play(reader, value, true))
    } else {
        reader.required(&table, "play").map(|value| tables::play(reader, value, false))
    };
    let windows = table.get("windows").map(|value| tables::windows(reader, value)).unwrap_or_default();
    let play = given.unwrap_or_default().over(base.as_ref().map(|base| &base.play));
    let mut scope = Scope { windows: &windows, references: Vec::new() };
    let mut draft = Draft {
        play,
        provisions: each(reader, &table, "provision", |reader, value| {
            tables::provision(reader, &mut scope, value)
        }),
        tallies: each(reader, &table, "tally", |reader, value| tables::tally(reader, &mut scope, value)),
        readings: each(reader, &table, "reading", |reader, value| tables::reading(reader, text, value)),
        silences: each(reader, &table, "silence", tables::silence),
        named: Named::of(root.get_ref()),
    };
    unused_windows(reader, root.get_ref());
    readings_resolve(reader, root.get_ref(), &table);
    let head = head?;
    if extending {
        merge(reader, &mut draft, base.as_ref()?, &head.omits, head.extends.as_ref()?);
    }
    let coverage = head.coverage.or(base.as_ref().map(|base| base.coverage));
    checks::hold_against_itself(reader, coverage, &table, &draft, &scope.references, base.as_ref());
    if !reader.faults.is_empty() {
        return None;
    }
    let base = base.as_ref();
    let provisions = items(draft.provisions);
    let silences = items(draft.silences);
    let index = Index::of(&provisions, &silences);
    Some(Code {
        id: head.id,
        // What a file alters is no longer what its base's print says.
        title: head.title.or_else(|| base.map(|base| format!("{}, altered", base.title).into()))?,
        year: head.year.or(base.map(|base| base.year))?,
        source: head.source.or_else(|| base.map(|base| base.source.clone()))?,
        since: head.since,
        until: head.until,
        extends: head.extends.map(|extends| extends.name),
        edition_of: head.edition_of,
        coverage: coverage?,
        play: draft.play?,
        provisions,
        tallies: items(draft.tallies),
        readings: items(draft.readings),
        silences,
        index,
    })
}

fn items<T>(placed: Vec<Placed<T>>) -> Vec<T> {
    placed.into_iter().map(|placed| placed.item).collect()
}

/// Every table of an array of tables, read by `read`.
fn each<'a, 'i, T>(
    reader: &mut Reader,
    root: &Table<'a, 'i>,
    name: &str,
    mut read: impl FnMut(&mut Reader, &'a Value<'i>) -> Option<T>,
) -> Vec<T> {
    let Some(value) = root.get(name) else {
        return Vec::new();
    };
    let entries = reader.list(value);
    entries.iter().filter_map(|entry| read(reader, entry)).collect()
}

/// The code that this one extends.
fn extended(reader: &mut Reader, extends: &PlacedName, base: Base<'_>) -> Option<Code> {
    let PlacedName { name: id, span } = extends;
    let Some(text) = codes::text(id) else {
        let names: Vec<&str> = codes::embedded().iter().map(|code| code.id).collect();
        reader.fault(span.clone(), format!("no code has the id `{id}`"), suggestion(id, &names));
        return None;
    };
    if base.depth >= MOST_EDITIONS {
        reader.fault(span.clone(), "the codes extend one another in a circle", None);
        return None;
    }
    load_at_depth(text, base.alternatives, base.depth.saturating_add(1))
        .inspect_err(|error| {
            reader.fault(span.clone(), format!("{id}: {error}"), None);
        })
        .ok()
}

fn unused_windows(reader: &mut Reader, root: &DeTable<'_>) {
    let Some(DeValue::Table(windows)) = root.get("windows").map(Spanned::get_ref) else {
        return;
    };
    for (key, _) in windows {
        let name: &str = key.get_ref();
        let used = tables_of(root, "provision").any(|provision| text_of(provision, "window") == Some(name));
        if !used {
            reader.fault(key.span(), format!("no provision uses the window `{name}`"), None);
        }
    }
}

/// Whether the path of every alternative leads somewhere.
fn readings_resolve(reader: &mut Reader, root: &DeTable<'_>, table: &Table<'_, '_>) {
    let Some(DeValue::Array(readings)) = table.get("reading").map(Spanned::get_ref) else {
        return;
    };
    for reading in readings {
        let DeValue::Table(reading) = reading.get_ref() else {
            continue;
        };
        let (Some(article), Some(DeValue::Table(instead))) =
            (text_of(reading, "article"), reading.get("instead").map(Spanned::get_ref))
        else {
            continue;
        };
        for (_, value) in instead {
            for change in changes_in(article, value) {
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

fn leads_somewhere(table: &DeTable<'_>, path: &str) -> bool {
    let mut steps = path.split('.');
    let Some(mut place) = steps.next().and_then(|step| table.get(step)) else {
        return false;
    };
    for step in steps {
        let next = match place.get_ref() {
            DeValue::Table(table) => table.get(step),
            DeValue::Array(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
            _ => None,
        };
        match next {
            Some(value) => place = value,
            None => return false,
        }
    }
    true
}

/// Puts what the extended code says around what this file restates: a restated article takes the
/// place of the old one, a new one stands before all the old (a special article before the general),
/// a silence takes its topics out of the old provisions, and a provision takes its topics out of the
/// old silences.
fn merge(
    reader: &mut Reader,
    draft: &mut Draft,
    base: &Code,
    omits: &[PlacedName],
    PlacedName { name: id, span }: &PlacedName,
) {
    for PlacedName { name: article, span: place } in omits {
        let there = base.provisions.iter().any(|old| old.article == *article)
            || base.tallies.iter().any(|old| old.article == *article);
        if !there {
            let articles = base.articles();
            let near = nearest(article, articles.iter().map(|article| &***article));
            reader.fault(
                place.clone(),
                format!("{id} has no article {article}"),
                near.map(|near| format!("did you mean `{near}`?")),
            );
        }
    }
    let inherited = |item| Placed { item, span: span.clone(), name: span.clone() };
    let omitted = |article: &Arc<str>| omits.iter().any(|omitted| omitted.name == *article);
    let newly_silent: Vec<_> =
        draft.silences.iter().flat_map(|silence| silence.item.topics.clone()).collect();
    let newly_provided: Vec<_> =
        draft.provisions.iter().flat_map(|provision| provision.item.topics.clone()).collect();

    let mut restated = std::mem::take(&mut draft.provisions);
    let mut provisions = Vec::new();
    for old in &base.provisions {
        let article = &old.article;
        if omitted(article) {
            continue;
        }
        let (here, rest): (Vec<_>, Vec<_>) =
            restated.into_iter().partition(|new| new.item.article == *article);
        restated = rest;
        let already = provisions
            .iter()
            .any(|placed: &Placed<Provision>| placed.item.article == *article && placed.span != *span);
        if !here.is_empty() {
            provisions.extend(here);
        } else if !already {
            let mut old = old.clone();
            old.topics.retain(|topic| !newly_silent.contains(topic));
            if !old.topics.is_empty() {
                provisions.push(inherited(old));
            }
        }
    }
    restated.extend(provisions);
    draft.provisions = restated;
    for provision in &draft.provisions {
        draft.named.articles.push(Arc::clone(&provision.item.article));
        draft.named.topics.extend(&provision.item.topics);
    }

    for old in &base.tallies {
        let stated = draft.tallies.iter().any(|new| new.item.article == old.article);
        if !stated && !omitted(&old.article) {
            draft.tallies.push(Placed { item: old.clone(), span: span.clone(), name: span.clone() });
            draft.named.tallies.push(Arc::clone(&old.article));
        }
    }
    let read_anew: Vec<_> = draft.readings.iter().map(|new| Arc::clone(&new.item.article)).collect();
    for old in &base.readings {
        // An article stated anew keeps its readings, unless it is read anew too; those that put another text
        // in the place of the old one have nothing to stand in.
        let restated = !old.alternatives.is_empty()
            && draft.provisions.iter().any(|new| new.item.article == old.article && new.span != *span);
        let restated = restated || read_anew.contains(&old.article);
        // What is not provided any more has no reading; one of the regulations is of no provision.
        let is_gone = base.provisions.iter().any(|said| said.article == old.article)
            && !draft.named.articles.contains(&old.article);
        if !restated && !is_gone && !omitted(&old.article) {
            draft.readings.push(Placed { item: old.clone(), span: span.clone(), name: span.clone() });
        }
    }
    for old in &base.silences {
        let mut old = old.clone();
        old.topics.retain(|topic| !newly_provided.contains(topic) && !newly_silent.contains(topic));
        if !old.topics.is_empty() {
            draft.named.topics.extend(&old.topics);
            draft.silences.push(Placed { item: old, span: span.clone(), name: span.clone() });
        }
    }
}
