//! What is done with a game, and who does it.

use std::io;

use crate::encoding::Encoding;
use crate::game::Record;
use crate::input::{Chunk, Text};
use crate::pgn::{NextGame, Reader};

use super::super::places::Places;

/// In bytes. As often as the games that a worker holds have grown by so much, he asks to be relieved of them. The
/// usual ones of a chunk, of which nothing is told, do not come to so much.
const MUCH: usize = 64 << 10;

/// What is done with each game.
pub(crate) trait Task: Sync {
    /// What a worker keeps from game to game, so that its buffers are used again.
    type Clerk: Default + Send;

    /// What a game comes to.
    type Game: Send;

    /// Works on one game. Lines are those of the chunk.
    fn game(&self, clerk: &mut Self::Clerk, record: &mut Record, places: &Places<'_>) -> Self::Game;

    /// About how many bytes are kept for what a game came to besides itself, where that may be many.
    fn weight(&self, _game: &Self::Game) -> usize {
        0
    }
}

/// Relieves a worker, in the middle of a chunk, of games that came to much.
pub(super) trait Relief<Game> {
    /// The games of the chunk that he holds so far take about so many bytes more than the last time he asked. Where they
    /// are taken, none is left.
    ///
    /// # Errors
    /// What the ledger said.
    fn relieve(&mut self, games: &mut Vec<Game>, places: &Places<'_>, more: usize) -> io::Result<()>;

    /// Waits until all that comes before the chunk has begun to be entered.
    fn wait_for_turn(&self);
}

/// One who performs a task, with buffers of his own.
pub(super) struct Worker<T: Task> {
    record: Record,
    clerk: T::Clerk,
    /// How many games the last chunk held: about as many as the next will.
    games: usize,
}

impl<T: Task> Default for Worker<T> {
    fn default() -> Self {
        Self { record: Record::default(), clerk: T::Clerk::default(), games: 0 }
    }
}

impl<T: Task> Worker<T> {
    /// Every game of a chunk, in the place of games that are done with.
    ///
    /// # Errors
    /// What the ledger said of games it took before the chunk's end.
    pub(super) fn perform(
        &mut self,
        task: &T,
        chunk: Chunk,
        encoding: Encoding,
        mut games: Vec<T::Game>,
        relief: &mut dyn Relief<T::Game>,
    ) -> io::Result<Performed<T::Game>> {
        games.clear();
        games.reserve(self.games);
        let places = Places::new(&chunk);
        let mut reader = Reader::new(&chunk.bytes).encoded(encoding);
        let (mut more, mut relieved) = (0_usize, 0);
        while reader.next(&mut self.record) == NextGame::Read {
            if reader.is_at_end() && chunk.cut_short {
                self.record.note_cut_short();
            }
            if self.record.takes_much() {
                // Of one such game at a time.
                relief.wait_for_turn();
            }
            let game = task.game(&mut self.clerk, &mut self.record, &places);
            more = more.saturating_add(size_of::<T::Game>()).saturating_add(task.weight(&game));
            games.push(game);
            if more >= MUCH {
                let held = games.len();
                relief.relieve(&mut games, &places, std::mem::take(&mut more))?;
                relieved += held.saturating_sub(games.len()) as u64;
            }
        }
        self.record.shrink();
        self.games = games.len();
        let newlines = if chunk.last { 0 } else { places.lines_before(chunk.bytes.len()) };
        Ok(Performed { games, relieved, newlines, chunk })
    }
}

/// What a chunk came to.
pub(super) struct Performed<Game> {
    pub(super) games: Vec<Game>,
    /// How many games before these were taken already.
    pub(super) relieved: u64,
    /// The line ends of the chunk's text.
    pub(super) newlines: u64,
    /// The chunk itself, so that its buffer is used again.
    pub(super) chunk: Chunk,
}

/// What is left of a chunk that is done with, to be used again.
pub(super) struct Spent<Game> {
    /// Its text, in the caches of him who read it.
    pub(super) bytes: Text,
    /// Its games. What they hold is given back to the system by him who asked for it: by another, both would have to
    /// wait for each other.
    pub(super) games: Vec<Game>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;

    /// Tells what is wrong with the text of each game.
    struct Faults;

    impl Task for Faults {
        type Clerk = ();
        type Game = Vec<FaultKind>;

        fn game(&self, (): &mut (), record: &mut Record, _: &Places<'_>) -> Vec<FaultKind> {
            record.text.faults.iter().map(|fault| fault.kind.clone()).collect()
        }
    }

    struct Unrelieved;

    impl<Game> Relief<Game> for Unrelieved {
        fn relieve(&mut self, _: &mut Vec<Game>, _: &Places<'_>, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn wait_for_turn(&self) {}
    }

    #[test]
    fn what_was_left_out_is_not_told_to_be_missing() {
        let faults = |text: &[u8], cut_short| {
            let bytes = [b"[Event \"a\"]\n\n1. e4 e5 ", text].concat().into();
            let chunk = Chunk { bytes, cut_short, ..Chunk::default() };
            let mut worker = Worker::<Faults>::default();
            let performed = worker.perform(&Faults, chunk, Encoding::Auto, Vec::new(), &mut Unrelieved);
            performed.map(|performed| performed.games.concat()).unwrap_or_default()
        };
        for (text, missing) in [
            (&b"2. Nf"[..], FaultKind::BreaksOff),
            (b"{a", FaultKind::UnclosedComment),
            (b"(2. Nf3", FaultKind::UnclosedVariation),
            (b"2. Nf3", FaultKind::NoTermination),
        ] {
            assert!(faults(text, false).contains(&missing), "{missing:?}");
            let told = faults(text, true);
            assert!(!told.contains(&missing) && told.contains(&FaultKind::CutShort), "{told:?}");
        }
    }
}
