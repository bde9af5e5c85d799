//! A move under judgement.

use crate::chess::{Illegality, Position};
use crate::game::{Made, Span};

/// A completed move under judgement.
pub(crate) struct JudgedMove {
    pub made: Made,
    pub before: Position,
    pub after: Position,
    pub ply: u32,
    pub span: Span,
    pub text: String,
    pub numbered: String,
    pub in_turn: bool,
    /// How it breaks the law, apart from its turn.
    pub fault: Option<Illegality>,
    /// Whether it is good: in turn, and without a fault but for a check that need not be met.
    pub lawful: bool,
}
