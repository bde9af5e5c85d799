//! A stream of game records, and how it is opened.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::archive::Member;
use super::globs::with_slashes;
use super::open::{DecompressedSource, open_file};
use super::opening::OpenOptions;
use super::trouble::{InputError, InputErrorKind};

/// Where the text of a source is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceLocation {
    /// Standard input.
    StandardInput,
    /// A file, a pipe, a device: anything that can be opened.
    File(PathBuf),
    /// A file in an archive.
    Member(Member),
}

/// A place between two games of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourcePosition {
    /// In bytes from the start of the decompressed text.
    pub offset: u64,
    /// The number of games before it.
    pub games: u64,
    /// The number of line ends before it.
    pub lines: u64,
    /// Whether everything before it could be read.
    pub is_whole: bool,
}

/// One stream of game records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The path as shown to users, with `/`.
    pub name: Arc<str>,
    /// Where its text is.
    pub place: SourceLocation,
}

impl Source {
    /// A file at this path. It need not exist.
    pub fn file(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self { name: with_slashes(&path).into(), place: SourceLocation::File(path) }
    }

    pub(super) fn member(member: Member) -> Self {
        Self { name: member.path().into(), place: SourceLocation::Member(member) }
    }

    /// Opens the source and detects its compression. Waits for the first bytes of a pipe.
    ///
    /// # Errors
    /// The file cannot be opened, or its first bytes cannot be read.
    pub fn open(&self, opening: &OpenOptions) -> Result<DecompressedSource, InputError> {
        let fail = |why| InputError { path: Arc::clone(&self.name), why };
        let unpacked = match &self.place {
            SourceLocation::Member(member) => return member.open(opening).map_err(fail),
            SourceLocation::StandardInput => DecompressedSource::new(Box::new(io::stdin()), opening),
            SourceLocation::File(path) => {
                let (file, size) = open_file(path).map_err(fail)?;
                DecompressedSource::of_file(file, size, opening)
            }
        };
        unpacked.map_err(|error| fail(InputErrorKind::Read(error)))
    }
}
