//! A set of 128-bit keys of any size.

use std::collections::HashSet;
use std::io;

use super::{Spool, SpoolEntry};

/// Keys in memory at most: the capacity of a hash table of 2^19 slots, about 9 MiB.
const MOST_IN_MEMORY: usize = (1 << 19) / 8 * 7;

/// Keys that are read from disk together.
const PAGE: usize = 256;

const KEY: usize = size_of::<u128>();

#[derive(Debug, Default)]
pub(crate) struct KeySet {
    in_memory: HashSet<u128>,
    spool: Spool,
    /// The pages of each sorted run on disk, each with its first key.
    runs: Vec<Vec<(u128, SpoolEntry)>>,
}

impl KeySet {
    /// Adds a key, and returns whether it is new.
    pub(crate) fn insert(&mut self, key: u128) -> io::Result<bool> {
        if self.contains(key)? {
            return Ok(false);
        }
        if self.in_memory.len() >= MOST_IN_MEMORY {
            self.write_run()?;
        }
        Ok(self.in_memory.insert(key))
    }

    pub(crate) fn contains(&self, key: u128) -> io::Result<bool> {
        if self.in_memory.contains(&key) {
            return Ok(true);
        }
        for pages in &self.runs {
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
        let mut keys: Vec<u128> = self.in_memory.iter().copied().collect();
        keys.sort_unstable();
        let mut pages = Vec::new();
        for page in keys.chunks(PAGE) {
            let bytes: Vec<u8> = page.iter().flat_map(|key| key.to_le_bytes()).collect();
            let slip = self.spool.put(&bytes)?;
            pages.extend(page.first().map(|first| (*first, slip)));
        }
        self.runs.push(pages);
        self.in_memory.clear();
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
        let count = 2 * u32::try_from(MOST_IN_MEMORY).unwrap() + 10;
        for number in 0..count {
            assert!(keys.insert(spread(number)).unwrap(), "{number}");
        }
        assert_eq!((keys.runs.len(), keys.in_memory.len()), (2, 10));
        for number in (0..2 * count).step_by(97) {
            assert_eq!(keys.contains(spread(number)).unwrap(), number < count, "{number}");
        }
        assert!(!keys.insert(spread(0)).unwrap());
    }
}
