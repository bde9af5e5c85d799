//! The end of a case, its effect on the game, and its severity.

use crate::finding::{Disposition, Severity, Standing, TimeGiven};
use crate::game::Time;
use crate::law::{Binds, Chooser, RemedyKind, Rule};

use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, Right, Scored, Stage, TimeRuled};

impl Case<'_> {
    /// Handles the end of the game, after `plies` plies: remedies that were to be carried out in the game
    /// have not been.
    pub(crate) fn end_with_the_game(&mut self, plies: u32) {
        // A loss of time for a wrong claim has no effect if the game ended with the claim.
        if self.offence.kind == OffenceKind::WrongClaim && self.offence.ply == plies && !self.is_ended() {
            self.note("the game ended before anything was done");
            self.end(Disposition::Lapsed);
        }
        let has_closed = self.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
        if self.demand.asked == Asked::No || !has_closed {
            return;
        }
        match self.stage {
            Stage::Standing if self.is_to_be_left() => self.end(Disposition::Enforced),
            // A finding reports that the remedy was not carried out; the result stands.
            Stage::Standing if self.execution.is_reported => self.end(Disposition::Misapplied),
            _ if self.execution.is_reported => {}
            Stage::Standing | Stage::Disobeyed(_) if self.execution.went_back.is_none() => {
                if let Stage::Disobeyed(ply) = self.stage {
                    self.execution.played_instead = Some(ply);
                }
                self.note("it was pointed out, and the game ended before anything was done");
                self.end(Disposition::Lapsed);
            }
            Stage::Due => {
                self.note("the game ended before it was done");
                // The player refused nothing.
                self.account.gravity = self.account.gravity.min(Severity::Warning);
                self.end(Disposition::Lapsed);
            }
            _ => {}
        }
    }

    pub(crate) fn has_annulled(&self) -> bool {
        self.disposition() == Disposition::Annulled
    }

    /// Whether the law annuls the game or orders a new one.
    pub(crate) fn annuls(&self) -> bool {
        self.remedies.iter().any(|laid| {
            laid.remedy.chooser == Chooser::Law
                && matches!(laid.remedy.kind, RemedyKind::Annul | RemedyKind::Recommence)
        })
    }

    /// Whether the game is void or may be voided on request.
    fn may_annul(&self) -> bool {
        self.annuls() || self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Annul)
    }

    /// Whether the case only permits a retraction, and no player asked for it.
    pub(crate) fn is_unused(&self) -> bool {
        let is_leave = self.provision().is_some_and(|provision| provision.binds == Binds::Right);
        let takes_back = |laid: &OfferedRemedy| laid.remedy.kind == RemedyKind::Retract;
        self.demand.asked == Asked::No
            && is_leave
            && !self.remedies.is_empty()
            && self.remedies.iter().all(takes_back)
    }

    /// Whether the case permitted a retraction to `keep`, and a move closed its window before a player asked
    /// for it.
    pub(crate) fn had_leave_to_go_back_to(&self, keep: u32) -> bool {
        let has_closed = self.right().and_then(Right::closed_ply).is_some_and(|ply| ply > keep);
        !self.is_ended() && has_closed && self.is_unused() && self.back_to == Some(keep)
    }

    /// The standing of the finished game with `standing` plies on the board: a remedy that was asked for and
    /// not carried out retracts nothing any more.
    pub(crate) fn leaves_at_the_end(&self, standing: u32) -> Standing {
        let has_closed = self.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
        match self.leaves(standing) {
            Standing::Retractable if self.execution.is_reported && has_closed => Standing::Valid,
            left => left,
        }
    }

    /// The standing of the game with `standing` plies on the board.
    pub(crate) fn leaves(&self, standing: u32) -> Standing {
        match self.stage {
            Stage::Ended(Disposition::Annulled) if self.may_annul() => return Standing::Annulled,
            Stage::Ended(_) | Stage::Answered(_) => return Standing::Valid,
            Stage::Standing | Stage::Due | Stage::Disobeyed(_) => {}
        }
        if self.account.gravity == Severity::Info
            || !(self.is_open() || self.demand.asked != Asked::No)
            || self.is_unused()
        {
            Standing::Valid
        } else if self.annuls() {
            if self.demand.asked == Asked::No { Standing::Annullable } else { Standing::Annulled }
        } else if self.still_to_go_back().is_some_and(|to| to < standing) {
            Standing::Retractable
        } else {
            Standing::Valid
        }
    }

    /// The time that the opponent is to be given, if the remedy was asked for and the record does not say
    /// whether it was added.
    pub(crate) fn time_owed(&self) -> Option<Time> {
        if self.demand.asked == Asked::No || self.is_struck_out() || self.time() != TimeGiven::Untold {
            return None;
        }
        let gives_time = |laid: &&OfferedRemedy| laid.remedy.kind == RemedyKind::AddTime;
        let seconds = self.remedies.iter().filter(gives_time).filter_map(|laid| laid.remedy.seconds).max()?;
        Some(Time::from_seconds(seconds.into()))
    }

    /// Whether the time that is due was added.
    pub(crate) fn time(&self) -> TimeGiven {
        let is_due = self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::AddTime);
        match self.execution.time_ruled {
            _ if !is_due => TimeGiven::NotDue,
            None => TimeGiven::Untold,
            Some(TimeRuled::AsLaid) => TimeGiven::Given,
            Some(TimeRuled::Otherwise) => TimeGiven::Otherwise,
        }
    }

    pub(crate) fn disposition(&self) -> Disposition {
        if let Stage::Ended(disposition) = self.stage {
            return match (disposition, self.time()) {
                (Disposition::Enforced, TimeGiven::Otherwise) => Disposition::Misapplied,
                _ => disposition,
            };
        }
        let Some(right) = self.right() else { return Disposition::Stands };
        match self.stage {
            // The opponent may still prefer another remedy.
            Stage::Answered(_) if self.is_open() || self.demand.asked != Asked::No => {
                return Disposition::Open;
            }
            Stage::Answered(_) => return Disposition::Complied,
            // The player may still comply with a recent request.
            Stage::Disobeyed(_) if self.demand.asked != Asked::No && self.execution.is_reported => {
                return Disposition::Misapplied;
            }
            Stage::Disobeyed(_) if self.demand.asked != Asked::No => return Disposition::Open,
            Stage::Due if self.is_owed() => return Disposition::Open,
            _ => {}
        }
        if right.provision.binds == Binds::None || !self.has_effect() {
            Disposition::Stands
        } else if self.demand.asked != Asked::No && self.annuls() {
            Disposition::Annulled
        } else if self.demand.asked != Asked::No || right.is_alive() || right.watch.is_none() {
            Disposition::Open
        } else {
            Disposition::Lapsed
        }
    }

    /// The severity of the finding. Play after the decision is a warning at least, unless the score agrees
    /// with the decision.
    pub(crate) fn severity(&self, disposition: Disposition) -> Severity {
        let severity = self.severity_as_it_ended(disposition);
        if self.is_played_on_against() { severity.max(Severity::Warning) } else { severity }
    }

    /// Whether play continued after the case had decided the game, and the score disagrees or is missing.
    pub(crate) fn is_played_on_against(&self) -> bool {
        self.execution.played_past > 0 && self.execution.scored == Scored::Otherwise
    }

    fn severity_as_it_ended(&self, disposition: Disposition) -> Severity {
        let Some(provision) = self.provision() else { return Severity::Info };
        // A false claim remains one, whatever was done about it.
        if self.account.gravity == Severity::Info || self.offence.kind == OffenceKind::WrongClaim {
            return self.account.gravity;
        }
        // An offence that loses or draws the game keeps its severity until the score agrees.
        let drawn_for_it =
            |laid: &OfferedRemedy| laid.remedy.kind == RemedyKind::Draw && provision.tally.is_some();
        let loses =
            self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Forfeit || drawn_for_it(laid));
        let dealt_with = (!loses || self.execution.scored == Scored::AsItGoes)
            && matches!(disposition, Disposition::Enforced | Disposition::Complied | Disposition::Retracted);
        match provision.binds {
            // An act that is not forbidden accuses no player, though the opponent gains a right by it.
            Binds::None => self.gravity_of_nothing(),
            _ if matches!(self.stage, Stage::Answered(_)) && self.demand.asked != Asked::No => {
                Severity::Warning
            }
            _ if matches!(self.stage, Stage::Answered(_)) => Severity::Info,
            _ if dealt_with => Severity::Info,
            Binds::Right if self.rule == Rule::CallCheckMissing => Severity::Warning,
            _ if disposition == Disposition::Waived => Severity::Warning,
            // An umpire's error is not the player's fault.
            _ if self.stage == Stage::Ended(Disposition::Enforced) && self.time() == TimeGiven::Otherwise => {
                self.account.gravity.min(Severity::Warning)
            }
            // A touch that binds to nothing is no fault.
            _ if !self.has_effect()
                && self.offence.kind == OffenceKind::Touch
                && !provision.remedies.is_empty() =>
            {
                Severity::Info
            }
            Binds::Duty if !self.has_effect() && disposition == Disposition::Stands => {
                self.account.gravity.min(Severity::Warning)
            }
            _ if self.is_only_due() => Severity::Info,
            // The player has refused nothing.
            _ if self.stage == Stage::Due => Severity::Warning,
            // A touch is allowed; the opponent had a right by it and did not use it.
            Binds::Right if self.offence.kind == OffenceKind::Touch && self.demand.asked == Asked::No => {
                Severity::Warning
            }
            Binds::Duty | Binds::Right => self.account.gravity,
        }
    }

    /// The severity under a provision that binds to nothing. Only false announcements and invalid agreements
    /// accuse a player then.
    fn gravity_of_nothing(&self) -> Severity {
        match self.rule {
            Rule::CallCheckFalse | Rule::DrawAgreement => self.account.gravity,
            _ => Severity::Info,
        }
    }
}
