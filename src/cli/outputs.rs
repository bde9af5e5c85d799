//! The output files, from `--output FORMAT=PATH` and `--games-output PATH`.

use std::ffi::OsStr;
use std::fs::File;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::audit::Inputs;
use crate::input::canonical_file;
use crate::report::GamesFormatId;

use super::baseline::BaselineUse;
use super::failure::{CliError, suggestion};
use super::pending_file::PendingFile;

/// A format, and the file that a report in it goes to.
#[derive(Debug)]
pub(super) struct OutputFile<F> {
    pub format: F,
    pub path: PathBuf,
}

/// Creates a file, which takes its place once it is finished.
pub(super) fn create(path: &Path) -> Result<(File, PendingFile), CliError> {
    PendingFile::create(path).map_err(|error| CliError::file(path, "written", &error))
}

/// The reports of a run.
#[derive(Debug)]
pub(super) struct Outputs<F> {
    /// The format of standard output, from `FORMAT=-`.
    pub stdout: Option<F>,
    pub files: Vec<OutputFile<F>>,
}

impl<F> Default for Outputs<F> {
    fn default() -> Self {
        Self { stdout: None, files: Vec::new() }
    }
}

/// Puts complete reports in their places.
pub(super) fn finish(pending: Vec<PendingFile>) -> Result<(), CliError> {
    pending.into_iter().try_for_each(|file| {
        let target = file.target().to_path_buf();
        file.finish().map_err(|error| CliError::file(&target, "written", &error))
    })
}

/// The files of a run, none of which may be overwritten by mistake.
pub(super) struct Destinations<'a> {
    read: &'a Inputs,
    /// Law files and settings.
    config_files: &'a [&'a Path],
    known: &'a BaselineUse,
    /// The paths of the reports so far.
    taken: Vec<PathBuf>,
}

impl<'a> Destinations<'a> {
    /// # Errors
    /// The baseline that the run writes is also read.
    pub(super) fn new(
        read: &'a Inputs,
        config_files: &'a [&'a Path],
        known: &'a BaselineUse,
    ) -> Result<Self, CliError> {
        match known.written().filter(|path| read.include(path)) {
            Some(path) => Err(is_read_too(path)),
            None => Ok(Self { read, config_files, known, taken: Vec::new() }),
        }
    }

    /// Checks that no two reports go to one place, and none to a file that the run reads or to the baseline.
    fn take(&mut self, path: &Path) -> Result<(), CliError> {
        let is_at = |other: &Path| {
            path == other || canonical_file(path).is_some_and(|file| canonical_file(other) == Some(file))
        };
        if self.taken.iter().any(|other| is_at(other)) {
            return Err(CliError::usage(format!(
                "two reports cannot be written to the same file {}",
                path.display()
            )));
        }
        if self.known.written().is_some_and(is_at) {
            return Err(CliError::usage(format!(
                "a report and a baseline cannot be written to the same file {}",
                path.display()
            )));
        }
        let mut other_inputs = self.config_files.iter().copied().chain(self.known.read());
        if self.read.include(path) || other_inputs.any(is_at) {
            return Err(is_read_too(path));
        }
        self.taken.push(path.to_path_buf());
        Ok(())
    }
}

fn is_read_too(path: &Path) -> CliError {
    CliError::with_hint(
        format!("{} is read in this run and cannot be overwritten", path.display()),
        "write to another file",
    )
}

/// The reports of `--output`, each with a place of its own.
pub(super) fn outputs<F: ValueEnum>(
    typed: &[String],
    places: &mut Destinations<'_>,
) -> Result<Outputs<F>, CliError> {
    let (mut stdout, mut files): (Option<F>, Vec<OutputFile<F>>) = (None, Vec::new());
    for typed in typed {
        let output = output(typed)?;
        if output.path == Path::new("-") {
            if stdout.replace(output.format).is_some() {
                return Err(CliError::usage("two reports cannot be written to standard output"));
            }
            continue;
        }
        places.take(&output.path)?;
        files.push(output);
    }
    Ok(Outputs { stdout, files })
}

/// The table of `--games-output`: `FORMAT=PATH`, or a path whose ending is that of a format.
pub(super) fn games_output(
    typed: &str,
    places: &mut Destinations<'_>,
) -> Result<Outputs<GamesFormatId>, CliError> {
    let named = typed.split_once('=').and_then(|(name, path)| Some((GamesFormatId::from_id(name)?, path)));
    let ending = || Path::new(typed).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    let (format, path) = match named {
        Some((format, path)) if !path.is_empty() => (format, path),
        _ => match ending().as_deref().and_then(GamesFormatId::from_id) {
            Some(format) => (format, typed),
            None => {
                return Err(CliError::with_hint(
                    format!("the name \"{typed}\" shows no format for the table of games"),
                    "for example --games-output games.csv, --games-output games.arrow or --games-output csv=games.txt",
                ));
            }
        },
    };
    if path == "-" {
        return Ok(Outputs { stdout: Some(format), files: Vec::new() });
    }
    places.take(Path::new(path))?;
    Ok(Outputs { stdout: None, files: vec![OutputFile { format, path: path.into() }] })
}

/// `FORMAT=PATH`, split at the first `=`.
fn output<F: ValueEnum>(typed: &str) -> Result<OutputFile<F>, CliError> {
    let Some((name, path)) = typed.split_once('=').filter(|(_, path)| !path.is_empty()) else {
        return Err(CliError::with_hint(
            format!("\"{typed}\" is not of the form FORMAT=PATH"),
            "for example --output json=report.json",
        ));
    };
    let format = F::from_str(name, false).map_err(|_| {
        if F::from_str(path, false).is_ok() {
            return CliError::with_hint(
                format!("\"{typed}\" is not of the form FORMAT=PATH"),
                format!("did you mean --output {path}={name}?"),
            );
        }
        let known: Vec<PossibleValue> = F::value_variants().iter().filter_map(F::to_possible_value).collect();
        let known: Vec<&str> = known.iter().map(PossibleValue::get_name).collect();
        CliError::with_hint(
            format!("no format is called \"{name}\"{}", suggestion(name, known.iter().copied())),
            format!("the formats are {}", known.join(", ")),
        )
    })?;
    Ok(OutputFile { format, path: PathBuf::from(path) })
}

/// The failure of `--statistics` in a format that has no counts.
pub(super) fn unsupported_statistics(format: &str) -> CliError {
    CliError::with_hint(
        format!("--statistics cannot be written in the format {format}"),
        format!("use --output {format}=PATH to write the report to a file as well"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_split_at_its_first_equals_sign() {
        let output = |typed| output::<crate::report::FormatId>(typed).map(|output| output.path);
        assert_eq!(output("json=a=b.json").unwrap(), PathBuf::from("a=b.json"));
        assert!(output("json=").is_err() && output("json").is_err() && output("jsn=a").is_err());
    }
}
