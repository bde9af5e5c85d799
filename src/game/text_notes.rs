//! Properties of the text of a record: its faults, its notation and its suppressions of findings.

use crate::encoding::Encoding;
use crate::law::Rule;

use super::diagnostic::{FaultKind, TextFault};
use super::facts::{FalseSign, Occurrences};
use super::foreign_letters::Letters;
use super::span::Span;

/// Faults kept of one record; more are counted.
const MAX_FAULTS: usize = 1000;
/// The most changes of the numbering that are kept.
const MAX_SHIFTS: usize = 1024;

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
    /// Whether the piece letters of another language were asked for.
    pub has_other_letters: bool,
    /// The languages in whose piece letters the whole game can be replayed, if it cannot be in English ones.
    pub fitting_letters: Vec<Letters>,
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
    number_shifts: Vec<NumberShift>,
    /// Tokens of moves whose text alone does not show where they end, in the order of the text: blanks are within them, two
    /// moves are joined, or in descriptive notation the names after them belong to the next move.
    pub(crate) tokens_as_read: Vec<Span>,
}

/// A change of the difference between the numbers of the text and those of the board.
#[derive(Clone, Copy, Debug)]
struct NumberShift {
    /// The offset of the number.
    place: u32,
    shift: i64,
}

impl Default for TextNotes {
    fn default() -> Self {
        Self {
            encoding: Encoding::Auto,
            has_other_letters: false,
            fitting_letters: Vec::new(),
            faults: Vec::new(),
            suppressions: Vec::new(),
            move_notation: Notation::Algebraic,
            notation: Occurrences::default(),
            missing_signs: Occurrences::default(),
            false_signs: Vec::new(),
            more_false_signs: Occurrences::default(),
            wrong_numbers: Occurrences::default(),
            number_shifts: Vec::new(),
            tokens_as_read: Vec::new(),
        }
    }
}

impl TextNotes {
    /// Keeps the allocated memory and the encoding.
    pub(crate) fn clear(&mut self) {
        self.has_other_letters = false;
        self.fitting_letters.clear();
        self.faults.clear();
        self.suppressions.clear();
        self.move_notation = Notation::Algebraic;
        self.notation = Occurrences::default();
        self.missing_signs = Occurrences::default();
        self.false_signs.clear();
        self.more_false_signs = Occurrences::default();
        self.wrong_numbers = Occurrences::default();
        self.number_shifts.clear();
        self.tokens_as_read.clear();
    }

    /// Notes that from `place` on the text counts moves otherwise than the board.
    pub(crate) fn shift_numbers(&mut self, place: u32, shift: i64) {
        if self.number_shifts.len() < MAX_SHIFTS {
            self.number_shifts.push(NumberShift { place, shift });
        }
    }

    /// The number that the text gives to a move at `place`, if the board counts it as `counted`.
    pub(crate) fn written_number(&self, place: u32, counted: u32) -> u32 {
        let shift = self.number_shifts.iter().rfind(|shift| shift.place <= place);
        let written = i64::from(counted) + shift.map_or(0, |shift| shift.shift);
        u32::try_from(written).unwrap_or(counted)
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
