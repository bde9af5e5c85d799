//! Comments, the commands in them, and what acts do to the board.

use crate::chess::{Bitboard, Color, Illegality, Meaning, Move, Position, Role, San, Square, Subject};
use crate::law::Rule;

use super::act::{Act, Person, Ruling};
use super::command::{ClockKind, Command, Suppress, command, player_of_play};
use super::fault::{CommandWords, FaultKind};
use super::movetext::{CommentEnd, brace_comment};
use super::reader::Reader;
use super::record::{ClockReading, PlacedAct, Record, Suppression};
use super::rectification::{Righted, all_of};
use super::release::Released;
use super::span::Span;
use super::usual_commands::{CLOCK_LENGTH, Usual, evaluated_clock, lone_clock, usual_command};

/// How many acts of a game are followed, before no more of it is replayed: each is kept until the game is judged.
const MOST_ACTS: usize = 1 << 12;

/// How many times of clocks are kept of a game, before no more of it is replayed: more than three for each ply of the longest
/// that the laws of today allow.
const MOST_CLOCKS: usize = 1 << 16;

/// How many times a game may ask for findings not to be told, before no more of it is replayed: each is held against all of
/// them.
const MOST_IGNORES: usize = 1 << 10;

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
        if comment.end == CommentEnd::Unclosed {
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
            Ok(Command::Act(act)) => Self::take_act(record, act, span),
            Ok(Command::Clock(reading)) => {
                record.take_clock(ClockReading { ply, kind: reading.kind, time: reading.time, span });
            }
            Ok(Command::Ignore(Suppress { rules, .. })) => record.take_ignore(rules, span),
            Ok(Command::Foreign) => {}
            // A clock written in a way of its own is so at every move: the first tells of all.
            Err(_) if is_clock(from) && record.odd_clocks > 0 => record.odd_clocks += 1,
            Err(fault) => {
                record.odd_clocks += u32::from(is_clock(from));
                let start = (place + fault.span.start).min(place + length);
                let end = (place + fault.span.end).clamp(start, place + length);
                let words = CommandWords { message: fault.message, help: fault.help };
                record.fault(FaultKind::Command(Box::new(words)), Span::new(start, end));
                let goes_on = record.termination.is_none() && record.stop.is_none();
                if let Some(by) = player_of_play(from).filter(|_| goes_on) {
                    record.note_unread(by);
                }
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
        if record.acts.len() >= MOST_ACTS {
            return record.stop_at_too_much(FaultKind::TooManyActs(MOST_ACTS), span);
        }
        let Some(act) = record.without_unread(act) else { return };
        let is_settled = record.is_settled_by(&act);
        let board = if is_settled { record.board_settled() } else { record.position };
        let standing = record.plies() + u32::from(is_settled);
        let deed = match Deed::of(&act, record, board, standing, span) {
            Ok(deed) => deed,
            Err(why) => {
                if let Act::Play { by, .. } = act {
                    record.note_unread(by);
                }
                return impossible(record, span, why);
            }
        };
        if is_settled {
            record.settle();
        }
        let ply = record.plies();
        match deed {
            Deed::Nothing => {}
            Deed::Play(by, played, fault) => {
                record.end_release();
                record.make(by, played, fault, span);
            }
            Deed::Retract(keep) => record.rewind(keep),
            Deed::Drop(square) => record.drop_man(square),
            Deed::Restore(square) => record.restore_man(square),
            Deed::PutRight(righted) => record.put_men_right(&righted, span),
            Deed::Release(released) => record.release_man(released),
            Deed::Promote(index, to) => record.promote_left(index, to, span),
        }
        record.note_disturbance(&act);
        let after = record.plies();
        record.acts.push(PlacedAct { ply, after, span, act });
    }
}

/// What an act does to the board.
enum Deed {
    Nothing,
    Play(Color, Move, Option<Illegality>),
    /// So many moves are kept.
    Retract(u32),
    Drop(Square),
    Restore(Square),
    /// Men who were set up wrongly are put right, those who were forgotten put on.
    PutRight(Vec<Righted>),
    Release(Released),
    /// The pawn that the move of this index left on its last rank becomes such a man.
    Promote(usize, Role),
}

impl Deed {
    /// What the act does to the board, on which so many moves stand, or why it cannot.
    fn of(act: &Act, record: &Record, board: Position, standing: u32, span: Span) -> Result<Self, String> {
        let stands = |square: &Square| board.man_at(*square).is_some();
        let may_be_touched = |square: &Square| stands(square) || record.is_released_on(*square);
        let needed = match act {
            Act::Touch { squares, .. } | Act::Displace { squares, .. } => squares.as_slice(),
            Act::Hold { square, .. } | Act::Hover { from: square, .. } | Act::Drop { square } => {
                std::slice::from_ref(square)
            }
            Act::Release { from, .. } => std::slice::from_ref(from),
            _ => &[],
        };
        let empty = needed.iter().find(|square| match act {
            Act::Drop { .. } | Act::Release { .. } => !stands(square),
            _ => !may_be_touched(square),
        });
        if let Some(square) = empty {
            return Err(format!("no man stands on {square}"));
        }
        Ok(match act {
            Act::Play { by, words } => Self::play(board, player(*by)?, words.as_str())?,
            Act::Retract { moves } => {
                let keep = standing.checked_sub(moves.get());
                Self::Retract(
                    keep.ok_or_else(|| format!("{moves} moves cannot be taken back: only {standing} stand"))?,
                )
            }
            Act::Drop { square } => Self::Drop(*square),
            Act::Restore { square, .. } if stands(square) => {
                return Err(format!("a man stands on {square} already"));
            }
            Act::Restore { square, .. } => Self::restore(*square, record, &board)?,
            Act::Replace { squares, .. } => Self::replace(squares, record, &board)?,
            Act::Place { by, role, square } if !may_be_touched(square) => {
                Self::place(*by, *role, *square, record, &board)
            }
            Act::Ruling(Ruling::Promote(square, to)) => {
                record.pawn_left_on(*square).map_or(Self::Nothing, |index| Self::Promote(index, *to))
            }
            Act::Release { by, from, to } => {
                Released::new(player(*by)?, *from, *to, span).map_or(Self::Nothing, Self::Release)
            }
            _ => Self::Nothing,
        })
    }

    /// A man is put on a square, which is empty: he that fell from it, else he that was set up elsewhere or
    /// forgotten, else the one that fell last.
    fn restore(square: Square, record: &Record, board: &Position) -> Result<Self, String> {
        if !record.has_fallen_from(square) {
            let righted = record.rectification(Bitboard::of(square), board);
            if !righted.is_empty() {
                return Ok(Self::PutRight(righted));
            }
            if let Some(man) = record.given_from(square) {
                return Ok(Self::PutRight(vec![Righted::PutOn(square, man)]));
            }
        }
        if record.fallen.is_none_off() {
            return Err("no man has fallen from the board".to_owned());
        }
        Ok(Self::Restore(square))
    }

    /// A man from off the board is set on an empty square: he that was forgotten there in setting up.
    fn place(by: Person, role: Role, square: Square, record: &Record, board: &Position) -> Self {
        let righted = record.rectification(Bitboard::of(square), board);
        match righted.as_slice() {
            [Righted::PutOn(_, man)] if man.role == role && by.player() == Some(man.color) => {
                Self::PutRight(righted)
            }
            _ => Self::Nothing,
        }
    }

    /// Men are put back: where they stood before they were disturbed, else, of men set up wrongly, where they belong.
    fn replace(squares: &[Square], record: &Record, board: &Position) -> Result<Self, String> {
        let named = all_of(squares);
        if record.was_disturbed(named) {
            return Ok(Self::Nothing);
        }
        let righted = record.rectification(named, board);
        if !righted.is_empty() {
            return Ok(Self::PutRight(righted));
        }
        match squares.iter().find(|square| record.is_wrong_still(**square)) {
            Some(square) => Err(format!(
                "nobody can be put right on {square}: the men set up wrongly have moved, or others stand in their places"
            )),
            None => Ok(Self::Nothing),
        }
    }

    /// A completed move that is not in the score.
    fn play(mut board: Position, by: Color, words: &str) -> Result<Self, String> {
        let read = San::from_ascii(words.as_bytes())
            .filter(|read| read.subject() != Subject::Nobody)
            .ok_or_else(|| format!("`{words}` is no move"))?;
        board.set_turn(by);
        match board.meaning(read) {
            Meaning::Legal(played) => Ok(Self::Play(by, played, None)),
            Meaning::Illegal(played, fault) => Ok(Self::Play(by, played, Some(fault))),
            Meaning::Ambiguous(_) => Err(format!("more than one move fits `{words}`")),
            Meaning::Nothing => Err(format!("no man can be meant by `{words}`")),
        }
    }
}

fn player(by: Person) -> Result<Color, String> {
    by.player().ok_or_else(|| "the umpire does not move the men".to_owned())
}

impl Record {
    /// Keeps a time of a clock.
    #[inline]
    fn take_clock(&mut self, reading: ClockReading) {
        if self.clocks.len() == self.clocks.capacity() {
            return self.take_clock_in_more_room(reading);
        }
        self.clocks.push(reading);
    }

    #[cold]
    fn take_clock_in_more_room(&mut self, reading: ClockReading) {
        let held = self.clocks.len();
        if held < MOST_CLOCKS {
            self.clocks.push(reading);
        } else if !self.is_too_much {
            // Those that stand behind are not kept either.
            self.stop_at_too_much(FaultKind::TooManyClocks(MOST_CLOCKS), reading.span);
        }
    }

    fn take_ignore(&mut self, mut rules: Vec<Rule>, span: Span) {
        if self.suppressions.len() < MOST_IGNORES {
            rules.sort_unstable();
            rules.dedup();
            rules.shrink_to_fit();
            let (ply, behind_lost_moves) = (self.plies(), self.loses_moves());
            self.suppressions.push(Suppression { ply, span, rules, behind_lost_moves });
        } else if !self.is_too_much {
            self.stop_at_too_much(FaultKind::TooManyIgnores(MOST_IGNORES), span);
        }
    }
}

/// Whether a command gives a clock time.
fn is_clock(command: &[u8]) -> bool {
    [&b"[%clk"[..], b"[%emt", b"[%egt", b"[%mct"].iter().any(|name| command.starts_with(name))
}

fn impossible(record: &mut Record, span: Span, message: String) {
    record.fault(FaultKind::Command(Box::new(CommandWords { message, help: None })), span);
}
