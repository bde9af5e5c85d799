//! The input of a run: paths, the range of games, jobs and sizes.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::thread;

use crate::audit::{InputOptions, Inputs};
use crate::input::{ByFile, Exclusion, InputError, Source, Sources};
use crate::search::Budget;
use crate::shards::CutSettings;

use super::args::{ChunkArgs, InputArgs, RunArgs};
use super::config::Config;
use super::failure::CliError;
use super::resolve::{encodings, letters};

/// More threads bring no gain.
const MOST_JOBS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(255);

pub(super) fn inputs(args: &InputArgs, config: &Config) -> Inputs {
    Inputs {
        paths: args.paths.clone(),
        files_from: args.files_from.clone(),
        stdin_filename: args.stdin_filename.clone(),
        exclude: config.excluded(),
        exclusion: if args.force_exclude { Exclusion::OfNamed } else { Exclusion::OfFound },
        share: None,
        settings: config.is_found.then(|| config.settings_file()),
    }
}

/// The inputs as a page names them.
pub(super) fn audited(inputs: &Inputs) -> Vec<String> {
    let stdin = || inputs.stdin_filename.clone().unwrap_or_else(|| "standard input".to_owned());
    let named = |path: &OsString| if *path == *"-" { stdin() } else { path.to_string_lossy().into_owned() };
    let list = inputs.files_from.as_ref().map(|list| format!("the files listed in {}", named(list)));
    let all: Vec<String> = inputs.paths.iter().map(named).chain(list).collect();
    if all.is_empty() { vec![stdin()] } else { all }
}

pub(super) fn intake(input: &InputArgs, run: RunArgs, config: &Config) -> Result<InputOptions, CliError> {
    check_standard_input(input)?;
    Ok(InputOptions {
        jobs: jobs(run.chunks),
        games: input.games.as_deref().map(games).transpose()?,
        chunk_size: chunk_size(run.chunks),
        max_window: run.max_window,
        shard: None,
        resume: None,
        encodings: encodings(input.text, config),
        codes: ByFile::everywhere(0),
        letters: letters(input.text, config),
    })
}

/// Standard input can be read only once: as one source, or as the list of paths.
fn check_standard_input(input: &InputArgs) -> Result<(), CliError> {
    let of_games = input.paths.iter().filter(|path| *path == "-").count();
    let of_paths = input.files_from.iter().filter(|path| *path == "-").count();
    match (of_games, of_paths) {
        (0, _) | (1, 0) => Ok(()),
        (_, 0) => Err(CliError::with_hint(
            "standard input (`-`) is named twice, but can be read only once",
            "name it once",
        )),
        _ => Err(CliError::with_hint(
            "standard input (`-`) cannot be both the list of paths and a game file",
            "save the list in a file, and name it after --files-from",
        )),
    }
}

pub(super) fn cut_settings(args: ChunkArgs) -> CutSettings {
    CutSettings { jobs: jobs(args), chunk_size: chunk_size(args) }
}

fn jobs(args: ChunkArgs) -> NonZeroUsize {
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    args.jobs.unwrap_or_else(cores).min(MOST_JOBS)
}

fn chunk_size(args: ChunkArgs) -> usize {
    usize::try_from(args.chunk_size).unwrap_or(usize::MAX)
}

/// The only source that the inputs lead to. `name` is for errors.
pub(super) fn only_source(inputs: Inputs, name: &str) -> Result<Source, CliError> {
    let is_source =
        |found: &Result<Source, InputError>| !matches!(found, Err(error) if error.why.is_notice());
    let mut sources = Sources::new(inputs).filter(is_source);
    match (sources.next(), sources.next()) {
        (Some(Ok(source)), None) => Ok(source),
        (Some(Err(error)), _) => Err(CliError::usage(error.to_string())),
        (Some(Ok(_)), Some(_)) => {
            Err(CliError::with_hint(format!("{name} contains more than one file"), "name one file"))
        }
        (None, _) => Err(CliError::usage(format!("{name} contains no game file"))),
    }
}

pub(super) fn budget(run: RunArgs) -> Budget {
    run.solver_nodes.map_or(Budget::GAME, Budget::of)
}

/// `A..B`, `A..`, `..B` or `A`; both ends are included.
fn games(text: &str) -> Result<RangeInclusive<u64>, CliError> {
    let wrong = || {
        CliError::usage(format!(
            "\"{text}\" is not a range of games: write 3..7, 3.., ..7 or 3, counting from 1"
        ))
    };
    let number = |text: &str, otherwise: u64| {
        if text.is_empty() { Ok(otherwise) } else { text.parse().map_err(|_| wrong()) }
    };
    let (from, to) = if let Some((from, to)) = text.split_once("..") {
        let to = to.strip_prefix('=').unwrap_or(to);
        (number(from, 1)?, number(to, u64::MAX)?)
    } else {
        let one = text.parse().map_err(|_| wrong())?;
        (one, one)
    };
    if from > 0 && to < from {
        return Err(CliError::usage(format!("\"{text}\" ends before it begins")));
    }
    if from == 0 || text == ".." {
        return Err(wrong());
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_games() {
        assert_eq!(games("3..7").unwrap(), 3..=7);
        assert_eq!(games("3..").unwrap(), 3..=u64::MAX);
        assert_eq!(games("..7").unwrap(), 1..=7);
        assert_eq!(games("5").unwrap(), 5..=5);
        for wrong in ["", "..", "0..3", "7..3", "a..b", "-1..2", "0"] {
            assert!(games(wrong).is_err(), "{wrong}");
        }
    }
}
