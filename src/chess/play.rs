//! How a code plays: the small value with which legality is asked.

use super::man::Color;
use super::moves::Side;

/// What a code demands before the king may castle, beside a king and a rook of the same side on the
/// same rank. Each flag that is set is a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct CastlingConditions(u8);

impl CastlingConditions {
    /// King and rook have not moved.
    pub const UNMOVED: Self = Self(1);
    /// The king is not in check.
    pub const NOT_IN_CHECK: Self = Self(2);
    /// No square that the king crosses is attacked.
    pub const CROSSED_SAFE: Self = Self(4);
    /// The square of arrival is not attacked.
    pub const ARRIVAL_SAFE: Self = Self(8);
    /// Nothing stands between.
    pub const BETWEEN_EMPTY: Self = Self(16);
    /// All of them: the common law.
    pub const ALL: Self = Self(31);
    /// None of them.
    pub const NONE: Self = Self(0);

    /// Both sets together.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// This set less the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether every condition of `other` is demanded.
    pub const fn demands(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// Whether a king whose rook was given as odds may leap as in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum AbsentRook {
    /// He may not.
    Never,
    /// He may.
    Leap,
    /// He may where the rook's square has been empty throughout.
    LeapIfSquareAlwaysEmpty,
}

/// The rooks that are absent because they were given as odds: a king may leap on their side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct GivenRooks(u8);

impl GivenRooks {
    const fn bit(color: Color, side: Side) -> u8 {
        1 << (color as u8 * 2 + side as u8)
    }

    /// These, and one more.
    #[must_use]
    pub const fn with(self, color: Color, side: Side) -> Self {
        Self(self.0 | Self::bit(color, side))
    }

    /// These without one: its side no longer has the leap.
    #[must_use]
    pub const fn without(self, color: Color, side: Side) -> Self {
        Self(self.0 & !Self::bit(color, side))
    }

    /// Whether the rook of that side was given, and nothing has ended the leap since.
    pub const fn has(self, color: Color, side: Side) -> bool {
        self.0 & Self::bit(color, side) != 0
    }
}

/// How a code plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Play {
    /// What castling demands.
    pub castling: CastlingConditions,
    /// The king's leap at odds.
    pub absent_rook: AbsentRook,
    /// The rooks given in this game.
    pub given: GivenRooks,
    /// Whether a pawn on the last rank may stay a pawn.
    pub pawn_may_stay: PawnOnLastRank,
    /// Whether a capture in passing must be made where it is the only move.
    pub en_passant: EnPassantDuty,
}

/// What a pawn on its last rank may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum PawnOnLastRank {
    /// It becomes a piece.
    Promotes,
    /// It becomes a piece or stays a pawn.
    MayStay,
}

/// Whether the capture in passing is ever forced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum EnPassantDuty {
    /// It is forced where no other move is there, as any only move is.
    ForcedWhenOnlyMove,
    /// It is a privilege: a player who has no other move need not make it.
    Privilege,
}

impl Play {
    /// The common law: FIDE's, which every code here allows at the least.
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
