//! `jadoube completions` and `jadoube man`, generated from the definitions of the arguments.

use std::fs;
use std::io::Write;

use clap::CommandFactory;

use super::args::{Args, CompletionsArgs, ManArgs};
use super::exit_status::ExitStatus;
use super::failure::CliError;

pub(super) fn completions(args: &CompletionsArgs, out: &mut dyn Write) -> Result<ExitStatus, CliError> {
    // The generator panics if the writer fails, so it writes to a buffer.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "jadoube", &mut script);
    out.write_all(&script)?;
    Ok(ExitStatus::Clean)
}

/// Writes the first page to standard output, or every page into a folder.
pub(super) fn man(args: &ManArgs, out: &mut dyn Write, err: &mut dyn Write) -> Result<ExitStatus, CliError> {
    let mut command = Args::command();
    command.build();
    let Some(folder) = &args.output else {
        clap_mangen::Man::new(command).render(&mut *out)?;
        return Ok(ExitStatus::Clean);
    };
    let failed = |error| CliError::file(folder, "written", &error);
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    writeln!(err, "man pages written to {}", folder.display())?;
    Ok(ExitStatus::Clean)
}
