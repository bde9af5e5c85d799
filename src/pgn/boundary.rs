//! The boundaries between games, found from the bytes alone.
//!
//! A chunk must begin and end between games, or two threads would each read half a game. Almost every game starts at a line
//! that begins `[Event "`, but a comment may quote one, so the braces around it decide too. The reader of a chunk uses the
//! same functions, so that both agree on where an unclosed comment ends.
//!
//! The rule for a place at the start of a line:
//!
//! 1. *The braces.* If the last brace before it is `}` or there is none, it is outside comments. If the last is `{` and the
//!    next is `}`, it is inside a comment. If the last is `{` and the next is `{` or there is none, the comment is unclosed:
//!    an event line ends it, but no weaker kind of line does.
//! 2. *The line.* A game starts at
//!    - a line `[Event "…` if the line before it is blank or holds no tag;
//!    - any line that begins a tag if the nearest line before it that is neither blank nor a comment nor a `%` escape nor
//!      prose holds no tag (also none without its `[`, and no last line of a value);
//!    - in text without such lines, any tag directly after a result, with only blanks and line ends between: in the middle
//!      of a line, or indented;
//!    - in text without tags, a line that begins `1.` or `1 e4` if the nearest line before it that is not blank ends in a result,
//!      holds no `;` and is no `%` escape.
//!
//! A line ends at `\n`, `\r` or both.

use memchr::{memchr, memchr_iter, memchr2, memchr2_iter, memmem, memrchr, memrchr2};

use super::entity::ends_entity;
use super::prose::{holds_moves, is_move, is_prose, quote_marks};
use super::tag_pair::{
    LONGEST_MARK, any_pair, begins_tag, begins_with_other_mark, is_event_pair, is_unopened_pair,
};

/// The most blanks between `[Event` and its quotation mark.
const BLANKS: usize = 256;

/// The most bytes of a line that [`is_event_line`], [`is_tag_line`] and [`is_first_move`] read.
pub const LINE_LOOKAHEAD: usize = EVENT_TAG_START.len() + BLANKS + LONGEST_MARK;

/// The first bytes of an event line.
pub const EVENT_TAG_START: &[u8] = b"[Event";

pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// DOS ended the text of a file with this byte (SUB), and filled its last block with anything.
pub(crate) const DOS_END: u8 = 0x1a;

/// The most bytes of blanks and move after a first number without a dot.
const LONGEST_FIRST_MOVE: usize = 16;

/// The tokens that end a game.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Whether a byte ends a line.
pub fn is_break(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Whether a byte is blank within a line.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0b | 0x0c | DOS_END)
}

/// Whether `line` begins with `[Event "`, any blanks between the two.
pub fn is_event_line(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(EVENT_TAG_START) else {
        return false;
    };
    let blanks = rest.iter().take(BLANKS).take_while(|&&byte| is_blank(byte)).count();
    let value = rest.get(blanks..).unwrap_or_default();
    blanks > 0 && (value.first() == Some(&b'"') || begins_with_other_mark(value))
}

/// Whether `line` begins a tag pair for the reader: `[`, a name and a quotation mark.
pub fn is_tag_line(line: &[u8]) -> bool {
    begins_tag(line.get(..line.len().min(LINE_LOOKAHEAD)).unwrap_or_default())
}

/// Whether `line` begins with the number of a first move, or without its dot with the move too.
pub fn is_first_move(line: &[u8]) -> bool {
    line.starts_with(b"1.") || is_first_move_without_dot(line)
}

fn is_first_move_without_dot(line: &[u8]) -> bool {
    let after = line.strip_prefix(b"1").unwrap_or_default();
    let word = trim_start(after.get(..after.len().min(LONGEST_FIRST_MOVE)).unwrap_or_default());
    let end = word.iter().position(|&byte| is_blank(byte) || is_break(byte));
    after.first().copied().is_some_and(is_blank) && end.and_then(|end| word.get(..end)).is_some_and(is_move)
}

/// Whether `at` is the start of a line.
pub fn is_line_start(text: &[u8], at: usize) -> bool {
    at.checked_sub(1).is_none_or(|before| text.get(before).is_some_and(|&byte| is_break(byte)))
}

/// Whether `line` ends in a result that is a word of its own, apart from blanks after it.
pub fn ends_in_result(line: &[u8]) -> bool {
    let line = trim_end(line);
    RESULTS.iter().any(|result| {
        line.strip_suffix(*result).is_some_and(|before| {
            before.last().is_none_or(|&byte| is_blank(byte) || matches!(byte, b'}' | b')'))
        })
    })
}

/// The line before the line that starts at `at`, without its line end; `None` at the start of the text.
fn line_before(text: &[u8], at: usize) -> Option<&[u8]> {
    let before = text.get(..at)?;
    let before = match before {
        [] => return None,
        [rest @ .., b'\r', b'\n'] | [rest @ .., _] => rest,
    };
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    before.get(start..)
}

/// The nearest line before `at`, the start of a line, that is not blank.
fn solid_line_before(text: &[u8], at: usize) -> Option<LineAt<'_>> {
    let before = text.get(..at)?;
    let end = before.iter().rposition(|&byte| !is_break(byte) && !is_blank(byte))? + 1;
    let before = before.get(..end)?;
    let start = memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1);
    Some(LineAt { line: before.get(start..)?, start })
}

/// Whether the last line before `at`, where a game without tags starts, ends in a result. True if there is no such line.
pub(super) fn result_is_before(text: &[u8], at: usize) -> bool {
    solid_line_before(text, at).is_none_or(|before| ends_in_result(without_marks(before.line)))
}

/// The nearest line before `at`, the start of a line, that is neither blank nor a comment nor an escape nor prose: such notes
/// may come between the tags of a game.
fn significant_line_before(text: &[u8], at: usize) -> Option<&[u8]> {
    line_before_notes(text, at, |line| allows_tags_after(line) && is_prose(line))
}

fn line_before_notes(text: &[u8], mut at: usize, is_note: impl Fn(&[u8]) -> bool) -> Option<&[u8]> {
    loop {
        let LineAt { line, start } = solid_line_before(text, at)?;
        let before_comment = line.strip_suffix(b"}").and_then(|line| {
            let open = memrchr2(b'{', b'}', text.get(..start + line.len())?)?;
            (text.get(open) == Some(&b'{')).then_some(open)
        });
        let is_comment = line.first() == Some(&b'%') || trim_start(line).first() == Some(&b';');
        at = match before_comment {
            Some(open) => open,
            None if is_comment || is_note(line) => start,
            None => return Some(line),
        };
    }
}

/// The end of the movetext before `at`. The prose after it may belong to the game that begins there.
pub(super) fn preface_start(text: &[u8], at: usize) -> usize {
    let line = line_before_notes(text, at, is_prose);
    line.map_or(0, |line| line.as_ptr() as usize - text.as_ptr() as usize + line.len())
}

/// A line without its line end.
struct LineAt<'t> {
    line: &'t [u8],
    start: usize,
}

pub(super) fn trim_start(line: &[u8]) -> &[u8] {
    let blanks = line.iter().take_while(|&&byte| is_blank(byte)).count();
    line.get(blanks..).unwrap_or_default()
}

fn trim_end(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    line.get(..end).unwrap_or_default()
}

fn without_marks(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = line.strip_prefix(BYTE_ORDER_MARK) {
        line = rest;
    }
    line
}

/// Whether a game may start at `at`, the start of a line: the line before it is blank or no tag, or there is none.
pub fn may_start_game(text: &[u8], at: usize) -> bool {
    line_before(text, at).map(without_marks).is_none_or(|line| {
        trim_start(line).first() != Some(&b'[') && !ends_a_pair(line) && !is_unopened_pair(line)
    })
}

/// Whether a line is the rest of a tag pair of two lines: `"value"]` or `]`.
fn ends_a_pair(line: &[u8]) -> bool {
    matches!(trim_start(line).first(), Some(b'"' | b']')) && trim_end(line).last() == Some(&b']')
}

/// Whether `at` is a header by its line and the line before it. The braces are not considered.
pub fn is_header(text: &[u8], at: usize) -> bool {
    text.get(at..).is_some_and(is_event_line) && is_line_start(text, at) && may_start_game(text, at)
}

/// Whether the tags of a game begin at `at` within a line, because the record before them was cut off there: an event pair
/// ends the line, and another tag follows on the next. After an event line this line decides nothing, because a chunk may
/// end before that.
fn is_spliced_header(text: &[u8], at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    let (line, after) = rest.split_at_checked(line_length(rest)).unwrap_or((rest, &[]));
    let next = after.strip_prefix(b"\r\n").or_else(|| after.get(1..)).unwrap_or_default();
    is_event_pair(trim_end(line)) && !is_line_start(text, at) && is_tag_line(next) && !is_event_line(next)
}

/// Whether a place is in a comment, by the braces around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Braces {
    /// Outside comments.
    Outside,
    /// Inside a closed comment.
    Inside,
    /// Inside an unclosed comment: another one begins first.
    Unclosed,
    /// After the `{` of a comment, without a later brace in this text. At the end of input it is unclosed.
    Undecided,
}

impl Braces {
    fn between(last: Option<u8>, next: Option<u8>) -> Self {
        match (last, next) {
            (Some(b'{'), Some(b'{')) => Self::Unclosed,
            (Some(b'{'), Some(_)) => Self::Inside,
            (Some(b'{'), None) => Self::Undecided,
            _ => Self::Outside,
        }
    }

    /// The braces around `at`. Takes time up to the length of the text.
    pub fn around(text: &[u8], at: usize) -> Self {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, &[]));
        let last = memrchr2(b'{', b'}', before).and_then(|brace| before.get(brace));
        let next = memchr2(b'{', b'}', after).and_then(|brace| after.get(brace));
        Self::between(last.copied(), next.copied())
    }
}

/// The end of a brace comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentEnd {
    /// The `}` at this offset.
    Brace(usize),
    /// The header of the next game at this offset: the comment is unclosed.
    Header(usize),
    /// The comment does not end in this text.
    Nowhere,
}

/// Whether another game begins at `at`, the start of a line, if a comment or a variation around it is never closed: with two
/// tags, the first of a known name, or with a first move after the line of a result.
pub fn begins_other_game(text: &[u8], at: usize) -> bool {
    let line = text.get(at..).unwrap_or_default();
    let line = trim_start(line.get(quote_marks(line)..).unwrap_or_default());
    match line.first() {
        Some(b'[') if is_tag_line(line) && may_start_game(text, at) => {
            let Some(read) = any_pair(text, text.len() - line.len()) else { return false };
            let after = text.get(read.pair.span.range().end..).unwrap_or_default();
            let next = after.get(line_length(after)..).unwrap_or_default();
            let next = next.strip_prefix(b"\r\n").or_else(|| next.get(1..)).unwrap_or_default();
            let next = trim_start(next.get(quote_marks(next)..).unwrap_or_default());
            read.known_tag.is_some() && is_tag_line(next)
        }
        Some(b'1') if is_first_move(line) => {
            let is_heading = |line: &[u8]| !ends_in_result(line) && !holds_moves(line);
            let before = line_before_notes(text, at, is_heading);
            before.is_some_and(|before| ends_in_result(without_marks(before)))
        }
        _ => false,
    }
}

/// The end of the comment whose `{` is at `open`, in a text that ends between games.
///
/// A header in the comment, or another beginning of a game, ends it if the next brace after that is `{` or there is none.
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
        let header = memmem::find_iter(rest, EVENT_TAG_START)
            .map(|at| from + at)
            .find(|&at| is_header(text, at) || is_spliced_header(text, at));
        let mut lines = memchr2_iter(b'\n', b'\r', rest).map(|at| from + at + 1);
        let other = lines
            .by_ref()
            .take_while(|&at| header.is_none_or(|header| at < header))
            .find(|&at| begins_other_game(text, at));
        if let Some(header) = other.or(header) {
            return CommentEnd::Header(header);
        }
        match brace {
            Some(brace) => from = brace + 1,
            None => return CommentEnd::Nowhere,
        }
    }
}

/// Which places may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutPolicy {
    /// Only certain starts of games, because more of the text can be read.
    Certain,
    /// Also a first move in text with tags, and at last an event line between tags, because no more text can be read.
    Any,
}

/// The last start of a game after the start of `text`, to cut the text there.
pub fn last_start(text: &[u8], effort: CutPolicy) -> Option<usize> {
    let line = |at: usize| text.get(at..).filter(|_| is_line_start(text, at)).unwrap_or_default();
    let starts_with_tags = |at: usize, braces: Braces| {
        let line = line(at);
        let is_outside = braces == Braces::Outside;
        let may_follow_tags = || is_outside && may_follow_tags(text, at);
        is_event_line(line) && may_start_game(text, at) && !may_follow_tags()
            || is_outside
                && is_tag_line(line)
                && significant_line_before(text, at).is_some_and(allows_tags_after)
    };
    let start = last_of(text, b"[", starts_with_tags);
    if start.is_some() {
        return start;
    }
    // The first line of nearly all text is a tag.
    let has_tags = memchr_iter(b'[', text).any(|at| is_tag_line(line(at)));
    let has_any = has_tags || memchr_iter(b'[', text).any(|at| text.get(at..).is_some_and(is_tag_line));
    let start = if has_any { last_tag_after_result(text) } else { None };
    // `Braces` counts a brace in an escaped line, though it begins no comment.
    let start = start.filter(|at| Braces::around(text, *at) == Braces::Outside);
    if start.is_some() || has_tags && effort == CutPolicy::Certain {
        return start;
    }
    let start = last_of(text, b"1", |at, braces| {
        braces == Braces::Outside
            && is_first_move(line(at))
            && solid_line_before(text, at).is_some_and(|before| allows_moves_after(before.line))
    });
    if start.is_some() || !has_tags {
        return start;
    }
    // Notes may be between the tags of a game, but seldom in so many of them.
    let start = last_of(text, b"[", |at, braces| {
        braces == Braces::Outside
            && is_tag_line(line(at))
            && solid_line_before(text, at).is_some_and(|before| allows_tags_after(before.line))
    });
    if start.is_some() {
        return start;
    }
    // The tags before the first event line belong to its game.
    let first = memmem::find_iter(text, EVENT_TAG_START).find(|at| is_event_line(line(*at)))?;
    last_of(text, EVENT_TAG_START, |at, braces| {
        at > first && braces == Braces::Outside && is_event_line(line(at))
    })
}

/// The last tag directly after a result, with only blanks and line ends between. Reads the text from its start.
fn last_tag_after_result(text: &[u8]) -> Option<usize> {
    let (mut at, mut last) = (0, None);
    // `depth` counts open variations; `in_game` is set between the tags and the result of a game.
    let (mut depth, mut in_game, mut after_result) = (0_usize, false, false);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let was_after_result = std::mem::take(&mut after_result);
        at = match rest {
            [b'{', ..] => match comment_end(text, at) {
                CommentEnd::Brace(end) => end + 1,
                // It may be closed after the end of this text.
                CommentEnd::Header(_) | CommentEnd::Nowhere => break,
            },
            [b';', ..] if !ends_entity(text, at) => at + line_length(rest),
            [b'%', ..] if is_line_start(text, at) => at + line_length(rest),
            [b'(', ..] => {
                depth += 1;
                at + 1
            }
            [b')', ..] => {
                depth = depth.saturating_sub(1);
                at + 1
            }
            [b'[', ..] if is_tag_line(rest) => {
                if was_after_result {
                    last = Some(at);
                }
                // Words outside games reach to the end of their line, so no game begins after them on it.
                in_game |= was_after_result || begins_its_line(text, at);
                any_pair(text, at).map_or(at + 1, |read| (read.pair.span.end as usize).max(at + 1))
            }
            // Among tags, the rest of its line belongs to no token.
            [b'[', ..] => at + line_length(rest),
            [byte, ..] if is_blank(*byte) || is_break(*byte) => {
                after_result = was_after_result;
                at + 1
            }
            _ => {
                let ends = |byte: &u8| {
                    is_blank(*byte) || is_break(*byte) || matches!(byte, b'{' | b';' | b'(' | b')' | b'[')
                };
                let length = rest.iter().skip(1).position(ends).map_or(rest.len(), |length| length + 1);
                let is_result = rest.get(..length).is_some_and(|word| RESULTS.contains(&word));
                after_result = in_game && depth == 0 && is_result;
                in_game &= !after_result;
                at + length
            }
        };
    }
    last
}

/// Where a text that is the end of a file ends if DOS wrote it: at the first [`DOS_END`] after which there is no game, if
/// the game before it is complete, or only blanks and zeros follow.
///
/// In files that were joined, games follow; there it is a blank.
pub(crate) fn dos_end(text: &[u8]) -> Option<usize> {
    let is_filler = |byte: u8| is_blank(byte) || is_break(byte) || byte == 0;
    memrchr(DOS_END, text)?;
    let last = text.iter().rposition(|&byte| !is_filler(byte)).map_or(0, |last| last + 1);
    let begins_game = |at: usize| {
        let line = text.get(at..).unwrap_or_default();
        let begins_line = || is_line_start(text, at) || text.get(at.saturating_sub(1)) == Some(&DOS_END);
        is_tag_line(line) || is_first_move(line) && begins_line()
    };
    let game = memchr2_iter(b'[', b'1', text).rev().find(|&at| begins_game(at)).unwrap_or(0);
    let end = game + memchr(DOS_END, text.get(game..)?)?;
    let is_complete = || {
        let ends_in_result = solid_line_before(text, end).is_some_and(|before| ends_in_result(before.line));
        ends_in_result && Braces::around(text, end) == Braces::Outside
    };
    (end >= last || is_complete()).then_some(end)
}

/// Whether only blanks come before `at` on its line.
pub(super) fn begins_its_line(text: &[u8], at: usize) -> bool {
    let before = trim_end(text.get(..at).unwrap_or_default());
    before.last().is_none_or(|&byte| is_break(byte))
}

/// The length of the rest of a line in bytes, without its line end.
fn line_length(rest: &[u8]) -> usize {
    memchr2(b'\n', b'\r', rest).unwrap_or(rest.len())
}

/// Whether the tags of a game may start after this line, the nearest that is neither blank nor a comment nor an escape: it
/// holds no part of a tag.
pub(crate) fn allows_tags_after(line: &[u8]) -> bool {
    let line = trim_end(without_marks(line));
    !matches!(trim_start(line).first(), Some(b'[' | b'%' | b';') | None)
        && line.last() != Some(&b']')
        && !opens_a_bracket(line)
        && !is_unopened_pair(line)
}

/// Whether tags may begin in the middle of the line before `at`: a file without a last line end was joined with another.
pub(crate) fn may_follow_tags(text: &[u8], at: usize) -> bool {
    line_before(text, at).is_some_and(opens_a_bracket)
}

/// Whether a line holds an opening bracket that is not that of a command.
fn opens_a_bracket(line: &[u8]) -> bool {
    memchr_iter(b'[', line).any(|at| {
        line.get(at + 1..).is_some_and(|rest| trim_start(rest).first().is_some_and(|&byte| byte != b'%'))
    })
}

/// Whether a game without tags may start after this line, the nearest that is not blank.
pub(crate) fn allows_moves_after(line: &[u8]) -> bool {
    line.first() != Some(&b'%') && ends_in_result(line) && memchr(b';', line).is_none()
}

/// The last `needle` outside closed comments, after the start of `text`, for which `right` holds.
///
/// The text between two braces is searched once, so the time is linear.
fn last_of(text: &[u8], needle: &[u8], right: impl Fn(usize, Braces) -> bool) -> Option<usize> {
    let finder = memmem::FinderRev::new(needle);
    let mut to = text.len();
    let mut next = None;
    loop {
        let brace = memrchr2(b'{', b'}', text.get(..to)?);
        let last = brace.and_then(|brace| text.get(brace)).copied();
        let from = brace.map_or(0, |brace| brace + 1);
        let braces = Braces::between(last, next);
        let open = matches!(braces, Braces::Outside | Braces::Unclosed);
        let mut end = to;
        while open && let Some(found) = text.get(from..end).and_then(|part| finder.rfind(part)) {
            let at = from + found;
            if at > 0 && right(at, braces) {
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
        last_start(text.as_bytes(), CutPolicy::Certain)
    }

    fn any(text: &str) -> Option<usize> {
        last_start(text.as_bytes(), CutPolicy::Any)
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
    fn no_cut_after_a_tag_that_lost_its_bracket() {
        expect("[Event \"a\"]\n\n*\n\n|[Event \"b\"]\n\n*\n\nSite \"x\"]\n[Event \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 *\n\nWhite \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
    }

    #[test]
    fn other_words_are_no_header() {
        expect("[Event \"a\"]\n[EventDate \"c\"]\n");
        expect("[Event \"a\"]\n\n*\n\n |[Event \"c\"]\n");
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
    }

    #[test]
    fn tags_before_the_event() {
        expect("[Event \"a\"]\n\n1. e4 *\n\n|[White \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
        expect("[White \"a\"]\n[Event \"a\"]\n\n1. e4 *\n\n|[White \"b\"]\n[Event \"c\"]\n\n1. e4 *\n");
    }

    #[test]
    fn comments_and_escapes_before_tags_are_skipped() {
        expect("[White \"a\"]\n\n1. e4 *\n\n; x\n% y\n\n ; z\n|[White \"b\"]\n");
        expect("[White \"a\"]\n; x\n% y\n[Black \"b\"]\n");
        expect("; x\n% y\n[Black \"b\"]\n");
        expect("[White \"a\"]\n\n1. e4 *\n\n % y\n[White \"b\"]\n");
    }

    #[test]
    fn no_cut_after_a_line_that_holds_a_tag() {
        expect("[Event \"a\"]\n\n1. e4 1-0|[Event \"b\"]\n[Site \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 1-0 |[White \"b\"]\n[Black \"c\"]\n\n1. e4 *\n");
        expect("[White \"a\"]\n\n1. e4 1-0|[White \"b\"]\n[Event \"c\"]\n\n1. e4 *\n");
        expect("[White \"a\"]\n\n1. e4 *\n\n\u{feff}[White \"b\"]\n[Black \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 *\n\n\u{feff}[White \"b\"]\n[Event \"c\"]\n");
        // A value continues after an escaped line end.
        expect("[White \"a\\\nb\"]\n[Black \"c\"]\n");
        expect("[White \"a\"]\n\n1. e4 {[%clk 0:01]} *\n|[White \"b\"]\n");
    }

    #[test]
    fn games_within_a_line() {
        expect("[Event \"a\"] 1. e4 * [Event \"b\"] 1. e4 1/2-1/2|[Event \"c\"] 1. e4");
        expect("[Event \"a\"] 1. e4 { * [Event \"b\"] } *");
        expect("[Event \"a\"] 1. e4 ; * [Event \"b\"] 1. e4");
        expect("[Event \"a\"] 1. e4 [Event \"b\"] 1. e4");
    }

    #[test]
    fn games_without_tags() {
        expect("1. e4 1-0\n\n1. d4 d5 1/2-1/2\n|1. e4\n");
        expect("1. e4 *\r\n|1. e4 e5\r\n");
        expect("1. e4 e5\n1. e4\n");
        expect("1 e4 1-0\n|1 d4 d5 1-0\n");
        expect("1 e4 1-0\n1 game\n");
        expect("1. e4 ; 1-0\n1. e4\n");
        expect("% 1-0\n1. e4\n");
        expect("1. e4 { 1-0\n1. e4 }\n");
        expect("1. e4 { x } 0-1\n11. e4\n");
        expect("1. e4 {x}*  \n|1.e4\n");
    }

    #[test]
    fn notes_between_tags_start_no_game() {
        let tags = "[White \"a\"]\n{by me}\nby me\n[Black \"b\"]";
        expect(tags);
        expect(&format!("{tags}\n\n1. e4 *\nHeading\n{{c}}\n\n|[White \"c\"]\n"));
        // With another brace or text after a comment, the reader takes it for movetext.
        expect("[White \"a\"]\n{by {me}\n|[Black \"b\"]");
        expect("[White \"a\"]\n{by me} e4\n|[Black \"b\"]\n");
    }

    #[test]
    fn tags_after_a_result_start_a_game_if_no_line_does() {
        expect("[Event \"a\"] 1. e4 1-0 |[Event \"b\"] 1. d4");
        expect(
            " [Event \"a (b; c\"]\n\n 1. e4 (1. d4) {[White \"x\"]} ; 1-0 [\n 1-0\n\n |[Site \"b\"]\n [Event \"b\"]\n 1. d4",
        );
        expect("[Event \"a\"] (1. d4 1-0 [Event \"b\"] 1. e4) 1. e4");
        expect("[Event \"a\"] ; 1-0 [Event \"b\"] 1. d4");
        expect("[Event \"a\"] 1. e4\n% 1-0 [Event \"b\"] 1. d4");
        expect("[Event \"a\"] 1. e4 1-0 |[Event \"b\"] {1-0 [Event \"c\"] 1. d4");
        expect("words * [White \"a\"] 1. e4 words * [White \"b\"] 1. d4 *");
        expect(" [White \"a\"]\n[ *\n\n[Result \"*\"]\n 1. d4 *\n |[White \"b\"]");
    }

    #[test]
    fn one_event_line_is_no_cut_between_its_tags() {
        let text = "[White \"a\"]\n[Event \"b\"]\n\n1. e4 {long";
        assert_eq!((certain(text), any(text)), (None, None));
    }

    #[test]
    fn headers_alone_are_cut_if_nothing_else_is_left() {
        let text = "[Event \"a\"]\n[Site \"x\"]\n[Event \"b\"]\n[Site \"y\"]\n";
        assert_eq!(certain(text), None);
        assert_eq!(any(text), text.rfind("[Event"));
    }

    #[test]
    fn the_end_of_a_dos_text() {
        let expect = |marked: &str| {
            let text = marked.replace('|', "");
            assert_eq!(dos_end(text.as_bytes()), marked.find('|'), "{marked:?}");
        };
        expect("[Event \"a\"]\n\n1. e4 1-0|\u{1a}");
        expect("[Event \"a\"]\n\n1. e4|\u{1a}\0\0\u{1a}\n");
        expect("[Event \"a\"]\n\n1. e4 1-0\n|\u{1a}Nf6 2. Nf3 left over");
        expect("[Event \"a\"]\n\n1. e4 *\n\u{1a}[Event \"b\"]\n\n1. d4 *\r\n|\u{1a}\u{1a}");
        // Nothing is lost: another game follows, or the game is not complete.
        expect("[Event \"a\"]\n\n1. e4 *\n\u{1a}[Event \"b\"]\n\n1. d4 *\n");
        expect("[Event \"a\"]\n\n1. e4 *\n\u{1a}1. d4 *\n");
        expect("[Event \"a\"]\n\n1. e4 {1-0 \u{1a} } e5 *\n");
        expect("[Event \"a\"]\n\n1. e4 \u{1a} e5 2. Nf3 *\n");
        expect("1. e4 *\n");
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
        let tags = "[White \"b\"]\n[Black \"c\"]";
        assert_eq!(end(&format!("{{ a\n\n{tags}\n\n1. e4 {{ }}")), CommentEnd::Header(5));
        assert_eq!(end(&format!("{{ a\n\n{tags}\n }}")), CommentEnd::Brace(30));
        assert_eq!(end("{ a\n\n[White \"b\"] is known\n{ }"), CommentEnd::Brace(28));
        assert_eq!(end("{ e5 1-0\n\nBoard 2\n\n1. e4 { }"), CommentEnd::Header(19));
        assert_eq!(end("{ e5\n\n1. e4 { }"), CommentEnd::Brace(14));
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
