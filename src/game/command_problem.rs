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
    /// It can only mean this command, which is read in its place.
    ReadAs(String),
    /// It begins otherwise than with `[%` and its name. `usage` is the command as it was meant, or else its form.
    BadlyOpened {
        usage: Cow<'static, str>,
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
    /// A player arrives who has already moved.
    AlreadyMoved,
    /// A player returns who did not leave.
    NotAway,
    /// A game is resumed that was not adjourned.
    NotAdjourned,
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
    /// The command with this word has this form.
    Form(&'static str),
}

/// The names of the commands for clock readings.
const CLOCK_READINGS: [&str; 4] = ["clk", "emt", "egt", "mct"];

impl CommandProblem {
    /// Whether it is about a command for a clock reading.
    pub(crate) fn is_of_clock_reading(&self) -> bool {
        let usage = match self {
            Self::Malformed { usage, .. } => *usage,
            Self::BadlyOpened { usage } | Self::Misspelt { usage: Some(usage), .. } => &**usage,
            _ => return false,
        };
        CLOCK_READINGS.iter().any(|name| usage.strip_prefix("[%").is_some_and(|rest| rest.starts_with(name)))
    }

    /// Whether it is about a `[%play]`: its move was made, though it cannot be read.
    pub(crate) fn is_of_play(&self) -> bool {
        match self {
            Self::Malformed { usage, .. } => usage.starts_with("[%play "),
            Self::BadlyOpened { usage } | Self::Misspelt { usage: Some(usage), .. } => {
                usage.starts_with("[%play ")
            }
            Self::UnreadableMove(_) | Self::AmbiguousMove(_) | Self::NoManFits(_) => true,
            _ => false,
        }
    }
}
