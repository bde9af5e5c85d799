//! `move.*`: completed moves that break the law, whether written in the score or acted out.

pub(crate) mod recall;

use crate::chess::{
    AbsentRook, Bitboard, CastlingBar, CastlingConditions, Color, Illegality, Move, MoveKind, Play, Position,
    Role, Side, Square, castling_squares, corner, home_rank,
};
use crate::finding::{Disposition, Severity};
use crate::game::{
    Act, Channel, ClockKind, Event, Hands as HandsUsed, Made, MoveSource, Ruling, Span, TagName, Timeline,
};
use crate::law::{CheckBinds, Family, OffenceFamily, Predicate, Provision, RemedyKind, Rule};

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::remedies::RemedyContext;
use crate::arbiter::case::windows::{Offence, OffenceKind};
use crate::arbiter::case::{Case, Counted, Decision, Marks, Stage};
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::state::board::{Stood, play_at_odds};
use crate::arbiter::state::touch::RookFirst;
use crate::arbiter::words;

/// The number of successive moves of one player that are searched for the event that completes the first.
const MOST_IN_A_ROW: u32 = 64;

const fn rule_of(fault: Illegality) -> Rule {
    match fault {
        Illegality::AdversaryMan => Rule::MoveAdversaryMan,
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

/// The false cry that led to a move and frees it from penalties, with its law.
#[derive(Clone, Copy)]
struct Excuse<'c> {
    cry: Offence,
    law: &'c Provision,
}

impl<'c> Excuse<'c> {
    fn of(cry: &Case<'c>) -> Option<Self> {
        let law = cry.provision().filter(|law| law.excuses.contains(&OffenceFamily::Move))?;
        Some(Self { cry: cry.offence, law })
    }
}

/// Examines a move before it is made. `begins`: whether it is the first move of a game that either player may begin.
pub(crate) fn examine(p: &Proceedings<'_, '_>, made: Made, begins: bool) -> JudgedMove {
    let made = as_leap(p, made);
    let Made { played, by, source, place } = made;
    let before = p.table.board_for(by);
    let mut after = before;
    after.play(played);
    let text = p.context.text_of_move(source, place, &before, played);
    let in_turn = begins || p.table.board().turn() == by;
    let fault = fault_of(p, &before, played);
    // A move that ignores a check which need not be met is valid.
    let ignores = fault == Some(Illegality::CheckNotParried) && !p.table.check_binds(by);
    JudgedMove {
        made,
        before,
        after,
        ply: p.plies() + 1,
        span: p.context.span_of_move(source, place),
        numbered: words::numbered(&before, &text),
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
        out_of_turn(p, judged, judged.fault, facts);
    } else if let Some(fault) = judged.fault {
        illegal(p, judged, fault, facts, cry);
    } else if let Some(common) = before.illegality(made.played, Play::COMMON) {
        let message = words::allowed(before, made.played, &judged.text);
        open_move(p, judged, rule_of(common), facts.with(Predicate::Lawful, true), &message);
    } else {
        return false;
    }
    true
}

/// Settles a false cry that led to a touch. If another man is moved, the law on the cry is satisfied; if the touched
/// man is moved, the move may be taken back as the touch might.
pub(crate) fn follow_up_cry(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) {
    let JudgedMove { made, .. } = judged;
    let hands = p.hands.of(made.by);
    let Some(index) = hands.misled_by() else { return };
    let is_the_man = hands.has_touched(made.played.from());
    let Some(case) = p.cases.get_mut(index) else { return };
    if is_the_man {
        case.marks.reply_is_a_move = true;
        p.offer_remedies(index);
    } else if !case.is_ended() && case.has_effect() {
        case.end(Disposition::Enforced);
        case.note("the man touched was left, and another was played");
    }
}

/// Returns the fault of a move. A missing promotion is reported only if the move is legal otherwise.
fn fault_of(p: &Proceedings<'_, '_>, before: &Position, played: Move) -> Option<Illegality> {
    let fault = p.table.fault(before, played)?;
    if fault != Illegality::Promotion {
        return Some(fault);
    }
    let promoted = Move::new(played.from(), played.to(), MoveKind::Promotion(Role::Queen));
    Some(p.table.fault(before, promoted).unwrap_or(fault))
}

/// Whether a castling is the king's leap alone, because the rook was given as odds, and nothing else bars it.
fn leaps_at_odds(p: &Proceedings<'_, '_>, before: &Position, castling: Move) -> bool {
    castling.is_castling() && before.illegality(castling, play_with_leap(p)).is_none()
}

/// Returns the code's way to play, changed so that the giver of a rook may leap as in castling.
fn play_with_leap(p: &Proceedings<'_, '_>) -> Play {
    let leaping = Play { absent_rook: AbsentRook::Leap, ..p.table.play() };
    play_at_odds(leaping, p.context.odds(), &p.context.record().start)
}

/// Returns the bar to a leap as in castling, other than the rook being given as odds.
fn bar_of_leap(p: &Proceedings<'_, '_>, before: &Position, castling: Move) -> Option<Illegality> {
    let no_rook = Some(Illegality::Castling(CastlingBar::NoRook));
    let is_for_want_of_it = castling.is_castling() && p.table.fault(before, castling) == no_rook;
    is_for_want_of_it.then(|| before.illegality(castling, play_with_leap(p))).flatten()
}

/// Reads a move of the king to its castling square (`Kg1`) as the leap without a rook, if it is one.
fn as_leap(p: &Proceedings<'_, '_>, made: Made) -> Made {
    let (from, to) = (made.played.from(), made.played.to());
    let is_given = p.context.value(TagName::Odds).is_some();
    if !is_given || made.played.kind() != MoveKind::Plain {
        return made;
    }
    let before = p.table.board_for(made.by);
    let leap = [Side::King, Side::Queen]
        .into_iter()
        .filter(|side| castling_squares(from.rank(), *side).king == to)
        // With a rook there, moving the king alone is not castling.
        .filter(|side| before.castling_rook(from, made.by, *side).is_none())
        .map(|side| Move::new(from, to, MoveKind::Castling(side)))
        .find(|leap| {
            before.of(made.by, Role::King).has(from)
                && before.illegality(made.played, Play::COMMON) == Some(Illegality::False)
                && leaps_at_odds(p, &before, *leap)
        });
    leap.map_or(made, |played| Made { played, ..made })
}

pub(crate) fn move_facts(p: &Proceedings<'_, '_>, judged: &JudgedMove, rest: Timeline<'_>) -> Facts {
    let JudgedMove { before, after, made, .. } = judged;
    let us = made.by;
    let played = made.played;
    let in_check = before.in_check(us);
    let kings = before.of(us, Role::King);
    let relieves =
        in_check && before.legal_moves(p.table.play()).iter().any(|other| other.from() == played.from());
    let steps = played.from().file().index().abs_diff(played.to().file().index());
    // Bars are tried in order, `Arrival` last.
    let bar = before.illegality(played, p.table.play());
    let arrival_only = bar == Some(Illegality::Castling(CastlingBar::Arrival));
    // The rook was given as odds, and the code does not allow the leap.
    let may_leap = p.table.play().absent_rook != AbsentRook::Never;
    let rook_given = !may_leap
        && bar == Some(Illegality::Castling(CastlingBar::NoRook))
        && leaps_at_odds(p, before, played);
    let home = home_rank(us);
    let along_the_rank = [played.from(), played.to()].iter().all(|square| square.rank() == home) && steps > 1;
    p.facts(us)
        .with(Predicate::InCheck, in_check)
        .with(Predicate::CheckStanding, in_check)
        .with(Predicate::CheckAnnounced, in_check && p.table.is_announced(us))
        .with(Predicate::ManRelievesCheck, relieves)
        .with(Predicate::ExposesKing, after.in_check(us) && !in_check)
        .with(Predicate::Captures, victim(before, us, played).is_some())
        .with(Predicate::KingLeftInCheck, after.in_check(us))
        .with(Predicate::Completed, is_completed(p, *made, rest))
        .with(Predicate::OnMove, p.table.board().turn() == us)
        .with(
            Predicate::CastlingIntent,
            played.is_castling() || (kings.has(played.from()) && along_the_rank && !in_check),
        )
        .with(Predicate::ArrivalOnly, arrival_only)
        .with(Predicate::NoRook, bar == Some(Illegality::Castling(CastlingBar::NoRook)))
        .with(Predicate::RookGiven, rook_given)
        .with(Predicate::ReplyMovesKing, kings.has(played.from()))
        .with(Predicate::Induced, p.speech.misled_by == Some(us.other()))
}

/// Whether a move is completed: by the press of the clock or by the reply. If the record did not observe the clock, a
/// move of the score is always complete, and an acted one unless it was taken back at once.
fn is_completed(p: &Proceedings<'_, '_>, made: Made, rest: Timeline<'_>) -> bool {
    let Made { by, source, .. } = made;
    let unwatched = !p.context.observed(Channel::Clock);
    if source == MoveSource::Score && (unwatched || has_a_time(p, made, rest)) {
        return true;
    }
    let mut is_taken_back = false;
    // The player's own moves made since; these are no reply.
    let mut moves_since = 0_u32;
    for event in rest.iter() {
        let placed = match event {
            Event::Act(placed) => placed,
            Event::Move(made) if made.by == by => {
                moves_since += 1;
                if moves_since > MOST_IN_A_ROW {
                    return !is_taken_back;
                }
                continue;
            }
            Event::Move(_) => return !is_taken_back,
        };
        match &placed.act {
            Act::Press { by: presser } if presser.player() == Some(by) => return !is_taken_back,
            // The record did not observe the press, but the arbiter did.
            Act::Ruling(Ruling::AddTime(..) | Ruling::Forfeit(_)) if unwatched => return true,
            Act::Retract { moves } => {
                is_taken_back |= moves.get() > moves_since;
                moves_since = moves_since.saturating_sub(moves.get());
            }
            _ => {}
        }
    }
    unwatched && !is_taken_back
}

/// Whether the record gives the time left after a move of the score, which it does for completed moves only.
fn has_a_time(p: &Proceedings<'_, '_>, made: Made, rest: Timeline<'_>) -> bool {
    let next = rest.iter().find_map(|event| match event {
        Event::Move(next) => Some(next.place),
        Event::Act(placed) => matches!(placed.act, Act::Retract { .. }).then_some(placed.span.start),
    });
    let clocks = &p.context.record().clocks;
    let first = clocks.partition_point(|reading| reading.span.start < made.place);
    let behind = clocks.iter().skip(first);
    behind
        .take_while(|reading| next.is_none_or(|next| reading.span.start < next))
        .any(|reading| reading.kind == ClockKind::Left)
}

/// Whether a check may not bind this player, because only an announced check binds and the record did not observe
/// speech.
fn may_be_free_of_check(p: &Proceedings<'_, '_>, by: Color) -> bool {
    // Speech before the beginning of the record was not observed.
    let is_older = p.table.check_on(by).is_some_and(|check| check.ply == 0);
    p.context.code().play.check.binds == CheckBinds::Announced
        && (is_older || !p.context.observed(Channel::Speech))
}

/// Returns the context in which the remedies for this move are expanded.
fn ground_of(p: &Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) -> RemedyContext {
    let JudgedMove { before, made, .. } = judged;
    let (us, played) = (made.by, made.played);
    let mut touched = vec![played.from()];
    if before.men(us).has(played.to()) && !played.is_castling() {
        touched.push(played.to());
    }
    let mut ground = p.ground(*before, touched, Some(played), facts);
    if facts.has(Predicate::OnMove) {
        ground.touched_before.clone_from(&p.hands.of(us).reached);
        ground.unordered.clone_from(&p.hands.of(us).unordered);
    }
    ground.victim = victim(before, us, played);
    ground
}

fn opening_for(
    p: &Proceedings<'_, '_>,
    judged: &JudgedMove,
    rule: Rule,
    facts: Facts,
    message: &str,
) -> Opening {
    let standing = p.table.check_on(judged.made.by);
    // The move is made already: the check that it ignored is that of the position before it.
    let check = standing
        .filter(|check| check.ply < judged.ply)
        .map(|check| p.check_goes_back_to(check, judged.made.by));
    Opening {
        before: judged.ply - 1,
        kind: OffenceKind::Misleading,
        marks: Marks { check, since: standing.map(|check| check.ply), ..Marks::default() },
        movetext: Some(judged.numbered.clone()),
        ground: Some(ground_of(p, judged, facts)),
        ..Opening::at(rule, facts, judged.made.by, judged.ply, judged.span, message.to_owned())
    }
}

fn open_move(
    p: &mut Proceedings<'_, '_>,
    judged: &JudgedMove,
    rule: Rule,
    facts: Facts,
    message: &str,
) -> Option<usize> {
    let opening = opening_for(p, judged, rule, facts, message);
    p.open(opening)
}

fn illegal(
    p: &mut Proceedings<'_, '_>,
    judged: &JudgedMove,
    fault: Illegality,
    facts: Facts,
    excused: Option<usize>,
) {
    let rule = rule_of(fault);
    let message = if facts.has(Predicate::RookGiven) {
        words::allowed(&judged.before, judged.made.played, &judged.text)
    } else {
        fact(p, judged, fault)
    };
    let excuse = excused.and_then(|index| p.cases.get(index)).and_then(Excuse::of);
    let only_for_check = fault == Illegality::Castling(CastlingBar::InCheck)
        && p.table
            .fault_without(&judged.before, judged.made.played, CastlingConditions::NOT_IN_CHECK)
            .is_none();
    // A check left standing is no offence if it may not bind.
    let hangs_on_check = rule == Rule::MoveCheckNotParried || only_for_check;
    let accuses = !hangs_on_check || !may_be_free_of_check(p, judged.made.by);
    let gravity = if accuses { Severity::Error } else { Severity::Info };
    let opening = opening_for(p, judged, rule, facts, &message);
    let opened = match excuse {
        Some(excuse) => Some(open_excused_move(p, opening, excuse)),
        None => p.open(opening),
    };
    let Some(index) = opened else { return };
    if let Some(case) = p.cases.get_mut(index) {
        case.account.gravity = case.account.gravity.min(gravity);
        if gravity == Severity::Info && matches!(case.decision, Decision::Rights(_)) {
            case.note("whether the check was announced is not recorded; only an announced check binds");
        }
        let binds_to_touch = case.provision().is_some_and(|law| law.gives(RemedyKind::TouchedDuty));
        if binds_to_touch && case.ground.as_ref().is_some_and(RemedyContext::leaves_order_open) {
            case.note(words::ORDER_NOT_KNOWN);
        }
        let off = swept_by_castling(&judged.before, judged.made.played);
        if !off.is_empty() {
            let men = words::men_on(&judged.before, off.squares());
            case.note(format!("{men} {} off the board", if off.is_several() { "are" } else { "is" }));
        }
        p.speech.misled_by = Some(judged.made.by);
    }
}

/// Opens a case for an illegal move to which a false cry led; no penalty is due. If the code also corrects such moves
/// without a penalty, the correction is due; otherwise the law on the cry decides, within the crier's time limit.
fn open_excused_move<'a>(p: &mut Proceedings<'_, 'a>, opening: Opening, excuse: Excuse<'a>) -> usize {
    let correction = ruling(p.context.code(), opening.rule, opening.facts, |_| true)
        .and_then(|found| p.arising_from(found.provision, opening.facts));
    if let Some(correction) = correction {
        let index = p.open_under(opening, correction, Some(excuse.law));
        if let Some(case) = p.cases.get_mut(index) {
            case.account.gravity = Severity::Warning;
        }
        return index;
    }
    let marks = Marks { reply_is_a_move: true, ..opening.marks };
    let opening = Opening { marks, ground: None, ..opening };
    let index = p.open_as_of(opening, excuse.cry, excuse.law, None);
    if let Some(case) = p.cases.get_mut(index) {
        case.account.gravity = Severity::Info;
        // The law on the crier decides who may take the move back, and until when.
        case.account.offender = Some(excuse.cry.offender);
        case.note("a false cry of check led to it");
    }
    index
}

fn out_of_turn(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, fault: Option<Illegality>, facts: Facts) {
    let by = judged.made.by;
    let mut message = format!("{by} plays {} and it is {}'s turn", judged.text, by.other());
    // If the code does not govern moves out of turn, only what it says of the move itself is reported.
    let is_silent = ruling(p.context.code(), Rule::MoveOutOfTurn, facts, |_| true).is_none();
    let fault_alone = fault.filter(|_| is_silent);
    if let Some(fault) = fault.filter(|_| !is_silent) {
        message.push_str("; besides, ");
        message.push_str(&fact(p, judged, fault));
    }
    let mut opening = opening_for(p, judged, Rule::MoveOutOfTurn, facts, &message);
    let first = p.table.stood(judged.ply - 1).filter(|first| first.by == by);
    if let (Some(ground), Some(first)) = (&mut opening.ground, first) {
        ground.before_both = Some(first.before);
    }
    let is_open = p.open(opening).is_some();
    if let Some(fault) = fault_alone {
        illegal_out_of_turn(p, judged, fault, facts);
    }
    if is_open {
        p.speech.misled_by = Some(by);
    }
}

/// Opens a case for a move out of turn that could not be made in turn either, under a code that governs only the
/// latter: it is taken back, and no move is due before the opponent has moved.
fn illegal_out_of_turn(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, fault: Illegality, facts: Facts) {
    let message = fact(p, judged, fault);
    let mut opening = opening_for(p, judged, rule_of(fault), facts, &message);
    if let Some(ground) = &mut opening.ground {
        ground.lawful.clear();
    }
    p.open(opening);
}

/// `move.two-hands`.
pub(crate) fn two_hands(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    hands: HandsUsed,
    span: Span,
    rest: Timeline<'_>,
) {
    let Some(last) = p.table.last().filter(|last| last.by == by) else { return };
    let text = p.context.text_of_move(last.source, last.place, &last.before, last.played);
    let numbered = words::numbered(&last.before, &text);
    let how = match hands {
        HandsUsed::Both => "with both hands",
        HandsUsed::OneAndPress => "with one hand and presses the clock with the other",
    };
    let other_hand = hands == HandsUsed::OneAndPress;
    // A move that ends the game needs no press.
    let is_pressed = other_hand || p.clock.pressed.contains(&by);
    let made = Made { played: last.played, by, source: last.source, place: last.place };
    let completed = !p.is_over() && (is_pressed || is_completed(p, made, rest));
    let facts = p
        .facts(by)
        .with(Predicate::Completed, completed)
        .with(Predicate::OtherHandPresses, other_hand && completed);
    let ply = p.plies();
    let ground = p.ground(p.table.board_for(by), Vec::new(), None, facts);
    let counts_the_move = |case: &Case<'_>| {
        case.rule.is_of(Family::Move)
            && case.offence.ply == ply
            && case.offence.offender == by
            && case.stage == Stage::Standing
            && case.provision().is_some_and(|provision| provision.tally.is_some())
    };
    let is_counted = p.cases.find_newest(counts_the_move).is_some();
    let opened = p.open(Opening {
        movetext: Some(numbered),
        ground: Some(ground),
        ..Opening::at(Rule::MoveTwoHands, facts, by, ply, span, format!("{by} plays {text} {how}"))
    });
    if let Some(index) = opened.filter(|_| is_counted)
        && let Some(case) = p.cases.get_mut(index)
    {
        case.counted = Counted::WithAnotherCase;
        p.offer_remedies(index);
    }
}

pub(crate) fn castling_order(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) -> Option<RookFirst> {
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let by = judged.made.by;
    let king = judged.made.played.from();
    let rook = judged.before.castling_rook(king, by, side)?;
    p.hands.of_mut(by).rook_first(king, rook)
}

/// Reports that the rook was touched before the king in castling; returns the case.
pub(crate) fn open_order(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) -> Option<usize> {
    let by = judged.made.by;
    let how = if facts.has(Predicate::RookQuitted) { "lets go of the rook" } else { "touches the rook" };
    let message = format!("{by}, castling, {how} before the king is touched");
    let mut opening = opening_for(p, judged, Rule::MoveCastlingOrder, facts, &message);
    opening.kind = OffenceKind::Other;
    if let (Some(ground), true) = (&mut opening.ground, is_final_once_let_go(p, facts)) {
        ground.keep_where_let_go(p.hands.of(by));
    }
    p.open(opening)
}

/// Whether under the code a man released as part of a legal move stays where it was put.
fn is_final_once_let_go(p: &Proceedings<'_, '_>, facts: Facts) -> bool {
    p.context
        .code()
        .governing(Rule::MoveRecalled, |fact| facts.has(fact))
        .is_some_and(|provision| provision.gives(RemedyKind::Stand))
}

pub(crate) fn open_hovered(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) {
    let by = judged.made.by;
    let to = judged.made.played.to();
    let man = words::man_on(&judged.before, judged.made.played.from());
    let message = format!("{by} lets {man} go on {to}, where it was rested while in hand");
    let facts = facts.with(Predicate::Hovered, true);
    let opening = opening_for(p, judged, Rule::TouchHold, facts, &message);
    let hovered = |provision: &crate::law::Provision| {
        provision
            .when
            .iter()
            .flat_map(|clause| &clause.any)
            .any(|literal| literal.predicate == Predicate::Hovered)
    };
    p.open_where(opening, hovered);
}

/// Says in one sentence how the move breaks the law.
fn fact(proceedings: &Proceedings<'_, '_>, judged: &JudgedMove, fault: Illegality) -> String {
    let fault = bar_of_leap(proceedings, &judged.before, judged.made.played).unwrap_or(fault);
    let lost = match fault {
        Illegality::Castling(CastlingBar::Moved) => right_lost(proceedings, judged),
        Illegality::Castling(CastlingBar::NoRook) => leap_lost(proceedings, judged),
        _ => None,
    };
    words::illegality(&judged.before, judged.made.played, fault, &judged.text, lost.as_deref())
}

/// Says how the right to castle was lost: by which move of king or rook, or before the record began.
fn right_lost(proceedings: &Proceedings<'_, '_>, judged: &JudgedMove) -> Option<String> {
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let start = proceedings.context.record().start;
    let us = judged.made.by;
    let rights = start.castling();
    let Some(rook) = rights.rook(us, side).or(rights.resting(us, side)) else {
        return Some("the position that the game starts from gives no right to it".to_owned());
    };
    let king = start.of(us, Role::King).single()?;
    let moves_king = |stood: &Stood| stood.by == us && stood.played.from() == king;
    // A rook set up elsewhere loses the right by moving to this square; another man may leave the corner.
    let moves_rook = |stood: &Stood| {
        let comes_or_goes = stood.played.from() == rook || stood.played.to() == rook;
        let man = stood.before.man_at(stood.played.from());
        stood.by == us && comes_or_goes && man.is_some_and(|man| man.role == Role::Rook)
    };
    let mut earlier = proceedings.table.all().iter().zip(1..judged.ply);
    let (stood, ply) = earlier.find(|(stood, _)| moves_king(stood) || moves_rook(stood))?;
    let man = if moves_king(stood) { "king" } else { "rook" };
    proceedings.numbered(ply).map(|text| format!("the {man} moved with {text}"))
}

/// Says by which move the leap was lost that the code gives to the giver of a rook: a move of the king, or one to the
/// square of the rook if the code requires it to stay empty.
fn leap_lost(proceedings: &Proceedings<'_, '_>, judged: &JudgedMove) -> Option<String> {
    let gives_leap = proceedings.table.play().absent_rook != AbsentRook::Never
        && proceedings.context.value(TagName::Odds).is_some();
    let us = judged.made.by;
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let king = proceedings.context.record().start.of(us, Role::King).single().filter(|_| gives_leap)?;
    let corner = Some(corner(us, side))
        .filter(|_| proceedings.table.play().absent_rook == AbsentRook::LeapIfSquareAlwaysEmpty);
    let moves_king = |stood: &Stood| stood.by == us && stood.played.from() == king;
    let mut earlier = proceedings.table.all().iter().zip(1..judged.ply);
    let (stood, ply) = earlier.find(|(stood, _)| moves_king(stood) || Some(stood.played.to()) == corner)?;
    let text = proceedings.numbered(ply)?;
    Some(match corner.filter(|_| !moves_king(stood)) {
        Some(corner) => {
            format!("{corner}, where the rook given as odds would stand, was occupied with {text}")
        }
        None => format!("the king moved with {text}"),
    })
}

fn victim(before: &Position, us: Color, played: Move) -> Option<Square> {
    played.takes_on().filter(|taken| before.men(us.other()).has(*taken))
}

/// Returns the squares from which an illegal castling removed men.
fn swept_by_castling(before: &Position, played: Move) -> Bitboard {
    let MoveKind::Castling(side) = played.kind() else {
        return Bitboard::EMPTY;
    };
    let mut after = *before;
    after.play(played);
    let rook = before.castling_rook(played.from(), before.turn(), side);
    let others =
        before.occupied().squares().filter(|square| Some(*square) != rook && *square != played.from());
    others
        .filter(|square| before.man_at(*square) != after.man_at(*square))
        .map(Bitboard::of)
        .fold(Bitboard::EMPTY, |swept, one| swept | one)
}
