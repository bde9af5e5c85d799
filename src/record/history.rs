//! Repetition: how often each position has occurred, kept as the game is replayed.
//!
//! An irreversible move (a capture or a pawn move) makes every earlier position unreachable, so only
//! the plies since it are compared, every second of them from the fourth on. A run longer than
//! [`LONG_RUN`] plies is counted in a hash table instead, so that the cost per ply stays constant.

use std::collections::HashMap;

/// Plies beyond which a run without an irreversible move is counted in a table.
const LONG_RUN: usize = 256;

/// The fewest plies in which a placement can come three times, turn by turn.
pub(super) const TWO_WAYS_BACK: usize = 8;

/// The keys of the positions of one game, and how often each has occurred.
#[derive(Debug, Default)]
pub struct History {
    keys: Vec<u64>,
    /// How often the position last taken has occurred.
    last_count: u32,
    /// The first index of the running stretch without an irreversible move.
    run_start: usize,
    long_run: Option<HashMap<u64, u32>>,
    /// Whether turns alternated throughout the run: then only every second position can be the same.
    step: Step,
    /// Whether any position has come twice.
    twice: bool,
    /// After how many plies a run first took [`TWO_WAYS_BACK`].
    long_enough: Option<usize>,
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
        self.keys.clear();
        self.keys.push(key);
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
        let count = if run < 4 {
            1
        } else {
            if run == TWO_WAYS_BACK && self.long_enough.is_none() {
                self.long_enough = Some(index);
            }
            let count = if run > LONG_RUN { self.count_in_table(key) } else { 1 + self.earlier(key) };
            self.twice |= count > 1;
            count
        };
        self.keys.push(key);
        self.last_count = count;
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
        let (keys, run_start) = (&self.keys, self.run_start);
        let table = self.long_run.get_or_insert_with(|| {
            let mut table = HashMap::new();
            for earlier in keys.get(run_start..).unwrap_or_default() {
                *table.entry(*earlier).or_insert(0) += 1;
            }
            table
        });
        let count = table.entry(key).or_insert(0);
        *count += 1;
        *count
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
    fn long_runs_count_the_same() {
        let cycle: Vec<u64> = (0..2000).map(|i| i % 10).collect();
        let counts = counted(&cycle);
        for (index, count) in counts.iter().enumerate() {
            assert_eq!(*count as usize, (index + 1) / 10 + 1, "at {index}");
        }
    }
}
