//! The threads that work beside the one that enters, and where they begin.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// So long the caller waits at the most until all have begun.
const LONGEST_BEGINNING: Duration = Duration::from_millis(1);

/// So many threads, each begun on a core of its own where there are so many. There must be work for them at once: a thread
/// that sleeps is often woken on the core of the one that woke it.
///
/// # Errors
/// There are no threads to be had.
pub(super) fn crew(threads: usize) -> io::Result<ThreadPool> {
    let cores = Cores::beside_caller();
    let begun = Arc::new(AtomicUsize::new(0));
    let beginning = {
        let begun = Arc::clone(&begun);
        move |thread: usize| {
            cores.begin_on(thread);
            begun.fetch_add(1, Ordering::Release);
        }
    };
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .start_handler(beginning)
        .build()
        .map_err(io::Error::other)?;
    // Those that are on the caller's core still have to have it, to be able to leave it.
    let called = Instant::now();
    while begun.load(Ordering::Acquire) < threads && called.elapsed() < LONGEST_BEGINNING {
        thread::yield_now();
    }
    Ok(pool)
}

/// The cores that threads begin on.
///
/// Linux may have a thread begin on the core of the one that called it, and leave both there for ten milliseconds while
/// another core idles: on virtual machines it does so as a rule. A thread that has begun goes wherever the system puts it.
#[cfg(target_os = "linux")]
struct Cores {
    /// Those that the caller may run on.
    allowed: rustix::thread::CpuSet,
    /// Those of them that he does not.
    free: Vec<usize>,
}

#[cfg(target_os = "linux")]
impl Cores {
    fn beside_caller() -> Self {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu};

        let allowed = sched_getaffinity(None).unwrap_or_default();
        let own = sched_getcpu();
        let free = (0..CpuSet::MAX_CPU).filter(|core| *core != own && allowed.is_set(*core)).collect();
        Self { allowed, free }
    }

    /// Has this thread, the one of so many from 0, go on on a core that no other begins on.
    fn begin_on(&self, thread: usize) {
        use rustix::thread::{CpuSet, sched_setaffinity};

        let Some(core) = self.free.get(thread) else {
            return;
        };
        let mut only = CpuSet::new();
        only.set(*core);
        // Where the system will not have it, the thread begins where it is.
        if sched_setaffinity(None, &only).is_ok() {
            let _ = sched_setaffinity(None, &self.allowed);
        }
    }
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
struct Cores;

#[cfg(not(target_os = "linux"))]
impl Cores {
    fn beside_caller() -> Self {
        Self
    }

    #[expect(clippy::unused_self, reason = "it is asked as on Linux")]
    fn begin_on(&self, _: usize) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::thread::sched_getaffinity;

    use super::*;

    #[test]
    fn who_has_begun_may_go_wherever_the_caller_may() -> Result<(), Box<dyn std::error::Error>> {
        let allowed = sched_getaffinity(None)?;
        for thread in crew(3)?.broadcast(|_| sched_getaffinity(None)) {
            assert_eq!(thread?, allowed);
        }
        Ok(())
    }

    #[test]
    fn no_thread_begins_on_the_core_of_the_caller() {
        let cores = Cores::beside_caller();
        assert_eq!(u32::try_from(cores.free.len()).ok(), cores.allowed.count().checked_sub(1));
    }
}
