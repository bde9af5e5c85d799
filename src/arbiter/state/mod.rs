//! The state that the events of a game change.

pub(crate) mod adjournment;
pub(crate) mod beginning;
pub(crate) mod board;
pub(crate) mod draws;
pub(crate) mod scoresheets;
pub(crate) mod speech;
pub(crate) mod stage;
pub(crate) mod touch;
pub(crate) mod umpire;

use crate::chess::Color;
use crate::game::{Actor, Finish, Span};

pub(crate) use adjournment::Adjournment;
pub(crate) use beginning::Beginning;
pub(crate) use board::{ActiveCheck, BoardHistory, CheckLaw, Lawfulness, MovesMade, PlayedMove};
pub(crate) use draws::{DrawClaimed, Draws, OfferAnswer};
pub(crate) use scoresheets::{Scoresheets, Signature};
pub(crate) use speech::Speech;
pub(crate) use stage::{GameStage, RecordEnd};
pub(crate) use touch::{Chosen, Hands, RookFirst};
pub(crate) use umpire::{RuledEnd, Umpire};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ByColor<T> {
    pub white: T,
    pub black: T,
}

impl<T> ByColor<T> {
    pub(crate) const fn of(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }

    pub(crate) const fn of_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

/// The clock as the acts of the record show it.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// The players who pressed the clock since their last move.
    pub pressed: Vec<Color>,
    pub fallen_flags: Vec<FlagFall>,
    /// Whether the record observes the clock and notes when it is pressed.
    pub is_press_noted: bool,
    /// When a player must begin to make all remaining moves in a limited time.
    pub finish: Finish,
}

impl Clock {
    pub(crate) fn has_fallen(&self, player: Color) -> bool {
        self.fallen_flags.iter().any(|fall| fall.by == player)
    }
}

/// The fall of a player's flag, and the number of plies on the board when it fell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FlagFall {
    pub by: Color,
    pub ply: u32,
    pub span: Span,
}

/// Whether the next change to the game was agreed on or asked for.
#[derive(Debug, Default)]
pub(crate) struct Permission {
    /// Whether both players or the umpire agreed to the next change.
    pub sanctioned: bool,
    /// The person who pointed something out, or asked for a remedy, since the last move.
    pub pointed_out_by: Option<Actor>,
    /// Whether both players agreed not to apply the laws to the current question.
    pub laws_waived: bool,
}
