//! One file per subcommand; arguments as typed, then arguments resolved.
//!
//! `args.rs` holds what may be typed, in groups that commands share; `config.rs` what `jadoube.toml` may say;
//! `resolve.rs` which of the two holds, and `input.rs`, `law_choice.rs`, `rule_choice.rs`, `baseline.rs` and
//! `settings.rs` what it comes to; `streams.rs` sets up the streams of a run over games. Every failure goes through
//! `Failure`, and [`run`] alone turns outcomes and failures into exit codes.

mod args;
mod audit;
mod baseline;
mod check_code;
mod codes;
mod compare;
mod config;
mod exit_status;
mod explain;
mod failure;
mod input;
mod law_choice;
mod merge;
mod new_code;
mod outputs;
mod pipe;
mod progress;
mod resolve;
mod rule_choice;
mod rules;
mod settings;
mod shards;
mod shell;
mod show;
mod streams;
mod suggested;
mod suggestion;
mod terminal;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
pub(crate) use audit::Audit;
use exit_status::ExitStatus;
use failure::Failure;
pub use terminal::Terminal;

/// The program: arguments of the process in, its exit code out.
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

/// The program on given arguments and streams: 0 where nothing at or above `--fail-on` was found,
/// 1 where something was, 2 where it was asked wrongly or something could not be read or written.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    terminal: &Terminal,
    mut out: Box<dyn Write + Send + '_>,
    mut err: Box<dyn Write + Send + '_>,
    audit: Audit,
) -> u8 {
    let result = match Args::try_parse_from(arguments) {
        Err(error) => Err(Failure::Arguments(error)),
        Ok(args) => match args.command {
            Command::Audit(args) => audit::run(&args, terminal, &mut out, &mut err, audit),
            Command::Compare(args) => compare::run(&args, terminal, &mut out, &mut err),
            Command::Shards(args) => shards::run(&args, &mut out, &mut err),
            Command::Merge(args) => merge::run(&args, &mut out, &mut err),
            Command::Codes(args) => codes::run(&args, terminal, &mut out),
            Command::Rules(list) => rules::run(list, terminal, &mut out),
            Command::Show(args) => show::run(&args, terminal, &mut out),
            Command::Explain(args) => explain::run(&args, terminal, &mut out),
            Command::CheckCode(args) => check_code::run(&args, terminal, &mut out),
            Command::NewCode(args) => new_code::run(&args, &mut out, &mut err),
            Command::Completions(args) => shell::completions(&args, &mut out),
            Command::Man(args) => shell::man(&args, &mut out, &mut err),
        },
    };
    let result = result.and_then(|outcome| {
        out.flush()?;
        Ok(outcome)
    });
    match result {
        Ok(ExitStatus::Clean) => 0,
        Ok(ExitStatus::Found) => 1,
        Ok(ExitStatus::Unread) => 2,
        // The reader closed the pipe: it has all it wanted.
        Err(failure) if failure.is_closed_pipe() => 0,
        Err(failure) => failure.report(terminal, &mut out, &mut err),
    }
}
