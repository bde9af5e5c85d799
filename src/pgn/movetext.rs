//! The tokens of movetext: each production of `grammar/record.abnf` is the function of its name.

use nom::IResult;

use crate::chess::Color;
use crate::finding::Score;

use super::boundary;

type Scan<'a, T> = IResult<&'a [u8], T, ()>;

const NO: nom::Err<()> = nom::Err::Error(());

/// What a byte begins, in movetext.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Class {
    Other,
    Blank,
    Newline,
    Digit,
    /// A letter that can begin a move.
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

#[allow(clippy::indexing_slicing)] // loop variables under 256, at compile time
const fn classes() -> [Class; 256] {
    let mut table = [Class::Other; 256];
    table[b' ' as usize] = Class::Blank;
    table[b'\t' as usize] = Class::Blank;
    table[0x0B] = Class::Blank;
    table[0x0C] = Class::Blank;
    table[b'\n' as usize] = Class::Newline;
    table[b'\r' as usize] = Class::Newline;
    let mut digit = b'0';
    while digit <= b'9' {
        table[digit as usize] = Class::Digit;
        digit += 1;
    }
    let letters = b"abcdefghNBRQKPOoZ@";
    let mut index = 0;
    while index < letters.len() {
        table[letters[index] as usize] = Class::Move;
        index += 1;
    }
    table[b'-' as usize] = Class::Move;
    table[b'{' as usize] = Class::Comment;
    table[b';' as usize] = Class::Line;
    table[b'(' as usize] = Class::Variation;
    table[b')' as usize] = Class::VariationEnd;
    table[b'$' as usize] = Class::Nag;
    table[b'[' as usize] = Class::Bracket;
    table[b'*' as usize] = Class::Star;
    table[b'.' as usize] = Class::Dot;
    table[b'%' as usize] = Class::Percent;
    table
}

/// The class of a byte.
#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn class(byte: u8) -> Class {
    CLASSES[byte as usize]
}

/// Whether a token ends before this byte.
#[inline]
pub(super) fn ends_token(byte: Option<&u8>) -> bool {
    match byte {
        None => true,
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

/// Whose move a number announces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dots {
    /// One dot or none: White's, or either's.
    Few,
    /// Two or more: Black's.
    Many,
}

/// A move number and its dots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MoveNumber {
    pub number: u32,
    pub dots: Dots,
}

/// `move-number`: digits, then any dots.
#[inline]
pub(super) fn move_number(input: &[u8]) -> Scan<'_, MoveNumber> {
    let mut number = 0u64;
    let mut rest = input;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        rest = after;
    }
    let number = match input.len() - rest.len() {
        0 => return Err(NO),
        1..=9 => u32::try_from(number).unwrap_or(u32::MAX),
        _ => saturated(input),
    };
    let [b'.', after @ ..] = rest else { return Ok((rest, MoveNumber { number, dots: Dots::Few })) };
    rest = after;
    let mut dots = Dots::Few;
    while let [b'.', after @ ..] = rest {
        rest = after;
        dots = Dots::Many;
    }
    Ok((rest, MoveNumber { number, dots }))
}

/// A move number as it is written, with one dot.
#[derive(Clone, Copy)]
struct Written {
    text: u32,
    bits: u32,
}

/// The move numbers that fit: few games have more moves.
static NUMBERS: [Written; 512] = numbers();

#[allow(clippy::indexing_slicing, clippy::cast_possible_truncation)] // at compile time
const fn numbers() -> [Written; 512] {
    let mut table = [Written { text: 0, bits: 0 }; 512];
    let mut number = 0;
    while number < table.len() {
        let (mut left, mut text, mut bits) = (number as u32, b'.' as u32, 8);
        while left > 0 || bits == 8 {
            text = text << 8 | (b'0' as u32 + left % 10);
            left /= 10;
            bits += 8;
        }
        table[number] = Written { text, bits };
        number += 1;
    }
    table
}

/// How long the move number is that a window begins with, and the blank or end of line behind it, if it is the one that is due
/// and the dots are those of the player on move: one, or three for Black.
#[inline]
pub(super) fn due_number(window: [u8; 8], due: i64, turn: Color) -> Option<usize> {
    let Written { text, bits } = *NUMBERS.get(usize::try_from(due).ok()?)?;
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

/// A number of more digits than any game has moves.
#[cold]
fn saturated(digits: &[u8]) -> u32 {
    let digits = digits.iter().take_while(|digit| digit.is_ascii_digit());
    digits.fold(0, |number: u32, digit| number.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// `termination`: `1-0`, `0-1`, `1/2-1/2`, `*`; `1/2` alone is taken for a draw.
#[inline]
pub(super) fn termination(input: &[u8]) -> Scan<'_, Score> {
    let (rest, score) = match input {
        [b'1', b'-', b'0', rest @ ..] => (rest, Score::White),
        [b'0', b'-', b'1', rest @ ..] => (rest, Score::Black),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', rest @ ..] | [b'1', b'/', b'2', rest @ ..] => {
            (rest, Score::Draw)
        }
        [b'*', rest @ ..] => (rest, Score::Unknown),
        _ => return Err(NO),
    };
    if ends_token(rest.first()) { Ok((rest, score)) } else { Err(NO) }
}

/// `nag`: `$` and digits.
#[inline]
pub(super) fn nag(input: &[u8]) -> Scan<'_, ()> {
    let [b'$', rest @ ..] = input else { return Err(NO) };
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    Ok((rest.get(digits..).unwrap_or_default(), ()))
}

/// `annotation-suffix`: any of `!` and `?` behind a move.
#[inline]
pub(super) fn annotation_suffix(input: &[u8]) -> &[u8] {
    let mut rest = input;
    while let [b'!' | b'?', after @ ..] = rest {
        rest = after;
    }
    rest
}

/// `rest-of-line`: up to the end of the line, which stays.
#[inline]
pub(super) fn rest_of_line(input: &[u8]) -> &[u8] {
    let end = memchr::memchr2(b'\n', b'\r', input).unwrap_or(input.len());
    input.get(end..).unwrap_or_default()
}

/// How a brace comment ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommentEnd {
    /// With its brace.
    Closed,
    /// It was never closed: it ends at the next game, or with the text.
    Unclosed,
}

/// A brace comment: what is between the braces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Comment<'a> {
    pub body: &'a [u8],
    pub end: CommentEnd,
}

/// `brace-comment`. Comments do not nest. Where one ends that was never closed, [`cut`] says.
#[inline]
pub(super) fn brace_comment(input: &[u8]) -> Scan<'_, Comment<'_>> {
    let [b'{', rest @ ..] = input else { return Err(NO) };
    if let Some(length) = memchr::memchr(b'}', rest) {
        let body = rest.get(..length).unwrap_or_default();
        // No game begins within a line.
        if memchr::memchr2(b'\n', b'\r', body).is_none() {
            let after = rest.get(length + 1..).unwrap_or_default();
            return Ok((after, Comment { body, end: CommentEnd::Closed }));
        }
    }
    let (body_end, after, end) = match boundary::comment_end(input, 0) {
        boundary::CommentEnd::Brace(brace) => (brace, brace + 1, CommentEnd::Closed),
        boundary::CommentEnd::Header(header) => (header, header, CommentEnd::Unclosed),
        boundary::CommentEnd::Nowhere => (input.len(), input.len(), CommentEnd::Unclosed),
    };
    let body = input.get(1..body_end).unwrap_or_default();
    Ok((input.get(after..).unwrap_or_default(), Comment { body, end }))
}

/// `variation`: skipped with its comments and the variations inside it. Returns what is behind it, or
/// where the text stands when it was never closed.
pub(super) fn variation(input: &[u8]) -> Result<&[u8], &[u8]> {
    let mut rest = input;
    let mut depth = 0u32;
    let mut line_start = false;
    loop {
        let Some((byte, after)) = rest.split_first() else {
            return Err(rest);
        };
        let was_line_start = std::mem::take(&mut line_start);
        match class(*byte) {
            Class::Variation => depth += 1,
            Class::VariationEnd => {
                depth -= 1;
                if depth == 0 {
                    return Ok(after);
                }
            }
            Class::Comment => {
                if let Ok((after, comment)) = brace_comment(rest) {
                    if comment.end == CommentEnd::Unclosed {
                        return Err(after);
                    }
                    rest = after;
                    continue;
                }
            }
            Class::Line => {
                rest = rest_of_line(after);
                continue;
            }
            Class::Percent if was_line_start => {
                rest = rest_of_line(after);
                continue;
            }
            Class::Bracket if was_line_start && super::tag_pair::begins_tag(rest) => return Err(rest),
            Class::Newline => line_start = true,
            _ => {}
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_end_at_their_brace_or_at_the_next_game() {
        let read = |text: &'static [u8]| {
            let (rest, comment) = brace_comment(text).unwrap();
            (rest, comment.end)
        };
        assert_eq!(read(b"{a}b"), (&b"b"[..], CommentEnd::Closed));
        assert_eq!(read(b"{a\n[Event \"x\"]\n}b"), (&b"b"[..], CommentEnd::Closed));
        assert_eq!(
            read(b"{a\n\n[Event \"x\"]\n\n1. e4 {c} *"),
            (&b"[Event \"x\"]\n\n1. e4 {c} *"[..], CommentEnd::Unclosed)
        );
        assert_eq!(read(b"{a\n[Event \"x\"]\n"), (&b"[Event \"x\"]\n"[..], CommentEnd::Unclosed));
        assert_eq!(read(b"{a"), (&b""[..], CommentEnd::Unclosed));
    }

    #[test]
    fn variations_are_skipped_whole() {
        assert_eq!(variation(b"(1. e4 (1. d4) {)} ;)\n e5) x"), Ok(&b" x"[..]));
        assert_eq!(variation(b"(1. e4\n[Event \"x\"]"), Err(&b"[Event \"x\"]"[..]));
        let deep = [vec![b'('; 100_000], vec![b')'; 100_000]].concat();
        assert_eq!(variation(&deep), Ok(&b""[..]));
    }

    #[test]
    fn numbers_and_terminations() {
        assert_eq!(move_number(b"12...e5"), Ok((&b"e5"[..], MoveNumber { number: 12, dots: Dots::Many })));
        assert_eq!(move_number(b"1.e4"), Ok((&b"e4"[..], MoveNumber { number: 1, dots: Dots::Few })));
        assert_eq!(termination(b"1/2-1/2\n"), Ok((&b"\n"[..], Score::Draw)));
        assert!(termination(b"1-0x").is_err());
    }
}
