//! Where one game record ends and the next begins, told from the bytes alone.
//!
//! A chunk must begin and end between games, or two threads would each read half a game. A line that begins
//! `[Event "` is where a game starts almost always, but a comment may quote one, so the braces around it are
//! looked at too. The parser that reads a chunk uses the same functions, so that both agree on which comments a
//! header ends.
//!
//! The rule, for a place at the start of a line:
//!
//! 1. *The braces.* The last brace before it is `}`, or there is none: it is outside comments. The last is `{` and
//!    the next after it is `}`: it is inside a comment. The last is `{` and the next is `{` too, or the text ends
//!    without one: that comment was never closed, and an event line ends it, but no weaker kind of line does.
//! 2. *The line.* A game starts at
//!    - a line `[Event "…`, when the line before it is blank or is no tag;
//!    - in text without such lines, any line that begins a tag, when the nearest line before it that is not blank is
//!      no tag (not one that has lost its `[` either), no `%` escape and no `;` comment;
//!    - in text without tags, a line that begins `1.`, when the nearest line before it that is not blank ends in a
//!      result and holds no `;` and is no `%` escape.
//!
//! A line ends at `\n`, `\r` or both.

use memchr::{memchr, memchr2, memmem, memrchr2};

use super::tags::{begins_tag, is_unopened_pair};

/// At most this many bytes of blanks are looked through between `[Event` and its quote.
const BLANKS: usize = 256;

/// The most bytes of a line that [`is_event_line`], [`is_tag_line`] and [`is_first_move`] look at.
pub const LOOK: usize = EVENT.len() + BLANKS + 1;

/// What every event line begins with.
pub const EVENT: &[u8] = b"[Event";

/// The tokens that end a game.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Whether a byte ends a line.
pub fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a byte is blank within a line.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c)
}

/// Whether `line` begins with `[Event "`, any blanks between the two.
pub fn is_event_line(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(EVENT) else {
        return false;
    };
    let blanks = rest.iter().take(BLANKS).take_while(|&&byte| is_blank(byte)).count();
    blanks > 0 && rest.get(blanks) == Some(&b'"')
}

/// Whether `line` begins with a tag pair, as the reader takes it: a name and a quotation mark behind `[`.
pub fn is_tag_line(line: &[u8]) -> bool {
    begins_tag(line.get(..line.len().min(LOOK)).unwrap_or_default())
}

/// Whether `line` begins with the number of a first move.
pub fn is_first_move(line: &[u8]) -> bool {
    line.starts_with(b"1.")
}

/// Whether `at` is the start of a line.
pub fn is_line_start(text: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| text.get(before).is_some_and(|&byte| is_break(byte)))
}

/// Whether `line` ends in a result that stands by itself, blanks after it aside.
pub fn ends_in_result(line: &[u8]) -> bool {
    let line = trim_end(line);
    RESULTS.iter().any(|result| {
        line.strip_suffix(*result).is_some_and(|before| {
            before.last().is_none_or(|&byte| is_blank(byte) || matches!(byte, b'}' | b')'))
        })
    })
}

/// The line before the line that starts at `at`, without its end; `None` at the start of the text.
fn line_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text.get(..at)?;
    let before = match before {
        [] => return None,
        [rest @ .., b'\r', b'\n'] | [rest @ .., _] => rest,
    };
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    before.get(start..)
}

/// The nearest line before the line that starts at `at` that is not blank, without its end.
fn solid_line_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text.get(..at)?;
    let end = before.iter().rposition(|&byte| !is_break(byte) && !is_blank(byte))? + 1;
    let before = before.get(..end)?;
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    before.get(start..)
}

fn trim_start(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|&&byte| is_blank(byte)).count();
    line.get(blanks..).unwrap_or_default()
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    line.get(..end).unwrap_or_default()
}

/// Whether the line before the line that starts at `at` lets a game start there: it is blank, or no tag.
///
/// At the start of the text there is nothing before it, and a game may start.
pub fn follows_a_game(text: &[u8], at: usize) -> bool {
    line_before(text, at)
        .is_none_or(|line| trim_start(line).first() != Some(&b'[') && !is_unopened_pair(line))
}

/// Whether `at` is a header by its line and the line before it, whatever the braces say.
pub fn is_header(text: &[u8], at: usize) -> bool {
    text.get(at..).is_some_and(is_event_line) && is_line_start(text, at) && follows_a_game(text, at)
}

/// How far a comment reaches that was never closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unclosed {
    /// What is looked for ends it: only an event line does.
    Ends,
    /// To the end of the text.
    GoesOn,
}

/// What the braces say about a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// Outside comments.
    Outside,
    /// Inside a comment that is closed.
    Inside,
    /// After the brace of a comment that is never closed: another begins first.
    Unclosed,
    /// After the brace of a comment, with no brace after in this text. At the end of input: unclosed.
    Undecided,
}

impl Braces {
    /// From the last brace before a place and the next one after it.
    fn between(last: Option<u8>, next: Option<u8>) -> Self {
        match (last, next) {
            (Some(b'{'), Some(b'{')) => Self::Unclosed,
            (Some(b'{'), Some(_)) => Self::Inside,
            (Some(b'{'), None) => Self::Undecided,
            _ => Self::Outside,
        }
    }

    /// What the braces of `text` say about the place `at`; takes time up to the length of the text.
    pub fn around(text: &[u8], at: usize) -> Self {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, &[]));
        let last = memrchr2(b'{', b'}', before).and_then(|brace| before.get(brace));
        let next = memchr2(b'{', b'}', after).and_then(|brace| after.get(brace));
        Self::between(last.copied(), next.copied())
    }
}

/// Where a brace comment ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentEnd {
    /// At this `}`.
    Brace(usize),
    /// Before this header of the next game: the comment was never closed.
    Header(usize),
    /// Nowhere in this text.
    Nowhere,
}

/// Where the comment ends whose `{` is at `open`, in a text that ends between games.
///
/// A header within it ends it when the next brace after the header is `{`, or when none follows.
pub fn comment_end(text: &[u8], open: usize) -> CommentEnd {
    let mut from = open + 1;
    loop {
        let rest = text.get(from..).unwrap_or_default();
        let brace = memchr2(b'{', b'}', rest).map(|brace| from + brace);
        if let Some(brace) = brace.filter(|&brace| text.get(brace) == Some(&b'}')) {
            return CommentEnd::Brace(brace);
        }
        let end = brace.unwrap_or(text.len());
        let rest = text.get(from..end).unwrap_or_default();
        if let Some(header) =
            memmem::find_iter(rest, EVENT).map(|at| from + at).find(|&at| is_header(text, at))
        {
            return CommentEnd::Header(header);
        }
        match brace {
            Some(brace) => from = brace + 1,
            None => return CommentEnd::Nowhere,
        }
    }
}

/// How hard to look for a place to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Only where the rule is certain; more of the text can be read.
    Certain,
    /// No more can be read at once: each weaker kind of line counts although a stronger is there; and at last an
    /// event line between tags.
    Any,
}

/// The last place after the start of `text` where a game starts, to cut the text there.
pub fn last_start(text: &[u8], effort: Effort) -> Option<usize> {
    let certain = effort == Effort::Certain;
    let event = |at: usize| is_line_start(text, at) && text.get(at..).is_some_and(is_event_line);
    let tag = |at: usize| is_line_start(text, at) && text.get(at..).is_some_and(is_tag_line);
    let movement = |at: usize| is_line_start(text, at) && text.get(at..).is_some_and(is_first_move);

    // Whether there are any is looked for from the front: in nearly all text the first line answers.
    let events = memmem::find_iter(text, EVENT).any(event);
    if events {
        let start = last_outside(text, EVENT, Unclosed::Ends, |at| event(at) && follows_a_game(text, at));
        if start.is_some() || certain {
            return start;
        }
    }
    let tags = memmem::find_iter(text, b"[").any(tag);
    if tags {
        let follows = |at| solid_line_before(text, at).is_some_and(lets_a_tag_start);
        let start = last_outside(text, b"[", Unclosed::GoesOn, |at| tag(at) && follows(at));
        if start.is_some() || certain {
            return start;
        }
    }
    let follows = |at| solid_line_before(text, at).is_some_and(lets_a_move_start);
    let start = last_outside(text, b"1.", Unclosed::GoesOn, |at| movement(at) && follows(at));
    if start.is_some() || !events {
        return start;
    }
    last_outside(text, EVENT, Unclosed::GoesOn, event)
}

/// Whether a game's tags may start after this line, the nearest that is not blank.
pub(crate) fn lets_a_tag_start(line: &[u8]) -> bool {
    !matches!(trim_start(line).first(), Some(b'[' | b'%' | b';') | None) && !is_unopened_pair(line)
}

/// Whether a game without tags may start after this line, the nearest that is not blank.
pub(crate) fn lets_a_move_start(line: &[u8]) -> bool {
    line.first() != Some(&b'%') && ends_in_result(line) && memchr(b';', line).is_none()
}

/// The last `needle` outside comments, after the start of `text`, that is `right`.
///
/// Each stretch between two braces is looked at once, so the whole takes time in proportion to the text.
fn last_outside(
    text: &[u8],
    needle: &[u8],
    unclosed: Unclosed,
    right: impl Fn(usize) -> bool,
) -> Option<usize> {
    let finder = memmem::FinderRev::new(needle);
    let mut to = text.len();
    let mut next = None;
    loop {
        let brace = memrchr2(b'{', b'}', text.get(..to)?);
        let last = brace.and_then(|brace| text.get(brace)).copied();
        let from = brace.map_or(0, |brace| brace + 1);
        let open = match Braces::between(last, next) {
            Braces::Outside => true,
            Braces::Unclosed => unclosed == Unclosed::Ends,
            Braces::Inside | Braces::Undecided => false,
        };
        let mut end = to;
        while open && let Some(found) = text.get(from..end).and_then(|part| finder.rfind(part)) {
            let at = from + found;
            if at > 0 && right(at) {
                return Some(at);
            }
            end = at;
        }
        to = brace?;
        next = last;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(text: &str) -> Option<usize> {
        last_start(text.as_bytes(), Effort::Certain)
    }

    fn any(text: &str) -> Option<usize> {
        last_start(text.as_bytes(), Effort::Any)
    }

    /// The text with `|` where the cut is expected.
    fn expect(marked: &str) {
        let text = marked.replace('|', "");
        assert_eq!(certain(&text), marked.find('|'), "{marked}");
    }

    #[test]
    fn the_last_header_after_a_blank_line() {
        expect("[Event \"a\"]\n\n1. e4 1-0\n\n[Event \"b\"]\n\n1. d4 *\n\n|[Event \"c\"]\n\n1. c4");
        expect("[Event \"a\"]\r\n\r\n1. e4 1-0\r\n\r\n|[Event \t \"c\"]\r\n");
        expect("[Event \"a\"]\r\r1. e4 1-0\r\r|[Event \"c\"]\r");
    }

    #[test]
    fn a_header_after_movetext_without_a_blank_line() {
        expect("[Event \"a\"]\n1. e4 1-0\n|[Event \"c\"]\n");
    }

    #[test]
    fn no_cut_between_tags() {
        expect("[Event \"a\"]\n[Event \"c\"]\n");
        expect("[Event \"a\"]\n  [Site \"c\"]\n[Event \"c\"]\n");
    }

    #[test]
    fn no_cut_behind_a_tag_that_lost_its_bracket() {
        expect("[Event \"a\"]\n\n*\n\n|[Event \"b\"]\n\n*\n\nSite \"x\"]\n[Event \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 *\n\nWhite \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
    }

    #[test]
    fn other_words_are_no_header() {
        expect("[Event \"a\"]\n\n*\n\n[EventDate \"c\"]\n");
        expect("[Event \"a\"]\n\n*\n\n [Event \"c\"]\n");
        expect("[Event \"a\"]\n\n*\n\n[Event c]\n");
        expect("[Event \"a\"]\n\n*\n\n[Event   ");
    }

    #[test]
    fn a_header_within_a_comment() {
        expect("[Event \"a\"]\n\n1. e4 { see\n\n[Event \"b\"]\n\n} *\n");
        expect("[Event \"a\"]\n\n*\n\n|[Event \"a\"]\n\n1. e4 { see\n\n[Event \"b\"]\n\n} *\n");
    }

    #[test]
    fn a_header_after_an_unclosed_comment() {
        expect("[Event \"a\"]\n\n1. e4 { see\n\n|[Event \"b\"]\n\n1. e4 { ok } *\n");
        expect("[Event \"a\"]\n\n1. e4 { see { more\n\n|[Event \"b\"]\n\n1. e4 { ok");
    }

    #[test]
    fn an_undecided_header() {
        let text = "[Event \"a\"]\n\n*\n\n|[Event \"a\"]\n\n1. e4 { see\n\n[Event \"b\"]\n\n1. e4 *\n";
        expect(text);
        assert_eq!(any(&text.replace('|', "")), text.find('|'));
        let text = "[Event \"a\"]\n\n1. e4 { see\n\n[Event \"b\"]\n\n1. e4 *\n";
        assert_eq!((certain(text), any(text)), (None, None));
    }

    #[test]
    fn tags_without_events() {
        expect("[White \"a\"]\n\n1. e4 *\n\n|[White \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
        expect("[White \"a\"]\n1. e4 *\n|[White \"b\"]\n\n[Black \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 { x\n\n[White \"b\"]\n } *");
        expect("[White \"a\"]\n% x\n[Black \"b\"]\n");
        expect("1. e4 *\n[%clk 1]\n");
        expect("\n\n[White \"a\"]\n");
        // Not where some game has an event…
        expect("[Event \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
        // …unless nothing else is left.
        let text = "[Event \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n[Black \"c\"]\n\n1. e4 *\n";
        assert_eq!(any(text), text.find("[White"));
    }

    #[test]
    fn games_without_tags() {
        expect("1. e4 1-0\n\n1. d4 d5 1/2-1/2\n|1. e4\n");
        expect("1. e4 *\r\n|1. e4 e5\r\n");
        expect("1. e4 e5\n1. e4\n");
        expect("1. e4 ; 1-0\n1. e4\n");
        expect("% 1-0\n1. e4\n");
        expect("1. e4 { 1-0\n1. e4 }\n");
        expect("1. e4 { x } 0-1\n11. e4\n");
        expect("1. e4 {x}*  \n|1.e4\n");
    }

    #[test]
    fn headers_alone_are_cut_when_nothing_else_is_left() {
        let text = "[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n[Site \"y\"]\n";
        assert_eq!(certain(text), None);
        assert_eq!(any(text), text.rfind("[Event"));
    }

    #[test]
    fn ends_of_comments() {
        let end = |text: &str| comment_end(text.as_bytes(), text.find('{').unwrap());
        assert_eq!(end("a { b { c } d }"), CommentEnd::Brace(10));
        assert_eq!(end("{ [Event \"b\"] }"), CommentEnd::Brace(14));
        assert_eq!(end("{\n\n[Event \"b\"]\n}"), CommentEnd::Brace(15));
        assert_eq!(end("{\n\n[Event \"b\"]\n{}"), CommentEnd::Header(3));
        assert_eq!(end("{\n\n[Event \"b\"]\n\n[Event \"c\"]\n"), CommentEnd::Header(3));
        assert_eq!(end("{ a { b\n[Event \"b\"]\n{ }"), CommentEnd::Header(8));
        assert_eq!(end("{ a"), CommentEnd::Nowhere);
        assert_eq!(end("{"), CommentEnd::Nowhere);
    }

    #[test]
    fn results_stand_alone() {
        for line in ["1-0", "e4 1/2-1/2 ", "*", "}*", "e4\t0-1"] {
            assert!(ends_in_result(line.as_bytes()), "{line}");
        }
        for line in ["", "e4", "0-0-1", "0-0-0", "a1-0", "1/2", "**"] {
            assert!(!ends_in_result(line.as_bytes()), "{line}");
        }
    }
}
