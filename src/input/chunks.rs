//! Cuts the text of a source between games.

use std::io::{self, Read};
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::condense::{Condenser, PieceEnd};
use super::format::{ForeignData, Format};
use super::open::DecompressedSource;
use super::opening::{FileRange, OpenOptions, fill};
use super::seam::{LONGEST_COMMENT, Seam, SeamSearch};
use super::source::Source;
use super::trouble::{InputError, InputErrorKind};
use super::utf16::{Utf16Reader, utf_16_of};
use crate::encoding::Encoding;
use crate::pgn::boundary::{self, CutPolicy};

/// A game that is condensed is read in pieces of this many bytes.
const PIECE: usize = 256 << 10;

/// The most spare buffers kept. One reader never has more in flight.
const SPARES: usize = 64;

/// If the rest of the source is this many times shorter than a usual chunk, its buffer is made no longer than the rest.
const LITTLE: usize = 16;

/// How many first bytes decide how lines end.
const FIRST_LINES: usize = 4 << 10;

/// The longest word that is left out where the text is cut off.
const LONGEST_WORD: usize = 16;

const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// Limits of the text held in memory, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The text is cut near each multiple of this: about the length of a chunk.
    pub target: usize,
    /// The longest text held while looking for a cut, at least twice the target. A longer game is condensed.
    pub max_held: usize,
    /// The longest that a condensed game may become. Its text beyond this is dropped.
    pub max_condensed: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { target: 160 << 10, max_held: 1 << 20, max_condensed: 1 << 20 }
    }
}

impl Limits {
    /// The limits for a compressed source, whose decoder holds a large window. Chunks are half as long, because the
    /// records and reports of a chunk may take several times its length.
    fn beside_a_decoder(self) -> Self {
        let longest = self.max_held.max(self.target.saturating_mul(2));
        Self { target: self.target.div_ceil(2), max_held: longest, ..self }
    }
}

/// A place where text was dropped. Counts are cumulative over the chunk, so that one lookup answers a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DroppedText {
    /// The text was dropped before the byte with this index in the chunk.
    pub at: usize,
    /// How many bytes were dropped in the chunk so far, those here included.
    pub dropped: u64,
    /// How many of them were `\n`.
    pub newlines: u64,
    /// How many of the bytes dropped here follow the last `\n` here; all of them if there is none.
    pub since_newline: u64,
}

/// Some whole games of a source.
// Each fact is independent of the others.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The text as in the source, except for the gaps and for lines ended by a carriage return alone.
    pub bytes: Vec<u8>,
    /// The offset of its first byte in the decompressed text.
    pub offset: u64,
    /// How many bytes of its first line come before the chunk; nearly always none.
    pub line_bytes_before: u64,
    /// Where text of a long game was dropped, in order; nearly always empty.
    pub gaps: Vec<DroppedText>,
    /// Whether the source ends with this chunk; false if an error follows.
    pub is_last: bool,
    /// Whether the game was too long even without comments, and its end was dropped.
    pub is_truncated: bool,
    /// Whether the text breaks off after the chunk, because the compressed data are broken.
    pub is_broken_off: bool,
    /// Whether the lines of the source end with a carriage return alone.
    pub ends_lines_by_return: bool,
}

impl Chunk {
    /// The offset in the decompressed text of the byte with this index. The index may be the length.
    pub fn source_offset(&self, index: usize) -> u64 {
        self.offset + index as u64 + self.last_gap_before(index).dropped
    }

    /// The number of `\n` between the start of the chunk and the byte with this index, dropped ones included.
    pub fn newlines_before(&self, index: usize) -> u64 {
        let kept = memchr_iter(b'\n', self.bytes.get(..index).unwrap_or(&self.bytes)).count() as u64;
        kept + self.newlines_dropped_before(index)
    }

    /// The number of `\n` dropped between the start of the chunk and the byte with this index.
    pub fn newlines_dropped_before(&self, index: usize) -> u64 {
        self.last_gap_before(index).newlines
    }

    /// The number of `\n` in the chunk, dropped ones included.
    pub fn newlines(&self) -> u64 {
        self.newlines_before(self.bytes.len())
    }

    /// The offset in the decompressed text at which the line of the byte with this index starts.
    pub fn line_start(&self, index: usize) -> u64 {
        let before = self.bytes.get(..index).unwrap_or(&self.bytes);
        let start = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        // Text dropped right after that line end belongs to the same line, unless it contains a later line end.
        let Some(newline) = start.checked_sub(1) else {
            return self.line_start_in_gap(index, 0, self.offset.saturating_sub(self.line_bytes_before));
        };
        let dropped = self.newlines_dropped_before(newline);
        self.line_start_in_gap(index, dropped, self.source_offset(newline) + 1)
    }

    /// The offset after the last `\n` dropped before `index`, if more than `newlines` were dropped; otherwise `start`.
    fn line_start_in_gap(&self, index: usize, newlines: u64, start: u64) -> u64 {
        let total = self.newlines_dropped_before(index);
        if total == newlines {
            return start;
        }
        let last = self.gaps.get(self.gaps.partition_point(|gap| gap.newlines < total));
        // A gap ends at the byte with its index.
        last.map_or(start, |gap| self.source_offset(gap.at) - gap.since_newline)
    }

    /// The length of the chunk in the decompressed text, in bytes, gaps included.
    pub fn source_length(&self) -> u64 {
        self.source_offset(self.bytes.len()) - self.offset
    }

    /// The index of the first gap after the byte with this index, or the end of the chunk.
    pub fn next_gap(&self, index: usize) -> usize {
        self.gaps.get(self.count_gaps_before(index)).map_or(self.bytes.len(), |gap| gap.at)
    }

    fn count_gaps_before(&self, index: usize) -> usize {
        self.gaps.partition_point(|gap| gap.at <= index)
    }

    /// The last gap before the byte with this index, or an empty one.
    fn last_gap_before(&self, index: usize) -> DroppedText {
        let last = self.count_gaps_before(index).checked_sub(1).and_then(|last| self.gaps.get(last));
        last.copied().unwrap_or_default()
    }
}

/// Whether lines end with a carriage return alone, by the first bytes of the text.
fn ends_lines_by_return(text: &[u8]) -> bool {
    let first = text.get(..text.len().min(FIRST_LINES)).unwrap_or_default();
    // A `\n` may follow the last byte.
    let (_, known) = first.split_last().unwrap_or((&0, &[]));
    memchr(b'\r', known).is_some() && memchr(b'\n', first).is_none()
}

/// Whether [`Chunks`] reads a text as it is: it refuses nothing, and neither converts the text nor replaces line ends.
pub(crate) fn is_read_as_it_is(text: &[u8]) -> bool {
    let first = text.get(..text.len().min(FIRST_LINES)).unwrap_or_default();
    utf_16_of(first).is_none()
        && !first.starts_with(LFS_POINTER)
        && ForeignData::of(first).is_none()
        && !ends_lines_by_return(first)
}

/// The chunks of one source, in order. After an error there are no more, unless it is of a broken frame that is not the last
/// ([`InputErrorKind::goes_on`]). The next chunk then begins with the first game that certainly begins after that frame, and
/// the text before it is a gap.
///
/// The chunks depend only on the text and the limits, not on the lengths of the reads. A chunk ends at the last game
/// that begins before a multiple of the target: the second multiple from the start of the chunk on. So the end of a
/// chunk depends on its start and on nothing before it. Text after the end of a stretch is examined but not returned.
/// A shard that begins and ends with chunks of the whole file therefore has the same chunks.
pub struct Chunks<R> {
    name: Arc<str>,
    input: TextInput<R>,
    encoding: Encoding,
    /// The size of the source before decompression, in bytes, if it is known.
    packed_size: Option<u64>,
    format_by_name: Option<Format>,
    limits: Limits,
    /// The first `filled` bytes are the text from `offset` on. Empty right after a chunk: then the text is in `tail`.
    text: Vec<u8>,
    filled: usize,
    /// The text after the last cut, which begins the next chunk.
    tail: Vec<u8>,
    offset: u64,
    /// How many bytes of the line in which the next chunk begins were already returned.
    line_before: u64,
    /// No text from this offset on is returned.
    end: u64,
    part: SourcePart,
    /// The text dropped before the next chunk, after a broken frame.
    gap: DroppedText,
    /// The search for the first game after a broken frame, with which the next chunk begins.
    search: Option<SeamSearch>,
    /// Whether the input is exhausted or has failed.
    ended: bool,
    started: bool,
    /// The size of the text in bytes, if it is known.
    size: Option<u64>,
    /// Whether lines end with a carriage return alone, as in the classic Mac OS. Each is replaced by `\n` as it is
    /// read, so that no other code has to know.
    ends_lines_by_return: bool,
    failure: Option<InputErrorKind>,
    spares: Vec<Vec<u8>>,
    peak: usize,
}

/// The part of a source that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SourcePart {
    Whole,
    Shard,
    /// A shard of which the input ends before the source does.
    FollowedShard,
}

/// The input of [`Chunks`].
enum TextInput<R> {
    Plain(R),
    Utf16(Utf16Reader<io::Take<R>>),
    Closed,
}

impl<R: Read> Read for TextInput<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(input) => input.read(into),
            Self::Utf16(input) => input.read(into),
            Self::Closed => Ok(0),
        }
    }
}

impl Chunks<DecompressedSource> {
    /// Opens a source. The chunks of a compressed source are half as long.
    ///
    /// # Errors
    /// The source cannot be opened.
    pub fn open(source: &Source, opening: &OpenOptions, limits: Limits) -> Result<Self, InputError> {
        let input = source.open(opening)?;
        let is_packed = input.format().is_some();
        let limits = if is_packed { limits.beside_a_decoder() } else { limits };
        let packed_size = input.size;
        let chunks = Self {
            // An archive states the size of the text.
            size: packed_size.filter(|_| matches!(input.format(), None | Some(Format::Zip))),
            packed_size,
            format_by_name: Format::by_name(&source.name).filter(|_| !is_packed),
            ..Self::new(Arc::clone(&source.name), input, limits)
        };
        Ok(match (opening.range, opening.seams) {
            (None, _) => chunks,
            (Some(stretch), None) => {
                Self { offset: stretch.offset, end: stretch.end(), part: SourcePart::Shard, ..chunks }
            }
            (Some(frames), Some(seams)) => {
                let is_followed = packed_size.is_some_and(|size| frames.end() < size);
                let part = if is_followed { SourcePart::FollowedShard } else { SourcePart::Shard };
                Self { offset: seams.text, part, ..chunks }
            }
        })
    }

    /// Opens a source whose text before an offset was read by an earlier run. A chunk of that run ended there. Text that can
    /// be read only from its beginning is passed over.
    ///
    /// # Errors
    /// The source cannot be opened, or not be read up to the offset.
    pub(crate) fn open_at(
        source: &Source,
        opening: &OpenOptions,
        limits: Limits,
        encoding: Encoding,
        offset: Option<u64>,
    ) -> Result<Self, InputError> {
        let Some(offset) = offset else {
            return Ok(Self::open(source, opening, limits)?.encoded(encoding));
        };
        let is_utf_16 = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
        if opening.range.is_none() && !is_utf_16 && source.is_plain_file() {
            let rest = FileRange { offset, length: u64::MAX };
            let opening = OpenOptions { range: Some(rest), ..opening.clone() };
            return Ok(Self::open(source, &opening, limits)?.encoded(encoding));
        }
        let mut chunks = Self::open(source, opening, limits)?.encoded(encoding);
        while chunks.offset < offset {
            match chunks.next() {
                Some(Ok(chunk)) => chunks.recycle(chunk.bytes),
                // The earlier run reported it.
                Some(Err(error)) if error.why.goes_on() => {}
                Some(Err(error)) => return Err(error),
                None => break,
            }
        }
        Ok(chunks)
    }

    /// How many bytes of text, and how many of them `\n`, were dropped after the last chunk.
    pub(crate) fn dropped_at_end(&self) -> (u64, u64) {
        (self.gap.dropped, self.gap.newlines)
    }

    /// The size of the source before decompression, in bytes, if it is known.
    pub fn packed_size(&self) -> Option<u64> {
        self.packed_size
    }

    /// The compression that the source has by its name but not by its bytes.
    pub fn format_by_name_alone(&self) -> Option<Format> {
        self.format_by_name
    }
}

impl<R: Read> Chunks<R> {
    /// Cuts the text of `input`. `name` is for errors.
    pub fn new(name: Arc<str>, input: R, limits: Limits) -> Self {
        let target = limits.target.max(1);
        Self {
            name,
            input: TextInput::Plain(input),
            encoding: Encoding::Auto,
            packed_size: None,
            format_by_name: None,
            limits: Limits { target, max_held: limits.max_held.max(target.saturating_mul(2)), ..limits },
            text: Vec::new(),
            filled: 0,
            tail: Vec::new(),
            offset: 0,
            line_before: 0,
            end: u64::MAX,
            part: SourcePart::Whole,
            gap: DroppedText::default(),
            search: None,
            ended: false,
            started: false,
            size: None,
            ends_lines_by_return: false,
            failure: None,
            spares: Vec::new(),
            peak: 0,
        }
    }

    /// Sets the encoding of the text.
    #[must_use]
    pub fn encoded(self, encoding: Encoding) -> Self {
        Self { encoding, ..self }
    }

    /// The encoding of the text. If it is detected as UTF-16, that is known once a chunk was read.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Returns the buffer of a chunk that is no longer needed, to be used again.
    ///
    /// It is not cleared: it would only have to be filled with zeros again.
    pub fn recycle(&mut self, bytes: Vec<u8>) {
        // One long game must not make all buffers long forever, and a short buffer is of no use.
        let target = self.limits.target;
        if self.spares.len() < SPARES && (target..=target.saturating_mul(2)).contains(&bytes.capacity()) {
            self.spares.push(bytes);
        }
    }

    /// The most bytes held at once so far, without returned chunks and spare buffers.
    pub fn peak_memory(&self) -> usize {
        self.peak
    }

    /// A buffer of at least `want` bytes with any contents.
    fn buffer(&mut self, want: usize) -> Vec<u8> {
        match self.spares.pop().filter(|spare| spare.capacity() >= want) {
            Some(mut spare) => {
                if spare.len() < want {
                    spare.resize(want, 0);
                }
                spare
            }
            // The system provides zeroed memory.
            None => vec![0; want.max(self.usual_buffer())],
        }
    }

    /// The length of a new buffer: it has room for the tail of a game before the next read. For a short rest of the
    /// source, allocating a short buffer costs less than keeping a long one.
    fn usual_buffer(&self) -> usize {
        let (end, target) = (self.likely_end(), self.limits.target);
        if end <= target / LITTLE { end } else { target + target / 4 }
    }

    /// The length of the rest of the source, if its size is known, and one more byte: only a read of no bytes shows the
    /// end.
    fn likely_end(&self) -> usize {
        let left = self.size.map(|size| size.saturating_sub(self.offset).saturating_add(1));
        left.and_then(|left| usize::try_from(left).ok()).unwrap_or(usize::MAX)
    }

    /// Reads until `want` bytes are there or the input ends.
    fn fill(&mut self, want: usize) {
        let likely = want.min(self.likely_end());
        self.fill_to(likely);
        // A file may grow while it is read, and the size of some special files is wrong.
        if likely < want && !self.ended {
            self.fill_to(want);
        }
    }

    /// Reads until `want` bytes are there or the input ends. The buffer grows to `want` bytes at most.
    fn fill_to(&mut self, want: usize) {
        if self.text.is_empty() {
            let tail = std::mem::take(&mut self.tail);
            self.text = self.buffer(want.max(tail.len()));
            if let Some(front) = self.text.get_mut(..tail.len()) {
                front.copy_from_slice(&tail);
            }
        } else if self.text.len() < want {
            self.text.reserve_exact(want - self.text.len());
            self.text.resize(want, 0);
        }
        self.hold(0);
        let before = self.filled;
        if !self.ended
            && let Some(room) = self.text.get_mut(self.filled..want)
        {
            let (read, end) = fill(&mut self.input, room);
            self.filled += read;
            if let Some(end) = end {
                self.ended = true;
                if let Err(error) = end {
                    self.failure = Some(error.downcast().unwrap_or_else(InputErrorKind::Read));
                }
            }
        }
        self.replace_carriage_returns(before);
    }

    /// Replaces the carriage returns that end lines from this index on.
    fn replace_carriage_returns(&mut self, from: usize) {
        if self.ends_lines_by_return
            && let Some(read) = self.text.get_mut(from..self.filled)
        {
            for at in 0..read.len() {
                // Later lines may end with both characters.
                let ends_with_both = read.get(at + 1) == Some(&b'\n');
                if let Some(byte) = read.get_mut(at).filter(|byte| **byte == b'\r' && !ends_with_both) {
                    *byte = b'\n';
                }
            }
        }
    }

    /// Records the memory held, with `more` bytes outside `text`.
    fn hold(&mut self, more: usize) {
        self.peak = self.peak.max(self.text.capacity() + more);
    }

    fn text(&self) -> &[u8] {
        self.text.get(..self.filled).unwrap_or_default()
    }

    /// Examines the first bytes of the source.
    fn start(&mut self) {
        self.started = true;
        self.fill(FIRST_LINES);
        let refused = match self.utf_16() {
            Some(_) if self.part != SourcePart::Whole => Some(InputErrorKind::Utf16Shard),
            Some(_) if self.encoding == Encoding::Utf8 => Some(InputErrorKind::Utf16),
            utf_16 => {
                if let Some(encoding) = utf_16 {
                    self.convert(encoding);
                    self.fill(FIRST_LINES);
                }
                self.foreign_data()
            }
        };
        if refused.is_some() {
            self.ended = true;
            self.filled = 0;
            self.failure = refused;
        }
        self.ends_lines_by_return = ends_lines_by_return(self.text());
        self.replace_carriage_returns(0);
    }

    /// The kind of UTF-16 that the text is in, by its setting or by its first bytes.
    fn utf_16(&self) -> Option<Encoding> {
        match self.encoding {
            Encoding::Utf16Le | Encoding::Utf16Be => Some(self.encoding),
            _ if self.offset > 0 => None,
            _ => utf_16_of(self.text()),
        }
    }

    /// From now on the input is converted to UTF-8, as is what was read of it.
    fn convert(&mut self, encoding: Encoding) {
        let beginning = self.text().to_vec();
        let left = if self.failure.is_some() { 0 } else { u64::MAX };
        self.input = match std::mem::replace(&mut self.input, TextInput::Closed) {
            TextInput::Plain(input) => {
                TextInput::Utf16(Utf16Reader::new(beginning, input.take(left), encoding))
            }
            input => input,
        };
        self.encoding = encoding;
        self.size = None;
        self.filled = 0;
        self.ended = false;
    }

    /// Why the source is not read, if it begins with something that is not text.
    fn foreign_data(&self) -> Option<InputErrorKind> {
        let text = self.text();
        if self.offset > 0 || self.search.is_some() {
            None
        } else if text.starts_with(LFS_POINTER) {
            Some(InputErrorKind::LfsPointer)
        } else {
            ForeignData::of(text).map(InputErrorKind::Foreign)
        }
    }

    /// The offset up to which the text is searched for the end of the chunk that begins at `offset`.
    fn window_end(&self) -> u64 {
        let target = self.limits.target as u64;
        self.offset.div_ceil(target).saturating_add(1).saturating_mul(target)
    }

    /// The index at which to cut the first `want` bytes of the text.
    fn cut(&self, want: usize) -> Option<usize> {
        let text = self.text().get(..want)?;
        let effort = if want >= self.limits.max_held { CutPolicy::Any } else { CutPolicy::Certain };
        let mark = if self.offset == 0 && text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        boundary::last_start(text.get(mark..)?, effort).map(|start| start + mark)
    }

    /// Takes the first `len` bytes, none of them after the end, as a chunk.
    fn take_chunk(&mut self, len: usize) -> Chunk {
        let left = usize::try_from(self.end.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let len = len.min(left);
        let tail = self.filled - len;
        let bytes = if tail <= len {
            // Nearly always: the few bytes after the cut are copied to the front of the next buffer.
            self.tail.clear();
            self.tail.extend_from_slice(self.text.get(len..self.filled).unwrap_or_default());
            let mut bytes = std::mem::take(&mut self.text);
            bytes.truncate(len);
            bytes
        } else {
            // The next game is long: it stays in the buffer, so that no second long buffer is needed.
            let mut bytes = self.spares.pop().unwrap_or_default();
            bytes.clear();
            bytes.extend_from_slice(self.text().get(..len).unwrap_or_default());
            self.text.copy_within(len..self.filled, 0);
            bytes
        };
        self.hold(bytes.capacity() + self.tail.capacity());
        self.filled = tail;
        let chunk = Chunk { bytes, is_last: self.at_end(), ..Chunk::default() };
        self.place(chunk)
    }

    /// Whether the input ended without an error and all of it was returned.
    fn at_end(&self) -> bool {
        self.ended && self.filled == 0 && self.failure.is_none() && !self.is_followed()
    }

    fn is_followed(&self) -> bool {
        self.part == SourcePart::FollowedShard
    }

    /// Goes on with the text after a broken frame.
    fn restart(&mut self) {
        self.ended = false;
        self.search = Some(SeamSearch::anywhere(true));
        match &mut self.input {
            TextInput::Utf16(input) => {
                input.input_mut().set_limit(u64::MAX);
                input.restart();
            }
            // If the first frame is broken, nothing of the source was seen.
            TextInput::Plain(_) | TextInput::Closed => self.started &= self.offset > 0,
        }
    }

    /// Drops the text before the first game that certainly begins.
    fn seek_game(&mut self, mut search: SeamSearch) {
        loop {
            self.fill(self.filled.saturating_add(LONGEST_COMMENT));
            let found = search.find(self.text(), self.ended);
            let mut dropped = match found {
                Seam::At(at) => at,
                Seam::Unknown => search.drop_front(),
                Seam::Nowhere => self.filled,
            };
            self.note_dropped(dropped);
            self.drop_front(&mut dropped);
            if found != Seam::Unknown {
                return;
            }
        }
    }

    /// Adds the first bytes of the text to the gap before the next chunk.
    fn note_dropped(&mut self, length: usize) {
        let dropped = self.text().get(..length).unwrap_or_default();
        let newlines = memchr_iter(b'\n', dropped).count() as u64;
        let since_newline = match memrchr(b'\n', dropped) {
            Some(newline) => (dropped.len() - newline - 1) as u64,
            None => self.gap.since_newline + dropped.len() as u64,
        };
        let DroppedText { dropped: before, newlines: newlines_before, .. } = self.gap;
        let (dropped, newlines) = (before + dropped.len() as u64, newlines_before + newlines);
        self.gap = DroppedText { at: 0, dropped, newlines, since_newline };
    }

    /// The rest of the text, before its end or an error.
    fn take_rest(&mut self) -> Chunk {
        if !self.breaks_off() {
            return self.take_chunk(self.filled);
        }
        let word = cut_word(self.text());
        let last = self.take_chunk(self.filled - word);
        self.filled = 0;
        self.tail.clear();
        self.gap = DroppedText { dropped: word as u64, since_newline: word as u64, ..self.gap };
        Chunk { is_broken_off: true, ..last }
    }

    /// Whether the text that was read is cut off by broken data.
    fn breaks_off(&self) -> bool {
        self.failure.as_ref().is_some_and(InputErrorKind::breaks_text)
    }

    /// Reads a game too long to hold, condensing it.
    fn condense(&mut self) -> Chunk {
        let mut condenser = Condenser::new(self.limits.max_condensed);
        let mut at = 0;
        loop {
            let piece = self.text().get(at..).unwrap_or_default();
            let (bytes, end) = condenser.take(piece, self.ended);
            at += bytes;
            self.hold(condenser.held());
            match end {
                PieceEnd::Start => break,
                PieceEnd::Header if self.comment_was_never_closed(&mut at) => break,
                PieceEnd::Header => condenser.comment_is_closed(),
                PieceEnd::More if self.ended => break,
                PieceEnd::More => {
                    self.drop_front(&mut at);
                    let want = self.filled + PIECE.min(self.limits.max_held);
                    self.text.truncate(want);
                    self.text.shrink_to(want);
                    self.fill(want);
                }
            }
        }
        let cut_short = condenser.is_cut_short();
        self.drop_front(&mut at);
        let (bytes, gaps) = (condenser.out, condenser.gaps);
        self.place(Chunk {
            bytes,
            gaps,
            is_last: self.at_end(),
            is_truncated: cut_short,
            is_broken_off: self.filled == 0 && self.breaks_off(),
            ..Chunk::default()
        })
    }

    /// Gives a chunk its place after the chunk before it.
    fn place(&mut self, mut chunk: Chunk) -> Chunk {
        if self.gap.dropped > 0 {
            let gap = std::mem::take(&mut self.gap);
            for later in &mut chunk.gaps {
                later.dropped += gap.dropped;
                later.newlines += gap.newlines;
            }
            chunk.gaps.insert(0, gap);
        }
        let chunk = Chunk {
            offset: self.offset,
            line_bytes_before: self.line_before,
            ends_lines_by_return: self.ends_lines_by_return,
            ..chunk
        };
        self.offset += chunk.source_length();
        self.line_before = self.offset - chunk.line_start(chunk.bytes.len());
        chunk
    }

    /// Whether the comment around the header at `at` was never closed: the next brace opens a comment, or there is no
    /// brace within the limit of the text held.
    fn comment_was_never_closed(&mut self, at: &mut usize) -> bool {
        let mut from = *at;
        loop {
            let text = self.text();
            let rest = text.get(from..).unwrap_or_default();
            if let Some(brace) = memchr2(b'{', b'}', rest).and_then(|brace| rest.get(brace)) {
                return *brace == b'{';
            }
            if self.ended || self.filled - *at >= self.limits.max_held {
                return true;
            }
            self.drop_front(at);
            from = self.filled;
            self.fill((2 * self.filled).clamp(PIECE.min(self.limits.max_held), self.limits.max_held));
        }
    }

    /// Drops the text before `at`, which becomes the front.
    fn drop_front(&mut self, at: &mut usize) {
        let from = (*at).min(self.filled);
        self.text.copy_within(from..self.filled, 0);
        self.filled -= from;
        *at = 0;
    }
}

/// The length of the last word of a text that breaks off, which may be the beginning of another word. It is 0 for a result.
fn cut_word(text: &[u8]) -> usize {
    let beginning = text.len().saturating_sub(LONGEST_WORD);
    let last = text.get(beginning..).unwrap_or_default();
    let blank = last.iter().rposition(|&byte| boundary::is_blank(byte) || boundary::is_break(byte));
    if boundary::ends_in_result(last) { 0 } else { blank.map_or(0, |blank| last.len() - blank - 1) }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Limits { target, max_held: longest, .. } = self.limits;
        let window = self.window_end().saturating_sub(self.offset);
        let mut want = usize::try_from(window).unwrap_or(target).min(longest);
        if self.offset >= self.end {
            return None;
        }
        loop {
            if !self.started {
                self.fill(want);
                self.start();
            }
            if let Some(search) = self.search.take() {
                self.seek_game(search);
            }
            self.fill(want);
            // The input has ended: this is the rest of it.
            if self.filled < want {
                if self.failure.is_none() && !self.is_followed() {
                    self.filled = boundary::dos_end(self.text()).unwrap_or(self.filled);
                }
                if self.filled > 0 {
                    return Some(Ok(self.take_rest()));
                }
                let why = self.failure.take()?;
                if why.goes_on() {
                    self.restart();
                }
                return Some(Err(InputError { path: Arc::clone(&self.name), why }));
            }
            if let Some(start) = self.cut(want) {
                return Some(Ok(self.take_chunk(start)));
            }
            if want >= longest {
                return Some(Ok(self.condense()));
            }
            want = want.saturating_mul(2).min(longest);
        }
    }
}
