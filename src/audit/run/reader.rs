//! The reader: opens the sources in order and cuts their text into chunks.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::encoding::Encoding;
use crate::game::foreign_letters::Letters;
use crate::input::{
    ByFile, Chunks, DecompressedSource, Format, InputError, Limits, OpenOptions, Shard, SourcePosition,
    SourceToRead,
};

use super::intake::InputOptions;
use super::worker::PendingChunk;

/// The greatest number of events in a batch. Sources may be empty or missing, so bytes alone do not limit it.
const MOST_EVENTS: usize = 96;

/// An event of the input. The committer handles the events in their order.
pub(super) enum InputEvent<Game> {
    /// A source begins. If it cannot be opened, `Failed` follows.
    Opened(SourceHeader),
    Chunk(PendingChunk<Game>),
    /// The source cannot be read, or not further.
    Failed(InputError),
    /// A name leads to no source.
    NoSource(InputError),
    /// The source has no more chunks. So many bytes of text, and line ends among them, were dropped after the last.
    Ended {
        dropped: u64,
        newlines: u64,
    },
}

/// Consecutive events that one worker handles: a chunk of a long source, or several short sources.
pub(super) type Batch<Game> = Vec<InputEvent<Game>>;

/// What is known of a source before its games.
pub(super) struct SourceHeader {
    pub(super) name: Arc<str>,
    /// The size before decompression, in bytes, if it is known.
    pub(super) size: Option<u64>,
    /// The format that the name promises, if the bytes are of none.
    pub(super) format_by_name: Option<Format>,
    /// The part of the source that is read, if not all of it is.
    pub(super) shard: Option<Shard>,
}

/// Reads the sources as batches.
pub(super) struct BatchReader<'r, S> {
    sources: S,
    opening: OpenOptions,
    /// The part of the only source that is read.
    shard: Option<Shard>,
    /// The place in the first source at which the run begins.
    resume: Option<SourcePosition>,
    limits: Limits,
    encodings: &'r ByFile<Encoding>,
    letters: &'r ByFile<Letters>,
    codes: &'r ByFile<u16>,
    current: Option<Chunks<DecompressedSource>>,
    /// The piece letters of the current source.
    current_letters: Letters,
    /// The number of the choice of the code for the current source.
    current_code: u16,
    /// The number of sources opened.
    begun: u64,
    /// The number of the source of which the committer wants no more games.
    satisfied: &'r AtomicU64,
    /// The number of bytes of short sources that make a batch.
    batch_size: usize,
    /// Buffers of committed chunks.
    buffers: Vec<Vec<u8>>,
    /// Whether every source was read.
    pub(super) is_at_end: bool,
}

impl<'r, S: Iterator<Item = Result<SourceToRead, InputError>>> BatchReader<'r, S> {
    pub(super) fn new(
        intake: &'r InputOptions,
        sources: S,
        taken: Option<Arc<AtomicU64>>,
        satisfied: &'r AtomicU64,
    ) -> Self {
        Self {
            sources,
            opening: OpenOptions {
                max_window: intake.max_window,
                bytes_read: taken,
                range: None,
                seams: None,
                decoders: intake.jobs,
            },
            shard: intake.shard,
            resume: intake.resume,
            limits: Limits { target: intake.chunk_size, ..Limits::default() },
            encodings: &intake.encodings,
            letters: &intake.letters,
            codes: &intake.codes,
            current: None,
            current_letters: Letters::English,
            current_code: 0,
            begun: 0,
            satisfied,
            // With one job, each chunk is committed before the next is read.
            batch_size: if intake.jobs.get() == 1 { 0 } else { intake.chunk_size / 4 },
            buffers: Vec::new(),
            is_at_end: false,
        }
    }

    /// Receives the buffers of committed chunks.
    pub(super) fn recycle(&mut self, buffers: Vec<Vec<u8>>) {
        self.buffers.extend(buffers);
    }

    pub(super) fn next<Game>(&mut self) -> Option<Batch<Game>> {
        let mut batch = Batch::new();
        let mut bytes = 0;
        while batch.is_empty() || bytes < self.batch_size && batch.len() < MOST_EVENTS {
            if let Some(chunks) = &mut self.current {
                if self.satisfied.load(Ordering::Relaxed) == self.begun {
                    self.current = None;
                    continue;
                }
                if let Some(buffer) = self.buffers.pop() {
                    chunks.recycle(buffer);
                }
                let chunk = chunks.next();
                let encoding = chunks.encoding();
                let goes_on = chunk.as_ref().is_some_and(|chunk| match chunk {
                    Ok(chunk) => !chunk.is_last,
                    Err(error) => error.why.goes_on(),
                });
                batch.extend(chunk.map(|chunk| match chunk {
                    Ok(chunk) => {
                        bytes += chunk.bytes.len();
                        InputEvent::Chunk(PendingChunk::new(
                            chunk,
                            encoding,
                            self.current_letters,
                            self.current_code,
                        ))
                    }
                    Err(error) => InputEvent::Failed(error),
                }));
                if goes_on {
                    break;
                }
                let (dropped, newlines) = chunks.dropped_at_end();
                batch.push(InputEvent::Ended { dropped, newlines });
                self.current = None;
            } else if let Some(source) = self.sources.next() {
                self.open(source, &mut batch);
            } else {
                self.is_at_end = true;
                break;
            }
        }
        Some(batch).filter(|batch| !batch.is_empty())
    }

    fn open<Game>(&mut self, source: Result<SourceToRead, InputError>, batch: &mut Batch<Game>) {
        let (source, shard) = match source {
            Ok(SourceToRead { source, shard }) => (source, shard.or(self.shard)),
            Err(error) => return batch.push(InputEvent::NoSource(error)),
        };
        self.begun += 1;
        self.opening.range = shard.map(|shard| shard.range);
        self.opening.seams = shard.and_then(|shard| shard.seams);
        let encoding = self.encodings.for_file(&source.name);
        let begin = self.resume.take().map(|position| position.offset);
        let opened = Chunks::open_at(&source, &self.opening, self.limits, encoding, begin);
        let chunks = opened.as_ref().ok();
        let header = SourceHeader {
            size: chunks.and_then(Chunks::packed_size),
            format_by_name: chunks.and_then(Chunks::format_by_name_alone),
            name: Arc::clone(&source.name),
            shard,
        };
        batch.push(InputEvent::Opened(header));
        self.current_letters = self.letters.for_file(&source.name);
        self.current_code = self.codes.for_file(&source.name);
        match opened {
            Ok(chunks) => self.current = Some(chunks),
            Err(error) => batch.push(InputEvent::Failed(error)),
        }
    }
}
