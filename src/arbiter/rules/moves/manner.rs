//! How the hand makes a move: with both hands, the rook first in castling, or released where it was rested.

use crate::chess::{Color, MoveKind};
use crate::finding::Severity;
use crate::game::{Hands as HandsUsed, MadeMove, Span, Timeline};
use crate::law::{Family, Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::windows::OffenceKind;
use crate::arbiter::case::{Case, CaseStage};
use crate::arbiter::draft::Draft;
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{Ruling, ruling};
use crate::arbiter::rules::moves::facts::is_completed;
use crate::arbiter::rules::moves::opening_for;
use crate::arbiter::sentences;
use crate::arbiter::state::touch::RookFirst;

/// `move.two-hands`: a move made with both hands, or with one hand while the other presses the clock.
pub(crate) fn judge_two_hands(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    hands: HandsUsed,
    span: Span,
    rest: Timeline<'_>,
) {
    let Some(last) = p.history.last().filter(|last| last.by == by) else {
        let message = sentences::moves::hands_without_move(by);
        return p.push(Draft::new(Rule::RecordCommand, Severity::Warning, p.plies(), span, message));
    };
    let text = p.context.text_of_move(last.source, last.place, &last.before, last.played);
    let numbered = p.context.numbered_move(&last.before, last.place, &text);
    let message = match hands {
        HandsUsed::Both => sentences::moves::both_hands(by, &text),
        HandsUsed::OneAndPress => sentences::moves::other_hand_presses(by, &text),
    };
    let other_hand = hands == HandsUsed::OneAndPress;
    // A move that ends the game needs no press.
    let is_pressed = other_hand || p.clock.pressed.contains(&by);
    let made = MadeMove { played: last.played, by, source: last.source, place: last.place };
    let completed = !p.is_over() && (is_pressed || is_completed(p, made, rest));
    let facts = p
        .facts(by)
        .with(Predicate::Completed, completed)
        .with(Predicate::OtherHandPresses, other_hand && completed);
    let ply = p.plies();
    let ground = p.remedy_context(p.history.board_for(by), Vec::new(), None, facts);
    let counts_the_move = |case: &Case<'_>| {
        case.rule.is_in_family(Family::Move)
            && case.offence.ply == ply
            && case.offence.offender == by
            && case.stage == CaseStage::OnBoard
            && case.provision().is_some_and(|provision| provision.tally.is_some())
    };
    let counted = p.cases.find_open(counts_the_move);
    let is_of_tally = |found: Ruling<'_>| found.provision.tally.is_some();
    // One move counts once, however many faults it has.
    if let Some(case) = counted.and_then(|index| p.cases.get_mut(index))
        && ruling(p.context.code(), Rule::MoveTwoHands, facts, |_| true).is_some_and(is_of_tally)
    {
        return case.note(sentences::moves::both_hands_too(by));
    }
    p.open(NewCase {
        movetext: Some(numbered),
        ground: Some(ground),
        ..NewCase::with_defaults(Rule::MoveTwoHands, facts, by, ply, span, message)
    });
}

pub(crate) fn castling_order(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) -> Option<RookFirst> {
    let MoveKind::Castling(side) = judged.made.played.kind() else { return None };
    let (by, king) = (judged.made.by, judged.made.played.from());
    let rook = judged.before.castling_rook(king, by, side)?;
    p.hands.of_mut(by).rook_first(king, rook)
}

pub(crate) fn report_castling_order(
    p: &mut Proceedings<'_, '_>,
    judged: &JudgedMove,
    facts: Facts,
) -> Option<usize> {
    let by = judged.made.by;
    let message = if facts.has(Predicate::RookQuitted) {
        sentences::moves::rook_released_first(by)
    } else {
        sentences::moves::rook_touched_first(by)
    };
    let mut opening = opening_for(p, judged, Rule::MoveCastlingOrder, facts, message);
    opening.kind = OffenceKind::Other;
    if let (Some(ground), true) = (&mut opening.ground, is_final_once_released(p, facts)) {
        ground.restrict_to_released(p.hands.of(by));
    }
    p.open(opening)
}

fn is_final_once_released(p: &Proceedings<'_, '_>, facts: Facts) -> bool {
    p.context
        .code()
        .governing(Rule::MoveRecalled, |fact| facts.has(fact))
        .is_some_and(|provision| provision.gives_remedy(RemedyKind::Stand))
}

pub(crate) fn report_hovered_release(p: &mut Proceedings<'_, '_>, judged: &JudgedMove, facts: Facts) {
    let (by, to) = (judged.made.by, judged.made.played.to());
    let from = judged.made.played.from();
    let man = judged.before.man_at(from).map_or(&*p.context.terms().piece, |man| man.role.name());
    let message = sentences::moves::released_after_hovering(by, man, from, to);
    let has_tried_all = p.hands.of(by).has_hovered_all(&p.history.lawful_moves_of(&judged.before, from));
    let facts = facts.with(Predicate::Hovered, true).with(Predicate::AllSquaresTouched, has_tried_all);
    let opening = opening_for(p, judged, Rule::TouchHold, facts, message);
    p.open_under_matching(opening, |provision| provision.mentions(Predicate::Hovered));
}
