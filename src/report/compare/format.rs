//! The trait of comparison formats, and the data that every one of them is given.

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Column, Comparison, Summary};
use crate::law::Code;
use crate::report::format::{CodeInfo, Tool, Unreadable};
use crate::report::text::{count, plural};

/// The version of the words of the `json` comparison.
pub(crate) const SCHEMA: &str = "jadoube.compare/1";

/// What is known before the first game.
#[derive(Clone, Debug)]
pub(crate) struct ComparisonInfo {
    /// Who writes.
    pub tool: Tool,
    /// The codes, in the order of the columns, as they are called here.
    pub codes: Vec<CodeInfo>,
    /// The same codes whole, for formats that quote their articles.
    pub laws: Vec<Arc<Code>>,
}

impl ComparisonInfo {
    /// What this program says of a comparison of these codes.
    pub(crate) fn of(columns: &[Column]) -> Self {
        let code = |column: &Column| CodeInfo { id: Arc::clone(&column.name), ..CodeInfo::of(column.code()) };
        Self {
            tool: Tool::THIS,
            codes: columns.iter().map(code).collect(),
            laws: columns.iter().map(|column| Arc::clone(column.code())).collect(),
        }
    }

    pub(super) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.codes.iter().map(|code| &*code.id)
    }
}

/// What is known only after the last game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparisonTotals<'a> {
    /// What the run added up to.
    pub summary: &'a Summary,
    /// The sources that could not be read to their end.
    pub unreadable: &'a [Unreadable],
}

/// A way of writing a comparison down: `begin` once, `game` for each, `finish` once, all to the same writer.
pub(crate) trait ComparisonFormat: Send {
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
pub(crate) enum ComparisonFormatId {
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
    pub(crate) const ALL: &'static [Self] = &[Self::Human, Self::Json, Self::Csv, Self::Html];

    /// As the command line names it.
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Self::Human => "human",
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Html => "html",
        }
    }

    /// Whether counts alone can be written so.
    pub(crate) const fn counts(self) -> bool {
        matches!(self, Self::Human | Self::Json | Self::Csv)
    }

    /// Whether it draws the moment of a row, so that [`Row::moment`](crate::compare::Row::moment) must be filled.
    pub(crate) const fn draws(self) -> bool {
        matches!(self, Self::Html)
    }
}

/// The last line for reading: how many games differ, and on what.
pub(super) fn summary_line(info: &ComparisonInfo, totals: &ComparisonTotals<'_>) -> String {
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
