//! The options of a run that concern its input.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;

use crate::encoding::Encoding;
use crate::game::foreign_letters::Letters;
use crate::input::{ByFile, Limits, OpenOptions, Shard, SourcePosition};

/// The options of the input.
#[derive(Clone, Debug)]
pub struct InputOptions {
    /// The number of batches processed at once.
    pub jobs: NonZeroUsize,
    /// The numbers of the games wanted of each file.
    pub games: Option<RangeInclusive<u64>>,
    /// Bytes per chunk; half as many for a compressed source.
    pub chunk_size: usize,
    /// The largest window a decoder may hold, in bytes.
    pub max_window: u64,
    /// The part of the only file that is read, if not all of it is.
    pub shard: Option<Shard>,
    /// The place in the first source at which the run goes on, if an earlier one read the text before it.
    pub resume: Option<SourcePosition>,
    /// The number of the choice of the code for each file.
    pub codes: ByFile<u16>,
    /// The encoding of the bytes beyond ASCII in each file.
    pub encodings: ByFile<Encoding>,
    /// The language of the piece letters in each file.
    pub letters: ByFile<Letters>,
}

impl Default for InputOptions {
    /// Everything, on one thread.
    fn default() -> Self {
        Self {
            jobs: NonZeroUsize::MIN,
            games: None,
            chunk_size: Limits::default().target,
            max_window: OpenOptions::default().max_window,
            shard: None,
            resume: None,
            codes: ByFile::everywhere(0),
            encodings: ByFile::everywhere(Encoding::Auto),
            letters: ByFile::everywhere(Letters::English),
        }
    }
}

/// A text in memory, and how it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextInMemory<'t> {
    pub bytes: &'t [u8],
    pub encoding: Encoding,
    pub letters: Letters,
    /// The number of the choice of its codes.
    pub code: u16,
    /// Whether its source goes on after it.
    pub is_followed: bool,
}

impl<'t> TextInMemory<'t> {
    /// A text in English letters, judged by the code of the run.
    pub(crate) fn of(bytes: &'t [u8]) -> Self {
        Self { bytes, encoding: Encoding::Auto, letters: Letters::English, code: 0, is_followed: false }
    }
}
