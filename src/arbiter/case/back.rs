//! The number of plies that a case retracts.

use crate::finding::Standing;
use crate::law::{Binds, Provision, RemedyKind, RetractTo};

use crate::arbiter::case::{Case, CaseStage, Correction, OfferedRemedy, Request};

impl Case<'_> {
    /// The number of plies that remain after the retraction that the case presupposes. If the provision
    /// leaves the retraction open, the offending move counts as retracted.
    pub(crate) fn retracts_to(&self) -> Option<u32> {
        let is_of_use = (self.is_asked() || self.is_open()) && self.execution.put_right == Correction::No;
        let is_unbound = self.provision().is_none_or(|provision| provision.binds == Binds::None);
        if !is_of_use || is_unbound || self.asks_no_change() {
            return None;
        }
        // If the second of two moves is to remain, the first is retracted.
        if self.is_elected() && self.is_due(&[RemedyKind::SecondStands]) {
            return Some(self.before.saturating_sub(1));
        }
        let moves_go_back =
            self.before < self.offence.ply || (self.is_elected() && self.is_due(&[RemedyKind::Retract]));
        self.back_to.or(moves_go_back.then_some(self.before))
    }

    /// The number of plies that remain after the retraction that is certain. If the code leaves the
    /// retraction open, it becomes certain when a retraction or another move is asked for.
    pub(crate) fn certain_back_to(&self) -> Option<u32> {
        let kinds =
            [RemedyKind::Retract, RemedyKind::FirstStands, RemedyKind::SecondStands, RemedyKind::RookStands];
        let goes_back = |offered: &OfferedRemedy| offered.asks_for_a_move() || offered.is_any(&kinds);
        let is_certain = match self.demand.request {
            Request::Elected(_) => self.due().iter().any(goes_back),
            Request::NoPenalty => true,
            Request::No | Request::Noticed => false,
        };
        if is_certain { self.retracts_to() } else { self.back_to }
    }

    /// The number of plies that remain after the retraction still to come: of the offence, or after that of a
    /// move other than the one due.
    pub(crate) fn pending_back_to(&self) -> Option<u32> {
        match (self.execution.went_back, self.stage) {
            // No move was at fault, but the move played is not the one asked for.
            (None, CaseStage::Disobeyed(ply)) if self.is_asked() => {
                self.certain_back_to().or(Some(ply.saturating_sub(1)))
            }
            (None, _) => self.certain_back_to(),
            (Some(_), CaseStage::Disobeyed(ply)) => Some(ply.saturating_sub(1)),
            (Some(_), _) => None,
        }
    }

    /// Like `pending_back_to`, but `None` if nothing of the `plies` plies on the board is to be
    /// retracted.
    pub(crate) fn awaited_back(&self, plies: u32) -> Option<u32> {
        let to = self.pending_back_to().filter(|to| *to < plies)?;
        (self.standing(plies) == Standing::Retractable).then_some(to)
    }

    /// Whether, after the retraction of the offence, a move other than the one due was made, may still be
    /// retracted, and no player asked for anything.
    pub(crate) fn must_undo_other_move(&self) -> bool {
        let played_another =
            matches!(self.stage, CaseStage::Disobeyed(_)) && self.execution.went_back.is_some();
        played_another && !self.is_asked() && self.is_open()
    }

    /// The number of plies that remain after the retraction that a provision orders.
    pub(crate) fn retract_target(&self, provision: &Provision) -> Option<u32> {
        match provision.retract {
            RetractTo::None => None,
            RetractTo::BeforeOffence | RetractTo::BeforeExposure | RetractTo::AtFall => Some(self.before),
            RetractTo::AfterCheck => Some(self.marks.check.unwrap_or(self.before)),
            // A reaction that was no move needs no retraction.
            RetractTo::BeforeReply => self.marks.is_reply_a_move.then_some(self.offence.ply),
            RetractTo::LastOfChecked => self.marks.before_last_of_checked.or(Some(self.before)),
        }
    }
}
