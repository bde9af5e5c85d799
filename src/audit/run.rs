//! Games worked on in parallel, chunk by chunk, and what they came to put back in the order of the input.
//!
//! What is done with a game is a [`Task`], which any number of workers perform at once. What becomes of it is
//! a [`Ledger`]'s matter, which takes one game after the other. Workers count games and lines from the start
//! of their chunk; the [`Numbering`] adds what came before it.

mod batches;
mod crew;
mod entry;
mod intake;
mod lineup;
mod queue;
mod reading;
mod supply;
#[cfg(test)]
mod tests;
mod worker;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPool;

use crate::encoding::Encoding;
use crate::input::{Chunks, Format, InputError, Limits, Opening, Source, Text};

use super::Progress;
use batches::Batches;
use crew::{Cores, Ready, Standby, crew};
use entry::Entry;
use lineup::Lineup;
use queue::{Origin, Queue};
use reading::Means;
use supply::{LOOKS_FOR_THE_LAST, Supply, Taken, look_out_for, raise_mapping_threshold};
use worker::Worker;

pub use entry::Extent;
pub(crate) use entry::{Ledger, Numbering};
pub use intake::{CalledAhead, Intake};
pub(crate) use worker::Task;

/// Takes sources in: each game to the task, what it comes to to the ledger.
///
/// # Errors
/// What the ledger says. Sources that cannot be read are told to it, and the run goes on.
pub(crate) fn run<T: Task>(
    task: &T,
    intake: &Intake,
    sources: impl Iterator<Item = Result<Source, InputError>> + Send,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<Extent> {
    let stretch = intake.shard.map(|shard| shard.stretch);
    let opening = Opening { max_window: intake.max_window, taken: progress.taken(), stretch };
    let limits = Limits { target: intake.chunk_size, ..Limits::default() };
    let means = Means { opening: &opening, limits, encodings: &intake.encodings };
    let mut entry = Entry::new(intake, ledger, progress);
    if intake.jobs.get() == 1 {
        alone(task, sources, means, &mut entry)?;
    } else {
        let jobs = intake.jobs.get();
        in_parallel(task, jobs, intake.ahead.take(jobs), sources, means, &mut entry)?;
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

fn alone<T: Task>(
    task: &T,
    sources: impl Iterator<Item = Result<Source, InputError>>,
    means: Means<'_>,
    entry: &mut Entry<'_, T::Game>,
) -> io::Result<()> {
    let mut worker = Worker::<T>::default();
    let mut games = Vec::new();
    let mut spare: Option<Text> = None;
    for source in sources {
        let Some(mut reading) = entry.admit(means.open(source))? else {
            continue;
        };
        if let Some(bytes) = spare.take() {
            reading.chunks.give_back(bytes);
        }
        while let Some(chunk) = reading.next_chunk(entry)? {
            let is_last = chunk.last;
            let performed = worker.perform(task, chunk, reading.encoding, games, entry)?;
            let spent = entry.enter(performed)?;
            games = spent.games;
            if is_last || entry.has_enough() {
                spare = Some(spent.bytes);
                break;
            }
            reading.chunks.give_back(spent.bytes);
        }
        entry.end()?;
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
    while let Some(taken) = taken.take().or_else(|| supply.take()) {
        taken.finish(task, worker, for_long, queue, supply);
    }
}

/// Stops the run where one who works on what came from there panics: whoever waits for its turn behind a step that never
/// comes would wait for ever.
fn or_stop<Game>(queue: &Queue<'_, '_, Game>, origin: &dyn Origin<Game>, work: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
        queue.stop(panic, origin);
    }
}

/// Those who work beside the caller, and what each of them works with.
struct Crew<T: Task> {
    /// The caller works too: there are as many threads as `jobs`.
    jobs: usize,
    /// None before there is work for them, unless they were called ahead.
    pool: Option<ThreadPool>,
    /// What those look at who were called ahead.
    ready: Option<Arc<Ready>>,
    own: Worker<T>,
    others: Mutex<Vec<Worker<T>>>,
    /// One for all: not every thread is to hold the buffers of a long game.
    for_long: Mutex<Worker<T>>,
}

impl<T: Task> Crew<T> {
    fn new(jobs: usize, pool: Option<ThreadPool>, ready: Option<Arc<Ready>>) -> Self {
        Self {
            jobs,
            pool,
            ready,
            own: Worker::default(),
            others: Mutex::default(),
            for_long: Mutex::new(Worker::default()),
        }
    }

    /// Has everybody work at once, the caller at his own.
    fn all_work(
        &mut self,
        cores: &Arc<Cores>,
        callers: impl FnOnce(&mut Worker<T>, &Mutex<Worker<T>>),
        others_do: impl Fn(&mut Worker<T>, &Mutex<Worker<T>>) + Sync,
    ) -> io::Result<()> {
        let Self { jobs, pool, ready, own, others, for_long } = self;
        let (others, for_long) = (&*others, &*for_long);
        let pool = if let Some(pool) = pool { pool } else { pool.insert(crew(*jobs - 1, cores)?) };
        let at_work = AtomicUsize::new(*jobs - 1);
        pool.in_place_scope(|scope| {
            for _ in 1..*jobs {
                scope.spawn(|_| {
                    let theirs = others.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut worker = theirs.unwrap_or_default();
                    others_do(&mut worker, for_long);
                    others.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    at_work.fetch_sub(1, Ordering::Release);
                });
            }
            if let Some(ready) = ready {
                ready.begin_work();
            }
            callers(own, for_long);
            look_out_for(LOOKS_FOR_THE_LAST, || at_work.load(Ordering::Acquire) == 0);
        });
        Ok(())
    }
}

fn in_parallel<T: Task>(
    task: &T,
    jobs: usize,
    ahead: Option<Standby>,
    sources: impl Iterator<Item = Result<Source, InputError>> + Send,
    means: Means<'_>,
    entry: &mut Entry<'_, T::Game>,
) -> io::Result<()> {
    let (pool, cores, ready) = match ahead {
        Some(Standby { pool, cores, ready }) => (Some(pool), cores, Some(ready)),
        None => (None, Arc::new(Cores::of(jobs)), None),
    };
    // Its buffers are given back to the system once the pool has been let go: while other threads run, the system has to
    // tell their cores of each.
    let supply = Supply::new(jobs, cores, ready.clone());
    let mut crew = Crew::<T>::new(jobs, pool, ready);
    let mut lineup = Lineup::new(sources, means);
    let mut is_raised = false;
    // Not for what is unpacked: threads ask for less memory there, and a decoder may hold much.
    let mut raise = |packed: Option<Format>| {
        if packed.is_none() && !is_raised {
            raise_mapping_threshold(means.limits.target);
            is_raised = true;
        }
    };
    // The games of one source are entered before the next long one is opened: numbers start anew.
    loop {
        if lineup.begins_with_short_ones() {
            raise(None);
            let batches = Batches::new(&mut lineup, means.limits.target, jobs, &supply.cores);
            let queue = Queue::of_sources(entry, None, jobs);
            let work = |worker: &mut Worker<T>, for_long: &Mutex<Worker<T>>| {
                or_stop(&queue, &batches, || batches.work(task, worker, for_long, &queue));
            };
            crew.all_work(&supply.cores, work, work)?;
            queue.finish()?;
            continue;
        }
        let Some(opened) = lineup.next() else {
            return Ok(());
        };
        let Some(reading) = entry.admit(opened)? else {
            continue;
        };
        let (is_long, packed) = (reading.is_long(), reading.chunks.format());
        supply.open(reading);
        // A chunk is taken before others are called, where there may be no second: for a source of one chunk nobody is.
        let first = if is_long { None } else { supply.take() };
        let queue = Queue::of_sources(entry, packed, jobs);
        let work = |first, worker: &mut Worker<T>, for_long: &Mutex<Worker<T>>| {
            or_stop(&queue, &supply, || work(task, worker, for_long, first, &supply, &queue));
        };
        if !is_long && supply.is_read() {
            work(first, &mut crew.own, &crew.for_long);
        } else {
            raise(packed);
            crew.all_work(
                &supply.cores,
                |worker, for_long| work(first, worker, for_long),
                |worker, for_long| work(None, worker, for_long),
            )?;
        }
        queue.finish()?;
        entry.end()?;
    }
}
