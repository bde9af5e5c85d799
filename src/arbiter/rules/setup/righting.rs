//! Corrections of men set up wrongly.

use crate::finding::Disposition;
use crate::game::{Righted, Shade, Span};
use crate::law::{Chooser, RemedyKind, Rule};

use crate::arbiter::case::{Asked, Case, PutRight, Right, Stage};
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::setup::decide_beginning;
use crate::arbiter::state::beginning::{Irregularity, Misplaced};

/// Corrects men set up wrongly by this command, or puts on a man that was forgotten. Returns whether the command does
/// that.
pub(crate) fn puts_men_right(p: &mut Proceedings<'_, '_>, command: Span) -> bool {
    let record = p.context.record();
    let righted: Vec<Righted> = record.righted_by(command).collect();
    if righted.is_empty() {
        return false;
    }
    // The law is applied while the men are still wrong.
    let is_supply = righted.iter().all(|one| matches!(one, Righted::PutOn(..)));
    let omission = if is_supply { omission(p) } else { None };
    if omission.is_none() && record.puts_all_right(command, p.table.board()) {
        men_put_right(p);
    }
    p.table.put_right(&righted);
    supply(p, omission);
    true
}

/// Returns the case of a man that was not set up and may be put on. Putting it on shows that its absence was found.
fn omission(p: &mut Proceedings<'_, '_>) -> Option<usize> {
    let gives_it = |case: &Case<'_>| {
        case.rule == Rule::SetupOmitted && !case.is_ended() && case.is_due(&[RemedyKind::Supply])
    };
    let known = p.cases.find_newest(gives_it);
    let found = known.or_else(|| find_omission(p))?;
    p.cases.get(found).is_some_and(gives_it).then_some(found)
}

/// Updates the case of a man that was forgotten and has been put on.
fn supply(p: &mut Proceedings<'_, '_>, omission: Option<usize>) {
    let Some(case) = omission.and_then(|index| p.cases.get_mut(index)) else { return };
    let was_asked = matches!(case.demand.asked, Asked::Elected(_));
    if !was_asked && case.right().and_then(Right::closed_ply).is_some() {
        case.note(Note::PutRightLate);
        return;
    }
    // The other player has the choice, and may choose otherwise until that player plays on.
    let leaves_a_choice = case.remedies.iter().any(|laid| laid.remedy.chooser == Chooser::Adversary);
    if !was_asked && leaves_a_choice && case.account.offender.is_some() {
        case.execution.put_right = PutRight::BeforeTheChoice;
        return;
    }
    case.end(if was_asked { Disposition::Enforced } else { Disposition::Complied });
}

/// Opens the case of a man put on that nobody had said was missing.
pub(crate) fn find_omission(p: &mut Proceedings<'_, '_>) -> Option<usize> {
    let irregularity = p.beginning.take(|irregularity| irregularity.rule == Rule::SetupOmitted)?;
    decide_beginning(p, irregularity, None, Asked::Noticed)
}

/// All men that were set up wrongly are where they belong.
pub(crate) fn men_put_right(p: &mut Proceedings<'_, '_>) {
    const WRONG_MEN: [Rule; 3] = [Rule::SetupMisplaced, Rule::SetupOmitted, Rule::SetupOdds];
    let is_one = |rule: Rule| {
        let is_known = || p.cases.iter().any(|case| case.rule == rule);
        p.beginning.has(rule) || is_known()
    };
    if let Some(rule) = WRONG_MEN.into_iter().find(|rule| is_one(*rule)) {
        put_right(p, rule, &[RemedyKind::Rectify, RemedyKind::Supply]);
    }
}

/// Ends the case of an irregularity that was corrected, asked for or not.
fn put_right(p: &mut Proceedings<'_, '_>, rule: Rule, kinds: &[RemedyKind]) {
    if let Some(irregularity) = p.beginning.take(|other| other.rule == rule) {
        decide_beginning(p, irregularity, None, Asked::No);
    }
    let found = p.cases.find_latest(|case| case.rule == rule);
    let by_consent = std::mem::take(&mut p.permission.laws_waived);
    let Some(case) = found.and_then(|index| p.cases.get_mut(index)) else { return };
    if case.is_ended() {
        return;
    }
    if case.demand.asked == Asked::No && case.right().and_then(Right::closed_ply).is_some() {
        case.note(Note::PutRightLate);
        return;
    }
    let is_due = case.is_due(kinds);
    let asked_otherwise =
        matches!(case.demand.asked, Asked::Elected(_)) && !case.is_due(&[RemedyKind::Proceed]);
    case.stage = Stage::Ended(match case.demand.asked {
        Asked::No if is_due => Disposition::Complied,
        _ if is_due => Disposition::Enforced,
        // If both players agreed, a remedy that one of them could ask for stays unused.
        _ if by_consent => {
            case.note("both players agreed to put it right and play on");
            Disposition::Waived
        }
        _ if asked_otherwise => Disposition::Misapplied,
        // Nobody had asked for anything else, and it may still be asked for.
        asked => {
            case.note("it is put right, and the game goes on");
            if asked == Asked::Noticed {
                case.ask(Asked::No, None);
            }
            return;
        }
    });
}

/// The board is turned so that `shade` is at each player's right hand.
pub(crate) fn turn_board(p: &mut Proceedings<'_, '_>, shade: Shade, span: Span) {
    match shade {
        Shade::Dark => {
            let message = "the board is turned: a dark square lies at each player's right hand".to_owned();
            let irregularity = Irregularity {
                rule: Rule::SetupBoard,
                facts: p.base,
                offender: None,
                wrong: Misplaced::default(),
                since: p.plies(),
                made: p.table.made(),
                span,
                message,
                answered_by_touch: Vec::new(),
            };
            let is_known = p.beginning.has(Rule::SetupBoard);
            if !is_known {
                p.beginning.irregular.push(irregularity);
            }
        }
        Shade::Light => put_right(p, Rule::SetupBoard, &[RemedyKind::Adjust]),
    }
}
