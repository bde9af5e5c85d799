//! The number of plies that a case retracts.

use crate::finding::Standing;
use crate::law::{Binds, RemedyKind, RetractTo};

use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, PutRight, Stage};

impl Case<'_> {
    /// The number of plies that remain after the retraction that the case presupposes. If the provision
    /// leaves the retraction open, the offending move counts as retracted.
    pub(crate) fn goes_back_to(&self) -> Option<u32> {
        let is_of_use =
            (self.demand.asked != Asked::No || self.is_open()) && self.execution.put_right == PutRight::No;
        if !is_of_use || self.provision().is_none_or(|provision| provision.binds == Binds::None) {
            return None;
        }
        if self.is_to_be_left() {
            return None;
        }
        // If the second of two moves is to stand, the first is retracted.
        if let Asked::Elected(_) = self.demand.asked
            && self.is_due(&[RemedyKind::SecondStands])
        {
            return Some(self.before.saturating_sub(1));
        }
        let moves_go_back = self.before < self.offence.ply
            || (matches!(self.demand.asked, Asked::Elected(_)) && self.is_due(&[RemedyKind::Retract]));
        self.back_to.or(moves_go_back.then_some(self.before))
    }

    /// The number of plies that remain after the retraction that is certain. If the code leaves the
    /// retraction open, it becomes certain when a retraction or another move is asked for.
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

    /// The number of plies that remain after the retraction still to come: of the offence, or after that of a
    /// move other than the one due.
    pub(crate) fn still_to_go_back(&self) -> Option<u32> {
        match (self.execution.went_back, self.stage) {
            // No move was at fault, but the move played is not the one asked for.
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

    /// Like `still_to_go_back`, but `None` if nothing of the `standing` plies on the board is to be
    /// retracted.
    pub(crate) fn awaited_back(&self, standing: u32) -> Option<u32> {
        let to = self.still_to_go_back().filter(|to| *to < standing)?;
        (self.leaves(standing) == Standing::Retractable).then_some(to)
    }

    /// Whether, after the retraction of the offence, a move other than the one due was made, may still be
    /// retracted, and no player asked for anything.
    pub(crate) fn is_to_undo_another_move(&self) -> bool {
        let played_another = matches!(self.stage, Stage::Disobeyed(_)) && self.execution.went_back.is_some();
        played_another && self.demand.asked == Asked::No && self.is_open()
    }
}

/// The number of plies that remain after the retraction that a provision orders.
pub(crate) fn plies_kept(retract: RetractTo, case: &Case<'_>) -> Option<u32> {
    match retract {
        RetractTo::None => None,
        RetractTo::BeforeOffence | RetractTo::BeforeExposure | RetractTo::AtFall => Some(case.before),
        RetractTo::AfterCheck => Some(case.marks.check.unwrap_or(case.before)),
        // A reaction that was no move needs no retraction.
        RetractTo::BeforeReply => case.marks.reply_is_a_move.then_some(case.offence.ply),
        RetractTo::LastOfChecked => case.marks.before_last_of_checked.or(Some(case.before)),
    }
}
