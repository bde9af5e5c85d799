//! The move numbers and the comments of the main line, as they are written.

use super::lookahead::Element;
use super::movetext::Dots;
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
    let mut ahead = main_line(record, text);
    let (mut comments, mut ply) = (Vec::new(), 0);
    while let Some(element) = ahead.next_element(record.text.move_notation) {
        match element {
            Element::Move { .. } => ply += 1,
            Element::Comment(comment) => comments.push((ply, comment.of(text))),
            Element::Number(_) => {}
        }
    }
    comments
}

fn main_line<'t>(record: &Record, text: &'t [u8]) -> Reader<'t> {
    let start = record.tags.pairs().last().map_or(record.span.start, |pair| pair.span.end);
    Reader::from(text, start as usize)
}

/// The numbers of a game that was read without a doubt. `None` if the main line does not hold its moves and nothing else.
pub(crate) fn written_numbers(record: &Record, text: &[u8]) -> Option<Vec<WrittenNumber>> {
    let mut ahead = main_line(record, text.get(..record.span.range().end)?);
    let mut numbers = Vec::new();
    let mut ply = 1;
    while let Some(element) = ahead.next_element(record.text.move_notation) {
        match element {
            Element::Move { .. } => ply += 1,
            Element::Comment(_) => {}
            Element::Number(read) => {
                let end = ahead.offset();
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
