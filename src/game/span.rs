//! Byte ranges in a chunk.

use std::ops::Range;

/// A range of bytes of a chunk. Chunks are far smaller than 4 GiB, so 32 bits hold every offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    pub start: u32,
    /// Exclusive.
    pub end: u32,
}

impl Span {
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // see the type
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    #[inline]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    #[inline]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.range()).unwrap_or_default()
    }
}
