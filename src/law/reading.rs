//! Where a source is unclear: how it is read, and how else it can be.

use std::sync::Arc;

/// A point where the source is unclear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The article.
    pub article: Arc<str>,
    /// What is unclear.
    pub question: Arc<str>,
    /// How it is read.
    pub taken: Arc<str>,
    /// Why.
    pub why: Arc<str>,
    /// How else it can be read.
    pub alternatives: Vec<Alternative>,
    /// The alternative by which it is read here, where one is.
    pub otherwise: Option<Arc<str>>,
}

/// Another way to read an article.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Its name.
    pub name: Arc<str>,
    /// What it changes in the file.
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

/// An alternative by its article and its name.
pub(crate) fn other_reading(reading: &Reading, alternative: &Alternative) -> OtherReading {
    OtherReading { article: Arc::clone(&reading.article), name: Arc::clone(&alternative.name) }
}

impl Alternative {
    /// Whether it changes more than the provisions of the article that is read: how the game itself
    /// works, or a window that several articles name.
    pub fn reaches_beyond_its_article(&self) -> bool {
        self.settings.iter().any(Setting::starts_at_the_file)
    }

    /// Whether it changes what the article governs.
    pub fn changes_what_it_governs(&self) -> bool {
        self.settings.iter().any(|setting| &*setting.path == "when")
    }
}

impl Setting {
    /// Whether its path begins at the file and not at the provisions of the article.
    pub fn starts_at_the_file(&self) -> bool {
        starts_at_the_file(&self.path)
    }
}

/// Whether the path of a setting begins at the file and not at the provisions of the article.
pub(super) fn starts_at_the_file(path: &str) -> bool {
    path.starts_with("play.") || path.starts_with("windows.")
}

/// One change that a reading makes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Where: a path in the article's provisions, or from `play.` or `windows.` on.
    pub path: Arc<str>,
    /// What stands there then, as the file writes it.
    pub to: Arc<str>,
}
