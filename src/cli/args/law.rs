//! The arguments of the commands about the law: `codes`, `rules`, `explain`, `check-code`, `new-code`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::groups::ReadingArgs;
use super::values::{ListFormat, When, explained};
use crate::explain::CitationFormat;

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  jadoube explain CODE                   A code and its articles
  jadoube explain CODE/ARTICLE           An article, with an example
  jadoube explain move.discovers-check   A rule, and how each code treats it
  jadoube explain touch move             All entries that match these words
  jadoube explain %touch                 A command of the record: [%touch …]
  jadoube explain tag Placed             A tag of the record
  jadoube explain --code-file my.toml    A law file that you wrote
  jadoube explain --code-file my.toml 3  An article of that file
  jadoube explain CODE --cite bibtex     A citation of a code or an article

`jadoube codes`, `jadoube rules`, `jadoube explain commands` and
`jadoube explain tags` list what can be explained.";

#[derive(Clone, Copy, Debug, ClapArgs)]
pub(in crate::cli) struct ListArgs {
    /// Format of the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Example:\n  jadoube codes --print ID > my.toml\n      Copy a law file. After changing it, run `jadoube check-code my.toml`."
)]
pub(in crate::cli) struct CodesArgs {
    /// Format of the list
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Print the law file of this code
    #[arg(long, value_name = "ID", conflicts_with = "format")]
    pub print: Option<String>,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
#[command(
    after_help = "Exit codes:\n  0  the law files are valid\n  1  a law file has errors\n  2  a law file cannot be read"
)]
pub(in crate::cli) struct CheckCodeArgs {
    /// Law files to check
    #[arg(value_name = "FILE.toml", required = true)]
    pub files: Vec<PathBuf>,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}

#[derive(Debug, ClapArgs)]
pub(in crate::cli) struct NewCodeArgs {
    /// Id of the new code
    pub id: String,

    /// Write the template to a new file instead of standard output
    #[arg(long, value_name = "FILE.toml")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[command(after_long_help = EXPLAIN_EXAMPLES)]
pub(in crate::cli) struct ExplainArgs {
    /// A code, an article (CODE/ARTICLE), a rule, a command (%NAME), a tag, or words for one of them
    #[arg(value_parser = explained(), hide_possible_values = true)]
    pub what: Vec<String>,

    /// Include a law file that you wrote
    ///
    /// May be repeated.
    #[arg(long, value_name = "FILE.toml")]
    pub code_file: Vec<PathBuf>,

    #[command(flatten)]
    pub readings: ReadingArgs,

    /// Format of the explanation
    #[arg(long, default_value = "human")]
    pub format: ListFormat,

    /// Print citations of the codes or articles named instead
    #[arg(long, value_name = "FORMAT", conflicts_with = "format")]
    pub cite: Option<CitationFormat>,

    /// Show how the law on a rule changed
    #[arg(long, conflicts_with = "cite")]
    pub history: bool,

    /// List the articles of a code by how far they are ruled
    #[arg(long, conflicts_with_all = ["cite", "history"])]
    pub gaps: bool,

    /// Colour the output
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
}
