//! What the replay of a game shows.

use crate::chess::{CheckSign, Illegality, Move};

use super::span::Span;

/// A move of the score that the common law does not simply allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odd {
    /// The ply of the move, from 1.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// What is odd about it.
    pub kind: OddKind,
}

/// What is odd about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddKind {
    /// It breaks the common law, and stood.
    Illegal(Illegality),
    /// A turn was passed over.
    Null,
    /// Several legal moves fit the text.
    Ambiguous {
        /// The readings, the one followed first among those that survive.
        readings: Vec<Move>,
        /// How many of them the rest of the game allows.
        surviving: u32,
    },
}

/// A check sign that the board shows to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseSign {
    /// The ply of the move.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// The sign it carries.
    pub sign: CheckSign,
}

/// Something reported once a game, at its first occurrence, with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// How often it occurs.
    pub count: u32,
    /// The ply of the first.
    pub ply: u32,
    /// The token of the first.
    pub span: Span,
}

impl Counted {
    pub(crate) fn count(&mut self, ply: u32, span: Span) {
        if self.count == 0 {
            self.ply = ply;
            self.span = span;
        }
        self.count += 1;
    }
}

/// How the board stands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// The player on move has a legal move, or no king to judge by.
    #[default]
    Open,
    /// He is checkmated.
    Mate,
    /// He is stalemated.
    Stalemate,
}

/// What the replay showed, for any number of codes to judge by. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Where a position first occurred for the third time, once for each stretch without an
    /// irreversible move.
    pub thirds: Vec<u32>,
    /// The first fifth occurrence.
    pub fifth: Option<u32>,
    /// Where the count of plies without capture or pawn move reached 100, once for each stretch.
    pub fifties: Vec<u32>,
    /// Where it first reached 150.
    pub seventy_five: Option<u32>,
    /// Where material first left neither side a mate.
    pub dead: Option<u32>,
    /// How the board stands at the end.
    pub end: End,
    /// From this ply on the board is doubtful, more than one reading of a move having survived.
    pub doubtful: Option<u32>,
}

impl Facts {
    pub(crate) fn clear(&mut self) {
        self.thirds.clear();
        self.fifth = None;
        self.fifties.clear();
        self.seventy_five = None;
        self.dead = None;
        self.end = End::Open;
        self.doubtful = None;
    }
}
