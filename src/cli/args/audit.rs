//! The arguments of `jadoube audit`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::finding::Severity;
use crate::input::ShardRequest;
use crate::report::FormatId;

use super::groups::{CodeArgs, ConfigArgs, InputArgs, RunArgs, SelectionArgs, ShowingArgs};
use super::values::{FailOn, number};

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

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct BaselineArgs {
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

#[derive(Debug, ClapArgs)]
#[command(after_help = AUDIT_EXAMPLES)]
#[allow(clippy::struct_excessive_bools)] // flags as typed
pub(in crate::cli) struct AuditArgs {
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
    pub min_severity: Option<Severity>,

    #[command(flatten)]
    pub known: BaselineArgs,

    /// Report games without findings too, in the formats json and jsonl
    #[arg(long, help_heading = "What to report")]
    pub all: bool,

    /// Look for the same game twice among the first N games; 0 for not at all
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = number::<usize>, help_heading = "What to report")]
    pub duplicates: usize,

    /// Take games without a Series tag for one series by event, round and players; what is found so is info
    #[arg(long, help_heading = "What to report")]
    pub assume_series: bool,

    /// How to write the report on standard output [default: human on a terminal or with --boards or --accessible, github in
    /// a workflow on GitHub, otherwise concise]
    #[arg(long, value_name = "FORMAT", help_heading = "How to report it")]
    pub format: Option<FormatId>,

    /// Draw the board at each finding in the format human: what was touched, the move made, the moves that satisfy the
    /// ruling
    #[arg(long, help_heading = "How to report it")]
    pub boards: bool,

    /// Write the report to a file too, for example json=report.json; may be given several times
    #[arg(long, value_name = "FORMAT=PATH", help_heading = "How to report it")]
    pub output: Vec<String>,

    /// Show how often each rule was found instead of the findings
    #[arg(long, help_heading = "How to report it")]
    pub statistics: bool,

    /// Show no more than N findings on standard output; all are counted
    #[arg(long, value_name = "N", value_parser = number::<u64>, help_heading = "How to report it")]
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
