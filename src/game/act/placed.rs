//! An act at its moment in the game.

use super::Act;
use crate::game::span::Span;

/// An act and the number of moves standing around it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacedAct {
    /// The moves standing when it happened.
    pub ply: u32,
    /// The moves standing once it is done.
    pub after: u32,
    /// The place of its command.
    pub span: Span,
    /// What happened.
    pub act: Act,
}
