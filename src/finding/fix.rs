//! The repair of a fault of the record, as reports give it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Location;

word_enum! {
    /// When a repair is made.
    FixClass {
        /// By `--fix`.
        Safe = "safe",
        /// By `--unsafe-fixes`: the meaning may change.
        Unsafe = "unsafe",
    }
}

impl FixClass {
    /// The switch that makes it.
    pub(crate) const fn switch(self) -> &'static str {
        match self {
            Self::Safe => "--fix",
            Self::Unsafe => "--unsafe-fixes",
        }
    }
}

/// The repair of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fix {
    /// What it does, as an order: `write dxc6`.
    pub title: String,
    /// When it is made.
    pub class: FixClass,
    /// In the order of the text, without overlaps. At least one.
    pub edits: Vec<FileEdit>,
}

/// A change of the unpacked text of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileEdit {
    /// In bytes from the start of the text.
    pub offset: u64,
    /// In bytes. 0 if the new text is inserted.
    pub length: u64,
    /// The new text.
    pub text: String,
}

impl FileEdit {
    /// In bytes of a text in memory.
    pub(crate) fn range(&self) -> Range<usize> {
        Location { offset: self.offset, length: self.length, ..Location::default() }.range()
    }

    /// Its approximate size in bytes.
    pub(crate) fn weight(&self) -> usize {
        size_of::<Self>() + self.text.len()
    }
}
