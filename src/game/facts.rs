//! The facts that the replay of a game finds.

use crate::chess::{CheckSign, Illegality, Move};

use super::span::Span;

/// A move of the score that the common law does not simply allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NonstandardMove {
    /// From 1.
    pub ply: u32,
    pub span: Span,
    pub kind: NonstandardKind,
}

impl NonstandardMove {
    /// Whether it is an ambiguous move of which the rest of the game leaves one reading.
    pub(crate) const fn is_settled(&self) -> bool {
        matches!(self.kind, NonstandardKind::Ambiguous { surviving: 1, .. })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NonstandardKind {
    /// A move that breaks the common law. It is replayed nevertheless.
    Illegal(Illegality),
    /// A null move: a turn was passed over.
    Null,
    /// Several legal moves fit the text. The first of `readings` is followed; the rest of the game allows `surviving` of
    /// them.
    Ambiguous { readings: Vec<Move>, surviving: u32 },
}

/// A check sign that the board shows to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseSign {
    pub ply: u32,
    pub span: Span,
    pub sign: CheckSign,
}

/// Something that is reported once a game: the number of occurrences, and the ply and token of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occurrences {
    pub count: u32,
    pub ply: u32,
    pub span: Span,
    /// The end of the last.
    end: u32,
}

impl Occurrences {
    /// Counts a token once, with the signs after it.
    pub(crate) fn count(&mut self, ply: u32, span: Span) {
        if self.count == 0 {
            self.ply = ply;
            self.span = span;
        } else if span.start < self.end {
            return;
        }
        self.count += 1;
        self.end = span.end;
    }
}

/// The state of the board at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardEnd {
    /// The player on move has a legal move, or a side does not have one king.
    #[default]
    Open,
    Mate,
    Stalemate,
}

/// The facts that the replay found, by which any number of codes can judge the game. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ReplayFacts {
    /// The plies at which a position occurred for the third time: the first of each run of reversible moves.
    pub thirds: Vec<u32>,
    /// The ply of the first fifth occurrence.
    pub fifth: Option<u32>,
    /// The plies at which the count of plies without a capture or pawn move reached 100.
    pub fifties: Vec<u32>,
    /// The ply at which that count first reached 150.
    pub seventy_five: Option<u32>,
    /// The ply at which the material first left neither side a mate.
    pub dead: Option<u32>,
    pub end: BoardEnd,
    /// From this ply on the board is doubtful, because more than one reading of a move survived or moves are not read.
    pub doubtful: Option<u32>,
}

impl ReplayFacts {
    pub(crate) fn clear(&mut self) {
        self.thirds.clear();
        self.fifth = None;
        self.fifties.clear();
        self.seventy_five = None;
        self.dead = None;
        self.end = BoardEnd::Open;
        self.doubtful = None;
    }
}
