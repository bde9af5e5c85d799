//! What the text of a record shows beside the game: its faults, its notation, and the findings it asks to suppress.

use crate::encoding::Encoding;
use crate::law::Rule;

use super::diagnostic::{Fault, FaultKind};
use super::facts::{Counted, FalseSign};
use super::span::Span;

/// Faults kept of one record; more are counted.
const MOST_FAULTS: usize = 1000;

/// The notation of the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// Algebraic, as in PGN.
    #[default]
    Algebraic,
    /// English descriptive.
    Descriptive,
    /// None: the producer gave moves and no text.
    Unwritten,
}

/// A command that suppresses findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The ply of the move before it.
    pub ply: u32,
    /// The place of the command.
    pub span: Span,
    /// The suppressed rules: at least one, sorted, without repeats.
    pub rules: Vec<Rule>,
    /// Whether moves before it are not replayed: it may be about one of them.
    pub behind_lost_moves: bool,
}

/// What the text of a record shows beside the game.
#[derive(Debug)]
pub struct TextNotes {
    /// The encoding of text beyond ASCII.
    pub encoding: Encoding,
    /// The faults of the text.
    pub faults: Vec<Fault>,
    /// The findings it asks to suppress.
    pub suppressions: Vec<Suppression>,
    /// The notation of the moves.
    pub written: Notation,
    /// Moves not written as the export format writes them.
    pub notation: Counted,
    /// Missing check and mate signs.
    pub missing_signs: Counted,
    /// False check and mate signs.
    pub false_signs: Vec<FalseSign>,
    /// False signs beyond those kept.
    pub more_false_signs: Counted,
    /// Wrong move numbers.
    pub numbers: Counted,
    /// The tokens that end before their words could, in the order of the text: the names after them belong to the next move.
    pub(crate) cut_short: Vec<Span>,
}

impl Default for TextNotes {
    fn default() -> Self {
        Self {
            encoding: Encoding::Auto,
            faults: Vec::new(),
            suppressions: Vec::new(),
            written: Notation::Algebraic,
            notation: Counted::default(),
            missing_signs: Counted::default(),
            false_signs: Vec::new(),
            more_false_signs: Counted::default(),
            numbers: Counted::default(),
            cut_short: Vec::new(),
        }
    }
}

impl TextNotes {
    /// Keeps the buffers and the encoding.
    pub(crate) fn clear(&mut self) {
        self.faults.clear();
        self.suppressions.clear();
        self.written = Notation::Algebraic;
        self.notation = Counted::default();
        self.missing_signs = Counted::default();
        self.false_signs.clear();
        self.more_false_signs = Counted::default();
        self.numbers = Counted::default();
        self.cut_short.clear();
    }

    pub(crate) fn add_fault(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        } else if let Some(Fault { kind: FaultKind::MoreFaults(count), .. }) = self.faults.last_mut() {
            *count += 1;
        } else {
            self.faults.push(Fault { kind: FaultKind::MoreFaults(1), ..fault });
        }
    }
}
