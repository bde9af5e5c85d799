//! A case is asked for, and carried out where the law does that by itself.

use crate::chess::Color;
use crate::finding::Disposition;
use crate::law::{Chooser, Code, Family, Predicate, RemedyKind};

use crate::arbiter::case::{Asked, Case, Decision, Right};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{asks_for_impossible, ruling};
use crate::arbiter::state::stage::GameStage;

impl Proceedings<'_, '_> {
    /// Somebody asked for what a case gives.
    pub(crate) fn ask(&mut self, index: usize, by: Option<Color>) {
        let Some(case) = self.cases.get_mut(index) else { return };
        if case.demand.asked != Asked::No || case.is_ended() {
            return;
        }
        // A player cannot ask for what is the opponent's to ask.
        if by == Some(case.offence.offender) && !case.is_of_law() {
            return;
        }
        self.offer_remedies_as_found(index);
        self.take_over_touches(index);
        let Some(case) = self.cases.get_mut(index) else { return };
        case.ask(Asked::Noticed, by);
        if case.annuls() {
            case.end(Disposition::Annulled);
        }
        // A position that no legal move leads to has one more move to be mended.
        if !case.provision().is_some_and(asks_for_impossible) {
            self.carry_out(index);
        }
    }

    /// An illegal move binds to every man touched on its turn: what was touched before it is no matter of its
    /// own any more.
    pub(crate) fn take_over_touches(&mut self, index: usize) {
        let Some(case) = self.cases.get(index) else { return };
        let is_bound = case.provision().is_some_and(|provision| provision.gives(RemedyKind::TouchedDuty));
        let has_touched = case.ground.as_ref().is_some_and(|ground| !ground.touched_before.is_empty());
        if !is_bound || !has_touched {
            return;
        }
        let (before, offender) = (case.before, case.offence.offender);
        let is_of_turn = |case: &Case<'_>| {
            case.rule.is_of(Family::Touch)
                && case.offence.ply == before
                && case.offence.offender == offender
                && !case.is_ended()
        };
        let of_turn: Vec<usize> =
            self.cases.newest().filter(|index| self.cases.get(*index).is_some_and(is_of_turn)).collect();
        for touch in of_turn {
            self.cases.strike_out(touch);
        }
    }

    /// What the law itself decides it carries out: a game is lost or drawn by it. Where a claim is wanted,
    /// it waits for that, and where only what is noticed counts, for the notice.
    pub(crate) fn carry_out(&mut self, index: usize) {
        let code = self.context.code();
        let Some(case) = self.cases.get_mut(index) else { return };
        let decided = case.remedies.iter().any(|laid| {
            laid.remedy.chooser == Chooser::Law
                && matches!(laid.remedy.kind, RemedyKind::Forfeit | RemedyKind::Draw | RemedyKind::Win)
        });
        let waits = case.provision().is_some_and(|provision| provision.claim.is_some());
        let is_unnoticed = case.demand.asked == Asked::No && counts_as_noticed(code, case);
        if decided && !waits && !is_unnoticed {
            case.end(Disposition::Enforced);
            self.stage = GameStage::Over;
        }
    }

    /// Ends a case with one of its remedies done.
    pub(crate) fn settle_with(&mut self, index: usize, kind: RemedyKind) {
        let Some(case) = self.cases.get_mut(index).filter(|case| !case.is_ended()) else { return };
        if let Some(at) = case.remedies.iter().position(|laid| laid.remedy.kind == kind) {
            if case.remedies.len() > 1 {
                case.demand.asked = Asked::Elected(at);
            }
            case.end(Disposition::Enforced);
            if kind == RemedyKind::Draw {
                self.stage = GameStage::Over;
            }
        }
    }

    /// A fact of a case is another than it seemed: the code is asked again.
    pub(crate) fn rule_anew(&mut self, index: usize, fact: Predicate, holds: bool) {
        let code = self.context.code();
        let first = self.table.first();
        let Some(case) = self.cases.get_mut(index) else { return };
        case.facts = case.facts.with(fact, holds);
        let facts = case.facts;
        let Some(found) = ruling(code, case.rule, facts, |provision| provision.opens.is_none()) else {
            return;
        };
        case.decision = Decision::Rights(vec![Right::new(found.provision, case.offence, first)]);
        case.condition = found.condition;
        case.demand.asked = Asked::No;
        self.offer_remedies(index);
        if let Some(case) = self.cases.get_mut(index)
            && case.annuls()
        {
            case.end(Disposition::Annulled);
        }
    }
}

/// Whether an offence counts in a tally that takes in only what is noticed.
fn counts_as_noticed(code: &Code, case: &Case<'_>) -> bool {
    let tally = case.provision().and_then(|provision| provision.tally.as_ref());
    tally
        .and_then(|article| code.tally(article))
        .is_some_and(|tally| tally.counted == crate::law::Counted::Noticed)
}
