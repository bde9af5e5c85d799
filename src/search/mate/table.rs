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
    /// A mate in this many moves, or more, is proved; 255 if none is.
    proved_from: u8,
    /// A mate in fewer moves than this is refuted.
    refuted_below: u8,
    pub effort: Effort,
    best: Option<Move>,
}

impl MateBounds {
    const fn from_word(word: u64) -> Self {
        let [proved, refuted_below, effort, _, low, high, ..] = word.to_le_bytes();
        let best = match u16::from_le_bytes([low, high]) {
            0 => None,
            bits => Some(Move::from_bits(bits)),
        };
        Self { proved_from: u8::MAX - proved, refuted_below, effort: Effort(effort), best }
    }

    fn to_word(self) -> u64 {
        let [low, high] = self.best.map_or(0, Move::bits).to_le_bytes();
        u64::from_le_bytes([
            u8::MAX - self.proved_from,
            self.refuted_below,
            self.effort.0,
            0,
            low,
            high,
            0,
            0,
        ])
    }

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
    pub(super) const fn best(self) -> Option<Move> {
        self.best
    }
}

/// The proof numbers of an unsolved position for one length.
#[derive(Clone, Copy)]
struct OpenProof {
    proof: Proof,
    effort: Effort,
    /// The round of the search in which it was stored. Entries of earlier rounds are replaced first.
    round: u8,
}

impl OpenProof {
    const fn from_word(word: u64) -> Self {
        let [a, b, c, d, effort, round, ..] = word.to_le_bytes();
        let proof = Proof { pn: u16::from_le_bytes([a, b]), dn: u16::from_le_bytes([c, d]) };
        Self { proof, effort: Effort(effort), round }
    }

    const fn to_word(self) -> u64 {
        let ([a, b], [c, d]) = (self.proof.pn.to_le_bytes(), self.proof.dn.to_le_bytes());
        u64::from_le_bytes([a, b, c, d, self.effort.0, self.round, 0, 0])
    }
}

/// A key and a packed value. An empty entry is all zeros, so that a new table takes memory only where it is used.
type Entry = [u64; 2];

/// The number of entries in which one key may be stored.
const WAYS: usize = 4;
/// The greatest number of entries in each table, of 16 bytes each.
const MOST: usize = 1 << 21;

pub(super) struct TranspositionTable {
    /// Values are [`MateBounds`].
    known: Vec<Entry>,
    /// Values are [`OpenProof`].
    open: Vec<Entry>,
    mask: usize,
    round: u8,
}

impl TranspositionTable {
    /// Tables as large as a search of `nodes` positions can use.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let size = usize::try_from(nodes).unwrap_or(MOST).clamp(1 << 10, MOST).next_power_of_two();
        Self { known: vec![[0; 2]; size], open: vec![[0; 2]; size], mask: (size - 1) & !(WAYS - 1), round: 0 }
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
        find(&self.known[at..at + WAYS], key).map(MateBounds::from_word)
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
        let (before, entry) =
            entry_for(&mut self.known[at..at + WAYS], key, |word| MateBounds::from_word(word).effort);
        let mut bounds = MateBounds::from_word(before);
        if proof.is_proved() {
            if left < bounds.proved_from {
                bounds.proved_from = left;
                bounds.best = best;
            }
        } else {
            bounds.refuted_below = bounds.refuted_below.max(left.saturating_add(1));
        }
        bounds.effort = bounds.effort.max(effort);
        *entry = [key, bounds.to_word()];
    }

    /// The proof numbers of an unsolved position.
    pub(super) fn open(&self, key: u64, left: u8) -> Option<Proof> {
        let key = with_length(key, left);
        let at = self.place(key);
        find(&self.open[at..at + WAYS], key).map(|word| OpenProof::from_word(word).proof)
    }

    /// Stores the proof numbers of an unsolved position.
    pub(super) fn store_open(&mut self, key: u64, left: u8, proof: Proof, effort: Effort) {
        let key = with_length(key, left);
        let (at, round) = (self.place(key), self.round);
        let value = |word| {
            let open = OpenProof::from_word(word);
            (open.round == round, open.effort)
        };
        let (before, entry) = entry_for(&mut self.open[at..at + WAYS], key, value);
        let effort = OpenProof::from_word(before).effort.max(effort);
        *entry = [key, OpenProof { proof, effort, round }.to_word()];
    }
}

fn find(ways: &[Entry], key: u64) -> Option<u64> {
    ways.iter().find(|[other, _]| *other == key).map(|[_, word]| *word)
}

/// The value of the key, 0 if it has none, and the entry to write: that of the key, or else the least valuable one.
fn entry_for<V: Ord>(ways: &mut [Entry], key: u64, value: impl Fn(u64) -> V) -> (u64, &mut Entry) {
    let same = ways.iter().position(|[other, _]| *other == key);
    let least = || (0..ways.len()).min_by_key(|way| value(ways[*way][1]));
    let way = same.or_else(least).unwrap_or(0);
    let before = if same.is_some() { ways[way][1] } else { 0 };
    (before, &mut ways[way])
}

/// The key of a position and a length.
const fn with_length(key: u64, left: u8) -> u64 {
    key ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
