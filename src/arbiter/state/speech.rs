//! Words of the players that have not had their effect yet.

use crate::chess::Color;
use crate::game::Span;

use crate::arbiter::state::board::MovesMade;

/// Words that have not had their effect yet.
#[derive(Debug, Default)]
pub(crate) struct Speech {
    /// A false cry of check to which the opponent has not reacted.
    pub cry: Option<Cry>,
    /// A check that was given without a word.
    pub unsaid: Option<Unsaid>,
    /// The player who has just misled the other by a false move or cry.
    pub misled_by: Option<Color>,
}

/// A false cry of check to which the opponent has not reacted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cry {
    pub by: Color,
    /// A cry of mate counts as a cry of check too.
    pub word: Cried,
    pub ply: u32,
    pub span: Span,
    pub made: MovesMade,
}

/// The word that was cried although no check is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cried {
    Check,
    Mate,
}

impl Cried {
    /// The word in a message.
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Mate => "mate",
        }
    }
}

/// A check that was given without a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unsaid {
    pub by: Color,
    pub ply: u32,
    pub span: Span,
}
