//! Variations and notes with moves in square brackets, which PGN does not have.

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::sequence::delimited;

use super::counted_faults::count_in_game;
use super::lookahead::Element;
use super::movetext::{MoveNumber, move_number};
use super::prose::{holds_moves, is_move};
use super::reader::Reader;
use super::recovery::numbered_ply;
use super::tag_pair::find_tag;
use crate::game::{FaultKind, Record, Span};

/// The longest text in brackets, in bytes.
const LONGEST: usize = 255;

impl<'t> Reader<'t> {
    /// Skips earlier moves again, with others, in square brackets. Returns whether it did.
    #[cold]
    pub(super) fn skip_variation_in_brackets(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Some(BracketedMoves { number, length }) = moves_in_brackets(rest) else { return false };
        // A move in brackets may come before the move in whose place it was possible.
        let goes_on_after = || {
            let mut ahead = self.ahead_from(self.at + length);
            let next = ahead.next_element(record.text.move_notation);
            matches!(next, Some(Element::Number(number)) if numbered_ply(record, number) == Some(record.plies()))
        };
        let is_later = number.is_some_and(|number| match numbered_ply(record, number) {
            Some(ply) if ply < record.plies() => false,
            Some(ply) if ply == record.plies() => !goes_on_after(),
            _ => true,
        });
        if is_later || record.ending.stop.is_some() {
            return false;
        }
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        count_in_game(record, FaultKind::Markup(1), span);
        true
    }
}

/// Moves in square brackets: `[2. f4 exf4]`, `[with the idea of 3... Nf6]`.
struct BracketedMoves {
    /// The number with which they begin. `None` if they begin with a word.
    number: Option<MoveNumber>,
    /// In bytes, with the brackets.
    length: usize,
}

/// The moves in square brackets at the start of a text.
fn moves_in_brackets(text: &[u8]) -> Option<BracketedMoves> {
    let window = text.get(..text.len().min(LONGEST))?;
    let words = take_while1(|byte: u8| !b"[]{}\"".contains(&byte));
    let (rest, inside): (_, &[u8]) = delimited(char::<_, ()>('['), words, char(']')).parse(window).ok()?;
    let inside = inside.trim_ascii();
    let number = move_number(inside).ok().map(|(_, number)| number);
    let first = inside.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
    let is_word = first.first().is_some_and(u8::is_ascii_alphabetic) && !is_move(first);
    // `[White Adams]` is a tag, `[White hopes for Nf6]` a note.
    let may_be_skipped = number.is_some() || is_word && (find_tag(first).is_none() || inside.contains(&b' '));
    (may_be_skipped && holds_moves(inside))
        .then_some(BracketedMoves { number, length: window.len() - rest.len() })
}
