//! Readings: how a code resolves a point on which its source is unclear, and the alternatives.

use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    pub article: Arc<str>,
    pub question: Arc<str>,
    /// The answer that the file takes, in words.
    pub taken: Arc<str>,
    pub why: Arc<str>,
    pub alternatives: Vec<Alternative>,
    /// The name of the alternative that is in force instead of `taken`.
    pub otherwise: Option<Arc<str>>,
}

/// Another way to read an article.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    pub name: Arc<str>,
    /// The changes that it makes in the file.
    pub settings: Vec<Setting>,
}

/// A named alternative of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OtherReading {
    /// The article that is read.
    pub article: Arc<str>,
    /// The alternative's name.
    pub name: Arc<str>,
}

pub(crate) fn other_reading(reading: &Reading, alternative: &Alternative) -> OtherReading {
    OtherReading { article: Arc::clone(&reading.article), name: Arc::clone(&alternative.name) }
}

impl Alternative {
    /// Whether it changes more than the provisions of its article: the regulations, or a window that several
    /// articles share.
    pub fn changes_shared_settings(&self) -> bool {
        self.settings.iter().any(|setting| starts_at_the_file(&setting.path))
    }

    /// Whether it changes the conditions under which the article governs.
    pub fn changes_condition(&self) -> bool {
        self.settings.iter().any(|setting| &*setting.path == "when")
    }
}

/// Whether the path of a setting starts at the root of the file and not at the provisions of the article.
pub(super) fn starts_at_the_file(path: &str) -> bool {
    path.starts_with("play.") || path.starts_with("windows.")
}

/// One change that an alternative makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// A path in the article's provisions, or from `play.` or `windows.` on.
    pub path: Arc<str>,
    /// The new value, as TOML text.
    pub to: Arc<str>,
}
