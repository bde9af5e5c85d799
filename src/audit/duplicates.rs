//! `record.duplicate-game`: the same game twice, found by keys of 128 bits, half of which are kept, among the first
//! games of a run.

use std::io;
use std::sync::Arc;

use hashbrown::HashTable;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::chess::Fen;
use crate::finding::Fingerprint;
use crate::game::{PackedDate, PartialDate, Record, Setup, StopReason, TagName};
use crate::law::Rule;
use crate::spill::{Slip, Spool};

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

/// Games that are equal in everything but their dates are remembered up to this many: each further one is compared with
/// all of them.
const MOST_DAYS: usize = 16;

/// A game as the table holds it: 16 bytes.
struct SeenGame {
    /// The first half of its key. Among a million different games two have it in common once in thirty million runs, among
    /// a hundred million once in 3700.
    prefix: u64,
    date: PackedDate,
    /// As which game of the run it came, from 1.
    order: u32,
}

/// The games seen so far, up to a limit.
///
/// A table of a million games, which is the default limit, takes 36 MiB, half as much again while it grows; a million
/// files of one game each add 32 MiB.
///
/// Of copies whose dates are known in part, one may go with two that contradict each other: how many are found then
/// depends on which is read first.
pub(super) struct Duplicates {
    games: HashTable<SeenGame>,
    limit: usize,
    numbering: FileNumbers,
    /// How many games had been taken when the limit was reached.
    pub stopped: Option<u64>,
    /// How many games came, kept or not.
    came: u32,
}

impl Duplicates {
    /// Looks among the first `limit` games; 0 = not at all.
    pub(super) fn among(limit: usize) -> Self {
        Self { games: HashTable::new(), limit, numbering: FileNumbers::default(), stopped: None, came: 0 }
    }

    /// Takes the next game of the run, and returns where the same was seen before.
    ///
    /// # Errors
    /// If the temporary file of file names cannot be read or written.
    pub(super) fn take(
        &mut self,
        key: Option<GameKey>,
        file: &Arc<str>,
        number: u64,
    ) -> io::Result<Option<Seen>> {
        if self.limit == 0 {
            return Ok(None);
        }
        let Some(came) = self.came.checked_add(1) else {
            // Later games have no order of their own.
            self.stop();
            return Ok(None);
        };
        self.came = came;
        let Some(GameKey { high: prefix, date, .. }) = key else { return Ok(None) };
        let mut of_other_days = 0;
        let mut first: Option<u32> = None;
        for known in self.games.iter_hash(prefix).filter(|known| known.prefix == prefix) {
            if PartialDate::unpacked(known.date).contradicts(date) {
                of_other_days += 1;
            } else {
                first = Some(first.map_or(known.order, |first| first.min(known.order)));
            }
        }
        if let Some(first) = first {
            return self.numbering.find(first);
        }
        if of_other_days >= MOST_DAYS {
            return Ok(None);
        }
        if self.games.len() >= self.limit {
            self.stop();
            return Ok(None);
        }
        let entry = SeenGame { prefix, date: date.packed(), order: came };
        // A key is a hash already.
        self.games.insert_unique(prefix, entry, |entry| entry.prefix);
        self.numbering.note(came, number, file)?;
        Ok(None)
    }

    fn stop(&mut self) {
        self.stopped.get_or_insert(self.games.len() as u64);
    }
}

/// Which game of which file came as which of the run. The names of the files are in a spool.
#[derive(Default)]
struct FileNumbers {
    /// The places from which on games are numbered one after another, in order.
    starts: Vec<Start>,
    names: Spool,
    /// The file of the last start.
    last: Option<Arc<str>>,
}

#[derive(Clone, Copy)]
struct Start {
    /// As which game of the run it came.
    order: u32,
    /// Its number in its file.
    number: u64,
    name: Slip,
}

impl Start {
    /// The number in the file of a game of the run.
    fn number(self, order: u32) -> u64 {
        self.number + u64::from(order.saturating_sub(self.order))
    }
}

impl FileNumbers {
    /// Notes the number in its file of a game that came as this one of the run.
    fn note(&mut self, order: u32, number: u64, file: &Arc<str>) -> io::Result<()> {
        let last = self.starts.last().filter(|_| self.last.as_ref() == Some(file));
        let name = match last {
            Some(last) if last.number(order) == number => return Ok(()),
            Some(last) => last.name,
            None => self.names.put(file.as_bytes())?,
        };
        self.starts.push(Start { order, number, name });
        self.last = Some(Arc::clone(file));
        Ok(())
    }

    fn find(&self, order: u32) -> io::Result<Option<Seen>> {
        let after = self.starts.partition_point(|start| start.order <= order);
        let Some(start) = after.checked_sub(1).and_then(|at| self.starts.get(at)) else { return Ok(None) };
        let file = match &self.last {
            Some(last) if after == self.starts.len() => Arc::clone(last),
            _ => String::from_utf8(self.names.get(start.name)?).map_err(io::Error::other)?.into(),
        };
        Ok(Some(Seen { file, number: start.number(order) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A key like no other number’s.
    fn key(low: u64) -> GameKey {
        GameKey { high: low.wrapping_mul(0x9e37_79b9_7f4a_7c15), low, date: PartialDate::UNKNOWN }
    }

    /// Takes games of a file, the first of this number.
    fn take_all(
        duplicates: &mut Duplicates,
        file: &str,
        first: u64,
        keys: impl IntoIterator<Item = Option<GameKey>>,
    ) -> Vec<Option<Seen>> {
        let file: Arc<str> = file.into();
        keys.into_iter()
            .zip(first..)
            .map(|(key, number)| duplicates.take(key, &file, number).unwrap())
            .collect()
    }

    #[test]
    fn each_game_is_reported_from_the_file_it_was_first_seen_in() {
        let mut duplicates = Duplicates::among(usize::MAX);
        let of_file = 3000;
        for (file, from) in [("a", 0), ("b", of_file), ("c", 0), ("d", 2 * of_file)] {
            let keys = (from..from + of_file).map(|low| Some(key(low)));
            let seen = take_all(&mut duplicates, file, 1, keys);
            let again = |number| Some(Seen { file: "a".into(), number });
            let due: Vec<_> =
                (1..=of_file).map(|number| if file == "c" { again(number) } else { None }).collect();
            assert_eq!(seen, due, "{file}");
        }
        // Files that brought no game of their own lie between.
        let keys = [of_file, 2 * of_file].map(|low| Some(key(low)));
        let due = ["b", "d"].map(|file| Some(Seen { file: file.into(), number: 1 }));
        assert_eq!(take_all(&mut duplicates, "e", 5, keys), due);
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
        let of_day = |day: u64| {
            let date = PartialDate::read(format!("{}.01.01", 1000 + day).as_bytes());
            Some(GameKey { high: 0, low: 0, date })
        };
        let mut duplicates = Duplicates::among(1000);
        take_all(&mut duplicates, "a", 1, (0..100).map(of_day));
        assert_eq!(duplicates.games.len(), MOST_DAYS);
        let seen = take_all(&mut duplicates, "a", 101, [of_day(0), of_day(99)]);
        assert_eq!(seen, [Some(Seen { file: "a".into(), number: 1 }), None]);
    }

    #[test]
    fn it_stops_at_its_limit() {
        let mut duplicates = Duplicates::among(2);
        let keys = [Some(1), Some(2), None, Some(3), Some(1)].map(|game| game.map(key));
        let seen = take_all(&mut duplicates, "a", 1, keys);
        assert_eq!(duplicates.stopped, Some(2));
        assert_eq!(seen, [None, None, None, None, Some(Seen { file: "a".into(), number: 1 })]);
    }

    #[test]
    fn an_entry_takes_sixteen_bytes() {
        assert_eq!(size_of::<SeenGame>(), 16);
    }
}
