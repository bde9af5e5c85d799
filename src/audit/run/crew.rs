//! The threads that work beside the one that calls them, and the cores all of them run on.

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::input::Text;

/// So long the caller gives way at the most: a thread that waits for his core has it then, and he goes on once it has left.
const LONGEST_BEGINNING: Duration = Duration::from_micros(20);

/// So long who was called ahead looks for work at the most, before he sleeps: several times as long as it takes to settle what
/// is asked for and to read a code.
const LONGEST_STANDBY: Duration = Duration::from_millis(2);

/// So many threads, each begun on a core of its own where there are so many. There must be work for them at once: a thread
/// that sleeps is often woken on the core of the one that woke it.
///
/// # Errors
/// There are no threads to be had.
pub(super) fn crew(threads: usize, cores: &Arc<Cores>) -> io::Result<ThreadPool> {
    begin(threads, cores, || ())
}

/// Threads called before there is work for them, and what they have made ready meanwhile.
pub(super) struct Standby {
    pub(super) pool: ThreadPool,
    pub(super) cores: Arc<Cores>,
    pub(super) ready: Arc<Ready>,
}

impl Standby {
    /// All but the one who calls, of so many threads. Each worker is to have buffers for blocks of so many bytes. `None` where
    /// there are fewer cores, or nobody can tell, for they would keep each other from one; and where there are no threads to be
    /// had: who calls them later is told why.
    pub(super) fn call(jobs: usize, block: usize) -> Option<Self> {
        let cores = Arc::new(Cores::of(jobs));
        if cores.seen.len() < 2 {
            return None;
        }
        let ready = Arc::new(Ready::for_workers(jobs));
        let prepare = {
            let ready = Arc::clone(&ready);
            move || ready.prepare(block, LONGEST_STANDBY)
        };
        let pool = begin(jobs - 1, &cores, prepare).ok()?;
        Some(Self { pool, cores, ready })
    }

    /// Whether this thread called them, to be so many with it.
    pub(super) fn is_of(&self, jobs: usize) -> bool {
        self.cores.caller == thread::current().id() && self.cores.seen.len() == jobs
    }
}

/// What those who stand by make ready for all.
pub(super) struct Ready {
    /// How many buffers nobody has begun to fill yet.
    wanted: AtomicUsize,
    buffers: Mutex<VecDeque<Text>>,
    is_work: AtomicBool,
}

/// For each worker: one that he reads into first, and one for while that waits for its turn.
const BUFFERS_EACH: usize = 2;

impl Ready {
    fn for_workers(jobs: usize) -> Self {
        Self {
            wanted: AtomicUsize::new(jobs.saturating_mul(BUFFERS_EACH)),
            buffers: Mutex::default(),
            is_work: AtomicBool::new(false),
        }
    }

    /// Fills buffers, and looks out for work, until there is some, or for so long.
    fn prepare(&self, block: usize, longest: Duration) {
        let begun = Instant::now();
        let has_time = || !self.is_work.load(Ordering::Acquire) && begun.elapsed() < longest;
        let one_less = |wanted: usize| wanted.checked_sub(1);
        while has_time() && self.wanted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok() {
            let new = Text::for_block_while(block, has_time);
            self.buffers().push_back(new);
        }
        while has_time() {
            thread::yield_now();
        }
    }

    /// There is work: nothing more is made ready.
    pub(super) fn begin_work(&self) {
        self.is_work.store(true, Ordering::Release);
    }

    /// The buffer that was made ready first, if one is left. The last ones may not be filled to their ends.
    pub(super) fn buffer(&self) -> Option<Text> {
        self.buffers().pop_front()
    }

    /// Lets go what nobody will want.
    pub(super) fn clear(&self) {
        self.buffers().clear();
    }

    fn buffers(&self) -> MutexGuard<'_, VecDeque<Text>> {
        self.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Begins so many threads, each on a core of its own where there are so many, and has each of them do something first.
fn begin(
    threads: usize,
    cores: &Arc<Cores>,
    first: impl Fn() + Send + Sync + 'static,
) -> io::Result<ThreadPool> {
    cores.keep_apart();
    let begun = Arc::new(AtomicUsize::new(0));
    let beginning = {
        let (begun, cores) = (Arc::clone(&begun), Arc::clone(cores));
        move |_| {
            // The caller, who waits for that, goes on while it finds its own core.
            begun.fetch_add(1, Ordering::Release);
            cores.keep_apart();
            first();
        }
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(beginning)
        .build()
        .map_err(io::Error::other)?;
    if cores.send_away(threads).is_none() {
        // Who begins on the core of the caller has to have it once, to leave it.
        let called = Instant::now();
        while begun.load(Ordering::Acquire) < threads && called.elapsed() < LONGEST_BEGINNING {
            thread::yield_now();
        }
    }
    Ok(pool)
}

/// Which of the threads of a run one is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Seat {
    /// The one that called the others.
    Caller,
    /// One of the crew.
    Crew(usize),
}

/// The threads of a run, and the cores they were last seen on.
///
/// Linux may have a thread begin, or go on after it slept for some microseconds, on the core of the one that called or woke
/// it, and leave both there for ten milliseconds while another core idles: on virtual machines it does so as a rule.
pub(super) struct Cores {
    /// The thread that calls the others. It may be one of somebody else's pool.
    caller: ThreadId,
    /// Where the caller was seen, then where those of the crew.
    seen: Box<[AtomicUsize]>,
}

/// Where a thread is that has nothing to do.
const NOWHERE: usize = usize::MAX;

impl Cores {
    /// Those of so many threads, of which this one calls the others. Where there are fewer cores the system places
    /// them all: it knows better which of them is to wait for which.
    pub(super) fn of(threads: usize) -> Self {
        let to_keep = if threads <= allowed() { threads } else { 0 };
        let seen = (0..to_keep).map(|_| AtomicUsize::new(NOWHERE)).collect();
        Self { caller: thread::current().id(), seen }
    }

    /// Which of the threads asks.
    pub(super) fn seat(&self) -> Seat {
        if thread::current().id() == self.caller {
            return Seat::Caller;
        }
        rayon::current_thread_index().map_or(Seat::Caller, Seat::Crew)
    }

    /// Where the thread that asks was seen.
    fn own(&self) -> Option<&AtomicUsize> {
        let index = match self.seat() {
            Seat::Caller => 0,
            Seat::Crew(thread) => thread + 1,
        };
        self.seen.get(index)
    }

    /// Whether one of the threads was last seen on this core.
    fn is_taken(&self, core: usize) -> bool {
        self.seen.iter().any(|seen| seen.load(Ordering::Relaxed) == core)
    }

    /// Has this thread go on on another core, where it shares one with another of the threads and there is one with none of
    /// them. From there it goes wherever the system puts it.
    pub(super) fn keep_apart(&self) {
        let (Some(own), Some(core)) = (self.own(), current()) else {
            return;
        };
        own.store(NOWHERE, Ordering::Relaxed);
        let elsewhere = if self.is_taken(core) { leave(core, |core| !self.is_taken(core)) } else { None };
        own.store(elsewhere.unwrap_or(core), Ordering::Relaxed);
    }

    /// Has so many threads that this one has just called begin on other cores, before they come to run on this one; `None` where
    /// that cannot be had.
    fn send_away(&self, threads: usize) -> Option<()> {
        self.own()?;
        send_away(threads, current()?)
    }

    /// This thread has nothing to do for now.
    pub(super) fn rest(&self) {
        if let Some(own) = self.own() {
            own.store(NOWHERE, Ordering::Relaxed);
        }
    }
}

/// How many cores this thread may run on.
#[cfg(target_os = "linux")]
fn allowed() -> usize {
    rustix::thread::sched_getaffinity(None).map_or(0, |allowed| allowed.count() as usize)
}

/// The core this thread runs on, where the system tells.
#[cfg(target_os = "linux")]
#[expect(clippy::unnecessary_wraps, reason = "it is asked as elsewhere")]
fn current() -> Option<usize> {
    Some(rustix::thread::sched_getcpu())
}

/// Has this thread go on on the next core behind its own, of those it may run on, that fits, and says which; it may run on all
/// of them as before.
#[cfg(target_os = "linux")]
fn leave(own: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None).ok()?;
    // Not the first of all: other programs may look for one too.
    let mut others = (own + 1..CpuSet::MAX_CPU).chain(0..own);
    let core = others.find(|core| allowed.is_set(*core) && fits(*core))?;
    let mut only = CpuSet::new();
    only.set(core);
    // Where the system will not have it, the thread stays where it is.
    sched_setaffinity(None, &only).ok()?;
    let _ = sched_setaffinity(None, &allowed);
    Some(core)
}

/// Has the newest threads of the process, so many, go on on another core, where they are on this one; they may run on all of
/// those that this thread may run on. To move one that waits to begin takes a tenth of what it takes once it runs.
#[cfg(target_os = "linux")]
fn send_away(threads: usize, core: usize) -> Option<()> {
    use rustix::thread::{CpuSet, Pid, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None).ok()?;
    let mut others = allowed;
    if core < CpuSet::MAX_CPU {
        others.unset(core);
    }
    if others.count() == 0 {
        return None;
    }
    // In the order in which they were called.
    let all = std::fs::read_dir("/proc/self/task").ok()?.filter_map(|task| {
        let name = task.ok()?.file_name();
        Pid::from_raw(name.to_str()?.parse().ok()?)
    });
    let all: Vec<Pid> = all.collect();
    for thread in all.iter().rev().take(threads) {
        sched_setaffinity(Some(*thread), &others).ok()?;
        sched_setaffinity(Some(*thread), &allowed).ok()?;
    }
    Some(())
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
fn allowed() -> usize {
    0
}

#[cfg(not(target_os = "linux"))]
fn send_away(_: usize, _: usize) -> Option<()> {
    None
}

#[cfg(not(target_os = "linux"))]
fn current() -> Option<usize> {
    None
}

#[cfg(not(target_os = "linux"))]
fn leave(_: usize, _: impl Fn(usize) -> bool) -> Option<usize> {
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::{sched_getaffinity, sched_getcpu};

    use super::*;

    #[test]
    fn who_has_begun_may_go_wherever_the_caller_may() -> Result<(), Box<dyn std::error::Error>> {
        let allowed = sched_getaffinity(None)?;
        for thread in crew(1, &Arc::new(Cores::of(2)))?.broadcast(|_| sched_getaffinity(None)) {
            assert_eq!(thread?, allowed);
        }
        Ok(())
    }

    #[test]
    fn two_buffers_for_each_worker_are_made_ready_and_then_work_is_looked_out_for() {
        let ready = Ready::for_workers(2);
        let long = Duration::from_secs(600);
        thread::scope(|scope| {
            scope.spawn(|| ready.prepare(100_000, long));
            scope.spawn(|| ready.prepare(100_000, long));
            let mut buffers = Vec::new();
            while buffers.len() < 4 {
                buffers.extend(ready.buffer());
                thread::yield_now();
            }
            assert!(buffers.iter().all(|buffer| buffer.capacity() >= 100_000));
            ready.begin_work();
        });
        assert!(ready.buffer().is_none());
    }

    #[test]
    fn nothing_is_made_ready_once_there_is_work_or_no_time_is_left() {
        let (working, late) = (Ready::for_workers(2), Ready::for_workers(2));
        working.begin_work();
        working.prepare(100, Duration::from_secs(600));
        assert!(working.buffer().is_none());
        late.prepare(100, Duration::ZERO);
        assert!(late.buffer().is_none());
    }

    #[test]
    fn who_stands_by_is_of_his_caller_and_as_many_as_were_called() -> Result<(), Box<dyn std::error::Error>> {
        if allowed() < 2 {
            assert!(Standby::call(2, 100).is_none());
            return Ok(());
        }
        let standby = Standby::call(2, 100).ok_or("nobody stands by")?;
        assert!(standby.is_of(2));
        assert!(!standby.is_of(3));
        assert!(!thread::scope(|scope| scope.spawn(|| standby.is_of(2)).join()).map_err(|_| "it panicked")?);
        Ok(())
    }

    #[test]
    fn nobody_stands_by_where_there_are_fewer_cores() {
        assert!(Standby::call(1 << 20, 100).is_none());
        assert!(Standby::call(1, 100).is_none());
    }

    #[test]
    fn who_shares_a_core_leaves_it_where_one_is_free() -> Result<(), Box<dyn std::error::Error>> {
        let allowed = sched_getaffinity(None)?;
        let cores = Cores::of(2);
        if allowed.count() == 1 {
            assert!(cores.seen.is_empty());
            return Ok(());
        }
        let [own, other] = &*cores.seen else { return Err("not two".into()) };
        // The system may put this thread elsewhere at any moment: what it was seen on is all that can be relied on.
        other.store(sched_getcpu(), Ordering::Relaxed);
        cores.keep_apart();
        let (own, other) = (own.load(Ordering::Relaxed), other.load(Ordering::Relaxed));
        assert!(allowed.is_set(own));
        assert_ne!(own, other);
        assert_eq!(sched_getaffinity(None)?, allowed);
        Ok(())
    }

    #[test]
    fn the_caller_may_be_of_whatever_pool() -> io::Result<()> {
        let pool = crew(2, &Arc::new(Cores::of(1)))?;
        let seats = pool.install(|| {
            let cores = Cores::of(2);
            let own = cores.seat();
            (own, rayon::join(|| cores.seat(), || cores.seat()).0)
        });
        assert_eq!(seats, (Seat::Caller, Seat::Caller));
        Ok(())
    }

    #[test]
    fn more_threads_than_cores_are_left_to_the_system() {
        assert!(Cores::of(1 << 20).seen.is_empty());
    }

    #[test]
    fn who_finds_no_core_free_stays() -> Result<(), Box<dyn std::error::Error>> {
        let allowed = sched_getaffinity(None)?;
        assert_eq!(leave(sched_getcpu(), |_| false), None);
        assert_eq!(sched_getaffinity(None)?, allowed);
        Ok(())
    }
}
