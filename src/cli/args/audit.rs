//! The arguments of `jadoube audit`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::finding::Severity;
use crate::input::ShardRequest;
use crate::report::FormatId;

use super::groups::{CodeArgs, ConfigArgs, InputArgs, PageArgs, RunArgs, SelectionArgs, ShowingArgs};
use super::values::{FailOn, number};

const AUDIT_EXAMPLES: &str = "\
Examples:
  jadoube audit games.pgn
      Judge each game under the code in its Laws tag, or else under the
      law of its day.
  jadoube audit --code ID --min-severity info archive/ 'more/*.pgn.gz'
      Read folders, patterns and compressed files, and report every severity.
  jadoube audit --ignore record,draw.fifty games.pgn
      Ignore the rules of the family `record` and the rule `draw.fifty`.
  jadoube audit --output json=report.json games.pgn
      Show the findings on the terminal and write the whole report to a file.
  jadoube audit --statistics archive/
      Count the findings of each rule.

Exit codes:
  0  no finding at or above --fail-on
  1  a finding at or above --fail-on
  2  usage error, a file could not be read or written, or no game to read";

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct BaselineArgs {
    /// Suppress the findings listed in FILE; new findings are reported even if lines have moved
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Findings")]
    pub baseline: Option<PathBuf>,

    /// Write all findings to FILE as a baseline instead of reporting them
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["baseline", "prune_baseline", "no_baseline"],
        hide_short_help = true,
        help_heading = "Findings"
    )]
    pub write_baseline: Option<PathBuf>,

    /// Remove baseline entries that no longer match, and all of deleted files
    #[arg(long, hide_short_help = true, help_heading = "Findings")]
    pub prune_baseline: bool,

    /// Ignore the baseline named in the settings
    #[arg(
        long,
        conflicts_with_all = ["baseline", "prune_baseline"],
        hide_short_help = true,
        help_heading = "Findings"
    )]
    pub no_baseline: bool,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
#[allow(clippy::struct_excessive_bools)] // flags as typed
pub(in crate::cli) struct FixArgs {
    /// Repair what is certain, then report the rest
    ///
    /// Findings of every severity are repaired. Before a file is replaced, the new text is read and judged again: the moves, tags,
    /// comments, commands and other findings must be the same.
    #[arg(long, conflicts_with_all = ["shard", "checkpoint", "games", "write_baseline"])]
    pub fix: bool,

    /// Also make repairs that may change the meaning; look at them first with --diff
    ///
    /// They close tags, remove castling rights and en passant squares that the position of a FEN rules out, and write the
    /// result of the Result tag in place of `*` after the moves.
    #[arg(long, hide_short_help = true, help_heading = "Repairs")]
    pub unsafe_fixes: bool,

    /// Show the repairs as a unified diff, and change nothing; exit 1 if there are any
    #[arg(
        long,
        conflicts_with_all = ["shard", "checkpoint", "games", "write_baseline"],
        hide_short_help = true,
        help_heading = "Repairs"
    )]
    pub diff: bool,

    /// Repair the files, and report no findings
    #[arg(
        long,
        conflicts_with_all = ["diff", "shard", "checkpoint", "games", "write_baseline"],
        hide_short_help = true,
        help_heading = "Repairs"
    )]
    pub fix_only: bool,
}

impl FixArgs {
    /// Whether files are to be repaired, or the repairs to be shown.
    pub(in crate::cli) const fn is_wanted(self) -> bool {
        self.fix || self.diff || self.fix_only || self.unsafe_fixes
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_long_help = AUDIT_EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // flags as typed
pub(in crate::cli) struct AuditArgs {
    #[command(flatten)]
    pub input: InputArgs,

    /// Read only one shard: OFFSET+LENGTH@GAME:LINE[:TEXT] of a file, as `jadoube shards` prints it, or I/N, the I-th of N
    /// equal parts of all files; `jadoube merge` joins the reports
    #[arg(
        long,
        value_name = "SHARD",
        conflicts_with = "games",
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub shard: Option<ShardRequest>,

    /// Keep what is done in FOLDER, and go on from there after an interruption
    ///
    /// The input, the settings and the version of the program must be those of the interrupted run. Reports are written when
    /// all of the input is audited.
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["games", "shard"],
        hide_short_help = true,
        help_heading = "Resources"
    )]
    pub checkpoint: Option<PathBuf>,

    /// Compare the games with the report of their tournament, a TRF file
    ///
    /// The rules of the family `tournament` compare scores, pairings, names, ids, ratings and dates, look for missing games,
    /// and check the report itself. TRF16, TRF26 and TRFx are read. The format html has a crosstable.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["games", "shard", "checkpoint"],
        hide_short_help = true,
        help_heading = "Input"
    )]
    pub tournament: Option<PathBuf>,

    #[command(flatten)]
    pub law: CodeArgs,

    /// Has no effect: games are judged under the laws of their day by default
    #[arg(long, hide = true)]
    pub by_date: bool,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Minimum severity to report [default: warning]
    #[arg(long, value_name = "LEVEL")]
    pub min_severity: Option<Severity>,

    #[command(flatten)]
    pub known: BaselineArgs,

    #[command(flatten)]
    pub fixes: FixArgs,

    /// Also report games without findings, in the formats json and jsonl
    #[arg(long, hide_short_help = true, help_heading = "Findings")]
    pub all: bool,

    /// Look for duplicates among the first N games; 0 turns the search off [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<usize>,
        hide_short_help = true,
        help_heading = "Findings"
    )]
    pub duplicates: Option<usize>,

    /// Infer a series from event, round and players if there is no Series tag; its findings are info
    #[arg(long, hide_short_help = true, help_heading = "Findings")]
    pub assume_series: bool,

    /// Report format on standard output
    ///
    /// [default: human on a terminal or with --boards or --accessible, github in a GitHub workflow, otherwise concise]
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<FormatId>,

    /// Draw a board for each finding
    ///
    /// The board marks the pieces touched, the move made and the moves that satisfy the ruling (format human).
    #[arg(long)]
    pub boards: bool,

    /// Also write the report to a file: json=report.json
    ///
    /// May be repeated.
    #[arg(long, value_name = "FORMAT=PATH")]
    pub output: Vec<String>,

    /// Also write a table of all games to a file: games.csv or games.arrow
    ///
    /// A file with another name needs its format: csv=PATH or arrow=PATH.
    #[arg(long, value_name = "PATH", hide_short_help = true, help_heading = "Output")]
    pub games_output: Option<String>,

    /// Show only the number of findings per rule
    #[arg(long)]
    pub statistics: bool,

    /// Show at most N findings on standard output; all are counted
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<u64>,
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub max_findings: Option<u64>,

    #[command(flatten)]
    pub page: PageArgs,

    #[command(flatten)]
    pub showing: ShowingArgs,

    /// Exit 1 if a finding has at least this severity [default: error]
    ///
    /// Findings of this severity are reported even if --min-severity is higher.
    #[arg(long, value_name = "LEVEL")]
    pub fail_on: Option<FailOn>,

    /// Exit 0 even if there are findings
    #[arg(long, hide_short_help = true, help_heading = "Findings")]
    pub exit_zero: bool,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Show the settings and the origin of each, then exit
    #[arg(long, hide_short_help = true, help_heading = "Settings")]
    pub show_settings: bool,

    #[command(flatten)]
    pub run: RunArgs,
}
