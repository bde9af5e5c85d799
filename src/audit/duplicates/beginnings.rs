//! Which game of which file came as which of all: held small, for an archive may be a million files of one game.

use std::sync::Arc;

use super::Seen;

/// So many beginnings are read one after another to find one.
const STRIDE: usize = 16;

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

/// A beginning that can be read without any before it.
struct Mark {
    order: u32,
    /// Where it stands.
    at: usize,
}

/// Where the numbers of games that are kept begin anew, in order.
#[derive(Default)]
pub(super) struct Beginnings {
    /// All but the last, each as what it has not in common with the one before: by how much its order is higher, its
    /// number, how long the beginning of the name is that is the same, how long the rest is, and the rest.
    packed: Vec<u8>,
    marks: Vec<Mark>,
    count: usize,
    /// The last that is packed.
    before: Option<Beginning>,
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
    pub(super) fn find(&self, order: u32) -> Option<Seen> {
        let of = |beginning: &Beginning| Seen {
            file: Arc::clone(&beginning.file),
            number: beginning.number(order),
        };
        match &self.last {
            Some(last) if last.order <= order => Some(of(last)),
            _ => self.unpack(order),
        }
    }

    fn pack(&mut self, beginning: Beginning) {
        let before = self.before.as_ref().filter(|_| !self.count.is_multiple_of(STRIDE));
        let (order_before, name_before) = before.map_or((0, ""), |before| (before.order, &*before.file));
        if before.is_none() {
            self.marks.push(Mark { order: beginning.order, at: self.packed.len() });
        }
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

    fn unpack(&self, order: u32) -> Option<Seen> {
        let behind = self.marks.partition_point(|mark| mark.order <= order);
        let mark = self.marks.get(behind.checked_sub(1)?)?;
        let end = self.marks.get(behind).map_or(self.packed.len(), |next| next.at);
        let mut rest = self.packed.get(mark.at..end)?;
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
        Some(Seen {
            file: String::from_utf8(name).ok()?.into(),
            number: number + (u64::from(order) - begins),
        })
    }
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
            prop_assert_eq!(beginnings.find(0), None);
            for (order, seen) in kept {
                prop_assert_eq!(beginnings.find(order), Some(seen));
            }
        }
    }

    #[test]
    fn a_million_files_of_one_game_take_little() {
        let mut beginnings = Beginnings::default();
        for order in 1..=1_000_000_u32 {
            beginnings.note(order, 1, &format!("archive/{:03}/game-{order:07}.pgn", order / 5000).into());
        }
        let bytes = beginnings.packed.len() + beginnings.marks.len() * size_of::<Mark>();
        assert!(bytes < 14_000_000, "{bytes}");
    }
}
