//! Handles retractions.

use crate::finding::{Disposition, Severity};
use crate::game::{Span, Timeline};
use crate::law::{Binds, Family};

use crate::arbiter::case::{Case, CaseStage, OffenceKind, Right, WentBack};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::moves::recall;
use crate::arbiter::rules::penalty::enforcement;
use crate::arbiter::rules::{calls, setup, touches};
use crate::arbiter::sentences;
use crate::arbiter::state::ByColor;

pub(super) fn retract(p: &mut Proceedings<'_, '_>, moves: u32, span: Span, rest: Timeline<'_>) {
    let played = p.plies();
    let keep = played.saturating_sub(moves);
    // A retraction that an open case asks for is not a recall.
    let mut presupposed = u32::MAX;
    p.cases.for_each_open(|case| {
        let to = match case.stage {
            CaseStage::Disobeyed(ply) => Some(ply.saturating_sub(1)),
            CaseStage::CarriedOut(ply) if case.is_asked() => Some(ply.saturating_sub(1)),
            CaseStage::OnBoard => case.retracts_to(),
            CaseStage::Due | CaseStage::CarriedOut(_) | CaseStage::Ended(_) => None,
        };
        presupposed = presupposed.min(to.unwrap_or(u32::MAX));
    });
    end_lapsed_touches(p, keep);
    note_retraction_of_lawful_moves(p, keep);
    let is_unprompted =
        presupposed == u32::MAX && !p.permission.sanctioned && p.permission.pointed_out_by.is_none();
    let too_late = is_unprompted && ends_expired_right(p, keep);
    let taken = p.history.take_back(keep);
    p.beginning.seen.take_back(keep);
    p.adjournment.opened = None;
    p.hands = ByColor::default();
    p.speech.cry = None;
    p.speech.misled_by = None;
    p.speech.silent_check = calls::silent_check_standing(p);
    let gone_back = retract_in_cases(p, keep, played);
    retract_without_article(p, keep);
    if p.permission.laws_waived {
        end_as_agreed(p, keep, played);
    }
    enforcement::settle_castled(p, |ply| ply > keep, Disposition::Retracted);
    for index in p.cases.open().to_vec() {
        if p.cases.get(index).is_some_and(Case::is_slip) {
            p.absorb_touches(index);
        }
        enforcement::end_touches_before_penalty(p, index);
    }
    reopen(p, keep);
    p.draws.take_back(keep);
    let begins_anew = keep == 0 && setup::begin_anew(p);
    // If no case says how far, a retraction of the opponent's moves on request is not a recall.
    let on_demand = presupposed == u32::MAX
        && p.permission
            .pointed_out_by
            .is_some_and(|by| taken.iter().any(|recalled| by.player() != Some(recalled.by)));
    if !p.permission.sanctioned && !begins_anew && !on_demand {
        let presupposed = presupposed.saturating_sub(keep) as usize;
        let good = taken.get(..presupposed).unwrap_or(&taken);
        let changed = if too_late { 0 } else { recall::first_changed(good, rest) };
        if let Some((recalled, ply)) = good.iter().zip(keep + 1..).nth(changed)
            && recalled.lawful
        {
            recall::report_recall(p, recalled, taken.len(), ply, span);
        }
    }
    // A retraction by agreement leaves no touches.
    if !p.permission.sanctioned {
        touches::keep_touched(p, &gone_back);
    }
    p.permission.sanctioned = false;
    p.permission.pointed_out_by = None;
    p.update_open_cases();
}

/// Notifies each open case of the retraction from ply `played` to ply `keep`; returns the cases whose moves were
/// retracted.
fn retract_in_cases(p: &mut Proceedings<'_, '_>, keep: u32, played: u32) -> Vec<usize> {
    let turn = p.history.board().turn();
    let mut moot: Vec<usize> = Vec::new();
    let mut gone_back: Vec<usize> = Vec::new();
    for index in p.cases.open().to_vec() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        let is_retracted = match case.stage {
            CaseStage::Disobeyed(ply) | CaseStage::CarriedOut(ply) if ply > keep => {
                case.handle_retraction(keep, played, turn)
            }
            CaseStage::Due if case.offence.kind == OffenceKind::Touch && case.offence.ply > keep => {
                moot.push(index);
                false
            }
            CaseStage::Due if case.is_superseded(keep, turn) => {
                case.supersede();
                false
            }
            _ if case.must_keep_move_after(keep) && !p.permission.sanctioned => {
                case.make_due_again();
                false
            }
            CaseStage::OnBoard if case.retracts_to().is_some_and(|to| keep <= to && played > to) => {
                case.handle_retraction(keep, played, turn)
            }
            _ => false,
        };
        if is_retracted {
            gone_back.push(index);
        }
    }
    for index in moot {
        p.cases.strike_out(index);
    }
    gone_back
}

/// Notes that illegal moves on which no known article rules were taken back.
fn retract_without_article(p: &mut Proceedings<'_, '_>, keep: u32) {
    for case in p.cases.iter_mut() {
        let stands = case.stage == CaseStage::Ended(Disposition::Stands);
        let is_move = case.rule.is_in_family(Family::Move) && case.report.severity == Severity::Error;
        if stands && is_move && case.provision().is_none() && case.offence.ply > keep {
            case.stage = CaseStage::Ended(Disposition::Retracted);
        }
    }
}

/// Ends the case of a player who had permission to retract a move, if the move is retracted together with the
/// next move, which had closed the window. Returns whether there is such a case.
fn ends_expired_right(p: &mut Proceedings<'_, '_>, keep: u32) -> bool {
    let found = p.cases.find_recent(|case| case.had_right_to_retract_to(keep) && case.offence.ply == keep);
    let played = p.numbered(keep + 1);
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return false };
    if let Some(played) = played {
        case.note(sentences::case::taken_back_too_late(&played));
    }
    case.end(Disposition::Lapsed);
    true
}

/// Ends cases in which a move against a touch is retracted after the touch was waived: the touch no longer
/// binds.
fn end_lapsed_touches(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.recent().collect::<Vec<_>>() {
        let lapsed = p.cases.get(index).and_then(Case::lapsed_at_ply).filter(|ply| *ply > keep);
        let played = lapsed.and_then(|ply| p.numbered(ply));
        if let (Some(played), Some(case)) = (played, p.cases.get_mut(index)) {
            case.end_as_lapsed(&played);
        }
    }
}

/// Ends the cases of illegal moves that the players agree to take back, even if they were found too late.
fn end_as_agreed(p: &mut Proceedings<'_, '_>, keep: u32, played: u32) {
    for index in p.cases.recent().collect::<Vec<_>>() {
        let is_agreed = |case: &Case<'_>| {
            let has_lapsed = !case.is_ended() && case.right().is_some_and(Right::has_lapsed);
            let is_retracted = case.stage == CaseStage::Ended(Disposition::Retracted);
            case.rule.is_in_family(Family::Move) && !case.is_asked() && (has_lapsed || is_retracted)
        };
        let Some(case) = p.cases.get_mut(index).filter(|case| is_agreed(case)) else { continue };
        if (keep + 1..=played).contains(&case.offence.ply) {
            case.execution.went_back = Some(WentBack { to: keep, plies: played - keep });
            case.note(sentences::case::agreed_to_take_back());
            // A retraction by agreement is no breach, even if the move had lost the game.
            case.report.severity = Severity::Info;
            case.end(Disposition::Retracted);
        }
    }
}

/// Notes the retraction of moves that remain by law because the offence was found too late.
fn note_retraction_of_lawful_moves(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.recent().collect::<Vec<_>>() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        let stands = case.rule.is_in_family(Family::Discovery) && case.binds(Binds::None);
        let is_noted = || case.report.help.iter().any(|note| matches!(note, Note::TakenBack));
        if stands && case.offence.ply > keep && !is_noted() {
            case.note(Note::TakenBack);
        }
    }
}

/// Revives rights that a now retracted move had closed.
fn reopen(p: &mut Proceedings<'_, '_>, keep: u32) {
    for index in p.cases.recent().collect::<Vec<_>>() {
        let Some(case) = p.cases.get_mut(index) else { continue };
        if case.is_ended()
            || case.demand.is_late_discovery_reported
            || case.offence.ply > keep
            || !case.reopen(keep)
        {
            continue;
        }
        p.cases.reopen(index);
        p.offer_remedies(index);
    }
}
