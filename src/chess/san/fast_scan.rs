//! Reads the usual forms of moves with few instructions, and leaves the other forms to the parsers of `parse.rs`.

use super::{CheckSign, San, Subject, san};
use crate::chess::man::Role;
use crate::chess::moves::Side;
use crate::chess::square::{File, Rank, Square};

const A1: Square = Square::from_index(0);
const PAWN: Subject = Subject::Man(Role::Pawn);

/// The first bytes of a text, padded with blanks. A window of fixed length needs no bounds checks.
type PaddedText = [u8; 8];

fn padded(input: &[u8]) -> PaddedText {
    input.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [b' '; 8];
        for (slot, byte) in window.iter_mut().zip(input) {
            *slot = *byte;
        }
        window
    })
}

/// The square of valid bytes.
const fn square(file: u8, rank: u8) -> Square {
    Square::new(file_of(file), rank_of(rank))
}

const fn file_of(byte: u8) -> File {
    File::from_index(byte.wrapping_sub(b'a'))
}

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
    const NONE: Self = Self { san: San::of(Subject::Null, A1), length: 0 };

    const fn new(san: San, length: usize) -> Self {
        Self { san, length }
    }

    pub(crate) const fn san(self) -> San {
        self.san
    }

    /// In bytes; 0 if the text does not begin with a move.
    pub(crate) const fn length(self) -> usize {
        self.length
    }
}

/// Reads a move like [`san`], which it calls only for unusual forms.
#[inline]
pub(crate) fn fast_scan(input: &[u8]) -> ScannedSan {
    let text = padded(input);
    let body = match text[0] {
        b'a'..=b'h' => pawn_move(text),
        b'N' | b'B' | b'R' | b'Q' | b'K' => piece_move(text),
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
fn pawn_move(text: PaddedText) -> ScannedSan {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', next, ..] if ends_pawn_move(next) => {
            ScannedSan::new(San::of(PAWN, square(file, rank)), 2)
        }
        [from @ b'a'..=b'h', b'x', file @ b'a'..=b'h', rank @ b'1'..=b'8', next, ..]
            if ends_pawn_move(next) =>
        {
            let san = San::of(PAWN, square(file, rank)).with_file(file_of(from)).with_capture();
            ScannedSan::new(san, 4)
        }
        _ => ScannedSan::NONE,
    }
}

const fn ends_pawn_move(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'+' | b'#' | b'!' | b'?')
}

/// `Nf3`, `Nxf3`, `Nbd7`, `R1e2`, `Nbxd7`.
fn piece_move(text: PaddedText) -> ScannedSan {
    let [letter, rest @ ..] = text;
    let Some(role) = Role::from_letter(letter) else { return ScannedSan::NONE };
    let piece_to = |file, rank| San::of(Subject::Man(role), square(file, rank));
    let (san, length) = match rest {
        // The square before these bytes is the square of origin.
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h' | b'-' | b'x' | b':', ..] => return ScannedSan::NONE,
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => (piece_to(file, rank), 3),
        [b'x', file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => (piece_to(file, rank).with_capture(), 4),
        [from @ b'a'..=b'h', b'x', file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => {
            (piece_to(file, rank).with_file(file_of(from)).with_capture(), 5)
        }
        [from @ b'1'..=b'8', b'x', file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => {
            (piece_to(file, rank).with_rank(rank_of(from)).with_capture(), 5)
        }
        [from @ b'a'..=b'h', file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => {
            (piece_to(file, rank).with_file(file_of(from)), 4)
        }
        [from @ b'1'..=b'8', file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => {
            (piece_to(file, rank).with_rank(rank_of(from)), 4)
        }
        _ => return ScannedSan::NONE,
    };
    ScannedSan::new(san, length)
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
            shaped in "[NBRQKP]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNKPqrbnkpX]?|\\(=?[QRBN]\\)?)(e\\.p\\.|ep)?(\\+\\+|\\+#|\\+|#)?[a-h !?]?",
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
