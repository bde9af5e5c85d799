//! Comments and the commands in them.

use crate::game::clock::ClockKind;
use crate::game::diagnostic::{CommandWords, FaultKind};
use crate::game::{ClockReading, Record, Span};

use super::commands::{Command, Suppress, command, player_of_play};
use super::fast_comments::{CLOCK_LENGTH, Usual, evaluated_clock, lone_clock, usual_command};
use super::movetext::{BracketEnd, brace_comment};
use super::reader::Reader;

impl Reader<'_> {
    /// A brace comment and the commands in it; returns the place behind it.
    pub(super) fn comment(&mut self, record: &mut Record, start: usize) -> usize {
        match self.usual_comment(record, start) {
            Ok(next) => next,
            Err(reached) => self.any_comment(record, start, reached),
        }
    }

    /// A brace comment of nothing but the commands that archives write at every move: the place behind it, or else
    /// the place of the first byte that is something else.
    #[inline(always)]
    #[allow(clippy::inline_always)] // on the straight road of annotated archives
    pub(super) fn usual_comment(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        let whole = self.text.get(start..).and_then(<[u8]>::first_chunk);
        if let Some(time) = whole.and_then(lone_clock) {
            let span = Span::new(start + 2, start + 16);
            record.take_clock(ClockReading { ply: record.plies(), kind: ClockKind::Left, time, span });
            return Ok(start + 18);
        }
        self.longer_comment(record, start)
    }

    /// [`Reader::usual_comment`], of more or other commands than a clock.
    #[inline(never)] // beside the straight road of games without comments
    fn longer_comment(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        if let Some(clock) = self.text.get(start..).and_then(evaluated_clock) {
            let at = start + clock.before;
            let span = Span::new(at, at + CLOCK_LENGTH);
            record.take_clock(ClockReading {
                ply: record.plies(),
                kind: ClockKind::Left,
                time: clock.time,
                span,
            });
            return Ok(start + clock.length());
        }
        self.comment_of_commands(record, start)
    }

    /// [`Reader::usual_comment`], of other commands than a clock, alone or behind an evaluation.
    #[inline(never)] // so that a lone clock costs no more than itself
    fn comment_of_commands(&self, record: &mut Record, start: usize) -> Result<usize, usize> {
        let reached = self.usual_commands(record, start + 1);
        if self.text.get(reached) == Some(&b'}') { Ok(reached + 1) } else { Err(reached) }
    }

    /// Passes over blanks and the commands that archives write at every move; returns the place of the first
    /// byte that is neither.
    #[inline]
    fn usual_commands(&self, record: &mut Record, mut at: usize) -> usize {
        let text = self.text;
        let ply = record.plies();
        while let Some(byte) = text.get(at) {
            if matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                at += 1;
                continue;
            }
            if *byte != b'[' {
                break;
            }
            let Some(usual) = text.get(at..).and_then(usual_command) else { break };
            if let Some((kind, time)) = usual.clock {
                let span = Span::new(at, at + usual.length);
                record.take_clock(ClockReading { ply, kind, time, span });
            }
            at += usual.length;
        }
        at
    }

    /// A comment that holds something else from `reached` on; returns the place behind it.
    #[inline(never)]
    pub(super) fn any_comment(&mut self, record: &mut Record, start: usize, reached: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        let Ok((after, comment)) = brace_comment(rest) else { return start + 1 };
        self.go_to(after);
        if comment.end == BracketEnd::Unclosed {
            record.fault(FaultKind::UnclosedComment, Span::new(start, start + 1));
        }
        let mut body = comment.body.get(reached - start - 1..).unwrap_or_default();
        while let Some(found) = memchr::memchr(b'%', body) {
            let before = found.checked_sub(1).and_then(|index| body.get(index));
            if before != Some(&b'[') {
                body = body.get(found + 1..).unwrap_or_default();
                continue;
            }
            let from = body.get(found - 1..).unwrap_or_default();
            body = self.command(record, from);
        }
        self.at
    }

    /// One command, from its bracket; returns what of the comment is behind it.
    #[inline]
    fn command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        if let [b'[', b'%', b'e', b'v', b'a', b'l', b' ', ..]
        | [b'[', b'%', b'c', b'a' | b's', b'l', b' ', ..] = from
        {
            let end = memchr::memchr(b']', from).unwrap_or(from.len());
            return from.get(end..).unwrap_or_default();
        }
        if let Some(Usual { length, clock: Some((kind, time)) }) = usual_command(from) {
            let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
            let span = Span::new(place, place + length);
            record.take_clock(ClockReading { ply: record.plies(), kind, time, span });
            return from.get(length..).unwrap_or_default();
        }
        self.other_command(record, from)
    }

    #[cold]
    fn other_command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
        let Ok((after, read)) = command(from) else {
            return from.get(2..).unwrap_or_default();
        };
        let length = from.len() - after.len();
        let span = Span::new(place, place + length);
        let ply = record.plies();
        match read {
            Ok(Command::Act(act)) => record.take_act(act, span),
            Ok(Command::Clock(reading)) => {
                record.take_clock(ClockReading { ply, kind: reading.kind, time: reading.time, span });
            }
            Ok(Command::Ignore(Suppress { rules, .. })) => record.take_ignore(rules, span),
            Ok(Command::Foreign) => {}
            // A clock written in a way of its own is so at every move: the first tells of all.
            Err(_) if is_clock(from) && record.recovery.odd_clocks > 0 => record.recovery.odd_clocks += 1,
            Err(fault) => {
                record.recovery.odd_clocks += u32::from(is_clock(from));
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                let words = CommandWords { message: fault.message, help: fault.help };
                record.fault(FaultKind::Command(Box::new(words)), Span::new(start, end));
                let goes_on = record.ending.termination.is_none() && record.ending.stop.is_none();
                if let Some(by) = player_of_play(from).filter(|_| goes_on) {
                    record.note_unread(by);
                }
            }
        }
        after
    }
}

/// Whether a command gives a clock time.
fn is_clock(command: &[u8]) -> bool {
    [&b"[%clk"[..], b"[%emt", b"[%egt", b"[%mct"].iter().any(|name| command.starts_with(name))
}
