//! What is wrong with a command: its text, or the act on this board. `sentences.rs` has the words.

use std::borrow::Cow;

use crate::chess::Square;
use crate::law::Family;

/// A malformed or impossible command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandProblem {
    Malformed {
        name: &'static str,
        what: Malformed,
        usage: &'static str,
        /// What to write; if there is none, the usage.
        advice: Option<Advice>,
    },
    /// The name is nearly that of a command, or the operands are those of one. `usage` is the command as it was probably
    /// meant, or else its form.
    Misspelt {
        found: String,
        usage: Option<Cow<'static, str>>,
    },
    /// It begins otherwise than with `[%` and its name.
    BadlyOpened {
        usage: &'static str,
    },
    AfterEnd,
    NoMan(Square),
    TooFewMoves {
        back: u32,
        made: u32,
    },
    Occupied(Square),
    NothingFallen,
    /// Men that were set up wrongly have moved since.
    CannotCorrect(Square),
    UnreadableMove(String),
    AmbiguousMove(String),
    NoManFits(String),
    ArbiterMoves,
    /// An act of the arbiter that only a player can do.
    OnlyPlayers,
}

/// Why a command cannot be read. `wanted` and `Missing` name an argument: `a square`, `the square`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Malformed {
    Unreadable,
    Missing(&'static str),
    Not { found: String, wanted: &'static str },
    Unexpected(String),
    TextNotClosed,
    NoSpaceAfterText,
    NoSpaceBefore,
    NotClosed,
}

/// What to write instead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    DidYouMean(String),
    /// One of these words.
    Use(Vec<&'static str>),
    PersonLetter,
    PlayerLetter,
    SquareForm,
    MoveForm,
    TimeForm,
    FenForm,
    NoBrace,
    CloseText,
    CloseCommand,
    FamilyOfRules(Family),
    ListRules,
}
