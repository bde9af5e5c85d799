//! Reads a law file into a [`Code`]. The reader is strict, and it reports every fault of the file with its span.
//!
//! A function that reads a table therefore reads all its keys before it uses `?` on one of them.

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
mod scans;
mod scope;
mod tallies;
mod terms;
mod windows;

use std::sync::Arc;

use super::code::{Code, Day, Index, Quicker, Tradition};
use super::embedded;
use super::reading::{OtherReading, other_reading};
use super::source::Scan;
use super::terms::Terms;
pub use crate::toml_reader::InvalidFile as LoadError;
use crate::toml_reader::{Entries, Node, SpannedName, TomlReader, TomlTable, Value, suggestion};
use alternatives::{apply, check_settings, choose, tables_of, text_of};
use draft::{DeclaredNames, Draft};
use head::CodeHead;
use play::Completeness;
use scope::{Placed, Scope};

const LAW_FILE: &str = "law file";

/// Loads a law file, and checks it under each alternative of its readings too.
///
/// # Errors
/// Every fault of the file.
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

/// Loads a law file with these alternatives in place of its own readings.
///
/// # Errors
/// Every fault of the file. The fault of an unknown alternative points to the start of the text.
pub fn load_with_readings(text: &str, alternatives: &[OtherReading]) -> Result<Code, LoadError> {
    load_at_depth(text, alternatives, 0)
}

/// The longest chain of codes that extend one another. A longer one counts as a circle.
const MAX_DEPTH: u8 = 8;

/// Loads a code that `depth` codes extend, one after the other.
fn load_at_depth(text: &str, alternatives: &[OtherReading], depth: u8) -> Result<Code, LoadError> {
    let mut reader = TomlReader::default();
    let mut root = reader.parse(text);
    reader.finish(LAW_FILE, text)?;
    let chosen = choose(&mut reader, &root, alternatives);
    for setting in chosen.changes {
        apply(&mut reader, &mut root, setting);
    }
    reader.finish(LAW_FILE, text)?;
    let mut code = build(&mut reader, text, &root, BaseOptions { alternatives: &chosen.of_base, depth });
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

/// The time for which a code is meant, from the head of its file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Period {
    /// The id of the code.
    pub id: Arc<str>,
    /// The first day in force, for dated editions.
    pub since: Option<Day>,
    /// The last day in force.
    pub until: Option<Day>,
    /// The code of which this is an edition for another period.
    pub edition_of: Option<Arc<str>>,
    /// The players who used it.
    pub tradition: Option<Tradition>,
    /// The codes for games with shorter time controls, the quickest first.
    pub quicker: Vec<Quicker>,
}

/// The period of a valid law file. Only the text before its first `[[…]]` is read.
pub(super) fn period(text: &str) -> Option<Period> {
    let text = text.split("\n[[").next()?;
    let mut reader = TomlReader::default();
    let root = reader.parse(text);
    let code = root.0.iter().find(|entry| entry.key == "code")?;
    let CodeHead { id, since, until, edition_of, tradition, quicker, .. } =
        head::head(&mut reader, &code.value)?;
    Some(Period { id, since, until, edition_of, tradition, quicker })
}

/// How to load the code that a file extends.
#[derive(Clone, Copy)]
struct BaseOptions<'n> {
    alternatives: &'n [OtherReading],
    /// The number of codes that extend the file, one after the other.
    depth: u8,
}

fn build(reader: &mut TomlReader, text: &str, root: &Entries<'_>, options: BaseOptions<'_>) -> Option<Code> {
    let table = reader.root(
        root,
        LAW_FILE,
        &["code", "scan", "play", "windows", "provision", "tally", "reading", "silence"],
    );
    let head = reader.read_required(&table, "code", head::head);
    let extends = head.as_ref().and_then(|head| head.extends.as_ref());
    let base = extends.and_then(|extends| load_base(reader, extends, options));
    let given = if extends.is_some() || head.is_none() {
        table.get("play").map(|value| play::play(reader, value, Completeness::InPart))
    } else {
        reader.require(&table, "play").map(|value| play::play(reader, value, Completeness::Whole))
    };
    let windows = table.get("windows").map(|value| windows::windows(reader, value)).unwrap_or_default();
    let play = given.unwrap_or_default().over(base.as_ref().map(|base| &base.regulations));
    let id = head.as_ref().map(|head| &*head.id).unwrap_or_default();
    let scans = each(reader, &table, "scan", |reader, value| scans::scan(reader, id, value));
    scans::check_scans(reader, root, &scans, head.as_ref().is_none_or(|head| head.may_quote));
    let scans: Vec<Arc<Scan>> = items(scans);
    let mut scope = Scope { windows: &windows, scans: &scans, references: Vec::new() };
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
    check_unused_windows(reader, root);
    check_settings(reader, root);
    let base = base.as_ref();
    let head = head?;
    if let Some(extends) = &head.extends {
        edition::merge(reader, &mut draft, base?, &head.omits, extends);
    }
    let coverage = head.coverage.or(base.map(|base| base.coverage));
    checks::check_consistency(reader, coverage, &table, &draft, &scope.references, base);
    if !reader.faults.is_empty() {
        return None;
    }
    // A file with the source of its base is a copy with changes, which is printed nowhere.
    let own_source = head.source.filter(|source| base.is_none_or(|base| !source.is_same_place(&base.source)));
    let alters = base.filter(|_| own_source.is_none()).map(|base| Arc::clone(base.printed_code()));
    let provisions = items(draft.provisions);
    let silences = items(draft.silences);
    let index = Index::of(&provisions, &silences);
    Some(Code {
        id: head.id,
        // The file differs from the printed source of its base.
        title: head.title.or_else(|| base.map(|base| format!("{}, altered", base.title).into()))?,
        year: head.year.or(base.map(|base| base.year))?,
        source: own_source.or_else(|| base.map(|base| base.source.clone()))?,
        alters,
        scans,
        terms: Arc::new(head.terms.over(base.map_or(&Terms::MODERN, |base| &base.terms))),
        since: head.since,
        until: head.until,
        extends: head.extends.map(|extends| extends.name),
        edition_of: head.edition_of,
        quicker: head.quicker,
        coverage: coverage?,
        regulations: draft.play?,
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

/// Reads every table of an array of tables.
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
    entries.iter().filter_map(|entry| read(reader, entry)).collect()
}

fn load_base(reader: &mut TomlReader, extends: &SpannedName, options: BaseOptions<'_>) -> Option<Code> {
    let SpannedName { name: id, span } = extends;
    let Some(text) = embedded::text(id) else {
        let names: Vec<&str> = embedded::embedded().iter().map(|code| code.id).collect();
        reader.fault(span.clone(), format!("no code has the id `{id}`"), suggestion(id, &names));
        return None;
    };
    if options.depth >= MAX_DEPTH {
        reader.fault(span.clone(), "the codes extend one another in a circle", None);
        return None;
    }
    load_at_depth(text, options.alternatives, options.depth.saturating_add(1))
        .inspect_err(|error| {
            reader.fault(span.clone(), format!("{id}: {error}"), None);
        })
        .ok()
}

fn check_unused_windows(reader: &mut TomlReader, root: &Entries<'_>) {
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
