//! Moves written as the export format of PGN writes them, and their signs of check and mate.

use std::ops::Range;

use super::edit::Edit;
use super::repair::Repair;
use super::sentences;
use crate::chess::{MoveKind, Play, San};
use crate::finding::FixClass;
use crate::game::{NonstandardMove, Notation, Record, SetupSource, Span};
use crate::law::Rule;

/// The repairs of the moves of a game, if its whole course is certain.
pub(super) fn repairs(record: &Record, text: &[u8]) -> Vec<Repair> {
    let mut spelled = Spelled { rule: Rule::RecordNotation, edits: Vec::new(), last: String::new() };
    let mut settled = Spelled { rule: Rule::RecordAmbiguous, edits: Vec::new(), last: String::new() };
    let mut signs = Spelled { rule: Rule::RecordSuffix, edits: Vec::new(), last: String::new() };
    if is_certain(record) {
        let mut position = record.start;
        for (played, ply) in record.moves.iter().zip(1..) {
            let due = position.san_with_sign(played, Play::COMMON);
            if let Some(token) = record.token(ply, text)
                && let Some(respelling) = Respelling::of(token, text, &due, played.kind())
            {
                let is_settled = record.nonstandard_moves.iter().any(|other| other.ply == ply);
                let of_move = if is_settled { &mut settled } else { &mut spelled };
                of_move.add(respelling.bare, &due);
                signs.add(respelling.sign, &due);
            }
            position.play(played);
        }
    }
    [signs, spelled, settled].into_iter().filter_map(Spelled::repair).collect()
}

/// The edits of moves for one rule.
struct Spelled {
    rule: Rule,
    edits: Vec<Edit>,
    /// The last of the moves, as it is due.
    last: String,
}

impl Spelled {
    fn add(&mut self, edit: Option<Edit>, due: &str) {
        if let Some(edit) = edit {
            self.edits.push(edit);
            due.clone_into(&mut self.last);
        }
    }

    fn repair(self) -> Option<Repair> {
        let Self { rule, edits, last } = self;
        let title = match (edits.len(), rule) {
            (0, _) => return None,
            (1, _) => sentences::write(&last),
            (count, Rule::RecordSuffix) => sentences::signs(count),
            (count, Rule::RecordAmbiguous) => sentences::origins(count),
            (count, _) => sentences::moves(count),
        };
        Some(Repair { rule, class: FixClass::Safe, title, edits })
    }
}

/// The changes that make the token of a move that of the export format.
struct Respelling {
    /// Of the move without its sign of check or mate.
    bare: Option<Edit>,
    sign: Option<Edit>,
}

impl Respelling {
    /// `None` if the token is no SAN, or does not name the piece that a pawn becomes.
    fn of(token: Span, text: &[u8], due: &str, kind: MoveKind) -> Option<Self> {
        let written = token.of(text);
        let has_colon = has_colon_after(token, text);
        if written == due.as_bytes() && !has_colon {
            return None;
        }
        let is_sign = |byte: &&u8| b"+#".contains(*byte);
        let signs = written.iter().rev().take_while(is_sign).count();
        let unsigned = written.get(..written.len() - signs)?;
        let read = San::from_ascii(&plain(unsigned.strip_suffix(b":").unwrap_or(unsigned)))?;
        if matches!(kind, MoveKind::Promotion(_)) && read.promotion().is_none() {
            return None;
        }
        let Range { start, end } = token.range();
        let (middle, end) = if has_colon {
            let signs = text.get(end + 1..)?.iter().take_while(is_sign).count();
            (end + 1, end + 1 + signs)
        } else {
            (end - signs, end)
        };
        let (bare, sign) = (text.get(start..middle)?, text.get(middle..end)?);
        let due_bare = due.trim_end_matches(['+', '#']);
        let due_sign = due.get(due_bare.len()..)?;
        let edit = |from, to, text: &str| Edit { span: Span::new(from, to), text: text.to_owned() };
        let has_same_bare = bare == due_bare.as_bytes();
        let signed = || if has_same_bare { edit(start, end, due) } else { edit(middle, end, due_sign) };
        Some(Self {
            bare: (!has_same_bare).then(|| edit(start, middle, due_bare)),
            sign: (sign != due_sign.as_bytes()).then(signed),
        })
    }
}

/// A move without the blanks in it, and castling with letters alone: `e2 - e4`, `0-0-O`.
fn plain(written: &[u8]) -> Vec<u8> {
    let mut plain: Vec<u8> = written.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    if plain.iter().all(|byte| b"0Oo-".contains(byte)) {
        plain.iter_mut().filter(|byte| **byte != b'-').for_each(|byte| *byte = b'O');
    }
    plain
}

/// Whether the colon of a capture ends a move, but for signs: `Qd5:`, `Qd5:+!`.
fn has_colon_after(token: Span, text: &[u8]) -> bool {
    let after = text.get(token.range().end..).unwrap_or_default();
    let Some(signs) = after.strip_prefix(b":").filter(|_| !token.of(text).ends_with(b"+")) else {
        return false;
    };
    let end = signs.iter().find(|byte| !b"+#!?".contains(byte));
    end.is_none_or(|byte| byte.is_ascii_whitespace() || b"{}();$[".contains(byte))
}

/// Whether every move of the game was made on the board that the text describes.
pub(super) fn is_certain(record: &Record) -> bool {
    record.text.move_notation == Notation::Algebraic
        && !record.text.has_other_letters
        && record.setup != SetupSource::Placed
        && record.acts.is_empty()
        && record.nonstandard_moves.iter().all(NonstandardMove::is_settled)
        && record.facts.doubtful.is_none()
        && record.ending.stop.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    /// The moves after all repairs, and the rules of these.
    fn repaired(moves: &str) -> (String, Vec<Rule>) {
        let text = format!("[Event \"x\"]\n\n{moves}");
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let repairs = repairs(&record, text.as_bytes());
        let mut edits: Vec<Edit> = repairs.iter().flat_map(|repair| repair.edits.clone()).collect();
        edits.sort_by_key(|edit| edit.span);
        let edited = String::from_utf8(splice(text.as_bytes(), &edits)).unwrap();
        let rules = repairs.iter().map(|repair| repair.rule).collect();
        (edited.strip_prefix("[Event \"x\"]\n\n").unwrap().to_owned(), rules)
    }

    #[test]
    fn moves_become_those_of_the_export_format() {
        let game = "1. e2-e4 {x} e5 2. Ng1f3! Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 *";
        let due = "1. e4 {x} e5 2. Nf3! Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O *";
        assert_eq!(repaired(game), (due.to_owned(), vec![Rule::RecordNotation]));
        assert_eq!(repaired(due).1, []);
        let ambiguous = "1. Nf3 d5 2. d3 Nf6 3. Nd2 e6 4. Nc4 Be7 5. Nfd2 O-O *";
        assert_eq!(repaired(ambiguous).0, ambiguous.replace("3. Nd2", "3. Nbd2"));
        let open = "1. Nf3 d5 2. d3 Nf6 3. Nd2 e6 *";
        assert_eq!(repaired(open).0, open);
        let capture = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dc6 *";
        assert_eq!(repaired(capture).0, capture.replace("dc6", "dxc6"));
    }

    #[test]
    fn a_colon_becomes_the_sign_of_a_capture() {
        for (moves, due) in [
            ("1. e4 d5 2. ed5: Qxd5 *", "1. e4 d5 2. exd5 Qxd5 *"),
            ("1. e4 d5 2. e:d5 Q:d5 *", "1. e4 d5 2. exd5 Qxd5 *"),
            ("1. e4 d5 2. exd5: Qxd5! {x} *", "1. e4 d5 2. exd5 Qxd5! {x} *"),
            ("1. e4 d5 2. exd5 Qd5: *", "1. e4 d5 2. exd5 Qxd5 *"),
            ("1. e4 e5 2. Qh5 Nc6 3. Qf7:+ Kf7: *", "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 *"),
            ("1. e4 e5 2. Bc4 a6 3. Qh5 b6 4. Qf7:+ *", "1. e4 e5 2. Bc4 a6 3. Qh5 b6 4. Qxf7# *"),
        ] {
            assert_eq!(repaired(moves).0, due, "{moves}");
            assert_eq!(repaired(due).1, [], "{due}");
        }
    }

    #[test]
    fn a_move_is_replaced_as_far_as_it_was_read() {
        let castled = "1. d4 d5 2. Nc3 Nf6 3. Bf4 Bf5 4. Qd3 e6 5. O-O-O Nc6 *";
        for castling in ["0-0-O", "O-O-0", "0-O-O", "O-O- O", "0 - 0 - 0"] {
            let moves = castled.replace("O-O-O", castling);
            assert_eq!(repaired(&moves).0, castled, "{moves}");
        }
        for (moves, due) in [
            ("1. e2 - e4 e7 - e5 *", "1. e4 e5 *"),
            ("1. e2 -e4! {x} e7- e5 2. Ng1 - f3 $1 *", "1. e4! {x} e5 2. Nf3 $1 *"),
            ("1. e2 - e4 d5 2. exd5 Qd8 - d7 3. Ng1 - f3 Qd7 - e6 *", "1. e4 d5 2. exd5 Qd7 3. Nf3 Qe6+ *"),
            ("1. N f3 d7-d5 *", "1. Nf3 d5 *"),
        ] {
            assert_eq!(repaired(moves).0, due, "{moves}");
            assert_eq!(repaired(due).1, [], "{due}");
        }
    }

    #[test]
    fn signs_follow_the_board() {
        let (moves, rules) = repaired("1. f3 e5 2. g4 Qh4+ 0-1");
        assert_eq!((&*moves, rules), ("1. f3 e5 2. g4 Qh4# 0-1", vec![Rule::RecordSuffix]));
        let (moves, rules) = repaired("1. f2-f3 e5 2. g4 Qd8-h4 0-1");
        assert_eq!((&*moves, rules.len()), ("1. f3 e5 2. g4 Qh4# 0-1", 2));
        assert_eq!(repaired("1. e4+ e5 2. Bb5 c6 *").0, "1. e4 e5 2. Bb5 c6 *");
    }

    #[test]
    fn an_uncertain_course_is_left() {
        for moves in ["1. e2-e4 e5 2. Ke3 *", "1. e2-e4 e5 2. Sf3 *", "1. e2-e4 {[%touch b e7]} e5 *"] {
            assert_eq!(repaired(moves), (moves.to_owned(), vec![]), "{moves}");
        }
    }
}
