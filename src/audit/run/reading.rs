//! A source being read, chunk by chunk.

use std::io;

use crate::encoding::Encoding;
use crate::input::{Chunk, Chunks, InputError, Limits, Opening, Source, Unpacked};

use super::entry::Entry;

/// A source being read.
pub(super) struct Reading {
    pub(super) chunks: Chunks<Unpacked>,
    pub(super) encoding: Encoding,
    /// Whether it is known before reading that there is more than a chunk.
    pub(super) is_long: bool,
}

impl Reading {
    /// Opens a source; one that cannot be is told to the ledger.
    pub(super) fn open<Game>(
        source: Result<Source, InputError>,
        opening: &Opening,
        limits: Limits,
        entry: &mut Entry<'_, Game>,
    ) -> io::Result<Option<Self>> {
        let opened = source.and_then(|source| {
            let size = source.size();
            entry.begin(&source, size);
            let encoding = entry.encoding_of(&source.name);
            let is_long = size.is_some_and(|size| size > limits.target as u64);
            let chunks = Chunks::open(&source, opening, limits)?;
            entry.opened(chunks.packed_by_name_alone());
            Ok(Self { chunks, encoding, is_long })
        });
        match opened {
            Ok(reading) => Ok(Some(reading)),
            Err(error) => {
                entry.unreadable(&error)?;
                Ok(None)
            }
        }
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
