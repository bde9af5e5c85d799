//! The steps that wait for their turn, and whoever is there to enter them.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::encoding::Encoding;
use crate::input::{Chunk, Format, InputError};

use super::super::places::Places;
use super::crew::Seat;
use super::entry::Entry;
use super::reading::Heading;
use super::supply::{NextChunk, Spare, Taken, Wanted};
use super::worker::{Performed, Relief, Task, Worker};

/// In bytes for each worker. Where what games came to that are not yet entered takes more, whoever adds to it waits for his
/// turn. Whatever is held leaves gaps in memory that nothing may fill again: a decoder's window comes on top of them.
const MOST_HELD: usize = 1 << 20;

/// As [`MOST_HELD`], where a decoder holds the window it needs; its thread works while others wait.
const MOST_HELD_UNPACKED: usize = 256 << 10;

/// In bytes. What is read of a chunk longer than this may take several times as much: one such at a time is held. Only
/// that of a long game is so long.
const LONG: usize = 512 << 10;

/// As [`LONG`], where a decoder holds the window it needs.
const LONG_UNPACKED: usize = 256 << 10;

/// Where those who hand steps in take what they work on.
pub(super) trait Origin<Game> {
    /// A step was entered; what is left of its chunk, whether more of its source is wanted, and whether its turn is over.
    fn entered(&self, spare: Option<Spare<Game>>, wanted: Wanted, turn: Turn);

    /// Has nothing more taken.
    fn close(&self);
}

/// Whether more of a turn is to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Turn {
    GoesOn,
    IsOver,
}

/// What a step came to.
pub(super) enum Step<Game> {
    /// A source was opened, or could not be.
    Begun(Heading),
    Performed {
        performed: Performed<Game>,
        by: Seat,
        /// About how many bytes the queue holds it for.
        held: usize,
    },
    /// The ledger failed at games that were entered in the middle of a chunk.
    Refused(io::Error),
    /// The source could not be read further.
    Failed(InputError),
    /// There was no chunk left.
    Idle,
    /// A source was read to its end.
    Ended,
}

impl<Game> Taken<Game> {
    /// Works on it, or lets the one do so who works on long chunks, and hands in what it came to.
    pub(super) fn finish<T: Task<Game = Game>>(
        self,
        task: &T,
        worker: &mut Worker<T>,
        for_long: &Mutex<Worker<T>>,
        queue: &Queue<'_, '_, Game>,
        origin: &dyn Origin<Game>,
    ) {
        let Self { turn, by, next, games } = self;
        let step = match next {
            Some(NextChunk { chunk: Ok(chunk), encoding }) => {
                let mut holding = Holding { queue, origin, turn, by, held: 0, before: Vec::new() };
                holding.work_on(chunk, encoding, games, task, worker, for_long)
            }
            Some(NextChunk { chunk: Err(error), .. }) => Step::Failed(error),
            None => Step::Idle,
        };
        queue.hand_in(turn, [step], Turn::IsOver, origin);
    }
}

/// The steps of a source, or of several: each worker hands his in, and enters it if it is due, its text still in his caches.
/// One at a time enters; steps that come meanwhile he enters too.
pub(super) struct Queue<'e, 'a, Game> {
    waiting: Mutex<Waiting<Game>>,
    /// It is another's turn.
    next: Condvar,
    /// About how many bytes are held of what chunks came to that came to much.
    held: AtomicUsize,
    /// Where more is held, whoever adds to it waits for his turn.
    most_held: usize,
    /// A longer chunk, in bytes, is worked on when it is its turn.
    long: usize,
    /// Held by the one who enters.
    entry: Mutex<&'e mut Entry<'a, Game>>,
}

struct Waiting<Game> {
    turns: BTreeMap<u64, Steps<Game>>,
    next_turn: u64,
    /// How many sleep until it is their turn.
    asleep: usize,
    /// Why nothing more is entered.
    stopped: Option<Stop>,
}

/// Those of a turn that were handed in and not entered.
struct Steps<Game> {
    steps: VecDeque<Step<Game>>,
    /// Whether more are to come.
    turn: Turn,
}

/// A step that is entered next.
struct Due<Game> {
    step: Step<Game>,
    turn: Turn,
}

/// What ends a run in the middle of a source.
enum Stop {
    /// What the ledger said.
    Failed(io::Error),
    /// The panic of whoever worked or entered.
    Panicked(Box<dyn Any + Send>),
}

impl<'e, 'a, Game> Queue<'e, 'a, Game> {
    /// A queue in which nothing was handed in yet, of what is packed so or not at all, for so many workers.
    pub(super) fn of_sources(entry: &'e mut Entry<'a, Game>, packed: Option<Format>, jobs: usize) -> Self {
        let (each, long) =
            if packed.is_some() { (MOST_HELD_UNPACKED, LONG_UNPACKED) } else { (MOST_HELD, LONG) };
        let waiting = Waiting { turns: BTreeMap::new(), next_turn: 0, asleep: 0, stopped: None };
        Self {
            waiting: Mutex::new(waiting),
            next: Condvar::new(),
            held: AtomicUsize::new(0),
            most_held: each.saturating_mul(jobs),
            long,
            entry: Mutex::new(entry),
        }
    }

    /// Lets steps of a turn wait for it, and enters what is next in order as far as it is there, unless another is about it.
    pub(super) fn hand_in(
        &self,
        turn: u64,
        steps: impl IntoIterator<Item = Step<Game>>,
        then: Turn,
        origin: &dyn Origin<Game>,
    ) {
        self.add(turn, steps, then);
        // Whoever enters looks again once he has let go, unless it is over: what is handed in until then, he does not miss.
        while self.waiting().is_one_due() {
            let mut entry = match self.entry.try_lock() {
                Ok(entry) => entry,
                // Another enters; or he panicked at it, and nothing is entered behind what he left half done.
                Err(TryLockError::WouldBlock | TryLockError::Poisoned(_)) => return,
            };
            self.enter_due(&mut entry, origin);
        }
    }

    fn add(&self, turn: u64, steps: impl IntoIterator<Item = Step<Game>>, then: Turn) {
        let mut waiting = self.waiting();
        let waits = waiting
            .turns
            .entry(turn)
            .or_insert_with(|| Steps { steps: VecDeque::with_capacity(1), turn: Turn::GoesOn });
        waits.steps.extend(steps);
        waits.turn = then;
    }

    /// Enters all that is due; where that fails, nothing is from then on.
    fn enter_due(&self, entry: &mut Entry<'a, Game>, origin: &dyn Origin<Game>) {
        while let Some(Due { step, turn }) = self.due() {
            if let Step::Performed { held, .. } = &step {
                self.let_go(*held);
            }
            if let Err(error) = enter(entry, step, turn, origin) {
                // While nobody else can enter.
                self.stop_for(Stop::Failed(error));
                return origin.close();
            }
        }
    }

    /// Somebody panicked: nothing more is entered but the chunk that is being entered, and nothing more read.
    pub(super) fn stop(&self, panic: Box<dyn Any + Send>, origin: &dyn Origin<Game>) {
        self.stop_for(Stop::Panicked(panic));
        origin.close();
    }

    fn stop_for(&self, why: Stop) {
        self.waiting().stopped.get_or_insert(why);
        self.next.notify_all();
    }

    /// Whether all that comes before this turn has begun to be entered. Waits for it while too much is held.
    fn is_turn(&self, turn: u64) -> Whose {
        let mut waiting = self.waiting();
        loop {
            if waiting.stopped.is_some() {
                return Whose::Nobodys;
            }
            if waiting.next_turn == turn {
                return Whose::Own;
            }
            if self.held.load(Ordering::Relaxed) <= self.most_held {
                return Whose::Anothers;
            }
            waiting.asleep += 1;
            waiting = self.next.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            waiting.asleep -= 1;
        }
    }

    /// Waits until all that comes before this turn has begun to be entered, or nothing more is.
    pub(super) fn wait_for(&self, turn: u64) {
        let mut waiting = self.waiting();
        while waiting.stopped.is_none() && waiting.next_turn != turn {
            waiting.asleep += 1;
            waiting = self.next.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            waiting.asleep -= 1;
        }
    }

    /// So many bytes are held no more.
    fn let_go(&self, held: usize) {
        if held > 0 {
            self.held.fetch_sub(held, Ordering::Relaxed);
            // Who waits looks while he holds this, and would miss what changes between his look and his sleep.
            drop(self.waiting());
            self.next.notify_all();
        }
    }

    /// Whether all was entered.
    ///
    /// # Errors
    /// What the ledger said.
    ///
    /// # Panics
    /// Where one of those who worked or entered did.
    pub(super) fn finish(self) -> io::Result<()> {
        let Waiting { turns, stopped, .. } =
            self.waiting.into_inner().unwrap_or_else(PoisonError::into_inner);
        match stopped {
            None => {
                debug_assert!(turns.is_empty(), "whoever hands in last finds all that is due");
                Ok(())
            }
            Some(Stop::Failed(error)) => Err(error),
            Some(Stop::Panicked(panic)) => resume_unwind(panic),
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting<Game>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn due(&self) -> Option<Due<Game>> {
        let mut waiting = self.waiting();
        let due = waiting.due();
        if waiting.asleep > 0 {
            drop(waiting);
            self.next.notify_all();
        }
        due
    }
}

/// Whose turn it is to enter games.
enum Whose {
    Own,
    Anothers,
    /// Nothing more is entered.
    Nobodys,
}

/// A chunk that is worked on, what it came to so far being held until it is its turn.
pub(super) struct Holding<'q, 'e, 'a, Game> {
    pub(super) queue: &'q Queue<'e, 'a, Game>,
    pub(super) origin: &'q dyn Origin<Game>,
    pub(super) turn: u64,
    pub(super) by: Seat,
    /// As how many bytes the queue counts it.
    pub(super) held: usize,
    /// What comes before it in its turn, and was not handed in.
    pub(super) before: Vec<Step<Game>>,
}

impl<Game> Holding<'_, '_, '_, Game> {
    /// Works on the chunk, or lets the one do so who works on long ones.
    pub(super) fn work_on<T: Task<Game = Game>>(
        &mut self,
        chunk: Chunk,
        encoding: Encoding,
        games: Vec<Game>,
        task: &T,
        worker: &mut Worker<T>,
        for_long: &Mutex<Worker<T>>,
    ) -> Step<Game> {
        let performed = if chunk.bytes.len() > self.queue.long {
            // Much may come of it, and whoever works on one before it must not wait for him.
            self.queue.wait_for(self.turn);
            let mut worker = for_long.lock().unwrap_or_else(PoisonError::into_inner);
            worker.perform(task, chunk, encoding, games, self)
        } else {
            worker.perform(task, chunk, encoding, games, self)
        };
        match performed {
            Ok(performed) => Step::Performed { performed, by: self.by, held: std::mem::take(&mut self.held) },
            Err(error) => Step::Refused(error),
        }
    }
}

impl<Game> Relief<Game> for Holding<'_, '_, '_, Game> {
    fn relieve(&mut self, games: &mut Vec<Game>, places: &Places<'_>, more: usize) -> io::Result<()> {
        let Self { queue, origin, turn, held, before, .. } = self;
        *held += more;
        queue.held.fetch_add(more, Ordering::Relaxed);
        match queue.is_turn(*turn) {
            Whose::Anothers => return Ok(()),
            Whose::Nobodys => games.clear(),
            // Whoever entered before may have failed at it meanwhile, or panicked: nothing is entered behind that.
            Whose::Own => match queue.entry.lock() {
                Ok(mut entry) => {
                    if !before.is_empty() {
                        queue.add(*turn, before.drain(..), Turn::GoesOn);
                    }
                    // Whoever handed in what comes before it in its turn may have left it to another, who is not yet about it.
                    queue.enter_due(&mut entry, *origin);
                    if queue.waiting().stopped.is_none() {
                        entry.relieve(games, places, more)?;
                    } else {
                        games.clear();
                    }
                }
                Err(_) => games.clear(),
            },
        }
        queue.let_go(std::mem::take(held));
        Ok(())
    }

    fn wait_for_turn(&self) {
        self.queue.wait_for(self.turn);
    }
}

impl<Game> Waiting<Game> {
    fn is_one_due(&self) -> bool {
        self.stopped.is_none() && self.turns.get(&self.next_turn).is_some_and(|waits| !waits.steps.is_empty())
    }

    /// The next in order, if it is there.
    fn due(&mut self) -> Option<Due<Game>> {
        if self.stopped.is_some() {
            return None;
        }
        let waits = self.turns.get_mut(&self.next_turn)?;
        let step = waits.steps.pop_front()?;
        let is_over = waits.turn == Turn::IsOver && waits.steps.is_empty();
        if is_over {
            self.turns.remove(&self.next_turn);
            self.next_turn += 1;
        }
        Some(Due { step, turn: if is_over { Turn::IsOver } else { Turn::GoesOn } })
    }
}

/// Enters a step; what is left of it goes back to whoever it is of.
fn enter<Game>(
    entry: &mut Entry<'_, Game>,
    step: Step<Game>,
    turn: Turn,
    origin: &dyn Origin<Game>,
) -> io::Result<()> {
    let mut spare = None;
    match step {
        Step::Begun(heading) => entry.begin(heading),
        Step::Performed { performed, by, .. } => {
            spare = Some(Spare { spent: entry.enter(performed)?, of: by });
        }
        Step::Refused(error) => return Err(error),
        // What one thread alone would not have come to.
        Step::Failed(_) if entry.has_enough() => {}
        Step::Failed(error) => entry.unreadable(&error)?,
        Step::Idle => {}
        Step::Ended => entry.end()?,
    }
    let wanted = if entry.has_enough() { Wanted::NoMore } else { Wanted::More };
    origin.entered(spare, wanted, turn);
    Ok(())
}
