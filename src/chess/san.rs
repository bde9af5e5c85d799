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
use super::man::Role;
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
pub(crate) struct Disambiguation {
    pub file: Option<File>,
    pub rank: Option<Rank>,
}

impl Disambiguation {
    const fn is_given(self) -> bool {
        self.file.is_some() || self.rank.is_some()
    }

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
pub(crate) enum Subject {
    Man(Role),
    /// Any man on the square of origin (`e2e4`).
    AnyMan,
    /// A pawn that captures on this file, the rank not given (`ed`).
    PawnToFile(File),
    Castling(Side),
    /// A null move.
    Null,
}

/// Whether a text is in export format, as far as it can be known without the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum MoveText {
    Export,
    /// Long or coordinate notation, `0-0`, `e8Q`, `e.p.`, `ed`, `--`.
    Other,
}

/// A move as read from text, not resolved in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct San {
    subject: Subject,
    origin: Disambiguation,
    to: Square,
    takes: bool,
    promotion: Option<Role>,
    sign: CheckSign,
    text: MoveText,
}

impl San {
    #[inline]
    const fn of(subject: Subject, to: Square) -> Self {
        Self {
            subject,
            origin: Disambiguation { file: None, rank: None },
            to,
            takes: false,
            promotion: None,
            sign: CheckSign::None,
            text: MoveText::Export,
        }
    }

    const fn with_file(self, file: File) -> Self {
        Self { origin: Disambiguation { file: Some(file), ..self.origin }, ..self }
    }

    const fn with_rank(self, rank: Rank) -> Self {
        Self { origin: Disambiguation { rank: Some(rank), ..self.origin }, ..self }
    }

    const fn with_origin(self, square: Square) -> Self {
        self.with_file(square.file()).with_rank(square.rank())
    }

    const fn with_capture(self) -> Self {
        Self { takes: true, ..self }
    }

    /// A capture with `x`, or with a colon, which the export format does not have.
    const fn with_capture_sign(self, sign: char) -> Self {
        let read = self.with_capture();
        if sign == 'x' { read } else { read.not_export() }
    }

    const fn not_export(self) -> Self {
        Self { text: MoveText::Other, ..self }
    }

    const fn with_promotion(self, role: Role) -> Self {
        Self { promotion: Some(role), ..self }
    }

    pub(crate) const fn with_sign(self, sign: CheckSign) -> Self {
        Self { sign, ..self }
    }

    pub(crate) const fn subject(self) -> Subject {
        self.subject
    }

    pub(crate) const fn origin(self) -> Disambiguation {
        self.origin
    }

    /// The target square; meaningless for castling, null moves and moves to a file.
    pub const fn to(self) -> Square {
        self.to
    }

    /// Whether the text marks a capture.
    pub const fn takes(self) -> bool {
        self.takes
    }

    /// The role to which a pawn promotes, if it is given.
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// The check sign.
    pub const fn sign(self) -> CheckSign {
        self.sign
    }

    /// Reads a whole text as one move.
    pub fn from_ascii(text: &[u8]) -> Option<Self> {
        match san(text) {
            Ok(([], san)) => Some(san),
            _ => None,
        }
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
