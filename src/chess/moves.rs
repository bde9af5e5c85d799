//! A move in two bytes.

use super::man::Role;
use super::square::Square;

/// The kingside or the queenside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

impl Side {
    pub(crate) const fn at(self) -> usize {
        self as usize
    }
}

/// The kind of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A man goes from one square to another, and a man of either colour on that square is removed.
    Plain,
    /// A pawn goes two squares.
    Double,
    /// A pawn captures en passant.
    EnPassant,
    /// Castling; the squares of the move are the king's.
    Castling(Side),
    /// A pawn reaches the last rank and becomes a man of this role; `Role::Pawn` if it stays a pawn.
    Promotion(Role),
    /// A turn without a move.
    Null,
}

/// A move in 16 bits: two squares and the kind. It need not be legal, nor the man the player's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const DOUBLE: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;
const NULL: u16 = 5;
const PROMOTION: u16 = 6;

impl Move {
    /// A turn without a move.
    pub const NULL: Self = Self(NULL << 12);

    /// A move of a given kind.
    #[inline]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        let code = match kind {
            MoveKind::Plain => 0,
            MoveKind::Double => DOUBLE,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castling(side) => CASTLING + side as u16,
            MoveKind::Null => NULL,
            MoveKind::Promotion(role) => PROMOTION + role as u16,
        };
        Self(from.index() as u16 | (to.index() as u16) << 6 | code << 12)
    }

    /// A move of the kind [`MoveKind::Plain`].
    pub const fn plain(from: Square, to: Square) -> Self {
        Self::new(from, to, MoveKind::Plain)
    }

    /// The square of origin.
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & 63) as u8)
    }

    /// The target square; for castling, the king's.
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6 & 63) as u8)
    }

    pub(crate) const fn is_plain(self) -> bool {
        self.0 >> 12 == 0
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 12 {
            DOUBLE => MoveKind::Double,
            EN_PASSANT => MoveKind::EnPassant,
            CASTLING => MoveKind::Castling(Side::King),
            4 => MoveKind::Castling(Side::Queen),
            NULL => MoveKind::Null,
            6 => MoveKind::Promotion(Role::Pawn),
            7 => MoveKind::Promotion(Role::Knight),
            8 => MoveKind::Promotion(Role::Bishop),
            9 => MoveKind::Promotion(Role::Rook),
            10 => MoveKind::Promotion(Role::Queen),
            11 => MoveKind::Promotion(Role::King),
            _ => MoveKind::Plain,
        }
    }

    /// The square that a pawn passes over with a double step.
    pub const fn passed(self) -> Option<Square> {
        if self.0 >> 12 != DOUBLE {
            return None;
        }
        Some(Square::from_index(u8::midpoint(self.from().index(), self.to().index())))
    }

    /// The square of the man that the move captures, if there is one; `None` for kinds that cannot capture.
    pub(crate) fn captured_square(self) -> Option<Square> {
        match self.kind() {
            MoveKind::EnPassant => Some(Square::new(self.to().file(), self.from().rank())),
            MoveKind::Castling(_) | MoveKind::Null => None,
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion(_) => Some(self.to()),
        }
    }

    /// The move of [`Move::bits`].
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the move is castling.
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castling(_))
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.kind() {
            MoveKind::Null => f.write_str("--"),
            MoveKind::Promotion(role) => write!(f, "{}{}={}", self.from(), self.to(), role.letter()),
            MoveKind::Castling(Side::King) => write!(f, "{}O-O", self.from()),
            MoveKind::Castling(Side::Queen) => write!(f, "{}O-O-O", self.from()),
            _ => write!(f, "{}{}", self.from(), self.to()),
        }
    }
}
