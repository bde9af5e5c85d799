//! The one place where games leave the run: counted, numbered, in order.

use std::io;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use crate::finding::Location;
use crate::input::{First, Format, InputError, Shard, Trouble};

use super::super::Progress;
use super::super::places::Places;
use super::intake::Intake;
use super::reading::{Heading, Opened, Reading};
use super::worker::{Performed, Relief, Spent};

/// Where games go, one after the other, in the order of the input; from which thread may change.
pub(crate) trait Ledger<Game>: Send {
    /// About so many games are to come, the first chunk of a source tells.
    fn expect(&mut self, _games: u64) {}

    /// The games of a chunk that are about to be taken one by one, the place of the first: for what is sooner
    /// asked about all of them together.
    ///
    /// # Errors
    /// What the disk says on which something was put aside; the run ends there.
    fn ahead(&mut self, _games: &[Game], _first: &Numbering) -> io::Result<()> {
        Ok(())
    }

    /// One game, in place: a copy of each would be most of what it costs here. The chunk it was read from is still
    /// at hand.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn game(&mut self, game: &mut Game, place: &Numbering, places: &Places<'_>) -> io::Result<()>;

    /// A source that was read from its beginning to its end, or a folder that leads to none, and how many games it
    /// holds.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn read(&mut self, _file: &Arc<str>, _games: u64) -> io::Result<()> {
        Ok(())
    }

    /// A folder or a pattern that leads to nothing but what is excluded.
    fn passed_over(&mut self, _named: &Arc<str>) {}

    /// A source that could not be opened or read to its end; the run goes on.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}

/// What was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Sources read.
    pub files: u64,
    /// Sources that could not be read to their end.
    pub unreadable: u64,
    /// Games that were wanted.
    pub games: u64,
    /// Moves standing at their ends.
    pub plies: u64,
}

/// Which game of which source it is, and what makes the lines of its chunk lines of the source.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    pub file: Arc<str>,
    /// The game's number in its source, from 1.
    pub number: u64,
    /// The lines before the chunk.
    pub lines_before: u64,
}

impl Numbering {
    /// The place in the source that a place in the chunk is.
    pub fn absolute(&self, location: &mut Location) {
        location.line += self.lines_before;
    }
}

/// The one place where games leave the run: counted, numbered, in order.
pub(super) struct Entry<'a, Game> {
    wanted: Option<&'a RangeInclusive<u64>>,
    shard: Option<Shard>,
    ledger: &'a mut dyn Ledger<Game>,
    progress: &'a dyn Progress,
    extent: Extent,
    numbering: Numbering,
    games_before: u64,
    /// How long the source at hand is, before unpacking, in bytes, where that is known.
    size: Option<u64>,
    /// Whether all of the source at hand came, so far.
    is_whole: bool,
    /// The format that it is of by its name alone.
    packed_by_name: Option<Format>,
    /// What is wrong with it, if it holds no game.
    without_games: Option<Trouble>,
}

impl<'a, Game> Entry<'a, Game> {
    pub(super) fn new(
        intake: &'a Intake,
        ledger: &'a mut dyn Ledger<Game>,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            wanted: intake.games.as_ref(),
            shard: intake.shard,
            ledger,
            progress,
            extent: Extent::default(),
            numbering: Numbering { file: "".into(), number: 0, lines_before: 0 },
            games_before: 0,
            size: None,
            is_whole: true,
            packed_by_name: None,
            without_games: None,
        }
    }

    /// A source that is at hand from now on; how it is read, if it can be.
    ///
    /// # Errors
    /// What the ledger says of one that cannot.
    pub(super) fn admit(&mut self, opened: Opened) -> io::Result<Option<Reading>> {
        let Opened { heading, reading } = opened;
        if let Some(heading) = heading {
            self.begin(heading);
        }
        match reading {
            Ok(reading) => Ok(Some(reading)),
            Err(error) => {
                self.unreadable(&error)?;
                Ok(None)
            }
        }
    }

    pub(super) fn begin(&mut self, heading: Heading) {
        let Heading { name, size, packed_by_name } = heading;
        self.extent.files += 1;
        self.size = self.shard.map_or(size, |shard| Some(shard.stretch.length));
        self.progress.expect(self.size);
        let first = self.shard.map_or(First::OF_ALL, |shard| shard.first());
        let file = self.shard.map_or_else(|| Arc::clone(&name), |shard| shard.name(&name));
        self.numbering = Numbering { file, number: 0, lines_before: first.line.saturating_sub(1) };
        self.games_before = first.game.saturating_sub(1);
        self.is_whole = self.shard.is_none();
        self.packed_by_name = packed_by_name;
        // What has no byte has no chunk either: its name tells all.
        self.without_games = Trouble::without_games(&[], packed_by_name);
    }

    /// Bytes at hand take the place of a source.
    pub(super) fn begin_bytes(&mut self) -> Arc<str> {
        self.numbering.file = "<bytes>".into();
        Arc::clone(&self.numbering.file)
    }

    /// What was read so far.
    pub(super) fn extent(&self) -> Extent {
        self.extent
    }

    /// The source at hand has no more.
    pub(super) fn end(&mut self) -> io::Result<()> {
        if self.is_whole && !self.has_enough() {
            if let Some(why) = self.without_games.take().filter(|_| self.games_before == 0) {
                return self.unreadable(&InputError { path: Arc::clone(&self.numbering.file), why });
            }
            self.ledger.read(&self.numbering.file, self.games_before)?;
        }
        Ok(())
    }

    pub(super) fn unreadable(&mut self, error: &InputError) -> io::Result<()> {
        match error.why {
            Trouble::NoRecords => return self.ledger.read(&error.path, 0),
            Trouble::Excluded => {
                self.ledger.passed_over(&error.path);
                return Ok(());
            }
            _ => {}
        }
        self.is_whole = false;
        self.extent.unreadable += 1;
        self.ledger.unreadable(&error.path, &error.why.to_string())
    }

    /// Whether no further game of this source is wanted.
    pub(super) fn has_enough(&self) -> bool {
        self.wanted.is_some_and(|wanted| self.games_before >= *wanted.end())
    }

    /// Which of the next so many games are wanted, counted from 0.
    fn wanted_of(&self, count: usize) -> Range<usize> {
        let within = |number: u64| {
            usize::try_from(number.saturating_sub(self.games_before))
                .map_or(count, |number| number.min(count))
        };
        self.wanted.map_or(0..count, |wanted| within(wanted.start().saturating_sub(1))..within(*wanted.end()))
    }

    /// Enters the games of a chunk; what is left of it comes back for use again.
    pub(super) fn enter(&mut self, performed: Performed<Game>) -> io::Result<Spent<Game>> {
        let Performed { mut games, relieved, newlines, chunk } = performed;
        let count = games.len() as u64 + relieved;
        if count == 0 && chunk.offset == 0 {
            self.without_games = Trouble::without_games(&chunk.bytes, self.packed_by_name);
        }
        // Where most are left out it is not known how many come.
        if let Some(size) = self.size.take().filter(|_| self.wanted.is_none() && !chunk.last) {
            self.ledger.expect(count.saturating_mul(size) / chunk.covers().max(1));
        }
        self.take(&mut games, &Places::new(&chunk))?;
        self.numbering.lines_before += newlines;
        Ok(Spent { bytes: chunk.bytes, games })
    }

    /// Takes the next games of a chunk.
    fn take(&mut self, games: &mut [Game], places: &Places<'_>) -> io::Result<()> {
        let count = games.len();
        let wanted = self.wanted_of(count);
        self.numbering.number = self.games_before + wanted.start as u64 + 1;
        let wanted = games.get_mut(wanted).unwrap_or_default();
        self.ledger.ahead(wanted, &self.numbering)?;
        for game in wanted {
            self.extent.games += 1;
            self.ledger.game(game, &self.numbering, places)?;
            self.numbering.number += 1;
        }
        self.games_before += count as u64;
        self.progress.games(count as u64);
        Ok(())
    }
}

impl<Game> Relief<Game> for Entry<'_, Game> {
    /// Where one thread does all, whatever comes is due.
    fn relieve(&mut self, games: &mut Vec<Game>, places: &Places<'_>, _: usize) -> io::Result<()> {
        self.take(games, places)?;
        games.clear();
        Ok(())
    }

    fn wait_for_turn(&self) {}
}
