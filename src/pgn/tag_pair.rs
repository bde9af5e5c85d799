//! Tag pairs, `[Name "value"]`: PGN standard section 8.1, and the deviations that archives hold.

use std::borrow::Cow;

use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, line_ending};
use nom::combinator::opt;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use crate::encoding::Encoding;
use crate::game::{Span, TagName, TagOddity, TagPair};

/// A tag pair that may repeat the name of an earlier one.
#[derive(Clone, Copy)]
pub(super) struct ReadPair {
    pub pair: TagPair,
    pub known_tag: Option<KnownTag>,
}

struct RawPair<'a> {
    name: &'a [u8],
    value: &'a [u8],
    oddity: TagOddity,
}

#[inline]
pub(super) fn find_tag(name: &[u8]) -> Option<KnownTag> {
    if let Some(tag) = TagName::of(name) {
        return Some(KnownTag { tag, is_standard_case: true });
    }
    find_in_any_case(name)
}

fn find_in_any_case(name: &[u8]) -> Option<KnownTag> {
    // `[White: "Adams"]`
    let name = name.strip_suffix(b":").or_else(|| name.strip_suffix(b"=")).unwrap_or(name);
    if memchr::memchr(b'-', name).is_some() {
        // `[White-Elo "2000"]`
        let plain: Vec<u8> = name.iter().copied().filter(|byte| *byte != b'-').collect();
        return find_in_any_case(&plain);
    }
    // Rejects the names of other tools, which every archive is full of, without a comparison.
    let letters = FIRST_LETTERS.get(name.len())?;
    if letters & letter_bit(*name.first()?) == 0 {
        return None;
    }
    let tag = TagName::ALL.iter().copied().find(|tag| tag.name().as_bytes().eq_ignore_ascii_case(name))?;
    Some(KnownTag { tag, is_standard_case: false })
}

/// The bit of a letter in either case.
const fn letter_bit(letter: u8) -> u32 {
    1 << (letter & 31)
}

/// The first letters of known names, by the length of the name.
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

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct KnownTag {
    pub tag: TagName,
    pub is_standard_case: bool,
}

#[inline]
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The bytes of tag names: letters, digits and underscores (the standard), and other signs that are found in archives.
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

#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn is_name(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(|byte| IN_NAME[*byte as usize])
}

#[inline]
#[allow(clippy::indexing_slicing)] // a byte is under 256
pub(super) fn tag_name(input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    take_while1(|byte: u8| IN_NAME[byte as usize]).parse(input)
}

/// `tag-value`: up to the closing quotation mark on the line; `\"` and `\\` are escapes.
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

/// The length of an invisible character at the start of a text: a soft hyphen, a character without width, a mark of direction, or a
/// blank that is no space.
pub(super) fn unseen_length(text: &[u8]) -> usize {
    match text {
        [0xa0, ..] => 1,
        [0xc2, 0xa0 | 0xad, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8f | 0xaa..=0xaf, ..]
        | [0xe2, 0x81, 0x9f | 0xa0 | 0xa6..=0xa9, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    }
}

/// Blanks and invisible characters.
#[inline]
fn unseen(mut input: &[u8]) -> IResult<&[u8], &[u8], ()> {
    loop {
        let (rest, passed) = blanks(input)?;
        let length = unseen_length(rest);
        if length == 0 {
            return Ok((rest, passed));
        }
        input = rest.get(length..).unwrap_or_default();
    }
}

/// A tag pair with invisible characters beside its name.
#[cold]
fn tag_pair_with_unseen(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = (char('['), unseen).parse(input)?;
    let (rest, name) = terminated(tag_name, unseen).parse(rest)?;
    let (rest, value) = delimited(char('"'), tag_value, char('"')).parse(rest)?;
    let (rest, _) = (unseen, char(']')).parse(rest)?;
    Ok((rest, RawPair { name, value, oddity: TagOddity::UnseenCharacters }))
}

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

/// `tag-pair`, or one with unescaped quotation marks in its value, an escaped or missing closing one, or a missing bracket.
/// It ends on its line.
#[inline]
fn tag_pair(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    tag_pair_strict(input)
        .or_else(|_| tag_pair_mended(input))
        .or_else(|_| tag_pair_in_other_marks(input))
        .or_else(|_| tag_pair_with_unseen(input))
}

/// Reads the tag pair at `at` whose value or closing bracket is on the next line, which the standard allows.
#[cold]
pub(super) fn pair_over_lines(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair_over_lines(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair))
}

fn tag_pair_over_lines(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = char('[').parse(input)?;
    let (rest, name) = delimited(blanks, tag_name, (blanks, opt(line_ending), blanks)).parse(rest)?;
    let (rest, value) = delimited(char('"'), tag_value, char('"')).parse(rest)?;
    let (rest, _) = (blanks, opt(line_ending), blanks, char(']')).parse(rest)?;
    Ok((rest, RawPair { name, value, oddity: TagOddity::None }))
}

/// Reads the tag pair at `at`, which may be written in any way.
#[inline(never)] // out of the fast path of usual pairs
pub(super) fn any_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair))
}

/// Reads the tag pair at `at`, the start of a line, that has lost its opening bracket.
#[cold]
pub(super) fn unopened_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair_unopened(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair))
}

fn place_pair(text: &[u8], at: usize, after: &[u8], read: &RawPair<'_>) -> ReadPair {
    let RawPair { name, value, oddity } = *read;
    let place = |part: &[u8]| {
        let offset = part.as_ptr() as usize - text.as_ptr() as usize;
        Span::new(offset, offset + part.len())
    };
    let span = Span::new(at, text.len() - after.len());
    let pair = TagPair { span, name: place(name), value: place(value), known: None, oddity };
    ReadPair { pair, known_tag: find_tag(name) }
}

#[cold]
fn tag_pair_mended(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = char('[').parse(input)?;
    let (rest, name) = delimited(blanks, tag_name, blanks).parse(rest)?;
    let (rest, _) = char('"').parse(rest)?;
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let (line, after) = rest.split_at_checked(line_end).unwrap_or((rest, &[]));
    let line = line.trim_ascii_end();
    if let Some(spliced) =
        memchr::memchr_iter(b'[', line).find(|at| line.get(*at..).is_some_and(is_event_pair))
    {
        let (value, after) = rest.split_at_checked(spliced).unwrap_or((rest, &[]));
        return Ok((after, RawPair { name, value, oddity: TagOddity::NoClosingQuote }));
    }
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

/// Quotation marks that are not PGN's: of print in UTF-8, in Windows-1252 and in HTML. Each may open or close a value.
const OTHER_MARKS: [&[u8]; 15] = [
    "\u{201c}".as_bytes(),
    "\u{201d}".as_bytes(),
    "\u{201e}".as_bytes(),
    "‘".as_bytes(),
    "’".as_bytes(),
    "\u{201a}".as_bytes(),
    "\u{ab}".as_bytes(),
    "\u{bb}".as_bytes(),
    b"\x93",
    b"\x94",
    b"\x84",
    b"\xab",
    b"\xbb",
    b"&quot;",
    b"'",
];

/// The longest quotation mark, in bytes.
pub(super) const LONGEST_MARK: usize = 6;

/// Whether a quotation mark that is not PGN's begins here.
#[cold]
pub(super) fn begins_with_other_mark(text: &[u8]) -> bool {
    OTHER_MARKS.iter().any(|mark| text.starts_with(mark))
}

/// A tag pair whose value has other quotation marks, the whole of its line.
#[cold]
fn tag_pair_in_other_marks(input: &[u8]) -> IResult<&[u8], RawPair<'_>, ()> {
    let (rest, _) = (char('['), blanks).parse(input)?;
    let (rest, name) = terminated(tag_name, blanks1).parse(rest)?;
    let line_end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    let (line, after) = rest.split_at_checked(line_end).unwrap_or((rest, &[]));
    let mut opened = OTHER_MARKS.iter().filter_map(|mark| line.strip_prefix(*mark));
    let value = opened.next().ok_or(nom::Err::Error(()))?;
    // Markup may follow the bracket.
    let mut brackets = memchr::memchr_iter(b']', value).filter_map(|at| value.get(..at));
    let closed = |value: &'_ [u8]| {
        let value = value.trim_ascii_end();
        OTHER_MARKS.iter().chain([&&b"\""[..]]).find_map(|mark| Some(value.strip_suffix(*mark)?.len()))
    };
    let whole = value.trim_ascii_end();
    let whole = whole.strip_suffix(b"]").unwrap_or(whole);
    let length = brackets.find_map(closed).or_else(|| closed(whole)).unwrap_or(whole.trim_ascii_end().len());
    let value = value.get(..length).unwrap_or_default();
    Ok((after, RawPair { name, value, oddity: TagOddity::OtherMarks }))
}

/// `Name "value"]`, the whole of its line.
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

/// Reads the tag pair at `at` whose value has no quotation marks, if its name is known.
#[cold]
pub(super) fn unquoted_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let (after, pair) = tag_pair_unquoted(text.get(at..)?).ok()?;
    Some(place_pair(text, at, after, &pair)).filter(|read| read.known_tag.is_some())
}

/// `[Name value]` or `[Name 'value']`, the whole of its line.
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

/// Whether a line is an event pair of the standard. At the end of another pair, the record before it was cut off there.
pub(super) fn is_event_pair(line: &[u8]) -> bool {
    let event = TagName::Event.name().as_bytes();
    matches!(tag_pair_strict(line), Ok(([], pair)) if pair.name == event)
}

/// Whether a line is a tag pair of any name without quotation marks: `[Event Cup]`.
pub(super) fn is_unquoted_pair(line: &[u8]) -> bool {
    tag_pair_unquoted(line).is_ok()
}

pub(super) fn is_unopened_pair(line: &[u8]) -> bool {
    tag_pair_unopened(line).is_ok()
}

/// The beginnings of tags of forums, which have a value as tags of a game have: `[quote="Adams"]`.
const FORUM_TAGS: [&[u8]; 6] = [b"quote=", b"url=", b"color=", b"size=", b"font=", b"img="];

/// Whether a tag pair begins here: `[`, a name and a quotation mark, with blanks between. The mark may be
/// any, if there is a blank before it.
#[inline]
pub(super) fn begins_tag(input: &[u8]) -> bool {
    let [b'[', rest @ ..] = input else { return false };
    let Ok((rest, _)) = unseen(rest) else { return false };
    let Ok((rest, name)) = tag_name(rest) else {
        return false;
    };
    if FORUM_TAGS.contains(&name) {
        return false;
    }
    let Ok((value, passed)) = unseen(rest) else { return false };
    // `[it's` begins no tag.
    value.first() == Some(&b'"') || !passed.is_empty() && begins_with_other_mark(value)
}

/// A tag value as text, without its escapes.
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

/// Appends to `text` what [`unescape`] returns, without a copy: a value may be as long as a record.
pub(crate) fn unescape_onto(text: &mut String, value: &[u8], encoding: Encoding) {
    match without_escapes(value, encoding) {
        Some(value) => text.push_str(value),
        None => resolve_escapes(text, value, encoding),
    }
}

/// The value itself, if it needs no change.
fn without_escapes(value: &[u8], encoding: Encoding) -> Option<&str> {
    encoding.borrowed(value).filter(|text| !text.contains('\\'))
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
    fn pairs_of_the_standard() {
        assert_eq!(read("[Event \"F/S\"] e4"), ("Event".into(), "F/S".into(), TagOddity::None, " e4".into()));
        assert_eq!(read("[ White  \"\" ]").1, "");
        assert_eq!(read(r#"[A "Joe \"The Rook\" Doe \\ Co"]"#).1, r#"Joe "The Rook" Doe \ Co"#);
    }

    #[test]
    fn a_value_is_decoded_and_appended() {
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
    fn pairs_of_archives() {
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
        for name in ["Event\u{200b}", "\u{feff}Event", "Event\u{2060} "] {
            let pair = ("Event".into(), "Cup".into(), TagOddity::UnseenCharacters, String::new());
            assert_eq!(read(&format!("[{name}\"Cup\"]")), pair);
        }
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
