//! Requests in a case, and the remedies that the law carries out by itself.

use crate::chess::Color;
use crate::finding::Disposition;
use crate::law::{self, Code, Family, Predicate, RemedyKind};

use crate::arbiter::case::{Case, Decision, Request, Right};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{is_about_impossible_position, ruling};
use crate::arbiter::state::GameStage;

impl Proceedings<'_, '_> {
    /// Records that somebody asked for the remedies of a case.
    pub(crate) fn ask(&mut self, index: usize, by: Option<Color>) {
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.is_asked() || case.is_ended() {
            return;
        }
        // The offender cannot ask for the opponent's remedies.
        if by == Some(case.offence.offender) && !case.is_legal_duty() {
            return;
        }
        self.offer_remedies_as_found(index);
        self.absorb_touches(index);
        let Some(case) = self.cases.get_mut(index) else { return };
        case.ask(Request::Noticed, by);
        if case.annuls() {
            case.end(Disposition::Annulled);
        }
        // An impossible position can still be corrected with the next move.
        if !case.provision().is_some_and(is_about_impossible_position) {
            self.carry_out(index);
        }
    }

    /// Removes the cases of touches on the same turn if the illegal move binds the player to every man
    /// touched.
    pub(crate) fn absorb_touches(&mut self, index: usize) {
        let Some(case) = self.cases.get(index) else { return };
        let binds = case.provision().is_some_and(|provision| provision.gives_remedy(RemedyKind::TouchedDuty));
        let has_touched =
            case.remedy_context.as_ref().is_some_and(|ground| !ground.touched_before.is_empty());
        if !binds || !has_touched {
            return;
        }
        let is_of_turn = |touch: &Case<'_>| {
            touch.rule.is_in_family(Family::Touch)
                && touch.offence.ply == case.before
                && touch.offence.offender == case.offence.offender
                && !touch.is_ended()
        };
        let of_turn: Vec<usize> = self
            .cases
            .open_newest_first()
            .filter(|index| self.cases.get(*index).is_some_and(is_of_turn))
            .collect();
        for touch in of_turn {
            self.cases.strike_out(touch);
        }
    }

    /// Carries out remedies of the law that decide the game. If the code requires a claim or a notice, it
    /// waits for that.
    pub(crate) fn carry_out(&mut self, index: usize) {
        let code = self.context.code();
        let Some(case) = self.cases.get_mut(index) else { return };
        let decides = case.orders(&[RemedyKind::Forfeit, RemedyKind::Draw, RemedyKind::Win]);
        let waits = case.provision().is_some_and(|provision| provision.claim.is_some());
        let is_unnoticed = !case.is_asked() && counts_only_if_noticed(code, case);
        if decides && !waits && !is_unnoticed {
            case.end(Disposition::Enforced);
            self.stage = GameStage::Over;
        }
    }

    /// Ends a case by carrying out one of its remedies.
    pub(crate) fn end_with_remedy(&mut self, index: usize, kind: RemedyKind) {
        let Some(case) = self.cases.get_mut(index).filter(|case| !case.is_ended()) else { return };
        if let Some(at) = case.remedies.iter().position(|offered| offered.remedy.kind == kind) {
            if case.remedies.len() > 1 {
                case.demand.request = Request::Elected(at);
            }
            case.end(Disposition::Enforced);
            if kind == RemedyKind::Draw {
                self.stage = GameStage::Over;
            }
        }
    }

    /// Changes a fact of a case and finds the ruling again.
    pub(crate) fn change_fact(&mut self, index: usize, fact: Predicate, holds: bool) {
        let code = self.context.code();
        let first = self.history.first();
        let Some(case) = self.cases.get_mut(index) else { return };
        case.facts = case.facts.with(fact, holds);
        let facts = case.facts;
        let Some(found) = ruling(code, case.rule, facts, |provision| provision.opens.is_none()) else {
            return;
        };
        case.decision = Decision::Rights(vec![Right::new(found.provision, case.offence, first)]);
        case.condition = found.condition;
        case.demand.request = Request::No;
        self.offer_remedies(index);
        if let Some(case) = self.cases.get_mut(index)
            && case.annuls()
        {
            case.end(Disposition::Annulled);
        }
    }
}

/// Whether an offence counts in a tally of noticed offences only.
fn counts_only_if_noticed(code: &Code, case: &Case<'_>) -> bool {
    let tally = case.tally_article().and_then(|article| code.tally(article));
    tally.is_some_and(|tally| tally.counted == law::Counted::Noticed)
}
