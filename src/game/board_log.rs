//! The boards kept beside the list of moves: those that acts edited, and checkpoints for retractions.
//!
//! A game without acts keeps none. The board after any number of moves is found by playing on from the nearest kept board.

use crate::chess::{Position, Square};

use super::board_edits::EditedBoard;

/// Plies from one checkpoint to the next.
const SPACING: u32 = 32;

/// The boards that a game with edits or retractions needs, and no other.
#[derive(Debug, Default)]
pub(crate) struct BoardLog {
    /// The boards that an act left, in the order of the plies; for each ply the last.
    edited: Vec<KeptBoard>,
    /// Boards after every [`SPACING`] plies, as far as a retraction or an edit has needed them.
    checkpoints: Vec<KeptBoard>,
    /// Whether a man is off the board now that can be put back.
    lacks_a_man: bool,
}

/// A board and the number of moves that stood.
#[derive(Debug)]
pub(crate) struct KeptBoard {
    pub ply: u32,
    pub board: EditedBoard,
}

impl BoardLog {
    pub(crate) fn clear(&mut self) {
        self.edited.clear();
        self.checkpoints.clear();
        self.lacks_a_man = false;
    }

    /// Goes back to the first position, before the board is set up again.
    pub(crate) fn begin(&mut self) {
        self.lacks_a_man = false;
    }

    /// Whether only moves changed the board.
    pub(crate) fn is_unedited(&self) -> bool {
        self.edited.is_empty()
    }

    /// Whether a man is off the board now that can be put back.
    #[inline]
    pub(crate) fn lacks_a_man(&self) -> bool {
        self.lacks_a_man
    }

    /// Whether a man that fell from a square is off the board.
    pub(crate) fn has_fallen_from(&self, square: Square) -> bool {
        self.edited.last().is_some_and(|kept| kept.board.has_fallen_from(square))
    }

    /// Whether the board was edited with more than so many moves standing.
    pub(crate) fn is_edited_after(&self, ply: u32) -> bool {
        self.edited.last().is_some_and(|kept| kept.ply > ply)
    }

    /// The position that an edit left with so many moves standing.
    pub(crate) fn edited_at(&mut self, ply: u32) -> Option<Position> {
        let index = self.edited.binary_search_by_key(&ply, |kept| kept.ply).ok()?;
        let kept = self.edited.get(index)?;
        self.lacks_a_man = kept.board.lacks_a_man();
        Some(*kept.board.position())
    }

    /// The last board kept after so many moves or fewer.
    pub(crate) fn nearest(&self, ply: u32) -> Option<&KeptBoard> {
        let last_of = |boards: &'_ [KeptBoard]| boards.partition_point(|kept| kept.ply <= ply).checked_sub(1);
        let edited = last_of(&self.edited).and_then(|index| self.edited.get(index));
        let checkpoint = last_of(&self.checkpoints).and_then(|index| self.checkpoints.get(index));
        match (edited, checkpoint) {
            (Some(edited), Some(checkpoint)) if checkpoint.ply > edited.ply => Some(checkpoint),
            (edited, checkpoint) => edited.or(checkpoint),
        }
    }

    /// Keeps the board that an edit left with so many moves standing.
    pub(crate) fn keep_edited(&mut self, ply: u32, board: EditedBoard) {
        self.forget_checkpoints_from(ply);
        self.edited.pop_if(|kept| kept.ply == ply);
        self.lacks_a_man = board.lacks_a_man();
        self.edited.push(KeptBoard { ply, board });
    }

    /// The board is no longer what it was after so many moves.
    pub(crate) fn forget_checkpoints_from(&mut self, ply: u32) {
        while self.checkpoints.pop_if(|kept| kept.ply >= ply).is_some() {}
    }

    pub(crate) fn forget_after(&mut self, ply: u32) {
        self.forget_checkpoints_from(ply + 1);
        while self.edited.pop_if(|kept| kept.ply > ply).is_some() {}
    }

    /// Notes the board that moves went back to, where no edit was carried over.
    pub(crate) fn take_up(&mut self, board: &EditedBoard) {
        self.lacks_a_man = board.lacks_a_man();
    }

    /// Keeps the board after so many moves as a checkpoint, where one is due.
    pub(crate) fn keep_checkpoint(&mut self, ply: u32, board: &EditedBoard) {
        if ply.is_multiple_of(SPACING) {
            self.checkpoints.push(KeptBoard { ply, board: board.clone() });
        }
    }
}
