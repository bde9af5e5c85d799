//! Reports: one file for each output format, one trait ([`Format`]).
//!
//! Every format carries the same findings in the same order. It writes each finished game at once, so that memory does not
//! grow with the input, or keeps the most severe findings until its end. The [`Totals`] come last. A [`MultiSink`] feeds
//! several formats in one pass. Comparisons of codes have their own formats, in [`compare`].

mod accessible;
mod analysis_board;
#[cfg(feature = "arrow")]
mod arrow;
mod board;
pub(crate) mod compare;
mod concise;
mod csv;
mod excerpt;
mod format;
mod github;
mod host_paths;
mod html;
mod human;
mod json;
mod jsonl;
mod junit;
mod law_lines;
pub(crate) mod ledger;
mod merge;
mod multi;
mod notices;
mod page_date;
#[cfg(test)]
mod sample;
mod sarif;
mod shared_findings;
mod short_ruling;
mod statistics;
mod streams;
mod style;
mod summary_line;
mod tables;
mod text;
mod top_findings;
mod view;
mod wire;

pub(crate) use accessible::Accessible;
pub(crate) use analysis_board::AnalysisLinks;
pub(crate) use board::{drawn, orientation, unmarked_board};
pub(crate) use concise::{Concise, needs_help};
use csv::Csv;
pub use format::Format;
pub(crate) use format::{
    CodeInfo, FormatId, GamesFormatId, NotBuilt, PartInfo, RunInfo, RunSettings, SCHEMA, ShareInfo, Tool,
    Totals, UnusedSource,
};
pub(crate) use github::GitHub;
pub(crate) use host_paths::HostPaths;
pub(crate) use html::Html;
pub(crate) use human::Human;
pub(crate) use json::Json;
pub(crate) use jsonl::game_value;
pub use jsonl::{Jsonl, game_line};
pub(crate) use junit::Junit;
pub(crate) use law_lines::{law_lines, outcome};
pub(crate) use merge::{MergeError, Merger};
pub(crate) use multi::{MultiSink, Outlet};
pub(crate) use page_date::PageDate;
pub(crate) use sarif::Sarif;
pub(crate) use statistics::Statistics;
pub(crate) use style::{Boards, Charset, Color, OutputMode, Style};
pub use tables::{Column, TableId};
pub(crate) use text::{capital, cited, count, plain, plural, wrap};
pub(crate) use view::write_view;

impl FormatId {
    /// A writer of this format.
    ///
    /// # Errors
    /// The program was built without it.
    pub(crate) fn format(self, style: Style) -> Result<Box<dyn Format>, NotBuilt> {
        Ok(match self {
            Self::Human if style.manner == OutputMode::Accessible => Box::new(Accessible::new(style)),
            Self::Human => Box::new(Human::new(style)),
            Self::Concise => Box::new(Concise::default()),
            Self::Json => Box::new(Json::default()),
            Self::Jsonl => Box::new(Jsonl::new()),
            Self::Sarif => Box::new(Sarif::new()),
            Self::Junit => Box::new(Junit::new()),
            Self::GitHub => Box::new(GitHub::default()),
            Self::Html => Box::new(Html::new()),
            Self::Csv => Box::new(Csv::new(TableId::Findings)),
            Self::Arrow => arrow_format(TableId::Findings)?,
        })
    }
}

impl GamesFormatId {
    /// A writer of the table of games.
    ///
    /// # Errors
    /// The program was built without the format.
    pub(crate) fn format(self) -> Result<Box<dyn Format>, NotBuilt> {
        match self {
            Self::Csv => Ok(Box::new(Csv::new(TableId::Games))),
            Self::Arrow => arrow_format(TableId::Games),
        }
    }
}

#[cfg(feature = "arrow")]
#[allow(clippy::unnecessary_wraps, reason = "it fails without the feature")]
fn arrow_format(table: TableId) -> Result<Box<dyn Format>, NotBuilt> {
    Ok(Box::new(arrow::Arrow::new(table)))
}

#[cfg(not(feature = "arrow"))]
fn arrow_format(_: TableId) -> Result<Box<dyn Format>, NotBuilt> {
    Err(NotBuilt(FormatId::Arrow.id()))
}
