//! `record.duplicate-game`: the same game twice, found by 128-bit keys among the first games of a run.

use std::collections::VecDeque;
use std::sync::Arc;

use hashbrown::HashTable;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::chess::Fen;
use crate::finding::Fingerprint;
use crate::law::Rule;
use crate::record::{PartialDate, Record, Setup, StopReason, TagName};

use super::run::Numbering;

/// The fewest plies that make a game known by its moves alone.
const TELLING_PLIES: u32 = 10;

/// What a game is compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameKey {
    high: u64,
    low: u64,
    date: PartialDate,
}

/// Whether a tag's value says anything: `?`, `????.??.??` and `-` do not.
fn is_said(value: &[u8]) -> bool {
    value.iter().any(|byte| !matches!(byte, b'?' | b'.' | b'-' | b' '))
}

impl GameKey {
    /// The key of a game: its players, result, start and moves; of a game too short to be known by those, its date,
    /// round and event too. `None` for games without moves or not followed to their end, and for short ones that do not
    /// say who played, when and where: two unknowns do not agree. `buffer` is scratch.
    pub(super) fn of(record: &Record, text: &[u8], buffer: &mut Vec<u8>) -> Option<Self> {
        // Moves up to where the replay stopped are not the game.
        if record.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
            return None;
        }
        let plies = record.plies();
        let telling = plies >= TELLING_PLIES;
        let said = |tag| record.value(tag, text).is_some_and(is_said);
        if plies == 0
            || !telling
                && ![TagName::White, TagName::Black, TagName::Date, TagName::Event].into_iter().all(said)
        {
            return None;
        }
        buffer.clear();
        let mut take = |tag: TagName| {
            buffer.extend_from_slice(record.value(tag, text).unwrap_or_default());
            buffer.push(0);
        };
        take(TagName::White);
        take(TagName::Black);
        take(TagName::Result);
        if !telling {
            take(TagName::Date);
            take(TagName::Round);
            take(TagName::Event);
        }
        if record.setup != Setup::Usual {
            buffer.extend_from_slice(Fen(&record.start).to_string().as_bytes());
        }
        buffer.push(0);
        let names = buffer.len();
        buffer.resize(names + 2 * record.moves.len(), 0);
        let pairs = buffer.get_mut(names..).unwrap_or_default().as_chunks_mut().0;
        for (pair, played) in pairs.iter_mut().zip(record.moves.iter()) {
            *pair = played.bits().to_le_bytes();
        }
        let digest = xxh3_128(buffer);
        let date = PartialDate::read(record.value(TagName::Date, text).unwrap_or_default());
        #[allow(clippy::cast_possible_truncation)] // the two halves
        Some(Self { high: (digest >> 64) as u64, low: digest as u64, date })
    }

    /// Its 128 bits, the lowest first.
    #[allow(clippy::cast_possible_truncation)] // into halves
    fn words(self) -> [u32; 4] {
        [self.low as u32, (self.low >> 32) as u32, self.high as u32, (self.high >> 32) as u32]
    }

    /// A name for the finding that it stands twice: that of every copy, so that it does not depend on which of them
    /// is read first.
    pub(super) fn fingerprint(self) -> Fingerprint {
        let mut hash = Xxh3::new();
        hash.update(&self.high.to_le_bytes());
        hash.update(&self.low.to_le_bytes());
        hash.update(Rule::RecordDuplicateGame.id().as_bytes());
        Fingerprint(hash.digest128())
    }
}

/// Where a game was first seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub file: Arc<str>,
    pub number: u64,
}

/// A game that was seen before.
struct Again {
    number: u64,
    seen: Seen,
}

/// What is kept of a game beside its slot: a million of them lie in memory.
struct Entry {
    /// What the slot does not hold of its key.
    rest: [u32; 3],
    date: PartialDate,
    number: u32,
}

/// So many entries lie in one piece.
const PIECE: usize = 1 << 11;

/// Entries in pieces that stay where they are: one piece that grew would be copied again and again.
#[derive(Default)]
struct Entries {
    pieces: Vec<Vec<Entry>>,
}

impl Entries {
    fn len(&self) -> usize {
        self.pieces.last().map_or(0, |last| (self.pieces.len() - 1) * PIECE + last.len())
    }

    fn get(&self, index: u32) -> Option<&Entry> {
        let index = index as usize;
        self.pieces.get(index / PIECE)?.get(index % PIECE)
    }

    fn push(&mut self, entry: Entry) {
        if let Some(last) = self.pieces.last_mut().filter(|last| last.len() < PIECE) {
            last.push(entry);
        } else {
            let mut piece = Vec::with_capacity(PIECE);
            piece.push(entry);
            self.pieces.push(piece);
        }
    }
}

/// The first entry of a file.
struct Beginning {
    index: u32,
    file: Arc<str>,
}

/// A game in the table: part of its key beside the index of its entry, so that the entries are not looked at,
/// each somewhere else in memory, where a key only begins alike or the table grows.
#[derive(Clone, Copy)]
struct Slot {
    part: u32,
    index: u32,
}

impl Slot {
    fn new(key: GameKey, index: u32) -> Self {
        let [part, ..] = key.words();
        Self { part, index }
    }

    /// What the table places it by.
    fn hash(self) -> u64 {
        u64::from(self.part) << 32 | u64::from(self.part)
    }
}

/// Of games alike in everything but their dates, so many are remembered: all of them are looked at for each further one.
const MOST_DAYS: usize = 16;

/// Room is made for so many games at once at the most: where there are more, most may stand twice, and room for each would be
/// memory for nothing.
const MOST_EXPECTED: usize = 1 << 16;

/// The games seen so far, up to a limit.
///
/// Of copies whose dates are known in part, one may go with two that contradict each other: how many are found then
/// depends on which is read first.
pub(super) struct Duplicates {
    limit: usize,
    entries: Entries,
    table: HashTable<Slot>,
    /// The files that have entries, in order.
    files: Vec<Beginning>,
    /// Games taken of which was not yet asked.
    again: VecDeque<Again>,
    /// How many games had been taken when the limit was reached.
    pub stopped: Option<u64>,
    taken: u64,
}

impl Duplicates {
    /// Looks among the first `limit` games; 0 = not at all.
    pub(super) fn among(limit: usize) -> Self {
        Self {
            limit: limit.min(u32::MAX as usize),
            entries: Entries::default(),
            table: HashTable::new(),
            files: Vec::new(),
            again: VecDeque::new(),
            stopped: None,
            taken: 0,
        }
    }

    /// Whether it looks at all.
    pub(super) fn looks(&self) -> bool {
        self.limit > 0
    }

    /// Makes room for so many games more, so that the table need not grow step by step, each time all of it anew.
    pub(super) fn expect(&mut self, games: u64) {
        let room = self.limit.saturating_sub(self.entries.len());
        let games = usize::try_from(games).unwrap_or(usize::MAX).min(room).min(MOST_EXPECTED);
        // Where there is not so much memory, it grows as far as there is.
        let _ = self.table.try_reserve(games, |slot| slot.hash());
    }

    /// Takes games one after another, the first of this place; [`Self::seen_before`] tells then of each of them. One
    /// look into the table does not wait for another, as it would with the rest of the work on a game in between.
    pub(super) fn take_all(&mut self, keys: impl Iterator<Item = Option<GameKey>>, first: &Numbering) {
        for (key, number) in keys.zip(first.number..) {
            if let Some(seen) = key.and_then(|key| self.take(key, &first.file, number)) {
                self.again.push_back(Again { number, seen });
            }
        }
    }

    /// Where the same game as this one was seen before. Games are asked about in their order, each once.
    pub(super) fn seen_before(&mut self, number: u64) -> Option<Seen> {
        let is_next = self.again.front().is_some_and(|again| again.number == number);
        if is_next { self.again.pop_front().map(|again| again.seen) } else { None }
    }

    fn take(&mut self, key: GameKey, file: &Arc<str>, number: u64) -> Option<Seen> {
        let index = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        let slot = Slot::new(key, index);
        let [_, rest @ ..] = key.words();
        let entries = &self.entries;
        let mut of_other_days = 0;
        let same = self.table.find(slot.hash(), |earlier| {
            earlier.part == slot.part
                && entries.get(earlier.index).is_some_and(|entry| {
                    let is_alike = entry.rest == rest;
                    let is_of_another_day = is_alike && entry.date.contradicts(key.date);
                    of_other_days += usize::from(is_of_another_day);
                    is_alike && !is_of_another_day
                })
        });
        if let Some(earlier) = same
            && let Some(entry) = entries.get(earlier.index)
        {
            return Some(Seen { file: self.file_of(earlier.index), number: u64::from(entry.number) });
        }
        if of_other_days >= MOST_DAYS {
            return None;
        }
        if self.entries.len() >= self.limit {
            self.stopped.get_or_insert(self.taken);
            return None;
        }
        self.taken += 1;
        if self.files.last().is_none_or(|last| last.file != *file) {
            self.files.push(Beginning { index, file: Arc::clone(file) });
        }
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        self.entries.push(Entry { rest, date: key.date, number });
        self.table.insert_unique(slot.hash(), slot, |slot| slot.hash());
        None
    }

    /// The file of an entry.
    fn file_of(&self, index: u32) -> Arc<str> {
        let behind = self.files.partition_point(|beginning| beginning.index <= index);
        let beginning = behind.checked_sub(1).and_then(|at| self.files.get(at));
        beginning.map(|beginning| Arc::clone(&beginning.file)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_told_from_the_file_it_was_first_seen_in() {
        let key = |low| Some(GameKey { high: 7 << 40, low, date: PartialDate::UNKNOWN });
        let mut duplicates = Duplicates::among(usize::MAX);
        let of_file = 3 * PIECE as u64 / 2;
        for (file, from) in [("a", 0), ("b", of_file), ("c", 0), ("d", 2 * of_file)] {
            let first = Numbering { file: file.into(), number: 1, lines_before: 0 };
            duplicates.take_all((from..from + of_file).map(|low| key(low << 20)), &first);
            let seen: Vec<_> = (1..=of_file).map(|number| duplicates.seen_before(number)).collect();
            let again = |number| Some(Seen { file: "a".into(), number });
            let due: Vec<_> =
                (1..=of_file).map(|number| if file == "c" { again(number) } else { None }).collect();
            assert_eq!(seen, due, "{file}");
        }
        // The files that brought no game of their own come between.
        duplicates.take_all(
            [of_file, 2 * of_file].map(|low| key(low << 20)).into_iter(),
            &Numbering { file: "e".into(), number: 5, lines_before: 0 },
        );
        let seen = [5, 6].map(|number| duplicates.seen_before(number));
        let due = ["b", "d"].map(|file| Some(Seen { file: file.into(), number: 1 }));
        assert_eq!(seen, due);
    }

    #[test]
    fn dates_contradict_only_where_both_are_known() {
        let date = |text: &str| PartialDate::read(text.as_bytes());
        assert!(!date("1799.??.??").contradicts(date("1799.06.01")));
        assert!(date("1799.05.??").contradicts(date("1799.06.01")));
        assert!(!date("????.??.??").contradicts(date("1799.06.01")));
        assert!(date("1798.??.??").contradicts(date("1799.??.??")));
    }

    #[test]
    fn unknown_values_say_nothing() {
        for value in ["", "?", "????.??.??", "-", " "] {
            assert!(!is_said(value.as_bytes()), "{value}");
        }
        for value in ["1799.??.??", "N.N.", "London"] {
            assert!(is_said(value.as_bytes()), "{value}");
        }
    }

    #[test]
    fn games_alike_of_many_days_are_not_all_remembered() {
        let file: Arc<str> = "a".into();
        let of_day = |day: u64| {
            let date = PartialDate::read(format!("{}.01.01", 1000 + day).as_bytes());
            Some(GameKey { high: 0, low: 0, date })
        };
        let first = Numbering { file, number: 1, lines_before: 0 };
        let mut duplicates = Duplicates::among(1000);
        duplicates.take_all((0..100).map(of_day), &first);
        assert_eq!(duplicates.entries.len(), MOST_DAYS);
        duplicates.take_all([of_day(0), of_day(99)].into_iter(), &Numbering { number: 101, ..first });
        let seen = [101, 102].map(|number| duplicates.seen_before(number).map(|seen| seen.number));
        assert_eq!(seen, [Some(1), None]);
    }

    #[test]
    fn it_stops_at_its_limit() {
        let file: Arc<str> = "a".into();
        let key = |low| Some(GameKey { high: 0, low, date: PartialDate::UNKNOWN });
        let mut duplicates = Duplicates::among(2);
        let first = Numbering { file: Arc::clone(&file), number: 1, lines_before: 0 };
        duplicates.take_all([key(1), key(2), None, key(3), key(1)].into_iter(), &first);
        assert_eq!(duplicates.stopped, Some(2));
        let seen: Vec<_> = (1..=5).map(|number| duplicates.seen_before(number)).collect();
        assert_eq!(seen, [None, None, None, None, Some(Seen { file, number: 1 })]);
    }
}
