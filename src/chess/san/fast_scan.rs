//! Reads the usual forms of moves with few instructions, and leaves the other forms to the parsers of `parse.rs`.

// The tables below are indexed by bits masked to their length.
#![allow(clippy::indexing_slicing)]

use super::{CheckSign, San, Subject, san};
use crate::chess::man::Role;
use crate::chess::moves::Side;
use crate::chess::square::{File, Rank, Square};

const A1: Square = Square::from_index(0);
const PAWN: Subject = Subject::Man(Role::Pawn);

/// The first bytes of a text, padded with blanks. A window of fixed length needs no bounds checks.
type PaddedText = [u8; 8];

#[inline]
fn padded(input: &[u8]) -> PaddedText {
    match input.first_chunk() {
        Some(window) => *window,
        None => short_padded(input),
    }
}

#[cold]
fn short_padded(input: &[u8]) -> PaddedText {
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

/// A move and the length of its text.
#[derive(Clone, Copy)]
pub(crate) struct ScannedSan {
    san: San,
    length: usize,
}

impl ScannedSan {
    const NONE: Self = Self { san: San::of(Subject::Nobody, A1), length: 0 };

    #[inline]
    const fn new(san: San, length: usize) -> Self {
        Self { san, length }
    }

    #[inline]
    pub(crate) const fn san(self) -> San {
        self.san
    }

    /// In bytes; 0 if the text does not begin with a move.
    #[inline]
    pub(crate) const fn length(self) -> usize {
        self.length
    }
}

/// Reads a move like [`san`], which it calls only for unusual forms.
#[inline(always)]
#[allow(clippy::inline_always)] // hot: a call would cost a tenth of an audit
pub(crate) fn fast_scan(input: &[u8]) -> ScannedSan {
    let text = padded(input);
    let body = match text[0] {
        b'a'..=b'h' => pawn_move(&text),
        b'N' | b'B' | b'R' | b'Q' | b'K' => piece_move(&text),
        b'O' => castling(input),
        _ => ScannedSan::NONE,
    };
    if body.length() == 0 {
        return slow_scan(input);
    }
    match input.get(body.length()) {
        Some(b'+' | b'#') => check_sign(body, input),
        _ => body,
    }
}

#[cold]
fn slow_scan(input: &[u8]) -> ScannedSan {
    match san(input) {
        Ok((rest, read)) => ScannedSan::new(read, input.len() - rest.len()),
        Err(_) => ScannedSan::NONE,
    }
}

#[inline]
fn check_sign(body: ScannedSan, input: &[u8]) -> ScannedSan {
    let (sign, length) = match input.get(body.length()..).unwrap_or_default() {
        [b'+', b'+', ..] => (CheckSign::Double, 2),
        [b'+', b'#', ..] => (CheckSign::Mate, 2),
        [b'#', ..] => (CheckSign::Mate, 1),
        [b'+', ..] => (CheckSign::Check, 1),
        _ => return body,
    };
    ScannedSan::new(body.san().with_sign(sign), body.length() + length)
}

/// `e4` and `exd5`, before a byte that ends a pawn move.
#[inline(always)]
#[allow(clippy::inline_always)] // as `fast_scan`
fn pawn_move(text: &PaddedText) -> ScannedSan {
    let [file, second, third, fourth, fifth, ..] = *text;
    if is_rank(second) && ends_pawn_move(third) {
        return ScannedSan::new(San::of(PAWN, square(file, second)), 2);
    }
    if is_capture(second) && is_file(third) && is_rank(fourth) && ends_pawn_move(fifth) {
        return ScannedSan::new(
            San::of(PAWN, square(third, fourth)).with_file(file_of(file)).with_capture(),
            4,
        );
    }
    ScannedSan::NONE
}

/// The bytes that end a pawn move.
static ENDS_PAWN_MOVE: [bool; 256] = table_of(b" \n\r+#!?");

/// The bytes that make the square before them the square of origin.
static FOLLOWS_ORIGIN: [bool; 256] = table_of(b"abcdefgh-x:");

const fn table_of(bytes: &[u8]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut index = 0;
    while index < bytes.len() {
        table[bytes[index] as usize] = true;
        index += 1;
    }
    table
}

#[inline]
fn ends_pawn_move(byte: u8) -> bool {
    ENDS_PAWN_MOVE[byte as usize]
}

/// `Nf3`, `Nxf3`, `Nbd7`, `R1e2`, `Nbxd7`.
#[inline(always)]
#[allow(clippy::inline_always)] // as `fast_scan`
fn piece_move(text: &PaddedText) -> ScannedSan {
    let [letter, first, second, third, fourth, ..] = *text;
    let Some(role) = Role::from_letter(letter) else { return ScannedSan::NONE };
    let piece_to = |to| San::of(Subject::Man(role), to);
    if is_file(first) && is_rank(second) {
        if FOLLOWS_ORIGIN[third as usize] {
            return ScannedSan::NONE;
        }
        return ScannedSan::new(piece_to(square(first, second)), 3);
    }
    if is_capture(first) {
        let san = piece_to(square(second, third)).with_capture();
        return if is_file(second) && is_rank(third) { ScannedSan::new(san, 4) } else { ScannedSan::NONE };
    }
    let (to, length, takes) =
        if is_capture(second) { ((third, fourth), 5, true) } else { ((second, third), 4, false) };
    if !is_file(to.0) || !is_rank(to.1) {
        return ScannedSan::NONE;
    }
    let san = piece_to(square(to.0, to.1));
    let san = if takes { san.with_capture() } else { san };
    if is_file(first) {
        ScannedSan::new(san.with_file(file_of(first)), length)
    } else if is_rank(first) {
        ScannedSan::new(san.with_rank(rank_of(first)), length)
    } else {
        ScannedSan::NONE
    }
}

/// `O-O` and `O-O-O`.
#[inline]
fn castling(input: &[u8]) -> ScannedSan {
    const SHORT: San = San::of(Subject::Castling(Side::King), A1);
    const LONG: San = San::of(Subject::Castling(Side::Queen), A1);
    match input {
        [b'O', b'-', b'O', b'-', b'O', ..] => ScannedSan::new(LONG, 5),
        [b'O', b'-', b'O', ..] => ScannedSan::new(SHORT, 3),
        _ => ScannedSan::NONE,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{fast_scan, san};

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn fast_scan_agrees_with_the_grammar(
            text in "[a-hNBRQKPO0oxZ@:=()/+#. ep1-8!?-]{0,10}",
            shaped in "[NBRQKP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNKPqrbnkpX]?|\\([QRBN]\\)?)(e\\.p\\.|ep)?(\\+\\+|\\+#|\\+|#)?[a-h !?]?",
            bytes in proptest::collection::vec(any::<u8>(), 0..9),
        ) {
            for text in [text.as_bytes(), shaped.as_bytes(), &bytes[..]] {
                let fast = fast_scan(text);
                let read = if fast.length() > 0 { Some((fast.length(), fast.san())) } else { None };
                let parsed = san(text).ok().map(|(rest, read)| (text.len() - rest.len(), read));
                prop_assert_eq!(read, parsed, "{}", text.escape_ascii());
            }
        }
    }
}
