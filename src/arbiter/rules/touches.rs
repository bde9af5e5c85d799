//! `touch.*`: touched men, and the duties that follow.

use crate::chess::{Color, Move, MoveKind, Position, Role, Side, Square};
use crate::finding::{Disposition, Severity};
use crate::game::{
    Act, Alignment, Contact as Meaning, Event, PlacedAct, Span, SpokenWord, Timeline, TouchOrder,
};
use crate::law::{
    AdjustedMen, Family, NoticeTime, OffenceFamily, Predicate, Provision, Rule, Turn, UnknownOrder,
};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::{OfferedRemedy, RemedyContext};
use crate::arbiter::case::windows::{Contact, OffenceKind};
use crate::arbiter::case::{Case, CaseStage, Decision, Request};
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::opening_now;
use crate::arbiter::state::touch::Hands;
use crate::arbiter::{sentences, words};

#[derive(Clone, Copy)]
pub(crate) struct TouchedMen<'s> {
    pub squares: &'s [Square],
    /// Whether the squares are in the order in which they were touched.
    pub order: TouchOrder,
    pub seat: Alignment,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AtTurn {
    Own,
    Others,
}

/// Keeps the men touched in moves that were taken back as touched, for these cases and for those in which a move is
/// due: taking back a move does not undo the touch.
pub(crate) fn keep_touched(p: &mut Proceedings<'_, '_>, gone_back: &[usize]) {
    let (by, plies) = (p.history.board().turn(), p.plies());
    let is_of_turn = |index: &usize| {
        p.cases.get(*index).is_some_and(|case| {
            case.offence.offender == by
                && case.before == plies
                && (case.rule.is_in_family(Family::Move) || case.offence.kind == OffenceKind::Touch)
                && (case.stage == CaseStage::Due || gone_back.contains(index))
        })
    };
    let mut of_turn: Vec<usize> = p.cases.recent().filter(is_of_turn).collect();
    of_turn.reverse();
    for index in of_turn {
        let ground = p.cases.get(index).and_then(|case| case.remedy_context.as_ref());
        let men = ground.map(RemedyContext::all_touched).unwrap_or_default();
        let hands = p.hands.of_mut(by);
        for man in men {
            hands.reach(man);
        }
    }
}

/// Counts the men touched in a move that was taken back as touched first on the turn; returns their case.
pub(crate) fn touch_in_slip(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    men: &[Square],
    is_castling: bool,
    span: Span,
) -> Option<usize> {
    let hands = p.hands.of_mut(by);
    let later = std::mem::take(&mut hands.touched);
    hands.span = Some(span);
    for man in men.iter().chain(&later) {
        hands.add(*man);
    }
    judge_touches_in(p, by, is_castling);
    p.hands.of_mut(by).case
}

/// A touch in earnest, with a notice of adjusting that did not protect it.
pub(crate) struct EarnestTouch {
    pub notice: Option<NoticeTime>,
}

/// Handles a touch. Returns it if it is in earnest.
pub(crate) fn touch(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    men: TouchedMen<'_>,
    meant: Meaning,
) -> Option<EarnestTouch> {
    if meant == Meaning::Accidental {
        p.notify_windows_of_touch(by, Contact::Accidental);
        return None;
    }
    let at = turn_of(p, by);
    let hands = p.hands.of_mut(by);
    let notice = hands.adjusting.notice;
    // A notice given while touching concerns this touch alone.
    hands.adjusting.notice = notice.filter(|notice| *notice != NoticeTime::Touching);
    let Some(given) = notice else { return Some(EarnestTouch { notice }) };
    let law = p.context.code().regulations.adjust;
    let own = p.history.board().men(by);
    let fault: Option<fn(Color, &str) -> String> = if protects(p, given, at, men.seat) {
        let is_forbidden = law.men == AdjustedMen::Own && men.squares.iter().any(|man| !own.has(*man));
        is_forbidden.then_some(sentences::touch::adjusts_men_of_other)
    } else if at == AtTurn::Others && law.turn == Turn::Own && protects(p, given, AtTurn::Own, men.seat) {
        Some(sentences::touch::adjusts_off_turn)
    } else {
        return Some(EarnestTouch { notice });
    };
    match fault {
        None => p.notify_windows_of_touch(by, Contact::Adjusting),
        Some(in_words) => {
            p.notify_windows_of_touch(by, Contact::Deliberate);
            report_adjusting(p, by, men.squares, men.span, in_words);
        }
    }
    None
}

/// Judges a touch in earnest. `notice`: a notice of adjusting that did not protect it; `cry`: the case of a false cry
/// that the touch answered.
pub(crate) fn touch_in_earnest(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    men: TouchedMen<'_>,
    notice: Option<NoticeTime>,
    cry: Option<usize>,
) {
    let TouchedMen { squares, order, seat, span } = men;
    let induced = p.speech.misled_by == Some(by.other());
    p.notify_windows_of_touch(by, Contact::Deliberate);
    p.speech.misled_by = p.speech.misled_by.filter(|misleader| *misleader != by.other());
    if is_carrying_out(p, by) {
        return;
    }
    let earlier = p.hands.of(by).case.and_then(|index| p.cases.get(index));
    let was_waived = earlier.is_some_and(|case| case.stage == CaseStage::Ended(Disposition::Waived));
    let hands = p.hands.of_mut(by);
    if was_waived {
        hands.forget_waived_touches();
    }
    hands.span.get_or_insert(span);
    hands.induced |= induced;
    hands.excused_by = hands.excused_by.or(cry);
    if seat == Alignment::Askew || hands.seat.is_none() {
        hands.seat = Some(seat);
    }
    hands.adjusting.failed |= notice.is_some();
    hands.last_added_count = 0;
    for square in squares {
        if hands.add(*square) {
            hands.last_added_count += 1;
            if order == TouchOrder::Unknown {
                hands.unordered.push(*square);
            }
        }
    }
    judge_touches(p, by);
}

/// Whether the player is correcting or paying for an offence, so that a touch is part of that.
fn is_carrying_out(p: &Proceedings<'_, '_>, by: Color) -> bool {
    let is_corrected = |case: &Case<'_>| {
        case.offence.offender == by && case.demand.request != Request::No && case.stage == CaseStage::OnBoard
    };
    p.cases.find_open(is_corrected).is_some()
}

/// Whether a move is already due from the player, which comes before any new touch.
fn owes_a_move(p: &Proceedings<'_, '_>, by: Color) -> bool {
    let binds = |case: &Case<'_>| {
        case.offence.offender == by
            && case.stage == CaseStage::Due
            && (case.demand.request != Request::No || case.is_legal_duty())
            && case.due().iter().any(OfferedRemedy::binds_the_next_move)
    };
    p.cases.find_open(binds).is_some()
}

pub(crate) fn release(p: &mut Proceedings<'_, '_>, by: Color, from: Square, to: Square) {
    p.notify_windows_of_touch(by, Contact::Deliberate);
    p.hands.of_mut(by).release(from, to);
}

/// Notes that a player tries a square with a held man after the opponent asked that it be put back.
pub(crate) fn note_trying_squares(p: &mut Proceedings<'_, '_>, by: Color, man: Square) {
    let hands = p.hands.of(by);
    if hands.let_go_at(man) == Some(man) {
        return;
    }
    let Some(case) = hands.case.and_then(|index| p.cases.get_mut(index)) else { return };
    if case.rule == Rule::TouchHold && case.is_asked() && !case.is_ended() && !case.execution.kept_in_hand {
        case.execution.kept_in_hand = true;
        case.note(sentences::touch::tries_squares(by));
    }
}

/// Opens a case if a man was rested on every square to which it can move, and the code leaves the square to the opponent.
pub(crate) fn judge_squares_tried(p: &mut Proceedings<'_, '_>, by: Color, man: Square, span: Span) {
    let fact = Predicate::AllSquaresTouched;
    if !p.context.code().provisions_for(Rule::TouchHold).any(|law| law.asks_for(fact)) {
        return;
    }
    let is_known = |case: &Case<'_>| case.facts.has(fact) && case.offence.ply == p.plies();
    let board = *p.history.board();
    if board.turn() != by || p.cases.find_open(is_known).is_some() {
        return;
    }
    let moves = p.history.lawful_moves_of(&board, man);
    if moves.is_empty() || !p.hands.of(by).has_hovered_all(&moves) {
        return;
    }
    let facts = p.facts(by).with(fact, true);
    let ply = p.plies();
    let ground = p.remedy_context(board, vec![man], None, facts);
    let message =
        sentences::touch::tries_every_square(by, &words::men_seen_by(by, &board, [man].into_iter()));
    let opening = NewCase {
        kind: OffenceKind::Touch,
        ground: Some(ground),
        ..NewCase::with_defaults(Rule::TouchHold, facts, by, ply, span, message)
    };
    p.open_under_matching(opening, |law| law.asks_for(fact));
}

/// A notice of adjusting is given before a touch.
pub(crate) fn note_adjusting(p: &mut Proceedings<'_, '_>, by: Color) {
    p.hands.of_mut(by).adjusting.notice = Some(NoticeTime::Before);
}

/// A notice of adjusting given while touching is recorded after the touch; it is taken up together with the touch.
pub(crate) fn take_later_notice(p: &mut Proceedings<'_, '_>, by: Color, rest: Timeline<'_>) {
    let Some(Event::Act(PlacedAct {
        act: Act::Say { by: sayer, word: SpokenWord::AdjustTouching },
        span,
        ..
    })) = rest.first()
    else {
        return;
    };
    let hands = p.hands.of_mut(by);
    if sayer.player() == Some(by) && hands.adjusting.notice.is_none() {
        hands.adjusting.notice = Some(NoticeTime::Touching);
        hands.adjusting.heard_with_it = Some(*span);
    }
}

/// A notice of adjusting is given while touching: it concerns the last touch, or the one recorded just after it.
pub(crate) fn note_adjusting_while_touching(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let hands = p.hands.of_mut(by);
    if hands.adjusting.heard_with_it.take() == Some(span) {
        return;
    }
    if hands.last_added_count == 0 {
        hands.adjusting.notice.get_or_insert(NoticeTime::Touching);
        return;
    }
    let seat = hands.seat.unwrap_or(Alignment::Square);
    let protects = protects(p, NoticeTime::Touching, turn_of(p, by), seat);
    let hands = p.hands.of_mut(by);
    if protects {
        let keep = hands.touched.len().saturating_sub(hands.last_added_count);
        let adjusted = hands.touched.split_off(keep);
        hands.reached.retain(|man| !adjusted.contains(man));
        hands.unordered.retain(|man| !adjusted.contains(man));
        hands.last_added_count = 0;
    } else {
        hands.adjusting.failed = true;
    }
    judge_touches(p, by);
}

/// Drops a notice of adjusting given while touching, because something other than a touch follows it.
pub(crate) fn drop_unused_notice(p: &mut Proceedings<'_, '_>) {
    for hands in [&mut p.hands.white, &mut p.hands.black] {
        hands.adjusting.notice = hands.adjusting.notice.filter(|notice| *notice != NoticeTime::Touching);
    }
}

fn turn_of(p: &Proceedings<'_, '_>, by: Color) -> AtTurn {
    if p.history.board().turn() == by { AtTurn::Own } else { AtTurn::Others }
}

fn protects(p: &Proceedings<'_, '_>, notice: NoticeTime, at: AtTurn, seat: Alignment) -> bool {
    let law = p.context.code().regulations.adjust;
    (notice == NoticeTime::Before || law.notice == NoticeTime::Touching)
        && (at == AtTurn::Own || law.turn == Turn::Any)
        && (!law.askew || seat == Alignment::Askew)
}

/// Returns the men in the order in which they count as touched; the code decides if the order is not known.
pub(crate) fn in_order(
    p: &Proceedings<'_, '_>,
    by: Color,
    squares: &[Square],
    order: TouchOrder,
) -> Vec<Square> {
    let mut squares = squares.to_vec();
    let says = |provision: &Provision| provision.order.as_ref().map(|order| order.unknown);
    let taken = p.context.code().provisions_for(Rule::TouchMixed).find_map(says);
    if let (TouchOrder::Unknown, Some(taken)) = (order, taken) {
        let own = p.history.board().men(by);
        squares.sort_by_key(|man| own.has(*man) != (taken == UnknownOrder::OwnFirst));
    }
    squares
}

/// Reports that men were adjusted with notice, but not as the code allows.
fn report_adjusting(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    squares: &[Square],
    span: Span,
    in_words: fn(Color, &str) -> String,
) {
    let men = words::men_seen_by(by, p.history.board(), squares.iter().copied());
    let message = in_words(by, &men);
    let facts = p.facts(by).with(Predicate::AdjustSaid, true).with(Predicate::NoticeBeforeTouch, true);
    open_touch(p, by, Rule::TouchAdjust, facts, Vec::new(), span, message);
}

/// Judges everything touched since the last move as one case, anew with each touch.
fn judge_touches(p: &mut Proceedings<'_, '_>, by: Color) {
    judge_touches_in(p, by, false);
}

/// Like `judge_touches`; `slip_castles`: whether the men were touched in an illegal castling that was taken back.
fn judge_touches_in(p: &mut Proceedings<'_, '_>, by: Color, slip_castles: bool) {
    let hands = p.hands.of_mut(by).clone();
    let before = hands.case;
    let was_asked =
        before.and_then(|index| p.cases.get(index)).is_some_and(|case| case.demand.request != Request::No);
    if let Some(index) = before {
        p.cases.strike_out(index);
        p.hands.of_mut(by).case = None;
    }
    if owes_a_move(p, by) {
        return;
    }
    let Some(span) = hands.span.filter(|_| !hands.touched.is_empty()) else { return };
    let mut board = *p.history.board();
    let on_move = board.turn() == by;
    let men = words::men_seen_by(by, &board, hands.touched.iter().copied());
    if !on_move {
        board.set_turn(by);
    }
    let facts = touch_facts(p, by, &hands);
    let ground = RemedyContext {
        touched_in_unknown_order: hands.unordered.clone(),
        ..p.remedy_context(board, hands.touched.clone(), None, facts)
    };
    let facts = {
        let takeable: Vec<bool> =
            ground.hostile_touched().map(|man| !ground.captures_of(man).is_empty()).collect();
        let movable: Vec<bool> = ground.own_touched().map(|man| !ground.moves_of(man).is_empty()).collect();
        let candidates = board.pseudo_legal_moves(p.history.play());
        let exposes = ground.own_touched().any(|man| {
            ground.moves_of(man).is_empty() && candidates.iter().any(|played| played.from() == man)
        });
        let takes_some = takeable.contains(&true);
        facts
            .with(Predicate::AllTakeable, takes_some && takeable.iter().all(|can| *can))
            .with(Predicate::SomeTakeable, takes_some && !takeable.iter().all(|can| *can))
            .with(Predicate::NoneTakeable, !takeable.is_empty() && !takes_some)
            .with(Predicate::NoneMovable, !movable.is_empty() && !movable.contains(&true))
            .with(Predicate::ManRelievesCheck, board.in_check(by) && movable.contains(&true))
            .with(Predicate::ExposesKing, exposes)
            .with(Predicate::CastlingIntent, is_for_castling(&ground))
            .with(Predicate::RookFirst, is_for_castling(&ground) && is_rook_first(&ground))
            .with(
                Predicate::CastlingIllegal,
                slip_castles || (is_for_castling(&ground) && !can_castle(&ground)),
            )
    };
    let rule = if on_move { rule_of(&ground) } else { Rule::TouchOutOfTurn };
    let is_order_open = ground.is_order_unknown();
    let unprotected = on_move && hands.adjusting.failed;
    let message = if !on_move {
        sentences::touch::touches_off_turn(by, &men)
    } else if hands.is_holding {
        sentences::touch::lifts(by, &men)
    } else {
        sentences::touch::touches(by, &men)
    };
    let mut case = None;
    if let Some(excuse) = hands.excused_by.filter(|_| on_move) {
        case = open_excused(p, by, rule, facts, excuse, span, &message);
    }
    if case.is_none() && hands.is_holding && on_move && hands.touched.len() == 1 {
        let law = p.context.code().governing(Rule::TouchHold, |fact| facts.has(fact));
        if law.is_some_and(|law| law.report) {
            case = open_touch(p, by, Rule::TouchHold, facts, hands.touched.clone(), span, message.clone());
        }
    }
    if case.is_none() {
        case = open_touch(p, by, rule, facts, hands.touched, span, message);
    }
    if let Some(opened) = case.and_then(|index| p.cases.get_mut(index)) {
        if unprotected {
            opened.note(sentences::touch::notice_does_not_count(by));
        }
        // The remedy elected was about fewer men; only the notice of the touch remains.
        if was_asked {
            opened.demand.request = Request::Noticed;
        }
        if is_order_open && opened.has_effect() {
            opened.note(sentences::touch::order_not_known());
        }
    }
    p.hands.of_mut(by).case = case;
}

/// Drops touches made after the man of a move was released: they belong to making the move and do not bind.
pub(crate) fn forget_touches_after_release(p: &mut Proceedings<'_, '_>, by: Color, played: Move) {
    let hands = p.hands.of_mut(by);
    if hands.was_released_before(played, &hands.touched)
        && let Some(index) = hands.case.take()
    {
        p.cases.strike_out(index);
    }
}

/// Drops the touches of a capture if only its two men were touched.
pub(crate) fn forget_touches_of_capture(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    played: Move,
    before: &Position,
) {
    let Some(taken) = played.captured_square().filter(|taken| before.men(by.other()).has(*taken)) else {
        return;
    };
    let hands = p.hands.of_mut(by);
    let is_of_it = |man: &Square| *man == played.from() || *man == taken;
    if hands.touched.len() == 2 && hands.touched.iter().all(is_of_it) {
        forget_silent_touches(p, by);
    }
}

pub(crate) fn forget_silent_touches(p: &mut Proceedings<'_, '_>, by: Color) {
    let Some(index) = p.hands.of(by).case else { return };
    if p.cases.get(index).is_some_and(|case| matches!(case.decision, Decision::Silence(_))) {
        p.cases.strike_out(index);
    }
}

fn touch_facts(p: &Proceedings<'_, '_>, by: Color, hands: &Hands) -> Facts {
    p.facts(by)
        .with(Predicate::OnMove, turn_of(p, by) == AtTurn::Own)
        .with(Predicate::Askew, hands.seat == Some(Alignment::Askew))
        .with(Predicate::AdjustSaid, hands.adjusting.failed)
        .with(Predicate::NoticeBeforeTouch, hands.adjusting.notice == Some(NoticeTime::Before))
        .with(Predicate::Induced, hands.induced)
}

fn open_excused(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    rule: Rule,
    facts: Facts,
    excuse: usize,
    span: Span,
    message: &str,
) -> Option<usize> {
    let provision = p.cases.get(excuse).and_then(Case::provision)?;
    if !provision.excuses.contains(&OffenceFamily::Touch) {
        return None;
    }
    let opening = opening_now(p, rule, facts, by, span, message.to_owned());
    let index = p.open_under(NewCase { kind: OffenceKind::Touch, ..opening }, provision, None);
    let case = p.cases.get_mut(index)?;
    if let Decision::Rights(rights) = &mut case.decision {
        for right in rights {
            right.window = None;
        }
    }
    case.remedies.clear();
    case.back_to = None;
    case.note(sentences::touch::excused_by_false_check());
    case.report.severity = Severity::Info;
    case.end(Disposition::Stands);
    Some(index)
}

fn open_touch(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    rule: Rule,
    facts: Facts,
    touched: Vec<Square>,
    span: Span,
    message: String,
) -> Option<usize> {
    let ground = RemedyContext {
        touched_in_unknown_order: p.hands.of(by).unordered.clone(),
        ..p.remedy_context(p.history.board_for(by), touched, None, facts)
    };
    let opening = opening_now(p, rule, facts, by, span, message);
    p.open(NewCase { kind: OffenceKind::Touch, ground: Some(ground), ..opening })
}

fn rule_of(ground: &RemedyContext) -> Rule {
    let own: Vec<Square> = ground.own_touched().collect();
    let hostile: Vec<Square> = ground.hostile_touched().collect();
    match (&*own, &*hostile) {
        ([], [man]) if ground.captures_of(*man).is_empty() => Rule::TouchAdversaryImmovable,
        ([], [_]) => Rule::TouchAdversary,
        ([man], []) if ground.moves_of(*man).is_empty() => Rule::TouchOwnImmovable,
        ([_] | [], []) => Rule::TouchOwn,
        (_, []) => Rule::TouchSeveralOwn,
        ([], _) => Rule::TouchSeveralAdversary,
        _ => Rule::TouchMixed,
    }
}

/// Whether the first own man touched is known not to be the king.
fn is_rook_first(ground: &RemedyContext) -> bool {
    let kings = ground.position.of(ground.position.turn(), Role::King);
    let is_known = ground.own_touched().any(|man| !ground.touched_in_unknown_order.contains(&man));
    is_known && ground.own_touched().next().is_some_and(|first| !kings.has(first))
}

/// Whether exactly the king and a rook that may still castle with it were touched.
fn is_for_castling(ground: &RemedyContext) -> bool {
    if ground.hostile_touched().next().is_some() {
        return false;
    }
    let own: Vec<Square> = ground.own_touched().collect();
    let [first, second] = &*own else { return false };
    let kings = ground.position.of(ground.position.turn(), Role::King);
    let (king, rook) = if kings.has(*first) { (*first, *second) } else { (*second, *first) };
    kings.has(king) && side_of(ground, king, rook).is_some()
}

/// Whether castling with the touched king and rook is legal.
fn can_castle(ground: &RemedyContext) -> bool {
    let own: Vec<Square> = ground.own_touched().collect();
    let castles = |played: &Move| match played.kind() {
        MoveKind::Castling(side) => {
            own.iter().any(|rook| side_of(ground, played.from(), *rook) == Some(side))
        }
        _ => false,
    };
    ground.lawful.iter().any(castles)
}

fn side_of(ground: &RemedyContext, king: Square, rook: Square) -> Option<Side> {
    let us = ground.position.turn();
    let mut sides = [Side::King, Side::Queen].into_iter();
    sides.find(|side| ground.position.castling_rook(king, us, *side) == Some(rook))
}
