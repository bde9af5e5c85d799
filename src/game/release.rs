//! Men quitted before their move is complete: a king that castles, a pawn that promotes.
//!
//! The board changes only with the completed move. A move of the score or a `[%play]` that agrees is that
//! move; failing one, the man stays where he was quitted, and that is the move. Castling is complete once
//! both its men are quitted; a king that went alone has not castled.

use std::num::NonZeroU32;

use super::act::PlacedAct;
use super::act::{Act, Person};
use super::act_log::TurnTaken;
use super::facts::{Odd, OddKind};
use super::move_list::StatedMove;
use super::record::Record;
use super::released::Released;
use super::replay::Replay;
use super::span::Span;
use crate::chess::{CheckSign, Color, Illegality, Meaning, Move, Play, Position, San, Square};

impl Record {
    /// Whether a man was quitted on the square and stands there, though the board does not show it yet.
    pub(crate) fn is_released_on(&self, square: Square) -> bool {
        self.log.released.is_some_and(|released| released.steps().any(|step| step.to == square))
    }

    /// Whether a man released stays where he was released because of this act, as a completed move.
    pub(crate) fn is_settled_by(&self, act: &Act) -> bool {
        let Some(released) = &self.log.released else { return false };
        let is_his = |by: Person| by.player() == Some(released.by);
        match act {
            Act::Retract { .. } => true,
            Act::Press { by } => is_his(*by),
            Act::Play { by, words } => {
                let mut board = self.position;
                board.set_turn(released.by);
                let said = San::from_ascii(words.as_str().as_bytes());
                !(is_his(*by) && said.is_some_and(|said| released.agrees(&said, &board, &self.moves)))
            }
            Act::Release { by, from, to } => {
                let next = by.player().and_then(|by| Released::new(by, *from, *to, Span::default()));
                next.is_some_and(|next| released.with(&next, &self.position).is_none())
            }
            Act::Drop { square } | Act::Restore { square, .. } => released.touches(*square),
            _ => false,
        }
    }

    /// The board with the man where he was released.
    pub(crate) fn board_settled(&self) -> Position {
        let mut board = self.position;
        if let Some(released) = &self.log.released {
            board.set_turn(released.by);
            if let Some(played) = released.played(&board) {
                board.play(played);
            }
        }
        board
    }

    /// A man is released, or the second of a castling is; what was released before and does not belong to
    /// it is settled already.
    pub(crate) fn release_man(&mut self, next: Released) {
        let together = self.log.released.and_then(|released| released.with(&next, &self.position));
        self.log.released = Some(together.unwrap_or(next));
        self.replay.is_held = true;
    }

    /// The man released is so no more, because his move is made now or because it was completed.
    pub(crate) fn end_release(&mut self) -> Option<Released> {
        self.replay.is_held = self.ending.stop.is_some();
        self.log.released.take()
    }

    /// A man released stays where he was released: that is a completed move.
    pub(crate) fn settle(&mut self) {
        let Some(released) = self.end_release() else { return };
        let mut board = self.position;
        board.set_turn(released.by);
        let Some(played) = released.played(&board) else { return };
        let fault = board.illegality(played, Play::COMMON);
        self.make(released.by, played, fault, released.span);
        self.log.settled.push(released.span.start);
    }

    /// Whether a text can mean the move that a release began.
    pub(crate) fn completes_release(&self, said: &impl StatedMove) -> bool {
        self.log.released.is_some_and(|released| {
            self.position.turn() == released.by && released.agrees(said, &self.position, &self.moves)
        })
    }

    /// What a token of the score does to a man released: it is his move, or settles it. Says whether the
    /// token is to be read at all.
    pub(crate) fn meet_token(&mut self, said: &impl StatedMove, token: Span) -> Replay {
        if self.ending.stop.is_some() {
            self.recovery.lost_moves = true;
            return Replay::Stopped;
        }
        if self.completes_release(said) {
            self.end_release();
        } else {
            let is_taken_back = self.is_release_taken_back_by(said);
            self.settle();
            if is_taken_back {
                self.take_back_release(token);
            }
        }
        Replay::Goes
    }

    /// Whether a token can only be another move of the player who released a man: the release, which is a
    /// completed move, was taken back then, though the record does not say so.
    fn is_release_taken_back_by(&self, said: &impl StatedMove) -> bool {
        let Some(released) = self.log.released.filter(|released| self.position.turn() == released.by) else {
            return false;
        };
        let is_legal = |board: &Position| {
            matches!(said.meaning_after(board, &self.moves), Meaning::Legal(_) | Meaning::Ambiguous(_))
        };
        released.played(&self.position).is_some()
            && is_legal(&self.position)
            && !is_legal(&self.board_settled())
    }

    /// The move that a release was is taken back, where another token of the same player stands.
    fn take_back_release(&mut self, token: Span) {
        let ply = self.plies();
        let Some(after) = ply.checked_sub(1) else { return };
        self.rewind(after);
        let act = Act::Retract { moves: NonZeroU32::MIN };
        self.acts.push(PlacedAct { ply, after, span: token, act });
    }

    /// Makes a move that a command tells of.
    pub(crate) fn make(&mut self, by: Color, played: Move, fault: Option<Illegality>, span: Span) {
        if self.position.turn() != by {
            self.log.turns.push(TurnTaken { stood: self.plies(), by });
            self.take_turn(by);
        }
        if let Some(fault) = fault {
            let ply = self.plies() + 1;
            self.odd.push(Odd { ply, span, kind: OddKind::Illegal(fault) });
            self.grow_irregular(ply);
        }
        self.apply(played, span.start);
        // A command need not say that it is mate.
        self.replay.last_sign = CheckSign::Mate;
    }
}
