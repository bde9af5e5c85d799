//! Can the player on move give check for ever?
//!
//! He can if there is a set of positions with him on move, this one among them, in each of which he has a check such
//! that every reply leads back into the set (the greatest fixed point over checks and evasions); a check without a
//! reply is mate, and counts for him. He cannot if for some number no so many checks can be given against the
//! best defence.
//!
//! Both are looked for by turns, with longer and longer walks from the position (`walk.rs` finds a plan, `end.rs`
//! an end), until one is found or the budget is spent.

mod answer;
mod end;
mod walk;

use crate::chess::{GivenRooks, Play, Position};

use super::{Budget, Meter};
pub use answer::{ChecksEnd, PerpetualAnswer, Plan, PlanStep, Reply};
use end::{CheckSearch, Checks};
use walk::{Walk, WalkResult};

/// Longer walks than this are not tried.
const LONGEST: u8 = 100;
/// However large the budget, a plan is looked for among no more positions than this: under 150 MiB.
pub const MOST_PLACES: usize = 200_000;

/// Whether the player on move can give check for ever, as the code plays.
pub fn checks_for_ever(position: &Position, play: Play, budget: Budget, meter: &Meter) -> PerpetualAnswer {
    // A king's leap at odds depends on what the game was before: not searched.
    if position.odd_setup().is_some() || play.given != GivenRooks::default() {
        return PerpetualAnswer::Undetermined;
    }
    let half = budget.nodes / 2;
    let mut places = usize::try_from(half).unwrap_or(usize::MAX).min(MOST_PLACES);
    let mut ending = CheckSearch::new(play, half, meter);
    let mut may_end = true;
    for checks in 1..=LONGEST {
        if may_end {
            match ending.lasting(position, checks) {
                Checks::Last => {}
                Checks::End => {
                    return ending
                        .shown(position, checks)
                        .map_or(PerpetualAnswer::Undetermined, PerpetualAnswer::Refuted);
                }
                Checks::Spent => may_end = false,
            }
        }
        if places > 0 {
            let mut walk = Walk::new(play, u32::from(checks), places, meter);
            match walk.run(position) {
                WalkResult::In => {
                    return walk.plan().map_or(PerpetualAnswer::Undetermined, PerpetualAnswer::Proved);
                }
                WalkResult::Out => places -= walk.met().min(places),
                WalkResult::Spent => places = 0,
            }
        }
        if places == 0 && !may_end {
            break;
        }
    }
    PerpetualAnswer::Undetermined
}
