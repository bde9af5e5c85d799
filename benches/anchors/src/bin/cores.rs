//! Measures whether all cores are available: the time of a loop in registers, on all of them at once.
//!
//! A core of a virtual machine may be shared with another machine for milliseconds. Prints the milliseconds
//! of the slowest core.
//!
//! `cores --jobs N` runs the loop 150 times on N threads, each taking the next free turn, and prints
//! nothing. It measures the value of several threads on these cores to a program whose threads are
//! independent.

use std::env;
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// About half a millisecond.
const TURNS: u64 = 500_000;

/// Together about as long as the audit of 50 MB of games with clocks.
const TIMES: usize = 150;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    match &*arguments {
        [] => look(),
        [jobs, threads] if jobs == "--jobs" => match threads.parse() {
            Ok(threads) => share(threads),
            Err(_) => return ExitCode::FAILURE,
        },
        _ => return ExitCode::FAILURE,
    }
    ExitCode::SUCCESS
}

/// Runs all turns on this number of threads, including this one, each on its own core if there are enough.
fn share(threads: usize) {
    let cores = if threads > 1 { cores() } else { Vec::new() };
    let taken = AtomicUsize::new(0);
    let work = |thread: usize| {
        if let Some(core) = cores.get(thread) {
            keep_to(*core);
        }
        while taken.fetch_add(1, Ordering::Relaxed) < TIMES {
            turns();
        }
    };
    thread::scope(|scope| {
        for thread in 1..threads {
            scope.spawn(move || work(thread));
        }
        work(0);
    });
}

/// Runs on all cores at once and prints the time of the slowest.
fn look() {
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

/// The time of the turns. They occupy all integer units of a core, so that another user of the core is
/// noticeable: four independent words, each handled differently, so that no compiler merges them into one
/// wide register.
fn turns() -> Duration {
    let begun = Instant::now();
    let [mut a, mut b, mut c, mut d] = black_box([1_u64, 2, 3, 4]);
    for turn in 0..TURNS {
        a = a.rotate_left(5).wrapping_add(turn);
        b = (b ^ turn).wrapping_add(b << 3);
        c = c.wrapping_sub(turn) ^ (c >> 7);
        d = (d | 1).wrapping_add(!turn & d);
    }
    black_box([a, b, c, d]);
    begun.elapsed()
}

/// The cores that this program may use.
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
    // If the system refuses, the loop runs on any core.
    let _ = sched_setaffinity(None, &only);
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<usize> {
    (0..thread::available_parallelism().map_or(1, usize::from)).collect()
}

#[cfg(not(target_os = "linux"))]
fn keep_to(_: usize) {}
