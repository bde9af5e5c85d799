//! Reading ahead in the main line.

use crate::chess::san;

use super::annotation_glyphs::{AnnotatedMove, check_word_length, loose_result};
use super::descriptive::{WrittenMove, descriptive_move, divisions};
use super::fast_tags::TagPairCache;
use super::markup::{mail_code_length, markup_length};
use super::movetext::{
    Class, MoveNumber, annotation_suffix, brace_comment, class, ends_token, move_number, nag, rest_of_line,
    skip, termination, variation,
};
use super::number::{misread_number, roman_number};
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::{Notation, Record, Span};

/// Moves and comments that are read ahead in search of an act.
const MOST_AHEAD: usize = 16;

/// An element of the main line.
pub(super) enum Element {
    Number(MoveNumber),
    /// The token includes the check sign.
    Move {
        written: WrittenMove,
        token: Span,
    },
    Comment(Span),
}

#[derive(Clone, Copy)]
pub(super) struct MoveAhead {
    pub written: WrittenMove,
    /// The offset after the move and its suffix.
    pub after: usize,
}

impl<'t> Reader<'t> {
    /// A reader of the same text from the offset `at` on.
    pub(super) fn ahead_from(&self, at: usize) -> Reader<'t> {
        Reader { at, tag_cache: TagPairCache::default(), ..*self }
    }

    /// The next move of the main line; `None` at the end of the game.
    pub(super) fn next_main_line_move(&mut self, notation: Notation) -> Option<WrittenMove> {
        loop {
            if let Element::Move { written, .. } = self.next_element(notation)? {
                return Some(written);
            }
        }
    }

    /// The next move of the main line, once for each way to divide its words from those after it; empty at the end of the
    /// game.
    pub(super) fn next_main_line_divisions(&mut self, notation: Notation) -> Vec<MoveAhead> {
        loop {
            match self.next_element(notation) {
                None => return Vec::new(),
                Some(Element::Move { written: WrittenMove::Descriptive(_), token }) => {
                    let text = self.text.get(token.range().start..).unwrap_or_default();
                    return divisions(text)
                        .map(|division| MoveAhead {
                            written: WrittenMove::Descriptive(division.read),
                            after: self.text.len() - skip(annotation_suffix, division.rest).len(),
                        })
                        .collect();
                }
                Some(Element::Move { written, .. }) => return vec![MoveAhead { written, after: self.at }],
                Some(Element::Number(_) | Element::Comment(_)) => {}
            }
        }
    }

    /// Whether a result, the next game or the end of the text comes next.
    pub(super) fn is_at_game_end(&self) -> bool {
        let rest = self.rest();
        let is_loose_result = || loose_result(&self.printed_text(rest)).is_some();
        rest.is_empty() || begins_tag(rest) || termination(rest).is_ok() || is_loose_result()
    }

    /// Whether nothing but comments follows up to the next game.
    pub(super) fn game_ends_at(&self, at: usize) -> bool {
        let mut ahead = self.ahead_from(at);
        while let Some(element) = ahead.next_element(Notation::Algebraic) {
            if !matches!(element, Element::Comment(_)) {
                return false;
            }
        }
        ahead.rest().is_empty() || begins_tag(ahead.rest())
    }

    /// Whether the record has no acts so far, and none in the comments that come next.
    pub(super) fn is_without_acts(&self, record: &Record) -> bool {
        let mut ahead = self.ahead_from(self.at);
        let next = std::iter::from_fn(|| ahead.next_element(record.text.move_notation));
        record.acts.is_empty()
            && next.take(MOST_AHEAD).all(
                |element| !matches!(element, Element::Comment(comment) if has_act(comment.of(self.text))),
            )
    }

    /// The next element of the main line; `None` at the end of the game, or before text that is no element.
    pub(super) fn next_element(&mut self, notation: Notation) -> Option<Element> {
        loop {
            let (start, rest) = (self.at, self.rest());
            let byte = rest.first()?;
            if let Some(length) = markup_length(rest).or_else(|| mail_code_length(rest)) {
                self.at += length;
                continue;
            }
            match class(*byte) {
                Class::Move | Class::Digit | Class::Other => {
                    if termination(rest).is_ok() {
                        return None;
                    }
                    if let Some(length) = check_word_length(rest) {
                        self.at += length;
                        continue;
                    }
                    if notation == Notation::Descriptive {
                        if let Ok((after, read)) = descriptive_move(rest) {
                            let token = Span::new(start, self.text.len() - after.len());
                            self.advance_to(skip(annotation_suffix, after));
                            return Some(Element::Move { written: WrittenMove::Descriptive(read), token });
                        }
                        if let [b',' | b'!' | b'?', ..] = rest {
                            self.at += 1;
                            continue;
                        }
                    }
                    if let Ok((after, read)) = san(rest) {
                        let token = Span::new(start, self.text.len() - after.len());
                        // `exd5:`, `Qd5:`
                        let after = after.strip_prefix(b":").unwrap_or(after);
                        let after = skip(annotation_suffix, after);
                        let after = after.strip_prefix(b",").unwrap_or(after);
                        if ends_token(after.first()) || markup_length(after).is_some() {
                            self.advance_to(after);
                            return Some(Element::Move { written: WrittenMove::San(read), token });
                        }
                    }
                    if let Some(marked) = AnnotatedMove::printed(&self.printed_text(rest)) {
                        let token = Span::new(start, start + marked.length);
                        self.at += marked.length + marked.signs;
                        return Some(Element::Move { written: WrittenMove::San(marked.read), token });
                    }
                    let (after, number) = move_number(rest)
                        .ok()
                        .or_else(|| roman_number(rest))
                        .or_else(|| misread_number(rest))?;
                    self.advance_to(after);
                    return Some(Element::Number(number));
                }
                Class::Comment => {
                    let (after, comment) = brace_comment(rest).ok()?;
                    if !comment.is_closed {
                        return None;
                    }
                    self.advance_to(after);
                    return Some(Element::Comment(Span::new(start, self.at)));
                }
                Class::Line => self.advance_to(skip(rest_of_line, rest)),
                Class::Variation => {
                    let (after, _) = variation(rest).ok().filter(|(_, is_closed)| *is_closed)?;
                    self.advance_to(after);
                }
                Class::Percent if self.is_line_start() => self.advance_to(skip(rest_of_line, rest)),
                Class::Nag => self.advance_to(nag(rest).ok()?.0),
                Class::Blank | Class::Newline | Class::Dot => self.at += 1,
                _ => return None,
            }
        }
    }
}

/// Whether a comment has a command other than clocks, evaluations and drawings.
pub(super) fn has_act(comment: &[u8]) -> bool {
    let known: [&[u8]; 8] = [b"clk", b"emt", b"egt", b"mct", b"eval", b"csl", b"cal", b"ts"];
    memchr::memmem::find_iter(comment, b"[%").any(|at| {
        let name = comment.get(at + 2..).unwrap_or_default();
        !known.iter().any(|known| name.starts_with(known))
    })
}
