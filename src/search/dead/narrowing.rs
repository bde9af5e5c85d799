//! Removes targets from the spread of a man: illegal moves, and moves that no line to a mate needs.

// Every index below is a `Square` or `Color`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::lines;
use super::mobility::{Mobility, attacks_of};
use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Man, Role, Square};

impl Mobility<'_> {
    /// The targets that remain for the man of `square` from `from`.
    pub(super) fn narrow(&self, square: Square, man: Man, from: Square, targets: Bitboard) -> Bitboard {
        if self.fate.falls.has(square) {
            return Bitboard::EMPTY;
        }
        let targets = targets & !(self.fate.stands & self.steady);
        let is_kept = |to: &Square| match man {
            Man { color: Color::Black, .. } => !self.mates_white(man, from, *to),
            Man { color: Color::White, .. } => !self.loses_last_man(man, *to),
        };
        let mut kept = Bitboard::EMPTY;
        for to in targets.squares().filter(is_kept) {
            kept |= Bitboard::of(to);
        }
        if man.role == Role::King && self.can_only_move_king(man.color.other()) {
            kept &= !self.stalemating(man.color, from, kept);
        }
        for to in kept {
            if self.is_obstructed(square, man, from, to) {
                kept &= !Bitboard::of(to);
            }
        }
        kept
    }

    /// Whether a black move checks a white king that never moves, by a man that White cannot capture or that never moves.
    fn mates_white(&self, man: Man, from: Square, to: Square) -> bool {
        let king = self.board.king(Color::White);
        if !self.steady.has(king) {
            return false;
        }
        let is_direct = attacks_of(man, to, !self.clear).has(king);
        if is_direct && !self.sacrifices[Color::White.at()].has(to) {
            return true;
        }
        let own = Bitboard::of(from);
        let occupied = !self.clear & !own | Bitboard::of(to);
        let uncovered = self.board.men(Color::Black) & self.steady & !own & lines::through(king, from);
        self.each(uncovered).any(|(checker, man)| attacks_of(man, checker, occupied).has(king))
    }

    /// Whether the last white man gives check next to a black king that never moves, so that Black must capture it. This
    /// is not so if the white king may protect it, unless a black man that never moves attacks it.
    fn loses_last_man(&self, man: Man, to: Square) -> bool {
        if !self.has_white_one_man() {
            return false;
        }
        let near = attacks::on_empty_board(to).king;
        let black_king = self.board.of(Color::Black, Role::King);
        let attacks_target = |(square, man): (Square, Man)| attacks_of(man, square, !self.clear).has(to);
        if !(self.king_reach(Color::White) & near).is_empty()
            && !self.each(self.steady & self.board.men(Color::Black) & !black_king).any(attacks_target)
        {
            return false;
        }
        !(attacks_of(man, to, !self.clear) & black_king & self.steady & near).is_empty()
    }

    /// Whether the king is the only man of a side that can move.
    fn can_only_move_king(&self, color: Color) -> bool {
        (self.board.men(color) & !self.board.of_role(Role::King) & self.movable).is_empty()
    }

    /// The targets of a king that leave the opposing king, the only movable man of its side, at most one square.
    ///
    /// Only attacks by the king count: they are exact, while those of other men are an upper bound.
    fn stalemating(&self, color: Color, from: Square, targets: Bitboard) -> Bitboard {
        let opponent = self.board.king(color.other());
        let around = attacks::on_empty_board(opponent).king;
        // Squares next to the king count before they are reached: otherwise each of the two kings might wait for the
        // other to be free.
        let region = self.reach[opponent.at()] | around & !self.attacked[color.at()] & !self.steady;
        let men = self.board.men(color);
        let queens = self.board.of_role(Role::Queen);
        let comes_to = |sliders: Bitboard, squares: Bitboard| {
            (men & sliders).squares().any(|slider| !(self.reach[slider.at()] & squares).is_empty())
        };
        let mut stalemating = Bitboard::EMPTY;
        for to in targets {
            let attacked = attacks::on_empty_board(to).king | Bitboard::of(to);
            if (around & attacked).is_empty() || (region & !attacked).has_several() {
                continue;
            }
            // The king may open a line for a slider, and so mate.
            let occupied = !self.clear | Bitboard::of(to);
            let oblique = lines::bishop_attacks(from, occupied) & !occupied;
            let straight = lines::rook_attacks(from, occupied) & !occupied;
            if !comes_to(self.board.of_role(Role::Bishop) | queens, oblique)
                && !comes_to(self.board.of_role(Role::Rook) | queens, straight)
            {
                stalemating |= Bitboard::of(to);
            }
        }
        stalemating
    }

    /// Whether the path is blocked by a man that can neither be captured nor leave it.
    fn is_obstructed(&self, square: Square, man: Man, from: Square, to: Square) -> bool {
        let path = attacks::between(from, to) | Bitboard::of(from) | Bitboard::of(to);
        let own = Bitboard::of(square);
        self.each(self.board.occupied() & path & !own & !self.capturable).any(|(square_there, there)| {
            let is_pawn_push = man.role == Role::Pawn && from.file() == to.file();
            let is_pawn_before_pawn = man.role == Role::Pawn && there.role == Role::Pawn;
            let mut held = path;
            // An opponent on the path can be captured, but not by a pawn that advances.
            if there.color != man.color && !(is_pawn_push && is_pawn_before_pawn) {
                held &= !Bitboard::of(square_there);
            }
            // Two pawns of one file do not pass each other while they stay on it.
            let stays_on_file = (self.reach[square.at()] & !Bitboard::file(to.file())).is_empty();
            if is_pawn_before_pawn && stays_on_file {
                held |= lines::through(square, square_there);
            }
            (self.reach[square_there.at()] & !held).is_empty()
        })
    }
}
