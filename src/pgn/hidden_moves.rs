//! Moves of the game that comments hide: a `{` without its `}`, a `;` before moves, or a whole game in a comment.

use std::ops::Range;

use crate::chess::{Meaning, Move, Position};
use crate::finding::Score;
use crate::game::diagnostic::AfterEnd;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{BoardEnd, FaultKind, Notation, Record, Span, TagPair};

use super::annotation_glyphs::loose_result;
use super::any_notation::AnyMovetext;
use super::boundary::ends_in_result;
use super::counted_faults::count_in_game;
use super::descriptive::{PriorMoves, WrittenMove};
use super::lookahead::Element;
use super::movetext::{Class, brace_comment, class, move_number, termination, variation};
use super::prose::holds_moves;
use super::reader::Reader;
use super::recovery::numbered_ply;

/// Places in a comment from which moves are tried.
const MOST_STARTS: usize = 4;

/// Bytes of a comment in which moves without numbers are looked for, and of a variation that goes on after a comment.
const MOST_BYTES: usize = 4096;

/// Moves and comments within which the next number is looked for.
const MOST_BEFORE_NUMBER: usize = 16;

/// Moves by which a game without numbers is followed after a comment.
const MOST_FOLLOWED: u32 = 100;
/// Fewer moves after a comment do not show whether it hides moves.
const FEW_AFTER: u32 = 16;

/// Fewer moves in a comment may be its own, if the game goes on without them.
const FEWEST_MOVES: u32 = 2;
/// Moves in a comment that are the game, if it has no others.
const MANY_MOVES: u32 = 12;

/// Plies before a move that cannot be made within which a comment is searched for the moves of a turn, and their longest text.
const MOST_TURNS_BACK: usize = 40;
const LONGEST_TURN: usize = 64;

/// The shortest value of a tag that is searched for the rest of the game, in bytes.
const SHORTEST_REST: usize = 24;

/// The moves in an unclosed comment.
pub(super) enum HiddenMoves {
    /// Reading continues at this offset: the moves there lead to the number after the comment, or a variation begins there.
    At(usize),
    Somewhere,
    /// A variation that began in the comment may go on after it.
    Perhaps,
}

/// A variation that begins in a comment, and the offset after its end if it ends after the comment.
struct SplitVariation {
    at: usize,
    after: Option<usize>,
}

/// Legal moves, read to the end of a stretch of text.
struct Run {
    position: Position,
    made: Vec<Move>,
    moves: u32,
    has_result: bool,
}

impl Run {
    fn from(record: &Record) -> Self {
        Self { position: record.position, made: Vec::new(), moves: 0, has_result: false }
    }

    /// Plays a move of the score if it is legal.
    fn play(&mut self, record: &Record, written: WrittenMove) -> bool {
        let prior = PriorMoves { recorded: &record.moves, ahead: &self.made };
        let Meaning::Legal(played) = written.meaning(&self.position, prior) else { return false };
        self.position.play(played);
        self.made.push(played);
        true
    }
}

/// The reading of a `;` directly after a move or a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Semicolons {
    BeginComments,
    SeparateMoves,
}

impl Reader<'_> {
    /// Whether a comment that holds another `{` hides moves, because its own `}` is missing. Comments may hold any text: the
    /// moves in it must lead to the number after it, or without a number the game must be able to go on after them.
    #[cold]
    pub(super) fn hidden_moves_before_brace(
        &self,
        record: &mut Record,
        body: &[u8],
        start: usize,
    ) -> Option<HiddenMoves> {
        if record.replay.fast_path_closed {
            return None;
        }
        let brace = start + memchr::memrchr(b'{', body)?;
        // A second closing brace shows that the comment holds another one.
        if self.text.get(self.at..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"}")) {
            return None;
        }
        match self.variation_before_brace(start, brace) {
            None => self.hidden_moves_to(record, start, brace, self.at),
            Some(SplitVariation { at, after: Some(after) }) => {
                let before = self.hidden_moves_to(record, start, at, after);
                before.filter(|hidden| matches!(hidden, HiddenMoves::At(_))).or(Some(HiddenMoves::At(at)))
            }
            Some(SplitVariation { after: None, .. }) => Some(HiddenMoves::Perhaps),
        }
    }

    /// The moves that are hidden from the offset `start` of a comment to `end`, if the main line goes on at `after`.
    fn hidden_moves_to(
        &self,
        record: &mut Record,
        start: usize,
        end: usize,
        after: usize,
    ) -> Option<HiddenMoves> {
        let next_ply = self.next_numbered_ply(record, after);
        if next_ply.is_some_and(|ply| ply <= record.plies()) {
            return None;
        }
        if next_ply.is_none() && !Self::may_follow(record) {
            return Some(HiddenMoves::Perhaps);
        }
        let record = &*record;
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let number_at = |at: usize| {
            let (_, number) = move_number(self.text.get(at..).filter(|_| self.is_word_start(at))?).ok()?;
            Some(i64::from(number.number))
        };
        // Black's move may come first, without a number.
        let is_near = |at| number_at(at).is_some_and(|number| number == due || number == due + 1);
        let run = |at| self.run_to(record, at, end).filter(|run| run.moves > 0);
        let words = start.max(end.saturating_sub(MOST_BYTES))..end;
        let mut unnumbered = words.filter(|at| self.is_legal_at(record, *at)).take(MOST_STARTS);
        let Some(ply) = next_ply else {
            // Without a number after the comment, moves in it are doubtful, and none is read.
            let has_dot = |at: usize| {
                let number = self.text.get(at..).unwrap_or_default();
                let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
                number.get(digits) == Some(&b'.')
            };
            let followed = |run| self.legal_moves_after(record, run, after, Semicolons::BeginComments);
            let without = followed(Run::from(record));
            let is_run = |at| {
                run(at).is_some_and(|run| {
                    let moves = run.moves;
                    let with = followed(run);
                    with > without || with == without && with < FEW_AFTER && moves >= FEWEST_MOVES
                })
            };
            let is_hidden =
                |at| without < FEW_AFTER && is_near(at) && has_dot(at) && self.is_movetext(record, at, end);
            return (unnumbered.any(is_run) || (start..end).any(is_hidden)).then_some(HiddenMoves::Somewhere);
        };
        let numbered = (start..end).filter(|at| number_at(*at) == Some(due)).take(MOST_STARTS);
        let reaches = |at: &usize| run(*at).map(|run| record.plies() + run.moves);
        let found = { numbered }
            .find(|at| reaches(at).is_some_and(|reached| reached <= ply))
            .or_else(|| unnumbered.find(|at| reaches(at) == Some(ply)));
        (found.is_some() || (start..end).any(is_near))
            .then(|| found.map_or(HiddenMoves::Somewhere, HiddenMoves::At))
    }

    /// A variation that begins before the inner brace of a comment and is not closed there.
    fn variation_before_brace(&self, start: usize, brace: usize) -> Option<SplitVariation> {
        let before = self.text.get(start..brace)?;
        let at = start + memchr::memrchr2(b'(', b')', before)?;
        let text = self.text.get(at..).filter(|text| text.starts_with(b"("))?;
        let window = text.get(..text.len().min(MOST_BYTES + brace - at))?;
        let end = variation(window).ok().filter(|(_, is_closed)| *is_closed);
        let after = end.map(|(rest, _)| at + window.len() - rest.len()).filter(|after| *after > self.at);
        Some(SplitVariation { at, after })
    }

    fn is_word_start(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|before| self.text.get(before));
        before.is_none_or(|byte| !byte.is_ascii_alphanumeric())
    }

    fn is_legal_at(&self, record: &Record, at: usize) -> bool {
        let is_first = self.text.get(at).is_some_and(|byte| class(*byte) == Class::Move);
        is_first
            && self.is_word_start(at)
            && matches!(self.ahead_from(at).next_element(record.text.move_notation),
                Some(Element::Move { written, .. })
                    if matches!(written.meaning(&record.position, record.prior_moves()), Meaning::Legal(_)))
    }

    /// The moves from the offset `at` to `end`, if all are legal and their numbers fit, and nothing but a result follows.
    fn run_to(&self, record: &Record, at: usize, end: usize) -> Option<Run> {
        let mut ahead = Reader { text: self.text.get(..end)?, ..self.ahead_from(at) };
        let mut run = Run::from(record);
        loop {
            // A `;` may separate the moves.
            let passed = ahead.rest().iter().take_while(|byte| matches!(**byte, b' ' | b';')).count();
            ahead.at += passed;
            let Some(element) = ahead.next_element(record.text.move_notation) else { break };
            match element {
                Element::Number(number) => {
                    let plies = record.plies() + run.moves;
                    numbered_ply(record, number).filter(|ply| *ply == plies || *ply + 1 == plies)?;
                }
                Element::Move { written, .. } => {
                    if !run.play(record, written) {
                        return None;
                    }
                    run.moves += 1;
                }
                Element::Comment(_) => {}
            }
        }
        let rest = ahead.rest().trim_ascii_end();
        let last = self.text.get(at..end)?.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next()?;
        let is_result = |text: &[u8]| {
            matches!(termination(text), Ok(([], _)))
                || loose_result(text).is_some_and(|read| read.length == text.len())
        };
        run.has_result = is_result(rest) || is_result(last);
        (rest.is_empty() || is_result(rest)).then_some(run)
    }

    /// The number of moves of the main line from the offset `at` on that are legal after a run.
    fn legal_moves_after(&self, record: &Record, mut run: Run, at: usize, semicolons: Semicolons) -> u32 {
        let mut ahead = self.ahead_from(at);
        for count in 0..MOST_FOLLOWED {
            let is_separator = semicolons == Semicolons::SeparateMoves && ahead.rest().starts_with(b";");
            ahead.at += usize::from(is_separator);
            let next = ahead.next_main_line_move(record.text.move_notation);
            if !next.is_some_and(|written| run.play(record, written)) {
                return count;
            }
        }
        MOST_FOLLOWED
    }

    /// Whether the game may be followed once more from a comment; if not, the moves after it are doubtful.
    fn may_follow(record: &mut Record) -> bool {
        let left = record.recovery.look_ahead_left.checked_sub(MOST_FOLLOWED);
        record.recovery.look_ahead_left = left.unwrap_or(record.recovery.look_ahead_left);
        left.is_some()
    }

    /// The ply that the next number gives to the move at an offset.
    fn next_numbered_ply(&self, record: &Record, at: usize) -> Option<u32> {
        let mut ahead = self.ahead_from(at);
        let mut moves = 0;
        for _ in 0..MOST_BEFORE_NUMBER {
            match ahead.next_element(record.text.move_notation)? {
                Element::Number(number) => {
                    return numbered_ply(record, number)?.checked_sub(moves);
                }
                Element::Move { .. } => moves += 1,
                Element::Comment(_) => {}
            }
        }
        None
    }

    /// Whether there are only moves and numbers from the number at `at` to `end`.
    fn is_movetext(&self, record: &Record, at: usize, end: usize) -> bool {
        let mut ahead = self.ahead_from(at);
        let mut moves = 0;
        for _ in 0..MOST_BEFORE_NUMBER {
            match ahead.next_element(record.text.move_notation) {
                Some(Element::Comment(comment)) => return moves > 0 && comment.range().start >= end,
                Some(Element::Move { .. }) => moves += 1,
                Some(Element::Number(_)) => {}
                None => return false,
            }
        }
        false
    }

    /// Reports the tag that holds the moves after the last one of the game.
    pub(super) fn moves_in_tag(&self, record: &mut Record) {
        let is_long = |pair: &&TagPair| pair.known.is_none() && pair.value.range().len() >= SHORTEST_REST;
        let mut long = record.tags.pairs().iter().filter(is_long);
        let is_possible = record.ending.stop.is_none() && !record.moves.is_empty();
        let holds = |pair: &&TagPair| is_possible && self.continues_in(record, pair.value);
        let Some(tag) = long.find(holds).map(|pair| pair.span) else { return };
        record.add_fault(FaultKind::MovesInTag, tag);
    }

    /// The number of moves with which a text begins.
    fn moves_in(&self, text: Span) -> usize {
        let Range { start, end } = text.range();
        let Some(before_end) = self.text.get(..end) else { return 0 };
        let mut ahead = Reader { text: before_end, ..self.ahead_from(start) };
        std::iter::from_fn(|| ahead.next_main_line_move(Notation::Algebraic)).count()
    }

    /// Whether the value of a tag has the number that is due, and only legal moves after it.
    fn continues_in(&self, record: &Record, value: Span) -> bool {
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let dots = memchr::memchr_iter(b'.', value.of(self.text)).take(MOST_STARTS);
        let mut numbers = dots.filter_map(|dot| {
            let before = value.of(self.text).get(..dot)?;
            let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
            let at = value.range().start + dot - digits;
            Some((at, move_number(self.text.get(at..)?).ok()?.1))
        });
        // The moves of an opening begin with an earlier number.
        numbers.next().is_some_and(|(at, number)| {
            i64::from(number.number) == due
                && self
                    .run_to(record, at, value.range().end)
                    .is_some_and(|run| run.has_result || run.moves >= MANY_MOVES)
        })
    }

    /// Reports a comment from the `;` at `start` to the end of its line that holds the next moves of the game, and nothing
    /// else: the number after the line goes on after them, or they end the game. If they fit exactly, they are read.
    #[cold]
    pub(super) fn moves_in_line_comment(&mut self, record: &mut Record, start: usize) {
        let line_end = self.at;
        let has_separators = record.recovery.separators_until > 0;
        let line_is_read = record.recovery.separators_until == line_end;
        if let Some(game) = self.game_in_line_comment(start)
            && record.board_end() != BoardEnd::Open
        {
            return record.add_fault(FaultKind::AfterEnd(AfterEnd::Movetext), game);
        }
        if record.replay.fast_path_closed {
            // `1.&nbsp;d4`: a sign of another format hides the rest of the line.
            let is_glued =
                start.checked_sub(1).and_then(|at| self.text.get(at)).is_some_and(u8::is_ascii_alphanumeric);
            if is_glued && !has_separators && holds_moves(self.text.get(start..line_end).unwrap_or_default())
            {
                record.add_fault(FaultKind::MovesInLineComment, Span::new(start, line_end));
                record.recovery.separators_until = line_end;
                record.recovery.lost_moves = true;
            }
            return;
        }
        if line_is_read {
            count_in_game(record, FaultKind::SeparatedMoves(1), Span::new(start, start + 1));
            self.at = start + 1;
            return;
        }
        let run = self.run_to(record, start + 1, line_end).filter(|run| run.moves > 0);
        if run.is_none() && !self.may_be_next_moves(record, start + 1, line_end) {
            return;
        }
        if !Self::may_follow(record) {
            record.recovery.position_doubt = Some(PositionDoubt::HiddenMoves);
            return;
        }
        let plies = record.plies();
        let mut ahead = self.ahead_from(line_end);
        let next = ahead.next_element(record.text.move_notation);
        let is_numbered = !matches!(next, Some(Element::Move { .. }));
        // Other comments may come before the result.
        let is_comment = |next: &Element| matches!(next, Element::Comment(_));
        let next = next.filter(|next| !is_comment(next) || !self.no_move_follows(record, &mut ahead));
        let (is_swallowed, fits) = match (next, run) {
            (None, run) => {
                let ends = has_separators || ahead.is_at_game_end();
                let is_separated = || {
                    let line = self.text.get(start + 1..line_end).unwrap_or_default();
                    memchr::memchr(b';', line).is_some()
                };
                (ends, run.is_some_and(|run| run.has_result || has_separators || is_separated()))
            }
            (Some(Element::Move { .. }), Some(run)) => {
                let from = |run, semicolons| self.legal_moves_after(record, run, line_end, semicolons);
                let fits =
                    from(run, Semicolons::SeparateMoves) > from(Run::from(record), Semicolons::BeginComments);
                (fits, fits)
            }
            // A separator may also end the line.
            (Some(Element::Move { .. }), None) => {
                let line = self.text.get(start..line_end).unwrap_or_default();
                (line.trim_ascii_end().ends_with(b";"), false)
            }
            (Some(_), run) => {
                let next = self.next_numbered_ply(record, line_end);
                let reached = run.map(|run| plies + run.moves);
                (next.is_some_and(|ply| ply > plies), reached.is_some() && next == reached)
            }
        };
        if is_swallowed {
            // Each `;` of a line is read so: a longer line is not read.
            if fits && line_end - start <= MOST_BYTES {
                count_in_game(record, FaultKind::SeparatedMoves(1), Span::new(start, start + 1));
                self.at = start + 1;
                record.recovery.separators_until = line_end;
            } else {
                note_hidden_moves(record, FaultKind::MovesInLineComment, Span::new(start, line_end));
            }
        } else if !is_numbered {
            record.recovery.position_doubt = Some(PositionDoubt::HiddenMoves);
        }
    }

    /// Whether only comments come before the end of the game; if so, reads up to it.
    fn no_move_follows(&self, record: &Record, ahead: &mut Reader<'_>) -> bool {
        let mut to_end = self.ahead_from(ahead.at);
        loop {
            match to_end.next_element(record.text.move_notation) {
                Some(Element::Comment(_)) => {}
                Some(Element::Number(_) | Element::Move { .. }) => return false,
                None => {
                    ahead.at = to_end.at;
                    return to_end.is_at_game_end();
                }
            }
        }
    }

    /// The comment after a `;` that ends a game without a result, if it holds moves and ends with a result.
    pub(super) fn result_in_line_comment(&self, record: &Record, end: usize) -> Option<Span> {
        let last = record.moves.token(record.moves.len().checked_sub(1)?)? as usize;
        let tail = self.text.get(last..end)?;
        let line = tail.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).map_or(0, |at| at + 1);
        let start = last + line + memchr::memchr(b';', tail.get(line..)?)?;
        let comment = self.text.get(start..end)?;
        (ends_in_result(comment) && holds_moves(comment)).then(|| Span::new(start, end))
    }

    /// Reports the escaped line from `start` up to here, if it holds the moves that are due and the numbers go on after them.
    #[cold]
    pub(super) fn moves_in_escaped_line(&self, record: &mut Record, start: usize) {
        let is_numbered = |text: &[u8]| text.first().is_some_and(u8::is_ascii_digit);
        let is_due = !record.replay.fast_path_closed
            && self.text.get(start + 1..).is_some_and(|text| is_numbered(text.trim_ascii_start()))
            && self.may_be_next_moves(record, start + 1, self.at)
            && Self::may_follow(record)
            && self.next_numbered_ply(record, self.at).is_none_or(|ply| ply > record.plies());
        if is_due {
            note_hidden_moves(record, FaultKind::MovesInLineComment, Span::new(start, self.at));
        }
    }

    /// Whether a stretch of text holds nothing but moves in any notation, and by their numbers the next ones.
    fn may_be_next_moves(&self, record: &Record, start: usize, end: usize) -> bool {
        let text = self.text.get(start..end).filter(|text| text.len() <= MOST_BYTES);
        let Some(read) = text.and_then(AnyMovetext::of) else { return false };
        match read.first_number {
            Some((number, before)) => {
                let plies = record.plies() + before;
                numbered_ply(record, number).is_some_and(|ply| ply == plies || ply + 1 == plies)
            }
            None => read.moves >= FEWEST_MOVES && !read.is_standard,
        }
    }

    /// Whether a comment before `token`, with no number of a move between them, ends with the two moves that are due there.
    pub(super) fn has_turn_in_comment(&self, record: &Record, token: Span) -> bool {
        let mut next = token.range().start;
        for ply in (0..=record.plies()).rev().take(MOST_TURNS_BACK) {
            let from =
                record.token(ply, self.text).map_or(record.span.range().start, |made| made.range().end);
            let between = self.text.get(from.max(next.saturating_sub(MOST_BYTES))..next);
            let between = between.unwrap_or_default().trim_ascii();
            let comment =
                between.strip_suffix(b"}").and_then(|text| text.rsplit(|byte| *byte == b'{').next());
            let line = || between.get(memchr::memchr(b';', between)? + 1..);
            if let Some(comment) = comment.or_else(line) {
                let ends_with_turn = |at: usize| {
                    let is_start = at == 0 || !comment.get(at - 1).is_some_and(u8::is_ascii_alphanumeric);
                    let read = comment
                        .get(at..)
                        .filter(|text| is_start && text.first().is_some_and(u8::is_ascii_digit));
                    read.and_then(AnyMovetext::of).is_some_and(|read| {
                        let number = read.first_number.and_then(|(number, _)| numbered_ply(record, number));
                        read.moves == 2 && number == Some(ply)
                    })
                };
                return (comment.len().saturating_sub(LONGEST_TURN)..comment.len()).any(ends_with_turn);
            }
            if between.iter().any(u8::is_ascii_digit) {
                return false;
            }
            next = record.token(ply, self.text).map_or(next, |made| made.range().start);
        }
        false
    }

    /// Reports a comment, a variation, an escaped line or a tag that holds a whole game, if the game that it belongs to has no
    /// moves.
    #[cold]
    pub(super) fn game_in_comment(&self, record: &mut Record, movetext: usize) {
        let has_score = record.ending.termination.is_some_and(|end| end.score != Score::Unknown);
        let run = |start: usize, end: usize| {
            let is_first = |at: &usize| {
                self.is_word_start(*at) && self.text.get(*at..).is_some_and(|text| text.starts_with(b"1."))
            };
            self.run_to(record, (start..end).find(is_first)?, end)
        };
        let is_game = |run: &Run| run.moves >= MANY_MOVES || run.moves >= FEWEST_MOVES && run.has_result;
        let of_tag = record.tags.pairs().iter().find(|pair| {
            let value = pair.value.range();
            run(value.start, value.end).is_some_and(|run| is_game(&run))
                || value.len() >= SHORTEST_REST && self.moves_in(pair.value) >= MANY_MOVES as usize
        });
        if let Some(span) = of_tag.map(|pair| pair.span) {
            return record.add_fault(FaultKind::GameInComment, span);
        }
        let mut at = movetext;
        while let Some(rest) = self.text.get(at..self.at).filter(|rest| !rest.is_empty()) {
            let length = match class(rest.first().copied().unwrap_or_default()) {
                Class::Comment => brace_comment(rest).ok().map(|(after, _)| rest.len() - after.len()),
                Class::Variation => variation(rest).ok().map(|(after, _)| rest.len() - after.len()),
                Class::Line | Class::Percent => memchr::memchr2(b'\n', b'\r', rest).or(Some(rest.len())),
                _ => None,
            };
            let Some(length) = length else {
                at += 1;
                continue;
            };
            let text = rest.get(..length).unwrap_or_default();
            let end = at + text.strip_suffix(b"}").or_else(|| text.strip_suffix(b")")).unwrap_or(text).len();
            if run(at + 1, end).is_some_and(|run| is_game(&run) || run.moves >= FEWEST_MOVES && has_score) {
                return record.add_fault(FaultKind::GameInComment, Span::new(at, at + 1));
            }
            at += length.max(1);
        }
    }
}

/// Reports moves of the game that are not read. Nothing is concluded from the moves after them.
#[cold]
pub(super) fn note_hidden_moves(record: &mut Record, kind: FaultKind, span: Span) {
    record.add_fault(kind, span);
    record.recovery.position_doubt = Some(PositionDoubt::HiddenMoves);
    let plies = record.plies();
    record.facts.doubtful.get_or_insert(plies);
}

#[cfg(test)]
mod tests {
    use crate::game::FaultKind;
    use crate::pgn::reader::{faults_of_moves, the_game};

    /// The plies replayed, and the first kind of fault.
    fn read(moves: &str) -> (u32, Option<FaultKind>) {
        let record = the_game(moves);
        (record.plies(), record.text.faults.first().map(|fault| fault.kind.clone()))
    }

    #[test]
    fn moves_before_an_inner_brace_are_found() {
        for (moves, plies) in [
            ("1. e4 {good e5 2. Nf3 {x} Nc6 3. Bb5 a6 1-0", 6),
            ("1. e4 {good 1... e5 2. Nf3 {x} Nc6 3. Bb5 a6 1-0", 6),
            ("1. e4 e5 {open Nf3 Nc6 {c} Bb5 a6 1-0", 4),
            ("1. e4 e5 2. Nf3 {good (2. d4 {y} exd4 3. c3) 2... Nc6 3. Bb5 a6 1-0", 6),
            ("1. e4 e5 {x 2. Nf3 (2. d4 {y} exd4) Nc6 3. Bb5 1-0", 5),
        ] {
            let are_read = plies > 4;
            assert_eq!(read(moves), (plies, Some(FaultKind::CommentHidesMoves { are_read })), "{moves}");
        }
    }

    #[test]
    fn comments_may_hold_braces_and_moves() {
        for moves in [
            "1. e4 e5 {a {brace} 2. Nf3 Nc6 3. Bb5 a6 1-0",
            "1. e4 e5 {not 2. f4 {King's gambit} 2. Nf3 Nc6 3. Bb5 a6 1-0",
            "1. e4 e5 {Nf3 Nc6 {is usual} Nf3 Nc6 Bb5 a6 1-0",
            "1. e4 {good e5 {x} e5 2. Nf3 Nc6 3. Bb5 a6 1-0",
            "1. e4 e5 ; 2. f4 exf4 3. Nf3\n2. Nf3 Nc6 3. Bb5 a6 1-0",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ; 4. Ba4 Nf6 is usual\n1-0",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 ; 3. Bc4 Bc5\n1-0",
            "1. e4 e5 2. Nf3 Nc6 ; Bb5 is good\n3. Bb5 a6 1-0",
        ] {
            assert_eq!(read(moves), (6, None), "{moves}");
        }
    }

    #[test]
    fn moves_after_a_semicolon_are_read_if_they_fit() {
        for (moves, plies) in [
            ("1. e4 e5; 2. Nf3 Nc6; 3. Bb5 a6 1-0", 6),
            ("1. e4 e5 ; 2. Nf3\nNc6 3. Bb5 a6 1-0", 6),
            ("1. e4 ; e5 2. Nf3 Nc6\n3. Bb5 a6 1-0", 6),
            ("1. e4 e5; 2. Nf3 Nc6; 3. Bb5\na6; 4. Ba4\n1-0", 7),
            ("e4; e5 Nf3\nNc6; Bb5 a6 1-0", 6),
            ("1. e4 e5; 2. Nf3 Nc6; 3. Bb5\n", 5),
        ] {
            let found = read(moves);
            assert_eq!(found.0, plies, "{moves}");
            assert!(matches!(found.1, Some(FaultKind::SeparatedMoves(_))), "{moves}");
        }
        assert_eq!(read("1. e4 e5 ; 2. Nf3 Nc6\n"), (2, Some(FaultKind::MovesInLineComment)));
    }

    #[test]
    fn moves_after_a_semicolon_are_not_lost_before_the_result() {
        for moves in
            ["1.e4 e5; 2.Nf3 Nc6; 3.Bb5 a6;\n1-0", "1. P-K4 P-K4; 2. Kt-KB3 Kt-QB3; 3. B-Kt5 P-QR3\n1-0"]
        {
            let (plies, fault) = read(&format!("[Event \"Example\"]\n\n{moves}"));
            assert_eq!(plies, 6, "{moves}");
            assert!(matches!(fault, Some(FaultKind::SeparatedMoves(_))), "{moves}");
        }
        for (moves, plies) in [
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6; 4. Ba4 Nf6 5. O-O Be7\n1-0", 6),
            ("1. e4 e5; 2. Nf3 Nc6\n{A short game.} 1/2-1/2", 2),
            ("1. e4 e5\n; 2. Nf3 Nc6\n; 3. Bb5 a6\n*", 2),
            ("1.e4 e5; 2.Cf3 Cc6; 3.Fb5 a6\n1-0", 2),
        ] {
            let found = read(&format!("[Event \"Example\"]\n\n{moves}"));
            assert_eq!(found, (plies, Some(FaultKind::MovesInLineComment)), "{moves}");
        }
    }

    #[test]
    fn moves_in_other_notations_are_hidden_too() {
        for (moves, plies) in [
            ("1. e4, e5; 2. Nf3, Nc6; 3. Bb5, a6 1-0", 6),
            ("1. P-K4, P-K4; 2. Kt-KB3, Kt-QB3; 3. B-Kt5, P-QR3 1-0", 6),
            ("I. e4 e5; II. Nf3 Nc6 1-0", 4),
            // The letters of other languages are not read.
            ("1. e4 e5; 2. Sf3 Sc6; 3. Lb5 a6 1-0", 2),
            ("e4 e5; Sf3 Sc6; Lb5 a6 1-0", 2),
            ("1. e4 e5\n%2. Nf3 Nc6 3. Bb5\n 1-0", 2),
        ] {
            let record = the_game(&format!("[Event \"Example\"]\n\n{moves}"));
            let hidden = record.text.faults.first().map(|fault| &fault.kind);
            assert_eq!(record.plies(), plies, "{moves}");
            let is_read = plies > 2;
            assert!(
                matches!(hidden, Some(FaultKind::SeparatedMoves(_)) if is_read)
                    || matches!(hidden, Some(FaultKind::MovesInLineComment) if !is_read),
                "{moves}"
            );
        }
        for moves in [
            "1. P-K4 P-K4 ; 2. P-KB4 PxP\n2. Kt-KB3 Kt-QB3 1-0",
            "1. e4 e5 ; 2. Sc3 Sf6\n%2. f4\n2. Nf3 Nc6\n1-0",
        ] {
            let record = the_game(&format!("[Event \"Example\"]\n\n{moves}"));
            assert_eq!((record.plies(), record.text.faults), (4, vec![]), "{moves}");
        }
    }

    #[test]
    fn a_turn_in_a_comment_may_be_the_games() {
        let read = |moves: &str| faults_of_moves(moves).pop();
        assert_eq!(read("1 e4 e5 {usual 2 Nf3 d6} d4 Bb4 h3 1-0"), Some(FaultKind::AfterHiddenMoves));
        assert_eq!(read("1 e4 e5 {usual 2 Nf3 d6} 2 d4 Bb4 h3 1-0"), None);
        assert_eq!(read("1 e4 e5 {not 3 Nf3 d6} d4 Bb4 h3 1-0"), None);
    }

    #[test]
    fn the_rest_of_a_game_in_a_tag_is_reported() {
        let read = |value: &str| read(&format!("[Remark \"{value}\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0")).1;
        assert_eq!(read("3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0"), Some(FaultKind::MovesInTag));
        assert_eq!(read("Spanish: 3. Bb5 a6 4. Ba4 Nf6"), None);
        assert_eq!(read("1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0"), None);
    }

    #[test]
    fn a_game_in_a_comment_is_reported() {
        for game in ["{By A: 1. e4 e5 2. Nf3} 1-0", "{1. e4 e5 2. Nf3 1-0} *"] {
            assert_eq!(read(game), (0, Some(FaultKind::GameInComment)), "{game}");
        }
        for moves in ["{1. e4 e5 was expected} 1-0", "{forfeit} 1-0", "{1. e4 e5} *", "{1. e4 e5} 1. e4 1-0"]
        {
            assert_eq!(read(moves).1, None, "{moves}");
        }
    }
}
