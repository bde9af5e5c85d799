//! Computes the squares that men might reach.

// Every index below is a `Square` or `Color`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::lines;
use super::mobility::{Mobility, attacks_of};
use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Man, Role, Square};

impl Mobility<'_> {
    /// Extends the sets until nothing changes. Possible sets only grow and certain sets only shrink, so this ends.
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

    /// Adds the moves of one man from each square that it reaches. Returns whether anything changed.
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
            // A promoted man can go anywhere except onto steady men of its own side and steady kings.
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

    /// Adds the opposing men that a man might capture: those that reach a square that it reaches. A pawn captures no man
    /// that started on its file, and Black captures nothing if that leaves White a bare king.
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

    /// Computes the squares that each side attacks for ever: those that an uncapturable man attacks from every square that
    /// it might reach.
    pub(super) fn refresh_attacked(&mut self) {
        self.attacked = [Bitboard::EMPTY; 2];
        for (square, man) in self.each(self.board.occupied() & !self.capturable) {
            let us = man.color;
            let mut obstacles = !self.clear;
            if man.role == Role::Bishop {
                // The square of another bishop of the same side does not block, if neither opponents nor other men of
                // that side can occupy it. Opponents cannot if the bishop is not capturable.
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

    /// The squares that a man might reach by a move from one of its squares, without those known already.
    fn new_targets(&self, square: Square, man: Man, from: Square) -> Bitboard {
        let Man { color, role } = man;
        let mut targets = match role {
            Role::Pawn => lines::pawn_pushes(color, from, self.steady),
            _ => lines::attacks(role, from, self.steady),
        };
        // Black does not capture the last white man: that would leave a bare king.
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

/// Returns whether the set grew.
fn add(set: &mut Bitboard, more: Bitboard) -> bool {
    let grows = !(more & !*set).is_empty();
    *set |= more;
    grows
}

/// Returns whether the set shrank.
fn remove(set: &mut Bitboard, less: Bitboard) -> bool {
    let shrinks = !(less & *set).is_empty();
    *set &= !less;
    shrinks
}
