//! Edits of a text.

use crate::game::Span;

/// A change of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    /// In bytes of the text. Empty if something is inserted.
    pub span: Span,
    /// The new text, in UTF-8.
    pub text: String,
}

#[cfg(test)]
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

#[cfg(test)]
mod tests {
    use super::*;

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
