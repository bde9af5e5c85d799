//! Brace comments and the commands in them.

use crate::chess::Meaning;
use crate::game::command_problem::CommandProblem;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{ClockKind, ClockReading, FaultKind, Notation, Record, Span};

use super::commands::{Command, IgnoreCommand, badly_opened, command, player_of_play};
use super::descriptive::WrittenMove;
use super::fast_comments::{
    CLOCK_LENGTH, FastCommand, fast_command, fast_evaluated_clock, fast_foreign, fast_lone_clock,
};
use super::lookahead::Element;
use super::movetext::{brace_comment, move_number};
use super::reader::Reader;
use super::recovery::numbered_ply;

/// Numbers in a comment from which moves are tried.
const MOST_HIDDEN_STARTS: usize = 4;

/// Moves and comments within which the next number is looked for.
const MOST_BEFORE_NUMBER: usize = 16;

/// The moves in an unclosed comment.
enum HiddenMoves {
    /// The moves at this offset lead to the number after the comment.
    At(usize),
    Somewhere,
}

impl Reader<'_> {
    /// Reads the comment at `start`; returns the offset after it.
    pub(super) fn comment(&mut self, record: &mut Record, start: usize) -> usize {
        match self.fast_comment(record, start) {
            Ok(next) => next,
            Err(reached) => self.slow_comment(record, start, reached),
        }
    }

    /// Reads a comment of nothing but the commands that archives write at every move. Returns the offset after it, or as
    /// an error the offset of the first byte that is something else.
    #[inline(always)]
    #[allow(clippy::inline_always)] // on the fast path of annotated archives
    pub(super) fn fast_comment(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        let whole = self.text.get(start..).and_then(<[u8]>::first_chunk);
        if let Some(time) = whole.and_then(fast_lone_clock) {
            let span = Span::new(start + 2, start + 16);
            record.push_clock_reading(ClockReading {
                ply: record.plies(),
                kind: ClockKind::Left,
                time,
                span,
            });
            return Ok(start + 18);
        }
        self.fast_longer_comment(record, start)
    }

    #[inline(never)] // out of the loop over games without comments
    fn fast_longer_comment(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        if let Some(clock) = self.text.get(start..).and_then(fast_evaluated_clock) {
            let at = start + clock.offset;
            let (span, ply, kind) = (Span::new(at, at + CLOCK_LENGTH), record.plies(), ClockKind::Left);
            record.push_clock_reading(ClockReading { ply, kind, time: clock.time, span });
            return Ok(start + clock.length());
        }
        self.fast_comment_of_commands(record, start)
    }

    #[inline(never)] // so that a lone clock costs no more than itself
    fn fast_comment_of_commands(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        let (text, ply) = (self.text, record.plies());
        let mut at = start + 1;
        while let Some(byte) = text.get(at) {
            match byte {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                b'}' => return Ok(at + 1),
                b'[' => {
                    let Some(read) = text.get(at..).and_then(fast_command) else { break };
                    if let Some((kind, time)) = read.clock {
                        let span = Span::new(at, at + read.length);
                        record.push_clock_reading(ClockReading { ply, kind, time, span });
                    }
                    at += read.length;
                }
                _ => break,
            }
        }
        Err(at)
    }

    /// Reads the comment at `start` from the offset `reached` on; returns the offset after it.
    #[inline(never)]
    pub(super) fn slow_comment(&mut self, record: &mut Record, start: usize, reached: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        let Ok((after, comment)) = brace_comment(rest) else { return start + 1 };
        self.advance_to(after);
        let hidden = self.hidden_moves(record, comment.body, start + 1);
        if !comment.is_closed || hidden.is_some() {
            record.add_fault(FaultKind::UnclosedComment, Span::new(start, start + 1));
        }
        if matches!(hidden, Some(HiddenMoves::Somewhere)) {
            record.recovery.position_doubt = Some(PositionDoubt::HiddenMoves);
        }
        let mut body = comment.body.get(reached - start - 1..).unwrap_or_default();
        if let Some(HiddenMoves::At(moves)) = hidden {
            self.at = moves;
            body = body.get(..moves.saturating_sub(reached)).unwrap_or_default();
        }
        while let Some(found) = memchr::memchr2(b'[', b'(', body) {
            let from = body.get(found..).unwrap_or_default();
            body = if from.starts_with(b"[%") {
                self.command(record, from)
            } else {
                self.badly_opened_command(record, from)
            };
        }
        self.at
    }

    /// Whether a comment that holds another `{` hides moves, because its own `}` is missing: it holds the number that is due,
    /// and the number after it is too high. Comments may hold any text, so that neither is enough.
    #[inline]
    fn hidden_moves(&self, record: &Record, body: &[u8], start: usize) -> Option<HiddenMoves> {
        memchr::memchr(b'{', body)?;
        self.hidden_moves_before_brace(record, body, start)
    }

    #[cold]
    fn hidden_moves_before_brace(&self, record: &Record, body: &[u8], start: usize) -> Option<HiddenMoves> {
        if record.replay.fast_path_closed || record.text.move_notation != Notation::Algebraic {
            return None;
        }
        let brace = start + memchr::memrchr(b'{', body)?;
        // A second closing brace shows that the comment holds another one.
        if self.text.get(self.at..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"}")) {
            return None;
        }
        let next_ply = self.next_numbered_ply(record, self.at);
        if next_ply.is_some_and(|ply| ply <= record.plies()) {
            return None;
        }
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        let number_at = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| self.text.get(before));
            let is_word = before.is_none_or(|byte| !byte.is_ascii_alphanumeric());
            let (_, number) = move_number(self.text.get(at..).filter(|_| is_word)?).ok()?;
            Some(i64::from(number.number))
        };
        // Black's move may come first, without a number.
        let is_near = |at| number_at(at).is_some_and(|number| number == due || number == due + 1);
        let Some(ply) = next_ply else {
            // Without a number after the comment, a number in it is doubtful, and no move is read.
            let has_dot = |at: usize| {
                let number = self.text.get(at..).unwrap_or_default();
                let digits = number.iter().take_while(|byte| byte.is_ascii_digit()).count();
                number.get(digits) == Some(&b'.')
            };
            let is_hidden = |at| is_near(at) && has_dot(at) && self.is_movetext(at, brace);
            return (start..brace).any(is_hidden).then_some(HiddenMoves::Somewhere);
        };
        let starts = (start..brace).filter(|at| number_at(*at) == Some(due));
        let found = starts.take(MOST_HIDDEN_STARTS).find(|at| self.lead_to(record, *at, brace, ply));
        (found.is_some() || (start..brace).any(is_near))
            .then(|| found.map_or(HiddenMoves::Somewhere, HiddenMoves::At))
    }

    /// Whether the moves from the offset `at` up to the comment at `brace` are legal, and the number after it fits them.
    fn lead_to(&self, record: &Record, at: usize, brace: usize, next_ply: u32) -> bool {
        let mut ahead = self.ahead_from(at);
        let (mut position, mut plies) = (record.position, record.plies());
        while ahead.at < brace {
            match ahead.next_element(Notation::Algebraic) {
                Some(Element::Number(number)) => {
                    if !numbered_ply(record, number).is_some_and(|ply| ply == plies || ply + 1 == plies) {
                        return false;
                    }
                }
                Some(Element::Move { written: WrittenMove::San(read), .. }) => {
                    let Meaning::Legal(played) = position.meaning(read) else { return false };
                    position.play(played);
                    plies += 1;
                }
                Some(Element::Comment(_)) => return plies > record.plies() && next_ply >= plies,
                _ => return false,
            }
        }
        false
    }

    /// The ply that the next number gives to the move at an offset.
    fn next_numbered_ply(&self, record: &Record, at: usize) -> Option<u32> {
        let mut ahead = self.ahead_from(at);
        let mut moves = 0;
        for _ in 0..MOST_BEFORE_NUMBER {
            match ahead.next_element(Notation::Algebraic)? {
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
    fn is_movetext(&self, at: usize, end: usize) -> bool {
        let mut ahead = self.ahead_from(at);
        let mut moves = 0;
        for _ in 0..MOST_BEFORE_NUMBER {
            match ahead.next_element(Notation::Algebraic) {
                Some(Element::Comment(comment)) => return moves > 0 && comment.range().start >= end,
                Some(Element::Move { .. }) => moves += 1,
                Some(Element::Number(_)) => {}
                None => return false,
            }
        }
        false
    }

    /// Reads the command at the start of `from`; returns the rest of the comment.
    #[inline]
    fn command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        if let Some(rest) = fast_foreign(from) {
            return rest;
        }
        if let Some(FastCommand { length, clock: Some((kind, time)) }) = fast_command(from) {
            let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
            let span = Span::new(place, place + length);
            record.push_clock_reading(ClockReading { ply: record.plies(), kind, time, span });
            return from.get(length..).unwrap_or_default();
        }
        self.slow_command(record, from)
    }

    /// Reports a command that begins otherwise than with `[%`; returns the rest of the text.
    pub(super) fn badly_opened_command<'b>(&self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        let Some((length, usage)) = badly_opened(from) else { return from.get(1..).unwrap_or_default() };
        let is_repeated = is_clock(usage.as_bytes()) && record.recovery.unreadable_clocks > 0;
        record.recovery.unreadable_clocks += u32::from(is_clock(usage.as_bytes()));
        if !is_repeated {
            let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
            let problem = CommandProblem::BadlyOpened { usage };
            record.add_fault(FaultKind::Command(Box::new(problem)), Span::new(place, place + length));
        }
        from.get(length..).unwrap_or_default()
    }

    #[cold]
    fn slow_command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
        let Ok((after, read)) = command(from) else {
            return from.get(2..).unwrap_or_default();
        };
        let length = from.len() - after.len();
        let span = Span::new(place, place + length);
        let ply = record.plies();
        match read {
            Ok(Command::Act(act)) => record.apply_act(act, span),
            Ok(Command::Clock(reading)) => {
                record.push_clock_reading(ClockReading { ply, kind: reading.kind, time: reading.time, span });
            }
            Ok(Command::Ignore(IgnoreCommand { rules, .. })) => record.push_suppression(rules, span),
            Ok(Command::Foreign) => {}
            // A tool that writes invalid clock times does so at every move: only the first is reported.
            Err(_) if is_clock(from) && record.recovery.unreadable_clocks > 0 => {
                record.recovery.unreadable_clocks += 1;
            }
            Err(fault) => {
                record.recovery.unreadable_clocks += u32::from(is_clock(from));
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                record.add_fault(FaultKind::Command(Box::new(fault.problem)), Span::new(start, end));
                let goes_on = record.ending.termination.is_none() && record.ending.stop.is_none();
                if let Some(by) = player_of_play(from).filter(|_| goes_on) {
                    record.note_unread_move(by);
                }
            }
        }
        after
    }
}

fn is_clock(command: &[u8]) -> bool {
    [&b"[%clk"[..], b"[%emt", b"[%egt", b"[%mct"].iter().any(|name| command.starts_with(name))
}
