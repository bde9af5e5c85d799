//! The encoding in which each file is read.

use std::path::Path;

use crate::encoding::Encoding;

use super::Globs;

/// The encoding of the files that match.
#[derive(Clone, Debug)]
pub struct FileEncoding {
    pub files: Globs,
    pub encoding: Encoding,
}

/// The encodings of a run.
#[derive(Clone, Debug)]
pub struct Encodings {
    /// The encoding of a file that no entry of `files` matches.
    pub default: Encoding,
    /// If several entries match a file, the last one holds.
    pub files: Vec<FileEncoding>,
}

impl Default for Encodings {
    fn default() -> Self {
        Self { default: Encoding::Auto, files: Vec::new() }
    }
}

impl Encodings {
    pub fn for_file(&self, file: &str) -> Encoding {
        let matching = self.files.iter().rev().find(|entry| entry.files.matches(Path::new(file)));
        matching.map_or(self.default, |entry| entry.encoding)
    }
}
