//! Endings by material and squares, for which a count has another limit.

use std::sync::Arc;

use crate::chess::{Bitboard, Color, Position, Role, Square};

/// The number of a count in one ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountLimit {
    pub endgame: Endgame,
    pub n: u32,
}

/// An ending: the men of both sides, whichever player has which, and the squares of some of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endgame {
    /// The men as the file names them: `KRB v KR`.
    pub material: Arc<str>,
    pub first: Vec<Role>,
    pub second: Vec<Role>,
    /// Each entry is a set of squares that is enough by itself. Any squares do if there is none.
    pub squares: Vec<Vec<ManOn>>,
}

/// A man on a square, if the first side is White; the ranks are reversed if it is Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ManOn {
    pub role: Role,
    /// Whether the first side has it.
    pub is_first: bool,
    pub squares: Bitboard,
}

impl CountLimit {
    /// Whether the position is of its ending.
    pub(crate) fn includes(&self, position: &Position) -> bool {
        [Color::White, Color::Black].into_iter().any(|first| self.endgame.is_on(position, first))
    }
}

impl Endgame {
    fn is_on(&self, position: &Position, first: Color) -> bool {
        has_men(position, first, &self.first)
            && has_men(position, first.other(), &self.second)
            && (self.squares.is_empty()
                || self.squares.iter().any(|men| men.iter().all(|man| man.is_on(position, first))))
    }
}

impl ManOn {
    fn is_on(self, position: &Position, first: Color) -> bool {
        let owner = if self.is_first { first } else { first.other() };
        let as_white = |square: Square| match first {
            Color::White => square,
            Color::Black => square.mirrored(),
        };
        position.of(owner, self.role).squares().any(|square| self.squares.has(as_white(square)))
    }
}

fn has_men(position: &Position, player: Color, men: &[Role]) -> bool {
    let wanted = |role: Role| men.iter().filter(|man| **man == role).count();
    Role::ALL.iter().all(|role| position.of(player, *role).count() as usize == wanted(*role))
}
