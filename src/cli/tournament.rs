//! Reads the report of the tournament that the games belong to.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::audit::InputOptions;
use crate::input::ForeignData;
use crate::tournament::{TournamentFile, TournamentInput};

use super::args::AuditArgs;
use super::config::Config;
use super::failure::CliError;

/// The size that a report may have, in bytes. The reports of the largest tournaments have less than 1 MiB.
const LARGEST_REPORT: u64 = 16 << 20;

/// How the run uses a report.
#[derive(Debug)]
pub(super) struct TournamentUse {
    path: Option<PathBuf>,
    /// Whether the input should have all games of the tournament.
    is_complete: bool,
}

impl TournamentUse {
    /// The report of the command line, or else that of the settings. A run that leaves games out or goes on later does not
    /// use the settings.
    pub(super) fn of(args: &AuditArgs, config: &Config) -> Self {
        let is_part = args.input.games.is_some() || args.shard.is_some() || args.checkpoint.is_some();
        match &args.tournament {
            Some(path) => Self { path: Some(path.clone()), is_complete: true },
            None => Self {
                path: config.tournament_path().filter(|_| !is_part),
                is_complete: config.is_read_whole(&args.input.paths),
            },
        }
    }

    pub(super) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    pub(super) fn read(&self, intake: &InputOptions) -> Result<Option<TournamentInput>, CliError> {
        let Some(path) = self.path() else { return Ok(None) };
        let report = Arc::new(read(path, intake)?);
        Ok(Some(TournamentInput { report, is_complete: self.is_complete }))
    }
}

fn read(path: &Path, intake: &InputOptions) -> Result<TournamentFile, CliError> {
    let fail = |error: io::Error| CliError::file(path, "read", &error);
    let mut text = Vec::new();
    let file = File::open(path).map_err(fail)?;
    let size = file.metadata().map_err(fail)?.len();
    file.take(LARGEST_REPORT.saturating_add(1)).read_to_end(&mut text).map_err(fail)?;
    let name = path.to_string_lossy();
    if text.len() as u64 > LARGEST_REPORT {
        return Err(CliError::with_hint(
            format!(
                "{name} is too long for a tournament report: it has {}, and the limit is {LARGEST_REPORT} bytes",
                size_shown(size)
            ),
            "name a TRF file",
        ));
    }
    let file = TournamentFile::read(&name, text, intake.encodings.for_file(&name));
    if !file.is_empty() {
        return Ok(file);
    }
    Err(match file.first_unreadable_row() {
        _ if file.text.is_empty() => CliError::with_hint(format!("{name} is empty"), "name a TRF file"),
        _ if ForeignData::of(&file.text).is_some() => CliError::with_hint(
            format!("{name} is not a text: it is packed, in UTF-16, or of another kind"),
            "unpack it, or save it as UTF-8",
        ),
        Some(line) => CliError::with_hint(
            format!("{name}: no row 001 has the columns of a player; the first is line {line}"),
            format!(
                "in a TRF file, values have fixed columns, filled with blanks: {}",
                TournamentFile::COLUMNS
            ),
        ),
        None => CliError::with_hint(
            format!("{name} has no row of a player (001): it is not a tournament report"),
            "name a TRF file; the games come after the options",
        ),
    })
}

/// The size of a file that is too long. That of a pipe is not known.
fn size_shown(size: u64) -> String {
    if size > LARGEST_REPORT { format!("{size} bytes") } else { format!("more than {LARGEST_REPORT} bytes") }
}
