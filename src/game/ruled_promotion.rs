//! Rulings that make a piece of a pawn left on its last rank.

use super::act::{Act, Actor};
use super::act_log::ReplacedMove;
use super::facts::{NonstandardKind, NonstandardMove};
use super::record::Record;
use super::span::Span;
use crate::chess::{CheckSign, Illegality, Move, MoveKind, Role, Square};

/// A pawn left on its last rank that a ruling makes a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RuledPromotion {
    /// The index of the pawn's move.
    pub index: usize,
    pub to: Role,
}

impl Record {
    /// The index of the move that left a pawn on this square of its last rank.
    pub(super) fn move_that_left_pawn_on(&self, square: Square) -> Option<usize> {
        let is_last = matches!(square.rank().index(), 0 | 7);
        let is_pawn = self.position.man_at(square).is_some_and(|man| man.role == Role::Pawn);
        // Once the board was edited, the move list alone does not say which man this is.
        if !is_last || !is_pawn || !self.log.boards.is_unedited() || self.log.pending_release.is_some() {
            return None;
        }
        let index = self.moves.iter().rposition(|played| played.to() == square)?;
        let leaves_a_pawn =
            |played: &Move| matches!(played.kind(), MoveKind::Plain | MoveKind::Promotion(Role::Pawn));
        self.moves.get(index).filter(leaves_a_pawn).map(|_| index)
    }

    /// Turns the pawn that a move left on its last rank into a piece, from that move on.
    pub(super) fn promote_by_ruling(&mut self, index: usize, to: Role, ruling: Span) {
        if let Some(was) = self.promote(index, to) {
            self.log.replaced_moves.push(ReplacedMove { place: ruling.start, index, was, to });
        }
    }

    /// The index of the last move if it put a pawn of this player on a square of its last rank, and the clock was not pressed
    /// since: the piece that the pawn becomes can still be set there.
    pub(super) fn promotion_to_complete(&self, by: Actor, square: Square) -> Option<usize> {
        let index = self.move_that_left_pawn_on(square)?;
        let is_own = self.position.man_at(square).map(|man| man.color) == by.player();
        let since = self.acts.iter().rev().take_while(|act| act.after == self.plies());
        let is_pressed = since.into_iter().any(|placed| matches!(placed.act, Act::Press { .. }));
        (is_own && !is_pressed && index + 1 == self.moves.len()).then_some(index)
    }

    /// Turns the pawn that a move left on its last rank into a piece, from that move on. Returns the move as it was.
    pub(super) fn promote(&mut self, index: usize, to: Role) -> Option<Move> {
        let may_become = matches!(to, Role::Queen | Role::Rook | Role::Bishop | Role::Knight);
        let was = self.moves.get(index).filter(|_| may_become)?;
        let stood = u32::try_from(index).ok()?;
        let before = *self.board_after(stood).position();
        self.moves.replace(index, Move::new(was.from(), was.to(), MoveKind::Promotion(to)));
        let is_mended = |odd: &NonstandardMove| {
            odd.ply == stood + 1 && matches!(odd.kind, NonstandardKind::Illegal(Illegality::Promotion))
        };
        self.nonstandard_moves.retain(|odd| !is_mended(odd));
        if !self.nonstandard_moves.iter().any(|odd| matches!(odd.kind, NonstandardKind::Illegal(_))) {
            self.replay.has_illegal_move = false;
        }
        if self.plies() == stood + 1 {
            // A ruling need not announce mate.
            self.replay.last_sign = CheckSign::Mate;
        }
        self.log.boards.forget_checkpoints_from(stood + 1);
        self.position = self.play_on(before, stood, self.plies());
        self.replay.threats = self.position.threats();
        self.replay.history.note_turn_out_of_order();
        self.log.needs_recount = true;
        Some(was)
    }

    /// The promotion that this ruling made.
    pub fn promotion_by(&self, ruling: Span) -> Option<RuledPromotion> {
        let replaced = self.replaced_move_of(ruling)?;
        Some(RuledPromotion { index: replaced.index, to: replaced.to })
    }

    pub(super) fn replaced_move_of(&self, ruling: Span) -> Option<ReplacedMove> {
        let moves = &self.log.replaced_moves;
        let at = moves.binary_search_by_key(&ruling.start, |replaced| replaced.place).ok()?;
        moves.get(at).copied()
    }
}
