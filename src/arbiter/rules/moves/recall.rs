//! `move.recalled`: legal moves that were taken back or changed.

use crate::chess::{Move, MoveKind};
use crate::game::{Act, Event, MadeMove, MoveSource, Span, Timeline};
use crate::law::{Predicate, RemedyKind, Rule};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::{Case, CaseStage};
use crate::arbiter::judged_move::JudgedMove;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::sentences;
use crate::arbiter::state::board::PlayedMove;

/// Reports that a move was taken back; `plies` is how many were taken back together.
pub(crate) fn report_recall(
    p: &mut Proceedings<'_, '_>,
    recalled: &PlayedMove,
    plies: usize,
    ply: u32,
    span: Span,
) {
    let text = p.context.text_of_move(recalled.source, recalled.place, &recalled.before, recalled.played);
    let numbered = p.context.numbered_move(&recalled.before, recalled.place, &text);
    let facts = p.facts(recalled.by).with(Predicate::OnMove, true);
    let man = recalled.played.from();
    let ground = p.remedy_context(recalled.before, vec![man], Some(recalled.played), facts);
    let message = match recalled.source {
        // The man was let go, and nothing was taken back but by another move.
        MoveSource::Release => {
            let name = recalled.before.man_at(man).map_or(&*p.context.terms().piece, |man| man.role.name());
            sentences::moves::lets_go(recalled.by, name, recalled.played.to())
        }
        MoveSource::Score | MoveSource::Play => sentences::moves::recalled(recalled.by, &numbered, plies),
    };
    let before = p.plies();
    let opening = NewCase {
        plies_after: before,
        plies_before: before,
        movetext: Some(numbered),
        ground: Some(ground),
        ..NewCase::with_defaults(Rule::MoveRecalled, facts, recalled.by, ply, span, message)
    };
    let _ = open_recall(p, opening, recalled.played);
}

/// Reports a pawn that becomes another piece than the one that was put on its square (FIDE 4.4.4).
pub(crate) fn check_piece_chosen(p: &mut Proceedings<'_, '_>, judged: &JudgedMove) {
    let JudgedMove { made, before, .. } = judged;
    let Some(chosen) = p.hands.of_mut(made.by).changed_choice(made.played) else { return };
    let was = Move::new(made.played.from(), chosen.square, MoveKind::Promotion(chosen.role));
    if p.history.board().turn() != made.by || !before.is_legal(was, p.history.play()) {
        return;
    }
    let numbered = p.context.numbered_move(before, made.place, &before.san_with_sign(was, p.history.play()));
    let facts = p.facts(made.by).with(Predicate::OnMove, true).with(Predicate::PieceChosen, true);
    let ground = p.remedy_context(*before, vec![was.from()], Some(was), facts);
    let message = sentences::moves::piece_chosen(made.by, chosen.role, chosen.square);
    let plies = p.plies();
    let opening = NewCase {
        plies_after: plies,
        plies_before: plies,
        movetext: Some(numbered.clone()),
        ground: Some(ground),
        ..NewCase::with_defaults(Rule::MoveRecalled, facts, made.by, judged.ply, chosen.span, message)
    };
    let Some(case) = open_recall(p, opening, was) else { return };
    if case.is_due(&[RemedyKind::Stand]) {
        case.note(sentences::moves::counts(&numbered, &judged.numbered));
    } else if !case.has_effect() {
        case.report.message = sentences::case::then_plays(&case.report.message, &judged.numbered);
    }
}

/// Opens a case for a legal move that was taken back or changed. If it is final under the law, it is due again.
fn open_recall<'p, 'a>(
    p: &'p mut Proceedings<'_, 'a>,
    opening: NewCase,
    played: Move,
) -> Option<&'p mut Case<'a>> {
    let opened = p.open(opening);
    let case = opened.and_then(|index| p.cases.get_mut(index))?;
    for offered in case.remedies.iter_mut().filter(|offered| offered.remedy.kind == RemedyKind::Stand) {
        offered.moves = vec![played];
        case.stage = CaseStage::Due;
    }
    Some(case)
}

/// Returns which of the moves taken back was changed: the first that is replaced by another move, or else the last.
pub(crate) fn first_changed(taken: &[PlayedMove], rest: Timeline<'_>) -> usize {
    let is_retraction =
        |event: &Event<'_>| matches!(event, Event::Act(placed) if matches!(placed.act, Act::Retract { .. }));
    let made = rest.iter().take_while(|event| !is_retraction(event)).filter_map(|event| match event {
        Event::Move(made) => Some(made),
        Event::Act(_) => None,
    });
    let differs =
        |(recalled, made): (&PlayedMove, MadeMove)| (recalled.by, recalled.played) != (made.by, made.played);
    taken.iter().zip(made).position(differs).unwrap_or(taken.len().saturating_sub(1))
}
