//! A diagram of a game, for reports that draw it: the board, the marks on it, and the steps that led to it.

use crate::chess::{Position, Square};

/// The boards and steps of a finding.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The board, and after it the one to return to, if that differs.
    pub boards: Vec<Board>,
    /// What happened around it, in the order of time.
    pub steps: Vec<DiagramStep>,
    /// The number of steps before those.
    pub earlier: usize,
}

impl Diagram {
    /// Its approximate size in bytes.
    pub(crate) fn weight(&self) -> usize {
        // The words of a step and the squares of a board are allocated apart.
        self.boards.len() * (size_of::<Board>() + 128) + self.steps.len() * (size_of::<DiagramStep>() + 64)
    }
}

/// A board with what is marked on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Its place in the game.
    pub stands: Stands,
    /// The move that the words of `stands` name; `None` for the beginning of the game.
    pub named: Option<String>,
    /// The men.
    pub position: Position,
    /// The squares whose men were touched, lifted, displaced or put down.
    pub touched: Vec<Square>,
    /// The move that was made, from here or to here.
    pub made: Option<Stroke>,
    /// The moves that satisfy the remedies.
    pub permitted: Vec<Stroke>,
}

/// The place of a board in the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// The one before the move that is named.
    Before,
    /// The one after it.
    After,
    /// The one to return to, after it.
    Again,
}

/// From one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stroke {
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

/// A move or an act of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramStep {
    /// In words: `12. Nf3`, `White touches d5`.
    pub words: String,
    /// A move or an act.
    pub kind: StepKind,
    /// When it happened.
    pub time: StepTime,
}

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A move.
    Move,
    /// Something beside the moves.
    Act,
}

/// The time of a step, relative to the finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepTime {
    /// It led to it.
    Before,
    /// The finding is about it.
    Here,
    /// It came after.
    After,
}
