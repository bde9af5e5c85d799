//! The transposition table of the mate search: two tables of fixed size.

// Every index below is masked to the table's length.
#![allow(clippy::indexing_slicing)]

use crate::chess::Move;

/// Numbers of proof and disproof: how much is at least left to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub pn: u16,
    pub dn: u16,
}

/// More than any sum.
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

/// How much work went into an entry, by its magnitude: the cheapest is forgotten first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Effort(u8);

impl Effort {
    #[allow(clippy::cast_possible_truncation)] // at most 64
    pub(super) const fn of(nodes: u64) -> Self {
        Self((u64::BITS - nodes.leading_zeros()) as u8)
    }
}

/// What is known of a position for good: lengths proved and refuted.
#[derive(Clone, Copy)]
pub(super) struct MateBounds {
    key: u64,
    /// A mate in this many moves, or more, is proved; 255 for none.
    proved_from: u8,
    /// A mate in fewer moves than this is refuted.
    refuted_below: u8,
    effort: Effort,
    best: Move,
}

impl MateBounds {
    const NOTHING: Self =
        Self { key: 0, proved_from: u8::MAX, refuted_below: 0, effort: Effort(0), best: Move::NULL };

    pub(super) const fn proved_from(self) -> u8 {
        self.proved_from
    }

    pub(super) const fn refuted_below(self) -> u8 {
        self.refuted_below
    }

    pub(super) const fn effort(self) -> Effort {
        self.effort
    }

    /// The move that solved it last.
    pub(super) fn best(self) -> Option<Move> {
        (self.best != Move::NULL).then_some(self.best)
    }
}

/// The numbers of a position that is not solved, for one length.
#[derive(Clone, Copy)]
struct Open {
    key: u64,
    proof: Proof,
    effort: Effort,
    /// The length of the root when it was kept: those of shorter ones are forgotten first.
    round: u8,
}

const NOT_OPEN: Open = Open { key: 0, proof: Proof { pn: 0, dn: 0 }, effort: Effort(0), round: 0 };

/// Places looked at for one key.
const WAYS: usize = 4;
/// At most so many entries in each of the two tables.
const MOST: usize = 1 << 21;
/// What both tables take at most.
pub const TABLE_BYTES: usize = MOST * (size_of::<MateBounds>() + size_of::<Open>());

/// Both tables.
pub(super) struct TranspositionTable {
    known: Vec<MateBounds>,
    open: Vec<Open>,
    mask: usize,
    round: u8,
}

impl TranspositionTable {
    /// Tables as large as a search over so many positions can use.
    pub(super) fn for_nodes(nodes: u64) -> Self {
        let size = usize::try_from(nodes).unwrap_or(MOST).clamp(1 << 10, MOST).next_power_of_two();
        Self {
            known: vec![MateBounds::NOTHING; size],
            open: vec![NOT_OPEN; size],
            mask: (size - 1) & !(WAYS - 1),
            round: 0,
        }
    }

    /// A longer mate is asked for now.
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

    /// Keeps what was solved.
    pub(super) fn learn(&mut self, key: u64, left: u8, proof: Proof, best: Option<Move>, effort: Effort) {
        let at = self.place(key);
        let ways = &mut self.known[at..at + WAYS];
        let Some(place) = (0..WAYS)
            .find(|way| ways[*way].key == key)
            .or_else(|| (0..WAYS).min_by_key(|way| ways[*way].effort))
        else {
            return;
        };
        let entry = &mut ways[place];
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

    /// The numbers last found for a length.
    pub(super) fn open(&self, key: u64, left: u8) -> Option<Proof> {
        let key = with_length(key, left);
        let at = self.place(key);
        self.open[at..at + WAYS].iter().find(|entry| entry.key == key).map(|entry| entry.proof)
    }

    /// Keeps the numbers of a position that is not solved.
    pub(super) fn keep(&mut self, key: u64, left: u8, proof: Proof, effort: Effort) {
        let key = with_length(key, left);
        let (at, round) = (self.place(key), self.round);
        let ways = &mut self.open[at..at + WAYS];
        let Some(place) = (0..WAYS)
            .find(|way| ways[*way].key == key)
            .or_else(|| (0..WAYS).min_by_key(|way| (ways[*way].round == round, ways[*way].effort)))
        else {
            return;
        };
        let before = if ways[place].key == key { ways[place].effort } else { Effort(0) };
        ways[place] = Open { key, proof, effort: before.max(effort), round };
    }
}

/// One key for a position and a length.
const fn with_length(key: u64, left: u8) -> u64 {
    key ^ (left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}
