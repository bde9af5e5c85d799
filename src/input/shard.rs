//! Parts of a file that begin and end between games, so that each can be audited on another machine.
//!
//! `jadoube shards` counts games and cuts at the ends of chunks, so that its shards have the numbers of their first
//! game and line. A [`Share`] is found without counting: it begins at the first certain header after its nominal
//! start, and its games and lines are counted from there.
//!
//! The range of a shard of a compressed file is from frame to frame, and its games are those that begin in these frames. Its
//! [`FrameSeams`] say where their text begins and ends.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Arc;

use super::format::{Format, HEAD};
use super::frames::{FRAME_HEAD, FrameFormat, FrameMap};
use super::open::open_file;
use super::opening::{FileRange, FrameSeams, OpenOptions};
use super::seam::{BEFORE, Seam, SeamSearch, last_brace};
use super::source::{Source, SourceLocation};
use super::trouble::{InputError, InputErrorKind};
use super::utf16::utf_16_of;
use crate::pgn::boundary;

/// The search for a header reads this many bytes at once.
const AHEAD: usize = 1 << 20;

/// The backward search for a brace reads pieces of this many bytes.
const BACK: u64 = 1 << 20;

/// The numbers of the first game and the first line of a shard, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstNumbers {
    /// The number of the game.
    pub game: u64,
    /// The number of the line.
    pub line: u64,
}

impl FirstNumbers {
    /// The numbers of a file, or of a shard that counts from its own beginning.
    pub const WHOLE_FILE: Self = Self { game: 1, line: 1 };
}

/// One of several parts of a file of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// From 1 to `of`.
    number: NonZeroU64,
    of: NonZeroU64,
}

impl Share {
    /// `None` if `number` is not in `1..=of`.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        let (number, of) = (NonZeroU64::new(number)?, NonZeroU64::new(of)?);
        (number <= of).then_some(Self { number, of })
    }

    /// From 1.
    pub fn number(self) -> u64 {
        self.number.get()
    }

    /// The number of all shares.
    pub fn of(self) -> u64 {
        self.of.get()
    }

    pub(super) fn is_last(self) -> bool {
        self.number == self.of
    }

    /// The offset of its end if a file of `size` bytes could be cut anywhere.
    pub(super) fn nominal_end(self, size: u64) -> u64 {
        let end = u128::from(size) * u128::from(self.number.get()) / u128::from(self.of.get());
        u64::try_from(end).unwrap_or(size)
    }

    /// The offset of its start if the file could be cut anywhere.
    pub(super) fn nominal_start(self, size: u64) -> u64 {
        Self::new(self.number.get() - 1, self.of.get()).map_or(0, |before| before.nominal_end(size))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// How the games and lines of a shard are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardNumbering {
    /// From the beginning of the file; the first of the shard have these numbers.
    NumberedInFile(FirstNumbers),
    /// From the beginning of the shard.
    NumberedInShare(Share),
}

/// A part of a file that begins and ends between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its place in the file.
    pub range: FileRange,
    /// Its numbering.
    pub numbers: ShardNumbering,
    /// Where its text begins and ends in its frames, if the file is compressed.
    pub seams: Option<FrameSeams>,
}

impl Shard {
    /// The numbers of its first game and line.
    pub fn first(&self) -> FirstNumbers {
        match self.numbers {
            ShardNumbering::NumberedInFile(first) => first,
            ShardNumbering::NumberedInShare(_) => FirstNumbers::WHOLE_FILE,
        }
    }

    /// The name of its file in a report. If the numbers are not those of the file, the name says so.
    pub fn name(&self, file: &Arc<str>) -> Arc<str> {
        match self.numbers {
            ShardNumbering::NumberedInFile(_) => Arc::clone(file),
            ShardNumbering::NumberedInShare(share) => format!("{file}#{share}").into(),
        }
    }
}

/// A shard as the user names it, not yet checked against the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardRequest {
    /// `OFFSET+LENGTH@GAME:LINE`, as `jadoube shards` prints it.
    Counted(FileRange, FirstNumbers),
    /// `OFFSET+LENGTH@GAME:LINE:TEXT`, as `jadoube shards` prints it for a compressed file: the range is that of frames, and
    /// the last number is the offset of the first game in the decompressed text.
    OfFrames(FileRange, FirstNumbers, u64),
    /// `I/N`.
    Share(Share),
}

impl fmt::Display for ShardRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted(stretch, first) => {
                write!(f, "{}+{}@{}:{}", stretch.offset, stretch.length, first.game, first.line)
            }
            Self::OfFrames(frames, first, text) => write!(f, "{}:{text}", Self::Counted(*frames, *first)),
            Self::Share(share) => share.fmt(f),
        }
    }
}

impl FromStr for ShardRequest {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let number = |text: &str| {
            let all_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u64>().ok().filter(|_| all_digits)
        };
        if let Some((share, of)) = text.split_once('/') {
            let (share, of) = (number(share).ok_or(NoShard::Form)?, number(of).ok_or(NoShard::Form)?);
            return Share::new(share, of).map(Self::Share).ok_or(NoShard::Share);
        }
        let counted = || {
            let (stretch, first) = text.split_once('@')?;
            let (offset, length) = stretch.split_once('+')?;
            let (game, line) = first.split_once(':')?;
            let (line, text) = match line.split_once(':') {
                Some((line, text)) => (line, Some(number(text)?)),
                None => (line, None),
            };
            let stretch = FileRange { offset: number(offset)?, length: number(length)? };
            Some((stretch, FirstNumbers { game: number(game)?, line: number(line)? }, text))
        };
        let (stretch, first, text) = counted().ok_or(NoShard::Form)?;
        if first.game == 0 || first.line == 0 {
            return Err(NoShard::Zero);
        }
        if stretch.offset.checked_add(stretch.length).is_none() {
            return Err(NoShard::Form);
        }
        Ok(match text {
            Some(text) => Self::OfFrames(stretch, first, text),
            None => Self::Counted(stretch, first),
        })
    }
}

/// Why a text names no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoShard {
    #[error("expected OFFSET+LENGTH@GAME:LINE, as `jadoube shards` prints it, or I/N, such as 2/4")]
    Form,
    #[error("game and line numbers start at 1")]
    Zero,
    #[error("in I/N, I must be from 1 to N")]
    Share,
}

/// A file that can be read from several places: plain text from any, compressed text from any frame.
#[derive(Debug)]
pub struct SeekableSource {
    name: Arc<str>,
    content: SeekableContent,
    pub(crate) size: u64,
    max_window: u64,
}

#[derive(Debug)]
enum SeekableContent {
    Plain(File),
    Frames(FrameMap),
}

impl Source {
    /// Whether the source is a file of text, neither compressed nor in UTF-16, so that it can be read from any place.
    pub(crate) fn is_plain_file(&self) -> bool {
        let SourceLocation::File(path) = &self.place else { return false };
        let Ok((file, Some(_))) = open_file(path) else { return false };
        let mut head = Vec::new();
        file.take(HEAD as u64).read_to_end(&mut head).is_ok()
            && Format::of(&head).is_none()
            && utf_16_of(&head).is_none()
    }

    /// Opens the source as a file that can be cut.
    ///
    /// # Errors
    /// It cannot be opened, or can be read only from its beginning, as a pipe or compressed data.
    pub fn open_seekable(&self) -> Result<SeekableSource, InputError> {
        let fail = |why| InputError { path: Arc::clone(&self.name), why };
        let path = match &self.place {
            SourceLocation::File(path) => path,
            SourceLocation::StandardInput => return Err(fail(InputErrorKind::Uncuttable)),
            SourceLocation::Member(_) => return Err(fail(InputErrorKind::PackedShard(Format::Zip))),
        };
        let (mut file, size) = open_file(path).map_err(fail)?;
        let size = size.ok_or_else(|| fail(InputErrorKind::Uncuttable))?;
        let unread = |error| fail(InputErrorKind::Read(error));
        let mut head = Vec::new();
        file.by_ref().take(FRAME_HEAD as u64).read_to_end(&mut head).map_err(unread)?;
        let max_window = OpenOptions::default().max_window;
        let seekable = |content| SeekableSource { name: Arc::clone(&self.name), content, size, max_window };
        let Some(format) = Format::of(&head) else {
            head.truncate(HEAD);
            let is_utf_16 = utf_16_of(&head).is_some();
            return if is_utf_16 {
                Err(fail(InputErrorKind::Utf16Shard))
            } else {
                Ok(seekable(SeekableContent::Plain(file)))
            };
        };
        if let Some(frames) = FrameFormat::of(&head) {
            let mut map = FrameMap::new(file, size, frames);
            if map.has_several_frames().map_err(unread)? {
                return Ok(seekable(SeekableContent::Frames(map)));
            }
        }
        Err(fail(InputErrorKind::PackedShard(format)))
    }
}

impl SeekableSource {
    /// Sets the largest window that a decoder may hold, in bytes.
    #[must_use]
    pub fn with_max_window(self, max_window: u64) -> Self {
        Self { max_window, ..self }
    }

    /// Whether the file is compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        matches!(self.content, SeekableContent::Frames(_))
    }

    /// The first offset from `near` on where a game of plain text certainly starts.
    ///
    /// # Errors
    /// The file is compressed, or cannot be read.
    pub(super) fn seam(&self, near: u64) -> io::Result<u64> {
        match &self.content {
            SeekableContent::Plain(file) => PlainText { file, size: self.size }.seam(near),
            SeekableContent::Frames(_) => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// The start of the first frame that is at least `length` bytes after the one at `from`, or else the size of the file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub(crate) fn frame_after(&mut self, from: u64, length: u64) -> Result<u64, InputError> {
        let place = match &mut self.content {
            SeekableContent::Frames(map) => map.boundary(from, from.saturating_add(length)),
            SeekableContent::Plain(_) => Ok(from.saturating_add(length)),
        };
        place.map_err(|error| InputError { path: Arc::clone(&self.name), why: InputErrorKind::Read(error) })
    }

    /// Finds the shard in the file.
    ///
    /// # Errors
    /// The file cannot be read, or is not the one from which the shard was cut.
    pub fn shard(&mut self, request: ShardRequest) -> Result<Shard, InputError> {
        self.locate(request).map_err(|why| InputError { path: Arc::clone(&self.name), why })
    }

    fn locate(&mut self, request: ShardRequest) -> Result<Shard, InputErrorKind> {
        let (size, max_window) = (self.size, self.max_window);
        if let ShardRequest::Counted(range, _) | ShardRequest::OfFrames(range, ..) = request
            && range.end() > size
        {
            return Err(InputErrorKind::ShardBeyond { end: range.end(), size });
        }
        match (&mut self.content, request) {
            (SeekableContent::Frames(map), request) => map.shard(request, size, max_window),
            (SeekableContent::Plain(_), ShardRequest::OfFrames(..)) => Err(InputErrorKind::ShardOfFrames),
            (SeekableContent::Plain(file), ShardRequest::Counted(stretch, first)) => {
                let text = PlainText { file, size };
                for place in [stretch.offset, stretch.end()] {
                    if !text.is_line_start(place).map_err(InputErrorKind::Read)? {
                        return Err(InputErrorKind::ShardAstray(place));
                    }
                }
                Ok(Shard { range: stretch, numbers: ShardNumbering::NumberedInFile(first), seams: None })
            }
            (SeekableContent::Plain(file), ShardRequest::Share(share)) => {
                let text = PlainText { file, size };
                let offset = text.seam(share.nominal_start(size)).map_err(InputErrorKind::Read)?;
                let end = text.seam(share.nominal_end(size)).map_err(InputErrorKind::Read)?;
                let stretch = FileRange { offset, length: end.saturating_sub(offset) };
                Ok(Shard { range: stretch, numbers: ShardNumbering::NumberedInShare(share), seams: None })
            }
        }
    }
}

impl FrameMap {
    /// Finds the shard in the frames of a file of `size` bytes.
    fn shard(&mut self, request: ShardRequest, size: u64, max_window: u64) -> Result<Shard, InputErrorKind> {
        if utf_16_of(&self.beginning(max_window)).is_some() {
            return Err(InputErrorKind::Utf16Shard);
        }
        let (range, numbers, text) = match request {
            ShardRequest::Counted(range, first) if range.offset == 0 => {
                (range, ShardNumbering::NumberedInFile(first), 0)
            }
            ShardRequest::Counted(..) => return Err(InputErrorKind::ShardWithoutText),
            ShardRequest::OfFrames(range, first, text) => {
                (range, ShardNumbering::NumberedInFile(first), text)
            }
            ShardRequest::Share(share) => {
                let mut place = |near| self.boundary(0, near).map_err(InputErrorKind::Read);
                let (offset, end) = (place(share.nominal_start(size))?, place(share.nominal_end(size))?);
                let range = FileRange { offset, length: end.saturating_sub(offset) };
                (range, ShardNumbering::NumberedInShare(share), 0)
            }
        };
        for place in [range.offset, range.end()] {
            if !self.is_boundary(place).map_err(InputErrorKind::Read)? {
                return Err(InputErrorKind::NoFrame(place));
            }
        }
        let seam = |place| match place {
            0 => Ok(0),
            place if place >= size => Ok(u64::MAX),
            place => self.seam(place, max_window),
        };
        let (before, after) = (seam(range.offset)?, seam(range.end())?);
        Ok(Shard { range, numbers, seams: Some(FrameSeams { text, before, after }) })
    }
}

/// A file of plain text.
struct PlainText<'f> {
    file: &'f File,
    size: u64,
}

impl PlainText<'_> {
    /// Whether a line starts at `place`, or the file ends there.
    fn is_line_start(&self, place: u64) -> io::Result<bool> {
        let Some(before) = place.checked_sub(1).filter(|_| place < self.size) else {
            return Ok(true);
        };
        Ok(self.read_at(before, 1)?.first().is_some_and(|&byte| boundary::is_break(byte)))
    }

    /// The first offset from `near` on where a game certainly starts; the end of the file if there is none.
    ///
    /// Only headers outside comments count, and none after a comment that was never closed. So nothing of the file
    /// before the last brace matters.
    fn seam(&self, near: u64) -> io::Result<u64> {
        if near == 0 || near >= self.size {
            return Ok(near.min(self.size));
        }
        let last = self.last_brace_before(near)?;
        let mut base = near.saturating_sub(BEFORE as u64);
        let mut search =
            SeamSearch::after(last, usize::try_from(near - base).unwrap_or(usize::MAX), base == 0);
        loop {
            let text = self.read_at(base, BEFORE + AHEAD)?;
            match search.find(&text, text.len() < BEFORE + AHEAD) {
                Seam::At(at) => return Ok(base + at as u64),
                Seam::Unknown => base += search.drop_front() as u64,
                Seam::Nowhere => return Ok(self.size),
            }
        }
    }

    /// The last brace before `place`. The search may go back to the beginning of the file: a header in a comment must
    /// not be taken for a game, however long the comment is.
    fn last_brace_before(&self, place: u64) -> io::Result<Option<u8>> {
        let mut to = place;
        while to > 0 {
            let from = to.saturating_sub(BACK);
            let text = self.read_at(from, usize::try_from(to - from).unwrap_or(usize::MAX))?;
            let brace = last_brace(Some(&text));
            if brace.is_some() {
                return Ok(brace);
            }
            to = from;
        }
        Ok(None)
    }

    /// At most `length` bytes from `place` on.
    fn read_at(&self, place: u64, length: usize) -> io::Result<Vec<u8>> {
        let mut file = self.file;
        file.seek(SeekFrom::Start(place))?;
        let mut text = Vec::new();
        let left = self.size.saturating_sub(place);
        file.take(left.min(length as u64)).read_to_end(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_parsed_as_it_is_printed() {
        for text in ["0+0@1:1", "1024+77@12:340", "1/1", "3/8"] {
            let request: ShardRequest = text.parse().unwrap();
            assert_eq!(request.to_string(), text);
        }
    }

    #[test]
    fn an_invalid_request_has_its_reason() {
        let wrong = |text: &str| text.parse::<ShardRequest>().unwrap_err();
        for text in ["", "5", "1+2", "1+2@3", "1+2@3:", "+1+2@3:4", "1-2@3:4", "a/b", "1/", "1.5/2", "-1/2"] {
            assert_eq!(wrong(text), NoShard::Form, "{text}");
        }
        assert_eq!(wrong("18446744073709551615+1@1:1"), NoShard::Form);
        assert_eq!(wrong("0+1@0:1"), NoShard::Zero);
        assert_eq!(wrong("0+1@1:0"), NoShard::Zero);
        for text in ["0/2", "3/2", "1/0"] {
            assert_eq!(wrong(text), NoShard::Share, "{text}");
        }
    }

    #[test]
    fn shares_are_adjacent() {
        for size in [0, 1, 7, 1000, u64::MAX] {
            for of in [1, 2, 3, 7, 1000] {
                let mut end = 0;
                for number in 1..=of {
                    let share = Share::new(number, of).unwrap();
                    assert_eq!(share.nominal_start(size), end);
                    end = share.nominal_end(size);
                }
                assert_eq!(end, size);
            }
        }
    }
}
