//! Sets of squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::square::{File, Rank, Square};

/// A set of squares, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The first and the eighth rank.
    pub const LAST_RANKS: Self = Self(0xFF00_0000_0000_00FF);
    /// All light squares.
    pub const LIGHT: Self = Self(0x55AA_55AA_55AA_55AA);

    /// The set that holds one square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square.index())
    }

    /// All squares of a file.
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file.index())
    }

    /// All squares of a rank.
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank.index() * 8))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set holds `square`.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// The number of squares.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub(crate) const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[allow(clippy::cast_possible_truncation)] // under 64
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_index(self.0.trailing_zeros() as u8)) }
    }

    /// The only square, if the set holds exactly one.
    pub(crate) const fn single(self) -> Option<Square> {
        if self.has_several() { None } else { self.first() }
    }

    /// Iterates over the squares in ascending order of their index.
    pub const fn squares(self) -> Squares {
        Squares(self)
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count() as usize;
        (left, Some(left))
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

macro_rules! bit_operators {
    ($($operator:ident::$function:ident, $assign:ident::$assign_function:ident;)*) => {$(
        impl $operator for Bitboard {
            type Output = Self;
            fn $function(self, other: Self) -> Self {
                Self($operator::$function(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            fn $assign_function(&mut self, other: Self) {
                $assign::$assign_function(&mut self.0, other.0);
            }
        }
    )*};
}

bit_operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign;
    BitOr::bitor, BitOrAssign::bitor_assign;
    BitXor::bitxor, BitXorAssign::bitxor_assign;
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}
