//! Reads, writes and prunes the baseline of known findings.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use serde_json::error::Category;

use crate::audit::{
    Baseline, BaselineError, BaselineMode, KnownFindings, LoadedBaseline, RunScope, Settings, Summary,
};
use crate::input::absolute_path;
use crate::report::plural;

use super::args::BaselineArgs;
use super::config::Config;
use super::failure::CliError;
use super::pending_file::PendingFile;

/// How the run uses a baseline.
#[derive(Debug)]
pub(super) enum BaselineUse {
    Nothing,
    /// Its findings are not reported. The files in it have absolute paths.
    Read {
        path: PathBuf,
        baseline: Arc<Baseline>,
        stale: StaleEntries,
    },
    /// All findings are written to it.
    Written {
        path: PathBuf,
    },
}

/// How entries that were not found again are treated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StaleEntries {
    Report,
    Prune,
    /// Not every game is read, so none is known to be stale.
    Ignore,
}

impl BaselineUse {
    /// `is_part` if the run does not read every game.
    pub(super) fn of(args: &BaselineArgs, is_part: bool, config: &Config) -> Result<Self, CliError> {
        if let Some(path) = &args.write_baseline {
            check_replaceable(path)?;
            return Ok(Self::Written { path: path.clone() });
        }
        let configured = || config.baseline_path().filter(|_| !args.no_baseline);
        let Some(path) = args.baseline.clone().or_else(configured) else {
            if args.prune_baseline {
                return Err(CliError::with_hint(
                    "there is no baseline to prune",
                    "name it with --baseline FILE or as `baseline` in jadoube.toml",
                ));
            }
            return Ok(Self::Nothing);
        };
        let stale = match (args.prune_baseline, is_part) {
            (true, true) => {
                return Err(CliError::with_hint(
                    "--prune-baseline cannot be used with --games or --shard, which leave games out",
                    "prune the baseline in a run over every file in it",
                ));
            }
            (true, false) => StaleEntries::Prune,
            (false, false) => StaleEntries::Report,
            (false, true) => StaleEntries::Ignore,
        };
        let folder = path.parent().unwrap_or(Path::new(""));
        let absolute = |file: &str| Some(absolute_path(&folder.join(file)).to_string_lossy().into_owned());
        let baseline = Arc::new(read(&path)?.renamed(absolute)?);
        Ok(Self::Read { path, baseline, stale })
    }

    pub(super) fn against(&self) -> io::Result<BaselineMode> {
        Ok(match self {
            Self::Nothing => BaselineMode::Off,
            Self::Read { baseline, .. } => {
                BaselineMode::Suppress(LoadedBaseline::of(Arc::clone(baseline), is_gone)?)
            }
            Self::Written { .. } => BaselineMode::Write,
        })
    }

    pub(super) fn written(&self) -> Option<&Path> {
        match self {
            Self::Written { path } | Self::Read { path, stale: StaleEntries::Prune, .. } => Some(path),
            _ => None,
        }
    }

    pub(super) fn read(&self) -> Option<&Path> {
        match self {
            Self::Read { path, .. } => Some(path),
            Self::Nothing | Self::Written { .. } => None,
        }
    }

    /// Writes the baseline if necessary, and notes what was not reported. `paths` are the arguments of the run.
    pub(super) fn finish(
        &self,
        mut summary: Summary,
        run: &Settings,
        paths: &[OsString],
        err: &mut dyn Write,
    ) -> Result<(), CliError> {
        let number = |count: u64| plural(count, "finding", "findings");
        let mut note = |line: String| drop(writeln!(err, "note: {line}"));
        if summary.suppressed > 0 {
            note(format!("{} suppressed in the records", number(summary.suppressed)));
        }
        match self {
            Self::Nothing => {}
            Self::Written { path } => {
                let found =
                    summary.known.found.baseline()?.renamed(|file| relative_to_baseline(path, file))?;
                let dropped = old_baseline(path).map_or(Ok(0), |before| before.more_than(&found))?;
                write(path, &found)?;
                note(format!("{} listed in the baseline {}", number(found.findings()), path.display()));
                if dropped > 0 {
                    note(format!(
                        "{} of the previous baseline left out: not found in this run",
                        number(dropped)
                    ));
                }
            }
            Self::Read { path, baseline, stale } => {
                let name = path.display();
                let known = &summary.known;
                if known.findings() > 0 {
                    note(format!("{} suppressed by the baseline {name}", number(known.findings())));
                }
                let prunes = *stale == StaleEntries::Prune;
                let folders =
                    paths.iter().map(Path::new).filter(|path| path.is_dir()).map(absolute_path).collect();
                let covered = CoveredFiles { known, folders, prunes };
                let spent = baseline.stale(
                    known,
                    &RunScope {
                        looks_for: &|rule, severity| {
                            let stopped = summary.duplicates_stopped.is_some();
                            run.looks_for(rule, severity) && !(stopped && rule.is_of_games_compared())
                        },
                        has_read: &|file| covered.contains(file),
                    },
                )?;
                let (gone, moved) = (spent.findings(), known.moved());
                match stale {
                    StaleEntries::Prune if summary.read.unreadable > 0 => {
                        note(format!("the baseline {name} is unchanged: not every file could be read"));
                    }
                    StaleEntries::Prune if gone > 0 || moved > 0 => {
                        let left = baseline.pruned(&spent, &mut summary.known)?;
                        let left = left.renamed(|file| relative_to_baseline(path, file))?;
                        write(path, &left)?;
                        if gone > 0 {
                            note(format!("{} removed from the baseline {name}", number(gone)));
                        }
                        if moved > 0 {
                            let number = number(moved);
                            note(format!("{number} moved to another file in the baseline {name}"));
                        }
                    }
                    StaleEntries::Report if gone > 0 && summary.read.unreadable == 0 => note(match gone {
                        1 => format!(
                            "1 entry of the baseline {name} no longer matches (remove it with --prune-baseline)"
                        ),
                        _ => format!(
                            "{} of the baseline {name} no longer match (remove them with --prune-baseline)",
                            plural(gone, "entry", "entries")
                        ),
                    }),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// Whether a file of a baseline no longer exists; false if that cannot be found out.
fn is_gone(file: &str) -> bool {
    matches!(Path::new(file).try_exists(), Ok(false))
}

/// The files whose entries in the baseline the run can judge.
struct CoveredFiles<'a> {
    known: &'a KnownFindings,
    /// The folders that were read with everything below them.
    folders: Vec<PathBuf>,
    prunes: bool,
}

impl CoveredFiles<'_> {
    /// A missing file is covered if a folder above it was read. A pruning run reads everything that the baseline was
    /// made from, so it covers every missing file, and the entries without a file.
    fn contains(&self, file: Option<&str>) -> io::Result<bool> {
        let Some(file) = file else { return Ok(self.prunes) };
        let was_in_folder = || self.folders.iter().any(|folder| Path::new(file).starts_with(folder));
        Ok(self.known.has_read(file)? || is_gone(file) && (self.prunes || was_in_folder()))
    }
}

/// The path of a file relative to the folder of the baseline, so that both can be moved together.
fn relative_to_baseline(baseline: &Path, file: &str) -> Option<String> {
    let (from, to) = (absolute_path(baseline), absolute_path(Path::new(file)));
    let folder: Vec<Component<'_>> = from.parent()?.components().collect();
    let to: Vec<Component<'_>> = to.components().collect();
    let common = folder.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = folder.iter().skip(common).map(|_| "..".to_owned());
    let down = to.iter().skip(common).map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

fn read_file(path: &Path) -> Result<Baseline, BaselineError> {
    let file = File::open(path).map_err(BaselineError::Unread)?;
    Baseline::read(BufReader::with_capacity(1 << 16, file))
}

fn read(path: &Path) -> Result<Baseline, CliError> {
    read_file(path).map_err(|error| match error {
        BaselineError::Unread(error) if error.kind() == io::ErrorKind::NotFound => CliError::with_hint(
            format!("the baseline {} does not exist", path.display()),
            format!("create it with --write-baseline {}", path.display()),
        ),
        BaselineError::Unread(error) => CliError::file(path, "read", &error),
        BaselineError::Form(error) => CliError::with_hint(
            match error.classify() {
                Category::Eof if error.column() == 0 && error.line() <= 1 => {
                    format!("{} is not a baseline: it is empty", path.display())
                }
                Category::Eof => {
                    format!("{} is not a baseline: it is cut short in line {}", path.display(), error.line())
                }
                _ => format!("{} is not a baseline", path.display()),
            },
            "name a file that `jadoube audit --write-baseline FILE` wrote",
        ),
        other => CliError::with_hint(
            format!("{} is not a baseline: {other}", path.display()),
            "name a file that `jadoube audit --write-baseline FILE` wrote",
        ),
    })
}

/// Whether it is a device or a pipe. It has no contents to lose, and reading it may never end.
fn is_stream(path: &Path) -> bool {
    path.exists() && !path.is_file()
}

/// The baseline that is about to be overwritten, if there is one.
fn old_baseline(path: &Path) -> Option<Baseline> {
    if is_stream(path) { None } else { read_file(path).ok() }
}

/// Refuses to overwrite a file that is not a baseline.
fn check_replaceable(path: &Path) -> Result<(), CliError> {
    let is_empty = || fs::metadata(path).is_ok_and(|file| file.len() == 0);
    if is_stream(path) || is_empty() {
        return Ok(());
    }
    match read_file(path) {
        Ok(_) => Ok(()),
        Err(BaselineError::Unread(error)) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(BaselineError::Unread(error)) => Err(CliError::file(path, "written", &error)),
        Err(_) => Err(CliError::with_hint(
            format!("{} already exists and is not a baseline", path.display()),
            "choose another file, or remove this one first",
        )),
    }
}

fn write(path: &Path, baseline: &Baseline) -> Result<(), CliError> {
    let lines = baseline.by_file()?;
    let written = PendingFile::create(path).and_then(|(file, pending)| {
        let mut out = BufWriter::with_capacity(1 << 16, file);
        lines.write(&mut out)?;
        out.flush()?;
        drop(out);
        pending.finish()
    });
    written.map_err(|error| CliError::file(path, "written", &error))
}
