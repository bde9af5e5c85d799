//! Suppressions that suppress nothing: the command or the tag is removed.

use std::ops::Range;

use memchr::memmem;

use super::edit::Edit;
use super::repair::Repair;
use super::sentences;
use crate::finding::FixClass;
use crate::game::{Record, Span, TagName};
use crate::law::Rule;
use crate::pgn::boundary::is_break;

/// The beginning of a command that suppresses findings.
const COMMAND: &[u8] = b"[%jadoube";

/// The removal of a suppression: of a command, or of the tag that has this value.
pub(crate) fn removal(record: &Record, text: &[u8], span: Span) -> Option<Repair> {
    let of_tag = record.tag(TagName::JadoubeIgnore).filter(|pair| pair.value == span);
    let edit = match of_tag {
        Some(pair) => {
            let range = line_of(pair.span, text)?;
            Edit { span: Span::new(range.start, range.end), text: String::new() }
        }
        None => of_command(span, text)?,
    };
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

/// The removal of a command, with its comment if that holds nothing else.
fn of_command(command: Span, text: &[u8]) -> Option<Edit> {
    if !command.of(text).starts_with(COMMAND) {
        return None;
    }
    let Range { start, end } = command.range();
    let before = text.get(..start)?.trim_ascii_end().strip_suffix(b"{");
    let after = text.get(end..)?.trim_ascii_start().strip_prefix(b"}");
    without(
        text,
        match (before, after) {
            (Some(before), Some(after)) => before.len()..text.len() - after.len(),
            _ => start..end,
        },
    )
}

/// The removal of a part of a text with the spaces and tabs on one side of it, or with its line if it has one of its own. The
/// text beside it stays apart, and other lines stay as they are.
fn without(text: &[u8], part: Range<usize>) -> Option<Edit> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks_before = text.get(..part.start)?.iter().rev().take_while(is_blank).count();
    let blanks_after = text.get(part.end..)?.iter().take_while(is_blank).count();
    let (start, end) = (part.start - blanks_before, part.end + blanks_after);
    let before = start.checked_sub(1).and_then(|last| text.get(last));
    let rest = text.get(end..)?;
    let begins_line = before.is_none_or(|byte| is_break(*byte));
    let line_end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    };
    let ends_line = rest.is_empty() || line_end > 0;
    let (range, new) = if begins_line && ends_line {
        (start..end + line_end, "")
    } else if begins_line || before == Some(&b'{') {
        (start..end, "")
    } else if ends_line || rest.starts_with(b"}") || blanks_after > 0 {
        (start..part.end, "")
    } else {
        (part, if blanks_before > 0 { "" } else { " " })
    };
    Some(Edit { span: Span::new(range.start, range.end), text: new.to_owned() })
}

/// A comment with a blank in place of each command that suppresses findings. `None` if it has no such command.
pub(super) fn without_suppressions(comment: &[u8]) -> Option<Vec<u8>> {
    let (mut rest, mut kept) = (comment, Vec::new());
    while let Some(start) = memmem::find(rest, COMMAND)
        && let Some((before, from)) = rest.split_at_checked(start)
        && let Some(length) = memchr::memchr(b']', from)
    {
        kept.extend_from_slice(before);
        kept.push(b' ');
        rest = from.get(length + 1..).unwrap_or_default();
    }
    (!kept.is_empty()).then(|| [&kept, rest].concat())
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
            (format!("1. e4 {{a{command}b}} e5 *"), "1. e4 {a b} e5 *"),
            (format!("1. e4 {{a{command} b}} e5 *"), "1. e4 {a b} e5 *"),
            (format!("1. e4 {{a {command}b}} e5 *"), "1. e4 {a b} e5 *"),
            (format!("1. e4 {{a{command}}} e5 *"), "1. e4 {a} e5 *"),
            (format!("1. e4 {{a\n{command} b}} e5 *"), "1. e4 {a\nb} e5 *"),
            (format!("1. e4 {{a\n{command}\nb}} e5 *"), "1. e4 {a\nb} e5 *"),
            (format!("1. e4{{{command}}}e5 *"), "1. e4 e5 *"),
            (format!("1. e4 {{{command}}}e5 *"), "1. e4 e5 *"),
            (format!("1. e4{{{command}}} e5 *"), "1. e4 e5 *"),
            (format!("1. e4 ; x\n{{{command}}} e5 *"), "1. e4 ; x\ne5 *"),
            (format!("1. e4\r\n{{{command}}}\r\ne5 *"), "1. e4\r\ne5 *"),
            (format!("1. e4 {{{command}}}\ne5 *"), "1. e4\ne5 *"),
            (format!("[Result \"*\"]\n\n{{{command}}} 1. e4 *"), "[Result \"*\"]\n\n1. e4 *"),
            (format!("[Result \"*\"]\n\n{{{command}}}\n1. e4 *"), "[Result \"*\"]\n\n1. e4 *"),
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
