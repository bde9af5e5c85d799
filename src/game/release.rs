//! Men quitted before their move is complete: a king that castles, a pawn that promotes.
//!
//! The board changes only with the completed move. A move of the score or a `[%play]` that agrees is that
//! move; failing one, the man stays where he was quitted, and that is the move. Castling is complete once
//! both its men are quitted; a king that went alone has not castled.

use std::num::NonZeroU32;

use super::act::{Act, Person};
use super::facts::{Odd, OddKind};
use super::move_list::{MoveList, StatedMove};
use super::record::{PlacedAct, Record, TurnTaken};
use super::span::Span;
use crate::chess::{
    CastlingSquares, CheckSign, Color, Illegality, Man, Meaning, Move, MoveKind, Play, Position, Role, San,
    Side, Square, castling_squares,
};

/// A man quitted as part of a move that is not complete; king and rook, where both of a castling are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Released {
    by: Color,
    man: Step,
    other: Option<Step>,
    /// The castling that the two are.
    castling: Option<Move>,
    /// The command of the last of them.
    span: Span,
}

/// From where to where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    from: Square,
    to: Square,
}

/// Whether the score is read on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replay {
    Goes,
    Stopped,
}

impl Released {
    /// A man released alone; none where he was put down on the square he stood on.
    pub(crate) fn new(by: Color, from: Square, to: Square, span: Span) -> Option<Self> {
        (from != to).then_some(Self { by, man: Step { from, to }, other: None, castling: None, span })
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        [Some(self.man), self.other].into_iter().flatten()
    }

    /// Whether he left the square or was quitted on it.
    fn touches(&self, square: Square) -> bool {
        self.steps().any(|step| step.from == square || step.to == square)
    }

    /// This release with another of the same castling, or the same again.
    fn with(&self, next: &Self, board: &Position) -> Option<Self> {
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
    fn agrees(&self, said: &impl StatedMove, board: &Position, made: &MoveList) -> bool {
        match said.meaning_after(board, made) {
            Meaning::Legal(played) | Meaning::Illegal(played, _) => self.is_part_of(played, board),
            Meaning::Ambiguous(readings) => readings.iter().any(|played| self.is_part_of(*played, board)),
            Meaning::Nothing => false,
        }
    }

    /// The move that it is where no other completes it.
    fn played(&self, board: &Position) -> Option<Move> {
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

impl Record {
    /// Whether a man was quitted on the square and stands there, though the board does not show it yet.
    pub(crate) fn is_released_on(&self, square: Square) -> bool {
        self.released.is_some_and(|released| released.steps().any(|step| step.to == square))
    }

    /// Whether a man released stays where he was released because of this act, as a completed move.
    pub(crate) fn is_settled_by(&self, act: &Act) -> bool {
        let Some(released) = &self.released else { return false };
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
        if let Some(released) = &self.released {
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
        let together = self.released.and_then(|released| released.with(&next, &self.position));
        self.released = Some(together.unwrap_or(next));
        self.is_held = true;
    }

    /// The man released is so no more, because his move is made now or because it was completed.
    pub(crate) fn end_release(&mut self) -> Option<Released> {
        self.is_held = self.stop.is_some();
        self.released.take()
    }

    /// A man released stays where he was released: that is a completed move.
    pub(crate) fn settle(&mut self) {
        let Some(released) = self.end_release() else { return };
        let mut board = self.position;
        board.set_turn(released.by);
        let Some(played) = released.played(&board) else { return };
        let fault = board.illegality(played, Play::COMMON);
        self.make(released.by, played, fault, released.span);
        self.settled.push(released.span.start);
    }

    /// Whether a text can mean the move that a release began.
    pub(crate) fn completes_release(&self, said: &impl StatedMove) -> bool {
        self.released.is_some_and(|released| {
            self.position.turn() == released.by && released.agrees(said, &self.position, &self.moves)
        })
    }

    /// What a token of the score does to a man released: it is his move, or settles it. Says whether the
    /// token is to be read at all.
    pub(crate) fn meet_token(&mut self, said: &impl StatedMove, token: Span) -> Replay {
        if self.stop.is_some() {
            self.lost_moves = true;
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
        let Some(released) = self.released.filter(|released| self.position.turn() == released.by) else {
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
            self.turns.push(TurnTaken { stood: self.plies(), by });
            self.take_turn(by);
        }
        if let Some(fault) = fault {
            let ply = self.plies() + 1;
            self.odd.push(Odd { ply, span, kind: OddKind::Illegal(fault) });
            self.grow_irregular(ply);
        }
        self.apply(played, span.start);
        // A command need not say that it is mate.
        self.last_sign = CheckSign::Mate;
    }
}
