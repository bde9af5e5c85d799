//! What a player's hands did since the last move.

use crate::chess::{Color, Move, MoveKind, Role, Square};
use crate::game::{Seat, Span};
use crate::law::NoticeTime;

/// The hands of both players.
#[derive(Clone, Debug, Default)]
pub(crate) struct BothHands {
    pub white: Hands,
    pub black: Hands,
}

impl BothHands {
    pub(crate) fn of(&self, by: Color) -> &Hands {
        match by {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub(crate) fn of_mut(&mut self, by: Color) -> &mut Hands {
        match by {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }

    /// A move is made: nothing is touched any more.
    pub(crate) fn clear(&mut self) {
        self.white.clear();
        self.black.clear();
    }
}

/// How the rook came first in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RookFirst {
    /// It was touched first.
    Touched,
    /// It left the hand before the king was touched.
    Quitted,
}

/// What a player's hands did since the last move.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hands {
    /// The men touched in earnest, each once, in order.
    pub touched: Vec<Square>,
    /// Those of them that were touched in an order that the record does not know.
    pub unordered: Vec<Square>,
    /// Where the first touch stands in the text.
    pub span: Option<Span>,
    /// How the men stood, where that was said.
    pub seat: Option<Seat>,
    /// Notices of adjusting.
    pub adjusting: Adjusting,
    /// How many men the last touch added: what is said of it in touching is about these.
    pub last_added: usize,
    /// Whether a man is kept in hand.
    pub holds: bool,
    /// Squares on which a held man was rested.
    pub hovered: Vec<Hover>,
    /// The men that the hand came to in earnest, in whatever way, each once, in order.
    pub reached: Vec<Square>,
    /// Men let go as part of a move not yet complete.
    pub released: Vec<Release>,
    /// Who asked that the move of a rook let go before the king was touched stand alone.
    pub rook_demanded: Option<Color>,
    /// The piece first set on a square where a pawn may be promoted.
    pub chosen: Option<Chosen>,
    /// Whether the touch was in consequence of the other's false move or cry.
    pub induced: bool,
    /// The provision that frees the touch, through the case it belongs to.
    pub excused_by: Option<usize>,
    /// The case of these touches.
    pub case: Option<usize>,
}

/// Notices of adjusting.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Adjusting {
    /// The notice about what is touched next: given before the touch, or in touching and written just before it.
    pub notice: Option<NoticeTime>,
    /// The notice written after the last touch, if it was heard with it.
    pub heard_with_it: Option<Span>,
    /// Whether notice was given for what was touched, and did not protect it.
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
    /// Where it was let go.
    to: Square,
    /// How many men the hand had come to by then.
    reached: usize,
}

/// A piece from off the board, set where a pawn may be promoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chosen {
    pub role: Role,
    pub square: Square,
    pub span: Span,
}

/// How many men and squares are kept: more hands than that nobody has.
const MOST_TOUCHED: usize = 32;

impl Hands {
    /// Nothing is touched any more.
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

    /// What was touched was let pass: the next touch is another matter.
    pub(crate) fn begin_anew(&mut self) {
        let earlier = std::mem::take(self);
        let Self {
            adjusting: Adjusting { notice, .. },
            hovered,
            reached,
            released,
            rook_demanded,
            chosen,
            ..
        } = earlier;
        let adjusting = Adjusting { notice, ..Adjusting::default() };
        *self = Self { adjusting, hovered, reached, released, rook_demanded, chosen, ..Self::default() };
    }

    /// A man is touched in earnest; whether it was not before.
    pub(crate) fn add(&mut self, square: Square) -> bool {
        let is_new = !self.touched.contains(&square) && self.touched.len() < MOST_TOUCHED;
        if is_new {
            self.touched.push(square);
            self.reach(square);
        }
        is_new
    }

    /// The hand comes to a man.
    pub(crate) fn reach(&mut self, man: Square) {
        if !self.reached.contains(&man) && self.reached.len() < MOST_TOUCHED {
            self.reached.push(man);
        }
    }

    /// A man is let go.
    pub(crate) fn release(&mut self, man: Square, to: Square) {
        self.reach(man);
        if self.released.len() < MOST_TOUCHED {
            self.released.push(Release { man, to, reached: self.reached.len() });
        }
    }

    /// Where a man was let go last.
    pub(crate) fn let_go_at(&self, man: Square) -> Option<Square> {
        self.released.iter().rev().find(|release| release.man == man).map(|release| release.to)
    }

    /// The men let go, in order.
    pub(crate) fn let_go(&self) -> impl Iterator<Item = Square> {
        self.released.iter().map(|release| release.man)
    }

    /// Whether a move was made by letting its man go before the hand came to any of these men.
    pub(crate) fn let_go_before(&self, played: Move, men: &[Square]) -> bool {
        let Some(release) =
            self.released.iter().find(|release| release.man == played.from() && release.to == played.to())
        else {
            return false;
        };
        let earlier = self.reached.get(..release.reached).unwrap_or_default();
        !men.is_empty() && !men.iter().any(|man| earlier.contains(man))
    }

    /// A player asks that the rook's move stand alone.
    pub(crate) fn demand_rook(&mut self, by: Color) {
        self.rook_demanded = Some(by);
    }

    /// Who asked that, if anybody did.
    pub(crate) fn rook_demanded_by(&self) -> Option<Color> {
        self.rook_demanded
    }

    /// Whether a man was lifted and kept in the hand.
    pub(crate) fn has_in_hand(&self, man: Square) -> bool {
        self.holds && self.reached.contains(&man)
    }

    pub(crate) fn hover(&mut self, from: Square, over: Square) {
        self.reach(from);
        if self.hovered.len() < MOST_TOUCHED {
            self.hovered.push(Hover { from, over });
        }
    }

    pub(crate) fn has_hovered(&self, from: Square, over: Square) -> bool {
        self.hovered.contains(&Hover { from, over })
    }

    /// A piece is set on a square: the first one counts.
    pub(crate) fn choose(&mut self, piece: Chosen) {
        self.chosen.get_or_insert(piece);
    }

    /// The piece that the pawn of a promotion was to become, where it becomes another.
    pub(crate) fn other_choice(&self, played: Move) -> Option<Chosen> {
        let MoveKind::Promotion(role) = played.kind() else { return None };
        self.chosen.filter(|chosen| chosen.square == played.to() && chosen.role != role)
    }

    /// The case of the false cry that led to the touch, if one did.
    pub(crate) fn misled_by(&self) -> Option<usize> {
        self.excused_by
    }

    /// Whether a man was touched in earnest.
    pub(crate) fn has_touched(&self, man: Square) -> bool {
        self.touched.contains(&man)
    }

    /// How the rook came before the king, where it did.
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
