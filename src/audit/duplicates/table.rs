//! A table of games sorted by their keys, with gaps between them: 15 bytes a game and hardly more, where all that
//! may come have come.

use std::hint::black_box;

use crate::game::{PackedDate, PartialDate};

/// What is kept of a key. Among a million different games two agree in it once in thirty million runs, among a hundred
/// million once in 3700.
pub(super) type Prefix = u64;

/// One game as it lies in the table, or none: no part is aligned, and nothing lies between the parts.
#[derive(Clone, Copy)]
struct Slot {
    prefix: [u8; 8],
    date: PackedDate,
    /// As which game of all it came, from 1; 0 = there is none here.
    order: [u8; 4],
}

impl Slot {
    const EMPTY: Self = Self { prefix: [0; 8], date: PartialDate::UNKNOWN.packed(), order: [0; 4] };

    fn prefix(&self) -> Prefix {
        Prefix::from_le_bytes(self.prefix)
    }

    fn order(&self) -> u32 {
        u32::from_le_bytes(self.order)
    }

    fn is_empty(&self) -> bool {
        self.order() == 0
    }

    /// Where it should stand among so many homes: keys are spread evenly.
    fn home(&self, homes: usize) -> usize {
        home(self.prefix(), homes)
    }
}

#[allow(clippy::cast_possible_truncation)] // less than `homes`
fn home(prefix: Prefix, homes: usize) -> usize {
    (((prefix >> 32) * homes as u64) >> 32) as usize
}

/// Of games alike in everything but their dates, so many are remembered: all of them are looked at for each further one.
pub(super) const MOST_DAYS: usize = 16;

/// The homes that a table begins with.
const FEWEST_HOMES: usize = 64;

/// With fewer, it becomes four times as long at once: while it lies among other things in memory it leaves a hole wherever it was.
/// When it is longer, the allocator gives it memory of its own.
const MANY_HOMES: usize = 1 << 17;

/// As many as 32 bits of a key can tell apart.
const MOST_HOMES: usize = u32::MAX as usize;

/// So many slots behind the first the next line of the cache begins, at the latest.
const NEXT_LINE: usize = 64 / size_of::<Slot>() + 1;

/// Room is made for so many more that stand behind the last home.
const MORE_AT_ONCE: usize = 64;

/// What a table says of a game that is to be put into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    /// It was not there and now is.
    New,
    /// The same is there; as which game of all that came.
    Again(u32),
    /// It holds so many others of other days that one more is not remembered.
    OfOtherDays,
    /// It holds as many games as it may.
    Full,
}

/// Games sorted by their keys. Each stands at its home or as near behind it as those before it let it.
pub(super) struct Table {
    slots: Vec<Slot>,
    /// How many of the slots are the home of some key; behind them stand those that found no place there.
    homes: usize,
    held: usize,
    /// How many games it may hold.
    limit: usize,
}

impl Table {
    /// For so many games at the most.
    pub(super) fn among(limit: usize) -> Self {
        Self { slots: Vec::new(), homes: 0, held: 0, limit }
    }

    /// How many games it may hold.
    pub(super) fn limit(&self) -> usize {
        self.limit
    }

    /// How many games it holds.
    pub(super) fn len(&self) -> usize {
        self.held
    }

    /// How many homes it has at the most: so few that a game stands some sixteen behind its own, where all have come.
    fn most_homes(&self) -> usize {
        self.limit.saturating_add(self.limit / 31 + 1).min(MOST_HOMES)
    }

    /// Makes room for about so many games more, so that it need not grow step by step: a sixth more may come, for a few
    /// beyond it would have all of it moved when nearly all have come.
    pub(super) fn expect(&mut self, games: usize) {
        let games = self.held.saturating_add(games);
        let homes = games.saturating_add(games / 3 + 1);
        if homes > self.homes && self.homes < self.most_homes() {
            // Twofold at the least: of many files each may want a little more.
            self.widen(homes.max(2 * self.homes).min(self.most_homes()));
        }
    }

    /// Has the processor fetch where a game of this key would stand, without waiting for it.
    pub(super) fn fetch(&self, prefix: Prefix) {
        let home = home(prefix, self.homes);
        let order_at = |at: usize| self.slots.get(at).map(|slot| slot.order);
        black_box((order_at(home), order_at(home + NEXT_LINE)));
    }

    /// Puts a game into it, unless the same is there; as which game of all it came, from 1.
    pub(super) fn take(&mut self, prefix: Prefix, date: PartialDate, order: u32) -> Taken {
        let held_at = |at: usize| self.slots.get(at).filter(|slot| !slot.is_empty());
        let mut at = home(prefix, self.homes);
        while held_at(at).is_some_and(|slot| slot.prefix() < prefix) {
            at += 1;
        }
        let mut of_other_days = 0;
        while let Some(slot) = held_at(at).filter(|slot| slot.prefix() == prefix) {
            if !PartialDate::unpacked(slot.date).contradicts(date) {
                return Taken::Again(slot.order());
            }
            of_other_days += 1;
            at += 1;
        }
        if of_other_days >= MOST_DAYS {
            return Taken::OfOtherDays;
        }
        if self.held >= self.limit {
            return Taken::Full;
        }
        self.put(at, Slot { prefix: prefix.to_le_bytes(), date: date.packed(), order: order.to_le_bytes() });
        Taken::New
    }

    /// Puts a game here; those that stand here move up to the next gap.
    fn put(&mut self, at: usize, new: Slot) {
        let mut behind = self.slots.get(at..).unwrap_or_default().iter();
        let gap = behind.position(Slot::is_empty);
        let end = gap.map_or(self.slots.len(), |gap| at + gap);
        if gap.is_none() {
            if self.slots.len() == self.slots.capacity() {
                // Not twice as long for the few that find no home.
                self.slots.reserve_exact(MORE_AT_ONCE);
            }
            self.slots.push(Slot::EMPTY);
        }
        self.slots.copy_within(at..end, at + 1);
        if let Some(slot) = self.slots.get_mut(at) {
            *slot = new;
        }
        self.held += 1;
        if self.held > self.homes / 8 * 7 && self.homes < self.most_homes() {
            let more = if self.homes < MANY_HOMES { 3 * self.homes } else { self.homes };
            let homes = self.homes.saturating_add(more).max(FEWEST_HOMES);
            self.widen(homes.min(self.most_homes()));
        }
    }

    /// Spreads its games over so many homes, more than before, where they lie: a copy would be as long again.
    fn widen(&mut self, homes: usize) {
        let placed = |slot: &Slot, next: usize| slot.home(homes).max(next);
        // No home comes to stand lower, and so no game: it does not become shorter. Nothing branches here on whether a game
        // stands somewhere: that cannot be foreseen.
        let needed = self.slots.iter().fold(0, |next, slot| {
            let behind = placed(slot, next) + 1;
            if slot.is_empty() { next } else { behind }
        });
        let (before, length) = (self.slots.len(), needed.max(homes));
        self.slots.reserve_exact(length.saturating_sub(before));
        self.slots.resize(length, Slot::EMPTY);
        // First to the end, without a gap; from there each comes to its place before another stands in it: between it and
        // the end there was room for all behind it.
        let mut from = length;
        for at in (0..before).rev() {
            let is_empty = self.slots.get(at).is_none_or(Slot::is_empty);
            self.slots.swap(at, from - 1);
            from -= usize::from(!is_empty);
        }
        let mut next = 0;
        for at in from..length {
            let Some(slot) = self.slots.get(at) else { break };
            let place = placed(slot, next);
            self.slots.swap(at, place);
            next = place + 1;
        }
        self.homes = homes;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A key whose games crowd together the more, the fewer bits it has.
    fn crowded(value: u8, bits: u32) -> Prefix {
        u64::from(value >> (8 - bits)) << (64 - bits) | u64::from(value)
    }

    proptest! {
        #[test]
        fn it_holds_what_a_map_would(
            games in prop::collection::vec(any::<(u8, u8)>(), 0..600),
            days in 1..40_u32,
            bits in 1..=8_u32,
            limit in 0..300_usize,
            expected in 0..100_usize,
        ) {
            let mut table = Table::among(limit);
            let mut map: HashMap<Prefix, Vec<(PartialDate, u32)>> = HashMap::new();
            let mut held = 0;
            for (order, (value, chance)) in (1..).zip(games) {
                if chance == 0 {
                    table.expect(expected);
                }
                let day = u32::from(chance) % days;
                let date = PartialDate::read(format!("1900.{:02}.{:02}", day / 28 + 1, day % 28).as_bytes());
                // Few keys where there are many days.
                let prefix = crowded(if days > 16 { value % 4 } else { value }, bits);
                let alike = map.entry(prefix).or_default();
                let due = match alike.iter().find(|(earlier, _)| !earlier.contradicts(date)) {
                    Some((_, earlier)) => Taken::Again(*earlier),
                    None if alike.len() >= MOST_DAYS => Taken::OfOtherDays,
                    None if held >= limit => Taken::Full,
                    None => {
                        alike.push((date, order));
                        held += 1;
                        Taken::New
                    }
                };
                prop_assert_eq!(table.take(prefix, date, order), due);
                prop_assert_eq!(table.len(), held);
            }
        }
    }

    #[test]
    fn it_does_not_grow_for_a_few_more_than_expected() {
        let mut table = Table::among(1_000_000);
        table.expect(20_000);
        let room = table.slots.len();
        for order in 1..=23_000_u32 {
            let prefix = u64::from(order.wrapping_mul(0x9e37_79b1)) << 32;
            assert_eq!(table.take(prefix, PartialDate::UNKNOWN, order), Taken::New);
        }
        assert!(table.slots.len() < room + MORE_AT_ONCE, "{} {room}", table.slots.len());
    }

    #[test]
    fn a_slot_has_no_byte_too_many_and_a_full_table_few_gaps() {
        assert_eq!(size_of::<Slot>(), 15);
        let limit = 100_000;
        let mut table = Table::among(limit);
        for order in 1..=100_000_u32 {
            let prefix = u64::from(order.wrapping_mul(0x9e37_79b1)) << 32;
            assert_eq!(table.take(prefix, PartialDate::UNKNOWN, order), Taken::New);
        }
        assert_eq!(table.take(7, PartialDate::UNKNOWN, 1), Taken::Full);
        assert!(table.slots.capacity() < limit + limit / 30, "{}", table.slots.capacity());
    }
}
