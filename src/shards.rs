//! Cuts a file into shards, in one pass that counts its games and lines.
//!
//! A plain file is cut at the chunk boundaries of an audit, so that a shard and the whole file are read as the same chunks. A
//! compressed file is cut between frames. Each shard is read as an audit of it is, from its first game on, and counted.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

use thiserror::Error;

use crate::audit::run::{Ledger, Numbering, Task, TextEnd, run};
use crate::audit::{InputOptions, NoProgress, Places};
use crate::game::Record;
use crate::input::{
    FileRange, FirstNumbers, FrameSeams, InputError, SeekableSource, Shard, ShardNumbering, ShardRequest,
    Source,
};

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
    let file = source.open_seekable().map_err(|error| uncut(error.why.to_string()))?;
    if file.is_compressed() {
        return cut_between_frames(source, file, target, settings);
    }
    let size = file.size;
    let all = FileRange { offset: 0, length: size };
    let CutSettings { jobs, chunk_size } = settings;
    let intake = InputOptions {
        jobs,
        chunk_size,
        shard: Some(Shard {
            range: all,
            numbers: ShardNumbering::NumberedInFile(FirstNumbers::WHOLE_FILE),
            seams: None,
        }),
        ..InputOptions::default()
    };
    let mut cutting = Cutting { target, starts: vec![(0, FirstNumbers::WHOLE_FILE)] };
    run(&Counting, &intake, std::iter::once(Ok(source.clone().into())), &mut cutting, &NoProgress)
        .map_err(|error| uncut(error.to_string()))?;
    Ok(cutting.shards(size))
}

/// The shards of a compressed file. Each begins at a frame.
fn cut_between_frames(
    source: &Source,
    mut file: SeekableSource,
    target: u64,
    settings: CutSettings,
) -> Result<Vec<Shard>, CutError> {
    let uncut = |why: String| CutError { file: Arc::clone(&source.name), why };
    let unread = |error: InputError| uncut(error.why.to_string());
    let CutSettings { jobs, chunk_size } = settings;
    let mut shards: Vec<Shard> = Vec::new();
    let (mut start, mut first, mut text) = (0, FirstNumbers::WHOLE_FILE, 0);
    while start < file.size || shards.is_empty() {
        let end = file.frame_after(start, target.max(1)).map_err(unread)?;
        let range = FileRange { offset: start, length: end.saturating_sub(start) };
        let shard = file.shard(ShardRequest::OfFrames(range, first, text)).map_err(unread)?;
        let intake = InputOptions { jobs, chunk_size, shard: Some(shard), ..InputOptions::default() };
        let mut counted = Counted { games: 0, end: TextEnd { offset: text, lines_before: first.line - 1 } };
        run(&Counting, &intake, std::iter::once(Ok(source.clone().into())), &mut counted, &NoProgress)
            .map_err(|error| uncut(error.to_string()))?;
        match shards.last_mut().filter(|_| counted.games == 0) {
            // No game begins in these frames: they have the end of the last game of the shard before.
            Some(before) => {
                before.range.length += range.length;
                before.seams = shard
                    .seams
                    .zip(before.seams)
                    .map(|(last, first)| FrameSeams { after: last.after, ..first });
            }
            None => shards.push(shard),
        }
        first = FirstNumbers { game: first.game + counted.games, line: counted.end.lines_before + 1 };
        (start, text) = (end, counted.end.offset);
    }
    Ok(shards)
}

/// The games and lines of a shard.
struct Counted {
    games: u64,
    end: TextEnd,
}

impl Ledger<()> for Counted {
    fn game(&mut self, (): &mut (), _: &Numbering, _: &Places<'_>) -> io::Result<()> {
        self.games += 1;
        Ok(())
    }

    fn ended(&mut self, end: TextEnd) {
        self.end = end;
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> io::Result<()> {
        Err(io::Error::other(why.to_owned()))
    }
}

/// The task of a run that only counts games.
struct Counting;

impl Task for Counting {
    type Buffers = ();
    type Game = ();

    fn game(&self, (): &mut (), _: &mut Record, _: &Places<'_>, _: u16) {}
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
            seams: None,
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
