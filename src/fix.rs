//! Repairs of the text of a game: edits that are proved before a file is written.
//!
//! A [`Repair`] is a set of edits of spans, never a new export: all other bytes of the file remain. It says what the game
//! already says, and changes neither its course nor its end.

mod blank_lines;
mod edit;
mod fen;
mod moves;
mod numbers;
mod proof;
mod repair;
mod result;
#[cfg(test)]
mod round_trip;
mod sentences;
mod style;
mod suppression;
mod tags;

#[cfg(test)]
pub(crate) use edit::{Edit, splice};
pub(crate) use proof::{Change, CommentBlanks, Proof, RepairProof, change, start_as_played};
pub(crate) use repair::Repair;
pub(crate) use style::{also_settled, style_repairs, to_unicode};
pub(crate) use suppression::removal;

use crate::game::Record;
use crate::law::Rule;

/// Whether findings of a rule may have one of the [`repairs`] of a game.
pub(crate) const fn may_be_repaired(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::RecordSuffix
            | Rule::RecordNotation
            | Rule::RecordAmbiguous
            | Rule::RecordMoveNumber
            | Rule::RecordResult
            | Rule::RecordFen
            | Rule::RecordTag
            | Rule::RecordRoster
            | Rule::RecordSyntax
    )
}

/// The repairs of a game. `text` is the chunk that the record was read from.
pub(crate) fn repairs(record: &Record, text: &[u8]) -> Vec<Repair> {
    let mut repairs = moves::repairs(record, text);
    if moves::is_certain(record) {
        repairs.extend(numbers::repair(record, text));
    }
    repairs.extend(result::repairs(record, text));
    repairs.extend(tags::repairs(record, text));
    repairs.extend(fen::repair(record, text));
    repairs
}
