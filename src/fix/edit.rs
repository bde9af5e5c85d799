//! Edits of a text.

use memchr::{memchr, memrchr};

use crate::game::Span;

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    /// In bytes of the text. Empty if something is inserted.
    pub span: Span,
    /// The new text, in UTF-8.
    pub text: String,
}

/// The text with the edits, which are in order and do not overlap. An edit that begins before the end of the one before it is
/// left out.
pub(crate) fn splice(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    let more = edits.iter().map(|edit| edit.text.len()).sum::<usize>();
    let mut edited = Vec::with_capacity(text.len() + more);
    let mut copied = 0;
    for Edit { span, text: new } in edits {
        let range = span.range();
        let Some(before) = text.get(copied..range.start) else { continue };
        edited.extend_from_slice(before);
        edited.extend_from_slice(new.as_bytes());
        copied = range.end;
    }
    edited.extend_from_slice(text.get(copied..).unwrap_or_default());
    edited
}

/// The line end that the text uses at a place. Text whose lines end in a carriage return alone is read as if they ended in
/// a line feed.
pub(super) fn line_end(text: &[u8], at: usize) -> &'static str {
    let next = memchr(b'\n', text.get(at..).unwrap_or_default()).map(|end| at + end);
    let end = next.or_else(|| memrchr(b'\n', text.get(..at).unwrap_or_default()));
    let is_dos =
        end.and_then(|end| end.checked_sub(1)).is_some_and(|before| text.get(before) == Some(&b'\r'));
    if is_dos { "\r\n" } else { "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_end_is_that_of_the_line() {
        let text = b"a\r\nb\nc";
        assert_eq!([0, 1, 3, 6].map(|at| line_end(text, at)), ["\r\n", "\r\n", "\n", "\n"]);
        assert_eq!([line_end(b"a\r\nb", 3), line_end(b"", 0)], ["\r\n", "\n"]);
    }

    #[test]
    fn edits_replace_insert_and_delete() {
        let edit = |start, end, text: &str| Edit { span: Span::new(start, end), text: text.to_owned() };
        let text = b"1. e2-e4 e5 2. 0-0";
        assert_eq!(splice(text, &[]), text);
        assert_eq!(splice(text, &[edit(3, 8, "e4"), edit(15, 18, "O-O")]), b"1. e4 e5 2. O-O");
        assert_eq!(splice(text, &[edit(0, 0, "{x} "), edit(11, 18, "")]), b"{x} 1. e2-e4 e5");
        // The second begins within the first.
        assert_eq!(splice(text, &[edit(3, 8, "e4"), edit(5, 6, "x")]), b"1. e4 e5 2. 0-0");
        assert_eq!(splice(text, &[edit(18, 18, " *")]), b"1. e2-e4 e5 2. 0-0 *");
    }
}
