//! Words of the players that have not had their effect yet.

use crate::chess::Color;
use crate::game::Span;

use crate::arbiter::state::MovesMade;

#[derive(Debug, Default)]
pub(crate) struct Speech {
    /// A false cry of check that the opponent has not answered.
    pub cry: Option<Cry>,
    pub silent_check: Option<SilentCheck>,
    /// The player who has just misled the opponent by a false move or cry.
    pub misled_by: Option<Color>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Cry {
    pub by: Color,
    /// A cry of mate counts as a cry of check too.
    pub word: CriedWord,
    pub ply: u32,
    pub span: Span,
    pub made: MovesMade,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CriedWord {
    Check,
    Mate,
}

impl CriedWord {
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Mate => "mate",
        }
    }
}

/// A check that was not announced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SilentCheck {
    pub by: Color,
    pub ply: u32,
    pub span: Span,
}
