//! Plain files read from several threads at once: each reads a block of its own, by its place.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::text::Text;

/// Whether this system reads files by place.
pub(super) const BY_PLACE: bool = cfg!(any(unix, windows));

/// What is left free before a block at the least, in bytes: room for what stood behind the cut of the chunk before it.
const ROOM: usize = 16 << 10;

/// What is read of a file begins at a multiple of this, in bytes, as do the pages it is copied from. Sixteen bytes behind one, where large
/// buffers begin, the copying takes 1.4 times as long.
pub(super) const PAGE: usize = 4 << 10;

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, into, at)
}

#[cfg(windows)]
fn read_at(file: &File, into: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, into, at)
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(ErrorKind::Unsupported.into())
}

/// A plain file, read on from a place in it.
pub(super) struct Placed {
    file: Arc<File>,
    at: u64,
    size: u64,
    taken: Option<Arc<AtomicU64>>,
}

impl Placed {
    /// A file of `size` bytes from `at` on.
    pub(super) fn new(file: Arc<File>, at: u64, size: u64, taken: Option<Arc<AtomicU64>>) -> Self {
        Self { file, at, size, taken }
    }

    /// Whether the file goes on there.
    pub(super) fn has_block(&self, at: u64) -> bool {
        at < self.size
    }

    /// The block of so many bytes from `at` on, to be read into this buffer; the buffer, behind the end.
    pub(super) fn block(&self, at: u64, length: usize, buffer: Vec<u8>) -> Result<Unread, Vec<u8>> {
        if !self.has_block(at) {
            return Err(buffer);
        }
        Ok(Unread { file: Arc::clone(&self.file), at, length, buffer })
    }

    /// Goes on behind so many bytes that were read as a block.
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at += bytes as u64;
        if let Some(taken) = &self.taken {
            taken.fetch_add(bytes as u64, Ordering::Relaxed);
        }
    }
}

impl Read for Placed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.file, into, self.at)?;
        self.pass(read);
        Ok(read)
    }
}

/// So much of a buffer is filled between two looks at the time, in bytes: some ten microseconds.
const PIECE: usize = 16 << 10;

/// How long a buffer is in which a block of so many bytes has room, wherever it begins.
fn longest(length: usize) -> usize {
    ROOM + PAGE + length
}

/// A new buffer in which a block of so many bytes has room, filled as far as there was time.
pub(super) fn filled_while(length: usize, has_time: impl Fn() -> bool) -> Vec<u8> {
    let longest = longest(length);
    let mut buffer = Vec::with_capacity(longest);
    while buffer.len() < longest && has_time() {
        buffer.resize(longest.min(buffer.len() + PIECE), 0);
    }
    buffer
}

/// The buffer, or a longer one, in which a block of so many bytes has room.
pub(super) fn with_room_for(length: usize, mut buffer: Vec<u8>) -> Vec<u8> {
    let longest = longest(length);
    if buffer.capacity() < longest {
        buffer = Vec::with_capacity(longest);
    }
    // Filled here: where the system has to find a page for what it copies, all threads that ask for memory wait.
    if buffer.len() < longest {
        buffer.resize(longest, 0);
    }
    buffer
}

/// A part of a file yet to be read, by whichever thread has it.
pub struct Unread {
    file: Arc<File>,
    at: u64,
    length: usize,
    buffer: Vec<u8>,
}

impl Unread {
    /// Reads it. Where it cannot be read to its end, what came before is there: whoever takes it reads on, and is told.
    pub fn read(self) -> Block {
        let Self { file, at, length, buffer } = self;
        let mut buffer = with_room_for(length, buffer);
        let from = ROOM + buffer.as_ptr().wrapping_add(ROOM).align_offset(PAGE).min(PAGE);
        let mut filled = 0;
        while let Some(room) = buffer.get_mut(from + filled..from + length).filter(|room| !room.is_empty()) {
            match read_at(&file, room, at + filled as u64) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => break,
                Ok(read) => filled += read.min(room.len()),
            }
        }
        Block { at, buffer, from, filled }
    }
}

/// A part of a file that was read, with room before it.
pub struct Block {
    /// The place of its first byte.
    pub(super) at: u64,
    buffer: Vec<u8>,
    /// Where in the buffer it begins.
    from: usize,
    /// How much was read.
    pub(super) filled: usize,
}

impl Block {
    /// What was read, `front` before it; the buffer, where that is too long for the room.
    pub(super) fn behind(mut self, front: &[u8]) -> Result<Text, Vec<u8>> {
        let from = self.from.saturating_sub(front.len());
        match self.buffer.get_mut(from..self.from).filter(|room| room.len() == front.len()) {
            Some(room) => room.copy_from_slice(front),
            None => return Err(self.buffer),
        }
        Ok(Text::within(self.buffer, from))
    }

    /// Its buffer, for something else.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}
