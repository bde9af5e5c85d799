//! Settings that a file may have of its own.

use std::path::Path;

use super::Globs;

/// A setting of each file.
#[derive(Clone, Debug)]
pub struct ByFile<T> {
    /// The value for a file that no entry of `files` matches.
    pub default: T,
    /// If several entries match a file, the last one holds.
    pub files: Vec<(Globs, T)>,
}

impl<T: Copy> ByFile<T> {
    pub const fn everywhere(default: T) -> Self {
        Self { default, files: Vec::new() }
    }

    pub fn for_file(&self, file: &str) -> T {
        let matching = self.files.iter().rev().find(|(files, _)| files.matches(Path::new(file)));
        matching.map_or(self.default, |(_, value)| *value)
    }
}
