//! `jadoube rules`: lists the rules.

use std::io::Write;

use super::ExitStatus;
use super::args::{ListArgs, ListFormat};
use super::failure::Failure;
use super::streams::style_of;
use super::terminal::Terminal;
use crate::explain;

pub(super) fn run(list: ListArgs, terminal: &Terminal, out: &mut dyn Write) -> Result<ExitStatus, Failure> {
    match list.format {
        ListFormat::Human => explain::list_rules(out, style_of(terminal, list.color))?,
        ListFormat::Json => explain::list_rules_as_json(out)?,
    }
    Ok(ExitStatus::Clean)
}
