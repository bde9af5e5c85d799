//! How a case ends: what it leaves of the game, and how grave it is then.

use crate::finding::{Disposition, Severity, Standing, TimeGiven};
use crate::game::Time;
use crate::law::{Binds, Chooser, RemedyKind, Rule};

use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Asked, Case, Right, Scored, Stage, TimeRuled};

impl Case<'_> {
    /// The game is over: what was asked for was to be done in it, and was not; `plies` moves stand.
    pub(crate) fn end_with_the_game(&mut self, plies: u32) {
        // Who loses time for a claim that ended the game all the same has none to lose.
        if self.offence.kind == OffenceKind::WrongClaim && self.offence.ply == plies && !self.is_ended() {
            self.note("the game ended before anything was done");
            self.end(Disposition::Lapsed);
        }
        let has_closed = self.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
        if self.demand.asked == Asked::No || !has_closed {
            return;
        }
        match self.stage {
            // The move that was to stand stood to the end.
            Stage::Standing if self.is_to_be_left() => self.end(Disposition::Enforced),
            // That it was not done is told, and the result stands.
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
                // Nothing was refused.
                self.account.gravity = self.account.gravity.min(Severity::Warning);
                self.end(Disposition::Lapsed);
            }
            _ => {}
        }
    }

    /// Whether the game is void by it.
    pub(crate) fn has_annulled(&self) -> bool {
        self.disposition() == Disposition::Annulled
    }

    /// Whether the law voids the game for it: annuls it, or has another played in its stead.
    pub(crate) fn annuls(&self) -> bool {
        self.remedies.iter().any(|laid| {
            laid.remedy.chooser == Chooser::Law
                && matches!(laid.remedy.kind, RemedyKind::Annul | RemedyKind::Recommence)
        })
    }

    /// Whether the game is or may be void for it, whoever says so.
    fn may_annul(&self) -> bool {
        self.annuls() || self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Annul)
    }

    /// Whether it gives no more than leave to take moves back, and nobody took it.
    pub(crate) fn is_unused(&self) -> bool {
        let is_leave = self.provision().is_some_and(|provision| provision.binds == Binds::Right);
        let takes_back = |laid: &OfferedRemedy| laid.remedy.kind == RemedyKind::Retract;
        self.demand.asked == Asked::No
            && is_leave
            && !self.remedies.is_empty()
            && self.remedies.iter().all(takes_back)
    }

    /// Whether it gave leave to go back so far, which a move ended before anybody took it.
    pub(crate) fn had_leave_to_go_back_to(&self, keep: u32) -> bool {
        let has_closed = self.right().and_then(Right::closed_ply).is_some_and(|ply| ply > keep);
        !self.is_ended() && has_closed && self.is_unused() && self.back_to == Some(keep)
    }

    /// What the case leaves of a game that is over, `standing` moves being on the board: what was not done when it was
    /// asked for goes back no more.
    pub(crate) fn leaves_at_the_end(&self, standing: u32) -> Standing {
        let has_closed = self.right().is_some_and(|right| right.watch.is_some() && !right.is_alive());
        match self.leaves(standing) {
            Standing::Retractable if self.execution.is_reported && has_closed => Standing::Valid,
            left => left,
        }
    }

    /// What the case leaves of the game, `standing` moves being on the board.
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

    /// The time that the other player has to be given, where somebody asked for what is due and the record does not
    /// say whether he was given it.
    pub(crate) fn time_owed(&self) -> Option<Time> {
        if self.demand.asked == Asked::No || self.is_struck_out() || self.time() != TimeGiven::Untold {
            return None;
        }
        let gives_time = |laid: &&OfferedRemedy| laid.remedy.kind == RemedyKind::AddTime;
        let seconds = self.remedies.iter().filter(gives_time).filter_map(|laid| laid.remedy.seconds).max()?;
        Some(Time::from_seconds(seconds.into()))
    }

    /// The time that is due, as far as the record shows it.
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
            // The other player may still prefer another remedy.
            Stage::Answered(_) if self.is_open() || self.demand.asked != Asked::No => {
                return Disposition::Open;
            }
            Stage::Answered(_) => return Disposition::Complied,
            // A demand that was just made may still be met.
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

    /// How grave the finding is: that the record plays on where the game was decided is worth a warning, unless it
    /// comes to the same score.
    pub(crate) fn severity(&self, disposition: Disposition) -> Severity {
        let severity = self.severity_as_it_ended(disposition);
        if self.is_played_on_against() { severity.max(Severity::Warning) } else { severity }
    }

    /// Whether play went on though it had decided the game, and came to another score or none.
    pub(crate) fn is_played_on_against(&self) -> bool {
        self.execution.played_past > 0 && self.execution.scored == Scored::Otherwise
    }

    /// How grave it is, as the case ended.
    fn severity_as_it_ended(&self, disposition: Disposition) -> Severity {
        let Some(provision) = self.provision() else { return Severity::Info };
        // A claim shown to be false stays so, whatever was done for it.
        if self.account.gravity == Severity::Info || self.offence.kind == OffenceKind::WrongClaim {
            return self.account.gravity;
        }
        // A game is lost by it, or no more than drawn: that the law carries this out makes it no smaller, until
        // the game is scored so.
        let drawn_for_it =
            |laid: &OfferedRemedy| laid.remedy.kind == RemedyKind::Draw && provision.tally.is_some();
        let loses =
            self.remedies.iter().any(|laid| laid.remedy.kind == RemedyKind::Forfeit || drawn_for_it(laid));
        let dealt_with = (!loses || self.execution.scored == Scored::AsItGoes)
            && matches!(disposition, Disposition::Enforced | Disposition::Complied | Disposition::Retracted);
        match provision.binds {
            // An act that is not forbidden accuses nobody, though the opponent gains a right by it.
            Binds::None => self.gravity_of_nothing(),
            _ if matches!(self.stage, Stage::Answered(_)) && self.demand.asked != Asked::No => {
                Severity::Warning
            }
            _ if matches!(self.stage, Stage::Answered(_)) => Severity::Info,
            _ if dealt_with => Severity::Info,
            Binds::Right if self.rule == Rule::CallCheckMissing => Severity::Warning,
            _ if disposition == Disposition::Waived => Severity::Warning,
            // An umpire's error is no fault of the player.
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
            // Nothing that is due has been refused.
            _ if self.stage == Stage::Due => Severity::Warning,
            // A man may be touched: the other player had a right by it, and did not use it.
            Binds::Right if self.offence.kind == OffenceKind::Touch && self.demand.asked == Asked::No => {
                Severity::Warning
            }
            Binds::Duty | Binds::Right => self.account.gravity,
        }
    }

    /// An announcement shown to be false is one, and an agreement that is none, whatever the code gives for
    /// it; otherwise what binds to nothing accuses nobody.
    fn gravity_of_nothing(&self) -> Severity {
        match self.rule {
            Rule::CallCheckFalse | Rule::DrawAgreement => self.account.gravity,
            _ => Severity::Info,
        }
    }
}
