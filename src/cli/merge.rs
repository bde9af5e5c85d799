//! `jadoube merge`: joins the reports of shards.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use crate::report::{MergeError, Merger};

use super::args::MergeArgs;
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::streams::BUFFER;

impl From<MergeError> for CliError {
    fn from(error: MergeError) -> Self {
        let hint = match &error {
            MergeError::Write(_) | MergeError::Read { .. } => None,
            MergeError::NoSummary(_) => Some(
                "create it again with `jadoube audit --format jsonl`; an interrupted run writes no summary",
            ),
            MergeError::Mismatch { .. } => Some("create all reports with the same options, or leave one out"),
            MergeError::Gap { .. } => {
                Some("add the report of every shard that `jadoube shards` lists for the file")
            }
            MergeError::SameGame { .. } | MergeError::NamedTwice(_) | MergeError::SameShare { .. } => {
                Some("leave one out")
            }
            MergeError::Settings { .. } => {
                Some("create the reports of all shards with the same options and settings")
            }
            MergeError::NoShare { .. } => {
                Some("merge the reports of all shares of the files, and nothing else")
            }
            MergeError::OtherNumber { .. } => Some("create all reports with the same N in --shard I/N"),
            MergeError::OtherFiles { .. } => Some(
                "a file was added, removed, renamed or changed between the runs: audit all shares of the same files",
            ),
            MergeError::MissingShare { .. } => Some("add its report"),
            MergeError::Overlap { .. } | MergeError::CutDifferently { .. } => Some(
                "use the reports of the shards from one run of `jadoube shards`, or only the report of the whole file",
            ),
        };
        match (error, hint) {
            (MergeError::Write(error), _) => Self::Io(error),
            (error, Some(hint)) => Self::with_hint(error.to_string(), hint),
            (error, None) => Self::usage(error.to_string()),
        }
    }
}

pub(super) fn run(
    args: &MergeArgs,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    let merger = Merger::open(args.reports.iter().map(PathBuf::as_path))?;
    let mut out = BufWriter::with_capacity(BUFFER, out);
    merger.write(&mut out)?;
    out.flush()?;
    let left_out = merger.left_out();
    if !left_out.is_empty() {
        writeln!(
            err,
            "note: not checked, because these rules compare games across shards: {}",
            left_out.join(", ")
        )?;
    }
    Ok(if merger.summary().read.unreadable > 0 { ExitStatus::Unread } else { ExitStatus::Clean })
}
