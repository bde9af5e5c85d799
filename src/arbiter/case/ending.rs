//! The end of a case, its effect on the game, and its severity.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Severity, Standing, TimeGiven};
use crate::game::Time;
use crate::law::{Binds, Chooser, Family, Late, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage, OffenceKind, OfferedRemedy, Request, Right, Scored, TimeRuled};
use crate::arbiter::sentences;

impl Case<'_> {
    /// Handles the end of the game, after `plies` plies: remedies that were to be carried out in the game
    /// have not been. `loser` lost the game by a case.
    pub(crate) fn end_with_game(&mut self, plies: u32, loser: Option<Color>) {
        // A loss of time for a wrong claim has no effect if the game ended with the claim.
        if self.offence.kind == OffenceKind::WrongClaim && self.offence.ply == plies && !self.is_ended() {
            self.note(sentences::case::ended_with_claim());
            self.end(Disposition::Lapsed);
        }
        if self.offence.kind == OffenceKind::WrongClaim && self.disposition() == Disposition::Open {
            self.execution.ending.get_or_insert(Ending::NotRecorded);
        }
        if !self.is_asked() || !self.right().is_some_and(Right::has_lapsed) {
            return;
        }
        match self.stage {
            CaseStage::OnBoard if self.asks_no_change() => self.end(Disposition::Enforced),
            // A finding reports that the remedy was not carried out; the result does not change.
            CaseStage::OnBoard if self.execution.is_reported => self.end(Disposition::Misapplied),
            _ if self.execution.is_reported => {}
            CaseStage::OnBoard | CaseStage::Disobeyed(_) if self.execution.went_back.is_none() => {
                if let CaseStage::Disobeyed(ply) = self.stage {
                    self.execution.played_instead = Some(ply);
                }
                self.note(match loser {
                    Some(loser) if loser == self.offence.offender => {
                        sentences::case::pointed_out_and_lost(loser)
                    }
                    // A note on the player who pointed it out and played on says the rest.
                    _ if self.demand.played_on_by.is_some() => sentences::case::ended_before_corrected(),
                    _ => sentences::case::pointed_out_but_ended(),
                });
                self.end(Disposition::Lapsed);
            }
            CaseStage::Due => {
                self.note(sentences::case::ended_before_done());
                // The player refused nothing.
                self.report.severity = self.report.severity.min(Severity::Warning);
                self.end(Disposition::Lapsed);
            }
            _ => {}
        }
    }

    pub(crate) fn has_annulled(&self) -> bool {
        self.disposition() == Disposition::Annulled || self.execution.is_begun_again
    }

    /// Carries out the remedy of a void game: the umpire cancels it or has it begun again.
    pub(crate) fn begin_again(&mut self) {
        self.execution.is_begun_again = true;
        self.stage = CaseStage::Ended(Disposition::Enforced);
    }

    /// Whether the law annuls the game or orders a new one.
    pub(crate) fn annuls(&self) -> bool {
        self.orders(&[RemedyKind::Annul, RemedyKind::Recommence])
    }

    /// Whether the game is void or may be voided on request.
    fn may_annul(&self) -> bool {
        self.annuls() || self.offers(RemedyKind::Annul) || self.elects_new_game()
    }

    /// Whether a player chose to begin the game again.
    fn elects_new_game(&self) -> bool {
        self.is_elected() && self.is_due(&[RemedyKind::Recommence])
    }

    /// Whether a player chose to begin the game again and no move was made since.
    pub(crate) fn begins_anew(&self) -> bool {
        self.elects_new_game() && self.stage == CaseStage::OnBoard && !self.execution.is_reported
    }

    /// Whether the case only permits a retraction, and no player asked for it.
    pub(crate) fn is_unused_right(&self) -> bool {
        !self.is_asked()
            && self.binds(Binds::Right)
            && !self.remedies.is_empty()
            && self.remedies.iter().all(|offered| offered.is_any(&[RemedyKind::Retract]))
    }

    /// Whether the case permitted a retraction to `keep`, and a move closed its window before a player asked
    /// for it.
    pub(crate) fn had_right_to_retract_to(&self, keep: u32) -> bool {
        let has_closed = self.right().and_then(Right::closed_ply).is_some_and(|ply| ply > keep);
        !self.is_ended() && has_closed && self.is_unused_right() && self.back_to == Some(keep)
    }

    /// The number of plies that would have remained if the offence had been pointed out in time.
    pub(crate) fn retracted_to_in_time(&self) -> Option<u32> {
        let is_too_late = !self.is_asked() && self.right().is_some_and(Right::has_lapsed);
        self.back_to.filter(|_| is_too_late && self.rule.is_in_family(Family::Move))
    }

    /// Whether an illegal move was not pointed out in time, and the article then lets it stand.
    pub(crate) fn stands_by_lapse(&self) -> bool {
        let stands = |right: &Right<'_>| right.has_lapsed() && right.provision.late == Some(Late::Stands);
        !self.is_asked() && self.rule.is_in_family(Family::Move) && self.right().is_some_and(stands)
    }

    /// The standing of the finished game with `plies` plies on the board: a remedy that was asked for and
    /// not carried out retracts nothing any more.
    pub(crate) fn final_standing(&self, plies: u32) -> Standing {
        let has_lapsed = self.right().is_some_and(Right::has_lapsed);
        match self.standing(plies) {
            Standing::Retractable
                if self.execution.is_reported
                    && (has_lapsed || self.offence.kind == OffenceKind::WrongClaim) =>
            {
                Standing::Valid
            }
            standing => standing,
        }
    }

    /// The standing of the game with `plies` plies on the board.
    pub(crate) fn standing(&self, plies: u32) -> Standing {
        match self.stage {
            CaseStage::Ended(Disposition::Annulled) if self.may_annul() => return Standing::Annulled,
            CaseStage::Ended(_) if self.execution.is_begun_again => return Standing::Annulled,
            CaseStage::Ended(_) | CaseStage::CarriedOut(_) => return Standing::Valid,
            CaseStage::OnBoard | CaseStage::Due | CaseStage::Disobeyed(_) => {}
        }
        if self.report.severity == Severity::Info
            || !(self.is_open() || self.is_asked())
            || self.is_unused_right()
        {
            Standing::Valid
        } else if self.annuls() {
            if self.is_asked() { Standing::Annulled } else { Standing::Annullable }
        } else if self.pending_back_to().is_some_and(|to| to < plies) {
            Standing::Retractable
        } else {
            Standing::Valid
        }
    }

    /// The time that the opponent is to be given, if the remedy was asked for and the record does not say
    /// whether it was added.
    pub(crate) fn time_owed(&self) -> Option<Time> {
        if !self.is_asked() || self.is_struck_out() || self.time() != TimeGiven::Untold {
            return None;
        }
        let additions = self.remedies.iter().filter(|offered| offered.is_any(&[RemedyKind::AddTime]));
        let seconds = additions.filter_map(|offered| offered.remedy.seconds).max()?;
        Some(Time::from_seconds(seconds.into()))
    }

    /// Whether the time that is due was added.
    pub(crate) fn time(&self) -> TimeGiven {
        match self.execution.time_ruled {
            _ if !self.offers(RemedyKind::AddTime) => TimeGiven::NotDue,
            None => TimeGiven::Untold,
            Some(TimeRuled::AsRequired) => TimeGiven::Given,
            Some(TimeRuled::Otherwise) => TimeGiven::Otherwise,
        }
    }

    /// Whether the opponent may name the man to be moved, or the square to which it moves, and has not named it. The touch
    /// obliges the player to nothing else.
    pub(crate) fn has_unnamed_man(&self) -> bool {
        let is_named =
            |offered: &OfferedRemedy| offered.is_any(&[RemedyKind::MoveNamed, RemedyKind::MoveNamedSquare]);
        self.offence.kind == OffenceKind::Touch
            && !self.is_asked()
            && !self.remedies.is_empty()
            && self.remedies.iter().all(is_named)
    }

    pub(crate) fn disposition(&self) -> Disposition {
        if let CaseStage::Ended(disposition) = self.stage {
            return match (disposition, self.time()) {
                (Disposition::Enforced, TimeGiven::Otherwise) => Disposition::Misapplied,
                (Disposition::Enforced | Disposition::Complied, _) if self.execution.kept_in_hand => {
                    Disposition::Misapplied
                }
                _ => disposition,
            };
        }
        let Some(right) = self.right() else { return Disposition::Stands };
        match self.stage {
            // The opponent may still prefer another remedy.
            CaseStage::CarriedOut(_) if self.is_open() || self.is_asked() => return Disposition::Open,
            CaseStage::CarriedOut(_) if self.has_unnamed_man() => return Disposition::Lapsed,
            CaseStage::CarriedOut(_) => return Disposition::Complied,
            CaseStage::Disobeyed(_) if self.is_asked() => {
                // The player may still comply with a recent request.
                let is_late = self.execution.is_reported;
                return if is_late { Disposition::Misapplied } else { Disposition::Open };
            }
            CaseStage::Due if self.is_owed() => return Disposition::Open,
            _ => {}
        }
        if right.provision.binds == Binds::None || !self.has_effect() {
            Disposition::Stands
        } else if self.is_asked() && self.annuls() {
            Disposition::Annulled
        } else if self.lacks_election_in_time() {
            Disposition::Lapsed
        } else if self.is_asked() || right.is_alive() || right.window.is_none() {
            Disposition::Open
        } else {
            Disposition::Lapsed
        }
    }

    /// Whether a wrong beginning was pointed out, and no player chose a remedy before the window closed.
    fn lacks_election_in_time(&self) -> bool {
        let is_players =
            |offered: &OfferedRemedy| !matches!(offered.remedy.chooser, Chooser::Law | Chooser::Umpire);
        self.demand.request == Request::Noticed
            && self.rule.is_in_family(Family::Setup)
            && self.binds(Binds::Right)
            && self.right().is_some_and(Right::has_lapsed)
            && self.remedies.iter().all(is_players)
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
        let Some(provision) = self.provision() else {
            // Without an article, only an illegal move that was not taken back is an error.
            let stands = disposition == Disposition::Stands && self.rule.is_in_family(Family::Move);
            return if stands { self.report.severity } else { Severity::Info };
        };
        let is_paid_for = disposition == Disposition::Enforced && self.time() == TimeGiven::Given;
        // A false claim remains one, unless its price was paid.
        if self.offence.kind == OffenceKind::WrongClaim && is_paid_for {
            return Severity::Info;
        }
        if self.report.severity == Severity::Info || self.offence.kind == OffenceKind::WrongClaim {
            return self.report.severity;
        }
        // An offence that loses or draws the game keeps its severity until the score agrees.
        let decides =
            self.offers(RemedyKind::Forfeit) || (provision.tally.is_some() && self.offers(RemedyKind::Draw));
        let dealt_with = (!decides || self.execution.scored == Scored::Agrees)
            && matches!(disposition, Disposition::Enforced | Disposition::Complied | Disposition::Retracted);
        match provision.binds {
            // An act that is not forbidden accuses no player, though the opponent gains a right by it.
            Binds::None => self.severity_if_unbound(),
            _ if matches!(self.stage, CaseStage::CarriedOut(_))
                && (self.is_asked() || self.has_unnamed_man()) =>
            {
                Severity::Warning
            }
            _ if matches!(self.stage, CaseStage::CarriedOut(_)) => Severity::Info,
            _ if dealt_with => Severity::Info,
            Binds::Right if self.rule == Rule::CallCheckMissing => Severity::Warning,
            _ if disposition == Disposition::Waived => Severity::Warning,
            // An umpire's error is not the player's fault.
            _ if self.stage == CaseStage::Ended(Disposition::Enforced)
                && self.time() == TimeGiven::Otherwise =>
            {
                self.report.severity.min(Severity::Warning)
            }
            // A touch that binds to nothing is no fault.
            _ if !self.has_effect()
                && self.offence.kind == OffenceKind::Touch
                && !provision.remedies.is_empty() =>
            {
                Severity::Info
            }
            Binds::Duty if !self.has_effect() && disposition == Disposition::Stands => {
                self.report.severity.min(Severity::Warning)
            }
            _ if self.is_pending_touch() => Severity::Info,
            // The player has refused nothing.
            _ if self.stage == CaseStage::Due => Severity::Warning,
            // A touch is allowed; the opponent had a right by it and did not use it.
            Binds::Right if self.offence.kind == OffenceKind::Touch && !self.is_asked() => Severity::Warning,
            Binds::Duty | Binds::Right => self.report.severity,
        }
    }

    /// The severity under a provision that binds to nothing. Only false announcements and invalid agreements
    /// accuse a player then.
    fn severity_if_unbound(&self) -> Severity {
        match self.rule {
            Rule::CallCheckFalse | Rule::DrawAgreement => self.report.severity,
            _ => Severity::Info,
        }
    }
}
