//! Waivers of offences, and indulgences claimed in return for them.

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::{Span, WaiveExtent};
use crate::law::{Predicate, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::{Case, CaseStage, Request};
use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::penalty::enforcement;
use crate::arbiter::sentences;

pub(crate) fn waive(p: &mut Proceedings<'_, '_>, by: Color, extent: WaiveExtent, span: Span) {
    let may_waive = |case: &Case<'_>| {
        (case.offence.offender != by || case.may_be_asked_by_either())
            && case.may_be_asked_by(by)
            && case.is_open()
    };
    let mut waived: Vec<usize> =
        p.cases.open_newest_first().filter(|index| p.cases.get(*index).is_some_and(may_waive)).collect();
    if waived.is_empty() {
        report_void_waiver(p, by, span);
    }
    if extent == WaiveExtent::Newest {
        waived.truncate(1);
    }
    let facts = p.facts(by).with(Predicate::Waived, true);
    let on_waivers = ruling(p.context.code(), Rule::PenaltyNotExecuted, facts, |_| true);
    for index in waived {
        let Some(case) = p.cases.get_mut(index) else { continue };
        if case.cannot_be_waived() {
            case.note(sentences::penalty::cannot_be_waived(by));
            continue;
        }
        if waive_for_one(p, index, by) {
            continue;
        }
        let Some(case) = p.cases.get_mut(index) else { continue };
        let played_instead = match case.stage {
            CaseStage::Disobeyed(ply) => Some(ply),
            _ => None,
        };
        case.end(Disposition::Waived);
        if let Some(found) = &on_waivers {
            case.note(Note::Article(found.provision));
        }
        enforcement::settle_castled(p, |ply| Some(ply) == played_instead, Disposition::Waived);
    }
}

/// Reports a waiver without effect: of the player's own offence, which only the opponent can waive, or of nothing.
fn report_void_waiver(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let is_own_offence = |case: &Case<'_>| {
        let may_use_it = case.may_be_asked_by(by) && !case.may_be_asked_by(by.other());
        case.is_open()
            && case.has_effect()
            && case.offence.offender == by
            && case.report.offender == Some(by)
            && !may_use_it
    };
    let (severity, message) = if p.cases.find_open(is_own_offence).is_some() {
        (Severity::Warning, sentences::penalty::own_offence_waived(by))
    } else {
        (Severity::Info, sentences::penalty::nothing_to_waive(by))
    };
    p.push(Draft::new(Rule::RecordCommand, severity, p.plies(), span, message));
}

/// Notes that one of two players who may both ask waives. Returns whether the other may still ask.
fn waive_for_one(p: &mut Proceedings<'_, '_>, index: usize, by: Color) -> bool {
    let other = by.other();
    let may_both_ask = |case: &&Case<'_>| case.may_be_asked_by_either() && case.may_be_asked_by(other);
    let Some(case) = p.cases.get(index).filter(may_both_ask) else { return false };
    // If each finder has an own time limit, the other's limit counts from here.
    if case.has_limit_per_player() && !p.hand_over(index, other) {
        return false;
    }
    let Some(case) = p.cases.get_mut(index) else { return false };
    case.demand.waived_by = Some(by);
    if case.demand.by == Some(by) {
        case.ask(Request::No, None);
    }
    case.note(sentences::penalty::waived_by_one(by));
    true
}

/// `penalty.indulgence`. It is only a request if the record does not show the waiver for which it is claimed in return.
pub(crate) fn claim_indulgence(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let has_waived =
        |case: &Case<'_>| case.stage == CaseStage::Ended(Disposition::Waived) && case.offence.offender != by;
    let gave_one = p.cases.any_recent(has_waived);
    let message = sentences::penalty::indulgence(by, gave_one);
    let opening = NewCase::with_defaults(Rule::PenaltyIndulgence, p.facts(by), by, p.plies(), span, message);
    let opened = p.open(opening);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(|_| !gave_one) {
        case.report.severity = Severity::Info;
    }
}
