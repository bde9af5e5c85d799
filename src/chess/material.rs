//! Insufficient material.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::bitboard::Bitboard;
use super::man::{Color, Role};
use super::position::Position;

/// Whether a side can ever mate, by material alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
    CannotMate,
    Undecided,
}

impl Position {
    /// Whether material alone shows that no series of legal moves lets `color` mate (FIDE 6.9). This holds for a bare
    /// king, for one knight against queens only, and for bishops on squares of one colour if there is no pawn, no
    /// knight and no bishop on squares of the other colour.
    pub fn material(&self, color: Color) -> Material {
        let us = self.men(color);
        let them = self.men(color.other());
        let king = self.roles[Role::King.at()];
        let own = us & !king;
        let theirs = them & !king;
        if self.of(color, Role::King).count() != 1 || self.of(color.other(), Role::King).count() != 1 {
            return Material::Undecided;
        }
        if own.is_empty() {
            return Material::CannotMate;
        }
        let knights = self.roles[Role::Knight.at()];
        let queens = self.roles[Role::Queen.at()];
        // A lone knight mates only if an opposing man other than a queen blocks the king.
        if own.count() == 1 && !(own & knights).is_empty() && (theirs & !queens).is_empty() {
            return Material::CannotMate;
        }
        // Bishops on squares of one colour need a pawn, a knight or a bishop on squares of the other colour.
        let bishops = self.roles[Role::Bishop.at()];
        let all_bishops = (own | theirs) & bishops;
        let others = knights | self.roles[Role::Pawn.at()];
        if (own & !bishops).is_empty()
            && others.is_empty()
            && ((all_bishops & Bitboard::LIGHT).is_empty() || (all_bishops & !Bitboard::LIGHT).is_empty())
        {
            return Material::CannotMate;
        }
        Material::Undecided
    }

    /// Whether the kings have no men but knights and bishops.
    pub(crate) fn has_only_minor_pieces(&self) -> bool {
        (self.roles[Role::Pawn.at()] | self.roles[Role::Rook.at()] | self.roles[Role::Queen.at()]).is_empty()
    }

    /// Whether neither side can ever mate, by material alone (FIDE 5.2.2).
    #[inline]
    pub fn is_dead_by_material(&self) -> bool {
        self.has_only_minor_pieces()
            && self.material(Color::White) == Material::CannotMate
            && self.material(Color::Black) == Material::CannotMate
    }
}
