//! The arguments of `jadoube shards` and `jadoube merge`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::groups::ChunkArgs;
use super::values::{ListFormat, size};

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

#[derive(Debug, ClapArgs)]
#[command(after_help = SHARDS_EXAMPLES)]
pub(in crate::cli) struct ShardsArgs {
    /// Files, folders or patterns to cut
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub paths: Vec<OsString>,

    /// Cut the files that FILE lists, one on each line
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<OsString>,

    /// How long a shard is to be: it ends at the first good place from there on, 160 KiB being the least
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = size)]
    pub target: u64,

    /// How to write the list
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: ListFormat,

    #[command(flatten)]
    pub chunks: ChunkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = MERGE_EXAMPLES)]
pub(in crate::cli) struct MergeArgs {
    /// The reports, in the format jsonl
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
}
