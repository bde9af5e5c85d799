//! A moment of a game, for reports that draw it: the board, what is marked on it, and what led to it.

use crate::chess::{Position, Square};

/// The moment of which a finding speaks.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// The board, and behind it the one to go back to, where that is another.
    pub boards: Vec<Board>,
    /// What happened around it, in the order of time.
    pub steps: Vec<DiagramStep>,
    /// How many things had happened before those.
    pub earlier: usize,
}

impl Diagram {
    /// About how many bytes are kept for it.
    pub(crate) fn weight(&self) -> usize {
        // The words of a step, and the squares of a board, lie apart.
        self.boards.len() * (size_of::<Board>() + 128) + self.steps.len() * (size_of::<DiagramStep>() + 64)
    }
}

/// A board with what is marked on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Which it is.
    pub stands: Stands,
    /// The move that the words of `stands` name; `None` for the beginning of the game.
    pub named: Option<String>,
    /// The men.
    pub position: Position,
    /// The squares whose men were touched, lifted, displaced or put down.
    pub touched: Vec<Square>,
    /// The move that was made, from here or to here.
    pub made: Option<Stroke>,
    /// The moves that satisfy what the code gives.
    pub permitted: Vec<Stroke>,
}

/// Which board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// The one before the move that is named.
    Before,
    /// The one after it.
    After,
    /// The one to go back to, which stood after it.
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

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramStep {
    /// It, in words: `12. Nf3`, `White touches d5`.
    pub words: String,
    /// What kind of thing it is.
    pub kind: StepKind,
    /// When it happened.
    pub time: StepTime,
}

/// What kind of thing happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// A move.
    Move,
    /// Something beside the moves.
    Act,
}

/// When something happened, seen from the finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepTime {
    /// It led to it.
    Before,
    /// It is what the finding is about.
    Here,
    /// It came after.
    After,
}
