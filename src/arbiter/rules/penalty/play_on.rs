//! Play goes on while something that was asked for is undone.

use crate::chess::Color;
use crate::finding::Disposition;
use crate::game::Channel;
use crate::law::{Family, RemedyKind};

use crate::arbiter::case::{Asked, Stage};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::penalty::enforcement;

/// Somebody moves while what was asked stands undone.
pub(crate) fn play_on(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    const LEAVES_THINGS: [RemedyKind; 4] =
        [RemedyKind::Stand, RemedyKind::BothStand, RemedyKind::Proceed, RemedyKind::CountFifty];
    const STANDS: [RemedyKind; 2] = [RemedyKind::BothStand, RemedyKind::SecondStands];
    let Some(case) = p.cases.get_mut(index) else { return };
    case.play_on_put_right(by);
    if case.demand.asked == Asked::No || case.is_ended() {
        return;
    }
    match case.stage {
        Stage::Standing if matches!(case.demand.asked, Asked::Elected(_)) && case.is_due(&LEAVES_THINGS) => {
            // The other player, who may ask as well, may still prefer another.
            if case.demand.left_by.is_some() && case.demand.left_by == case.demand.by && case.is_open() {
                return;
            }
            case.end(Disposition::Enforced);
        }
        // The player left the choice open, and the time for it is over.
        Stage::Standing
            if case.demand.asked == Asked::Noticed
                && case.demand.by == Some(by)
                && case.is_elective()
                && !case.is_open() =>
        {
            let_pass(p, index);
        }
        // Nothing of the moves is to be undone.
        Stage::Standing if case.goes_back_to().is_none() => play_on_unheeding(p, index, by),
        // Told once; where the time to put it right is not over it is still due.
        Stage::Standing if case.execution.is_reported && case.is_open() => {}
        Stage::Standing if case.execution.is_reported => case.end(Disposition::Misapplied),
        // He who pointed it out moved himself, and with that the time for it was over.
        Stage::Standing if case.demand.by == Some(by) && by != case.offence.offender && !case.is_open() => {
            let_pass(p, index);
        }
        Stage::Disobeyed(_)
            if case.demand.by == Some(by)
                && by != case.offence.offender
                && !case.execution.is_reported
                && !case.is_open() =>
        {
            let_pass(p, index);
        }
        // The player who pointed it out played on first: what is not done since is not the opponent's fault alone.
        Stage::Standing if case.demand.played_on_by.is_some() => {}
        Stage::Standing if by != case.offence.offender && case.is_of_law() && case.demand.by == Some(by) => {
            case.demand.played_on_by = Some(by);
            case.note(format!("{by} pointed it out, and was the first to play on"));
        }
        // A remedy that the law lays down without asking a player is still to be done, first of all by the offender.
        Stage::Standing if by != case.offence.offender && case.is_of_law() => {}
        // He who asked played on: he let it pass. Of his own offence that is not his to do where he owned up to a
        // move, nor where no player can.
        Stage::Standing
            if case.demand.by == Some(by)
                && !(by == case.offence.offender
                    && (case.rule.is_of(Family::Move) || case.is_beyond_waiver())) =>
        {
            let_pass(p, index);
        }
        Stage::Standing => enforcement::report_not_executed(p, index, None),
        Stage::Disobeyed(_) if by != case.offence.offender => case.end(Disposition::Misapplied),
        Stage::Answered(_) if by != case.offence.offender => case.end(Disposition::Waived),
        // A move that was to stand went back, and is not made again.
        Stage::Due if by != case.offence.offender && case.is_due(&STANDS) => {
            enforcement::report_not_executed(p, index, None);
            if let Some(case) = p.cases.get_mut(index) {
                case.end(Disposition::Misapplied);
            }
        }
        Stage::Due | Stage::Disobeyed(_) | Stage::Answered(_) | Stage::Ended(_) => {}
    }
}

/// Somebody moves while a beginning that was to be put right, as one of the players chose, is left as it was.
fn play_on_unheeding(p: &mut Proceedings<'_, '_>, index: usize, by: Color) {
    let watches_board = p.context.observed(Channel::Board);
    let Some(case) = p.cases.get_mut(index) else { return };
    // A new game shows in the score; what is done with the board or the men shows where that was watched.
    let would_show = case.is_due(&[RemedyKind::Recommence])
        || (watches_board && case.is_due(&[RemedyKind::Adjust, RemedyKind::Supply, RemedyKind::Rectify]));
    let was_chosen = matches!(case.demand.asked, Asked::Elected(_)) && case.rule.is_of(Family::Setup);
    if !was_chosen || !would_show {
        return;
    }
    if case.demand.by == Some(by) && !case.execution.is_reported {
        // He plays on himself: it is pointed out, and the choice is open again.
        case.demand.asked = Asked::Noticed;
    } else if !case.execution.is_reported {
        enforcement::report_not_executed(p, index, None);
    } else if !case.is_open() {
        case.end(Disposition::Misapplied);
    }
}

/// He who asked for a penalty let it pass: what the law has put right in any case is due all the same.
fn let_pass(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(case) = p.cases.get_mut(index) else { return };
    case.let_right_pass();
    let (asked, chosen) = (case.demand.asked, case.demand.chosen.take());
    case.demand.asked = Asked::No;
    if p.next_right(index) {
        return;
    }
    if let Some(case) = p.cases.get_mut(index) {
        case.demand.asked = asked;
        case.demand.chosen = chosen;
        case.end(Disposition::Waived);
    }
}

/// A turn is passed: where the loss of a move was asked for, that is it.
pub(crate) fn pass_turn(p: &mut Proceedings<'_, '_>, by: Color) {
    p.cases.each_open(|case| {
        if case.stage == Stage::Due
            && case.demand.asked != Asked::No
            && case.offence.offender == by
            && case.is_due(&[RemedyKind::ForfeitMove])
        {
            case.end(Disposition::Enforced);
        }
    });
}
