//! Finds the first certain beginning of a game in a text that may start in the middle of another game.

use memchr::{memchr2, memmem, memrchr2};

use crate::pgn::boundary;

/// This many bytes before a place must be there, because the line before a header is judged too.
pub(super) const BEFORE: usize = 64 << 10;

/// A comment whose end is further away than this was never closed.
pub(super) const LONGEST_COMMENT: usize = 1 << 20;

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Seam {
    /// A game begins at this index.
    At(usize),
    /// More text is needed; the bytes before [`SeamSearch::spare`] are not.
    Unknown,
    /// No game certainly begins in the text, which has ended.
    Nowhere,
}

/// The state of comments at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LastBrace {
    /// The text before is not there, and had any.
    Unknown,
    None,
    Open,
    Closed,
}

/// A search for a header outside comments, in text that arrives in pieces.
///
/// Only the text after its beginning decides, so that the same place is found wherever the text before is not known.
pub(super) struct SeamSearch {
    last: LastBrace,
    /// The index from which the text is searched.
    from: usize,
    /// Whether the first byte of the text begins a line.
    begins_line: bool,
}

impl SeamSearch {
    /// Searches a text of which the beginning is missing. `begins_line` says whether its first byte is taken for the
    /// beginning of a line, which is a guess.
    pub(super) fn anywhere(begins_line: bool) -> Self {
        Self { last: LastBrace::Unknown, from: 0, begins_line }
    }

    /// Searches from `from` on a text whose last brace before that place is known.
    pub(super) fn after(last: Option<u8>, from: usize, begins_line: bool) -> Self {
        let last = match last {
            None => LastBrace::None,
            Some(b'{') => LastBrace::Open,
            Some(_) => LastBrace::Closed,
        };
        Self { last, from, begins_line }
    }

    /// Looks for the first header in the text. `ended` says whether no more text follows.
    ///
    /// The header of a comment does not count, nor one after a comment that was never closed.
    pub(super) fn find(&mut self, text: &[u8], ended: bool) -> Seam {
        // A header that may be cut off by the end of this text is judged with the next piece.
        let end = if ended { text.len() } else { text.len().saturating_sub(boundary::LINE_LOOKAHEAD) };
        let mut judged = self.from;
        for found in memmem::find_iter(text.get(self.from..).unwrap_or_default(), boundary::EVENT_TAG_START) {
            let at = self.from + found;
            if at >= end {
                break;
            }
            self.pass(text.get(judged..at));
            judged = at;
            if self.last == LastBrace::Open || !self.is_header(text, at) {
                continue;
            }
            if self.last != LastBrace::Unknown {
                return Seam::At(at);
            }
            // If the text begins in a comment, the next brace closes it.
            let rest = text.get(at..).unwrap_or_default();
            let near = rest.get(..LONGEST_COMMENT).unwrap_or(rest);
            match memchr2(b'{', b'}', near).and_then(|brace| near.get(brace)) {
                Some(b'{') => return Seam::At(at),
                Some(_) => {}
                None if ended || near.len() == LONGEST_COMMENT => return Seam::At(at),
                None => {
                    self.from = at;
                    return Seam::Unknown;
                }
            }
        }
        if ended {
            return Seam::Nowhere;
        }
        self.pass(text.get(judged..end));
        self.from = end.max(self.from);
        Seam::Unknown
    }

    /// Whether a header is at `at`, and the line before it is there to be judged.
    fn is_header(&self, text: &[u8], at: usize) -> bool {
        let before = text.get(..at.saturating_sub(2)).unwrap_or_default();
        (self.begins_line || memrchr2(b'\n', b'\r', before).is_some())
            && boundary::is_header(text, at)
            && !boundary::may_follow_tags(text, at)
    }

    fn pass(&mut self, text: Option<&[u8]>) {
        match last_brace(text) {
            Some(b'{') => self.last = LastBrace::Open,
            Some(_) => self.last = LastBrace::Closed,
            None => {}
        }
    }

    /// How many first bytes of the text are not needed any more. The search goes on in the text without them.
    pub(super) fn drop_front(&mut self) -> usize {
        let spare = self.from.saturating_sub(BEFORE);
        self.from -= spare;
        self.begins_line &= spare == 0;
        spare
    }
}

/// The last brace of a text.
pub(super) fn last_brace(text: Option<&[u8]>) -> Option<u8> {
    let text = text?;
    memrchr2(b'{', b'}', text).and_then(|at| text.get(at)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index at which `|` is in a text, and the one found without it.
    fn expect(marked: &str, begins_line: bool) {
        let text = marked.replace('|', "");
        let expected = marked.find('|').map_or(Seam::Nowhere, Seam::At);
        let found = SeamSearch::anywhere(begins_line).find(text.as_bytes(), true);
        assert_eq!(found, expected, "{marked}");
        // The same in pieces of one byte more each time.
        let mut search = SeamSearch::anywhere(begins_line);
        let found = (0..=text.len()).map(|end| search.find(&text.as_bytes()[..end], end == text.len()));
        assert_eq!(found.last(), Some(expected), "{marked}");
    }

    #[test]
    fn the_first_header_outside_comments_is_found() {
        expect("d4\ne4 e5 *\n\n|[Event \"a\"]\n\n1. e4 {x} *\n\n[Event \"b\"]\n", false);
        expect("d4\ne4 e5 *\n\n|[Event \"a\"]\n\n1. e4 *\n", false);
        expect("d4\nx } e5 *\n\n|[Event \"a\"]\n\n1. e4 {x} *\n", false);
        // The text begins in a comment that quotes a game.
        expect("see\n\n[Event \"a\"]\n\n1. e4 } *\n\n|[Event \"b\"]\n", false);
        expect("{ see\n\n[Event \"a\"]\n\n} *\n\n|[Event \"b\"]\n", false);
    }

    #[test]
    fn the_line_before_a_header_must_be_there() {
        let text = "|[Event \"a\"]\n\n*\n\n[Event \"b\"]\n\n*\n";
        expect(text, true);
        let at_second = text.replace('|', "").replace("[Event \"b", "|[Event \"b");
        expect(&at_second, false);
        expect("e4 *\n[Event \"a\"]\n\n*\n\n|[Event \"b\"]\n", false);
        expect("[White \"x\"]\n[Event \"a\"]\n\n*\n\n|[Event \"b\"]\n", false);
        expect("e4 e5", false);
    }
}
