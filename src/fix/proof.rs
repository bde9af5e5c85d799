//! The proof that the edits of a game change nothing but its spelling.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

use memchr::memchr;

use super::edit::{Edit, splice};
use super::repair::Repair;
use super::style;
use super::suppression::without_suppressions;
use crate::chess::{MoveKind, Position};
use crate::encoding::Encoding;
use crate::finding::Score;
use crate::game::{Record, Span, Suppression, TagName, TagPair};
use crate::law::Rule;
use crate::pgn::boundary::BYTE_ORDER_MARK;
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

/// Whether other spaces and line ends in comments are a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommentBlanks {
    /// All count, except that lines may end in CRLF or in LF.
    Compared,
    /// One of them is as good as several.
    Folded,
}

/// The text of a game before edits, with which the text after them is compared.
pub(crate) struct Proof<'t> {
    before: &'t [u8],
    old: Record,
    comments: Vec<PlainComment>,
    encoding: Encoding,
}

impl<'t> Proof<'t> {
    /// `None` if the text is not one game.
    pub(crate) fn of(before: &'t [u8], encoding: Encoding) -> Option<Self> {
        let old = read(before, encoding)?;
        Some(Self { before, comments: comments(&old, before), old, encoding })
    }

    /// Reads the text after edits. `None` if they changed nothing but the spelling.
    pub(crate) fn change(&self, after: &[u8], blanks: CommentBlanks) -> Option<Change> {
        let Self { before, old, encoding, .. } = self;
        let Some(new) = read(after, *encoding) else { return Some(Change::Games) };
        [
            (Change::Course, has_same_course(old, &new)),
            (Change::Commands, has_same_commands(old, &new)),
            (Change::Comments, has_same_comments(&self.comments, &comments(&new, after), blanks)),
            (Change::Tags, has_same_tags(&other_tags(old, before), &other_tags(&new, after))),
            (Change::Result, Scores::of(old, before).may_become(Scores::of(&new, after))),
        ]
        .into_iter()
        .find_map(|(change, is_same)| (!is_same).then_some(change))
    }
}

/// The number of bytes that are read to prove the repairs of one game, if it is short.
const MOST_READ: usize = 4 << 20;

/// The number of times that a long game is read.
const LEAST_READ: usize = 16;

/// Proves the repairs of one game, each by itself.
pub(crate) struct RepairProof<'t> {
    /// The chunk that the record was read from.
    text: &'t [u8],
    /// The game, with the byte order mark before it.
    game: Range<usize>,
    encoding: Encoding,
    of_game: Option<Proof<'t>>,
    /// The number of bytes that may still be read.
    left: Cell<usize>,
}

impl<'t> RepairProof<'t> {
    /// `text` is the chunk that the record was read from.
    pub(crate) fn new(record: &Record, text: &'t [u8]) -> Self {
        let Range { start, end } = record.span.range();
        let before_mark = text.get(..start).and_then(|before| before.strip_suffix(BYTE_ORDER_MARK));
        let (game, encoding) = (before_mark.map_or(start, <[u8]>::len)..end, record.text.encoding);
        let of_game = text.get(game.clone()).and_then(|game| Proof::of(game, encoding));
        let left = Cell::new(game.len().saturating_mul(LEAST_READ).max(MOST_READ));
        Self { text, game, encoding, of_game, left }
    }

    /// Whether a repair changes nothing but the spelling of the game. That of its encoding is proved for the whole file. After
    /// many repairs, no more are proved.
    pub(crate) fn proves(&self, repair: &Repair) -> bool {
        repair.rule == Rule::StyleEncoding || self.proves_all(&[repair])
    }

    /// The same for each of many repairs, in their order. They are proved together, or else those of each half.
    pub(crate) fn proves_each(&self, repairs: &[&Repair]) -> Vec<bool> {
        if repairs.is_empty() || self.proves_all(repairs) {
            return vec![true; repairs.len()];
        }
        let (first, second) = repairs.split_at(repairs.len() / 2);
        if first.is_empty() {
            return vec![false];
        }
        [self.proves_each(first), self.proves_each(second)].concat()
    }

    fn proves_all(&self, repairs: &[&Repair]) -> bool {
        let Range { start, end } = self.game.clone();
        let Some(left) = self.left.get().checked_sub(self.game.len()) else { return false };
        self.left.set(left);
        let edits = repairs.iter().flat_map(|repair| &repair.edits).map(|edit| {
            let Range { start: from, end: to } = edit.span.range();
            let span = Span::new(from.checked_sub(start)?, to.checked_sub(start)?);
            Some(Edit { span, ..edit.clone() })
        });
        let Some(mut edits) = edits.collect::<Option<Vec<Edit>>>() else { return false };
        edits.sort_by_key(|edit| edit.span.start);
        let overlap = |pair: &[Edit]| matches!(pair, [one, other] if one.span.end > other.span.start);
        if edits.windows(2).any(overlap) {
            return false;
        }
        let is_same = |proof: &Proof<'_>| {
            let after = splice(proof.before, &edits);
            proof.change(&after, CommentBlanks::Compared).is_none()
        };
        let last = edits.last().map_or(end, |edit| start + edit.span.range().end);
        if last <= end {
            self.of_game.as_ref().is_some_and(is_same)
        } else {
            let longer = self.text.get(start..last).and_then(|text| Proof::of(text, self.encoding));
            longer.as_ref().is_some_and(is_same)
        }
    }
}

/// Reads the text of a game before and after edits. `None` if they changed nothing but its spelling.
pub(crate) fn change(before: &[u8], after: &[u8], encoding: Encoding) -> Option<Change> {
    let proof = Proof::of(before, encoding);
    proof.map_or(Some(Change::Games), |proof| proof.change(after, CommentBlanks::Compared))
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

/// The starting position, with the en passant square that its FEN lacks if the first move shows it.
pub(crate) fn start_as_played(record: &Record) -> Position {
    let mut start = record.start;
    if start.en_passant().is_none()
        && let Some(first) = record.moves.iter().next().filter(|played| played.kind() == MoveKind::EnPassant)
    {
        start.set_en_passant(Some(first.to()));
    }
    start
}

fn has_same_course(old: &Record, new: &Record) -> bool {
    let nonstandard = |record: &Record| {
        let moves = record.nonstandard_moves.iter().filter(|other| !other.is_settled());
        moves.map(|other| (other.ply, other.kind.clone())).collect::<Vec<_>>()
    };
    (old.start == new.start || start_as_played(old) == new.start)
        && old.moves.iter().eq(new.moves.iter())
        && nonstandard(old) == nonstandard(new)
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

/// A comment without suppressions.
struct PlainComment {
    /// The move before it.
    ply: u32,
    text: Vec<u8>,
    had_suppression: bool,
}

impl PlainComment {
    fn words(&self) -> impl Iterator<Item = &[u8]> {
        let text = self.text.strip_prefix(b"{").unwrap_or(&self.text);
        let text = text.strip_suffix(b"}").unwrap_or(text);
        text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }
}

/// The comments of the main line, but for those that hold suppressions and nothing else.
fn comments(record: &Record, text: &[u8]) -> Vec<PlainComment> {
    // Most games have none, and the search reads the moves again.
    if memchr(b'{', text).is_none() {
        return Vec::new();
    }
    let comments = written_comments(record, text).into_iter().map(|(ply, written)| {
        let plain = without_suppressions(written);
        let had_suppression = plain.is_some();
        PlainComment { ply, text: plain.unwrap_or_else(|| written.to_vec()), had_suppression }
    });
    comments.filter(|comment| !comment.had_suppression || comment.words().next().is_some()).collect()
}

fn has_same_comments(old: &[PlainComment], new: &[PlainComment], blanks: CommentBlanks) -> bool {
    let without_returns = |comment: &PlainComment| -> Vec<u8> {
        comment.text.iter().copied().filter(|byte| *byte != b'\r').collect()
    };
    // The blanks beside a suppression go with it.
    let has_same_text = |old: &PlainComment, new: &PlainComment| {
        if old.had_suppression || blanks == CommentBlanks::Folded {
            old.words().eq(new.words())
        } else {
            without_returns(old) == without_returns(new)
        }
    };
    let is_same = |(old, new): (&PlainComment, &PlainComment)| old.ply == new.ply && has_same_text(old, new);
    old.len() == new.len() && old.iter().zip(new).all(is_same)
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
    use crate::finding::FixClass;

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
    fn blanks_in_comments_may_be_folded() {
        let game = "1. e4 {a\n b} e5 *\n";
        let proof = Proof::of(game.as_bytes(), Encoding::Auto).unwrap();
        let after = |comment: &str| game.replace("a\n b", comment).into_bytes();
        for (comment, compared, folded) in [
            ("a\r\n b", None, None),
            ("a b", Some(Change::Comments), None),
            (" a\nb\n", Some(Change::Comments), None),
            ("ab", Some(Change::Comments), Some(Change::Comments)),
        ] {
            assert_eq!(proof.change(&after(comment), CommentBlanks::Compared), compared, "{comment}");
            assert_eq!(proof.change(&after(comment), CommentBlanks::Folded), folded, "{comment}");
        }
    }

    #[test]
    fn a_repair_that_changes_more_is_not_proved() {
        let text = b"\xef\xbb\xbf[Event \"a\"]\n\n1. e2-e4 e5 *\n[Event \"b\"]\n\n1. d2-d4 *\n";
        let mut reader = Reader::new(text);
        let mut record = Record::default();
        for (written, from) in [("e2-e4", 0), ("d2-d4", 32)] {
            reader.next(&mut record);
            let proof = RepairProof::new(&record, text);
            let at = from + memchr::memmem::find(&text[from..], written.as_bytes()).unwrap();
            let repair = |from, to, new: &str| Repair {
                rule: Rule::RecordNotation,
                class: FixClass::Safe,
                title: String::new(),
                edits: vec![Edit { span: Span::new(from, to), text: new.to_owned() }],
            };
            assert!(proof.proves(&repair(at, at + 5, &written[3..])), "{written}");
            assert!(!proof.proves(&repair(at, at + 5, "c4")), "{written}");
            assert!(!proof.proves(&repair(at, at + 2, &written[3..])), "{written}");
            let after = record.span.range().end + 1;
            assert!(proof.proves(&repair(after, after, "\n")), "{written}");
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
