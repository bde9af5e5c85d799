//! The answers of the search for perpetual check.

use crate::chess::Move;

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
