//! A move as the score says it, in whichever notation.

use crate::chess::{CheckSign, Meaning, Move, MoveKind, Position, San, Side, Square, castling_squares};
use crate::game::StandingMoves;

use super::{Described, meaning};

/// How far back a man is followed to where he began; beyond it, where he stands decides.
const MOST_FOLLOWED: usize = 600;

/// A move as the score says it.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) enum Said {
    /// In algebraic notation.
    San(San),
    /// In descriptive notation.
    Described(Described),
}

impl Said {
    /// What it means on a board to which these moves led.
    pub(in crate::game) fn meaning(&self, board: &Position, past: Past<'_>) -> Meaning {
        match self {
            Self::San(read) => board.meaning(*read),
            Self::Described(told) => meaning::of(told, board, past),
        }
    }

    /// What it says of check.
    pub(in crate::game) const fn sign(&self) -> CheckSign {
        match self {
            Self::San(read) => read.sign(),
            Self::Described(told) => told.sign,
        }
    }
}

/// The moves that led to a board.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Past<'m> {
    /// Those that stand in the record.
    pub(in crate::game) made: &'m StandingMoves,
    /// Those behind them, looked ahead.
    pub(in crate::game) ahead: &'m [Move],
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
