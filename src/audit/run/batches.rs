//! Short sources, several at once to a worker: cut into chunks, each would keep one busy while the others wait for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::input::{InputError, Source, Text};

use super::crew::{Cores, Seat};
use super::lineup::Lineup;
use super::queue::{Holding, Origin, Queue, Step, Turn};
use super::reading::Opened;
use super::supply::{Spare, Wanted, lock_soon};
use super::worker::{Task, Worker};

/// How many batches for each worker are in flight at once, those that wait for their turn included.
const IN_FLIGHT: usize = 2;

/// The most sources of a batch, and of all batches that are being read: each is an open file, of which a system may allow a
/// process no more than 256.
const MOST: usize = 32;
const MOST_OF_ALL: usize = 192;

/// Buffers kept for each worker, which has one chunk of most files.
const SPARES: usize = 2;

/// In bytes. What is read of a source that turns out to be longer than this, worked on when it is its turn, is entered at
/// once.
const LONGEST: usize = 2 << 20;

/// The short sources that come next, a batch to a worker.
pub(super) struct Batches<'l, 'm, S> {
    ongoing: Mutex<Ongoing<'l, 'm, S>>,
    /// A batch was entered.
    next: Condvar,
    /// About so many bytes make a batch, and so many sources at the most.
    target: usize,
    most: usize,
    most_in_flight: usize,
    cores: Arc<Cores>,
}

/// How far they are given out.
struct Ongoing<'l, 'm, S> {
    lineup: &'l mut Lineup<'m, S>,
    turns_given: u64,
    /// How many turns were given that are not entered yet.
    in_flight: usize,
    /// What is left of chunks that are done with goes back to the worker who read each.
    spares: BTreeMap<Seat, Vec<Text>>,
    /// Whether nothing more is wanted.
    is_closed: bool,
}

/// Sources that one worker reads, and when it is their turn.
struct Batch {
    turn: u64,
    by: Seat,
    sources: Vec<Opened>,
    /// Buffers to read them into.
    spares: Vec<Text>,
}

impl<'l, 'm, S: Iterator<Item = Result<Source, InputError>>> Batches<'l, 'm, S> {
    /// Batches of about so many bytes for so many workers.
    pub(super) fn new(lineup: &'l mut Lineup<'m, S>, target: usize, jobs: usize, cores: &Arc<Cores>) -> Self {
        let ongoing =
            Ongoing { lineup, turns_given: 0, in_flight: 0, spares: BTreeMap::new(), is_closed: false };
        Self {
            ongoing: Mutex::new(ongoing),
            next: Condvar::new(),
            target,
            most: MOST_OF_ALL.checked_div(jobs).unwrap_or(MOST).clamp(1, MOST),
            most_in_flight: jobs.saturating_mul(IN_FLIGHT),
            cores: Arc::clone(cores),
        }
    }

    /// Who holds it looks at some files at the most.
    fn lock(&self) -> MutexGuard<'_, Ongoing<'l, 'm, S>> {
        lock_soon(&self.ongoing)
    }

    /// The next batch, once so few are in flight that it would not only lie about; `None` where no short source is next.
    fn take(&self) -> Option<Batch> {
        let by = self.cores.seat();
        let mut ongoing = self.lock();
        while !ongoing.is_closed && ongoing.in_flight >= self.most_in_flight {
            ongoing = self.next.wait(ongoing).unwrap_or_else(PoisonError::into_inner);
        }
        let (mut sources, mut bytes) = (Vec::new(), 0);
        while !ongoing.is_closed
            && sources.len() < self.most
            && bytes < self.target as u64
            && let Some(short) = ongoing.lineup.next_short()
        {
            bytes += short.size;
            sources.push(short.opened);
        }
        if sources.is_empty() {
            drop(ongoing);
            self.cores.rest();
            return None;
        }
        let turn = ongoing.turns_given;
        ongoing.turns_given += 1;
        ongoing.in_flight += 1;
        let spares = ongoing.spares.remove(&by).unwrap_or_default();
        drop(ongoing);
        self.cores.keep_apart();
        Some(Batch { turn, by, sources, spares })
    }

    /// Takes batches until no short source is next, and hands in what each comes to.
    pub(super) fn work<T: Task>(
        &self,
        task: &T,
        worker: &mut Worker<T>,
        for_long: &Mutex<Worker<T>>,
        queue: &Queue<'_, '_, T::Game>,
    ) where
        Self: Origin<T::Game>,
    {
        while let Some(Batch { turn, by, sources, mut spares }) = self.take() {
            let count = sources.len();
            for (index, mut opened) in sources.into_iter().enumerate() {
                let mut holding = Holding { queue, origin: self, turn, by, held: 0, before: Vec::new() };
                if let (Ok(reading), Some(spare)) = (&mut opened.reading, spares.pop()) {
                    reading.chunks.give_back(spare);
                }
                let last = read(opened, &mut holding, task, worker, for_long);
                let steps = holding.before.into_iter().chain(last);
                let then = if index + 1 == count { Turn::IsOver } else { Turn::GoesOn };
                queue.hand_in(turn, steps, then, self);
            }
        }
    }
}

/// Reads a source to its end. What it comes to last is still to be handed in: what is held before it, then this.
fn read<T: Task>(
    opened: Opened,
    holding: &mut Holding<'_, '_, '_, T::Game>,
    task: &T,
    worker: &mut Worker<T>,
    for_long: &Mutex<Worker<T>>,
) -> Option<Step<T::Game>> {
    holding.before.extend(opened.heading.map(Step::Begun));
    let mut reading = match opened.reading {
        Ok(reading) => reading,
        Err(error) => return Some(Step::Failed(error)),
    };
    let mut read = 0_usize;
    loop {
        // A file may have grown since it was looked at.
        if read > LONGEST {
            holding.queue.wait_for(holding.turn);
            holding.queue.hand_in(holding.turn, holding.before.drain(..), Turn::GoesOn, holding.origin);
        }
        let chunk = match reading.chunks.next() {
            None => return Some(Step::Ended),
            Some(Err(error)) => return Some(Step::Failed(error)),
            Some(Ok(chunk)) => chunk,
        };
        read = read.saturating_add(chunk.bytes.len());
        let is_last = chunk.last;
        let step = holding.work_on(chunk, reading.encoding, Vec::new(), task, worker, for_long);
        holding.before.push(step);
        if is_last {
            return Some(Step::Ended);
        }
    }
}

impl<Game, S: Iterator<Item = Result<Source, InputError>> + Send> Origin<Game> for Batches<'_, '_, S> {
    /// What is read too much of a source is little, and not entered.
    fn entered(&self, spare: Option<Spare<Game>>, _: Wanted, turn: Turn) {
        let spare = spare.filter(|spare| spare.spent.bytes.capacity() >= self.target);
        if spare.is_none() && turn == Turn::GoesOn {
            return;
        }
        let mut ongoing = self.lock();
        if let Some(Spare { spent, of }) = spare {
            let spares = ongoing.spares.entry(of).or_default();
            if spares.len() < SPARES {
                spares.push(spent.bytes);
            } else {
                drop(spent.bytes);
            }
        }
        if turn == Turn::IsOver {
            ongoing.in_flight -= 1;
            self.next.notify_all();
        }
    }

    fn close(&self) {
        self.lock().is_closed = true;
        self.next.notify_all();
    }
}
