//! Searches of future play: can a side still be mated, is an announced mate there, is there perpetual check.
//!
//! The answer is proved by moves, refuted, or undetermined: a search that runs out of its [`Budget`] never guesses.
//! Searches are deterministic because they are bounded by nodes, not by time. Their memory is bounded too.

use std::sync::atomic::{AtomicU64, Ordering};

pub mod dead;
pub mod mate;
pub mod perpetual;

/// Counts the positions that all searches have visited, for displays of progress.
#[derive(Debug, Default)]
pub struct Meter(AtomicU64);

impl Meter {
    /// A search reports its count each time it has visited this many positions.
    const STEP: u64 = 1 << 12;

    /// The number of positions visited so far, rounded down for each search.
    pub fn positions(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Receives the count of one search after each position.
    fn count(&self, nodes: u64) {
        if nodes.is_multiple_of(Self::STEP) {
            self.0.fetch_add(Self::STEP, Ordering::Relaxed);
        }
    }
}

/// The limit of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The number of positions that may be visited.
    pub nodes: u64,
}

impl Budget {
    /// For all searches of one game together: under a second and at most 64 MiB of memory for mates; about a second and at
    /// most 250 MiB for perpetual check, whose positions cost more.
    pub const GAME: Self = Self { nodes: 1_000_000 };

    /// For the slips of the pen in one game: some hundredths of a second.
    pub const SLIPS: Self = Self { nodes: 100_000 };

    /// A limit of `nodes` positions.
    pub const fn of(nodes: u64) -> Self {
        Self { nodes }
    }

    /// The smaller of two limits.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        Self { nodes: self.nodes.min(other.nodes) }
    }

    /// Takes the positions that a search has visited.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes = self.nodes.saturating_sub(nodes);
    }
}
