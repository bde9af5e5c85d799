//! The values of the tags that this format adds to PGN.

use crate::chess::{Color, Role, Square};
use crate::law::Rule;

use super::act::{Channel, CornerColour};
use super::clock::Time;
use super::command_problem::Advice;

/// One of the odds that a player gives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum OddsTerm {
    /// A number of moves.
    Moves(u32),
    /// The first move.
    Move,
    Exchange,
    /// Drawn games count as won by the receiver.
    DrawsWon,
    /// The giver must give mate with the man of this square.
    MateWith(Square),
    /// The giver must give mate on this square.
    MateOn(Square),
    /// The giver must force a stalemate.
    ForceStalemate,
    /// The giver must force the receiver to give mate.
    Selfmate,
    /// A man of this kind, without its square.
    Man(Role),
    /// The man of this square.
    Square(Square),
}

/// The `Odds` tag; `terms` is not empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Odds {
    pub giver: Color,
    pub terms: Vec<OddsTerm>,
}

impl Odds {
    pub(crate) fn gives_moves(&self) -> bool {
        self.moves_given().is_some()
    }

    /// Whether the giver undertook to end the game in a particular way: to mate with a certain man or on a certain
    /// square, or to have a player mated or stalemated.
    pub(crate) fn is_wagered(&self) -> bool {
        self.terms.iter().any(|term| {
            matches!(
                term,
                OddsTerm::MateWith(_) | OddsTerm::MateOn(_) | OddsTerm::ForceStalemate | OddsTerm::Selfmate
            )
        })
    }

    /// The number of moves with which the receiver begins, if moves are given.
    pub(crate) fn moves_given(&self) -> Option<u32> {
        self.terms.iter().find_map(|term| match term {
            OddsTerm::Move => Some(1),
            OddsTerm::Moves(moves) => Some(*moves),
            _ => None,
        })
    }
}

/// A rule that the organiser of an event adds to the laws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Regulation {
    /// No draw may be agreed before this move.
    NoDrawBefore(u32),
    /// There is about one arbiter for each game.
    FullSupervision,
    /// Guideline III of the FIDE Laws holds.
    GuidelineIii,
}

/// A score for which PGN has no token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ResultDetail {
    BothLose,
}

/// The value of a tag; the variant has the tag's name unless stated otherwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TagValue {
    Observed(Vec<Channel>),
    Board(CornerColour),
    /// `Board`: the number of the board in a team event or a simultaneous display (PGN standard, 9.2.5).
    BoardNumber(u32),
    RightOfMove(Color),
    Odds(Odds),
    Regulations(Vec<Regulation>),
    DefaultTime(Time),
    ResultDetail(ResultDetail),
    SeriesGame(u32),
    /// The rules whose findings are suppressed for the game.
    JadoubeIgnore(Vec<Rule>),
}

/// The result of reading a tag's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadValue {
    Value(TagValue),
    /// The value is invalid; for rules to suppress, with the nearest rule.
    Invalid(Option<Advice>),
    /// The value is free text, or is read elsewhere.
    NotRead,
}
