//! Notices beside a report, on standard error.

use std::io::Write;
use std::sync::Arc;

use crate::input::InputErrorKind;

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
    pub(super) fn write_line(&mut self, line: &str) {
        drop(writeln!(self.to, "{line}"));
        drop(self.to.flush());
    }

    /// Warns of a source without games, so that a mistyped path in CI does not go unnoticed.
    pub(super) fn warn_if_empty(&mut self, file: &Arc<str>, games: u64) {
        if games == 0 {
            self.without_games.push(Arc::clone(file));
            self.write_line(&format!("warning: {}: {NO_GAME}", plain(file)));
        }
    }

    /// Notes a path that matches only excluded files: the run does not audit it.
    pub(super) fn note_excluded(&mut self, named: &Arc<str>) {
        self.write_line(&format!("note: {}: {}", plain(named), InputErrorKind::Excluded));
    }

    pub(super) fn report_unreadable(&mut self, file: &Arc<str>, why: &str) {
        self.unreadable.push(Unreadable { file: Arc::clone(file), why: why.to_owned() });
        self.write_line(&format!("error: {}: {}", plain(file), plain(why)));
    }

    /// Passes on what each format says about its finished report.
    pub(super) fn write_remarks<F>(
        &mut self,
        streams: &[ReportStream<'_, F>],
        remark: impl Fn(&F) -> Option<String>,
    ) {
        for stream in streams.iter().filter(|stream| stream.is_open) {
            if let Some(remark) = remark(&stream.format) {
                self.write_line(&format!("note: {}: {remark}", stream.name));
            }
        }
    }

    /// Notes that no game was selected, unless a notice has said so already.
    pub(super) fn note_if_no_games(&mut self, files: u64, games: u64) {
        if games == 0 && files > 0 && self.without_games.is_empty() && self.unreadable.is_empty() {
            self.write_line(&format!(
                "note: no games selected in {} (--games)",
                plural(files, "file", "files")
            ));
        }
    }
}
