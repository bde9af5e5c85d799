//! Corrections of a wrong placement (`Placed`): which men can be put right, and which were.
//!
//! A correction is an edit of the board ([`super::board_edits`]), so a retraction does not undo it.

use super::board_edits::PlacementCorrection;
use super::tag_values::{Odds, OddsTerm};
use crate::chess::{Bitboard, Man, Position, Square};

/// A correction, and the offset of the command that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct DoneCorrection {
    pub(super) place: u32,
    pub(super) righted: PlacementCorrection,
}

#[derive(Debug, Default)]
pub(crate) struct Corrections {
    /// The position that should have been set up, if the men were placed otherwise (`Placed`).
    pub due: Option<Position>,
    /// Men given as odds without their squares.
    pub(super) given: Vec<Man>,
    /// In the order of time.
    pub(super) done: Vec<DoneCorrection>,
    /// Squares whose men were disturbed and not put back since.
    pub(super) disturbed: Bitboard,
    /// Whether an act says that men are on wrong squares or are to be put right.
    pub(super) was_mentioned: bool,
    /// Whether an act says that they are to be put right.
    pub(super) was_asked: bool,
}

impl Corrections {
    pub(crate) fn note_odds(&mut self, odds: &Odds) {
        let given = odds.terms.iter().filter_map(|term| match term {
            OddsTerm::Man(role) => Some(Man { color: odds.giver, role: *role }),
            _ => None,
        });
        self.given.extend(given);
    }

    pub(crate) fn is_corrected(&self, square: Square) -> bool {
        self.done.iter().any(|done| done.righted.involves(square))
    }
}
