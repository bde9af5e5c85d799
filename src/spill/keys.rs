//! A set of keys that says of each whether it came before.

use std::collections::HashSet;
use std::fs::File;
use std::io;

use super::by_place::write_all_at;
use super::read_exact_at;

/// So many keys are gathered before they are written to the file: a set of a power of two is full with seven eighths of it.
const GATHERED: usize = (1 << 14) / 8 * 7;

/// A set of so many is of no usual run.
const FEW: usize = 1 << 11;

/// So many keys have room in a page.
const SLOTS: usize = 64;

/// And so many are to stand in one: by chance some hold more, hardly any all there is room for.
const IN_A_PAGE: u64 = SLOTS as u64 / 2;

/// Pages of the first file: 2 to this power.
const FEWEST_PAGES: u32 = 10;

const KEY: usize = size_of::<u128>();

type Page = [[u8; KEY]; SLOTS];

/// A slot that is free.
const FREE: [u8; KEY] = [0; KEY];

/// Keys of 128 bits that are spread evenly.
#[derive(Debug)]
pub(crate) struct KeySet {
    gathered: HashSet<u128>,
    /// With so many gathered the disk is tried: more, where some had no room there.
    most_gathered: usize,
    /// None until it is needed.
    pages: Option<Pages>,
}

impl Default for KeySet {
    fn default() -> Self {
        Self { gathered: HashSet::new(), most_gathered: GATHERED, pages: None }
    }
}

impl KeySet {
    /// Takes a key in; whether it is new.
    ///
    /// # Errors
    /// What the disk says, asked for the keys before. One that is full is no error: memory is what there is then.
    pub(crate) fn insert(&mut self, key: u128) -> io::Result<bool> {
        if self.holds(key)? {
            return Ok(false);
        }
        match self.gathered.len() {
            FEW => self.gathered.reserve(GATHERED - FEW),
            many if many >= self.most_gathered => self.make_room(),
            _ => {}
        }
        Ok(self.gathered.insert(told(key)))
    }

    /// Whether a key was taken in.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn holds(&self, key: u128) -> io::Result<bool> {
        let key = told(key);
        if self.gathered.contains(&key) {
            return Ok(true);
        }
        self.pages.as_ref().map_or(Ok(false), |pages| pages.hold(key))
    }

    /// Moves what is gathered to the disk, as far as there is room.
    fn make_room(&mut self) {
        let mut keys: Vec<u128> = self.gathered.iter().copied().collect();
        keys.sort_unstable();
        // What was written before the disk was full is known twice, which is no harm.
        if let Ok(without_room) = self.write_down(&keys) {
            self.gathered.clear();
            self.gathered.extend(without_room);
        }
        self.most_gathered = self.gathered.len().saturating_add(self.gathered.len().max(GATHERED));
    }

    fn write_down(&mut self, keys: &[u128]) -> io::Result<Vec<u128>> {
        let mut pages = match self.pages.take() {
            Some(pages) => pages,
            None => Pages::new(FEWEST_PAGES)?,
        };
        let written = pages.reserve(keys.len() as u64).and_then(|()| pages.take_in(keys));
        self.pages = Some(pages);
        written
    }
}

/// A key as it is kept: that of a free slot goes for another.
fn told(key: u128) -> u128 {
    key.max(1)
}

/// The page of a key, of 2 to this power.
fn page_of(key: u128, power: u32) -> u64 {
    u64::try_from(key >> (u128::BITS - power)).unwrap_or_default()
}

/// Keys in a file: each in the page that its highest bits name, in any slot.
#[derive(Debug)]
struct Pages {
    file: File,
    /// How many there are: 2 to this power.
    power: u32,
    keys: u64,
}

impl Pages {
    fn new(power: u32) -> io::Result<Self> {
        let file = tempfile::tempfile()?;
        file.set_len((size_of::<Page>() as u64) << power)?;
        Ok(Self { file, power, keys: 0 })
    }

    fn read(&self, number: u64, page: &mut Page) -> io::Result<()> {
        read_exact_at(&self.file, page.as_flattened_mut(), number * size_of::<Page>() as u64)
    }

    fn write(&mut self, number: u64, page: &Page) -> io::Result<()> {
        write_all_at(&mut self.file, page.as_flattened(), number * size_of::<Page>() as u64)
    }

    fn hold(&self, key: u128) -> io::Result<bool> {
        let mut page = [FREE; SLOTS];
        self.read(page_of(key, self.power), &mut page)?;
        Ok(page.contains(&key.to_le_bytes()))
    }

    /// Makes room for so many keys more.
    fn reserve(&mut self, more: u64) -> io::Result<()> {
        while self.keys + more > IN_A_PAGE << self.power {
            let mut wider = Self::new(self.power + 1)?;
            let mut page = [FREE; SLOTS];
            for number in 0..1 << self.power {
                self.read(number, &mut page)?;
                let mut keys = page.map(u128::from_le_bytes);
                keys.sort_unstable();
                let free = keys.partition_point(|key| *key == 0);
                // A page has room for all of another.
                wider.take_in(keys.get(free..).unwrap_or_default())?;
            }
            *self = wider;
        }
        Ok(())
    }

    /// Takes in keys that are in order; which of them had no room.
    fn take_in(&mut self, keys: &[u128]) -> io::Result<Vec<u128>> {
        let mut without_room = Vec::new();
        let mut page = [FREE; SLOTS];
        let power = self.power;
        for keys in keys.chunk_by(|one, other| page_of(*one, power) == page_of(*other, power)) {
            let Some(number) = keys.first().map(|key| page_of(*key, power)) else { continue };
            self.read(number, &mut page)?;
            let mut taken = 0;
            for key in keys {
                let bytes = key.to_le_bytes();
                if page.contains(&bytes) {
                    continue;
                }
                match page.iter_mut().find(|slot| **slot == FREE) {
                    Some(slot) => {
                        *slot = bytes;
                        taken += 1;
                    }
                    None => without_room.push(*key),
                }
            }
            self.write(number, &page)?;
            self.keys += taken;
        }
        Ok(without_room)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(number: u128) -> u128 {
        xxhash_rust::xxh3::xxh3_128(&number.to_le_bytes())
    }

    #[test]
    fn each_key_is_new_once() {
        let mut keys = KeySet::default();
        let number_of = 100_000;
        for number in 0..number_of {
            assert!(keys.insert(spread(number)).unwrap(), "{number}");
            assert!(!keys.insert(spread(number / 2)).unwrap(), "{number}");
        }
        assert!(keys.gathered.len() <= GATHERED);
        let pages = keys.pages.as_ref().unwrap();
        assert!(pages.power > FEWEST_PAGES);
        assert_eq!(u128::from(pages.keys) + keys.gathered.len() as u128, number_of);
        for number in 0..2 * number_of {
            assert_eq!(keys.holds(spread(number)).unwrap(), number < number_of, "{number}");
        }
    }

    #[test]
    fn none_is_a_key_too() {
        let mut keys = KeySet::default();
        assert_eq!([0, 0].map(|key| keys.insert(key).unwrap()), [true, false]);
    }

    /// Whoever may choose the names of files might choose such.
    #[test]
    fn keys_that_are_not_spread_stay_in_memory() {
        let mut keys = KeySet::default();
        for key in 1..=100_000 {
            assert!(keys.insert(key).unwrap());
        }
        assert_eq!(keys.pages.as_ref().unwrap().keys, SLOTS as u64);
        assert!((1..=100_000).all(|key| !keys.insert(key).unwrap()));
        assert!(keys.insert(100_001).unwrap());
    }

    #[test]
    fn a_disk_that_takes_nothing_leaves_all_in_memory() {
        // What is open for reading only refuses what is written to it, as a full disk does.
        let file = File::open(std::env::current_exe().unwrap()).unwrap();
        let mut keys = KeySet { pages: Some(Pages { file, power: 12, keys: 0 }), ..KeySet::default() };
        for number in 0..100_000 {
            assert!(keys.insert(spread(number)).unwrap());
        }
        assert_eq!(keys.gathered.len(), 100_000);
        assert!((0..100_000).all(|number| !keys.insert(spread(number)).unwrap()));
    }
}
