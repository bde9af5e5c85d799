//! The Result tag and the sign at the end of the moves: one of them says what the other lacks.

use super::edit::{Edit, line_end};
use super::repair::Repair;
use super::sentences;
use crate::finding::{FixClass, Score};
use crate::game::{FaultKind, Record, Span, TagName};
use crate::law::Rule;
use crate::pgn::read_score;

/// The repairs of the result of a game. One place is filled in from the other only if the game was read to its end.
pub(super) fn repairs(record: &Record, text: &[u8]) -> Vec<Repair> {
    let tag = record.tag(TagName::Result).map(|pair| pair.value);
    let given = tag.and_then(|value| Some((value, read_score(value.of(text).trim_ascii())?)));
    let mut repairs: Vec<Repair> = other_spellings(record, text, given).into_iter().flatten().collect();
    if record.ending.stop.is_some() {
        return repairs;
    }
    match record.ending.termination {
        Some(end) if end.score != Score::Unknown => {
            repairs.extend(tag_from_token(record, text, end.score, given));
        }
        Some(end) => {
            let decided = given.filter(|(_, score)| *score != Score::Unknown && end.span.of(text) == b"*");
            repairs.extend(decided.map(|(_, score)| {
                let title = sentences::result_token(score.id());
                let more = repair(Rule::RecordResult, title, end.span, score.id().to_owned());
                // The sign may say that the record is cut off.
                Repair { class: FixClass::Unsafe, ..more }
            }));
        }
        None => repairs.extend(token_from_tag(record, text, given)),
    }
    repairs
}

fn repair(rule: Rule, title: String, span: Span, new: String) -> Repair {
    Repair { rule, class: FixClass::Safe, title, edits: vec![Edit { span, text: new }] }
}

/// The tag and the sign after the moves, written as PGN writes them.
fn other_spellings(record: &Record, text: &[u8], given: Option<(Span, Score)>) -> [Option<Repair>; 2] {
    let is_other = |written: Span, score: Score| {
        let written = written.of(text);
        written != score.id().as_bytes() && is_other_spelling(written) && score != Score::Unknown
    };
    let tag = given.filter(|(value, score)| is_other(*value, *score)).map(|(value, score)| {
        repair(Rule::RecordTag, sentences::result_tag(score.id()), value, score.id().to_owned())
    });
    let token = record.ending.termination.filter(|end| is_other(end.span, end.score)).map(|end| {
        let title = sentences::result_token(end.score.id());
        repair(Rule::RecordSyntax, title, end.span, end.score.id().to_owned())
    });
    [tag, token]
}

/// The tag that is missing or says `*`, from the sign after the moves.
fn tag_from_token(
    record: &Record,
    text: &[u8],
    score: Score,
    given: Option<(Span, Score)>,
) -> Option<Repair> {
    if record.tag(TagName::Result).is_none() {
        let at = record.tags.pairs().last()?.span.range().end;
        let new = format!("{}[Result \"{}\"]", line_end(text, at), score.id());
        let title = sentences::added_result_tag(score.id());
        return Some(repair(Rule::RecordRoster, title, Span::new(at, at), new));
    }
    let (value, _) = given.filter(|(_, given)| *given == Score::Unknown)?;
    Some(repair(Rule::RecordResult, sentences::result_tag(score.id()), value, score.id().to_owned()))
}

/// The missing sign after the moves, from the tag.
fn token_from_tag(record: &Record, text: &[u8], given: Option<(Span, Score)>) -> Option<Repair> {
    let is_open = |kind: &FaultKind| {
        matches!(kind, FaultKind::UnclosedComment | FaultKind::UnclosedVariation | FaultKind::BrokenOff)
    };
    // The moves of a game without any may be elsewhere.
    let may_be_cut = record.moves.is_empty() || record.text.faults.iter().any(|fault| is_open(&fault.kind));
    let (_, score) = given.filter(|(_, score)| *score != Score::Unknown && !may_be_cut)?;
    let end = record.span.range().end;
    let new = format!("{}{}", gap_before_result(text, record.span), score.id());
    Some(repair(Rule::RecordSyntax, sentences::result_token(score.id()), Span::new(end, end), new))
}

/// Whether a token says no more than the score: `1-0F` names a forfeit.
fn is_other_spelling(written: &[u8]) -> bool {
    !written.is_empty()
        && written.iter().all(|byte| b"0123456789/-:=., \t\r\n".contains(byte) || !byte.is_ascii())
}

/// A blank, or a line end after a line that ends in a comment.
fn gap_before_result(text: &[u8], game: Span) -> &'static str {
    let line = game.of(text).rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    if line.contains(&b';') || line.starts_with(b"%") { line_end(text, game.range().end) } else { " " }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    fn repaired(result: &str, moves: &str, most: FixClass) -> String {
        let text = format!("[Event \"x\"]\n[Result \"{result}\"]\n\n{moves}");
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let safe = repairs(&record, text.as_bytes()).into_iter().filter(|repair| repair.class <= most);
        let mut edits: Vec<Edit> = safe.flat_map(|repair| repair.edits).collect();
        edits.sort_by_key(|edit| edit.span);
        String::from_utf8(splice(text.as_bytes(), &edits)).unwrap()
    }

    #[test]
    fn a_missing_result_tag_is_added() {
        let text = "[Event \"x\"]\r\n[White \"a\"]\r\n\r\n1. e4 e5 1-0\r\n";
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let repairs = repairs(&record, text.as_bytes());
        let edits: Vec<Edit> = repairs.into_iter().flat_map(|repair| repair.edits).collect();
        let due = text.replace("\"a\"]", "\"a\"]\r\n[Result \"1-0\"]");
        assert_eq!(String::from_utf8(splice(text.as_bytes(), &edits)).unwrap(), due);
    }

    #[test]
    fn a_game_that_is_over_may_have_no_other_end() {
        let due = "[Event \"x\"]\n[Result \"0-1\"]\n\n1. e4 e5 0-1\n";
        assert_eq!(repaired("0-1", "1. e4 e5 *\n", FixClass::Unsafe), due);
        assert_eq!(repaired("0-1", "1. e4 e5 0-1\n", FixClass::Unsafe), due);
    }

    #[test]
    fn one_of_the_two_results_is_filled_in() {
        let game = |result: &str, moves: &str| format!("[Event \"x\"]\n[Result \"{result}\"]\n\n{moves}");
        for (result, moves, due_result, due_moves) in [
            ("*", "1. e4 e5 1-0\n", "1-0", "1. e4 e5 1-0\n"),
            ("0-1", "1. e4 e5\n", "0-1", "1. e4 e5 0-1\n"),
            ("0-1", "1. e4 e5 ; a remark\n", "0-1", "1. e4 e5 ; a remark\n0-1\n"),
            ("1/2-1/2", "1. e4 e5 1/2 - 1/2\n", "1/2-1/2", "1. e4 e5 1/2-1/2\n"),
            ("1/2-1/2", "1. e4 e5 \u{bd}-\u{bd}\n", "1/2-1/2", "1. e4 e5 1/2-1/2\n"),
            ("\u{bd}-\u{bd}", "1. e4 e5 1/2-1/2\n", "1/2-1/2", "1. e4 e5 1/2-1/2\n"),
            // A forfeit says more.
            ("1-0", "1. e4 e5 1-0F\n", "1-0", "1. e4 e5 1-0F\n"),
            // It is not known which of them is right.
            ("0-1", "1. e4 e5 1-0\n", "0-1", "1. e4 e5 1-0\n"),
            ("0-1", "1. e4 e5 *\n", "0-1", "1. e4 e5 *\n"),
            ("0-1", "", "0-1", ""),
            ("0-1", "1. e4 e5 {open\n", "0-1", "1. e4 e5 {open\n"),
            ("0-1", "1. e4 e5 xyz Sf3\n", "0-1", "1. e4 e5 xyz Sf3\n"),
            ("0:1", "1. e4 e5 2. Rd5 0:1\n", "0-1", "1. e4 e5 2. Rd5 0-1\n"),
            ("*", "1. e4 e5 2. Rd5 0-1\n", "*", "1. e4 e5 2. Rd5 0-1\n"),
        ] {
            assert_eq!(
                repaired(result, moves, FixClass::Safe),
                game(due_result, due_moves),
                "{result} {moves}"
            );
        }
    }
}
