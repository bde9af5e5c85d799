//! How the input is taken in.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};

use crate::input::{Encodings, Limits, Opening, Shard, Source};

use super::crew::Standby;
use super::supply::{IN_FLIGHT, raise_mapping_threshold};

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
    /// Those who work beside the caller, where they were called ahead.
    pub ahead: CalledAhead,
}

impl Intake {
    /// Calls those who work beside the caller before it is known all that they will do, where this source is to be read first
    /// and is plain, and so long that they will be needed: they are there by then, and have buffers ready.
    pub fn call_ahead(&mut self, first: &Source) {
        let jobs = self.jobs.get();
        let all_hold = (self.chunk_size as u64).saturating_mul(jobs as u64).saturating_mul(IN_FLIGHT as u64);
        let is_long = || first.file_size().is_some_and(|size| size > all_hold);
        // For what is packed other buffers are had, beside the decoder.
        let is_plain = || {
            first.packed_by_name().is_none()
                && first.open(&Opening::default()).is_ok_and(|input| input.format().is_none())
        };
        if jobs > 1 && is_long() && is_plain() {
            raise_mapping_threshold(self.chunk_size);
            self.ahead = CalledAhead(Arc::new(Mutex::new(Standby::call(jobs, self.chunk_size))));
        }
    }
}

/// Threads that were called ahead, if any were. The first run that their caller makes with as many has them.
#[derive(Clone, Default)]
pub struct CalledAhead(Arc<Mutex<Option<Standby>>>);

impl CalledAhead {
    pub(super) fn take(&self, jobs: usize) -> Option<Standby> {
        let mut standby = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        standby.take_if(|standby| standby.is_of(jobs))
    }
}

impl fmt::Debug for CalledAhead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CalledAhead").finish_non_exhaustive()
    }
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
            ahead: CalledAhead::default(),
        }
    }
}
