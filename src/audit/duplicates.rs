//! Finds games that occur twice, and records that contradict an earlier one, among the first games of a run.

use std::io;
use std::sync::Arc;

use hashbrown::HashTable;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use super::identity::{Disagreement, GameIdentity, Identities};
use crate::chess::Fen;
use crate::finding::{ContentKey, Fingerprint};
use crate::game::{
    PackedDate, PartialDate, Record, SetupSource, Span, StopReason, TagName, TextFault, is_known,
};
use crate::law::Rule;
use crate::spill::{Spool, SpoolEntry};

/// The number of plies from which a game is identified by its players, result and moves.
pub(super) const LONG_ENOUGH: u32 = 10;

/// The number of plies from which no two games of the same players have the same moves. Shorter ones are also told apart by the
/// times at which they began.
const CERTAIN: u32 = 40;

/// The tags for the time at which a game began.
pub(super) const START_TIMES: [&[u8]; 2] = [b"UTCTime", b"Time"];

/// The key by which games are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct GameKey {
    high: u64,
    low: u64,
    date: PartialDate,
}

/// The text from the move on that cannot be made.
fn unmade_moves<'t>(record: &Record, text: &'t [u8]) -> Option<&'t [u8]> {
    let is_unmade =
        |fault: &&TextFault| fault.kind.stops_replay() && fault.kind.rule() == Rule::RecordUnresolvable;
    let stop = record.text.faults.iter().find(is_unmade)?;
    Some(Span { start: stop.span.start, end: record.span.end }.of(text))
}

/// Hashes some tags of a game, its start and its moves; the moves after one that cannot be made as text. `None` for games
/// without moves, and for games with text that cannot be read. `buffer` is overwritten.
fn hash(record: &Record, text: &[u8], tags: &[TagName], buffer: &mut Vec<u8>) -> Option<u128> {
    let is_stopped = record.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable);
    let unmade = if is_stopped { unmade_moves(record, text)? } else { &[] };
    if record.plies() == 0 {
        return None;
    }
    buffer.clear();
    for tag in tags {
        buffer.extend_from_slice(record.value(*tag, text).unwrap_or_default());
        buffer.push(0);
    }
    if record.setup != SetupSource::Usual {
        buffer.extend_from_slice(Fen(&record.start).to_string().as_bytes());
    }
    buffer.push(0);
    let tags = buffer.len();
    buffer.resize(tags + 2 * record.moves.len(), 0);
    let moves = buffer.get_mut(tags..).unwrap_or_default().as_chunks_mut().0;
    for (bytes, played) in moves.iter_mut().zip(record.moves.iter()) {
        *bytes = played.bits().to_le_bytes();
    }
    for word in unmade.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        buffer.extend_from_slice(word);
        buffer.push(0);
    }
    Some(xxh3_128(buffer))
}

/// The digest together with the time at which the game began, if the tags have it. `buffer` is overwritten.
fn with_start_times(digest: u128, record: &Record, text: &[u8], buffer: &mut Vec<u8>) -> u128 {
    buffer.clear();
    for pair in record.tags.pairs().iter().filter(|pair| START_TIMES.contains(&pair.name.of(text))) {
        buffer.extend_from_slice(pair.value.of(text));
        buffer.push(0);
    }
    if buffer.is_empty() {
        return digest;
    }
    buffer.extend_from_slice(&digest.to_le_bytes());
    xxh3_128(buffer)
}

impl ContentKey {
    /// `None` if the game has no moves or text that cannot be read. `buffer` is overwritten.
    pub(super) fn of(record: &Record, text: &[u8], buffer: &mut Vec<u8>) -> Option<Self> {
        hash(record, text, &[TagName::White, TagName::Black, TagName::Result], buffer).map(Self)
    }
}

/// The hash of the start and the moves. `None` as for [`ContentKey::of`].
pub(super) fn course_key(record: &Record, text: &[u8], buffer: &mut Vec<u8>) -> Option<u128> {
    hash(record, text, &[], buffer)
}

impl GameKey {
    /// The key of a game: its content, for a short game also its date, round and event, and unless it is long also the time at
    /// which it began. `None` for short games with unknown players, date or event. `buffer` is overwritten.
    pub(super) fn of(
        record: &Record,
        text: &[u8],
        content: ContentKey,
        buffer: &mut Vec<u8>,
    ) -> Option<Self> {
        use TagName::{Black, Date, Event, Result, Round, White};
        let digest = if record.plies() >= LONG_ENOUGH {
            content.0
        } else {
            let is_known = |tag| record.value(tag, text).is_some_and(is_known);
            if ![White, Black, Date, Event].into_iter().all(is_known) {
                return None;
            }
            hash(record, text, &[White, Black, Result, Date, Round, Event], buffer)?
        };
        let digest =
            if record.plies() < CERTAIN { with_start_times(digest, record, text, buffer) } else { digest };
        let date = PartialDate::read(record.value(Date, text).unwrap_or_default());
        #[allow(clippy::cast_possible_truncation)] // the two halves
        Some(Self { high: (digest >> 64) as u64, low: digest as u64, date })
    }

    /// The fingerprint of the finding. It is the same for all copies, so it does not depend on their order.
    pub(super) fn fingerprint(self) -> Fingerprint {
        let mut hash = Xxh3::new();
        hash.update(&self.high.to_le_bytes());
        hash.update(&self.low.to_le_bytes());
        hash.update(Rule::RecordDuplicateGame.id().as_bytes());
        Fingerprint(hash.digest128())
    }
}

/// The first copy of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub file: Arc<str>,
    pub number: u64,
}

/// The earlier games that a game repeats or contradicts.
#[derive(Default, PartialEq, Eq, Debug)]
pub(super) struct Earlier {
    pub copy: Option<Seen>,
    /// Another record of the same game. Never if there is a copy.
    pub conflict: Option<(Seen, Disagreement)>,
}

/// The greatest number of games that differ only in their dates: each further one is compared with all of them.
const MOST_DAYS: usize = 16;

/// An entry of the table: 16 bytes.
struct SeenGame {
    /// The first half of the key. Two of a million different games share it once in thirty million runs, two of a hundred
    /// million once in 3700.
    prefix: u64,
    date: PackedDate,
    /// The number of the game in the run, from 1.
    order: u32,
}

/// The games seen so far, up to a limit.
///
/// A table of a million games, which is the default limit, takes 36 MiB, half as much again while it grows; a million
/// files of one game each add 32 MiB. If all games name event, round and players, a second table takes 66 MiB.
///
/// A game with a partly known date may match two others whose dates contradict each other. The number of duplicates found
/// then depends on the order of the games.
pub(super) struct Duplicates {
    games: HashTable<SeenGame>,
    identities: Identities,
    limit: usize,
    numbering: FileNumbers,
    /// The number of games in the table when the limit was reached.
    pub stopped: Option<u64>,
    /// The number of games of the run so far.
    count: u32,
}

impl Duplicates {
    /// Searches among the first `limit` games.
    pub(super) fn among(limit: usize) -> Self {
        let identities = Identities::default();
        Self {
            games: HashTable::new(),
            identities,
            limit,
            numbering: FileNumbers::default(),
            stopped: None,
            count: 0,
        }
    }

    /// Adds the next game of the run, and returns the earlier records of it.
    pub(super) fn take(
        &mut self,
        key: Option<GameKey>,
        identity: Option<&GameIdentity>,
        file: &Arc<str>,
        number: u64,
    ) -> io::Result<Earlier> {
        if self.limit == 0 {
            return Ok(Earlier::default());
        }
        let Some(order) = self.count.checked_add(1) else {
            self.stop();
            return Ok(Earlier::default());
        };
        self.count = order;
        if let Some(copy) = self.take_key(key, order, file, number)? {
            return Ok(Earlier { copy: Some(copy), conflict: None });
        }
        let Some(identity) = identity else { return Ok(Earlier::default()) };
        if let Some((first, disagreement)) = self.identities.find(identity) {
            // Without a key, the moves after the opening were not compared.
            if disagreement == Disagreement::Moves && key.is_none() {
                return Ok(Earlier::default());
            }
            let conflict = self.numbering.find(first)?.map(|seen| (seen, disagreement));
            return Ok(Earlier { copy: None, conflict });
        }
        // A copy of a game that is not in the other table would look like a record with other moves.
        if self.stopped.is_none() && self.identities.len() < self.limit {
            self.identities.add(identity, order);
            self.numbering.note(order, number, file)?;
        }
        Ok(Earlier::default())
    }

    fn take_key(
        &mut self,
        key: Option<GameKey>,
        order: u32,
        file: &Arc<str>,
        number: u64,
    ) -> io::Result<Option<Seen>> {
        let Some(GameKey { high: prefix, date, .. }) = key else { return Ok(None) };
        let mut other_days = 0;
        let mut first: Option<u32> = None;
        for known in self.games.iter_hash(prefix).filter(|known| known.prefix == prefix) {
            if PartialDate::unpacked(known.date).contradicts(date) {
                other_days += 1;
            } else {
                first = Some(first.map_or(known.order, |first| first.min(known.order)));
            }
        }
        if let Some(first) = first {
            return self.numbering.find(first);
        }
        if other_days >= MOST_DAYS {
            return Ok(None);
        }
        if self.games.len() >= self.limit {
            self.stop();
            return Ok(None);
        }
        let entry = SeenGame { prefix, date: date.packed(), order };
        // The prefix is a hash.
        self.games.insert_unique(prefix, entry, |entry| entry.prefix);
        self.numbering.note(order, number, file)?;
        Ok(None)
    }

    fn stop(&mut self) {
        self.stopped.get_or_insert(self.games.len() as u64);
    }
}

/// Maps the number of a game in the run to its file and its number there. The names of the files are in a spool.
#[derive(Default)]
pub(super) struct FileNumbers {
    /// The sequences of games that are numbered one after another, in order.
    sequences: Vec<NumberSequence>,
    names: Spool,
    /// The file of the last sequence.
    last: Option<Arc<str>>,
}

/// The first game of a sequence.
#[derive(Clone, Copy)]
struct NumberSequence {
    /// The number in the run.
    order: u32,
    /// The number in the file.
    number: u64,
    name: SpoolEntry,
}

impl NumberSequence {
    /// The number in the file of a game with this number in the run.
    fn number(self, order: u32) -> u64 {
        self.number + u64::from(order.saturating_sub(self.order))
    }
}

impl FileNumbers {
    pub(super) fn note(&mut self, order: u32, number: u64, file: &Arc<str>) -> io::Result<()> {
        let last = self.sequences.last().filter(|_| self.last.as_ref() == Some(file));
        let name = match last {
            Some(last) if last.number(order) == number => return Ok(()),
            Some(last) => last.name,
            None => self.names.put(file.as_bytes())?,
        };
        self.sequences.push(NumberSequence { order, number, name });
        self.last = Some(Arc::clone(file));
        Ok(())
    }

    pub(super) fn find(&self, order: u32) -> io::Result<Option<Seen>> {
        let after = self.sequences.partition_point(|sequence| sequence.order <= order);
        let Some(sequence) = after.checked_sub(1).and_then(|at| self.sequences.get(at)) else {
            return Ok(None);
        };
        let file = match &self.last {
            Some(last) if after == self.sequences.len() => Arc::clone(last),
            _ => String::from_utf8(self.names.get(sequence.name)?).map_err(io::Error::other)?.into(),
        };
        Ok(Some(Seen { file, number: sequence.number(order) }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(low: u64) -> GameKey {
        GameKey { high: low.wrapping_mul(0x9e37_79b9_7f4a_7c15), low, date: PartialDate::UNKNOWN }
    }

    /// Takes games of a file, numbered from `first`.
    fn take_all(
        duplicates: &mut Duplicates,
        file: &str,
        first: u64,
        keys: impl IntoIterator<Item = Option<GameKey>>,
    ) -> Vec<Option<Seen>> {
        let file: Arc<str> = file.into();
        keys.into_iter()
            .zip(first..)
            .map(|(key, number)| duplicates.take(key, None, &file, number).unwrap().copy)
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
    fn dates_contradict_only_in_known_parts() {
        let date = |text: &str| PartialDate::read(text.as_bytes());
        assert!(!date("1799.??.??").contradicts(date("1799.06.01")));
        assert!(date("1799.05.??").contradicts(date("1799.06.01")));
        assert!(!date("????.??.??").contradicts(date("1799.06.01")));
        assert!(date("1798.??.??").contradicts(date("1799.??.??")));
    }

    #[test]
    fn equal_games_of_many_days_are_not_all_kept() {
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
