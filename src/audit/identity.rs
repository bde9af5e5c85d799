//! `record.conflicting-game`: two records of one game that contradict each other.

use hashbrown::HashTable;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::finding::Score;
use crate::game::{PackedDate, PartialDate, Record, TagName, is_known};
use crate::player_name::is_placeholder;

/// The number of plies from which two records with equal tags are of one game.
const SAME_OPENING: usize = 12;

/// The tags that distinguish the games of one round, for example those of a tie-break.
const OF_ONE_GAME: [&[u8]; 7] =
    [b"TimeControl", b"Time", b"UTCTime", b"Stage", b"Board", b"SubRound", b"Table"];

/// A byte for each of these tags: a hash of its value, or 0 if that is unknown.
type Marks = [u8; OF_ONE_GAME.len()];

/// A byte for each of the first plies: a hash of the moves so far.
type Opening = [u8; SAME_OPENING];

/// What the tags and the first moves of a record say about the game that it is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct GameIdentity {
    /// The hash of the event, the round and the players.
    tags: u64,
    marks: Marks,
    opening: Opening,
    date: PartialDate,
    result: Score,
    plies: u32,
}

/// What two records of one game disagree about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Disagreement {
    /// The result of the earlier record.
    Result(Score),
    /// The number of plies in the earlier record.
    Length(u32),
    Moves,
}

impl GameIdentity {
    /// `None` if the event, the round or a player is unknown or a placeholder, and for games whose moves are not all read.
    /// `buffer` is overwritten.
    pub(super) fn of(record: &Record, text: &[u8], result: Score, buffer: &mut Vec<u8>) -> Option<Self> {
        buffer.clear();
        for tag in [TagName::Event, TagName::Round, TagName::White, TagName::Black] {
            let value = record.value(tag, text).filter(|value| is_known(value))?;
            if matches!(tag, TagName::White | TagName::Black) && is_placeholder(value) {
                return None;
            }
            buffer.extend_from_slice(value);
            buffer.push(0);
        }
        let mut opening = [0; SAME_OPENING];
        let mut hash = 0_u32;
        for (place, played) in opening.iter_mut().zip(record.moves.iter()) {
            hash = (hash ^ u32::from(played.bits())).wrapping_mul(0x9e37_79b1);
            let [.., highest] = hash.to_le_bytes();
            *place = highest;
        }
        let date = PartialDate::read(record.value(TagName::Date, text).unwrap_or_default());
        let plies = record.plies();
        record.ending.stop.is_none().then(|| Self {
            tags: xxh3_64(buffer),
            marks: marks(record, text),
            opening,
            date,
            result,
            plies,
        })
    }

    /// Whether the records are of one game: one is the beginning of the other, or they begin alike. Two records without moves
    /// and with the same result contradict each other in nothing. Other moves on one day may be those of a tie-break.
    fn is_of_game(&self, earlier: &Identified) -> bool {
        let shorter = self.plies.min(earlier.plies) as usize;
        let common =
            self.opening.iter().zip(&earlier.opening).take_while(|(one, other)| one == other).count();
        let date = PartialDate::unpacked(earlier.date);
        let is_empty = self.plies.max(earlier.plies) == 0 && self.result == earlier.result;
        let is_same = common >= shorter.min(SAME_OPENING);
        let differ = |(one, other): (&u8, &u8)| *one != 0 && *other != 0 && one != other;
        let is_another = self.marks.iter().zip(&earlier.marks).any(differ);
        is_same && !is_empty && !is_another && !date.contradicts(self.date)
    }

    fn disagreement(&self, earlier: &Identified) -> Disagreement {
        if self.result != earlier.result {
            Disagreement::Result(earlier.result)
        } else if self.plies != earlier.plies {
            Disagreement::Length(earlier.plies)
        } else {
            Disagreement::Moves
        }
    }
}

fn marks(record: &Record, text: &[u8]) -> Marks {
    let mut marks = Marks::default();
    let may_be_one = |known| matches!(known, None | Some(TagName::TimeControl | TagName::Board));
    for pair in record.tags.pairs().iter().filter(|pair| may_be_one(pair.known)) {
        let place = OF_ONE_GAME.iter().position(|name| *name == pair.name.of(text));
        let value = pair.value.of(text).trim_ascii();
        if let Some(mark) = place.and_then(|place| marks.get_mut(place))
            && is_known(value)
        {
            let [byte, ..] = xxh3_64(value).to_le_bytes();
            *mark = byte.max(1);
        }
    }
    marks
}

/// An entry of the table: 40 bytes.
struct Identified {
    tags: u64,
    marks: Marks,
    opening: Opening,
    plies: u32,
    /// The number of the game in the run, from 1.
    order: u32,
    date: PackedDate,
    result: Score,
}

/// The games seen so far whose tags identify them.
#[derive(Default)]
pub(super) struct Identities(HashTable<Identified>);

impl Identities {
    /// The first record of the game, and what this one contradicts.
    pub(super) fn find(&self, game: &GameIdentity) -> Option<(u32, Disagreement)> {
        let same = self.0.iter_hash(game.tags).filter(|known| known.tags == game.tags);
        let first = same.filter(|known| game.is_of_game(known)).min_by_key(|known| known.order)?;
        Some((first.order, game.disagreement(first)))
    }

    pub(super) fn add(&mut self, game: &GameIdentity, order: u32) {
        let GameIdentity { tags, marks, opening, date, result, plies } = *game;
        let known = Identified { tags, marks, opening, plies, order, date: date.packed(), result };
        self.0.insert_unique(tags, known, |known| known.tags);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(first: u8, plies: u32, date: &str, result: Score) -> GameIdentity {
        let mut opening = [0; SAME_OPENING];
        for (place, byte) in opening.iter_mut().take(plies as usize).zip(first..) {
            *place = byte;
        }
        let date = PartialDate::read(date.as_bytes());
        GameIdentity { tags: 1, marks: Marks::default(), opening, date, result, plies }
    }

    #[test]
    fn records_of_one_game() {
        let (day, month) = ("1923.05.06", "1923.05.??");
        let whole = game(1, 40, day, Score::White);
        let mut seen = Identities::default();
        seen.add(&whole, 1);
        let expect = |other: GameIdentity, due: Option<Disagreement>| {
            assert_eq!(seen.find(&other).map(|(_, disagreement)| disagreement), due, "{other:?}");
        };
        expect(game(1, 30, month, Score::White), Some(Disagreement::Length(40)));
        expect(game(1, 40, day, Score::Black), Some(Disagreement::Result(Score::White)));
        // Other moves.
        expect(game(9, 40, day, Score::White), None);
        expect(game(1, 40, "1923.05.07", Score::White), None);
        // A tag that only one record has does not distinguish them.
        let marked = |mark| GameIdentity { marks: [mark; 7], ..game(1, 30, day, Score::White) };
        expect(marked(7), Some(Disagreement::Length(40)));
        let mut timed = Identities::default();
        timed.add(&marked(7), 1);
        assert_eq!(timed.find(&GameIdentity { plies: 28, ..marked(8) }), None);
        // No moves.
        expect(game(1, 0, month, Score::White), Some(Disagreement::Length(40)));
        let mut empty = Identities::default();
        empty.add(&game(1, 0, day, Score::White), 1);
        assert_eq!(empty.find(&game(1, 0, day, Score::White)), None);
        assert!(empty.find(&game(1, 0, day, Score::Black)).is_some());
    }
}
