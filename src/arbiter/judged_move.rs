//! A move under judgement.

use crate::chess::{Illegality, Position};
use crate::game::{MadeMove, Span};

pub(crate) struct JudgedMove {
    pub made: MadeMove,
    pub before: Position,
    pub after: Position,
    pub ply: u32,
    pub span: Span,
    pub text: String,
    pub numbered: String,
    pub in_turn: bool,
    /// The fault of the move, apart from its turn.
    pub fault: Option<Illegality>,
    /// Whether the move is in turn and without a fault; a check that need not be met is no fault.
    pub lawful: bool,
}
