//! Questions about what can still happen, answered by search: can a side still be mated, is an announced
//! mate there, do the checks ever end.
//!
//! Each answer is one of three: shown with moves, refuted, or undetermined. A search that runs out of its
//! [`Budget`] says so and never guesses. Searches are deterministic: they are bounded by nodes, never by time,
//! and their memory is bounded too.

use std::sync::atomic::{AtomicU64, Ordering};

pub mod dead;
pub mod mate;
pub mod perpetual;

/// Counts the positions that searches look at, over all of them, for whoever waits.
#[derive(Debug, Default)]
pub struct Meter(AtomicU64);

impl Meter {
    /// So often it is told.
    const STEP: u64 = 1 << 12;

    /// Positions looked at so far.
    pub fn positions(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// One search has come to so many positions: told now and then.
    fn tell(&self, nodes: u64) {
        if nodes.is_multiple_of(Self::STEP) {
            self.0.fetch_add(Self::STEP, Ordering::Relaxed);
        }
    }
}

/// How far a search may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The positions that may be looked at.
    pub nodes: u64,
}

impl Budget {
    /// For an announced mate: a few seconds, and at most [`mate::TABLE_BYTES`] of memory.
    pub const MATE: Self = Self { nodes: 8_000_000 };
    /// For checks without end: a second or two, and at most 250 MiB of memory.
    pub const PERPETUAL: Self = Self { nodes: 2_000_000 };

    /// So many positions.
    pub const fn of(nodes: u64) -> Self {
        Self { nodes }
    }
}

/// How far the searches may go, each for itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budgets {
    /// For an announced mate.
    pub mate: Budget,
    /// For checks without end.
    pub perpetual: Budget,
}

impl Budgets {
    /// The same number of positions for every search.
    pub const fn of(nodes: u64) -> Self {
        Self { mate: Budget::of(nodes), perpetual: Budget::of(nodes) }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Self { mate: Budget::MATE, perpetual: Budget::PERPETUAL }
    }
}
