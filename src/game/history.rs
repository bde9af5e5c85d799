//! Repetition: how often each position has occurred.
//!
//! A capture or a pawn move makes every earlier position unreachable. So only positions of the run since then are compared,
//! every second one from the fourth ply back, and only if the low bits of a key occurred in the run. A run longer than
//! [`LONG_RUN`] plies is counted in a hash table, so that the cost of a ply stays constant.

/// In plies.
const LONG_RUN: usize = 256;

/// The number of low bits of a key that are compared first.
const SEEN_BITS: u32 = 9;

/// The fewest plies in which the same men can stand on the same squares three times with the same player on move.
pub(crate) const PLIES_OF_TWO_RETURNS: usize = 8;

/// The keys of the positions of one game, and how often each has occurred.
///
/// Position numbers continue from game to game, so that `seen` need not be cleared between games.
#[derive(Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    /// By the low bits of a key: the number of the last position with these bits.
    seen: Box<[u32; 1 << SEEN_BITS]>,
    /// The number of the first position of the game.
    first: u32,
    last_again: Again,
    long_run: Option<LongRun>,
    stride: Stride,
    pub(super) has_repetition: bool,
    /// The ply at which a run without an irreversible move first had [`PLIES_OF_TWO_RETURNS`] plies.
    pub(super) two_returns_ply: Option<usize>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            keys: Vec::new(),
            seen: Box::new([0; 1 << SEEN_BITS]),
            first: 0,
            last_again: Again::default(),
            long_run: None,
            stride: Stride::default(),
            has_repetition: false,
            two_returns_ply: None,
        }
    }
}

/// The last position that had occurred before: the number of positions then, and its number of occurrences.
#[derive(Debug, Default, Clone, Copy)]
struct Again {
    positions: usize,
    count: u32,
}

/// Occurrences in a run of more than [`LONG_RUN`] plies, by a hash table with linear probing.
#[derive(Debug)]
struct LongRun {
    /// The index of the first position of the run.
    start: usize,
    /// For each position of the run its number of occurrences up to then.
    counts: Vec<u32>,
    /// The slots: the last position of a key, from 1 within the run, or 0 if the slot is empty. The length is a power of
    /// two.
    slots: Vec<u32>,
    distinct_keys: usize,
}

impl LongRun {
    fn from(start: usize) -> Self {
        Self { start, counts: Vec::new(), slots: vec![0; 2 * LONG_RUN], distinct_keys: 0 }
    }

    /// Counts the positions added since the last call. `keys` are all keys of the run. Returns the occurrences of the last.
    fn count(&mut self, keys: &[u64]) -> u32 {
        for key in keys.iter().skip(self.counts.len()) {
            if self.distinct_keys >= self.slots.len() / 8 * 7 {
                self.grow(keys);
            }
            let slot = self.slot(keys, *key);
            let before =
                self.slots.get(slot).and_then(|last| self.counts.get((*last as usize).checked_sub(1)?));
            let count = before.copied().unwrap_or_default() + 1;
            self.distinct_keys += usize::from(count == 1);
            self.counts.push(count);
            self.set_slot(slot, self.counts.len());
        }
        self.counts.last().copied().unwrap_or(1)
    }

    /// The slot of a key, or the empty slot where it belongs.
    #[allow(clippy::cast_possible_truncation)] // masked to the number of slots
    fn slot(&self, keys: &[u64], key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = key as usize & mask;
        while let Some(last) = self.slots.get(slot)
            && let Some(index) = (*last as usize).checked_sub(1)
            && keys.get(index) != Some(&key)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    fn set_slot(&mut self, slot: usize, position: usize) {
        if let Some(last) = self.slots.get_mut(slot) {
            *last = position as u32;
        }
    }

    /// Doubles the number of slots.
    fn grow(&mut self, keys: &[u64]) {
        let slots = 2 * self.slots.len();
        self.slots.fill(0);
        self.slots.resize(slots, 0);
        for (index, key) in keys.iter().enumerate().take(self.counts.len()) {
            self.set_slot(self.slot(keys, *key), index + 1);
        }
    }
}

/// Which earlier positions can be the same: every second one if turns alternated throughout the run, else every one.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Stride {
    #[default]
    EverySecond,
    Every,
}

impl History {
    pub(crate) fn start(&mut self, key: u64) {
        self.first = self.next_number();
        // Restart the numbers before they can overflow within a game.
        if self.first == 0 || self.first >= u32::MAX / 2 {
            self.first = 1;
            self.seen.fill(0);
        }
        self.last_again = Again::default();
        self.keys.clear();
        self.see(key, self.first);
        self.keys.push(key);
        self.long_run = None;
        self.stride = Stride::EverySecond;
        self.has_repetition = false;
        self.two_returns_ply = None;
    }

    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    fn next_number(&self) -> u32 {
        self.first + self.keys.len() as u32
    }

    /// Notes the position of a number and returns the number of the last one with the same low bits.
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // nine bits
    fn see(&mut self, key: u64, number: u32) -> u32 {
        let slot = &mut self.seen[key as usize & ((1 << SEEN_BITS) - 1)];
        std::mem::replace(slot, number)
    }

    /// Notes that turns may no longer alternate.
    pub(crate) fn note_turn_out_of_order(&mut self) {
        self.stride = Stride::Every;
    }

    /// Adds the position after a move, `halfmove` plies after the last irreversible one. Returns how often the position has
    /// occurred, including this time.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, halfmove: u32) -> u32 {
        let number = self.next_number();
        // No branch on whether a move is irreversible: it could not be predicted.
        let run = halfmove.min(number - self.first);
        let seen = self.see(key, number);
        if run as usize == PLIES_OF_TWO_RETURNS {
            self.two_returns_ply.get_or_insert(self.keys.len());
        }
        self.keys.push(key);
        if seen >= number - run { self.count(key, run as usize) } else { 1 }
    }

    /// The occurrences of the last position, whose low bits occurred before in a run of `run` plies.
    #[inline(never)]
    fn count(&mut self, key: u64, run: usize) -> u32 {
        // A position recurs after four plies at the earliest.
        if run < 4 {
            return 1;
        }
        let start = self.keys.len() - 1 - run;
        let count = if run > LONG_RUN { self.count_in_table(start) } else { self.count_in_run(key, start) };
        self.has_repetition |= count > 1;
        self.last_again = Again { positions: self.keys.len(), count };
        count
    }

    /// How often the last position has occurred.
    pub(crate) fn last_count(&self) -> u32 {
        if self.last_again.positions == self.keys.len() { self.last_again.count } else { 1 }
    }

    pub(crate) fn is_alternate(&self) -> bool {
        self.stride == Stride::EverySecond
    }

    /// The occurrences of the last position, with this key, in its run, which begins at the index `start`.
    #[inline]
    fn count_in_run(&self, key: u64, start: usize) -> u32 {
        let run = self.keys.get(start..).unwrap_or_default();
        if self.stride == Stride::Every {
            return run.iter().map(|other| u32::from(*other == key)).sum();
        }
        run.rchunks(2).filter_map(<[u64]>::last).map(|other| u32::from(*other == key)).sum()
    }

    #[cold]
    fn count_in_table(&mut self, start: usize) -> u32 {
        let run = self.long_run.take().filter(|run| run.start == start);
        let run = self.long_run.insert(run.unwrap_or_else(|| LongRun::from(start)));
        run.count(self.keys.get(start..).unwrap_or_default())
    }

    /// Reserves memory for this many positions in total.
    pub(crate) fn reserve_to(&mut self, positions: usize) {
        self.keys.reserve_exact(positions.saturating_sub(self.keys.len()));
    }

    pub(crate) fn shrink_to(&mut self, positions: usize) {
        self.keys.clear();
        self.keys.shrink_to(positions);
        self.long_run = None;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::{History, LongRun};

    fn counted(keys: &[u64]) -> Vec<u32> {
        let mut history = History::default();
        history.start(keys[0]);
        (1u32..).zip(&keys[1..]).map(|(halfmove, key)| history.push(*key, halfmove)).collect()
    }

    #[test]
    fn every_second_position_is_compared() {
        assert_eq!(counted(&[1, 2, 3, 4, 1, 2, 3, 4, 1]), [1, 1, 1, 2, 2, 2, 2, 3]);
    }

    #[test]
    fn an_irreversible_move_begins_a_new_run() {
        let mut history = History::default();
        history.start(1);
        for (key, halfmove) in [(2, 1), (3, 2), (4, 3), (1, 0), (2, 1), (3, 2), (4, 3)] {
            assert_eq!(history.push(key, halfmove), 1);
        }
        assert_eq!(history.push(1, 4), 2);
    }

    #[test]
    fn positions_of_an_earlier_game_do_not_count() {
        let mut history = History::default();
        for _ in 0..3 {
            history.start(1);
            for (key, halfmove) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7)] {
                assert_eq!(history.push(key, halfmove), 1);
            }
            assert!(!history.has_repetition);
            assert_eq!(history.push(1, 8), 2);
        }
    }

    #[test]
    fn keys_with_equal_low_bits_are_distinguished() {
        let keys: Vec<u64> = (0..300).map(|index| index << 32).collect();
        assert!(counted(&keys).iter().all(|count| *count == 1));
    }

    #[test]
    fn long_runs_are_counted_like_a_hash_map() {
        let mut random = 1_u64;
        for different in [3, 300, 30_000] {
            let keys: Vec<u64> = (0..20_000)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    // Equal in the low bits that a small table uses.
                    ((random >> 33) % different) << 20
                })
                .collect();
            let mut times = HashMap::new();
            let mut run = LongRun::from(0);
            for counted in 1..=keys.len() {
                let times = times.entry(keys[counted - 1]).or_insert(0);
                *times += 1;
                // The count is not requested at every ply.
                if counted % 7 == 0 || counted == 1 {
                    assert_eq!(run.count(&keys[..counted]), *times, "{counted} of {different}");
                }
            }
        }
    }

    #[test]
    fn long_runs_are_counted_like_short_ones() {
        let cycle: Vec<u64> = (0..2000).map(|i| i % 10).collect();
        let counts = counted(&cycle);
        for (index, count) in counts.iter().enumerate() {
            assert_eq!(*count as usize, (index + 1) / 10 + 1, "at {index}");
        }
    }
}
