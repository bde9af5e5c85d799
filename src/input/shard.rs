//! Parts of a file that begin and end between games, so that each can be audited somewhere else.
//!
//! `jadoube shards` counts and cuts at the ends of chunks; a shard so cut knows the numbers of its first game and its
//! first line. A [`Share`] is found without counting, at the first sure header behind its nominal place, and counts
//! from its own beginning.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::num::NonZeroU64;
use std::str::FromStr;
use std::sync::Arc;

use memchr::{memmem, memrchr2};

use super::format::{Format, HEAD};
use super::open::{Stretch, open_file};
use super::paths::{Place, Source};
use super::trouble::{InputError, Trouble};
use crate::pgn::boundary;

/// While a header is looked for, this much is read at once.
const AHEAD: usize = 1 << 20;

/// What is read before the place from which a header is looked for: the line before it is judged too.
const BEFORE: usize = 64 << 10;

/// Braces are looked for backwards in pieces of this many bytes.
const BACK: u64 = 1 << 20;

impl Stretch {
    /// The place behind its last byte.
    pub fn end(self) -> u64 {
        self.offset.saturating_add(self.length)
    }
}

/// What the first game and the first line of a shard are in their file, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct First {
    /// The number of the game.
    pub game: u64,
    /// The number of the line.
    pub line: u64,
}

impl First {
    /// Of a file, or of a shard that counts from its own beginning.
    pub const OF_ALL: Self = Self { game: 1, line: 1 };
}

/// One of so many parts of about the same size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which, from 1 to `of`.
    number: NonZeroU64,
    of: NonZeroU64,
}

impl Share {
    /// Share `number` of so many; `None` where there are not that many.
    pub fn new(number: u64, of: u64) -> Option<Self> {
        let (number, of) = (NonZeroU64::new(number)?, NonZeroU64::new(of)?);
        (number <= of).then_some(Self { number, of })
    }

    /// Where it would end, but for the games, if a file of `size` bytes were cut anywhere.
    fn nominal_end(self, size: u64) -> u64 {
        let end = u128::from(size) * u128::from(self.number.get()) / u128::from(self.of.get());
        u64::try_from(end).unwrap_or(size)
    }

    /// Where it would begin.
    fn nominal_start(self, size: u64) -> u64 {
        Self::new(self.number.get() - 1, self.of.get()).map_or(0, |before| before.nominal_end(size))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// From where the games and lines of a shard are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// From the beginning of the file: the shard's first have these numbers.
    OfFile(First),
    /// From the beginning of the shard: nobody counted what stands before it.
    OfShare(Share),
}

/// A part of a file that begins and ends between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Where it is.
    pub stretch: Stretch,
    /// How it counts.
    pub numbers: Numbers,
}

impl Shard {
    /// The numbers that its first game and line are given.
    pub fn first(&self) -> First {
        match self.numbers {
            Numbers::OfFile(first) => first,
            Numbers::OfShare(_) => First::OF_ALL,
        }
    }

    /// What its file is called in a report: where numbers are not those of the file, the name says so.
    pub fn name(&self, file: &Arc<str>) -> Arc<str> {
        match self.numbers {
            Numbers::OfFile(_) => Arc::clone(file),
            Numbers::OfShare(share) => format!("{file}#{share}").into(),
        }
    }

    /// The file of which such a name is.
    pub fn file_of<'a>(&self, name: &'a str) -> &'a str {
        match self.numbers {
            Numbers::OfFile(_) => name,
            Numbers::OfShare(_) => name.rsplit_once('#').map_or(name, |(file, _)| file),
        }
    }
}

/// A shard as a user asks for it, not yet laid against the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShardRequest {
    /// `OFFSET+LENGTH@GAME:LINE`, as `jadoube shards` prints it.
    Counted(Stretch, First),
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
            let stretch = Stretch { offset: number(offset)?, length: number(length)? };
            Some((stretch, First { game: number(game)?, line: number(line)? }))
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

/// Why words name no shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoShard {
    /// They are of another form.
    #[error("a shard is OFFSET+LENGTH@GAME:LINE, as `jadoube shards` prints it, or I/N, such as 2/4")]
    Form,
    /// A first game or line before the first.
    #[error("games and lines are counted from 1")]
    Zero,
    /// A share that there is not.
    #[error("of N shares the first is 1/N and the last N/N")]
    Share,
}

/// A file of plain text that can be read from any place.
#[derive(Debug)]
pub struct Cuttable {
    name: Arc<str>,
    file: File,
    size: u64,
}

impl Source {
    /// The source as a file that can be cut.
    ///
    /// # Errors
    /// It cannot be opened, or can be read only from its beginning: a pipe, compressed data.
    pub fn cuttable(&self) -> Result<Cuttable, InputError> {
        let fail = |why| InputError { path: Arc::clone(&self.name), why };
        let Place::File(path) = &self.place else {
            return Err(fail(Trouble::Uncuttable));
        };
        let (mut file, size) = open_file(path).map_err(fail)?;
        let size = size.ok_or_else(|| fail(Trouble::Uncuttable))?;
        let mut head = Vec::new();
        let read = file.by_ref().take(HEAD as u64).read_to_end(&mut head);
        read.map_err(|error| fail(Trouble::Read(error)))?;
        match Format::of(&head) {
            Some(format) => Err(fail(Trouble::PackedShard(format))),
            None => Ok(Cuttable { name: Arc::clone(&self.name), file, size }),
        }
    }
}

impl Cuttable {
    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The shard that is asked for.
    ///
    /// # Errors
    /// The file cannot be read, or is not the one from which the shard was cut.
    pub fn shard(&mut self, request: ShardRequest) -> Result<Shard, InputError> {
        self.lay(request).map_err(|why| InputError { path: Arc::clone(&self.name), why })
    }

    fn lay(&mut self, request: ShardRequest) -> Result<Shard, Trouble> {
        match request {
            ShardRequest::Counted(stretch, first) => {
                let end = stretch.end();
                if end > self.size {
                    return Err(Trouble::ShardBeyond { end, size: self.size });
                }
                for place in [stretch.offset, end] {
                    if !self.is_line_start(place).map_err(Trouble::Read)? {
                        return Err(Trouble::ShardAstray(place));
                    }
                }
                Ok(Shard { stretch, numbers: Numbers::OfFile(first) })
            }
            ShardRequest::Share(share) => {
                let offset = self.seam(share.nominal_start(self.size)).map_err(Trouble::Read)?;
                let end = self.seam(share.nominal_end(self.size)).map_err(Trouble::Read)?;
                let stretch = Stretch { offset, length: end.saturating_sub(offset) };
                Ok(Shard { stretch, numbers: Numbers::OfShare(share) })
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

    /// The first place from `near` on where a game surely starts; the end of the file where there is none.
    ///
    /// Only headers outside comments count, and none behind a comment that was never closed, so that no more of
    /// the file need be known than the last brace before.
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
            // What is nearer to the end than a header is long is seen in the next piece.
            let end = if ended { text.len() } else { text.len() - boundary::LOOK };
            let mut judged = start;
            for found in memmem::find_iter(text.get(start..).unwrap_or_default(), boundary::EVENT) {
                let at = start + found;
                if at >= end {
                    break;
                }
                last = last_brace(text.get(judged..at)).or(last);
                judged = at;
                // Of a very long line before it the beginning is out of sight.
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

    /// The last brace before a place. Without any it is looked for to the beginning of the file: a header in a
    /// comment must not be taken for a game, however long the comment is.
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

    /// So many bytes from a place on, or as many as there are.
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
    fn a_request_is_read_as_it_is_written() {
        for text in ["0+0@1:1", "1024+77@12:340", "1/1", "3/8"] {
            let request: ShardRequest = text.parse().unwrap();
            assert_eq!(request.to_string(), text);
        }
    }

    #[test]
    fn what_names_no_shard_says_why() {
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
    fn shares_lie_side_by_side() {
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
