//! A report to be joined with others: its last line, and its games.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memrchr;
use serde::Deserialize;
use serde_json::Value;

use super::super::wire::{ExtentWire, PartWire, SeveritiesWire, ShardWire, ShareWire};
use super::super::{RunSettings, SCHEMA};
use super::error::MergeError;
use super::renumber::NumbersBefore;
use crate::audit::{ChosenCodes, Copies, Extent, KnownFindings, Sought, Summary};
use crate::finding::Severity;
use crate::law::Rule;

/// In bytes. A last line is shorter; a file with a longer one is not a report.
const LONGEST_LINE: u64 = 64 << 20;

/// In bytes.
const READ_SIZE: usize = 64 << 10;

#[derive(Deserialize)]
pub(super) struct ParsedLastLine {
    pub(super) schema: String,
    pub(super) tool: Value,
    pub(super) code: Value,
    #[serde(default)]
    pub(super) shard: Option<ShardWire>,
    #[serde(default)]
    pub(super) share: Option<ShareWire>,
    #[serde(default)]
    pub(super) settings: Option<RunSettings>,
    #[serde(default)]
    pub(super) parts: Vec<PartWire>,
    #[serde(default)]
    pub(super) left_out: Vec<String>,
    #[serde(default)]
    pub(super) unreadable: Vec<Value>,
    pub(super) summary: ParsedSummary,
}

#[derive(Deserialize)]
pub(super) struct ParsedSummary {
    #[serde(flatten)]
    pub(super) read: ExtentWire,
    pub(super) findings: SeveritiesWire,
    pub(super) by_rule: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) duplicates_stopped: Option<u64>,
    #[serde(default)]
    pub(super) copies: Vec<ParsedCopies>,
    #[serde(default)]
    pub(super) codes: BTreeMap<String, u64>,
    #[serde(default)]
    pub(super) undated: u64,
    #[serde(default)]
    pub(super) assumed_pace: u64,
    #[serde(default)]
    pub(super) suppressed: u64,
    #[serde(default)]
    pub(super) fixable: u64,
    #[serde(default)]
    pub(super) in_baseline: u64,
}

#[derive(Deserialize)]
pub(super) struct ParsedCopies {
    pub(super) file: String,
    pub(super) first: String,
    pub(super) games: u64,
}

/// The place of the game that a line of a report is about.
#[derive(Deserialize)]
pub(super) struct GamePlace<'a> {
    pub(super) game: u64,
    #[serde(borrow)]
    pub(super) file: Cow<'a, str>,
    pub(super) span: GameOffset,
}

#[derive(Deserialize)]
pub(super) struct GameOffset {
    pub(super) offset: u64,
}

/// A report to be joined with others.
pub(super) struct Part {
    pub(super) path: PathBuf,
    /// Its position among the reports named on the command line.
    pub(super) place: usize,
    /// The byte where its last line begins. The lines before are games.
    pub(super) games_end: u64,
    pub(super) last: ParsedLastLine,
    pub(super) summary: Summary,
    /// For the parts of files whose games are counted from their own beginning.
    pub(super) before: Vec<NumbersBefore>,
}

impl Part {
    pub(super) fn read(path: &Path, place: usize) -> Result<Self, MergeError> {
        let failed = |why| MergeError::Read { report: path.to_path_buf(), why };
        let no_summary = || MergeError::NoSummary(path.to_path_buf());
        let mut file = File::open(path).map_err(failed)?;
        let (games_end, line) = last_line(&mut file).map_err(failed)?.ok_or_else(no_summary)?;
        let last = serde_json::from_slice::<ParsedLastLine>(&line).ok().filter(|last| last.schema == SCHEMA);
        let last = last.ok_or_else(no_summary)?;
        let summary = last.summary.to_summary().ok_or_else(no_summary)?;
        Ok(Self { path: path.to_path_buf(), place, games_end, last, summary, before: Vec::new() })
    }

    /// The file of its shard, if it is about one.
    pub(super) fn shard_file(&self) -> Option<&str> {
        self.last.shard.as_ref().map(|shard| shard.file.as_str())
    }

    /// The first byte in its shard that belongs to a game with this number and this offset in the text.
    pub(super) fn place_in_shard(&self, game: u64, offset: u64) -> Option<u64> {
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
    pub(super) fn next_game(&self) -> Option<u64> {
        self.last.shard.as_ref()?.game?.checked_add(self.summary.read.games)
    }

    /// Calls `see` for each game of the report. Lines that are not about a game are skipped.
    pub(super) fn each_game(
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

    pub(super) fn write_games(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        if self.before.is_empty() { self.copy_games(out) } else { self.renumber_games(out) }
    }

    /// Writes the games with the numbers of the whole files.
    fn renumber_games(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        let failed = |why| MergeError::Read { report: self.path.clone(), why };
        let mut games = BufReader::new(File::open(&self.path).map_err(failed)?.take(self.games_end));
        let mut line = Vec::new();
        while games.read_until(b'\n', &mut line).map_err(failed)? > 0 {
            let place = serde_json::from_slice::<GamePlace<'_>>(&line).ok();
            let before = place.and_then(|place| self.before.iter().find(|before| before.is_of(&place.file)));
            if let Some(before) = before
                && let Ok(mut game) = serde_json::from_slice::<Value>(&line)
            {
                before.renumber(&mut game);
                line = serde_json::to_vec(&game).map_err(|error| MergeError::Write(error.into()))?;
                line.push(b'\n');
            }
            out.write_all(&line).map_err(MergeError::Write)?;
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
            fixable: self.fixable,
            suppressed: self.suppressed,
            in_baseline: self.in_baseline,
            // A report does not contain these.
            checked_rules: Sought::default(),
            known: KnownFindings::default(),
            parts: Vec::new(),
            matched_ignores: BTreeSet::new(),
            crosstable: None,
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

/// Adds a summary to the sum.
pub(super) fn add(sum: &mut Summary, more: &Summary) {
    let Summary {
        read: Extent { files, unreadable, games, plies, .. },
        checked_rules: _,
        findings,
        by_rule,
        chosen,
        duplicates_stopped,
        copies,
        fixable,
        suppressed,
        in_baseline,
        known: _,
        parts: _,
        matched_ignores: _,
        crosstable: _,
    } = more;
    let plus = |sum: &mut u64, more: &u64| *sum = sum.saturating_add(*more);
    plus(&mut sum.read.files, files);
    plus(&mut sum.read.unreadable, unreadable);
    plus(&mut sum.read.games, games);
    plus(&mut sum.read.plies, plies);
    plus(&mut sum.fixable, fixable);
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
