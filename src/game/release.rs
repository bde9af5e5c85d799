//! Men released before their move is complete: a king that castles, a pawn that promotes.
//!
//! The board changes only with the completed move. A move of the score or a `[%play]` that agrees with the release completes
//! it; without one, the man stays where it was released, and that is the move. Castling is complete when both men are
//! released; a king released alone has not castled.

use super::act::{Act, Actor, PlacedAct};
use super::act_log::TurnTaken;
use super::facts::{NonstandardKind, NonstandardMove};
use super::move_list::StatedMove;
use super::pending_release::PendingRelease;
use super::record::Record;
use super::replay::Replay;
use super::span::Span;
use crate::chess::{CheckSign, Color, Illegality, Meaning, Move, Play, Position, San, Square};
use std::num::NonZeroU32;

impl Record {
    /// Whether a man was released on the square, where the board does not show it yet.
    pub(super) fn is_released_on(&self, square: Square) -> bool {
        self.log.pending_release.is_some_and(|released| released.shifts().any(|shift| shift.to == square))
    }

    /// Whether this act makes the pending release a completed move.
    pub(super) fn is_settled_by(&self, act: &Act) -> bool {
        let Some(released) = &self.log.pending_release else { return false };
        let is_releasing_player = |by: Actor| by.player() == Some(released.by);
        match act {
            Act::Retract { .. } => true,
            Act::Press { by } => is_releasing_player(*by),
            Act::Play { by, words } => {
                let mut board = self.position;
                board.set_turn(released.by);
                let agrees = San::from_ascii(words.as_str().as_bytes())
                    .is_some_and(|said| released.agrees_with(&said, &board, &self.moves));
                !(is_releasing_player(*by) && agrees)
            }
            Act::Release { by, from, to } => {
                let next = by.player().and_then(|by| PendingRelease::new(by, *from, *to, Span::default()));
                next.is_some_and(|next| released.joined_with(&next, &self.position).is_none())
            }
            Act::Drop { square } | Act::Restore { square, .. } => {
                released.shifts().any(|shift| [shift.from, shift.to].contains(square))
            }
            _ => false,
        }
    }

    /// The board after the pending release as a completed move.
    pub(super) fn board_after_release(&self) -> Position {
        let mut board = self.position;
        if let Some(released) = &self.log.pending_release {
            board.set_turn(released.by);
            if let Some(played) = released.as_move(&board) {
                board.play(played);
            }
        }
        board
    }

    /// Notes a release. An earlier one must belong to the same castling or be settled.
    pub(super) fn push_release(&mut self, next: PendingRelease) {
        let joined =
            self.log.pending_release.and_then(|released| released.joined_with(&next, &self.position));
        self.log.pending_release = Some(joined.unwrap_or(next));
        self.replay.fast_path_closed = true;
    }

    /// Removes the pending release and reopens the fast path.
    pub(super) fn end_release(&mut self) -> Option<PendingRelease> {
        self.replay.fast_path_closed = self.ending.stop.is_some();
        self.log.pending_release.take()
    }

    /// Makes the pending release a completed move.
    pub(crate) fn finish_release(&mut self) {
        let Some(released) = self.end_release() else { return };
        let mut board = self.position;
        board.set_turn(released.by);
        let Some(played) = released.as_move(&board) else { return };
        let fault = board.illegality(played, Play::COMMON);
        self.make_move(released.by, played, fault, released.span);
        self.log.release_moves.push(released.span.start);
    }

    /// Whether a text can mean the move that the pending release began.
    pub(crate) fn completes_release(&self, said: &impl StatedMove) -> bool {
        self.log.pending_release.is_some_and(|released| {
            self.position.turn() == released.by && released.agrees_with(said, &self.position, &self.moves)
        })
    }

    /// Ends the pending release before a token of the score is read: the token completes it, or it is a move of its own.
    pub(crate) fn resolve_release(&mut self, said: &impl StatedMove, token: Span) -> Replay {
        if self.ending.stop.is_some() {
            self.recovery.lost_moves = true;
            return Replay::Stopped;
        }
        if self.completes_release(said) {
            self.end_release();
        } else {
            let is_taken_back = self.is_release_taken_back_by(said);
            self.finish_release();
            if is_taken_back {
                self.take_back_release(token);
            }
        }
        Replay::Continues
    }

    /// Whether a token can only be another move of the releasing player. The release, a completed move, was then taken back,
    /// though the record does not say so.
    fn is_release_taken_back_by(&self, said: &impl StatedMove) -> bool {
        let Some(released) = self.log.pending_release.filter(|released| self.position.turn() == released.by)
        else {
            return false;
        };
        let is_legal = |board: &Position| {
            matches!(said.meaning_after(board, &self.moves), Meaning::Legal(_) | Meaning::Ambiguous(_))
        };
        released.as_move(&self.position).is_some()
            && is_legal(&self.position)
            && !is_legal(&self.board_after_release())
    }

    /// Adds the retraction of the release that `token` implies.
    fn take_back_release(&mut self, token: Span) {
        let ply = self.plies();
        let Some(after) = ply.checked_sub(1) else { return };
        self.rewind(after);
        let act = Act::Retract { moves: NonZeroU32::MIN };
        self.acts.push(PlacedAct { ply, after, span: token, act });
    }

    /// Makes a move that an act states, in turn or out of turn.
    pub(super) fn make_move(&mut self, by: Color, played: Move, fault: Option<Illegality>, span: Span) {
        if self.position.turn() != by {
            self.log.turns.push(TurnTaken { stood: self.plies(), by });
            self.set_turn_out_of_order(by);
        }
        if let Some(fault) = fault {
            let ply = self.plies() + 1;
            self.nonstandard_moves.push(NonstandardMove { ply, span, kind: NonstandardKind::Illegal(fault) });
            self.mark_irregular(ply);
        }
        self.play_move(played, span.start);
        // An act need not announce mate.
        self.replay.last_sign = CheckSign::Mate;
    }
}
