//! Comparisons of codes: one file for each format, one trait.

mod accessible;
mod csv;
mod format;
mod html;
mod human;
mod json;
mod statistics;

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Comparison, Sink, Summary};

use super::notices::Notices;
use super::taps::{self, each};
use super::{Manner, Style};

pub(crate) use accessible::AccessibleComparison;
pub(crate) use csv::ComparisonCsv;
use format::summary_line;
pub(crate) use format::{ComparisonFormat, ComparisonFormatId, ComparisonInfo, ComparisonTotals, SCHEMA};
pub(crate) use html::ComparisonHtml;
pub(crate) use human::ComparisonTable;
pub(crate) use json::ComparisonJson;
pub(crate) use statistics::ComparisonStatistics;

impl ComparisonFormatId {
    /// A writer of this format: of the games, or of counts alone.
    pub(crate) fn format(self, style: Style, content: Content) -> Box<dyn ComparisonFormat> {
        match (content, self) {
            (Content::Counts, form) => Box::new(ComparisonStatistics::new(form, style)),
            (Content::Games, Self::Human) if style.manner == Manner::Accessible => {
                Box::new(AccessibleComparison::new(style))
            }
            (Content::Games, Self::Human) => Box::new(ComparisonTable::new(style)),
            (Content::Games, Self::Json) => Box::new(ComparisonJson::new()),
            (Content::Games, Self::Csv) => Box::new(ComparisonCsv::new()),
            (Content::Games, Self::Html) => Box::new(ComparisonHtml::new()),
        }
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// The games.
    Games,
    /// How many differ, between which codes, and on what.
    Counts,
}

/// One comparison and where it goes.
pub(crate) struct ComparisonOutlet<'a> {
    /// How.
    pub format: Box<dyn ComparisonFormat>,
    /// Where to.
    pub to: Box<dyn Write + Send + 'a>,
    /// What the place is called in an error.
    pub name: String,
    /// Whether somebody watches: what is written is pushed out game by game.
    pub watched: bool,
}

struct ComparisonTap<'a> {
    outlet: ComparisonOutlet<'a>,
    /// Whether the reader at the other end is still there.
    open: bool,
}

impl taps::OutputStream for ComparisonTap<'_> {
    fn name(&self) -> &str {
        &self.outlet.name
    }

    fn is_open(&self) -> bool {
        self.open
    }

    fn close(&mut self) {
        self.open = false;
    }
}

/// Writes a comparison as it comes, to each outlet. Notices about sources that cannot be read go beside it.
pub(crate) struct ComparisonReport<'a> {
    taps: Vec<ComparisonTap<'a>>,
    notices: Notices<'a>,
}

impl<'a> ComparisonReport<'a> {
    /// Begins it.
    ///
    /// # Errors
    /// What the writing says; a closed pipe only where no outlet is left.
    pub(crate) fn begin(
        outlets: Vec<ComparisonOutlet<'a>>,
        notices: Box<dyn Write + Send + 'a>,
        info: &ComparisonInfo,
    ) -> io::Result<Self> {
        let mut taps: Vec<ComparisonTap<'a>> =
            outlets.into_iter().map(|outlet| ComparisonTap { outlet, open: true }).collect();
        each(&mut taps, |ComparisonTap { outlet, .. }| outlet.format.begin(&mut *outlet.to, info))?;
        Ok(Self { taps, notices: Notices::new(notices) })
    }

    /// Ends it and pushes everything out.
    ///
    /// # Errors
    /// What the writing says; a closed pipe only where no outlet is left.
    pub(crate) fn finish(mut self, summary: &Summary) -> io::Result<()> {
        let totals = ComparisonTotals { summary, unreadable: &self.notices.unreadable };
        each(&mut self.taps, |ComparisonTap { outlet, .. }| {
            outlet.format.finish(&mut *outlet.to, &totals)?;
            outlet.to.flush()
        })?;
        let remarks =
            self.taps.iter().filter(|tap| tap.open).filter_map(|ComparisonTap { outlet, .. }| {
                outlet.format.remark().map(|said| format!("note: {}: {said}", outlet.name))
            });
        for remark in remarks.collect::<Vec<_>>() {
            self.notices.say(&remark);
        }
        self.notices.count(summary.read.files, summary.read.games);
        Ok(())
    }
}

impl Sink for ComparisonReport<'_> {
    fn game(&mut self, file: &Arc<str>, game: &Comparison) -> io::Result<()> {
        each(&mut self.taps, |ComparisonTap { outlet, .. }| {
            outlet.format.game(&mut *outlet.to, file, game)?;
            if outlet.watched { outlet.to.flush() } else { Ok(()) }
        })
    }

    fn read(&mut self, file: &Arc<str>, games: u64) -> io::Result<()> {
        self.notices.read(file, games);
        Ok(())
    }

    fn passed_over(&mut self, named: &Arc<str>) {
        self.notices.passed_over(named);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.notices.unreadable(file, why);
        Ok(())
    }
}
