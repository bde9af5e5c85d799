//! `merge`: joins the `jsonl` reports of shards and files, and adds up their summaries.
//!
//! The lines of games are copied unchanged. Memory holds the last line of each report, and the game numbers of the reports that
//! are not about a shard.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memrchr;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::audit::{ChosenCodes, Copies, Extent, KnownFindings, Sought, Summary};
use crate::finding::Severity;
use crate::input::{STANDARD_INPUT, plain_reason};
use crate::law::Rule;

use super::SCHEMA;
use super::wire::{ExtentWire, SeveritiesWire, ShardWire, SummaryWire};

/// In bytes. A last line is shorter; a file with a longer one is not a report.
const LONGEST_LINE: u64 = 64 << 20;

/// In bytes.
const READ_SIZE: usize = 64 << 10;

/// The reason why reports cannot be joined.
#[derive(Debug, Error)]
pub(crate) enum MergeError {
    #[error("{}: {}", .report.display(), plain_reason(why))]
    Read { report: PathBuf, why: io::Error },
    #[error("{0}")]
    Write(io::Error),
    #[error("{} does not end with the summary of a jsonl report", .0.display())]
    NoSummary(PathBuf),
    #[error("{} and {} were made with different {what}", .one.display(), .other.display())]
    Mismatch { one: PathBuf, other: PathBuf, what: &'static str },
    /// No report is about the bytes from `from` up to `to`.
    #[error("no report covers bytes {from} to {to} of {file}")]
    Gap { file: String, from: u64, to: u64 },
    /// `at` is the first byte that both reports are about.
    #[error("{} and {} both cover byte {at} of {file}", .one.display(), .other.display())]
    Overlap { one: PathBuf, other: PathBuf, file: String, at: u64 },
    /// Two reports contain the same game.
    #[error("{} and {} both contain game {game} of {file}", .one.display(), .other.display())]
    SameGame { one: PathBuf, other: PathBuf, file: String, game: u64 },
    /// A report is named twice.
    #[error("{} is named twice", .0.display())]
    NamedTwice(PathBuf),
    /// Shards of one file whose game numbers or file sizes do not fit together.
    #[error("{} and {} are shards of {file}, but the file was cut differently for each", .one.display(), .other.display())]
    CutDifferently { one: PathBuf, other: PathBuf, file: String },
}

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

#[derive(Deserialize)]
struct ParsedSummary {
    #[serde(flatten)]
    read: ExtentWire,
    findings: SeveritiesWire,
    by_rule: BTreeMap<String, u64>,
    #[serde(default)]
    duplicates_stopped: Option<u64>,
    #[serde(default)]
    copies: Vec<ParsedCopies>,
    #[serde(default)]
    codes: BTreeMap<String, u64>,
    #[serde(default)]
    undated: u64,
    #[serde(default)]
    assumed_pace: u64,
    #[serde(default)]
    suppressed: u64,
    #[serde(default)]
    in_baseline: u64,
}

#[derive(Deserialize)]
struct ParsedCopies {
    file: String,
    first: String,
    games: u64,
}

/// The last line of the joined report.
#[derive(Serialize)]
struct MergedLastLine<'a> {
    schema: &'static str,
    tool: &'a Value,
    code: &'a Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<&'a Value>,
    summary: SummaryWire<'a>,
}

/// The place of the game that a line of a report is about.
#[derive(Deserialize)]
struct GamePlace<'a> {
    game: u64,
    #[serde(borrow)]
    file: Cow<'a, str>,
    span: GameOffset,
}

#[derive(Deserialize)]
struct GameOffset {
    offset: u64,
}

/// A report to be joined with others.
struct Part {
    path: PathBuf,
    /// Its position among the reports named on the command line.
    place: usize,
    /// The byte where its last line begins. The lines before are games.
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
        let summary = last.summary.to_summary().ok_or_else(no_summary)?;
        Ok(Self { path: path.to_path_buf(), place, games_end, last, summary })
    }

    /// The file of its shard, if it is about one.
    fn shard_file(&self) -> Option<&str> {
        self.last.shard.as_ref().map(|shard| shard.file.as_str())
    }

    /// The first byte in its shard that belongs to a game with this number and this offset in the text.
    fn place_in_shard(&self, game: u64, offset: u64) -> Option<u64> {
        let shard = self.last.shard.as_ref()?;
        if !shard.compressed {
            let bytes = shard.offset..shard.offset.saturating_add(shard.length);
            return Some(offset).filter(|offset| bytes.contains(offset));
        }
        // If its games are counted from its beginning, the shards of the file together have all of its games.
        let has_game = match (shard.game, self.next_game()) {
            (Some(first), Some(next)) => (first..next).contains(&game),
            _ => true,
        };
        has_game.then_some(shard.offset)
    }

    /// The number of the first game after its shard, if its games are counted from the beginning of the file.
    fn next_game(&self) -> Option<u64> {
        self.last.shard.as_ref()?.game?.checked_add(self.summary.read.games)
    }

    /// Calls `see` for each game of the report. Lines that are not about a game are skipped.
    fn each_game(
        &self,
        mut see: impl FnMut(GamePlace<'_>) -> Result<(), MergeError>,
    ) -> Result<(), MergeError> {
        let failed = |why| MergeError::Read { report: self.path.clone(), why };
        let mut games = BufReader::new(File::open(&self.path).map_err(failed)?.take(self.games_end));
        let mut line = Vec::new();
        while games.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            if let Ok(game) = serde_json::from_slice(&line) {
                see(game)?;
            }
            line.clear();
        }
        Ok(())
    }

    fn copy_games(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        let failed = |why| MergeError::Read { report: self.path.clone(), why };
        let mut games = File::open(&self.path).map_err(failed)?.take(self.games_end);
        let mut buffer = vec![0; READ_SIZE];
        loop {
            match games.read(&mut buffer).map_err(failed)? {
                0 if games.limit() == 0 => return Ok(()),
                0 => return Err(failed(io::ErrorKind::UnexpectedEof.into())),
                read => out.write_all(buffer.get(..read).unwrap_or_default()).map_err(MergeError::Write)?,
            }
        }
    }
}

impl ParsedSummary {
    /// The same as a [`Summary`]. `None` if a rule id is unknown.
    fn to_summary(&self) -> Option<Summary> {
        let ExtentWire { files, unreadable, games, plies } = self.read;
        let SeveritiesWire { error, warning, info } = self.findings;
        let findings = [(Severity::Error, error), (Severity::Warning, warning), (Severity::Info, info)];
        let by_rule = self.by_rule.iter().map(|(id, number)| Some((id.parse::<Rule>().ok()?, *number)));
        let mut copies = Copies::default();
        for ParsedCopies { file, first, games } in &self.copies {
            copies.add(&file.as_str().into(), &first.as_str().into(), *games);
        }
        let codes = self.codes.iter().map(|(id, games)| (id.as_str().into(), *games));
        Some(Summary {
            copies,
            chosen: ChosenCodes {
                games: codes.collect(),
                undated: self.undated,
                assumed_pace: self.assumed_pace,
            },
            read: Extent { files, unreadable, games, plies, ..Extent::default() },
            findings: findings.into_iter().filter(|(_, number)| *number > 0).collect(),
            by_rule: by_rule.collect::<Option<_>>()?,
            duplicates_stopped: self.duplicates_stopped,
            suppressed: self.suppressed,
            in_baseline: self.in_baseline,
            // A report does not contain these.
            checked_rules: Sought::default(),
            known: KnownFindings::default(),
        })
    }
}

/// The last line of a file, and the byte where it begins.
fn last_line(file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut line: Vec<u8> = Vec::new();
    let mut from = end;
    while from > 0 && end - from < LONGEST_LINE {
        let to = from;
        from = from.saturating_sub(READ_SIZE as u64);
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

/// Reports that fit together, in the order of the joined report.
pub(crate) struct Merger {
    parts: Vec<Part>,
    summary: Summary,
}

impl Merger {
    /// Reads the last line of each report, and checks that the reports fit together. The shards of a file are sorted by
    /// offset, and take the place of the first of them that is named.
    ///
    /// # Errors
    /// If a report cannot be read or is incomplete, or if reports are about different codes, overlap or leave a gap.
    pub(crate) fn open<'p>(reports: impl IntoIterator<Item = &'p Path>) -> Result<Self, MergeError> {
        let parts = reports.into_iter().zip(0..).map(|(report, place)| Part::read(report, place));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        check_tool_and_code(&parts)?;
        check_named_once(&parts)?;
        check_games_once(&parts)?;
        sort_shards(&mut parts);
        let mut summary = Summary::default();
        for parts in
            parts.chunk_by(|one, other| one.shard_file().is_some() && one.shard_file() == other.shard_file())
        {
            check_complete(parts)?;
            add(&mut summary, &summary_of_file(parts));
        }
        Ok(Self { parts, summary })
    }

    pub(crate) fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The ids of the rules that any of the reports left out, without repetition.
    pub(crate) fn left_out(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for id in self.parts.iter().flat_map(|part| &part.last.left_out) {
            if !all.contains(&id.as_str()) {
                all.push(id);
            }
        }
        all
    }

    /// Writes the joined report.
    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        for part in &self.parts {
            part.copy_games(out)?;
        }
        let Some(first) = self.parts.first() else { return Ok(()) };
        let merged = MergedLastLine {
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

fn check_tool_and_code(parts: &[Part]) -> Result<(), MergeError> {
    let Some((first, others)) = parts.split_first() else { return Ok(()) };
    for other in others {
        let what = if other.last.tool != first.last.tool {
            "versions of the program"
        } else if other.last.code != first.last.code {
            "codes of laws"
        } else {
            continue;
        };
        return Err(MergeError::Mismatch { one: first.path.clone(), other: other.path.clone(), what });
    }
    Ok(())
}

/// Checks that no report is named twice. Reports of shards are left to [`check_complete`].
fn check_named_once(parts: &[Part]) -> Result<(), MergeError> {
    let mut named: HashSet<PathBuf> = HashSet::new();
    let is_again = |part: &&Part| fs::canonicalize(&part.path).is_ok_and(|path| !named.insert(path));
    match parts.iter().filter(|part| part.shard_file().is_none()).find(is_again) {
        Some(part) => Err(MergeError::NamedTwice(part.path.clone())),
        None => Ok(()),
    }
}

/// Checks that no game is in two reports. Shards are compared by their bytes, other reports game by game. Games from
/// standard input are not compared, because each run may have read another text.
fn check_games_once(parts: &[Part]) -> Result<(), MergeError> {
    if parts.len() < 2 {
        return Ok(());
    }
    let mut shards: HashMap<&str, Vec<&Part>> = HashMap::new();
    for part in parts {
        if let Some(file) = part.shard_file() {
            shards.entry(file).or_default().push(part);
        }
    }
    let mut seen: HashMap<String, HashMap<u64, &Part>> = HashMap::new();
    for part in parts.iter().filter(|part| part.shard_file().is_none()) {
        part.each_game(|GamePlace { game, file, span: GameOffset { offset } }| {
            let names = |one: &Part| (one.path.clone(), part.path.clone(), file.clone().into_owned());
            if let Some(shards) = shards.get(&*file) {
                let mut places = shards.iter().map(|shard| (*shard, shard.place_in_shard(game, offset)));
                if let Some((shard, Some(at))) = places.find(|(_, place)| place.is_some()) {
                    let (one, other, file) = names(shard);
                    return Err(MergeError::Overlap { one, other, file, at });
                }
                return Ok(());
            }
            if file == STANDARD_INPUT {
                return Ok(());
            }
            let first = if let Some(games) = seen.get_mut(&*file) {
                *games.entry(game).or_insert(part)
            } else {
                seen.insert(file.clone().into_owned(), HashMap::from([(game, part)]));
                part
            };
            if std::ptr::eq(first, part) {
                return Ok(());
            }
            let (one, other, file) = names(first);
            Err(MergeError::SameGame { one, other, file, game })
        })?;
    }
    Ok(())
}

/// Sorts the shards of each file by offset, at the place of the first of them that is named.
fn sort_shards(parts: &mut [Part]) {
    let mut places: HashMap<String, usize> = HashMap::new();
    for part in parts.iter_mut() {
        if let Some(file) = part.shard_file() {
            part.place = *places.entry(file.to_owned()).or_insert(part.place);
        }
    }
    // If two shards begin at the same byte, one of them is empty and comes first.
    parts
        .sort_by_key(|part| (part.place, part.last.shard.as_ref().map(|shard| (shard.offset, shard.length))));
}

/// Checks that the sorted shards of a file lie side by side and cover it.
fn check_complete(parts: &[Part]) -> Result<(), MergeError> {
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
            // A shard that could not be read to its end has more games than were counted.
            let counts = shard.game == other.next_game()
                || shard.game.is_some() && other.next_game().is_some() && other.summary.read.unreadable > 0;
            if !counts || other.last.shard.as_ref().is_some_and(|other| other.size != shard.size) {
                return Err(MergeError::CutDifferently { one, other: other_path, file });
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

/// The sum of the reports of one file. Several shards of a file count as one file.
fn summary_of_file(parts: &[Part]) -> Summary {
    let mut sum = Summary::default();
    for part in parts {
        add(&mut sum, &part.summary);
    }
    if parts.iter().any(|part| part.shard_file().is_some()) {
        sum.read.files = sum.read.files.min(1);
        sum.read.unreadable = sum.read.unreadable.min(1);
    }
    sum
}

fn add(sum: &mut Summary, more: &Summary) {
    let Summary {
        read: Extent { files, unreadable, games, plies, .. },
        checked_rules: _,
        findings,
        by_rule,
        chosen,
        duplicates_stopped,
        copies,
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
    plus(&mut sum.chosen.undated, &chosen.undated);
    plus(&mut sum.chosen.assumed_pace, &chosen.assumed_pace);
    for (id, games) in &chosen.games {
        plus(sum.chosen.games.entry(Arc::clone(id)).or_default(), games);
    }
    for (severity, number) in findings {
        plus(sum.findings.entry(*severity).or_default(), number);
    }
    for (rule, number) in by_rule {
        plus(sum.by_rule.entry(*rule).or_default(), number);
    }
    for ((file, first), games) in &copies.pairs {
        sum.copies.add(file, first, *games);
    }
    // In each report, duplicates were looked for at least among this many games.
    sum.duplicates_stopped = sum.duplicates_stopped.into_iter().chain(*duplicates_stopped).min();
}
