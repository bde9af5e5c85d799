//! The run: reads games, processes them in parallel, and commits them in input order.
//!
//! ```text
//! sources ──> BatchReader ──> Batch ──> Worker ──> CommitQueue ──> Committer ──> Ledger
//! ```
//!
//! [`BatchReader`] cuts the sources into chunks between games and groups short sources into one [`Batch`]. A
//! [`Worker`] performs the [`Task`] on the games of a batch. [`Committer`] numbers the finished games and gives
//! them to the [`Ledger`] one by one. Batches are numbered as they are read, and [`CommitQueue`] holds those that
//! are finished early, so the result is the same for any number of jobs. All of this runs on rayon's pool.
//!
//! Memory is bounded: the number of batches in flight is fixed, and so is the size of the finished games of a batch. A
//! worker leaves the rest of a large chunk to the committer (see [`Limit`](worker::Limit)), which processes it in pieces
//! when it is due.

mod commit_queue;
mod committer;
mod intake;
mod ledger;
mod reader;
#[cfg(test)]
mod tests;
mod worker;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicU64;
use std::sync::mpsc::channel;
use std::{io, iter};

use rayon::ThreadPoolBuilder;
use rayon::iter::{ParallelBridge, ParallelIterator};

use crate::input::{Chunk, Chunks, InputError, Limits, SourceToRead};

use super::Progress;
use commit_queue::CommitQueue;
use committer::Committer;
use reader::{Batch, BatchReader, InputEvent, SourceHeader};
use worker::{Limit, PendingChunk};

pub use intake::InputOptions;
pub(crate) use intake::TextInMemory;
pub(crate) use ledger::{ChunkEnd, Extent, Ledger, Numbering, PartExtent, TextEnd};
pub(crate) use worker::{Task, Worker};

/// Batches in flight per job: enough that no worker idles while the reader or the committer waits for a core.
const IN_FLIGHT: usize = 4;

/// Performs a task on every game of the sources and gives the results to the ledger in input order.
///
/// # Errors
/// The ledger failed. Sources that cannot be read are reported to the ledger, and the run goes on.
pub(crate) fn run<T: Task>(
    task: &T,
    intake: &InputOptions,
    sources: impl Iterator<Item = Result<SourceToRead, InputError>> + Send,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<Extent> {
    let jobs = intake.jobs.get();
    let satisfied = AtomicU64::new(0);
    let mut reader = BatchReader::new(intake, sources, progress.taken(), &satisfied);
    let mut committer = Committer::new(task, intake, ledger, progress, &satisfied);
    let mut batch = reader.next();
    if jobs > 1 && !reader.is_at_end {
        in_parallel(intake, reader, batch, &mut committer)?;
    } else {
        while let Some(events) = batch {
            reader.recycle(committer.commit(events)?);
            batch = reader.next();
        }
    }
    committer.finish();
    Ok(committer.extent)
}

/// Performs a task on every game of a text in memory.
///
/// # Errors
/// The ledger failed.
pub(crate) fn run_over<T: Task>(
    task: &T,
    text: TextInMemory<'_>,
    ledger: &mut dyn Ledger<T::Game>,
    progress: &dyn Progress,
) -> io::Result<()> {
    let (intake, satisfied) = (InputOptions::default(), AtomicU64::new(0));
    let mut committer = Committer::new(task, &intake, ledger, progress, &satisfied);
    let header = SourceHeader { name: "<bytes>".into(), size: None, format_by_name: None, shard: None };
    let TextInMemory { bytes, encoding, letters, code, is_followed } = text;
    let chunks = Chunks::new(header.name.clone(), bytes, Limits::default()).flatten();
    committer.commit(vec![InputEvent::Opened(header)])?;
    for mut chunk in chunks {
        chunk.is_last &= !is_followed;
        let pending = PendingChunk::new(chunk, encoding, letters, code);
        committer.commit(vec![InputEvent::Chunk(pending)])?;
    }
    Ok(())
}

/// Performs a task on every game of one chunk, and returns the results.
pub(crate) fn run_over_chunk<T: Task>(
    task: &T,
    worker: &mut Worker<T>,
    chunk: Chunk,
    text: TextInMemory<'_>,
) -> Vec<T::Game> {
    let mut pending = PendingChunk::new(chunk, text.encoding, text.letters, text.code);
    while pending.next_game.is_some() {
        worker.process(task, &mut pending, Limit::Due);
    }
    pending.games
}

/// Reads, processes and commits the batches on the threads of a pool.
///
/// A free thread reads the next batch itself, so the text is still in its cache when it is processed.
fn in_parallel<T: Task, S: Iterator<Item = Result<SourceToRead, InputError>> + Send>(
    intake: &InputOptions,
    mut reader: BatchReader<'_, S>,
    mut first: Option<Batch<T::Game>>,
    committer: &mut Committer<'_, T>,
) -> io::Result<()> {
    let (jobs, chunk_size) = (intake.jobs.get(), intake.chunk_size);
    let pool = ThreadPoolBuilder::new().num_threads(jobs).build().map_err(io::Error::other)?;
    let most_in_flight = jobs.saturating_mul(IN_FLIGHT);
    let most_held = worker::most_held(most_in_flight);
    let task = committer.task;
    // Each message permits one more batch in flight and returns the buffers of a committed one.
    let (permit, permits) = channel();
    for _ in 0..most_in_flight {
        let _ = permit.send(Vec::new());
    }
    let queue = CommitQueue::new(committer, permit);
    let batches = iter::from_fn(move || {
        reader.recycle(permits.recv().ok()?);
        first.take().or_else(|| reader.next())
    });
    let batches = batches.fuse().enumerate().par_bridge();
    pool.install(|| {
        batches.for_each_init(Worker::<T>::default, |worker, (number, mut batch)| {
            let processed = catch_unwind(AssertUnwindSafe(|| {
                worker.process_batch(task, &mut batch, chunk_size, most_held);
                batch
            }));
            queue.push(number, processed);
        });
    });
    queue.into_outcome()
}
