use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Arc;

use super::*;
use crate::audit::NoProgress;
use crate::audit::Places;
use crate::game::Record;
use crate::input::Source;

/// A task that panics at every game.
struct FailsAtOnce;

impl Task for FailsAtOnce {
    type Buffers = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>, _: u16) {
        resume_unwind(Box::new("fails"));
    }
}

struct Silent;

impl Ledger<()> for Silent {
    fn game(&mut self, (): &mut (), _: &Numbering, _: &Places<'_>) -> io::Result<()> {
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

struct Counts;

impl Task for Counts {
    type Buffers = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>, _: u16) {}
}

/// A compressed file that breaks off after so many games.
fn cut_short(games: usize) -> io::Result<tempfile::TempPath> {
    use std::io::Write as _;

    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all("[Event \"a\"]\n\n1. e4 *\n\n".repeat(games).as_bytes())?;
    packer.flush()?;
    let mut file = tempfile::Builder::new().suffix(".pgn.gz").tempfile()?;
    file.write_all(packer.get_ref())?;
    Ok(file.into_temp_path())
}

fn extent_of(intake: &InputOptions, source: Source) -> io::Result<Extent> {
    run(&Counts, intake, [Ok(source.into())].into_iter(), &mut Silent, &NoProgress)
}

#[test]
fn an_error_after_the_wanted_games_is_not_reported() -> io::Result<()> {
    let file = cut_short(9)?;
    for jobs in (1..5).filter_map(NonZeroUsize::new) {
        for _ in 0..20 {
            let intake =
                InputOptions { jobs, chunk_size: 100, games: Some(1..=2), ..InputOptions::default() };
            let extent = extent_of(&intake, Source::file(&file))?;
            assert_eq!((extent.games, extent.unreadable), (2, 0), "{jobs}");
        }
        let intake = InputOptions { jobs, chunk_size: 100, ..InputOptions::default() };
        let extent = extent_of(&intake, Source::file(&file))?;
        assert_eq!((extent.games, extent.unreadable), (9, 1), "{jobs}");
    }
    Ok(())
}

#[test]
fn long_games_are_committed_in_order() -> io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    let game = |moves: usize| format!("[Event \"a\"]\n\n{} *\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(moves));
    let long = [game(1), game(1000), game(2)].concat().repeat(20);
    let longer = [game(180_000), game(1), game(170_000)].concat();
    for (text, games, chunk_size) in [(long, 60, 100), (longer, 3, 256 << 10)] {
        std::fs::write(file.path(), text)?;
        for jobs in (1..5).filter_map(NonZeroUsize::new) {
            let intake = InputOptions { jobs, chunk_size, ..InputOptions::default() };
            let mut ledger = Fails { at: u64::MAX, how: Failing::Error, last: 0 };
            let source = [Ok(Source::file(file.path()).into())].into_iter();
            let extent = run(&Counts, &intake, source, &mut ledger, &NoProgress)?;
            assert_eq!((extent.games, ledger.last), (games, games), "{jobs}");
        }
    }
    Ok(())
}

/// A task whose results claim to take much memory.
struct LargeResults;

impl Task for LargeResults {
    type Buffers = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>, _: u16) {}

    fn weight(&self, (): &()) -> usize {
        7 << 20
    }
}

#[test]
fn large_results_are_committed_in_pieces_and_in_order() -> io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(300))?;
    for (jobs, at) in (1..5).filter_map(NonZeroUsize::new).flat_map(|jobs| [(jobs, 170), (jobs, 1000)]) {
        for how in [Failing::Error, Failing::Panic] {
            let intake = InputOptions { jobs, chunk_size: 400, ..InputOptions::default() };
            let mut ledger = Fails { at, how, last: 0 };
            let run = || {
                let source = [Ok(Source::file(file.path()).into())].into_iter();
                run(&LargeResults, &intake, source, &mut ledger, &NoProgress)
            };
            let ended = catch_unwind(AssertUnwindSafe(run));
            assert_eq!(matches!(ended, Ok(Ok(_))), at > 300, "{jobs} {at}");
            assert_eq!(ledger.last, at.min(300), "{jobs} {at}");
        }
        let intake = InputOptions { jobs, chunk_size: 400, games: Some(20..=120), ..InputOptions::default() };
        let source = [Ok(Source::file(file.path()).into())].into_iter();
        let extent = run(&LargeResults, &intake, source, &mut Silent, &NoProgress)?;
        assert_eq!(extent.games, 101, "{jobs}");
    }
    Ok(())
}

#[test]
fn the_caller_may_run_in_another_pool() -> io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(500))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
    for jobs in (2..5).filter_map(NonZeroUsize::new) {
        let intake = InputOptions { jobs, chunk_size: 100, ..InputOptions::default() };
        let extent = pool.install(|| extent_of(&intake, Source::file(file.path())))?;
        assert_eq!(extent.games, 500, "{jobs}");
    }
    Ok(())
}

#[test]
fn a_panic_of_a_worker_ends_the_run() -> io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(100))?;
    for jobs in 1..4 {
        let jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
        let intake = InputOptions { jobs, chunk_size: 100, ..InputOptions::default() };
        let run = || {
            run(
                &FailsAtOnce,
                &intake,
                [Ok(Source::file(file.path()).into())].into_iter(),
                &mut Silent,
                &NoProgress,
            )
        };
        let panic = catch_unwind(AssertUnwindSafe(run)).err();
        assert_eq!(panic.as_ref().and_then(|panic| panic.downcast_ref()), Some(&"fails"), "{jobs}");
    }
    Ok(())
}

/// Checks the order of the games, and fails at one of them.
struct Fails {
    at: u64,
    how: Failing,
    last: u64,
}

#[derive(Clone, Copy)]
enum Failing {
    Error,
    Panic,
}

impl Ledger<()> for Fails {
    fn game(&mut self, (): &mut (), place: &Numbering, _: &Places<'_>) -> io::Result<()> {
        assert_eq!(place.number, self.last + 1);
        assert!(place.number <= self.at, "no game is committed after a failure");
        self.last = place.number;
        match self.how {
            Failing::Error if place.number == self.at => Err(io::ErrorKind::StorageFull.into()),
            Failing::Panic if place.number == self.at => resume_unwind(Box::new("fails")),
            _ => Ok(()),
        }
    }

    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// Records every call, until it is to fail.
#[derive(Default)]
struct Calls {
    lines: Vec<String>,
    fails: Option<(usize, Failing)>,
}

impl Calls {
    fn record(&mut self, line: String) -> io::Result<()> {
        assert!(self.fails.is_none_or(|(at, _)| self.lines.len() < at), "no call follows a failure");
        self.lines.push(line);
        match self.fails {
            Some((at, Failing::Error)) if at == self.lines.len() => Err(io::ErrorKind::StorageFull.into()),
            Some((at, Failing::Panic)) if at == self.lines.len() => resume_unwind(Box::new("fails")),
            _ => Ok(()),
        }
    }
}

impl<Game: Send> Ledger<Game> for Calls {
    fn game(&mut self, _: &mut Game, place: &Numbering, _: &Places<'_>) -> io::Result<()> {
        self.record(format!("{} {} {}", place.file, place.number, place.lines_before))
    }

    fn read(&mut self, file: &Arc<str>, games: u64) -> io::Result<()> {
        self.record(format!("{file} read: {games}"))
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.record(format!("{file}: {why}"))
    }
}

/// Files of many kinds, nearly all short.
fn many_files(folder: &std::path::Path) -> io::Result<Vec<Source>> {
    let packed = std::fs::read(cut_short(9)?)?;
    let game = "[Event \"a\"]\n\n1. e4 *\n\n";
    for number in 0..150_usize {
        let text = match number % 25 {
            0 | 11 => continue,
            3 => Vec::new(),
            // Compressed, although its name does not say so.
            5 => packed.clone(),
            7 => game.repeat(400).into_bytes(),
            9 => format!("[Event \"a\"]\n\n{}*\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(40_000)).into_bytes(),
            13 if number < 25 => game.repeat(60_000).into_bytes(),
            17 => b"no game".to_vec(),
            few => game.repeat(few).into_bytes(),
        };
        std::fs::write(folder.join(format!("{number:03}.pgn")), text)?;
    }
    // Some of them do not exist.
    Ok((0..150).map(|number| Source::file(folder.join(format!("{number:03}.pgn")))).collect())
}

#[test]
fn short_sources_are_committed_in_order() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let sources = many_files(folder.path())?;
    for (games, chunk_size) in [(None, 256 << 10), (None, 1000), (Some(2..=3), 1000)] {
        let mut expected = None;
        for jobs in (1..5).filter_map(NonZeroUsize::new) {
            let intake = InputOptions { jobs, games: games.clone(), chunk_size, ..InputOptions::default() };
            let mut calls = Calls::default();
            let all = sources.iter().cloned().map(SourceToRead::from).map(Ok);
            let extent = run(&Counts, &intake, all, &mut calls, &NoProgress)?;
            let now = (extent, calls.lines);
            assert!(*expected.get_or_insert_with(|| now.clone()) == now, "{jobs}");
        }
        let extent = expected.map(|(extent, _)| extent).unwrap_or_default();
        // Twelve do not exist and six hold no game; six are compressed and break off after the games that may be wanted.
        let broken = if games.is_none() { 12 + 6 + 6 } else { 12 + 6 };
        assert_eq!((extent.files, extent.unreadable), (150, broken));
    }
    Ok(())
}

#[test]
fn large_results_of_short_sources_are_committed_in_order() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let sources = many_files(folder.path())?;
    let mut expected = None;
    for jobs in (1..5).filter_map(NonZeroUsize::new) {
        let intake = InputOptions { jobs, chunk_size: 1000, ..InputOptions::default() };
        let mut calls = Calls::default();
        run(
            &LargeResults,
            &intake,
            sources.iter().cloned().map(SourceToRead::from).map(Ok),
            &mut calls,
            &NoProgress,
        )?;
        assert!(*expected.get_or_insert_with(|| calls.lines.clone()) == calls.lines, "{jobs}");
    }
    Ok(())
}

#[test]
fn a_failure_at_a_short_source_ends_the_run() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let sources = many_files(folder.path())?;
    for (jobs, at) in (1..5).filter_map(NonZeroUsize::new).flat_map(|jobs| [(jobs, 1), (jobs, 2500)]) {
        let intake = InputOptions { jobs, chunk_size: 1000, ..InputOptions::default() };
        for how in [Failing::Error, Failing::Panic] {
            let mut calls = Calls { lines: Vec::new(), fails: Some((at, how)) };
            let ended = catch_unwind(AssertUnwindSafe(|| {
                run(
                    &Counts,
                    &intake,
                    sources.iter().cloned().map(SourceToRead::from).map(Ok),
                    &mut calls,
                    &NoProgress,
                )
            }));
            assert_eq!(matches!(ended, Ok(Err(_))), matches!(how, Failing::Error), "{jobs} {at}");
            assert_eq!(ended.is_err(), matches!(how, Failing::Panic), "{jobs} {at}");
            assert_eq!(calls.lines.len(), at, "{jobs}");
        }
        let ended = catch_unwind(AssertUnwindSafe(|| {
            run(
                &FailsAtOnce,
                &intake,
                sources.iter().cloned().map(SourceToRead::from).map(Ok),
                &mut Silent,
                &NoProgress,
            )
        }));
        assert!(ended.is_err(), "{jobs}");
    }
    Ok(())
}

#[test]
fn a_failure_of_the_ledger_ends_the_run() -> io::Result<()> {
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(300))?;
    for at in [1, 2, 50, 299, 300, 1000] {
        for jobs in (1..5).filter_map(NonZeroUsize::new) {
            let intake = InputOptions { jobs, chunk_size: 100, ..InputOptions::default() };
            let with = |how| {
                let mut ledger = Fails { at, how, last: 0 };
                let run = || {
                    let source = [Ok(Source::file(file.path()).into())].into_iter();
                    run(&Counts, &intake, source, &mut ledger, &NoProgress)
                };
                (catch_unwind(AssertUnwindSafe(run)), ledger.last)
            };
            let (ended, last) = with(Failing::Error);
            let kind = ended.ok().map(|ended| ended.map_err(|error| error.kind()).map(|extent| extent.games));
            let expected = if at > 300 { Ok(300) } else { Err(io::ErrorKind::StorageFull) };
            assert_eq!((kind, last), (Some(expected), at.min(300)), "{at} {jobs}");
            let (ended, last) = with(Failing::Panic);
            let panic = ended.as_ref().err().and_then(|panic| panic.downcast_ref());
            assert_eq!((panic, last), ((at <= 300).then_some(&"fails"), at.min(300)), "{at} {jobs}");
        }
    }
    Ok(())
}
