//! The text of a chunk in a buffer that is used again.

use std::ops::{Deref, DerefMut};

use super::block::{filled_while, with_room_for};

/// Bytes that stand in a buffer from some place on: what was left of the chunk before could so be put in front of what
/// was read without moving it. What lies behind them stays, so that it need not be filled with zeros again.
#[derive(Clone, Debug, Default)]
pub struct Text {
    buffer: Vec<u8>,
    from: usize,
    /// Where they end.
    to: usize,
}

impl Text {
    /// With its own buffer, or a new one, in which a block of a file of so many bytes has room, filled to its end.
    #[must_use]
    pub fn with_room_for_block(self, length: usize) -> Self {
        with_room_for(length, self.into_buffer()).into()
    }

    /// With a new buffer for [`Self::with_room_for_block`], filled piece by piece as long as there is time.
    pub fn for_block_while(length: usize, has_time: impl Fn() -> bool) -> Self {
        filled_while(length, has_time).into()
    }

    /// What stands in the buffer from this place on.
    pub(super) fn within(buffer: Vec<u8>, from: usize) -> Self {
        Self { from, ..Self::from(buffer) }
    }

    /// Makes it at least so long, and lets it begin where its buffer does. What is added does not matter.
    pub(super) fn lengthen(&mut self, length: usize) {
        let held = self.len();
        self.move_up(0, held);
        self.buffer.reserve_exact(length.saturating_sub(self.buffer.len()));
        self.buffer.resize(length.max(self.buffer.len()), 0);
        self.to = self.buffer.len();
    }

    /// Leaves off what is behind so many bytes; it stays in the buffer.
    pub(super) fn truncate(&mut self, length: usize) {
        self.to = self.to.min(self.from + length);
    }

    /// Leaves off what is behind so many bytes of the buffer, and gives back what memory a longer one took. It stays where
    /// it is.
    pub(super) fn shorten(&mut self, length: usize) {
        if self.buffer.capacity() > length {
            self.buffer.truncate(length);
            self.buffer.shrink_to(length);
            self.to = self.buffer.len();
        }
    }

    /// Moves so many bytes from this place on to the front of the buffer, and begins there.
    pub(super) fn move_up(&mut self, at: usize, length: usize) {
        let start = (self.from + at).min(self.buffer.len());
        let end = (start + length).min(self.buffer.len());
        self.buffer.copy_within(start..end, 0);
        (self.from, self.to) = (0, self.buffer.len());
    }

    /// The buffer, with whatever is in it.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// How much memory it takes, in bytes.
    pub fn capacity(&self) -> usize {
        self.buffer.capacity()
    }
}

impl From<Vec<u8>> for Text {
    fn from(buffer: Vec<u8>) -> Self {
        Self { from: 0, to: buffer.len(), buffer }
    }
}

impl Deref for Text {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.buffer.get(self.from..self.to).unwrap_or_default()
    }
}

impl DerefMut for Text {
    fn deref_mut(&mut self) -> &mut [u8] {
        self.buffer.get_mut(self.from..self.to).unwrap_or_default()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Text {}
