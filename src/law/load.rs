//! From the text of a law file to a [`Code`]: strict, every fault with its span, none hiding another.

mod alternatives;
mod checks;
mod claims;
mod draft;
mod edition;
mod head;
mod play;
mod provisions;
mod readings;
mod remedies;
mod scope;
mod tallies;
mod windows;

use std::sync::Arc;

use super::code::{Code, Index};
use super::embedded;
use super::reading::{OtherReading, other_reading};
pub use crate::toml_reader::FaultyFile as LoadError;
use crate::toml_reader::{Entries, Node, PlacedName, TomlReader, TomlTable, Value, suggestion};
use alternatives::{apply, choose, readings_resolve, tables_of, text_of};
use draft::{DeclaredNames, Draft};
use play::Completeness;
use scope::{Placed, Scope};

/// What is read here, for messages.
const LAW_FILE: &str = "law file";

/// The code that `text` holds, as its readings take it; each alternative of a reading is tried too.
///
/// # Errors
/// Everything that is wrong with it.
pub fn load(text: &str) -> Result<Code, LoadError> {
    let code = load_with_readings(text, &[])?;
    let mut reader = TomlReader::default();
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
fn load_at_depth(text: &str, alternatives: &[OtherReading], depth: u8) -> Result<Code, LoadError> {
    let mut reader = TomlReader::default();
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

/// How the code that a file extends is loaded.
#[derive(Clone, Copy)]
struct Base<'n> {
    /// With these alternatives.
    alternatives: &'n [OtherReading],
    /// How many codes stand above it.
    depth: u8,
}

fn build(reader: &mut TomlReader, text: &str, root: &Entries<'_>, base: Base<'_>) -> Option<Code> {
    let table =
        reader.root(root, LAW_FILE, &["code", "play", "windows", "provision", "tally", "reading", "silence"]);
    let head = reader.obligatory(&table, "code", head::head);
    let base =
        head.as_ref().and_then(|head| head.extends.as_ref()).map(|extends| extended(reader, extends, base));
    let extending = base.is_some();
    let base = base.flatten();
    let given = if extending || head.is_none() {
        table.get("play").map(|value| play::play(reader, value, Completeness::InPart))
    } else {
        reader.required(&table, "play").map(|value| play::play(reader, value, Completeness::Whole))
    };
    let windows = table.get("windows").map(|value| windows::windows(reader, value)).unwrap_or_default();
    let play = given.unwrap_or_default().over(base.as_ref().map(|base| &base.play));
    let mut scope = Scope { windows: &windows, references: Vec::new() };
    let mut draft = Draft {
        play,
        provisions: each(reader, &table, "provision", |reader, value| {
            provisions::provision(reader, &mut scope, value)
        }),
        tallies: each(reader, &table, "tally", |reader, value| tallies::tally(reader, &mut scope, value)),
        readings: each(reader, &table, "reading", |reader, value| readings::reading(reader, text, value)),
        silences: each(reader, &table, "silence", readings::silence),
        named: DeclaredNames::of(root),
    };
    unused_windows(reader, root);
    readings_resolve(reader, root, &table);
    let head = head?;
    if extending {
        edition::merge(reader, &mut draft, base.as_ref()?, &head.omits, head.extends.as_ref()?);
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
        quicker: head.quicker,
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
    reader: &mut TomlReader,
    root: &TomlTable<'a, 'i>,
    name: &str,
    mut read: impl FnMut(&mut TomlReader, &'a Value<'i>) -> Option<T>,
) -> Vec<T> {
    let Some(value) = root.get(name) else {
        return Vec::new();
    };
    let entries = reader.list(value);
    // As long as it comes out: to grow, all of it would be copied each time.
    let mut items = Vec::with_capacity(entries.len());
    items.extend(entries.iter().filter_map(|entry| read(reader, entry)));
    items
}

/// The code that this one extends.
fn extended(reader: &mut TomlReader, extends: &PlacedName, base: Base<'_>) -> Option<Code> {
    let PlacedName { name: id, span } = extends;
    let Some(text) = embedded::text(id) else {
        let names: Vec<&str> = embedded::embedded().iter().map(|code| code.id).collect();
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

fn unused_windows(reader: &mut TomlReader, root: &Entries<'_>) {
    let Some(Node::Table(windows)) = root.get("windows").map(|windows| &windows.node) else {
        return;
    };
    for entry in windows.iter() {
        let name: &str = &entry.key;
        let used = tables_of(root, "provision").any(|provision| text_of(provision, "window") == Some(name));
        if !used {
            reader.fault(entry.key_span(), format!("no provision uses the window `{name}`"), None);
        }
    }
}
