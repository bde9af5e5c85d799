//! Men released before their move is complete: a king that castles, a pawn that promotes.

use crate::chess::{
    CastlingSquares, Color, Man, Meaning, Move, MoveKind, Position, Role, Side, Square, castling_squares,
};

use super::move_list::{MoveList, StatedMove};
use super::span::Span;

/// A man quitted as part of a move that is not complete; king and rook, where both of a castling are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Released {
    pub by: Color,
    man: Step,
    other: Option<Step>,
    /// The castling that the two are.
    castling: Option<Move>,
    /// The command of the last of them.
    pub span: Span,
}

/// From where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub from: Square,
    pub to: Square,
}

impl Released {
    /// A man released alone; none where he was put down on the square he stood on.
    pub(crate) fn new(by: Color, from: Square, to: Square, span: Span) -> Option<Self> {
        (from != to).then_some(Self { by, man: Step { from, to }, other: None, castling: None, span })
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> {
        [Some(self.man), self.other].into_iter().flatten()
    }

    /// Whether he left the square or was quitted on it.
    pub(crate) fn touches(&self, square: Square) -> bool {
        self.steps().any(|step| step.from == square || step.to == square)
    }

    /// This release with another of the same castling, or the same again.
    pub(crate) fn with(&self, next: &Self, board: &Position) -> Option<Self> {
        if self.by != next.by {
            return None;
        }
        if self.steps().any(|step| step == next.man) {
            return Some(*self);
        }
        if self.other.is_some() {
            return None;
        }
        [(self.man, next.man), (next.man, self.man)].into_iter().find_map(|(king, rook)| {
            let castling = castling_of(self.by, king, rook, board)?;
            Some(Self { other: Some(next.man), castling: Some(castling), span: next.span, ..*self })
        })
    }

    /// Whether a move of the releasing player, who is on move, is the one that the release began.
    fn is_part_of(&self, played: Move, board: &Position) -> bool {
        let MoveKind::Castling(side) = played.kind() else {
            return self.other.is_none() && (self.man.from, self.man.to) == (played.from(), played.to());
        };
        let king = played.from();
        let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(king.rank(), side);
        let rook = board.castling_rook(king, self.by, side);
        self.steps().all(|step| {
            step == Step { from: king, to: king_to } || (Some(step.from) == rook && step.to == rook_to)
        })
    }

    /// Whether a text can mean the move that the release began, the releasing player being on move.
    pub(crate) fn agrees(&self, said: &impl StatedMove, board: &Position, made: &MoveList) -> bool {
        match said.meaning_after(board, made) {
            Meaning::Legal(played) | Meaning::Illegal(played, _) => self.is_part_of(played, board),
            Meaning::Ambiguous(readings) => readings.iter().any(|played| self.is_part_of(*played, board)),
            Meaning::Nothing => false,
        }
    }

    /// The move that it is where no other completes it.
    pub(crate) fn played(&self, board: &Position) -> Option<Move> {
        let Step { from, to } = self.man;
        self.castling.or_else(|| match board.man_at(from)?.role {
            Role::King => Some(Move::plain(from, to)),
            _ => Some(board.move_between(from, to, None)),
        })
    }
}

/// The castling of which these are the king's and the rook's part.
fn castling_of(by: Color, king: Step, rook: Step, board: &Position) -> Option<Move> {
    let stands = |square, role| board.man_at(square) == Some(Man { color: by, role });
    if !stands(king.from, Role::King) || !stands(rook.from, Role::Rook) {
        return None;
    }
    let side = [Side::King, Side::Queen].into_iter().find(|side| {
        castling_squares(king.from.rank(), *side) == CastlingSquares { king: king.to, rook: rook.to }
            && board.castling_rook(king.from, by, *side) == Some(rook.from)
    })?;
    Some(Move::new(king.from, king.to, MoveKind::Castling(side)))
}
