//! The answer of the search: a mate, the proof that there is none, or neither.

use crate::chess::Move;

/// Whether a side can still give mate, both sides helping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It can: these moves end in mate. None where the mate is on the board.
    Helpmate(Vec<Move>),
    /// No series of legal moves mates.
    NoHelpmate,
    /// Neither was shown.
    Undetermined,
}

impl Prospect {
    /// Whether it is proved that no mate is left.
    pub const fn is_hopeless(&self) -> bool {
        matches!(self, Self::NoHelpmate)
    }
}
