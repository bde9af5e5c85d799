//! The output files, from `--output FORMAT=PATH`.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::audit::Inputs;
use crate::input::canonical_file;

use super::baseline::BaselineUse;
use super::failure::{CliError, suggestion};
use super::pending_file::PendingFile;

/// A format, and the file that a report in it goes to.
#[derive(Debug)]
pub(super) struct OutputFile<F> {
    pub format: F,
    pub path: PathBuf,
}

impl<F> OutputFile<F> {
    /// Creates the file, which takes its place once it is finished.
    pub(super) fn create(&self) -> Result<(File, PendingFile), CliError> {
        PendingFile::create(&self.path).map_err(|error| CliError::file(&self.path, "written", &error))
    }
}

/// The reports of a run.
#[derive(Debug)]
pub(super) struct Outputs<F> {
    /// The format of standard output, from `--output FORMAT=-`.
    pub stdout: Option<F>,
    pub files: Vec<OutputFile<F>>,
}

/// Puts complete reports in their places.
pub(super) fn finish(pending: Vec<PendingFile>) -> Result<(), CliError> {
    pending.into_iter().try_for_each(|file| {
        let target = file.target().to_path_buf();
        file.finish().map_err(|error| CliError::file(&target, "written", &error))
    })
}

/// Checks that no two reports go to one place, and none to a file that the run reads or to the baseline. `config_files`
/// are law files and settings.
pub(super) fn outputs<F: ValueEnum>(
    typed: &[String],
    read: &Inputs,
    config_files: &[&Path],
    known: &BaselineUse,
) -> Result<Outputs<F>, CliError> {
    let (mut stdout, mut outputs): (Option<F>, Vec<OutputFile<F>>) = (None, Vec::new());
    let is_at = |path: &Path, other: &Path| {
        path == other || canonical_file(path).is_some_and(|file| canonical_file(other) == Some(file))
    };
    let is_read_too = |path: &Path| {
        CliError::with_hint(
            format!("{} is read in this run and cannot be overwritten", path.display()),
            "write to another file",
        )
    };
    if let Some(path) = known.written().filter(|path| read.include(path)) {
        return Err(is_read_too(path));
    }
    for typed in typed {
        let output = output(typed)?;
        let path = &output.path;
        if path == Path::new("-") {
            if stdout.replace(output.format).is_some() {
                return Err(CliError::usage("two reports cannot be written to standard output"));
            }
            continue;
        }
        if outputs.iter().any(|other| is_at(path, &other.path)) {
            return Err(CliError::usage(format!(
                "two reports cannot be written to the same file {}",
                path.display()
            )));
        }
        if known.written().is_some_and(|written| is_at(path, written)) {
            return Err(CliError::usage(format!(
                "a report and a baseline cannot be written to the same file {}",
                path.display()
            )));
        }
        let mut other_inputs = config_files.iter().copied().chain(known.read());
        if read.include(path) || other_inputs.any(|read| is_at(path, read)) {
            return Err(is_read_too(path));
        }
        outputs.push(output);
    }
    Ok(Outputs { stdout, files: outputs })
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
