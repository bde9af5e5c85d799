//! What acts leave in a record beside the standing moves.

use std::cell::OnceCell;

use crate::chess::{Color, Move, Role};

use super::board_log::BoardLog;
use super::corrections::Corrections;
use super::released::Released;
use super::timeline::{KeptEvent, Made};

/// A move made out of turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TurnTaken {
    /// The moves standing before it.
    pub stood: u32,
    /// The player who made it.
    pub by: Color,
}

/// A move changed by a ruling: the pawn that it left on its last rank became a piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remade {
    /// The place of the ruling.
    pub place: u32,
    /// The index of the move.
    pub index: usize,
    /// The move as it was made.
    pub was: Move,
    /// The piece that the pawn became.
    pub to: Role,
}

/// A move acted out that could not be read: a move was made, and which is not known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unread {
    pub by: Color,
    /// The moves standing then, without it.
    pub stood: u32,
}

/// What acts leave in a record beside the standing moves; empty in a game without acts.
#[derive(Debug, Default)]
pub(crate) struct ActLog {
    /// The moves made out of turn, in the order of the moves.
    pub turns: Vec<TurnTaken>,
    /// The moves that retractions took back, those of each in the order in which they were made.
    pub taken_back: Vec<Made>,
    /// The boards that edits left, and checkpoints.
    pub boards: BoardLog,
    /// Whether standing moves went back or changed after they were counted, so that the facts must be found anew.
    pub is_to_recount: bool,
    /// Men set up wrongly and put right.
    pub corrections: Corrections,
    /// The moves changed by rulings, in the order of the rulings.
    pub remade: Vec<Remade>,
    /// Moves acted out that could not be read and that later acts may refer to.
    pub unread: Vec<Unread>,
    /// A man released whose move is not complete.
    pub released: Option<Released>,
    /// The places of the release commands that became moves, in the order of time.
    pub settled: Vec<u32>,
    /// The timeline, once it was asked for.
    pub events: OnceCell<Vec<KeptEvent>>,
}

impl ActLog {
    pub(crate) fn clear(&mut self) {
        self.turns.clear();
        self.taken_back.clear();
        self.boards.clear();
        self.is_to_recount = false;
        self.corrections.clear();
        self.remade.clear();
        self.unread.clear();
        self.released = None;
        self.settled.clear();
        self.events.take();
    }

    /// Whose turn it became with so many moves standing, by a move out of turn.
    pub(crate) fn turn_taken(&self, stood: u32) -> Option<Color> {
        let index = self.turns.binary_search_by_key(&stood, |taken| taken.stood).ok()?;
        self.turns.get(index).map(|taken| taken.by)
    }
}
