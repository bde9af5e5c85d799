//! Applies acts to the board of a record.

use std::num::NonZeroU32;

use crate::chess::{
    Bitboard, Color, Illegality, Meaning, Move, MoveKind, Play, Position, Role, San, Square, Subject,
};
use crate::law::Rule;

use super::act::{Act, Actor, Notice, PlacedAct, UmpireRuling};
use super::act_log::UnreadMove;
use super::board_edits::PlacementCorrection;
use super::clock::ClockReading;
use super::command_problem::CommandProblem;
use super::diagnostic::FaultKind;
use super::pending_release::PendingRelease;
use super::put_men_right::all_of;
use super::record::Record;
use super::span::Span;
use super::text_notes::Suppression;

/// All acts are kept until the game is judged, so their number is limited.
const MAX_ACTS: usize = 1 << 12;

/// More than three for each ply of the longest game that the laws of today allow.
const MAX_CLOCKS: usize = 1 << 16;

/// Each finding of a game is compared with each of its suppressions, so their number is limited.
const MAX_SUPPRESSIONS: usize = 1 << 10;

impl Record {
    /// Adds an act and applies it to the board. An impossible act becomes a fault and changes nothing.
    pub(crate) fn apply_act(&mut self, act: Act, span: Span) {
        if self.is_past_end() {
            return self.fault_of_act(span, CommandProblem::AfterEnd);
        }
        if self.ending.stop.is_some() {
            return;
        }
        if self.acts.len() >= MAX_ACTS {
            return self.stop_at_limit(FaultKind::TooManyActs(MAX_ACTS), span);
        }
        let Some(act) = self.without_unread_moves(act) else { return };
        let is_settled = self.is_settled_by(&act);
        let board = if is_settled { self.board_after_release() } else { self.position };
        let standing = self.plies() + u32::from(is_settled);
        let change = match BoardChange::of(&act, self, board, standing, span) {
            Ok(change) => change,
            Err(why) => {
                if let Act::Play { by, .. } = act {
                    self.note_unread_move(Some(by));
                }
                return self.fault_of_act(span, why);
            }
        };
        if is_settled {
            self.finish_release();
        }
        let ply = self.plies();
        match change {
            BoardChange::None => {}
            BoardChange::Play(by, played, fault) => {
                self.end_release();
                self.make_move(by, played, fault, span);
            }
            BoardChange::Retract(keep) => self.rewind(keep),
            BoardChange::Drop(square) => self.edit_board(|board, passed| {
                board.drop_man(square, passed);
            }),
            BoardChange::Restore(square) => self.edit_board(|board, passed| board.restore(square, passed)),
            BoardChange::PutRight(righted) => self.put_men_right(&righted, span),
            BoardChange::Release(released) => self.push_release(released),
            BoardChange::Promote(index, to) => self.promote_by_ruling(index, to, span),
            BoardChange::Complete(index, to) => _ = self.promote(index, to),
        }
        self.note_disturbance(&act);
        let after = self.plies();
        self.acts.push(PlacedAct { ply, after, span, act });
    }

    fn fault_of_act(&mut self, span: Span, problem: CommandProblem) {
        self.add_fault(FaultKind::Command(Box::new(problem)), span);
    }

    /// Notes that a move of a `[%play]` cannot be read.
    pub(crate) fn note_unread_move(&mut self, by: Option<Actor>) {
        if !self.is_past_end() && self.ending.stop.is_none() {
            let (by, stood) = (by.and_then(Actor::player), self.plies());
            self.log.unread_moves.push(UnreadMove { by, stood });
        }
    }

    /// Removes the part of an act that refers to unread moves. `None` if nothing is left.
    fn without_unread_moves(&mut self, act: Act) -> Option<Act> {
        let stood = self.plies();
        let unread = &mut self.log.unread_moves;
        // They are in the order of time and nearly always all of the same ply: the first and the last show if any is older.
        if [unread.first(), unread.last()].into_iter().flatten().any(|unread| unread.stood != stood) {
            unread.retain(|unread| unread.stood == stood);
        }
        if unread.is_empty() {
            return Some(act);
        }
        match act {
            Act::Press { by }
                if unread.iter().any(|unread| unread.by.is_none() || unread.by == by.player()) =>
            {
                None
            }
            Act::Notice {
                notice: Notice::Illegal(None) | Notice::Check(None) | Notice::Turn | Notice::Touch,
                ..
            } => None,
            Act::Retract { moves } => {
                let count = u32::try_from(unread.len()).unwrap_or(u32::MAX).min(moves.get());
                unread.truncate(unread.len().saturating_sub(count as usize));
                NonZeroU32::new(moves.get() - count).map(|moves| Act::Retract { moves })
            }
            act => Some(act),
        }
    }
}

impl Record {
    /// Whether a player left the board and has not returned.
    fn is_away(&self, by: Actor) -> bool {
        let last = self.acts.iter().rev().find_map(|placed| match placed.act {
            Act::Absent { by: who } | Act::Leave { by: who, .. } if who == by => Some(true),
            Act::Return { by: who } if who == by => Some(false),
            _ => None,
        });
        last.unwrap_or(false)
    }

    /// Whether a player has moved, and not left since for an adjournment.
    fn has_begun(&self, by: Actor) -> bool {
        let moved_first = by.player() == Some(self.start.turn());
        let is_resumed = || self.acts.iter().any(|placed| matches!(placed.act, Act::Resume { .. }));
        by.player().is_some() && self.plies() >= if moved_first { 1 } else { 2 } && !is_resumed()
    }

    /// Whether the game was adjourned and has not been resumed.
    fn is_adjourned(&self) -> bool {
        let last = self.acts.iter().rev().find_map(|placed| match placed.act {
            Act::Adjourn | Act::Seal { .. } => Some(true),
            Act::Resume { .. } => Some(false),
            _ => None,
        });
        last.unwrap_or(false)
    }
}

/// The change that an act makes to the board.
enum BoardChange {
    None,
    Play(Color, Move, Option<Illegality>),
    /// The number of plies that are kept.
    Retract(u32),
    Drop(Square),
    Restore(Square),
    /// Men that were set up wrongly are put right, and forgotten men are put on.
    PutRight(Vec<PlacementCorrection>),
    Release(PendingRelease),
    /// The pawn that the move of this index left on its last rank becomes this piece.
    Promote(usize, Role),
    /// The pawn that the last move left there becomes the piece that is set in its place.
    Complete(usize, Role),
}

impl BoardChange {
    /// The change that an act makes to `board`, which is reached after `standing` plies, or why the act is impossible.
    fn of(
        act: &Act,
        record: &Record,
        board: Position,
        standing: u32,
        span: Span,
    ) -> Result<Self, CommandProblem> {
        let stands = |square: &Square| board.man_at(*square).is_some();
        let may_be_touched = |square: &Square| stands(square) || record.is_released_on(*square);
        // The new piece may be set on the square of the pawn or of a man that it captures.
        let may_be_promoted_on = |by: Option<Color>, square: Square| {
            record.is_released_on(square)
                || by.is_none_or(|by| square.rank().index() == if by == Color::White { 7 } else { 0 })
        };
        let touched = match act {
            Act::Touch { squares, .. } | Act::Displace { squares, .. } => squares.as_slice(),
            Act::Hold { square, .. }
            | Act::Hover { from: square, .. }
            | Act::Release { from: square, .. }
            | Act::Drop { square } => std::slice::from_ref(square),
            _ => &[],
        };
        let empty = touched.iter().find(|square| match act {
            Act::Drop { .. } | Act::Release { .. } => !stands(square),
            _ => !may_be_touched(square),
        });
        if let Some(square) = empty {
            return Err(CommandProblem::NoMan(*square));
        }
        if act.by() == Some(Actor::Umpire) && act.is_of_players_alone() {
            return Err(CommandProblem::OnlyPlayers);
        }
        Ok(match act {
            Act::Play { by, words } => Self::play(board, player(*by)?, words.as_str())?,
            Act::Retract { moves } => Self::Retract(
                standing
                    .checked_sub(moves.get())
                    .ok_or(CommandProblem::TooFewMoves { back: moves.get(), made: standing })?,
            ),
            Act::Drop { square } => Self::Drop(*square),
            Act::Restore { square, .. } if stands(square) => {
                return Err(CommandProblem::Occupied(*square));
            }
            Act::Restore { square, .. } => Self::restore(*square, record, &board)?,
            Act::Replace { squares, .. } => Self::replace(squares, record, &board)?,
            Act::Place { by, role, square }
                if let Some(index) = record.promotion_to_complete(*by, *square) =>
            {
                Self::Complete(index, *role)
            }
            Act::Place { by, role, square } if !may_be_touched(square) => {
                Self::place(*by, *role, *square, record, &board)
            }
            Act::Place { by, square, .. } if !may_be_promoted_on(by.player(), *square) => {
                return Err(CommandProblem::Occupied(*square));
            }
            Act::Arrive { by, .. } if record.has_begun(*by) => return Err(CommandProblem::AlreadyMoved),
            Act::Return { by } if !record.is_away(*by) => return Err(CommandProblem::NotAway),
            Act::Resume { .. } if !record.is_adjourned() => return Err(CommandProblem::NotAdjourned),
            Act::Ruling(UmpireRuling::Promote(square, to)) => {
                record.move_that_left_pawn_on(*square).map_or(Self::None, |index| Self::Promote(index, *to))
            }
            Act::Release { by, from, to } => {
                PendingRelease::new(player(*by)?, *from, *to, span).map_or(Self::None, Self::Release)
            }
            _ => Self::None,
        })
    }

    /// Puts a man on an empty square: the man that fell from it, else one that was set up elsewhere or forgotten, else the
    /// one that fell last.
    fn restore(square: Square, record: &Record, board: &Position) -> Result<Self, CommandProblem> {
        if !record.log.boards.has_fallen_from(square) {
            let righted = record.corrections_on(Bitboard::of(square), board);
            if !righted.is_empty() {
                return Ok(Self::PutRight(righted));
            }
            if let Some(man) = record.given_from(square) {
                return Ok(Self::PutRight(vec![PlacementCorrection::PutOn(square, man)]));
            }
        }
        if !record.log.boards.lacks_a_man {
            return Err(CommandProblem::NothingFallen);
        }
        Ok(Self::Restore(square))
    }

    /// Sets a man from off the board on an empty square, if it was forgotten there when the men were set up.
    fn place(by: Actor, role: Role, square: Square, record: &Record, board: &Position) -> Self {
        let righted = record.corrections_on(Bitboard::of(square), board);
        match righted.as_slice() {
            [PlacementCorrection::PutOn(_, man)] if man.role == role && by.player() == Some(man.color) => {
                Self::PutRight(righted)
            }
            _ => Self::None,
        }
    }

    /// Puts men back where they stood before they were disturbed, which needs no change. Otherwise puts men right that were
    /// set up wrongly.
    fn replace(squares: &[Square], record: &Record, board: &Position) -> Result<Self, CommandProblem> {
        let named = all_of(squares);
        if record.was_disturbed(named) {
            return Ok(Self::None);
        }
        let righted = record.corrections_on(named, board);
        if !righted.is_empty() {
            return Ok(Self::PutRight(righted));
        }
        match squares.iter().find(|square| record.is_still_wrong(**square)) {
            Some(square) => Err(CommandProblem::CannotCorrect(*square)),
            None => Ok(Self::None),
        }
    }

    fn play(mut board: Position, by: Color, words: &str) -> Result<Self, CommandProblem> {
        let read = San::from_ascii(words.as_bytes())
            .filter(|read| read.subject() != Subject::Null)
            .ok_or_else(|| CommandProblem::UnreadableMove(words.to_owned()))?;
        board.set_turn(by);
        match board.meaning(read) {
            Meaning::Legal(played) => Ok(Self::Play(by, played, None)),
            Meaning::Illegal(played, fault) => Ok(Self::Play(by, played, Some(fault))),
            Meaning::Ambiguous(moves) => match pawn_left(&moves) {
                Some(left) => Ok(Self::Play(by, left, board.illegality(left, Play::COMMON))),
                None => Err(CommandProblem::AmbiguousMove(words.to_owned())),
            },
            Meaning::Nothing => match board.nearest_meaning(read) {
                Some(played) => Ok(Self::Play(by, played, board.illegality(played, Play::COMMON))),
                None => Err(CommandProblem::NoManFits(words.to_owned())),
            },
        }
    }
}

/// The move that leaves a pawn on its last rank, if the moves differ only in the piece that the pawn becomes.
fn pawn_left(moves: &[Move]) -> Option<Move> {
    let (first, others) = moves.split_first()?;
    let is_promotion = |played: &Move| matches!(played.kind(), MoveKind::Promotion(_));
    let is_same = |played: &Move| (played.from(), played.to()) == (first.from(), first.to());
    let differ_in_piece =
        is_promotion(first) && others.iter().all(|other| is_promotion(other) && is_same(other));
    differ_in_piece.then(|| Move::new(first.from(), first.to(), MoveKind::Promotion(Role::Pawn)))
}

fn player(by: Actor) -> Result<Color, CommandProblem> {
    by.player().ok_or(CommandProblem::ArbiterMoves)
}

impl Record {
    #[inline]
    pub(crate) fn push_clock_reading(&mut self, reading: ClockReading) {
        if self.clocks.len() == self.clocks.capacity() {
            return self.grow_clocks(reading);
        }
        self.clocks.push(reading);
    }

    #[cold]
    fn grow_clocks(&mut self, reading: ClockReading) {
        let held = self.clocks.len();
        if held < MAX_CLOCKS {
            self.clocks.push(reading);
        } else if !self.ending.exceeds_limit {
            // Later readings are dropped without another fault.
            self.stop_at_limit(FaultKind::TooManyClocks(MAX_CLOCKS), reading.span);
        }
    }

    pub(crate) fn push_suppression(&mut self, mut rules: Vec<Rule>, span: Span) {
        if self.text.suppressions.len() < MAX_SUPPRESSIONS {
            rules.sort_unstable();
            rules.dedup();
            rules.shrink_to_fit();
            let (ply, behind_lost_moves) = (self.plies(), self.has_lost_moves());
            self.text.suppressions.push(Suppression {
                ply,
                span,
                rules,
                after_lost_moves: behind_lost_moves,
            });
        } else if !self.ending.exceeds_limit {
            self.stop_at_limit(FaultKind::TooManySuppressions(MAX_SUPPRESSIONS), span);
        }
    }
}
