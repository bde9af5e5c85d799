//! A source being read, chunk by chunk.

use std::io;
use std::sync::Arc;

use crate::encoding::Encoding;
use crate::input::{Chunk, Chunks, Encodings, Format, InputError, Limits, Opening, Source, Unpacked};

use super::entry::Entry;

/// How sources are read.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub(super) opening: &'a Opening,
    pub(super) limits: Limits,
    pub(super) encodings: &'a Encodings,
}

/// A source being read.
pub(super) struct Reading {
    pub(super) chunks: Chunks<Unpacked>,
    pub(super) encoding: Encoding,
}

/// What is told of a source before its games.
pub(super) struct Heading {
    pub(super) name: Arc<str>,
    /// How long it is before unpacking, in bytes, where that is known.
    pub(super) size: Option<u64>,
    /// The format that it is of by its name alone.
    pub(super) packed_by_name: Option<Format>,
}

/// A source that was to be opened.
pub(super) struct Opened {
    /// `None` where what was named leads to no source.
    pub(super) heading: Option<Heading>,
    pub(super) reading: Result<Reading, InputError>,
}

impl Means<'_> {
    pub(super) fn open(&self, source: Result<Source, InputError>) -> Opened {
        let source = match source {
            Ok(source) => source,
            Err(error) => return Opened { heading: None, reading: Err(error) },
        };
        let reading = Chunks::open(&source, self.opening, self.limits)
            .map(|chunks| Reading { chunks, encoding: self.encodings.of(&source.name) });
        let chunks = reading.as_ref().ok().map(|reading| &reading.chunks);
        let heading = Heading {
            size: chunks.and_then(Chunks::size),
            packed_by_name: chunks.and_then(Chunks::packed_by_name_alone),
            name: source.name,
        };
        Opened { heading: Some(heading), reading }
    }
}

impl Reading {
    /// Whether it is known before reading that there is more than a chunk.
    pub(super) fn is_long(&self) -> bool {
        self.chunks.size().is_some_and(|size| size > self.chunks.target() as u64)
    }

    pub(super) fn next_chunk<Game>(&mut self, entry: &mut Entry<'_, Game>) -> io::Result<Option<Chunk>> {
        match self.chunks.next() {
            None => Ok(None),
            Some(Ok(chunk)) => Ok(Some(chunk)),
            Some(Err(error)) => {
                entry.unreadable(&error)?;
                Ok(None)
            }
        }
    }
}
