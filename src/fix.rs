//! Repairs of the text of a game: edits that are proved before a file is written.
//!
//! A [`Fix`] is a set of edits of spans, never a new export: all other bytes of the file remain. It says what the game
//! already says, and changes neither its course nor its end.

mod edit;
mod moves;
mod numbers;
mod result;

pub(crate) use edit::{Edit, splice};

use crate::game::Record;
use crate::law::Rule;

/// The repairs of one game that belong to one rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fix {
    /// The rule of the finding that is repaired.
    pub rule: Rule,
    pub class: FixClass,
    /// In the order of the text. At least one.
    pub edits: Vec<Edit>,
}

/// When a repair is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum FixClass {
    /// By `--fix`.
    Safe,
    /// By `--unsafe-fixes`: the meaning may change.
    Unsafe,
}

/// The repairs of a game. `text` is the chunk that the record was read from.
pub(crate) fn fixes(record: &Record, text: &[u8]) -> Vec<Fix> {
    let mut fixes = moves::fixes(record, text);
    if moves::is_certain(record) {
        fixes.extend(numbers::fixes(record, text));
    }
    fixes.extend(result::fixes(record, text));
    fixes
}
