//! Groups of arguments that several commands share.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::encoding::Encoding;
use crate::game::foreign_letters::Letters;
use crate::law::{codes, words};

use super::values::{When, code_or_record, from_one, number, rules, size, tradition};

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct InputArgs {
    /// Files, folders or patterns [default: standard input]
    ///
    /// `-` is standard input too.
    #[arg(value_name = "PATH")]
    pub paths: Vec<OsString>,

    /// Read the paths that FILE lists, one per line
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Input")]
    pub files_from: Option<OsString>,

    /// Apply `exclude` of the settings even to files named on the command line (for hooks)
    #[arg(long, hide_short_help = true, help_heading = "Input")]
    pub force_exclude: bool,

    /// Use NAME for standard input in reports
    #[arg(long, value_name = "NAME", hide_short_help = true, help_heading = "Input")]
    pub stdin_filename: Option<String>,

    #[command(flatten)]
    pub text: TextArgs,

    /// Read only games A to B of each file; A.. and ..B are open-ended
    #[arg(long, value_name = "A..B", hide_short_help = true, help_heading = "Input")]
    pub games: Option<String>,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct TextArgs {
    /// Encoding of non-ASCII text in names and comments [default: auto]
    #[arg(long, value_name = "ENCODING", hide_short_help = true, help_heading = "Input")]
    pub encoding: Option<Encoding>,

    /// Language of the piece letters in moves [default: en]
    #[arg(long, value_name = "LANGUAGE", hide_short_help = true, help_heading = "Input")]
    pub letters: Option<Letters>,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ConfigArgs {
    /// Read settings from FILE [default: the nearest jadoube.toml in or above the first path]
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = "Settings")]
    pub config: Option<PathBuf>,

    /// Ignore settings files
    #[arg(long, conflicts_with = "config", hide_short_help = true, help_heading = "Settings")]
    pub isolated: bool,
}

fn code_help() -> String {
    format!(
        "Judge under this code [default: each game's own]\n\n`record` is the code that each game's Laws tag names. A game \
         without the tag is judged under the FIDE laws of its day and time control, under the newest ({}) if its year is unknown, and by \
         its moves alone if no known FIDE laws cover its day. `jadoube codes` lists the codes.",
        codes::DEFAULT
    )
}

fn tradition_help() -> String {
    format!(
        "Judge games from days without known FIDE laws by the book of this tradition\n\nThe traditions, and the years that their \
         books cover, are {}.",
        words::list_and(&codes::traditions_in_words())
    )
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct CodeArgs {
    /// Judge under this code [default: each game's own]
    #[arg(long, value_name = "ID", value_parser = code_or_record(), hide_possible_values = true, long_help = code_help())]
    pub code: Option<String>,

    /// Judge games from days without known FIDE laws by the book of this tradition
    #[arg(
        long,
        value_name = "NAME",
        value_parser = tradition,
        long_help = tradition_help(),
        conflicts_with = "code_file",
        hide_short_help = true,
        help_heading = "Law"
    )]
    pub tradition: Option<String>,

    /// Judge games under a law file that you wrote
    #[arg(
        long,
        value_name = "FILE.toml",
        conflicts_with = "code",
        hide_short_help = true,
        help_heading = "Law"
    )]
    pub code_file: Option<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct ReadingArgs {
    /// Apply an alternative reading of an unclear article, as listed by `jadoube explain`; may be repeated
    #[arg(long = "reading", value_name = "CODE/ARTICLE=NAME", hide_short_help = true, help_heading = "Law")]
    pub asked: Vec<String>,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct SelectionArgs {
    /// Report only these rules or families of rules
    ///
    /// Ids such as `move.false`, families such as `move`, or ALL, separated by commas. ALL does not contain the families `curate`
    /// and `style`, which are off by default: --extend-select adds them.
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        value_parser = rules(),
        hide_possible_values = true
    )]
    pub select: Vec<String>,

    /// Also report these rules or families of rules
    ///
    /// They are added to those that --select or the settings select, or to those that are on by default: `curate`, `style`.
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        value_parser = rules(),
        hide_possible_values = true,
        hide_short_help = true
    )]
    pub extend_select: Vec<String>,

    /// Do not report these rules or families of rules
    ///
    /// The more specific of --select and --ignore wins. If both name the same rule, --ignore wins.
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        value_parser = rules(),
        hide_possible_values = true
    )]
    pub ignore: Vec<String>,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct LookArgs {
    /// Colour the output
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub color: When,

    /// Write plain sentences for screen readers, with moves and boards in words
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub accessible: bool,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ShowingArgs {
    #[command(flatten)]
    pub look: LookArgs,

    /// Show progress on standard error
    #[arg(
        long,
        value_name = "WHEN",
        default_value = "auto",
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub progress: When,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct PageArgs {
    /// Leave the links to an analysis board on lichess.org out of HTML pages
    #[arg(long, hide_short_help = true, help_heading = "Output")]
    pub no_links: bool,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ChunkArgs {
    /// Run N jobs in parallel [default: one per core]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = from_one::<NonZeroUsize>,
        hide_short_help = true,
        help_heading = "Resources"
    )]
    pub jobs: Option<NonZeroUsize>,

    /// Bytes read at once
    #[arg(long, value_name = "SIZE", default_value = "160KiB", value_parser = size, hide = true)]
    pub chunk_size: u64,
}

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct RunArgs {
    #[command(flatten)]
    pub chunks: ChunkArgs,

    /// Memory limit for decompressing one file, for example 128MiB
    #[arg(
        long,
        value_name = "SIZE",
        default_value = "64MiB",
        value_parser = size,
        hide_short_help = true,
        help_heading = "Resources"
    )]
    pub max_window: u64,

    /// Limit the searches of a game for mates and perpetual checks to N positions [default: 1000000]
    #[arg(
        long,
        value_name = "N",
        value_parser = number::<u64>,
        hide_short_help = true,
        help_heading = "Resources"
    )]
    pub solver_nodes: Option<u64>,
}
