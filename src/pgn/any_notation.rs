//! Movetext in any notation that a score may have, where it is not read: in comments and after the end of a game.

use crate::chess::Subject;
use crate::game::foreign_letters::is_move_in_another_language;

use super::annotation_glyphs::{AnnotatedMove, loose_result};
use super::descriptive::descriptive_move;
use super::loose_moves::is_loose_move;
use super::movetext::{MoveNumber, ends_token, move_number, termination};

/// Longer numbers may be moves in ICCF numeric notation.
const LONGEST_NUMBER: usize = 3;

/// A text of nothing but moves, numbers, signs and results.
#[derive(Default)]
pub(super) struct AnyMovetext {
    pub moves: u32,
    /// The first number, and the moves before it.
    pub first_number: Option<(MoveNumber, u32)>,
    /// Whether all moves are in the notation of PGN.
    pub is_standard: bool,
}

impl AnyMovetext {
    /// Reads a text that holds a move at least.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let (mut read, mut rest) = (Self { is_standard: true, ..Self::default() }, text);
        loop {
            let signs = rest.iter().take_while(|byte| byte.is_ascii_whitespace() || b",;.!?".contains(byte));
            rest = rest.get(signs.count()..)?;
            if rest.is_empty() {
                return Some(read).filter(|read| read.moves > 0);
            }
            if let Ok((after, _)) = termination(rest) {
                rest = after;
            } else if let Some(result) = loose_result(rest) {
                rest = rest.get(result.length..)?;
            } else if let Some((length, is_standard)) = any_move(rest) {
                read.is_standard &= is_standard;
                read.moves += 1;
                rest = rest.get(length..)?;
            } else {
                let (after, number) = move_number(rest).ok()?;
                let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
                let is_number = length <= LONGEST_NUMBER;
                read.first_number = read.first_number.or(Some((number, read.moves)));
                rest = Some(after).filter(|_| is_number)?;
            }
        }
    }
}

/// The length in bytes of the move in any notation and its signs at the start of a text, and whether it is in that of PGN.
fn any_move(text: &[u8]) -> Option<(usize, bool)> {
    let marked = AnnotatedMove::of(text).or_else(|| AnnotatedMove::printed(text));
    if let Some(AnnotatedMove { read, length, signs, .. }) = marked {
        // Words of two letters may look like a pawn capture.
        let is_meant = !matches!(read.subject(), Subject::Null | Subject::PawnToFile(_));
        return is_meant.then(|| (length + signs, text.get(..length).is_some_and(<[u8]>::is_ascii)));
    }
    if let Ok((after, _)) = descriptive_move(text) {
        return Some((text.len() - after.len(), false));
    }
    let length = text.iter().take_while(|byte| !ends_token(Some(*byte)) && !b",!?".contains(byte)).count();
    let word = text.get(..length)?;
    let is_foreign = || std::str::from_utf8(word).is_ok_and(is_move_in_another_language);
    (is_loose_move(word) || is_foreign()).then_some((length, false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_in_any_notation() {
        for (text, moves) in [
            ("2. Nf3, d6; 3. d4, Bg4;", 4),
            ("2 Kt-KB3 P-Q3 3 BxKtP ch Castles QR 1-0", 4),
            ("2.Sf3! Sc6 3.Lb5", 3),
            ("Кf3 d6", 2),
            ("2. 7163 4746", 2),
            ("\u{2658}f3 d2-d4 g8f6+- 0-0 *", 4),
        ] {
            assert_eq!(AnyMovetext::of(text.as_bytes()).map(|read| read.moves), Some(moves), "{text}");
        }
        for text in ["better 2. Nf3", "2. Nf3 is usual", "1-0", "2.", "", "he was at a4", "5 min", "--"] {
            assert!(AnyMovetext::of(text.as_bytes()).is_none(), "{text}");
        }
    }
}
