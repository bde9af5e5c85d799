//! The tokens of movetext. Each production of `grammar/record.abnf` is the function of its name.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while};
use nom::character::complete::{char, digit0, digit1};
use nom::combinator::{map, value};
use nom::multi::many0_count;
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};

use crate::chess::Color;
use crate::finding::Score;

use super::boundary;
use super::entity::ends_entity;

/// The result of a production that gives no reason if it fails.
pub(super) type Scan<'a, T> = IResult<&'a [u8], T, ()>;

const NO: nom::Err<()> = nom::Err::Error(());

/// The kind of token that a byte begins in movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Class {
    Other,
    Blank,
    Newline,
    Digit,
    /// A byte that can begin a move.
    Move,
    Comment,
    Line,
    Variation,
    VariationEnd,
    Nag,
    Bracket,
    Star,
    Dot,
    Percent,
}

static CLASSES: [Class; 256] = classes();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // under 256, at compile time
const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | 0x0B | 0x0C | boundary::DOS_END => Class::Blank,
            b'\n' | b'\r' => Class::Newline,
            b'0'..=b'9' => Class::Digit,
            b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'P' | b'O' | b'o' | b'Z' | b'@' | b'-' => {
                Class::Move
            }
            b'{' => Class::Comment,
            b';' => Class::Line,
            b'(' => Class::Variation,
            b')' => Class::VariationEnd,
            b'$' => Class::Nag,
            b'[' => Class::Bracket,
            b'*' => Class::Star,
            b'.' => Class::Dot,
            b'%' => Class::Percent,
            _ => Class::Other,
        };
        byte += 1;
    }
    table
}

#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Whether a token ends before this byte.
#[inline]
pub(super) fn ends_token(byte: Option<&u8>) -> bool {
    match byte {
        // Zeros pad the blocks of old files.
        None | Some(0) => true,
        Some(byte) => matches!(
            class(*byte),
            Class::Blank
                | Class::Newline
                | Class::Comment
                | Class::Line
                | Class::Variation
                | Class::VariationEnd
                | Class::Nag
                | Class::Bracket
        ),
    }
}

/// Whose move the dots after a number announce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dots {
    /// One dot or none: White's, or either's.
    Few,
    /// Two or more: Black's.
    Many,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveNumber {
    pub number: u32,
    pub dots: Dots,
}

/// `move-number`, and any number of leading zeros and dots.
pub(super) fn move_number(input: &[u8]) -> Scan<'_, MoveNumber> {
    let dots = map(many0_count(char('.')), |count| if count > 1 { Dots::Many } else { Dots::Few });
    map((digit1, dots), |(digits, dots)| MoveNumber { number: saturated(digits), dots }).parse(input)
}

/// A move number and a dot, the first byte in the lowest bits.
#[derive(Clone, Copy)]
struct NumberText {
    text: u32,
    bits: u32,
}

/// The texts of the move numbers under 512. Few games have more moves.
static NUMBERS: [NumberText; 512] = numbers();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // at compile time
const fn numbers() -> [NumberText; 512] {
    let mut table = [NumberText { text: 0, bits: 0 }; 512];
    let mut number = 0;
    while number < table.len() {
        let (mut left, mut text, mut bits) = (number as u32, b'.' as u32, 8);
        while left > 0 || bits == 8 {
            text = text << 8 | (b'0' as u32 + left % 10);
            left /= 10;
            bits += 8;
        }
        table[number] = NumberText { text, bits };
        number += 1;
    }
    table
}

/// The length in bytes of the move number `due` and of one blank after it, if a window begins with them and the dots are
/// those of the player to move: one, or three for Black. Other numbers are left to [`move_number`].
#[inline]
pub(super) fn fast_due_number(window: [u8; 8], due: i64, turn: Color) -> Option<usize> {
    let NumberText { text, bits } = *NUMBERS.get(usize::try_from(due).ok()?)?;
    let window = u64::from_le_bytes(window);
    if (window ^ u64::from(text)) << (64 - bits) != 0 {
        return None;
    }
    let length = (bits / 8) as usize;
    match (window >> bits).to_le_bytes() {
        [b'.', b'.', blank, ..] if turn == Color::Black && blank != b'.' => {
            Some(length + 2 + usize::from(blank <= b' '))
        }
        [b'.', ..] => None,
        [blank, ..] => Some(length + usize::from(blank <= b' ')),
    }
}

fn saturated(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0, |number: u32, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

pub(super) fn termination(input: &[u8]) -> Scan<'_, Score> {
    let score = alt((
        value(Score::White, tag("1-0")),
        value(Score::Black, tag("0-1")),
        value(Score::Draw, alt((tag("1/2-1/2"), tag("1/2")))),
        value(Score::Unknown, tag("*")),
    ));
    terminated(score, end_of_token).parse(input)
}

fn end_of_token(input: &[u8]) -> Scan<'_, ()> {
    if ends_token(input.first()) { Ok((input, ())) } else { Err(NO) }
}

pub(super) fn nag(input: &[u8]) -> Scan<'_, ()> {
    value((), preceded(char('$'), digit0)).parse(input)
}

#[inline]
pub(super) fn annotation_suffix(input: &[u8]) -> Scan<'_, &[u8]> {
    take_while(|byte| matches!(byte, b'!' | b'?')).parse(input)
}

/// `rest-of-line`: up to the line end, which is not taken.
#[inline]
pub(super) fn rest_of_line(input: &[u8]) -> Scan<'_, &[u8]> {
    let end = memchr::memchr2(b'\n', b'\r', input).unwrap_or(input.len());
    take(end).parse(input)
}

/// The rest after a production, or the whole input if it does not begin with the production.
#[inline]
pub(super) fn skip<'a, T>(production: impl Fn(&'a [u8]) -> Scan<'a, T>, input: &'a [u8]) -> &'a [u8] {
    production(input).map_or(input, |(rest, _)| rest)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comment<'a> {
    pub body: &'a [u8],
    /// An unclosed comment ends at the next game or with the text.
    pub is_closed: bool,
}

/// `brace-comment`. Comments do not nest. [`boundary::comment_end`] finds the end of an unclosed one.
#[inline]
pub(super) fn brace_comment(input: &[u8]) -> Scan<'_, Comment<'_>> {
    let [b'{', rest @ ..] = input else { return Err(NO) };
    if let Some(length) = memchr::memchr(b'}', rest) {
        let body = rest.get(..length).unwrap_or_default();
        // No game begins within a line.
        if memchr::memchr2(b'\n', b'\r', body).is_none() {
            let after = rest.get(length + 1..).unwrap_or_default();
            return Ok((after, Comment { body, is_closed: true }));
        }
    }
    let (body_end, after, is_closed) = match boundary::comment_end(input, 0) {
        boundary::CommentEnd::Brace(brace) => (brace, brace + 1, true),
        boundary::CommentEnd::Header(header) => (header, header, false),
        boundary::CommentEnd::Nowhere => (input.len(), input.len(), false),
    };
    let body = input.get(1..body_end).unwrap_or_default();
    Ok((input.get(after..).unwrap_or_default(), Comment { body, is_closed }))
}

/// `variation`, with the comments and variations in it; returns whether it is closed. There is no recursion, because text may
/// nest variations deeply.
pub(super) fn variation(input: &[u8]) -> Scan<'_, bool> {
    let (mut rest, _) = char('(').parse(input)?;
    let mut depth = 1u32;
    let mut line_start = false;
    // The first line that begins another game if the variation is not closed.
    let mut other_game = None;
    loop {
        let Some((byte, after)) = rest.split_first() else {
            return Ok((other_game.unwrap_or(rest), false));
        };
        let was_line_start = std::mem::take(&mut line_start);
        match class(*byte) {
            Class::Digit
                if was_line_start
                    && other_game.is_none()
                    && boundary::begins_other_game(input, input.len() - rest.len()) =>
            {
                other_game = Some(rest);
            }
            Class::Variation => depth += 1,
            Class::VariationEnd => {
                depth -= 1;
                if depth == 0 {
                    return Ok((after, true));
                }
            }
            Class::Comment => {
                let (after, comment) = brace_comment(rest)?;
                if !comment.is_closed {
                    return Ok((other_game.unwrap_or(after), false));
                }
                rest = after;
                continue;
            }
            Class::Line if !ends_entity(input, input.len() - rest.len()) => {
                rest = skip(rest_of_line, after);
                continue;
            }
            Class::Percent if was_line_start => {
                rest = skip(rest_of_line, after);
                continue;
            }
            Class::Bracket if was_line_start && super::tag_pair::begins_tag(rest) => {
                return Ok((other_game.unwrap_or(rest), false));
            }
            Class::Newline => line_start = true,
            _ => {}
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ends_of_comments() {
        let read = |text: &'static [u8]| {
            let (rest, comment) = brace_comment(text).unwrap();
            (rest, comment.is_closed)
        };
        assert_eq!(read(b"{a}b"), (&b"b"[..], true));
        assert_eq!(read(b"{a\n[Event \"x\"]\n}b"), (&b"b"[..], true));
        assert_eq!(
            read(b"{a\n\n[Event \"x\"]\n\n1. e4 {c} *"),
            (&b"[Event \"x\"]\n\n1. e4 {c} *"[..], false)
        );
        assert_eq!(read(b"{a\n[Event \"x\"]\n"), (&b"[Event \"x\"]\n"[..], false));
        assert_eq!(read(b"{a"), (&b""[..], false));
    }

    #[test]
    fn variations_are_skipped_whole() {
        assert_eq!(variation(b"(1. e4 (1. d4) {)} ;)\n e5) x"), Ok((&b" x"[..], true)));
        assert_eq!(variation(b"(1. e4\n[Event \"x\"]"), Ok((&b"[Event \"x\"]"[..], false)));
        let games = b"(1. e4 1-0\n\n1. d4 (1. c4) 1-0\n";
        assert_eq!(variation(games), Ok((&games[12..], false)));
        let deep = [vec![b'('; 100_000], vec![b')'; 100_000]].concat();
        assert_eq!(variation(&deep), Ok((&b""[..], true)));
    }

    proptest! {
        #[test]
        fn a_number_is_read_fast_as_by_the_grammar(
            due in prop_oneof![0..600i64, any::<i64>()],
            digits in "[0-9]{0,4}",
            after in "[. \n\r\ta-h0-9(){;]{0,8}",
            is_white: bool,
        ) {
            let turn = if is_white { Color::White } else { Color::Black };
            for number in [due.to_string(), digits] {
                let text = format!("{number}{after}        ");
                let window: [u8; 8] = *text.as_bytes().first_chunk().unwrap();
                if let Some(length) = fast_due_number(window, due, turn) {
                    let (rest, read) = move_number(text.as_bytes()).unwrap();
                    prop_assert_eq!(i64::from(read.number), due);
                    prop_assert!(read.dots == Dots::Few || turn == Color::Black);
                    let blank = usize::from(rest.first().is_some_and(|byte| *byte <= b' '));
                    prop_assert_eq!(length, text.len() - rest.len() + blank);
                }
            }
        }
    }

    #[test]
    fn numbers_and_terminations() {
        assert_eq!(move_number(b"12...e5"), Ok((&b"e5"[..], MoveNumber { number: 12, dots: Dots::Many })));
        assert_eq!(move_number(b"1.e4"), Ok((&b"e4"[..], MoveNumber { number: 1, dots: Dots::Few })));
        assert_eq!(termination(b"1/2-1/2\n"), Ok((&b"\n"[..], Score::Draw)));
        assert!(termination(b"1-0x").is_err());
    }
}
