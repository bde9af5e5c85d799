//! How much of the game goes back for a case.

use crate::finding::Standing;
use crate::law::{Binds, RemedyKind, RetractTo};

use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, PutRight, Stage};

impl Case<'_> {
    /// How many moves stand after what the case presupposes to be taken back; the offending move where
    /// the provision leaves it open whether it goes back.
    pub(crate) fn goes_back_to(&self) -> Option<u32> {
        let is_of_use =
            (self.demand.asked != Asked::No || self.is_open()) && self.execution.put_right == PutRight::No;
        if !is_of_use || self.provision().is_none_or(|provision| provision.binds == Binds::None) {
            return None;
        }
        // A move that was asked to stand no longer goes back.
        if self.is_to_be_left() {
            return None;
        }
        // That the second of two moves stand takes the first back.
        if let Asked::Elected(_) = self.demand.asked
            && self.is_due(&[RemedyKind::SecondStands])
        {
            return Some(self.before.saturating_sub(1));
        }
        let moves_go_back = self.before < self.offence.ply
            || (matches!(self.demand.asked, Asked::Elected(_)) && self.is_due(&[RemedyKind::Retract]));
        self.back_to.or(moves_go_back.then_some(self.before))
    }

    /// How many moves stand after what is now sure to go back: where the code leaves that open, it is sure once that
    /// is asked for, or a move in the place of what was done.
    pub(crate) fn back_once_asked(&self) -> Option<u32> {
        let goes_back = |laid: &OfferedRemedy| {
            laid.asks_for_a_move()
                || matches!(
                    laid.remedy.kind,
                    RemedyKind::Retract
                        | RemedyKind::FirstStands
                        | RemedyKind::SecondStands
                        | RemedyKind::RookStands
                )
        };
        let is_sure = match self.demand.asked {
            Asked::Elected(_) => self.due().iter().any(goes_back),
            Asked::NoPenalty => true,
            Asked::No | Asked::Noticed => false,
        };
        if is_sure { self.goes_back_to() } else { self.back_to }
    }

    /// How many moves stand after what is still to go back: once the offence went, another move than the one due.
    pub(crate) fn still_to_go_back(&self) -> Option<u32> {
        match (self.execution.went_back, self.stage) {
            // No move was wrong, and what was asked for is not what was then played.
            (None, Stage::Disobeyed(ply))
                if self.demand.asked != Asked::No && self.offence.kind != OffenceKind::WrongClaim =>
            {
                self.back_once_asked().or(Some(ply.saturating_sub(1)))
            }
            (None, _) => self.back_once_asked(),
            (Some(_), Stage::Disobeyed(ply)) => Some(ply.saturating_sub(1)),
            (Some(_), _) => None,
        }
    }

    /// How many moves stand after what is still to go back, `standing` moves being on the board, where any is.
    pub(crate) fn awaited_back(&self, standing: u32) -> Option<u32> {
        let to = self.still_to_go_back().filter(|to| *to < standing)?;
        (self.leaves(standing) == Standing::Retractable).then_some(to)
    }

    /// Whether the offence went back, and another move than the one due was then made that may still go back, nobody
    /// having asked for anything.
    pub(crate) fn is_to_undo_another_move(&self) -> bool {
        let played_another = matches!(self.stage, Stage::Disobeyed(_)) && self.execution.went_back.is_some();
        played_another && self.demand.asked == Asked::No && self.is_open()
    }
}

/// How many moves stand after going back as a provision has it.
pub(crate) fn plies_kept(retract: RetractTo, case: &Case<'_>) -> Option<u32> {
    match retract {
        RetractTo::None => None,
        RetractTo::BeforeOffence | RetractTo::BeforeExposure | RetractTo::AtFall => Some(case.before),
        RetractTo::AfterCheck => Some(case.marks.check.unwrap_or(case.before)),
        // Where the reply was no move, nothing goes back.
        RetractTo::BeforeReply => case.marks.reply_is_a_move.then_some(case.offence.ply),
        RetractTo::LastOfChecked => case.marks.before_last_of_checked.or(Some(case.before)),
    }
}
