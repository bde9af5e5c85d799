//! Finds the frames of a file by their headers.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use memchr::memmem;

use super::super::format::Format;
use super::super::opening::fill;

/// How many first bytes of a frame decide its kind and its size, except for the sizes of its blocks.
pub(in super::super) const FRAME_HEAD: usize = 64;

/// Headers are read in pieces of this many bytes, because short frames are near each other.
const PIECE: usize = 4 << 10;

/// A search reads this many bytes at once, but fewer at first, because the next frame is often near.
const SEARCHED: usize = 1 << 20;
const FIRST_SEARCHED: usize = 64 << 10;

/// Frames that together are shorter than this many bytes are decompressed by one thread, one after the other.
const SHORT_RUN: u64 = 256 << 10;

/// The most text that a decoder holds ahead of the reader, in bytes.
pub(super) const MOST_AHEAD: u64 = 8 << 20;

/// The end of a frame that may unpack to more than this many bytes is not looked for: its decoder would be too far ahead of
/// the reader to start the next one.
const FAR: u64 = 64 << 20;

/// The end of a bzip2 stream is looked for in this many bytes, for the same reason.
const FAR_PACKED: u64 = 16 << 20;

/// The largest block of zstd, in bytes of text.
const ZSTD_BLOCK: u64 = 128 << 10;

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// The first byte of the magic number of a skippable frame is any from `0x50` to `0x5f`.
const SKIPPABLE_MAGIC: [u8; 3] = [0x2a, 0x4d, 0x18];
/// The magic number and the size of the skippable frame in which pzstd writes the size of the next frame.
const PZSTD_HEAD: [u8; 8] = [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0];
const PZSTD_LENGTH: u64 = 12;
/// A gzip member with an extra field.
const BGZF_MAGIC: [u8; 4] = [0x1f, 0x8b, 8, 4];
/// After `BZh` and the level: the number of a block, or of the end of an empty stream.
const BZIP2_BLOCK: [u8; 6] = [0x31, 0x41, 0x59, 0x26, 0x53, 0x59];
const BZIP2_END: [u8; 6] = [0x17, 0x72, 0x45, 0x38, 0x50, 0x90];

/// The format of a file of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum FrameFormat {
    Zstd,
    /// gzip members that have their size in their header.
    Bgzf,
    Bzip2,
}

impl FrameFormat {
    /// The format of a file that begins with these bytes.
    pub(in super::super) fn of(head: &[u8]) -> Option<Self> {
        match Format::of(head)? {
            Format::Zstd => Some(Self::Zstd),
            Format::Bzip2 => Some(Self::Bzip2),
            Format::Gzip => bgzf_length(head).map(|_| Self::Bgzf),
            Format::Xz | Format::Zip => None,
        }
    }

    pub(super) fn compression(self) -> Format {
        match self {
            Self::Zstd => Format::Zstd,
            Self::Bgzf => Format::Gzip,
            Self::Bzip2 => Format::Bzip2,
        }
    }

    /// Whether a frame begins with these bytes.
    fn is_start(self, head: &[u8]) -> bool {
        match self {
            Self::Zstd => zstd_header(head).is_some() || skippable_length(head).is_some(),
            Self::Bgzf => bgzf_length(head).is_some(),
            Self::Bzip2 => bzip2_level(head).is_some(),
        }
    }

    /// Bytes that every frame with text begins with.
    fn magic(self) -> &'static [u8] {
        match self {
            Self::Zstd => &ZSTD_MAGIC,
            Self::Bgzf => &BGZF_MAGIC,
            Self::Bzip2 => b"BZh",
        }
    }
}

/// The header of a zstd frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ZstdHeader {
    /// In bytes, with the magic number.
    length: u64,
    /// The memory that the decoder needs for the text that later blocks refer to, in bytes.
    window: u64,
    /// The length of the text in bytes, if it is there.
    text: Option<u64>,
    has_checksum: bool,
}

/// The little-endian number in at most eight bytes.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Reads the header of a zstd frame (RFC 8878, 3.1.1.1).
fn zstd_header(head: &[u8]) -> Option<ZstdHeader> {
    let (descriptor, rest) = head.strip_prefix(&ZSTD_MAGIC)?.split_first()?;
    let is_single_segment = descriptor & 0x20 != 0;
    if descriptor & 0x08 != 0 {
        return None;
    }
    let (window, rest) = if is_single_segment {
        (None, rest)
    } else {
        let (window, rest) = rest.split_first()?;
        let base = 1_u64 << (10 + (window >> 3));
        (Some(base + base / 8 * u64::from(window & 7)), rest)
    };
    let dictionary = [0, 1, 2, 4].get(usize::from(descriptor & 3)).copied()?;
    let sizes = if is_single_segment { [1, 2, 4, 8] } else { [0, 2, 4, 8] };
    let size = sizes.get(usize::from(descriptor >> 6)).copied()?;
    let text = rest.get(dictionary..dictionary + size)?;
    let text = match size {
        0 => None,
        2 => Some(number(text) + 256),
        _ => Some(number(text)),
    };
    let length = 5 + u64::from(!is_single_segment) + (dictionary + size) as u64;
    Some(ZstdHeader { length, window: window.or(text)?, text, has_checksum: descriptor & 0x04 != 0 })
}

/// The length of a skippable frame of zstd, in bytes with its header.
fn skippable_length(head: &[u8]) -> Option<u64> {
    match head {
        [0x50..=0x5f, rest @ ..] => {
            let size = rest.strip_prefix(&SKIPPABLE_MAGIC)?.get(..4)?;
            Some(8 + number(size))
        }
        _ => None,
    }
}

/// The length of the block of bgzip that begins with these bytes.
fn bgzf_length(head: &[u8]) -> Option<u64> {
    let extra = head.strip_prefix(&BGZF_MAGIC)?.get(6..)?;
    let (length, extra) = extra.split_at_checked(2)?;
    let length = usize::try_from(number(length)).ok()?;
    let mut fields = extra.get(..length.min(extra.len()))?;
    // Each field has two letters, the length of its data in two bytes, and the data.
    while let Some((field, rest)) = fields.split_at_checked(4) {
        let size = usize::try_from(number(field.get(2..)?)).ok()?;
        let data = rest.get(..size)?;
        if field == b"BC\x02\0" {
            return Some(number(data) + 1);
        }
        fields = rest.get(size..)?;
    }
    None
}

/// The level of the bzip2 stream that begins with these bytes.
fn bzip2_level(head: &[u8]) -> Option<u64> {
    let (level, rest) = head.strip_prefix(b"BZh")?.split_first()?;
    let is_start =
        matches!(level, b'1'..=b'9') && (rest.starts_with(&BZIP2_BLOCK) || rest.starts_with(&BZIP2_END));
    is_start.then(|| u64::from(level - b'0'))
}

/// A frame, as far as its headers show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Frame {
    /// The offset after it; `None` if it is far away.
    end: Option<u64>,
    /// The memory that its decoder needs, in bytes.
    window: u64,
    /// About how many bytes of text are in it.
    text: u64,
}

/// Frames that one thread decompresses one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FrameRun {
    pub(super) start: u64,
    pub(super) end: RunEnd,
    /// The memory that its decoder needs, in bytes.
    pub(super) window: u64,
    /// About how many bytes of text are in it.
    pub(super) text: u64,
}

/// Where a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunEnd {
    /// At this offset, by the headers.
    At(u64),
    /// After its first frame, wherever that ends.
    AfterFrame,
    /// At the end of the file. No frame that follows has its size in its header.
    OfFile,
}

impl RunEnd {
    pub(super) fn offset(self) -> Option<u64> {
        match self {
            Self::At(end) => Some(end),
            Self::AfterFrame | Self::OfFile => None,
        }
    }
}

/// Reads a file at any place.
#[derive(Clone, Debug)]
pub(super) struct PackedFile(Arc<Mutex<File>>);

impl PackedFile {
    /// Reads until the buffer is full or the file ends, and returns the number of bytes.
    pub(super) fn read_at(&self, at: u64, into: &mut [u8]) -> io::Result<usize> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        match fill(&mut *file, into) {
            (0, Some(Err(error))) => Err(error),
            (read, _) => Ok(read),
        }
    }
}

/// Finds the frames of a file.
#[derive(Debug)]
pub(in super::super) struct FrameMap {
    pub(super) file: PackedFile,
    pub(super) format: FrameFormat,
    /// In bytes.
    pub(super) size: u64,
    /// A piece of the file, and its offset.
    piece: Vec<u8>,
    piece_start: u64,
}

impl FrameMap {
    /// The frames of a file of `size` bytes.
    pub(in super::super) fn new(file: File, size: u64, format: FrameFormat) -> Self {
        Self { file: PackedFile(Arc::new(Mutex::new(file))), format, size, piece: Vec::new(), piece_start: 0 }
    }

    /// Another map of the same file.
    pub(super) fn again(&self) -> Self {
        Self { file: self.file.clone(), piece: Vec::new(), ..*self }
    }

    /// The bytes from `at` on: [`FRAME_HEAD`], or fewer at the end of the file.
    fn head(&mut self, at: u64) -> io::Result<&[u8]> {
        if self.piece_from(at).len() < FRAME_HEAD {
            self.piece.resize(PIECE, 0);
            let read = self.file.read_at(at, &mut self.piece);
            self.piece_start = at;
            self.piece.truncate(*read.as_ref().unwrap_or(&0));
            read?;
        }
        let rest = self.piece_from(at);
        Ok(rest.get(..FRAME_HEAD).unwrap_or(rest))
    }

    /// The piece from `at` on; empty if that is elsewhere.
    fn piece_from(&self, at: u64) -> &[u8] {
        let index = at.checked_sub(self.piece_start).and_then(|index| usize::try_from(index).ok());
        index.and_then(|index| self.piece.get(index..)).unwrap_or_default()
    }

    /// Whether a frame begins at `at`, or the file ends there.
    pub(in super::super) fn is_boundary(&mut self, at: u64) -> io::Result<bool> {
        let format = self.format;
        Ok(at == self.size || format.is_start(self.head(at)?))
    }

    /// The next run from `start` on, which does not go beyond `stop`. `None` at the end of the file.
    pub(super) fn next_run(&mut self, start: u64, stop: Option<u64>) -> io::Result<Option<FrameRun>> {
        if self.head(start)?.is_empty() {
            return Ok(None);
        }
        let mut run = FrameRun { start, end: RunEnd::AfterFrame, window: 0, text: 0 };
        let mut at = start;
        loop {
            let frame = self.frame(at, FAR)?;
            if at > start
                && frame.is_none_or(|frame| {
                    frame.end.is_none() || run.text.saturating_add(frame.text) > MOST_AHEAD
                })
            {
                return Ok(Some(run));
            }
            let Some(frame) = frame else {
                if self.format == FrameFormat::Bgzf {
                    run.end = RunEnd::OfFile;
                }
                return Ok(Some(run));
            };
            run.window = run.window.max(frame.window);
            run.text = run.text.saturating_add(frame.text);
            let Some(end) = frame.end else { return Ok(Some(run)) };
            run.end = RunEnd::At(end);
            at = end;
            if at - start >= SHORT_RUN || run.text >= MOST_AHEAD || stop == Some(at) || at >= self.size {
                return Ok(Some(run));
            }
        }
    }

    /// The frame at `at`, or `None` if no valid header begins there. For a frame that may have more than `far` bytes of text,
    /// the end may be unknown.
    fn frame(&mut self, at: u64, far: u64) -> io::Result<Option<Frame>> {
        let size = self.size;
        let frame = match self.format {
            FrameFormat::Zstd => self.zstd_frame(at, far)?,
            FrameFormat::Bgzf => bgzf_length(self.head(at)?).map(|length| Frame {
                end: at.checked_add(length),
                window: 64 << 10,
                text: 64 << 10,
            }),
            FrameFormat::Bzip2 => match bzip2_level(self.head(at)?) {
                None => None,
                Some(level) => {
                    let most = if far == u64::MAX { u64::MAX } else { at.saturating_add(FAR_PACKED) };
                    let next = self.find_bzip2(at + 4, most)?;
                    let end = next.or((size <= most).then_some(size));
                    let text = end.map_or(0, |end| end.saturating_sub(at).saturating_mul(8));
                    Some(Frame { end, window: level * 400_000, text: text.max(level * 100_000) })
                }
            },
        };
        Ok(frame.filter(|frame| frame.end.is_none_or(|end| end > at && end <= size)))
    }

    fn zstd_frame(&mut self, at: u64, far: u64) -> io::Result<Option<Frame>> {
        let head = self.head(at)?;
        if let Some(length) = skippable_length(head) {
            if let Some(rest) = head.strip_prefix(&PZSTD_HEAD)
                && let Some((length, next)) = rest.split_at_checked(4)
                && let (length, Some(header)) = (number(length), zstd_header(next))
                && length > header.length
            {
                let end = at.checked_add(PZSTD_LENGTH + length);
                // pzstd compresses four windows of text in each frame.
                let text = header.text.unwrap_or(header.window.saturating_mul(4));
                return Ok(Some(Frame { end, window: header.window, text }));
            }
            return Ok(Some(Frame { end: at.checked_add(length), window: 0, text: 0 }));
        }
        let Some(header) = zstd_header(head) else { return Ok(None) };
        let mut text = 0_u64;
        let mut end = at.saturating_add(header.length);
        loop {
            if text > far {
                return Ok(Some(Frame {
                    end: None,
                    window: header.window,
                    text: header.text.unwrap_or(text),
                }));
            }
            let Some(block) = self.head(end)?.get(..3).map(number) else { return Ok(None) };
            let (is_last, kind, size) = (block & 1 == 1, block >> 1 & 3, block >> 3);
            if kind == 3 || size > ZSTD_BLOCK {
                return Ok(None);
            }
            // A block of one repeated byte has only that byte, and the size of a compressed block is that of its data.
            text = text.saturating_add(if kind == 2 { header.window.min(ZSTD_BLOCK) } else { size });
            end = end.saturating_add(3 + if kind == 1 { 1 } else { size });
            if is_last {
                break;
            }
        }
        let end = end.saturating_add(if header.has_checksum { 4 } else { 0 });
        Ok(Some(Frame { end: Some(end), window: header.window, text: header.text.unwrap_or(text) }))
    }

    /// The first bzip2 stream that begins at `from` or after it, but before `to`.
    fn find_bzip2(&mut self, from: u64, to: u64) -> io::Result<Option<u64>> {
        self.search(from, to, |map, at| Ok(bzip2_level(map.head(at)?).is_some()))
    }

    /// The first place between `from` and `to` that begins with the magic number of a frame and `accept` holds for.
    fn search(
        &mut self,
        from: u64,
        to: u64,
        mut accept: impl FnMut(&mut Self, u64) -> io::Result<bool>,
    ) -> io::Result<Option<u64>> {
        let magic = self.format.magic();
        let finder = memmem::Finder::new(magic);
        let mut piece = vec![0; FIRST_SEARCHED];
        let mut start = from;
        while start < to {
            let read = self.file.read_at(start, &mut piece)?;
            let text = piece.get(..read).unwrap_or_default();
            for found in finder.find_iter(text) {
                let at = start + found as u64;
                if at >= to {
                    return Ok(None);
                }
                if accept(self, at)? {
                    return Ok(Some(at));
                }
            }
            if read < piece.len() {
                break;
            }
            // A magic number may begin at the end of this piece.
            start += (read - (magic.len() - 1)) as u64;
            piece.resize(SEARCHED, 0);
        }
        Ok(None)
    }

    /// The first place from `from` on at which a frame with text begins, judged by the bytes there alone. Its headers are
    /// valid, and where they end the next frame begins or the file ends.
    pub(super) fn find(&mut self, from: u64) -> io::Result<Option<u64>> {
        let found = self.search(from, u64::MAX, |map, at| {
            if map.format == FrameFormat::Bzip2 {
                return Ok(bzip2_level(map.head(at)?).is_some());
            }
            match map.frame(at, FAR)? {
                Some(Frame { end: Some(end), .. }) => map.is_boundary(end),
                Some(Frame { end: None, .. }) => Ok(true),
                None => Ok(false),
            }
        })?;
        found.map(|found| self.with_size(found, from)).transpose()
    }

    /// The offset of the frame at `at` with the frame before it in which pzstd writes its size, if that is there and does not
    /// begin before `from`.
    pub(super) fn with_size(&mut self, at: u64, from: u64) -> io::Result<u64> {
        match at
            .checked_sub(PZSTD_LENGTH)
            .filter(|before| *before >= from && self.format == FrameFormat::Zstd)
        {
            Some(before) if self.head(before)?.starts_with(&PZSTD_HEAD) => Ok(before),
            _ => Ok(at),
        }
    }

    /// The offset after the first frame, or the size of the file if its headers are broken.
    pub(super) fn first_end(&mut self) -> io::Result<u64> {
        Ok(self.frame(0, u64::MAX)?.and_then(|frame| frame.end).unwrap_or(self.size))
    }

    /// The place after the broken frame at `at` at which the next one begins. `start` is that of the frame with its size.
    pub(super) fn after_broken(&mut self, start: u64, at: u64) -> io::Result<Option<u64>> {
        if let Some(Frame { end: Some(end), .. }) = self.frame(start, u64::MAX)?
            && end > at
            && end < self.size
            && self.is_boundary(end)?
        {
            return Ok(Some(end));
        }
        self.find(at + 1)
    }

    /// The start of the first frame at or after `near`, or else the size of the file. Frames are followed from the one at
    /// `from`.
    pub(in super::super) fn boundary(&mut self, from: u64, near: u64) -> io::Result<u64> {
        if near >= self.size {
            return Ok(self.size);
        }
        let mut at = from;
        while at < near {
            at = if self.format == FrameFormat::Bzip2 {
                self.find(near)?.unwrap_or(self.size)
            } else {
                match self.frame(at, u64::MAX)?.and_then(|frame| frame.end) {
                    Some(end) => end,
                    // A member without its size, or a broken frame.
                    None => self.find(at + 1)?.unwrap_or(self.size),
                }
            };
        }
        Ok(at)
    }
}
