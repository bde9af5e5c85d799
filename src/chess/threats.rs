//! Threats to the king of the player on move: checks and pins.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::man::{Color, Role};
use super::position::Position;
use super::square::Square;

impl Position {
    /// What threatens the king of the player on move: worked out once a ply, it answers both whether he
    /// is in check and, for nearly every man, that moving it does not expose him.
    #[inline]
    pub fn threats(&self) -> Threats {
        let us = self.turn;
        let kings = self.of(us, Role::King);
        let Some(king) = kings.single() else { return Threats::default() };
        let check = self.struck(king, us.other(), self.occupied(), !Bitboard::EMPTY);
        Threats::of(king, self.far_threats(king, us.other()), check)
    }

    /// The sliders of `by` that would strike a square if nothing stood between.
    #[inline]
    pub(super) fn far_threats(&self, square: Square, by: Color) -> Bitboard {
        let queens = self.roles[Role::Queen.at()];
        let view = attacks::view(square);
        ((view.rook_lines & (self.roles[Role::Rook.at()] | queens))
            | (view.bishop_lines & (self.roles[Role::Bishop.at()] | queens)))
            & self.colors[by.at()]
    }

    /// Whether each side has one king, and the one that is not on move does not stand in check: so it is
    /// wherever legal moves alone have led to, from the usual array.
    pub fn is_ordinary(&self) -> bool {
        let waiting = self.turn.other();
        self.of(self.turn, Role::King).single().is_some()
            && self.of(waiting, Role::King).single().is_some()
            && !self.in_check(waiting)
    }

    /// Whether the player on move is in check, by his threats.
    #[inline]
    pub fn is_check(&self, threats: &Threats) -> bool {
        if threats.plain { threats.is_check() } else { self.in_check(self.turn) }
    }

    /// Whether the king of the player on move is safe, once the man of `from` is on `to` and what stood there
    /// is off.
    #[inline]
    pub(super) fn stays_safe(&self, from: Square, to: Square, threats: &Threats) -> bool {
        let asked = attacks::beyond(threats.king, from) & threats.watch | threats.all;
        asked.is_empty() || self.is_safe_when_asked(from, to, threats, asked)
    }

    /// The same of the king himself, in check, and of a man before the sliders `asked`.
    #[inline(never)]
    fn is_safe_when_asked(&self, from: Square, to: Square, threats: &Threats, asked: Bitboard) -> bool {
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        if from == threats.king && threats.plain {
            return self.king_is_safe_on(to, from);
        }
        if threats.is_check() {
            return self.stays_safe_without(from, to, Bitboard::of(to));
        }
        let opened = |slider| (attacks::between(threats.king, slider) & occupied).is_empty();
        !(asked & !Bitboard::of(to)).squares().any(opened)
    }

    /// Whether the only king of the player on move is safe where he goes, and takes what stands there.
    #[inline]
    pub(super) fn king_is_safe_on(&self, to: Square, from: Square) -> bool {
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        !self.struck(to, self.turn.other(), occupied, !Bitboard::of(to))
    }

    /// Whether he is, where the men of `victim` are off.
    #[inline(never)]
    pub(super) fn stays_safe_without(&self, from: Square, to: Square, victim: Bitboard) -> bool {
        !self.exposes_king(from, to, victim)
    }

    /// Whether a king of the player on move would stand in check, once the man of `from` is on `to`
    /// and the men of `victim` are off.
    #[inline]
    pub(super) fn exposes_king(&self, from: Square, to: Square, victim: Bitboard) -> bool {
        let us = self.turn;
        let mut kings = self.of(us, Role::King) & !victim;
        if kings.has(from) {
            kings = (kings & !Bitboard::of(from)) | Bitboard::of(to);
        }
        let occupied = (self.occupied() & !Bitboard::of(from) & !victim) | Bitboard::of(to);
        for king in kings {
            if self.struck(king, us.other(), occupied, !victim) {
                return true;
            }
        }
        false
    }
}

/// What threatens the king of the player on move.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    king: Square,
    /// Sliders on a line with the king, whatever stands between, and the king himself. Moving a man does not expose
    /// the king unless one of these stands behind him, seen from the king.
    watch: Bitboard,
    /// All squares where that is to be asked of every man, as where the king is in check; none otherwise.
    all: Bitboard,
    /// Whether there is exactly one king, so that all this means something.
    plain: bool,
}

impl Default for Threats {
    /// Nothing is known: all is asked of the board.
    fn default() -> Self {
        Self { king: Square::from_index(0), watch: Bitboard::EMPTY, all: !Bitboard::EMPTY, plain: false }
    }
}

impl Threats {
    /// Of a king, the sliders on a line with him, and whether he is in check.
    #[inline]
    pub(super) fn of(king: Square, far: Bitboard, check: bool) -> Self {
        let all = if check { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        Self { king, watch: far | Bitboard::of(king), all, plain: true }
    }

    /// Where the king of the player on move stands, if he has one alone.
    #[inline]
    pub(super) fn king(&self) -> Option<Square> {
        self.plain.then_some(self.king)
    }

    /// Whether he is in check, where there is one king.
    #[inline]
    pub(crate) fn is_check(&self) -> bool {
        !self.all.is_empty()
    }
}
