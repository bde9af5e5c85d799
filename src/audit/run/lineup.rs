//! The sources that are still to be read.

use std::collections::VecDeque;

use crate::input::{InputError, Source};

use super::reading::{Means, Opened};

/// In bytes: the longest source that one worker reads alone where others read others meanwhile.
const SHORT: u64 = 1 << 20;

/// In bytes of all of them, and in sources: from where on others are called for short ones.
const MUCH: u64 = 128 << 10;
const MANY: usize = 16;

/// The sources that are still to be read, in order; the next of them are looked at before they are taken.
pub(super) struct Lineup<'m, S> {
    sources: S,
    means: Means<'m>,
    next: VecDeque<Next>,
}

/// A source that is to be read next.
enum Next {
    Short(ShortSource),
    /// One that was opened, and is none of them after all: packed, say.
    Opened(Opened),
    Unopened(Result<Source, InputError>),
}

impl<'m, S: Iterator<Item = Result<Source, InputError>>> Lineup<'m, S> {
    pub(super) fn new(sources: S, means: Means<'m>) -> Self {
        Self { sources, means, next: VecDeque::new() }
    }

    /// Looks at one source more, if there is one. What is short is opened: how it is packed its first bytes tell.
    fn look_further(&mut self) -> Option<&Next> {
        let source = self.sources.next()?;
        let size = source.as_ref().ok().and_then(Source::file_size).filter(|size| *size <= SHORT);
        self.next.push_back(match size {
            None => Next::Unopened(source),
            Some(size) => {
                let opened = self.means.open(source);
                if opened.reading.as_ref().is_ok_and(|reading| reading.chunks.format().is_none()) {
                    Next::Short(ShortSource { opened, size })
                } else {
                    Next::Opened(opened)
                }
            }
        });
        self.next.back()
    }

    /// Whether short ones are to be read next, and so much that it takes longer than to call others.
    pub(super) fn begins_with_short_ones(&mut self) -> bool {
        let (mut count, mut bytes) = (0, 0);
        loop {
            let next = if count < self.next.len() { self.next.get(count) } else { self.look_further() };
            let Some(Next::Short(short)) = next else { return false };
            count += 1;
            bytes += short.size;
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
            Next::Short(short) => Some(short),
            other => {
                self.next.push_front(other);
                None
            }
        }
    }

    /// The next, whatever it is.
    pub(super) fn next(&mut self) -> Option<Opened> {
        self.look();
        Some(match self.next.pop_front()? {
            Next::Short(ShortSource { opened, .. }) | Next::Opened(opened) => opened,
            Next::Unopened(source) => self.means.open(source),
        })
    }
}

/// A plain file that is read by one worker alone.
pub(super) struct ShortSource {
    pub(super) opened: Opened,
    /// In bytes, when it was looked at.
    pub(super) size: u64,
}
