//! The end of a record: its termination, and the point where the replay stopped before it.

use crate::finding::Score;

use super::span::Span;

/// The termination of a game as it is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Termination {
    pub score: Score,
    pub span: Span,
}

/// The point where the replay ended before the record did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The plies made until then.
    pub ply: u32,
    pub reason: StopReason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Mate or stalemate had ended the game.
    GameOver,
    /// A move or the starting position could not be read or resolved.
    Unreplayable,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Ending {
    pub termination: Option<Termination>,
    pub stop: Option<Stop>,
    /// Whether a limit on what is kept of one game was reached. The game is then not judged.
    pub exceeds_limit: bool,
}
