//! Games worked on in parallel, chunk by chunk, and what they came to put back in the order of the input.
//!
//! What is done with a game is a [`Task`], which any number of workers perform at once. What becomes of it is
//! a [`Ledger`]'s matter, which takes one game after the other. Workers count games and lines from the start
//! of their chunk; the [`Numbering`] adds what came before it.

mod crew;
mod entry;
mod intake;
mod queue;
mod reading;
mod supply;
mod worker;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::encoding::Encoding;
use crate::input::{Chunks, InputError, Limits, Opening, Source};

use super::Progress;
use crew::crew;
use entry::Entry;
use queue::Queue;
use reading::Reading;
use supply::{LOOKS_FOR_THE_LAST, Supply, Taken, look_out_for, raise_mapping_threshold};
use worker::Worker;

pub use entry::Extent;
pub(crate) use entry::{Ledger, Numbering};
pub use intake::Intake;
pub(crate) use worker::Task;

/// Takes sources in: each game to the task, what it comes to to the ledger.
///
/// # Errors
/// What the ledger says. Sources that cannot be read are told to it, and the run goes on.
pub(crate) fn run<T: Task>(
    task: &T,
    intake: &Intake,
    sources: impl Iterator<Item = Result<Source, InputError>>,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<Extent> {
    let stretch = intake.shard.map(|shard| shard.stretch);
    let opening = Opening { max_window: intake.max_window, taken: progress.taken(), stretch };
    let limits = Limits { target: intake.chunk_size, ..Limits::default() };
    let mut entry = Entry::new(intake, ledger, progress);
    if intake.jobs.get() == 1 {
        let mut worker = Worker::<T>::default();
        let mut games = Vec::new();
        for source in sources {
            let Some(mut reading) = Reading::open(source, &opening, limits, &mut entry)? else {
                continue;
            };
            while let Some(chunk) = reading.next_chunk(&mut entry)? {
                let is_last = chunk.last;
                let performed = worker.perform(task, chunk, reading.encoding, games, &mut entry)?;
                let spent = entry.enter(performed)?;
                reading.chunks.give_back(spent.bytes);
                games = spent.games;
                if is_last || entry.has_enough() {
                    break;
                }
            }
            entry.end()?;
        }
    } else {
        in_parallel(task, intake.jobs.get(), sources, &opening, limits, &mut entry)?;
    }
    Ok(entry.extent())
}

/// Takes the games of bytes at hand in.
///
/// # Errors
/// What the ledger says.
pub(crate) fn run_over<T: Task>(
    task: &T,
    bytes: &[u8],
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let intake = Intake::default();
    let mut entry = Entry::new(&intake, ledger, progress);
    let mut worker = Worker::<T>::default();
    for chunk in Chunks::new(entry.begin_bytes(), bytes, Limits::default()).flatten() {
        let performed = worker.perform(task, chunk, Encoding::Auto, Vec::new(), &mut entry)?;
        entry.enter(performed)?;
    }
    Ok(())
}

/// Takes chunks of the source until it is read, on the one taken already first, and hands in what each comes to.
fn work<T: Task>(
    task: &T,
    worker: &mut Worker<T>,
    for_long: &Mutex<Worker<T>>,
    mut taken: Option<Taken<T::Game>>,
    supply: &Supply<T::Game>,
    queue: &Queue<'_, '_, T::Game>,
) {
    let steps = || {
        while let Some(taken) = taken.take().or_else(|| supply.take()) {
            queue.hand_in(taken.finish(task, worker, for_long, queue), supply);
        }
    };
    if let Err(panic) = catch_unwind(AssertUnwindSafe(steps)) {
        // Whoever waits for its turn behind a step that never comes would wait for ever.
        queue.stop(panic, supply);
    }
}

fn in_parallel<T: Task>(
    task: &T,
    jobs: usize,
    sources: impl Iterator<Item = Result<Source, InputError>>,
    opening: &Opening,
    limits: Limits,
    entry: &mut Entry<'_, T::Game>,
) -> io::Result<()> {
    // Its buffers are given back to the system once the pool has been let go: while other threads run, the system has to
    // tell their cores of each.
    let supply = Supply::new(jobs);
    let workers: Mutex<Vec<Worker<T>>> = Mutex::new(Vec::new());
    let mut own = Worker::<T>::default();
    // One for all: not every thread is to hold the buffers of a long game.
    let for_long = Mutex::new(Worker::<T>::default());
    let mut pool = None;
    let mut is_raised = false;
    for source in sources {
        // The games of one source are entered before the next is opened: numbers start anew.
        let Some(reading) = Reading::open(source, opening, limits, entry)? else {
            continue;
        };
        let (is_long, packed) = (reading.is_long, reading.chunks.format());
        supply.open(reading);
        // A chunk is taken before others are called, where there may be no second: for a source of one chunk nobody is.
        let first = if is_long { None } else { supply.take() };
        let queue = Queue::of_source(entry, packed, jobs);
        if !is_long && supply.is_read() {
            work(task, &mut own, &for_long, first, &supply, &queue);
        } else {
            // Not for what is unpacked: threads ask for less memory there, and a decoder may hold much.
            if packed.is_none() && !is_raised {
                raise_mapping_threshold(limits.target);
                is_raised = true;
            }
            // The caller works too: there are as many threads as `jobs`.
            let pool =
                if let Some(pool) = &pool { pool } else { pool.insert(crew(jobs - 1, &supply.cores)?) };
            let at_work = AtomicUsize::new(jobs - 1);
            pool.in_place_scope(|scope| {
                // Everybody works on the source until it is read.
                for _ in 1..jobs {
                    scope.spawn(|_| {
                        let theirs = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                        let mut worker = theirs.unwrap_or_default();
                        work(task, &mut worker, &for_long, None, &supply, &queue);
                        workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                        at_work.fetch_sub(1, Ordering::Release);
                    });
                }
                work(task, &mut own, &for_long, first, &supply, &queue);
                look_out_for(LOOKS_FOR_THE_LAST, || at_work.load(Ordering::Acquire) == 0);
            });
        }
        queue.finish()?;
        entry.end()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::panic::resume_unwind;
    use std::sync::Arc;

    use super::*;
    use crate::audit::NoProgress;
    use crate::audit::Places;
    use crate::record::Record;

    /// A task that fails at any game.
    struct FailsAtOnce;

    impl Task for FailsAtOnce {
        type Clerk = ();
        type Game = ();

        fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {
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
        type Clerk = ();
        type Game = ();

        fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {}
    }

    /// So many games, and the beginning of a stream that breaks off behind them.
    fn cut_short(games: usize) -> io::Result<tempfile::TempPath> {
        use std::io::Write as _;

        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all("[Event \"a\"]\n\n1. e4 *\n\n".repeat(games).as_bytes())?;
        packer.flush()?;
        let mut file = tempfile::Builder::new().suffix(".pgn.gz").tempfile()?;
        file.write_all(packer.get_ref())?;
        Ok(file.into_temp_path())
    }

    fn extent_of(intake: &Intake, source: Source) -> io::Result<Extent> {
        run(&Counts, intake, [Ok(source)].into_iter(), &mut Silent, &NoProgress)
    }

    #[test]
    fn what_is_unreadable_behind_the_games_wanted_is_not_told() -> io::Result<()> {
        let file = cut_short(9)?;
        for jobs in (1..5).filter_map(NonZeroUsize::new) {
            for _ in 0..20 {
                let intake = Intake { jobs, chunk_size: 100, games: Some(1..=2), ..Intake::default() };
                let extent = extent_of(&intake, Source::file(&file))?;
                assert_eq!((extent.games, extent.unreadable), (2, 0), "{jobs}");
            }
            let intake = Intake { jobs, chunk_size: 100, ..Intake::default() };
            let extent = extent_of(&intake, Source::file(&file))?;
            assert_eq!((extent.games, extent.unreadable), (9, 1), "{jobs}");
        }
        Ok(())
    }

    #[test]
    fn long_games_wait_for_each_other_and_come_in_order() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        let game = |moves: usize| format!("[Event \"a\"]\n\n{} *\n\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(moves));
        let long = [game(1), game(1000), game(2)].concat().repeat(20);
        let longer = [game(180_000), game(1), game(170_000)].concat();
        for (text, games, chunk_size) in [(long, 60, 100), (longer, 3, 256 << 10)] {
            std::fs::write(file.path(), text)?;
            for jobs in (1..5).filter_map(NonZeroUsize::new) {
                let intake = Intake { jobs, chunk_size, ..Intake::default() };
                let mut ledger = Fails { at: u64::MAX, how: Failing::Error, last: 0 };
                let source = [Ok(Source::file(file.path()))].into_iter();
                let extent = run(&Counts, &intake, source, &mut ledger, &NoProgress)?;
                assert_eq!((extent.games, ledger.last), (games, games), "{jobs}");
            }
        }
        Ok(())
    }

    /// A task of which every game comes to much.
    struct ComesToMuch;

    impl Task for ComesToMuch {
        type Clerk = ();
        type Game = ();

        fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {}

        fn weight(&self, (): &()) -> usize {
            7 << 20
        }
    }

    #[test]
    fn games_that_come_to_much_are_entered_in_the_middle_of_a_chunk_and_in_order() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(300))?;
        for (jobs, at) in (1..5).filter_map(NonZeroUsize::new).flat_map(|jobs| [(jobs, 170), (jobs, 1000)]) {
            for how in [Failing::Error, Failing::Panic] {
                let intake = Intake { jobs, chunk_size: 400, ..Intake::default() };
                let mut ledger = Fails { at, how, last: 0 };
                let run = || {
                    let source = [Ok(Source::file(file.path()))].into_iter();
                    run(&ComesToMuch, &intake, source, &mut ledger, &NoProgress)
                };
                let ended = catch_unwind(AssertUnwindSafe(run));
                assert_eq!(matches!(ended, Ok(Ok(_))), at > 300, "{jobs} {at}");
                assert_eq!(ledger.last, at.min(300), "{jobs} {at}");
            }
            let intake = Intake { jobs, chunk_size: 400, games: Some(20..=120), ..Intake::default() };
            let source = [Ok(Source::file(file.path()))].into_iter();
            let extent = run(&ComesToMuch, &intake, source, &mut Silent, &NoProgress)?;
            assert_eq!(extent.games, 101, "{jobs}");
        }
        Ok(())
    }

    #[test]
    fn the_caller_may_be_of_another_pool() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(500))?;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(io::Error::other)?;
        for jobs in (2..5).filter_map(NonZeroUsize::new) {
            let intake = Intake { jobs, chunk_size: 100, ..Intake::default() };
            let extent = pool.install(|| extent_of(&intake, Source::file(file.path())))?;
            assert_eq!(extent.games, 500, "{jobs}");
        }
        Ok(())
    }

    #[test]
    fn a_panic_ends_the_run_whoever_works() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(100))?;
        for jobs in 1..4 {
            let jobs = NonZeroUsize::new(jobs).unwrap_or(NonZeroUsize::MIN);
            let intake = Intake { jobs, chunk_size: 100, ..Intake::default() };
            let run = || {
                run(
                    &FailsAtOnce,
                    &intake,
                    [Ok(Source::file(file.path()))].into_iter(),
                    &mut Silent,
                    &NoProgress,
                )
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).err();
            assert_eq!(panic.as_ref().and_then(|panic| panic.downcast_ref()), Some(&"fails"), "{jobs}");
        }
        Ok(())
    }

    /// Holds the games to their order, and fails at one of them.
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
            assert!(place.number <= self.at, "nothing is entered behind what failed");
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

    #[test]
    fn a_ledger_that_fails_ends_the_run_whoever_enters() -> io::Result<()> {
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), "[Event \"a\"]\n\n1. e4 *\n\n".repeat(300))?;
        for at in [1, 2, 50, 299, 300, 1000] {
            for jobs in (1..5).filter_map(NonZeroUsize::new) {
                let intake = Intake { jobs, chunk_size: 100, ..Intake::default() };
                let with = |how| {
                    let mut ledger = Fails { at, how, last: 0 };
                    let run = || {
                        let source = [Ok(Source::file(file.path()))].into_iter();
                        run(&Counts, &intake, source, &mut ledger, &NoProgress)
                    };
                    (catch_unwind(AssertUnwindSafe(run)), ledger.last)
                };
                let (ended, last) = with(Failing::Error);
                let kind =
                    ended.ok().map(|ended| ended.map_err(|error| error.kind()).map(|extent| extent.games));
                let expected = if at > 300 { Ok(300) } else { Err(io::ErrorKind::StorageFull) };
                assert_eq!((kind, last), (Some(expected), at.min(300)), "{at} {jobs}");
                let (ended, last) = with(Failing::Panic);
                let panic = ended.as_ref().err().and_then(|panic| panic.downcast_ref());
                assert_eq!((panic, last), ((at <= 300).then_some(&"fails"), at.min(300)), "{at} {jobs}");
            }
        }
        Ok(())
    }
}
