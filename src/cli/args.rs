//! Arguments as typed.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use crate::finding::Severity;
use crate::input::ShardRequest;
use crate::report::FormatId;
use crate::report::compare::ComparisonFormatId;

use super::suggested;

const EXAMPLES: &str = "\
Examples:
  jadoube audit games.pgn                         audit one file
  jadoube audit --code ID archive/                a folder, under one code of laws
  zstdcat games.pgn.zst | jadoube audit           standard input
  jadoube compare --codes A,B games.pgn           what two codes of laws say of the same games
  jadoube show games.pgn --game 17 --ply 45       the board at one moment, and what is open
  jadoube shards --target 1GiB games.pgn          a large file cut for several machines
  jadoube codes                                   which codes of laws there are
  jadoube explain move.false                      what a rule finds, and what each code says of it
  jadoube explain CODE/ARTICLE                    what an article comes to, with an example
  jadoube new-code ID                             a law file to begin from

`jadoube help audit` tells every option.";

const AUDIT_EXAMPLES: &str = "\
Examples:
  jadoube audit games.pgn
      Each game under the code that its Laws tag names, without one under the default.
  jadoube audit --code ID --min-severity info archive/ 'more/*.pgn.gz'
      Folders, patterns and compressed files, with everything down to remarks.
  jadoube audit --ignore record,draw.fifty games.pgn
      Without the family `record` and the rule `draw.fifty`.
  jadoube audit --output json=report.json games.pgn
      Findings on the terminal and the whole report in a file, in one pass.
  jadoube audit --statistics archive/
      How often each rule is found.

Exit codes:
  0  nothing at or above --fail-on
  1  findings
  2  asked wrongly, or something could not be read or written";

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

const SHARDS_EXAMPLES: &str = "\
Each line is a shard and its file: OFFSET+LENGTH@GAME:LINE PATH. Offset and length are bytes, and the shard's first \
game and first line have these numbers in the file. A shard begins and ends between games.

Examples:
  jadoube shards --target 1GiB games.pgn
      The shards of a file, about 1 GiB each.
  jadoube audit --format jsonl --shard 1073741993+1073740211@812345:15678901 games.pgn > shard-2.jsonl
      The report of one of them, made anywhere.
  jadoube merge shard-*.jsonl > report.jsonl
      The reports of all of them as one.

Compressed files and standard input have no shards: they can be read only from their beginning.

Exit codes:
  0  every file is cut
  2  asked wrongly, or a file cannot be read or has no shards";

const MERGE_EXAMPLES: &str = "\
The games stand as they did, shards of one file in the order of the file, and one summary at the end adds up theirs. \
It is written to standard output.

Example:
  jadoube merge shard-*.jsonl > report.jsonl

Exit codes:
  0  put together
  2  a report is not whole, the reports do not fit together, or are of files that could not be read to their end";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  jadoube explain CODE                        a code: its source, its articles, where it is silent
  jadoube explain CODE/ARTICLE                an article: what it comes to, with an example
  jadoube explain move.discovers-check        a rule, and what each code says of it
  jadoube explain --code-file my.toml         a code of your own
  jadoube explain --code-file my.toml 3       an article of it

`jadoube codes` lists the codes, `jadoube rules` the rules.";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  jadoube completions bash > ~/.local/share/bash-completion/completions/jadoube
  jadoube completions zsh > ~/.zfunc/_jadoube
  jadoube completions fish > ~/.config/fish/completions/jadoube.fish";

/// Audits chess game records (PGN) under a chosen code of laws.
#[derive(Debug, Parser)]
#[command(name = "jadoube", version, after_help = EXAMPLES, disable_help_subcommand = false)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Audit games and report what was found
    Audit(Box<AuditArgs>),
    /// Compare what several codes of laws say of the same games
    Compare(Box<CompareArgs>),
    /// Cut large files into shards that can be audited on their own
    Shards(ShardsArgs),
    /// Put the reports of shards together
    Merge(MergeArgs),
    /// List the codes of laws
    Codes(CodesArgs),
    /// List the rules that findings are reported under
    Rules(ListArgs),
    /// Show one moment of a game: the board, whose turn it is, what is open
    Show(ShowArgs),
    /// Explain a code, an article or a rule
    Explain(ExplainArgs),
    /// Check a law file that you wrote
    CheckCode(CheckCodeArgs),
    /// Begin a law file of your own
    NewCode(NewCodeArgs),
    /// Write the completions of a shell
    Completions(CompletionsArgs),
    /// Write the manual
    Man(ManArgs),
}

/// What is read.
#[derive(Debug, ClapArgs)]
pub(super) struct InputArgs {
    /// Files, folders or patterns to read, `-` for standard input; none at all means standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<OsString>,

    /// Read the paths that FILE lists, one on each line
    #[arg(long, value_name = "FILE", help_heading = "What to read")]
    pub files_from: Option<OsString>,

    /// Show standard input under this name
    #[arg(long, value_name = "NAME", help_heading = "What to read")]
    pub stdin_filename: Option<String>,

    /// Read only the games of each file from number A to number B; either may be left out
    #[arg(long, value_name = "A..B", help_heading = "What to read")]
    pub games: Option<String>,
}

/// The settings file.
#[derive(Debug, ClapArgs)]
pub(super) struct ConfigArgs {
    /// Read settings from FILE [default: the nearest jadoube.toml upward from the first path]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Read no settings file
    #[arg(long, conflicts_with = "config", help_heading = "Settings")]
    pub isolated: bool,
}

/// The findings that are known.
#[derive(Debug, ClapArgs)]
pub(super) struct BaselineArgs {
    /// Do not report what FILE lists; what is new is heard even where lines have moved
    #[arg(long, value_name = "FILE", help_heading = "What to report")]
    pub baseline: Option<PathBuf>,

    /// List all that is found in FILE, as a baseline, instead of reporting it
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["baseline", "prune_baseline", "no_baseline"],
        help_heading = "What to report"
    )]
    pub write_baseline: Option<PathBuf>,

    /// Take out of the baseline what is no longer found; all that it was made of must be read
    #[arg(long, help_heading = "What to report")]
    pub prune_baseline: bool,

    /// Pass over the baseline that the settings name
    #[arg(long, conflicts_with_all = ["baseline", "prune_baseline"], help_heading = "What to report")]
    pub no_baseline: bool,
}

/// The code of laws to judge under.
#[derive(Debug, ClapArgs)]
pub(super) struct CodeArgs {
    /// The code of laws to judge under, or `record` for the one that each game's Laws tag names [default:
    /// record]
    #[arg(long, value_name = "ID", value_parser = suggested::code_or_record(), hide_possible_values = true)]
    pub code: Option<String>,

    /// Judge under a code of laws that you wrote
    #[arg(long, value_name = "FILE.toml", conflicts_with = "code")]
    pub code_file: Option<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,
}

/// How unclear articles are read.
#[derive(Debug, ClapArgs)]
pub(super) struct ReadingArgs {
    /// Read an unclear article otherwise: by an alternative that `jadoube explain` names; may be given
    /// several times
    #[arg(long = "reading", value_name = "CODE/ARTICLE=NAME")]
    pub asked: Vec<String>,
}

/// The rules that are wanted.
#[derive(Debug, ClapArgs)]
pub(super) struct SelectionArgs {
    /// Report only these rules: ids, families such as `move`, or ALL; separated by commas
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "What to report",
        value_parser = suggested::rules(),
        hide_possible_values = true
    )]
    pub select: Vec<String>,

    /// Do not report these rules; where both name a rule, the longer name decides
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "What to report",
        value_parser = suggested::rules(),
        hide_possible_values = true
    )]
    pub ignore: Vec<String>,
}

/// How it is shown.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(super) struct ShowingArgs {
    /// Colour the report
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "How to report it")]
    pub color: When,

    /// Show on standard error how far the run has come
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "How to report it")]
    pub progress: When,
}

/// How many work, and on how much at once.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(super) struct ChunkArgs {
    /// Work on N parts of the input at once [default: one for each core]
    #[arg(long, short, value_name = "N", help_heading = "How to run")]
    pub jobs: Option<NonZeroUsize>,

    /// Bytes read at once
    #[arg(long, value_name = "SIZE", default_value = "512KiB", value_parser = size, hide = true)]
    pub chunk_size: u64,
}

/// How the work is done.
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(super) struct RunArgs {
    #[command(flatten)]
    pub chunks: ChunkArgs,

    /// The most memory that unpacking one file may take, for example 128MiB
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = size,
        help_heading = "How to run"
    )]
    pub max_window: u64,

    /// Let a search for an announced mate or for checks without end look at N positions at most [default: by
    /// the question]
    #[arg(long, value_name = "N", help_heading = "How to run")]
    pub solver_nodes: Option<u64>,
}

/// `jadoube audit`
#[derive(Debug, ClapArgs)]
#[command(after_help = AUDIT_EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // flags as typed
pub(super) struct AuditArgs {
    #[command(flatten)]
    pub input: InputArgs,

    /// Read only this part of the one file named: OFFSET+LENGTH@GAME:LINE, as `jadoube shards` prints it; or I/N,
    /// the I-th of N parts, whose games and lines are counted from its own beginning
    #[arg(long, value_name = "SHARD", conflicts_with = "games", help_heading = "What to read")]
    pub shard: Option<ShardRequest>,

    #[command(flatten, next_help_heading = "Under which law")]
    pub law: CodeArgs,

    /// Judge each game under the edition of the code that was in force on its date; where that is not known,
    /// under the code itself
    #[arg(long, help_heading = "Under which law")]
    pub by_date: bool,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Report nothing less grave than this [default: warning]
    #[arg(long, value_name = "SEVERITY", help_heading = "What to report")]
    pub min_severity: Option<SeverityArg>,

    #[command(flatten)]
    pub known: BaselineArgs,

    /// Report games without findings too
    #[arg(long, help_heading = "What to report")]
    pub all: bool,

    /// Look for the same game twice among the first N games; 0 for not at all
    #[arg(long, value_name = "N", default_value_t = 1_000_000, help_heading = "What to report")]
    pub duplicates: usize,

    /// Take games without a Series tag for one series by event, round and players; what is found so is info
    #[arg(long, help_heading = "What to report")]
    pub assume_series: bool,

    /// How to write the report on standard output [default: human on a terminal, otherwise concise]
    #[arg(long, value_name = "FORMAT", help_heading = "How to report it")]
    pub format: Option<FormatArg>,

    /// Write the report to a file too, for example json=report.json; may be given several times
    #[arg(long, value_name = "FORMAT=PATH", help_heading = "How to report it")]
    pub output: Vec<String>,

    /// Show how often each rule was found instead of the findings
    #[arg(long, help_heading = "How to report it")]
    pub statistics: bool,

    /// Show no more than N findings on standard output; all are counted
    #[arg(long, value_name = "N", help_heading = "How to report it")]
    pub max_findings: Option<u64>,

    #[command(flatten)]
    pub showing: ShowingArgs,

    /// End with exit code 1 where something at least this grave was found, which is reported then [default:
    /// error]
    #[arg(long, value_name = "SEVERITY", help_heading = "How to run")]
    pub fail_on: Option<FailOn>,

    /// End with exit code 0 whatever was found
    #[arg(long, help_heading = "How to run")]
    pub exit_zero: bool,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Show the settings and where each comes from, and do nothing else
    #[arg(long, help_heading = "Settings")]
    pub show_settings: bool,

    #[command(flatten)]
    pub run: RunArgs,
}

/// `jadoube shards`
#[derive(Debug, ClapArgs)]
#[command(after_help = SHARDS_EXAMPLES)]
pub(super) struct ShardsArgs {
    /// Files, folders or patterns to cut
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub paths: Vec<OsString>,

    /// Cut the files that FILE lists, one on each line
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<OsString>,

    /// How long a shard is to be: it ends at the first good place from there on
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = size)]
    pub target: u64,

    /// How to write the list
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: ListFormat,

    #[command(flatten)]
    pub chunks: ChunkArgs,
}

/// `jadoube merge`
#[derive(Debug, ClapArgs)]
#[command(after_help = MERGE_EXAMPLES)]
pub(super) struct MergeArgs {
    /// The reports, in the format jsonl
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
}

/// The codes of laws to compare.
#[derive(Debug, ClapArgs)]
pub(super) struct ComparedArgs {
    /// The codes of laws to compare, separated by commas [default: all that are no variant of another]; a code under
    /// another of its readings is CODE/ARTICLE=NAME
    #[arg(
        long,
        value_name = "IDS",
        value_delimiter = ',',
        value_parser = suggested::code(),
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

/// `jadoube compare`
#[derive(Debug, ClapArgs)]
#[command(after_help = COMPARE_EXAMPLES)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten, next_help_heading = "Under which laws")]
    pub law: ComparedArgs,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Compare no rulings less grave than this
    #[arg(long, value_name = "SEVERITY", default_value = "info", help_heading = "What to report")]
    pub min_severity: SeverityArg,

    /// Show what the codes agree on too, and games on which they do not differ
    #[arg(long, help_heading = "What to report")]
    pub all: bool,

    /// How to write the comparison
    #[arg(long, value_name = "FORMAT", default_value = "human", help_heading = "How to report it")]
    pub format: CompareFormat,

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

/// `jadoube rules`
#[derive(Clone, Copy, Debug, ClapArgs)]
pub(super) struct ListArgs {
    /// How to write the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// `jadoube codes`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  jadoube codes --print ID > my.toml\n      The law file of a code, to copy and change; `jadoube check-code my.toml` checks the copy."
)]
pub(super) struct CodesArgs {
    /// How to write the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Print the law file of this code instead
    #[arg(long, value_name = "ID", conflicts_with = "format")]
    pub print: Option<String>,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// `jadoube check-code`
#[derive(Debug, ClapArgs)]
#[command(after_help = "Exit codes:\n  0  the file is in order\n  1  it has faults\n  2  it cannot be read")]
pub(super) struct CheckCodeArgs {
    /// The law file
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,

    /// Colour what is found
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// `jadoube new-code`
#[derive(Debug, ClapArgs)]
pub(super) struct NewCodeArgs {
    /// The id of the new code
    pub id: String,

    /// Write it to this file, which must not be there yet, instead of to standard output
    #[arg(long, value_name = "FILE.toml")]
    pub output: Option<PathBuf>,
}

/// `jadoube explain`
#[derive(Debug, ClapArgs)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(super) struct ExplainArgs {
    /// A code, an article of one (CODE/ARTICLE), or a rule
    #[arg(value_parser = suggested::code_or_rule(), hide_possible_values = true)]
    pub what: Option<String>,

    /// Explain a code of laws that you wrote, an article of it, or what it too says of a rule; may be
    /// given several times
    #[arg(long, value_name = "FILE.toml")]
    pub code_file: Vec<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,

    /// How to write it
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// `jadoube show`
#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  jadoube show games.pgn --game 17 --ply 45 --code ID\n\nWithout --ply it is the end of the game."
)]
pub(super) struct ShowArgs {
    /// The file, `-` for standard input
    pub file: OsString,

    /// The number of the game, from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub game: u64,

    /// When so many moves of the score stand [default: at the end]
    #[arg(long, value_name = "P")]
    pub ply: Option<u32>,

    #[command(flatten)]
    pub law: CodeArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

/// `jadoube completions`
#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `jadoube man`
#[derive(Debug, ClapArgs)]
pub(super) struct ManArgs {
    /// Write every page into this folder, not the first to standard output
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

/// The formats of a report, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FormatArg {
    /// With the passage and the law, for reading
    Human,
    /// One line for each finding
    Concise,
    /// One JSON object
    Json,
    /// One JSON object on a line for each game, and a last one for the summary
    Jsonl,
    /// SARIF 2.1.0, for code hosts
    Sarif,
    /// JUnit XML, for CI servers
    Junit,
    /// Workflow commands, for runs on GitHub
    Github,
    /// A page for a browser or the printer, with boards
    Html,
}

impl From<FormatArg> for FormatId {
    fn from(format: FormatArg) -> Self {
        match format {
            FormatArg::Human => Self::Human,
            FormatArg::Concise => Self::Concise,
            FormatArg::Json => Self::Json,
            FormatArg::Jsonl => Self::Jsonl,
            FormatArg::Sarif => Self::Sarif,
            FormatArg::Junit => Self::Junit,
            FormatArg::Github => Self::GitHub,
            FormatArg::Html => Self::Html,
        }
    }
}

/// The formats of a comparison, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum CompareFormat {
    /// A table for each game, as wide as the terminal
    Human,
    /// One JSON object
    Json,
    /// One line for each ruling of each code
    Csv,
    /// A page for a browser or the printer
    Html,
}

impl CompareFormat {
    /// The format.
    pub(super) const fn id(self) -> ComparisonFormatId {
        match self {
            Self::Human => ComparisonFormatId::Human,
            Self::Json => ComparisonFormatId::Json,
            Self::Csv => ComparisonFormatId::Csv,
            Self::Html => ComparisonFormatId::Html,
        }
    }
}

/// The formats of a list, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ListFormat {
    /// For reading
    Human,
    /// One JSON array
    Json,
}

/// How grave, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum SeverityArg {
    /// A right used correctly, an available claim, style
    Info,
    /// A right that was not used, a doubtful record
    Warning,
    /// Against the code, or a record that contradicts itself
    Error,
}

impl From<SeverityArg> for Severity {
    fn from(severity: SeverityArg) -> Self {
        match severity {
            SeverityArg::Info => Self::Info,
            SeverityArg::Warning => Self::Warning,
            SeverityArg::Error => Self::Error,
        }
    }
}

/// From what severity on the run fails, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum FailOn {
    /// Anything reported
    Info,
    /// Warnings and errors
    Warning,
    /// Errors
    Error,
    /// Nothing
    Never,
}

impl FailOn {
    /// The severity, or none for never.
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Info => Some(Severity::Info),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
            Self::Never => None,
        }
    }
}

/// When something is done, as typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum When {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl When {
    pub(super) const fn resolve(self, auto: bool) -> bool {
        match self {
            Self::Auto => auto,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

/// A number of bytes: `65536`, `64K`, `64KiB`, `1GB`.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = text.get(digits.len()..).unwrap_or_default().trim().to_ascii_lowercase();
    let factor = match unit.as_str() {
        "" | "b" => Some(1),
        "k" | "kib" => Some(1 << 10),
        "m" | "mib" => Some(1 << 20),
        "g" | "gib" => Some(1 << 30),
        "kb" => Some(1_000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        _ => None,
    };
    let number: Option<u64> = digits.parse().ok();
    factor
        .and_then(|factor| number?.checked_mul(factor))
        .filter(|bytes| *bytes > 0)
        .ok_or_else(|| "a size is a number of bytes such as 65536, 64KiB, 128MiB or 1GiB".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_holds() {
        Args::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(size("65536"), Ok(65536));
        assert_eq!(size("64KiB"), Ok(65536));
        assert_eq!(size("64 k"), Ok(65536));
        assert_eq!(size("1GB"), Ok(1_000_000_000));
        for wrong in ["", "MiB", "0", "-1", "1.5M", "12 parsecs", "99999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
