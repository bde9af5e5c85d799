//! A move in descriptive notation, part by part, before it is matched against a position.

use crate::chess::{Bitboard, CheckSign, Color, File, Rank, Role, Side};

/// A file by the piece that it is named after: `Kt` is two files unless its wing is said.
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

/// A square, or two: its rank counted from the mover's side. Without a file a whole rank.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct Place {
    pub(super) file: Option<FileName>,
    pub(super) rank: Rank,
}

impl Place {
    pub(super) fn mask(self, mover: Color) -> Bitboard {
        let rank = match mover {
            Color::White => self.rank,
            Color::Black => Rank::from_index(7 - self.rank.index()),
        };
        Bitboard::rank(rank) & self.file.map_or(!Bitboard::EMPTY, FileName::mask)
    }
}

/// Which of the men of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Which {
    /// Any.
    Any,
    /// The piece that began the game on this wing.
    Wing(Side),
    /// The pawn that stands on this file.
    File(FileName),
}

/// A man by his name: `P`, `KKt`, `QBP`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct ManName {
    pub(super) role: Role,
    pub(super) which: Which,
}

/// What a man is moved to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Goal {
    /// A square.
    Square(Place),
    /// A man of the adversary's, and where he stands, if that is said.
    Man {
        /// Who is taken.
        man: ManName,
        /// Where.
        at: Option<Place>,
    },
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Deed {
    /// King and rook move, on this side if it is said.
    Castles(Option<Side>),
    /// A man moves.
    Moves {
        /// Who.
        man: ManName,
        /// From where, if it is said.
        from: Option<Place>,
        /// To what.
        goal: Goal,
    },
}

/// Whether the text says that a pawn takes in passing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) enum Passing {
    Said,
    Unsaid,
}

/// A move as descriptive notation tells it, not yet laid against a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::pgn) struct Described {
    pub(super) deed: Deed,
    pub(super) becomes: Option<Role>,
    pub(super) passing: Passing,
    pub(super) sign: CheckSign,
}
