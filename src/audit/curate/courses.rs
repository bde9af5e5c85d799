//! `curate.similar-game` and `curate.contained-game`: games with the same moves, or whose moves begin another one.

use std::io;

use hashbrown::HashTable;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::chess::{Fen, Move};
use crate::finding::Score;
use crate::game::{PartialDate, Record, SetupSource};
use crate::player_name::PlayerName;
use crate::spill::{Spool, SpoolEntry};

/// The number of plies from which two games are compared.
pub(super) const SHORTEST: usize = 10;

/// The number of plies from which games of one day are similar.
const SHORTEST_OF_ONE_DAY: usize = 16;

/// The number of plies from which games of the same players are similar.
const SHORTEST_SIMILAR: usize = 20;

/// The number of plies from which two games of the same players are not a draw that was repeated.
const NO_REPEATED_DRAW: usize = 30;

/// The number of plies from which the games of a day are similar if one player, or none, is the same.
const LONG: usize = 40;

/// The number of plies from which the same moves are the same game, by any players on any day.
const CERTAIN: usize = 60;

/// The greatest number of games with one key that a game is compared with.
const MOST_ALIKE: usize = 64;

/// The moves of a game, and the position from which it starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Course {
    /// A hash of the starting position; 0 for the usual one.
    start: u64,
    moves: Box<[u16]>,
}

impl Course {
    /// `None` if the game is short, or its moves are not all read.
    pub(super) fn of(record: &Record) -> Option<Self> {
        if record.moves.len() < SHORTEST || record.ending.stop.is_some() {
            return None;
        }
        let start = match record.setup {
            SetupSource::Usual => 0,
            _ => xxh3_64(Fen(&record.start).to_string().as_bytes()).max(1),
        };
        Some(Self { start, moves: record.moves.iter().map(Move::bits).collect() })
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    /// A hash of the start and the first moves.
    fn key(&self, plies: usize) -> u64 {
        let mut hash = Xxh3::new();
        hash.update(&self.start.to_le_bytes());
        for played in self.moves.iter().take(plies) {
            hash.update(&played.to_le_bytes());
        }
        hash.digest()
    }
}

/// The tags of a game that its copies may have otherwise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct CourseTags {
    /// The names as written.
    pub white: Box<str>,
    pub black: Box<str>,
    /// As written.
    pub date: Box<str>,
    pub result: Score,
    /// A hash of the round, or 0 if it is unknown.
    pub round: u64,
    /// A hash of the time at which the game began, or 0 if it is unknown.
    pub time: u64,
}

impl CourseTags {
    fn date(&self) -> PartialDate {
        PartialDate::read(self.date.as_bytes())
    }

    fn names(&self) -> [&str; 2] {
        [&self.white, &self.black]
    }

    /// The number of players whose names resemble each other. A name that is unknown resembles every name, and counts for
    /// nothing.
    fn shared_players(&self, other: &Self) -> SharedPlayers {
        let mut shared = SharedPlayers::default();
        for (one, other) in self.names().into_iter().zip(other.names()) {
            match (PlayerName::read(one), PlayerName::read(other)) {
                (Some(one), Some(other)) if one.resembles(&other) => shared.same += 1,
                (Some(_), Some(_)) => shared.other += 1,
                _ => {}
            }
        }
        shared
    }

    fn began_at_another_time(&self, other: &Self) -> bool {
        self.time != 0 && other.time != 0 && self.time != other.time
    }

    /// Whether both results are known, and one player won both games.
    fn have_one_winner(&self, other: &Self) -> bool {
        self.result == other.result && matches!(self.result, Score::White | Score::Black)
    }
}

#[derive(Clone, Copy, Default, Debug)]
struct SharedPlayers {
    same: u8,
    other: u8,
}

/// The relation of a game to an earlier one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum CourseRelation {
    /// The moves are the same, and some tags differ.
    Similar(CourseTags),
    /// This game is the beginning of the earlier one, which has so many plies more.
    BeginsEarlier(usize),
    /// The earlier game is the beginning of this one, which has so many plies more.
    BeginsWithEarlier(usize),
}

/// A game that was kept.
#[derive(Clone, Copy)]
struct KeptCourse {
    key: u64,
    /// Its tags and its moves.
    entry: SpoolEntry,
    /// The number of the game in the run.
    order: u32,
}

/// The games so far, in two tables of 32 bytes for each game; their tags and moves are in a spool.
#[derive(Default)]
pub(super) struct CourseTable {
    /// By all moves.
    whole: HashTable<KeptCourse>,
    /// By the family names and the first moves.
    beginnings: HashTable<KeptCourse>,
    spool: Spool,
}

impl CourseTable {
    /// Adds a game, and returns its relation to the first game that is like it, with the number of that game in the run.
    pub(super) fn take(
        &mut self,
        course: &Course,
        tags: &CourseTags,
        order: u32,
    ) -> io::Result<Option<(u32, CourseRelation)>> {
        let whole = course.key(usize::MAX);
        for (kept, other) in self.alike(KeyedBy::AllMoves, whole)? {
            if other.course.moves != course.moves {
                continue;
            }
            match compare_tags(tags, &other.tags, course.plies()) {
                TagComparison::Equal => return Ok(None),
                TagComparison::OneGame => {
                    return Ok(Some((kept.order, CourseRelation::Similar(other.tags))));
                }
                TagComparison::OtherGame => {}
            }
        }
        let beginning = beginning_key(course, tags);
        let mut relation = None;
        if let Some(key) = beginning {
            let mut earlier = self.alike(KeyedBy::FirstMoves, key)?.into_iter();
            relation = earlier.find_map(|(kept, other)| {
                Some((kept.order, contains(course, tags, &other.course, &other.tags)?))
            });
        }
        self.keep(course, tags, order, whole, beginning)?;
        Ok(relation)
    }

    /// The games with a key, in the order of the input.
    fn alike(&self, table: KeyedBy, key: u64) -> io::Result<Vec<(KeptCourse, SpooledCourse)>> {
        let table = match table {
            KeyedBy::AllMoves => &self.whole,
            KeyedBy::FirstMoves => &self.beginnings,
        };
        let mut kept: Vec<KeptCourse> =
            table.iter_hash(key).filter(|kept| kept.key == key).copied().collect();
        kept.sort_unstable_by_key(|kept| kept.order);
        kept.into_iter().map(|kept| Ok((kept, SpooledCourse::read(&self.spool.get(kept.entry)?)?))).collect()
    }

    fn keep(
        &mut self,
        course: &Course,
        tags: &CourseTags,
        order: u32,
        whole: u64,
        beginning: Option<u64>,
    ) -> io::Result<()> {
        let has_room = |table: &HashTable<KeptCourse>, key: u64| {
            table.iter_hash(key).filter(|kept| kept.key == key).count() < MOST_ALIKE
        };
        let of_whole = (course.plies() >= SHORTEST_OF_ONE_DAY).then_some(whole);
        let of_whole = of_whole.filter(|key| has_room(&self.whole, *key));
        let beginning = beginning.filter(|key| has_room(&self.beginnings, *key));
        if of_whole.is_none() && beginning.is_none() {
            return Ok(());
        }
        let entry = self.spool.put(&SpooledCourse::write(course, tags)?)?;
        // The keys are hashes.
        if let Some(key) = of_whole {
            self.whole.insert_unique(key, KeptCourse { key, entry, order }, |kept| kept.key);
        }
        if let Some(key) = beginning {
            self.beginnings.insert_unique(key, KeptCourse { key, entry, order }, |kept| kept.key);
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
enum KeyedBy {
    AllMoves,
    FirstMoves,
}

/// The key of the players and the first moves. `None` if both players are unknown.
fn beginning_key(course: &Course, tags: &CourseTags) -> Option<u64> {
    let names = tags.names().map(PlayerName::read);
    if names.iter().all(Option::is_none) {
        return None;
    }
    let mut hash = Xxh3::new();
    for name in &names {
        hash.update(name.as_ref().map(PlayerName::likely_family).unwrap_or_default().as_bytes());
        hash.update(&[0]);
    }
    hash.update(&course.key(SHORTEST).to_le_bytes());
    Some(hash.digest())
}

enum TagComparison {
    /// Nothing differs that `record.duplicate-game` compares.
    Equal,
    /// The tags are two descriptions of one game.
    OneGame,
    /// They may be two games with the same moves.
    OtherGame,
}

fn compare_tags(one: &CourseTags, other: &CourseTags, plies: usize) -> TagComparison {
    let (date, other_date) = (one.date(), other.date());
    let is_other_day = date.contradicts(other_date);
    if one.names() == other.names() && one.result == other.result && !is_other_day {
        return TagComparison::Equal;
    }
    if plies < LONG && one.began_at_another_time(other) {
        return TagComparison::OtherGame;
    }
    let is_one_year = date.year().is_some() && date.year() == other_date.year() && !is_other_day;
    let has_one_winner = one.have_one_winner(other);
    let SharedPlayers { same, other: others } = one.shared_players(other);
    let is_one_game = match (same, others) {
        _ if plies >= CERTAIN => true,
        (1.., 0) if plies >= SHORTEST_SIMILAR => !is_other_day || has_one_winner || plies >= NO_REPEATED_DRAW,
        (1.., 0) => plies >= SHORTEST_OF_ONE_DAY && is_one_year,
        (1.., _) if is_one_year => plies >= SHORTEST_SIMILAR,
        (1.., _) => has_one_winner && plies >= NO_REPEATED_DRAW,
        (0, 0) => plies >= SHORTEST_SIMILAR && (is_one_year || has_one_winner),
        (0, _) => is_one_year && (plies >= LONG || has_one_winner && plies >= NO_REPEATED_DRAW),
    };
    if is_one_game { TagComparison::OneGame } else { TagComparison::OtherGame }
}

/// Whether one game is the beginning of the other one, and both are records of one game.
fn contains(
    course: &Course,
    tags: &CourseTags,
    other: &Course,
    other_tags: &CourseTags,
) -> Option<CourseRelation> {
    let (plies, others) = (course.plies(), other.plies());
    let shorter = plies.min(others);
    let is_beginning = plies != others
        && course.start == other.start
        && course.moves.iter().zip(&other.moves).all(|(one, other)| one == other);
    let players = tags.shared_players(other_tags);
    if !is_beginning || players.other > 0 || players.same == 0 || tags.began_at_another_time(other_tags) {
        return None;
    }
    let (date, other_date) = (tags.date(), other_tags.date());
    let has_one_winner = tags.have_one_winner(other_tags);
    let short_tags = if plies < others { tags } else { other_tags };
    let is_likely = if date.contradicts(other_date) {
        shorter >= NO_REPEATED_DRAW && has_one_winner
    } else if shorter >= NO_REPEATED_DRAW {
        true
    } else {
        // A short draw may come before a longer game of the same day.
        let is_other_round = tags.round != 0 && other_tags.round != 0 && tags.round != other_tags.round;
        let is_same_end = tags.result == other_tags.result || short_tags.result == Score::Unknown;
        let is_dated = date.year().is_some() && other_date.year().is_some();
        !is_other_round && (is_same_end || shorter >= SHORTEST_SIMILAR) && (is_dated || has_one_winner)
    };
    is_likely.then(|| {
        let more = plies.abs_diff(others);
        if plies < others {
            CourseRelation::BeginsEarlier(more)
        } else {
            CourseRelation::BeginsWithEarlier(more)
        }
    })
}

/// A game in the spool.
struct SpooledCourse {
    course: Course,
    tags: CourseTags,
}

impl SpooledCourse {
    /// The start, the number of moves, the moves, and the tags as JSON.
    fn write(course: &Course, tags: &CourseTags) -> io::Result<Vec<u8>> {
        let mut bytes = course.start.to_le_bytes().to_vec();
        bytes.extend((course.moves.len() as u64).to_le_bytes());
        bytes.extend(course.moves.iter().flat_map(|played| played.to_le_bytes()));
        serde_json::to_writer(&mut bytes, tags)?;
        Ok(bytes)
    }

    fn read(bytes: &[u8]) -> io::Result<Self> {
        let cut = || io::Error::other("a temporary file does not hold what was written");
        let (start, rest) = bytes.split_first_chunk().ok_or_else(cut)?;
        let (count, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*count)).ok().and_then(|count| count.checked_mul(2));
        let (moves, tags) = length.and_then(|length| rest.split_at_checked(length)).ok_or_else(cut)?;
        let (moves, _) = moves.as_chunks();
        Ok(Self {
            course: Course {
                start: u64::from_le_bytes(*start),
                moves: moves.iter().map(|bytes| u16::from_le_bytes(*bytes)).collect(),
            },
            tags: serde_json::from_slice(tags)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(moves: u16, last: u16) -> Course {
        Course { start: 0, moves: (1..moves).chain([last]).collect() }
    }

    fn tags(white: &str, black: &str, date: &str, result: Score) -> CourseTags {
        let (white, black, date) = (white.into(), black.into(), date.into());
        CourseTags { white, black, date, result, round: 0, time: 0 }
    }

    #[test]
    fn the_same_moves_under_other_spellings_are_similar() {
        let first = tags("Mayet, Carl", "Anderssen, Adolf", "1851.??.??", Score::Black);
        let mut table = CourseTable::default();
        assert_eq!(table.take(&course(24, 24), &first, 1).unwrap(), None);
        let other = tags("Mayet", "Anderssen", "1851.??.??", Score::Black);
        let due = Some((1, CourseRelation::Similar(first.clone())));
        assert_eq!(table.take(&course(24, 24), &other, 2).unwrap(), due);
        // A copy is not a finding of these rules.
        assert_eq!(table.take(&course(24, 24), &first, 3).unwrap(), None);
        let drawn = tags("Mayet", "Anderssen", "1851.??.??", Score::Draw);
        assert_eq!(table.take(&course(24, 24), &drawn, 4).unwrap(), due);
    }

    #[test]
    fn a_short_draw_that_other_players_repeat_is_not_similar() {
        let mut table = CourseTable::default();
        let game = |white: &str, date: &str| tags(white, "Portisch, Lajos", date, Score::Draw);
        assert_eq!(table.take(&course(24, 24), &game("Ivkov, B", "1986.??.??"), 1).unwrap(), None);
        assert_eq!(table.take(&course(24, 24), &game("McShane, Luke", "1996.??.??"), 2).unwrap(), None);
        // It is compared with later ones.
        let again = table.take(&course(24, 24), &game("McShane, L", "1996.??.??"), 3).unwrap();
        assert_eq!(again.map(|(order, _)| order), Some(2));
    }

    #[test]
    fn a_record_that_breaks_off_is_contained() {
        let mut table = CourseTable::default();
        let whole = tags("Wyvill, Marmaduke", "Anderssen, Adolf", "1851.??.??", Score::White);
        let part = tags("Wyvill", "Anderssen", "1851.??.??", Score::White);
        assert_eq!(table.take(&course(39, 39), &whole, 1).unwrap(), None);
        let due = Some((1, CourseRelation::BeginsEarlier(2)));
        assert_eq!(table.take(&course(37, 37), &part, 2).unwrap(), due);
        let due = Some((1, CourseRelation::BeginsWithEarlier(1)));
        assert_eq!(table.take(&course(40, 40), &part, 3).unwrap(), due);
        assert_eq!(table.take(&course(37, 99), &part, 4).unwrap(), None);
    }

    #[test]
    fn a_short_draw_before_a_longer_game_is_not_contained() {
        let mut table = CourseTable::default();
        let game =
            |result, round| CourseTags { round, ..tags("Guseinov,G", "Inarkiev,E", "2011.03.18", result) };
        assert_eq!(table.take(&course(18, 18), &game(Score::Draw, 1), 1).unwrap(), None);
        assert_eq!(table.take(&course(80, 80), &game(Score::Black, 2), 2).unwrap(), None);
    }
}
