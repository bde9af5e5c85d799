//! Whether the cores are all a program's own: how long a loop takes that touches registers alone, on all of them at once.
//!
//! A core of a virtual machine may be half of one, the other half being another machine's, for milliseconds on end. Prints
//! the milliseconds of the slowest.

use std::hint::black_box;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

/// Some milliseconds.
const TURNS: u32 = 400_000;

fn main() {
    let cores = cores();
    let together = Barrier::new(cores.len());
    let slowest = thread::scope(|scope| {
        let each: Vec<_> = cores
            .iter()
            .map(|core| {
                scope.spawn(|| {
                    keep_to(*core);
                    together.wait();
                    turns()
                })
            })
            .collect();
        each.into_iter().filter_map(|thread| thread.join().ok()).max()
    });
    println!("{:.4}", slowest.unwrap_or_default().as_secs_f64() * 1e3);
}

/// How long the turns take: more of what does not hang together than a core can do at once, so that whoever shares it is felt.
fn turns() -> Duration {
    let begun = Instant::now();
    let mut words = black_box([1_u64, 2, 3, 4, 5, 6]);
    for _ in 0..TURNS {
        for word in &mut words {
            *word ^= *word << 13;
            *word ^= *word >> 7;
            *word ^= *word << 17;
        }
    }
    black_box(words);
    begun.elapsed()
}

/// Those this program may run on.
#[cfg(target_os = "linux")]
fn cores() -> Vec<usize> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let allowed = sched_getaffinity(None);
    allowed.map_or_else(|_| vec![0], |set| (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect())
}

#[cfg(target_os = "linux")]
fn keep_to(core: usize) {
    use rustix::thread::{CpuSet, sched_setaffinity};

    let mut only = CpuSet::new();
    only.set(core);
    // Where the system will not have it, the loop runs wherever it may.
    let _ = sched_setaffinity(None, &only);
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

#[cfg(not(target_os = "linux"))]
fn keep_to(_: usize) {}
