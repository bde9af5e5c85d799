//! The moves before a move: they show on which wing a man began the game.

use crate::chess::{Move, MoveKind, Side, Square, castling_squares};
use crate::game::MoveList;

/// How far back a man is followed to where he began; beyond it, where he stands decides.
const MOST_FOLLOWED: usize = 600;

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
