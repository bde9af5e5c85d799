//! Reports put together: the `jsonl` reports of parts become one, with their summaries added up.
//!
//! The lines of games are copied as they stand. What is held in memory is each report's last line, and, of reports that are
//! no shard's and stand beside others, which games they tell of.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memchr::memrchr;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::audit::{Extent, KnownFindings, Sought, Summary};
use crate::finding::Severity;
use crate::input::STANDARD_INPUT;
use crate::law::Rule;

use super::SCHEMA;
use super::wire::{ShardWire, SummaryWire};

/// Longer than any last line; a file without a line end as near to its end as this is no report.
const LONGEST: u64 = 64 << 20;

/// Reports are read in pieces of this many bytes.
const PIECE: usize = 64 << 10;

/// Why reports cannot be put together.
#[derive(Debug, Error)]
pub(crate) enum MergeError {
    /// One of them cannot be read.
    #[error("{} could not be read: {why}", .report.display())]
    Read {
        /// Which.
        report: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// What came of it cannot be written.
    #[error("{0}")]
    Write(io::Error),
    /// One of them is none, or not whole.
    #[error("{} does not end with the summary of a jsonl report", .0.display())]
    NoSummary(PathBuf),
    /// Two are not of one kind.
    #[error("{} and {} were made by different {what}", .one.display(), .other.display())]
    Unlike {
        /// One of them.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// In what they are not alike.
        what: &'static str,
    },
    /// A part of a file that none of the reports is of.
    #[error("none of the reports is of bytes {from} to {to} of {file}")]
    Gap {
        /// The file.
        file: String,
        /// The first byte that is missing.
        from: u64,
        /// The first byte that is there again, or the file's end.
        to: u64,
    },
    /// Two reports of the same text.
    #[error("{} and {} are both of byte {at} of {file}", .one.display(), .other.display())]
    Overlap {
        /// One of the reports.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// The file.
        file: String,
        /// The first byte that both are of.
        at: u64,
    },
    /// Two reports that tell of the same game.
    #[error("{} and {} both tell of game {game} of {file}", .one.display(), .other.display())]
    Twice {
        /// One of the reports.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// The file.
        file: String,
        /// The game's number.
        game: u64,
    },
    /// A report that is named twice.
    #[error("{} is named twice", .0.display())]
    Named(PathBuf),
    /// Shards of one file that do not count alike.
    #[error("{} and {} are shards of {file}, and were not cut in the same way", .one.display(), .other.display())]
    Uneven {
        /// One of the reports.
        one: PathBuf,
        /// The other.
        other: PathBuf,
        /// The file.
        file: String,
    },
}

/// A report's last line.
#[derive(Deserialize)]
struct ParsedLastLine {
    schema: String,
    tool: Value,
    code: Value,
    #[serde(default)]
    shard: Option<ShardWire>,
    #[serde(default)]
    left_out: Vec<String>,
    #[serde(default)]
    unreadable: Vec<Value>,
    summary: ParsedSummary,
}

/// A summary as it is read back.
#[derive(Deserialize)]
struct ParsedSummary {
    files: u64,
    unreadable: u64,
    games: u64,
    plies: u64,
    findings: BySeverity,
    by_rule: BTreeMap<String, u64>,
    #[serde(default)]
    duplicates_stopped: Option<u64>,
    #[serde(default)]
    suppressed: u64,
    #[serde(default)]
    in_baseline: u64,
}

/// How many findings of each severity.
#[derive(Clone, Copy, Deserialize)]
struct BySeverity {
    error: u64,
    warning: u64,
    info: u64,
}

/// The last line of all.
#[derive(Serialize)]
struct Merged<'a> {
    schema: &'static str,
    tool: &'a Value,
    code: &'a Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<&'a Value>,
    summary: SummaryWire<'a>,
}

/// Which game of which file a line tells of.
#[derive(Deserialize)]
struct ToldGame<'a> {
    game: u64,
    #[serde(borrow)]
    file: Cow<'a, str>,
    span: Offset,
}

/// Where it begins.
#[derive(Deserialize)]
struct Offset {
    offset: u64,
}

/// A report to be put together with others.
struct Part {
    path: PathBuf,
    /// Which of the reports named it stands at.
    place: usize,
    /// Where its last line begins: what stands before is games.
    games_end: u64,
    last: ParsedLastLine,
    summary: Summary,
}

impl Part {
    fn read(path: &Path, place: usize) -> Result<Self, MergeError> {
        let failed = |why| MergeError::Read { report: path.to_path_buf(), why };
        let no_summary = || MergeError::NoSummary(path.to_path_buf());
        let mut file = File::open(path).map_err(failed)?;
        let (games_end, line) = last_line(&mut file).map_err(failed)?.ok_or_else(no_summary)?;
        let last = serde_json::from_slice::<ParsedLastLine>(&line).ok().filter(|last| last.schema == SCHEMA);
        let last = last.ok_or_else(no_summary)?;
        let summary = last.summary.read().ok_or_else(no_summary)?;
        Ok(Self { path: path.to_path_buf(), place, games_end, last, summary })
    }

    /// The file of which it is a shard, if it is one.
    fn file(&self) -> Option<&str> {
        self.last.shard.as_ref().map(|shard| shard.file.as_str())
    }

    /// Whether this place in its file is in the shard that it is of.
    fn holds(&self, offset: u64) -> bool {
        let shard = self.last.shard.as_ref();
        shard.is_some_and(|shard| (shard.offset..shard.offset.saturating_add(shard.length)).contains(&offset))
    }

    /// The number that the first game behind it should have, where its games are counted from the file's beginning.
    fn next_game(&self) -> Option<u64> {
        self.last.shard.as_ref()?.game?.checked_add(self.summary.read.games)
    }

    /// Which games it tells of, line by line; what is no line of a game is passed over here.
    fn each_told(
        &self,
        mut see: impl FnMut(ToldGame<'_>) -> Result<(), MergeError>,
    ) -> Result<(), MergeError> {
        let failed = |why| MergeError::Read { report: self.path.clone(), why };
        let mut games = BufReader::new(File::open(&self.path).map_err(failed)?.take(self.games_end));
        let mut line = Vec::new();
        while games.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            if let Ok(told) = serde_json::from_slice(&line) {
                see(told)?;
            }
            line.clear();
        }
        Ok(())
    }

    /// Copies its games.
    fn copy_games(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        let failed = |why| MergeError::Read { report: self.path.clone(), why };
        let mut games = File::open(&self.path).map_err(failed)?.take(self.games_end);
        let mut piece = vec![0; PIECE];
        loop {
            match games.read(&mut piece).map_err(failed)? {
                0 if games.limit() == 0 => return Ok(()),
                0 => return Err(failed(io::ErrorKind::UnexpectedEof.into())),
                read => out.write_all(piece.get(..read).unwrap_or_default()).map_err(MergeError::Write)?,
            }
        }
    }
}

impl ParsedSummary {
    /// The same in the program's words; `None` where a word is not one of them.
    fn read(&self) -> Option<Summary> {
        let BySeverity { error, warning, info } = self.findings;
        let findings = [(Severity::Error, error), (Severity::Warning, warning), (Severity::Info, info)];
        let by_rule = self.by_rule.iter().map(|(id, number)| Some((id.parse::<Rule>().ok()?, *number)));
        Some(Summary {
            read: Extent {
                files: self.files,
                unreadable: self.unreadable,
                games: self.games,
                plies: self.plies,
            },
            // A report does not say it.
            sought: Sought::default(),
            findings: findings.into_iter().filter(|(_, number)| *number > 0).collect(),
            by_rule: by_rule.collect::<Option<_>>()?,
            duplicates_stopped: self.duplicates_stopped,
            quicker: BTreeMap::new(),
            suppressed: self.suppressed,
            in_baseline: self.in_baseline,
            // Which they were, a report does not say.
            known: KnownFindings::default(),
        })
    }
}

/// The last line of a file and where it begins.
fn last_line(file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut line: Vec<u8> = Vec::new();
    let mut from = end;
    while from > 0 && end - from < LONGEST {
        let to = from;
        from = from.saturating_sub(PIECE as u64);
        file.seek(SeekFrom::Start(from))?;
        let mut piece = Vec::new();
        Read::by_ref(file).take(to - from).read_to_end(&mut piece)?;
        piece.append(&mut line);
        line = piece;
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        if let Some(before) = memrchr(b'\n', text) {
            return Ok(Some((from + before as u64 + 1, line.split_off(before + 1))));
        }
    }
    Ok((from == 0).then_some((0, line)))
}

/// Reports that fit together, in the order in which they will stand.
pub(crate) struct Merger {
    parts: Vec<Part>,
    summary: Summary,
}

impl Merger {
    /// Looks at the end of each report. Shards of one file are put in the order of the file, where the first of
    /// them stands.
    ///
    /// # Errors
    /// One cannot be read, is no whole report, or does not fit with the others: another code, a part of a file
    /// missing or there twice.
    pub(crate) fn of<'p>(reports: impl IntoIterator<Item = &'p Path>) -> Result<Self, MergeError> {
        let parts = reports.into_iter().zip(0..).map(|(report, place)| Part::read(report, place));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        alike(&parts)?;
        each_named_once(&parts)?;
        each_told_once(&parts)?;
        put_in_order(&mut parts);
        let mut summary = Summary::default();
        for parts in parts.chunk_by(|one, other| one.file().is_some() && one.file() == other.file()) {
            complete(parts)?;
            add(&mut summary, &of_one(parts));
        }
        Ok(Self { parts, summary })
    }

    /// What the reports add up to.
    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The ids of the rules that were left out of any of them, each once.
    pub(crate) fn left_out(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for id in self.parts.iter().flat_map(|part| &part.last.left_out) {
            if !all.contains(&id.as_str()) {
                all.push(id);
            }
        }
        all
    }

    /// Writes the one report.
    ///
    /// # Errors
    /// What reading and writing say.
    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        for part in &self.parts {
            part.copy_games(out)?;
        }
        let Some(first) = self.parts.first() else { return Ok(()) };
        let merged = Merged {
            schema: SCHEMA,
            tool: &first.last.tool,
            code: &first.last.code,
            left_out: self.left_out(),
            unreadable: self.parts.iter().flat_map(|part| &part.last.unreadable).collect(),
            summary: SummaryWire::of(&self.summary),
        };
        let mut line = serde_json::to_vec(&merged).map_err(|error| MergeError::Write(error.into()))?;
        line.push(b'\n');
        out.write_all(&line).map_err(MergeError::Write)
    }
}

/// Whether all are of one program and one code.
fn alike(parts: &[Part]) -> Result<(), MergeError> {
    let Some((first, others)) = parts.split_first() else { return Ok(()) };
    for other in others {
        let what = if other.last.tool != first.last.tool {
            "versions of the program"
        } else if other.last.code != first.last.code {
            "codes of laws"
        } else {
            continue;
        };
        return Err(MergeError::Unlike { one: first.path.clone(), other: other.path.clone(), what });
    }
    Ok(())
}

/// Whether no report is named twice; of a shard's its bytes tell.
fn each_named_once(parts: &[Part]) -> Result<(), MergeError> {
    let mut named: HashSet<PathBuf> = HashSet::new();
    let is_again = |part: &&Part| fs::canonicalize(&part.path).is_ok_and(|path| !named.insert(path));
    match parts.iter().filter(|part| part.file().is_none()).find(is_again) {
        Some(part) => Err(MergeError::Named(part.path.clone())),
        None => Ok(()),
    }
}

/// Whether no two reports tell of the same game. Shards are laid side by side by their bytes; of what else there is, each line
/// says what it is of. What came from standard input may be another text each time.
fn each_told_once(parts: &[Part]) -> Result<(), MergeError> {
    if parts.len() < 2 {
        return Ok(());
    }
    let mut shards: HashMap<&str, Vec<&Part>> = HashMap::new();
    for part in parts {
        if let Some(file) = part.file() {
            shards.entry(file).or_default().push(part);
        }
    }
    let mut told_by: HashMap<String, HashMap<u64, &Part>> = HashMap::new();
    for part in parts.iter().filter(|part| part.file().is_none()) {
        part.each_told(|ToldGame { game, file, span: Offset { offset } }| {
            let names = |one: &Part| (one.path.clone(), part.path.clone(), file.clone().into_owned());
            if let Some(shards) = shards.get(&*file) {
                if let Some(shard) = shards.iter().find(|shard| shard.holds(offset)) {
                    let (one, other, file) = names(shard);
                    return Err(MergeError::Overlap { one, other, file, at: offset });
                }
                return Ok(());
            }
            if file == STANDARD_INPUT {
                return Ok(());
            }
            let by = if let Some(told) = told_by.get_mut(&*file) {
                *told.entry(game).or_insert(part)
            } else {
                told_by.insert(file.clone().into_owned(), HashMap::from([(game, part)]));
                part
            };
            if std::ptr::eq(by, part) {
                return Ok(());
            }
            let (one, other, file) = names(by);
            Err(MergeError::Twice { one, other, file, game })
        })?;
    }
    Ok(())
}

/// Puts the shards of each file in its order, at the place of the first of them.
fn put_in_order(parts: &mut [Part]) {
    let mut places: HashMap<String, usize> = HashMap::new();
    for part in parts.iter_mut() {
        if let Some(file) = part.file() {
            part.place = *places.entry(file.to_owned()).or_insert(part.place);
        }
    }
    // Of two shards that begin at one place the empty one is first.
    parts
        .sort_by_key(|part| (part.place, part.last.shard.as_ref().map(|shard| (shard.offset, shard.length))));
}

/// Whether the shards of a file, in its order, lie side by side and are all of it.
fn complete(parts: &[Part]) -> Result<(), MergeError> {
    let mut due = 0;
    let mut before: Option<&Part> = None;
    for part in parts {
        let Some(shard) = &part.last.shard else { return Ok(()) };
        if shard.offset > due {
            return Err(MergeError::Gap { file: shard.file.clone(), from: due, to: shard.offset });
        }
        if let Some(other) = before {
            let (one, other_path, file) = (other.path.clone(), part.path.clone(), shard.file.clone());
            if shard.offset < due {
                return Err(MergeError::Overlap { one, other: other_path, file, at: shard.offset });
            }
            // Of a shard that could not be read to its end not all games were counted.
            let counts = shard.game == other.next_game()
                || shard.game.is_some() && other.next_game().is_some() && other.summary.read.unreadable > 0;
            if !counts || other.last.shard.as_ref().is_some_and(|other| other.size != shard.size) {
                return Err(MergeError::Uneven { one, other: other_path, file });
            }
        }
        due = shard.offset.saturating_add(shard.length);
        before = Some(part);
    }
    match before.and_then(|part| part.last.shard.as_ref()) {
        Some(last) if due < last.size => {
            Err(MergeError::Gap { file: last.file.clone(), from: due, to: last.size })
        }
        _ => Ok(()),
    }
}

/// What reports of one file add up to; a file of which there are several shards is still one file.
fn of_one(parts: &[Part]) -> Summary {
    let mut sum = Summary::default();
    for part in parts {
        add(&mut sum, &part.summary);
    }
    if parts.iter().any(|part| part.file().is_some()) {
        sum.read.files = sum.read.files.min(1);
        sum.read.unreadable = sum.read.unreadable.min(1);
    }
    sum
}

fn add(sum: &mut Summary, more: &Summary) {
    let Summary {
        read: Extent { files, unreadable, games, plies },
        sought: _,
        findings,
        by_rule,
        quicker: _,
        duplicates_stopped,
        suppressed,
        in_baseline,
        known: _,
    } = more;
    let plus = |sum: &mut u64, more: &u64| *sum = sum.saturating_add(*more);
    plus(&mut sum.read.files, files);
    plus(&mut sum.read.unreadable, unreadable);
    plus(&mut sum.read.games, games);
    plus(&mut sum.read.plies, plies);
    plus(&mut sum.suppressed, suppressed);
    plus(&mut sum.in_baseline, in_baseline);
    for (severity, number) in findings {
        plus(sum.findings.entry(*severity).or_default(), number);
    }
    for (rule, number) in by_rule {
        plus(sum.by_rule.entry(*rule).or_default(), number);
    }
    // The least of them is what is sure of all.
    sum.duplicates_stopped = sum.duplicates_stopped.into_iter().chain(*duplicates_stopped).min();
}
