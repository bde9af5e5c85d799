//! The text of an open document, and its places as offsets in bytes and as lines and columns.

use std::ops::Range;

use lsp_types::{Position, TextDocumentContentChangeEvent};

use crate::audit::TextChange;

/// The units in which the client counts columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnUnit {
    Utf8,
    Utf16,
}

impl ColumnUnit {
    fn length(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }

    fn length_of(self, text: &str) -> usize {
        match self {
            Self::Utf8 => text.len(),
            Self::Utf16 => text.chars().map(char::len_utf16).sum(),
        }
    }
}

/// The text of a document. A line ends at `\n`, `\r\n` or `\r`.
#[derive(Debug)]
pub(super) struct EditorText {
    text: String,
    /// The offset of the start of each line. The first is 0.
    lines: Vec<usize>,
    unit: ColumnUnit,
}

impl EditorText {
    pub(super) fn new(text: String, unit: ColumnUnit) -> Self {
        let mut lines = vec![0];
        lines.extend(line_starts(&text, 0..text.len()));
        Self { text, lines, unit }
    }

    pub(super) fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    pub(super) fn slice(&self, range: Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }

    /// The offset of a position. A column after the end of the line is its end; one within a character is the start of that.
    pub(super) fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.lines.get(line).copied() else { return self.text.len() };
        let end = self.lines.get(line.saturating_add(1)).copied().unwrap_or(self.text.len());
        let content = self.slice(start..end).trim_end_matches(['\n', '\r']);
        let mut left = position.character as usize;
        let mut offset = start;
        for character in content.chars() {
            let length = self.unit.length(character);
            if length > left {
                break;
            }
            left -= length;
            offset += character.len_utf8();
        }
        offset
    }

    /// The position of an offset. One after the end of the text is the end; one within a character is the start of that.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset);
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let column = self.unit.length_of(self.slice(start..offset));
        Position::new(u32::try_from(line).unwrap_or(u32::MAX), u32::try_from(column).unwrap_or(u32::MAX))
    }

    pub(super) fn range(&self, range: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range::new(self.position(range.start), self.position(range.end))
    }

    pub(super) fn offsets(&self, range: lsp_types::Range) -> Range<usize> {
        let start = self.offset(range.start);
        start..self.offset(range.end).max(start)
    }

    /// The line end that the text uses.
    pub(super) fn line_end(&self) -> &'static str {
        let first = self.slice(0..self.lines.get(1).copied().unwrap_or_default());
        if first.ends_with("\r\n") {
            "\r\n"
        } else if first.ends_with('\r') {
            "\r"
        } else {
            "\n"
        }
    }

    /// Makes a change of the client. One without a range replaces the whole text.
    pub(super) fn apply(&mut self, change: TextDocumentContentChangeEvent) -> TextChange {
        let TextDocumentContentChangeEvent { range, text, .. } = change;
        if let Some(range) = range {
            let range = self.offsets(range);
            return self.replace(range, &text);
        }
        let (range, new) = difference(&self.text, &text);
        self.replace(range, text.get(new).unwrap_or_default())
    }

    fn replace(&mut self, old: Range<usize>, new: &str) -> TextChange {
        let new_end = old.start + new.len();
        self.text.replace_range(old.clone(), new);
        // A line start at an offset depends on the bytes before and after it.
        let first = self.lines.partition_point(|start| *start < old.start.max(1));
        let last = self.lines.partition_point(|start| *start <= old.end).max(first);
        for start in self.lines.iter_mut().skip(last) {
            *start = *start - old.end + new_end;
        }
        let starts = line_starts(&self.text, old.start.saturating_sub(1)..new_end);
        self.lines.splice(first..last, starts);
        TextChange { start: old.start, old_end: old.end, new_end }
    }
}

/// The starts of the lines after the line ends in a range of the text.
fn line_starts(text: &str, range: Range<usize>) -> Vec<usize> {
    let bytes = text.as_bytes();
    let within = bytes.get(range.clone()).unwrap_or_default();
    let ends = memchr::memchr2_iter(b'\n', b'\r', within).map(|at| range.start + at);
    let is_end = |at: &usize| bytes.get(*at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
    ends.filter(is_end).map(|at| at + 1).collect()
}

/// The range of the old text that differs from the new one, and that of the new text.
fn difference(old: &str, new: &str) -> (Range<usize>, Range<usize>) {
    let start = old.bytes().zip(new.bytes()).take_while(|(one, other)| one == other).count();
    let mut start = old.floor_char_boundary(start);
    while !new.is_char_boundary(start) {
        start = old.floor_char_boundary(start.saturating_sub(1));
    }
    let (old_rest, new_rest) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let pairs = old_rest.chars().rev().zip(new_rest.chars().rev());
    let same: usize =
        pairs.take_while(|(one, other)| one == other).map(|(character, _)| character.len_utf8()).sum();
    (start..old.len() - same, start..new.len() - same)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn event(range: lsp_types::Range, text: &str) -> TextDocumentContentChangeEvent {
        TextDocumentContentChangeEvent { range: Some(range), range_length: None, text: text.to_owned() }
    }

    proptest! {
        #[test]
        fn lines_after_changes_are_those_of_the_new_text(
            text in "[aé𝄞\r\n]{0,20}",
            changes in prop::collection::vec((0_u32..6, 0_u32..6, 0_u32..3, 0_u32..6, "[aé𝄞\r\n]{0,4}"), 1..6),
            unit in prop_oneof![Just(ColumnUnit::Utf8), Just(ColumnUnit::Utf16)],
        ) {
            let mut edited = EditorText::new(text, unit);
            for (line, column, lines, columns, new) in changes {
                let range = lsp_types::Range::new(
                    Position::new(line, column),
                    Position::new(line + lines, columns),
                );
                let before = edited.as_str().to_owned();
                let TextChange { start, old_end, new_end } = edited.apply(event(range, &new));
                prop_assert_eq!(&before[..start], &edited.as_str()[..start]);
                prop_assert_eq!(&before[old_end..], &edited.as_str()[new_end..]);
                let anew = EditorText::new(edited.as_str().to_owned(), unit);
                prop_assert_eq!(&edited.lines, &anew.lines, "{:?}", edited.as_str());
                for (offset, _) in edited.as_str().char_indices() {
                    // The place between the two characters of a line end is no position.
                    let is_within_end = edited.as_str()[..offset].ends_with('\r') && edited.as_str()[offset..].starts_with('\n');
                    let back = edited.offset(edited.position(offset));
                    prop_assert!(back == offset || is_within_end && back + 1 == offset);
                }
            }
        }

        #[test]
        fn a_new_text_is_a_change_of_the_old_one(old in "[aé𝄞\n]{0,12}", new in "[aé𝄞\n]{0,12}") {
            let mut edited = EditorText::new(old, ColumnUnit::Utf16);
            edited.apply(TextDocumentContentChangeEvent { range: None, range_length: None, text: new.clone() });
            prop_assert_eq!(edited.as_str(), new.as_str());
        }
    }

    #[test]
    fn columns_are_counted_in_the_units_of_the_client() {
        let text = "é𝄞x\r\nend";
        let place = |unit, offset| EditorText::new(text.to_owned(), unit).position(offset);
        assert_eq!(place(ColumnUnit::Utf8, 6), Position::new(0, 6));
        assert_eq!(place(ColumnUnit::Utf16, 6), Position::new(0, 3));
        assert_eq!(place(ColumnUnit::Utf16, 12), Position::new(1, 3));
        let edited = EditorText::new(text.to_owned(), ColumnUnit::Utf16);
        assert_eq!(edited.offset(Position::new(0, 2)), 2);
        assert_eq!(edited.offset(Position::new(0, 99)), 7);
        assert_eq!(edited.offset(Position::new(9, 0)), text.len());
    }
}
