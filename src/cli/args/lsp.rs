//! The arguments of `jadoube lsp`.

use clap::Args as ClapArgs;

use super::groups::{CodeArgs, ConfigArgs, SelectionArgs};
use crate::finding::Severity;

const LSP_HELP: &str = "\
An editor starts this command and speaks the Language Server Protocol with it
over standard input and output. `editors/` has the setup of each editor.

Each file is judged as `jadoube audit` judges it: options here override the
settings file (jadoube.toml) in or above the folder of the file.";

#[derive(Debug, ClapArgs)]
#[command(after_help = LSP_HELP)]
pub(in crate::cli) struct LspArgs {
    #[command(flatten)]
    pub law: CodeArgs,

    #[command(flatten)]
    pub rules: SelectionArgs,

    /// Minimum severity to report [default: warning]
    #[arg(long, value_name = "LEVEL")]
    pub min_severity: Option<Severity>,

    #[command(flatten)]
    pub config: ConfigArgs,

    /// Has no effect: standard input and output are always used
    #[arg(long, hide = true)]
    pub stdio: bool,
}
