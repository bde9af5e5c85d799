//! The proof that the edits of a game change nothing but its spelling.

use crate::encoding::Encoding;
use crate::finding::Score;
use crate::game::{Record, TagName};
use crate::pgn::{NextGame, Reader, read_score, written_comments};

/// What edits would change although they must not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// The text is no longer one game.
    Games,
    /// The first position or a move.
    Course,
    /// A command, a clock reading or a suppression.
    Commands,
    Comments,
    Tags,
    /// The result, other than that one place now says what the other did.
    Result,
}

/// Reads the text of a game before and after edits. `None` if they changed nothing but its spelling.
pub(crate) fn change(before: &[u8], after: &[u8], encoding: Encoding) -> Option<Change> {
    let (Some(old), Some(new)) = (read(before, encoding), read(after, encoding)) else {
        return Some(Change::Games);
    };
    [
        (Change::Course, has_same_course(&old, &new)),
        (Change::Commands, has_same_commands(&old, &new)),
        (Change::Comments, written_comments(&old, before) == written_comments(&new, after)),
        (Change::Tags, other_tags(&old, before).eq(other_tags(&new, after))),
        (Change::Result, Scores::of(&old, before).may_become(Scores::of(&new, after))),
    ]
    .into_iter()
    .find_map(|(change, is_same)| (!is_same).then_some(change))
}

/// The only game of a text.
fn read(text: &[u8], encoding: Encoding) -> Option<Record> {
    let mut reader = Reader::new(text).encoded(encoding);
    let mut record = Record::default();
    if reader.next(&mut record) == NextGame::None {
        return None;
    }
    (reader.next(&mut Record::default()) == NextGame::None).then_some(record)
}

fn has_same_course(old: &Record, new: &Record) -> bool {
    let nonstandard = |record: &Record| {
        let moves = record.nonstandard_moves.iter().filter(|other| !other.is_settled());
        moves.map(|other| (other.ply, other.kind.clone())).collect::<Vec<_>>()
    };
    old.start == new.start && old.moves.iter().eq(new.moves.iter()) && nonstandard(old) == nonstandard(new)
}

fn has_same_commands(old: &Record, new: &Record) -> bool {
    let acts = |record: &Record| {
        record.acts.iter().map(|placed| (placed.ply, placed.after, placed.act.clone())).collect::<Vec<_>>()
    };
    let clocks = |record: &Record| {
        record.clocks.iter().map(|read| (read.ply, read.kind, read.time)).collect::<Vec<_>>()
    };
    let suppressions = |record: &Record| {
        let all = record.text.suppressions.iter();
        all.map(|one| (one.ply, one.rules.clone())).collect::<Vec<_>>()
    };
    acts(old) == acts(new) && clocks(old) == clocks(new) && suppressions(old) == suppressions(new)
}

/// The tags but `Result`.
fn other_tags<'t>(record: &'t Record, text: &'t [u8]) -> impl Iterator<Item = (&'t [u8], &'t [u8])> {
    let pairs = record.tags.pairs().iter().filter(|pair| pair.known != Some(TagName::Result));
    pairs.map(move |pair| (pair.name.of(text), pair.value.of(text)))
}

/// The result in both of its places.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Scores {
    tag: Option<Score>,
    end: Option<Score>,
}

impl Scores {
    fn of(record: &Record, text: &[u8]) -> Self {
        let tag = record.value(TagName::Result, text).map(<[u8]>::trim_ascii);
        Self {
            tag: tag.and_then(read_score),
            end: record.ending.termination.map(|termination| termination.score),
        }
    }

    /// Whether each place says the same, or what the other said alone.
    fn may_become(self, new: Self) -> bool {
        let is_open = |score: Option<Score>| score.is_none_or(|score| score == Score::Unknown);
        let may = |old, new, other| old == new || is_open(old) && new == other;
        may(self.tag, new.tag, self.end) && may(self.end, new.end, self.tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(before: &str, after: &str) -> Option<Change> {
        change(before.as_bytes(), after.as_bytes(), Encoding::Auto)
    }

    #[test]
    fn other_spelling_is_no_change() {
        let game = "[Event \"a\"]\n[Result \"*\"]\n\n1. e2-e4 {[%clk 0:01:00] x} e5 (1... c5) 2. Nf3 1-0\n";
        assert_eq!(changed(game, game), None);
        assert_eq!(changed(game, &game.replace("e2-e4", "e4").replace("\"*\"", "\"1-0\"")), None);
        assert_eq!(
            changed(&game.replace("\"*\"", "\"1-0\"").replace(" 1-0", ""), &game.replace("\"*\"", "\"1-0\"")),
            None
        );
    }

    #[test]
    fn each_kind_of_change_is_found() {
        let game = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:01:00] x} e5 (1... c5) 2. Nf3 1-0\n";
        for (from, to, change) in [
            ("Nf3", "Nc3", Change::Course),
            ("0:01:00", "0:01:01", Change::Commands),
            (" x}", " y}", Change::Comments),
            ("\"a\"", "\"b\"", Change::Tags),
            ("\"*\"", "\"0-1\"", Change::Result),
            ("2. Nf3 1-0", "2. Nf3 *", Change::Result),
            ("2. Nf3 1-0", "2. Nf3 1-0\n\n[Event \"b\"]\n\n*", Change::Games),
        ] {
            assert_eq!(changed(game, &game.replace(from, to)), Some(change), "{from} {to}");
        }
    }
}
