//! `conduct.*`: acts of players against the game or each other.

pub(crate) mod adjournment;
pub(crate) mod clock_acts;
mod sealed;
pub(crate) mod writing;

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::{Actor, Span, Temper};
use crate::law::{Family, Predicate, RemedyKind, Rule, Voice};

use crate::arbiter::case::Case;
use crate::arbiter::case::new::NewCase;
use crate::arbiter::draft::Draft;
use crate::arbiter::lookahead;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;
use crate::arbiter::state::stage::GameStage;
use crate::arbiter::state::umpire::{QuestionKind, RulingOrigin};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Misconduct {
    Leaves(Temper),
    Discontinues,
    Resigns { game_was_dead: bool },
    Refuses,
    Disturbs,
    Rings,
}

pub(crate) fn judge_misconduct(p: &mut Proceedings<'_, '_>, by: Color, what: Misconduct, span: Span) {
    let is_due = |case: &Case<'_>| case.offence.offender == by && case.is_elected() && !case.is_ended();
    let refuses_penalty = what == Misconduct::Refuses && p.cases.find_open(is_due).is_some();
    if what == Misconduct::Refuses && p.umpire.ruled.is_none() && !refuses_penalty {
        let message = sentences::conduct::refuses_nothing(by);
        return p.push(Draft::new(Rule::RecordCommand, Severity::Info, p.plies(), span, message));
    }
    let admonished = p.umpire.admonished.contains(&by);
    let refused = what == Misconduct::Refuses && p.umpire.refused.contains(&by);
    let rule = match what {
        Misconduct::Leaves(_) | Misconduct::Discontinues | Misconduct::Resigns { .. } => {
            Rule::ConductAbandoned
        }
        Misconduct::Refuses => Rule::ConductRefusal,
        Misconduct::Disturbs => Rule::ConductDisturbance,
        Misconduct::Rings => Rule::ConductDevice,
    };
    let message = match what {
        Misconduct::Leaves(temper) => sentences::conduct::quits(by, temper == Temper::Anger),
        Misconduct::Discontinues => sentences::conduct::stops_playing(by),
        Misconduct::Resigns { .. } => sentences::conduct::resigns(by),
        Misconduct::Refuses if refuses_penalty => sentences::conduct::refuses_penalty(by),
        Misconduct::Refuses => sentences::conduct::refuses(by, refused, p.context.terms()),
        Misconduct::Disturbs => sentences::conduct::disturbs(by, admonished),
        Misconduct::Rings => sentences::conduct::device_rings(by),
    };
    let resigns = matches!(what, Misconduct::Resigns { .. });
    let rings = what == Misconduct::Rings;
    let was_dead = what == Misconduct::Resigns { game_was_dead: true };
    // Only for a resignation or a device does it matter whether the opponent can mate.
    let can_mate =
        !was_dead && (!(resigns || rings) || lookahead::can_mate(p, &p.history.board_for(by), by.other()));
    let facts = p
        .facts(by)
        .with(Predicate::Appealed, p.umpire.ruled.is_some_and(|heard| heard != RulingOrigin::Unasked))
        .with(Predicate::AfterAdjournment, p.adjournment.is_adjourned)
        .with(Predicate::PenaltyRefused, refuses_penalty)
        .with(Predicate::SubmittedByBoth, p.umpire.ruled == Some(RulingOrigin::OnAppealOfBoth))
        .with(Predicate::AdversaryCanMate, can_mate)
        .with(Predicate::Resigned, resigns)
        .with(Predicate::LeftTable, matches!(what, Misconduct::Leaves(_)))
        .with(Predicate::Wilful, what == Misconduct::Leaves(Temper::Anger))
        .with(Predicate::Repeated, refused || ((what == Misconduct::Disturbs || rings) && admonished));
    if what == Misconduct::Refuses {
        p.umpire.refused.push(by);
    }
    let opened = open_conduct(p, by, rule, facts, span, message);
    // A resignation ends the game even if the code says nothing of it.
    let is_unsaid = p.context.code().voice(rule) != Voice::Speaks && p.stage == GameStage::UnderWay;
    if resigns && (p.stage == GameStage::Over || is_unsaid) {
        p.stage = GameStage::Resigned(by);
    }
    // A resignation breaks no law.
    if resigns && let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) {
        case.report.severity = Severity::Info;
    }
}

pub(crate) fn open_conduct(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    rule: Rule,
    facts: Facts,
    span: Span,
    message: String,
) -> Option<usize> {
    let ply = p.plies();
    let ground = p.remedy_context(p.history.board_for(by), Vec::new(), None, facts);
    let index = p.open(NewCase {
        ground: Some(ground),
        ..NewCase::with_defaults(rule, facts, by, ply, span, message)
    })?;
    p.carry_out(index);
    Some(index)
}

/// Puts a question to the umpire, which also is the claim if the law wants the injured player to make one.
pub(crate) fn appeal(p: &mut Proceedings<'_, '_>, by: Actor) {
    p.umpire.ask(by, QuestionKind::Submitted, p.history.plies());
    let Some(player) = by.player() else { return };
    for case in p.cases.iter_mut() {
        case.demand.is_appealed |= case.is_open() && case.offence.offender != player;
    }
    let waiting = p.cases.find_open(|case| {
        case.rule.is_in_family(Family::Conduct)
            && case.offence.offender != player
            && case.is_open()
            && case.provision().is_some_and(|provision| provision.claim.is_some())
    });
    if let Some(case) = waiting.and_then(|index| p.cases.get_mut(index)) {
        case.end(Disposition::Enforced);
        if case.is_due(&[RemedyKind::Forfeit]) {
            p.stage = GameStage::Over;
        }
    }
}

pub(crate) fn excuse_abandonment(p: &mut Proceedings<'_, '_>, by: Color) {
    let is_abandonment = |case: &Case<'_>| {
        case.rule == Rule::ConductAbandoned
            && case.offence.offender == by
            && !case.is_struck_out()
            && case.is_due(&[RemedyKind::Forfeit, RemedyKind::Umpire])
            && !case.facts.has(Predicate::Resigned)
            && !case.facts.has(Predicate::Wilful)
    };
    if let Some(index) = p.cases.find_recent(is_abandonment) {
        p.cases.strike_out(index);
        p.stage = GameStage::UnderWay;
    }
}
