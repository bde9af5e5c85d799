//! Tokens that begin with a digit: numbers, results, and castling with zeros.

use crate::chess::{Color, Resolved, San};
use crate::finding::Score;

use super::annotation_glyphs::{MarkedMove, MeantResult, meant_result, spaced_castling};
use super::movetext::{Class, Dots, class, ends_token, move_number, termination};
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::TagName;
use crate::game::diagnostic::FaultKind;
use crate::game::span::Span;
use crate::game::{Record, Termination};

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
            if self.meant_result(record, start, rest) {
                return Token::End;
            }
            if rest.first() == Some(&b'0') {
                if self.both_lose(record, rest) {
                    return Token::End;
                }
                return Token::Go(self.move_token(record, start));
            }
        }
        if let [b'0' | b'1', b':' | b'=', ..] | [b'0', b'.' | b',', b'5', ..] = rest
            && self.meant_result(record, start, rest)
        {
            return Token::End;
        }
        let Ok((mut after, mut number)) = move_number(rest) else {
            return Token::Go(start + 1);
        };
        if let [b' ' | b'\t', b'.', ..] | [b',' | b':' | b'\x85' | b'\xe2', ..] = after {
            let has_dot = rest.get(rest.len() - after.len() - 1) == Some(&b'.');
            let (behind, points) = points(after);
            if points == Points::Others && !record.replay.is_held {
                record
                    .text
                    .numbers
                    .count(record.plies() + 1, Span::new(start, start + rest.len() - behind.len()));
            }
            if points == Points::Dots(Dots::Many) || points == Points::Dots(Dots::Few) && has_dot {
                number.dots = Dots::Many;
            }
            after = behind;
        }
        let end = self.text.len() - after.len();
        if after.is_empty() || is_beginning_of_result(rest) {
            // The text breaks off here: it may have been another number, or the result.
            return Token::Go(self.text.len());
        }
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let wrong = i64::from(number.number) != due
            || (number.dots == Dots::Many && record.position.turn() == Color::White);
        if wrong && !record.replay.is_held {
            return Token::Go(self.wrong_number(record, number, Span::new(start, end)));
        }
        Token::Go(end)
    }

    /// Digits with blanks behind them, or signs of print: a result, or castling.
    #[cold]
    fn spaced_digits(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> Option<Token> {
        if self.meant_result(record, start, rest) {
            return Some(Token::End);
        }
        if let Some(castling) = MarkedMove::printed(rest) {
            self.marked_move(record, &castling, start);
        } else {
            let length = spaced_castling(rest)?;
            self.at = start;
            record.recovery.lost_moves = true;
            self.unreadable_stretch(record, rest, length);
        }
        Some(Token::Go(self.at))
    }

    /// A result that is not written as PGN writes it: `1 - 0`, `1–0`, `½-½`, `1:0`, `1-O`.
    #[cold]
    pub(super) fn meant_result(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> bool {
        let Some(MeantResult { length, score }) = meant_result(rest) else { return false };
        let span = Span::new(start, start + length);
        self.at = start + length;
        // The end of a game in descriptive notation is read again on the straight road.
        if record.text.faults.last().is_none_or(|last| last.span != span) {
            record.fault(FaultKind::MeantResult(score), span);
        }
        record.ending.termination = Some(Termination { score, span });
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
            !castling.is_some_and(|read| {
                matches!(record.position.resolve(read, &record.replay.threats), Resolved::Odd)
            })
        };
        let given =
            record.value(TagName::Result, self.text).map(|value| Score::from_ascii(value.trim_ascii()));
        let is_score = record.moves.is_empty()
            || record.detail_says_both_lose(self.text)
            || match given {
                Some(None) => true,
                Some(Some(Score::Unknown)) | None => record.ending.stop.is_none() && !castles(),
                Some(Some(_)) => false,
            };
        if !is_score {
            return false;
        }
        let start = self.at;
        self.go_to(after);
        record.ending.termination =
            Some(Termination { score: Score::Unknown, span: Span::new(start, self.at) });
        true
    }

    pub(super) fn termination_token(&mut self, record: &mut Record, rest: &'t [u8]) -> Terminated {
        let Ok((after, score)) = termination(rest) else {
            return Terminated::No;
        };
        let start = self.at;
        self.go_to(after);
        record.ending.termination = Some(Termination { score, span: Span::new(start, self.at) });
        Terminated::Yes
    }
}

/// The points behind a move number that do not stand right behind it, or are none.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    /// Dots, with a blank before them.
    Dots(Dots),
    /// A comma or a colon in the place of a dot.
    Others,
    /// None of these.
    None,
}

/// The points with which a text begins that stands behind a number, and what is behind them.
#[cold]
fn points(text: &[u8]) -> (&[u8], Points) {
    if let [b',' | b':', rest @ ..] = text {
        let is_point = rest.first().is_some_and(|byte| {
            matches!(class(*byte), Class::Blank | Class::Newline | Class::Move | Class::Comment)
        });
        return if is_point { (rest, Points::Others) } else { (text, Points::None) };
    }
    // Three dots in one sign, of UTF-8 or of Windows-1252.
    if let Some(rest) = text.strip_prefix("…".as_bytes()).or_else(|| text.strip_prefix(b"\x85")) {
        return (rest, Points::Dots(Dots::Many));
    }
    let dots = text.trim_ascii_start();
    let count = dots.iter().take_while(|byte| **byte == b'.').count();
    let points = match count {
        0 => return (text, Points::None),
        1 => Points::Dots(Dots::Few),
        _ => Points::Dots(Dots::Many),
    };
    (dots.get(count..).unwrap_or_default(), points)
}

/// Whether a text is the beginning of a result, and nothing more.
fn is_beginning_of_result(text: &[u8]) -> bool {
    text.len() < 7 && [&b"1-0"[..], b"0-1", b"1/2-1/2"].into_iter().any(|result| result.starts_with(text))
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
