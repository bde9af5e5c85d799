//! Tag pairs: the names that mean something here, and the reading of `[Name "value"]`.
//!
//! Source: PGN standard section 8.1; `grammar/record.abnf`.

use std::borrow::Cow;

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::char;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use crate::encoding::Encoding;
use crate::game::{Span, TagName, TagOddity, TagPair};

/// A tag pair as read, not yet known to be the first of its name.
#[derive(Clone, Copy)]
pub(super) struct ReadPair {
    pub pair: TagPair,
    /// The known tag of its name, if it is one.
    pub spelled: Option<Spelled>,
}

/// A tag pair as its parser gives it: slices of the input.
struct RawPair<'a> {
    name: &'a [u8],
    value: &'a [u8],
    oddity: TagOddity,
}

/// The tag of a name, and whether it is spelled as the standard spells it.
#[inline]
pub(super) fn find_tag(name: &[u8]) -> Option<Spelled> {
    if let Some(tag) = TagName::of(name) {
        return Some(Spelled { tag, exactly: Spelling::Standard });
    }
    find_in_any_case(name)
}

fn find_in_any_case(name: &[u8]) -> Option<Spelled> {
    // The names of other tools, which every archive is full of, leave at once.
    let letters = FIRST_LETTERS.get(name.len())?;
    if letters & letter_bit(*name.first()?) == 0 {
        return None;
    }
    let tag = TagName::ALL.iter().copied().find(|tag| tag.name().as_bytes().eq_ignore_ascii_case(name))?;
    Some(Spelled { tag, exactly: Spelling::OtherCase })
}

/// One bit for a letter, whatever its case.
const fn letter_bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// With which letters known names begin, by their length.
static FIRST_LETTERS: [u32; LONGEST_NAME + 1] = first_letters();

/// `TerminationDetails`.
const LONGEST_NAME: usize = 18;

#[allow(clippy::indexing_slicing)] // at compile time
const fn first_letters() -> [u32; LONGEST_NAME + 1] {
    let mut letters = [0; LONGEST_NAME + 1];
    let mut index = 0;
    while index < TagName::ALL.len() {
        let name = TagName::ALL[index].name().as_bytes();
        letters[name.len()] |= letter_bit(name[0]);
        index += 1;
    }
    letters
}

/// A known tag and how its name is spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spelled {
    pub tag: TagName,
    pub exactly: Spelling,
}

/// Whether a name stands in the standard's letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spelling {
    Standard,
    OtherCase,
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Which bytes a tag's name holds: letters, digits and underscores, as the standard has it, and what else is
/// found there.
static IN_NAME: [bool; 256] = in_name();

#[allow(clippy::indexing_slicing)] // loop variables under 256, at compile time
const fn in_name() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        #[allow(clippy::cast_possible_truncation)] // under 256
        let letter = byte as u8;
        table[byte] =
            letter.is_ascii_alphanumeric() || matches!(letter, b'_' | b'+' | b'#' | b'=' | b':' | b'-');
        byte += 1;
    }
    table
}

/// Whether this is a tag's name.
#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn is_name(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(|byte| IN_NAME[*byte as usize])
}

/// `tag-name`
#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn tag_name(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    take_while1(|byte: u8| IN_NAME[byte as usize]).parse(input)
}

/// `tag-value`: up to the closing quotation mark of the line, `\"` and `\\` escaped.
#[inline]
pub(super) fn tag_value(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    let mut at = 0;
    loop {
        let rest = input.get(at..).unwrap_or_default();
        let found = memchr::memchr3(b'"', b'\\', b'\n', rest).ok_or(nom::Err::Error(()))?;
        match rest.get(found) {
            Some(b'\\') => at += found + 2,
            Some(b'"') => {
                let end = at + found;
                return Ok((input.get(end..).unwrap_or_default(), input.get(..end).unwrap_or_default()));
            }
            _ => return Err(nom::Err::Error(())),
        }
    }
}

fn blanks(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    take_while(is_blank).parse(input)
}

fn blanks1(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    take_while1(is_blank).parse(input)
}

/// `tag-pair`: `[Name "value"]` as the standard has it.
#[inline]
fn tag_pair_strict(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = char('[').parse(input)?;
    let (rest, name) = delimited(blanks, tag_name, blanks).parse(rest)?;
    let (rest, _) = char('"').parse(rest)?;
    let (rest, value) = tag_value(rest)?;
    let (rest, _) = char('"').parse(rest)?;
    let (rest, _) = blanks(rest)?;
    let (rest, _) = char(']').parse(rest)?;
    Ok((rest, RawPair { name, value, oddity: TagOddity::None }))
}

/// `tag-pair`, with what real archives hold: bare quotation marks in the value, an escaped or missing
/// closing one, a missing bracket. It never goes beyond its line.
#[inline]
fn tag_pair(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    tag_pair_strict(input).or_else(|_| tag_pair_mended(input))
}

/// The tag pair that begins at a place of a text, however it is written.
#[inline(never)] // beside the pairs that all archives write alike
pub(super) fn any_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair))
}

/// The tag pair at the start of a line that has lost its opening bracket.
#[cold]
pub(super) fn unopened_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair_unopened(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair))
}

/// A pair as it was read at a place of a text, and what stands behind it.
fn place_pair(text: &[u8], at: usize, after: &[u8], read: &RawPair<'_>) -> ReadPair {
    let RawPair { name, value, oddity } = *read;
    let place = |part: &[u8]| {
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(offset, offset + part.len())
    };
    let span = Span::new(at, text.len() - after.len());
    let pair = TagPair { span, name: place(name), value: place(value), known: None, oddity };
    ReadPair { pair, spelled: find_tag(name) }
}

#[cold]
fn tag_pair_mended(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = char('[').parse(input)?;
    let (rest, name) = delimited(blanks, tag_name, blanks).parse(rest)?;
    let (rest, _) = char('"').parse(rest)?;
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let (line, after) = rest.split_at_checked(line_end).unwrap_or((rest, &[]));
    let line = line.trim_ascii_end();
    let (value, oddity) = if let Some(value) = line.strip_suffix(b"]") {
        match value.trim_ascii_end().strip_suffix(b"\"") {
            Some(value) if value.contains(&b'"') => (value, TagOddity::UnescapedQuote),
            Some(value) => (value, TagOddity::NoClosingQuote),
            None => (value, TagOddity::NoClosingQuote),
        }
    } else {
        match line.strip_suffix(b"\"") {
            Some(value) => (value, TagOddity::NoClosingBracket),
            None => (line, TagOddity::NoClosingQuote),
        }
    };
    Ok((after, RawPair { name, value, oddity }))
}

/// `Name "value"]`, all that stands on its line: words are not written so.
fn tag_pair_unopened(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, name) = terminated(tag_name, blanks1).parse(input)?;
    let (rest, value) = delimited(char('"'), tag_value, char('"')).parse(rest)?;
    let (rest, _) = (blanks, char(']'), blanks).parse(rest)?;
    match rest.first() {
        None | Some(b'\n' | b'\r') => {
            Ok((rest, RawPair { name, value, oddity: TagOddity::NoOpeningBracket }))
        }
        Some(_) => Err(nom::Err::Error(())),
    }
}

/// The tag pair at a place whose value stands in no quotation marks, where its name is known.
#[cold]
pub(super) fn unquoted_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair_unquoted(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair)).filter(|read| read.spelled.is_some())
}

/// `[Name value]` or `[Name 'value']`, all that stands on its line.
fn tag_pair_unquoted(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = (char('['), blanks).parse(input)?;
    let (rest, name) = terminated(tag_name, blanks1).parse(rest)?;
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let (line, after) = rest.split_at_checked(line_end).unwrap_or((rest, &[]));
    let value = line.trim_ascii_end().strip_suffix(b"]").ok_or(nom::Err::Error(()))?.trim_ascii();
    let value = value.strip_prefix(b"'").and_then(|value| value.strip_suffix(b"'")).unwrap_or(value);
    let is_plain = !value.iter().any(|byte| matches!(byte, b'"' | b'[' | b']'));
    if is_plain {
        Ok((after, RawPair { name, value, oddity: TagOddity::Unquoted }))
    } else {
        Err(nom::Err::Error(()))
    }
}

/// Whether a line is a tag pair that has lost its opening bracket.
pub(super) fn is_unopened_pair(line: &[u8]) -> bool {
    tag_pair_unopened(line).is_ok()
}

/// Whether a tag pair may begin here: `[`, blanks, a letter, and on the same line a quotation mark.
#[inline]
pub(super) fn begins_tag(input: &[u8]) -> bool {
    let [b'[', rest @ ..] = input else { return false };
    let Ok((rest, _)) = blanks(rest) else { return false };
    let Ok((rest, _)) = tag_name(rest) else {
        return false;
    };
    let Ok((rest, _)) = blanks(rest) else { return false };
    rest.first() == Some(&b'"')
}

/// The value with its escapes resolved and its bytes as text.
pub(crate) fn unescape(value: &[u8], encoding: Encoding) -> Cow<'_, str> {
    without_escapes(value, encoding).map_or_else(
        || {
            let mut plain = String::with_capacity(value.len());
            resolve_escapes(&mut plain, value, encoding);
            Cow::Owned(plain)
        },
        Cow::Borrowed,
    )
}

/// As [`unescape`], written behind a text. A value may be as long as a record: no copy of it is held besides.
pub(crate) fn unescape_onto(text: &mut String, value: &[u8], encoding: Encoding) {
    match without_escapes(value, encoding) {
        Some(value) => text.push_str(value),
        None => resolve_escapes(text, value, encoding),
    }
}

/// The value as it stands, where that is what it says.
fn without_escapes(value: &[u8], encoding: Encoding) -> Option<&str> {
    encoding.as_it_stands(value).filter(|text| !text.contains('\\'))
}

fn resolve_escapes(plain: &mut String, value: &[u8], encoding: Encoding) {
    let mut letters = encoding.chars(value);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some(escaped @ ('"' | '\\')) => plain.push(escaped),
                Some(other) => plain.extend(['\\', other]),
                None => plain.push('\\'),
            },
            _ => plain.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, String, TagOddity, String) {
        let (rest, pair) = tag_pair(text.as_bytes()).unwrap();
        let text = |bytes| Encoding::Auto.decode(bytes).into_owned();
        let value = unescape(pair.value, Encoding::Auto).into_owned();
        (text(pair.name), value, pair.oddity, text(rest))
    }

    #[test]
    fn pairs_as_the_standard_has_them() {
        assert_eq!(read("[Event \"F/S\"] e4"), ("Event".into(), "F/S".into(), TagOddity::None, " e4".into()));
        assert_eq!(read("[ White  \"\" ]").1, "");
        assert_eq!(read(r#"[A "Joe \"The Rook\" Doe \\ Co"]"#).1, r#"Joe "The Rook" Doe \ Co"#);
    }

    #[test]
    fn a_value_is_read_in_its_encoding_and_stands_behind_what_was_there() {
        for (value, said) in [
            (&b"M\xfcller"[..], "Müller"),
            (b"M\xfc\\\"ller\\\\", "Mü\"ller\\"),
            (b"Muller\\", "Muller\\"),
            (b"\\n", "\\n"),
            (b"", ""),
        ] {
            assert_eq!(unescape(value, Encoding::Latin1), said);
            let mut text = "Event".to_owned();
            unescape_onto(&mut text, value, Encoding::Auto);
            assert_eq!(text, format!("Event{said}"));
        }
    }

    #[test]
    fn pairs_as_archives_have_them() {
        assert_eq!(
            read("[A \"Joe \"The Rook\" Doe\"]\nx"),
            ("A".into(), "Joe \"The Rook\" Doe".into(), TagOddity::UnescapedQuote, "\nx".into())
        );
        assert_eq!(read("[Event \"Cup \\\"]\n").2, TagOddity::NoClosingQuote);
        assert_eq!(read("[Event \"Cup \\\"]\n").1, "Cup \\");
        assert_eq!(
            read("[Event \"Cup]\n"),
            ("Event".into(), "Cup".into(), TagOddity::NoClosingQuote, "\n".into())
        );
        assert_eq!(read("[Event \"Cup\"\n").2, TagOddity::NoClosingBracket);
    }

    #[test]
    fn a_pair_without_its_opening_bracket_fills_its_line() {
        for text in ["Event \"Cup\"]", "Event  \"Cup\" ] \r\nx", "WhiteElo \"\"]\n"] {
            assert!(is_unopened_pair(text.as_bytes()), "{text}");
        }
        for text in [
            "[Event \"Cup\"]",
            "Event \"Cup\"",
            "see \"Cup\"] here",
            "Event\"Cup\"]",
            "\"Cup\"]",
            "a b \"Cup\"]",
        ] {
            assert!(!is_unopened_pair(text.as_bytes()), "{text}");
        }
    }
}
