//! The acts of a player's hands since the last move.

use crate::chess::{Color, Move, MoveKind, Role, Square};
use crate::game::{Alignment, Span};
use crate::law::NoticeTime;

/// How the rook came before the king in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RookFirst {
    Touched,
    /// The hand released it before the king was touched.
    Quitted,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Hands {
    /// The men touched in earnest, each once, in order.
    pub touched: Vec<Square>,
    /// The touched men whose order is not known.
    pub unordered: Vec<Square>,
    /// The span of the first touch.
    pub span: Option<Span>,
    /// The seat of the men on their squares, if the record mentions it.
    pub seat: Option<Alignment>,
    pub adjusting: Adjusting,
    /// The number of men that the last touch added; a notice in touching is about them.
    pub last_added_count: usize,
    /// Whether a man is held.
    pub is_holding: bool,
    /// The squares over which a held man was rested.
    pub hovered: Vec<Hover>,
    /// The men that the hand came to in earnest in any way, each once, in order.
    pub reached: Vec<Square>,
    /// Men released as part of a move that is not complete yet.
    pub released: Vec<Release>,
    /// The player who asked that the move of a rook released before the king was touched stand alone.
    pub rook_demanded: Option<Color>,
    /// The first piece set on a square where a pawn may be promoted.
    pub chosen: Option<Chosen>,
    /// Whether the opponent's false move or cry caused the touch.
    pub induced: bool,
    /// The case whose provision frees the touch.
    pub excused_by: Option<usize>,
    pub case: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adjusting {
    /// A notice about the next touch: given before it, or in touching and written just before it.
    pub notice: Option<NoticeTime>,
    /// The notice written after the last touch, if it was heard with it.
    pub heard_with_it: Option<Span>,
    /// Whether a notice about the touched men did not protect them.
    pub failed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hover {
    from: Square,
    over: Square,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Release {
    man: Square,
    to: Square,
    /// The number of men that the hand had come to by then.
    reached: usize,
}

/// A piece from off the board, set where a pawn may be promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub role: Role,
    pub square: Square,
    pub span: Span,
}

/// The maximum number of men and squares that are kept.
const MOST_TOUCHED: usize = 32;

impl Hands {
    pub(crate) fn clear(&mut self) {
        if self.touched.is_empty()
            && self.reached.is_empty()
            && self.adjusting.notice.is_none()
            && self.chosen.is_none()
        {
            self.case = None;
            return;
        }
        *self = Self::default();
    }

    /// Forgets the touches that were waived; the next touch is a new matter.
    pub(crate) fn forget_waived_touches(&mut self) {
        let Self { adjusting, hovered, reached, released, rook_demanded, chosen, .. } = std::mem::take(self);
        let adjusting = Adjusting { notice: adjusting.notice, ..Adjusting::default() };
        *self = Self { adjusting, hovered, reached, released, rook_demanded, chosen, ..Self::default() };
    }

    /// Adds a man touched in earnest; returns whether it was not touched before.
    pub(crate) fn add(&mut self, square: Square) -> bool {
        let is_new = !self.touched.contains(&square) && self.touched.len() < MOST_TOUCHED;
        if is_new {
            self.touched.push(square);
            self.reach(square);
        }
        is_new
    }

    pub(crate) fn reach(&mut self, man: Square) {
        if !self.reached.contains(&man) && self.reached.len() < MOST_TOUCHED {
            self.reached.push(man);
        }
    }

    pub(crate) fn release(&mut self, man: Square, to: Square) {
        self.reach(man);
        if self.released.len() < MOST_TOUCHED {
            self.released.push(Release { man, to, reached: self.reached.len() });
        }
    }

    /// The square on which a man was last released.
    pub(crate) fn let_go_at(&self, man: Square) -> Option<Square> {
        self.released.iter().rev().find(|release| release.man == man).map(|release| release.to)
    }

    pub(crate) fn released_men(&self) -> impl Iterator<Item = Square> {
        self.released.iter().map(|release| release.man)
    }

    /// Whether a move was made by releasing its man before the hand came to any of these men.
    pub(crate) fn was_released_before(&self, played: Move, men: &[Square]) -> bool {
        let is_move = |release: &&Release| release.man == played.from() && release.to == played.to();
        let Some(release) = self.released.iter().find(is_move) else { return false };
        let earlier = self.reached.get(..release.reached).unwrap_or_default();
        !men.is_empty() && !men.iter().any(|man| earlier.contains(man))
    }

    pub(crate) fn demand_rook(&mut self, by: Color) {
        self.rook_demanded = Some(by);
    }

    pub(crate) fn has_in_hand(&self, man: Square) -> bool {
        self.is_holding && self.reached.contains(&man)
    }

    pub(crate) fn hover(&mut self, from: Square, over: Square) {
        self.reach(from);
        if self.hovered.len() < MOST_TOUCHED {
            self.hovered.push(Hover { from, over });
        }
    }

    /// Whether a man was held over the square of arrival of each of its moves.
    pub(crate) fn has_hovered_all(&self, moves: &[Move]) -> bool {
        moves.iter().all(|played| self.has_hovered(played.from(), played.to()))
    }

    pub(crate) fn has_hovered(&self, from: Square, over: Square) -> bool {
        self.hovered.contains(&Hover { from, over })
    }

    /// Records the piece set on a square; only the first one counts.
    pub(crate) fn choose(&mut self, piece: Chosen) {
        self.chosen.get_or_insert(piece);
    }

    /// The piece that was set for a promotion, if another one was chosen.
    pub(crate) fn changed_choice(&self, played: Move) -> Option<Chosen> {
        let MoveKind::Promotion(role) = played.kind() else { return None };
        self.chosen.filter(|chosen| chosen.square == played.to() && chosen.role != role)
    }

    pub(crate) fn excusing_case(&self) -> Option<usize> {
        self.excused_by
    }

    pub(crate) fn has_touched(&self, man: Square) -> bool {
        self.touched.contains(&man)
    }

    /// How the rook came before the king, if it did.
    pub(crate) fn rook_first(&self, king: Square, rook: Square) -> Option<RookFirst> {
        if [king, rook].iter().all(|man| self.unordered.contains(man)) {
            return None;
        }
        let place = |man: Square| self.reached.iter().position(|reached| *reached == man);
        let (king, rook_reached) = (place(king), place(rook)?);
        if king.is_some_and(|king| king < rook_reached) {
            return None;
        }
        let quitted = self
            .released
            .iter()
            .any(|release| release.man == rook && king.is_none_or(|king| king >= release.reached));
        Some(if quitted { RookFirst::Quitted } else { RookFirst::Touched })
    }
}
