//! The transposition table of the mate search: a table of bounds and a table of open proof numbers, both of fixed size.

// Every index below is masked to the table's length.
#![allow(clippy::indexing_slicing)]

use crate::chess::Move;

/// Proof number and disproof number: how much is at least left to prove or to refute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub pn: u16,
    pub dn: u16,
}

/// Greater than any sum.
pub(super) const INFINITE: u16 = u16::MAX;

impl Proof {
    pub(super) const PROVED: Self = Self { pn: 0, dn: INFINITE };
    pub(super) const REFUTED: Self = Self { pn: INFINITE, dn: 0 };

    pub(super) const fn is_proved(self) -> bool {
        self.pn == 0
    }

    pub(super) const fn is_refuted(self) -> bool {
        self.dn == 0
    }

    pub(super) const fn is_solved(self) -> bool {
        self.is_proved() || self.is_refuted()
    }
}

/// The number of bits of the number of nodes spent on an entry. The entry with the least effort is replaced first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Effort(u8);

impl Effort {
    #[allow(clippy::cast_possible_truncation)] // at most 64
    pub(super) const fn of(nodes: u64) -> Self {
        Self((u64::BITS - nodes.leading_zeros()) as u8)
    }
}

/// The lengths of mate that are proved and refuted in a position.
#[derive(Clone, Copy)]
pub(super) struct MateBounds {
    key: u64,
    /// A mate in this many moves, or more, is proved; 255 if none is.
    proved_from: u8,
    /// A mate in fewer moves than this is refuted.
    refuted_below: u8,
    pub effort: Effort,
    best: Move,
}

impl MateBounds {
    const NOTHING: Self =
        Self { key: 0, proved_from: u8::MAX, refuted_below: 0, effort: Effort(0), best: Move::NULL };

    /// The answer for a mate in `left` moves, if it is known.
    pub(super) const fn proof(self, left: u8) -> Option<Proof> {
        if left >= self.proved_from {
            Some(Proof::PROVED)
        } else if left < self.refuted_below {
            Some(Proof::REFUTED)
        } else {
            None
        }
    }

    /// The move that last solved the position.
    pub(super) fn best(self) -> Option<Move> {
        (self.best != Move::NULL).then_some(self.best)
    }
}

/// The proof numbers of an unsolved position for one length.
#[derive(Clone, Copy)]
struct OpenProof {
    key: u64,
    proof: Proof,
    effort: Effort,
    /// The round of the search in which it was stored. Entries of earlier rounds are replaced first.
    round: u8,
}

const NOT_OPEN: OpenProof = OpenProof { key: 0, proof: Proof { pn: 0, dn: 0 }, effort: Effort(0), round: 0 };

/// The number of entries in which one key may be stored.
const WAYS: usize = 4;
/// The greatest number of entries in each table, of 16 bytes each.
const MOST: usize = 1 << 21;

pub(super) struct TranspositionTable {
    known: Vec<MateBounds>,
    open: Vec<OpenProof>,
    mask: usize,
    round: u8,
}

impl TranspositionTable {
    /// Tables as large as a search of `nodes` positions can use.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let size = usize::try_from(nodes).unwrap_or(MOST).clamp(1 << 10, MOST).next_power_of_two();
        Self {
            known: vec![MateBounds::NOTHING; size],
            open: vec![NOT_OPEN; size],
            mask: (size - 1) & !(WAYS - 1),
            round: 0,
        }
    }

    /// Begins a round: the search of a longer mate.
    pub(super) fn next_length(&mut self) {
        self.round = self.round.saturating_add(1);
    }

    #[allow(clippy::cast_possible_truncation)] // any part of the key will do
    const fn place(&self, key: u64) -> usize {
        (key >> 20) as usize & self.mask
    }

    pub(super) fn known(&self, key: u64) -> Option<MateBounds> {
        let at = self.place(key);
        self.known[at..at + WAYS].iter().copied().find(|entry| entry.key == key)
    }

    /// Stores a solved position.
    pub(super) fn store_solved(
        &mut self,
        key: u64,
        left: u8,
        proof: Proof,
        best: Option<Move>,
        effort: Effort,
    ) {
        let at = self.place(key);
        let ways = &mut self.known[at..at + WAYS];
        let entry = entry_for(ways, |entry| entry.key == key, |entry| entry.effort);
        if entry.key != key {
            *entry = MateBounds { key, ..MateBounds::NOTHING };
        }
        if proof.is_proved() {
            if left < entry.proved_from {
                entry.proved_from = left;
                entry.best = best.unwrap_or(Move::NULL);
            }
        } else {
            entry.refuted_below = entry.refuted_below.max(left.saturating_add(1));
        }
        entry.effort = entry.effort.max(effort);
    }

    /// The proof numbers of an unsolved position.
    pub(super) fn open(&self, key: u64, left: u8) -> Option<Proof> {
        let key = with_length(key, left);
        let at = self.place(key);
        self.open[at..at + WAYS].iter().find(|entry| entry.key == key).map(|entry| entry.proof)
    }

    /// Stores the proof numbers of an unsolved position.
    pub(super) fn store_open(&mut self, key: u64, left: u8, proof: Proof, effort: Effort) {
        let key = with_length(key, left);
        let (at, round) = (self.place(key), self.round);
        let ways = &mut self.open[at..at + WAYS];
        let entry = entry_for(ways, |entry| entry.key == key, |entry| (entry.round == round, entry.effort));
        let before = if entry.key == key { entry.effort } else { Effort(0) };
        *entry = OpenProof { key, proof, effort: before.max(effort), round };
    }
}

/// The entry to write: the one of the key, or else the least valuable one.
fn entry_for<E, V: Ord>(ways: &mut [E], is_same: impl Fn(&E) -> bool, value: impl Fn(&E) -> V) -> &mut E {
    let same = ways.iter().position(is_same);
    let least = || (0..ways.len()).min_by_key(|way| value(&ways[*way]));
    let way = same.or_else(least).unwrap_or(0);
    &mut ways[way]
}

/// The key of a position and a length.
const fn with_length(key: u64, left: u8) -> u64 {
    key ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
