//! A file cut into shards by one pass that counts its games and lines.
//!
//! Shards are cut where the chunks of an audit are, so that a shard is read as the same chunks wherever it is read.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use thiserror::Error;

use crate::audit::run::{Ledger, Numbering, Task, run};
use crate::audit::{Intake, NoProgress, Places};
use crate::game::Record;
use crate::input::{First, Numbers, Shard, Source, Stretch};

/// A file that could not be cut, and why.
#[derive(Debug, Error)]
#[error("{file}: {why}")]
pub struct Uncut {
    /// Its name.
    pub file: Arc<str>,
    /// In words that say what to do.
    pub why: String,
}

/// How a file is read to be cut.
#[derive(Clone, Copy, Debug)]
pub struct CutSettings {
    /// How many chunks are worked on at once.
    pub jobs: NonZeroUsize,
    /// Bytes per chunk: what it is when the shards are audited.
    pub chunk_size: usize,
}

impl Default for CutSettings {
    /// By one worker.
    fn default() -> Self {
        Self { jobs: NonZeroUsize::MIN, chunk_size: Intake::default().chunk_size }
    }
}

/// The shards of a file: each as short as it can be from `target` bytes on, the last whatever is left. A file
/// without games is one shard.
///
/// # Errors
/// The file cannot be read, or only from its beginning.
pub fn cut(source: &Source, target: u64, reading: CutSettings) -> Result<Vec<Shard>, Uncut> {
    let uncut = |why: String| Uncut { file: Arc::clone(&source.name), why };
    let size = source.cuttable().map_err(|error| uncut(error.why.to_string()))?.size();
    let all = Stretch { offset: 0, length: size };
    let CutSettings { jobs, chunk_size } = reading;
    let intake = Intake {
        jobs,
        chunk_size,
        shard: Some(Shard { stretch: all, numbers: Numbers::OfFile(First::OF_ALL) }),
        ..Intake::default()
    };
    let mut cutting = Cutting { target, starts: vec![Start { offset: 0, first: First::OF_ALL }] };
    run(&Counting, &intake, std::iter::once(Ok(source.clone())), &mut cutting, &NoProgress)
        .map_err(|error| uncut(error.to_string()))?;
    Ok(cutting.shards(size))
}

/// Nothing is done with a game: it is counted.
struct Counting;

impl Task for Counting {
    type Clerk = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {}
}

/// Where a shard begins.
#[derive(Clone, Copy)]
struct Start {
    offset: u64,
    first: First,
}

/// The shards begun so far.
struct Cutting {
    target: u64,
    starts: Vec<Start>,
}

impl Cutting {
    fn shards(&self, size: u64) -> Vec<Shard> {
        let ends = self.starts.iter().skip(1).map(|next| next.offset).chain([size]);
        let shard = |(start, end): (&Start, u64)| Shard {
            stretch: Stretch { offset: start.offset, length: end.saturating_sub(start.offset) },
            numbers: Numbers::OfFile(start.first),
        };
        self.starts.iter().zip(ends).map(shard).collect()
    }
}

impl Ledger<()> for Cutting {
    fn game(&mut self, (): &mut (), place: &Numbering, places: &Places<'_>) -> io::Result<()> {
        let begun = self.starts.last().map_or(0, |start| start.offset);
        // All games of a chunk have its offset: where the first begins no shard, no other does.
        let length = places.offset().saturating_sub(begun);
        // Where a shard begins, its first line does: columns count from there.
        if length >= self.target.max(1) && places.begins_line() {
            let first = First { game: place.number, line: place.lines_before + 1 };
            self.starts.push(Start { offset: places.offset(), first });
        }
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> io::Result<()> {
        Err(io::Error::other(why.to_owned()))
    }
}
