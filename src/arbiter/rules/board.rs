//! `board.*`: men dropped, displaced or thrown over.

use crate::chess::{Color, Square};
use crate::finding::{Disposition, Severity};
use crate::game::{Consent, Intent, Span};
use crate::law::{Chooser, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::OfferedRemedy;
use crate::arbiter::case::{CaseStage, Request};
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::opening_now;
use crate::arbiter::{sentences, words};

pub(crate) fn drop_man(p: &mut Proceedings<'_, '_>, square: Square, span: Span) {
    let man = words::whose_man_on(p.history.board(), square);
    if p.history.drop_man(square).is_none() {
        return;
    }
    let message = sentences::board::dropped(&man);
    open_board_case(p, Rule::BoardDropped, None, vec![square], None, span, message);
}

pub(crate) fn restore(p: &mut Proceedings<'_, '_>, square: Square, consent: Consent) {
    p.history.restore(square);
    let plies = p.plies();
    let newest = || p.cases.find_open(|case| case.rule == Rule::BoardDropped);
    // If no man of that square fell, the one that fell last is meant.
    let Some(index) = case_of_man(p, Rule::BoardDropped, square).or_else(newest) else { return };
    if consent == Consent::Disputed {
        return p.change_fact(index, Predicate::Disputed, true);
    }
    let terms = p.context.terms();
    let Some(case) = p.cases.get_mut(index) else { return };
    let at_once = case.stage == CaseStage::OnBoard && plies == case.before;
    if at_once && case.demand.request == Request::No {
        p.cases.strike_out(index);
    } else if case.stage == CaseStage::OnBoard && case.back_to.is_some_and(|to| plies > to) {
        case.end(Disposition::Misapplied);
        case.note(sentences::board::put_back_without_moves(terms));
    } else {
        case.end(Disposition::Enforced);
    }
}

pub(crate) fn displace(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    squares: &[Square],
    manner: Option<Intent>,
    span: Span,
) {
    let men = words::men_seen_by(by, p.history.board(), squares.iter().copied());
    let message = sentences::board::displaced(by, &men, manner);
    open_board_case(p, Rule::BoardDisplaced, Some(by), squares.to_vec(), manner, span, message);
}

pub(crate) fn upset(p: &mut Proceedings<'_, '_>, by: Color, manner: Option<Intent>, span: Span) {
    let message = sentences::board::upset(by, manner, p.context.terms());
    open_board_case(p, Rule::BoardUpset, Some(by), Vec::new(), manner, span, message);
}

pub(crate) fn replace(p: &mut Proceedings<'_, '_>, by: Color, squares: &[Square]) {
    let Some(square) = squares.first().copied() else { return };
    let Some(index) =
        case_of_man(p, Rule::BoardDisplaced, square).or_else(|| case_of_man(p, Rule::BoardUpset, square))
    else {
        return;
    };
    let owner = p.history.board().man_at(square).map(|man| man.color);
    let Some(case) = p.cases.get_mut(index) else { return };
    let may = |chooser| match chooser {
        Chooser::Owner => owner == Some(by),
        Chooser::Offender => case.offence.offender == by,
        Chooser::Adversary => case.offence.offender != by,
        _ => true,
    };
    let may_restore =
        |offered: &OfferedRemedy| offered.remedy.kind == RemedyKind::Restore && may(offered.remedy.chooser);
    if case.due().iter().any(may_restore) {
        // The code allows the player to put the men back.
        p.cases.strike_out(index);
    } else {
        case.note(sentences::board::put_back_without_right(by));
        case.end(Disposition::Misapplied);
    }
}

fn case_of_man(p: &Proceedings<'_, '_>, rule: Rule, square: Square) -> Option<usize> {
    p.cases.find_open(|case| {
        let squares =
            case.remedy_context.as_ref().map(|ground| ground.touched.as_slice()).unwrap_or_default();
        case.rule == rule && (squares.is_empty() || squares.contains(&square))
    })
}

fn open_board_case(
    p: &mut Proceedings<'_, '_>,
    rule: Rule,
    by: Option<Color>,
    squares: Vec<Square>,
    manner: Option<Intent>,
    span: Span,
    message: String,
) {
    let board = *p.history.board();
    let offender = by.unwrap_or_else(|| board.turn());
    let facts = p
        .facts(offender)
        .with(Predicate::Wilful, manner == Some(Intent::Wilful))
        .with(Predicate::Accidental, manner == Some(Intent::Accidental));
    let ground = p.remedy_context(board, squares, None, facts);
    let opened = p.open(NewCase {
        is_named: by.is_some(),
        ground: Some(ground),
        ..opening_now(p, rule, facts, offender, span, message)
    });
    let is_unrecorded = manner.is_none() && by.is_some();
    let loses = if is_unrecorded { loses_on_purpose(p, rule, facts) } else { None };
    let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) else { return };
    if let Some(law) = loses {
        case.note(sentences::board::purpose_matters(&law.article));
    }
    // A forfeit that the law itself imposes takes effect at once.
    let forfeits = |offered: &OfferedRemedy| {
        offered.remedy.kind == RemedyKind::Forfeit && offered.remedy.chooser == Chooser::Law
    };
    if case.remedies.iter().any(forfeits) {
        case.end(Disposition::Enforced);
    } else if manner == Some(Intent::Accidental) || (is_unrecorded && case.accuses_no_player()) {
        case.report.severity = Severity::Info;
    }
}

/// Returns the provision under which the act would cost the game if it was done on purpose.
fn loses_on_purpose<'a>(p: &Proceedings<'_, 'a>, rule: Rule, facts: Facts) -> Option<&'a Provision> {
    let found = ruling(p.context.code(), rule, facts.with(Predicate::Wilful, true), |_| true)?;
    Some(found.provision).filter(|law| law.gives_remedy(RemedyKind::Forfeit))
}
