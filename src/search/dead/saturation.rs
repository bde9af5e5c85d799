//! The spread of men over the squares that they might reach, until nothing changes.

// Every index below is a `Square` or `Color`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::lines;
use super::mobility::{Mobility, attacks_of};
use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Man, Role, Square};

impl Mobility<'_> {
    /// Lets the men spread until nothing changes. Sets of the possible only grow and those of the certain only shrink, so
    /// this ends.
    pub(super) fn saturate(&mut self) -> &Self {
        let all = self.board.occupied();
        loop {
            let mut changed = false;
            for (square, man) in self.each(all) {
                changed |= self.spread(square, man);
            }
            self.refresh_attacked();
            if !changed {
                return self;
            }
        }
    }

    /// Spreads one man by a move from each square that it reaches. Returns whether anything changed.
    fn spread(&mut self, square: Square, man: Man) -> bool {
        let own = Bitboard::of(square);
        let mut changed = false;
        for from in self.reach[square.at()] {
            let targets = self.new_targets(square, man, from);
            changed |= self.add_reach(square, man, targets);
            if !(targets & !own).is_empty() {
                changed |= add(&mut self.movable, own);
            }
        }
        let reach = self.reach[square.at()];
        let elsewhere = reach & !own;
        if !elsewhere.is_empty() {
            changed |= remove(&mut self.steady, own);
        }
        changed |= self.add_captures(square, man);
        changed |= remove(&mut self.steady, elsewhere & !self.board.of_role(Role::King));
        changed |= remove(&mut self.clear, reach);
        if man.role != Role::King {
            changed |= add(&mut self.sacrifices[man.color.at()], reach);
        }
        if man.role == Role::Pawn && !(reach & Bitboard::LAST_RANKS).is_empty() {
            self.can_promote = true;
            // A promoted man goes anywhere but where a man of its own stands for ever, or a king does.
            let barred = self.steady & (self.board.men(man.color) | self.board.of_role(Role::King));
            changed |= self.add_reach(square, man, !barred);
        }
        changed
    }

    fn add_reach(&mut self, square: Square, man: Man, reached: Bitboard) -> bool {
        let mut changed = add(&mut self.reach[square.at()], reached);
        if man.role != Role::Bishop {
            changed |= add(&mut self.reach_without_bishops[man.color.at()], reached);
        }
        changed
    }

    /// Notes the opposing men that a man might take: those that come to a square it comes to. A pawn takes nothing that
    /// started on its file, and Black takes nothing if that leaves White a bare king.
    fn add_captures(&mut self, square: Square, man: Man) -> bool {
        if man.color == Color::Black && self.has_white_one_man() {
            return false;
        }
        let mut opponents = self.board.men(man.color.other()) & !self.board.of_role(Role::King);
        if man.role == Role::Pawn {
            opponents &= !Bitboard::file(square.file());
        }
        let reach = self.reach[square.at()];
        let mut taken = Bitboard::EMPTY;
        for opponent in opponents {
            if !(reach & self.reach[opponent.at()]).is_empty() {
                taken |= Bitboard::of(opponent);
            }
        }
        if self.steady_and_capturable.is_empty() || !self.can_promote {
            self.steady_and_capturable |= taken & self.steady;
        }
        add(&mut self.capturable, taken)
    }

    /// Works out which squares each side attacks for ever: those that a man which is not taken attacks from every square
    /// it might come to.
    pub(super) fn refresh_attacked(&mut self) {
        self.attacked = [Bitboard::EMPTY; 2];
        for (square, man) in self.each(self.board.occupied() & !self.capturable) {
            let us = man.color;
            let mut obstacles = !self.clear;
            if man.role == Role::Bishop {
                // A bishop sees through another of its side, if neither opponents nor other men of its side can stand
                // there: opponents cannot if no man that started there is capturable.
                obstacles &= !(self.board.of(us, Role::Bishop)
                    & !self.reach_without_bishops[us.at()]
                    & !self.capturable);
            }
            let mut attacked = !Bitboard::EMPTY;
            for from in self.reach[square.at()] {
                attacked &= attacks_of(man, from, obstacles);
            }
            self.attacked[us.at()] |= attacked;
        }
    }

    /// Where a man might go from one of its squares, squares that it is known to reach apart.
    fn new_targets(&self, square: Square, man: Man, from: Square) -> Bitboard {
        let Man { color, role } = man;
        let mut targets = match role {
            Role::Pawn => lines::pawn_pushes(color, from, self.steady),
            _ => lines::attacks(role, from, self.steady),
        };
        // Black does not take the last white man: that leaves a bare king.
        if role == Role::Pawn && (color == Color::White || !self.has_white_one_man()) {
            targets |= attacks::pawn(color, from) & self.sacrifices[color.other().at()];
        }
        targets &= !self.reach[square.at()] & !(self.board.men(color) & self.steady);
        if role == Role::King {
            targets &= !self.attacked[color.other().at()];
        }
        self.narrow(square, man, from, targets)
    }
}

/// Adds to a set, and returns whether it grew.
fn add(set: &mut Bitboard, more: Bitboard) -> bool {
    let grows = !(more & !*set).is_empty();
    *set |= more;
    grows
}

/// Takes from a set, and returns whether it shrank.
fn remove(set: &mut Bitboard, less: Bitboard) -> bool {
    let shrinks = !(less & *set).is_empty();
    *set &= !less;
    shrinks
}
