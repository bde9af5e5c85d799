//! Places in a chunk, told as places in its file.

use std::cell::Cell;

use crate::arbiter::Locate;
use crate::finding::Location;
use crate::game::Span;
use crate::input::Chunk;

/// In bytes. Of the text of a game so much is kept with its report, from its beginning: a copy of more, for the few lines that are
/// quoted of it, is memory for nothing.
const MOST_QUOTED: usize = 512 << 10;

/// Places in a chunk: lines are counted on from the last place asked for, and from the chunk's start.
pub(crate) struct Places<'c> {
    chunk: &'c Chunk,
    counted: Cell<LinesBefore>,
    /// Much of a long line is not looked through twice.
    line: Cell<LineStart>,
}

/// The last place asked for, and the line ends before it.
#[derive(Clone, Copy)]
struct LinesBefore {
    index: usize,
    lines: u64,
}

/// The last place asked for, and where its line starts in the unpacked text.
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

    /// The chunk's text.
    pub(crate) fn text(&self) -> &'c [u8] {
        &self.chunk.bytes
    }

    /// The text of a game, for reports that quote it: as far as its places are those of the unpacked text, and no more of
    /// it than [`MOST_QUOTED`].
    pub(crate) fn quoted(&self, game: Span) -> &'c [u8] {
        let (start, end) = (game.start as usize, game.end as usize);
        let end = end.min(self.chunk.unbroken_to(start)).min(start.saturating_add(MOST_QUOTED));
        self.chunk.bytes.get(start..end).unwrap_or_default()
    }

    /// Where the chunk begins in the unpacked text.
    pub(crate) fn offset(&self) -> u64 {
        self.chunk.offset
    }

    /// Whether the chunk begins with a line.
    pub(crate) fn begins_line(&self) -> bool {
        self.chunk.line_before == 0
    }

    /// The line ends before a place.
    pub(crate) fn lines_before(&self, index: usize) -> u64 {
        let LinesBefore { index: from, lines } = self.counted.get();
        let newlines = |from: usize, to: usize| {
            let kept = memchr::memchr_iter(b'\n', self.chunk.bytes.get(from..to)?).count() as u64;
            Some(kept + self.newlines_dropped(from, to))
        };
        // A game is asked for after its findings, so a little behind the last place as often as ahead of it.
        let lines = match (newlines(from, index), newlines(index, from)) {
            (Some(between), _) => lines + between,
            (None, Some(between)) => lines.saturating_sub(between),
            (None, None) => self.chunk.newlines_before(index),
        };
        self.counted.set(LinesBefore { index, lines });
        lines
    }

    /// The line ends dropped between two places, the later behind the earlier.
    fn newlines_dropped(&self, from: usize, to: usize) -> u64 {
        let dropped_before = |index| self.chunk.newlines_dropped_before(index);
        dropped_before(to).saturating_sub(dropped_before(from))
    }

    /// Where the line of a place starts in the unpacked text.
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
    fn locate(&self, span: Span) -> Location {
        let (start, end) = (span.start as usize, span.end as usize);
        let offset = self.chunk.true_offset(start);
        // A mark of the text behind a gap still spans what is left of it.
        let length = self.chunk.true_offset(end).saturating_sub(offset);
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
    use crate::input::chunks::Gap;

    prop_compose! {
        /// A text of short lines of which some was dropped: so many bytes, line ends among them, at each place.
        fn chunk()(
            text in "[a\n]{0,40}",
            dropped in prop::collection::btree_map(0_usize..40, (0_u64..3, 0_u64..4), 0..5),
        ) -> Chunk {
            let mut gaps = Vec::new();
            let mut before = Gap::default();
            for (at, (newlines, letters)) in dropped.into_iter().filter(|&(at, _)| at <= text.len()) {
                let all = newlines + letters;
                before = Gap {
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
        fn what_is_quoted_stands_where_its_places_say(chunk in chunk(), from in 0_usize..45, length in 0_usize..45) {
            let (places, to) = (Places::new(&chunk), (from + length).min(chunk.bytes.len()));
            let quoted = places.quoted(Span::new(from, to));
            prop_assert_eq!(quoted, chunk.bytes.get(from..from + quoted.len()).unwrap_or_default());
            let place = |index: usize| chunk.true_offset(index) - chunk.true_offset(from);
            for at in 0..quoted.len() {
                prop_assert_eq!(place(from + at), at as u64);
            }
            // What comes next is of another game, or text was dropped before it.
            let next = from + quoted.len();
            prop_assert!(next >= to || chunk.gaps.iter().any(|gap| gap.at == next), "{} of {}..{}", next, from, to);
        }

        #[test]
        fn what_is_counted_on_is_what_is_counted_from_the_start(
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
