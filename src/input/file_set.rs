//! The files of a run, by which its shards recognise each other.

use std::fmt;

use super::shard::Share;

/// The files of a run, as all its shards must see them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileSet {
    /// The number of files.
    pub files: u64,
    /// The sum of their sizes in bytes, before decompression.
    pub bytes: u64,
    /// A hash of their names and sizes, in the order of the run.
    pub hash: FileSetHash,
}

/// A hash of names and sizes. Printed as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FileSetHash(pub(super) u128);

impl fmt::Display for FileSetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// A share of the files of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SetShare {
    /// Its number and their number.
    pub share: Share,
    /// The files.
    pub set: FileSet,
}
