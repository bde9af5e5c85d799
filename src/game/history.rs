//! Repetition: how often each position has occurred, kept as the game is replayed.
//!
//! An irreversible move (a capture or a pawn move) makes every earlier position unreachable, so only
//! the plies since it are compared, every second of them from the fourth on, and only where the low bits of
//! a key have been seen since then. A run longer than [`LONG_RUN`] plies is counted in a hash table instead,
//! so that the cost per ply stays constant.

/// Plies beyond which a run without an irreversible move is counted in a table.
const LONG_RUN: usize = 256;

/// How many low bits of a key are looked at first.
const SEEN_BITS: u32 = 9;

/// The fewest plies in which a placement can come three times, turn by turn.
pub(crate) const TWO_WAYS_BACK: usize = 8;

/// The keys of the positions of one game, and how often each has occurred.
///
/// Positions are numbered on from game to game, so that what was seen need not be wiped between them.
#[derive(Debug)]
pub(crate) struct History {
    keys: Vec<u64>,
    /// The number of the position that had such low bits of a key last.
    seen: Box<[u32; 1 << SEEN_BITS]>,
    /// The number of the first position of the game.
    first: u32,
    /// How often a position has occurred that has come before, and after how many plies: the last such.
    last_again: Again,
    long_run: Option<LongRun>,
    /// Whether turns alternated throughout the run: then only every second position can be the same.
    stride: Stride,
    /// Whether any position has come twice.
    twice: bool,
    /// After how many plies a run first took [`TWO_WAYS_BACK`].
    long_enough: Option<usize>,
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
            twice: false,
            long_enough: None,
        }
    }
}

/// A position that has come before.
#[derive(Debug, Default, Clone, Copy)]
struct Again {
    plies: usize,
    count: u32,
}

/// The positions of a long run, counted.
#[derive(Debug)]
struct LongRun {
    /// The index of the first position of the run.
    start: usize,
    /// How often the position after each ply of the run had occurred by then.
    times: Vec<u32>,
    /// Where each key came last, counted within the run from 1; 0 is an empty slot. A key stands in the slot that its bits
    /// name or in the next that was empty. A power of two of them.
    last: Vec<u32>,
    /// How many keys there are.
    different: usize,
}

impl LongRun {
    fn from(start: usize) -> Self {
        Self { start, times: Vec::new(), last: vec![0; 2 * LONG_RUN], different: 0 }
    }

    /// Counts those positions of the run that came since the last time, all of whose keys are given; how often the last of
    /// them has occurred.
    fn count(&mut self, keys: &[u64]) -> u32 {
        for key in keys.iter().skip(self.times.len()) {
            if self.different >= self.last.len() / 8 * 7 {
                self.grow(keys);
            }
            let slot = self.slot(keys, *key);
            let before =
                self.last.get(slot).and_then(|last| self.times.get((*last as usize).checked_sub(1)?));
            let times = before.copied().unwrap_or_default() + 1;
            self.different += usize::from(times == 1);
            self.times.push(times);
            self.see(slot, self.times.len());
        }
        self.times.last().copied().unwrap_or(1)
    }

    /// The slot of a key, or the empty one where it is to stand.
    #[allow(clippy::cast_possible_truncation)] // as many bits as there are slots for
    fn slot(&self, keys: &[u64], key: u64) -> usize {
        let mask = self.last.len() - 1;
        let mut slot = key as usize & mask;
        while let Some(last) = self.last.get(slot)
            && let Some(index) = (*last as usize).checked_sub(1)
            && keys.get(index) != Some(&key)
        {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    fn see(&mut self, slot: usize, place: usize) {
        if let Some(last) = self.last.get_mut(slot) {
            *last = place as u32;
        }
    }

    /// Makes twice as many slots.
    fn grow(&mut self, keys: &[u64]) {
        let slots = 2 * self.last.len();
        self.last.fill(0);
        self.last.resize(slots, 0);
        for (index, key) in keys.iter().enumerate().take(self.times.len()) {
            self.see(self.slot(keys, *key), index + 1);
        }
    }
}

/// Which earlier positions can be the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Stride {
    #[default]
    EverySecond,
    Every,
}

impl History {
    /// Begins a game at the position with this key.
    pub(crate) fn start(&mut self, key: u64) {
        self.first = self.next_number();
        // Numbers that could run out within the game begin anew.
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
        self.twice = false;
        self.long_enough = None;
    }

    /// The number of the position that comes next.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // a chunk holds fewer moves than bytes
    fn next_number(&self) -> u32 {
        self.first + self.keys.len() as u32
    }

    /// Notes the key of the position of a number; returns that of the last one with the same low bits.
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // nine bits
    fn see(&mut self, key: u64, number: u32) -> u32 {
        let slot = &mut self.seen[key as usize & ((1 << SEEN_BITS) - 1)];
        std::mem::replace(slot, number)
    }

    /// From here on turns may not alternate.
    pub(crate) fn turns_broken(&mut self) {
        self.stride = Stride::Every;
    }

    /// Takes the position after a move, so many plies after an irreversible one. Returns how often the position has
    /// occurred, this time included.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, halfmove: u32) -> u32 {
        let number = self.next_number();
        // Whether a move is irreversible nobody can foresee: no branch hangs on it.
        let run = halfmove.min(number - self.first);
        let seen = self.see(key, number);
        if run as usize == TWO_WAYS_BACK {
            self.long_enough.get_or_insert(self.keys.len());
        }
        self.keys.push(key);
        if seen >= number - run { self.count(key, run as usize) } else { 1 }
    }

    /// How often a position has occurred whose low bits have come before in a run of so many plies.
    #[inline(never)]
    fn count(&mut self, key: u64, run: usize) -> u32 {
        // The shortest way back takes four plies.
        if run < 4 {
            return 1;
        }
        let start = self.keys.len() - 1 - run;
        let count = if run > LONG_RUN { self.count_in_table(start) } else { self.count_in_run(key, start) };
        self.twice |= count > 1;
        self.last_again = Again { plies: self.keys.len(), count };
        count
    }

    /// How often the position last taken has occurred.
    pub(crate) fn last_count(&self) -> u32 {
        if self.last_again.plies == self.keys.len() { self.last_again.count } else { 1 }
    }

    /// Whether any position has come twice.
    pub(crate) fn any_twice(&self) -> bool {
        self.twice
    }

    /// After how many plies a run without an irreversible move first took [`TWO_WAYS_BACK`], if one did.
    pub(crate) fn long_enough(&self) -> Option<usize> {
        self.long_enough
    }

    /// Whether turns alternated throughout.
    pub(crate) fn is_alternate(&self) -> bool {
        self.stride == Stride::EverySecond
    }

    /// How often the last position, with this key, occurs among the positions of its run, which begins at an index.
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
        let long = self.long_run.take().filter(|long| long.start == start);
        let long = self.long_run.insert(long.unwrap_or_else(|| LongRun::from(start)));
        long.count(self.keys.get(start..).unwrap_or_default())
    }

    /// Makes room for so many positions in all.
    pub(crate) fn reserve_to(&mut self, positions: usize) {
        self.keys.reserve_exact(positions.saturating_sub(self.keys.len()));
    }

    /// Gives back memory for more than so many positions.
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
    fn an_irreversible_move_starts_anew() {
        let mut history = History::default();
        history.start(1);
        for (key, halfmove) in [(2, 1), (3, 2), (4, 3), (1, 0), (2, 1), (3, 2), (4, 3)] {
            assert_eq!(history.push(key, halfmove), 1);
        }
        assert_eq!(history.push(1, 4), 2);
    }

    #[test]
    fn nothing_is_seen_from_the_game_before() {
        let mut history = History::default();
        for _ in 0..3 {
            history.start(1);
            for (key, halfmove) in [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 7)] {
                assert_eq!(history.push(key, halfmove), 1);
            }
            assert!(!history.any_twice());
            assert_eq!(history.push(1, 8), 2);
        }
    }

    #[test]
    fn keys_alike_in_their_low_bits_are_told_apart() {
        let keys: Vec<u64> = (0..300).map(|index| index << 32).collect();
        assert!(counted(&keys).iter().all(|count| *count == 1));
    }

    #[test]
    fn long_runs_count_as_a_map_does() {
        let mut random = 1_u64;
        for different in [3, 300, 30_000] {
            let keys: Vec<u64> = (0..20_000)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    // Alike in their low bits, as far as a small table looks at them.
                    ((random >> 33) % different) << 20
                })
                .collect();
            let mut times = HashMap::new();
            let mut run = LongRun::from(0);
            for counted in 1..=keys.len() {
                let times = times.entry(keys[counted - 1]).or_insert(0);
                *times += 1;
                // Not all plies are asked about.
                if counted % 7 == 0 || counted == 1 {
                    assert_eq!(run.count(&keys[..counted]), *times, "{counted} of {different}");
                }
            }
        }
    }

    #[test]
    fn long_runs_count_the_same() {
        let cycle: Vec<u64> = (0..2000).map(|i| i % 10).collect();
        let counts = counted(&cycle);
        for (index, count) in counts.iter().enumerate() {
            assert_eq!(*count as usize, (index + 1) / 10 + 1, "at {index}");
        }
    }
}
