//! Repetition: how often each position has occurred, kept as the game is replayed.
//!
//! An irreversible move (a capture or a pawn move) makes every earlier position unreachable, so only
//! the plies since it are compared, every second of them from the fourth on, and only where the low bits of
//! a key have been seen since then. A run longer than [`LONG_RUN`] plies is counted in a hash table instead,
//! so that the cost per ply stays constant.

use std::collections::HashMap;

/// Plies beyond which a run without an irreversible move is counted in a table.
const LONG_RUN: usize = 256;

/// How many low bits of a key are looked at first.
const SEEN_BITS: u32 = 9;

/// The fewest plies in which a placement can come three times, turn by turn.
pub(super) const TWO_WAYS_BACK: usize = 8;

/// When the low bits of a key were seen last, by a number that grows from position to position and from game
/// to game, so that nothing need be wiped.
#[derive(Debug)]
struct LastSeen {
    numbers: Box<[u32; 1 << SEEN_BITS]>,
    /// The number of the first position of the game.
    first: u32,
}

impl Default for LastSeen {
    fn default() -> Self {
        Self { numbers: Box::new([0; 1 << SEEN_BITS]), first: 1 }
    }
}

impl LastSeen {
    /// Begins a game, after one of so many positions.
    fn start(&mut self, positions: usize) {
        let next = u32::try_from(positions).ok().and_then(|positions| self.first.checked_add(positions));
        // Numbers that could run out within the game begin anew.
        match next.filter(|next| *next < u32::MAX / 2) {
            Some(next) => self.first = next,
            None => *self = Self::default(),
        }
    }

    /// Notes the key of the position of an index; whether its low bits were seen at `since` or later.
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // nine bits; fewer positions than bytes
    fn see(&mut self, key: u64, index: usize, since: usize) -> bool {
        let slot = &mut self.numbers[key as usize & ((1 << SEEN_BITS) - 1)];
        let before = std::mem::replace(slot, self.first + index as u32);
        before >= self.first + since as u32
    }
}

/// The keys of the positions of one game, and how often each has occurred.
#[derive(Debug, Default)]
pub struct History {
    keys: Vec<u64>,
    seen: LastSeen,
    /// How often the position last taken has occurred.
    last_count: u32,
    /// The first index of the running stretch without an irreversible move.
    run_start: usize,
    long_run: Option<LongRun>,
    /// Whether turns alternated throughout the run: then only every second position can be the same.
    step: Step,
    /// Whether any position has come twice.
    twice: bool,
    /// After how many plies a run first took [`TWO_WAYS_BACK`].
    long_enough: Option<usize>,
}

/// The positions of a long run.
#[derive(Debug)]
struct LongRun {
    /// How often each has occurred.
    times: HashMap<u64, u32>,
    /// The index of the first not yet counted.
    next: usize,
}

/// Which earlier positions can be the same.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Step {
    #[default]
    EverySecond,
    Every,
}

impl History {
    /// Begins a game at the position with this key.
    pub fn start(&mut self, key: u64) {
        self.seen.start(self.keys.len());
        self.keys.clear();
        self.keys.push(key);
        self.seen.see(key, 0, 0);
        self.last_count = 1;
        self.run_start = 0;
        self.long_run = None;
        self.step = Step::EverySecond;
        self.twice = false;
        self.long_enough = None;
    }

    /// From here on turns may not alternate.
    pub fn turns_broken(&mut self) {
        self.step = Step::Every;
    }

    /// Takes the position after a move; `irreversible` where the move was. Returns how often the
    /// position has occurred, this time included.
    #[inline]
    pub fn push(&mut self, key: u64, halfmove: u32) -> u32 {
        let index = self.keys.len();
        if halfmove == 0 {
            self.run_start = index;
            self.long_run = None;
        }
        let run = index - self.run_start;
        if run == TWO_WAYS_BACK && self.long_enough.is_none() {
            self.long_enough = Some(index);
        }
        let seen = self.seen.see(key, index, self.run_start);
        let count = if seen && run >= 4 { self.count(key, run) } else { 1 };
        self.keys.push(key);
        self.last_count = count;
        count
    }

    /// How often a position has occurred that may have come before in a run of so many plies.
    #[inline(never)]
    fn count(&mut self, key: u64, run: usize) -> u32 {
        let count = if run > LONG_RUN { self.count_in_table(key) } else { 1 + self.earlier(key) };
        self.twice |= count > 1;
        count
    }

    /// How often the position last taken has occurred.
    pub fn last_count(&self) -> u32 {
        self.last_count
    }

    /// Whether any position has come twice.
    pub(super) fn any_twice(&self) -> bool {
        self.twice
    }

    /// After how many plies a run without an irreversible move first took [`TWO_WAYS_BACK`], if one did.
    pub(super) fn long_enough(&self) -> Option<usize> {
        self.long_enough
    }

    /// Whether turns alternated throughout.
    pub(super) fn is_alternate(&self) -> bool {
        self.step == Step::EverySecond
    }

    /// How often `key` occurs among the positions of this run that can be the same.
    #[inline]
    fn earlier(&self, key: u64) -> u32 {
        let run = self.keys.get(self.run_start..).unwrap_or_default();
        if self.step == Step::Every {
            return run.iter().map(|earlier| u32::from(*earlier == key)).sum();
        }
        // The last positions cannot be the same: the shortest way back takes four plies.
        let far = run.get(..run.len().saturating_sub(3)).unwrap_or_default();
        far.rchunks(2).filter_map(<[u64]>::last).map(|earlier| u32::from(*earlier == key)).sum()
    }

    #[cold]
    fn count_in_table(&mut self, key: u64) -> u32 {
        let long =
            self.long_run.get_or_insert_with(|| LongRun { times: HashMap::new(), next: self.run_start });
        for earlier in self.keys.get(long.next..).unwrap_or_default() {
            *long.times.entry(*earlier).or_insert(0) += 1;
        }
        long.next = self.keys.len();
        1 + long.times.get(&key).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::History;

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
    fn long_runs_count_the_same() {
        let cycle: Vec<u64> = (0..2000).map(|i| i % 10).collect();
        let counts = counted(&cycle);
        for (index, count) in counts.iter().enumerate() {
            assert_eq!(*count as usize, (index + 1) / 10 + 1, "at {index}");
        }
    }
}
