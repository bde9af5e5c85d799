//! What rulings and retractions mean where the moves alone do not show it: a pawn left on its last rank that
//! becomes a piece later, and a move acted out whose text could not be read.

use std::num::NonZeroU32;

use super::act::{Act, Notice, Person};
use super::act_log::{Remade, Unread};
use super::facts::{Odd, OddKind};
use super::record::Record;
use super::span::Span;
use crate::chess::{CheckSign, Illegality, Move, MoveKind, Role, Square};

/// A pawn left on its last rank that a ruling makes a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PutRight {
    /// The index of the pawn's move.
    pub index: usize,
    /// What it becomes.
    pub to: Role,
}

impl Record {
    /// The index of the move that left a pawn on this square of its last rank.
    pub(crate) fn pawn_left_on(&self, square: Square) -> Option<usize> {
        let is_last = matches!(square.rank().index(), 0 | 7);
        let is_pawn = self.position.man_at(square).is_some_and(|man| man.role == Role::Pawn);
        // A man off the board is followed by other means.
        if !is_last || !is_pawn || !self.log.boards.is_unedited() || self.log.released.is_some() {
            return None;
        }
        let index = self.moves.iter().rposition(|played| played.to() == square)?;
        let leaves_a_pawn =
            |played: &Move| matches!(played.kind(), MoveKind::Plain | MoveKind::Promotion(Role::Pawn));
        self.moves.get(index).filter(leaves_a_pawn).map(|_| index)
    }

    /// The pawn that a move left on its last rank is a piece from that move on.
    pub(crate) fn promote_left(&mut self, index: usize, to: Role, ruling: Span) {
        let may_become = matches!(to, Role::Queen | Role::Rook | Role::Bishop | Role::Knight);
        let Some(was) = self.moves.get(index).filter(|_| may_become) else { return };
        let Ok(stood) = u32::try_from(index) else { return };
        self.log.remade.push(Remade { place: ruling.start, index, was, to });
        let before = *self.board_after(stood).position();
        self.moves.replace(index, Move::new(was.from(), was.to(), MoveKind::Promotion(to)));
        let is_mended =
            |odd: &Odd| odd.ply == stood + 1 && matches!(odd.kind, OddKind::Illegal(Illegality::Promotion));
        self.odd.retain(|odd| !is_mended(odd));
        if !self.odd.iter().any(|odd| matches!(odd.kind, OddKind::Illegal(_))) {
            self.replay.irregular = false;
        }
        if self.plies() == stood + 1 {
            // A ruling need not say that it is mate.
            self.replay.last_sign = CheckSign::Mate;
        }
        self.log.boards.forget_checkpoints_from(stood + 1);
        self.position = self.play_on(before, stood, self.plies());
        self.replay.threats = self.position.threats();
        self.replay.history.turns_broken();
        self.log.is_to_recount = true;
    }

    /// What the ruling that stands there made of a pawn left on its last rank.
    pub fn put_right_by(&self, ruling: Span) -> Option<PutRight> {
        let remade = self.remade_by(ruling)?;
        Some(PutRight { index: remade.index, to: remade.to })
    }

    pub(crate) fn remade_by(&self, ruling: Span) -> Option<Remade> {
        let at = self.log.remade.binary_search_by_key(&ruling.start, |remade| remade.place).ok()?;
        self.log.remade.get(at).copied()
    }

    /// A move was acted out that cannot be read.
    pub(crate) fn note_unread(&mut self, by: Person) {
        if let Some(by) = by.player() {
            let stood = self.plies();
            self.log.unread.push(Unread { by, stood });
        }
    }

    /// An act less what of it belongs to moves that could not be read; `None` where nothing is left.
    pub(crate) fn without_unread(&mut self, act: Act) -> Option<Act> {
        if self.log.unread.is_empty() {
            return Some(act);
        }
        let stood = self.plies();
        // They are in order of time: nearly always all are of now.
        if [self.log.unread.first(), self.log.unread.last()]
            .into_iter()
            .flatten()
            .any(|unread| unread.stood != stood)
        {
            self.log.unread.retain(|unread| unread.stood == stood);
        }
        if self.log.unread.is_empty() {
            return Some(act);
        }
        match act {
            Act::Press { by } if self.log.unread.iter().any(|unread| by.player() == Some(unread.by)) => None,
            Act::Notice {
                notice: Notice::Illegal(None) | Notice::Check(None) | Notice::Turn | Notice::Touch,
                ..
            } => None,
            Act::Retract { moves } => {
                let unread = u32::try_from(self.log.unread.len()).unwrap_or(u32::MAX).min(moves.get());
                self.log.unread.truncate(self.log.unread.len().saturating_sub(unread as usize));
                NonZeroU32::new(moves.get() - unread).map(|moves| Act::Retract { moves })
            }
            act => Some(act),
        }
    }
}
