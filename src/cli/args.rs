//! Arguments as typed: the commands here, the arguments of each in the files below.

mod audit;
mod compare;
mod groups;
mod law;
mod shards;
mod values;

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

pub(super) use audit::{AuditArgs, BaselineArgs};
pub(super) use compare::{CompareArgs, ComparedArgs};
pub(super) use groups::{
    ChunkArgs, CodeArgs, ConfigArgs, EncodingArgs, InputArgs, LookArgs, RunArgs, SelectionArgs, ShowingArgs,
};
pub(super) use law::{CheckCodeArgs, CodesArgs, ExplainArgs, ListArgs, NewCodeArgs};
pub(super) use shards::{MergeArgs, ShardsArgs};
pub(super) use values::{FailOn, ListFormat, When};
use values::{from_one, number};

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
    pub command: CliCommand,
}

// Only the arguments of the command that runs are defined: defining all would take longer than loading the law. Their
// structs have no doc comments, which would replace the help text of the command here.
/// What to do.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum CliCommand {
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

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  jadoube show games.pgn --game 17 --ply 45 --code ID\n\nWithout --ply it is the end of the game."
)]
pub(super) struct ShowArgs {
    /// The file, `-` for standard input
    pub file: OsString,

    /// The number of the game, from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>)]
    pub game: NonZeroU64,

    /// When so many moves of the score stand [default: at the end]
    #[arg(long, value_name = "P", value_parser = number::<u32>)]
    pub ply: Option<u32>,

    #[command(flatten)]
    pub encoding: EncodingArgs,

    #[command(flatten)]
    pub law: CodeArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Draw the board of each open case too: what was touched, the move made, the moves that satisfy the ruling
    #[arg(long, help_heading = "How to report it")]
    pub boards: bool,

    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ManArgs {
    /// Write every page into this folder, not the first to standard output
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_holds() {
        Args::command().debug_assert();
    }
}
