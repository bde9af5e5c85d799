//! A move as the score says it, in whichever notation.

use crate::chess::{CheckSign, Meaning, Position, San};
use crate::game::{MoveList, StatedMove};

use super::description::Described;
use super::meaning;
use super::past::Past;

/// A move as the score says it.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum Said {
    /// In algebraic notation.
    San(San),
    /// In descriptive notation.
    Described(Described),
}

impl Said {
    /// What it means on a board to which these moves led.
    pub(in crate::pgn) fn meaning(&self, board: &Position, past: Past<'_>) -> Meaning {
        match self {
            Self::San(read) => board.meaning(*read),
            Self::Described(told) => meaning::of(told, board, past),
        }
    }

    /// What it says of check.
    pub(in crate::pgn) const fn sign(&self) -> CheckSign {
        match self {
            Self::San(read) => read.sign(),
            Self::Described(told) => told.sign,
        }
    }
}

impl StatedMove for Said {
    fn meaning_after(&self, board: &Position, made: &MoveList) -> Meaning {
        self.meaning(board, Past { made, ahead: &[] })
    }
}
