//! Places in a chunk, told as places in its file.

use std::cell::Cell;

use crate::arbiter::Locate;
use crate::finding::Location;
use crate::input::Chunk;
use crate::record::Span;

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
    pub fn new(chunk: &'c Chunk) -> Self {
        Self {
            chunk,
            counted: Cell::new(LinesBefore { index: 0, lines: 0 }),
            line: Cell::new(LineStart { index: usize::MAX, start: 0 }),
        }
    }

    /// The chunk's text.
    pub fn text(&self) -> &'c [u8] {
        &self.chunk.bytes
    }

    /// Where the chunk begins in the unpacked text.
    pub fn offset(&self) -> u64 {
        self.chunk.offset
    }

    /// The line ends before a place.
    pub fn lines_before(&self, index: usize) -> u64 {
        if !self.chunk.gaps.is_empty() {
            return self.chunk.newlines_before(index);
        }
        let LinesBefore { index: from, lines } = self.counted.get();
        let newlines = |from: usize, to: usize| {
            self.chunk.bytes.get(from..to).map(|text| memchr::memchr_iter(b'\n', text).count() as u64)
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

    /// Where the line of a place starts in the unpacked text.
    fn line_start(&self, index: usize) -> u64 {
        let LineStart { index: from, start } = self.line.get();
        let between = self.chunk.bytes.get(from..index);
        let same_line =
            self.chunk.gaps.is_empty() && between.is_some_and(|text| memchr::memchr(b'\n', text).is_none());
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
