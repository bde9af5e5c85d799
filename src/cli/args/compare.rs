//! The arguments of `jadoube compare`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::finding::Severity;
use crate::report::compare::ComparisonFormatId;

use super::groups::{ConfigArgs, InputArgs, ReadingArgs, RunArgs, SelectionArgs, ShowingArgs};
use super::values::code;

const COMPARE_EXAMPLES: &str = "\
Examples:
  jadoube compare --codes A,B,C games.pgn
      For each game on which the three codes differ, a table: what happened, and what each says.
  jadoube compare --codes A --code-file mine.toml games.pgn
      A code and the copy of it that you changed.
  jadoube compare --statistics archive/
      How many games differ, between which codes, and on what.

Two codes differ on a game where one says what the other does not, gives otherwise, gives it for another time, \
or values the game otherwise; not where only the article is another. Matters of the record itself are the same \
under every code, and what takes other games to know (duplicates, series) is left out: for these, `audit`.

Exit codes:
  0  compared, whatever the codes say
  2  asked wrongly, or something could not be read or written";

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ComparedArgs {
    /// The codes of laws to compare, separated by commas [default: all that are no variant of another]; a code under
    /// another of its readings is CODE/ARTICLE=NAME
    #[arg(
        long,
        value_name = "IDS",
        value_delimiter = ',',
        value_parser = code(),
        hide_possible_values = true
    )]
    pub codes: Vec<String>,

    /// Compare a code of laws that you wrote too; may be given several times. One with the id of another is
    /// called by its file's name
    #[arg(long, value_name = "FILE.toml")]
    pub code_file: Vec<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPARE_EXAMPLES)]
pub(in crate::cli) struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten, next_help_heading = "Under which laws")]
    pub law: ComparedArgs,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Compare no rulings less grave than this
    #[arg(long, value_name = "SEVERITY", default_value = "info", help_heading = "What to report")]
    pub min_severity: Severity,

    /// Show what the codes agree on too, and games on which they do not differ
    #[arg(long, help_heading = "What to report")]
    pub all: bool,

    /// How to write the comparison
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "How to report it")]
    pub format: ComparisonFormatId,

    /// Write the comparison to a file too, for example html=page.html; may be given several times
    #[arg(long, value_name = "FORMAT=PATH", help_heading = "How to report it")]
    pub output: Vec<String>,

    /// Show how many games differ, between which codes and on what, instead of the games
    #[arg(long, help_heading = "How to report it")]
    pub statistics: bool,

    #[command(flatten)]
    pub showing: ShowingArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Show the settings and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    pub show_settings: bool,

    #[command(flatten)]
    pub run: RunArgs,
}
