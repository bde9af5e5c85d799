//! The command line, with one file for each subcommand.
//!
//! `args.rs` defines the arguments as typed, in groups that commands share; `config.rs` reads `jadoube.toml`.
//! `resolve.rs` decides between the two, and `input.rs`, `law_choice.rs`, `rule_choice.rs`, `baseline.rs` and
//! `settings.rs` turn the result into the settings of a run; `streams.rs` sets up its streams. Every failure is a
//! `CliError`, and only [`run`] turns results into exit codes.

mod args;
mod audit;
mod baseline;
mod check_code;
mod checkpoint;
mod compare;
mod config;
mod exit_status;
mod explain;
mod failure;
mod fix;
mod input;
mod law_choice;
mod ledger;
mod lists;
mod lsp;
mod merge;
mod new_code;
mod outputs;
mod pending_file;
mod pipe;
mod progress;
mod resolve;
mod rule_choice;
mod run_settings;
mod sentences;
mod settings;
mod shards;
mod shell;
mod show;
mod streams;
mod terminal;
mod tournament;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, CliCommand};
use failure::CliError;
pub(crate) use settings::RunAudit;
pub use terminal::Terminal;

/// Runs the program on the arguments and streams of the process.
pub fn main() -> ExitCode {
    let code = run(
        env::args_os(),
        &Terminal::here(),
        Box::new(io::stdout()),
        Box::new(io::stderr()),
        crate::audit::run,
    );
    ExitCode::from(code)
}

/// Runs the program on the given arguments and streams, and returns the exit code: 0 if nothing at or above `--fail-on`
/// was found, 1 if something was, 2 if the arguments are wrong, something could not be read or written, or there was no game
/// to read.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    terminal: &Terminal,
    mut out: Box<dyn Write + Send + '_>,
    mut err: Box<dyn Write + Send + '_>,
    audit: RunAudit,
) -> u8 {
    let result = match Args::try_parse_from(arguments) {
        Err(error) => Err(CliError::arguments(error)),
        Ok(args) => match args.command {
            CliCommand::Audit(args) => audit::run(&args, terminal, &mut out, &mut err, audit),
            CliCommand::Compare(args) => compare::run(&args, terminal, &mut out, &mut err),
            CliCommand::Ledger(args) => ledger::run(&args, terminal, &mut out, &mut err, audit),
            CliCommand::Shards(args) => shards::run(&args, &mut out, &mut err),
            CliCommand::Merge(args) => merge::run(&args, &mut out, &mut err),
            CliCommand::Codes(args) => lists::codes(&args, terminal, &mut out),
            CliCommand::Rules(args) => lists::rules(args, terminal, &mut out),
            CliCommand::Show(args) => show::run(&args, terminal, &mut out),
            CliCommand::Explain(args) => explain::run(&args, terminal, &mut out),
            CliCommand::CheckCode(args) => check_code::run(&args, terminal, &mut out),
            CliCommand::NewCode(args) => new_code::run(&args, &mut out, &mut err),
            CliCommand::Lsp(args) => lsp::run(&args),
            CliCommand::Completions(args) => shell::completions(&args, &mut out),
            CliCommand::Man(args) => shell::man(&args, &mut out, &mut err),
        },
    };
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(status) => status as u8,
        // The reader of the pipe wants no more.
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => failure.report(terminal, &mut out, &mut err),
    }
}
