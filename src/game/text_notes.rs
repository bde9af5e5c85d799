//! Properties of the text of a record: its faults, its notation and its suppressions of findings.

use crate::encoding::Encoding;
use crate::law::Rule;

use super::diagnostic::{Fault, FaultKind};
use super::facts::{Counted, FalseSign};
use super::span::Span;

/// Faults kept of one record; more are counted.
const MAX_FAULTS: usize = 1000;

/// The notation of the moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Notation {
    /// Algebraic, as in PGN.
    #[default]
    Algebraic,
    /// English descriptive.
    Descriptive,
    /// The producer gave moves and no text.
    Unwritten,
}

/// A command that suppresses findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppression {
    /// The ply of the move before it.
    pub ply: u32,
    pub span: Span,
    /// At least one rule, sorted, without repeats.
    pub rules: Vec<Rule>,
    /// Whether moves before it were not replayed: it may be about one of them.
    pub behind_lost_moves: bool,
}

#[derive(Debug)]
pub struct TextNotes {
    /// The encoding of text beyond ASCII.
    pub encoding: Encoding,
    pub faults: Vec<Fault>,
    pub suppressions: Vec<Suppression>,
    pub written: Notation,
    /// Moves not written as the export format of PGN writes them.
    pub notation: Counted,
    /// Missing check and mate signs.
    pub missing_signs: Counted,
    /// False check and mate signs.
    pub false_signs: Vec<FalseSign>,
    /// False signs beyond those kept.
    pub more_false_signs: Counted,
    /// Wrong move numbers.
    pub numbers: Counted,
    /// Tokens of descriptive notation that end before their words could, in the order of the text: the names after them
    /// belong to the next move.
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
    /// Keeps the allocated memory and the encoding.
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
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else if let Some(Fault { kind: FaultKind::MoreFaults(count), .. }) = self.faults.last_mut() {
            *count += 1;
        } else {
            self.faults.push(Fault { kind: FaultKind::MoreFaults(1), ..fault });
        }
    }
}
