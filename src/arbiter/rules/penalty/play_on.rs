//! Play that goes on before a remedy is carried out.

use crate::chess::Color;
use crate::finding::{Disposition, Ending};
use crate::game::Channel;
use crate::law::{Binds, Chooser, Family, RemedyKind};

use crate::arbiter::case::{Case, CaseStage, Request};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::penalty::enforcement;
use crate::arbiter::sentences;

pub(crate) fn play_on(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    const LEAVES_MOVES: [RemedyKind; 4] =
        [RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed, RemedyKind::CountFifty];
    const STANDS: [RemedyKind; 2] = [RemedyKind::BothStand, RemedyKind::SecondStands];
    let Some(case) = p.cases.get_mut(index) else { return };
    case.accept_correction(by);
    if case.demand.request == Request::No || case.is_ended() {
        return;
    }
    match case.stage {
        CaseStage::OnBoard
            if matches!(case.demand.request, Request::Elected(_)) && case.is_due(&LEAVES_MOVES) =>
        {
            // The other player may ask as well, and may still prefer another remedy.
            if case.demand.waived_by.is_some() && case.demand.waived_by == case.demand.by && case.is_open() {
                return;
            }
            case.end(Disposition::Enforced);
        }
        // The player left the choice open, and the time for it is over.
        CaseStage::OnBoard
            if case.demand.request == Request::Noticed
                && case.demand.by == Some(by)
                && case.is_elective()
                && !case.is_open() =>
        {
            waive_penalty(p, index);
        }
        // The umpire pointed it out, and the player who has the right played on.
        CaseStage::OnBoard
            if case.demand.request == Request::Noticed
                && case.demand.by.is_none()
                && by != case.offence.offender
                && case.binds(Binds::Right)
                && case.remedies.iter().any(|offered| offered.is_for(&[Chooser::Adversary])) =>
        {
            waive_penalty(p, index);
        }
        // No move has to be taken back.
        CaseStage::OnBoard if case.retracts_to().is_none() => play_on_without_correction(p, index, by),
        // It is reported once. If the time to correct it is not over, it is still due.
        CaseStage::OnBoard if case.execution.is_reported && case.is_open() => {}
        CaseStage::OnBoard if case.execution.is_reported => case.end(Disposition::Misapplied),
        // The player who pointed it out has moved, which ended the time for it.
        CaseStage::OnBoard | CaseStage::Disobeyed(_)
            if case.demand.by == Some(by)
                && by != case.offence.offender
                && !case.execution.is_reported
                && !case.is_open() =>
        {
            waive_penalty(p, index);
        }
        // The player who pointed it out was the first to play on: the opponent alone is not to blame.
        CaseStage::OnBoard if case.demand.played_on_by.is_some() => {}
        CaseStage::OnBoard
            if by != case.offence.offender && case.is_legal_duty() && case.demand.by == Some(by) =>
        {
            case.demand.played_on_by = Some(by);
            case.note(sentences::penalty::finder_played_on(by));
        }
        // A remedy imposed by the law without a demand is still due, first of all from the offender.
        CaseStage::OnBoard if by != case.offence.offender && case.is_legal_duty() => {}
        // A duty of the law that the umpire carries out is no player's to waive.
        CaseStage::OnBoard if by != case.offence.offender && case.is_duty_without_player() => {}
        // The player who asked played on, and so waived it. This does not apply to an own illegal move, or to what no
        // player can waive.
        CaseStage::OnBoard
            if case.demand.by == Some(by)
                && !(by == case.offence.offender
                    && (case.rule.is_in_family(Family::Move) || case.cannot_be_waived())) =>
        {
            waive_penalty(p, index);
        }
        CaseStage::OnBoard => enforcement::report_not_executed(p, index, None),
        CaseStage::Disobeyed(_) if by != case.offence.offender => case.end(Disposition::Misapplied),
        CaseStage::CarriedOut(_) if by != case.offence.offender => {
            end_as_played_on(case, case.demand.request);
        }
        // A move that was to remain was taken back, and is not made again.
        CaseStage::Due if by != case.offence.offender && case.is_due(&STANDS) => {
            enforcement::report_not_executed(p, index, None);
            if let Some(case) = p.cases.get_mut(index) {
                case.end(Disposition::Misapplied);
            }
        }
        CaseStage::Due | CaseStage::Disobeyed(_) | CaseStage::CarriedOut(_) | CaseStage::Ended(_) => {}
    }
}

/// Updates a case about the beginning of the game whose chosen remedy was not carried out before a player moves.
fn play_on_without_correction(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    const IN_SIGHT: [RemedyKind; 4] =
        [RemedyKind::Adjust, RemedyKind::Supply, RemedyKind::Rectify, RemedyKind::RemoveOdds];
    let watches_board = p.context.observed(Channel::Board);
    let Some(case) = p.cases.get_mut(index) else { return };
    // A new game shows in the score; changes of the board or the men show only if the record observed the board.
    let would_show = case.is_due(&[RemedyKind::Recommence]) || (watches_board && case.is_due(&IN_SIGHT));
    let was_chosen =
        matches!(case.demand.request, Request::Elected(_)) && case.rule.is_in_family(Family::Setup);
    if !was_chosen || !would_show {
        return;
    }
    if case.demand.by == Some(by) && !case.execution.is_reported {
        // The player who asked plays on, so that the choice is open again.
        case.demand.request = Request::Noticed;
    } else if !case.execution.is_reported {
        enforcement::report_not_executed(p, index, None);
    } else if !case.is_open() {
        case.end(Disposition::Misapplied);
    }
}

/// Waives the penalty for the player who asked. What the law requires in any case remains due.
fn waive_penalty(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(case) = p.cases.get_mut(index) else { return };
    case.waive_newest_right();
    let (asked, chosen) = (case.demand.request, case.demand.chosen.take());
    case.demand.request = Request::No;
    if p.next_right(index) {
        return;
    }
    if let Some(case) = p.cases.get_mut(index) {
        case.demand.request = asked;
        case.demand.chosen = chosen;
        end_as_played_on(case, asked);
    }
}

/// Ends a case in which the player who asked played on without the remedy.
fn end_as_played_on(case: &mut Case<'_>, asked: Request) {
    if let Some(by) = case.demand.by {
        case.note(match asked {
            Request::Elected(_) => sentences::penalty::then_played_on(by),
            _ => sentences::penalty::finder_played_on(by),
        });
    }
    if matches!(asked, Request::Elected(_)) {
        case.execution.ending = Some(Ending::PlayedOn);
    }
    case.end(Disposition::Waived);
}

/// Ends cases in which the loss of a move was asked for, when the offender passes a turn.
pub(crate) fn pass_turn(p: &mut Proceedings<'_, '_>, by: Color) {
    p.cases.for_each_open(|case| {
        if case.stage == CaseStage::Due
            && case.demand.request != Request::No
            && case.offence.offender == by
            && case.is_due(&[RemedyKind::ForfeitMove])
        {
            case.end(Disposition::Enforced);
        }
    });
}
