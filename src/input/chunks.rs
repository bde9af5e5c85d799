//! One source's text, cut between games.

use std::io::{self, ErrorKind, Read};
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memchr2, memrchr};

use super::condense::{Behind, Condenser, PieceEnd, Taken};
use super::format::Format;
use super::open::{Opening, Unpacked};
use super::paths::Source;
use super::trouble::{InputError, Trouble};
use crate::pgn::boundary::{self, Effort};

/// While a game is condensed it is read in pieces of this many bytes.
const PIECE: usize = 256 << 10;

/// Given-back buffers kept; more than are ever in flight for one reader are of no use.
const SPARES: usize = 64;

/// A buffer is made no longer than what is to come where that is less than a usual chunk by this factor.
const LITTLE: usize = 16;

/// How lines end is told by so many of the first bytes.
const FIRST_LINES: usize = 4 << 10;

/// What a pointer of Git LFS begins with.
const LFS_POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// How much is held at once, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// A cut is looked for at each multiple of this: about the length of a chunk.
    pub target: usize,
    /// The longest text that is held while looking for a cut, twice the target at the least. A game longer than this is
    /// condensed.
    pub longest: usize,
    /// The longest a condensed game may become. Its text beyond this is dropped.
    pub condensed: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { target: 160 << 10, longest: 1 << 20, condensed: 1 << 20 }
    }
}

impl Limits {
    /// Those where a decoder holds the window it needs, which may be most of what memory there is to be: what comes of chunks
    /// may be several times as long as they are.
    fn beside_a_decoder(self) -> Self {
        let longest = self.longest.max(self.target.saturating_mul(2));
        Self { target: self.target.div_ceil(2), longest, ..self }
    }
}

/// A place where text was dropped. Counts run on from gap to gap, so that one lookup answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// The text stood before the byte with this index in the chunk.
    pub at: usize,
    /// How many bytes were dropped in the chunk up to this place, those here included.
    pub dropped: u64,
    /// How many of them were `\n`.
    pub newlines: u64,
    /// How many of those dropped here follow the last `\n` here; all, if there is none.
    pub since_newline: u64,
}

/// Whole games, one after another, and nothing of any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chunk {
    /// The text, as it stands in the source but for the gaps, and for line ends that are carriage returns alone.
    pub bytes: Vec<u8>,
    /// The place of its first byte in the unpacked text.
    pub offset: u64,
    /// How many bytes of its first line stand before it; nearly always none.
    pub line_before: u64,
    /// What was dropped of a game too long to hold, in order; nearly always nothing.
    pub gaps: Vec<Gap>,
    /// Whether the source ends with this chunk. Not so when an error follows.
    pub last: bool,
    /// Whether the text of the game was too long even without comments, and the rest of it was dropped.
    pub cut_short: bool,
}

impl Chunk {
    /// The place in the unpacked text of the byte with this index; of the end, if the index is the length.
    pub fn true_offset(&self, index: usize) -> u64 {
        let dropped = self.gaps_before(index).last().map_or(0, |gap| gap.dropped);
        self.offset + index as u64 + dropped
    }

    /// How many `\n` stand between the start of the chunk and the byte with this index.
    pub fn newlines_before(&self, index: usize) -> u64 {
        let kept = memchr_iter(b'\n', self.bytes.get(..index).unwrap_or(&self.bytes)).count() as u64;
        kept + self.newlines_dropped_before(index)
    }

    /// How many `\n` were dropped between the start of the chunk and the byte with this index.
    pub fn newlines_dropped_before(&self, index: usize) -> u64 {
        self.gaps_before(index).last().map_or(0, |gap| gap.newlines)
    }

    /// How many `\n` stand in all of the text this chunk covers.
    pub fn newlines(&self) -> u64 {
        self.newlines_before(self.bytes.len())
    }

    /// The place in the unpacked text where the line starts in which the byte with this index stands.
    pub fn line_start(&self, index: usize) -> u64 {
        let before = self.bytes.get(..index).unwrap_or(&self.bytes);
        let start = memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        // Text dropped right after that line end is of the same line, unless it holds a later one.
        let Some(newline) = start.checked_sub(1) else {
            return self.line_start_in_gap(index, 0, self.offset.saturating_sub(self.line_before));
        };
        let newlines = self.gaps_before(newline).last().map_or(0, |gap| gap.newlines);
        self.line_start_in_gap(index, newlines, self.true_offset(newline) + 1)
    }

    /// After the last line end dropped before `index`, if more than `newlines` were; otherwise `start`.
    fn line_start_in_gap(&self, index: usize, newlines: u64, start: u64) -> u64 {
        let gaps = self.gaps_before(index);
        let total = gaps.last().map_or(0, |gap| gap.newlines);
        if total == newlines {
            return start;
        }
        let last = gaps.get(gaps.partition_point(|gap| gap.newlines < total));
        // A gap ends where the byte at its index stands.
        last.map_or(start, |gap| self.true_offset(gap.at) - gap.since_newline)
    }

    /// How much of the unpacked text it covers, in bytes.
    pub fn covers(&self) -> u64 {
        self.true_offset(self.bytes.len()) - self.offset
    }

    /// Up to which index nothing was dropped behind the byte with this one.
    pub fn unbroken_to(&self, index: usize) -> usize {
        let behind = self.gaps.get(self.gaps_before(index).len());
        behind.map_or(self.bytes.len(), |gap| gap.at)
    }

    fn gaps_before(&self, index: usize) -> &[Gap] {
        let count = self.gaps.partition_point(|gap| gap.at <= index);
        self.gaps.get(..count).unwrap_or_default()
    }
}

/// The chunks of one source, in order. After an error there are no more.
///
/// Which chunks come out depends on the text and the limits alone, not on how the reads fall. A chunk ends at the last
/// game that begins before a multiple of the target: the second from the place on where the chunk itself begins. So where a
/// chunk ends depends on where it begins and on nothing before it. Text behind the end of a stretch is looked at as ever, but not handed out: the chunks of a shard that begins and
/// ends with chunks of the whole are the very same.
pub struct Chunks<R> {
    name: Arc<str>,
    input: R,
    limits: Limits,
    /// The text from `offset` on: the first `filled` bytes of it. Empty behind a chunk: then they are in `tail`.
    text: Vec<u8>,
    filled: usize,
    /// What stood behind the cut of the last chunk, and belongs to the front of the next.
    tail: Vec<u8>,
    offset: u64,
    /// How many bytes of the line in which the next chunk begins were handed out already.
    line_before: u64,
    /// Nothing from this place on is handed out.
    end: u64,
    /// Whether the input has no more, by its end or by an error.
    ended: bool,
    started: bool,
    /// How long the text is, in bytes, where that can be told beforehand: room for a short one need be no longer.
    size: Option<u64>,
    /// Whether lines end with a carriage return alone, as old Macintoshes wrote them. Then each is made a `\n` as it is
    /// read, so that nobody else has to know: places stay as they are.
    ends_lines_by_return: bool,
    /// What ended it, if not its end.
    failure: Option<Trouble>,
    spares: Vec<Vec<u8>>,
    peak: usize,
}

impl Chunks<Unpacked> {
    /// Opens a source; one that has to be unpacked is cut into chunks half as long.
    ///
    /// # Errors
    /// It cannot be opened.
    pub fn open(source: &Source, opening: &Opening, limits: Limits) -> Result<Self, InputError> {
        let input = source.open(opening)?;
        let is_packed = input.format().is_some();
        let limits = if is_packed { limits.beside_a_decoder() } else { limits };
        let size = input.size().filter(|_| !is_packed);
        let chunks = Self { size, ..Self::new(Arc::clone(&source.name), input, limits) };
        Ok(match opening.stretch {
            None => chunks,
            Some(stretch) => Self { offset: stretch.offset, end: stretch.end(), ..chunks },
        })
    }

    /// How the source is compressed; `None` for plain text.
    pub fn format(&self) -> Option<Format> {
        self.input.format()
    }

    /// Its size before unpacking, in bytes, where that is known before reading.
    pub fn size(&self) -> Option<u64> {
        self.input.size()
    }

    /// The format that the source is of by its name, where its bytes are of none.
    pub fn packed_by_name_alone(&self) -> Option<Format> {
        Format::by_name(&self.name).filter(|_| self.input.format().is_none())
    }
}

/// Whether a source that begins so is text in 16-bit units. With a mark, unless plain text stands behind it; without, where the
/// first two are letters of ASCII, the first being a bracket.
fn is_utf_16(text: &[u8]) -> bool {
    match text {
        [0xff, 0xfe, rest @ ..] | [0xfe, 0xff, rest @ ..] => {
            rest.is_empty() || !rest.iter().take(16).all(|byte| byte.is_ascii() && *byte != 0)
        }
        _ => matches!(text, [b'[', 0, _, 0, ..] | [0, b'[', 0, _, ..]),
    }
}

impl<R: Read> Chunks<R> {
    /// Cuts the text that `input` delivers. `name` is for errors.
    pub fn new(name: Arc<str>, input: R, limits: Limits) -> Self {
        let target = limits.target.max(1);
        Self {
            name,
            input,
            limits: Limits { target, longest: limits.longest.max(target.saturating_mul(2)), ..limits },
            text: Vec::new(),
            filled: 0,
            tail: Vec::new(),
            offset: 0,
            line_before: 0,
            end: u64::MAX,
            ended: false,
            started: false,
            size: None,
            ends_lines_by_return: false,
            failure: None,
            spares: Vec::new(),
            peak: 0,
        }
    }

    /// The bytes of a chunk that is done with, to be used again: the last given first. What they hold does not matter.
    ///
    /// They are not cleared: they would only have to be filled with zeros again.
    pub fn give_back(&mut self, bytes: Vec<u8>) {
        // One long game must not make all buffers long for good, and a short one is of no use.
        let target = self.limits.target;
        if self.spares.len() < SPARES && (target..=target.saturating_mul(2)).contains(&bytes.capacity()) {
            self.spares.push(bytes);
        }
    }

    /// The most bytes held at once so far, chunks handed out and spare buffers not counted.
    pub fn peak(&self) -> usize {
        self.peak
    }

    /// A buffer of at least `want` bytes, whatever they are.
    fn buffer(&mut self, want: usize) -> Vec<u8> {
        match self.spares.pop().filter(|spare| spare.capacity() >= want) {
            Some(mut spare) => {
                if spare.len() < want {
                    spare.resize(want, 0);
                }
                spare
            }
            // Zeroed by the system.
            None => vec![0; want.max(self.usual_buffer())],
        }
    }

    /// How long a buffer is made at the least: with room for a game's tail in front of the next read, and for no more than
    /// is to come where that is little.
    fn usual_buffer(&self) -> usize {
        if self.is_little() { self.likely_end() } else { self.limits.target + self.limits.target / 4 }
    }

    /// Whether so little is to come that to get a buffer for it costs less than to keep a long one.
    fn is_little(&self) -> bool {
        self.likely_end() <= self.limits.target / LITTLE
    }

    /// How much text is held once all of the source is read, and with room for a byte more, since only a read that gives
    /// nothing tells the end; as much as there may be where that is not known.
    fn likely_end(&self) -> usize {
        let left = self.size.map(|size| size.saturating_sub(self.offset).saturating_add(1));
        left.and_then(|left| usize::try_from(left).ok()).unwrap_or(usize::MAX)
    }

    /// Reads until `want` bytes are there or the input ends.
    fn fill(&mut self, want: usize) {
        let likely = want.min(self.likely_end());
        self.fill_to(likely);
        // A file may grow while it is read, and some tell no true size.
        if likely < want && !self.ended {
            self.fill_to(want);
        }
    }

    /// Reads until `want` bytes are there or the input ends, in room for no more.
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
        while !self.ended
            && let Some(room) = self.text.get_mut(self.filled..want).filter(|room| !room.is_empty())
        {
            match self.input.read(room) {
                Ok(0) => self.ended = true,
                Ok(read) => self.filled += read.min(room.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => self.fail(error),
            }
        }
        self.make_newlines(before);
    }

    /// Ends the lines of what was read from this index on as all others are ended.
    fn make_newlines(&mut self, from: usize) {
        if self.ends_lines_by_return
            && let Some(read) = self.text.get_mut(from..self.filled)
        {
            for at in 0..read.len() {
                // Behind such lines others may follow that end with both.
                let ends_with_both = read.get(at + 1) == Some(&b'\n');
                if let Some(byte) = read.get_mut(at).filter(|byte| **byte == b'\r' && !ends_with_both) {
                    *byte = b'\n';
                }
            }
        }
    }

    fn fail(&mut self, error: io::Error) {
        self.ended = true;
        self.failure = Some(error.downcast::<Trouble>().unwrap_or_else(Trouble::Read));
    }

    fn hold(&mut self, more: usize) {
        self.peak = self.peak.max(self.text.capacity() + more);
    }

    /// The text held.
    fn text(&self) -> &[u8] {
        self.text.get(..self.filled).unwrap_or_default()
    }

    /// Looks at the first bytes of the source.
    fn start(&mut self) {
        self.started = true;
        self.fill(FIRST_LINES);
        if is_utf_16(self.text()) {
            self.ended = true;
            self.filled = 0;
            self.failure = Some(Trouble::Utf16);
        } else if self.text().starts_with(LFS_POINTER) {
            self.ended = true;
            self.filled = 0;
            self.failure = Some(Trouble::LfsPointer);
        }
        let first = self.text().get(..self.filled.min(FIRST_LINES)).unwrap_or_default();
        // What follows the last byte is not known.
        let (_, known) = first.split_last().unwrap_or((&0, &[]));
        self.ends_lines_by_return = memchr(b'\r', known).is_some() && memchr(b'\n', first).is_none();
        self.make_newlines(0);
    }

    /// Up to where the text is looked through for the end of the chunk that begins at `offset`.
    fn window_end(&self) -> u64 {
        let target = self.limits.target as u64;
        self.offset.div_ceil(target).saturating_add(1).saturating_mul(target)
    }

    /// Where to cut the first `want` bytes of the text held.
    fn cut(&self, want: usize) -> Option<usize> {
        let text = self.text().get(..want)?;
        let effort = if want >= self.limits.longest { Effort::Any } else { Effort::Certain };
        let mark = if self.offset == 0 && text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        boundary::last_start(text.get(mark..)?, effort).map(|start| start + mark)
    }

    /// Hands out the first `len` bytes, at most all there are, and none behind the end.
    fn hand_out(&mut self, len: usize) -> Chunk {
        let left = usize::try_from(self.end.saturating_sub(self.offset)).unwrap_or(usize::MAX);
        let len = len.min(left);
        let tail = self.filled - len;
        let bytes = if tail <= len {
            // Nearly always: the few bytes after the cut go to the front of the next buffer.
            self.tail.clear();
            self.tail.extend_from_slice(self.text.get(len..self.filled).unwrap_or_default());
            let mut bytes = std::mem::take(&mut self.text);
            bytes.truncate(len);
            bytes
        } else {
            // Little before a long beginning of the next game: that one stays, or two long buffers were held.
            let mut bytes = self.spares.pop().unwrap_or_default();
            bytes.clear();
            bytes.extend_from_slice(self.text().get(..len).unwrap_or_default());
            self.text.copy_within(len..self.filled, 0);
            bytes
        };
        self.hold(bytes.capacity() + self.tail.capacity());
        self.filled = tail;
        let chunk = Chunk { bytes, last: self.at_end(), ..Chunk::default() };
        self.place(chunk)
    }

    /// Whether the input came to its end and all of it was handed out.
    fn at_end(&self) -> bool {
        self.ended && self.filled == 0 && self.failure.is_none()
    }

    /// Reads a game too long to hold, condensing it.
    fn condense(&mut self) -> Chunk {
        let mut condenser = Condenser::new(self.limits.condensed);
        let mut at = 0;
        loop {
            let behind = if self.ended { Behind::Nothing } else { Behind::More };
            let Taken { bytes, end } = condenser.take(self.text().get(at..).unwrap_or_default(), behind);
            at += bytes;
            self.hold(condenser.held());
            match end {
                PieceEnd::Start => break,
                PieceEnd::Header if self.comment_was_never_closed(&mut at) => break,
                PieceEnd::Header => condenser.comment_is_closed(),
                PieceEnd::More if self.ended => break,
                PieceEnd::More => {
                    self.drop_front(&mut at);
                    let want = self.filled + PIECE.min(self.limits.longest);
                    self.text.truncate(want);
                    self.text.shrink_to(want);
                    self.fill(want);
                }
            }
        }
        let cut_short = condenser.is_cut_short();
        self.drop_front(&mut at);
        let (bytes, gaps) = (condenser.out, condenser.gaps);
        self.place(Chunk { bytes, gaps, last: self.at_end(), cut_short, ..Chunk::default() })
    }

    /// Tells a chunk where it stands, behind the one before.
    fn place(&mut self, chunk: Chunk) -> Chunk {
        let chunk = Chunk { offset: self.offset, line_before: self.line_before, ..chunk };
        self.offset += chunk.covers();
        self.line_before = self.offset - chunk.line_start(chunk.bytes.len());
        chunk
    }

    /// Whether the comment in which the header at `at` stands was never closed: the next brace opens one, or
    /// there is none as far as may be held.
    fn comment_was_never_closed(&mut self, at: &mut usize) -> bool {
        let mut from = *at;
        loop {
            let text = self.text();
            let rest = text.get(from..).unwrap_or_default();
            if let Some(brace) = memchr2(b'{', b'}', rest).and_then(|brace| rest.get(brace)) {
                return *brace == b'{';
            }
            if self.ended || self.filled - *at >= self.limits.longest {
                return true;
            }
            self.drop_front(at);
            from = self.filled;
            self.fill((2 * self.filled).clamp(PIECE.min(self.limits.longest), self.limits.longest));
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

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Limits { target, longest, .. } = self.limits;
        let window = self.window_end().saturating_sub(self.offset);
        let mut want = usize::try_from(window).unwrap_or(target).min(longest);
        if self.offset >= self.end {
            return None;
        }
        loop {
            self.fill(want);
            if !self.started {
                self.start();
            }
            // All of the rest is there, and known to be all.
            if self.filled < want {
                if self.filled > 0 {
                    return Some(Ok(self.hand_out(self.filled)));
                }
                let why = self.failure.take()?;
                return Some(Err(InputError { path: Arc::clone(&self.name), why }));
            }
            if let Some(start) = self.cut(want) {
                return Some(Ok(self.hand_out(start)));
            }
            if want >= longest {
                return Some(Ok(self.condense()));
            }
            want = want.saturating_mul(2).min(longest);
        }
    }
}
