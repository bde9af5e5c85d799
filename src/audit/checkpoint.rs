//! Runs that can be interrupted: what is found of each game is kept in a folder, in parts.
//!
//! A run first audits what no part holds yet, and then reports all games from the parts. So its reports are those of a run
//! that was never interrupted, whatever their format: duplicates, series and the baseline are judged again from what is kept.

mod entry;
mod parts;

use std::borrow::Cow;
use std::io;
use std::mem;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::finding::GameReport;
use crate::input::{Inputs, SourcePosition};

use super::game::{Audit, GameOutcome, late_report};
use super::places::Places;
use super::reports::{Reports, TakenGame};
use super::run::{ChunkEnd, Extent, InputOptions, Ledger, Numbering};
use super::{BaselineMode, Progress, Settings, Sink, Summary};

use entry::{Entry, KeptGame, PartStart, RunPosition};
use parts::{PartReader, PartWriter};

pub(crate) use parts::PartFolder;

/// A part ends once it holds the games of this many chunks: 64 MiB of text.
const PART_CHUNKS: u64 = 400;

/// A part ends after this time, so that little is lost of a run whose games take long.
const PART_TIME: Duration = Duration::from_secs(30);

/// Audits what the folder does not hold yet, and then passes all games to the sink in input order.
///
/// # Errors
/// The sink failed, or the folder cannot be read or written.
pub(crate) fn run(
    settings: &Settings,
    inputs: Inputs,
    folder: &PartFolder,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    record(settings, inputs, folder, progress)?;
    let mut reports = Reports::new(settings, sink);
    let mut replay = Replay::default();
    for part in 1..=folder.count()? {
        replay.part(folder.read(part)?, &mut reports, settings)?;
    }
    reports.into_summary(replay.extent)
}

/// Audits what the folder does not hold yet.
fn record(
    settings: &Settings,
    inputs: Inputs,
    folder: &PartFolder,
    progress: &dyn Progress,
) -> io::Result<()> {
    // The first look for findings that need other games decides which reports are kept for them.
    let apart = Settings { baseline: BaselineMode::Off, ..settings.clone() };
    let mut no_sink = NoSink;
    let mut reports = Reports::new(&apart, &mut no_sink);
    let mut replay = Replay::default();
    let parts = folder.count()?;
    for part in 1..=parts {
        replay.part(folder.read(part)?, &mut reports, settings)?;
    }
    let Replay { at, file, extent, .. } = replay;
    let RunPosition::In { sources, within } = at else { return Ok(()) };
    progress.games(extent.games);
    let intake = InputOptions { resume: within, ..settings.intake.clone() };
    let mut recorder = Recorder {
        settings: &apart,
        reports,
        folder,
        part: None,
        parts,
        chunk_size: settings.intake.chunk_size as u64,
        sources,
        is_resumed: within.is_some(),
        at,
        file,
        failure: None,
    };
    let audit = Audit { settings, meter: progress.meter() };
    let sources = inputs.into_sources().skip(usize::try_from(sources).unwrap_or(usize::MAX));
    super::run::run(&audit, &intake, sources, &mut recorder, progress)?;
    recorder.finish()
}

/// Passes over everything.
struct NoSink;

impl Sink for NoSink {
    fn game(&mut self, _: &Arc<str>, _: &GameReport) -> io::Result<()> {
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// The games of the parts, one after another.
#[derive(Default)]
struct Replay {
    /// The place after the last part.
    at: RunPosition,
    /// The current source.
    file: Arc<str>,
    /// Whether a fault of the current source was counted. It may have several.
    is_counted: bool,
    extent: Extent,
}

impl Replay {
    /// Passes the games of the next part on.
    fn part(
        &mut self,
        mut part: PartReader,
        reports: &mut Reports<'_>,
        settings: &Settings,
    ) -> io::Result<()> {
        match part.next_entry()? {
            Some(Entry::Begin(PartStart { at, file })) if at == self.at => self.file = file.into(),
            _ => return Err(part.damaged()),
        }
        let mut late: Option<GameReport> = None;
        loop {
            match part.next_entry()?.ok_or_else(|| part.damaged())? {
                Entry::Begin(_) => return Err(part.damaged()),
                Entry::Source(file) => {
                    self.extent.files += 1;
                    self.file = file.into();
                    self.is_counted = false;
                }
                Entry::Late(report) => late = Some(report.into_owned()),
                Entry::Game(game) => {
                    self.extent.games += 1;
                    self.extent.has_games = true;
                    self.game(*game, late.take(), reports, settings)?.ok_or_else(|| part.damaged())?;
                }
                Entry::Read { file, games } => reports.read(&file.into(), games)?,
                Entry::WithoutGames { named, why } => {
                    self.extent.without_games += 1;
                    reports.without_games(&named.into(), &why);
                }
                Entry::Note { named, note } => reports.note(&named.into(), &note),
                Entry::Unreadable { file, why } => {
                    let is_of_source = *file == *self.file;
                    self.extent.unreadable += u64::from(!(is_of_source && self.is_counted));
                    self.is_counted |= is_of_source;
                    reports.unreadable(&file.into(), &why)?;
                }
                Entry::End(at) => {
                    self.at = at;
                    // The checksum is after the last entry.
                    return if part.next_entry()?.is_none() { Ok(()) } else { Err(part.damaged()) };
                }
            }
        }
    }

    /// `None` if the game cannot be of this run.
    fn game(
        &self,
        game: KeptGame<'_>,
        late: Option<GameReport>,
        reports: &mut Reports<'_>,
        settings: &Settings,
    ) -> io::Result<Option<()>> {
        let Some(code) = game.code.into_code(&settings.shelf) else { return Ok(None) };
        let place = Numbering {
            file: Arc::clone(&self.file),
            source: Arc::clone(&self.file),
            number: game.number,
            lines_before: game.lines_before,
        };
        let mut report = game.report.map(Cow::into_owned);
        let taken = TakenGame {
            key: game.key,
            identity: game.identity.as_ref(),
            report: report.as_mut(),
            series: game.series.map(Cow::into_owned),
            curated: game.curated.map(Cow::into_owned),
            tournament: None,
            suppressed: game.suppressed.map(Cow::into_owned).unwrap_or_default(),
            plies: game.plies,
            code: &code,
            choice: game.choice,
        };
        let mut is_missing = false;
        reports.take(taken, &place, |_| {
            is_missing = late.is_none();
            late
        })?;
        Ok((!is_missing).then_some(()))
    }
}

/// Writes the parts.
struct Recorder<'a> {
    settings: &'a Settings,
    reports: Reports<'a>,
    folder: &'a PartFolder,
    part: Option<OpenPart>,
    /// The number of finished parts.
    parts: u64,
    chunk_size: u64,
    /// The number of sources begun.
    sources: u64,
    /// Whether the next source was begun in an earlier part.
    is_resumed: bool,
    /// The place of the end of the last part.
    at: RunPosition,
    /// The current source.
    file: Arc<str>,
    /// An error of a method that returns none.
    failure: Option<io::Error>,
}

/// A part that is being written.
struct OpenPart {
    writer: PartWriter,
    begun: Instant,
    /// The number of bytes of text whose games it holds.
    bytes: u64,
}

impl Recorder<'_> {
    /// The part that is being written, or a new one.
    fn part(&mut self) -> io::Result<&mut OpenPart> {
        match &mut self.part {
            Some(part) => Ok(part),
            none => {
                let mut writer = self.folder.create(self.parts + 1)?;
                writer.write(&Entry::Begin(PartStart { at: self.at, file: Cow::Borrowed(&self.file) }))?;
                Ok(none.insert(OpenPart { writer, begun: Instant::now(), bytes: 0 }))
            }
        }
    }

    fn write(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        self.part()?.writer.write(entry)
    }

    /// Ends the part at this place if it is long enough.
    fn pass(&mut self, at: RunPosition) -> io::Result<()> {
        let most = PART_CHUNKS.saturating_mul(self.chunk_size);
        if self.part.as_ref().is_some_and(|part| part.bytes >= most || part.begun.elapsed() >= PART_TIME) {
            self.end_part(at)?;
        }
        Ok(())
    }

    fn end_part(&mut self, at: RunPosition) -> io::Result<()> {
        self.write(&Entry::End(at))?;
        if let Some(part) = self.part.take() {
            part.writer.finish()?;
            self.parts += 1;
            self.at = at;
        }
        Ok(())
    }

    /// Ends the last part.
    fn finish(mut self) -> io::Result<()> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => self.end_part(RunPosition::End),
        }
    }

    /// Writes an entry for a method that returns no error.
    fn write_or_fail_later(&mut self, entry: &Entry<'_>) {
        if let Err(error) = self.write(entry) {
            self.failure.get_or_insert(error);
        }
    }
}

impl Ledger<GameOutcome> for Recorder<'_> {
    fn game(&mut self, game: &mut GameOutcome, place: &Numbering, places: &Places<'_>) -> io::Result<()> {
        // The report changes when it is taken.
        let kept = entry::line(&Entry::Game(Box::new(KeptGame::of(game, place))))?;
        let settings = self.settings;
        let ending = &game.ending;
        let extras = game.extras.take().map(|extras| *extras).unwrap_or_default();
        let taken = TakenGame {
            key: game.key,
            identity: game.identity.as_ref(),
            report: game.report.as_deref_mut(),
            series: extras.series,
            curated: extras.curated,
            tournament: None,
            suppressed: extras.suppressed,
            plies: ending.plies,
            code: &ending.code,
            choice: ending.choice,
        };
        let mut late = None;
        self.reports.take(taken, place, |record| {
            let report = late_report(record, places, ending, settings);
            late = Some(report.clone());
            Some(report)
        })?;
        if let Some(late) = late {
            self.write(&Entry::Late(Cow::Owned(late)))?;
        }
        self.part()?.writer.write_line(&kept)
    }

    fn next_source(&mut self, opened: Option<&Arc<str>>) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        let sources = self.sources;
        self.sources += 1;
        if mem::take(&mut self.is_resumed) {
            return Ok(());
        }
        self.pass(RunPosition::In { sources, within: None })?;
        if let Some(file) = opened {
            self.write(&Entry::Source(Cow::Borrowed(file)))?;
            self.file = Arc::clone(file);
        }
        Ok(())
    }

    fn chunk_end(&mut self, end: ChunkEnd) -> io::Result<()> {
        if let Some(part) = &mut self.part {
            part.bytes = part.bytes.saturating_add(end.length);
        }
        let ChunkEnd { offset, games, lines, begins_line, is_whole, .. } = end;
        if begins_line && games > 0 {
            let within = Some(SourcePosition { offset, games, lines, is_whole });
            self.pass(RunPosition::In { sources: self.sources.saturating_sub(1), within })?;
        }
        Ok(())
    }

    fn read(&mut self, file: &Arc<str>, games: u64) -> io::Result<()> {
        self.write(&Entry::Read { file: Cow::Borrowed(file), games })
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        self.write_or_fail_later(&Entry::WithoutGames {
            named: Cow::Borrowed(named),
            why: Cow::Borrowed(why),
        });
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        self.write_or_fail_later(&Entry::Note { named: Cow::Borrowed(named), note: Cow::Borrowed(note) });
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.write(&Entry::Unreadable { file: Cow::Borrowed(file), why: Cow::Borrowed(why) })
    }
}
