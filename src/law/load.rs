//! Reads a law file into a [`Code`]. The reader is strict, and it reports every fault of the file with its span.
//!
//! A function that reads a table therefore reads all its keys before it uses `?` on one of them.

mod agreement;
mod alternatives;
mod checks;
mod claims;
mod draft;
mod edition;
mod handover;
mod head;
mod play;
mod provisions;
mod readings;
mod remedies;
mod renumber;
mod scans;
mod scope;
mod sentence;
mod tallies;
mod terms;
mod unruled;
mod windows;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use super::code::{Code, Day, Index, Quicker, Tradition};
use super::embedded;
use super::reading::{OtherReading, other_reading};
use super::source::{LaterForm, Scan};
use super::terms::Terms;
pub use crate::toml_reader::InvalidFile as LoadError;
use crate::toml_reader::{Entries, FileFault, Node, SpannedName, TomlReader, TomlTable, Value, suggestion};
use alternatives::{apply, check_settings, choose, tables_of, text_of};
use draft::{DeclaredNames, Draft};
use head::CodeHead;
pub(crate) use head::{CODE_ID_HELP, is_code_id};
use play::Completeness;
use scope::{Placed, Scope};

const LAW_FILE: &str = "law file";

/// The text of a law file, and the folder in which the paths of its `extends` begin.
#[derive(Clone, Copy, Debug)]
pub struct LawText<'t> {
    /// In TOML.
    pub text: &'t str,
    /// `None` if it may extend only embedded codes.
    pub folder: Option<&'t Path>,
}

impl<'t> From<&'t str> for LawText<'t> {
    fn from(text: &'t str) -> Self {
        Self { text, folder: None }
    }
}

impl<'t> From<&'t String> for LawText<'t> {
    fn from(text: &'t String) -> Self {
        Self::from(&**text)
    }
}

/// Loads a law file, and checks it under each alternative of its readings too.
///
/// # Errors
/// Every fault of the file.
pub fn load<'t>(text: impl Into<LawText<'t>>) -> Result<Code, LoadError> {
    let text = text.into();
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
    reader.finish(LAW_FILE, text.text)?;
    Ok(code)
}

/// Loads a law file with these alternatives in place of its own readings.
///
/// # Errors
/// Every fault of the file. The fault of an unknown alternative points to the start of the text.
pub fn load_with_readings<'t>(
    text: impl Into<LawText<'t>>,
    alternatives: &[OtherReading],
) -> Result<Code, LoadError> {
    load_parts(text.into(), alternatives, Parts::Whole)
}

/// The parts of a law file to load.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parts {
    Whole,
    /// Without `[[unruled]]`, which decides nothing; only `explain` needs it. For embedded files, which have it at their end.
    Rulings,
}

/// The heading of the part that [`Parts::Rulings`] leaves out.
const UNRULED: &str = "\n[[unruled]]";

pub(super) fn load_parts(
    text: LawText<'_>,
    alternatives: &[OtherReading],
    parts: Parts,
) -> Result<Code, LoadError> {
    load_in(&mut TomlReader::default(), text, alternatives, ChainLink { depth: 0, parts })
}

/// The notes on a valid law file: statements that may be unintended.
///
/// # Errors
/// Every fault of the file.
pub fn review<'t>(text: impl Into<LawText<'t>>) -> Result<Vec<FileFault>, LoadError> {
    let mut reader = TomlReader::with_notes();
    load_in(&mut reader, text.into(), &[], ChainLink { depth: 0, parts: Parts::Whole })?;
    Ok(reader.into_notes())
}

const CIRCLE: &str = "the codes extend one another in a circle";

/// The longest chain of codes that extend one another. A longer one counts as a circle.
const MAX_DEPTH: u8 = 8;

/// A file in the chain of codes that extend one another.
#[derive(Clone, Copy)]
struct ChainLink {
    /// The number of codes that extend it, one after the other.
    depth: u8,
    parts: Parts,
}

fn load_in(
    reader: &mut TomlReader,
    file: LawText<'_>,
    alternatives: &[OtherReading],
    link: ChainLink,
) -> Result<Code, LoadError> {
    let LawText { text, folder } = file;
    let text = match link.parts {
        Parts::Whole => text,
        Parts::Rulings => {
            let end = memchr::memmem::find(text.as_bytes(), UNRULED.as_bytes());
            end.and_then(|end| text.get(..end)).unwrap_or(text)
        }
    };
    let mut root = reader.parse(text);
    reader.finish(LAW_FILE, text)?;
    let chosen = choose(reader, &root, alternatives);
    for setting in chosen.changes {
        apply(reader, &mut root, setting);
    }
    reader.finish(LAW_FILE, text)?;
    let mut code = build(reader, text, &root, BaseOptions { alternatives: chosen.of_base, folder, link });
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

impl Period {
    /// The id of the newest edition for games with the same time controls.
    pub(crate) fn family(&self) -> &str {
        self.edition_of.as_deref().unwrap_or(&self.id)
    }
}

/// The keys of `[code]` for a [`Period`].
const PERIOD_KEYS: [&str; 6] = ["id", "since", "until", "edition-of", "tradition", "quicker"];

/// The period of an embedded law file, which has the value of each of these keys on one line. Every run reads all periods, so
/// nothing else is parsed.
pub(super) fn period(text: &str) -> Option<Period> {
    let head = text.get(text.find("[code]")?..)?.split("\n[").next()?;
    let is_read = |line: &&str| PERIOD_KEYS.iter().any(|key| line.starts_with(key));
    let lines: Vec<&str> = std::iter::once("[code]").chain(head.lines().filter(is_read)).collect();
    let text = lines.join("\n");
    let mut reader = TomlReader::default();
    let root = reader.parse(&text);
    let code = root.0.iter().find(|entry| entry.key == "code")?;
    let CodeHead { id, since, until, edition_of, tradition, quicker, .. } =
        head::head(&mut reader, &code.value)?;
    Some(Period { id, since, until, edition_of, tradition, quicker })
}

/// How to load the code that a file extends.
struct BaseOptions<'n> {
    alternatives: Vec<OtherReading>,
    /// The folder of the file.
    folder: Option<&'n Path>,
    /// The place of the file in the chain.
    link: ChainLink,
}

fn build(reader: &mut TomlReader, text: &str, root: &Entries<'_>, options: BaseOptions<'_>) -> Option<Code> {
    let table = reader.root(
        root,
        LAW_FILE,
        &["code", "scan", "play", "windows", "provision", "tally", "reading", "silence", "unruled"],
    );
    let head = reader.read_required(&table, "code", head::head);
    let parts = options.link.parts;
    let base = head.as_ref().and_then(|head| load_base(reader, head, options));
    let given = if head.as_ref().is_some_and(|head| head.extends.is_some()) || head.is_none() {
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
        unruled: each(reader, &table, "unruled", unruled::unruled),
        named: DeclaredNames::of(root),
    };
    check_unused_windows(reader, root);
    check_settings(reader, root);
    let base = base.as_ref();
    let head = head?;
    for LaterForm { article, .. } in head.source.iter().flat_map(|source| &source.later) {
        if !draft.named.articles.contains(article) {
            let span = table.get("code").map_or(0..0, Value::span);
            reader.fault(span, format!("`later` names article {article}, which no provision has"), None);
        }
    }
    if let Some(extends) = &head.extends {
        edition::merge(reader, &mut draft, base?, &head, extends, parts);
    }
    let coverage = head.coverage.or(base.map(|base| base.coverage));
    checks::check_consistency(reader, coverage, &table, &draft, &scope.references, base);
    if !reader.faults.is_empty() {
        return None;
    }
    if reader.takes_notes {
        agreement::note_contradictions(reader, &draft);
    }
    // A file with the source of its base is a copy with changes, which is printed nowhere.
    let own_source = head.source.filter(|source| base.is_none_or(|base| !source.is_same_place(&base.source)));
    let alters = base.filter(|_| own_source.is_none()).map(|base| Arc::clone(base.printed_code()));
    let taken_over = taken_over(&draft);
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
        extends: base.map(|base| Arc::clone(&base.id)),
        taken_over,
        edition_of: head.edition_of,
        numbered_as: head.numbered_as,
        quicker: head.quicker,
        coverage: coverage?,
        regulations: draft.play?,
        provisions,
        tallies: items(draft.tallies),
        unruled: items(draft.unruled),
        readings: items(draft.readings),
        silences,
        index,
    })
}

/// The articles that come from the code that the file extends.
fn taken_over(draft: &Draft) -> Vec<Arc<str>> {
    let provisions = draft.provisions.iter().map(|one| (one.is_inherited, &one.item.article));
    let tallies = draft.tallies.iter().map(|one| (one.is_inherited, &one.item.article));
    let mut articles: Vec<Arc<str>> = Vec::new();
    for (is_inherited, article) in provisions.chain(tallies) {
        if is_inherited && !articles.contains(article) {
            articles.push(Arc::clone(article));
        }
    }
    articles
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
    if let Node::Table(_) = &value.node {
        let help = format!("write [[{name}]], with two brackets");
        reader.fault(value.span(), format!("a file can have several {name} tables"), Some(help));
        return Vec::new();
    }
    let entries = reader.list(value);
    entries.iter().filter_map(|entry| read(reader, entry)).collect()
}

/// The reason why a file cannot be read, without the number of the operating system's error.
fn reason(error: &std::io::Error) -> String {
    if error.kind() == std::io::ErrorKind::NotFound {
        return "no such file or directory".to_owned();
    }
    error.to_string().split(" (os error ").next().unwrap_or_default().to_owned()
}

/// Loads the code that a file extends, with the numbers that its articles get.
fn load_base(reader: &mut TomlReader, head: &CodeHead, options: BaseOptions<'_>) -> Option<Code> {
    let SpannedName { name, span } = head.extends.as_ref()?;
    if options.link.depth >= MAX_DEPTH {
        reader.fault(span.clone(), CIRCLE, None);
        return None;
    }
    let link = ChainLink { depth: options.link.depth.saturating_add(1), ..options.link };
    let mut of_base = TomlReader::default();
    let alternatives = head.renumbers.in_base(options.alternatives);
    let base = if is_path(name) {
        let path = options.folder.map(|folder| folder.join(&**name));
        let text = path.as_deref().map_or_else(
            || Err("no file can be extended here".to_owned()),
            |path| std::fs::read_to_string(path).map_err(|error| reason(&error)),
        );
        let text = text.map_err(|error| {
            let help = "a path in `extends` begins in the folder of the law file".to_owned();
            reader.fault(span.clone(), format!("cannot read {name}: {error}"), Some(help));
        });
        let folder = path.as_deref().and_then(Path::parent);
        load_in(&mut of_base, LawText { text: &text.ok()?, folder }, &alternatives, link)
    } else {
        let text = LawText::from(embedded_text(reader, name, span)?);
        load_in(&mut of_base, text, &alternatives, link)
    };
    let fault = |error: &LoadError| {
        let first = error.first().unwrap_or_default();
        let message = if first.ends_with(CIRCLE) { CIRCLE.to_owned() } else { format!("{name}: {first}") };
        reader.fault(span.clone(), message, None);
    };
    let mut base = base.inspect_err(fault).ok()?;
    head.renumbers.apply(reader, &mut base);
    Some(base)
}

/// Whether `extends` names a law file and not an embedded code.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || Path::new(name).extension().is_some_and(|extension| extension == "toml")
}

fn embedded_text(reader: &mut TomlReader, id: &str, span: &Range<usize>) -> Option<&'static str> {
    let text = embedded::text(id);
    if text.is_none() {
        let names: Vec<&str> = embedded::embedded().iter().map(|code| code.id).collect();
        let help = suggestion(id, &names).unwrap_or_else(|| {
            "write the id of a code (`jadoube codes` lists them), or a path such as \"./club.toml\""
                .to_owned()
        });
        reader.fault(span.clone(), format!("no code has the id `{id}`"), Some(help));
    }
    text
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
