//! How sources are opened, and what all decoders share.

use std::io::{self, ErrorKind, Read};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::format::Format;
use super::trouble::InputErrorKind;

/// Compressed bytes are read this many at a time.
pub(super) const PACKED_READ: usize = 256 << 10;

/// The most bytes that one call decompresses. A decoder that fails loses what the same call had decompressed.
pub(super) const MOST_UNPACKED: usize = 64 << 10;

/// A range of bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRange {
    /// The offset of the first byte.
    pub offset: u64,
    /// In bytes.
    pub length: u64,
}

impl FileRange {
    /// The offset after the last byte.
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// Where the text of a part begins and ends. A part has the games that begin in its frames: not the end of a game that begins
/// before them, but the end of its last game, which is in the frames after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameSeams {
    /// The offset of the first game in the decompressed text of the file, or 0 if the part counts from its beginning.
    pub text: u64,
    /// How many bytes of text in the frames of the part come before its first game.
    pub before: u64,
    /// How many bytes of text after the frames of the part still belong to it.
    pub after: u64,
}

/// How sources are opened.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// The largest window that a decoder may hold, in bytes; for zstd rounded up to a power of two.
    pub max_window: u64,
    /// Counts the bytes read from the file, before decompression: the position of the progress bar.
    pub bytes_read: Option<Arc<AtomicU64>>,
    /// The part of the file to read, if not all of it. Only for a file that [`Source::open_seekable`] opens.
    ///
    /// [`Source::open_seekable`]: super::Source::open_seekable
    pub range: Option<FileRange>,
    /// Where the text of the part begins and ends in its frames, if the file has frames.
    pub seams: Option<FrameSeams>,
    /// The most frames that are decompressed at once.
    pub decoders: NonZeroUsize,
}

impl Default for OpenOptions {
    fn default() -> Self {
        Self { max_window: 64 << 20, bytes_read: None, range: None, seams: None, decoders: NonZeroUsize::MIN }
    }
}

/// Reads until the buffer is full. Returns the number of bytes read and, if the buffer is not full, the end of the
/// input or the error that stopped the reading.
pub(super) fn fill(input: &mut impl Read, buffer: &mut [u8]) -> (usize, Option<io::Result<()>>) {
    let mut filled = 0;
    while let Some(room) = buffer.get_mut(filled..).filter(|room| !room.is_empty()) {
        match input.read(room) {
            Ok(0) => return (filled, Some(Ok(()))),
            Ok(read) => filled += read.min(room.len()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(Err(error))),
        }
    }
    (filled, None)
}

/// The power of two that holds `window`, within the limits of zstd.
pub(super) fn window_log(window: u64) -> u32 {
    window.checked_next_power_of_two().map_or(31, u64::ilog2).clamp(10, 31)
}

/// Wraps a decoder's error in the [`InputErrorKind`] that it means. Each decoder has errors of its own.
pub(super) fn explain_decoder_error(error: io::Error, format: Format, max_window: u64) -> io::Error {
    // The file itself could not be read: every decoder passes the system's own error on unchanged.
    if error.kind() == ErrorKind::Interrupted || error.raw_os_error().is_some() {
        return error;
    }
    let xz = error.get_ref().and_then(|inner| inner.downcast_ref::<liblzma::stream::Error>());
    let too_large = matches!(xz, Some(liblzma::stream::Error::MemLimit))
        // zstd passes its errors on as text only; a test compares these words with the library's.
        || format == Format::Zstd && error.to_string().contains("too much memory");
    io::Error::other(if too_large {
        InputErrorKind::Window { format, most: max_window }
    } else if error.kind() == ErrorKind::UnexpectedEof {
        InputErrorKind::CutShort(format)
    } else {
        InputErrorKind::Damaged { format, why: error.to_string() }
    })
}
