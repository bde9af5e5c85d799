//! The trait of report formats, and the data given to each format.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use crate::audit::{LawFiles, Summary};
use crate::finding::{GameReport, Severity};
use crate::input::{SetShare, Shard};
use crate::law::{Code, Rule};

use super::analysis_board::AnalysisLinks;
use super::host_paths::HostPaths;
use super::page_date::PageDate;
use super::style::{Boards, Style};

/// The version of the vocabulary of the `json` and `jsonl` reports.
pub(crate) const SCHEMA: &str = "jadoube.report/1";

/// The program that writes a report.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    pub name: &'static str,
    pub version: &'static str,
}

impl Tool {
    pub const THIS: Self = Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
}

/// The code that the games are judged under.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeInfo {
    /// [`CodeInfo::RECORD`] if each game has its own code.
    pub id: Arc<str>,
    pub title: Arc<str>,
    /// The year of the edition.
    pub year: Option<i32>,
}

impl CodeInfo {
    /// The id for "each game under the code that its record names, or under the law of its day".
    pub const RECORD: &'static str = "record";

    pub fn record() -> Self {
        Self {
            id: Self::RECORD.into(),
            title: "each game under the code in its Laws tag, or else under the law of its day".into(),
            year: None,
        }
    }

    /// The id for "each file under the code that the settings give it".
    pub const PER_FILE: &'static str = "per-file";

    pub fn per_file() -> Self {
        Self {
            id: Self::PER_FILE.into(),
            title: "each file under the code that the settings give it".into(),
            year: None,
        }
    }

    pub fn of(code: &Code) -> Self {
        Self { id: Arc::clone(&code.id), title: Arc::clone(&code.title), year: Some(i32::from(code.year)) }
    }

    /// Whether games have codes of their own.
    pub fn is_record(&self) -> bool {
        matches!(&*self.id, Self::RECORD | Self::PER_FILE)
    }
}

/// The data of a run that are known before the first game.
#[derive(Clone, Debug)]
pub struct RunInfo {
    pub tool: Tool,
    pub code: CodeInfo,
    /// The tradition whose books judge games from days without known FIDE laws, if one was chosen.
    pub tradition: Option<String>,
    /// The part of a file that is audited, unless all of the input is.
    pub part: Option<PartInfo>,
    /// The share of all files that is audited, unless all of them are.
    pub share: Option<ShareInfo>,
    /// The settings that the parts of one run must share, if a part is audited.
    pub settings: Option<RunSettings>,
    /// The codes that findings name, for formats that quote their articles.
    pub shelf: LawFiles,
    /// The least severity that fails the run, if any does.
    pub fail_on: Option<Severity>,
    /// The least severity that is looked for.
    pub min_severity: Severity,
    /// The file names that a code host uses.
    pub paths: HostPaths,
    /// The paths that were named, or another name of the input.
    pub audited: Vec<String>,
    /// The date that pages show instead of that of the newest game.
    pub date: Option<PageDate>,
    pub links: AnalysisLinks,
    /// Whether the games are compared with the report of their tournament.
    pub has_tournament: bool,
}

/// The part of a file that a report is about, with all that `merge` needs to join the reports of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartInfo {
    pub file: Arc<str>,
    /// The size of the file in bytes.
    pub size: u64,
    pub shard: Shard,
    /// Selected rules that are not checked, because they need games of other parts.
    pub left_out: Vec<Rule>,
}

/// The share of all files that a report is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShareInfo {
    pub set_share: SetShare,
    /// Selected rules that are not checked, because they need games of other shares.
    pub left_out: Vec<Rule>,
}

/// The settings that decide what a report says, by name.
pub(crate) type RunSettings = BTreeMap<String, String>;

/// A source that could not be read to its end, or that holds no game, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnusedSource {
    pub file: Arc<str>,
    pub why: String,
}

/// The data of a run that are known only after the last game, and those known before.
#[derive(Clone, Copy, Debug)]
pub struct Totals<'a> {
    pub run: &'a RunInfo,
    pub summary: &'a Summary,
    pub games_with_findings: u64,
    pub unreadable: &'a [UnusedSource],
    /// The sources that were read and hold no game.
    pub without_games: &'a [UnusedSource],
}

/// A report format.
///
/// A report calls `begin` once, `game` for each game and `finish` once, all with the same writer.
pub trait Format: Send {
    /// Writes the beginning of the report. By default there is none.
    ///
    /// # Errors
    /// If writing fails.
    fn begin(&mut self, _out: &mut dyn Write, _run: &RunInfo) -> io::Result<()> {
        Ok(())
    }

    /// Writes one game and its findings.
    ///
    /// # Errors
    /// If writing fails.
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()>;

    /// Writes the end of the report. By default there is none.
    ///
    /// # Errors
    /// If writing fails.
    fn finish(&mut self, _out: &mut dyn Write, _totals: &Totals<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The note to print beside the finished report, if it leaves something out.
    fn remark(&self) -> Option<String> {
        None
    }
}

word_enum! {
    /// A report format, by its name on the command line.
    FormatId {
        Human = "human",
        Concise = "concise",
        Json = "json",
        Jsonl = "jsonl",
        Sarif = "sarif",
        Junit = "junit",
        GitHub = "github",
        Html = "html",
        Csv = "csv",
        Arrow = "arrow",
    }
}

word_enum! {
    /// A format of the table of games.
    GamesFormatId {
        Csv = "csv",
        Arrow = "arrow",
    }
}

/// A format that this program lacks.
#[derive(Debug, thiserror::Error)]
#[error("this program was built without the format {0}")]
pub(crate) struct NotBuilt(pub &'static str);

impl FormatId {
    /// Whether the format quotes the game's text, so that [`GameReport::source`] must be filled.
    pub(crate) const fn needs_source(self) -> bool {
        // SARIF counts columns in characters.
        matches!(self, Self::Human | Self::Sarif | Self::Html)
    }

    /// Whether the format can write counts instead of findings.
    pub(crate) const fn has_statistics(self) -> bool {
        matches!(self, Self::Human | Self::Concise | Self::Json | Self::Jsonl)
    }

    /// Whether the format draws boards, so that [`Finding::diagram`](crate::finding::Finding::diagram) must be filled.
    pub(crate) fn needs_diagrams(self, style: Style) -> bool {
        match self {
            Self::Html => true,
            Self::Human => style.boards == Boards::Drawn,
            _ => false,
        }
    }
}
