//! The piece of a game's text that a finding is shown in.
//!
//! miette counts lines from the first byte of its source, anew for each finding. It is therefore given a single line, cut to
//! the width, that states its own line and column.

use memchr::{memchr, memrchr};
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::encoding::{DecodedChar, Encoding};
use crate::finding::Location;

use super::Charset;
use super::text::is_unsafe;

/// A line, or as much of it as fits, with the span marked.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    name: String,
    pub(super) text: String,
    /// From 0, as miette counts.
    line: usize,
    /// The column of the span in its line, from 0, in bytes.
    column: usize,
    /// The span, in bytes of `text`.
    pub(super) marked: SourceSpan,
}

/// The encoding of the text, and the characters that the output can show.
#[derive(Clone, Copy)]
pub(super) struct ShownIn {
    pub(super) encoding: Encoding,
    pub(super) charset: Charset,
}

/// A character of the line as it is shown.
#[derive(Clone, Copy)]
struct ShownChar {
    /// Its offset in the decoded bytes.
    at: usize,
    shown: char,
}

impl Excerpt {
    /// The line of `source` that `span` begins on, cut to `room` characters. `source` begins at the offset `base`. `None` if
    /// the span begins outside `source`.
    pub(super) fn cut(
        name: String,
        source: &[u8],
        base: u64,
        span: Location,
        room: usize,
        shown_in: ShownIn,
    ) -> Option<Self> {
        let start = usize::try_from(span.offset.checked_sub(base)?).ok()?;
        let (before, after) = source.split_at_checked(start)?;
        if source.is_empty() {
            return None;
        }
        let before = before.get(memrchr(b'\n', before).map_or(0, |at| at + 1)..)?;
        let after = after.get(..memchr(b'\n', after).unwrap_or(after.len()))?;
        let after = after.strip_suffix(b"\r").unwrap_or(after);
        let length = usize::try_from(span.length).unwrap_or(usize::MAX).min(after.len());

        // A line may be megabytes long. Only the bytes that can be shown are decoded: at most four for each character.
        let reach = room.saturating_add(1).saturating_mul(4);
        let mut from = before.len().saturating_sub(reach);
        while from > 0 && from < before.len() && before.get(from).is_some_and(|byte| byte & 0xc0 == 0x80) {
            from += 1;
        }
        let near = before.get(from..)?;
        let far = after.get(..after.len().min(reach)).unwrap_or(after);
        let left = shown_chars(near, shown_in);
        let right = shown_chars(far, shown_in);
        let marked = right.iter().take_while(|cell| cell.at < length).count();

        let line =
            Decoded { left: &left, right: &right, begins_before: from > 0, goes_on: far.len() < after.len() };
        let LineCut { skip, keep } = line.cut(room, marked);
        let ellipsis = match shown_in.charset {
            Charset::Unicode => "…",
            Charset::Ascii => "...",
        };
        let mut text = String::new();
        if skip > 0 || from > 0 {
            text.push_str(ellipsis);
            text.push(' ');
        }
        text.extend(left.iter().skip(skip).map(|cell| cell.shown));
        let mark = text.len();
        text.extend(right.iter().take(marked.min(keep)).map(|cell| cell.shown));
        let end = text.len();
        text.extend(right.iter().take(keep).skip(marked).map(|cell| cell.shown));
        if keep < right.len() || far.len() < after.len() {
            text.push(' ');
            text.push_str(ellipsis);
        }
        Some(Self {
            name,
            text,
            line: usize::try_from(span.line.saturating_sub(1)).ok()?,
            column: usize::try_from(span.column.saturating_sub(1)).ok()?,
            marked: SourceSpan::from((mark, end - mark)),
        })
    }

    /// The text before and after the span.
    pub(super) fn around_mark(&self) -> (&str, &str) {
        let (from, to) = (self.marked.offset(), self.marked.offset() + self.marked.len());
        (self.text.get(..from).unwrap_or_default(), self.text.get(to..).unwrap_or_default())
    }

    pub(super) fn marked_text(&self) -> &str {
        let from = self.marked.offset();
        self.text.get(from..from + self.marked.len()).unwrap_or_default()
    }
}

/// The decoded characters of a line, on either side of the beginning of the span.
struct Decoded<'c> {
    left: &'c [ShownChar],
    right: &'c [ShownChar],
    /// Whether the line has more text before `left`.
    begins_before: bool,
    /// Whether the line has more text after `right`.
    goes_on: bool,
}

struct LineCut {
    /// The number of characters left out on the left.
    skip: usize,
    /// The number of characters kept on the right.
    keep: usize,
}

impl Decoded<'_> {
    /// Cuts the line to `room` characters, between words if possible. The span is the first `marked` characters on the
    /// right.
    fn cut(&self, room: usize, marked: usize) -> LineCut {
        let Self { left, right, begins_before, goes_on } = *self;
        if left.len() + right.len() <= room && !begins_before && !goes_on {
            return LineCut { skip: 0, keep: right.len() };
        }
        // An ellipsis of up to three dots and a space at either end.
        let room = room.saturating_sub(8).max(8);
        let marked = marked.min(room);
        let spare = room - marked;
        let rest = right.len().saturating_sub(marked);
        let on_left = left.len().min((spare / 2).max(spare.saturating_sub(rest)));
        let on_right = rest.min(spare - on_left);
        let blank = |cell: &ShownChar| cell.shown == ' ';
        let mut skip = left.len() - on_left;
        if skip > 0 || begins_before {
            // Skip to the next word.
            skip += left.iter().skip(skip).position(blank).map_or(0, |blanks| blanks + 1);
        }
        let mut keep = marked + on_right;
        if keep < right.len() && marked < keep {
            // Go back to the end of the last whole word.
            let whole = right
                .get(marked..=keep)
                .and_then(|cells| cells.iter().rposition(blank))
                .unwrap_or(keep - marked);
            keep = marked + whole;
        }
        LineCut { skip, keep }
    }
}

/// Decodes a piece of a line, and replaces the characters that could act on a terminal.
fn shown_chars(bytes: &[u8], ShownIn { encoding, charset }: ShownIn) -> Vec<ShownChar> {
    let mut chars = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for DecodedChar { character: shown, length } in encoding.letters(bytes) {
        let shown = match (shown, charset) {
            ('\t', _) => ' ',
            (c, Charset::Unicode) if is_unsafe(c) => '\u{fffd}',
            (c, Charset::Ascii) if is_unsafe(c) || !c.is_ascii() => '?',
            (c, _) => c,
        };
        chars.push(ShownChar { at, shown });
        at += length;
    }
    chars
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            self.text.as_bytes(),
            SourceSpan::from((0, self.text.len())),
            self.line,
            self.column,
            1,
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: ShownIn = ShownIn { encoding: Encoding::Auto, charset: Charset::Unicode };

    fn cut(source: &[u8], offset: u64, length: u64, room: usize) -> (String, String) {
        let span = Location { offset, length, line: 1, column: 1 };
        let excerpt = Excerpt::cut("f".into(), source, 0, span, room, PLAIN).unwrap();
        let start = excerpt.marked.offset();
        let marked = excerpt.text[start..start + excerpt.marked.len()].to_owned();
        (excerpt.text, marked)
    }

    #[test]
    fn a_short_line_is_shown_whole() {
        assert_eq!(cut(b"[A \"b\"]\n\n1. e4 e5\r\n2. Nf3", 12, 2, 40), ("1. e4 e5".into(), "e4".into()));
    }

    #[test]
    fn a_long_line_is_cut_at_words_on_both_sides() {
        let line: String = (1..200).flat_map(|n| [n.to_string(), ". Nf3 Nf6 ".to_owned()]).collect();
        let at = line.find("100. ").unwrap();
        let (text, marked) = cut(line.as_bytes(), at as u64 + 5, 3, 50);
        assert_eq!(marked, "Nf3");
        assert_eq!(text, "… 99. Nf3 Nf6 100. Nf3 Nf6 101. Nf3 Nf6 …");
        assert!(text.chars().count() <= 50);
        let (text, _) = cut(line.as_bytes(), 3, 3, 50);
        assert!(text.starts_with("1. Nf3") && text.ends_with(" …"), "{text}");
        let (text, _) = cut(line.as_bytes(), line.len() as u64 - 4, 3, 50);
        assert!(text.starts_with("… ") && text.ends_with("199. Nf3 Nf6 "), "{text}");
    }

    #[test]
    fn a_span_longer_than_the_room_is_cut() {
        let (text, marked) = cut(&[b'x'; 500], 0, 500, 30);
        assert_eq!(text.chars().count(), 24);
        assert_eq!(marked.chars().count(), 22);
    }

    #[test]
    fn a_span_may_be_at_the_end_of_the_text_but_not_beyond() {
        assert_eq!(cut(b"1. e4", 5, 0, 40), ("1. e4".into(), String::new()));
        let beyond = Location { offset: 6, length: 1, line: 1, column: 7 };
        assert_eq!(Excerpt::cut("f".into(), b"1. e4", 0, beyond, 40, PLAIN), None);
        assert_eq!(Excerpt::cut("f".into(), b"1. e4", 9, beyond, 40, PLAIN), None);
    }

    #[test]
    fn latin_1_is_decoded_and_escapes_are_replaced() {
        assert_eq!(
            cut(b"{M\xfcller \x1b[2J} e4", 14, 2, 60),
            ("{Müller \u{fffd}[2J} e4".into(), "e4".into())
        );
    }
}
