//! A man released before its move is complete.

use super::move_list::{MoveList, StatedMove};
use super::span::Span;
use crate::chess::{
    CastlingSquares, Color, Man, Meaning, Move, MoveKind, Position, Role, Side, Square, castling_squares,
};

/// A man released as part of a move that is not complete, or both men of a castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PendingRelease {
    pub by: Color,
    man: Shift,
    other: Option<Shift>,
    castling: Option<Move>,
    /// The command that released the last of them.
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shift {
    pub(super) from: Square,
    pub(super) to: Square,
}

impl PendingRelease {
    /// The release of one man. `None` if it was put down on the square where it stood.
    pub(crate) fn new(by: Color, from: Square, to: Square, span: Span) -> Option<Self> {
        (from != to).then_some(Self { by, man: Shift { from, to }, other: None, castling: None, span })
    }

    pub(super) fn shifts(&self) -> impl Iterator<Item = Shift> {
        [Some(self.man), self.other].into_iter().flatten()
    }

    /// Joins the release of the other man of the same castling, or of the same man again. `None` if `next` is neither.
    pub(super) fn joined_with(&self, next: &Self, board: &Position) -> Option<Self> {
        if self.by != next.by {
            return None;
        }
        if self.shifts().any(|shift| shift == next.man) {
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

    /// Whether the release is part of a move. The releasing player must be on move.
    pub(super) fn is_part_of(&self, played: Move, board: &Position) -> bool {
        let MoveKind::Castling(side) = played.kind() else {
            return self.other.is_none() && (self.man.from, self.man.to) == (played.from(), played.to());
        };
        let king = played.from();
        let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(king.rank(), side);
        let rook = board.castling_rook(king, self.by, side);
        self.shifts().all(|shift| {
            shift == Shift { from: king, to: king_to } || (Some(shift.from) == rook && shift.to == rook_to)
        })
    }

    /// Whether a text can mean a move of which the release is part. The releasing player must be on move.
    pub(super) fn agrees_with(&self, said: &impl StatedMove, board: &Position, made: &MoveList) -> bool {
        match said.meaning_after(board, made) {
            Meaning::Legal(played) | Meaning::Illegal(played, _) => self.is_part_of(played, board),
            Meaning::Ambiguous(readings) => readings.iter().any(|played| self.is_part_of(*played, board)),
            Meaning::Nothing => false,
        }
    }

    /// The move that the release is if no other move completes it.
    pub(super) fn as_move(&self, board: &Position) -> Option<Move> {
        let Shift { from, to } = self.man;
        self.castling.or_else(|| match board.man_at(from)?.role {
            Role::King => Some(Move::plain(from, to)),
            _ => Some(board.move_between(from, to, None)),
        })
    }
}

/// The castling in which the king and the rook move like this.
fn castling_of(by: Color, king: Shift, rook: Shift, board: &Position) -> Option<Move> {
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
