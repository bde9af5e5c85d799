//! Decides whether the player on move can give perpetual check.
//!
//! There is perpetual check if there is a set of positions with that player on move, including this one, each with a
//! check such that every reply leads back into the set (the greatest fixed point over checks and evasions). A check
//! without a reply is mate and counts as well. There is none if the number of checks against the best defence is limited.
//!
//! Both are searched in turns, at growing distance from the position (`walk.rs` finds a plan, `end.rs` an end of the
//! checks), until one is found or the budget is spent.

mod end;
mod walk;

use crate::chess::{GivenRooks, Move, Play, Position};

use super::{Budget, Meter};
use end::{CheckSearch, Checks};
use walk::{Walk, WalkResult};

/// The greatest number of checks, and the greatest distance, that is tried.
const LONGEST: u8 = 100;
/// The greatest number of positions in which a plan is searched: less than 150 MiB.
const MOST_NODES: usize = 200_000;

/// Whether the side on move can give check for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerpetualAnswer {
    /// It can, by this plan.
    Proved(Plan),
    /// It cannot.
    Refuted(ChecksEnd),
    /// The budget is spent, or play cannot start from the position.
    Undetermined,
}

/// A check for every position that can arise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The first step is for the given position; every other can arise from it.
    pub steps: Vec<PlanStep>,
}

/// A check, and where each reply leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanStep {
    /// The check to be given.
    pub check: Move,
    /// Every legal reply. Empty if the check mates.
    pub replies: Vec<Reply>,
}

/// A reply to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The reply.
    pub played: Move,
    /// The index of the next step in the plan.
    pub then: usize,
}

/// How the checks end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChecksEnd {
    /// Checks and the best replies, in turn, to a position without a check. Empty if there is no check at all.
    pub line: Vec<Move>,
    /// The number of checks possible against the best defence.
    pub checks: u32,
}

/// Whether the player on move can give perpetual check.
pub fn checks_for_ever(position: &Position, play: Play, budget: Budget, meter: &Meter) -> PerpetualAnswer {
    // A king's leap at odds depends on the earlier game and is not searched.
    if position.odd_setup().is_some() || play.given != GivenRooks::default() {
        return PerpetualAnswer::Undetermined;
    }
    let half = budget.nodes / 2;
    let mut nodes = usize::try_from(half).unwrap_or(usize::MAX).min(MOST_NODES);
    let mut ending = CheckSearch::new(play, half, meter);
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
            match walk.run(position) {
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
