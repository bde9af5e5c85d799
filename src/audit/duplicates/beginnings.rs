//! Which game of which file came as which of all: put aside, for an archive may be a million files of one game.

use std::io;
use std::sync::Arc;

use crate::spill::{Slip, Spool};

use super::Seen;

/// So many beginnings are read one after another to find one.
const STRIDE: usize = 128;

/// From where on games are numbered as they came, in one file.
#[derive(Clone, Debug)]
struct Beginning {
    /// The first of them that is kept, as which game of all it came.
    order: u32,
    /// Its number in its file.
    number: u64,
    file: Arc<str>,
}

impl Beginning {
    /// The number in the file of a game that came as this one of all.
    fn number(&self, order: u32) -> u64 {
        self.number + u64::from(order.saturating_sub(self.order))
    }
}

/// So many beginnings that were put aside.
struct Page {
    /// The order of the first.
    order: u32,
    slip: Slip,
}

/// Where the numbers of games that are kept begin anew, in order.
#[derive(Default)]
pub(super) struct Beginnings {
    /// What is packed and not in a page yet. Each beginning is what it has not in common with the one before: by how much
    /// its order is higher, its number, how long the beginning of the name is that is the same, how long the rest is, and
    /// the rest.
    packed: Vec<u8>,
    /// How many those are.
    count: usize,
    /// The order of the first of them.
    first: u32,
    /// The last of them.
    before: Option<Beginning>,
    pages: Vec<Page>,
    spool: Spool,
    /// The last of all, not packed.
    last: Option<Beginning>,
}

impl Beginnings {
    /// A game is kept that came as this one of all; its number in its file.
    pub(super) fn note(&mut self, order: u32, number: u64, file: &Arc<str>) {
        let goes_on = |last: &Beginning| last.file == *file && last.number(order) == number;
        if self.last.as_ref().is_some_and(goes_on) {
            return;
        }
        let last = self.last.replace(Beginning { order, number, file: Arc::clone(file) });
        if let Some(last) = last {
            self.pack(last);
        }
    }

    /// Where the game is that came as this one of all.
    ///
    /// # Errors
    /// What the disk says.
    pub(super) fn find(&self, order: u32) -> io::Result<Option<Seen>> {
        if let Some(last) = self.last.as_ref().filter(|last| last.order <= order) {
            return Ok(Some(Seen { file: Arc::clone(&last.file), number: last.number(order) }));
        }
        if self.count > 0 && self.first <= order {
            return Ok(unpack(&self.packed, order));
        }
        let behind = self.pages.partition_point(|page| page.order <= order);
        let Some(page) = behind.checked_sub(1).and_then(|number| self.pages.get(number)) else {
            return Ok(None);
        };
        Ok(unpack(self.spool.reader().piece(page.slip)?, order))
    }

    fn pack(&mut self, beginning: Beginning) {
        if self.count == STRIDE {
            let slip = self.spool.put_bytes(&self.packed);
            self.pages.push(Page { order: self.first, slip });
            self.packed.clear();
            (self.count, self.before) = (0, None);
        }
        if self.count == 0 {
            self.first = beginning.order;
        }
        let before = self.before.as_ref();
        let (order_before, name_before) = before.map_or((0, ""), |before| (before.order, &*before.file));
        let same =
            beginning.file.bytes().zip(name_before.bytes()).take_while(|(one, other)| one == other).count();
        let rest = beginning.file.as_bytes().get(same..).unwrap_or_default();
        for value in
            [u64::from(beginning.order - order_before), beginning.number, same as u64, rest.len() as u64]
        {
            put(&mut self.packed, value);
        }
        self.packed.extend_from_slice(rest);
        self.count += 1;
        self.before = Some(beginning);
    }
}

/// The game that came as this one of all, by what is packed of the last that began before it.
fn unpack(mut rest: &[u8], order: u32) -> Option<Seen> {
    let (mut name, mut number, mut begins) = (Vec::new(), 0, 0);
    while let Some(further) = take(&mut rest) {
        if begins + further > u64::from(order) {
            break;
        }
        begins += further;
        number = take(&mut rest)?;
        let (same, length) = (take(&mut rest)?, take(&mut rest)?);
        let (own, behind) = rest.split_at_checked(usize::try_from(length).ok()?)?;
        name.truncate(usize::try_from(same).ok()?);
        name.extend_from_slice(own);
        rest = behind;
    }
    Some(Seen { file: String::from_utf8(name).ok()?.into(), number: number + (u64::from(order) - begins) })
}

/// Seven bits a byte, the lowest first; all but the last byte of a number have the eighth set.
#[allow(clippy::cast_possible_truncation)] // seven bits
fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// What [`put`] wrote, off the front.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let length = bytes.iter().position(|byte| *byte < 0x80)? + 1;
    let (own, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(own.iter().rev().fold(0, |value, byte| value << 7 | u64::from(byte & 0x7f)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_game_is_found_in_its_file(
            files in prop::collection::vec(("[a-cé]{0,4}/{0,1}[ab]{0,300}", 1..u64::MAX / 2, 1..4_u32, 0..3_u32), 0..100),
        ) {
            let mut beginnings = Beginnings::default();
            let mut kept = Vec::new();
            let mut came = 0;
            for (name, first, games, left_out) in files {
                let file: Arc<str> = name.into();
                came += left_out;
                for number in (first..).take(games as usize) {
                    came += 1;
                    beginnings.note(came, number, &file);
                    kept.push((came, Seen { file: Arc::clone(&file), number }));
                }
            }
            prop_assert_eq!(beginnings.find(0).unwrap(), None);
            for (order, seen) in kept {
                prop_assert_eq!(beginnings.find(order).unwrap(), Some(seen));
            }
        }
    }

    #[test]
    fn of_a_million_files_of_one_game_little_is_held() {
        let mut beginnings = Beginnings::default();
        let file = |order: u32| Arc::from(format!("archive/{:03}/game-{order:07}.pgn", order / 5000));
        for order in 1..=1_000_000 {
            beginnings.note(order, 1, &file(order));
        }
        let held = beginnings.packed.len() + beginnings.pages.len() * size_of::<Page>();
        assert!(held < 200_000, "{held}");
        for order in [1, 128, 129, 500_000, 999_936, 999_937, 999_999, 1_000_000] {
            let seen = Seen { file: file(order), number: 1 };
            assert_eq!(beginnings.find(order).unwrap(), Some(seen));
        }
    }
}
