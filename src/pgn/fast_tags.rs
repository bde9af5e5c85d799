//! Tag pairs as archives write them, `[Name "value"]`, read from windows of eight bytes.
//!
//! Whatever is written otherwise is left to the reading of any pair ([`super::tag_pair`]).

use std::ops::BitOr;

use super::byte_window::{ByteWindow, each, window, zeros};
use super::tag_pair::{ReadPair, Spelled, find_tag, is_name};
use crate::game::span::Span;
use crate::game::{TagOddity, TagPair};

#[inline]
fn window_at(text: &[u8], at: usize) -> Option<ByteWindow> {
    text.get(at..)?.first_chunk().copied().map(window)
}

/// How many windows the longest head takes that is remembered: `[WhiteRatingDiff "` and little more.
const MOST_WINDOWS: usize = 3;
/// The same in bytes.
const LONGEST_HEAD: usize = MOST_WINDOWS * size_of::<ByteWindow>();

/// What a pair begins with, up to its value: `[White "`.
#[derive(Clone, Copy, Debug)]
struct Head {
    /// Its text, the first byte in the lowest of the first, and which bits of that count.
    text: [ByteWindow; MOST_WINDOWS],
    counts: [ByteWindow; MOST_WINDOWS],
    /// In bytes.
    length: usize,
    /// What the name means.
    spelled: Option<Spelled>,
}

impl Head {
    /// `None` where it is too long to be remembered.
    fn of(text: &[u8], spelled: Option<Spelled>) -> Option<Self> {
        let mut bytes = [0; LONGEST_HEAD];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        let counts = bytes.map(|byte| if byte == 0 { 0 } else { 0xFF });
        Some(Self { text: windows(&bytes), counts: windows(&counts), length: text.len(), spelled })
    }

    /// Whether a text has it at a place.
    #[inline]
    fn begins(&self, text: &[u8], at: usize) -> bool {
        let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk) else { return false };
        let differing =
            |((ours, counts), theirs): ((&ByteWindow, &ByteWindow), ByteWindow)| (ours ^ theirs) & counts;
        self.text.iter().zip(&self.counts).zip(windows(bytes)).map(differing).fold(0, BitOr::bitor) == 0
    }
}

/// Bytes as windows, side by side.
#[inline]
fn windows(bytes: &[u8; LONGEST_HEAD]) -> [ByteWindow; MOST_WINDOWS] {
    let mut windows = [0; MOST_WINDOWS];
    for (slot, bytes) in windows.iter_mut().zip(bytes.as_chunks().0) {
        *slot = window(*bytes);
    }
    windows
}

/// What the pairs of the game before began with: archives write the same pairs in the same order, and what a name means
/// need not be found out again.
#[derive(Clone, Debug, Default)]
pub(super) struct Habit {
    heads: Vec<Option<Head>>,
}

impl Habit {
    /// The pair that begins at a place, which holds `[`, if it is a usual one; so many stand before it.
    #[inline]
    pub(super) fn pair(&mut self, text: &[u8], at: usize, before: usize) -> Option<ReadPair> {
        match self.heads.get(before) {
            Some(Some(head)) if head.begins(text, at) => {
                let (value_start, spelled) = (at + head.length, head.spelled);
                let (value, end) = value_at(text, value_start)?;
                Some(read_pair(Span::new(at, end), Span::new(at + 1, value_start - 2), value, spelled))
            }
            _ => self.unforeseen(text, at, before),
        }
    }

    #[inline(never)] // beside the pairs that are as they were
    fn unforeseen(&mut self, text: &[u8], at: usize, before: usize) -> Option<ReadPair> {
        let read = usual_pair(text, at)?;
        let head = text.get(at..read.pair.value.start as usize).and_then(|text| Head::of(text, read.spelled));
        if let Some(remembered) = self.heads.get_mut(before) {
            *remembered = head;
        } else if before == self.heads.len() && before < MOST_REMEMBERED {
            self.heads.push(head);
        }
        Some(read)
    }
}

/// How many pairs of a game are remembered.
const MOST_REMEMBERED: usize = 64;

/// The pair that begins at a place, which holds `[`, if it is a usual one.
fn usual_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let name_start = at + 1;
    let name_end = end_of_name(text, name_start)?;
    let value_start = name_end + 2;
    if text.get(name_end..value_start)? != b" \"" {
        return None;
    }
    let (value, end) = value_at(text, value_start)?;
    let name = Span::new(name_start, name_end);
    let spelled = find_tag(name.of(text));
    if spelled.is_none() && !is_name(name.of(text)) {
        return None;
    }
    Some(read_pair(Span::new(at, end), name, value, spelled))
}

#[inline]
fn read_pair(span: Span, name: Span, value: Span, spelled: Option<Spelled>) -> ReadPair {
    let pair = TagPair { span, name, value, known: None, oddity: TagOddity::None };
    ReadPair { pair, spelled }
}

/// The value that begins at a place, and where the pair ends behind it.
#[inline]
fn value_at(text: &[u8], start: usize) -> Option<(Span, usize)> {
    let value_end = end_of_value(text, start)?;
    let end = value_end + 2;
    (text.get(value_end..end)? == b"\"]").then_some((Span::new(start, value_end), end))
}

/// Where the blank stands that ends the text from a place on, which is no longer than names are.
#[inline]
fn end_of_name(text: &[u8], start: usize) -> Option<usize> {
    for at in [start, start + 8] {
        let blank = zeros(window_at(text, at)? ^ each(b' '));
        if blank != 0 {
            return Some(at + blank.trailing_zeros() as usize / 8);
        }
    }
    None
}

/// Where a value ends that begins at a place: before its quotation mark, if nothing is escaped before it.
#[inline]
fn end_of_value(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let bytes = window_at(text, at)?;
        let (mark, escape) = (zeros(bytes ^ each(b'"')), zeros(bytes ^ each(b'\\')));
        let found = mark | escape | zeros(bytes ^ each(b'\n'));
        if found != 0 {
            // The first of them is told truly.
            let is_mark = mark.trailing_zeros() == found.trailing_zeros();
            return is_mark.then_some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pgn::tag_pair::any_pair;

    /// A pair of a text, behind which more stands.
    fn read(text: &str) -> Option<TagPair> {
        usual_pair(format!("{text}\n[Site \"?\"]\n").as_bytes(), 0).map(|read| read.pair)
    }

    #[test]
    fn what_archives_write_is_read() {
        for (text, name, value) in [
            ("[Event \"?\"]", 1..6, 8..9),
            ("[A \"\"]", 1..2, 4..4),
            ("[White_Elo \"1\"]", 1..10, 12..13),
            ("[WhiteRatingDiff \"-5\"]", 1..16, 18..20),
            ("[White \"J\u{e4}nisch, C. F.\"]", 1..6, 8..23),
            ("[Site \"https://lichess.org/ENPo6ReH\"]", 1..5, 7..35),
        ] {
            let pair = read(text).unwrap();
            assert_eq!((pair.name.range(), pair.value.range()), (name, value), "{text}");
            assert_eq!(pair.span.range(), 0..text.len(), "{text}");
        }
    }

    #[test]
    fn anything_else_is_left_alone() {
        for text in [
            "[Event\"?\"]",
            "[Event  \"?\"]",
            "[ Event \"?\"]",
            "[Event \"?\" ]",
            "[Event \"?]",
            "[Event \"a\\\"b\"]",
            "[White*Elo \"1\"]",
            "[ \"?\"]",
            "[Event ?]",
            "[Ev\u{e4}nt \"?\"]",
            "[Event \"a\nb\"]",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn habit_changes_nothing(games in prop::collection::vec(
            prop::collection::vec(("(White|Whit|Black|Result|white|WhiteRatingDiff|LongestOfAllNames)", "[a-z]{0,9}"), 0..4),
            1..5,
        )) {
            let mut habit = Habit::default();
            for game in games {
                for (before, (name, value)) in game.iter().enumerate() {
                    let text = format!("[{name} \"{value}\"]\n                ");
                    let any = any_pair(text.as_bytes(), 0).unwrap();
                    let Some(foreseen) = habit.pair(text.as_bytes(), 0, before) else { continue };
                    prop_assert_eq!(foreseen.pair, any.pair);
                    prop_assert_eq!(foreseen.spelled, any.spelled);
                }
            }
        }

        #[test]
        fn both_roads_read_the_same(text in "\\[[ A-Za-z0-9_@Z\\[`{/:\u{e9}]{1,12} ?\"[a-z\"\\\\\n ]{0,12}\"\\] {0,9}") {
            let bytes = text.as_bytes();
            if let Some(usual) = usual_pair(bytes, 0) {
                let any = any_pair(bytes, 0).unwrap();
                prop_assert_eq!(usual.pair, any.pair);
                prop_assert_eq!(usual.spelled, any.spelled);
            }
        }
    }
}
