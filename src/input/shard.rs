//! Parts of a file that begin and end between games, so that each can be audited on another machine.
//!
//! `jadoube shards` counts games and cuts at the ends of chunks, so that its shards have the numbers of their first
//! game and line. A [`Share`] is found without counting: it begins at the first certain header after its nominal
//! start, and its games and lines are counted from there.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Arc;

use memchr::{memmem, memrchr2};

use super::format::{Format, HEAD};
use super::open::{FileRange, open_file};
use super::source::{Source, SourceLocation};
use super::trouble::{InputError, InputErrorKind};
use super::utf16::utf_16_of;
use crate::pgn::boundary;

/// The search for a header reads this many bytes at once.
const AHEAD: usize = 1 << 20;

/// The search also reads this many bytes before its start, because the line before a header is judged too.
const BEFORE: usize = 64 << 10;

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

    /// The offset of its end if a file of `size` bytes could be cut anywhere.
    fn nominal_end(self, size: u64) -> u64 {
        let end = u128::from(size) * u128::from(self.number.get()) / u128::from(self.of.get());
        u64::try_from(end).unwrap_or(size)
    }

    /// The offset of its start if the file could be cut anywhere.
    fn nominal_start(self, size: u64) -> u64 {
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

    /// The file of a name that [`name`](Self::name) returned.
    pub fn file_name<'a>(&self, name: &'a str) -> &'a str {
        match self.numbers {
            ShardNumbering::NumberedInFile(_) => name,
            ShardNumbering::NumberedInShare(_) => name.rsplit_once('#').map_or(name, |(file, _)| file),
        }
    }
}

/// A shard as the user names it, not yet checked against the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardRequest {
    /// `OFFSET+LENGTH@GAME:LINE`, as `jadoube shards` prints it.
    Counted(FileRange, FirstNumbers),
    /// `I/N`.
    Share(Share),
}

impl fmt::Display for ShardRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted(stretch, first) => {
                write!(f, "{}+{}@{}:{}", stretch.offset, stretch.length, first.game, first.line)
            }
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
            let stretch = FileRange { offset: number(offset)?, length: number(length)? };
            Some((stretch, FirstNumbers { game: number(game)?, line: number(line)? }))
        };
        let (stretch, first) = counted().ok_or(NoShard::Form)?;
        if first.game == 0 || first.line == 0 {
            return Err(NoShard::Zero);
        }
        if stretch.offset.checked_add(stretch.length).is_none() {
            return Err(NoShard::Form);
        }
        Ok(Self::Counted(stretch, first))
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

/// A file of plain text that can be read from any place.
#[derive(Debug)]
pub struct SeekableSource {
    name: Arc<str>,
    file: File,
    pub(crate) size: u64,
}

impl Source {
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
        let mut head = Vec::new();
        let read = file.by_ref().take(HEAD as u64).read_to_end(&mut head);
        read.map_err(|error| fail(InputErrorKind::Read(error)))?;
        match Format::of(&head) {
            Some(format) => Err(fail(InputErrorKind::PackedShard(format))),
            None if utf_16_of(&head).is_some() => Err(fail(InputErrorKind::Utf16Shard)),
            None => Ok(SeekableSource { name: Arc::clone(&self.name), file, size }),
        }
    }
}

impl SeekableSource {
    /// Finds the shard in the file.
    ///
    /// # Errors
    /// The file cannot be read, or is not the one from which the shard was cut.
    pub fn shard(&mut self, request: ShardRequest) -> Result<Shard, InputError> {
        self.locate(request).map_err(|why| InputError { path: Arc::clone(&self.name), why })
    }

    fn locate(&mut self, request: ShardRequest) -> Result<Shard, InputErrorKind> {
        match request {
            ShardRequest::Counted(stretch, first) => {
                let end = stretch.end();
                if end > self.size {
                    return Err(InputErrorKind::ShardBeyond { end, size: self.size });
                }
                for place in [stretch.offset, end] {
                    if !self.is_line_start(place).map_err(InputErrorKind::Read)? {
                        return Err(InputErrorKind::ShardAstray(place));
                    }
                }
                Ok(Shard { range: stretch, numbers: ShardNumbering::NumberedInFile(first) })
            }
            ShardRequest::Share(share) => {
                let offset = self.seam(share.nominal_start(self.size)).map_err(InputErrorKind::Read)?;
                let end = self.seam(share.nominal_end(self.size)).map_err(InputErrorKind::Read)?;
                let stretch = FileRange { offset, length: end.saturating_sub(offset) };
                Ok(Shard { range: stretch, numbers: ShardNumbering::NumberedInShare(share) })
            }
        }
    }

    /// Whether a line starts at `place`, or the file ends there.
    fn is_line_start(&mut self, place: u64) -> io::Result<bool> {
        let Some(before) = place.checked_sub(1).filter(|_| place < self.size) else {
            return Ok(true);
        };
        Ok(self.read_at(before, 1)?.first().is_some_and(|&byte| boundary::is_break(byte)))
    }

    /// The first offset from `near` on where a game certainly starts; the end of the file if there is none.
    ///
    /// Only headers outside comments count, and none after a comment that was never closed. So nothing of the file
    /// before the last brace matters.
    fn seam(&mut self, near: u64) -> io::Result<u64> {
        if near == 0 || near >= self.size {
            return Ok(near.min(self.size));
        }
        let mut last = self.last_brace_before(near)?;
        let mut from = near;
        loop {
            let base = from.saturating_sub(BEFORE as u64);
            let text = self.read_at(base, BEFORE + AHEAD)?;
            let start = usize::try_from(from - base).unwrap_or(usize::MAX);
            let ended = text.len() < BEFORE + AHEAD;
            // A header that may be cut off by the end of this piece is found in the next one.
            let end = if ended { text.len() } else { text.len() - boundary::LINE_LOOKAHEAD };
            let mut judged = start;
            for found in memmem::find_iter(text.get(start..).unwrap_or_default(), boundary::EVENT_TAG_START) {
                let at = start + found;
                if at >= end {
                    break;
                }
                last = last_brace(text.get(judged..at)).or(last);
                judged = at;
                // The line before the header may begin before this piece.
                let sees_line_before = base == 0 || {
                    let before = text.get(..at.saturating_sub(2)).unwrap_or_default();
                    memrchr2(b'\n', b'\r', before).is_some()
                };
                let is_header = boundary::is_header(&text, at) && !boundary::may_follow_tags(&text, at);
                if last != Some(b'{') && sees_line_before && is_header {
                    return Ok(base + at as u64);
                }
            }
            if ended {
                return Ok(self.size);
            }
            last = last_brace(text.get(judged..end)).or(last);
            from = base + end as u64;
        }
    }

    /// The last brace before `place`. The search may go back to the beginning of the file: a header in a comment must
    /// not be taken for a game, however long the comment is.
    fn last_brace_before(&mut self, place: u64) -> io::Result<Option<u8>> {
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
    fn read_at(&mut self, place: u64, length: usize) -> io::Result<Vec<u8>> {
        self.file.seek(SeekFrom::Start(place))?;
        let mut text = Vec::new();
        let left = self.size.saturating_sub(place);
        (&self.file).take(left.min(length as u64)).read_to_end(&mut text)?;
        Ok(text)
    }
}

fn last_brace(text: Option<&[u8]>) -> Option<u8> {
    let text = text?;
    memrchr2(b'{', b'}', text).and_then(|at| text.get(at)).copied()
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
