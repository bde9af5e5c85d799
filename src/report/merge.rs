//! `merge`: joins the `jsonl` reports of shards and files, and adds up their summaries.
//!
//! The lines of games are copied. They are changed only if games and lines were counted from the beginning of a part of the
//! file. Memory holds the last line of each report, and the game numbers of the reports that are not about a shard.

mod error;
mod part;
mod renumber;
mod shares;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use crate::audit::Summary;
use crate::input::STANDARD_INPUT;

use super::wire::SummaryWire;
use super::{RunSettings, SCHEMA};
use part::{GameOffset, GamePlace, Part, add};
use renumber::NumbersBefore;

pub(crate) use error::MergeError;

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
        if parts.iter().any(|part| part.last.share.is_some()) {
            check_settings(&parts)?;
            shares::sort_and_check(&mut parts)?;
            count_before(&mut parts);
            let summary = shares::summary(&parts);
            return Ok(Self { parts, summary });
        }
        check_named_once(&parts)?;
        check_games_once(&parts)?;
        sort_shards(&mut parts);
        let mut summary = Summary::default();
        for parts in
            parts.chunk_by(|one, other| one.shard_file().is_some() && one.shard_file() == other.shard_file())
        {
            check_settings(parts)?;
            check_complete(parts)?;
            add(&mut summary, &summary_of_file(parts));
        }
        count_before(&mut parts);
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

    /// The sources that could not be read. An error of a file that was cut is named once.
    fn unreadable(&self) -> Vec<&Value> {
        let mut cut = HashSet::new();
        let mut is_first = |part: &Part, source: &Value| {
            let is_cut = part.before.iter().any(|before| source["file"] == before.file.as_str());
            !is_cut || cut.insert(source.to_string())
        };
        let mut all = Vec::new();
        for part in &self.parts {
            all.extend(part.last.unreadable.iter().filter(|source| is_first(part, source)));
        }
        all
    }

    /// Writes the joined report.
    pub(crate) fn write(&self, out: &mut dyn Write) -> Result<(), MergeError> {
        for part in &self.parts {
            part.write_games(out)?;
        }
        let Some(first) = self.parts.first() else { return Ok(()) };
        let merged = MergedLastLine {
            schema: SCHEMA,
            tool: &first.last.tool,
            code: &first.last.code,
            left_out: self.left_out(),
            unreadable: self.unreadable(),
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

/// Checks that the parts of a run were audited with the same settings.
fn check_settings(parts: &[Part]) -> Result<(), MergeError> {
    let mut known = parts.iter().filter_map(|part| Some((part, part.last.settings.as_ref()?)));
    let Some((first, settings)) = known.next() else { return Ok(()) };
    for (other, others) in known {
        let names = settings.keys().chain(others.keys());
        if let Some(name) = names.into_iter().find(|name| settings.get(*name) != others.get(*name)) {
            let value =
                |settings: &RunSettings| settings.get(name).map_or("unset", String::as_str).to_owned();
            let setting = format!("{name} is {} and {}", value(settings), value(others));
            return Err(MergeError::Settings { one: first.path.clone(), other: other.path.clone(), setting });
        }
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

/// Sets the numbers before each part of the sorted reports.
fn count_before(parts: &mut [Part]) {
    let mut before: HashMap<String, NumbersBefore> = HashMap::new();
    for part in parts {
        for cut in &part.last.parts {
            let numbers = before.entry(cut.file.clone()).or_insert_with(|| NumbersBefore::of(&cut.file));
            part.before.push(numbers.clone());
            numbers.add(cut);
        }
    }
}
