//! The tag section of a game.

use memchr::{memchr, memchr_iter, memchr2, memrchr2};

use crate::chess::Position;

use super::annotation_glyphs::loose_result;
use super::any_notation::AnyMovetext;
use super::boundary::{
    DOS_END, allows_tags_after, begins_its_line, is_blank, is_break, is_first_move, is_line_start, trim_start,
};
use super::counted_faults::count_in_game;
use super::descriptive::is_surely_descriptive;
use super::heading::begins_with_first_move;
use super::markup::{mail_code_length, markup_length};
use super::movetext::{Class, brace_comment, class, rest_of_line, skip, termination};
use super::prose::{
    LONGEST_PROSE, begins_with_placement, holds_moves, holds_other_position, is_of_other_width, is_prose,
    is_surely_prose, names_tag, quote_marks,
};
use super::reader::Reader;
use super::tag_pair::{
    KnownTag, ReadPair, any_pair, begins_tag, is_unopened_pair, pair_over_lines, unopened_pair, unquoted_pair,
};
use crate::game::{
    FaultKind, ReadValue, Record, Span, TagName, TagOddity, TagPair, recovery_state::PositionDoubt,
};

/// Further tag pairs of a game are dropped.
const MOST_TAGS: usize = 4096;

/// Lines of stray text that are skipped between two tags.
const STRAY_LINES: usize = 8;

impl Reader<'_> {
    /// `tag-section`, with comments and escape lines among the pairs.
    pub(super) fn tag_section(&mut self, record: &mut Record) {
        let mut blank_line = false;
        let mut line_has_text = true;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return };
            match byte {
                b'\r' if rest.get(1) == Some(&b'\n') => self.at += 1,
                b'\n' | b'\r' => {
                    blank_line |= !line_has_text;
                    line_has_text = false;
                    self.at += 1;
                }
                b' ' | b'\t' | 0x0B | 0x0C | &DOS_END => self.at += 1,
                b'[' => {
                    let (text, at, index) = (self.text, self.at, record.tags.pairs().len());
                    let read = self.tag_cache.fast_pair(text, at, index).or_else(|| self.slow_pair());
                    let Some(read) = read else {
                        // `[b]1. e4`
                        let after = markup_length(rest).and_then(|length| rest.get(length..));
                        if after.is_some_and(|after| is_first_move(trim_start(after))) {
                            return;
                        }
                        if !record.tags.pairs().is_empty() && !self.is_line_start() {
                            if !self.skip_stray_text(record) {
                                return;
                            }
                            continue;
                        }
                        let start = self.at;
                        self.advance_to(skip(rest_of_line, rest));
                        let line = Span::new(start, self.end_of_text_before());
                        let is_of_other_width = is_of_other_width(line.of(self.text));
                        let kind = if is_of_other_width { FaultKind::OtherWidth } else { FaultKind::NotATag };
                        record.add_fault(kind, line);
                        if names_a_position(rest) {
                            record.recovery.position_doubt = Some(PositionDoubt::BrokenTag);
                            self.push_broken_fen(record, start);
                        }
                        line_has_text = true;
                        continue;
                    };
                    if (blank_line || is_spliced(record, &read))
                        && read.pair.oddity != TagOddity::Unquoted
                        && begins_next_game(record, &read)
                    {
                        return;
                    }
                    line_has_text = true;
                    blank_line = false;
                    self.at = read.pair.span.range().end;
                    Self::push_tag(record, self.text, read);
                    if self.text.get(self.at) == Some(&b'\n') {
                        self.at += 1;
                        line_has_text = false;
                    }
                }
                b'%' if self.is_line_start() => self.advance_to(skip(rest_of_line, rest)),
                b';' => self.advance_to(skip(rest_of_line, rest)),
                b'A'..=b'Z' | b'>' | b'|' if self.is_line_start() && quote_marks(rest) > 0 => {
                    self.skip_quote_marks(record);
                }
                b'A'..=b'Z' | b'a'..=b'z' if self.is_line_start() => {
                    let pair = unopened_pair(self.text, self.at);
                    let Some(read) = pair.filter(|read| !blank_line || !begins_next_game(record, read))
                    else {
                        if !self.skip_stray_text(record) {
                            return;
                        }
                        continue;
                    };
                    line_has_text = true;
                    blank_line = false;
                    self.push_unopened_tag(record, read);
                }
                b'0'..=b'9' | b'*' if !begins_with_placement(rest) => return,
                b'=' if let Some(length) = mail_code_length(rest) => {
                    let span = Span::new(self.at, self.at + length);
                    self.at += length;
                    count_in_game(record, FaultKind::Markup(1), span);
                }
                b'{' if self.skip_tag_in_braces(record) => line_has_text = true,
                _ if self.skip_stray_text(record) => {}
                _ => return,
            }
        }
    }

    /// Skips text on the line of a tag or on the lines after it that is neither tag nor movetext: an extra bracket, the rest
    /// of a broken value, lines of prose before the moves. Returns whether there was any.
    #[cold]
    fn skip_stray_text(&mut self, record: &mut Record) -> bool {
        if record.tags.pairs().is_empty() {
            return false;
        }
        let after = self.tag_after_notes(record).or_else(|| self.end_of_broken_tag());
        let after = after.or_else(|| self.end_of_lost_tags());
        let is_before_moves = after.is_none();
        let Some(after) = after.or_else(|| self.moves_after_notes()) else { return false };
        let start = self.at;
        let stray = self.text.get(start..after).unwrap_or_default();
        let end = memchr2(b'\n', b'\r', stray).unwrap_or(stray.len());
        let line = stray.get(..end).unwrap_or_default().trim_ascii_end();
        let span = Span::new(start, start + line.len());
        self.at = after;
        let kind = if begins_with_placement(line) && holds_other_position(line, &self.initial) {
            FaultKind::FenOutsideTag
        } else if is_before_moves && !names_tag(line) {
            FaultKind::Words
        } else {
            self.lost_tags(span)
        };
        record.add_fault(kind, span);
        true
    }

    /// Skips a comment that holds a tag of the game, as in `{White "Adams"}`. Returns whether it did.
    #[cold]
    fn skip_tag_in_braces(&mut self, record: &mut Record) -> bool {
        let rest = self.rest();
        let Ok((after, comment)) = brace_comment(rest) else { return false };
        let is_tag = comment.is_closed
            && comment.body.trim_ascii_end().ends_with(b"\"")
            && names_tag(comment.body)
            && ends_a_note(after);
        if is_tag {
            record.add_fault(FaultKind::NotATag, Span::new(self.at, self.text.len() - after.len()));
            self.advance_to(after);
        }
        is_tag
    }

    /// The start of the game's next tag, if only comments and prose come before it.
    fn tag_after_notes(&self, record: &Record) -> Option<usize> {
        let mut at = self.after_comments(self.at);
        // No tag begins at `self.at`.
        let mut from = at.max(self.at + 1);
        for _ in 0..=STRAY_LINES {
            let end = self.end_of_line(at)?;
            let line = self.text.get(at..end)?;
            let begins_one = |at: usize| self.text.get(at..end).is_some_and(begins_tag);
            let inside = self.text.get(from..end).unwrap_or_default();
            let tag = memchr_iter(b'[', inside).map(|index| from + index).find(|at| begins_one(*at));
            let is_unopened = from == at && is_unopened_pair(line);
            let tag = if is_unopened { Some(at) } else { tag };
            if !is_prose(self.text.get(at..tag.unwrap_or(end))?) || is_surely_descriptive(line) {
                return None;
            }
            if let Some(tag) = tag {
                let read = any_pair(self.text, tag).or_else(|| unopened_pair(self.text, tag));
                return (!read.is_some_and(|read| begins_next_game(record, &read))).then_some(tag);
            }
            at = self.after_comments(end);
            from = at;
        }
        None
    }

    /// The offset after blanks and comments. A brace comment that other text follows on its line is not skipped, nor one that
    /// holds another brace: the boundaries between games take these for movetext.
    fn after_comments(&self, mut at: usize) -> usize {
        loop {
            let rest = self.text.get(at..).unwrap_or_default();
            at += match rest.first() {
                Some(byte) if is_blank(*byte) || is_break(*byte) => 1,
                Some(b'{') => match brace_comment(rest) {
                    Ok((after, comment))
                        if comment.is_closed
                            && memchr(b'{', comment.body).is_none()
                            && ends_a_note(after) =>
                    {
                        rest.len() - after.len()
                    }
                    _ => return at,
                },
                Some(b';') if begins_its_line(self.text, at) => rest.len() - skip(rest_of_line, rest).len(),
                Some(b'%') if is_line_start(self.text, at) => rest.len() - skip(rest_of_line, rest).len(),
                _ => return at,
            };
        }
    }

    /// The end of a line that holds only signs after the bracket of a tag, or the rest of its value.
    fn end_of_broken_tag(&self) -> Option<usize> {
        let end = self.end_of_line(self.at)?;
        let line = self.text.get(self.at..end)?.trim_ascii();
        let is_sign = |byte: &u8| b"][\"',.<>/ ".contains(byte);
        let is_rest = is_prose(line) && (line.ends_with(b"\"]") || line.iter().all(is_sign));
        (is_rest && !self.lets_a_tag_start(self.at)?).then_some(end)
    }

    /// The end of the prose directly below the tags, up to an empty line: tags in a form that is not read.
    fn end_of_lost_tags(&self) -> Option<usize> {
        let mut end = self.at;
        let before = self.text.get(..self.start_of_line(end))?;
        let before = before.strip_suffix(b"\n").unwrap_or(before);
        let before = before.strip_suffix(b"\r").unwrap_or(before);
        let is_below_text = before.last().is_some_and(|byte| !is_break(*byte));
        if !is_below_text || !begins_its_line(self.text, end) {
            return None;
        }
        for _ in 0..STRAY_LINES {
            let next = self.end_of_line(end)?;
            let line = self.text.get(end..next)?;
            if line.trim_ascii().is_empty() {
                // At the end of the text the lines are movetext, as they are directly before the next game.
                return (end > self.at && next < self.text.len()).then_some(end);
            }
            if !is_surely_prose(line) || is_surely_descriptive(line) || begins_tag(line.trim_ascii_start()) {
                return None;
            }
            let rest = self.text.get(next..)?;
            end = next + if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
        }
        None
    }

    /// The start of the first move with its number, if only lines of words come before it.
    fn moves_after_notes(&self) -> Option<usize> {
        if !begins_its_line(self.text, self.at) {
            return None;
        }
        let mut at = self.at;
        for _ in 0..STRAY_LINES {
            let end = self.end_of_line(at)?;
            let line = self.text.get(at..end)?;
            if !(is_note(line) || begins_with_placement(line) && is_prose(line)) {
                return None;
            }
            let after = self.text.get(end..)?;
            at = end + after.iter().take_while(|byte| is_blank(**byte) || is_break(**byte)).count();
            let next = self.text.get(at..self.end_of_line(at)?)?;
            if begins_with_first_move(next) {
                return Some(at);
            }
        }
        None
    }

    /// Whether the tags of another game may start after the line that contains `at`.
    fn lets_a_tag_start(&self, at: usize) -> Option<bool> {
        Some(allows_tags_after(self.text.get(self.start_of_line(at)..self.end_of_line(at)?)?))
    }

    fn start_of_line(&self, at: usize) -> usize {
        let before = self.text.get(..at).unwrap_or_default();
        memrchr2(b'\n', b'\r', before).map_or(0, |end| end + 1)
    }

    /// The end of the line that contains `at`, or a place after it that is farther away than stray text is long.
    fn end_of_line(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let rest = rest.get(..2 * LONGEST_PROSE).unwrap_or(rest);
        Some(at + memchr2(b'\n', b'\r', rest).unwrap_or(rest.len()))
    }

    #[inline(never)] // out of the fast path of usual pairs
    fn slow_pair(&self) -> Option<ReadPair> {
        let unquoted = || self.is_line_start().then(|| unquoted_pair(self.text, self.at)).flatten();
        // A pair whose bracket is on the next line is read with its value otherwise.
        pair_over_lines(self.text, self.at).or_else(|| any_pair(self.text, self.at)).or_else(unquoted)
    }

    /// Skips a tag pair within a line of movetext if moves follow it: no game begins there. Returns whether it did.
    #[cold]
    pub(super) fn skip_tag_among_moves(&mut self, record: &mut Record) -> bool {
        if self.is_line_start() {
            return false;
        }
        let Some(ReadPair { pair, known_tag }) = any_pair(self.text, self.at) else { return false };
        let is_event = known_tag.is_some_and(|known| known.tag == TagName::Event);
        let after = self.text.get(pair.span.range().end..).unwrap_or_default().trim_ascii_start();
        let goes_on = after.first().is_some_and(|byte| matches!(class(*byte), Class::Move | Class::Digit))
            && !is_first_move(after);
        if is_event || pair.oddity != TagOddity::None || !goes_on {
            return false;
        }
        record.add_fault(FaultKind::TagAmongMoves, pair.span);
        self.at = pair.span.range().end;
        true
    }

    /// Keeps the FEN between the first two quotation marks of a line that is not a valid tag pair.
    #[cold]
    fn push_broken_fen(&self, record: &mut Record, start: usize) {
        let line = self.text.get(start..self.at).unwrap_or_default();
        let Some((open, close)) = quotation_marks(line) else { return };
        let value = Span::new(start + open + 1, start + close);
        if record.tag(TagName::Fen).is_some() || Position::read_fen(value.of(self.text)).is_err() {
            return;
        }
        let name = line.iter().position(u8::is_ascii_alphabetic).unwrap_or_default();
        let name = Span::new(start + name, start + name + TagName::Fen.name().len());
        let span = Span::new(start, self.end_of_text_before());
        let known = Some(TagName::Fen);
        record.tags.note_first_of_name(TagName::Fen);
        record.tags.push(TagPair { span, name, value, known, oddity: TagOddity::None });
    }

    #[cold] // a second copy of `push_tag`, so that the usual pairs have theirs inline
    fn push_unopened_tag(&mut self, record: &mut Record, read: ReadPair) {
        self.at = read.pair.span.range().end;
        Self::push_tag(record, self.text, read);
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // once for every pair of every game
    fn push_tag(record: &mut Record, text: &[u8], read: ReadPair) {
        let ReadPair { mut pair, known_tag } = read;
        if pair.oddity != TagOddity::None {
            record.add_fault(FaultKind::Tag(pair.oddity), pair.span);
        }
        pair.known = known_tag.map(|known| known.tag);
        if let Some(KnownTag { tag, is_standard_case: false }) = known_tag {
            record.add_fault(FaultKind::TagCase(tag), pair.name);
        }
        if let Some(tag) = pair.known {
            if let Some(first) = record.tag(tag) {
                let is_same = first.value.of(text) == pair.value.of(text);
                let kind = if is_same { FaultKind::RepeatedTagSame } else { FaultKind::RepeatedTag };
                record.add_fault(kind, pair.name);
                pair.known = None;
            } else {
                record.tags.note_first_of_name(tag);
            }
        }
        if let Some(tag) = pair.known
            && let ReadValue::Invalid(advice) = ReadValue::of(tag, pair.value.of(text))
        {
            record.add_fault(FaultKind::BadValue(tag, advice), pair.value);
        }
        if record.tags.pairs().len() < MOST_TAGS {
            record.tags.push(pair);
        }
    }
}

/// Whether a comment before this text is a note: only a tag, another comment or nothing follows on its line.
fn ends_a_note(after: &[u8]) -> bool {
    let blanks = after.iter().take_while(|byte| is_blank(**byte)).count();
    matches!(after.get(blanks), None | Some(b'\n' | b'\r' | b'{' | b'['))
}

/// Whether a line holds words and no move, result, comment or tag.
fn is_note(line: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let begins_word = |at: &usize| {
        at.checked_sub(1).is_none_or(|before| line.get(before).is_some_and(u8::is_ascii_whitespace))
    };
    // A score within a sentence is that of something else.
    let is_result = |at: usize| {
        let after = line.get(at..).and_then(|rest| match termination(rest) {
            Ok((after, _)) => Some(after),
            Err(_) => loose_result(rest).and_then(|read| rest.get(read.length..)),
        });
        after.is_some_and(|after| at == 0 || after.trim_ascii().is_empty())
    };
    line.len() <= LONGEST_PROSE
        && !line.iter().any(|byte| b"{}[;".contains(byte))
        && line.windows(2).any(|letters| letters.iter().all(is_letter))
        && !holds_moves(line)
        && !(0..line.len()).filter(begins_word).any(is_result)
        && AnyMovetext::of(line).is_none()
        && !is_surely_descriptive(line)
}

/// Whether a pair after a blank line is the first of another game: an `Event`, or a tag that this game already has.
fn begins_next_game(record: &Record, read: &ReadPair) -> bool {
    !record.tags.pairs().is_empty()
        && read.known_tag.is_some_and(|known| known.tag == TagName::Event || record.tag(known.tag).is_some())
}

/// Whether a pair begins where the one before it was cut off.
fn is_spliced(record: &Record, read: &ReadPair) -> bool {
    let is_event = read.known_tag.is_some_and(|known| known.tag == TagName::Event);
    is_event
        && record.tags.pairs().last().is_some_and(|last| {
            last.oddity == TagOddity::NoClosingQuote && last.span.end == read.pair.span.start
        })
}

/// The places of the first two quotation marks.
fn quotation_marks(line: &[u8]) -> Option<(usize, usize)> {
    let mut marks = memchr_iter(b'"', line);
    Some((marks.next()?, marks.next()?))
}

/// Whether a line that is not a valid tag pair begins like a FEN tag.
fn names_a_position(line: &[u8]) -> bool {
    let brackets = line.iter().take_while(|byte| b"[ ".contains(byte)).count();
    let name = line.get(brackets..).unwrap_or_default();
    let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name.get(..length).is_some_and(|name| name.eq_ignore_ascii_case(TagName::Fen.name().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::reader::NextGame;
    use super::*;

    /// The values of the White tag and the plies of each game.
    fn games(text: &str) -> Vec<(String, u32)> {
        let (mut reader, mut record, mut games) =
            (Reader::new(text.as_bytes()), Record::default(), Vec::new());
        while reader.next(&mut record) == NextGame::Read {
            let white = record.value(TagName::White, text.as_bytes()).unwrap_or_default();
            games.push((String::from_utf8_lossy(white).into_owned(), record.plies()));
        }
        games
    }

    fn expect(text: &str, due: &[(&str, u32)]) {
        let due: Vec<_> = due.iter().map(|(white, plies)| ((*white).to_owned(), *plies)).collect();
        assert_eq!(games(text), due, "{text}");
    }

    #[test]
    fn notes_do_not_end_the_tags() {
        for note in [
            "{by me}",
            "{by\nme}\n{again}",
            "by me",
            "(by me)",
            "{by me}\n\n; and\n% by\n",
            "FEN: 8/8/8/8/8/8/8/8 w",
        ] {
            expect(&format!("[Event \"x\"]\n{note}\n[White \"a\"]\n\n1. e4 *\n"), &[("a", 1)]);
        }
        // The next tag begins a game.
        expect("[White \"a\"]\n{unplayed}\n[White \"b\"]\n\n1. e4 *\n", &[("a", 0), ("b", 1)]);
        expect("[White \"a\"]\nunplayed\n\n[Event \"b\"]\n\n1. e4 *\n", &[("a", 0), ("", 1)]);
        // The text is movetext.
        expect("[White \"a\"]\n{c} 1. e4\n[Site \"b\"]\n\n1. d4 *\n", &[("a", 1), ("", 1)]);
        expect("[White \"a\"]\ne4 e5\n\n[Site \"b\"]\n\n1. d4 *\n", &[("a", 2), ("", 1)]);
    }

    #[test]
    fn tags_that_are_not_read_do_not_end_the_game() {
        for lost in ["White: a", "White \"a\"", "{White \"a\"}", "&#91;White \"a\"&#93;", "<White>a</White>"]
        {
            expect(&format!("[Event \"x\"]\n{lost}\n\n1. e4 *\n"), &[("", 1)]);
        }
        expect("[White: \"a\"]\n\n1. e4 *\n", &[("a", 1)]);
        expect("[Event \"x\"]\r\n[White\r\n\"a\"\r\n]\r\n[Black \"b\"]\r\n\r\n1. e4 *\r\n", &[("a", 1)]);
        expect("[Event \"x\"]=20\n[White \"a\"]=20\n\n1. e4 e5=20\n2. Nf3 1-0=20\n", &[("a", 3)]);
        expect("> > [White \"a\"]\n> >\n> > 1. e4\n> > e5 *\n", &[("a", 2)]);
        expect("<pre>[Event \"x\"]\n[White \"a\"]\n\n1. e4 *</pre>\n", &[("a", 1)]);
    }

    #[test]
    fn prose_between_the_tags_and_the_moves_is_skipped() {
        for prose in [
            "Slav Defence - notes by M. Suba",
            "Queen's Gambit",
            "Sicilian Defence (B20)",
            "Notes by GM Miles.",
            "A - B, London 1999",
            "B22: Sicilian, Alapin",
            "Adams won 1-0 after a long fight",
            "Brilliancy prize!\n\nNotes by the winner",
        ] {
            let text = format!("[White \"a\"]\n\n{prose}\n\n1. e4 e5 2. Nf3 1-0\n");
            expect(&text, &[("a", 3)]);
            let mut record = Record::default();
            assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
            let faults: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
            assert_eq!(faults, [FaultKind::Words], "{prose}");
        }
        expect("[White \"a\"]\nA - B, London 1999\n1. e4 e5 *\n", &[("a", 2)]);
        expect("[Event \"x\"]\nECO: B22\n1. e4 e5 *\n", &[("", 2)]);
    }

    #[test]
    fn lines_that_may_be_of_the_game_are_not_skipped() {
        for line in [
            "e4 e5",
            "P-K4 P-K4",
            "Sf3 Sc6",
            "1. e4 e5",
            "White to move: Nf3",
            "1-0 by forfeit",
            "White won by forfeit 1-0",
            "Drawn, 1 - 0",
            "A note {by me}",
            "by me; again",
            "[Event \"x\"]",
            "- - -",
            "",
        ] {
            assert!(!is_note(line.as_bytes()), "{line}");
        }
        // Without a first move below, the words may be anything.
        let mut record = Record::default();
        let text = "[White \"a\"]\n\nSlav Defence\n\nc6 1-0\n";
        assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        assert_ne!(record.text.faults.first().map(|fault| &fault.kind), Some(&FaultKind::Words));
    }

    #[test]
    fn a_game_begins_after_any_text_that_moves_follow() {
        for label in [
            "\u{2022} ",
            "No. 7. ",
            "(a) ",
            "Diagram 1 ",
            "<p>",
            "[b]",
            "&nbsp;",
            "1:30 ",
            "After 1. e4 c5: ",
        ] {
            expect(&format!("{label}1. Nf3 Nf6 2. c4\nc5 1-0\n"), &[("", 4)]);
        }
        let game = "[White \"a\"]\n\n1. e4 *\n";
        for text in ["Before 1. e4 e5 he thought", "(1. d4 d5 2. c4)", "(28... Kh8 29. Qf1)"] {
            expect(&format!("{game}\n{text}\n\n{game}"), &[("a", 1), ("a", 1)]);
        }
    }

    #[test]
    fn a_list_and_zeros_after_the_result_are_no_games() {
        let game = "[White \"a\"]\n\n1. e4 1-0";
        for after in ["\n\n* The winner gets a book\n* Next round: Monday\n\n", "\0\0\0\0\n\n"] {
            expect(&format!("{game}{after}{game}\n"), &[("a", 1), ("a", 1)]);
        }
    }

    #[test]
    fn a_record_that_was_cut_off_ends_where_another_is_joined_to_it() {
        let joined = "[Event \"b\"]\n[White \"b\"]\n\n1. d4 d5 *\n";
        expect(&format!("[White \"a\"]\n[Black \"cut{joined}"), &[("a", 0), ("b", 2)]);
        expect(&format!("[White \"a\"]\n\n1. e4 {{cut{joined}"), &[("a", 1), ("b", 2)]);
        // An event pair with text after it is part of a value or a comment.
        let quoted = "[Event \"b\"] and more\n[White \"b\"]\n";
        expect(&format!("[White \"a\"]\n\n1. e4 {{see {quoted}}} e5 *\n"), &[("a", 2)]);
    }
}
