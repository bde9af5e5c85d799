//! The umpire's open questions and rulings.

use crate::chess::Color;
use crate::finding::Score;
use crate::game::{Actor, UmpireRuling};

#[derive(Debug, Default)]
pub(crate) struct Umpire {
    pub questions: Vec<Question>,
    /// How the last ruling came about.
    pub ruled: Option<RulingOrigin>,
    /// The umpire's decision of the game where the laws leave it to the umpire, if nothing followed.
    pub ruled_end: Option<RuledEnd>,
    /// The umpire's decision that ended the game, if no case has it.
    pub ended: Option<UmpireRuling>,
    /// Whether the game went on after its end, by a ruling or by consent.
    pub is_continued: bool,
    /// The person who pointed out something that did not happen, since the last move.
    pub found_nothing: Option<Actor>,
    pub admonished: Vec<Color>,
    /// The players who refused a decision.
    pub refused: Vec<Color>,
    /// The illegal move that the umpire saw, if the umpire waits for the next move.
    pub awaited: Option<AwaitedMove>,
}

impl Umpire {
    pub(crate) fn ask(&mut self, by: Actor, put: QuestionKind, ply: u32) {
        self.questions.push(Question { by, kind: put, ply });
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Question {
    pub by: Actor,
    pub kind: QuestionKind,
    /// The number of plies when it was put: it cannot concern later events.
    pub ply: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuestionKind {
    Submitted,
    /// A player claims something that the umpire is to decide.
    Claimed,
}

/// Whether a ruling was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RulingOrigin {
    OnAppeal,
    OnAppealOfBoth,
    Unasked,
}

/// An illegal move that the umpire saw while the law lets the umpire wait for the next move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AwaitedMove {
    /// The index of the case of the move itself.
    pub offence: usize,
    /// The index of the case that the next move decides.
    pub found: usize,
}

/// The umpire's decision of a game where the laws leave it to the umpire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RuledEnd {
    pub ruling: UmpireRuling,
    pub score: Score,
}

impl RuledEnd {
    /// The decision by a ruling, if the ruling gives a score.
    pub(crate) fn of(ruling: UmpireRuling) -> Option<Self> {
        let score = match ruling {
            UmpireRuling::Forfeit(loser) => Score::won_by(loser.other()),
            UmpireRuling::Draw => Score::Draw,
            _ => return None,
        };
        Some(Self { ruling, score })
    }
}
