//! The values of the tags that this format adds.

use std::borrow::Cow;

use crate::chess::{Color, Role, Square};
use crate::law::Rule;

use super::act::{Channel, Shade};
use super::clock::Time;

/// What is given as odds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OddsTerm {
    /// So many moves.
    Moves(u32),
    /// The move.
    Move,
    /// The exchange.
    Exchange,
    /// Drawn games count for the receiver.
    DrawsWon,
    /// Mate must be given with the man of this square.
    MateWith(Square),
    /// Mate must be given on this square.
    MateOn(Square),
    /// The giver must force a stalemate.
    ForceStalemate,
    /// The giver must make the receiver mate him.
    Selfmate,
    /// A man, without saying which.
    Man(Role),
    /// The man of this square.
    Square(Square),
}

/// The `Odds` tag: who gives, and what.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Odds {
    /// Who gives.
    pub giver: Color,
    /// What; at least one.
    pub terms: Vec<OddsTerm>,
}

impl Odds {
    /// Whether moves are given.
    pub(crate) fn gives_moves(&self) -> bool {
        self.moves_given().is_some()
    }

    /// With how many moves the receiver begins, where moves are given.
    pub(crate) fn moves_given(&self) -> Option<u32> {
        self.terms.iter().find_map(|term| match term {
            OddsTerm::Move => Some(1),
            OddsTerm::Moves(moves) => Some(*moves),
            _ => None,
        })
    }
}

/// What an event adds to the laws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Regulation {
    /// No draw may be agreed before this move.
    NoDrawBefore(u32),
    /// One arbiter watches each game, or nearly.
    FullSupervision,
    /// Guideline III of the FIDE Laws holds.
    GuidelineIii,
}

/// A score for both that PGN has no token for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ResultDetail {
    /// Both lose.
    BothLose,
}

/// The value of a tag that this format adds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TagValue {
    /// `Observed`.
    Observed(Vec<Channel>),
    /// `Board`: how the board lay.
    Board(Shade),
    /// `Board`: the number of the board in a team event or a simultaneous display (PGN standard, 9.2.5).
    BoardNumber(u32),
    /// `RightOfMove`.
    RightOfMove(Color),
    /// `Odds`.
    Odds(Odds),
    /// `Regulations`.
    Regulations(Vec<Regulation>),
    /// `DefaultTime`.
    DefaultTime(Time),
    /// `ResultDetail`.
    ResultDetail(ResultDetail),
    /// `SeriesGame`.
    SeriesGame(u32),
    /// `JadoubeIgnore`: what is not to be told of the game.
    JadoubeIgnore(Vec<Rule>),
}

/// What is said of a tag's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadValue {
    /// It is read.
    Value(TagValue),
    /// It is none of what the tag may say; the words name that.
    Bad(Cow<'static, str>),
    /// The tag's value is free text, or read elsewhere.
    Free,
}
