//! Converts places in a chunk into places in its file.

use std::cell::Cell;

use crate::arbiter::Locate;
use crate::finding::Location;
use crate::game::Span;
use crate::input::Chunk;

/// The greatest length in bytes of the text that a report keeps of a game. Reports quote only a few lines.
const MOST_QUOTED: usize = 512 << 10;

/// The places of a chunk. Lines are counted from the last place, because places are usually near each other.
pub(crate) struct Places<'c> {
    chunk: &'c Chunk,
    counted: Cell<LinesBefore>,
    /// Avoids a second search through a long line.
    line: Cell<LineStart>,
}

/// The last place, and the number of line ends before it.
#[derive(Clone, Copy)]
struct LinesBefore {
    index: usize,
    lines: u64,
}

/// The last place, and the offset of the start of its line in the decompressed text.
#[derive(Clone, Copy)]
struct LineStart {
    index: usize,
    start: u64,
}

impl<'c> Places<'c> {
    pub(crate) fn new(chunk: &'c Chunk) -> Self {
        Self {
            chunk,
            counted: Cell::new(LinesBefore { index: 0, lines: chunk.newlines_dropped_before(0) }),
            line: Cell::new(LineStart { index: usize::MAX, start: 0 }),
        }
    }

    pub(crate) fn text(&self) -> &'c [u8] {
        &self.chunk.bytes
    }

    /// The text of a game for its report: up to the first gap in the text, and at most [`MOST_QUOTED`] bytes.
    pub(crate) fn quoted(&self, game: Span) -> &'c [u8] {
        let (start, end) = (game.start as usize, game.end as usize);
        let end = end.min(self.chunk.next_gap(start)).min(start.saturating_add(MOST_QUOTED));
        self.chunk.bytes.get(start..end).unwrap_or_default()
    }

    /// The offset of the chunk in the decompressed text.
    pub(crate) fn offset(&self) -> u64 {
        self.chunk.offset
    }

    /// Whether the lines of the source end with a carriage return alone. Those of the text end with a line feed.
    pub(crate) fn ends_lines_by_return(&self) -> bool {
        self.chunk.ends_lines_by_return
    }

    /// Whether the chunk starts at the start of a line.
    pub(crate) fn begins_line(&self) -> bool {
        self.chunk.line_bytes_before == 0
    }

    /// The number of line ends before a place.
    pub(crate) fn lines_before(&self, index: usize) -> u64 {
        let LinesBefore { index: from, lines } = self.counted.get();
        let newlines = |from: usize, to: usize| {
            let kept = memchr::memchr_iter(b'\n', self.chunk.bytes.get(from..to)?).count() as u64;
            Some(kept + self.newlines_dropped(from, to))
        };
        // The game itself is located after its findings, so the place may also be before the last one.
        let lines = match (newlines(from, index), newlines(index, from)) {
            (Some(between), _) => lines + between,
            (None, Some(between)) => lines.saturating_sub(between),
            (None, None) => self.chunk.newlines_before(index),
        };
        self.counted.set(LinesBefore { index, lines });
        lines
    }

    /// The number of line ends in gaps of the text between two places.
    fn newlines_dropped(&self, from: usize, to: usize) -> u64 {
        let dropped_before = |index| self.chunk.newlines_dropped_before(index);
        dropped_before(to).saturating_sub(dropped_before(from))
    }

    /// The offset of the start of a place's line in the decompressed text.
    fn line_start(&self, index: usize) -> u64 {
        let LineStart { index: from, start } = self.line.get();
        let between = self.chunk.bytes.get(from..index);
        let same_line = between.is_some_and(|text| memchr::memchr(b'\n', text).is_none())
            && self.newlines_dropped(from, index) == 0;
        let start = if same_line { start } else { self.chunk.line_start(index) };
        self.line.set(LineStart { index, start });
        start
    }
}

impl Locate for Places<'_> {
    fn is_followed(&self) -> bool {
        !self.chunk.is_last
    }

    fn locate(&self, span: Span) -> Location {
        let (start, end) = (span.start as usize, span.end as usize);
        let offset = self.chunk.source_offset(start);
        // A span across a gap includes the dropped bytes.
        let length = self.chunk.source_offset(end).saturating_sub(offset);
        Location {
            offset,
            length,
            line: self.lines_before(start) + 1,
            column: offset.saturating_sub(self.line_start(start)) + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::input::chunks::DroppedText;

    prop_compose! {
        /// A text of short lines with gaps.
        fn chunk()(
            text in "[a\n]{0,40}",
            dropped in prop::collection::btree_map(0_usize..40, (0_u64..3, 0_u64..4), 0..5),
        ) -> Chunk {
            let mut gaps = Vec::new();
            let mut before = DroppedText::default();
            for (at, (newlines, letters)) in dropped.into_iter().filter(|&(at, _)| at <= text.len()) {
                let all = newlines + letters;
                before = DroppedText {
                    at,
                    dropped: before.dropped + all,
                    newlines: before.newlines + newlines,
                    since_newline: letters,
                };
                gaps.push(before);
            }
            Chunk { bytes: text.into_bytes(), offset: 7, gaps, ..Chunk::default() }
        }
    }

    proptest! {
        #[test]
        fn quoted_text_is_contiguous(chunk in chunk(), from in 0_usize..45, length in 0_usize..45) {
            let (places, to) = (Places::new(&chunk), (from + length).min(chunk.bytes.len()));
            let quoted = places.quoted(Span::new(from, to));
            prop_assert_eq!(quoted, chunk.bytes.get(from..from + quoted.len()).unwrap_or_default());
            let place = |index: usize| chunk.source_offset(index) - chunk.source_offset(from);
            for at in 0..quoted.len() {
                prop_assert_eq!(place(from + at), at as u64);
            }
            // The quotation ends at the end of the game or at a gap.
            let next = from + quoted.len();
            prop_assert!(next >= to || chunk.gaps.iter().any(|gap| gap.at == next), "{} of {}..{}", next, from, to);
        }

        #[test]
        fn lines_are_counted_as_from_the_start(
            chunk in chunk(),
            asked in prop::collection::vec(0_usize..45, 1..20),
        ) {
            let places = Places::new(&chunk);
            for index in asked {
                prop_assert_eq!(places.lines_before(index), chunk.newlines_before(index), "{}", index);
                prop_assert_eq!(places.line_start(index), chunk.line_start(index), "{}", index);
            }
        }
    }
}
