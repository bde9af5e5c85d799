//! Moves as text: standard algebraic notation and the forms found beside it, read, resolved, written.
//!
//! Source: PGN standard section 8.2.3. Resolution goes backwards from the square of arrival: normally
//! one candidate stands there, and legality is asked of that one alone.

mod fast_scan;
mod parse;
mod resolve;
mod write;

pub(crate) use self::fast_scan::fast_scan;
pub(crate) use self::parse::san;
pub use self::resolve::Resolved;
use super::bitboard::Bitboard;
use super::legality::Illegality;
use super::man::{Role, RoleIndex};
use super::moves::{Move, Side};
use super::square::{File, Rank, Square};

/// What the text says of check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckSign {
    /// Nothing.
    None,
    /// `+`.
    Check,
    /// `++`: a double check, or mate in older books.
    Double,
    /// `#`.
    Mate,
}

/// How much of the square of origin the text gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disambiguation {
    /// The file, if given.
    pub file: Option<File>,
    /// The rank, if given.
    pub rank: Option<Rank>,
}

impl Disambiguation {
    fn mask(self) -> Bitboard {
        self.file.map_or(!Bitboard::EMPTY, Bitboard::file)
            & self.rank.map_or(!Bitboard::EMPTY, Bitboard::rank)
    }

    fn square(self) -> Option<Square> {
        Some(Square::new(self.file?, self.rank?))
    }
}

/// What is said to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A man of this role.
    Man(Role),
    /// Whatever stands on the square of origin (`e2e4`).
    Whatever,
    /// A pawn that takes on this file, the rank not given (`ed`).
    PawnToFile(File),
    /// King and rook.
    Castling(Side),
    /// Nobody: a turn passed over.
    Nobody,
}

/// Whether the export format writes the move so, as far as the text alone tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveText {
    /// It does.
    Export,
    /// It does not: long or coordinate notation, `0-0`, `e8Q`, `e.p.`, `ed`, `--`.
    Other,
}

/// A move as the text gives it, not yet laid against a position. Packed in 32 bits, so that it stays in
/// a register between the reading and the resolving.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San(u32);

/// Where each part of a [`San`] lies: the square of arrival in the lowest six bits, then these.
mod part {
    pub(super) const FILE: u32 = 6;
    pub(super) const HAS_FILE: u32 = 1 << 9;
    pub(super) const RANK: u32 = 10;
    pub(super) const HAS_RANK: u32 = 1 << 13;
    pub(super) const SUBJECT: u32 = 14;
    pub(super) const TAKES: u32 = 1 << 18;
    pub(super) const PROMOTION: u32 = 19;
    pub(super) const SIGN: u32 = 22;
    pub(super) const OTHER_TEXT: u32 = 1 << 24;
}

const WHATEVER: u32 = 6;
const PAWN_TO_FILE: u32 = 7;
const CASTLING: u32 = 8;
const NOBODY: u32 = 10;

impl San {
    /// A move of the subject, with nothing else said of it.
    #[inline]
    const fn of(subject: Subject, to: Square) -> Self {
        let code = match subject {
            Subject::Man(role) => role as u32,
            Subject::Whatever => WHATEVER,
            Subject::PawnToFile(_) => PAWN_TO_FILE,
            Subject::Castling(side) => CASTLING + side as u32,
            Subject::Nobody => NOBODY,
        };
        let to = match subject {
            Subject::PawnToFile(file) => file.index(),
            _ => to.index(),
        };
        Self(to as u32 | code << part::SUBJECT)
    }

    /// The same, going to a square; it must still go to a1.
    #[inline]
    const fn going(self, to: Square) -> Self {
        Self(self.0 | to.index() as u32)
    }

    #[inline]
    const fn with_file(self, file: File) -> Self {
        Self(self.0 | (file.index() as u32) << part::FILE | part::HAS_FILE)
    }

    #[inline]
    const fn with_rank(self, rank: Rank) -> Self {
        Self(self.0 | (rank.index() as u32) << part::RANK | part::HAS_RANK)
    }

    #[inline]
    const fn with_origin(self, square: Square) -> Self {
        self.with_file(square.file()).with_rank(square.rank())
    }

    #[inline]
    const fn taking(self) -> Self {
        Self(self.0 | part::TAKES)
    }

    #[inline]
    const fn otherwise_written(self) -> Self {
        Self(self.0 | part::OTHER_TEXT)
    }

    #[inline]
    const fn becoming(self, role: Role) -> Self {
        Self(self.0 | (role as u32 + 1) << part::PROMOTION)
    }

    #[inline]
    const fn signed(self, sign: CheckSign) -> Self {
        Self(self.0 | (sign as u32) << part::SIGN)
    }

    /// What moves.
    #[inline]
    pub const fn subject(self) -> Subject {
        match self.0 >> part::SUBJECT & 15 {
            0 => Subject::Man(Role::Pawn),
            1 => Subject::Man(Role::Knight),
            2 => Subject::Man(Role::Bishop),
            3 => Subject::Man(Role::Rook),
            4 => Subject::Man(Role::Queen),
            5 => Subject::Man(Role::King),
            WHATEVER => Subject::Whatever,
            PAWN_TO_FILE => Subject::PawnToFile(File::from_index(self.to().index())),
            CASTLING => Subject::Castling(Side::King),
            9 => Subject::Castling(Side::Queen),
            _ => Subject::Nobody,
        }
    }

    /// Where it came from, as far as given.
    #[inline]
    pub const fn origin(self) -> Disambiguation {
        Disambiguation { file: self.origin_file(), rank: self.origin_rank() }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // three bits
    const fn origin_file(self) -> Option<File> {
        if self.0 & part::HAS_FILE == 0 { None } else { Some(File::from_index((self.0 >> part::FILE) as u8)) }
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // three bits
    const fn origin_rank(self) -> Option<Rank> {
        if self.0 & part::HAS_RANK == 0 { None } else { Some(Rank::from_index((self.0 >> part::RANK) as u8)) }
    }

    /// What moves, as the straight road asks: by ranges of the code, not by a table of its values.
    #[inline]
    const fn piece(self) -> Piece {
        let code = self.0 >> part::SUBJECT & 15;
        if code == 0 {
            Piece::Pawn
        } else if code < WHATEVER {
            Piece::Other(RoleIndex(code))
        } else {
            Piece::None
        }
    }

    #[inline]
    const fn gives_origin(self) -> bool {
        self.0 & (part::HAS_FILE | part::HAS_RANK) != 0
    }

    /// Where it goes; of castling and of nobody, meaningless.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // six bits
    pub const fn to(self) -> Square {
        Square::from_index(self.0 as u8)
    }

    /// Whether the text marks a capture.
    #[inline]
    pub const fn takes(self) -> bool {
        self.0 & part::TAKES != 0
    }

    /// What a pawn becomes, if given.
    #[inline]
    pub const fn promotion(self) -> Option<Role> {
        match self.0 >> part::PROMOTION & 7 {
            1 => Some(Role::Pawn),
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            6 => Some(Role::King),
            _ => None,
        }
    }

    #[inline]
    const fn promotes(self) -> bool {
        self.0 >> part::PROMOTION & 7 != 0
    }

    /// The check sign.
    #[inline]
    #[allow(clippy::indexing_slicing)] // by bits masked to the table's length
    pub const fn sign(self) -> CheckSign {
        // A table of values, since a jump table is guessed wrong where signs are rare.
        const SIGNS: [CheckSign; 4] = [CheckSign::None, CheckSign::Check, CheckSign::Double, CheckSign::Mate];
        SIGNS[(self.0 >> part::SIGN & 3) as usize]
    }

    /// Whether it is written as the export format would, the position aside.
    #[inline]
    pub const fn text(self) -> MoveText {
        if self.0 & part::OTHER_TEXT == 0 { MoveText::Export } else { MoveText::Other }
    }
}

/// What a text moves, on the straight road.
enum Piece {
    Pawn,
    Other(RoleIndex),
    None,
}

impl std::fmt::Debug for San {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("San")
            .field("subject", &self.subject())
            .field("origin", &self.origin())
            .field("to", &self.to())
            .field("takes", &self.takes())
            .field("promotion", &self.promotion())
            .field("sign", &self.sign())
            .field("text", &self.text())
            .finish()
    }
}

/// What a text can mean on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// One legal move.
    Legal(Move),
    /// Several legal moves fit: by square of origin, then queen before rook, bishop, knight.
    Ambiguous(Vec<Move>),
    /// No legal move fits, one man must be meant, and so it breaks the common law.
    Illegal(Move, Illegality),
    /// No man, or more than one, can be meant.
    Nothing,
}

impl San {
    /// Reads a whole text as one move.
    pub fn from_ascii(text: &[u8]) -> Option<Self> {
        match san(text) {
            Ok(([], san)) => Some(san),
            _ => None,
        }
    }
}
