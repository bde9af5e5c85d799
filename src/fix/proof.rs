//! The proof that the edits of a game change nothing but its spelling.

use std::borrow::Cow;

use super::style;
use super::suppression::without_suppressions;
use crate::encoding::Encoding;
use crate::finding::Score;
use crate::game::{Record, Suppression, TagName, TagPair};
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
        (Change::Comments, comments(&old, before) == comments(&new, after)),
        (Change::Tags, has_same_tags(&other_tags(&old, before), &other_tags(&new, after))),
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
    // A suppression that suppresses something does not go, because the finding would come back.
    let mut suppressions = old.text.suppressions.iter();
    let is_old = |new: &Suppression| suppressions.any(|old| (old.ply, &old.rules) == (new.ply, &new.rules));
    acts(old) == acts(new) && clocks(old) == clocks(new) && new.text.suppressions.iter().all(is_old)
}

/// The comments of the main line without suppressions. Line ends in them may be of either kind.
fn comments(record: &Record, text: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let mut comments = Vec::new();
    for (ply, written) in written_comments(record, text) {
        let mut comment = without_suppressions(written);
        comment.retain(|byte| *byte != b'\r');
        let is_emptied = comment == b"{}" && comment.len() < written.len();
        if !is_emptied {
            comments.push((ply, comment));
        }
    }
    comments
}

/// A tag pair by its content.
#[derive(PartialEq, Eq)]
struct TagText<'t> {
    known: Option<TagName>,
    name: &'t [u8],
    value: Cow<'t, [u8]>,
}

/// The tags but `Result` and `FEN`, whose values are compared otherwise, with padded dates.
fn other_tags<'t>(record: &Record, text: &'t [u8]) -> Vec<TagText<'t>> {
    let is_other = |pair: &&TagPair| !matches!(pair.known, Some(TagName::Result | TagName::Fen));
    let pairs = record.tags.pairs().iter().filter(is_other);
    let of = |pair: &TagPair| {
        let padded = style::padded(pair, text).map(String::into_bytes);
        let value = padded.map_or(Cow::Borrowed(pair.value.of(text)), Cow::Owned);
        TagText { known: pair.known, name: pair.name.of(text), value }
    };
    pairs.map(of).collect()
}

/// Whether both have the same tags in any order, apart from new ones of the roster that say nothing, and suppressions.
fn has_same_tags(old: &[TagText<'_>], new: &[TagText<'_>]) -> bool {
    let mut left: Vec<&TagText<'_>> = old.iter().collect();
    let mut added = Vec::new();
    for tag in new {
        match left.iter().position(|other| *other == tag) {
            // The tags are nearly always in the same order.
            Some(index) => drop(left.remove(index)),
            None => added.push(tag),
        }
    }
    let says_nothing = |tag: &&TagText<'_>| {
        tag.known.is_some_and(|name| {
            TagName::ROSTER.contains(&name) && *tag.value == *style::unknown(name).as_bytes()
        })
    };
    left.iter().all(|tag| tag.known == Some(TagName::JadoubeIgnore)) && added.iter().all(says_nothing)
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
    fn other_layout_is_no_change() {
        let game = "[White \"a\"]\r\n[Event \"x\"]\r\n[Date \"1999.1.5\"]\r\n\r\n1. e4 {a\r\nb} e5 *\r\n";
        let due = "[Event \"x\"]\n[Date \"1999.01.05\"]\n[Round \"?\"]\n[White \"a\"]\n\n1. e4 {a\nb} e5 *\n";
        assert_eq!(changed(game, due), None);
        assert_eq!(changed(due, game), Some(Change::Tags));
        for (from, to) in [("\"?\"", "\"1\""), ("01.05", "01.06"), ("[Round", "[Stage")] {
            assert_eq!(changed(game, &due.replace(from, to)), Some(Change::Tags), "{from} {to}");
        }
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
