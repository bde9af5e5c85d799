//! The rights to castle, as a position holds them.

// Every index below is a `Color` or `Side` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::bitboard::Bitboard;
use super::man::Color;
use super::moves::Side;
use super::square::Square;

/// The rights to castle, each with its rook's square, so that Chess960 needs no other case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    pub(super) rooks: [[Option<Square>; 2]; 2],
    /// Rights whose king or rook is off the board, though no move took it: they come back with it.
    pub(super) resting: [[Option<Square>; 2]; 2],
    /// Where a king that is off the board stood, or one set up elsewhere belongs, while rights of his rest.
    pub(super) kings_off: [Option<Square>; 2],
    /// Squares whose change may end a right: kings and rooks that have one, resting or not.
    pub(super) watch: Bitboard,
}

impl CastlingRights {
    /// Nobody may castle.
    pub(super) const NONE: Self =
        Self { rooks: [[None; 2]; 2], resting: [[None; 2]; 2], kings_off: [None; 2], watch: Bitboard::EMPTY };

    /// The rook with which `color` may still castle on `side`.
    #[inline]
    pub fn rook(&self, color: Color, side: Side) -> Option<Square> {
        self.rooks[color.at()][side.at()]
    }

    /// The rook off the board with which `color` may castle on `side` once it is there.
    pub fn resting(&self, color: Color, side: Side) -> Option<Square> {
        self.resting[color.at()][side.at()]
    }

    /// Whether nobody may castle any more.
    pub fn is_empty(&self) -> bool {
        self.rooks.iter().flatten().all(Option::is_none)
    }
}
