//! Suppressions that suppress nothing: the command or the tag is removed.

use std::ops::Range;

use memchr::memmem;

use super::edit::Edit;
use super::repair::Repair;
use super::sentences;
use crate::finding::FixClass;
use crate::game::{Record, Span, TagName};
use crate::law::Rule;

/// The beginning of a command that suppresses findings.
const COMMAND: &[u8] = b"[%jadoube";

/// The removal of a suppression: of a command, or of the tag that has this value.
pub(crate) fn removal(record: &Record, text: &[u8], span: Span) -> Option<Repair> {
    let of_tag = record.tag(TagName::JadoubeIgnore).filter(|pair| pair.value == span);
    let range = match of_tag {
        Some(pair) => line_of(pair.span, text)?,
        None => of_command(span, text)?,
    };
    let edit = Edit { span: Span::new(range.start, range.end), text: String::new() };
    let (rule, class) = (Rule::RecordUnusedIgnore, FixClass::Safe);
    Some(Repair { rule, class, title: sentences::unused_ignore(), edits: vec![edit] })
}

/// The line of a tag with its end, if it is a line of its own.
fn line_of(pair: Span, text: &[u8]) -> Option<Range<usize>> {
    let Range { start, end } = pair.range();
    let begins_line = text.get(..start)?.last().is_none_or(|byte| *byte == b'\n');
    let after = text.get(end..)?;
    let length = memchr::memchr(b'\n', after)?;
    let is_alone = begins_line && after.get(..length)?.trim_ascii().is_empty();
    is_alone.then_some(start..end + length + 1)
}

/// A command, with the braces of the comment if it holds nothing else, and with the blanks beside it.
fn of_command(command: Span, text: &[u8]) -> Option<Range<usize>> {
    let Range { start, end } = command.range();
    let (before, after) = (text.get(..start)?, text.get(end..)?);
    if !command.of(text).starts_with(COMMAND) {
        return None;
    }
    let from = before.trim_ascii_end();
    let blanks = after.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    match from.strip_suffix(b"{") {
        Some(before) if after.get(blanks) == Some(&b'}') => {
            Some(before.trim_ascii_end().len()..end + blanks + 1)
        }
        Some(_) => Some(from.len()..end + blanks),
        None => Some(from.len()..end),
    }
}

/// A comment without commands that suppress findings, and without the blanks that [`removal`] removes with them.
pub(super) fn without_suppressions(comment: &[u8]) -> Vec<u8> {
    let (mut rest, mut kept) = (comment, Vec::with_capacity(comment.len()));
    while let Some(start) = memmem::find(rest, COMMAND)
        && let Some((before, from)) = rest.split_at_checked(start)
        && let Some(length) = memchr::memchr(b']', from)
    {
        kept.extend_from_slice(before.trim_ascii_end());
        rest = from.get(length + 1..).unwrap_or_default();
        if kept.ends_with(b"{") {
            rest = rest.trim_ascii_start();
        }
    }
    kept.extend_from_slice(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::Encoding;
    use crate::fix::{change, splice};
    use crate::pgn::Reader;

    #[test]
    fn a_command_goes_with_its_comment() {
        let command = "[%jadoube ignore move.false]";
        for (text, due) in [
            (format!("1. e4 {{{command}}} e5 *"), "1. e4 e5 *"),
            (format!("1. e4 {{ {command} }} e5 *"), "1. e4 e5 *"),
            (format!("1. e4 {{good {command}}} e5 *"), "1. e4 {good} e5 *"),
            (format!("1. e4 {{{command} good}} e5 *"), "1. e4 {good} e5 *"),
            (format!("1. e4 {{ {command} good}} e5 *"), "1. e4 {good} e5 *"),
            (format!("1. e4 {{a {command} b}} e5 *"), "1. e4 {a b} e5 *"),
        ] {
            let mut record = Record::default();
            Reader::new(text.as_bytes()).next(&mut record);
            let span = record.text.suppressions.first().unwrap().span;
            let edits = removal(&record, text.as_bytes(), span).unwrap().edits;
            let edited = splice(text.as_bytes(), &edits);
            assert_eq!(String::from_utf8(edited.clone()).unwrap(), due);
            assert_eq!(change(text.as_bytes(), &edited, Encoding::Auto), None, "{text}");
        }
    }

    #[test]
    fn a_tag_goes_with_its_line() {
        let text = "[Event \"x\"]\r\n[JadoubeIgnore \"move.false\"]\r\n\r\n1. e4 *\r\n";
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let span = record.tag(TagName::JadoubeIgnore).unwrap().value;
        let edits = removal(&record, text.as_bytes(), span).unwrap().edits;
        let due = "[Event \"x\"]\r\n\r\n1. e4 *\r\n";
        assert_eq!(String::from_utf8(splice(text.as_bytes(), &edits)).unwrap(), due);
    }
}
