//! Squares, files and ranks.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::man::Color;

/// One of the 64 squares, a1 = 0, b1 = 1, … h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct Square(u8);

/// A file, a = 0 … h = 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct File(u8);

/// A rank, the first = 0 … the eighth = 7.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(u8);

impl From<u8> for Square {
    fn from(index: u8) -> Self {
        Self::from_index(index)
    }
}

impl From<Square> for u8 {
    fn from(square: Square) -> Self {
        square.index()
    }
}

impl Square {
    /// All squares, from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The square of a file and a rank.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self(rank.0 << 3 | file.0)
    }

    /// The square of the low six bits of `index`.
    pub const fn from_index(index: u8) -> Self {
        Self(index & 63)
    }

    /// 0 for a1 … 63 for h8.
    pub const fn index(self) -> u8 {
        self.0 & 63
    }

    /// The square of the same file, seen from the other side of the board.
    pub(crate) const fn mirrored(self) -> Self {
        Self(self.0 ^ 0b11_1000)
    }

    /// The index in a table of 64. It is masked so that the compiler drops the bounds check.
    pub(crate) const fn at(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The file of the square.
    pub const fn file(self) -> File {
        File(self.0 & 7)
    }

    /// The rank of the square.
    pub const fn rank(self) -> Rank {
        Rank(self.0 >> 3 & 7)
    }

    /// The square one step towards the first rank of `color`; meaningless on that rank.
    #[inline]
    pub(super) const fn behind(self, color: Color) -> Self {
        let step = match color {
            Color::White => 8,
            Color::Black => 8u8.wrapping_neg(),
        };
        Self::from_index(self.0.wrapping_sub(step))
    }

    /// The square `files` towards the h-file and `ranks` towards the eighth rank, if it is on the board.
    pub fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = File::from_index_checked((self.0 & 7).checked_add_signed(files)?)?;
        let rank = Rank::from_index_checked((self.0 >> 3).checked_add_signed(ranks)?)?;
        Some(Self::new(file, rank))
    }

    /// The square of a name such as `e4`.
    pub fn from_ascii(name: &[u8]) -> Option<Self> {
        match name {
            [file, rank] => Some(Self::new(File::from_ascii(*file)?, Rank::from_ascii(*rank)?)),
            _ => None,
        }
    }
}

impl File {
    /// The file of the low three bits of `index`.
    pub const fn from_index(index: u8) -> Self {
        Self(index & 7)
    }

    fn from_index_checked(index: u8) -> Option<Self> {
        (index < 8).then_some(Self(index))
    }

    /// 0 for the a-file … 7 for the h-file.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file of a lower-case letter.
    pub fn from_ascii(letter: u8) -> Option<Self> {
        Self::from_index_checked(letter.wrapping_sub(b'a'))
    }

    /// The lower-case letter.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }
}

impl Rank {
    /// White's first rank.
    pub const FIRST: Self = Self(0);
    /// White's last rank.
    pub const EIGHTH: Self = Self(7);

    /// The rank of the low three bits of `index`.
    pub const fn from_index(index: u8) -> Self {
        Self(index & 7)
    }

    fn from_index_checked(index: u8) -> Option<Self> {
        (index < 8).then_some(Self(index))
    }

    /// 0 for the first … 7 for the eighth rank.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The rank of a digit.
    pub fn from_ascii(digit: u8) -> Option<Self> {
        Self::from_index_checked(digit.wrapping_sub(b'1'))
    }

    /// The digit, counted from 1.
    pub const fn digit(self) -> char {
        (b'1' + self.0) as char
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl std::str::FromStr for Square {
    type Err = NoSquare;

    fn from_str(name: &str) -> Result<Self, NoSquare> {
        Self::from_ascii(name.as_bytes()).ok_or(NoSquare)
    }
}

/// The text is not the name of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a square: a letter from a to h and a digit from 1 to 8 are wanted")]
pub struct NoSquare;
