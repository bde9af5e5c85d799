//! Draws offered and claimed, and the count of moves that a player called for.

use crate::chess::Color;
use crate::law::Rule;

use crate::arbiter::state::board::MovesMade;

/// Draws offered and claimed, and the count of moves that a player called for.
#[derive(Debug, Default)]
pub(crate) struct Draws {
    /// The last offer of a draw.
    pub offer: Option<Offer>,
    /// The call on which moves are counted.
    pub call: Option<Call>,
    /// The draws that were claimed.
    pub claimed: Vec<Claimed>,
}

impl Draws {
    /// A player offers a draw.
    pub(crate) fn offer(&mut self, by: Color) {
        self.offer = Some(Offer { by, answer: OfferAnswer::None });
    }

    /// A player answers the opponent's offer, if there is one.
    pub(crate) fn answer_offer(&mut self, by: Color, answer: OfferAnswer) {
        let from_opponent = |offer: &&mut Offer| offer.by != by && offer.answer != OfferAnswer::Declined;
        if let Some(offer) = self.offer.as_mut().filter(from_opponent) {
            offer.answer = answer;
        }
    }

    /// The player who called for the count.
    pub(crate) fn caller(&self) -> Option<Color> {
        self.call.map(|call| call.by)
    }

    /// Whether others are to decide whether moves are counted.
    pub(crate) fn count_is_submitted(&self) -> bool {
        self.call.is_some_and(|call| call.status == Status::Submitted)
    }

    /// Takes moves back until `keep` stand: a count that ran out after them runs again.
    pub(crate) fn take_back(&mut self, keep: u32) {
        if let Some(call) = &mut self.call
            && matches!(call.status, Status::RunOut(ply) if ply > keep)
        {
            call.status = Status::Running;
        }
    }
}

/// An offer of a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    pub by: Color,
    pub answer: OfferAnswer,
}

/// The answer to an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OfferAnswer {
    /// None yet.
    None,
    /// The opponent went on: touched a man or moved. The code says whether that ends the offer.
    WentOn,
    /// It was declined in words.
    Declined,
}

/// A call that moves be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub by: Color,
    /// The moves that each player had made by then.
    pub made: MovesMade,
    /// The case that the call opened.
    pub case: usize,
    pub status: Status,
}

/// How far a count is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// Others decide whether moves are counted.
    Submitted,
    /// The moves are counted.
    Running,
    /// They were made with the move of this ply, and nobody has said anything yet.
    RunOut(u32),
}

/// A claim that was made, right or wrong: a report must not say that none was made at this moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claimed {
    pub rule: Rule,
    pub ply: u32,
}
