//! Characters written as entities of HTML: `&#9816;f3`, `e2&ndash;e4`, `&frac12;`.

use nom::branch::alt;
use nom::bytes::complete::{take_while_m_n, take_while1};
use nom::character::complete::{alphanumeric1, char, one_of};
use nom::combinator::map_opt;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

use crate::encoding::{DecodedChar, Encoding};

/// The longest entity, in bytes.
const LONGEST: usize = 10;

/// The named entities of blanks, quotation marks and the signs of chess.
const NAMED: [(&str, char); 30] = [
    ("nbsp", '\u{a0}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("quot", '"'),
    ("apos", '\''),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("amp", '&'),
    ("shy", '\u{ad}'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("minus", '−'),
    ("times", '×'),
    ("frac12", '½'),
    ("half", '½'),
    ("dagger", '†'),
    ("Dagger", '‡'),
    ("hellip", '…'),
    ("plusmn", '±'),
    ("infin", '∞'),
    ("equiv", '≡'),
    ("larr", '←'),
    ("rarr", '→'),
    ("uarr", '↑'),
    ("darr", '↓'),
    ("bull", '•'),
    ("middot", '·'),
];

/// An entity and its character.
pub(super) fn entity(input: &[u8]) -> IResult<&[u8], char, ()> {
    let in_base = |digits: &[u8], base| {
        let digits = std::str::from_utf8(digits).ok()?;
        char::from_u32(u32::from_str_radix(digits, base).ok()?)
    };
    let decimal = map_opt(take_while1(|byte: u8| byte.is_ascii_digit()), move |digits| in_base(digits, 10));
    let is_hex = |byte: u8| byte.is_ascii_hexdigit();
    let hex =
        map_opt(preceded(one_of("xX"), take_while_m_n(1, 6, is_hex)), move |digits| in_base(digits, 16));
    let named = map_opt(alphanumeric1, |name: &[u8]| {
        NAMED.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, character)| *character)
    });
    let window = input.get(..input.len().min(LONGEST)).unwrap_or_default();
    let read = delimited(char('&'), alt((preceded(char('#'), alt((decimal, hex))), named)), char(';'));
    let (rest, character) = { read }.parse(window)?;
    Ok((input.get(window.len() - rest.len()..).unwrap_or_default(), character))
}

/// The length in bytes of the entity at the start of a text.
pub(super) fn entity_length(text: &[u8]) -> Option<usize> {
    text.first().filter(|first| **first == b'&')?;
    entity(text).ok().map(|(rest, _)| text.len() - rest.len())
}

/// The length in bytes of the unknown entity at the start of a text.
pub(super) fn unknown_entity_length(text: &[u8]) -> Option<usize> {
    let name = text.strip_prefix(b"&")?;
    let length =
        name.iter().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#').count();
    (length > 1 && name.get(length) == Some(&b';')).then_some(length + 2)
}

/// Whether the `;` at an offset ends an entity, so that it begins no comment.
pub(super) fn ends_entity(text: &[u8], semicolon: usize) -> bool {
    let from = semicolon.saturating_sub(LONGEST);
    let before = text.get(from..semicolon).unwrap_or_default();
    let begin = memchr::memrchr(b'&', before).map(|at| from + at);
    let length = begin.and_then(|at| Some(at + entity_length(text.get(at..)?)?));
    length == Some(semicolon + 1)
}

/// The characters of a text, with those of its entities for which `is_read` holds. Bytes that are no UTF-8 are decoded one by
/// one.
pub(super) fn letters(text: &[u8], is_read: impl Fn(char) -> bool) -> Vec<DecodedChar> {
    let (mut letters, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let read = entity(rest).ok().filter(|(_, character)| is_read(*character));
        let length = if let Some((after, character)) = read {
            let length = rest.len() - after.len();
            letters.push(DecodedChar { character, length });
            length
        } else {
            let plain = rest.iter().skip(1).position(|byte| *byte == b'&').map_or(rest.len(), |at| at + 1);
            letters.extend(Encoding::Auto.letters(rest.get(..plain).unwrap_or_default()));
            plain
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;
    use crate::pgn::reader::{faults_of_moves, the_game};

    #[test]
    fn entities_and_their_characters() {
        let read = |text: &'static str| entity(text.as_bytes()).ok().map(|(rest, read)| (read, rest.len()));
        for (text, expected) in [
            ("&ndash;e4", Some(('–', 2))),
            ("&#9816;f3", Some(('♘', 2))),
            ("&#x2658;", Some(('♘', 0))),
            ("&#1114112;", None),
            ("&#;", None),
            ("&D;", None),
            ("&ndash", None),
            ("&knight;", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
        assert!(ends_entity(b"a &nbsp; b", 7));
        assert!(!ends_entity(b"R&D; b", 3) && !ends_entity(b"; b", 0) && !ends_entity(b"&nbsp;; b", 6));
    }

    #[test]
    fn moves_with_entities() {
        for moves in [
            "1.&nbsp;e4 e5 2.&nbsp;&#9816;f3 &#x265E;c6\n3. &#9815;b5 a6 1&ndash;0",
            "1. e2&ndash;e4 e7&ndash;e5 2. Ng1&#8211;f3 Nb8&ndash;c6\n3. Bf1&ndash;b5 a6&plusmn; &frac12;-&frac12;",
            "1. e4 e5 2. Nf3&nbsp;(2.&nbsp;f4&#8723; exf4) Nc6 3. Bb5 a6 &frac12;&ndash;&frac12;",
        ] {
            let game = the_game(&format!("[Event \"x\"]\n\n{moves}"));
            assert_eq!((game.plies(), game.ending.termination.is_some()), (6, true), "{moves}");
            assert!(game.ending.stop.is_none());
        }
        let lost = faults_of_moves("1. e4 e5 2. &knight;f3 Nc6\n1-0");
        assert_eq!(lost, vec![FaultKind::Unreadable]);
        assert_eq!(faults_of_moves("&#49;&#46; &#101;&#52; 1-0"), vec![FaultKind::Unreadable]);
        assert_eq!(faults_of_moves("1. e4 e5 &copy; 1999 1-0"), vec![FaultKind::Words]);
        assert_eq!(faults_of_moves("1. e4 e5 ; R&D; and 2. notes\n2. Nf3 (2. f4 ;x)\n) Nc6 1-0"), vec![]);
    }
}
