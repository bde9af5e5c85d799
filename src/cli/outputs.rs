//! The files that reports go to, from `--output FORMAT=PATH`.

use std::fs::File;
use std::path::{Path, PathBuf};

use crate::audit::Inputs;
use crate::input::Spot;
use crate::report::FormatId;
use crate::report::compare::ComparisonFormatId;

use super::baseline::BaselineUse;
use super::failure::Failure;
use super::suggestion::suggestion;

/// A format that a report is written in.
pub(super) trait OutputFormat: Copy + 'static {
    /// Every one.
    fn all() -> &'static [Self];

    /// As the command line names it.
    fn id(self) -> &'static str;
}

impl OutputFormat for FormatId {
    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn id(self) -> &'static str {
        self.id()
    }
}

impl OutputFormat for ComparisonFormatId {
    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn id(self) -> &'static str {
        self.id()
    }
}

/// A report and the file that it goes to.
#[derive(Debug)]
pub(super) struct Output<F> {
    pub format: F,
    pub path: PathBuf,
}

impl<F> Output<F> {
    /// The file, new or emptied.
    pub(super) fn create(&self) -> Result<File, Failure> {
        File::create(&self.path).map_err(|error| Failure::file(&self.path, "written", &error))
    }
}

/// The files that reports go to: each its own, none that is read, nor a baseline. `settled_by` are law files and settings.
pub(super) fn outputs<F: OutputFormat>(
    typed: &[String],
    read: &Inputs,
    settled_by: &[&Path],
    known: &BaselineUse,
) -> Result<Vec<Output<F>>, Failure> {
    let mut outputs: Vec<Output<F>> = Vec::new();
    let is_at = |path: &Path, other: &Path| {
        path == other || Spot::of(path).is_some_and(|spot| Spot::of(other) == Some(spot))
    };
    let both = |path: &Path| {
        Failure::usage(format!("{} is read in this run and cannot be written too", path.display()))
    };
    if let Some(path) = known.written().filter(|path| read.lead_to(path)) {
        return Err(both(path));
    }
    for typed in typed {
        let output = output(typed)?;
        let path = &output.path;
        if outputs.iter().any(|other| is_at(path, &other.path)) {
            return Err(Failure::usage(format!("two reports cannot both go to {}", path.display())));
        }
        if known.written().is_some_and(|written| is_at(path, written)) {
            return Err(Failure::usage(format!(
                "a report and a baseline cannot both go to {}",
                path.display()
            )));
        }
        if read.lead_to(path) || settled_by.iter().copied().chain(known.read()).any(|read| is_at(path, read))
        {
            return Err(both(path));
        }
        outputs.push(output);
    }
    Ok(outputs)
}

/// `FORMAT=PATH`: only the first `=` divides.
fn output<F: OutputFormat>(typed: &str) -> Result<Output<F>, Failure> {
    let Some((name, path)) = typed.split_once('=').filter(|(_, path)| !path.is_empty()) else {
        let example = F::all().iter().map(|format| format.id()).find(|id| *id == "json").unwrap_or("html");
        return Err(Failure::with_hint(
            format!("\"{typed}\" is not of the form FORMAT=PATH"),
            format!("for example --output {example}=report.{example}"),
        ));
    };
    if path == "-" {
        return Err(Failure::with_hint(
            format!("--output {typed} names no file"),
            format!("--format {name} writes to standard output"),
        ));
    }
    let Some(format) = F::all().iter().copied().find(|format| format.id() == name) else {
        let all = || F::all().iter().map(|format| format.id());
        return Err(Failure::with_hint(
            format!("no format is called \"{name}\"{}", suggestion(name, all())),
            format!("the formats are {}", all().collect::<Vec<_>>().join(", ")),
        ));
    };
    Ok(Output { format, path: PathBuf::from(path) })
}

/// Counts cannot be written in this format.
pub(super) fn no_counts(format: &str) -> Failure {
    Failure::with_hint(
        format!("--statistics has no format {format}"),
        format!("--output {format}=PATH writes the report to a file beside the counts"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_is_split_at_its_first_equals_sign() {
        let output = |typed| output::<FormatId>(typed).map(|output| output.path);
        assert_eq!(output("json=a=b.json").unwrap(), PathBuf::from("a=b.json"));
        assert!(
            output("json=").is_err()
                && output("json").is_err()
                && output("jsn=a").is_err()
                && output("json=-").is_err()
        );
    }
}
