//! A move of the score in either notation, and the moves before it.

use crate::chess::{CheckSign, Meaning, Move, MoveKind, Position, San, Side, Square, castling_squares};
use crate::game::{MoveList, StatedMove};

use super::description::DescriptiveMove;
use super::meaning;

/// The most moves that are followed back to the origin of a man. Beyond them its present square decides.
const MOST_FOLLOWED: usize = 600;

#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) enum WrittenMove {
    San(San),
    Descriptive(DescriptiveMove),
}

impl WrittenMove {
    /// The meaning of the move on `board`, to which the moves of `prior` led.
    pub(in crate::pgn) fn meaning(&self, board: &Position, prior: PriorMoves<'_>) -> Meaning {
        match self {
            Self::San(read) => board.meaning(*read),
            Self::Descriptive(read) => meaning::of(read, board, prior),
        }
    }

    pub(in crate::pgn) const fn sign(&self) -> CheckSign {
        match self {
            Self::San(read) => read.sign(),
            Self::Descriptive(read) => read.sign,
        }
    }
}

impl StatedMove for WrittenMove {
    fn meaning_after(&self, board: &Position, made: &MoveList) -> Meaning {
        self.meaning(board, PriorMoves { recorded: made, ahead: &[] })
    }
}

/// The moves that led to a position. They show on which wing a man began the game.
#[derive(Clone, Copy, Debug)]
pub(in crate::pgn) struct PriorMoves<'m> {
    pub(in crate::pgn) recorded: &'m MoveList,
    /// The moves after those, which are only read ahead.
    pub(in crate::pgn) ahead: &'m [Move],
}

impl PriorMoves<'_> {
    pub(super) const fn wing_of(square: Square) -> Side {
        if square.file().index() < 4 { Side::Queen } else { Side::King }
    }

    /// The wing on which the man on a square began the game, as far as the moves show it.
    pub(super) fn home_wing(self, square: Square) -> Side {
        let mut at = square;
        for played in self.ahead.iter().rev().copied().chain(self.recorded.iter().rev()).take(MOST_FOLLOWED) {
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
