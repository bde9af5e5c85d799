//! `record.duplicate-game`: the same game twice, found by keys of 128 bits, half of which are kept, among the first
//! games of a run.

mod beginnings;
mod table;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::chess::Fen;
use crate::finding::Fingerprint;
use crate::game::{PartialDate, Record, Setup, StopReason, TagName};
use crate::law::Rule;

use self::beginnings::Beginnings;
use self::table::{Prefix, Table, Taken};
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
        if record.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
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

    /// The highest of its bits: what is kept of it.
    fn prefix(self) -> Prefix {
        self.high
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

/// Room is made for so many games at once at the most: where there are more, most may stand twice, and room for each would be
/// memory for nothing.
const MOST_EXPECTED: usize = 1 << 16;

/// Where so many games may stand in the table is fetched from memory at once: each stands somewhere else, and to take them one
/// by one is to wait for each.
const TOGETHER: usize = 32;

/// The games seen so far, up to a limit.
///
/// Of copies whose dates are known in part, one may go with two that contradict each other: how many are found then
/// depends on which is read first.
pub(super) struct Duplicates {
    table: Table,
    beginnings: Beginnings,
    /// Games taken of which was not yet asked.
    again: VecDeque<Again>,
    /// How many games had been taken when the limit was reached.
    pub stopped: Option<u64>,
    /// How many games came, kept or not.
    came: u32,
}

impl Duplicates {
    /// Looks among the first `limit` games; 0 = not at all.
    pub(super) fn among(limit: usize) -> Self {
        Self {
            table: Table::among(limit),
            beginnings: Beginnings::default(),
            again: VecDeque::new(),
            stopped: None,
            came: 0,
        }
    }

    /// Whether it looks at all.
    pub(super) fn looks(&self) -> bool {
        self.table.limit() > 0
    }

    /// Makes room for so many games more, so that the table need not grow step by step, each time all of it anew.
    pub(super) fn expect(&mut self, games: u64) {
        self.table.expect(usize::try_from(games).unwrap_or(usize::MAX).min(MOST_EXPECTED));
    }

    /// Takes games one after another, the first of this place; [`Self::seen_before`] tells then of each of them.
    ///
    /// # Errors
    /// What the disk says on which it was put aside what games of which file are.
    pub(super) fn take_all(
        &mut self,
        keys: impl Iterator<Item = Option<GameKey>> + Clone,
        first: &Numbering,
    ) -> io::Result<()> {
        let mut soon = keys.clone();
        for (index, (key, number)) in keys.zip(first.number..).enumerate() {
            if index % TOGETHER == 0 {
                soon.by_ref().take(TOGETHER).flatten().for_each(|key| self.table.fetch(key.prefix()));
            }
            if let Some(seen) = self.take(key, &first.file, number)? {
                self.again.push_back(Again { number, seen });
            }
        }
        Ok(())
    }

    /// Where the same game as this one was seen before. Games are asked about in their order, each once.
    pub(super) fn seen_before(&mut self, number: u64) -> Option<Seen> {
        let is_next = self.again.front().is_some_and(|again| again.number == number);
        if is_next { self.again.pop_front().map(|again| again.seen) } else { None }
    }

    fn take(&mut self, key: Option<GameKey>, file: &Arc<str>, number: u64) -> io::Result<Option<Seen>> {
        let Some(came) = self.came.checked_add(1) else {
            // It cannot say any more which is which.
            self.stop();
            return Ok(None);
        };
        self.came = came;
        let Some(key) = key else { return Ok(None) };
        match self.table.take(key.prefix(), key.date, came) {
            Taken::New => {
                self.beginnings.note(came, number, file);
                Ok(None)
            }
            Taken::Again(order) => self.beginnings.find(order),
            Taken::OfOtherDays => Ok(None),
            Taken::Full => {
                self.stop();
                Ok(None)
            }
        }
    }

    fn stop(&mut self) {
        self.stopped.get_or_insert(self.table.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key like no other number’s.
    fn key(low: u64) -> GameKey {
        GameKey { high: low.wrapping_mul(0x9e37_79b9_7f4a_7c15), low, date: PartialDate::UNKNOWN }
    }

    #[test]
    fn each_game_is_told_from_the_file_it_was_first_seen_in() {
        let mut duplicates = Duplicates::among(usize::MAX);
        let of_file = 3000;
        for (file, from) in [("a", 0), ("b", of_file), ("c", 0), ("d", 2 * of_file)] {
            let first = Numbering { file: file.into(), number: 1, lines_before: 0 };
            duplicates.take_all((from..from + of_file).map(|low| Some(key(low))), &first).unwrap();
            let seen: Vec<_> = (1..=of_file).map(|number| duplicates.seen_before(number)).collect();
            let again = |number| Some(Seen { file: "a".into(), number });
            let due: Vec<_> =
                (1..=of_file).map(|number| if file == "c" { again(number) } else { None }).collect();
            assert_eq!(seen, due, "{file}");
        }
        // The files that brought no game of their own come between.
        duplicates
            .take_all(
                [of_file, 2 * of_file].map(|low| Some(key(low))).into_iter(),
                &Numbering { file: "e".into(), number: 5, lines_before: 0 },
            )
            .unwrap();
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
        duplicates.take_all((0..100).map(of_day), &first).unwrap();
        assert_eq!(duplicates.table.len(), table::MOST_DAYS);
        duplicates
            .take_all([of_day(0), of_day(99)].into_iter(), &Numbering { number: 101, ..first })
            .unwrap();
        let seen = [101, 102].map(|number| duplicates.seen_before(number).map(|seen| seen.number));
        assert_eq!(seen, [Some(1), None]);
    }

    #[test]
    fn it_stops_at_its_limit() {
        let file: Arc<str> = "a".into();
        let mut duplicates = Duplicates::among(2);
        let first = Numbering { file: Arc::clone(&file), number: 1, lines_before: 0 };
        duplicates
            .take_all(
                [Some(1), Some(2), None, Some(3), Some(1)].map(|game| game.map(key)).into_iter(),
                &first,
            )
            .unwrap();
        assert_eq!(duplicates.stopped, Some(2));
        let seen: Vec<_> = (1..=5).map(|number| duplicates.seen_before(number)).collect();
        assert_eq!(seen, [None, None, None, None, Some(Seen { file, number: 1 })]);
    }
}
