//! How the input is taken in.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crate::input::{Encodings, Limits, Opening, Shard};

/// How the input is taken in.
#[derive(Clone, Debug)]
pub struct Intake {
    /// How many chunks are worked on at once.
    pub jobs: NonZeroUsize,
    /// The games of each file that are wanted, by number.
    pub games: Option<RangeInclusive<u64>>,
    /// Bytes per chunk; half as many of a source that is unpacked.
    pub chunk_size: usize,
    /// The largest window a decoder may hold, in bytes.
    pub max_window: u64,
    /// The part of the one file named that is read, where not all of it is.
    pub shard: Option<Shard>,
    /// What is beyond ASCII in which file.
    pub encodings: Encodings,
}

impl Default for Intake {
    /// Everything, by one worker.
    fn default() -> Self {
        Self {
            jobs: NonZeroUsize::MIN,
            games: None,
            chunk_size: Limits::default().target,
            max_window: Opening::default().max_window,
            shard: None,
            encodings: Encodings::default(),
        }
    }
}
