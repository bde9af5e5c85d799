//! The reorder buffer: finished batches are committed in the order in which they were read.

use std::collections::BTreeMap;
use std::io;
use std::panic::resume_unwind;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use super::committer::Committer;
use super::reader::Batch;
use super::worker::Task;

/// Commits each batch when all batches before it are committed.
///
/// One thread commits at a time. The others leave their batches to it and go on.
pub(super) struct CommitQueue<'q, 'c, T: Task> {
    state: Mutex<State<'q, 'c, T>>,
}

struct State<'q, 'c, T: Task> {
    /// A panic of a worker is kept until the games before it are committed.
    early: BTreeMap<usize, thread::Result<Batch<T::Game>>>,
    due: usize,
    /// `None` while a thread commits, and after a failure.
    idle: Option<Committing<'q, 'c, T>>,
    outcome: io::Result<()>,
}

struct Committing<'q, 'c, T: Task> {
    committer: &'q mut Committer<'c, T>,
    /// Returns the buffers of a committed batch. When this is dropped, nothing more is read.
    permit: Sender<Vec<Vec<u8>>>,
}

impl<'q, 'c, T: Task> CommitQueue<'q, 'c, T> {
    pub(super) fn new(committer: &'q mut Committer<'c, T>, permit: Sender<Vec<Vec<u8>>>) -> Self {
        let idle = Some(Committing { committer, permit });
        Self { state: Mutex::new(State { early: BTreeMap::new(), due: 0, idle, outcome: Ok(()) }) }
    }

    fn lock(&self) -> MutexGuard<'_, State<'q, 'c, T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the finished batch of this number, and commits what is due unless another thread does.
    pub(super) fn push(&self, number: usize, processed: thread::Result<Batch<T::Game>>) {
        let mut state = self.lock();
        state.early.insert(number, processed);
        let Some(committing) = state.idle.take() else { return };
        let mut due = state.due;
        while let Some(processed) = state.early.remove(&due) {
            drop(state);
            due += 1;
            let batch = processed.unwrap_or_else(|panic| resume_unwind(panic));
            let committed = committing.committer.commit(batch);
            state = self.lock();
            match committed {
                Ok(buffers) => _ = committing.permit.send(buffers),
                Err(error) => {
                    state.outcome = Err(error);
                    return;
                }
            }
        }
        state.due = due;
        state.idle = Some(committing);
    }

    /// The first failure of the ledger.
    pub(super) fn into_outcome(self) -> io::Result<()> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).outcome
    }
}
