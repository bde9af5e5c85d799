//! `jadoube codes` and `jadoube rules`.

use std::io::Write;

use super::args::{CodesArgs, ListArgs, ListFormat};
use super::exit_status::ExitStatus;
use super::failure::CliError;
use super::law_choice::embedded_text;
use super::streams::default_style;
use super::terminal::Terminal;
use crate::explain;
use crate::law::codes;

pub(super) fn codes(
    args: &CodesArgs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    if let Some(id) = &args.print {
        out.write_all(embedded_text(id)?.as_bytes())?;
        return Ok(ExitStatus::Clean);
    }
    let codes = codes::codes();
    match args.format {
        ListFormat::Human => explain::list_codes(out, &codes, default_style(terminal, args.color))?,
        ListFormat::Json => explain::list_codes_as_json(out, &codes)?,
    }
    Ok(ExitStatus::Clean)
}

pub(super) fn rules(
    args: ListArgs,
    terminal: &Terminal,
    out: &mut dyn Write,
) -> Result<ExitStatus, CliError> {
    match args.format {
        ListFormat::Human => explain::list_rules(out, default_style(terminal, args.color))?,
        ListFormat::Json => explain::list_rules_as_json(out)?,
    }
    Ok(ExitStatus::Clean)
}
