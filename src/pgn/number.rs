//! Tokens that begin with a digit: numbers, results, and castling with zeros.

use nom::bytes::complete::take_while_m_n;
use nom::character::complete::char;
use nom::combinator::{peek, recognize, rest, verify};
use nom::multi::many_m_n;
use nom::sequence::terminated;
use nom::{IResult, Parser};

use crate::chess::{Color, Resolved, San};
use crate::finding::Score;

use super::annotation_glyphs::{AnnotatedMove, LooseResult, loose_result, spaced_castling};
use super::boundary::begins_its_line;
use super::counted_faults::count_in_game;
use super::loose_moves::is_numeric;
use super::movetext::{Class, Dots, MoveNumber, class, ends_token, move_number, termination};
use super::reader::Reader;
use super::tag_pair::begins_tag;
use crate::game::{FaultKind, Record, Span, TagName, Termination};

/// The least number that may be written for a move in ICCF numeric notation.
const LEAST_NUMERIC: u32 = 1000;

/// The longest number in Roman numerals.
const LONGEST_ROMAN: usize = 12;

/// A move number in Roman numerals at the start of a text, with its dots, and the rest: `IV.`
pub(super) fn roman_number(text: &[u8]) -> Option<(&[u8], MoveNumber)> {
    let value = |numeral: &u8| {
        let values = [(b'I', 1), (b'V', 5), (b'X', 10), (b'L', 50), (b'C', 100)];
        values.into_iter().find(|(known, _)| known == numeral).map(|(_, value)| value)
    };
    let values: Vec<u32> = text.iter().take(LONGEST_ROMAN).map_while(value).collect();
    let number = values.iter().rev().scan(0, |largest, value| {
        let is_subtracted = std::mem::replace(largest, (*largest).max(*value)) > *value;
        Some(if is_subtracted { -i64::from(*value) } else { i64::from(*value) })
    });
    let number = u32::try_from(number.sum::<i64>()).ok().filter(|number| *number > 0)?;
    let after = text.get(values.len()..)?;
    let dots = after.iter().take_while(|byte| **byte == b'.').count();
    let read = MoveNumber { number, dots: if dots > 1 { Dots::Many } else { Dots::Few } };
    after.get(dots..).filter(|_| dots > 0).map(|rest| (rest, read))
}

/// A move number at the start of a text with letters in place of digits, with its dots, and the rest: `l.`, `lO.`
pub(super) fn misread_number(text: &[u8]) -> Option<(&[u8], MoveNumber)> {
    let digit = |letter: &u8| match letter {
        b'l' | b'I' => Some(b'1'),
        b'O' | b'o' => Some(b'0'),
        digit => Some(*digit).filter(u8::is_ascii_digit),
    };
    let digits: Vec<u8> = text.iter().take(LONGEST_ROMAN).map_while(digit).collect();
    let number = std::str::from_utf8(&digits).ok()?.parse().ok()?;
    let after = text.get(digits.len()..)?;
    let dots = after.iter().take_while(|byte| **byte == b'.').count();
    let read = MoveNumber { number, dots: if dots > 1 { Dots::Many } else { Dots::Few } };
    after.get(dots..).filter(|_| dots > 0).map(|rest| (rest, read))
}

impl<'t> Reader<'t> {
    /// Reads a move number, a result or castling with zeros.
    #[inline]
    pub(super) fn digit_token(&mut self, record: &mut Record, start: usize) -> DigitToken {
        let Some(rest) = self.text.get(start..) else { return DigitToken::ContinueAt(start) };
        if begins_its_line(self.text, start) && self.ends_before_heading(record, start) {
            return DigitToken::ContinueAt(self.at);
        }
        if let [b'0' | b'1', b' ' | b'&' | b'\x80'.., ..]
        | [b'0' | b'1', b'-', b' ', ..]
        | [b'1', b'/', b'2', b' ' | b'&' | b'\x80'.., ..]
        | [b'1', b'/', b'2', b'-', b' ', ..] = rest
            && let Some(token) = self.spaced_digits(record, start, rest)
        {
            return token;
        }
        if let [b'0' | b'1', b'-' | b'/', ..] | [b'0', b'0', ..] = rest
            && !is_padded_number(rest)
        {
            self.at = start;
            if self.termination_token(record, rest) || self.loose_result(record, start, rest) {
                return DigitToken::GameEnd;
            }
            if rest.first() == Some(&b'0') {
                if self.both_lose(record, rest) {
                    return DigitToken::GameEnd;
                }
                return DigitToken::ContinueAt(self.move_token(record, start));
            }
        }
        if let [b'0' | b'1', b':' | b'=' | b'F' | b'f', ..] | [b'0', b'.' | b',', b'5', ..] = rest
            && self.loose_result(record, start, rest)
        {
            return DigitToken::GameEnd;
        }
        let Ok((mut after, mut number)) = move_number(rest) else {
            return DigitToken::ContinueAt(start + 1);
        };
        if after.first() == Some(&b':')
            && let Ok((after, _)) = time_of_day(rest)
        {
            let end = self.text.len() - after.len();
            count_in_game(record, FaultKind::Markup(1), Span::new(start, end));
            return DigitToken::ContinueAt(end);
        }
        if let [b' ' | b'\t', b'.', ..] | [b',' | b':' | b')' | b'\x85' | b'\xe2', ..] = after {
            let has_dot = rest.get(rest.len() - after.len() - 1) == Some(&b'.');
            let (after_marks, marks) = number_marks(after);
            if marks == NumberMarks::Other && !record.replay.fast_path_closed {
                let end = start + rest.len() - after_marks.len();
                record.text.wrong_numbers.count(record.plies() + 1, Span::new(start, end));
            }
            if marks == NumberMarks::Dots(Dots::Many) || marks == NumberMarks::Dots(Dots::Few) && has_dot {
                number.dots = Dots::Many;
            }
            after = after_marks;
        }
        let end = self.text.len() - after.len();
        if after.is_empty() || is_beginning_of_result(rest) {
            // The text breaks off here: the whole token may have been another number, or the result.
            return DigitToken::ContinueAt(self.text.len());
        }
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let wrong = i64::from(number.number) != due
            || (number.dots == Dots::Many && record.position.turn() == Color::White);
        if number.number >= LEAST_NUMERIC && self.numeric_move(record, start, rest) {
            return DigitToken::ContinueAt(self.at);
        }
        // The next number after a word shows that the word is in the place of moves.
        if record.recovery.unreadable_word.is_some()
            && i64::from(number.number) == due + 1
            && self.text.get(end - 1) == Some(&b'.')
        {
            record.recovery.lost_moves = true;
        }
        if wrong && !record.replay.fast_path_closed {
            return DigitToken::ContinueAt(self.wrong_number(record, number, Span::new(start, end)));
        }
        DigitToken::ContinueAt(end)
    }

    /// Reads a move in ICCF numeric notation; returns whether there is one.
    #[cold]
    fn numeric_move(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> bool {
        let length = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        let token = rest.get(..length).unwrap_or_default();
        if !token.iter().all(u8::is_ascii_digit) && !is_numeric(token) {
            return false;
        }
        self.at = start;
        if self.loose_token(record, token) {
            return true;
        }
        let before = record.token(record.plies(), self.text);
        // After moves in other notations it is a wrong number.
        let is_move = before.map_or(is_numeric(token), |before| is_numeric(before.of(self.text)));
        if is_move {
            record.recovery.lost_moves = true;
            self.unreadable_stretch(record, rest, length);
        }
        is_move
    }

    /// Reads a result or castling with blanks or typographic dashes in it.
    #[cold]
    fn spaced_digits(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> Option<DigitToken> {
        if self.loose_result(record, start, rest) {
            return Some(DigitToken::GameEnd);
        }
        if let Some(castling) = AnnotatedMove::printed(rest) {
            self.annotated_move(record, &castling, start);
        } else {
            let length = spaced_castling(rest)?;
            self.at = start;
            if !self.loose_token(record, rest.get(..length)?) {
                record.recovery.lost_moves = true;
                self.unreadable_stretch(record, rest, length);
            }
        }
        Some(DigitToken::ContinueAt(self.at))
    }

    /// Reads a result that deviates from PGN (`1 - 0`, `1–0`, `½-½`, `1:0`, `1-O`); returns whether there is one.
    #[cold]
    pub(super) fn loose_result(&mut self, record: &mut Record, start: usize, rest: &'t [u8]) -> bool {
        let Some(LooseResult { length, score, may_be_sign }) = loose_result(&self.printed_text(rest)) else {
            return false;
        };
        if may_be_sign && !self.game_ends_at(start + length) {
            return false;
        }
        let span = Span::new(start, start + length);
        self.at = start + length;
        // `movetext` reads the end of a game in descriptive notation a second time.
        if record.text.faults.last().is_none_or(|last| last.span != span) {
            record.add_fault(FaultKind::NonstandardResult(score), span);
        }
        record.ending.termination = Some(Termination { score, span });
        true
    }

    /// Reads a result in parentheses at the end of a game, which looks like a variation; returns whether there is one.
    pub(super) fn result_in_parentheses(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Some(inner) = rest.strip_prefix(b"(").map(<[u8]>::trim_ascii_start) else { return false };
        let read = termination(inner)
            .ok()
            .or_else(|| loose_result(inner).and_then(|read| Some((inner.get(read.length..)?, read.score))));
        let Some((after, score)) = read.filter(|(_, score)| *score != Score::Unknown) else { return false };
        let Some(after) = after.trim_ascii_start().strip_prefix(b")") else { return false };
        let end = self.text.len() - after.len();
        if !self.game_ends_at(end) {
            return false;
        }
        let span = Span::new(self.at, end);
        self.at = end;
        record.add_fault(FaultKind::NonstandardResult(score), span);
        record.ending.termination = Some(Termination { score, span });
        true
    }

    /// Reads `0-0` as the score of a game that both players lost (FIDE 11.8), not as castling, and returns whether it is
    /// one: it is the last token, and there are no moves, or the tags say so, or the tags give no score and the mover
    /// cannot castle.
    #[cold]
    pub(super) fn both_lose(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Some(after) = rest.strip_prefix(b"0-0") else { return false };
        let next = after.trim_ascii_start();
        if !ends_token(after.first()) || !(next.is_empty() || begins_tag(next)) {
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
        self.advance_to(after);
        record.ending.termination =
            Some(Termination { score: Score::Unknown, span: Span::new(start, self.at) });
        true
    }

    /// Reads a termination; returns whether there is one.
    pub(super) fn termination_token(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        let Ok((after, score)) = termination(rest) else { return false };
        let start = self.at;
        self.advance_to(after);
        record.ending.termination = Some(Termination { score, span: Span::new(start, self.at) });
        true
    }
}

/// A time after a move: `0:03`, `1:02:33`. Some clocks count minutes beyond sixty.
fn time_of_day(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    let digits = |least, most| take_while_m_n(least, most, |byte: u8| byte.is_ascii_digit());
    let end = verify(rest, |after: &[u8]| ends_token(after.first()));
    terminated(recognize((digits(1, 3), many_m_n(1, 2, (char(':'), digits(2, 2))))), peek(end)).parse(input)
}

/// Unusual marks after a move number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NumberMarks {
    /// Dots after a blank, or `…`.
    Dots(Dots),
    /// A comma, a colon or a parenthesis in place of a dot.
    Other,
    None,
}

/// The marks at the start of the text after a number, and the rest.
#[cold]
fn number_marks(text: &[u8]) -> (&[u8], NumberMarks) {
    if let [b',' | b':' | b')', rest @ ..] = text {
        let rest = rest.strip_prefix(b".").unwrap_or(rest);
        let is_mark = rest.first().is_some_and(|byte| {
            matches!(class(*byte), Class::Blank | Class::Newline | Class::Move | Class::Comment)
        });
        return if is_mark { (rest, NumberMarks::Other) } else { (text, NumberMarks::None) };
    }
    // An ellipsis, in UTF-8 or in Windows-1252.
    if let Some(rest) = text.strip_prefix("…".as_bytes()).or_else(|| text.strip_prefix(b"\x85")) {
        return (rest, NumberMarks::Dots(Dots::Many));
    }
    let dots = text.trim_ascii_start();
    let count = dots.iter().take_while(|byte| **byte == b'.').count();
    let marks = match count {
        0 => return (text, NumberMarks::None),
        1 => NumberMarks::Dots(Dots::Few),
        _ => NumberMarks::Dots(Dots::Many),
    };
    (dots.get(count..).unwrap_or_default(), marks)
}

/// Whether a text begins with a move number after zeros: `001.`
fn is_padded_number(text: &[u8]) -> bool {
    text.starts_with(b"00")
        && move_number(text).is_ok_and(|(after, read)| {
            read.number > 0 && text.get(text.len() - after.len() - 1) == Some(&b'.')
        })
}

fn is_beginning_of_result(text: &[u8]) -> bool {
    text.len() < 7 && [&b"1-0"[..], b"0-1", b"1/2-1/2"].into_iter().any(|result| result.starts_with(text))
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DigitToken {
    ContinueAt(usize),
    GameEnd,
}
