//! Decides whether the player on move can give perpetual check.
//!
//! There is perpetual check if there is a set of positions with that player on move, including this one, each with a
//! check such that every reply leads back into the set (the greatest fixed point over checks and evasions). A check
//! without a reply is mate and counts as well. There is none if the number of checks against the best defence is limited.
//!
//! Both are searched in turns, at growing distance from the position (`walk.rs` finds a plan, `end.rs` an end of the
//! checks), until one is found or the budget is spent.

mod answer;
mod end;
mod walk;

use crate::chess::{GivenRooks, Play, Position};

use super::{Budget, Meter};
pub use answer::{ChecksEnd, PerpetualAnswer, Plan, PlanStep, Reply};
use end::{CheckSearch, Checks};
use walk::{Walk, WalkResult};

/// The greatest number of checks, and the greatest distance, that is tried.
const LONGEST: u8 = 100;
/// The greatest number of positions in which a plan is searched: less than 150 MiB.
const MOST_NODES: usize = 200_000;

/// Whether the player on move can give perpetual check. The positions that are visited are taken from the budget.
pub fn perpetual_check(
    position: &Position,
    play: Play,
    budget: &mut Budget,
    meter: &Meter,
) -> PerpetualAnswer {
    // A king's leap at odds depends on the earlier game and is not searched.
    if position.odd_setup().is_some() || play.given != GivenRooks::default() {
        return PerpetualAnswer::Undetermined;
    }
    let half = budget.nodes / 2;
    let mut ending = CheckSearch::new(play, half, meter);
    let answer = search(position, &mut ending, half, budget);
    budget.spend(ending.nodes());
    answer
}

fn search(
    position: &Position,
    ending: &mut CheckSearch<'_>,
    limit: u64,
    budget: &mut Budget,
) -> PerpetualAnswer {
    let (play, meter) = (ending.play(), ending.meter());
    let mut nodes = usize::try_from(limit).unwrap_or(usize::MAX).min(MOST_NODES);
    let mut may_end = true;
    for checks in 1..=LONGEST {
        if may_end {
            match ending.search(position, checks) {
                Checks::Last => {}
                Checks::End => {
                    return ending
                        .line(position, checks)
                        .map_or(PerpetualAnswer::Undetermined, PerpetualAnswer::Refuted);
                }
                Checks::Spent => may_end = false,
            }
        }
        if nodes > 0 {
            let mut walk = Walk::new(play, u32::from(checks), nodes, meter);
            let result = walk.run(position);
            budget.spend(walk.visited() as u64);
            match result {
                WalkResult::In => {
                    return walk.plan().map_or(PerpetualAnswer::Undetermined, PerpetualAnswer::Proved);
                }
                WalkResult::Out => nodes -= walk.visited().min(nodes),
                WalkResult::Spent => nodes = 0,
            }
        }
        if nodes == 0 && !may_end {
            break;
        }
    }
    PerpetualAnswer::Undetermined
}
