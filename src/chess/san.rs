//! Moves as text: standard algebraic notation and the forms found beside it, read, resolved, written.
//!
//! Source: PGN standard section 8.2.3. Resolution goes backwards from the square of arrival: normally
//! one candidate stands there, and legality is asked of that one alone.

// The tables below are indexed by bits masked to their length.
#![allow(clippy::indexing_slicing)]

use nom::IResult;

use super::attacks;
use super::bitboard::Bitboard;
use super::legality::{Illegality, double_step_rank, pawn_step, strikes_on_empty_board};
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::play::Play;
use super::position::{Position, Threats, castling_squares, home_rank};
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
pub struct Origin {
    /// The file, if given.
    pub file: Option<File>,
    /// The rank, if given.
    pub rank: Option<Rank>,
}

impl Origin {
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
    pub const fn origin(self) -> Origin {
        Origin { file: self.origin_file(), rank: self.origin_rank() }
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

/// The number of a role, never looked at as a role: a jump for each of six roles is often guessed wrong.
#[derive(Clone, Copy)]
pub(super) struct RoleIndex(u32);

impl RoleIndex {
    #[inline]
    pub(super) const fn at(self) -> usize {
        (self.0 & 7) as usize
    }
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

/// The bytes are no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoMove;

impl<I> nom::error::ParseError<I> for NoMove {
    fn from_error_kind(_: I, _: nom::error::ErrorKind) -> Self {
        Self
    }
    fn append(_: I, _: nom::error::ErrorKind, other: Self) -> Self {
        other
    }
}

type Scan<'a, T> = IResult<&'a [u8], T, NoMove>;

const NO: nom::Err<NoMove> = nom::Err::Error(NoMove);
const A1: Square = Square::from_index(0);

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

/// The first bytes of a text, blanks where it ends sooner: moves are read from a window of fixed length,
/// so that no byte of it needs a bounds check.
type Window = [u8; 8];

#[inline]
fn window(input: &[u8]) -> Window {
    match input.first_chunk() {
        Some(window) => *window,
        None => short_window(input),
    }
}

#[cold]
fn short_window(input: &[u8]) -> Window {
    let mut window = [b' '; 8];
    for (slot, byte) in window.iter_mut().zip(input) {
        *slot = *byte;
    }
    window
}

#[inline]
const fn is_file(byte: u8) -> bool {
    byte.wrapping_sub(b'a') < 8
}

#[inline]
const fn is_rank(byte: u8) -> bool {
    byte.wrapping_sub(b'1') < 8
}

#[inline]
const fn is_capture(byte: u8) -> bool {
    matches!(byte, b'x' | b':')
}

#[inline]
const fn square(file: u8, rank: u8) -> Square {
    Square::new(file_of(file), rank_of(rank))
}

#[inline]
const fn file_of(byte: u8) -> File {
    File::from_index(byte.wrapping_sub(b'a'))
}

#[inline]
const fn rank_of(byte: u8) -> Rank {
    Rank::from_index(byte.wrapping_sub(b'1'))
}

/// A move and how many bytes it is long, in one register: the move in the lower half.
#[derive(Clone, Copy)]
pub(crate) struct Scanned(u64);

impl Scanned {
    /// No move.
    const NONE: Self = Self(0);

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the lower half
    pub(crate) const fn san(self) -> San {
        San(self.0 as u32)
    }

    /// 0 where there is no move.
    #[inline]
    pub(crate) const fn length(self) -> usize {
        (self.0 >> 32) as usize
    }
}

#[inline]
const fn scanned(san: San, length: usize) -> Scanned {
    Scanned((length as u64) << 32 | san.0 as u64)
}

/// Reads one move with its check sign: `san = castling / piece-move / pawn-move / null-move`.
///
/// # Errors
/// The bytes begin no move.
#[inline]
pub fn san(input: &[u8]) -> Scan<'_, San> {
    let read = scan(input);
    match input.get(read.length()..) {
        Some(rest) if read.length() > 0 => Ok((rest, read.san())),
        _ => Err(NO),
    }
}

/// A move with its check sign and their length in one register: [`san`] for the straight road.
#[inline(always)]
#[allow(clippy::inline_always)] // the hottest call there is: out of line it costs a tenth of the whole audit
pub(crate) fn scan(input: &[u8]) -> Scanned {
    let text = window(input);
    let body = match text[0] {
        b'a'..=b'h' => pawn_move(&text, input),
        b'N' | b'B' | b'R' | b'Q' | b'K' | b'P' => piece_move(&text, input),
        b'O' | b'0' | b'o' => castling(input),
        _ => null_move(input),
    };
    match input.get(body.length()) {
        Some(b'+' | b'#') if body.length() > 0 => check_sign(body, input),
        _ => body,
    }
}

/// `check-sign`: `+`, `++`, `#`, behind a move.
#[inline]
fn check_sign(body: Scanned, input: &[u8]) -> Scanned {
    let (sign, length) = match input.get(body.length()..).unwrap_or_default() {
        [b'+', b'+', ..] => (CheckSign::Double, 2),
        [b'+', b'#', ..] => (CheckSign::Mate, 2),
        [b'#', ..] => (CheckSign::Mate, 1),
        [b'+', ..] => (CheckSign::Check, 1),
        _ => return body,
    };
    scanned(body.san().signed(sign), body.length() + length)
}

const PAWN: Subject = Subject::Man(Role::Pawn);

/// `pawn-move`: `e4`, `exd5`, `ed5`, `ed`, `e8=Q`, `e8Q`, `e8(Q)`, `e2-e4`, `e2e4`, `e2xd3`, `e7e8q`.
#[inline(always)]
#[allow(clippy::inline_always)] // as `san`
fn pawn_move(text: &Window, input: &[u8]) -> Scanned {
    let [file, second, third, fourth, ..] = *text;
    if is_rank(second) {
        let san = San::of(PAWN, square(file, second));
        if is_plain_end(third) {
            return scanned(san, 2);
        }
        if is_file(third) || goes_on(third) && is_file(fourth) {
            return long_move(square(file, second), input);
        }
        return pawn_tail(san, 2, input);
    }
    if is_capture(second) && is_file(third) && is_rank(fourth) {
        let san = San::of(PAWN, square(third, fourth)).with_file(file_of(file)).taking();
        return if is_plain_end(text[4]) { scanned(san, 4) } else { pawn_tail(san, 4, input) };
    }
    if is_file(second) && is_rank(third) {
        let san = San::of(PAWN, square(second, third)).with_file(file_of(file)).taking().otherwise_written();
        return pawn_tail(san, 3, input);
    }
    if is_file(second) && second != file {
        let san = San::of(Subject::PawnToFile(file_of(second)), A1).with_file(file_of(file)).taking();
        return pawn_tail(san.otherwise_written(), 2, input);
    }
    Scanned::NONE
}

/// Which bytes behind a square end a pawn's move, and which make that square its origin.
static BEHIND_SQUARE: [Behind; 256] = behind_square();

/// What a byte behind a square says of it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Behind {
    /// Nothing by itself.
    Other,
    /// Nothing more of a pawn's move can follow.
    PlainEnd,
    /// The move goes on from there.
    GoesOn,
}

const fn behind_square() -> [Behind; 256] {
    let mut table = [Behind::Other; 256];
    let (mut index, ends) = (0, b" \n\r+#!?");
    while index < ends.len() {
        table[ends[index] as usize] = Behind::PlainEnd;
        index += 1;
    }
    let (mut index, more) = (0, b"abcdefgh-x:");
    while index < more.len() {
        table[more[index] as usize] = Behind::GoesOn;
        index += 1;
    }
    table
}

/// Whether nothing more of a pawn's move can follow.
#[inline]
fn is_plain_end(byte: u8) -> bool {
    BEHIND_SQUARE[byte as usize] == Behind::PlainEnd
}

/// Whether a square before this byte is a square of origin.
#[inline]
fn goes_on(byte: u8) -> bool {
    BEHIND_SQUARE[byte as usize] == Behind::GoesOn
}

/// `promotion` and `en-passant-mark`: what follows a pawn's square.
#[inline(never)]
fn pawn_tail(san: San, length: usize, input: &[u8]) -> Scanned {
    match input.get(length..).unwrap_or_default() {
        [b'=', piece, ..] if promotion_letter(*piece).is_some() => {
            let san = if piece.is_ascii_uppercase() { san } else { san.otherwise_written() };
            promoted(san, *piece, length + 2)
        }
        [piece, ..] if piece.is_ascii_uppercase() && promotion_letter(*piece).is_some() => {
            promoted(san.otherwise_written(), *piece, length + 1)
        }
        [b'(', piece, b')', ..] if promotion_letter(*piece).is_some() => {
            promoted(san.otherwise_written(), *piece, length + 3)
        }
        [b'/', piece, ..] if promotion_letter(*piece).is_some() => {
            promoted(san.otherwise_written(), *piece, length + 2)
        }
        [b'e', b'p', ..] => scanned(san.otherwise_written(), length + 2),
        [b'e', b'.', b'p', b'.', ..] => scanned(san.otherwise_written(), length + 4),
        _ => scanned(san, length),
    }
}

/// A move that ends in a promotion to the piece of a letter, if it is one.
fn promoted(san: San, letter: u8, length: usize) -> Scanned {
    match promotion_letter(letter) {
        Some(role) => scanned(san.becoming(role), length),
        None => Scanned::NONE,
    }
}

/// The piece a pawn becomes; `P` and `K` are read so that they can be judged.
fn promotion_letter(letter: u8) -> Option<Role> {
    Role::from_letter(letter.to_ascii_uppercase())
}

/// `long-move` and `uci-move`: a move that begins with its square of origin.
#[cold]
fn long_move(from: Square, input: &[u8]) -> Scanned {
    let (subject, takes, at) = match input.get(2..).unwrap_or_default() {
        [b'x' | b':', ..] => (PAWN, true, 3),
        [b'-', ..] => (PAWN, false, 3),
        _ => (Subject::Whatever, false, 2),
    };
    let [file, rank, rest @ ..] = input.get(at..).unwrap_or_default() else {
        return Scanned::NONE;
    };
    if !is_file(*file) || !is_rank(*rank) {
        return Scanned::NONE;
    }
    let san = San::of(subject, square(*file, *rank)).with_origin(from).otherwise_written();
    let san = if takes { san.taking() } else { san };
    match rest {
        [b'(', piece, b')', ..] if promotion_letter(*piece).is_some() => promoted(san, *piece, at + 5),
        [b'=', piece, ..] => promoted(san, *piece, at + 4),
        [piece @ (b'q' | b'r' | b'b' | b'n' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'p' | b'k'), ..] => {
            promoted(san, *piece, at + 3)
        }
        [b'e', b'p', ..] => scanned(san, at + 4),
        [b'e', b'.', b'p', b'.', ..] => scanned(san, at + 6),
        _ => scanned(san, at + 2),
    }
}

/// The move of the piece of a letter, its square of arrival still a1: a table of the letters' low bits.
static PIECE_LETTERS: [San; 32] = piece_letters();

const fn piece_letters() -> [San; 32] {
    let mut table = [San::of(Subject::Nobody, A1); 32];
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let mut index = 0;
    while index < roles.len() {
        table[roles[index].letter() as usize & 31] = San::of(Subject::Man(roles[index]), A1);
        index += 1;
    }
    table
}

/// `piece-move`: `Nf3`, `Nbd7`, `R1e2`, `Qa1xb2`, `Ng1-f3`, `Pe4`.
#[inline(always)]
#[allow(clippy::inline_always)] // as `san`
fn piece_move(text: &Window, input: &[u8]) -> Scanned {
    let [letter, first, second, third, fourth, fifth, ..] = *text;
    if letter == b'P' {
        return lettered_pawn(input);
    }
    let piece = PIECE_LETTERS[(letter & 31) as usize];
    if is_file(first) && is_rank(second) {
        if goes_on(third) {
            return long_piece_move(piece, square(first, second), input);
        }
        return scanned(piece.going(square(first, second)), 3);
    }
    if is_capture(first) {
        let san = piece.going(square(second, third)).taking();
        return if is_file(second) && is_rank(third) { scanned(san, 4) } else { Scanned::NONE };
    }
    let (to, length, takes) =
        if is_capture(second) { ((third, fourth), 5, true) } else { ((second, third), 4, false) };
    let _ = fifth;
    if !is_file(to.0) || !is_rank(to.1) {
        return Scanned::NONE;
    }
    let san = piece.going(square(to.0, to.1));
    let san = if takes { san.taking() } else { san };
    if is_file(first) {
        scanned(san.with_file(file_of(first)), length)
    } else if is_rank(first) {
        scanned(san.with_rank(rank_of(first)), length)
    } else if first == b'-' && !takes {
        scanned(san.otherwise_written(), length)
    } else {
        Scanned::NONE
    }
}

/// A piece with its whole square of origin: `Qa1xb2` may be what the export format needs, `Ng1-f3`
/// never is.
#[cold]
fn long_piece_move(piece: San, from: Square, input: &[u8]) -> Scanned {
    let (takes, text, at) = match input.get(3..).unwrap_or_default() {
        [b'x', ..] => (true, MoveText::Export, 4),
        [b':', ..] => (true, MoveText::Other, 4),
        [b'-', ..] => (false, MoveText::Other, 4),
        _ => (false, MoveText::Export, 3),
    };
    let [file, rank, ..] = input.get(at..).unwrap_or_default() else {
        return Scanned::NONE;
    };
    if !is_file(*file) || !is_rank(*rank) {
        return Scanned::NONE;
    }
    let san = piece.going(square(*file, *rank)).with_origin(from);
    let san = if takes { san.taking() } else { san };
    scanned(if text == MoveText::Export { san } else { san.otherwise_written() }, at + 2)
}

/// A pawn's move that names the pawn: `Pe4`, `Pexd5`.
#[cold]
fn lettered_pawn(input: &[u8]) -> Scanned {
    let rest = input.get(1..).unwrap_or_default();
    let body = pawn_move(&window(rest), rest);
    if body.length() == 0 || body.san().subject() == Subject::Whatever {
        return Scanned::NONE;
    }
    scanned(body.san().otherwise_written(), body.length() + 1)
}

/// `castling`: `O-O`, `O-O-O`, with `0` or `o` for the letter, or run together.
#[inline]
fn castling(input: &[u8]) -> Scanned {
    const SHORT: San = San::of(Subject::Castling(Side::King), A1);
    const LONG: San = San::of(Subject::Castling(Side::Queen), A1);
    match input {
        [b'O', b'-', b'O', b'-', b'O', ..] => scanned(LONG, 5),
        [b'O', b'-', b'O', ..] => scanned(SHORT, 3),
        [b'0', b'-', b'0', b'-', b'0', ..] | [b'o', b'-', b'o', b'-', b'o', ..] => {
            scanned(LONG.otherwise_written(), 5)
        }
        [b'0', b'-', b'0', ..] | [b'o', b'-', b'o', ..] => scanned(SHORT.otherwise_written(), 3),
        [b'O', b'O', b'O', ..] => scanned(LONG.otherwise_written(), 3),
        [b'O', b'O', ..] => scanned(SHORT.otherwise_written(), 2),
        [b'0', b'0', b'0', b'0', ..] => scanned(San::of(Subject::Nobody, A1).otherwise_written(), 4),
        _ => Scanned::NONE,
    }
}

/// `null-move`: `--`, `Z0`, `@@@@`, `0000`.
#[cold]
fn null_move(input: &[u8]) -> Scanned {
    let length = match input {
        [b'-', b'-', ..] | [b'Z', b'0', ..] => 2,
        [b'@', b'@', b'@', b'@', ..] => 4,
        _ => return Scanned::NONE,
    };
    scanned(San::of(Subject::Nobody, A1).otherwise_written(), length)
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

/// What resolving a text under the common law gave on the straight road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// One legal move, written as the export format writes it.
    Export(Move),
    /// One legal move, written otherwise.
    Other(Move),
    /// Anything else: ask [`Position::meaning`].
    Odd,
}

impl Position {
    /// Resolves a text under the common law. The straight road: no list, no allocation.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as `san`
    pub fn resolve(&self, san: San, threats: &Threats) -> Resolved {
        match san.piece() {
            Piece::Pawn => self.resolve_pawn(san, threats),
            Piece::Other(role) => self.resolve_piece(san, role, threats),
            Piece::None => self.resolve_other(san),
        }
    }

    /// The men of the player on move that could go to `to`, their king's safety aside.
    fn arriving(&self, role: Role, to: Square) -> Bitboard {
        let occupied = self.occupied();
        let mut open = Bitboard::EMPTY;
        for from in self.of(self.turn(), role) & attacks::reach(role, to) {
            if (attacks::between(from, to) & occupied).is_empty() {
                open |= Bitboard::of(from);
            }
        }
        open
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as `san`
    fn resolve_piece(&self, san: San, role: RoleIndex, threats: &Threats) -> Resolved {
        let to = san.to();
        let own = self.men(self.turn());
        // Neither an own man nor a king is ever taken.
        if (own | self.of_role(Role::King)).has(to) || san.promotes() {
            return Resolved::Odd;
        }
        if san.gives_origin() {
            return self.resolve_from_origin(san);
        }
        let occupied = self.occupied();
        let mut found = None;
        for from in own & self.of_index(role) & attacks::reach_of(role.at(), to) {
            if (attacks::between(from, to) & occupied).is_empty() && self.stays_safe(from, to, threats) {
                if found.is_some() {
                    return Resolved::Odd;
                }
                found = Some(from);
            }
        }
        let Some(from) = found else { return Resolved::Odd };
        if occupied.has(to) == san.takes() && san.text() == MoveText::Export {
            Resolved::Export(Move::plain(from, to))
        } else {
            Resolved::Other(Move::plain(from, to))
        }
    }

    /// A piece move that names its origin: it is export notation only where the others need it.
    #[inline(never)]
    fn resolve_from_origin(&self, san: San) -> Resolved {
        let Subject::Man(role) = san.subject() else { return Resolved::Odd };
        let captures = self.occupied().has(san.to());
        let mut legal = Bitboard::EMPTY;
        for candidate in self.arriving(role, san.to()) {
            if self.is_safe(Move::plain(candidate, san.to())) {
                legal |= Bitboard::of(candidate);
            }
        }
        let Some(from) = (legal & san.origin().mask()).single() else {
            return Resolved::Odd;
        };
        let played = Move::plain(from, san.to());
        let needed = needed_origin(from, legal & !Bitboard::of(from));
        if needed == san.origin() && captures == san.takes() && san.text() == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as `san`
    fn resolve_pawn(&self, san: San, threats: &Threats) -> Resolved {
        let us = self.turn();
        let to = san.to();
        let pawns = self.of(us, Role::Pawn);
        let occupied = self.occupied();
        // Behind its own first rank there is nothing a pawn could come from.
        if to.rank() == home_rank(us) {
            return Resolved::Odd;
        }
        let behind = to.behind(us);
        let (from, kind) = if san.gives_origin() {
            let Some(file) = san.origin_file() else { return Resolved::Odd };
            let from = Square::new(file, behind.rank());
            if !pawns.has(from)
                || !attacks::pawn(us, from).has(to)
                || san.origin_rank().is_some_and(|rank| rank != from.rank())
            {
                return Resolved::Odd;
            }
            if (self.men(us.other()) & !self.of_role(Role::King)).has(to) {
                (from, MoveKind::Plain)
            } else if self.en_passant() == Some(to) {
                (from, MoveKind::EnPassant)
            } else {
                return Resolved::Odd;
            }
        } else {
            if occupied.has(to) || san.takes() {
                return Resolved::Odd;
            }
            if pawns.has(behind) {
                (behind, MoveKind::Plain)
            } else {
                let far = behind.behind(us);
                if occupied.has(behind) || !pawns.has(far) || to.rank() != double_step_rank(us) {
                    return Resolved::Odd;
                }
                (far, MoveKind::Double)
            }
        };
        let last = to.rank() == home_rank(us.other());
        let kind = if last || san.promotes() {
            match san.promotion() {
                Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) if last => {
                    MoveKind::Promotion(role)
                }
                _ => return Resolved::Odd,
            }
        } else {
            kind
        };
        let played = Move::new(from, to, kind);
        let is_safe = if kind == MoveKind::EnPassant {
            let victim = Bitboard::of(Square::new(to.file(), from.rank()));
            self.stays_safe_without(from, to, victim)
        } else {
            self.stays_safe(from, to, threats)
        };
        if !is_safe {
            return Resolved::Odd;
        }
        if san.text() == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    #[inline(never)]
    fn resolve_other(&self, san: San) -> Resolved {
        let us = self.turn();
        let played = match san.subject() {
            Subject::Castling(side) => {
                let Some(king) = self.of(us, Role::King).single() else {
                    return Resolved::Odd;
                };
                let (to, _) = castling_squares(king.rank(), side);
                if self.castling_bar(king, side, Play::COMMON).is_some() {
                    return Resolved::Odd;
                }
                Move::new(king, to, MoveKind::Castling(side))
            }
            Subject::Whatever => {
                let Some(from) = san.origin().square() else {
                    return Resolved::Odd;
                };
                let played = self.move_between(from, san.to(), san.promotion());
                if !self.is_legal(played, Play::COMMON) {
                    return Resolved::Odd;
                }
                played
            }
            _ => return Resolved::Odd,
        };
        if san.text() == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    /// The move of whatever stands on `from`, with the kind that its geometry gives: a king going two
    /// squares or onto its own rook castles, where a right is there.
    pub fn move_between(&self, from: Square, to: Square, promotion: Option<Role>) -> Move {
        let Some(man) = self.man_at(from) else {
            return Move::plain(from, to);
        };
        match man.role {
            Role::King => {
                for side in [Side::King, Side::Queen] {
                    let Some(rook) = self.castling().rook(man.color, side) else {
                        continue;
                    };
                    let (arrival, _) = castling_squares(from.rank(), side);
                    let leaps = to == arrival && from.file().index().abs_diff(to.file().index()) == 2;
                    if to == rook || (leaps && from.rank() == to.rank()) {
                        return Move::new(from, arrival, MoveKind::Castling(side));
                    }
                }
                Move::plain(from, to)
            }
            Role::Pawn => {
                let (one, start) = pawn_step(man.color);
                if to.rank() == home_rank(man.color.other()) || promotion.is_some() {
                    Move::new(from, to, MoveKind::Promotion(promotion.unwrap_or(Role::Pawn)))
                } else if from.rank() == start && from.offset(0, one * 2) == Some(to) {
                    Move::new(from, to, MoveKind::Double)
                } else if self.en_passant() == Some(to) && attacks::pawn(man.color, from).has(to) {
                    Move::new(from, to, MoveKind::EnPassant)
                } else {
                    Move::plain(from, to)
                }
            }
            _ => Move::plain(from, to),
        }
    }

    /// What a text means here, by the ladder that ends with the first rung leaving one man: the legal
    /// moves; those legal but for the own king's safety; the geometry of the man, whatever stands
    /// between or there; the only man of that kind and that file or rank.
    pub fn meaning(&self, san: San) -> Meaning {
        if san.subject() == Subject::Nobody {
            return Meaning::Illegal(Move::NULL, Illegality::Null);
        }
        let mut legal: Vec<Move> =
            self.legal_moves(Play::COMMON).into_iter().filter(|played| self.fits(*played, san)).collect();
        legal.sort_by_key(|played| (played.from(), std::cmp::Reverse(played.bits())));
        match legal.as_slice() {
            [] => {}
            [only] => return Meaning::Legal(*only),
            _ => return Meaning::Ambiguous(legal),
        }
        match self.man_meant(san) {
            Some(played) => match self.illegality(played, Play::COMMON) {
                Some(fault) => Meaning::Illegal(played, fault),
                None => Meaning::Legal(played),
            },
            None => Meaning::Nothing,
        }
    }

    /// Whether a legal move is one that the text can mean.
    fn fits(&self, played: Move, san: San) -> bool {
        let promotion_fits = match (played.kind(), san.promotion()) {
            (MoveKind::Promotion(role), Some(wanted)) => role == wanted,
            // A pawn on the last rank that the text leaves without a piece may be any.
            (MoveKind::Promotion(_), None) => true,
            (_, wanted) => wanted.is_none(),
        };
        match san.subject() {
            Subject::Castling(side) => played.kind() == MoveKind::Castling(side),
            Subject::Man(role) => {
                !played.is_castling()
                    && promotion_fits
                    && played.to() == san.to()
                    && self.man_at(played.from()).is_some_and(|man| man.role == role)
                    && san.origin().mask().has(played.from())
                    // A pawn that names no file goes straight, unless a capture is marked.
                    && (role != Role::Pawn
                        || san.origin().file.is_some()
                        || san.takes()
                        || played.from().file() == played.to().file())
            }
            Subject::Whatever => {
                promotion_fits
                    && san.origin().square().is_some_and(|from| {
                        played.from() == from
                            && self.move_between(from, san.to(), san.promotion()).to() == played.to()
                    })
            }
            Subject::PawnToFile(file) => {
                promotion_fits
                    && self.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn)
                    && san.origin().mask().has(played.from())
                    && played.to().file() == file
            }
            Subject::Nobody => false,
        }
    }

    /// The man that an illegal text must mean, if only one can be meant.
    fn man_meant(&self, san: San) -> Option<Move> {
        let us = self.turn();
        let role = match san.subject() {
            Subject::Castling(side) => {
                let king = self.of(us, Role::King).single()?;
                if king.rank() != home_rank(us) {
                    return None;
                }
                let (to, _) = castling_squares(king.rank(), side);
                return Some(Move::new(king, to, MoveKind::Castling(side)));
            }
            Subject::Whatever => {
                let from = san.origin().square()?;
                self.man_at(from)?;
                return Some(self.move_between(from, san.to(), san.promotion()));
            }
            Subject::Man(role) => role,
            Subject::PawnToFile(_) | Subject::Nobody => return None,
        };
        if let Some(from) = san.origin().square() {
            // The square is named: the man that stands there is meant, if it is of that kind.
            let man = self.man_at(from)?;
            return (man.role == role).then(|| self.move_between(from, san.to(), san.promotion()));
        }
        // That a player takes his own king is no reading of any score.
        if self.of(us, Role::King).has(san.to()) {
            return None;
        }
        let men = self.of(us, role) & san.origin().mask() & !Bitboard::of(san.to());
        let built = |from: Square| {
            if role == Role::King {
                Move::plain(from, san.to())
            } else {
                self.move_between(from, san.to(), san.promotion())
            }
        };
        let unsafe_only = men.squares().filter(|from| {
            self.illegality(built(*from), Play::COMMON).is_none_or(Illegality::is_of_king_safety)
        });
        if let Some(from) = only(unsafe_only) {
            return Some(built(from));
        }
        let shaped = men.squares().filter(|from| match role {
            Role::Pawn => pawn_shape(us, *from, san),
            _ => strikes_on_empty_board(role, *from, san.to()),
        });
        if let Some(from) = only(shaped) {
            return Some(built(from));
        }
        let of_file = match (role, san.origin().file) {
            (Role::Pawn, None) => men & Bitboard::file(san.to().file()),
            _ => men,
        };
        only(of_file.squares()).map(built)
    }

    /// The text of a legal move as the export format writes it, without check signs; of any other
    /// move, its long form (`Ng1-f3`).
    pub fn san(&self, played: Move, play: Play) -> String {
        let (from, to) = (played.from(), played.to());
        match played.kind() {
            MoveKind::Null => return "--".to_owned(),
            MoveKind::Castling(Side::King) => return "O-O".to_owned(),
            MoveKind::Castling(Side::Queen) => return "O-O-O".to_owned(),
            _ => {}
        }
        let Some(Man { color, role }) = self.man_at(from) else {
            return format!("{from}-{to}");
        };
        let takes = self.man_at(to).is_some() || played.kind() == MoveKind::EnPassant;
        let becomes = match played.kind() {
            MoveKind::Promotion(role) => format!("={}", role.letter()),
            _ => String::new(),
        };
        if color != self.turn() || !self.is_legal(played, play) {
            let letter = if role == Role::Pawn { String::new() } else { role.letter().to_string() };
            return format!("{letter}{from}{}{to}{becomes}", if takes { 'x' } else { '-' });
        }
        if role == Role::Pawn {
            return if takes {
                format!("{}x{to}{becomes}", from.file().letter())
            } else {
                format!("{to}{becomes}")
            };
        }
        let mut others = Bitboard::EMPTY;
        for other in self.arriving(role, to) & !Bitboard::of(from) {
            if self.is_safe(Move::plain(other, to)) {
                others |= Bitboard::of(other);
            }
        }
        let origin = needed_origin(from, others);
        let mut text = String::with_capacity(6);
        text.push(role.letter());
        text.extend(origin.file.map(File::letter));
        text.extend(origin.rank.map(Rank::digit));
        if takes {
            text.push('x');
        }
        text.push_str(&to.to_string());
        text
    }

    /// The text of a move with its check sign.
    pub fn san_with_sign(&self, played: Move, play: Play) -> String {
        let mut text = self.san(played, play);
        let mut next = *self;
        next.play(played);
        if next.in_check(next.turn()) {
            text.push(if next.has_legal_move(play) { '+' } else { '#' });
        }
        text
    }
}

/// What of its origin a piece must give, `others` of its kind being able to arrive too: nothing, the
/// file, the rank, or both (PGN standard 8.2.3.4).
fn needed_origin(from: Square, others: Bitboard) -> Origin {
    if others.is_empty() {
        Origin::default()
    } else if (others & Bitboard::file(from.file())).is_empty() {
        Origin { file: Some(from.file()), rank: None }
    } else if (others & Bitboard::rank(from.rank())).is_empty() {
        Origin { file: None, rank: Some(from.rank()) }
    } else {
        Origin { file: Some(from.file()), rank: Some(from.rank()) }
    }
}

fn only(mut squares: impl Iterator<Item = Square>) -> Option<Square> {
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

/// Whether a pawn goes so by the shape of its move, whatever stands about.
fn pawn_shape(us: Color, from: Square, san: San) -> bool {
    let (one, start) = pawn_step(us);
    let straight = from.offset(0, one) == Some(san.to())
        || (from.rank() == start && from.offset(0, one * 2) == Some(san.to()));
    let aslant = attacks::pawn(us, from).has(san.to());
    match san.origin().file {
        Some(_) => aslant || straight,
        None if san.takes() => aslant,
        None => straight,
    }
}
