//! What codes say side by side: one file for each format, one trait.

mod csv;
mod html;
mod human;
mod json;
mod statistics;

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Column, Comparison, Sink, Summary};
use crate::law::Code;

use super::text::{count, plain, plural};
use super::{CodeInfo, Look, Tool, Unreadable};

pub use csv::Csv;
pub use html::Html;
pub use human::Human;
pub use json::Json;
pub use statistics::Statistics;

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
pub trait ComparisonFormat {
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
    /// A writer of this format: of the games, or of counts alone.
    pub fn format(self, look: Look, content: Content) -> Box<dyn ComparisonFormat> {
        match (content, self) {
            (Content::Counts, form) => Box::new(Statistics::new(form, look)),
            (Content::Games, Self::Human) => Box::new(Human::new(look)),
            (Content::Games, Self::Json) => Box::new(Json::new()),
            (Content::Games, Self::Csv) => Box::new(Csv::new()),
            (Content::Games, Self::Html) => Box::new(Html::new()),
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

/// Whether somebody watches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Watched {
    /// What is written is pushed out game by game.
    Live,
    /// It goes out as it pleases.
    Buffered,
}

/// Writes a comparison as it comes. Notices about sources that cannot be read go beside it.
pub struct ComparisonReport<'a> {
    format: Box<dyn ComparisonFormat>,
    out: Box<dyn Write + 'a>,
    notices: Box<dyn Write + 'a>,
    watched: Watched,
    unreadable: Vec<Unreadable>,
}

impl<'a> ComparisonReport<'a> {
    /// Begins it.
    ///
    /// # Errors
    /// What the writing says.
    pub fn begin(
        mut format: Box<dyn ComparisonFormat>,
        mut out: Box<dyn Write + 'a>,
        notices: Box<dyn Write + 'a>,
        watched: Watched,
        info: &ComparisonInfo,
    ) -> io::Result<Self> {
        format.begin(&mut *out, info)?;
        Ok(Self { format, out, notices, watched, unreadable: Vec::new() })
    }

    /// Ends it and pushes everything out.
    ///
    /// # Errors
    /// What the writing says.
    pub fn finish(mut self, summary: &Summary) -> io::Result<()> {
        let totals = ComparisonTotals { summary, unreadable: &self.unreadable };
        self.format.finish(&mut *self.out, &totals)?;
        self.out.flush()?;
        if let Some(said) = self.format.remark() {
            self.notice(&format!("note: {said}"));
        }
        if summary.games == 0 {
            // A mistyped path in a script must not pass without a word.
            self.notice(&format!("note: no game was found in {}", plural(summary.files, "file", "files")));
        }
        Ok(())
    }

    /// A word beside the report. That it cannot be said is no reason to stop.
    fn notice(&mut self, line: &str) {
        drop(writeln!(self.notices, "{line}"));
        drop(self.notices.flush());
    }
}

impl Sink for ComparisonReport<'_> {
    fn game(&mut self, file: &Arc<str>, game: &Comparison) -> io::Result<()> {
        self.format.game(&mut *self.out, file, game)?;
        match self.watched {
            Watched::Live => self.out.flush(),
            Watched::Buffered => Ok(()),
        }
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.unreadable.push(Unreadable { file: Arc::clone(file), why: why.to_owned() });
        self.notice(&format!("error: {}: {}", plain(file), plain(why)));
        Ok(())
    }
}

/// The last line for reading: how many games differ, and on what.
fn closing(info: &ComparisonInfo, totals: &ComparisonTotals<'_>) -> String {
    let summary = totals.summary;
    let codes = info.codes.len();
    let mut line = match (summary.games, summary.differing) {
        (0, _) => match summary.files {
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
            let plies = plural(summary.plies, "ply", "plies");
            let files = plural(summary.files, "file", "files");
            format!("The {codes} codes differ on {which}{worth} ({plies}, {files})")
        }
    };
    if summary.unreadable > 0 {
        if !line.ends_with('.') {
            line.push('.');
        }
        line.push(' ');
        line.push_str(&plural(summary.unreadable, "file could not be read.", "files could not be read."));
    }
    line
}
