//! Checks without end.

use std::collections::HashMap;

use jadoube::internals::chess::{Color, Play, Position, Role};
use jadoube::internals::search::perpetual::{ChecksEnd, PerpetualAnswer, Plan, perpetual_check};
use jadoube::internals::search::{Budget, Meter};
use proptest::prelude::*;

use super::{small, suite};

fn ask(position: &Position) -> PerpetualAnswer {
    perpetual_check(position, Play::COMMON, &mut { Budget::GAME }, &Meter::default())
}

fn after(position: &Position, played: jadoube::internals::chess::Move) -> Position {
    let mut next = *position;
    next.play(played);
    next
}

/// Every step of the plan, replayed from every position that it covers.
fn hold_plan(position: &Position, plan: &Plan) {
    let mut positions = HashMap::from([(0, position.key())]);
    let mut waiting = vec![(0, *position)];
    while let Some((at, now)) = waiting.pop() {
        let step = &plan.steps[at];
        assert!(now.is_legal(step.check, Play::COMMON), "{now:?}: {step:?}");
        let given = after(&now, step.check);
        assert!(given.in_check(given.turn()), "{now:?}: {step:?}");
        let mut replies = given.legal_moves(Play::COMMON);
        assert_eq!(replies.len(), step.replies.len(), "{now:?}: {step:?}");
        for reply in &step.replies {
            replies.retain(|one| *one != reply.played);
            let next = after(&given, reply.played);
            match positions.insert(reply.then, next.key()) {
                None => waiting.push((reply.then, next)),
                Some(key) => assert_eq!(key, next.key(), "{position:?}: {plan:?}"),
            }
        }
        assert!(replies.is_empty(), "{now:?}: {step:?}");
    }
    assert_eq!(positions.len(), plan.steps.len(), "steps that cannot arise: {plan:?}");
}

/// The line is one of checks and replies, to a position without a check.
fn hold_end(position: &Position, end: &ChecksEnd) {
    let mut now = *position;
    for pair in end.line.chunks(2) {
        for played in pair {
            assert!(now.is_legal(*played, Play::COMMON), "{position:?}: {end:?}");
            now.play(*played);
        }
        assert_eq!(now.turn(), position.turn(), "{position:?}: {end:?}");
    }
    assert!(checks(&now).is_empty(), "{position:?}: {end:?}");
}

/// The positions with the opponent in check and to move.
fn checks(position: &Position) -> Vec<Position> {
    let moves = position.legal_moves(Play::COMMON);
    let given = moves.into_iter().map(|played| after(position, played));
    given.filter(|given| given.in_check(given.turn())).collect()
}

fn replies(given: &Position) -> Vec<Position> {
    given.legal_moves(Play::COMMON).into_iter().map(|played| after(given, played)).collect()
}

/// The greatest fixed point, over every position that checks and replies lead to: how many checks can be
/// given, `None` if they never end. `Err` if there are too many positions.
fn naive(position: &Position, most: usize) -> Result<Option<u32>, ()> {
    let mut all = vec![*position];
    let mut numbers = HashMap::from([(position.key(), 0)]);
    let mut graph: Vec<Vec<Vec<usize>>> = Vec::new();
    while let Some(now) = all.get(graph.len()).copied() {
        if all.len() > most {
            return Err(());
        }
        let mut edges = Vec::new();
        for given in checks(&now) {
            let mut leads = Vec::new();
            for next in replies(&given) {
                let fresh = all.len();
                let number = *numbers.entry(next.key()).or_insert(fresh);
                if number == fresh {
                    all.push(next);
                }
                leads.push(number);
            }
            edges.push(leads);
        }
        graph.push(edges);
    }
    let mut alive = vec![true; graph.len()];
    for round in 0.. {
        let next: Vec<_> =
            graph.iter().map(|checks| checks.iter().any(|leads| leads.iter().all(|to| alive[*to]))).collect();
        if !next[0] {
            return Ok(Some(round));
        }
        if next == alive {
            return Ok(None);
        }
        alive = next;
    }
    unreachable!()
}

fn hold(position: &Position) -> Result<(), TestCaseError> {
    let Ok(expected) = naive(position, 4_000) else {
        return Err(TestCaseError::reject("too many positions"));
    };
    match ask(position) {
        PerpetualAnswer::Proved(plan) => {
            prop_assert_eq!(expected, None, "{:?}: {:?}", position, plan);
            hold_plan(position, &plan);
        }
        PerpetualAnswer::Refuted(end) => {
            prop_assert_eq!(expected, Some(end.checks), "{:?}: {:?}", position, end);
            hold_end(position, &end);
        }
        PerpetualAnswer::Undetermined => {
            return Err(TestCaseError::fail(format!("{position:?}: undetermined")));
        }
    }
    Ok(())
}

#[test]
fn queen_before_a_castled_king() {
    let position = suite::position("6k1/5pp1/8/7Q/8/8/1q6/K1r5 w - -");
    assert!(matches!(ask(&position), PerpetualAnswer::Refuted(_)));
    let position = suite::position("5rk1/5p2/8/7Q/8/8/rr6/6BK w - -");
    let PerpetualAnswer::Proved(plan) = ask(&position) else { panic!() };
    hold_plan(&position, &plan);
    assert!(plan.steps.len() < 20, "{plan:?}");
}

/// A mate that a reply allows counts for the side that gives check.
#[test]
fn mate_on_the_way() {
    let position = suite::position("6k1/5ppp/8/8/8/8/8/R3K3 w - -");
    let PerpetualAnswer::Proved(plan) = ask(&position) else { panic!() };
    assert_eq!((plan.steps.len(), plan.steps[0].replies.len()), (1, 0));
}

#[test]
fn without_a_check() {
    let position = suite::position("6k1/8/8/8/8/8/8/K6N w - -");
    assert_eq!(ask(&position), PerpetualAnswer::Refuted(ChecksEnd { line: Vec::new(), checks: 0 }));
}

#[test]
fn a_spent_budget_is_said() {
    let position = suite::position("3q1rk1/8/8/2Q5/8/8/8/K6R w - -");
    assert_eq!(
        perpetual_check(&position, Play::COMMON, &mut Budget::of(4), &Meter::default()),
        PerpetualAnswer::Undetermined
    );
}

const QUEENS: &[(Color, Role)] = &[(Color::White, Role::Queen), (Color::Black, Role::Queen)];
const ROOK_AND_PAWN: &[(Color, Role)] =
    &[(Color::White, Role::Rook), (Color::Black, Role::Pawn), (Color::Black, Role::Rook)];
const PAWN_AND_KNIGHT: &[(Color, Role)] =
    &[(Color::White, Role::Pawn), (Color::White, Role::Knight), (Color::Black, Role::Rook)];

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    #[test]
    fn queens(position in small::ending(QUEENS)) {
        hold(&position)?;
    }

    #[test]
    fn rook_and_pawn(position in small::ending(ROOK_AND_PAWN)) {
        hold(&position)?;
    }

    #[test]
    fn pawn_and_knight(position in small::ending(PAWN_AND_KNIGHT)) {
        hold(&position)?;
    }
}
