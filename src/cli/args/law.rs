//! The arguments of the commands about the law: `codes`, `rules`, `explain`, `check-code`, `new-code`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::groups::ReadingArgs;
use super::values::{ListFormat, When, code_or_rule};

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  jadoube explain CODE                        a code: its source, its articles, where it is silent
  jadoube explain CODE/ARTICLE                an article: what it comes to, with an example
  jadoube explain move.discovers-check        a rule, and what each code says of it
  jadoube explain --code-file my.toml         a code of your own
  jadoube explain --code-file my.toml 3       an article of it

`jadoube codes` lists the codes, `jadoube rules` the rules.";

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ListArgs {
    /// How to write the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  jadoube codes --print ID > my.toml\n      The law file of a code, to copy and change; `jadoube check-code my.toml` checks the copy."
)]
pub(in crate::cli) struct CodesArgs {
    /// How to write the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Print the law file of this code instead
    #[arg(long, value_name = "ID", conflicts_with = "format")]
    pub print: Option<String>,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "Exit codes:\n  0  the file is in order\n  1  it has faults\n  2  it cannot be read")]
pub(in crate::cli) struct CheckCodeArgs {
    /// The law file
    #[arg(value_name = "FILE.toml")]
    pub file: PathBuf,

    /// Colour what is found
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct NewCodeArgs {
    /// The id of the new code
    pub id: String,

    /// Write it to this file, which must not be there yet, instead of to standard output
    #[arg(long, value_name = "FILE.toml")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = EXPLAIN_EXAMPLES)]
pub(in crate::cli) struct ExplainArgs {
    /// A code, an article of one (CODE/ARTICLE), a rule, or a family of rules
    #[arg(value_parser = code_or_rule(), hide_possible_values = true)]
    pub what: Option<String>,

    /// Explain a code of laws that you wrote, an article of it, or what it too says of a rule; may be
    /// given several times
    #[arg(long, value_name = "FILE.toml")]
    pub code_file: Vec<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,

    /// How to write it
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Colour it
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}
