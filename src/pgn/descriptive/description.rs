//! A move in descriptive notation, before it is matched with a position.

use crate::chess::{Bitboard, CheckSign, Color, File, Rank, Role, Side};

/// A file, named after the piece that begins on it: without its wing, `Kt` is two files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct FileName {
    pub(super) wing: Option<Side>,
    pub(super) of: Role,
}

impl FileName {
    pub(super) fn mask(self) -> Bitboard {
        let file = |index| Bitboard::file(File::from_index(index));
        let (queens, kings) = match self.of {
            Role::King => return file(4),
            Role::Queen => return file(3),
            Role::Bishop => (file(2), file(5)),
            Role::Knight => (file(1), file(6)),
            Role::Rook => (file(0), file(7)),
            Role::Pawn => return Bitboard::EMPTY,
        };
        match self.wing {
            Some(Side::Queen) => queens,
            Some(Side::King) => kings,
            None => queens | kings,
        }
    }
}

/// A square or two; without a file, a whole rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct SquareName {
    pub(super) file: Option<FileName>,
    /// Counted from the mover's side.
    pub(super) rank: Rank,
}

impl SquareName {
    pub(super) fn mask(self, mover: Color) -> Bitboard {
        let rank = match mover {
            Color::White => self.rank,
            Color::Black => Rank::from_index(7 - self.rank.index()),
        };
        Bitboard::rank(rank) & self.file.map_or(!Bitboard::EMPTY, FileName::mask)
    }
}

/// Which men of a role a name means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Which {
    Any,
    /// The piece that began the game on this wing.
    Wing(Side),
    /// The pawn on this file.
    File(FileName),
}

/// The name of a man: `P`, `KKt`, `QBP`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct ManName {
    pub(super) role: Role,
    pub(super) which: Which,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum MoveTarget {
    Square(SquareName),
    /// A capture of a man, on a square if the text names it.
    Man {
        man: ManName,
        at: Option<SquareName>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Action {
    /// The side may be left out.
    Castling(Option<Side>),
    ManMove {
        man: ManName,
        from: Option<SquareName>,
        target: MoveTarget,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct DescriptiveMove {
    pub(super) action: Action,
    pub(super) promotion: Option<Role>,
    /// Whether the text says that a pawn captures in passing.
    pub(super) en_passant: bool,
    pub(super) sign: CheckSign,
}
