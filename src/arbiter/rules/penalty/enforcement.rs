//! Compares each move with what is due from its player.

use crate::chess::{Color, Illegality, Move, MoveKind, Role, Square};
use crate::finding::{Disposition, Severity};
use crate::game::Span;
use crate::law::{Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::{OfferedRemedy, RemedyContext};
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Case, CaseStage, Request};
use crate::arbiter::draft::Draft;
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;

/// Returns the cases in which something is due from the player who moves, newest first.
pub(crate) fn obligations(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) -> Vec<usize> {
    let JudgedMove { made, .. } = judged;
    let by = made.by;
    // A touch waived in advance does not matter if its duty is fulfilled all the same.
    let is_made_good = |index: &usize| {
        p.cases.get(*index).is_some_and(|case| {
            case.stage == CaseStage::Ended(Disposition::Waived)
                && case.rule.is_in_family(Family::Touch)
                && case.due().iter().any(|offered| offered.moves.contains(&made.played))
        })
    };
    if let Some(touch) = p.hands.of(by).case.filter(is_made_good) {
        p.cases.strike_out(touch);
    }
    let is_due = |index: &usize| {
        p.cases.get(*index).is_some_and(|case| case.stage == CaseStage::Due && case.offence.offender == by)
    };
    let due: Vec<usize> = p.cases.open_newest_first().filter(is_due).collect();
    for index in &due {
        expand_postponed(p, *index, judged);
    }
    due
}

/// Ends a case whose remedy no move could satisfy together with another demand that this move satisfies. Returns
/// whether it did.
pub(crate) fn end_if_excluded(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    due: &[usize],
    judged: &JudgedMove,
) -> bool {
    let Some(case) = p.cases.get(index) else { return false };
    let moves = case.moves_due();
    let played = judged.made.played;
    let excludes = |other: &Case<'_>| {
        let others = other.moves_due();
        others.contains(&played) && others.iter().all(|other| !moves.contains(other))
    };
    let is_excluded = !moves.is_empty()
        && due
            .iter()
            .filter(|other| **other != index)
            .filter_map(|other| p.cases.get(*other))
            .filter(|other| other.demand.request != Request::No)
            .any(excludes);
    if let Some(case) = p.cases.get_mut(index).filter(|_| is_excluded) {
        case.note(sentences::penalty::satisfies_another(&judged.numbered));
        case.end(Disposition::Retracted);
    }
    is_excluded
}

/// A slip that the player corrected: the men touched in it bind the move made instead.
pub(crate) struct Slip {
    pub touched: Vec<Square>,
    pub is_castling: bool,
    pub span: Span,
    pub text: String,
}

/// Compares a move with what is due in one case. Returns a slip that the player corrected, if the men touched in it
/// have to be judged next.
pub(crate) fn check_obligation(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    judged: &JudgedMove,
) -> Option<Slip> {
    let (by, played, ply) = (judged.made.by, judged.made.played, judged.ply);
    let case = p.cases.get(index)?;
    // Putting a man back does not concern the next move.
    if case.is_due(&[RemedyKind::Restore]) {
        return None;
    }
    let meets_otherwise = meets_by_ignoring_check(p, case, judged) || meets_in_another_order(case, played);
    let case = p.cases.get_mut(index)?;
    let asked = case.demand.request != Request::No;
    let is_touch = case.offence.kind == OffenceKind::Touch;
    let asks: Vec<&OfferedRemedy> =
        case.due().iter().filter(|offered| offered.binds_the_next_move()).collect();
    if asks.is_empty() && asked && case.is_due(&[RemedyKind::ForfeitMove]) {
        case.stage = CaseStage::Disobeyed(ply);
        report_not_executed(p, index, Some(judged));
        return None;
    }
    if asks.is_empty() {
        // Nothing is due, or not any more: any move is free.
        case.end(if asked { Disposition::Enforced } else { Disposition::Retracted });
        return None;
    }
    let met = match &case.demand.chosen {
        Some(chosen) => chosen.contains(&played),
        None => asks.iter().any(|offered| offered.moves.contains(&played)),
    };
    let met = met || meets_otherwise;
    // The man that has to move is moved illegally: the illegal move is another case.
    let man_is_played = plays_the_man_due(case, &asks, judged, p.history.fault(&judged.before, played));
    let elective = case.leaves_a_choice();
    // A penalty that another player could pick, and did not, cannot be evaded by castling.
    let is_demanded = asked || !elective;
    let castled =
        !met && !man_is_played && played.is_castling() && is_demanded && is_king_due(case, &asks, played);
    let begun = castling_begun(case).filter(|_| !met);
    let is_slip = case.is_slip();
    let is_later = case.is_due(&[RemedyKind::PlayLater]);
    let castling_meets_it = castled && !report_castled(p, judged);
    let met = met || man_is_played || castling_meets_it;
    let made = p.history.made().with(by, played);
    let first = p.history.first();
    let case = p.cases.get_mut(index)?;
    if castling_meets_it {
        case.note(sentences::penalty::castling_not_excluded());
    }
    if met && asked {
        case.end(Disposition::Enforced);
    } else if met && elective && !man_is_played && !played.is_castling() {
        // The other player may still choose.
        case.stage = CaseStage::CarriedOut(ply);
    } else if met && is_touch && case.rule.is_in_family(Family::Touch) {
        p.cases.strike_out(index);
    } else if met {
        case.end(Disposition::Complied);
    } else if let Some(castling) = begun.filter(|_| !castled) {
        return recall_castling(p, index, castling, judged);
    } else if is_slip && !castled {
        return end_corrected_slip(p, index);
    } else {
        case.stage = CaseStage::Disobeyed(ply);
        if is_touch && !asked {
            // A move that was taken back before is another breach.
            case.execution.went_back = None;
        }
        if is_later {
            // The remedy falls due only now, so the time to ask for it begins now.
            case.restart_window(ply, made, first);
        }
        if asked && castled {
            // `penalty.castled` has reported it.
            case.execution.is_reported = true;
        } else if asked {
            report_not_executed(p, index, Some(judged));
        }
    }
    None
}

/// Whether a move is due in a case whose remedies are expanded in this context.
fn is_due_in(case: &Case<'_>, context: &RemedyContext, played: Move) -> bool {
    let is_due =
        |offered: &OfferedRemedy| case.is_due(&[offered.remedy.kind]) && offered.moves.contains(&played);
    case.provision()
        .is_some_and(|law| context.applicable_remedies(&law.remedies, &law.otherwise).iter().any(is_due))
}

/// Whether the remedy is done by a move that ignores a check which need not be met. Such a move may be played but not
/// demanded.
fn meets_by_ignoring_check(p: &Proceedings<'_, '_>, case: &Case<'_>, judged: &JudgedMove) -> bool {
    let JudgedMove { before, made, .. } = judged;
    let ignores = !p.history.check_binds(made.by)
        && p.history.fault(before, made.played) == Some(Illegality::CheckNotParried);
    case.remedy_context.as_ref().filter(|_| ignores).is_some_and(|ground| {
        let free = RemedyContext { lawful: p.history.lawful_moves(before), ..ground.clone() };
        is_due_in(case, &free, made.played)
    })
}

/// Whether the move is due if the men were touched in another order, which the record does not show.
fn meets_in_another_order(case: &Case<'_>, played: Move) -> bool {
    // A remedy that was picked is due in any order.
    let may_be_other = |ground: &&RemedyContext| {
        !matches!(case.demand.request, Request::Elected(_)) && !ground.touched_in_unknown_order.is_empty()
    };
    let ground = case.remedy_context.as_ref().filter(may_be_other);
    ground.is_some_and(|ground| ground.in_other_orders().any(|other| is_due_in(case, &other, played)))
}

/// Ends the case of a slip that the player corrected with a man not touched in it. From here only the touch counts.
fn end_corrected_slip(p: &mut Proceedings<'_, '_>, index: usize) -> Option<Slip> {
    let case = p.cases.get_mut(index)?;
    case.end(Disposition::Retracted);
    let touched = case.remedy_context.as_ref().map(RemedyContext::all_touched).unwrap_or_default();
    let is_castling = case.rule == Rule::MoveCastling;
    Some(Slip {
        touched,
        is_castling,
        span: case.report.span,
        text: case.report.movetext.clone().unwrap_or_default(),
    })
}

/// Replaces the case of a king released where castling takes it, if something else is played: castling had begun, and
/// releasing the king was no illegal move.
fn recall_castling(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    castling: Move,
    judged: &JudgedMove,
) -> Option<Slip> {
    let case = p.cases.get(index)?;
    let (span, ground) = (case.report.span, case.remedy_context.clone());
    let by = judged.made.by;
    let before = p.plies();
    let numbered = p.context.numbered_move(
        &judged.before,
        judged.made.place,
        &judged.before.san(castling, p.history.play()),
    );
    let facts = p.facts(by).with(Predicate::CastlingBegun, true);
    let opening = NewCase {
        plies_after: before,
        plies_before: before,
        kind: OffenceKind::Touch,
        movetext: Some(numbered),
        ground,
        ..NewCase::with_defaults(
            Rule::MoveRecalled,
            facts,
            by,
            judged.ply,
            span,
            sentences::moves::king_released(by),
        )
    };
    p.cases.strike_out(index);
    let recalled = p.open(opening)?;
    check_obligation(p, recalled, judged)
}

/// Ends the cases of touches made before an illegal move that is taken back for a penalty: the penalty is due, whatever
/// was touched.
pub(crate) fn end_touches_before_penalty(p: &mut Proceedings<'_, '_>, index: usize) {
    let Some(case) = p.cases.get(index) else { return };
    let is_penalty = case.rule.is_in_family(Family::Move)
        && case.stage == CaseStage::Due
        && case.demand.request != Request::No
        && case.due().iter().any(OfferedRemedy::binds_the_next_move);
    let (before, offender) = (case.before, case.offence.offender);
    let Some(slip) = case.report.movetext.clone().filter(|_| is_penalty) else { return };
    p.cases.for_each_open(|touch| {
        if touch.rule.is_in_family(Family::Touch)
            && touch.offence.ply == before
            && touch.offence.offender == offender
            && touch.stage == CaseStage::Due
            && touch.demand.request == Request::No
        {
            touch.report.message = touch.message_with(&slip);
            touch.note(sentences::penalty::slip_penalized(&slip));
            touch.end(Disposition::Retracted);
        }
    });
}

fn expand_postponed(p: &mut Proceedings<'_, '_>, index: usize, judged: &JudgedMove) {
    let Some(case) = p.cases.get(index) else { return };
    let Some(at) = case.remedies.iter().position(|offered| offered.remedy.kind == RemedyKind::PlayLater)
    else {
        return;
    };
    let Some(ground) = &case.remedy_context else { return };
    let Some(man) = ground.own_touched().next() else { return };
    let is_there = judged.before.man_at(man) == ground.position.man_at(man);
    let moves: Vec<Move> = if is_there {
        p.history.lawful_moves(&judged.before).into_iter().filter(|played| played.from() == man).collect()
    } else {
        Vec::new()
    };
    let play = p.history.play();
    let mut texts: Vec<String> = moves.iter().map(|played| judged.before.san(*played, play)).collect();
    texts.sort();
    if let Some(offered) = p.cases.get_mut(index).and_then(|case| case.remedies.get_mut(at)) {
        offered.moves = moves;
        offered.remedy.moves = texts;
    }
}

/// `penalty.castled`: reports castling in answer to a demand for a move of the king. Returns whether the code bars it.
fn report_castled(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) -> bool {
    let by = judged.made.by;
    let facts = p.facts(by);
    let barred = p.bars_castling_as_penalty(facts);
    let message = sentences::penalty::castled(by);
    let opened = p.open(NewCase {
        plies_before: judged.ply - 1,
        movetext: Some(judged.numbered.clone()),
        ..NewCase::with_defaults(Rule::PenaltyCastled, facts, by, judged.ply, judged.span, message)
    });
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) {
        case.end(Disposition::Stands);
        if barred {
            case.stage = CaseStage::Ended(Disposition::Misapplied);
        }
    }
    barred
}

/// Whether the opponent had asked that this move remain, and it had been taken back.
pub(crate) fn is_made_again_as_asked(p: &Proceedings<'_, '_>, judged: &JudgedMove) -> bool {
    let is_it = |case: &Case<'_>| {
        let Request::Elected(index) = case.demand.request else { return false };
        let stood = case.remedies.get(index).is_some_and(|offered| {
            let stands = matches!(offered.remedy.kind, RemedyKind::Stand | RemedyKind::BothStand);
            stands && offered.moves == [judged.made.played]
        });
        stood
            && case.stage == CaseStage::Ended(Disposition::Enforced)
            && case.offence.ply == judged.ply
            && case.offence.offender == judged.made.by
    };
    p.cases.any_recent(is_it)
}

/// Ends the case of a castling that evaded a penalty, after the offence was waived or the castling was taken back.
pub(crate) fn settle_castled(p: &mut Proceedings<'_, '_>, is_meant: impl Fn(u32) -> bool, how: Disposition) {
    let stands = |case: &Case<'_>| {
        case.rule == Rule::PenaltyCastled
            && case.stage == CaseStage::Ended(Disposition::Misapplied)
            && is_meant(case.offence.ply)
    };
    if let Some(case) = p.cases.find_recent(stands).and_then(|index| p.cases.get_mut(index)) {
        case.stage = CaseStage::Ended(how);
    }
}

/// `penalty.not-executed`: reports that a remedy asked for in time was not carried out.
pub(crate) fn report_not_executed(p: &mut Proceedings<'_, '_>, index: usize, judged: Option<&JudgedMove>) {
    let terms = p.context.terms();
    let Some(case) = p.cases.get_mut(index).filter(|case| !case.execution.is_reported) else { return };
    case.execution.is_reported = true;
    let moves_king = |judged: &&JudgedMove| {
        judged.before.man_at(judged.made.played.from()).is_some_and(|man| man.role == Role::King)
    };
    let due = match judged {
        None => case.undone_in_words(terms),
        // The king makes another move than one of those due.
        Some(judged) => Some(judged)
            .filter(moves_king)
            .and_then(|_| case.king_moves_due_in_words())
            .or_else(|| case.sealed_move_due_in_words())
            .unwrap_or_else(|| case.due_move_in_words(terms)),
    };
    // The player who pointed it out is not to blame for what both had to do.
    let is_due_from_both = match case.demand.request {
        Request::Noticed => !case.is_legal_duty(),
        Request::Elected(_) => case.may_be_asked_by_either(),
        Request::No | Request::NoPenalty => false,
    };
    let finder = case.demand.by.filter(|_| is_due_from_both);
    let offender = finder.map_or(case.offence.offender, Color::other);
    let law = case.provision().map(|provision| case.cited(provision));
    let message = match judged {
        Some(judged) => sentences::penalty::plays_otherwise(offender, &judged.text, &due),
        None => sentences::penalty::not_done(&due),
    };
    let case_span = case.report.span;
    let (ply, span, movetext) = if let Some(judged) = judged {
        (judged.ply, judged.span, Some(judged.numbered.clone()))
    } else {
        // The last move is the one that went on.
        let last = p.history.last();
        let span = last.map_or(case_span, |last| p.context.span_of_move(last.source, last.place));
        (p.history.plies(), span, p.numbered(p.history.plies()))
    };
    let mut draft = Draft::new(Rule::PenaltyNotExecuted, Severity::Error, ply, span, message);
    draft.law = law.unwrap_or(draft.law);
    draft.offender = Some(offender);
    draft.movetext = movetext;
    draft.disposition = Some(Disposition::Misapplied);
    if let Some(case) = p.cases.get_mut(index) {
        case.execution.not_done = Some(Box::new(draft));
    }
}

/// Whether a move is made with the man due: one that was touched, or one that a remedy has to move. The men of a
/// castling were touched to castle; any other move with the man due matters only if it is illegal.
fn plays_the_man_due(
    case: &Case<'_>,
    asks: &[&OfferedRemedy],
    judged: &JudgedMove,
    fault: Option<Illegality>,
) -> bool {
    let played = judged.made.played;
    let touched = match (case.offence.kind, case.remedy_context.as_ref()) {
        (OffenceKind::Touch, Some(ground)) => ground.touched.as_slice(),
        _ => &[],
    };
    match played.kind() {
        MoveKind::Castling(side) if !touched.is_empty() => {
            let rook = judged.before.castling_rook(played.from(), judged.made.by, side);
            touched.iter().all(|man: &Square| *man == played.from() || Some(*man) == rook)
        }
        _ => {
            let is_due = touched.contains(&played.from())
                || asks.iter().any(|offered| is_of_man_due(case, offered, played));
            fault.is_some() && is_due
        }
    }
}

fn is_king_due(case: &Case<'_>, asks: &[&OfferedRemedy], played: Move) -> bool {
    let is_of_king = |offered: &&OfferedRemedy| match offered.remedy.kind {
        RemedyKind::MoveKing => true,
        RemedyKind::MoveLegally => played.is_castling() && offered.remedy.men.contains(&played.from()),
        _ => false,
    };
    asks.iter().any(is_of_king) || case.man_picked() == Some(played.from())
}

/// Whether a move is made with the man that a remedy has to move: the one picked, or else any that may be named. A king
/// that moves as a penalty does not castle.
fn is_of_man_due(case: &Case<'_>, offered: &OfferedRemedy, played: Move) -> bool {
    let moves_the_man = match offered.remedy.kind {
        RemedyKind::MoveTouched => true,
        RemedyKind::MoveLegally | RemedyKind::MoveKing | RemedyKind::MoveRook => !played.is_castling(),
        RemedyKind::MoveNamed | RemedyKind::MoveOther => {
            case.demand.request != Request::No && !played.is_castling()
        }
        _ => false,
    };
    let is_the_man = match case.man_picked() {
        Some(picked) => played.from() == picked,
        None => offered.remedy.men.contains(&played.from()),
    };
    moves_the_man && is_the_man
}

/// Returns the castling that a slip began: the king was released where castling takes it, the clock was not pressed,
/// and castling is the only move due.
fn castling_begun(case: &Case<'_>) -> Option<Move> {
    let is_uncompleted_slip = case.is_slip() && !case.facts.has(Predicate::Completed);
    let let_go = case.remedy_context.as_ref()?.played.filter(|_| is_uncompleted_slip)?;
    let mut due = case.due().iter().flat_map(|offered| offered.moves.iter().copied());
    let castling = due.next().filter(|due| due.is_castling())?;
    let is_begun = let_go.kind() == MoveKind::Plain
        && (let_go.from(), let_go.to()) == (castling.from(), castling.to())
        && due.next().is_none();
    is_begun.then_some(castling)
}
