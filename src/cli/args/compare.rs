//! The arguments of `jadoube compare`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::finding::Severity;
use crate::report::Style;
use crate::report::compare::{ComparisonFormatId, whole_key};

use super::groups::{ConfigArgs, InputArgs, PageArgs, ReadingArgs, RunArgs, SelectionArgs, ShowingArgs};
use super::values::code;

/// The help after the options.
fn compare_help() -> String {
    format!("{COMPARE_EXAMPLES}\n\n{}\n{COMPARE_EXIT_CODES}", whole_key(Style::PLAIN))
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  jadoube compare --codes A,B,C games.pgn
      Show each game on which the codes differ: the events and each ruling.
  jadoube compare --codes A --code-file mine.toml games.pgn
      Compare a code with your changed copy of it.
  jadoube compare --statistics archive/
      Count the games that differ, by pairs of codes and by rule.

Two codes differ on a game if only one of them gives a ruling, if they give \
different remedies or different time limits, or if their verdicts differ. Articles \
with different numbers are not a difference. Findings on the record itself are the \
same under every code. Findings that need other games (duplicates, series) are \
left out; `jadoube audit` reports them.";

const COMPARE_EXIT_CODES: &str = "\
Exit codes:
  0  the games were compared, whether the codes differ or not
  2  usage error, a file could not be read or written, or no game to read";

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ComparedArgs {
    /// Codes to compare, separated by commas [default: every code known in full, each in its newest edition]
    ///
    /// By default, of the FIDE laws only the newest edition for long games takes part, and codes known only in part do not.
    /// ALL means all codes but those for rapid chess and blitz. CODE/ARTICLE=NAME is a code under an alternative
    /// reading of an article. A law file of --code-file is named by its id
    /// or its file name; if it is not named, it comes last.
    #[arg(
        long,
        value_name = "IDS",
        value_delimiter = ',',
        value_parser = code(),
        hide_possible_values = true
    )]
    pub codes: Vec<String>,

    /// Also compare a law file that you wrote
    ///
    /// May be repeated. If another code has the same id, the report uses the file name instead.
    #[arg(long, value_name = "FILE.toml")]
    pub code_file: Vec<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_long_help = compare_help())]
pub(in crate::cli) struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub law: ComparedArgs,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Minimum severity to compare
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    pub min_severity: Severity,

    /// Also show games and rulings that agree
    #[arg(long)]
    pub all: bool,

    /// Format on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: ComparisonFormatId,

    /// Also write to a file: html=page.html
    ///
    /// May be repeated.
    #[arg(long, value_name = "FORMAT=PATH")]
    pub output: Vec<String>,

    /// Show only the number of games that differ
    ///
    /// The numbers are given by pairs of codes and by rule.
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub page: PageArgs,

    #[command(flatten)]
    pub showing: ShowingArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Show the settings and the origin of each, then exit
    #[arg(long, hide_short_help = true, help_heading = "Settings")]
    pub show_settings: bool,

    #[command(flatten)]
    pub run: RunArgs,
}
