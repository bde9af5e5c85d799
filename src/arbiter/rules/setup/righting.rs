//! Corrections of men set up wrongly.

use crate::finding::Disposition;
use crate::game::{CornerColour, PlacementCorrection, Span};
use crate::law::{Chooser, RemedyKind, Rule};

use crate::arbiter::case::{Case, CaseStage, Correction, Request, Right};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::setup::{decide_beginning, wrong_from_the_start};
use crate::arbiter::sentences;
use crate::arbiter::state::beginning::Irregularity;

/// Corrects men set up wrongly by this command, or puts on a man that was forgotten. Returns whether the command does
/// that.
pub(crate) fn correct_men_by_command(p: &mut Proceedings<'_, '_>, command: Span) -> bool {
    let record = p.context.record();
    let corrections: Vec<PlacementCorrection> = record.corrections_by(command).collect();
    if corrections.is_empty() {
        return false;
    }
    // The law is applied while the men are still wrong.
    let is_supply = corrections.iter().all(|one| matches!(one, PlacementCorrection::PutOn(..)));
    let omission = if is_supply { case_of_omission(p) } else { None };
    if omission.is_none() && record.corrects_everything(command, p.history.board()) {
        correct_men(p);
    }
    p.history.put_right(&corrections);
    supply(p, omission);
    true
}

/// Returns the case of a man that was not set up and may be put on. Putting it on shows that its absence was found.
fn case_of_omission(p: &mut Proceedings<'_, '_>) -> Option<usize> {
    let may_be_supplied = |case: &Case<'_>| {
        case.rule == Rule::SetupOmitted && !case.is_ended() && case.is_due(&[RemedyKind::Supply])
    };
    let known = p.cases.find_open(may_be_supplied);
    let found = known.or_else(|| {
        let irregularity = p.beginning.take(|irregularity| irregularity.rule == Rule::SetupOmitted)?;
        decide_beginning(p, irregularity, None, Request::Noticed)
    })?;
    p.cases.get(found).is_some_and(may_be_supplied).then_some(found)
}

fn supply(p: &mut Proceedings<'_, '_>, omission: Option<usize>) {
    let Some(case) = omission.and_then(|index| p.cases.get_mut(index)) else { return };
    let was_asked = matches!(case.demand.request, Request::Elected(_));
    if !was_asked && case.right().and_then(Right::closed_ply).is_some() {
        case.note(Note::PutRightLate);
        return;
    }
    // The other player has the choice, and may choose otherwise until that player plays on.
    let leaves_a_choice = case.remedies.iter().any(|offered| offered.remedy.chooser == Chooser::Adversary);
    if !was_asked && leaves_a_choice && case.report.offender.is_some() {
        case.execution.put_right = Correction::ByPlayerBeforeChoice;
        return;
    }
    case.end(if was_asked { Disposition::Enforced } else { Disposition::Complied });
}

fn correct_men(p: &mut Proceedings<'_, '_>) {
    const WRONG_MEN: [Rule; 3] = [Rule::SetupMisplaced, Rule::SetupOmitted, Rule::SetupOdds];
    let is_found = |rule: &Rule| p.beginning.has(*rule) || p.cases.iter().any(|case| case.rule == *rule);
    if let Some(rule) = WRONG_MEN.into_iter().find(is_found) {
        end_corrected(p, rule, &[RemedyKind::Rectify, RemedyKind::Supply, RemedyKind::RemoveOdds]);
    }
}

/// Ends the case of an irregularity that was corrected, asked for or not.
fn end_corrected(p: &mut Proceedings<'_, '_>, rule: Rule, kinds: &[RemedyKind]) {
    if let Some(irregularity) = p.beginning.take(|other| other.rule == rule) {
        decide_beginning(p, irregularity, None, Request::No);
    }
    let found = p.cases.find_recent(|case| case.rule == rule);
    let by_consent = std::mem::take(&mut p.permission.laws_waived);
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return };
    if case.is_ended() {
        return;
    }
    if case.demand.request == Request::No && case.right().and_then(Right::closed_ply).is_some() {
        case.note(Note::PutRightLate);
        return;
    }
    let is_due = case.is_due(kinds);
    let asked_otherwise =
        matches!(case.demand.request, Request::Elected(_)) && !case.is_due(&[RemedyKind::Proceed]);
    case.stage = CaseStage::Ended(match case.demand.request {
        Request::No if is_due => Disposition::Complied,
        _ if is_due => Disposition::Enforced,
        // If both players agreed, a remedy that one of them could ask for stays unused.
        _ if by_consent => {
            case.note(sentences::setup::corrected_by_consent());
            Disposition::Waived
        }
        _ if asked_otherwise => Disposition::Misapplied,
        // Nobody had asked for anything else, and it may still be asked for.
        asked => {
            case.note(sentences::setup::corrected(rule == Rule::SetupBoard));
            if asked == Request::Noticed {
                case.ask(Request::No, None);
            }
            return;
        }
    });
}

/// The board is turned so that `shade` is at each player's right hand.
pub(crate) fn turn_board(p: &mut Proceedings<'_, '_>, shade: CornerColour, span: Span) {
    match shade {
        CornerColour::Dark => {
            let message = sentences::setup::board_turned_wrong();
            if !p.beginning.has(Rule::SetupBoard) {
                let (since, made) = (p.plies(), p.history.made());
                let wrong =
                    wrong_from_the_start(p.context, Rule::SetupBoard, p.base_facts, None, span, message);
                p.beginning.irregularities.push(Irregularity { since, made, ..wrong });
            }
        }
        CornerColour::Light => end_corrected(p, Rule::SetupBoard, &[RemedyKind::Adjust]),
    }
}
