//! Which file is read in which encoding.

use std::path::Path;

use crate::encoding::Encoding;

use super::Globs;

/// Files, and the encoding that they are read in.
#[derive(Clone, Debug)]
pub struct FileEncoding {
    /// Which files.
    pub files: Globs,
    /// In which.
    pub encoding: Encoding,
}

/// The encodings of a run.
#[derive(Clone, Debug)]
pub struct Encodings {
    /// Where nothing else is said.
    pub usual: Encoding,
    /// For some files; of several that name one, the last holds.
    pub files: Vec<FileEncoding>,
}

impl Default for Encodings {
    fn default() -> Self {
        Self { usual: Encoding::Auto, files: Vec::new() }
    }
}

impl Encodings {
    /// What a file is read in.
    pub fn of(&self, file: &str) -> Encoding {
        let own = self.files.iter().rev().find(|own| own.files.take(Path::new(file)));
        own.map_or(self.usual, |own| own.encoding)
    }
}
