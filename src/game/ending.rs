//! How a record ends: its termination, and where the replay stopped before it.

use crate::finding::Score;

use super::span::Span;

/// The end of a game as it is recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Termination {
    /// The score it gives.
    pub score: Score,
    /// The place of its token.
    pub span: Span,
}

/// The point where the replay ended before the record did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The moves made until then.
    pub ply: u32,
    /// Why it ended.
    pub reason: StopReason,
}

/// Why the replay ended before the record did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Mate or stalemate had ended the game.
    GameOver,
    /// A move or the starting position could not be read or resolved.
    Unreplayable,
}

/// How a record ends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending {
    /// The end of the game as it is recorded.
    pub termination: Option<Termination>,
    /// Where the replay stopped, if it did.
    pub stop: Option<Stop>,
    /// Whether more happened than is followed: then the game is not judged.
    pub is_too_much: bool,
}
