//! Whether the game goes on.

use crate::chess::Color;

/// Whether the game goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameStage {
    UnderWay,
    /// Something said or done ended it.
    Over,
    /// This player resigned, and that ended it.
    Resigned(Color),
    /// This player was mated when so many moves stood; the score goes on.
    Mated(Color, u32),
}

/// Where a record leaves its game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AtLast {
    Unended,
    /// It has a score, or the board shows that it is over.
    Over,
}
