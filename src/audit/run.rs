//! Games worked on in parallel, chunk by chunk, and what they came to put back in the order of the input.
//!
//! What is done with a game is a [`Task`], which any number of workers perform at once. What becomes of it is
//! a [`Ledger`]'s matter, which takes one game after the other. Workers count games and lines from the start
//! of their chunk; the [`Numbering`] adds what came before it.

mod crew;
mod entry;
mod intake;
mod reading;
mod supply;
mod worker;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::encoding::Encoding;
use crate::input::{Chunks, InputError, Limits, Opening, Source};

use super::Progress;
use crew::{Seat, crew};
use entry::Entry;
use reading::Reading;
use supply::{Closing, NextChunk, Spare, Supply, Taken, Wanted, raise_mapping_threshold};
use worker::{Performed, Worker};

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
                let spent = entry.enter(worker.perform(task, chunk, reading.encoding, games))?;
                reading.chunks.give_back(spent.bytes);
                games = spent.games;
                if entry.has_enough() {
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
        entry.enter(worker.perform(task, chunk, Encoding::Auto, Vec::new()))?;
    }
    Ok(())
}

/// What came of one step of a worker, and when it is its turn to be entered.
struct Finished<Game> {
    turn: u64,
    step: Step<Game>,
}

/// What a step came to.
enum Step<Game> {
    Performed {
        performed: Performed<Game>,
        by: Seat,
    },
    /// The source could not be read further.
    Failed(InputError),
    /// There was no chunk left.
    Idle,
}

impl<Game> Taken<Game> {
    /// Works on it.
    fn finish<T: Task<Game = Game>>(self, task: &T, worker: &mut Worker<T>) -> Finished<Game> {
        let step = match self.next {
            Some(NextChunk { chunk: Ok(chunk), encoding }) => {
                Step::Performed { performed: worker.perform(task, chunk, encoding, self.games), by: self.by }
            }
            Some(NextChunk { chunk: Err(error), .. }) => Step::Failed(error),
            None => Step::Idle,
        };
        Finished { turn: self.turn, step }
    }
}

/// The steps that wait for their turn.
struct Queue<Game> {
    finished: Receiver<Answer<Game>>,
    waiting: BTreeMap<u64, Step<Game>>,
    next_turn: u64,
}

/// What a worker answers: what he has finished, or the panic that kept him from it.
type Answer<Game> = thread::Result<Finished<Game>>;

impl<Game> Queue<Game> {
    /// Lets what a worker has finished wait for its turn. His panic goes on here: nobody would ever answer in his place.
    fn take_in(&mut self, answer: Answer<Game>) {
        match answer {
            Ok(Finished { turn, step }) => {
                self.waiting.insert(turn, step);
            }
            Err(panic) => resume_unwind(panic),
        }
    }

    /// Enters what is next in order, as far as it is finished.
    fn enter(&mut self, entry: &mut Entry<'_, Game>, supply: &Supply<Game>) -> io::Result<()> {
        while let Ok(answer) = self.finished.try_recv() {
            self.take_in(answer);
        }
        while let Some(step) = self.waiting.remove(&self.next_turn) {
            self.next_turn += 1;
            let spare = match step {
                Step::Performed { performed, by } => Some(Spare { spent: entry.enter(performed)?, of: by }),
                // What one thread alone would not have come to.
                Step::Failed(_) if entry.has_enough() => None,
                Step::Failed(error) => {
                    entry.unreadable(&error)?;
                    None
                }
                Step::Idle => None,
            };
            let wanted = if entry.has_enough() { Wanted::NoMore } else { Wanted::More };
            supply.entered(spare, wanted);
        }
        Ok(())
    }

    /// Enters all of a source in order, and works on chunks of it in between, on this one first.
    fn enter_source<T: Task<Game = Game>>(
        &mut self,
        task: &T,
        own: &mut Worker<T>,
        first: Option<Taken<Game>>,
        entry: &mut Entry<'_, Game>,
        supply: &Supply<Game>,
    ) -> io::Result<()> {
        let mut chunk = first;
        loop {
            let came = if chunk.is_none() { self.finished.try_recv().ok() } else { None };
            // Only where nothing is to be entered is there time for a chunk of one's own.
            if came.is_none() && chunk.is_none() {
                chunk = supply.take();
            }
            let answer = came.or_else(|| chunk.take().map(|chunk| Ok(chunk.finish(task, own))));
            if answer.is_none() && supply.is_done_with() {
                return Ok(());
            }
            if let Some(answer) = answer.or_else(|| self.finished.recv().ok()) {
                self.take_in(answer);
            }
            self.enter(entry, supply)?;
        }
    }
}

/// Takes chunks of the source until it is read, and sends what each comes to.
fn work<T: Task>(
    task: &T,
    worker: &mut Worker<T>,
    supply: &Supply<T::Game>,
    send: &SyncSender<Answer<T::Game>>,
) {
    let mut finish = || supply.take().map(|taken| taken.finish(task, worker));
    while let Some(answer) = catch_unwind(AssertUnwindSafe(&mut finish)).transpose() {
        if answer.is_err() {
            // Whoever waits for its turn behind this one would wait for ever.
            supply.close();
        }
        // Nobody listens any more only where the run has ended in an error.
        if answer.is_err() | send.send(answer).is_err() {
            break;
        }
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
    let supply = Supply::for_jobs(jobs);
    let workers: Mutex<Vec<Worker<T>>> = Mutex::new(Vec::new());
    // With room for all that is in flight: whoever sends never waits.
    let (send, finished) = sync_channel::<Answer<T::Game>>(supply.most_in_flight);
    let mut queue = Queue { finished, waiting: BTreeMap::new(), next_turn: 0 };
    let mut own = Worker::<T>::default();
    let mut pool = None;
    for source in sources {
        // The games of one source are entered before the next is opened: numbers start anew.
        let Some(reading) = Reading::open(source, opening, limits, entry)? else {
            continue;
        };
        let is_long = reading.is_long;
        supply.open(reading);
        // A chunk is taken before others are called, where there may be no second: for a source of one chunk nobody is.
        let first = if is_long { None } else { supply.take() };
        if !is_long && supply.is_read() {
            queue.enter_source(task, &mut own, first, entry, &supply)?;
        } else {
            // The thread that enters works too: there are as many threads as `jobs`.
            let pool = if let Some(pool) = &pool {
                pool
            } else {
                raise_mapping_threshold(limits.target);
                pool.insert(crew(jobs - 1, &supply.cores)?)
            };
            pool.in_place_scope(|scope| {
                let _closing = Closing(&supply);
                // Everybody works on the source until it is read.
                for _ in 1..jobs {
                    let (send, workers, supply) = (send.clone(), &workers, &supply);
                    scope.spawn(move |_| {
                        let own = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                        let mut worker = own.unwrap_or_default();
                        work(task, &mut worker, supply, &send);
                        workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    });
                }
                queue.enter_source(task, &mut own, first, entry, &supply)
            })?;
        }
        entry.end()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::sync::Arc;

    use super::*;
    use crate::audit::NoProgress;
    use crate::audit::Places;
    use crate::record::Record;

    /// A task that fails at any game.
    struct Fails;

    impl Task for Fails {
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
    fn who_enters_may_be_of_another_pool() -> io::Result<()> {
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
                run(&Fails, &intake, [Ok(Source::file(file.path()))].into_iter(), &mut Silent, &NoProgress)
            };
            let panic = catch_unwind(AssertUnwindSafe(run)).err();
            assert_eq!(panic.as_ref().and_then(|panic| panic.downcast_ref()), Some(&"fails"), "{jobs}");
        }
        Ok(())
    }
}
