//! The reasons why reports cannot be joined.

use std::fmt;
use std::io;
use std::path::PathBuf;

use thiserror::Error;

use super::super::plural;
use crate::input::plain_reason;

/// The reason why reports cannot be joined.
#[derive(Debug, Error)]
pub(crate) enum MergeError {
    #[error("{}: {}", .report.display(), plain_reason(why))]
    Read { report: PathBuf, why: io::Error },
    #[error("{0}")]
    Write(io::Error),
    #[error("{} does not end with the summary of a jsonl report", .0.display())]
    NoSummary(PathBuf),
    #[error("{} and {} were made with different {what}", .one.display(), .other.display())]
    Mismatch { one: PathBuf, other: PathBuf, what: &'static str },
    /// No report is about the bytes from `from` up to `to`.
    #[error("no report covers bytes {from} to {to} of {file}")]
    Gap { file: String, from: u64, to: u64 },
    /// `at` is the first byte that both reports are about.
    #[error("{} and {} both cover byte {at} of {file}", .one.display(), .other.display())]
    Overlap { one: PathBuf, other: PathBuf, file: String, at: u64 },
    /// Two reports contain the same game.
    #[error("{} and {} both contain game {game} of {file}", .one.display(), .other.display())]
    SameGame { one: PathBuf, other: PathBuf, file: String, game: u64 },
    /// A report is named twice.
    #[error("{} is named twice", .0.display())]
    NamedTwice(PathBuf),
    /// Shards of one file whose game numbers or file sizes do not fit together.
    #[error("{} and {} are shards of {file}, but the file was cut differently for each", .one.display(), .other.display())]
    CutDifferently { one: PathBuf, other: PathBuf, file: String },
    #[error("{} and {} were made with different settings: {setting}", .one.display(), .other.display())]
    Settings { one: PathBuf, other: PathBuf, setting: String },
    #[error("{} is the report of a share of several files, and {} is not", .share.display(), .other.display())]
    NoShare { share: PathBuf, other: PathBuf },
    #[error("{} is the report of one of {} shares, and {} of one of {}", .one.display(), .of[0], .other.display(), .of[1])]
    OtherNumber { one: PathBuf, other: PathBuf, of: [u64; 2] },
    #[error("{} and {} are reports of shares of different files: {set}", .one.display(), .other.display())]
    OtherFiles { one: PathBuf, other: PathBuf, set: DifferentSets },
    #[error("{} and {} are both reports of share {number}/{of}", .one.display(), .other.display())]
    SameShare { one: PathBuf, other: PathBuf, number: u64, of: u64 },
    #[error("no report is of share {number}/{of}")]
    MissingShare { number: u64, of: u64 },
}

/// The number of files and bytes of which two shares were made.
#[derive(Debug)]
pub(crate) struct DifferentSets([(u64, u64); 2]);

impl From<[(u64, u64); 2]> for DifferentSets {
    fn from(sets: [(u64, u64); 2]) -> Self {
        Self(sets)
    }
}

impl fmt::Display for DifferentSets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.0;
        if one == other {
            return f.write_str("their names or their sizes differ");
        }
        let set = |(files, bytes)| format!("{} of {bytes} bytes", plural(files, "file", "files"));
        write!(f, "{}, and {}", set(one), set(other))
    }
}
