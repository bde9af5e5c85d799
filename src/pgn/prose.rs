//! Lines of text that hold no movetext: notes among the tags, and headings, labels and mail around games.

use std::borrow::Cow;
use std::ops::Range;

use memchr::{memchr, memchr_iter, memchr2, memmem};

use crate::chess::{Meaning, Position, San, Subject};

use super::tag_pair::{begins_tag, begins_with_other_mark, find_tag, unseen_length};

/// The longest line of prose among tags, in bytes.
pub(super) const LONGEST_PROSE: usize = 512;

/// The longest mark of quoted text or label before a game, in bytes.
pub(super) const LONGEST_LABEL: usize = 32;

/// The longest initials before the mark of quoted text, in bytes.
const MOST_INITIALS: usize = 3;

/// The longest text before the first move of a game on its line, in bytes.
pub(super) const LONGEST_PREFACE: usize = 128;

/// Words after the number 1 that must belong to a game, if text comes before it.
const WORDS_OF_GAME: usize = 12;

/// Bytes of a text that are searched for tags or moves.
const SEARCHED: usize = 4096;

/// Moves that show that text holds a game.
const FEWEST_MOVES: usize = 3;

/// More moves than an opening is named by.
const MANY_MOVES: usize = 12;
/// The least first moves of a game at the ends of lines that are reported.
const FEWEST_IN_CHAT: usize = 4;

/// The tags of the roster; the last two are also the names of the players' colours.
const ROSTER: [&[u8]; 7] = [b"Event", b"Site", b"Date", b"Round", b"Result", b"White", b"Black"];

/// The fields of a FEN after the placement.
const OTHER_FIELDS: u32 = 5;

/// Whether a line holds no movetext and no part of a comment. The fields of a FEN are no movetext, nor is the value of a tag
/// such as `Result: 1-0`, and `&#91;` begins no comment.
pub(super) fn is_prose(line: &[u8]) -> bool {
    let is_tag = names_tag(line);
    let mut fields_left = 0;
    let mut is_text = |word: &[u8]| {
        if is_placement(word) {
            // The placement itself is counted too.
            fields_left = OTHER_FIELDS + 1;
        }
        let is_field = fields_left > 0;
        fields_left = fields_left.saturating_sub(1);
        let is_comment = memchr(b';', word).is_some() && memchr(b'&', word).is_none();
        let is_of_movetext = is_move(word) || !is_tag && is_figure(word);
        !is_comment && (is_tag || !is_number(word)) && (is_field || !is_of_movetext)
    };
    // `1.` may end a sentence.
    let line = line.trim_ascii_end();
    let line = line.strip_suffix(b".").unwrap_or(line);
    line.len() <= LONGEST_PROSE
        && memchr2(b'{', b'}', line).is_none()
        && line.split(u8::is_ascii_whitespace).all(&mut is_text)
}

/// Whether a line of prose cannot be a move in any notation: it names a tag, gives a position or has no digits.
pub(super) fn is_surely_prose(line: &[u8]) -> bool {
    let holds_placement = || line.split(u8::is_ascii_whitespace).any(is_placement);
    is_prose(line) && (!line.iter().any(u8::is_ascii_digit) || names_tag(line) || holds_placement())
}

/// Whether a word is or begins with a number and its dot.
fn is_number(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && word.get(digits) == Some(&b'.')
}

/// Whether a word is a count or a result, in PGN's signs or others, or a move in figurines.
fn is_figure(word: &[u8]) -> bool {
    // A result may be written directly after a variation or before a tag.
    let is_result = |part: &[u8]| matches!(part, b"1-0" | b"0-1" | b"1/2-1/2" | b"*");
    if word.split(|byte| b"()[]".contains(byte)).any(is_result) {
        return true;
    }
    let is_sign = |byte: &u8| byte.is_ascii_digit() || b"/:-=.,*".contains(byte) || !byte.is_ascii();
    let counts =
        word.iter().any(|byte| byte.is_ascii_digit() || *byte == b'*') || word.starts_with("½".as_bytes());
    counts && word.iter().all(is_sign) || word.starts_with(b"\xe2\x99")
}

/// Whether a word is a move. Words of two letters may look like a pawn capture.
pub(super) fn is_move(word: &[u8]) -> bool {
    let dots = word.iter().take_while(|byte| **byte == b'.').count();
    let read = word.get(dots..).and_then(San::from_ascii);
    read.is_some_and(|read| !matches!(read.subject(), Subject::PawnToFile(_)))
}

/// Whether a word holds the placement field of a FEN: `(fen=4k3/8/8/8/8/8/8/4K3`.
fn is_placement(word: &[u8]) -> bool {
    placement(word).is_some()
}

fn placement(word: &[u8]) -> Option<Position> {
    const SLASHES: usize = 7;
    if memchr_iter(b'/', word).count() < SLASHES {
        return None;
    }
    let mut parts = word.split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'/');
    parts.find_map(|part| Position::from_placement(part).ok())
}

/// The placement in the address of a page: `https://example.org/analysis/4k3/8/8/8/8/8/8/4K3_w`, also with `%2F` for `/`.
fn placement_in_address(word: &[u8]) -> Option<Position> {
    const RANKS: usize = 8;
    let address = searched(word.get(memmem::find(word, b"://")?..)?);
    let address = String::from_utf8_lossy(address).replace("%2F", "/").replace("%2f", "/").replace('%', " ");
    let parts: Vec<&[u8]> = address.as_bytes().split(|byte| *byte == b'/').collect();
    parts.windows(RANKS).find_map(|ranks| placement(&ranks.join(&b'/')))
}

/// Whether a text gives a position other than `usual`.
pub(super) fn holds_other_position(text: &[u8], usual: &Position) -> bool {
    let read = |word: &[u8]| placement(word).or_else(|| placement_in_address(word));
    let mut words = text.split(u8::is_ascii_whitespace).filter_map(read);
    words.any(|read| read.placement_key() != usual.placement_key())
}

/// Whether a line begins with the placement field of a FEN.
#[inline]
pub(super) fn begins_with_placement(line: &[u8]) -> bool {
    // Not with the number of a move.
    line.get(1).is_some_and(u8::is_ascii_alphanumeric)
        && line.split(u8::is_ascii_whitespace).next().is_some_and(is_placement)
}

/// Whether a line gives a known tag in a form that is not read: `White: Adams`, `<White "Adams">`, `&#91;White "Adams"&#93;`.
pub(super) fn names_tag(line: &[u8]) -> bool {
    let line = match line {
        [b'&', rest @ ..] => rest.splitn(2, |byte| *byte == b';').nth(1).unwrap_or_default(),
        _ => line,
    };
    let signs = line.iter().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
    let line = line.get(signs..).unwrap_or_default();
    let (name, after) = line.split_at(line.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count());
    let value = after.trim_ascii_start();
    // `White's` names no tag.
    let is_marked = value.len() < after.len() && begins_with_other_mark(value);
    find_tag(name).is_some() && (is_marked || matches!(value, [b'"' | b':' | b'=', ..]))
}

/// Whether a line holds a move with its number and another move: `1) 1. e4 e5`, `41. Rd8 Rxd8`.
pub(super) fn holds_numbered_moves(line: &[u8]) -> bool {
    let line = without_escapes(line);
    let mut words =
        line.split(|byte| byte.is_ascii_whitespace() || *byte == b'.').filter(|word| !word.is_empty());
    let is_number = |word: &[u8]| word.len() <= 3 && word.iter().all(u8::is_ascii_digit);
    while words.any(is_number) {
        let mut next = words.clone();
        if next.next().is_some_and(is_move) && next.next().is_some_and(is_marked_move) {
            return true;
        }
    }
    false
}

fn searched(text: &[u8]) -> &[u8] {
    text.get(..SEARCHED).unwrap_or(text)
}

/// The first of the lines that consist of moves, if these are three at least, and are legal from the usual array or have
/// numbers that follow each other: `Move 1: c4 g6`, `|1|c4|g6|`.
pub(super) fn line_of_moves(text: &[u8]) -> Option<Range<usize>> {
    let (mut first, mut moves, mut words) = (None, Vec::new(), 0);
    let (mut last_number, mut follow) = (None, 0);
    let mut start = 0;
    for line in searched(text).split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let (made, mut others) = (moves.len(), 0);
        for word in line.split(|byte| !byte.is_ascii_alphanumeric() && !b"+#=-".contains(byte)) {
            let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (number, after) = word.split_at(digits);
            let after = if is_move(word) { word } else { after.strip_prefix(b"-").unwrap_or(after) };
            if let Some(number) =
                std::str::from_utf8(number).ok().and_then(|digits| digits.parse::<u16>().ok())
            {
                follow +=
                    usize::from(number.checked_sub(1).is_some_and(|before| last_number == Some(before)));
                last_number = Some(number);
            }
            if is_move(after) {
                moves.push(after);
            } else {
                others += usize::from(after.len() > 1 && after.iter().any(u8::is_ascii_alphabetic));
            }
        }
        if moves.len() - made > others {
            first.get_or_insert(start..start + line.trim_ascii_end().len());
            words += others;
        } else {
            moves.truncate(made);
        }
        start += line.len();
    }
    let is_played = || {
        let mut board = Position::initial();
        moves.iter().take(FEWEST_MOVES).all(|text| {
            let meaning = San::from_ascii(text).map(|read| board.meaning(read));
            let Some(Meaning::Legal(played)) = meaning else { return false };
            board.play(played);
            true
        })
    };
    let found = first.filter(|_| {
        moves.len() >= FEWEST_MOVES
            && (follow > 0 || (words == 0 || moves.len() >= MANY_MOVES) && is_played())
    });
    found.or_else(|| lines_that_end_with_moves(text))
}

/// The first of the lines whose last words are the first moves of a game, as in a chat: `18:04 <anna> e4`.
fn lines_that_end_with_moves(text: &[u8]) -> Option<Range<usize>> {
    let (mut board, mut plies, mut first, mut start) = (Position::initial(), 0, None, 0);
    for line in searched(text).split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let written = line.trim_ascii();
        let word = written.rsplit(u8::is_ascii_whitespace).next().unwrap_or_default();
        let word =
            word.get(..word.len() - word.iter().rev().take_while(|byte| b"!?.".contains(byte)).count());
        if let Some(read) = word.filter(|word| is_move(word)).and_then(San::from_ascii) {
            let Meaning::Legal(played) = board.meaning(read) else { return None };
            board.play(played);
            plies += 1;
            first.get_or_insert(start..start + line.trim_ascii_end().len());
        }
        start += line.len();
    }
    first.filter(|_| plies >= FEWEST_IN_CHAT)
}

/// Whether the lines of a text name two tags of the roster beside signs: `[Event, "Cup"]`, `|Site|Leeds|`, `["1" Round]`,
/// `NAME="White"`.
/// White and Black alone also begin sentences.
pub(super) fn names_roster(text: &[u8]) -> bool {
    let is_sign = |byte: &u8| !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace();
    let (mut named, mut attributes) = ([false; ROSTER.len()], 0);
    for line in searched(text).split(|byte| matches!(byte, b'\n' | b'\r')) {
        let line = line.trim_ascii();
        let signs = line.iter().take_while(|byte| !byte.is_ascii_alphanumeric()).count();
        let (before, rest) = line.split_at(signs);
        let (word, after) =
            rest.split_at(rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count());
        let is_followed = match after {
            [b'.' | b'\'' | b'-', byte, ..] => is_sign(byte),
            [byte, ..] if is_sign(byte) => true,
            [b' ' | b'\t', ..] => matches!(after.trim_ascii_start(), [a, b, ..] if a == b && is_sign(a)),
            _ => false,
        };
        let is_opened = before.iter().any(is_sign);
        let ends = |name: &[u8]| {
            let end = line.iter().rposition(u8::is_ascii_alphanumeric).map_or(0, |last| last + 1);
            let named = line.get(..end).and_then(|line| line.strip_suffix(name));
            is_opened && named.is_some_and(|line| line.ends_with(b" "))
        };
        // `<PARAM NAME="White" VALUE="Adams">`
        let is_attribute = |name: &[u8]| {
            let mut places = memmem::find_iter(line, name);
            places.any(|at| {
                let (before, after) = (line.get(..at), line.get(at + name.len()..));
                [b'"', b'\''].iter().any(|mark| {
                    before.is_some_and(|before| before.ends_with(&[b'=', *mark]))
                        && after.is_some_and(|after| after.first() == Some(mark))
                })
            })
        };
        attributes += ROSTER.iter().filter(|name| is_attribute(name)).count();
        for (name, is_named) in ROSTER.iter().zip(&mut named) {
            *is_named |= word == *name && (is_opened || is_followed) || ends(name);
        }
    }
    attributes >= 2
        || named.iter().filter(|is_named| **is_named).count() >= 2
            && named.iter().take(ROSTER.len() - 2).any(|is_named| *is_named)
}

/// Whether a text holds a word that is a move.
pub(super) fn holds_moves(text: &[u8]) -> bool {
    let mut words = text.split(|byte| !byte.is_ascii_alphanumeric() && !b"+#=-".contains(byte));
    words.any(is_move)
}

/// Whether a `*` begins a line of a list: words or the first move of a game follow it.
pub(super) fn is_in_list(rest: &[u8]) -> bool {
    let Some(text) = rest.strip_prefix(b"*") else { return false };
    let end = memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    let text = text.get(..end).unwrap_or_default().trim_ascii();
    begins_numbered_moves(text) || text.first().is_some_and(u8::is_ascii_alphabetic) && is_prose(text)
}

fn is_marked_move(word: &[u8]) -> bool {
    let signs = word.iter().rev().take_while(|byte| b"!?)".contains(byte)).count();
    word.get(..word.len() - signs).is_some_and(is_move)
}

/// Whether a game begins here with the number 1 (`1.`, `1:`, `(1)`), and the words after it on its line are moves: two at least.
pub(super) fn begins_numbered_moves(line: &[u8]) -> bool {
    let number = line.strip_prefix(b"(").unwrap_or(line).strip_prefix(b"1");
    let Some(after @ ([b'.' | b' ', ..] | [b':' | b')' | b',' | b'-', b' ', ..])) = number else {
        return false;
    };
    let movetext = after.iter().position(|byte| b"{;(".contains(byte)).and_then(|end| after.get(..end));
    let words = movetext.unwrap_or(after).split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let mut moves = 0;
    for word in words.take(WORDS_OF_GAME) {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit() || b".:),-".contains(byte)).count();
        if is_marked_move(word.get(digits..).unwrap_or_default()) {
            moves += 1;
        } else if digits < word.len() && !is_figure(word) && !word.starts_with(b"$") {
            return false;
        }
    }
    moves >= 2
}

/// Whether a line of words holds a tag of a game, which is lost.
pub(super) fn holds_tag(line: &[u8]) -> bool {
    let holds = |line: &[u8]| {
        names_tag(line)
            || has_odd_marks(line)
            || memchr_iter(b'[', line).any(|at| line.get(at..).is_some_and(begins_tag))
    };
    holds(line) || holds(&without_escapes(line)) || is_of_other_width(line)
}

/// Whether a line is a tag in UTF-16 within a text of single bytes, or a tag of single bytes within UTF-16.
pub(super) fn is_of_other_width(line: &[u8]) -> bool {
    let is_tag = |line: &[u8]| {
        names_tag(line) || memchr_iter(b'[', line).any(|at| line.get(at..).is_some_and(begins_tag))
    };
    let has_zeros = memchr_iter(0, searched(line)).nth(2).is_some();
    has_zeros && is_tag(&without_escapes(line))
        || !line.is_ascii() && bytes_of_units(line).iter().any(|line| is_tag(line))
}

/// Whether a line is a known tag with other signs about its value: `[White ~Adams~]`.
fn has_odd_marks(line: &[u8]) -> bool {
    let pair = line.strip_prefix(b"[").and_then(|line| line.trim_ascii_end().strip_suffix(b"]"));
    let mut parts = pair.unwrap_or_default().splitn(2, |byte| *byte == b' ');
    let is_known = parts.next().is_some_and(|name| find_tag(name).is_some());
    is_known && parts.next().is_some_and(|value| value.first().is_some_and(u8::is_ascii_punctuation))
}

/// The line without invisible characters, the zeros of UTF-16 and the backslashes of other formats.
fn without_escapes(line: &[u8]) -> Cow<'_, [u8]> {
    let line = searched(line);
    let is_dropped = |byte: u8| matches!(byte, 0 | b'\\');
    if line.is_ascii() && !line.iter().any(|byte| is_dropped(*byte)) {
        return Cow::Borrowed(line);
    }
    let (mut plain, mut rest) = (Vec::with_capacity(line.len()), line);
    while let [byte, after @ ..] = rest {
        rest = match unseen_length(rest) {
            0 => {
                plain.extend(Some(*byte).filter(|byte| !is_dropped(*byte)));
                after
            }
            length => rest.get(length..).unwrap_or_default(),
        };
    }
    Cow::Owned(plain)
}

/// The bytes that were read as UTF-16, in both orders: text of one byte per letter that was joined to UTF-16.
fn bytes_of_units(line: &[u8]) -> [Vec<u8>; 2] {
    let line = String::from_utf8_lossy(searched(line));
    [u16::to_le_bytes, u16::to_be_bytes].map(|bytes| line.encode_utf16().flat_map(bytes).collect())
}

/// The length of the marks of quoted text at the start of a line, with the initials of its author before them and the blanks
/// after them: `> > [Event "Cup"]`, `JS> 1. e4`.
pub(super) fn quote_marks(line: &[u8]) -> usize {
    let initials = line.iter().take(MOST_INITIALS).take_while(|byte| byte.is_ascii_uppercase()).count();
    match line.get(initials..).unwrap_or_default() {
        marked @ [b'>' | b'|', ..] if initials == 0 || marked.starts_with(b">") => {
            let marks = marked.iter().take(LONGEST_LABEL).take_while(|byte| b">| ".contains(byte));
            initials + marks.count()
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_holds_no_movetext() {
        for line in [
            "by me",
            "<i>to be continued</i>",
            "(a note)",
            "FEN: 4k3/8/8/8/8/8/4P3/4K2R w K e3 0 1",
            "from 4k3/8/8/8/8/8/4P3/4K2R w - - 0 1.",
            "Result: 1-0",
            "Date: 2020.01.01",
            "&#91;White \"A\"&#93;",
        ] {
            assert!(is_prose(line.as_bytes()), "{line}");
        }
        for line in [
            "1. by me",
            "...e5",
            "the end 1-0",
            "1/2",
            "½",
            "{by me}",
            "by me; 1",
            "White: e4",
            "4k3/8/8/8/8/8/4P3/4K2R w K - 1. O-O",
            "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1 O-O",
        ] {
            assert!(!is_prose(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn tags_in_other_forms() {
        for line in ["White: Adams", "white = A", "<White \"A\">", "&#91;White \"A\"&#93;", "* Date: 1990"] {
            assert!(names_tag(line.as_bytes()), "{line}");
        }
        for line in ["White won", "The White: A", "Whites: A", "White's", ""] {
            assert!(!names_tag(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn lines_that_begin_a_game() {
        for line in ["1) 1. e4 e5", "a: 1.e4 e5 2.d4", "<pgn>x 1 . d4 Nf6", "41. Rd8 Rxd8", "1\\. e4 e5"] {
            assert!(holds_numbered_moves(line.as_bytes()), "{line}");
        }
        for line in ["1. e4 was played", "2020. e4 e5", "1. Smith 2. Jones", "1 e4, e5"] {
            assert!(!holds_numbered_moves(line.as_bytes()), "{line}");
        }
        for line in
            ["1. e4 e5", "1.e4! e5 2.d4 {x} 1-0", "1 e4 e5 1/2-1/2", "1: e4 e5 2: d4", "(1) e4 e5 (2) d4"]
        {
            assert!(begins_numbered_moves(line.as_bytes()), "{line}");
        }
        for line in
            ["1. e4 e5 is best", "1. e4", "1-0 1. e4 e5", "12. e4 e5", "1. e4 c5: 1. d4", "1) e4 e5 is best"]
        {
            assert!(!begins_numbered_moves(line.as_bytes()), "{line}");
        }
    }

    #[test]
    fn lines_of_moves_with_any_numbers() {
        let holds = |text: &str| line_of_moves(text.as_bytes()).is_some();
        for text in [
            "Move 1: c4 g6\nMove 2: d4 Nf6",
            "|1|c4|g6|\n|2|d4|Nf6|",
            "\u{2460} c4 g6 \u{2461} d4",
            "1- c4 g6 2- d4",
        ] {
            assert!(holds(text), "{text}");
        }
        let prose = [
            "The 1.e4 player likes c5 and Nf3",
            "Weak: e4, d4, c4.",
            "C45 Scotch e4 e5 Nf3 Nc6",
            "1 Adams +1 =0",
        ];
        for text in prose {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn rosters_in_other_writings() {
        for text in [
            "[Event, \"a\"]\n[Site, \"b\"]",
            "|Event|a|\n|White|b|",
            "[\"a\" Event]\n[\"1\" Round]",
            "\\Event{a}\n\\Site{b}",
            "<param name='White' value='a'>\n<param name='Black' value='b'>",
        ] {
            assert!(names_roster(text.as_bytes()), "{text}");
        }
        for text in ["Round 3\nWhite, who won", "White, then\nBlack, too", "(Round 5)", "Date\nEvent"] {
            assert!(!names_roster(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn tags_in_other_encodings_are_found() {
        let utf16 = "[Event \"a\"]".bytes().flat_map(|byte| [byte, 0]).collect::<Vec<_>>();
        for line in
            [&utf16, &b"\\[Event \"a\"\\]"[..], "[E\u{ad}vent \"a\"]".as_bytes(), "䕛敶瑮∠≢".as_bytes()]
        {
            assert!(holds_tag(line), "{line:?}");
        }
        assert!(!holds_tag("第一局 国际象棋".as_bytes()));
    }
}
