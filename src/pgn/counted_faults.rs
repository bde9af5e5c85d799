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
            | FaultKind::LostMove(count)
            | FaultKind::SeparatedMoves(count)
            | FaultKind::JoinedMoves(count)
            | FaultKind::ClocksInLineComments(count),
        ) => *count += 1,
        _ => record.add_fault(kind, span),
    }
}

/// Numbers that go back or jump are reported one by one up to this number of them.
const MOST_WRONG_NUMBERS: usize = 3;

/// Reports the numbers of a game that go back or jump once with their number, if they are many.
pub(super) fn fold_wrong_numbers(record: &mut Record) {
    if record.text.faults.len() <= MOST_WRONG_NUMBERS {
        return;
    }
    let is_wrong =
        |fault: &TextFault| matches!(fault.kind, FaultKind::NumbersGoBack | FaultKind::NumbersJump);
    let count = record.text.faults.iter().filter(|fault| is_wrong(fault)).count();
    if count <= MOST_WRONG_NUMBERS {
        return;
    }
    let mut is_first = true;
    record.text.faults.retain_mut(|fault| {
        let is_kept = !is_wrong(fault) || is_first;
        if is_wrong(fault) && is_first {
            is_first = false;
            fault.kind = FaultKind::WrongNumbers(count);
        }
        is_kept
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::reader::faults_of_moves;

    #[test]
    fn many_wrong_numbers_are_reported_once() {
        let jumps = |numbers: [u32; 4]| {
            let [a, b, c, d] = numbers;
            faults_of_moves(&format!("1. e4 e5 {a}. Nf3 Nc6 {b}. Bb5 a6 {c}. Ba4 Nf6 {d}. O-O Be7 1-0"))
        };
        assert_eq!(jumps([3, 5, 7, 9]), vec![FaultKind::WrongNumbers(4)]);
        assert_eq!(jumps([2, 3, 5, 6]), vec![FaultKind::NumbersJump]);
    }
}
