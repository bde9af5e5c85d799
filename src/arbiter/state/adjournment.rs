//! Moves on paper: sealed for an adjournment, or written down before they are made.

use crate::chess::{Color, Move};
use crate::game::{MoveWords, Ruling, Span};

/// Moves on paper, and whether the game was resumed from the board that was left.
#[derive(Debug, Default)]
pub(crate) struct Adjournment {
    /// A move sealed and not yet opened.
    pub sealed: Option<Sealed>,
    /// The player who sealed a text that cannot be read here, until the next move.
    pub undecided: Option<Color>,
    /// A sealed move that is to be made next.
    pub opened: Option<OpenedSeal>,
    /// Whether the game was resumed from a position other than the one on the board: nothing that follows is judged
    /// by the board.
    pub is_set_up_anew: bool,
    /// Moves written down and not yet made.
    pub written: Vec<Written>,
}

impl Adjournment {
    /// Takes the text that a player wrote for a claim or an envelope.
    pub(crate) fn take_written(&mut self, by: Color) -> Option<Written> {
        let at = self.written.iter().position(|written| written.by == by)?;
        Some(self.written.remove(at))
    }

    /// Keeps a ruling on a text written before its move until that move is made.
    pub(crate) fn rule_on_writing(&mut self, ruling: Ruling) {
        let culprit = match ruling {
            Ruling::Admonish(player) => player,
            Ruling::AddTime(player, _) => player.other(),
            _ => return,
        };
        let is_early = |written: &&mut Written| written.by == culprit && written.is_to_be_played();
        if let Some(written) = self.written.iter_mut().find(is_early) {
            written.ruled = Some(ruling);
        }
    }
}

/// A move sealed and not yet opened.
#[derive(Clone, Debug)]
pub(crate) struct Sealed {
    pub by: Color,
    pub ply: u32,
    pub span: Span,
    pub text: String,
}

/// A sealed move that is to be made once the game goes on.
#[derive(Clone, Debug)]
pub(crate) struct OpenedSeal {
    pub by: Color,
    /// The moves that the text can mean.
    pub fits: Vec<Move>,
    pub text: String,
    /// The case of a text that can mean several moves.
    pub case: Option<usize>,
}

/// A move written down.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub by: Color,
    pub span: Span,
    pub words: MoveWords,
    pub time: WrittenWhen,
    /// The umpire's ruling on it before the move was made.
    pub ruled: Option<Ruling>,
}

impl Written {
    /// Whether it is a move to come, not one just played.
    pub(crate) fn is_to_be_played(&self) -> bool {
        self.time == WrittenWhen::Before
    }
}

/// When a move was written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenWhen {
    /// Before it was made.
    Before,
    /// After it, as the score is kept.
    After,
}
