//! Properties of the text of a record: its faults, its notation and its suppressions of findings.

use crate::encoding::Encoding;
use crate::law::Rule;

use super::diagnostic::{FaultKind, TextFault};
use super::facts::{FalseSign, Occurrences};
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
    pub after_lost_moves: bool,
}

#[derive(Debug)]
pub struct TextNotes {
    /// The encoding of text beyond ASCII.
    pub encoding: Encoding,
    pub faults: Vec<TextFault>,
    pub suppressions: Vec<Suppression>,
    pub move_notation: Notation,
    /// Moves not written as the export format of PGN writes them.
    pub notation: Occurrences,
    /// Missing check and mate signs.
    pub missing_signs: Occurrences,
    /// False check and mate signs.
    pub false_signs: Vec<FalseSign>,
    /// False signs beyond those kept.
    pub more_false_signs: Occurrences,
    /// Wrong move numbers.
    pub wrong_numbers: Occurrences,
    /// Tokens of descriptive notation that end before their words could, in the order of the text: the names after them
    /// belong to the next move.
    pub(crate) shortened_tokens: Vec<Span>,
}

impl Default for TextNotes {
    fn default() -> Self {
        Self {
            encoding: Encoding::Auto,
            faults: Vec::new(),
            suppressions: Vec::new(),
            move_notation: Notation::Algebraic,
            notation: Occurrences::default(),
            missing_signs: Occurrences::default(),
            false_signs: Vec::new(),
            more_false_signs: Occurrences::default(),
            wrong_numbers: Occurrences::default(),
            shortened_tokens: Vec::new(),
        }
    }
}

impl TextNotes {
    /// Keeps the allocated memory and the encoding.
    pub(crate) fn clear(&mut self) {
        self.faults.clear();
        self.suppressions.clear();
        self.move_notation = Notation::Algebraic;
        self.notation = Occurrences::default();
        self.missing_signs = Occurrences::default();
        self.false_signs.clear();
        self.more_false_signs = Occurrences::default();
        self.wrong_numbers = Occurrences::default();
        self.shortened_tokens.clear();
    }

    pub(crate) fn add_fault(&mut self, fault: TextFault) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        } else if let Some(TextFault { kind: FaultKind::MoreFaults(count), .. }) = self.faults.last_mut() {
            *count += 1;
        } else {
            self.faults.push(TextFault { kind: FaultKind::MoreFaults(1), ..fault });
        }
    }
}
