//! The receiver of finished games.

use std::io;
use std::sync::Arc;

use crate::finding::Location;
use crate::input::Shard;

use super::super::places::Places;

/// Receives the finished games one by one, in input order. An error of any method ends the run.
pub(crate) trait Ledger<Game>: Send {
    /// Receives one game. It is borrowed because a copy would be most of the cost here.
    fn game(&mut self, game: &mut Game, place: &Numbering, places: &Places<'_>) -> io::Result<()>;

    /// The next source begins, or, if none is opened, an error that stands in its place.
    fn next_source(&mut self, _opened: Option<&Arc<str>>) -> io::Result<()> {
        Ok(())
    }

    /// All games of a chunk were received.
    fn chunk_end(&mut self, _end: ChunkEnd) -> io::Result<()> {
        Ok(())
    }

    /// A source with `games` games was read from beginning to end.
    fn read(&mut self, _file: &Arc<str>, _games: u64) -> io::Result<()> {
        Ok(())
    }

    /// The text of a source, or of the part of it that is read, ended here.
    fn ended(&mut self, _end: TextEnd) {}

    /// A part of a source was read, or as much of it as can be read.
    fn read_part(&mut self, _part: PartExtent) {}

    /// A source holds no game although nothing is wrong with it: a folder, or an empty file.
    fn without_games(&mut self, _named: &Arc<str>, _why: &str) {}

    /// Something about an input that is no failure.
    fn note(&mut self, _named: &Arc<str>, _note: &str) {}

    /// A source could not be opened or read to its end; the run continues.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}

/// The end of the text of a source.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextEnd {
    /// In bytes of decompressed text.
    pub offset: u64,
    /// The number of line ends before it. If the source ends here, those of its last chunk are not counted.
    pub lines_before: u64,
}

/// The amount of input read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Extent {
    /// The number of sources.
    pub files: u64,
    /// The number of sources that could not be read to their end.
    pub unreadable: u64,
    /// The number of games that were wanted.
    pub games: u64,
    /// The number of moves not taken back at the end of the games.
    pub plies: u64,
    /// Whether any game was found, wanted or not.
    pub has_games: bool,
    /// The number of folders and empty files in which no game was found.
    pub without_games: u64,
}

impl Extent {
    /// Whether there was something to read, but no game in any of it.
    pub fn has_read_nothing(&self) -> bool {
        !self.has_games && self.without_games > 0
    }
}

/// The end of a chunk in its source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChunkEnd {
    /// In the text of the source.
    pub offset: u64,
    /// The length of the chunk in bytes.
    pub length: u64,
    /// The number of games up to it.
    pub games: u64,
    /// The number of line ends up to it.
    pub lines: u64,
    /// Whether another chunk follows, which begins a line.
    pub begins_line: bool,
    /// Whether everything before it could be read.
    pub is_whole: bool,
}

/// A part of a source, and how much it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartExtent {
    /// The source.
    pub file: Arc<str>,
    /// The part.
    pub shard: Shard,
    /// The number of its games.
    pub games: u64,
    /// The number of its line ends. If it ends with its file, those of its last chunk are not counted.
    pub lines: u64,
    /// In bytes of decompressed text.
    pub text: u64,
}

/// The number of a game in its source, and the number of lines before its chunk.
#[derive(Clone, Debug)]
pub(crate) struct Numbering {
    /// The name of the source in a report, or of the part that is read.
    pub file: Arc<str>,
    /// The source.
    pub source: Arc<str>,
    /// From 1.
    pub number: u64,
    pub lines_before: u64,
}

impl Numbering {
    /// Turns a line of the chunk into a line of the source.
    pub(crate) fn make_absolute(&self, location: &mut Location) {
        location.line += self.lines_before;
    }
}
