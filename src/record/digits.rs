//! Tokens that begin with a digit: numbers, results, and castling with zeros.

use crate::chess::{Color, Resolved, San};
use crate::finding::Score;

use super::fault::FaultKind;
use super::marks::{MarkedMove, SpacedResult, spaced_castling, spaced_result};
use super::movetext::{Dots, MoveNumber, ends_token, move_number, termination};
use super::reader::Reader;
use super::record::{Misnumbered, Missing, Record, Setup, Termination};
use super::span::Span;
use super::tags::{TagName, begins_tag};

impl<'t> Reader<'t> {
    /// A token that begins with a digit: a move number, a result, or castling with zeros.
    #[inline]
    pub(super) fn digit_token(&mut self, record: &mut Record, start: usize) -> Token {
        let Some(rest) = self.text.get(start..) else { return Token::Go(start) };
        if let [b'0' | b'1', b' ' | b'\x80'.., ..]
        | [b'0' | b'1', b'-', b' ', ..]
        | [b'1', b'/', b'2', b' ' | b'\x80'.., ..]
        | [b'1', b'/', b'2', b'-', b' ', ..] = rest
            && let Some(token) = self.spaced_digits(record, start, rest)
        {
            return token;
        }
        if let [b'0' | b'1', b'-' | b'/', ..] | [b'0', b'0', ..] = rest {
            self.at = start;
            if self.termination_token(record, rest) == Terminated::Yes {
                return Token::End;
            }
            if rest.first() == Some(&b'0') {
                if self.both_lose(record, rest) {
                    return Token::End;
                }
                return Token::Go(self.move_token(record, start));
            }
        }
        let Ok((after, number)) = move_number(rest) else {
            return Token::Go(start + 1);
        };
        let end = self.text.len() - after.len();
        let due = i64::from(record.position.fullmove()) + record.number_offset;
        let wrong = i64::from(number.number) != due
            || (number.dots == Dots::Many && record.position.turn() == Color::White);
        if wrong && !record.is_held {
            Self::wrong_number(record, number, Span::new(start, end));
        }
        Token::Go(end)
    }

    /// Digits with blanks behind them, or signs of print: a result, or castling.
    #[cold]
    fn spaced_digits(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> Option<Token> {
        if self.spaced_result(record, start, rest) {
            return Some(Token::End);
        }
        if let Some(castling) = MarkedMove::printed(rest) {
            self.marked_move(record, &castling, start);
        } else {
            let length = spaced_castling(rest)?;
            self.at = start;
            record.lost_moves = true;
            self.unreadable_stretch(record, rest, length);
        }
        Some(Token::Go(self.at))
    }

    /// A result with blanks in it, or signs of print: `1 - 0`, `1–0`, `½-½`.
    pub(super) fn spaced_result(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> bool {
        let Some(SpacedResult { length, score }) = spaced_result(rest) else { return false };
        let span = Span::new(start, start + length);
        self.at = start + length;
        // The end of a game in descriptive notation is read again on the straight road.
        if record.faults.last().is_none_or(|last| last.span != span) {
            record.fault(FaultKind::SpacedResult(score), span);
        }
        record.termination = Some(Termination { score, span });
        true
    }

    /// Whether `0-0` ends the game as a score, both players losing (FIDE 11.8), and does not castle: it
    /// is the last token, and there are no moves, or the tags say so, or no score is given and the mover cannot castle.
    #[cold]
    pub(super) fn both_lose(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Some(after) = rest.strip_prefix(b"0-0") else { return false };
        let behind = after.trim_ascii_start();
        if !ends_token(after.first()) || !(behind.is_empty() || begins_tag(behind)) {
            return false;
        }
        let castles = || {
            let castling = San::from_ascii(b"0-0");
            !castling
                .is_some_and(|read| matches!(record.position.resolve(read, &record.threats), Resolved::Odd))
        };
        let given =
            record.value(TagName::Result, self.text).map(|value| Score::from_ascii(value.trim_ascii()));
        let is_score = record.moves.is_empty()
            || record.detail_says_both_lose(self.text)
            || match given {
                Some(None) => true,
                Some(Some(Score::Unknown)) | None => record.stop.is_none() && !castles(),
                Some(Some(_)) => false,
            };
        if !is_score {
            return false;
        }
        let start = self.at;
        self.go_to(after);
        record.termination = Some(Termination { score: Score::Unknown, span: Span::new(start, self.at) });
        true
    }

    #[cold]
    fn wrong_number(record: &mut Record, written: MoveNumber, span: Span) {
        record.numbers.count(record.plies() + 1, span);
        let offset = i64::from(written.number) - i64::from(record.position.fullmove());
        // Of moves that are numbered otherwise throughout a number says nothing, nor does that of a position's first move.
        let is_first = record.moves.is_empty() && matches!(record.setup, Setup::Fen | Setup::Placed);
        let is_later = record.number_offset == 0 && offset > 0 && !is_first;
        let missing = match (record.position.turn(), written.dots) {
            (Color::Black, dots) if dots != Dots::Many && is_later && offset == 1 => Some(Missing::OfOne),
            _ if is_later => Some(Missing::OfBoth { number: written.number }),
            (Color::White, Dots::Many) => Some(Missing::OfOne),
            _ => None,
        };
        let plies = record.plies();
        record.misnumbered = missing.map(|missing| Misnumbered { plies, missing });
        // What follows is held to this number, so that one slip is counted once.
        record.number_offset = offset;
    }

    pub(super) fn termination_token(&mut self, record: &mut Record, rest: &'t [u8]) -> Terminated {
        let Ok((after, score)) = termination(rest) else {
            return Terminated::No;
        };
        let start = self.at;
        self.go_to(after);
        record.termination = Some(Termination { score, span: Span::new(start, self.at) });
        Terminated::Yes
    }
}

/// Where the text goes on behind a token, if it does not end the movetext.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Go(usize),
    End,
}

/// Whether a token ends the game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Terminated {
    No,
    Yes,
}
