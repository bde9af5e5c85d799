//! Threats to the king of the player on move: check and possible pins.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::man::{Color, Role};
use super::position::Position;
use super::square::Square;

impl Position {
    /// The threats to the king of the player on move. Computed once a ply, they answer whether the king is in check
    /// and, for nearly every man, whether moving it exposes the king.
    #[inline]
    pub fn threats(&self) -> Threats {
        let us = self.turn;
        let kings = self.of(us, Role::King);
        let Some(king) = kings.single() else { return Threats::default() };
        let check = self.is_attacked_by(king, us.other(), self.occupied(), !Bitboard::EMPTY);
        Threats::of(king, self.sliders_towards(king, us.other()), check)
    }

    /// The sliders of `by` that would attack a square on an empty board.
    #[inline]
    pub(super) fn sliders_towards(&self, square: Square, by: Color) -> Bitboard {
        let queens = self.roles[Role::Queen.at()];
        let from = attacks::on_empty_board(square);
        ((from.rook_lines & (self.roles[Role::Rook.at()] | queens))
            | (from.bishop_lines & (self.roles[Role::Bishop.at()] | queens)))
            & self.colors[by.at()]
    }

    /// Whether each side has one king and the player not on move is not in check. This is so in every position that
    /// legal moves reach from the usual array.
    pub(crate) fn is_ordinary(&self) -> bool {
        let waiting = self.turn.other();
        self.of(self.turn, Role::King).single().is_some()
            && self.of(waiting, Role::King).single().is_some()
            && !self.in_check(waiting)
    }

    /// Whether the player on move is in check, `threats` being the threats of this position.
    pub fn is_check(&self, threats: &Threats) -> bool {
        if threats.has_one_king { threats.is_check() } else { self.in_check(self.turn) }
    }

    /// Whether the king of the player on move is safe after a move from `from` to `to`, which captures any man on `to`.
    #[inline]
    pub(super) fn keeps_king_safe(&self, from: Square, to: Square, threats: &Threats) -> bool {
        let asked = attacks::beyond(threats.king, from) & threats.watched | threats.tests_all;
        asked.is_empty() || self.is_safe_when_tested(from, to, threats, asked)
    }

    /// The general case: the king moves, or is in check, or the man may be pinned by the sliders `asked`.
    #[inline(never)]
    fn is_safe_when_tested(&self, from: Square, to: Square, threats: &Threats, asked: Bitboard) -> bool {
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        if from == threats.king && threats.has_one_king {
            return self.king_is_safe_on(to, from);
        }
        if threats.is_check() {
            return self.keeps_king_safe_without(from, to, Bitboard::of(to));
        }
        let opened = |slider| (attacks::between(threats.king, slider) & occupied).is_empty();
        !(asked & !Bitboard::of(to)).squares().any(opened)
    }

    /// Whether the only king of the player on move is safe after it goes to `to`, capturing any man there.
    #[inline]
    pub(super) fn king_is_safe_on(&self, to: Square, from: Square) -> bool {
        let occupied = (self.occupied() & !Bitboard::of(from)) | Bitboard::of(to);
        !self.is_attacked_by(to, self.turn.other(), occupied, !Bitboard::of(to))
    }

    /// Whether the king is safe after a move that removes the men on `victim`.
    #[inline(never)]
    pub(super) fn keeps_king_safe_without(&self, from: Square, to: Square, victim: Bitboard) -> bool {
        !self.exposes_king(from, to, victim)
    }

    /// Whether a king of the player on move is attacked after a move from `from` to `to` that removes the men on
    /// `victim`.
    #[inline]
    pub(super) fn exposes_king(&self, from: Square, to: Square, victim: Bitboard) -> bool {
        let us = self.turn;
        let mut kings = self.of(us, Role::King) & !victim;
        if kings.has(from) {
            kings = (kings & !Bitboard::of(from)) | Bitboard::of(to);
        }
        let occupied = (self.occupied() & !Bitboard::of(from) & !victim) | Bitboard::of(to);
        for king in kings {
            if self.is_attacked_by(king, us.other(), occupied, !victim) {
                return true;
            }
        }
        false
    }
}

/// Threats to the king of the player on move.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    king: Square,
    /// The king, and the opponent's sliders on a line with it, whatever is between. Moving a man exposes the king only
    /// if one of these squares is beyond the man, seen from the king.
    watched: Bitboard,
    /// All squares if every move must be tested, as in check; otherwise none.
    tests_all: Bitboard,
    /// Whether there is exactly one king. If not, the other fields mean nothing.
    has_one_king: bool,
}

impl Default for Threats {
    /// No knowledge: every move is tested on the board.
    fn default() -> Self {
        Self {
            king: Square::from_index(0),
            watched: Bitboard::EMPTY,
            tests_all: !Bitboard::EMPTY,
            has_one_king: false,
        }
    }
}

impl Threats {
    /// The threats to a king, given the sliders on a line with it and whether it is in check.
    #[inline]
    pub(super) fn of(king: Square, sliders: Bitboard, check: bool) -> Self {
        let tests_all = if check { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        Self { king, watched: sliders | Bitboard::of(king), tests_all, has_one_king: true }
    }

    /// The square of the king, if the player on move has exactly one.
    pub(super) fn king(&self) -> Option<Square> {
        self.has_one_king.then_some(self.king)
    }

    /// Whether the king is in check, if there is exactly one.
    pub(crate) fn is_check(&self) -> bool {
        !self.tests_all.is_empty()
    }
}
