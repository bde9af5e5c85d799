//! Draw offers and claims, and the count of moves that a player called for.

use crate::chess::{Color, Move};
use crate::law::Rule;

use crate::arbiter::state::MovesMade;

#[derive(Debug, Default)]
pub(crate) struct Draws {
    pub offer: Option<Offer>,
    /// The call for a count of moves.
    pub call: Option<CountCall>,
    pub claimed: Vec<DrawClaimed>,
    /// The move announced with the claim that ended the game: the record may hold it.
    pub announced: Option<Move>,
}

impl Draws {
    pub(crate) fn offer(&mut self, by: Color) {
        self.offer = Some(Offer { by, answer: OfferAnswer::None });
    }

    pub(crate) fn answer_offer(&mut self, by: Color, answer: OfferAnswer) {
        let from_opponent = |offer: &&mut Offer| offer.by != by && offer.answer != OfferAnswer::Declined;
        if let Some(offer) = self.offer.as_mut().filter(from_opponent) {
            offer.answer = answer;
        }
    }

    pub(crate) fn caller(&self) -> Option<Color> {
        self.call.map(|call| call.by)
    }

    /// Whether it is still to be decided whether moves are counted.
    pub(crate) fn count_is_submitted(&self) -> bool {
        self.call.is_some_and(|call| call.status == CountStatus::Submitted)
    }

    /// Restarts a count that ran out after ply `keep`.
    pub(crate) fn take_back(&mut self, keep: u32) {
        if let Some(call) = &mut self.call
            && matches!(call.status, CountStatus::RunOut(ply) if ply > keep)
        {
            call.status = CountStatus::Running;
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Offer {
    pub by: Color,
    pub answer: OfferAnswer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OfferAnswer {
    None,
    /// The opponent touched a man or moved. The code says whether that ends the offer.
    WentOn,
    Declined,
}

/// A call for a count of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountCall {
    pub by: Color,
    /// The number of moves that each player had made by then.
    pub made: MovesMade,
    pub ply: u32,
    /// The case that the call opened.
    pub case: usize,
    pub status: CountStatus,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CountStatus {
    /// It is not decided yet whether moves are counted.
    Submitted,
    Running,
    /// The moves were completed at this ply; no player has said anything about it.
    RunOut(u32),
}

/// A claim of a draw, right or wrong. A report must not say that none was made at this ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrawClaimed {
    pub rule: Rule,
    pub ply: u32,
    /// Whether it was made on the opponent's turn, although only the player on move may claim.
    pub is_off_turn: bool,
}
