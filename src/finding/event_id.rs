//! The number of an event, by which a finding names the event of its game that it is about.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The number of an event of a game, in the order of time, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct EventId(u32);

impl EventId {
    #[allow(clippy::cast_possible_truncation)] // a game has fewer events than a chunk has bytes
    pub(crate) const fn of(index: usize) -> Self {
        Self(index as u32)
    }

    /// The index of the event in the order of time.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
