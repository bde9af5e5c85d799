//! Castling rights, and the making of castling.

// Every index below is a `Square`, `Color`, `Side` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::bitboard::Bitboard;
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::position::Position;
use super::square::{File, Rank, Square};
use super::zobrist;

/// The castling rights, each with the square of its rook, so that Chess960 is no special case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CastlingRights {
    pub(super) rooks: [[Option<Square>; 2]; 2],
    /// Rights whose king or rook was lifted off the board other than by a move. They return with the man.
    suspended: [[Option<Square>; 2]; 2],
    /// While rights are suspended, the square where a lifted or misplaced king belongs.
    kings_off: [Option<Square>; 2],
    /// The squares of kings and rooks with a right, suspended or not: a change there may end a right.
    pub(super) watched: Bitboard,
}

impl CastlingRights {
    pub(super) const NONE: Self = Self {
        rooks: [[None; 2]; 2],
        suspended: [[None; 2]; 2],
        kings_off: [None; 2],
        watched: Bitboard::EMPTY,
    };

    pub fn rook(&self, color: Color, side: Side) -> Option<Square> {
        self.rooks[color.at()][side.at()]
    }

    /// The rook's square of a suspended right.
    pub(crate) fn suspended(&self, color: Color, side: Side) -> Option<Square> {
        self.suspended[color.at()][side.at()]
    }

    /// Whether neither side has a right that is not suspended.
    pub fn is_empty(&self) -> bool {
        self.rooks.iter().flatten().all(Option::is_none)
    }
}

impl Position {
    /// Grants the right to castle with the rook on a square.
    pub fn grant_castling(&mut self, color: Color, side: Side, rook: Square) {
        if self.castling.rook(color, side).is_none() {
            self.key ^= zobrist::castling(color, side);
        }
        self.castling.rooks[color.at()][side.at()] = Some(rook);
        self.refresh_watched();
    }

    /// Ends a castling right.
    pub fn end_castling(&mut self, color: Color, side: Side) {
        if self.castling.rooks[color.at()][side.at()].take().is_some() {
            self.key ^= zobrist::castling(color, side);
            self.refresh_watched();
        }
    }

    /// Ends all rights of a player, suspended ones included.
    pub(super) fn end_all_castling(&mut self, color: Color) {
        for side in [Side::King, Side::Queen] {
            if self.castling.rooks[color.at()][side.at()].is_some() {
                self.key ^= zobrist::castling(color, side);
            }
        }
        self.castling.rooks[color.at()] = [None; 2];
        self.castling.suspended[color.at()] = [None; 2];
        self.refresh_watched();
    }

    fn refresh_watched(&mut self) {
        let square = |rook: Option<Square>| rook.map_or(Bitboard::EMPTY, Bitboard::of);
        let mut watched = Bitboard::EMPTY;
        for color in [Color::White, Color::Black] {
            let (active, suspended) = (self.castling.rooks[color.at()], self.castling.suspended[color.at()]);
            let [king, queen] = [0, 1].map(|side| square(active[side]) | square(suspended[side]));
            let rooks = king | queen;
            if !rooks.is_empty() {
                watched |= rooks | self.of(color, Role::King);
            }
        }
        self.castling.watched = watched;
    }

    /// Lifts a man off the board other than by a move. Its castling rights are suspended until it returns.
    pub fn lift_man(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        let us = man.color;
        for side in [Side::King, Side::Queen] {
            if let Some(rook) = self.castling.rook(us, side)
                && (rook == square || man.role == Role::King)
            {
                self.end_castling(us, side);
                self.castling.suspended[us.at()][side.at()] = Some(rook);
            }
        }
        if man.role == Role::King && self.castling.suspended[us.at()] != [None; 2] {
            // A king that was misplaced belongs on its earlier square, not on this one.
            self.castling.kings_off[us.at()].get_or_insert(square);
        }
        self.remove(square);
        self.refresh_watched();
        Some(man)
    }

    /// Grants a suspended right: it takes effect once the rook is put on its square.
    pub(crate) fn grant_suspended_castling(&mut self, color: Color, side: Side, rook: Square) {
        self.castling.suspended[color.at()][side.at()] = Some(rook);
        self.refresh_watched();
    }

    /// Marks a king as misplaced: its suspended rights return once it is put on `square`.
    pub(crate) fn expect_king(&mut self, color: Color, square: Square) {
        self.castling.kings_off[color.at()] = Some(square);
    }

    /// Puts back a man that [`Position::lift`] removed. A castling right returns if both king and rook are on their
    /// squares and no move touched those squares.
    pub fn put_back(&mut self, square: Square, man: Man) {
        let us = man.color;
        self.put(square, man);
        if man.role == Role::King
            && let Some(expected) = self.castling.kings_off[us.at()].take()
            && expected != square
        {
            self.castling.suspended[us.at()] = [None; 2];
        }
        let rook_man = Man { color: us, role: Role::Rook };
        for side in [Side::King, Side::Queen] {
            if self.castling.kings_off[us.at()].is_none()
                && let Some(rook) = self.castling.suspended[us.at()][side.at()]
                && self.man_at(rook) == Some(rook_man)
            {
                self.castling.suspended[us.at()][side.at()] = None;
                self.grant_castling(us, side, rook);
            }
        }
        self.refresh_watched();
    }

    /// Ends the rights whose king or rook a move moves or captures. A suspended right does not end if another man moves
    /// from or to the rook's square, unless that man is a rook, which would be taken for the absent one.
    #[cold]
    pub(super) fn end_castling_by(&mut self, played: Move) {
        if played.kind() == MoveKind::Null {
            return;
        }
        let moved = Bitboard::of(played.from()) | Bitboard::of(played.to());
        for color in [Color::White, Color::Black] {
            let king_moves = !(self.of(color, Role::King) & moved).is_empty();
            let ends = |rook: Option<Square>| rook.is_some_and(|rook| king_moves || moved.has(rook));
            let own_rook = Some(Man { color, role: Role::Rook });
            let rook_moves = [played.from(), played.to()].into_iter().any(|at| self.man_at(at) == own_rook);
            for side in [Side::King, Side::Queen] {
                let right = &mut self.castling.rooks[color.at()][side.at()];
                if ends(*right) {
                    *right = None;
                    self.key ^= zobrist::castling(color, side);
                }
                let suspended = &mut self.castling.suspended[color.at()][side.at()];
                if ends(*suspended) && (king_moves || rook_moves) {
                    *suspended = None;
                }
            }
        }
        self.refresh_watched();
    }

    /// The rook that castling would move: the one with the right, or else the outermost rook on that side of the king's
    /// rank.
    pub fn castling_rook(&self, king: Square, color: Color, side: Side) -> Option<Square> {
        self.castling.rook(color, side).or_else(|| self.outermost_rook(king, color, side))
    }

    pub(super) fn outermost_rook(&self, king: Square, color: Color, side: Side) -> Option<Square> {
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
        // A king that castled without a right has moved all the same.
        self.end_castling(man.color, Side::King);
        self.end_castling(man.color, Side::Queen);
    }
}

/// The target squares of castling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastlingSquares {
    /// The king's: on the g-file or the c-file.
    pub king: Square,
    /// The rook's: on the f-file or the d-file.
    pub rook: Square,
}

/// The target squares of castling on a rank.
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
