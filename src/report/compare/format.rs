//! The trait of comparison formats, and the data given to each format.

use std::io::{self, Write};
use std::sync::Arc;

use crate::compare::{Column, Comparison, Row, Summary};
use crate::finding::{Doubt, Finding};
use crate::law::{Code, Rule};
use crate::report::format::{CodeInfo, Tool, UnusedSource};
use crate::report::short_ruling::{CellWords, MovesShown, row_words};
use crate::report::summary_line::{add_sentence, add_unreadable, no_games};
use crate::report::text::{count, plural};
use crate::report::{AnalysisLinks, PageDate};

/// The version of the vocabulary of the `json` comparison.
pub(crate) const SCHEMA: &str = "jadoube.compare/1";

/// The data of a comparison that are known before the first game.
#[derive(Clone, Debug)]
pub(crate) struct ComparisonInfo {
    pub tool: Tool,
    /// The codes in the order of the columns, each with its name in this comparison as the id.
    pub codes: Vec<CodeInfo>,
    /// The same codes, for formats that quote their articles.
    pub laws: Vec<Arc<Code>>,
    /// The paths that were named, or another name of the input.
    pub compared: Vec<String>,
    /// The date that pages show instead of that of the newest game.
    pub date: Option<PageDate>,
    pub links: AnalysisLinks,
}

impl ComparisonInfo {
    pub(crate) fn of(columns: &[Column]) -> Self {
        let code = |column: &Column| CodeInfo { id: Arc::clone(&column.name), ..CodeInfo::of(column.code()) };
        Self {
            tool: Tool::THIS,
            codes: columns.iter().map(code).collect(),
            laws: columns.iter().map(|column| Arc::clone(column.code())).collect(),
            compared: Vec::new(),
            date: None,
            links: AnalysisLinks::Shown,
        }
    }

    pub(super) fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.codes.iter().map(|code| &*code.id)
    }
}

/// The data of a comparison that are known only after the last game, and those known before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComparisonTotals<'a> {
    pub info: &'a ComparisonInfo,
    pub summary: &'a Summary,
    /// The sources that could not be read to their end.
    pub unreadable: &'a [UnusedSource],
}

/// A comparison format.
///
/// A report calls `begin` once, `game` for each game and `finish` once, all with the same writer.
pub(crate) trait ComparisonFormat: Send {
    /// Writes the beginning of the report. By default there is none.
    fn begin(&mut self, _out: &mut dyn Write, _info: &ComparisonInfo) -> io::Result<()> {
        Ok(())
    }

    fn game(
        &mut self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()>;

    /// Writes the end of the report. By default there is none.
    fn finish(&mut self, _out: &mut dyn Write, _totals: &ComparisonTotals<'_>) -> io::Result<()> {
        Ok(())
    }

    /// The note to print beside the finished report, if it leaves something out.
    fn remark(&self) -> Option<String> {
        None
    }
}

word_enum! {
    /// A comparison format, by its name on the command line.
    ComparisonFormatId {
        Human = "human",
        Json = "json",
        Csv = "csv",
        Html = "html",
    }
}

impl ComparisonFormatId {
    /// Whether the format can write counts instead of games.
    pub(crate) const fn has_statistics(self) -> bool {
        matches!(self, Self::Human | Self::Json | Self::Csv)
    }

    /// Whether the format draws boards, so that [`Row::moment`] must be filled.
    pub(crate) const fn needs_diagrams(self) -> bool {
        matches!(self, Self::Html)
    }
}

/// The ruling of one code in a row.
pub(super) struct Ruling<'a> {
    /// The name of the code.
    pub name: &'a str,
    pub finding: Option<&'a Finding>,
    pub words: CellWords,
}

/// The rulings of a row, in the order of the columns.
pub(super) fn rulings<'a>(
    info: &'a ComparisonInfo,
    game: &'a Comparison,
    row: &'a Row,
    shown: MovesShown,
) -> impl Iterator<Item = Ruling<'a>> {
    let words = row_words(row, &game.verdicts, shown);
    let cells = info.names().zip(&row.cells).zip(words);
    cells.map(|((name, cell), words)| Ruling { name, finding: cell.as_ref(), words })
}

/// The ids of the rules of a row.
pub(super) fn rule_ids(row: &Row, separator: &str) -> String {
    row.rules().into_iter().map(Rule::id).collect::<Vec<_>>().join(separator)
}

/// The doubts of the rows, and the articles that are given in a later form than that of their year. Each is named once: the
/// same code under another file name has the same readings.
pub(super) fn notes(info: &ComparisonInfo, rows: &[Row]) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for row in rows {
        // A single row needs no name.
        let of_row = if rows.len() == 1 { String::new() } else { format!("{}: ", row.title()) };
        for Doubt { reading, outcome } in row.cells.iter().flatten().flat_map(|finding| &finding.doubts) {
            let line = format!("{of_row}doubtful: under the reading {reading}, {outcome}");
            if !notes.contains(&line) {
                notes.push(line);
            }
        }
        for (code, finding) in info.laws.iter().zip(&row.cells) {
            let citation = finding.as_ref().and_then(|finding| finding.citation.as_ref());
            let Some(article) = citation.and_then(|citation| citation.article.as_ref()) else { continue };
            let Some(year) = code.source.later_year(article) else { continue };
            let line = format!("{} {article} is given in the form of {year}", code.id);
            if !notes.contains(&line) {
                notes.push(line);
            }
        }
    }
    notes
}

/// The last line of a comparison for reading: the number of games that differ.
pub(super) fn summary_line(totals: &ComparisonTotals<'_>) -> String {
    let summary = totals.summary;
    let codes = totals.info.codes.len();
    let mut line = match (summary.read.games, summary.differing) {
        (0, _) => no_games(summary.read.files),
        (1, 0) => format!("The {codes} codes agree on the game."),
        (2, 0) => format!("The {codes} codes agree on both games."),
        (games, 0) => format!("The {codes} codes agree on all {} games.", count(games)),
        (games, differing) => {
            let which = match games {
                1 => "the game".to_owned(),
                games => format!("{} of {} games", count(differing), count(games)),
            };
            let verdicts = match (games, summary.verdicts_differ) {
                (1, 0) => "; the verdict is the same".to_owned(),
                (_, 0) => "; the verdicts are the same".to_owned(),
                (1, _) => "; the verdict differs too".to_owned(),
                (_, 1) if differing == 1 => "; in this one, the verdict differs too".to_owned(),
                (_, all) if all == differing => "; in each of these, the verdict differs too".to_owned(),
                (_, some) => format!("; in {} of these, the verdict differs too", count(some)),
            };
            let plies = plural(summary.read.plies, "ply", "plies");
            let files = plural(summary.read.files, "file", "files");
            format!("The {codes} codes differ on {which}{verdicts} ({plies}, {files})")
        }
    };
    add_unreadable(&mut line, summary.read.unreadable);
    if summary.doubtful_records > 0 {
        let which = match summary.read.games {
            1 => "The record of the game is".to_owned(),
            _ => match summary.doubtful_records {
                1 => "The record of 1 game is".to_owned(),
                games => format!("The records of {games} games are"),
            },
        };
        let fault = format!("{which} faulty or unclear: see `jadoube audit`.");
        add_sentence(&mut line, &fault);
    }
    line
}
