//! Groups of arguments that several commands share.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::encoding::Encoding;

use super::values::{When, code_or_record, from_one, number, rules, size};

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct InputArgs {
    /// Files, folders or patterns to read, `-` for standard input; none at all means standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<OsString>,

    /// Read the paths that FILE lists, one on each line
    #[arg(long, value_name = "FILE", help_heading = "What to read")]
    pub files_from: Option<OsString>,

    /// Pass over what `exclude` in the settings names, also where it is named here: for hooks, which name every file
    #[arg(long, help_heading = "What to read")]
    pub force_exclude: bool,

    /// Show standard input under this name
    #[arg(long, value_name = "NAME", help_heading = "What to read")]
    pub stdin_filename: Option<String>,

    #[command(flatten)]
    pub encoding: EncodingArgs,

    /// Read only the games of each file from number A to number B; either may be left out
    #[arg(long, value_name = "A..B", help_heading = "What to read")]
    pub games: Option<String>,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct EncodingArgs {
    /// How text beyond ASCII is read, in names and comments [default: auto]
    #[arg(long, value_name = "ENCODING", help_heading = "What to read")]
    pub encoding: Option<Encoding>,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ConfigArgs {
    /// Read settings from FILE [default: the nearest jadoube.toml upward from the first path]
    #[arg(long, value_name = "FILE", help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Read no settings file
    #[arg(long, conflicts_with = "config", help_heading = "Settings")]
    pub isolated: bool,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct CodeArgs {
    /// The code of laws to judge under, or `record` for the one that each game's Laws tag names [default:
    /// record]
    #[arg(long, value_name = "ID", value_parser = code_or_record(), hide_possible_values = true)]
    pub code: Option<String>,

    /// Judge under a code of laws that you wrote
    #[arg(long, value_name = "FILE.toml", conflicts_with = "code")]
    pub code_file: Option<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ReadingArgs {
    /// Read an unclear article otherwise: by an alternative that `jadoube explain` names; may be given
    /// several times
    #[arg(long = "reading", value_name = "CODE/ARTICLE=NAME")]
    pub asked: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct SelectionArgs {
    /// Report only these rules: ids, families such as `move`, or ALL; separated by commas
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "What to report",
        value_parser = rules(),
        hide_possible_values = true
    )]
    pub select: Vec<String>,

    /// Do not report these rules; where both name a rule, the longer name decides
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "What to report",
        value_parser = rules(),
        hide_possible_values = true
    )]
    pub ignore: Vec<String>,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct LookArgs {
    /// Colour the report
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "How to report it")]
    pub color: When,

    /// Tell what is for reading in sentences, as a screen reader reads it out: no columns, nothing drawn, moves and
    /// boards in words
    #[arg(long, help_heading = "How to report it")]
    pub accessible: bool,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ShowingArgs {
    #[command(flatten)]
    pub look: LookArgs,

    /// Show on standard error how far the run has come
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "How to report it")]
    pub progress: When,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ChunkArgs {
    /// Work on N parts of the input at once [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = from_one::<NonZeroUsize>, help_heading = "How to run")]
    pub jobs: Option<NonZeroUsize>,

    /// Bytes read at once
    #[arg(long, value_name = "SIZE", default_value = "160KiB", value_parser = size, hide = true)]
    pub chunk_size: u64,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct RunArgs {
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
    #[arg(long, value_name = "N", value_parser = number::<u64>, help_heading = "How to run")]
    pub solver_nodes: Option<u64>,
}
