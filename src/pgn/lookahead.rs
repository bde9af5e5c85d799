//! What the main line goes on with, looked at before it is read.

use crate::chess::san;

use super::annotation_glyphs::MarkedMove;
use super::descriptive::{Said, descriptive_move, ways};
use super::fast_tags::Habit;
use super::movetext::{
    BracketEnd, Class, MoveNumber, annotation_suffix, brace_comment, class, ends_token, move_number, nag,
    rest_of_line, skip, termination, variation,
};
use super::reader::Reader;
use crate::game::Notation;
use crate::game::span::Span;

/// What stands next in the main line.
pub(super) enum Ahead {
    /// A move number.
    Number(MoveNumber),
    /// A move, and its token with its signs of check.
    Move { said: Said, token: Span },
    /// A comment that may hold commands.
    Comment(Span),
}

/// A move of the main line, and where the text goes on behind it.
#[derive(Clone, Copy)]
pub(super) struct SaidAhead {
    pub said: Said,
    /// The place behind it and its suffix.
    pub behind: usize,
}

impl<'t> Reader<'t> {
    /// The same text from a place on.
    pub(super) fn ahead_from(&self, at: usize) -> Reader<'t> {
        Reader {
            text: self.text,
            at,
            initial: self.initial,
            encoding: self.encoding,
            habit: Habit::default(),
        }
    }

    /// The next move of the main line, for looking ahead; `None` at the end of the game.
    pub(super) fn next_main_line_move(&mut self, notation: Notation) -> Option<Said> {
        loop {
            if let Ahead::Move { said, .. } = self.next_ahead(notation)? {
                return Some(said);
            }
        }
    }

    /// The next move of the main line in every way in which its words can be parted from those behind it; none at the
    /// end of the game.
    pub(super) fn next_main_line_ways(&mut self, notation: Notation) -> Vec<SaidAhead> {
        loop {
            match self.next_ahead(notation) {
                None => return Vec::new(),
                Some(Ahead::Move { said: Said::Described(_), token }) => {
                    return self.ways_at(token.range().start);
                }
                Some(Ahead::Move { said, .. }) => return vec![SaidAhead { said, behind: self.at }],
                Some(Ahead::Number(_) | Ahead::Comment(_)) => {}
            }
        }
    }

    /// The ways in which a move in descriptive notation begins at a place.
    pub(super) fn ways_at(&self, place: usize) -> Vec<SaidAhead> {
        ways(self.text.get(place..).unwrap_or_default())
            .map(|way| SaidAhead {
                said: Said::Described(way.told),
                behind: self.text.len() - skip(annotation_suffix, way.rest).len(),
            })
            .collect()
    }

    /// What stands next in the main line; `None` at the end of the game, or where it cannot be told.
    pub(super) fn next_ahead(&mut self, notation: Notation) -> Option<Ahead> {
        loop {
            let (start, rest) = (self.at, self.rest());
            let byte = rest.first()?;
            match class(*byte) {
                Class::Move | Class::Digit | Class::Other => {
                    if termination(rest).is_ok() {
                        return None;
                    }
                    if notation == Notation::Descriptive {
                        if let Ok((after, told)) = descriptive_move(rest) {
                            let token = Span::new(start, self.text.len() - after.len());
                            self.go_to(skip(annotation_suffix, after));
                            return Some(Ahead::Move { said: Said::Described(told), token });
                        }
                        if let [b',' | b'!' | b'?', ..] = rest {
                            self.at += 1;
                            continue;
                        }
                    }
                    if let Ok((after, read)) = san(rest) {
                        let token = Span::new(start, self.text.len() - after.len());
                        let after = skip(annotation_suffix, after);
                        if ends_token(after.first()) {
                            self.go_to(after);
                            return Some(Ahead::Move { said: Said::San(read), token });
                        }
                    }
                    if let Some(marked) = MarkedMove::printed(rest) {
                        let token = Span::new(start, start + marked.length);
                        self.at += marked.length + marked.evaluation + marked.others;
                        return Some(Ahead::Move { said: Said::San(marked.read), token });
                    }
                    let (after, number) = move_number(rest).ok()?;
                    self.go_to(after);
                    return Some(Ahead::Number(number));
                }
                Class::Comment => {
                    let (after, comment) = brace_comment(rest).ok()?;
                    if comment.end == BracketEnd::Unclosed {
                        return None;
                    }
                    self.go_to(after);
                    return Some(Ahead::Comment(Span::new(start, self.at)));
                }
                Class::Line => self.go_to(skip(rest_of_line, rest)),
                Class::Variation => match variation(rest).ok()? {
                    (after, BracketEnd::Closed) => self.go_to(after),
                    (_, BracketEnd::Unclosed) => return None,
                },
                Class::Percent if self.is_line_start() => self.go_to(skip(rest_of_line, rest)),
                Class::Nag => self.go_to(nag(rest).ok()?.0),
                Class::Blank | Class::Newline | Class::Dot => self.at += 1,
                _ => return None,
            }
        }
    }
}
