//! The text between games: the start of a game, and the text after the end of one.

use crate::chess::{San, Subject, san};

use super::annotation_glyphs::{AnnotatedMove, non_ascii_blank};
use super::any_notation::AnyMovetext;
use super::boundary::{BYTE_ORDER_MARK, is_first_move, result_is_before};
use super::commands::{Command, command};
use super::counted_faults::count_in_game;
use super::descriptive::is_surely_descriptive;
use super::heading::is_heading_after_score;
use super::movetext::{
    Class, annotation_suffix, brace_comment, class, ends_token, move_number, rest_of_line, skip, termination,
    variation,
};
use super::prose::{
    LONGEST_LABEL, LONGEST_PREFACE, begins_numbered_moves, begins_with_placement, holds_moves,
    holds_numbered_moves, holds_other_position, holds_tag, is_in_list, is_move, is_of_other_width,
    line_of_moves, names_roster, quote_marks,
};
use super::reader::Reader;
use super::tag_pair::{begins_tag, is_event_pair, is_unopened_pair, is_unquoted_pair};
use crate::game::recovery_state::PositionDoubt;
use crate::game::{FaultKind, Record, Span, TextFault, diagnostic::AfterEnd};

impl Reader<'_> {
    /// Skips to the first byte of the next game; returns the first line of skipped words.
    pub(super) fn skip_to_game(&mut self) -> Option<Span> {
        let mut prose: Option<Span> = None;
        // The last comment or escape line with numbered moves. It is reported if moves without a number follow.
        let mut hidden: Option<Span> = None;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { return prose };
            match class(*byte) {
                Class::Blank | Class::Newline => self.at += 1,
                // Concatenated files have marks in the middle.
                _ if rest.starts_with(BYTE_ORDER_MARK) => self.at += BYTE_ORDER_MARK.len(),
                _ if *byte == 0 => self.skip_padding(&mut prose),
                Class::Percent | Class::Line if *byte == b';' || self.is_line_start() => {
                    let start = self.at;
                    self.advance_to(skip(rest_of_line, rest));
                    if holds_numbered_moves(first_line(rest)) {
                        hidden = Some(Span::new(start, self.end_of_text_before()));
                    }
                }
                Class::Move if begins_game(rest) => return prose.or(hidden),
                _ if begins_game(rest) || self.begins_unopened_tag() => return prose,
                _ if self.is_line_start() && quote_length(rest) > 0 => {
                    let start = self.at;
                    self.at += quote_length(rest);
                    if quote_marks(rest) == 0 {
                        self.note_prose(&mut prose, Span::new(start, self.at));
                    }
                }
                _ if self.is_line_start() && label_length(rest) > 0 => {
                    let start = self.at;
                    self.at += label_length(rest);
                    self.note_prose(&mut prose, Span::new(start, self.end_of_text_before()));
                    return prose;
                }
                _ => {
                    let start = self.at;
                    self.advance_to(skip(rest_of_line, rest));
                    self.note_prose(&mut prose, Span::new(start, self.end_of_text_before()));
                }
            }
        }
    }

    /// Skips the zeros that pad the blocks of an old file.
    fn skip_padding(&mut self, prose: &mut Option<Span>) {
        let start = self.at;
        self.at += self.rest().iter().take_while(|byte| **byte == 0).count();
        self.note_prose(prose, Span::new(start, self.at));
    }

    /// Skips the signature of a letter up to an empty line, a comment or a game that surely begins.
    fn skip_signature(&mut self, prose: &mut Option<Span>) {
        loop {
            let line = first_line(self.rest());
            let begins_next = begins_tag(line)
                || line.starts_with(b"{")
                || is_first_move(line) && result_is_before(self.text, self.at);
            if line.trim_ascii().is_empty() || begins_next {
                return;
            }
            self.note_prose(prose, Span::new(self.at, self.at + line.trim_ascii_end().len()));
            self.at += line.len();
            self.at += if self.rest().starts_with(b"\r\n") { 2 } else { self.rest().len().min(1) };
        }
    }

    pub(super) fn report_text_before(&self, record: &mut Record, span: Span) {
        let line = span.of(self.text);
        let (kind, lost) = self.lost_in_text(span, FaultKind::TextBeforeGame);
        record.add_fault(
            match line {
                _ if is_conflict_mark(line) => FaultKind::ConflictMark,
                _ if holds_tag(line) => self.lost_tags(span),
                _ if holds_numbered_moves(line) => FaultKind::LostMoves,
                _ if begins_with_placement(line) && holds_other_position(line, &self.initial) => {
                    FaultKind::FenOutsideTag
                }
                _ => return record.add_fault(kind, lost),
            },
            span,
        );
    }

    /// Doubts the start of a game without tags that begins with a move without a number, if other text comes before it: the
    /// first moves may be there.
    pub(super) fn doubt_start_after_text(&self, record: &mut Record) {
        let is_move = self.rest().first().is_some_and(|byte| class(*byte) == Class::Move);
        if is_move && record.tags.pairs().is_empty() && !result_is_before(self.text, self.at) {
            record.recovery.position_doubt = Some(PositionDoubt::NotGiven);
        }
    }

    /// Skips the text between the end of a game and the next game. Comments and commands there still belong to the game.
    pub(super) fn skip_after_end(&mut self, record: &mut Record) {
        let heading = record.recovery.heading;
        if let Some(heading) = heading {
            self.at = heading.range().end;
        }
        let mut on_end_line = heading.is_none();
        // Known once for a whole run of comments.
        let mut run_is_ours = false;
        let mut prose = heading.filter(|heading| !heading.range().is_empty());
        let mut movetext: Option<Span> = None;
        let mut json: Option<Span> = None;
        // Whether the last tokens are moves without a result.
        let mut among_moves = false;
        loop {
            let rest = self.rest();
            let Some(byte) = rest.first() else { break };
            match class(*byte) {
                Class::Blank => self.at += 1,
                Class::Newline => {
                    self.at += 1;
                    on_end_line = false;
                }
                Class::Percent if self.is_line_start() => {
                    let start = self.at;
                    self.advance_to(skip(rest_of_line, rest));
                    movetext = movetext.or_else(|| self.game_in_line_comment(start));
                }
                Class::Line => {
                    let start = self.at;
                    self.line_comment(record);
                    movetext = movetext.or_else(|| self.game_in_line_comment(start));
                }
                Class::Comment if self.is_line_start() && is_json(first_line(rest)) => {
                    let start = self.at;
                    self.advance_to(skip(rest_of_line, rest));
                    if holds_moves(first_line(rest)) {
                        json.get_or_insert(Span::new(start, self.end_of_text_before()));
                    }
                }
                Class::Comment if among_moves => self.comment_among_lost_moves(record),
                Class::Comment if on_end_line => {
                    movetext = movetext.or_else(|| self.tag_in_comment(self.at));
                    self.at = self.comment(record, self.at);
                }
                Class::Comment => {
                    // On a later line than the end a comment belongs to this game, unless movetext follows: then it
                    // belongs to the next game.
                    if !run_is_ours && self.comment_before_moves() {
                        break;
                    }
                    run_is_ours = true;
                    movetext = movetext.or_else(|| self.tag_in_comment(self.at));
                    self.at = self.comment(record, self.at);
                }
                Class::Bracket if begins_tag(rest) => break,
                _ if rest.starts_with(BYTE_ORDER_MARK) => break,
                _ if *byte == 0 => self.skip_padding(&mut prose),
                _ if rest.starts_with(b"--")
                    && self.is_line_start()
                    && first_line(rest).trim_ascii_end() == b"--" =>
                {
                    self.skip_signature(&mut prose);
                }
                // A result that repeats that of the game is no game.
                _ if !(on_end_line || is_lone_result(rest) || among_moves && continues_moves(rest))
                    && (begins_game(rest) || self.begins_unopened_tag()) =>
                {
                    // The moves of a game with tags may follow its result.
                    if record.moves.is_empty() && !record.tags.pairs().is_empty() && is_first_move(rest) {
                        movetext.get_or_insert(Span::new(self.at, self.at + first_word(rest).len()));
                    }
                    break;
                }
                // In a line of moves without tags, the next game begins directly after the result.
                Class::Digit
                    if on_end_line
                        && record.tags.pairs().is_empty()
                        && !record.moves.is_empty()
                        && prose.is_none()
                        && movetext.is_none()
                        && is_first_move(rest)
                        && begins_game(rest) =>
                {
                    break;
                }
                _ if !(on_end_line || among_moves)
                    && self.is_line_start()
                    && (label_length(rest) > 0 || quote_length(rest) > 0)
                    && !begins_in_variation(rest) =>
                {
                    break;
                }
                _ => {
                    run_is_ours = false;
                    let start = self.at;
                    let token = rest.iter().take_while(|byte| !ends_token(Some(*byte))).count().max(1);
                    let token = forum_tag_length(rest).unwrap_or(token);
                    let word = rest.get(..token).unwrap_or_default();
                    let is_move = San::from_ascii(word).is_some_and(|read| read.subject() != Subject::Null)
                        || AnnotatedMove::printed(word).is_some();
                    let is_end = termination(word).is_ok();
                    // `12 High Street`
                    let is_number = matches!(move_number(word), Ok(([], _)))
                        && (on_end_line
                            || among_moves
                            || word.ends_with(b".")
                            || length_with_move(rest, token) > token);
                    let is_heading = !(on_end_line || among_moves)
                        && (is_number && numbers_words(rest, token)
                            || is_end && is_heading_after_score(rest));
                    if !is_heading && (is_move || is_end || is_number) {
                        // A number without a dot may be a count of moves after a result.
                        let numbers_moves = is_number && word.ends_with(b".");
                        among_moves = !is_end && (among_moves || is_move || numbers_moves);
                        let named = if numbers_moves { length_with_move(rest, token) } else { token };
                        movetext.get_or_insert(Span::new(start, start + named));
                        self.at += token;
                    } else if on_end_line
                        && !matches!(class(*byte), Class::Variation | Class::VariationEnd | Class::Nag)
                    {
                        prose.get_or_insert(Span::new(start, start + token));
                        self.at += token;
                    } else if matches!(class(*byte), Class::Variation) {
                        self.advance_to(skip(variation, rest));
                        let skipped = Span::new(start, self.end_of_text_before());
                        if holds_moves(skipped.of(self.text)) {
                            movetext.get_or_insert(Span::new(start, start + first_word(rest).len()));
                        } else {
                            let line = first_line(skipped.of(self.text)).len();
                            self.note_prose(&mut prose, Span::new(start, start + line));
                        }
                    } else {
                        self.advance_to(skip(rest_of_line, rest));
                        self.note_prose(&mut prose, Span::new(start, self.end_of_text_before()));
                    }
                }
            }
        }
        if let Some(span) = json {
            record.add_fault(FaultKind::LostMoves, span);
        }
        if let Some(span) = prose.filter(|span| is_conflict_mark(span.of(self.text))) {
            record.add_fault(FaultKind::ConflictMark, span);
        } else if let Some(span) = movetext {
            record.add_fault(FaultKind::AfterEnd(AfterEnd::Movetext), span);
        } else if let Some(span) = prose.filter(|span| holds_tag(span.of(self.text))) {
            record.add_fault(self.lost_tags(span), span);
        } else if let Some(span) = prose.filter(|span| holds_numbered_moves(span.of(self.text))) {
            record.add_fault(FaultKind::LostMoves, span);
        } else if let Some(span) = prose {
            let (kind, lost) = self.lost_in_text(span, FaultKind::AfterEnd(AfterEnd::Prose));
            record.add_fault(kind, lost);
        }
    }

    /// The kind of the text from the line `first` up to here, which holds tags that are not read.
    pub(super) fn lost_tags(&self, first: Span) -> FaultKind {
        let text = self.text.get(first.range().start..self.at).unwrap_or_default();
        let lines = text.split(|byte| matches!(byte, b'\n' | b'\r'));
        if lines.clone().next().is_some_and(is_of_other_width) {
            return FaultKind::OtherWidth;
        }
        match lines.filter(|line| holds_tag(line.trim_ascii())).count() {
            0 | 1 => FaultKind::NotATag,
            count => FaultKind::TagsNotRead(count),
        }
    }

    /// The kind of the text from its first line up to here, and the line to be reported: `plain` if it holds no moves or tags.
    fn lost_in_text(&self, first: Span, plain: FaultKind) -> (FaultKind, Span) {
        let start = first.range().start;
        let text = self.text.get(start..self.at).unwrap_or_default();
        let before_comments = text.split(|byte| *byte == b'{').next().unwrap_or_default();
        if let Some(line) = line_of_moves(before_comments) {
            (FaultKind::LostMoves, Span::new(start + line.start, start + line.end))
        } else if names_roster(text) {
            unquoted_tags(text, start).unwrap_or((FaultKind::NotATag, first))
        } else {
            (plain, first)
        }
    }

    /// Reports the tags of a game without tags that are in the comment before its moves.
    pub(super) fn tags_in_comment(&self, record: &mut Record) {
        if record.tags.pairs().is_empty()
            && self.rest().starts_with(b"{")
            && let Some(tag) = self.tag_in_comment(self.at)
        {
            record.add_fault(FaultKind::NotATag, tag);
        }
    }

    /// The tag with which a comment begins.
    fn tag_in_comment(&self, start: usize) -> Option<Span> {
        let body = self.text.get(start + 1..)?;
        let blanks = body.len() - body.trim_ascii_start().len();
        let begins = start + 1 + blanks;
        let tag = body.get(blanks..).filter(|body| begins_tag(body))?;
        Some(Span::new(begins, begins + first_line(tag).len()))
    }

    /// The game or tag that the comment from a `;` to the end of its line holds.
    pub(super) fn game_in_line_comment(&self, start: usize) -> Option<Span> {
        let line = first_line(self.text.get(start..)?);
        let comment = line.get(1..)?.trim_ascii();
        let begins = start + line.len() - line.get(1..)?.trim_ascii_start().len();
        let is_first = |read: AnyMovetext| {
            read.moves >= 2
                && read.first_number.is_some_and(|(number, before)| number.number == 1 && before == 0)
        };
        (begins_numbered_moves(comment)
            || begins_tag(comment)
            || AnyMovetext::of(comment).is_some_and(is_first))
        .then(|| Span::new(begins, begins + comment.len()))
    }

    /// Skips a comment among moves after the end. Its commands do not belong to this game.
    fn comment_among_lost_moves(&mut self, record: &mut Record) {
        match brace_comment(self.rest()) {
            Ok((after, comment)) if comment.is_closed => self.advance_to(after),
            _ => self.at = self.comment(record, self.at),
        }
    }

    /// Skips a comment to the end of its line. A command of this format in it has no effect and is reported.
    #[cold]
    pub(super) fn line_comment(&mut self, record: &mut Record) {
        let start = self.at;
        self.advance_to(skip(rest_of_line, self.rest()));
        let comment = self.text.get(start..self.at).unwrap_or_default();
        let Some(at) = memchr::memmem::find(comment, b"[%") else { return };
        let found = comment.get(at..).unwrap_or_default();
        if let Ok((after, read)) = command(found)
            && !matches!(read, Ok(Command::Foreign))
        {
            let begin = start + at;
            let length = found.len() - after.len();
            let span = Span::new(begin, begin + length);
            let is_clock = match &read {
                Ok(command) => matches!(command, Command::Clock(_)),
                Err(fault) => fault.problem.is_of_clock_reading(),
            };
            if is_clock {
                count_in_game(record, FaultKind::ClocksInLineComments(1), span);
            } else {
                record.add_fault(FaultKind::CommandInLineComment, span);
            }
        }
    }

    /// Skips the marks of a quoted line. The first of a game are reported.
    #[cold]
    pub(super) fn skip_quote_marks(&mut self, record: &mut Record) {
        let marks = self.rest().get(..quote_marks(self.rest())).unwrap_or_default();
        let span = Span::new(self.at, self.at + marks.trim_ascii_end().len());
        self.at += marks.len();
        let is_noted =
            |fault: &TextFault| fault.kind == FaultKind::Words && quote_marks(fault.span.of(self.text)) > 0;
        if record.ending.stop.is_none() && !record.text.faults.iter().any(is_noted) {
            record.add_fault(FaultKind::Words, span);
        }
    }

    /// Keeps the line of words to be reported: the first conflict mark, or else the first that holds a tag, or else the first
    /// that holds moves, or else the first.
    fn note_prose(&self, prose: &mut Option<Span>, line: Span) {
        let weight = |span: &Span| {
            let line = span.of(self.text);
            (is_conflict_mark(line), holds_tag(line), holds_numbered_moves(line))
        };
        let first = prose.get_or_insert(line);
        if weight(&line) > weight(first) {
            *first = line;
        }
    }

    /// Whether a line with a tag pair that has lost its opening bracket begins here.
    fn begins_unopened_tag(&self) -> bool {
        self.is_line_start() && is_unopened_pair(self.rest())
    }

    /// Whether movetext of another game follows the comments that begin here.
    fn comment_before_moves(&self) -> bool {
        let mut rest = self.rest();
        loop {
            match rest.first() {
                Some(b'{') => match brace_comment(rest) {
                    Ok((after, _)) => rest = after,
                    Err(_) => return false,
                },
                Some(byte) if matches!(class(*byte), Class::Blank | Class::Newline) => {
                    rest = rest.get(1..).unwrap_or_default();
                }
                Some(b'[') | None => return false,
                Some(_) => return begins_game(rest) || termination(rest).is_ok(),
            }
        }
    }
}

/// Whether a line is a conflict marker of a version control system.
fn is_conflict_mark(line: &[u8]) -> bool {
    // `=======` is left out, because people draw such lines too.
    [b"<<<<<<< ", b">>>>>>> ", b"||||||| "].into_iter().any(|mark| line.starts_with(mark))
}

/// Whether a line is an object of JSON.
fn is_json(line: &[u8]) -> bool {
    line.starts_with(b"{\"") && memchr::memmem::find(line, b"\":").is_some()
}

/// Whether a line begins here that holds a result and no moves.
fn is_lone_result(rest: &[u8]) -> bool {
    termination(first_line(rest))
        .is_ok_and(|(after, _)| !after.trim_ascii_start().starts_with(b"[") && !holds_moves(after))
}

fn continues_moves(rest: &[u8]) -> bool {
    rest.first().is_some_and(|byte| class(*byte) == Class::Move) || termination(rest).is_ok()
}

fn first_word(rest: &[u8]) -> &[u8] {
    rest.split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

/// The length of a move number and the move after it on its line.
fn length_with_move(rest: &[u8], number: usize) -> usize {
    let after = rest.get(number..).unwrap_or_default();
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'.')).count();
    let word = after.get(blanks..).unwrap_or_default();
    let length = word.iter().take_while(|byte| !ends_token(Some(*byte))).count();
    if word.get(..length).is_some_and(is_move) { number + blanks + length } else { number }
}

/// Whether a number has a word after it on its line that is no move: `2. Runde`.
fn numbers_words(rest: &[u8], number: usize) -> bool {
    let after = first_line(rest.get(number..).unwrap_or_default()).trim_ascii();
    let word = first_word(after);
    let is_word = word.first().is_some_and(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    is_word && AnyMovetext::of(word).is_none() && AnyMovetext::of(after).is_none()
}

/// Whether the first move after a label is in a variation that begins the line: it belongs to the game before it.
fn begins_in_variation(line: &[u8]) -> bool {
    let end = variation(line).map_or(0, |(after, _)| line.len() - after.len());
    end > label_length(line)
}

fn first_line(rest: &[u8]) -> &[u8] {
    rest.get(..rest.len() - skip(rest_of_line, rest).len()).unwrap_or_default()
}

/// The length of a forum's tag without a value: `[/pgn]`.
fn forum_tag_length(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"[")?;
    let length = inner.iter().take_while(|byte| byte.is_ascii_alphabetic() || **byte == b'/').count();
    (length > 0 && inner.get(length) == Some(&b']')).then_some(length + 2)
}

fn skip_dots(text: &[u8]) -> &[u8] {
    let dots = text.iter().take_while(|byte| **byte == b'.').count();
    text.get(dots..).unwrap_or_default()
}

/// The length of the text before the first move of a game on its line, with the blanks after it: a few words and a colon, or
/// signs alone, as in `Game 1: 1. e4`, `[pgn]1. e4`, `> 1. e4`, or any text if only moves follow.
fn label_length(line: &[u8]) -> usize {
    let line = first_line(line);
    let label = |at: &usize| {
        let label = line.get(..*at).unwrap_or_default().trim_ascii_end();
        let is_sign = |byte: &u8| b">*|#-:\"'\t ".contains(byte);
        // Words may name a number and a square: `Table: 1 e4`.
        let mut moves = line.get(*at + 1..).unwrap_or_default().split(u8::is_ascii_whitespace);
        let is_numbered = line.get(*at + 1) == Some(&b'.')
            || moves.nth(2).is_some_and(|word| word == b"." || San::from_ascii(word).is_some());
        label.ends_with(b":") && is_numbered
            || label.eq_ignore_ascii_case(b"[pgn]")
            || label.iter().all(is_sign)
    };
    let numbers = memchr::memchr_iter(b'1', line.get(..line.len().min(LONGEST_PREFACE)).unwrap_or_default());
    let begins = |at: &usize| {
        let rest = line.get(*at..).unwrap_or_default();
        // `Move 1: e4 e5` is a line of a table.
        let is_of_moves = || matches!(rest, [_, b'.' | b' ', ..]) && begins_numbered_moves(rest);
        let is_labelled = *at < LONGEST_LABEL && label(at) || is_of_moves();
        *at > 0 && is_labelled && begins_game(rest)
    };
    let after_word = |at: &usize| line.get(at.saturating_sub(1)).is_some_and(u8::is_ascii_alphanumeric);
    numbers.filter(|at| !after_word(at)).find(begins).unwrap_or_default()
}

/// The length of the marks of quoted mail before a tag, or of a mark before the event: `> [Event "Cup"]`, `<pre>[Event "Cup"]`.
fn quote_length(line: &[u8]) -> usize {
    let marks = quote_marks(line);
    if marks > 0 {
        return if line.get(marks..).is_some_and(begins_tag) { marks } else { 0 };
    }
    let line = first_line(line).trim_ascii_end();
    let begins_event = |at: &usize| line.get(*at..).is_some_and(is_event_pair);
    let mark = memchr::memchr_iter(b'[', line).take_while(|at| *at < LONGEST_LABEL).find(begins_event);
    let is_word = |mark: &usize| line.get(..*mark).is_some_and(|mark| !mark.contains(&b' '));
    mark.filter(is_word).unwrap_or_default()
}

/// Whether only moves follow on the line, as far as a preface is read.
fn begins_line_of_moves(rest: &[u8]) -> bool {
    begins_numbered_moves(first_line(rest.get(..rest.len().min(LONGEST_PREFACE)).unwrap_or_default()))
}

/// `begins-game`: a tag, a comment, a termination, the number 1 with a move, or a move.
fn begins_game(rest: &[u8]) -> bool {
    match rest.first().map(|byte| class(*byte)) {
        Some(Class::Bracket) => begins_tag(rest),
        Some(Class::Comment) => true,
        // `* Next round: Monday` and `* 1. e4 e5` are lines of a list.
        Some(Class::Star) => termination(rest).is_ok() && !is_in_list(rest),
        Some(Class::Variation) => rest.starts_with(b"(1)") && begins_line_of_moves(rest),
        // `0-1  Cole - Dunn` above the moves
        Some(Class::Digit) if termination(rest).is_ok() => !is_heading_after_score(rest),
        Some(Class::Digit) => {
            let has_other_mark = matches!(rest, [b'1', b':' | b')' | b',' | b'-', ..]);
            if has_other_mark && begins_line_of_moves(rest) {
                return true;
            }
            match move_number(rest) {
                Ok((after, number)) if number.number == 1 => {
                    let length = rest.len() - after.len();
                    let after = after.trim_ascii_start();
                    if length == 1 && rest.len() == after.len() + 1 {
                        return false;
                    }
                    // A dot may be apart from its number.
                    let mut after = skip_dots(after).trim_ascii_start();
                    while let Some(blank) = non_ascii_blank(after) {
                        after = after.get(blank..).unwrap_or_default();
                    }
                    // A number without a move begins no game, because a chunk may end after it.
                    // The first line of a game without tags shows the notation.
                    matches!(san(after), Ok((rest, _)) if ends_token(skip(annotation_suffix, rest).first()))
                        || AnnotatedMove::printed(after).is_some()
                        || is_surely_descriptive(first_line(after))
                }
                _ => false,
            }
        }
        Some(Class::Move) => {
            // Words of two letters may look like a pawn capture.
            matches!(san(rest), Ok((after, read)) if ends_token(skip(annotation_suffix, after).first())
                && !matches!(read.subject(), Subject::Null | Subject::PawnToFile(_)))
        }
        _ => false,
    }
}

/// The number of lines such as `[Event Cup]`, whose values have no quotation marks, and the first of them, if there are several.
/// `start`: the offset of the text.
fn unquoted_tags(text: &[u8], start: usize) -> Option<(FaultKind, Span)> {
    let (mut at, mut count, mut first) = (start, 0, None);
    for line in text.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
        let begins = at + line.len() - line.trim_ascii_start().len();
        let tag = line.trim_ascii();
        at += line.len();
        if is_unquoted_pair(tag) {
            count += 1;
            first.get_or_insert(Span::new(begins, begins + tag.len()));
        }
    }
    first.filter(|_| count > 1).map(|first| (FaultKind::TagsNotRead(count), first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::NextGame;
    use crate::pgn::reader::the_game;

    #[test]
    fn a_number_before_words_is_no_movetext() {
        for (after, expected) in [
            ("2. Runde", AfterEnd::Prose),
            ("2. Miles - Nunn", AfterEnd::Prose),
            ("1. White won the prize.\n2. Black did not.", AfterEnd::Prose),
            ("3. Runde, e4 Klub", AfterEnd::Prose),
            ("2. Nf3 Nc6", AfterEnd::Movetext),
            ("2. Sf3 Sc6", AfterEnd::Movetext),
            ("2. P-Q4 P-Q4", AfterEnd::Movetext),
            ("2.\nNf3", AfterEnd::Movetext),
        ] {
            let next = "[White \"b\"]\n\n1. d4 d5 1-0\n";
            let record = the_game(&format!("[White \"a\"]\n\n1. e4 e5 1-0\n\n{after}\n\n{next}"));
            let kinds: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
            assert_eq!(kinds, [FaultKind::AfterEnd(expected)], "{after}");
        }
    }

    #[test]
    fn lost_tags_are_counted() {
        let tags = "(Event \"Cup\")\n(Site \"?\")\n(White \"a\")\n(Black \"b\")\n\n";
        let record = the_game(&format!("{tags}1. e4 e5 1-0\n"));
        assert_eq!(record.text.faults.first().map(|fault| &fault.kind), Some(&FaultKind::TagsNotRead(4)));
        let record = the_game(&format!("[White \"c\"]\n\n1. d4 1-0\n\n{tags}1. e4 e5 1-0\n"));
        assert_eq!(record.text.faults.first().map(|fault| &fault.kind), Some(&FaultKind::TagsNotRead(4)));
    }

    #[test]
    fn tags_without_quotation_marks_are_counted() {
        let tags = "[Event Club Ch]\n[Site Leeds]\n[White Smith]\n[WhiteElo 1800]\n[Result 1-0]\n\n";
        let text = format!("{tags}1. e4 e5 1-0\n");
        let record = the_game(&text);
        let first = record.text.faults.first().map(|fault| (&fault.kind, fault.span.of(text.as_bytes())));
        assert_eq!(first, Some((&FaultKind::TagsNotRead(5), &b"[Event Club Ch]"[..])));
        let text = format!("[White \"c\"]\n\n1. d4 1-0\n\n{tags}1. e4 e5 1-0\n");
        assert_eq!(
            the_game(&text).text.faults.first().map(|fault| &fault.kind),
            Some(&FaultKind::TagsNotRead(5))
        );
    }

    #[test]
    fn a_position_before_the_moves_is_named() {
        let fen = "6k1/5p2/7p/7Q/8/8/8/6K1 w - - 0 1";
        for text in [format!("{fen}\n\n1. Qxh6 f6 *\n"), format!("[Event \"x\"]\n\n{fen}\n\n1. Qxh6 f6 *\n")]
        {
            let record = the_game(&text);
            let kinds: Vec<_> = record.text.faults.iter().map(|fault| fault.kind.clone()).collect();
            assert_eq!(kinds, [FaultKind::FenOutsideTag, FaultKind::PositionOutsideTag], "{text}");
        }
    }

    #[test]
    fn the_tag_of_a_forum_is_named_whole() {
        for (after, named) in [("[/pgn]", "[/pgn]"), (" [/pgn] and words", "[/pgn]"), ("[x", "[")] {
            let text = format!("[White \"a\"]\n\n1. e4 e5 1-0{after}\n\n[Event \"x\"]\n\n1. d4 *\n");
            let record = the_game(&text);
            let spans: Vec<_> =
                record.text.faults.iter().map(|fault| fault.span.of(text.as_bytes())).collect();
            assert_eq!(spans, [named.as_bytes()], "{after}");
        }
    }

    #[test]
    fn a_score_before_players_heads_the_game_below() {
        let plies = |text: &str| {
            let (mut reader, mut record) = (Reader::new(text.as_bytes()), Record::default());
            let mut plies = Vec::new();
            while reader.next(&mut record) == NextGame::Read {
                plies.push(record.plies());
            }
            plies
        };
        assert_eq!(plies("1-0  Cole - Dunn\n1. e4 e5 2. Nf3\n\n0-1  Bell - Ames\n1. d4 d5 *\n"), [3, 2]);
        assert_eq!(plies("1. e4 e5 1-0\n\n0-1  Bell - Ames\n1. d4 d5 2. c4 *\n"), [2, 3]);
        // In a list of results, the later ones are no games.
        assert_eq!(plies("1-0  Cole - Dunn\n0-1  Bell - Ames\n"), [0]);
        assert_eq!(plies("1. e4 e5\n\n1-0\n\n1. d4 d5 *\n"), [2, 2]);
    }
}
