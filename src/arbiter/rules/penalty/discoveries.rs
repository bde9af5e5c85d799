//! `discovery.*`: offences found after the time for their penalty.

use std::sync::Arc;

use crate::chess::{Color, Position, Role};
use crate::finding::Disposition;
use crate::game::{Actor, Channel, Memory, Span};
use crate::law::{Predicate, Rule, Voice};

use crate::arbiter::case::new::NewCase;
use crate::arbiter::case::remedies::RemedyContext;
use crate::arbiter::case::windows::{Offence, OffenceKind};
use crate::arbiter::case::{Case, CaseStage, Marks, Request};
use crate::arbiter::note::Note;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::{is_about_impossible_position, ruling};
use crate::arbiter::rules::opening_now;
use crate::arbiter::sentences;
use crate::arbiter::state::board::{ActiveCheck, plies_before_last_move};
use crate::arbiter::state::umpire::AwaitedMove;

/// Opens a case for an earlier illegality found after the time for its penalty, unless it was found before.
pub(crate) fn discover(
    p: &mut Proceedings<'_, '_>,
    index: usize,
    rule: Rule,
    by: Actor,
    memory: Memory,
    span: Span,
) -> Option<usize> {
    let waits = memory == Memory::Known && waits_for_impossible(p, index, by);
    let case = p.cases.get_mut(index).filter(|case| !case.demand.is_late_discovery_reported)?;
    case.demand.is_late_discovery_reported = true;
    let waits_from_now = waits && case.is_open();
    if waits_from_now {
        case.note(Note::NextMoveAwaited(None));
        case.end(Disposition::Stands);
    }
    let (offence, before, marks, facts) = (case.offence, case.before, case.marks, case.facts);
    let ground = case.remedy_context.clone();
    let what = case.report.movetext.clone().unwrap_or_else(sentences::penalty::an_earlier_move);
    let found_rule = case.rule;
    // A notice of an illegal move that left a king in check counts as a notice of the check.
    let is_of_check = facts.has(Predicate::KingLeftInCheck)
        && p.context.code().voice(Rule::DiscoveryCheck) == Voice::Speaks;
    let rule = if is_of_check { Rule::DiscoveryCheck } else { rule };
    // The reply to the check is this move, or the next one if this move exposed the mover's own king.
    let reply = marks.since.map_or(offence.ply, |check| check + 1);
    let facts = facts_of_finding(p, facts, by, memory, offence.offender)
        .with(Predicate::BeyondTheReply, p.plies() > reply);
    let finder = sentences::penalty::finder(by.player(), p.context.terms());
    let since = marks.since.filter(|_| rule == Rule::DiscoveryCheck).and_then(|check| p.numbered(check));
    let message = match since {
        Some(since) => sentences::penalty::found_in_check_since(&finder, offence.offender, &since),
        None => found_in_words(found_rule, &finder, offence.offender, &what),
    };
    p.offer_remedies(index);
    let marks = Marks {
        before_last_of_checked: plies_before_last_move(offence.offender, p.history.moves_played()),
        ..marks
    };
    let opening = NewCase {
        plies_after: offence.ply,
        plies_before: before,
        marks,
        ground: ground.map(|ground| RemedyContext { facts, ..ground }),
        ..opening_now(p, rule, facts, offence.offender, span, message)
    };
    let found = p.open_found(opening, offence, by.player(), Request::Noticed, &[]);
    p.offer_remedies(index);
    if let Some(found) = found.filter(|_| waits_from_now) {
        let article = p.cases.get(found).and_then(Case::provision).map(|law| Arc::clone(&law.article));
        for note in p.cases.get_mut(index).into_iter().flat_map(|case| &mut case.report.help) {
            if let Note::NextMoveAwaited(by) = note {
                by.clone_from(&article);
            }
        }
        p.umpire.awaited = Some(AwaitedMove { offence: index, found });
    }
    found
}

/// The arbiter could wait for the next move and acts before it: the illegal move itself is dealt with, under the law
/// that applies until it is answered.
pub(crate) fn act_before_next_move(p: &mut Proceedings<'_, '_>) {
    let Some(AwaitedMove { offence, found }) = p.umpire.awaited.take() else { return };
    let waits = p.cases.get(found).is_some_and(|case| !case.is_ended());
    let Some(case) = p.cases.get_mut(offence).filter(|_| waits) else { return };
    case.report.help.retain(|note| !matches!(note, Note::NextMoveAwaited(_)));
    case.demand.is_late_discovery_reported = false;
    case.stage = CaseStage::OnBoard;
    p.cases.reopen(offence);
    p.cases.strike_out(found);
    p.ask(offence, None);
}

/// Opens a case for a check that is found to be standing although it need not have been met.
pub(crate) fn discover_standing(
    p: &mut Proceedings<'_, '_>,
    by: Actor,
    king: Color,
    check: ActiveCheck,
    memory: Memory,
    span: Span,
) {
    let facts = p
        .facts(king)
        .with(Predicate::CheckStanding, true)
        .with(Predicate::KingLeftInCheck, true)
        .with(Predicate::BeyondTheReply, p.plies() > check.ply + 1)
        .with(Predicate::MovesKnown, memory == Memory::Known);
    let message = sentences::penalty::found_in_check(king, p.numbered(check.ply).as_deref());
    let offence =
        Offence { ply: check.ply, offender: king, kind: OffenceKind::Other, made: p.history.made() };
    let marks = Marks {
        check: Some(p.check_retracts_to(check, king)),
        since: Some(check.ply),
        before_last_of_checked: plies_before_last_move(king, p.history.moves_played()),
        is_reply_a_move: false,
    };
    let opening = NewCase {
        plies_after: check.ply,
        plies_before: check.ply,
        marks,
        ..opening_now(p, Rule::DiscoveryCheck, facts, king, span, message)
    };
    p.open_found(opening, offence, by.player(), Request::Noticed, &[]);
}

/// Puts a discovery into words. A legal move made in a wrong manner was not an illegal move.
fn found_in_words(rule: Rule, finder: &str, offender: Color, what: &str) -> String {
    match rule {
        Rule::MoveTwoHands => sentences::penalty::objects_to_manner(finder, what),
        Rule::ClockPress => sentences::penalty::found_press_without_move(finder, offender),
        _ => sentences::penalty::found_illegal(finder, what),
    }
}

pub(crate) fn facts_of_finding(
    p: &Proceedings<'_, '_>,
    of_case: Facts,
    by: Actor,
    memory: Memory,
    offender: Color,
) -> Facts {
    let board = p.history.board();
    of_case
        .with(Predicate::CheckStanding, board.in_check(offender))
        .with(Predicate::MovesKnown, memory == Memory::Known)
        .with(Predicate::FoundByUmpire, by.player().is_none())
        .with(Predicate::KingsBothInCheck, board.in_check(Color::White) && board.in_check(Color::Black))
        .with(Predicate::PawnOnLastRank, has_pawn_on_last_rank(board))
}

/// Whether the arbiter, who found the offence, waits for the next move, as the law requires if no legal move leads to
/// the position.
pub(crate) fn waits_for_impossible(p: &Proceedings<'_, '_>, index: usize, by: Actor) -> bool {
    let Some(case) = p.cases.get(index).filter(|_| by.player().is_none()) else { return false };
    let facts = facts_of_finding(p, case.facts, by, Memory::Known, case.offence.offender);
    ruling(p.context.code(), Rule::DiscoveryIllegal, facts, |_| true)
        .is_some_and(|found| is_about_impossible_position(found.provision))
}

/// Whether only the opponent may take up an offence under the law, and has not: the record notes speech, but no claim.
pub(crate) fn waits_for_claim(p: &Proceedings<'_, '_>, case: &Case<'_>) -> bool {
    let facts = facts_of_finding(p, case.facts, Actor::Umpire, Memory::Known, case.offence.offender);
    let is_silent = case.demand.request == Request::No && p.context.observed(Channel::Speech);
    let governs = |facts: Facts| case.provision().is_some_and(|law| law.governs(|fact| facts.has(fact)));
    is_silent && governs(case.facts) && !governs(facts)
}

pub(crate) fn has_pawn_on_last_rank(board: &Position) -> bool {
    board.of_role(Role::Pawn).squares().any(|pawn| matches!(pawn.rank().index(), 0 | 7))
}
