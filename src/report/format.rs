//! The trait of report formats, and the data that every one of them is given.

use std::io::{self, Write};
use std::sync::Arc;

use crate::audit::{Shelf, Summary};
use crate::finding::{GameReport, Severity};
use crate::input::Shard;
use crate::law::{Code, Rule, codes};

use super::host_paths::HostPaths;
use super::style::{Boards, Style};

/// The version of the words of the `json` and `jsonl` reports.
pub(crate) const SCHEMA: &str = "jadoube.report/1";

/// Which program wrote the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

impl Tool {
    /// This program.
    pub const THIS: Self = Self { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") };
}

/// The code the games are judged under, as the report names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CodeInfo {
    /// Its id; [`CodeInfo::RECORD`] where each game has its own.
    pub id: Arc<str>,
    /// Its title.
    pub title: Arc<str>,
    /// The year of the edition.
    pub year: Option<i32>,
}

impl CodeInfo {
    /// The id that stands for "each game under the code its record names".
    pub const RECORD: &'static str = "record";

    /// Each game under the code its record names.
    pub fn record() -> Self {
        Self {
            id: Self::RECORD.into(),
            title: format!(
                "each game under the code that its Laws tag names, without one under {}",
                codes::DEFAULT
            )
            .into(),
            year: None,
        }
    }

    /// One code.
    pub fn of(code: &Code) -> Self {
        Self { id: Arc::clone(&code.id), title: Arc::clone(&code.title), year: Some(i32::from(code.year)) }
    }

    /// Whether each game has its own code.
    pub fn is_record(&self) -> bool {
        &*self.id == Self::RECORD
    }
}

/// What is known before the first game.
#[derive(Clone, Debug)]
pub struct RunInfo {
    /// Who writes.
    pub tool: Tool,
    /// Under which code.
    pub code: CodeInfo,
    /// Of which part of a file, where not of all that is named.
    pub part: Option<PartInfo>,
    /// Where the codes stand that findings name, for formats that quote their articles.
    pub shelf: Shelf,
    /// The least severity that fails the run; none where no finding does.
    pub fails: Option<Severity>,
    /// The least severity that is looked for.
    pub least: Severity,
    /// How the host of the code names files.
    pub paths: HostPaths,
}

/// A part of a file as its report names it, so that the reports of all parts can be put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartInfo {
    /// The file.
    pub file: Arc<str>,
    /// Its size in bytes.
    pub size: u64,
    /// The part.
    pub shard: Shard,
    /// Rules that were wanted and not looked for, because they need games of other parts.
    pub left_out: Vec<Rule>,
}

/// A source that could not be read to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// Its name.
    pub file: Arc<str>,
    /// Why.
    pub why: String,
}

/// What is known only after the last game.
#[derive(Clone, Copy, Debug)]
pub struct Totals<'a> {
    /// What the run added up to.
    pub summary: &'a Summary,
    /// How many games had findings.
    pub games_with_findings: u64,
    /// The sources that could not be read to their end.
    pub unreadable: &'a [Unreadable],
    /// The sources that were read and hold no game.
    pub without_games: &'a [Arc<str>],
}

/// What is said of a source without games.
pub(super) const NO_GAME: &str = "no game was found in it";

/// A way of writing the report down.
///
/// `begin` once, `game` for each, `finish` once, all to the same writer.
pub trait Format: Send {
    /// What stands before the first game: nothing, where a format does not say otherwise.
    ///
    /// # Errors
    /// What the writing says.
    fn begin(&mut self, _out: &mut dyn Write, _run: &RunInfo) -> io::Result<()> {
        Ok(())
    }

    /// One game and its findings.
    ///
    /// # Errors
    /// What the writing says.
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()>;

    /// What stands after the last game: nothing, where a format does not say otherwise.
    ///
    /// # Errors
    /// What the writing says.
    fn finish(&mut self, _out: &mut dyn Write, _totals: &Totals<'_>) -> io::Result<()> {
        Ok(())
    }

    /// What is to be said beside the report once it is written: where it had to be kept short.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) enum FormatId {
    /// With the snippet, for reading.
    Human,
    /// One line per finding.
    Concise,
    /// One object.
    Json,
    /// One game per line.
    Jsonl,
    /// SARIF, for code hosts.
    Sarif,
    /// JUnit XML, for CI servers.
    Junit,
    /// Workflow commands, for GitHub's runs.
    GitHub,
    /// A page of its own, with boards.
    Html,
}

impl FormatId {
    /// Every format.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Human,
        Self::Concise,
        Self::Json,
        Self::Jsonl,
        Self::Sarif,
        Self::Junit,
        Self::GitHub,
        Self::Html,
    ];

    /// As the command line names it.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Concise => "concise",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::GitHub => "github",
            Self::Html => "html",
        }
    }

    /// Whether it quotes the game's own text, so that [`GameReport::source`] must be filled.
    pub(crate) const fn quotes(self) -> bool {
        // SARIF counts columns in characters.
        matches!(self, Self::Human | Self::Sarif)
    }

    /// Whether counts alone can be written so.
    pub(crate) const fn counts(self) -> bool {
        matches!(self, Self::Human | Self::Concise | Self::Json | Self::Jsonl)
    }

    /// Whether it draws the moment of a finding, so that [`Finding::moment`](crate::finding::Finding::moment) must be
    /// filled.
    pub(crate) fn draws(self, style: Style) -> bool {
        match self {
            Self::Html => true,
            Self::Human => style.boards == Boards::Drawn,
            _ => false,
        }
    }
}
