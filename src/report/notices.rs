//! Notices beside a report, on standard error.

use std::io::Write;
use std::sync::Arc;

use crate::input::Trouble;

use super::streams::ReportStream;
use super::text::{plain, plural};
use super::{NO_GAME, Unreadable};

/// Writes notices, and remembers the sources that they are about.
pub(super) struct Notices<'a> {
    to: Box<dyn Write + Send + 'a>,
    pub(super) unreadable: Vec<Unreadable>,
    pub(super) without_games: Vec<Arc<str>>,
}

impl<'a> Notices<'a> {
    pub(super) fn new(to: Box<dyn Write + Send + 'a>) -> Self {
        Self { to, unreadable: Vec::new(), without_games: Vec::new() }
    }

    /// Writes a line. A failure does not stop the run.
    pub(super) fn say(&mut self, line: &str) {
        drop(writeln!(self.to, "{line}"));
        drop(self.to.flush());
    }

    /// Warns of a source without games: a mistyped path in CI must not go unnoticed.
    pub(super) fn read(&mut self, file: &Arc<str>, games: u64) {
        if games == 0 {
            self.without_games.push(Arc::clone(file));
            self.say(&format!("warning: {}: {NO_GAME}", plain(file)));
        }
    }

    /// Notes a path that matches only excluded files: the run does not audit it.
    pub(super) fn passed_over(&mut self, named: &Arc<str>) {
        self.say(&format!("note: {}: {}", plain(named), Trouble::Excluded));
    }

    pub(super) fn unreadable(&mut self, file: &Arc<str>, why: &str) {
        self.unreadable.push(Unreadable { file: Arc::clone(file), why: why.to_owned() });
        self.say(&format!("error: {}: {}", plain(file), plain(why)));
    }

    /// Passes on what each format says about its finished report.
    pub(super) fn remarks<F>(
        &mut self,
        streams: &[ReportStream<'_, F>],
        remark: impl Fn(&F) -> Option<String>,
    ) {
        for stream in streams.iter().filter(|stream| stream.is_open) {
            if let Some(said) = remark(&stream.format) {
                self.say(&format!("note: {}: {said}", stream.name));
            }
        }
    }

    /// Notes that no game was read, unless a notice has said so already.
    pub(super) fn count(&mut self, files: u64, games: u64) {
        if games == 0 && files > 0 && self.without_games.is_empty() && self.unreadable.is_empty() {
            self.say(&format!("note: no game was read of {}", plural(files, "file", "files")));
        }
    }
}
