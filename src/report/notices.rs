//! Notices beside a report, on standard error.

use std::io::Write;
use std::sync::Arc;

use crate::input::Trouble;

use super::text::{plain, plural};
use super::{NO_GAME, Unreadable};

/// Words beside a report, and the sources they were about.
pub(super) struct Notices<'a> {
    to: Box<dyn Write + Send + 'a>,
    /// The sources that could not be read to their end.
    pub(super) unreadable: Vec<Unreadable>,
    /// The sources that hold no game.
    pub(super) without_games: Vec<Arc<str>>,
}

impl<'a> Notices<'a> {
    /// Nothing said yet.
    pub(super) fn new(to: Box<dyn Write + Send + 'a>) -> Self {
        Self { to, unreadable: Vec::new(), without_games: Vec::new() }
    }

    /// A word. That it cannot be said is no reason to stop.
    pub(super) fn say(&mut self, line: &str) {
        drop(writeln!(self.to, "{line}"));
        drop(self.to.flush());
    }

    /// A source was read. One without games is told of: a mistyped path in CI must not pass without a word.
    pub(super) fn read(&mut self, file: &Arc<str>, games: u64) {
        if games == 0 {
            self.without_games.push(Arc::clone(file));
            self.say(&format!("warning: {}: {NO_GAME}", plain(file)));
        }
    }

    /// What was named leads to nothing but what is excluded: meant so, but not to be taken for an audit.
    pub(super) fn passed_over(&mut self, named: &Arc<str>) {
        self.say(&format!("note: {}: {}", plain(named), Trouble::Excluded));
    }

    /// A source could not be read to its end.
    pub(super) fn unreadable(&mut self, file: &Arc<str>, why: &str) {
        self.unreadable.push(Unreadable { file: Arc::clone(file), why: why.to_owned() });
        self.say(&format!("error: {}: {}", plain(file), plain(why)));
    }

    /// Says where no game was read, if nothing was said of that yet. Where nothing was named, nothing was expected.
    pub(super) fn count(&mut self, files: u64, games: u64) {
        if games == 0 && files > 0 && self.without_games.is_empty() && self.unreadable.is_empty() {
            self.say(&format!("note: no game was read of {}", plural(files, "file", "files")));
        }
    }
}
