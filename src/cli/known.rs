//! The findings that are known: the baseline read, written anew, or rid of what is gone.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use crate::audit::{Against, Baseline, Looked, Settings, Summary};
use crate::input::{STANDARD_INPUT, plainly};
use crate::law::Rule;
use crate::report::plural;

use super::args::BaselineArgs;
use super::config::Config;
use super::failure::Failure;

/// What is done with a baseline, and its file.
#[derive(Debug)]
pub(super) enum Known {
    /// There is none.
    Nothing,
    /// Its findings are not told.
    Read { path: PathBuf, baseline: Baseline, then: Then },
    /// It is made of what is found.
    Written { path: PathBuf },
}

/// How much of what is named is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extent {
    /// All of it.
    Whole,
    /// Not every game.
    Part,
}

/// What is done about what a baseline lists and is not met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Then {
    /// It is told.
    Tell,
    /// It is taken out.
    Prune,
    /// Nothing: not every game is read.
    Pass,
}

impl Known {
    pub(super) fn of(args: &BaselineArgs, extent: Extent, config: &Config) -> Result<Self, Failure> {
        if let Some(path) = &args.write_baseline {
            replaceable(path)?;
            return Ok(Self::Written { path: path.clone() });
        }
        let filed = || config.baseline_path().filter(|_| !args.no_baseline);
        let Some(path) = args.baseline.clone().or_else(filed) else {
            if args.prune_baseline {
                return Err(Failure::with_hint(
                    "there is no baseline to prune",
                    "name it with --baseline FILE, or as `baseline` in jadoube.toml",
                ));
            }
            return Ok(Self::Nothing);
        };
        let then = match (args.prune_baseline, extent) {
            (true, Extent::Part) => {
                return Err(Failure::with_hint(
                    "--prune-baseline needs every game, and --games and --shard leave some out",
                    "prune it in a run over everything",
                ));
            }
            (true, Extent::Whole) => Then::Prune,
            (false, Extent::Whole) => Then::Tell,
            (false, Extent::Part) => Then::Pass,
        };
        let baseline = read(&path)?;
        Ok(Self::Read { path, baseline, then })
    }

    /// What the run does about it.
    pub(super) fn against(&self) -> Against {
        match self {
            Self::Nothing => Against::Nothing,
            Self::Read { baseline, .. } => Against::Baseline(baseline.clone()),
            Self::Written { .. } => Against::Becoming,
        }
    }

    /// The file that is written, if one is.
    pub(super) fn written(&self) -> Option<&Path> {
        match self {
            Self::Written { path } | Self::Read { path, then: Then::Prune, .. } => Some(path),
            _ => None,
        }
    }

    /// Writes what is to be written, and says what was not told.
    pub(super) fn finish(
        &self,
        summary: &Summary,
        run: &Settings,
        err: &mut dyn Write,
    ) -> Result<(), Failure> {
        let number = |count: u64| plural(count, "finding", "findings");
        let mut note = |line: String| drop(writeln!(err, "note: {line}"));
        if summary.suppressed > 0 {
            note(format!("{} not told, as the records ask", number(summary.suppressed)));
        }
        match self {
            Self::Nothing => {}
            Self::Written { path } => {
                let found = summary.known.renamed(|file| listed(path, file));
                let before = fs::read_to_string(path).ok().and_then(|text| Baseline::read(&text).ok());
                let dropped = before.map_or(0, |before| before.without(&found).findings());
                write(path, &found)?;
                note(format!("{} listed in the baseline {}", number(found.findings()), path.display()));
                if dropped > 0 {
                    note(format!("{} that it listed before not met, and listed no more", number(dropped)));
                }
            }
            Self::Read { path, baseline, then } => {
                let found = summary.known.renamed(|file| listed(path, file));
                if found.findings() > 0 {
                    let number = number(found.findings());
                    note(format!("{number} not told, being in the baseline {}", path.display()));
                }
                let spent = baseline.spent(
                    &found,
                    &Looked {
                        for_such: &|rule, severity| {
                            let stopped = summary.duplicates_stopped.is_some();
                            run.looks_for(rule, severity) && !(stopped && rule == Rule::RecordDuplicateGame)
                        },
                        at_file: &Covered::by(summary, path, *then).test(),
                    },
                );
                let gone = number(spent.findings());
                match then {
                    Then::Prune if summary.read.unreadable > 0 => {
                        note(format!(
                            "the baseline {} is left as it is: not all could be read",
                            path.display()
                        ));
                    }
                    _ if spent.findings() == 0 || summary.read.unreadable > 0 => {}
                    Then::Prune => {
                        write(path, &baseline.without(&spent))?;
                        note(format!("{gone} taken out of the baseline {}", path.display()));
                    }
                    Then::Tell => note(format!(
                        "{gone} of the baseline {} not met in what was read (--prune-baseline takes such out)",
                        path.display()
                    )),
                    Then::Pass => {}
                }
            }
        }
        Ok(())
    }
}

/// The files of a baseline that a run can speak of.
struct Covered<'a> {
    read: BTreeSet<String>,
    /// The baseline.
    path: &'a Path,
    then: Then,
}

impl<'a> Covered<'a> {
    fn by(summary: &Summary, path: &'a Path, then: Then) -> Self {
        let read = summary.whole.iter().filter_map(|file| listed(path, file)).collect();
        Self { read, path, then }
    }

    /// A list is pruned over everything it was made of: then files that are gone are known of too, and so is what
    /// came from no file.
    fn test(&self) -> impl Fn(Option<&str>) -> bool {
        |file| match (file, self.then) {
            (Some(file), Then::Prune) => self.read.contains(file) || !self.beside(file).exists(),
            (Some(file), _) => self.read.contains(file),
            (None, then) => then == Then::Prune,
        }
    }

    fn beside(&self, file: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(file)
    }
}

/// What a source is called in a baseline: its path from there, so that both may be moved together. Standard input has
/// no such name.
fn listed(baseline: &Path, file: &str) -> Option<String> {
    if file == STANDARD_INPUT {
        return None;
    }
    let (from, to) = (plainly(baseline), plainly(Path::new(file)));
    let folder: Vec<Component<'_>> = from.parent()?.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = folder.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = folder.iter().skip(common).map(|_| "..".to_owned());
    let down = to.iter().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

fn read(path: &Path) -> Result<Baseline, Failure> {
    let text = fs::read_to_string(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => Failure::with_hint(
            format!("the baseline {} is not there", path.display()),
            format!("--write-baseline {} makes it", path.display()),
        ),
        _ => Failure::file(path, "read", &error),
    })?;
    Baseline::read(&text)
        .map_err(|error| Failure::usage(format!("{} is no baseline: {error}", path.display())))
}

/// Refuses to write a baseline over what is none.
fn replaceable(path: &Path) -> Result<(), Failure> {
    // A device or a pipe is nothing that could be lost, and may never end.
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    match fs::read_to_string(path) {
        Ok(text) if text.is_empty() || Baseline::read(&text).is_ok() => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() != io::ErrorKind::InvalidData => {
            Err(Failure::file(path, "written", &error))
        }
        _ => Err(Failure::with_hint(
            format!("{} is there already and is no baseline", path.display()),
            "name another file, or remove this one first",
        )),
    }
}

fn write(path: &Path, baseline: &Baseline) -> Result<(), Failure> {
    let mut text = Vec::new();
    baseline.write(&mut text)?;
    fs::write(path, text).map_err(|error| Failure::file(path, "written", &error))
}
