//! Faults of which a game may have many, reported once with their number.

use std::mem::discriminant;

use crate::game::{FaultKind, Record, Span, TextFault};

/// Reports such a fault, or adds one to the number of its first report.
pub(super) fn count_in_game(record: &mut Record, kind: FaultKind, span: Span) {
    if record.ending.stop.is_some() {
        return;
    }
    let is_same = |fault: &&mut TextFault| discriminant(&fault.kind) == discriminant(&kind);
    match record.text.faults.iter_mut().find(is_same).map(|fault| &mut fault.kind) {
        Some(
            FaultKind::NonstandardBlanks(count)
            | FaultKind::Markup(count)
            | FaultKind::Lookalikes(count)
            | FaultKind::LostMove(count),
        ) => *count += 1,
        _ => record.add_fault(kind, span),
    }
}
