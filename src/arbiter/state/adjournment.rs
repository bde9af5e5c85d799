//! Written moves: sealed for an adjournment, written down before they are made, or missing on a scoresheet.

use crate::chess::{Color, Move};
use crate::game::{MoveWords, Span, UmpireRuling};

use super::Scoresheets;

/// Written moves, and whether the game was resumed from the position that was left.
#[derive(Debug, Default)]
pub(crate) struct Adjournment {
    /// Whether the game is adjourned, or resumed without a move since.
    pub is_adjourned: bool,
    /// A sealed move that is not opened yet.
    pub sealed: Option<SealedMove>,
    /// The player who sealed an unreadable move; cleared by the next move.
    pub undecided: Option<Color>,
    pub opened: Option<OpenedMove>,
    /// Whether the game was resumed from another position than the one on the board. Then later events are
    /// not judged by the board.
    pub is_resumed_elsewhere: bool,
    pub written: Vec<WrittenMove>,
    pub sheets: Scoresheets,
}

impl Adjournment {
    /// Removes and returns the move that a player wrote down for a claim or an envelope.
    pub(crate) fn take_written(&mut self, by: Color) -> Option<WrittenMove> {
        let at = self.written.iter().position(|written| written.by == by)?;
        Some(self.written.remove(at))
    }

    /// Keeps a ruling on a move that is written down too early until that move is made.
    pub(crate) fn keep_ruling(&mut self, ruling: UmpireRuling) {
        let culprit = match ruling {
            UmpireRuling::Admonish(player) => player,
            UmpireRuling::AddTime(player, _) => player.other(),
            _ => return,
        };
        let is_early = |written: &&mut WrittenMove| written.by == culprit && written.is_future_move();
        if let Some(written) = self.written.iter_mut().find(is_early) {
            written.ruled = Some(ruling);
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct SealedMove {
    pub by: Color,
    pub ply: u32,
    pub span: Span,
    pub text: String,
}

/// A sealed move that is to be made when the game resumes.
#[derive(Clone, Debug)]
pub(crate) struct OpenedMove {
    pub by: Color,
    /// The moves that the text can mean.
    pub candidates: Vec<Move>,
    pub text: String,
    /// The case of an ambiguous text.
    pub case: Option<usize>,
}

#[derive(Clone, Debug)]
pub(crate) struct WrittenMove {
    pub by: Color,
    pub span: Span,
    pub words: MoveWords,
    pub time: WrittenWhen,
    /// The umpire's ruling on it before the move was made.
    pub ruled: Option<UmpireRuling>,
}

impl WrittenMove {
    pub(crate) fn is_future_move(&self) -> bool {
        self.time == WrittenWhen::Before
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenWhen {
    Before,
    After,
}
