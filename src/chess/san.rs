//! Standard algebraic notation and its variants: read, resolved and written.
//!
//! Source: PGN standard section 8.2.3. A text is resolved backwards from the target square: usually one man can reach
//! it, and only that move is tested for legality.

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

/// The check sign of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CheckSign {
    /// No sign.
    None,
    /// `+`.
    Check,
    /// `++`: a double check, or mate in older books.
    Double,
    /// `#`.
    Mate,
}

/// The part of the square of origin that a text gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Disambiguation {
    pub file: Option<File>,
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

/// The man that a text moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    Man(Role),
    /// Any man on the square of origin (`e2e4`).
    Whatever,
    /// A pawn that captures on this file, the rank not given (`ed`).
    PawnToFile(File),
    Castling(Side),
    /// A null move.
    Nobody,
}

/// Whether a text is in export format, as far as it can be known without the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveText {
    Export,
    /// Long or coordinate notation, `0-0`, `e8Q`, `e.p.`, `ed`, `--`.
    Other,
}

/// A move as read from text, not resolved in a position. It is packed in 32 bits so that it stays in a register between
/// reading and resolving.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct San(u32);

/// The layout of a [`San`]: the target square in the lowest six bits, then these.
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

    /// Sets the target square, which must be a1 before.
    #[inline]
    const fn with_target(self, to: Square) -> Self {
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
    const fn with_capture(self) -> Self {
        Self(self.0 | part::TAKES)
    }

    #[inline]
    const fn not_export(self) -> Self {
        Self(self.0 | part::OTHER_TEXT)
    }

    #[inline]
    const fn with_promotion(self, role: Role) -> Self {
        Self(self.0 | (role as u32 + 1) << part::PROMOTION)
    }

    #[inline]
    const fn with_sign(self, sign: CheckSign) -> Self {
        Self(self.0 | (sign as u32) << part::SIGN)
    }

    /// The man that moves.
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

    /// The square of origin, as far as it is given.
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

    /// The subject for [`Position::resolve`](crate::chess::Position::resolve), found by ranges of the code instead of a
    /// jump table.
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

    /// The target square; meaningless for castling and null moves.
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

    /// The role to which a pawn promotes, if it is given.
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
        // A table of values: a jump table is mispredicted if signs are rare.
        const SIGNS: [CheckSign; 4] = [CheckSign::None, CheckSign::Check, CheckSign::Double, CheckSign::Mate];
        SIGNS[(self.0 >> part::SIGN & 3) as usize]
    }

    /// Whether the text is in export format, as far as it can be known without the position.
    #[inline]
    pub const fn text(self) -> MoveText {
        if self.0 & part::OTHER_TEXT == 0 { MoveText::Export } else { MoveText::Other }
    }
}

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

/// The meaning of a text in a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// One legal move.
    Legal(Move),
    /// Several legal moves match, sorted by square of origin, then queen before rook, bishop, knight.
    Ambiguous(Vec<Move>),
    /// No legal move matches, but only one move can be meant, and it breaks the common law.
    Illegal(Move, Illegality),
    /// No move, or more than one illegal move, can be meant.
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
