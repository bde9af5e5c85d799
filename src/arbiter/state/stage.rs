//! Whether the game goes on.

use crate::chess::Color;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameStage {
    UnderWay,
    /// Something said or done ended the game.
    Over,
    /// This player resigned.
    Resigned(Color),
    /// This player was checkmated at this ply, but the score goes on.
    Mated(Color, u32),
}

/// Whether the game is over at the end of its record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordEnd {
    Unfinished,
    /// The game has a score, or the board shows that it is over.
    Over,
}
