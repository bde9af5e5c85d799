//! The boards kept besides the move list: those that acts edited, and checkpoints for retractions.
//!
//! A game without acts keeps none. The board after any ply is found by playing on from the nearest kept board.

use super::board_edits::EditedBoard;
use crate::chess::Square;

/// Plies from one checkpoint to the next.
pub(super) const SPACING: u32 = 32;

#[derive(Debug, Default)]
pub(crate) struct BoardLog {
    /// The boards left by edits, in the order of plies; only the last one of a ply.
    pub(super) edited: Vec<KeptBoard>,
    /// Boards after every [`SPACING`] plies, as far as a retraction or an edit needed them.
    pub(super) checkpoints: Vec<KeptBoard>,
    /// Whether a man that can be put back is off the board now.
    pub(super) lacks_a_man: bool,
}

/// The board after `ply` plies.
#[derive(Debug)]
pub(super) struct KeptBoard {
    pub(super) ply: u32,
    pub(super) board: EditedBoard,
}

impl BoardLog {
    pub(super) fn clear(&mut self) {
        self.edited.clear();
        self.checkpoints.clear();
        self.lacks_a_man = false;
    }

    pub(super) fn is_unedited(&self) -> bool {
        self.edited.is_empty()
    }

    /// Whether a man that fell from this square is off the board.
    pub(super) fn has_fallen_from(&self, square: Square) -> bool {
        self.edited.last().is_some_and(|kept| kept.board.has_fallen_from(square))
    }

    /// The last board kept after this ply or an earlier one.
    pub(super) fn nearest(&self, ply: u32) -> Option<&KeptBoard> {
        let last_of = |boards: &'_ [KeptBoard]| boards.partition_point(|kept| kept.ply <= ply).checked_sub(1);
        let edited = last_of(&self.edited).and_then(|index| self.edited.get(index));
        let checkpoint = last_of(&self.checkpoints).and_then(|index| self.checkpoints.get(index));
        match (edited, checkpoint) {
            (Some(edited), Some(checkpoint)) if checkpoint.ply > edited.ply => Some(checkpoint),
            (edited, checkpoint) => edited.or(checkpoint),
        }
    }

    /// Keeps the board that an edit after this ply left.
    pub(super) fn keep_edited(&mut self, ply: u32, board: EditedBoard) {
        self.forget_checkpoints_from(ply);
        self.edited.pop_if(|kept| kept.ply == ply);
        self.lacks_a_man = board.lacks_a_man();
        self.edited.push(KeptBoard { ply, board });
    }

    /// Drops the checkpoints from this ply on, because the board there has changed.
    pub(super) fn forget_checkpoints_from(&mut self, ply: u32) {
        while self.checkpoints.pop_if(|kept| kept.ply >= ply).is_some() {}
    }

    pub(super) fn forget_after(&mut self, ply: u32) {
        self.forget_checkpoints_from(ply + 1);
        while self.edited.pop_if(|kept| kept.ply > ply).is_some() {}
    }
}
