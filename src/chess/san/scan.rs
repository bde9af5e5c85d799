//! Moves read: the forms of the PGN standard and those found beside them.

// The tables below are indexed by bits masked to their length.
#![allow(clippy::indexing_slicing)]

use nom::IResult;

use super::{CheckSign, MoveText, San, Subject};
use crate::chess::man::Role;
use crate::chess::moves::Side;
use crate::chess::square::{File, Rank, Square};

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

/// A pawn's move that names the pawn: `Pe4`, `Pexd5`, `Pxd5`.
#[cold]
fn lettered_pawn(input: &[u8]) -> Scanned {
    let rest = input.get(1..).unwrap_or_default();
    if let [b'x' | b':', file, rank, ..] = rest
        && is_file(*file)
        && is_rank(*rank)
    {
        let san = San::of(PAWN, square(*file, *rank)).taking().otherwise_written();
        return pawn_tail(san, 4, input);
    }
    if !rest.first().is_some_and(|first| is_file(*first)) {
        return Scanned::NONE;
    }
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
