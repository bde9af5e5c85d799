//! The umpire: the questions put to the umpire, and the rulings so far.

use crate::chess::Color;
use crate::finding::Score;
use crate::game::{Person, Ruling};

/// The umpire's part in the game so far.
#[derive(Debug, Default)]
pub(crate) struct Umpire {
    /// The questions that are not decided yet.
    pub questions: Vec<Question>,
    /// How the last ruling came about.
    pub ruled: Option<Heard>,
    /// The end that the umpire gave the game where the laws leave it to the umpire, if nothing followed.
    pub ruled_end: Option<RuledEnd>,
    /// The players who were admonished.
    pub admonished: Vec<Color>,
    /// The players who refused a decision.
    pub refused: Vec<Color>,
    /// The illegal move that the umpire saw, if the umpire waits for the next move.
    pub awaited: Option<Awaited>,
}

impl Umpire {
    /// Puts a question, `ply` moves standing.
    pub(crate) fn ask(&mut self, by: Person, put: Put, ply: u32) {
        self.questions.push(Question { by, put, ply });
    }
}

/// A question put to the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub by: Person,
    pub put: Put,
    /// The moves standing when it was put: it cannot concern anything done later.
    pub ply: u32,
}

/// How a question comes before the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Put {
    /// A player submits it.
    Submitted,
    /// A player claims something that the umpire is to decide.
    Claimed,
}

/// Whether a ruling was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    OnAppeal,
    /// Both players had submitted the question.
    OnAppealOfBoth,
    Unasked,
}

/// An illegal move that the umpire saw while the law lets the umpire wait for the next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Awaited {
    /// The case of the move itself.
    pub offence: usize,
    /// The case that the next move decides.
    pub found: usize,
}

/// The end that the umpire gave a game where the laws leave it to the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RuledEnd {
    pub ruling: Ruling,
    pub score: Score,
}

impl RuledEnd {
    /// The end that a ruling gives a game, if it gives it a score.
    pub(crate) fn of(ruling: Ruling) -> Option<Self> {
        let score = match ruling {
            Ruling::Forfeit(loser) => Score::won_by(loser.other()),
            Ruling::Draw => Score::Draw,
            _ => return None,
        };
        Some(Self { ruling, score })
    }
}
