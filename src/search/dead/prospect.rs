//! The answer of the search.

use crate::chess::Move;

/// Whether a side can still give mate, both sides helping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It can, by these moves; empty if the mate is on the board.
    Helpmate(Vec<Move>),
    /// No series of legal moves ends in mate.
    NoHelpmate,
    /// Neither was proved.
    Undetermined,
}

impl Prospect {
    /// Whether it is proved that the side cannot give mate.
    pub const fn is_refuted(&self) -> bool {
        matches!(self, Self::NoHelpmate)
    }
}
