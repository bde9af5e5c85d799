//! Cuts a file into shards, in one pass that counts its games and lines.
//!
//! Shards are cut at the chunk boundaries of an audit, so that a shard and the whole file are read as the same chunks.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use thiserror::Error;

use crate::audit::run::{Ledger, Numbering, Task, run};
use crate::audit::{InputOptions, NoProgress, Places};
use crate::game::Record;
use crate::input::{FileRange, FirstNumbers, Shard, ShardNumbering, Source};

/// A file that could not be cut, and the reason.
#[derive(Debug, Error)]
#[error("{file}: {why}")]
pub struct CutError {
    file: Arc<str>,
    why: String,
}

/// How a file is read to be cut.
#[derive(Clone, Copy, Debug)]
pub struct CutSettings {
    /// The number of workers.
    pub jobs: NonZeroUsize,
    /// Bytes per chunk, as when the shards are audited.
    pub chunk_size: usize,
}

impl Default for CutSettings {
    fn default() -> Self {
        Self { jobs: NonZeroUsize::MIN, chunk_size: InputOptions::default().chunk_size }
    }
}

/// The shards of a file. Each is as short as possible but at least `target` bytes long, except the last one. A file
/// without games is one shard.
///
/// # Errors
/// The file cannot be read, or can be read only from its beginning.
pub fn cut(source: &Source, target: u64, settings: CutSettings) -> Result<Vec<Shard>, CutError> {
    let uncut = |why: String| CutError { file: Arc::clone(&source.name), why };
    let size = source.open_seekable().map_err(|error| uncut(error.why.to_string()))?.size;
    let all = FileRange { offset: 0, length: size };
    let CutSettings { jobs, chunk_size } = settings;
    let intake = InputOptions {
        jobs,
        chunk_size,
        shard: Some(Shard { range: all, numbers: ShardNumbering::NumberedInFile(FirstNumbers::WHOLE_FILE) }),
        ..InputOptions::default()
    };
    let mut cutting = Cutting { target, starts: vec![(0, FirstNumbers::WHOLE_FILE)] };
    run(&Counting, &intake, std::iter::once(Ok(source.clone())), &mut cutting, &NoProgress)
        .map_err(|error| uncut(error.to_string()))?;
    Ok(cutting.shards(size))
}

/// The task of a run that only counts games.
struct Counting;

impl Task for Counting {
    type Buffers = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>) {}
}

struct Cutting {
    target: u64,
    /// The offset and the first numbers of each shard so far.
    starts: Vec<(u64, FirstNumbers)>,
}

impl Cutting {
    fn shards(&self, size: u64) -> Vec<Shard> {
        let ends = self.starts.iter().skip(1).map(|(next, _)| *next).chain([size]);
        let shard = |(&(offset, first), end): (&(u64, FirstNumbers), u64)| Shard {
            range: FileRange { offset, length: end.saturating_sub(offset) },
            numbers: ShardNumbering::NumberedInFile(first),
        };
        self.starts.iter().zip(ends).map(shard).collect()
    }
}

impl Ledger<()> for Cutting {
    fn game(&mut self, (): &mut (), place: &Numbering, places: &Places<'_>) -> io::Result<()> {
        let start = self.starts.last().map_or(0, |(offset, _)| *offset);
        // All games of a chunk have the chunk's offset, so only the first of them can begin a shard.
        let length = places.offset().saturating_sub(start);
        // A shard begins with a line, because columns are counted from there.
        if length >= self.target.max(1) && places.begins_line() {
            let first = FirstNumbers { game: place.number, line: place.lines_before + 1 };
            self.starts.push((places.offset(), first));
        }
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> io::Result<()> {
        Err(io::Error::other(why.to_owned()))
    }
}
