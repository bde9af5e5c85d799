//! A set of 128-bit keys of any size.

use std::collections::HashSet;
use std::io;

use super::{Slip, Spool};

/// Keys held in memory at most: what a table of 2^19 slots holds, some 9 MiB.
const HELD: usize = (1 << 19) / 8 * 7;

/// Keys that are read from disk together.
const PAGE: usize = 256;

const KEY: usize = size_of::<u128>();

/// Keys of 128 bits, at most [`HELD`] of them in memory.
#[derive(Debug, Default)]
pub(crate) struct KeySet {
    held: HashSet<u128>,
    spool: Spool,
    /// Keys that were written when memory was full, each run sorted.
    runs: Vec<SortedRun>,
}

/// The pages of a run, each with its first key.
#[derive(Debug)]
struct SortedRun(Vec<(u128, Slip)>);

impl KeySet {
    /// Adds a key, and returns whether it is new.
    ///
    /// # Errors
    /// If the temporary file cannot be read or written.
    pub(crate) fn insert(&mut self, key: u128) -> io::Result<bool> {
        if self.holds(key)? {
            return Ok(false);
        }
        if self.held.len() >= HELD {
            self.write_run()?;
        }
        Ok(self.held.insert(key))
    }

    /// Whether the set contains a key.
    ///
    /// # Errors
    /// If the temporary file cannot be read.
    pub(crate) fn holds(&self, key: u128) -> io::Result<bool> {
        if self.held.contains(&key) {
            return Ok(true);
        }
        for SortedRun(pages) in &self.runs {
            let after = pages.partition_point(|(first, _)| *first <= key);
            let Some((_, slip)) = after.checked_sub(1).and_then(|page| pages.get(page)) else { continue };
            let page = self.spool.get(*slip)?;
            let (keys, _) = page.as_chunks::<KEY>();
            if keys.binary_search_by_key(&key, |bytes| u128::from_le_bytes(*bytes)).is_ok() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn write_run(&mut self) -> io::Result<()> {
        let mut keys: Vec<u128> = self.held.iter().copied().collect();
        keys.sort_unstable();
        let mut pages = Vec::new();
        for page in keys.chunks(PAGE) {
            let bytes: Vec<u8> = page.iter().flat_map(|key| key.to_le_bytes()).collect();
            let slip = self.spool.put(&bytes)?;
            pages.extend(page.first().map(|first| (*first, slip)));
        }
        self.runs.push(SortedRun(pages));
        self.held.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_new_once() {
        let mut keys = KeySet::default();
        let spread = |number: u32| xxhash_rust::xxh3::xxh3_128(&number.to_le_bytes());
        let count = 2 * u32::try_from(HELD).unwrap() + 10;
        for number in 0..count {
            assert!(keys.insert(spread(number)).unwrap(), "{number}");
        }
        assert_eq!((keys.runs.len(), keys.held.len()), (2, 10));
        for number in (0..2 * count).step_by(97) {
            assert_eq!(keys.holds(spread(number)).unwrap(), number < count, "{number}");
        }
        assert!(!keys.insert(spread(0)).unwrap());
    }
}
