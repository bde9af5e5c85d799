//! What codes say side by side: one file for each format, one trait.

mod csv;
mod html;
mod human;
mod json;
mod narrated;
mod statistics;

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Column, Comparison, Sink, Summary};
use crate::law::Code;

use super::notices::Notices;
use super::taps::{self, each};
use super::text::{count, plural};
use super::{CodeInfo, Look, Manner, Tool, Unreadable};

pub use csv::ComparisonCsv;
pub use html::ComparisonHtml;
pub use human::ComparisonTable;
pub use json::ComparisonJson;
pub use narrated::AccessibleComparison;
pub use statistics::ComparisonStatistics;

/// The version of the words of the `json` comparison.
pub const SCHEMA: &str = "jadoube.compare/1";

/// What is known before the first game.
#[derive(Clone, Debug)]
pub struct ComparisonInfo {
    /// Who writes.
    pub tool: Tool,
    /// The codes, in the order of the columns, as they are called here.
    pub codes: Vec<CodeInfo>,
    /// The same codes whole, for formats that quote their articles.
    pub laws: Vec<Arc<Code>>,
}

impl ComparisonInfo {
    /// What this program says of a comparison of these codes.
    pub fn of(columns: &[Column]) -> Self {
        let code = |column: &Column| CodeInfo { id: Arc::clone(&column.name), ..CodeInfo::of(column.code()) };
        Self {
            tool: Tool::THIS,
            codes: columns.iter().map(code).collect(),
            laws: columns.iter().map(|column| Arc::clone(column.code())).collect(),
        }
    }

    fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.codes.iter().map(|code| &*code.id)
    }
}

/// What is known only after the last game.
#[derive(Clone, Copy, Debug)]
pub struct ComparisonTotals<'a> {
    /// What the run added up to.
    pub summary: &'a Summary,
    /// The sources that could not be read to their end.
    pub unreadable: &'a [Unreadable],
}

/// A way of writing a comparison down: `begin` once, `game` for each, `finish` once, all to the same writer.
pub trait ComparisonFormat: Send {
    /// What stands before the first game.
    ///
    /// # Errors
    /// What the writing says.
    fn begin(&mut self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()>;

    /// One game.
    ///
    /// # Errors
    /// What the writing says.
    fn game(&mut self, out: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()>;

    /// What stands after the last game.
    ///
    /// # Errors
    /// What the writing says.
    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()>;

    /// What is to be said beside it once it is written: where it had to be kept short.
    fn remark(&self) -> Option<String> {
        None
    }
}

/// The formats by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ComparisonFormatId {
    /// A table for each game.
    Human,
    /// One object.
    Json,
    /// One line for each thing and code.
    Csv,
    /// A page of its own.
    Html,
}

impl ComparisonFormatId {
    /// Every format.
    pub const ALL: &'static [Self] = &[Self::Human, Self::Json, Self::Csv, Self::Html];

    /// As the command line names it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Html => "html",
        }
    }

    /// Whether counts alone can be written so.
    pub const fn counts(self) -> bool {
        matches!(self, Self::Human | Self::Json | Self::Csv)
    }

    /// Whether it draws the moment of a row, so that [`Row::moment`](crate::compare::Row::moment) must be filled.
    pub const fn draws(self) -> bool {
        matches!(self, Self::Html)
    }

    /// A writer of this format: of the games, or of counts alone.
    pub fn format(self, look: Look, content: Content) -> Box<dyn ComparisonFormat> {
        match (content, self) {
            (Content::Counts, form) => Box::new(ComparisonStatistics::new(form, look)),
            (Content::Games, Self::Human) if look.manner == Manner::Narrated => {
                Box::new(AccessibleComparison::new(look))
            }
            (Content::Games, Self::Human) => Box::new(ComparisonTable::new(look)),
            (Content::Games, Self::Json) => Box::new(ComparisonJson::new()),
            (Content::Games, Self::Csv) => Box::new(ComparisonCsv::new()),
            (Content::Games, Self::Html) => Box::new(ComparisonHtml::new()),
        }
    }
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// The games.
    Games,
    /// How many differ, between which codes, and on what.
    Counts,
}

/// One comparison and where it goes.
pub struct ComparisonOutlet<'a> {
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
pub struct ComparisonReport<'a> {
    taps: Vec<ComparisonTap<'a>>,
    notices: Notices<'a>,
}

impl<'a> ComparisonReport<'a> {
    /// Begins it.
    ///
    /// # Errors
    /// What the writing says; a closed pipe only where no outlet is left.
    pub fn begin(
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
    pub fn finish(mut self, summary: &Summary) -> io::Result<()> {
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

/// The last line for reading: how many games differ, and on what.
fn closing(info: &ComparisonInfo, totals: &ComparisonTotals<'_>) -> String {
    let summary = totals.summary;
    let codes = info.codes.len();
    let mut line = match (summary.read.games, summary.differing) {
        (0, _) => match summary.read.files {
            0 => "No games were read.".to_owned(),
            files => format!("No games were found in {}.", plural(files, "file", "files")),
        },
        (1, 0) => format!("The {codes} codes agree on the game."),
        (games, 0) => format!("The {codes} codes agree on all {} games.", count(games)),
        (games, differing) => {
            let which = match games {
                1 => "the game".to_owned(),
                games => format!("{} of {} games", count(differing), count(games)),
            };
            let worth = match (summary.verdicts_differ, differing) {
                (0, _) => ", in none on the verdict".to_owned(),
                (all, differing) if all == differing => ", verdict included".to_owned(),
                (some, _) => format!(", in {} on the verdict", count(some)),
            };
            let worth = match (games, summary.verdicts_differ) {
                (1, 0) => ", not on the verdict".to_owned(),
                _ => worth,
            };
            let plies = plural(summary.read.plies, "ply", "plies");
            let files = plural(summary.read.files, "file", "files");
            format!("The {codes} codes differ on {which}{worth} ({plies}, {files})")
        }
    };
    if summary.read.unreadable > 0 {
        if !line.ends_with('.') {
            line.push('.');
        }
        line.push(' ');
        line.push_str(&plural(
            summary.read.unreadable,
            "file could not be read.",
            "files could not be read.",
        ));
    }
    line
}
