//! Rights in the FEN tag that its board rules out, and those that the moves need.

use super::edit::Edit;
use super::moves::is_certain;
use super::repair::Repair;
use super::sentences;
use crate::chess::{Fen, MoveKind};
use crate::finding::FixClass;
use crate::game::{FaultKind, Record, SetupSource, Span, TagName};
use crate::law::Rule;

/// The repair of the castling rights and the en passant square, if the moves are replayed with it. A right that is missing is
/// added if no other one could be meant.
pub(super) fn repair(record: &Record, text: &[u8]) -> Option<Repair> {
    let pair = record.tag(TagName::Fen).filter(|_| record.setup == SetupSource::Fen)?;
    let is_over = record.ending.termination.is_some() && record.is_legal_to_the_end();
    if !is_over || !is_certain(record) {
        return None;
    }
    let has = |is_kind: fn(&FaultKind) -> bool| record.text.faults.iter().any(|fault| is_kind(&fault.kind));
    let start = Fen(&record.start).to_string();
    let due_castling = start.split(' ').nth(2)?;
    let [_, _, castling, en_passant, _, _] = fields(pair.value, text)?;
    let mut edits = Vec::new();
    if has(|kind| matches!(kind, FaultKind::ImpossibleCastlingRight(_)))
        && castling.of(text) != due_castling.as_bytes()
    {
        edits.push(Edit { span: castling, text: due_castling.to_owned() });
    }
    if has(|kind| matches!(kind, FaultKind::ImpossibleEnPassant(_))) && en_passant.of(text) != b"-" {
        edits.push(Edit { span: en_passant, text: "-".to_owned() });
    }
    let mut title = sentences::impossible_rights();
    if edits.is_empty() {
        if has(|kind| matches!(kind, FaultKind::CastlingNotGiven))
            && due_castling.len() == rights(castling, text) + 1
        {
            title = sentences::missing_castling_right();
            edits.push(Edit { span: castling, text: due_castling.to_owned() });
        }
        let first = record.moves.iter().next().filter(|played| played.kind() == MoveKind::EnPassant);
        if has(|kind| matches!(kind, FaultKind::EnPassantNotGiven))
            && let Some(first) = first
        {
            title = sentences::missing_en_passant_square();
            edits.push(Edit { span: en_passant, text: first.to().to_string() });
        }
    }
    let (rule, class) = (Rule::RecordFen, FixClass::Unsafe);
    (!edits.is_empty()).then_some(Repair { rule, class, title, edits })
}

/// The number of castling rights that a FEN gives.
fn rights(field: Span, text: &[u8]) -> usize {
    match field.of(text) {
        b"-" => 0,
        rights => rights.len(),
    }
}

/// The six fields of a FEN, with one space between each two.
fn fields(fen: Span, text: &[u8]) -> Option<[Span; 6]> {
    let mut start = fen.range().start;
    let mut fields = Vec::with_capacity(6);
    for field in fen.of(text).split(|byte| *byte == b' ') {
        if field.is_empty() {
            return None;
        }
        fields.push(Span::new(start, start + field.len()));
        start += field.len() + 1;
    }
    fields.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use crate::fix::{change, splice};
    use crate::pgn::Reader;

    #[test]
    fn impossible_rights_are_removed_and_missing_ones_added() {
        for (fen, moves, due) in [
            ("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "1. O-O *", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w K e6 0 1", "1. Kd2 *", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1. O-O *", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "1. Kd3 *", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w K -", "1. Kd2 *", "4k3/8/8/8/8/8/8/4K3 w K -"),
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "1. O-O *", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
            ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "1. O-O *", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "1. exd6 *", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ] {
            let game = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n");
            let text = game(fen);
            let mut record = Record::default();
            Reader::new(text.as_bytes()).next(&mut record);
            let edits = repair(&record, text.as_bytes()).map_or_else(Vec::new, |repair| repair.edits);
            let edited = splice(text.as_bytes(), &edits);
            assert_eq!(change(text.as_bytes(), &edited, Encoding::Auto), None, "{fen}");
            assert_eq!(String::from_utf8(edited).unwrap(), game(due), "{fen}");
        }
    }
}
