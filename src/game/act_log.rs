//! The traces of acts in a record, besides the standing moves.

use std::cell::OnceCell;

use crate::chess::{Color, Move, Role};

use super::board_log::BoardLog;
use super::corrections::Corrections;
use super::pending_release::PendingRelease;
use super::timeline::{MadeMove, StoredEvent};

/// A move made out of turn: the plies before it, and the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnTaken {
    pub stood: u32,
    pub by: Color,
}

/// A move changed by a ruling: the pawn that it left on its last rank became a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReplacedMove {
    /// The offset of the ruling in the chunk.
    pub place: u32,
    pub index: usize,
    /// The move before the ruling.
    pub was: Move,
    /// The piece that the pawn became.
    pub to: Role,
}

/// A move of a `[%play]` that could not be read: a move was made, but it is not known which.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnreadMove {
    /// `None` if the player cannot be read either.
    pub by: Option<Color>,
    /// The plies before it.
    pub stood: u32,
}

/// Empty in a game without acts. All lists are in the order of time or of the moves.
#[derive(Debug, Default)]
pub(crate) struct ActLog {
    pub turns: Vec<TurnTaken>,
    /// The moves of each retraction, in the order in which they were made.
    pub taken_back: Vec<MadeMove>,
    pub boards: BoardLog,
    /// Whether moves went back or changed after they were counted, so that the facts must be found again.
    pub needs_recount: bool,
    pub corrections: Corrections,
    pub replaced_moves: Vec<ReplacedMove>,
    /// The unread moves that later acts may refer to.
    pub unread_moves: Vec<UnreadMove>,
    pub pending_release: Option<PendingRelease>,
    /// The offsets of the release commands that became moves.
    pub release_moves: Vec<u32>,
    /// Built when the timeline is first used.
    pub events: OnceCell<Vec<StoredEvent>>,
}

impl ActLog {
    pub(crate) fn clear(&mut self) {
        self.turns.clear();
        self.taken_back.clear();
        self.boards.clear();
        self.needs_recount = false;
        self.corrections = Corrections::default();
        self.replaced_moves.clear();
        self.unread_moves.clear();
        self.pending_release = None;
        self.release_moves.clear();
        self.events.take();
    }

    /// The player who moved out of turn after so many plies.
    pub(crate) fn turn_taken(&self, stood: u32) -> Option<Color> {
        let index = self.turns.binary_search_by_key(&stood, |taken| taken.stood).ok()?;
        self.turns.get(index).map(|taken| taken.by)
    }
}
