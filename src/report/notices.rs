//! Notices beside a report, on standard error.

use std::io::Write;
use std::sync::Arc;

use crate::audit::Extent;

use super::UnusedSource;
use super::streams::ReportStream;
use super::text::plain;

/// Writes notices, and remembers the sources that they are about.
pub(super) struct Notices<'a> {
    to: Box<dyn Write + Send + 'a>,
    pub(super) unreadable: Vec<UnusedSource>,
    pub(super) without_games: Vec<UnusedSource>,
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
    pub(super) fn warn_of_no_games(&mut self, file: &Arc<str>, why: &str) {
        self.without_games.push(UnusedSource { file: Arc::clone(file), why: why.to_owned() });
        self.write_line(&format!("warning: {}: {}", plain(file), plain(why)));
    }

    /// Notes something about an input that is no failure.
    pub(super) fn note(&mut self, named: &Arc<str>, note: &str) {
        self.write_line(&format!("note: {}: {}", plain(named), plain(note)));
    }

    pub(super) fn report_unreadable(&mut self, file: &Arc<str>, why: &str) {
        self.unreadable.push(UnusedSource { file: Arc::clone(file), why: why.to_owned() });
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

    /// Reports that no game was found in all that was read. A notice before has said why.
    pub(super) fn report_nothing_read(&mut self, read: &Extent) {
        if read.has_read_nothing() {
            self.write_line("error: no game was read");
        }
    }
}
