//! Comments, the commands in them, and what acts do to the board.

use crate::chess::{Meaning, San, Square, Subject};

use super::act::{Act, Person};
use super::clock;
use super::command::{ClockKind, Command, command};
use super::fault::{CommandWords, FaultKind};
use super::movetext::{CommentEnd, brace_comment};
use super::reader::Reader;
use super::record::{ClockReading, Odd, OddKind, PlacedAct, Record, Suppression, TurnTaken};
use super::span::Span;

impl Reader<'_> {
    /// A brace comment and the commands in it.
    #[inline]
    pub(super) fn comment(&mut self, record: &mut Record) {
        let rest = self.rest();
        let start = self.at;
        let Ok((after, comment)) = brace_comment(rest) else {
            self.at += 1;
            return;
        };
        self.go_to(after);
        if comment.end == CommentEnd::Unclosed {
            record.fault(FaultKind::UnclosedComment, Span::new(start, start + 1));
        }
        let mut body = comment.body;
        while let Some(found) = memchr::memchr(b'%', body) {
            let before = found.checked_sub(1).and_then(|index| body.get(index));
            if before != Some(&b'[') {
                body = body.get(found + 1..).unwrap_or_default();
                continue;
            }
            let from = body.get(found - 1..).unwrap_or_default();
            body = self.command(record, from);
        }
    }

    /// One command, from its bracket; returns what of the comment is behind it.
    #[inline]
    pub(super) fn command<'b>(&mut self, record: &mut Record, from: &'b [u8]) -> &'b [u8] {
        if let [b'[', b'%', b'e', b'v', b'a', b'l', b' ', ..]
        | [b'[', b'%', b'c', b'a' | b's', b'l', b' ', ..] = from
        {
            let end = memchr::memchr(b']', from).unwrap_or(from.len());
            return from.get(end..).unwrap_or_default();
        }
        if let [b'[', b'%', b'c', b'l', b'k', b' ', time @ ..] = from
            && let Some(end) = time.iter().take(16).position(|byte| *byte == b']')
            && let Some(read) = time.get(..end).and_then(clock::clk)
        {
            let place = from.as_ptr() as usize - self.text.as_ptr() as usize;
            record.clocks.push(ClockReading {
                ply: record.plies(),
                kind: ClockKind::Left,
                time: read,
                span: Span::new(place, place + 7 + end),
            });
            return time.get(end..).unwrap_or_default();
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
            Ok(Command::Act(act)) => Self::take_act(record, act, span),
            Ok(Command::Clock(reading)) => {
                record.clocks.push(ClockReading { ply, kind: reading.kind, time: reading.time, span });
            }
            Ok(Command::Ignore(what)) => record.suppressions.push(Suppression { ply, span, what }),
            Ok(Command::Foreign) => {}
            // A clock written in a way of its own is so at every move: the first tells of all.
            Err(_) if is_clock(from) && record.odd_clocks > 0 => record.odd_clocks += 1,
            Err(fault) => {
                record.odd_clocks += u32::from(is_clock(from));
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                let words = CommandWords { message: fault.message, help: fault.help };
                record.fault(FaultKind::Command(Box::new(words)), Span::new(start, end));
            }
        }
        after
    }

    /// An act of the record: those that change the board change it here. One that cannot have happened
    /// changes nothing.
    fn take_act(record: &mut Record, act: Act, span: Span) {
        if record.termination.is_some() {
            return impossible(record, span, "this stands behind the end of the game".to_owned());
        }
        if record.stop.is_some() {
            return;
        }
        let ply = record.plies();
        if let Err(why) = Self::act_out(record, &act, span) {
            return impossible(record, span, why);
        }
        let after = record.plies();
        record.acts.push(PlacedAct { ply, after, span, act });
    }

    /// Does to the board what the act does to it, or says why it cannot.
    fn act_out(record: &mut Record, act: &Act, span: Span) -> Result<(), String> {
        if let Some(square) = empty_square(record, act) {
            return Err(format!("no man stands on {square}"));
        }
        match act {
            Act::Play { by, words } => Self::play(record, *by, words.as_str(), span),
            Act::Retract { moves } => {
                let back = moves.get();
                let keep = record.plies().checked_sub(back).ok_or_else(|| {
                    format!("{back} moves cannot be taken back: only {} stand", record.plies())
                })?;
                record.rewind(keep);
                Ok(())
            }
            Act::Drop { square } => {
                record.drop_man(*square);
                Ok(())
            }
            Act::Restore { square, .. } => record.restore_man(*square),
            _ => Ok(()),
        }
    }

    /// A completed move that is not in the score.
    fn play(record: &mut Record, by: Person, words: &str, span: Span) -> Result<(), String> {
        let color = by.player().ok_or("the umpire does not move the men")?;
        let read = San::from_ascii(words.as_bytes())
            .filter(|read| read.subject() != Subject::Nobody)
            .ok_or_else(|| format!("`{words}` is no move"))?;
        let mut board = record.position;
        board.set_turn(color);
        let (played, fault) = match board.meaning(read) {
            Meaning::Legal(played) => (played, None),
            Meaning::Illegal(played, fault) => (played, Some(fault)),
            Meaning::Ambiguous(_) => return Err(format!("more than one move fits `{words}`")),
            Meaning::Nothing => return Err(format!("no man can be meant by `{words}`")),
        };
        if record.position.turn() != color {
            record.turns.push(TurnTaken { stood: record.plies(), by: color });
            record.take_turn(color);
        }
        if let Some(fault) = fault {
            let ply = record.plies() + 1;
            record.odd.push(Odd { ply, span, kind: OddKind::Illegal(fault) });
            record.grow_irregular(ply);
        }
        record.apply(played, span.start);
        Ok(())
    }
}

/// Whether a command gives a clock time.
fn is_clock(command: &[u8]) -> bool {
    [&b"[%clk"[..], b"[%emt", b"[%egt", b"[%mct"].iter().any(|name| command.starts_with(name))
}

/// The first square on which the act needs a man and none stands.
fn empty_square(record: &Record, act: &Act) -> Option<Square> {
    let squares = match act {
        Act::Touch { squares, .. } | Act::Displace { squares, .. } => squares.as_slice(),
        Act::Hold { square, .. } | Act::Drop { square } | Act::Hover { from: square, .. } => {
            std::slice::from_ref(square)
        }
        Act::Release { from, .. } => std::slice::from_ref(from),
        _ => return None,
    };
    squares.iter().copied().find(|square| record.position.man_at(*square).is_none())
}

fn impossible(record: &mut Record, span: Span, message: String) {
    record.fault(FaultKind::Command(Box::new(CommandWords { message, help: None })), span);
}
