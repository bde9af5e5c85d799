//! The answers of the search for perpetual check.

use crate::chess::Move;

/// Whether the player on move can give check for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PerpetualAnswer {
    /// He can, by this plan.
    Proved(Plan),
    /// He cannot.
    Refuted(ChecksEnd),
    /// The search ran out of its budget, or the position is none that play can start from.
    Undetermined,
}

/// A check for every position that can arise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The first is for the position asked about; all of them can arise.
    pub steps: Vec<PlanStep>,
}

/// A check, and where each reply leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanStep {
    /// The check to be given.
    pub check: Move,
    /// Every legal reply. None where the check mates.
    pub replies: Vec<Reply>,
}

/// A reply to a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The reply.
    pub played: Move,
    /// The step that follows, by its place in the plan.
    pub then: usize,
}

/// How the checks end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChecksEnd {
    /// Checks and the replies that end them, in turn, to a position without a check. Empty where there is none
    /// from the first.
    pub line: Vec<Move>,
    /// How many checks there are at the most against the best defence.
    pub checks: u32,
}
