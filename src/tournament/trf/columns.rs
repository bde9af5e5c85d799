//! Lines of fixed columns, and the place of a column in the text.

use std::borrow::Cow;
use std::ops::Range;

use crate::encoding::Encoding;
use crate::finding::Location;

/// The unit of columns. Writers differ in lines with letters outside ASCII.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ColumnUnit {
    Character,
    Byte,
}

/// A line of the text, without its line end.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnLine<'t> {
    /// From 1.
    pub number: u64,
    /// In bytes from the start of the text.
    pub offset: usize,
    pub bytes: &'t [u8],
}

impl<'t> ColumnLine<'t> {
    /// The lines of a text. A line ends with LF, CR LF or CR.
    pub(super) fn all(text: &'t [u8]) -> Vec<Self> {
        let mut lines = Vec::new();
        let (mut offset, mut number, mut rest) = (0_usize, 1_u64, text);
        while !rest.is_empty() {
            let length = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
            let (bytes, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            lines.push(Self { number, offset, bytes });
            let end = if after.starts_with(b"\r\n") { 2 } else { usize::from(!after.is_empty()) };
            rest = after.get(end..).unwrap_or_default();
            offset = offset.saturating_add(length).saturating_add(end);
            number = number.saturating_add(1);
        }
        lines
    }

    /// The line with one character for each column.
    pub(super) fn columns(&self, unit: ColumnUnit, encoding: Encoding) -> Cow<'t, str> {
        match (unit, std::str::from_utf8(self.bytes)) {
            (_, Ok(text)) if text.is_ascii() => Cow::Borrowed(text),
            (ColumnUnit::Character, Ok(text)) if encoding.is_unicode() => Cow::Borrowed(text),
            (ColumnUnit::Byte, Ok(_)) => self.bytes.iter().map(|byte| char::from(*byte)).collect(),
            _ => Cow::Owned(single_bytes(encoding).decode(self.bytes).into_owned()),
        }
    }

    /// The text of columns that were read in this unit.
    pub(super) fn value(&self, columns: &str, unit: ColumnUnit) -> String {
        let bytes: Option<Vec<u8>> =
            columns.chars().map(|column| u8::try_from(u32::from(column)).ok()).collect();
        match (unit, bytes) {
            (ColumnUnit::Byte, Some(bytes)) if std::str::from_utf8(self.bytes).is_ok() => {
                String::from_utf8_lossy(&bytes).trim().to_owned()
            }
            _ => columns.trim().to_owned(),
        }
    }

    /// The place of some columns, counted from 1, without the blanks around their text.
    pub(super) fn place(&self, columns: Range<usize>, unit: ColumnUnit, encoding: Encoding) -> Location {
        let at = |column: usize| {
            let before = column.saturating_sub(1);
            match (unit, std::str::from_utf8(self.bytes)) {
                (ColumnUnit::Character, Ok(text)) if encoding.is_unicode() && !text.is_ascii() => {
                    text.char_indices().nth(before).map_or(self.bytes.len(), |(at, _)| at)
                }
                _ => before.min(self.bytes.len()),
            }
        };
        let (from, to) = (at(columns.start), at(columns.end));
        let bytes = self.bytes.get(from..to).unwrap_or_default();
        let text = bytes.trim_ascii_start();
        let from = if text.is_empty() { from } else { from.saturating_add(bytes.len() - text.len()) };
        self.place_of_bytes(from, text.trim_ascii_end().len())
    }

    /// The place of the line, without blanks at its end.
    pub(super) fn place_of_text(&self) -> Location {
        self.place_of_bytes(0, self.bytes.trim_ascii_end().len())
    }

    fn place_of_bytes(&self, from: usize, length: usize) -> Location {
        Location {
            offset: self.offset.saturating_add(from) as u64,
            length: length as u64,
            line: self.number,
            column: from.saturating_add(1) as u64,
        }
    }
}

/// The encoding of a line that is not UTF-8: each byte is a character.
fn single_bytes(encoding: Encoding) -> Encoding {
    if encoding.is_unicode() { Encoding::Latin1 } else { encoding }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(text: &[u8]) -> ColumnLine<'_> {
        ColumnLine::all(text)[0]
    }

    #[test]
    fn lines_of_every_end() {
        let lines: Vec<(u64, usize, &[u8])> = ColumnLine::all(b"a\r\nb\n\nc\rd")
            .into_iter()
            .map(|line| (line.number, line.offset, line.bytes))
            .collect();
        assert_eq!(lines, [(1, 0, &b"a"[..]), (2, 3, b"b"), (3, 5, b""), (4, 6, b"c"), (5, 8, b"d")]);
    }

    #[test]
    fn a_place_is_in_bytes_whatever_the_columns_hold() {
        let line = only("001 M\u{fc}ller 5".as_bytes());
        let place = line.place(12..13, ColumnUnit::Character, Encoding::Auto);
        assert_eq!((place.offset, place.length, place.line, place.column), (12, 1, 1, 13));
        let place = line.place(13..14, ColumnUnit::Byte, Encoding::Auto);
        assert_eq!((place.offset, place.column), (12, 13));
        assert_eq!(line.columns(ColumnUnit::Byte, Encoding::Auto).chars().count(), 13);
        assert_eq!(line.value("M\u{c3}\u{bc}ller", ColumnUnit::Byte), "M\u{fc}ller");
        let beyond = line.place(90..99, ColumnUnit::Character, Encoding::Auto);
        assert_eq!((beyond.offset, beyond.length), (13, 0));
    }

    #[test]
    fn blanks_around_a_text_are_not_part_of_its_place() {
        let place = only(b"001    7 x").place(5..9, ColumnUnit::Character, Encoding::Auto);
        assert_eq!((place.offset, place.length), (7, 1));
    }

    #[test]
    fn latin_1_has_a_character_for_each_byte() {
        let line = only(b"M\xfcller");
        assert_eq!(line.columns(ColumnUnit::Character, Encoding::Auto), "M\u{fc}ller");
        assert_eq!(line.place(3..4, ColumnUnit::Character, Encoding::Auto).offset, 2);
    }
}
