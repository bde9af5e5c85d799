//! The arguments of `jadoube shards` and `jadoube merge`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::groups::ChunkArgs;
use super::values::{ListFormat, size};

const SHARDS_EXAMPLES: &str = "\
Each line of the output is a shard and its file: OFFSET+LENGTH@GAME:LINE PATH. \
OFFSET and LENGTH are bytes. GAME and LINE are the numbers of the first game and \
the first line of the shard in the file. A shard begins and ends between games.

Examples:
  jadoube shards --target 1GiB games.pgn
      Split a file into shards of about 1 GiB.
  jadoube audit --format jsonl --shard 1073741993+1073740211@812345:15678901 \\
          games.pgn > shard-2.jsonl
      Audit one shard, on any machine.
  jadoube merge shard-*.jsonl > report.jsonl
      Merge the reports of all shards.

A compressed file can be split if it has many frames, such as those of pzstd, bgzip \
and pbzip2. OFFSET and LENGTH are then those of its frames, and the offset of the \
first game in the text follows: OFFSET+LENGTH@GAME:LINE:TEXT. Other compressed files \
and standard input cannot be split: they can be read only from the start.

Exit codes:
  0  every file was split
  2  usage error, or a file could not be read or split";

const MERGE_EXAMPLES: &str = "\
The merged report is written to standard output. It has the games of the reports, \
with the shards of a file in the order of the file, and one summary of all at the end. \
Games, lines and offsets that were counted from the beginning of a part I/N are given \
as in the file.

Example:
  jadoube merge shard-*.jsonl > report.jsonl

Exit codes:
  0  the reports were merged
  2  usage error, a report is incomplete, the reports do not match, or a file
     could not be read to its end when it was audited";

#[derive(Debug, ClapArgs)]
#[command(after_long_help = SHARDS_EXAMPLES)]
pub(in crate::cli) struct ShardsArgs {
    /// Files, folders or patterns to split
    #[arg(value_name = "PATH", required_unless_present = "files_from")]
    pub paths: Vec<OsString>,

    /// Split the files that FILE lists, one per line
    #[arg(long, value_name = "FILE")]
    pub files_from: Option<OsString>,

    /// Approximate shard size, rounded up to a multiple of 160 KiB, or to whole frames of a compressed file; a shard ends
    /// between games
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = size)]
    pub target: u64,

    /// Format of the list
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: ListFormat,

    #[command(flatten)]
    pub chunks: ChunkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_long_help = MERGE_EXAMPLES)]
pub(in crate::cli) struct MergeArgs {
    /// Reports of shards, in the format jsonl
    #[arg(value_name = "REPORT", required = true)]
    pub reports: Vec<PathBuf>,
}
