//! Annotations among the moves in signs that PGN does not have: HTML, and notes in square brackets. They are skipped.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_until, take_while, take_while1};
use nom::character::complete::{alpha1, alphanumeric0, char};
use nom::combinator::{opt, recognize, verify};
use nom::multi::many0_count;
use nom::sequence::delimited;
use nom::{IResult, Parser};

use super::annotation_glyphs::loose_result;
use super::entity::entity;
use super::movetext::{ends_token, termination};
use super::prose::{holds_moves, is_move, is_prose, names_tag};
use super::tag_pair::{begins_tag, find_tag};

/// The longest annotation, in bytes.
const LONGEST: usize = 255;
/// The longest number of a footnote.
const LONGEST_NOTE_NUMBER: usize = 3;

type Skipped<'a> = IResult<&'a [u8], &'a [u8], ()>;

/// The length of a character in the code of mail (quoted-printable) that is a word of its own or ends one: `=20`.
pub(super) fn mail_code_length(text: &[u8]) -> Option<usize> {
    let is_digit = |byte: &u8| byte.is_ascii_digit() || (b'A'..=b'F').contains(byte);
    match text {
        [b'=', first, second, after @ ..]
            if is_digit(first) && is_digit(second) && ends_token(after.first()) =>
        {
            Some(b"=20".len())
        }
        _ => None,
    }
}

/// The length in bytes of the annotation at the start of a text. `None` if it may hold moves, a result or a tag.
pub(super) fn markup_length(text: &[u8]) -> Option<usize> {
    text.first().filter(|first| b"<&[".contains(first))?;
    let window = text.get(..text.len().min(LONGEST))?;
    let (rest, read) =
        alt((html_comment, annotated_words, html_tag, blank_or_quote, note)).parse(window).ok()?;
    (!names_tag(read)).then_some(window.len() - rest.len())
}

fn html_comment(input: &[u8]) -> Skipped<'_> {
    recognize((tag("<!--"), take_until("-->"), tag("-->"))).parse(input)
}

/// `<b>`, `</b>`, `<br/>`, `<a href="…">`
fn html_tag(input: &[u8]) -> Skipped<'_> {
    let name = verify(recognize((alpha1, alphanumeric0)), |name: &[u8]| !is_move(name));
    let in_marks = |mark: &'static str, other: u8| {
        recognize((tag(mark), take_while(move |byte| byte != other), tag(mark)))
    };
    let bare = take_while1(|byte: u8| !b"<>\"'{}".contains(&byte));
    let bare = verify(bare, |text: &[u8]| !holds_moves(text));
    let attributes = many0_count(alt((in_marks("\"", b'"'), in_marks("'", b'\''), bare)));
    recognize((char('<'), opt(char('/')), name, attributes, char('>'))).parse(input)
}

/// Words without moves between two tags: `<i>a quiet move</i>`, `<sup>2</sup>`.
fn annotated_words(input: &[u8]) -> Skipped<'_> {
    let holds_no_moves = |text: &[u8]| {
        let has_digits = text.iter().any(u8::is_ascii_digit);
        let is_number = text.len() <= LONGEST_NOTE_NUMBER && text.iter().all(u8::is_ascii_digit);
        is_number || text.contains(&b' ') && !has_digits && is_prose(text)
    };
    let words = verify(take_while1(|byte: u8| !b"<>{}".contains(&byte)), holds_no_moves);
    let end = verify(html_tag, |end: &[u8]| end.starts_with(b"</"));
    recognize((html_tag, words, end)).parse(input)
}

/// A blank or a quotation mark of HTML. Others may be parts of a move: `e2&ndash;e4`.
fn blank_or_quote(input: &[u8]) -> Skipped<'_> {
    let is_skipped = |sign: &char| sign.is_whitespace() || matches!(sign, '"' | '\'' | '‘' | '’' | '“' | '”');
    recognize(verify(entity, is_skipped)).parse(input)
}

/// `[0:35]`, `[D]`, `[Diagram 1]`, `[%clk 0:01:00]`
fn note(input: &[u8]) -> Skipped<'_> {
    let is_note = |text: &[u8]| {
        // `[White Adams]`
        let name = text.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        text.starts_with(b"%")
            || find_tag(name).is_none()
                && !holds_moves(text)
                && termination(text).is_err()
                && loose_result(text).is_none()
    };
    let words = verify(take_while1(|byte: u8| !b"[]{}\r\n".contains(&byte)), is_note);
    verify(recognize(delimited(char('['), words, char(']'))), |note: &[u8]| !begins_tag(note)).parse(input)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;
    use crate::pgn::reader::the_game;

    #[test]
    fn annotations_hold_no_moves() {
        for text in [
            "<b>",
            "</b>",
            "<br/>",
            "<a href=\"#e4\">",
            "<a href='1.htm' class=x>",
            "<i>a quiet move</i>",
            "<sup>2</sup>",
            "<!-- 2. d4 -->",
            "&nbsp;",
            "[#]",
            "[0:35]",
            "[+0.35/12]",
            "[Diagram 1]",
            "[%cal Gd2d4]",
            "[Greatest? \"True\"]",
        ] {
            assert_eq!(markup_length(text.as_bytes()), Some(text.len()), "{text}");
        }
        for text in [
            "<Nf3>",
            "<b Nf3>",
            "<1. e4 e5>",
            "<White \"A\">",
            "[Result: 1-0]",
            "[1-0]",
            "[2. d4 exd4]",
            "=20",
            "[White \"A\"]",
            "[White A]",
            "[open",
            "&ndash;",
            "<",
        ] {
            assert_eq!(markup_length(text.as_bytes()), None, "{text}");
        }
        assert_eq!(markup_length(b"<b>Sf3</b>"), Some(3));
    }

    #[test]
    fn the_game_goes_on_after_annotations() {
        for (moves, count) in [
            ("<b>1.e4 e5</b> 2. Nf3<br/>Nc6 3. Bb5<sup>2</sup> <i>the Spanish game</i> a6 *", 5),
            ("1. e4 [0:35] e5[0:41] 2. Nf3 Nc6\n[D] 3. Bb5 [%emt 0:10] a6 *", 4),
            ("1. e4=20 e5 2. Nf3 Nc6 =20\n3. Bb5 a6 *", 2),
            ("1. e4 e5 [2. f4 exf4 3. Nf3] 2. Nf3 Nc6 [2... d6] 3. Bb5 a6 *", 2),
            ("1. e4&nbsp;e5 2.&nbsp;Nf3 Nc6 3. Bb5 a6 *", 2),
        ] {
            let record = the_game(&format!("[Event \"x\"]\n\n{moves}"));
            let faults: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
            assert_eq!((record.plies(), faults), (6, vec![FaultKind::Markup(count)]), "{moves}");
        }
    }
}
