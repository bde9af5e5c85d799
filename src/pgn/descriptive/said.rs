//! A move as the score says it, in whichever notation.

use crate::chess::{CheckSign, Meaning, Move, MoveKind, Position, San, Side, Square, castling_squares};
use crate::game::{MoveList, StatedMove};

use super::{Described, meaning};

/// How far back a man is followed to where he began; beyond it, where he stands decides.
const MOST_FOLLOWED: usize = 600;

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

/// The moves that led to a board.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct Past<'m> {
    /// Those that stand in the record.
    pub(in crate::pgn) made: &'m MoveList,
    /// Those behind them, looked ahead.
    pub(in crate::pgn) ahead: &'m [Move],
}

impl Past<'_> {
    /// The wing on which a square lies.
    pub(super) const fn wing_of(square: Square) -> Side {
        if square.file().index() < 4 { Side::Queen } else { Side::King }
    }

    /// On which wing the man of a square began the game, as far as the moves show it.
    pub(super) fn home_wing(self, square: Square) -> Side {
        let mut at = square;
        for played in self.ahead.iter().rev().copied().chain(self.made.iter().rev()).take(MOST_FOLLOWED) {
            if let MoveKind::Castling(side) = played.kind()
                && castling_squares(played.to().rank(), side).rook == at
            {
                return side;
            }
            if played.to() == at {
                at = played.from();
            }
        }
        Self::wing_of(at)
    }
}
