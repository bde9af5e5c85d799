//! Brace comments and the commands in them.

use std::mem::discriminant;

use crate::game::act::Act;
use crate::game::command_problem::CommandProblem;
use crate::game::recovery_state::PositionDoubt;
use crate::game::{ClockKind, ClockReading, FaultKind, Record, Span};

use super::boundary::{is_event_line, is_tag_line};
use super::commands::{Command, IgnoreCommand, adjusting, badly_opened, command, player_of_play};
use super::fast_comments::{
    CLOCK_LENGTH, FastCommand, fast_command, fast_evaluated_clock, fast_foreign, fast_lone_clock,
};
use super::hidden_moves::{HiddenMoves, note_hidden_moves};
use super::movetext::brace_comment;
use super::prose::quote_marks;
use super::reader::Reader;

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
        let fault = match hidden {
            Some(HiddenMoves::At(_)) => Some(FaultKind::CommentHidesMoves { are_read: true }),
            _ if !comment.is_closed => Some(FaultKind::UnclosedComment),
            Some(HiddenMoves::Somewhere) => Some(FaultKind::CommentHidesMoves { are_read: false }),
            Some(HiddenMoves::Perhaps) | None => None,
        };
        match (fault, &hidden) {
            (Some(fault), Some(HiddenMoves::Somewhere)) => {
                note_hidden_moves(record, fault, Span::new(start, start + 1));
            }
            (Some(fault), _) => record.add_fault(fault, Span::new(start, start + 1)),
            (None, _) => {}
        }
        if matches!(hidden, Some(HiddenMoves::Perhaps)) {
            record.recovery.position_doubt = Some(PositionDoubt::HiddenMoves);
        }
        let mut body = comment.body.get(reached - start - 1..).unwrap_or_default();
        if let Some(HiddenMoves::At(moves)) = hidden {
            self.at = moves;
            body = body.get(..moves.saturating_sub(reached)).unwrap_or_default();
        }
        // The first move of another game ended the comment, as a tag does by itself.
        let ends_game = !comment.is_closed && !matches!(hidden, Some(HiddenMoves::At(_)));
        if ends_game && begins_line_of(after, b'1') {
            record.recovery.heading = Some(Span::new(self.at, self.at));
            record.replay.fast_path_closed = true;
        }
        let mut has_tags = false;
        while let Some(found) = memchr::memchr3(b'[', b'(', b'%', body) {
            let from = body.get(found..).unwrap_or_default();
            body = if from.starts_with(b"[%") {
                self.command(record, from)
            } else {
                let is_of_other = !record.tags.pairs().is_empty() && !record.is_past_end();
                if is_of_other && is_event_tag(from) && !std::mem::replace(&mut has_tags, true) {
                    let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
                    record.add_fault(FaultKind::TagsInComment, Span::new(place, place + 1));
                }
                self.badly_opened_command(record, from)
            };
        }
        self.at
    }

    #[inline]
    fn hidden_moves(&self, record: &mut Record, body: &[u8], start: usize) -> Option<HiddenMoves> {
        memchr::memchr(b'{', body)?;
        self.hidden_moves_before_brace(record, body, start)
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
        let problem = CommandProblem::BadlyOpened { usage };
        if !is_repeated_clock(record, &problem) {
            let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
            if problem.is_of_play() {
                record.note_unread_move(None);
            }
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
            Err(fault) if is_repeated_clock(record, &fault.problem) => {}
            Err(fault) => {
                let goes_on = !record.is_past_end() && record.ending.stop.is_none();
                let whole = from.get(..length).unwrap_or_default();
                if let Some((by, word)) = adjusting(whole).filter(|_| goes_on) {
                    let act = Act::Say { by: by.unwrap_or(record.position.turn().into()), word };
                    let problem = CommandProblem::ReadAs(act.to_string());
                    record.add_fault(FaultKind::Command(Box::new(problem)), span);
                    record.apply_act(act, span);
                    return after;
                }
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                if fault.problem.is_of_play() {
                    record.note_unread_move(player_of_play(from));
                }
                record.add_fault(FaultKind::Command(Box::new(fault.problem)), Span::new(start, end));
            }
        }
        after
    }
}

/// Whether a line begins with a sign, after the marks of quoted mail.
fn begins_line_of(line: &[u8], sign: u8) -> bool {
    line.get(quote_marks(line)..).unwrap_or_default().trim_ascii_start().first() == Some(&sign)
}

/// Whether a tag pair follows, with which a game begins, and another on the next line that is not empty.
fn is_event_tag(text: &[u8]) -> bool {
    let next = || memchr::memchr2(b'\n', b'\r', text).and_then(|end| text.get(end..));
    is_event_line(text) && next().is_some_and(|line| is_tag_line(line.trim_ascii_start()))
}

/// Whether a clock reading with the same kind of problem was reported. It is counted then.
fn is_repeated_clock(record: &mut Record, problem: &CommandProblem) -> bool {
    if !problem.is_of_clock_reading() {
        return false;
    }
    let recovery = &mut record.recovery;
    let is_known = recovery.unreadable_clocks.contains(&discriminant(problem));
    if is_known {
        recovery.more_unreadable_clocks += 1;
    } else {
        recovery.unreadable_clocks.push(discriminant(problem));
    }
    is_known
}
