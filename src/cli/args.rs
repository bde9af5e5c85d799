//! Arguments as typed: the commands here, the arguments of each in the files below.

mod audit;
mod compare;
mod groups;
mod law;
mod ledger;
mod lsp;
mod shards;
mod values;

use std::ffi::OsString;
use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

pub(super) use audit::{AuditArgs, BaselineArgs, FixArgs};
pub(super) use compare::{CompareArgs, ComparedArgs};
pub(super) use groups::{
    ChunkArgs, CodeArgs, ConfigArgs, InputArgs, LookArgs, RunArgs, SelectionArgs, ShowingArgs, TextArgs,
};
pub(super) use law::{CheckCodeArgs, CodesArgs, ExplainArgs, ListArgs, NewCodeArgs};
pub(super) use ledger::LedgerArgs;
pub(super) use lsp::LspArgs;
pub(super) use shards::{MergeArgs, ShardsArgs};
pub(super) use values::{FailOn, ListFormat, When};
use values::{from_one, number};

const EXAMPLES: &str = "\
Examples:
  jadoube audit games.pgn                    Audit one file
  jadoube audit --code ID archive/           Audit a folder under one code
  zstdcat games.pgn.zst | jadoube audit      Audit standard input
  jadoube compare --codes A,B games.pgn      Compare the rulings of two codes
  jadoube show games.pgn --game 17 --ply 45  Show a position and its open cases
  jadoube shards --target 1GiB games.pgn     Split a file for several machines
  jadoube codes                              List the codes of laws
  jadoube explain move.false                 Explain a rule under each code
  jadoube explain CODE/ARTICLE               Explain an article, with an example
  jadoube new-code ID                        Create a law-file template

`jadoube help audit` lists every option of a command, and `jadoube --version` \
prints the version.";

/// Columns of the help. A narrower terminal wraps it earlier.
const HELP_WIDTH: usize = 80;

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  jadoube completions bash > ~/.local/share/bash-completion/completions/jadoube
  jadoube completions zsh > ~/.zfunc/_jadoube
  jadoube completions fish > ~/.config/fish/completions/jadoube.fish";

/// Audit chess game records (PGN) under a chosen code of laws.
#[derive(Debug, Parser)]
#[command(
    name = "jadoube",
    version,
    after_long_help = EXAMPLES,
    max_term_width = HELP_WIDTH,
    help_template = "{about}\n\n{usage-heading} {usage}\n\nCommands:\n{subcommands}{after-help}"
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: CliCommand,
}

// Only the arguments of the command that runs are defined: defining all would take longer than loading the law. Their
// structs have no doc comments, which would replace the help text of the command here.
/// The commands.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub(super) enum CliCommand {
    /// Audit games and report the findings
    Audit(Box<AuditArgs>),
    /// Compare the rulings of several codes of laws on the same games
    Compare(Box<CompareArgs>),
    /// List the illegal moves and other acts of each player
    Ledger(Box<LedgerArgs>),
    /// Split large files into shards that can be audited separately
    Shards(ShardsArgs),
    /// Merge the reports of shards into one
    Merge(MergeArgs),
    /// List the codes of laws
    Codes(CodesArgs),
    /// List the rules
    Rules(ListArgs),
    /// Show a position of a game and the cases open there
    Show(ShowArgs),
    /// Explain a code, an article, a rule, or a command of the record
    Explain(ExplainArgs),
    /// Check a law file that you wrote
    CheckCode(CheckCodeArgs),
    /// Create a law-file template
    NewCode(NewCodeArgs),
    /// Run the language server for editors
    Lsp(LspArgs),
    /// Generate shell completions
    Completions(CompletionsArgs),
    /// Generate man pages
    Man(ManArgs),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Example:\n  jadoube show games.pgn --game 17 --ply 45 --code ID")]
pub(super) struct ShowArgs {
    /// File to read; `-` for standard input
    pub file: OsString,

    /// Number of the game, counted from 1
    #[arg(long, value_name = "N", default_value = "1", value_parser = from_one::<NonZeroU64>)]
    pub game: NonZeroU64,

    /// Show the position after P plies (half-moves) [default: final position]
    #[arg(long, value_name = "P", value_parser = number::<u32>, allow_negative_numbers = true)]
    pub ply: Option<u32>,

    #[command(flatten)]
    pub text: TextArgs,

    #[command(flatten)]
    pub law: CodeArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Draw a board for each open case
    ///
    /// The board marks the pieces touched, the move made and the moves that satisfy the ruling.
    #[arg(long)]
    pub boards: bool,

    #[command(flatten)]
    pub look: LookArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub(super) struct CompletionsArgs {
    /// Shell to generate completions for
    pub shell: clap_complete::Shell,
}

#[derive(Debug, ClapArgs)]
pub(super) struct ManArgs {
    /// Write every page to FOLDER instead of the first page to standard output
    #[arg(long, value_name = "FOLDER")]
    pub output: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::law::codes;

    #[test]
    fn the_definition_holds() {
        Args::command().debug_assert();
    }

    #[test]
    fn the_help_fits_a_screen() {
        let mut command = Args::command().term_width(HELP_WIDTH);
        command.build();
        let names: Vec<String> = command.get_subcommands().map(|one| one.get_name().to_owned()).collect();
        check_help(&mut command);
        for name in names.iter().filter(|name| *name != "help") {
            check_help(command.find_subcommand_mut(name).unwrap());
        }
    }

    fn check_help(command: &mut clap::Command) {
        let short = command.render_help().to_string();
        assert!(short.lines().count() <= 24, "{short}");
        let long = command.render_long_help().to_string();
        for line in short.lines().chain(long.lines()) {
            assert!(line.chars().count() <= HELP_WIDTH, "{line}");
        }
    }

    #[test]
    fn the_help_names_the_default_code() {
        let mut command = Args::command();
        command.build();
        let audit = command.find_subcommand("audit").unwrap();
        let code = audit.get_arguments().find(|argument| argument.get_id() == "code").unwrap();
        assert!(code.get_long_help().unwrap().to_string().contains(codes::DEFAULT));
    }
}
