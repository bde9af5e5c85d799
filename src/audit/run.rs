//! The run: reads games, processes them in parallel, and commits them in input order.
//!
//! ```text
//! sources ──> BatchReader ──> Batch ──> Worker (rayon's pool) ──> Committer ──> Ledger
//!             one thread                                          the caller's thread
//! ```
//!
//! [`BatchReader`] cuts the sources into chunks between games and groups short sources into one [`Batch`]. A
//! [`Worker`] performs the [`Task`] on the games of a batch. [`Committer`] numbers the finished games and gives
//! them to the [`Ledger`] one by one. Batches are numbered as they are read, and the committer holds those that
//! arrive early, so the result is the same for any number of jobs.
//!
//! Memory is bounded: the number of batches in flight is fixed, and so is the size of the finished games of a batch. A
//! worker leaves the rest of a large chunk to the committer (see [`Limit`](worker::Limit)), which processes it in pieces
//! when it is due.

mod committer;
mod intake;
mod ledger;
mod reader;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use rayon::ThreadPoolBuilder;

use crate::encoding::Encoding;
use crate::input::{Chunks, InputError, Limits, Source};

use super::Progress;
use committer::Committer;
use reader::{Batch, BatchReader, InputEvent, SourceHeader};
use worker::{PendingChunk, Worker};

pub use intake::Intake;
pub(crate) use ledger::Extent;
pub(crate) use ledger::{Ledger, Numbering};
pub(crate) use worker::Task;

/// Batches in flight per job: enough that no worker idles while the reader or the committer waits for a core.
const IN_FLIGHT: usize = 4;

/// Performs a task on every game of the sources and gives the results to the ledger in input order.
///
/// # Errors
/// The ledger failed. Sources that cannot be read are reported to the ledger, and the run goes on.
pub(crate) fn run<T: Task>(
    task: &T,
    intake: &Intake,
    sources: impl Iterator<Item = Result<Source, InputError>> + Send,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<Extent> {
    let jobs = intake.jobs.get();
    let satisfied = AtomicU64::new(0);
    let mut reader = BatchReader::new(intake, sources, progress.taken(), &satisfied);
    let mut committer = Committer::new(task, intake, ledger, progress, &satisfied);
    let mut batch = reader.next();
    if jobs > 1 && !reader.is_at_end {
        in_parallel(jobs, reader, batch, &mut committer)?;
    } else {
        while let Some(events) = batch {
            reader.recycle(committer.commit(events)?);
            batch = reader.next();
        }
    }
    Ok(committer.extent)
}

/// Performs a task on every game of a text in memory.
///
/// # Errors
/// The ledger failed.
pub(crate) fn run_over<T: Task>(
    task: &T,
    bytes: &[u8],
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let (intake, satisfied) = (Intake::default(), AtomicU64::new(0));
    let mut committer = Committer::new(task, &intake, ledger, progress, &satisfied);
    let header = SourceHeader { name: "<bytes>".into(), size: None, format_by_name: None };
    let chunks = Chunks::new(header.name.clone(), bytes, Limits::default()).flatten();
    committer.commit(vec![InputEvent::Opened(header)])?;
    for chunk in chunks {
        committer.commit(vec![InputEvent::Chunk(PendingChunk::new(chunk, Encoding::Auto))])?;
    }
    Ok(())
}

/// Reads on a thread of the pool, processes the batches on the others, and commits on this thread.
fn in_parallel<T: Task, S: Iterator<Item = Result<Source, InputError>> + Send>(
    jobs: usize,
    mut reader: BatchReader<'_, S>,
    mut first: Option<Batch<T::Game>>,
    committer: &mut Committer<'_, T>,
) -> io::Result<()> {
    let pool = ThreadPoolBuilder::new().num_threads(jobs + 1).build().map_err(io::Error::other)?;
    let most_in_flight = jobs.saturating_mul(IN_FLIGHT);
    let most_held = worker::most_held(most_in_flight);
    let task = committer.task;
    let workers = Mutex::new(Vec::new());
    // Each message permits one more batch in flight and returns the buffers of a committed one. It fails once the
    // committer has stopped, and then the reader stops too.
    let (permit, permits) = channel();
    for _ in 0..most_in_flight {
        let _ = permit.send(Vec::new());
    }
    let (deliver, deliveries) = channel();
    pool.in_place_scope(|scope| {
        let workers = &workers;
        scope.spawn(move |scope| {
            for (number, buffers) in (0_u64..).zip(permits) {
                reader.recycle(buffers);
                let Some(mut batch) = first.take().or_else(|| reader.next()) else { break };
                let deliver = deliver.clone();
                scope.spawn(move |_| {
                    let idle = workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
                    let mut worker: Worker<T> = idle.unwrap_or_default();
                    let processed = catch_unwind(AssertUnwindSafe(|| {
                        worker.process_batch(task, &mut batch, most_held);
                        batch
                    }));
                    workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    let _ = deliver.send((number, processed));
                });
            }
        });
        commit_in_order(deliveries, permit, committer)
    })
}

/// A processed batch with its number, or the panic of the worker.
type Delivery<Game> = (u64, thread::Result<Batch<Game>>);

/// Commits the batches in the order of their numbers.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the reader, which may wait for a permit, ends when this is dropped"
)]
fn commit_in_order<T: Task>(
    deliveries: Receiver<Delivery<T::Game>>,
    permit: Sender<Vec<Vec<u8>>>,
    committer: &mut Committer<'_, T>,
) -> io::Result<()> {
    let mut early = BTreeMap::new();
    let mut due = 0;
    for (number, processed) in deliveries {
        early.insert(number, processed);
        while let Some(processed) = early.remove(&due) {
            due += 1;
            let batch = processed.unwrap_or_else(|panic| resume_unwind(panic));
            let _ = permit.send(committer.commit(batch)?);
        }
    }
    Ok(())
}
