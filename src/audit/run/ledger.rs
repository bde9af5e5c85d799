//! The receiver of finished games.

use std::io;
use std::sync::Arc;

use crate::finding::Location;

use super::super::places::Places;

/// Receives the finished games one by one, in input order.
pub(crate) trait Ledger<Game>: Send {
    /// Receives one game. It is borrowed because a copy would be most of the cost here; its text is still available.
    ///
    /// # Errors
    /// The output failed; the run ends.
    fn game(&mut self, game: &mut Game, place: &Numbering, places: &Places<'_>) -> io::Result<()>;

    /// A source was read from beginning to end, or a folder holds no source; `games` is how many games it holds.
    ///
    /// # Errors
    /// The output failed; the run ends.
    fn read(&mut self, _file: &Arc<str>, _games: u64) -> io::Result<()> {
        Ok(())
    }

    /// Everything that a folder or a pattern leads to is excluded.
    fn passed_over(&mut self, _named: &Arc<str>) {}

    /// A source could not be opened or read to its end; the run goes on.
    ///
    /// # Errors
    /// The output failed; the run ends.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}

/// How much was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// Sources read.
    pub files: u64,
    /// Sources that could not be read to their end.
    pub unreadable: u64,
    /// Games that were wanted.
    pub games: u64,
    /// Moves standing at the end of each game.
    pub plies: u64,
}

/// The number of a game in its source, and the line on which its chunk begins.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    pub file: Arc<str>,
    /// The game's number in its source, from 1.
    pub number: u64,
    /// The number of lines before the chunk.
    pub lines_before: u64,
}

impl Numbering {
    /// Turns a line of the chunk into a line of the source.
    pub(crate) fn absolute(&self, location: &mut Location) {
        location.line += self.lines_before;
    }
}
