//! A move in two bytes.

use super::man::Role;
use super::square::Square;

/// The king's side or the queen's side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Towards the h-file.
    King,
    /// Towards the a-file.
    Queen,
}

impl Side {
    #[inline]
    pub(crate) const fn at(self) -> usize {
        self as usize
    }
}

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A man goes from one square to another; what stood there, of either colour, is off.
    Plain,
    /// A pawn goes two squares.
    Double,
    /// A pawn takes in passing.
    EnPassant,
    /// The king castles; `from` is the king's square, `to` the one the king arrives on.
    Castling(Side),
    /// A pawn reaches the last rank and becomes this; `Role::Pawn` where it stays a pawn.
    Promotion(Role),
    /// A turn that nobody played.
    Null,
}

/// What was done on the board, packed in 16 bits: from, to, kind. It need not be legal, nor the
/// man the mover's.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

const DOUBLE: u16 = 1;
const EN_PASSANT: u16 = 2;
const CASTLING: u16 = 3;
const NULL: u16 = 5;
const PROMOTION: u16 = 6;

impl Move {
    /// The turn that nobody played.
    pub const NULL: Self = Self(NULL << 12);

    /// A move of the given kind.
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

    /// A move with nothing special about it.
    #[inline]
    pub const fn plain(from: Square, to: Square) -> Self {
        Self::new(from, to, MoveKind::Plain)
    }

    /// Where the man stood.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & 63) as u8)
    }

    /// Where it was set down; of castling, where the king was.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 6 & 63) as u8)
    }

    /// Whether a man just goes from one square to another.
    #[inline]
    pub const fn is_plain(self) -> bool {
        self.0 >> 12 == 0
    }

    /// Its kind.
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

    /// The square that a pawn going two squares passes over.
    pub const fn passed(self) -> Option<Square> {
        if self.0 >> 12 != DOUBLE {
            return None;
        }
        Some(Square::from_index(u8::midpoint(self.from().index(), self.to().index())))
    }

    /// Where a man stands whom it takes, if there is one: in passing, beside where the pawn goes. `None` of what can
    /// take nobody.
    pub fn takes_on(self) -> Option<Square> {
        match self.kind() {
            MoveKind::EnPassant => Some(Square::new(self.to().file(), self.from().rank())),
            MoveKind::Castling(_) | MoveKind::Null => None,
            MoveKind::Plain | MoveKind::Double | MoveKind::Promotion(_) => Some(self.to()),
        }
    }

    /// The 16 bits, for hashing.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether the king castles.
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
