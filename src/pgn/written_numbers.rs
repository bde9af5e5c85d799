//! The move numbers and the comments of the main line, as they are written.

use std::ops::Range;

use super::lookahead::Element;
use super::movetext::{Dots, MoveNumber, annotation_suffix, skip};
use super::reader::Reader;
use crate::game::{Record, Span};

/// A move number of the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrittenNumber {
    /// Its digits.
    pub digits: Span,
    /// Its digits and dots.
    pub span: Span,
    pub number: u32,
    /// Whether it has more than one dot, as before a move of Black.
    pub has_dots: bool,
    /// The ply of the move after it.
    pub ply: u32,
}

/// The comments of the main line with the ply of the move before each, up to text that is no movetext.
pub(crate) fn written_comments<'t>(record: &Record, text: &'t [u8]) -> Vec<(u32, &'t [u8])> {
    let Some(text) = text.get(..record.span.range().end) else { return Vec::new() };
    let (mut comments, mut ply) = (Vec::new(), 0);
    for element in MainLine::of(record, text) {
        match element {
            MainLineElement::Move => ply += 1,
            MainLineElement::Comment(comment) => comments.push((ply, comment.of(text))),
            MainLineElement::Number { .. } => {}
        }
    }
    comments
}

/// The numbers of a game that was read without a doubt. `None` if the main line does not hold its moves and nothing else.
pub(crate) fn written_numbers(record: &Record, text: &[u8]) -> Option<Vec<WrittenNumber>> {
    let text = text.get(..record.span.range().end)?;
    let mut numbers = Vec::new();
    let mut ply = 1;
    for element in MainLine::of(record, text) {
        match element {
            MainLineElement::Move => ply += 1,
            MainLineElement::Comment(_) => {}
            MainLineElement::Number { read, end } => {
                let before = text.get(..end)?;
                let dots = before.iter().rev().take_while(|byte| **byte == b'.').count();
                let rest = before.get(..end - dots)?;
                let digits = rest.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                let from = end - dots - digits;
                numbers.push(WrittenNumber {
                    digits: Span::new(from, end - dots),
                    span: Span::new(from, end),
                    number: read.number,
                    has_dots: read.dots == Dots::Many,
                    ply,
                });
            }
        }
    }
    (ply == record.plies() + 1).then_some(numbers)
}

/// The elements of the main line, up to text that is no movetext. Moves are as the reader read them, even if their text
/// alone would show another end.
struct MainLine<'t, 'r> {
    ahead: Reader<'t>,
    record: &'r Record,
    /// The next of the tokens that the reader noted.
    noted: &'r [Span],
}

enum MainLineElement {
    Number {
        read: MoveNumber,
        /// The offset after it.
        end: usize,
    },
    Move,
    Comment(Span),
}

impl<'t, 'r> MainLine<'t, 'r> {
    fn of(record: &'r Record, text: &'t [u8]) -> Self {
        let start = record.tags.pairs().last().map_or(record.span.start, |pair| pair.span.end);
        Self { ahead: Reader::from(text, start as usize), record, noted: &record.text.tokens_as_read }
    }

    /// Skips the token that the reader noted here, if there is one.
    fn skip_noted(&mut self) -> bool {
        let at = self.ahead.offset();
        let is_between = |byte: &&u8| byte.is_ascii_whitespace() || **byte == b'.';
        let begins = at + self.ahead.rest().iter().take_while(is_between).count();
        while let Some((token, later)) = self.noted.split_first() {
            let Range { start, end } = token.range();
            if start > begins {
                return false;
            }
            self.noted = later;
            if start == begins {
                self.ahead.at = end;
                self.ahead.advance_to(skip(annotation_suffix, self.ahead.rest()));
                return true;
            }
        }
        false
    }
}

impl Iterator for MainLine<'_, '_> {
    type Item = MainLineElement;

    fn next(&mut self) -> Option<MainLineElement> {
        if self.skip_noted() {
            return Some(MainLineElement::Move);
        }
        Some(match self.ahead.next_element(self.record.text.move_notation)? {
            Element::Move { .. } => MainLineElement::Move,
            Element::Comment(comment) => MainLineElement::Comment(comment),
            Element::Number(read) => MainLineElement::Number { read, end: self.ahead.offset() },
        })
    }
}
