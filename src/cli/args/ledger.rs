//! The arguments of `jadoube ledger`.

use clap::Args as ClapArgs;

use crate::report::ledger::LedgerFormatId;

use super::groups::{CodeArgs, ConfigArgs, InputArgs, RunArgs, ShowingArgs};

const LEDGER_EXAMPLES: &str = "\
Examples:
  jadoube ledger games/
      List the acts of each player over all rounds.
  jadoube ledger --format csv games/ > ledger.csv
      Write a table with a line for each act.
  jadoube ledger --output html=ledger.html games/
      Also write a page.

A ledger has the findings of `jadoube audit` that are about an act of a player: \
illegal moves, touches, wrong claims, time and conduct, with the article, how the \
case ended, and what the arbiter ruled. Players are told apart by their names as \
the records write them; `jadoube audit --select curate.player-spelling` finds \
names in several spellings.

Exit codes:
  0  the ledger was written
  2  usage error, a file could not be read or written, or no game to read";

#[derive(Debug, ClapArgs)]
#[command(after_long_help = LEDGER_EXAMPLES)]
pub(in crate::cli) struct LedgerArgs {
    #[command(flatten)]
    pub input: InputArgs,

    #[command(flatten)]
    pub law: CodeArgs,

    /// Format on standard output
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: LedgerFormatId,

    /// Also write to a file: html=ledger.html
    ///
    /// May be repeated.
    #[arg(long, value_name = "FORMAT=PATH")]
    pub output: Vec<String>,

    #[command(flatten)]
    pub showing: ShowingArgs,

    #[command(flatten)]
    pub config: ConfigArgs,

    #[command(flatten)]
    pub run: RunArgs,
}
