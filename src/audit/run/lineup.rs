//! The sources that are still to be read.

use std::collections::VecDeque;

use crate::input::{InputError, Source};

/// In bytes: the longest source that one worker reads alone where others read others meanwhile.
const SHORT: u64 = 1 << 20;

/// In bytes of all of them, and in sources: from where on others are called for short ones.
const MUCH: u64 = 128 << 10;
const MANY: usize = 16;

/// The sources that are still to be read, in order; the next of them are looked at before they are taken.
pub(super) struct Lineup<S> {
    sources: S,
    next: VecDeque<Next>,
}

/// A source that is to be read next.
enum Next {
    /// A plain file of so many bytes, few.
    Short {
        source: Source,
        size: u64,
    },
    Other(Result<Source, InputError>),
}

impl<S: Iterator<Item = Result<Source, InputError>>> Lineup<S> {
    pub(super) fn new(sources: S) -> Self {
        Self { sources, next: VecDeque::new() }
    }

    /// Looks at one source more, if there is one.
    fn look_further(&mut self) -> Option<&Next> {
        let source = self.sources.next()?;
        let size = source.as_ref().ok().and_then(Source::plain_size).filter(|size| *size <= SHORT);
        self.next.push_back(match (source, size) {
            (Ok(source), Some(size)) => Next::Short { source, size },
            (source, _) => Next::Other(source),
        });
        self.next.back()
    }

    /// Whether short ones are to be read next, and so much that it takes longer than to call others.
    pub(super) fn begins_with_short_ones(&mut self) -> bool {
        let (mut count, mut bytes) = (0, 0);
        loop {
            let next = if count < self.next.len() { self.next.get(count) } else { self.look_further() };
            let Some(Next::Short { size, .. }) = next else { return false };
            count += 1;
            bytes += size;
            if count >= MANY || count > 1 && bytes >= MUCH {
                return true;
            }
        }
    }

    /// Looks at the next, if nobody has.
    fn look(&mut self) {
        if self.next.is_empty() {
            self.look_further();
        }
    }

    /// The next, if it is short.
    pub(super) fn next_short(&mut self) -> Option<ShortSource> {
        self.look();
        match self.next.pop_front()? {
            Next::Short { source, size } => Some(ShortSource { source, size }),
            other @ Next::Other(_) => {
                self.next.push_front(other);
                None
            }
        }
    }

    /// The next, whatever it is.
    pub(super) fn next(&mut self) -> Option<Result<Source, InputError>> {
        self.look();
        Some(match self.next.pop_front()? {
            Next::Short { source, .. } => Ok(source),
            Next::Other(source) => source,
        })
    }
}

/// A plain file that is read by one worker alone.
pub(super) struct ShortSource {
    pub(super) source: Source,
    /// In bytes, when it was looked at.
    pub(super) size: u64,
}
