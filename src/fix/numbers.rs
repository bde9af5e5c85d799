//! Move numbers that are not those of the board.

use super::edit::Edit;
use super::repair::Repair;
use super::sentences;
use crate::chess::Color;
use crate::finding::FixClass;
use crate::game::{FaultKind, Record, TextFault};
use crate::law::Rule;
use crate::pgn::written_numbers;

/// The repair of the move numbers of a game that is replayed from its first to its last move.
pub(super) fn repair(record: &Record, text: &[u8]) -> Option<Repair> {
    if record.text.wrong_numbers.count == 0 || record.text.faults.iter().any(shows_gap) {
        return None;
    }
    let black_begins = u32::from(record.start.turn() == Color::Black);
    let first = record.start.fullmove().saturating_mul(2).saturating_add(black_begins);
    let mut edits = Vec::new();
    for written in written_numbers(record, text)? {
        let half_moves = first.saturating_add(written.ply).saturating_sub(1);
        let (due, is_white) = (half_moves / 2, half_moves % 2 == 0);
        if is_white && written.has_dots {
            edits.push(Edit { span: written.span, text: format!("{due}.") });
        } else if written.number != due {
            edits.push(Edit { span: written.digits, text: due.to_string() });
        }
    }
    (!edits.is_empty()).then(|| Repair {
        rule: Rule::RecordMoveNumber,
        class: FixClass::Safe,
        title: match edits.as_slice() {
            [Edit { text, .. }] => sentences::write(text),
            edits => sentences::numbers(edits.len()),
        },
        edits,
    })
}

/// Whether moves may be missing or doubled, so that the numbers may be right.
fn shows_gap(fault: &TextFault) -> bool {
    matches!(
        fault.kind,
        FaultKind::NumbersGoBack
            | FaultKind::NumbersJump
            | FaultKind::WrongNumbers(_)
            | FaultKind::RepeatedMoves { .. }
            | FaultKind::LostMove(_)
            | FaultKind::LostMoves
            | FaultKind::MissingMove(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    fn repaired(moves: &str) -> String {
        let text = format!("[Event \"x\"]\n\n{moves}");
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let edits = repair(&record, text.as_bytes()).map_or_else(Vec::new, |repair| repair.edits);
        let edited = String::from_utf8(splice(text.as_bytes(), &edits)).unwrap();
        edited.strip_prefix("[Event \"x\"]\n\n").unwrap().to_owned()
    }

    #[test]
    fn numbers_follow_the_board() {
        for (moves, due) in [
            ("1. e4 e5 2. Nf3 Nc6 4. Bb5 a6 4. Ba4 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *"),
            ("1. e4 e5 2... Nf3 Nc6 *", "1. e4 e5 2. Nf3 Nc6 *"),
            ("1. e4 1... e5 (1... c5 7. Nf3) 2. Nf3 *", "1. e4 1... e5 (1... c5 7. Nf3) 2. Nf3 *"),
        ] {
            assert_eq!(repaired(moves), due, "{moves}");
        }
    }

    #[test]
    fn numbers_beside_a_gap_are_left() {
        for moves in ["1. e4 e5 2. Nf3 Nc6 7. Bb5 a6 8. Ba4 *", "1. e4 e5 2. Nf3 Nc6 2. Bb5 a6 *"] {
            let record = {
                let text = format!("[Event \"x\"]\n\n{moves}");
                let mut record = Record::default();
                Reader::new(text.as_bytes()).next(&mut record);
                record
            };
            if record.text.faults.iter().any(shows_gap) {
                assert_eq!(repaired(moves), moves, "{moves}");
            }
        }
    }
}
