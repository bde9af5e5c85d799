//! Comparisons of codes: one file for each format, one trait ([`ComparisonFormat`]).

mod accessible;
mod csv;
mod format;
mod html;
mod human;
mod json;
mod key;
mod statistics;

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Comparison, Sink, Summary};

use super::notices::Notices;
use super::streams::{ReportStream, each};
use super::{OutputMode, Style};

pub(crate) use accessible::AccessibleComparison;
pub(crate) use csv::ComparisonCsv;
use format::summary_line;
pub(crate) use format::{ComparisonFormat, ComparisonFormatId, ComparisonInfo, ComparisonTotals, SCHEMA};
pub(crate) use html::ComparisonHtml;
pub(crate) use human::ComparisonTable;
pub(crate) use json::ComparisonJson;
pub(crate) use key::whole_key;
pub(crate) use statistics::ComparisonStatistics;

impl ComparisonFormatId {
    /// A writer of this format.
    pub(crate) fn format(self, style: Style, content: Content) -> Box<dyn ComparisonFormat> {
        match (content, self) {
            (Content::Statistics, format) => Box::new(ComparisonStatistics::new(format, style)),
            (Content::Games, Self::Human) if style.manner == OutputMode::Accessible => {
                Box::new(AccessibleComparison { style })
            }
            (Content::Games, Self::Human) => Box::new(ComparisonTable::new(style)),
            (Content::Games, Self::Json) => Box::new(ComparisonJson::default()),
            (Content::Games, Self::Csv) => Box::new(ComparisonCsv),
            (Content::Games, Self::Html) => Box::new(ComparisonHtml::new()),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    Games,
    /// The number of games in which codes differ, by pair of codes, rule and verdict.
    Statistics,
}

/// One report and its destination.
pub(crate) struct ComparisonOutlet<'a> {
    pub format: Box<dyn ComparisonFormat>,
    pub to: Box<dyn Write + Send + 'a>,
    /// The name of the destination in an error.
    pub name: String,
    /// Whether the output is flushed after each game, for a reader at a terminal.
    pub flush_each_game: bool,
}

/// Passes every compared game to each outlet.
pub(crate) struct ComparisonMultiSink<'a> {
    streams: Vec<ReportStream<'a, Box<dyn ComparisonFormat>>>,
    notices: Notices<'a>,
    info: ComparisonInfo,
}

impl<'a> ComparisonMultiSink<'a> {
    /// Begins each report. Notices about sources that cannot be read go to `notices`.
    ///
    /// # Errors
    /// If writing fails; a closed pipe is an error only if no outlet is left.
    pub(crate) fn begin(
        outlets: Vec<ComparisonOutlet<'a>>,
        notices: Box<dyn Write + Send + 'a>,
        info: &ComparisonInfo,
    ) -> io::Result<Self> {
        let stream = |ComparisonOutlet { format, to, name, flush_each_game: watched }| ReportStream {
            format,
            to,
            name,
            watched,
            is_open: true,
        };
        let mut streams: Vec<_> = outlets.into_iter().map(stream).collect();
        each(&mut streams, |stream| stream.format.begin(&mut *stream.to, info))?;
        Ok(Self { streams, notices: Notices::new(notices), info: info.clone() })
    }

    /// Ends and flushes each report.
    ///
    /// # Errors
    /// If writing fails; a closed pipe is an error only if no outlet is left.
    pub(crate) fn finish(mut self, summary: &Summary) -> io::Result<()> {
        let totals = ComparisonTotals { info: &self.info, summary, unreadable: &self.notices.unreadable };
        each(&mut self.streams, |stream| {
            stream.format.finish(&mut *stream.to, &totals)?;
            stream.to.flush()
        })?;
        self.notices.write_remarks(&self.streams, |format| format.remark());
        self.notices.report_nothing_read(&summary.read);
        Ok(())
    }
}

impl Sink for ComparisonMultiSink<'_> {
    fn game(&mut self, file: &Arc<str>, game: &Comparison) -> io::Result<()> {
        each(&mut self.streams, |stream| {
            stream.format.game(&mut *stream.to, &self.info, file, game)?;
            stream.flush_watched()
        })
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        self.notices.warn_of_no_games(named, why);
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        self.notices.note(named, note);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.notices.report_unreadable(file, why);
        Ok(())
    }
}
