//! English descriptive notation: `P-K4`, `Kt to KB 3rd`, `Q takes P ch`.
//!
//! [`words`] reads the text of a move, [`meaning`] lays it against a position from the mover's own side, and
//! `score` reads a game so: where the `Notation` tag says it, or where the straight road meets, before any move,
//! a token that is no SAN and this is certain. What is certain: that token and those of the three moves behind it
//! (fewer where the game ends sooner) are all moves in this notation, and one of them is more than castling,
//! which both notations write alike. No SAN is a move in this notation, so none is ever taken for it.

mod meaning;
#[cfg(test)]
mod round_trip;
mod said;
mod score;
#[cfg(test)]
mod tests;
mod words;

use crate::chess::{Bitboard, CheckSign, Color, File, Meaning, Move, Position, Rank, Role, Side};

use crate::game::MoveList;
pub(super) use said::{Past, Said};
pub(super) use score::is_surely_descriptive;
pub(super) use words::{descriptive_move, ways};

/// What the `Notation` tag says of moves in descriptive notation, in any case of letters.
pub const DESCRIPTIVE: &[u8] = b"descriptive";

/// What a text means on a board to which the moves of `made` led, where the whole of it is a move in descriptive
/// notation.
pub(crate) fn descriptive_meaning(
    text: &str,
    board: &Position,
    made: impl Fn() -> Vec<Move>,
) -> Option<Meaning> {
    let whole = ways(text.as_bytes()).find(|way| way.rest.is_empty())?;
    // They stand in no record; both lists are followed as one.
    let none = MoveList::default();
    Some(meaning::of(&whole.told, board, Past { made: &none, ahead: &made() }))
}

/// A file by the piece that it is named after: `Kt` is two files unless its wing is said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FileName {
    wing: Option<Side>,
    of: Role,
}

impl FileName {
    fn mask(self) -> Bitboard {
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
pub(super) struct Place {
    file: Option<FileName>,
    rank: Rank,
}

impl Place {
    fn mask(self, mover: Color) -> Bitboard {
        let rank = match mover {
            Color::White => self.rank,
            Color::Black => Rank::from_index(7 - self.rank.index()),
        };
        Bitboard::rank(rank) & self.file.map_or(!Bitboard::EMPTY, FileName::mask)
    }
}

/// Which of the men of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Which {
    /// Any.
    Any,
    /// The piece that began the game on this wing.
    Wing(Side),
    /// The pawn that stands on this file.
    File(FileName),
}

/// A man by his name: `P`, `KKt`, `QBP`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ManName {
    role: Role,
    which: Which,
}

/// What a man is moved to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Goal {
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
pub(super) enum Deed {
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
pub(super) enum Passing {
    Said,
    Unsaid,
}

/// A move as descriptive notation tells it, not yet laid against a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Described {
    deed: Deed,
    becomes: Option<Role>,
    passing: Passing,
    sign: CheckSign,
}
