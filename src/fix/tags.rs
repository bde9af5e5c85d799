//! Tags that are not closed.

use super::edit::Edit;
use super::repair::Repair;
use super::sentences;
use crate::finding::FixClass;
use crate::game::{Record, Span, TagOddity, TagPair};
use crate::law::Rule;

/// The repairs of tags whose end can be only the end of their line.
pub(super) fn repairs<'r>(record: &'r Record, text: &'r [u8]) -> impl Iterator<Item = Repair> + 'r {
    record.tags.pairs().iter().filter_map(|pair| {
        let edit = closed(pair, text)?;
        let title = sentences::close_tag(std::str::from_utf8(pair.name.of(text)).ok()?);
        Some(Repair { rule: Rule::RecordTag, class: FixClass::Unsafe, title, edits: vec![edit] })
    })
}

fn closed(pair: &TagPair, text: &[u8]) -> Option<Edit> {
    if !matches!(pair.oddity, TagOddity::NoClosingQuote | TagOddity::NoClosingBracket) {
        return None;
    }
    // A sign in the value may be the end of the tag.
    if pair.value.of(text).iter().any(|byte| b"\"[]\\".contains(byte)) {
        return None;
    }
    let end = pair.value.range().end;
    let after = text.get(end..pair.span.range().end)?.trim_ascii_end();
    let is_part = matches!(after, b"" | b"\"" | b"]");
    // Another tag follows on the line if the pair does not end with it.
    let rest = text.get(pair.span.range().end..)?;
    let is_last = rest.first().is_none_or(|byte| matches!(byte, b'\n' | b'\r'));
    let next = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
    // The value may go on there.
    let is_followed_by_text = next.first().is_some_and(|byte| !matches!(byte, b'[' | b'\n' | b'\r'));
    (is_part && is_last && !is_followed_by_text)
        .then(|| Edit { span: Span::new(end, end + after.len()), text: "\"]".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    #[test]
    fn a_tag_is_closed_at_the_end_of_its_line() {
        for (tag, due) in [
            ("[White \"A]", "[White \"A\"]"),
            ("[White \"A\"", "[White \"A\"]"),
            ("[White \"A", "[White \"A\"]"),
            ("[White \"A \"B]", "[White \"A \"B]"),
            ("[White \"A [B\"", "[White \"A [B\""),
            ("[White \"A\"]", "[White \"A\"]"),
            ("[White \"A\nand B\"]", "[White \"A\nand B\"]"),
        ] {
            let game = |tag: &str| format!("[Event \"x\"]\n{tag}\n[Black \"B\"]\n\n1. e4 *\n");
            let text = game(tag);
            let mut record = Record::default();
            Reader::new(text.as_bytes()).next(&mut record);
            let edits: Vec<Edit> =
                repairs(&record, text.as_bytes()).flat_map(|repair| repair.edits).collect();
            assert_eq!(String::from_utf8(splice(text.as_bytes(), &edits)).unwrap(), game(due), "{tag}");
        }
    }
}
