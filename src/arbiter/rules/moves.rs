//! `move.*`: completed moves that break the law, whether written in the score or acted out.

mod castling;
mod facts;
mod manner;
pub(crate) mod recall;

use crate::chess::{
    CastlingBar, CastlingConditions, Color, Illegality, Move, MoveKind, Play, Position, Role, Side,
    castling_squares,
};
use crate::finding::{Disposition, Severity};
use crate::game::{Channel, MadeMove, SetupSource, TagName};
use crate::law::{CheckBinds, KingCapture, OffenceFamily, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::RemedyContext;
use crate::arbiter::case::windows::{Offence, OffenceKind};
use crate::arbiter::case::{Case, Decision, Marks};
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::{sentences, words};
use castling::{as_leap, bar_of_leap, leap_lost, right_lost, swept_by_castling};
use facts::captured_square;

pub(crate) use facts::move_facts;
pub(crate) use manner::{castling_order, judge_two_hands, report_castling_order, report_hovered_release};

const fn rule_of(fault: Illegality) -> Rule {
    match fault {
        Illegality::OpponentMan => Rule::MoveAdversaryMan,
        Illegality::CapturesOwn => Rule::MoveCapturesOwn,
        Illegality::FalseCapture => Rule::MoveFalseCapture,
        Illegality::Castling(_) => Rule::MoveCastling,
        Illegality::IntoCheck => Rule::MoveIntoCheck,
        Illegality::DiscoversCheck => Rule::MoveDiscoversCheck,
        Illegality::CheckNotParried => Rule::MoveCheckNotParried,
        Illegality::Promotion => Rule::MovePromotion,
        Illegality::False | Illegality::NoMan | Illegality::PromotionToKing | Illegality::Null => {
            Rule::MoveFalse
        }
    }
}

/// Examines a move before it is made. `begins`: whether it is the first move of a game that either player may begin.
pub(crate) fn examine(p: &Proceedings<'_, '_>, made: MadeMove, begins: bool) -> JudgedMove {
    let made = as_leap(p, made);
    let MadeMove { played, by, source, place } = made;
    let before = p.history.board_for(by);
    let mut after = before;
    after.play(played);
    let text = p.context.text_of_move(source, place, &before, played);
    let in_turn = begins || p.history.board().turn() == by;
    let fault = fault_of(p, &before, played);
    // A move that ignores a check which need not be met is valid.
    let ignores = fault == Some(Illegality::CheckNotParried) && !p.history.check_binds(by);
    JudgedMove {
        made,
        before,
        after,
        ply: p.plies() + 1,
        span: p.context.span_of_move(source, place),
        numbered: p.context.numbered_move(&before, place, &text),
        text,
        in_turn,
        fault,
        lawful: in_turn && (fault.is_none() || ignores),
    }
}

/// Reports what is wrong with a move that was made; returns whether anything is. `cry`: the case of a false cry that
/// the move answered.
pub(crate) fn report_fault(
    p: &mut Proceedings<'_, '_>,
    judged: &JudgedMove,
    facts: Facts,
    cry: Option<usize>,
) -> bool {
    let JudgedMove { before, made, .. } = judged;
    if !judged.in_turn {
        report_out_of_turn(p, judged, facts);
    } else if let Some(fault) = judged.fault {
        report_illegal(p, judged, fault, facts, cry);
    } else if let Some(common) = before.illegality(made.played, Play::COMMON) {
        let message = sentences::moves::allowed(before, made.played, &judged.text);
        p.open(opening_for(p, judged, rule_of(common), facts.with(Predicate::Lawful, true), message));
    } else if is_promotion_to_piece_not_lost(p, judged) {
        let message = sentences::moves::promotes_to_piece_not_lost(made.by, &judged.text);
        let facts = facts.with(Predicate::PieceNotLost, true);
        p.open_under_matching(opening_for(p, judged, Rule::MovePromotion, facts, message), |law| {
            law.asks_for(Predicate::PieceNotLost)
        });
    } else {
        return false;
    }
    true
}

/// Whether the player takes a king that the opponent left in check with the last move, under a code by which this is a
/// claim.
pub(crate) fn is_claim_by_king_capture(p: &Proceedings<'_, '_>, judged: &JudgedMove) -> bool {
    let JudgedMove { before, made, .. } = judged;
    p.context.code().regulations.king_capture == KingCapture::Claim
        && judged.in_turn
        && judged.fault == Some(Illegality::FalseCapture)
        && before.of(made.by.other(), Role::King).has(made.played.to())
        && p.cases.any_recent(|case| {
            case.offence.ply + 1 == judged.ply && case.facts.has(Predicate::KingLeftInCheck)
        })
}

/// Whether a pawn becomes a piece that its player has not lost, under a code that allows only a lost one.
fn is_promotion_to_piece_not_lost(p: &Proceedings<'_, '_>, judged: &JudgedMove) -> bool {
    let MoveKind::Promotion(role) = judged.made.played.kind() else { return false };
    let by = judged.made.by;
    let record = p.context.record();
    let start = if record.setup == SetupSource::Usual { record.start } else { Position::initial() };
    p.context.code().regulations.promotion.only_captured
        && judged.before.of(by, role).count() >= start.of(by, role).count()
}

/// Settles a false cry that led to a touch. If another man is moved, the law on the cry is satisfied; if the touched
/// man is moved, the move may be taken back as the touch might.
pub(crate) fn settle_cry_after_touch(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) {
    let JudgedMove { made, .. } = judged;
    let hands = p.hands.of(made.by);
    let Some(index) = hands.excusing_case() else { return };
    let is_the_man = hands.has_touched(made.played.from());
    let terms = p.context.terms();
    let Some(case) = p.cases.get_mut(index) else { return };
    if is_the_man {
        case.marks.is_reply_a_move = true;
        p.offer_remedies(index);
    } else if !case.is_ended() && case.has_effect() {
        case.end(Disposition::Enforced);
        case.note(sentences::touch::another_man_moved(terms));
    }
}

/// Returns the fault of a move. A missing promotion is reported only if the move is legal otherwise.
fn fault_of(p: &Proceedings<'_, '_>, before: &Position, played: Move) -> Option<Illegality> {
    let fault = p.history.fault(before, played)?;
    if fault != Illegality::Promotion {
        return Some(fault);
    }
    let promoted = Move::new(played.from(), played.to(), MoveKind::Promotion(Role::Queen));
    Some(p.history.fault(before, promoted).unwrap_or(fault))
}

/// Whether a check may not bind this player, because only an announced check binds and the record did not observe
/// speech.
fn may_be_free_of_check(p: &Proceedings<'_, '_>, by: Color) -> bool {
    // Speech before the beginning of the record was not observed.
    let is_older = p.history.check_on(by).is_some_and(|check| check.ply == 0);
    p.context.code().regulations.check.binds == CheckBinds::Announced
        && (is_older || !p.context.observed(Channel::Speech))
}

fn remedy_context(p: &Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) -> RemedyContext {
    let JudgedMove { before, made, .. } = judged;
    let (us, played) = (made.by, made.played);
    let mut touched = vec![played.from()];
    if before.men(us).has(played.to()) && !played.is_castling() {
        touched.push(played.to());
    }
    let mut context = p.remedy_context(*before, touched, Some(played), facts);
    if facts.has(Predicate::OnMove) {
        context.touched_before.clone_from(&p.hands.of(us).reached);
        context.touched_in_unknown_order.clone_from(&p.hands.of(us).unordered);
    }
    context.victim = captured_square(before, us, played);
    context
}

fn opening_for(
    p: &Proceedings<'_, '_>,
    judged: &JudgedMove,
    rule: Rule,
    facts: Facts,
    message: String,
) -> NewCase {
    let by = judged.made.by;
    let standing = p.history.check_on(by);
    // The move is made already: the check that it ignored is that of the position before it.
    let check = standing.filter(|check| check.ply < judged.ply).map(|check| p.check_retracts_to(check, by));
    NewCase {
        plies_before: judged.ply - 1,
        kind: OffenceKind::Misleading,
        marks: Marks { check, since: standing.map(|check| check.ply), ..Marks::default() },
        movetext: Some(judged.numbered.clone()),
        ground: Some(remedy_context(p, judged, facts)),
        ..NewCase::with_defaults(rule, facts, by, judged.ply, judged.span, message)
    }
}

fn report_illegal(
    p: &mut Proceedings<'_, '_>,
    judged: &JudgedMove,
    fault: Illegality,
    facts: Facts,
    cry: Option<usize>,
) {
    let (before, played) = (&judged.before, judged.made.played);
    let rule = rule_of(fault);
    let message = if facts.has(Predicate::RookGiven) {
        sentences::moves::allowed(before, played, &judged.text)
    } else {
        slip_first(p, judged, fault_in_words(p, judged, fault))
    };
    // A false cry frees the move that it led to from penalties.
    let excuse = cry.and_then(|index| p.cases.get(index)).and_then(|cry| {
        let law = cry.provision().filter(|law| law.excuses.contains(&OffenceFamily::Move))?;
        Some((cry.offence, law))
    });
    let only_for_check = fault == Illegality::Castling(CastlingBar::InCheck)
        && p.history.fault_without(before, played, CastlingConditions::NOT_IN_CHECK).is_none();
    // A check left standing is no offence if it may not bind.
    let depends_on_check = rule == Rule::MoveCheckNotParried || only_for_check;
    let accuses = !depends_on_check || !may_be_free_of_check(p, judged.made.by);
    let gravity = if accuses { Severity::Error } else { Severity::Info };
    let opening = opening_for(p, judged, rule, facts, message);
    let opened = match excuse {
        Some((cry, law)) => Some(open_excused_move(p, opening, cry, law)),
        None => p.open(opening),
    };
    let Some(case) = opened.and_then(|index| p.cases.get_mut(index)) else { return };
    case.report.severity = case.report.severity.min(gravity);
    if gravity == Severity::Info && matches!(case.decision, Decision::Rights(_)) {
        case.note(sentences::moves::announcement_not_recorded());
    }
    if lacks_press(case) {
        case.note(sentences::moves::press_not_recorded(judged.made.by));
    }
    let binds_to_touch = case.provision().is_some_and(|law| law.gives_remedy(RemedyKind::TouchedDuty));
    if binds_to_touch && case.remedy_context.as_ref().is_some_and(RemedyContext::is_order_unknown) {
        case.note(sentences::touch::order_not_known());
    }
    let off = swept_by_castling(before, played);
    if !off.is_empty() {
        let men = words::men_on(before, off.iter().copied());
        let side = if let MoveKind::Castling(side) = played.kind() { side } else { Side::King };
        let squares = castling_squares(played.from().rank(), side);
        case.note(sentences::moves::removed_by_castling(squares.king, squares.rook, &men, off.len()));
    }
    p.speech.misled_by = Some(judged.made.by);
}

/// Plies after which a game is recorded to its end, not for one move.
const LONG_GAME: u32 = 20;

/// The fault after the slip of the pen that may explain it, if nothing but the score speaks.
fn slip_first(p: &Proceedings<'_, '_>, judged: &JudgedMove, fault: String) -> String {
    let record = p.context.record();
    let is_score_alone = record.clocks.is_empty() && record.tag(TagName::Observed).is_none();
    let after_slip = || p.context.after_likely_slip(judged.ply, judged.made.place, &fault);
    if !is_score_alone {
        return fault;
    }
    let is_last = judged.ply == record.plies() && judged.ply > LONG_GAME && record.acts.is_empty();
    match after_slip() {
        Some(fault) => fault,
        None if is_last => sentences::record::doubtful_last_move(&fault),
        None => fault,
    }
}

/// Opens a case for an illegal move to which a false cry led; no penalty is due. If the code also corrects such moves
/// without a penalty, the correction is due; otherwise the law on the cry decides, within the crier's time limit.
fn open_excused_move<'a>(
    p: &mut Proceedings<'_, 'a>,
    opening: NewCase,
    cry: Offence,
    law: &'a Provision,
) -> usize {
    let correction = ruling(p.context.code(), opening.rule, opening.facts, |_| true)
        .and_then(|found| p.next_provision(found.provision, opening.facts));
    if let Some(correction) = correction {
        let index = p.open_under(opening, correction, Some(law));
        if let Some(case) = p.cases.get_mut(index) {
            case.report.severity = Severity::Warning;
        }
        return index;
    }
    let marks = Marks { is_reply_a_move: true, ..opening.marks };
    let index = p.open_earlier(NewCase { marks, ground: None, ..opening }, cry, law, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.report.severity = Severity::Info;
        // The law on the crier decides who may take the move back, and until when.
        case.report.offender = Some(cry.offender);
        case.note(sentences::moves::followed_false_check());
    }
    index
}

/// Whether the article is that for moves which are not completed. Only codes by which the clock completes a move have one.
fn lacks_press(case: &Case<'_>) -> bool {
    let is_for_uncompleted = |law: &Provision| {
        law.literals().any(|literal| literal.predicate == Predicate::Completed && !literal.holds)
    };
    !case.facts.has(Predicate::Completed) && case.provision().is_some_and(is_for_uncompleted)
}

fn report_out_of_turn(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) {
    let by = judged.made.by;
    // If the code does not govern moves out of turn, only what it says of the move itself is reported.
    let is_silent = ruling(p.context.code(), Rule::MoveOutOfTurn, facts, |_| true).is_none();
    let fault = judged.fault.filter(|_| !is_silent).map(|fault| fault_in_words(p, judged, fault));
    let message = sentences::moves::out_of_turn(by, &judged.text, fault.as_deref());
    let mut opening = opening_for(p, judged, Rule::MoveOutOfTurn, facts, message);
    let first = p.history.move_at(judged.ply - 1).filter(|first| first.by == by);
    if let (Some(ground), Some(first)) = (&mut opening.ground, first) {
        ground.before_both = Some(first.before);
    }
    let opened = p.open(opening);
    let is_open = opened.is_some();
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(|case| lacks_press(case)) {
        case.note(sentences::moves::press_not_recorded(by));
    }
    if let Some(fault) = judged.fault.filter(|_| is_silent) {
        let message = fault_in_words(p, judged, fault);
        let mut opening = opening_for(p, judged, rule_of(fault), facts, message);
        if let Some(ground) = &mut opening.ground {
            // The move is taken back, and no move is due before the opponent has moved.
            ground.lawful.clear();
        }
        p.open(opening);
    }
    if is_open {
        p.speech.misled_by = Some(by);
    }
}

fn fault_in_words(p: &Proceedings<'_, '_>, judged: &JudgedMove, fault: Illegality) -> String {
    let fault = bar_of_leap(p, &judged.before, judged.made.played).unwrap_or(fault);
    let lost = match fault {
        Illegality::Castling(CastlingBar::Moved) => right_lost(p, judged),
        Illegality::Castling(CastlingBar::NoRook) => leap_lost(p, judged),
        _ => None,
    };
    sentences::moves::illegality(
        &judged.before,
        judged.made.played,
        fault,
        &judged.text,
        lost.as_deref(),
        p.context.terms(),
    )
}
