//! The baseline of known findings: read, written, or pruned.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::audit::{Against, Baseline, Held, KnownFindings, Looked, NoBaseline, Settings, Summary};
use crate::input::plainly;
use crate::law::Rule;
use crate::report::plural;

use super::args::BaselineArgs;
use super::config::Config;
use super::failure::Failure;

/// What is done with a baseline, and its file.
#[derive(Debug)]
pub(super) enum BaselineUse {
    /// There is none.
    Nothing,
    /// Its findings are not told. Its files are called by their paths from the root of the file system.
    Read { path: PathBuf, baseline: Arc<Baseline>, then: Then },
    /// It is made of what is found.
    Written { path: PathBuf },
}

/// How much of what is named is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum InputCoverage {
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

impl BaselineUse {
    pub(super) fn of(args: &BaselineArgs, extent: InputCoverage, config: &Config) -> Result<Self, Failure> {
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
            (true, InputCoverage::Part) => {
                return Err(Failure::with_hint(
                    "--prune-baseline needs every game, and --games and --shard leave some out",
                    "prune it in a run over everything",
                ));
            }
            (true, InputCoverage::Whole) => Then::Prune,
            (false, InputCoverage::Whole) => Then::Tell,
            (false, InputCoverage::Part) => Then::Pass,
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let whole = |file: &str| Some(plainly(&folder.join(file)).to_string_lossy().into_owned());
        let baseline = Arc::new(read(&path)?.renamed(whole)?);
        Ok(Self::Read { path, baseline, then })
    }

    /// What the run does about it.
    pub(super) fn against(&self) -> io::Result<Against> {
        Ok(match self {
            Self::Nothing => Against::Nothing,
            Self::Read { baseline, .. } => Against::Baseline(Held::of(Arc::clone(baseline), is_gone)?),
            Self::Written { .. } => Against::Becoming,
        })
    }

    /// The file that is written, if one is.
    pub(super) fn written(&self) -> Option<&Path> {
        match self {
            Self::Written { path } | Self::Read { path, then: Then::Prune, .. } => Some(path),
            _ => None,
        }
    }

    /// The file that is read, if one is.
    pub(super) fn read(&self) -> Option<&Path> {
        match self {
            Self::Read { path, .. } => Some(path),
            Self::Nothing | Self::Written { .. } => None,
        }
    }

    /// Writes what is to be written, and says what was not told. `paths` are those that the run was given.
    pub(super) fn finish(
        &self,
        mut summary: Summary,
        run: &Settings,
        paths: &[OsString],
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
                let found = summary.known.found.baseline()?.renamed(|file| listed(path, file))?;
                let dropped = replaced(path).map_or(Ok(0), |before| before.more_than(&found))?;
                write(path, &found)?;
                note(format!("{} listed in the baseline {}", number(found.findings()), path.display()));
                if dropped > 0 {
                    note(format!("{} that it listed before not met, and listed no more", number(dropped)));
                }
            }
            Self::Read { path, baseline, then } => {
                let name = path.display();
                let met = &summary.known;
                if met.findings() > 0 {
                    note(format!("{} not told, being in the baseline {name}", number(met.findings())));
                }
                let covered = Covered::by(met, paths, *then);
                let spent = baseline.spent(
                    met,
                    &Looked {
                        for_such: &|rule, severity| {
                            let stopped = summary.duplicates_stopped.is_some();
                            run.looks_for(rule, severity) && !(stopped && rule == Rule::RecordDuplicateGame)
                        },
                        at_file: &|file| covered.takes(file),
                    },
                )?;
                let (gone, moved) = (spent.findings(), met.moved());
                match then {
                    Then::Prune if summary.read.unreadable > 0 => {
                        note(format!("the baseline {name} is left as it is: not all could be read"));
                    }
                    Then::Prune if gone > 0 || moved > 0 => {
                        let left = baseline.pruned(&spent, &mut summary.known)?;
                        let left = left.renamed(|file| listed(path, file))?;
                        write(path, &left)?;
                        if gone > 0 {
                            note(format!("{} taken out of the baseline {name}", number(gone)));
                        }
                        if moved > 0 {
                            let number = number(moved);
                            note(format!("{number} listed under another file in the baseline {name}"));
                        }
                    }
                    Then::Tell if gone > 0 && summary.read.unreadable == 0 => note(format!(
                        "{} of the baseline {name} not met in what was read (--prune-baseline takes such out)",
                        number(gone)
                    )),
                    Then::Prune | Then::Tell | Then::Pass => {}
                }
            }
        }
        Ok(())
    }
}

/// Whether a file of a baseline is there no more; of one that may not be looked for nobody knows.
fn is_gone(file: &str) -> bool {
    matches!(Path::new(file).try_exists(), Ok(false))
}

/// The files of a baseline that a run can speak of.
struct Covered<'a> {
    met: &'a KnownFindings,
    /// The folders that were read with all that is below them.
    folders: Vec<PathBuf>,
    then: Then,
}

impl<'a> Covered<'a> {
    fn by(met: &'a KnownFindings, paths: &[OsString], then: Then) -> Self {
        let folders = paths.iter().map(Path::new).filter(|path| path.is_dir()).map(plainly).collect();
        Self { met, folders, then }
    }

    /// A file that is gone is known of where the folder was read that it was in. A list is pruned over everything it
    /// was made of: then all that are gone are known of, and so is what came from no file.
    fn takes(&self, file: Option<&str>) -> io::Result<bool> {
        let prunes = self.then == Then::Prune;
        let Some(file) = file else { return Ok(prunes) };
        let was_in_folder = || self.folders.iter().any(|folder| Path::new(file).starts_with(folder));
        Ok(self.met.has_read(file)? || is_gone(file) && (prunes || was_in_folder()))
    }
}

/// What a file is called in a baseline: its path from there, so that both may be moved together.
fn listed(baseline: &Path, file: &str) -> Option<String> {
    let (from, to) = (plainly(baseline), plainly(Path::new(file)));
    let folder: Vec<Component<'_>> = from.parent()?.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = folder.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = folder.iter().skip(common).map(|_| "..".to_owned());
    let down = to.iter().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

/// The baseline that stands in a file.
fn read_file(path: &Path) -> Result<Baseline, NoBaseline> {
    let file = File::open(path).map_err(NoBaseline::Unread)?;
    Baseline::read(BufReader::with_capacity(1 << 16, file))
}

fn read(path: &Path) -> Result<Baseline, Failure> {
    read_file(path).map_err(|error| match error {
        NoBaseline::Unread(error) if error.kind() == io::ErrorKind::NotFound => Failure::with_hint(
            format!("the baseline {} is not there", path.display()),
            format!("--write-baseline {} makes it", path.display()),
        ),
        NoBaseline::Unread(error) => Failure::file(path, "read", &error),
        other => Failure::usage(format!("{} is no baseline: {other}", path.display())),
    })
}

/// Whether it is a device or a pipe: nothing that could be lost, and it may never end.
fn is_stream(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// The baseline that is about to be written over, if there is one.
fn replaced(path: &Path) -> Option<Baseline> {
    if is_stream(path) { None } else { read_file(path).ok() }
}

/// Refuses to write a baseline over what is none.
fn replaceable(path: &Path) -> Result<(), Failure> {
    let is_empty = || fs::metadata(path).is_ok_and(|file| file.len() == 0);
    if is_stream(path) || is_empty() {
        return Ok(());
    }
    match read_file(path) {
        Ok(_) => Ok(()),
        Err(NoBaseline::Unread(error)) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(NoBaseline::Unread(error)) => Err(Failure::file(path, "written", &error)),
        Err(_) => Err(Failure::with_hint(
            format!("{} is there already and is no baseline", path.display()),
            "name another file, or remove this one first",
        )),
    }
}

fn write(path: &Path, baseline: &Baseline) -> Result<(), Failure> {
    // In order first: once the file is made anew, what it listed is gone.
    let lines = baseline.by_file()?;
    let written = File::create(path).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        lines.write(&mut out)?;
        out.flush()
    });
    written.map_err(|error| Failure::file(path, "written", &error))
}
