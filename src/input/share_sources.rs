//! The sources of a share of all files of a run.
//!
//! The files are laid end to end by their sizes, in the order of the run. A boundary between two shares that falls into a
//! plain file is moved to the next game there, as [`Share`](super::Share)s of that file alone are; a compressed file
//! belongs to the share in which its first byte falls. So all shares agree on every boundary.

use std::fs;

use xxhash_rust::xxh3::Xxh3;

use super::file_set::{FileSet, FileSetHash, SetShare};
use super::opening::FileRange;
use super::paths::{Inputs, Sources};
use super::shard::{Shard, ShardNumbering, Share};
use super::source::{Source, SourceLocation};
use super::trouble::{InputError, InputErrorKind};

/// A source, or the part of it that is read.
#[derive(Clone, Debug)]
pub(crate) struct SourceToRead {
    pub source: Source,
    /// `None` if all of it is read.
    pub shard: Option<Shard>,
}

impl From<Source> for SourceToRead {
    fn from(source: Source) -> Self {
        Self { source, shard: None }
    }
}

impl Inputs {
    /// The sources that the inputs lead to, or those of the share.
    pub(crate) fn into_sources(self) -> Box<dyn Iterator<Item = Result<SourceToRead, InputError>> + Send> {
        match self.share {
            Some(share) => Box::new(ShareSources::new(self, share)),
            None => Box::new(Sources::new(self).map(|source| source.map(SourceToRead::from))),
        }
    }
}

impl SetShare {
    /// Finds out of which files this is a share.
    ///
    /// # Errors
    /// An input can be read only once.
    pub fn of(share: Share, inputs: Inputs) -> Result<Self, InputError> {
        let mut measure = Measure::default();
        for found in Sources::new(inputs) {
            measure.add(&found)?;
        }
        Ok(Self { share, set: measure.set() })
    }
}

/// Adds up the files of a run.
#[derive(Default)]
struct Measure {
    files: u64,
    bytes: u64,
    hash: Xxh3,
}

impl Measure {
    /// Adds a file and returns its size. An input that cannot be used has the size 0; the run reports it.
    fn add(&mut self, found: &Result<Source, InputError>) -> Result<u64, InputError> {
        let (name, size) = match found {
            Ok(source) => {
                self.files += 1;
                (&source.name, source.size()?)
            }
            // A notice is no file.
            Err(InputError { why, .. }) if why.is_notice() => return Ok(0),
            Err(InputError { path, .. }) => (path, 0),
        };
        self.bytes = self.bytes.saturating_add(size);
        self.hash.update(name.as_bytes());
        self.hash.update(&[0]);
        self.hash.update(&size.to_le_bytes());
        Ok(size)
    }

    fn set(&self) -> FileSet {
        FileSet { files: self.files, bytes: self.bytes, hash: FileSetHash(self.hash.digest128()) }
    }
}

impl Source {
    /// The size in bytes, before decompression; of a member of an archive, after it. 0 if the file cannot be examined.
    fn size(&self) -> Result<u64, InputError> {
        let once = || InputError { path: self.name.clone(), why: InputErrorKind::Uncuttable };
        match &self.place {
            SourceLocation::StandardInput => Err(once()),
            SourceLocation::Member(member) => Ok(member.size()),
            SourceLocation::File(path) => match fs::metadata(path) {
                Ok(metadata) if metadata.is_file() => Ok(metadata.len()),
                Ok(metadata) if metadata.is_dir() => Ok(0),
                Ok(_) => Err(once()),
                Err(_) => Ok(0),
            },
        }
    }
}

/// The sources of a share: whole files, and at its ends perhaps parts of files.
struct ShareSources {
    sources: Sources,
    share: SetShare,
    measured: Measure,
    /// Whether the last source was yielded.
    ended: bool,
}

impl ShareSources {
    fn new(inputs: Inputs, share: SetShare) -> Self {
        Self { sources: Sources::new(inputs), share, measured: Measure::default(), ended: false }
    }

    /// The part of a source that belongs to the share. The source lies between two places of the set.
    fn part(&self, source: Source, start: u64, end: u64) -> Option<Result<SourceToRead, InputError>> {
        let SetShare { share, set } = self.share;
        let (from, to) = (share.nominal_start(set.bytes), share.nominal_end(set.bytes));
        let within = |place: u64| (start < place && place < end).then(|| place - start);
        let (from, to) = (within(from), within(to));
        let whole = |source: Source| self.holds(start).then(|| Ok(source.into()));
        if from.is_none() && to.is_none() {
            return whole(source);
        }
        // If a file cannot be cut, or not even be opened, the share in which it begins deals with it.
        if !source.is_plain_file() {
            return whole(source);
        }
        let Ok(file) = source.open_seekable() else { return whole(source) };
        let size = end - start;
        let cut = |place: Option<u64>, otherwise| place.map_or(Ok(otherwise), |place| file.seam(place));
        match (cut(from, 0), cut(to, size)) {
            (Ok(0), Ok(end)) if end >= size => Some(Ok(source.into())),
            (Ok(offset), Ok(end)) => {
                let range = FileRange { offset, length: end.saturating_sub(offset) };
                let shard = Shard { range, numbers: ShardNumbering::NumberedInShare(share), seams: None };
                (range.length > 0).then_some(Ok(SourceToRead { source, shard: Some(shard) }))
            }
            (Err(error), _) | (_, Err(error)) => {
                Some(Err(InputError { path: source.name, why: InputErrorKind::Read(error) }))
            }
        }
    }

    /// Whether the byte at this place of the set is in the share. What comes after the last byte is in the last share.
    fn holds(&self, place: u64) -> bool {
        let SetShare { share, set } = self.share;
        let (from, to) = (share.nominal_start(set.bytes), share.nominal_end(set.bytes));
        (from..to).contains(&place) || place >= set.bytes && share.is_last()
    }
}

impl Iterator for ShareSources {
    type Item = Result<SourceToRead, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            let Some(found) = self.sources.next() else {
                self.ended = true;
                let is_same = self.measured.set() == self.share.set;
                let error = || InputError { path: "the input".into(), why: InputErrorKind::SetChanged };
                return (!is_same).then(|| Err(error()));
            };
            let start = self.measured.bytes;
            let size = match self.measured.add(&found) {
                Ok(size) => size,
                Err(error) => return Some(Err(error)),
            };
            let part = match found {
                Ok(source) => self.part(source, start, start.saturating_add(size)),
                Err(error) => self.holds(start).then_some(Err(error)),
            };
            if part.is_some() {
                return part;
            }
        }
        None
    }
}
