//! How a code plays: the parameters of legality.

use super::man::Color;
use super::moves::Side;

/// The set of conditions that a code demands for castling, besides a king and a rook of one side on one rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CastlingConditions(u8);

impl CastlingConditions {
    pub const UNMOVED: Self = Self(1);
    pub const NOT_IN_CHECK: Self = Self(2);
    pub const CROSSED_SAFE: Self = Self(4);
    /// The king's target square is not attacked.
    pub const ARRIVAL_SAFE: Self = Self(8);
    /// No man is between king and rook, or on their target squares.
    pub const BETWEEN_EMPTY: Self = Self(16);
    /// The common law.
    pub const ALL: Self = Self(31);
    pub const NONE: Self = Self(0);

    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub const fn demands(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Whether a king whose rook was given as odds may leap two squares as in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AbsentRook {
    Never,
    Leap,
    /// It may if the rook's square was never occupied.
    LeapIfSquareAlwaysEmpty,
}

/// The rooks given as odds on whose side the king may still leap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct GivenRooks(u8);

impl GivenRooks {
    const fn bit(color: Color, side: Side) -> u8 {
        1 << (color as u8 * 2 + side as u8)
    }

    #[must_use]
    pub const fn with(self, color: Color, side: Side) -> Self {
        Self(self.0 | Self::bit(color, side))
    }

    #[must_use]
    pub const fn without(self, color: Color, side: Side) -> Self {
        Self(self.0 & !Self::bit(color, side))
    }

    pub const fn has(self, color: Color, side: Side) -> bool {
        self.0 & Self::bit(color, side) != 0
    }
}

/// The parameters of legality under a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Play {
    /// The conditions of castling.
    pub castling: CastlingConditions,
    /// The leap of a king at odds of a rook.
    pub absent_rook: AbsentRook,
    /// The rooks given as odds in this game.
    pub given: GivenRooks,
    /// Whether a pawn on the last rank may stay a pawn.
    pub pawn_may_stay: PawnOnLastRank,
    /// Whether a capture en passant must be made if it is the only move.
    pub en_passant: EnPassantDuty,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PawnOnLastRank {
    Promotes,
    /// It promotes or stays a pawn.
    MayStay,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EnPassantDuty {
    ForcedWhenOnlyMove,
    /// A player without another move need not make it.
    Privilege,
}

impl Play {
    /// The common law (FIDE's). Every code allows at least the moves that it allows.
    pub const COMMON: Self = Self {
        castling: CastlingConditions::ALL,
        absent_rook: AbsentRook::Never,
        given: GivenRooks(0),
        pawn_may_stay: PawnOnLastRank::Promotes,
        en_passant: EnPassantDuty::ForcedWhenOnlyMove,
    };
}

impl Default for Play {
    fn default() -> Self {
        Self::COMMON
    }
}
