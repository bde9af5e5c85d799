//! The diagram of a finding: its boards, the marks on them, and the steps of the game around it.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::chess::{PackedBoard, Position, Square};

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Diagram {
    /// The board, and then the one to return to, if it differs.
    pub boards: Vec<DiagramBoard>,
    /// In the order of time.
    pub steps: Vec<DiagramStep>,
    /// The number of steps before `steps`, which are not shown.
    pub hidden_steps: usize,
}

impl Diagram {
    /// Its approximate size in bytes.
    pub(crate) fn weight(&self) -> usize {
        // The words of a step and the squares of a board are separate allocations.
        self.boards.len() * (size_of::<DiagramBoard>() + 128)
            + self.steps.len() * (size_of::<DiagramStep>() + 64)
    }
}

/// A board with its marks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DiagramBoard {
    pub time: BoardTime,
    /// The move to which `stands` refers. `None` for the beginning of the game.
    pub reference_move: Option<String>,
    #[serde(serialize_with = "pack", deserialize_with = "unpack")]
    pub position: Position,
    pub orientation: BoardOrientation,
    /// The squares whose men were touched, lifted, displaced or put down.
    pub touched: Vec<Square>,
    /// The move made from this board, or the one that led to it.
    pub made: Option<Arrow>,
    /// The moves that satisfy the remedies.
    pub permitted: Vec<Arrow>,
}

fn pack<S: Serializer>(position: &Position, serializer: S) -> Result<S::Ok, S::Error> {
    PackedBoard::of(position).serialize(serializer)
}

fn unpack<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
    PackedBoard::deserialize(deserializer).map(|board| board.unpacked())
}

/// The place of a board in the game, relative to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoardTime {
    Before,
    After,
    /// After the move, as the position to return to.
    Again,
}

/// How the board lies between the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BoardOrientation {
    Correct,
    /// Each player has a dark square at the right hand.
    Turned,
}

/// A move drawn from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arrow {
    pub from: Square,
    pub to: Square,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiagramStep {
    /// `12. Nf3`, `White touches d5`.
    pub words: String,
    pub kind: StepKind,
    pub time: StepTime,
    /// The board after the step.
    pub(crate) after: PackedBoard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepKind {
    Move,
    Act,
}

/// The time of a step, relative to the event that the finding is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepTime {
    Before,
    Here,
    After,
}
