//! The work on a game, and the workers that do it.

use crate::encoding::Encoding;
use crate::game::Record;
use crate::game::foreign_letters::Letters;
use crate::input::Chunk;
use crate::pgn::{NextGame, Reader, in_english_letters};

use super::super::places::Places;
use super::reader::{Batch, InputEvent};

/// The work on each game.
pub(crate) trait Task: Sync {
    /// The buffers that a worker keeps from game to game.
    type Buffers: Default + Send;

    /// The result of the work.
    type Game: Send;

    /// Processes one game. Lines are counted from the start of the chunk. `code` is the number of the choice of its code.
    fn game(
        &self,
        clerk: &mut Self::Buffers,
        record: &mut Record,
        places: &Places<'_>,
        code: u16,
    ) -> Self::Game;

    /// The approximate size in bytes of the heap memory of a result.
    fn weight(&self, _game: &Self::Game) -> usize {
        0
    }
}

/// The approximate limit in bytes of the finished games of all batches in flight.
const MOST_HELD: usize = 16 << 20;

/// The least limit in bytes of one batch: more than usual games need.
const LEAST_HELD: usize = 512 << 10;

/// The limit in bytes of the finished games of one batch, if this many batches are in flight.
pub(super) fn most_held(batches: usize) -> usize {
    MOST_HELD.checked_div(batches).unwrap_or(MOST_HELD).max(LEAST_HELD)
}

/// Where a worker stops before the end of a chunk.
#[derive(Clone, Copy)]
pub(super) enum Limit {
    /// The chunk is not due yet: stop before a game that takes much memory, and where the finished games take this
    /// many bytes. The committer processes the rest.
    Early { most_held: usize },
    /// The chunk is due: stop only so that the committer can give the finished games away.
    Due,
}

impl Limit {
    /// In bytes.
    fn most_held(self) -> usize {
        match self {
            Self::Early { most_held } => most_held,
            Self::Due => 64 << 10,
        }
    }
}

/// A chunk longer than this many bytes, and than twice the size asked for, is one long game.
const LONG: usize = 512 << 10;

/// A chunk, and how far it was processed.
pub(super) struct PendingChunk<Game> {
    pub(super) chunk: Chunk,
    encoding: Encoding,
    letters: Letters,
    /// The number of the choice of the code for its file.
    code: u16,
    /// The text with English piece letters, if `letters` are others; made when it is first read.
    english: Option<Vec<u8>>,
    /// The finished games that were not committed yet.
    pub(super) games: Vec<Game>,
    /// The index in the text from which the next game is read; `None` once all games are finished.
    pub(super) next_game: Option<usize>,
    /// The number of line ends in the text; known once all games are finished.
    pub(super) newlines: u64,
}

impl<Game> PendingChunk<Game> {
    pub(super) fn new(chunk: Chunk, encoding: Encoding, letters: Letters, code: u16) -> Self {
        Self {
            chunk,
            encoding,
            letters,
            code,
            english: None,
            games: Vec::new(),
            next_game: Some(0),
            newlines: 0,
        }
    }
}

/// Performs a task, with buffers of its own.
pub(crate) struct Worker<T: Task> {
    record: Record,
    clerk: T::Buffers,
    /// The number of games of the last chunk, as an estimate for the next.
    expected_games: usize,
}

impl<T: Task> Default for Worker<T> {
    fn default() -> Self {
        Self { record: Record::default(), clerk: T::Buffers::default(), expected_games: 0 }
    }
}

impl<T: Task> Worker<T> {
    /// Processes the chunks of a batch before they are due, as far as their games may be held.
    ///
    /// One long game is left to the committer, because its record takes several times its text.
    pub(super) fn process_batch(
        &mut self,
        task: &T,
        batch: &mut Batch<T::Game>,
        chunk_size: usize,
        mut most_held: usize,
    ) {
        let long = LONG.max(chunk_size.saturating_mul(2));
        for event in batch {
            if let InputEvent::Chunk(pending) = event
                && pending.chunk.bytes.len() <= long
            {
                let held = self.process(task, pending, Limit::Early { most_held });
                most_held = most_held.saturating_sub(held);
            }
        }
    }

    /// Processes the next games of a chunk, and returns how many bytes they hold.
    pub(super) fn process(&mut self, task: &T, pending: &mut PendingChunk<T::Game>, limit: Limit) -> usize {
        let PendingChunk { chunk, encoding, letters, code, english, games, next_game, newlines } = pending;
        let Some(start) = *next_game else { return 0 };
        games.reserve(self.expected_games);
        let places = Places::new(chunk);
        let reader = Reader::from(&chunk.bytes, start).encoded(*encoding);
        let mut reader = if *letters == Letters::English {
            reader
        } else {
            let english = english.get_or_insert_with(|| in_english_letters(&chunk.bytes, *letters));
            reader.in_english_letters(english, *letters)
        };
        let mut held = 0_usize;
        loop {
            *next_game = Some(reader.offset());
            if held >= limit.most_held() {
                break;
            }
            if reader.next(&mut self.record) != NextGame::Read {
                *next_game = None;
                // No line follows the last chunk.
                *newlines = if chunk.is_last { 0 } else { places.lines_before(chunk.bytes.len()) };
                break;
            }
            if reader.is_at_end() && chunk.is_truncated {
                self.record.note_cut_short();
            } else if reader.is_at_end() && chunk.is_broken_off {
                self.record.note_broken_off();
            }
            if matches!(limit, Limit::Early { .. }) && self.record.needs_much_memory() {
                break;
            }
            let game = task.game(&mut self.clerk, &mut self.record, &places, *code);
            held = held.saturating_add(size_of::<T::Game>()).saturating_add(task.weight(&game));
            games.push(game);
        }
        self.record.shrink();
        self.expected_games = games.len();
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;

    /// Returns the faults in the text of each game.
    struct Faults;

    impl Task for Faults {
        type Buffers = ();
        type Game = Vec<FaultKind>;

        fn game(&self, (): &mut (), record: &mut Record, _: &Places<'_>, _: u16) -> Vec<FaultKind> {
            record.text.faults.iter().map(|fault| fault.kind.clone()).collect()
        }
    }

    #[test]
    fn text_that_was_dropped_is_not_reported_as_missing() {
        let faults = |text: &[u8], cut_short| {
            let bytes = [b"[Event \"a\"]\n\n1. e4 e5 ", text].concat();
            let chunk = Chunk { bytes, is_truncated: cut_short, ..Chunk::default() };
            let mut pending = PendingChunk::new(chunk, Encoding::Auto, Letters::English, 0);
            Worker::<Faults>::default().process(&Faults, &mut pending, Limit::Due);
            pending.games.concat()
        };
        for (text, missing) in [
            (&b"2. Nf"[..], FaultKind::EndsInsideToken),
            (b"{a", FaultKind::UnclosedComment),
            (b"(2. Nf3", FaultKind::UnclosedVariation),
            (b"2. Nf3", FaultKind::NoTermination),
        ] {
            assert!(faults(text, false).contains(&missing), "{missing:?}");
            let cut = faults(text, true);
            assert!(!cut.contains(&missing) && cut.contains(&FaultKind::CutShort), "{cut:?}");
        }
    }
}
