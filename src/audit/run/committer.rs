//! The committer: numbers the finished games and gives them to the ledger in input order.

use std::io;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::{FirstNumbers, Format, InputError, InputErrorKind, Shard, SourcePosition};

use super::super::Progress;
use super::super::places::Places;
use super::intake::InputOptions;
use super::ledger::{ChunkEnd, Extent, Ledger, Numbering, PartExtent, TextEnd};
use super::reader::{Batch, InputEvent, SourceHeader};
use super::worker::{Limit, PendingChunk, Task, Worker};

pub(super) struct Committer<'c, T: Task> {
    pub(super) task: &'c T,
    /// For the games that the workers left.
    worker: Worker<T>,
    wanted: Option<&'c RangeInclusive<u64>>,
    /// The part of the current source that is read.
    shard: Option<Shard>,
    /// The place in the first source at which the run begins.
    resume: Option<SourcePosition>,
    ledger: &'c mut dyn Ledger<T::Game>,
    progress: &'c dyn Progress,
    /// Receives the number of the source of which no more games are wanted.
    satisfied: &'c AtomicU64,
    pub(super) extent: Extent,
    numbering: Numbering,
    games_before: u64,
    /// Whether the current source was read from its beginning and without an error.
    is_whole: bool,
    /// Whether an error of the current source was reported after which more of it is read.
    is_broken: bool,
    /// The end of the text of the current source so far.
    text_end: u64,
    format_by_name: Option<Format>,
    /// The error to report if the current source holds no game.
    without_games: Option<InputErrorKind>,
    /// The first source that ends before the games wanted, its number of games, and the number of other such sources.
    too_short: Option<(Arc<str>, u64, u64)>,
}

impl<'c, T: Task> Committer<'c, T> {
    pub(super) fn new(
        task: &'c T,
        intake: &'c InputOptions,
        ledger: &'c mut dyn Ledger<T::Game>,
        progress: &'c dyn Progress,
        satisfied: &'c AtomicU64,
    ) -> Self {
        Self {
            task,
            worker: Worker::default(),
            wanted: intake.games.as_ref(),
            shard: intake.shard,
            resume: intake.resume,
            ledger,
            progress,
            satisfied,
            extent: Extent::default(),
            numbering: Numbering { file: "".into(), source: "".into(), number: 0, lines_before: 0 },
            games_before: 0,
            is_whole: true,
            is_broken: false,
            text_end: 0,
            format_by_name: None,
            without_games: None,
            too_short: None,
        }
    }

    /// Commits the batch that is due, and returns the buffers of its chunks.
    pub(super) fn commit(&mut self, batch: Batch<T::Game>) -> io::Result<Vec<Vec<u8>>> {
        let mut buffers = Vec::new();
        for event in batch {
            match event {
                InputEvent::Opened(header) => {
                    self.ledger.next_source(Some(&header.name))?;
                    self.open(header);
                }
                InputEvent::Chunk(pending) => buffers.push(self.chunk(pending)?),
                // The wanted games are complete: with one job, the reader would have stopped before this error.
                InputEvent::Failed(_) if self.has_enough() => {}
                InputEvent::Failed(error) => self.unreadable(&error)?,
                InputEvent::NoSource(error) => {
                    self.ledger.next_source(None)?;
                    self.is_broken = false;
                    self.unreadable(&error)?;
                }
                InputEvent::Ended { dropped, newlines } => {
                    self.text_end += dropped;
                    self.numbering.lines_before += newlines;
                    self.end()?;
                }
            }
        }
        Ok(buffers)
    }

    fn open(&mut self, header: SourceHeader) {
        let SourceHeader { name, size, format_by_name, shard } = header;
        self.shard = shard;
        self.extent.files += 1;
        self.progress.expect(self.shard.map_or(size, |shard| Some(shard.range.length)));
        let first = self.shard.map_or(FirstNumbers::WHOLE_FILE, |shard| shard.first());
        let file = self.shard.map_or_else(|| Arc::clone(&name), |shard| shard.name(&name));
        let lines_before = first.line.saturating_sub(1);
        self.numbering = Numbering { file, source: name, number: 0, lines_before };
        self.games_before = first.game.saturating_sub(1);
        self.is_whole = self.shard.is_none();
        self.text_end = self.shard.as_ref().map_or(0, text_start);
        if let Some(SourcePosition { offset, games, lines, is_whole }) = self.resume.take() {
            self.games_before = games;
            self.numbering.lines_before = lines;
            self.is_whole = is_whole;
            self.text_end = offset;
        }
        self.is_broken = false;
        self.format_by_name = format_by_name;
        self.without_games = Some(InputErrorKind::explain_no_games(&[], format_by_name));
    }

    /// Commits the games of a chunk, and processes those that the workers left.
    fn chunk(&mut self, mut pending: PendingChunk<T::Game>) -> io::Result<Vec<u8>> {
        let games_before = self.games_before;
        while pending.next_game.is_some() {
            self.games(&mut pending)?;
            self.worker.process(self.task, &mut pending, Limit::Due);
        }
        let count = self.games_before - games_before + pending.games.len() as u64;
        let chunk = &pending.chunk;
        if count == 0 && matches!(self.without_games, Some(InputErrorKind::Empty)) {
            let why = InputErrorKind::explain_no_games(&chunk.bytes, self.format_by_name);
            self.without_games = Some(why);
        }
        self.games(&mut pending)?;
        self.numbering.lines_before += pending.newlines;
        let chunk = &pending.chunk;
        let offset = chunk.source_offset(chunk.bytes.len());
        self.text_end = offset;
        self.ledger.chunk_end(ChunkEnd {
            offset,
            length: chunk.source_length(),
            games: self.games_before,
            lines: self.numbering.lines_before,
            begins_line: !chunk.is_last && chunk.line_start(chunk.bytes.len()) == offset,
            is_whole: self.is_whole,
        })?;
        if self.has_enough() {
            self.satisfied.store(self.extent.files, Ordering::Relaxed);
        }
        Ok(pending.chunk.bytes)
    }

    /// Gives the finished games of a chunk to the ledger.
    fn games(&mut self, pending: &mut PendingChunk<T::Game>) -> io::Result<()> {
        let PendingChunk { chunk, games, .. } = pending;
        let count = games.len();
        if count == 0 {
            return Ok(());
        }
        let places = Places::new(chunk);
        let wanted = self.wanted_of(count);
        self.numbering.number = self.games_before + wanted.start as u64 + 1;
        let wanted = games.get_mut(wanted).unwrap_or_default();
        for game in wanted {
            self.extent.games += 1;
            self.ledger.game(game, &self.numbering, &places)?;
            self.numbering.number += 1;
        }
        self.games_before += count as u64;
        self.extent.has_games = true;
        self.progress.games(count as u64);
        games.clear();
        Ok(())
    }

    /// Which of the next `count` games are wanted, counted from 0.
    fn wanted_of(&self, count: usize) -> Range<usize> {
        let within = |number: u64| {
            usize::try_from(number.saturating_sub(self.games_before))
                .map_or(count, |number| number.min(count))
        };
        self.wanted.map_or(0..count, |wanted| within(wanted.start().saturating_sub(1))..within(*wanted.end()))
    }

    /// Whether no further game of the current source is wanted.
    fn has_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.games_before >= *wanted.end())
    }

    fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        match &error.why {
            InputErrorKind::NoRecords(_) | InputErrorKind::Empty | InputErrorKind::NestedArchive => {
                self.extent.without_games += 1;
                self.ledger.without_games(&error.path, &error.why.to_string());
                return Ok(());
            }
            why if why.is_notice()
                || matches!(why, InputErrorKind::Excluded | InputErrorKind::ExcludedNames) =>
            {
                self.ledger.note(&error.path, &why.to_string());
                return Ok(());
            }
            _ => {}
        }
        self.is_whole = false;
        if !std::mem::replace(&mut self.is_broken, error.why.goes_on()) {
            self.extent.unreadable += 1;
        }
        self.ledger.unreadable(&error.path, &error.why.to_string())
    }

    fn end(&mut self) -> io::Result<()> {
        self.ledger.ended(TextEnd { offset: self.text_end, lines_before: self.numbering.lines_before });
        if let Some(shard) = self.shard {
            let first = shard.first();
            let games = self.games_before.saturating_sub(first.game.saturating_sub(1));
            let lines = self.numbering.lines_before.saturating_sub(first.line.saturating_sub(1));
            let file = Arc::clone(&self.numbering.source);
            let text = self.text_end.saturating_sub(text_start(&shard));
            self.ledger.read_part(PartExtent { file, shard, games, lines, text });
        }
        if !self.is_whole || self.has_enough() {
            return Ok(());
        }
        let (file, games) = (Arc::clone(&self.numbering.file), self.games_before);
        if let Some(why) = self.without_games.take().filter(|_| games == 0) {
            if matches!(why, InputErrorKind::Empty) {
                self.ledger.read(&file, 0)?;
            }
            return self.unreadable(&InputError { path: file, why });
        }
        if self.wanted.is_some_and(|wanted| games < *wanted.start()) {
            match &mut self.too_short {
                Some((_, _, others)) => *others += 1,
                None => self.too_short = Some((Arc::clone(&file), games, 0)),
            }
        }
        self.ledger.read(&file, games)
    }

    /// Notes why no game was selected. Called after the last batch.
    pub(super) fn finish(&mut self) {
        if self.shard.is_some() && !self.extent.has_games && self.extent.unreadable == 0 {
            self.ledger.note(&self.numbering.file, "no game begins in this shard");
        }
        if let Some((file, games, others)) = self.too_short.take().filter(|_| self.extent.games == 0) {
            let games = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
            let others = match others {
                0 => String::new(),
                1 => ", and 1 other file has too few".to_owned(),
                others => format!(", and {others} other files have too few"),
            };
            self.ledger.note(&file, &format!("only {games}{others}, so --games selects none"));
        }
    }
}

/// The offset of the first byte of a shard in the decompressed text, as far as it is known.
fn text_start(shard: &Shard) -> u64 {
    shard.seams.map_or(shard.range.offset, |seams| seams.text)
}
