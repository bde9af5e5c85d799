//! Granting and ending rights to castle, and the rook that goes with the king.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::bitboard::Bitboard;
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::position::Position;
use super::square::{File, Rank, Square};
use super::zobrist;

impl Position {
    /// Gives the right to castle with the rook of that square.
    pub fn grant_castling(&mut self, color: Color, side: Side, rook: Square) {
        if self.castling.rook(color, side).is_none() {
            self.key ^= zobrist::castling(color, side);
        }
        self.castling.rooks[color.at()][side.at()] = Some(rook);
        self.watch_castling();
    }

    /// Ends a right to castle.
    pub fn end_castling(&mut self, color: Color, side: Side) {
        if self.castling.rooks[color.at()][side.at()].take().is_some() {
            self.key ^= zobrist::castling(color, side);
            self.watch_castling();
        }
    }

    /// Ends every right of a player, those that rest with them.
    pub(super) fn end_all_castling(&mut self, color: Color) {
        for side in [Side::King, Side::Queen] {
            if self.castling.rooks[color.at()][side.at()].is_some() {
                self.key ^= zobrist::castling(color, side);
            }
        }
        self.castling.rooks[color.at()] = [None; 2];
        self.castling.resting[color.at()] = [None; 2];
        self.watch_castling();
    }

    fn watch_castling(&mut self) {
        let square = |rook: Option<Square>| rook.map_or(Bitboard::EMPTY, Bitboard::of);
        let mut watch = Bitboard::EMPTY;
        for color in [Color::White, Color::Black] {
            let ([king, queen], [king_rests, queen_rests]) =
                (self.castling.rooks[color.at()], self.castling.resting[color.at()]);
            let rooks = square(king) | square(queen) | square(king_rests) | square(queen_rests);
            if !rooks.is_empty() {
                watch |= rooks | self.of(color, Role::King);
            }
        }
        self.castling.watch = watch;
    }

    /// Takes a man off the board that no move took: his rights to castle rest until he is back.
    pub fn lift(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        let us = man.color;
        for side in [Side::King, Side::Queen] {
            if let Some(rook) = self.castling.rook(us, side)
                && (rook == square || man.role == Role::King)
            {
                self.end_castling(us, side);
                self.castling.resting[us.at()][side.at()] = Some(rook);
            }
        }
        if man.role == Role::King && self.castling.resting[us.at()] != [None; 2] {
            // A king who does not stand where he belongs is awaited there.
            self.castling.kings_off[us.at()].get_or_insert(square);
        }
        self.remove(square);
        self.watch_castling();
        Some(man)
    }

    /// The right to castle with a rook that belongs on its square and is not there: it comes with the rook.
    pub fn rest_castling(&mut self, color: Color, side: Side, rook: Square) {
        self.castling.resting[color.at()][side.at()] = Some(rook);
        self.watch_castling();
    }

    /// A king who was set up elsewhere than he belongs: rights that rest come back once he is put there.
    pub fn await_king(&mut self, color: Color, square: Square) {
        self.castling.kings_off[color.at()] = Some(square);
    }

    /// Puts a man back that [`Position::lift`] took off. A right to castle comes back where both king and
    /// rook stand where they stood, and nothing moved from there or to there.
    pub fn lay(&mut self, square: Square, man: Man) {
        let us = man.color;
        self.put(square, man);
        if man.role == Role::King
            && let Some(stood) = self.castling.kings_off[us.at()].take()
            && stood != square
        {
            self.castling.resting[us.at()] = [None; 2];
        }
        let rook_man = Man { color: us, role: Role::Rook };
        for side in [Side::King, Side::Queen] {
            if self.castling.kings_off[us.at()].is_none()
                && let Some(rook) = self.castling.resting[us.at()][side.at()]
                && self.man_at(rook) == Some(rook_man)
            {
                self.castling.resting[us.at()][side.at()] = None;
                self.grant_castling(us, side, rook);
            }
        }
        self.watch_castling();
    }

    /// Ends the rights that a move spends: its own king's, its own rook's, the taken king's or rook's. A right that rests
    /// until its rook is back is not spent by another man in the rook's corner, but by another rook, who would be taken
    /// for it.
    #[cold]
    pub(super) fn spend_castling(&mut self, played: Move) {
        if played.kind() == MoveKind::Null {
            return;
        }
        let moved = Bitboard::of(played.from()) | Bitboard::of(played.to());
        for color in [Color::White, Color::Black] {
            let king_goes = !(self.of(color, Role::King) & moved).is_empty();
            let ends = |rook: Option<Square>| rook.is_some_and(|rook| king_goes || moved.has(rook));
            let own_rook = Some(Man { color, role: Role::Rook });
            let rook_goes = [played.from(), played.to()].into_iter().any(|at| self.man_at(at) == own_rook);
            for side in [Side::King, Side::Queen] {
                let right = &mut self.castling.rooks[color.at()][side.at()];
                if ends(*right) {
                    *right = None;
                    self.key ^= zobrist::castling(color, side);
                }
                let resting = &mut self.castling.resting[color.at()][side.at()];
                if ends(*resting) && (king_goes || rook_goes) {
                    *resting = None;
                }
            }
        }
        self.watch_castling();
    }

    /// The rook that castling would move: the one with the right, else the outermost rook of that
    /// side on the king's rank.
    pub fn castling_rook(&self, king: Square, color: Color, side: Side) -> Option<Square> {
        if let Some(rook) = self.castling.rook(color, side) {
            return Some(rook);
        }
        let rooks = self.of(color, Role::Rook) & Bitboard::rank(king.rank());
        match side {
            Side::King => rooks.squares().filter(|rook| rook.file() > king.file()).last(),
            Side::Queen => rooks.squares().find(|rook| rook.file() < king.file()),
        }
    }

    pub(super) fn castle(&mut self, king: Square, side: Side) {
        let Some(man) = self.man_at(king) else { return };
        let rook = self.castling_rook(king, man.color, side);
        let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(king.rank(), side);
        let rook_man = rook.and_then(|square| self.remove(square));
        self.remove(king);
        if self.remove(king_to).is_some() {
            self.halfmove = 0;
        }
        self.put(king_to, man);
        if let Some(rook_man) = rook_man {
            if self.remove(rook_to).is_some() {
                self.halfmove = 0;
            }
            self.put(rook_to, rook_man);
        }
        // A king that castled without a right (a false castling that stood) has moved all the same.
        self.end_castling(man.color, Side::King);
        self.end_castling(man.color, Side::Queen);
    }
}

/// Where king and rook arrive in castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingSquares {
    /// The king's square: g or c.
    pub king: Square,
    /// The rook's: f or d.
    pub rook: Square,
}

/// Where king and rook arrive: g and f, or c and d.
pub const fn castling_squares(rank: Rank, side: Side) -> CastlingSquares {
    let (king, rook) = match side {
        Side::King => (6, 5),
        Side::Queen => (2, 3),
    };
    CastlingSquares {
        king: Square::new(File::from_index(king), rank),
        rook: Square::new(File::from_index(rook), rank),
    }
}
