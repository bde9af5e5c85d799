//! A fast scanner for tag pairs as archives write them: `[Name "value"]`.
//!
//! It compares windows of eight bytes. Pairs written in any other way are left to [`super::tag_pair`].

use std::ops::BitOr;

use super::byte_window::{ByteWindow, each, window, zeros};
use super::tag_pair::{KnownTag, ReadPair, find_tag, is_name};
use crate::game::{Span, TagOddity, TagPair};

#[inline]
fn window_at(text: &[u8], at: usize) -> Option<ByteWindow> {
    text.get(at..)?.first_chunk().copied().map(window)
}

/// The longest head that is remembered, in windows: room for `[WhiteRatingDiff "`.
const HEAD_WINDOWS: usize = 3;
const HEAD_BYTES: usize = HEAD_WINDOWS * size_of::<ByteWindow>();

/// The text of a pair before its value: `[White "`.
#[derive(Clone, Copy, Debug)]
struct PairHead {
    text: [ByteWindow; HEAD_WINDOWS],
    /// The bits of `text` that are part of the head.
    mask: [ByteWindow; HEAD_WINDOWS],
    /// In bytes.
    length: usize,
    known_tag: Option<KnownTag>,
}

impl PairHead {
    /// `None` if the text is too long.
    fn new(text: &[u8], known_tag: Option<KnownTag>) -> Option<Self> {
        let mut bytes = [0; HEAD_BYTES];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        let mask = bytes.map(|byte| if byte == 0 { 0 } else { 0xFF });
        Some(Self { text: windows(&bytes), mask: windows(&mask), length: text.len(), known_tag })
    }

    #[inline]
    fn is_at(&self, text: &[u8], at: usize) -> bool {
        let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk) else { return false };
        let differing =
            |((ours, mask), theirs): ((&ByteWindow, &ByteWindow), ByteWindow)| (ours ^ theirs) & mask;
        self.text.iter().zip(&self.mask).zip(windows(bytes)).map(differing).fold(0, BitOr::bitor) == 0
    }
}

#[inline]
fn windows(bytes: &[u8; HEAD_BYTES]) -> [ByteWindow; HEAD_WINDOWS] {
    let mut windows = [0; HEAD_WINDOWS];
    for (slot, bytes) in windows.iter_mut().zip(bytes.as_chunks().0) {
        *slot = window(*bytes);
    }
    windows
}

/// The heads of the previous game's pairs by their index. Archives write the same pairs in the same order, so the name of
/// a pair seldom has to be looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct TagPairCache {
    heads: Vec<Option<PairHead>>,
}

/// Heads that are remembered at most.
const MOST_HEADS: usize = 64;

impl TagPairCache {
    /// Reads the pair whose `[` is at `at` and which is the pair number `index` of its game, from 0.
    #[inline]
    pub(super) fn fast_pair(&mut self, text: &[u8], at: usize, index: usize) -> Option<ReadPair> {
        match self.heads.get(index) {
            Some(Some(head)) if head.is_at(text, at) => {
                let (value_start, known_tag) = (at + head.length, head.known_tag);
                let (value, end) = fast_value(text, value_start)?;
                Some(read_pair(Span::new(at, end), Span::new(at + 1, value_start - 2), value, known_tag))
            }
            _ => self.fast_new_pair(text, at, index),
        }
    }

    #[inline(never)] // out of the path of pairs that are remembered
    fn fast_new_pair(&mut self, text: &[u8], at: usize, index: usize) -> Option<ReadPair> {
        let read = fast_uncached_pair(text, at)?;
        let head =
            text.get(at..read.pair.value.start as usize).and_then(|text| PairHead::new(text, read.known_tag));
        if let Some(remembered) = self.heads.get_mut(index) {
            *remembered = head;
        } else if index == self.heads.len() && index < MOST_HEADS {
            self.heads.push(head);
        }
        Some(read)
    }
}

fn fast_uncached_pair(text: &[u8], at: usize) -> Option<ReadPair> {
    let name_start = at + 1;
    let name_end = fast_name_end(text, name_start)?;
    let value_start = name_end + 2;
    if text.get(name_end..value_start)? != b" \"" {
        return None;
    }
    let (value, end) = fast_value(text, value_start)?;
    let name = Span::new(name_start, name_end);
    let known_tag = find_tag(name.of(text));
    if known_tag.is_none() && !is_name(name.of(text)) {
        return None;
    }
    Some(read_pair(Span::new(at, end), name, value, known_tag))
}

#[inline]
fn read_pair(span: Span, name: Span, value: Span, known_tag: Option<KnownTag>) -> ReadPair {
    let pair = TagPair { span, name, value, known: None, oddity: TagOddity::None };
    ReadPair { pair, known_tag }
}

/// The value that starts at `start`, and the end of its pair.
#[inline]
fn fast_value(text: &[u8], start: usize) -> Option<(Span, usize)> {
    let value_end = fast_value_end(text, start)?;
    let end = value_end + 2;
    (text.get(value_end..end)? == b"\"]").then_some((Span::new(start, value_end), end))
}

/// The place of the blank after a name of at most 15 bytes.
#[inline]
fn fast_name_end(text: &[u8], start: usize) -> Option<usize> {
    for at in [start, start + 8] {
        let blank = zeros(window_at(text, at)? ^ each(b' '));
        if blank != 0 {
            return Some(at + blank.trailing_zeros() as usize / 8);
        }
    }
    None
}

/// The place of the quotation mark after a value without escapes.
#[inline]
fn fast_value_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        let bytes = window_at(text, at)?;
        let (mark, escape) = (zeros(bytes ^ each(b'"')), zeros(bytes ^ each(b'\\')));
        let found = mark | escape | zeros(bytes ^ each(b'\n'));
        if found != 0 {
            // The first mark is exact.
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

    /// Reads a pair that another follows.
    fn read(text: &str) -> Option<TagPair> {
        fast_uncached_pair(format!("{text}\n[Site \"?\"]\n").as_bytes(), 0).map(|read| read.pair)
    }

    #[test]
    fn pairs_of_archives_are_read() {
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
    fn other_pairs_are_not_read() {
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
        fn the_cache_changes_nothing(games in prop::collection::vec(
            prop::collection::vec(("(White|Whit|Black|Result|white|WhiteRatingDiff|LongestOfAllNames)", "[a-z]{0,9}"), 0..4),
            1..5,
        )) {
            let mut cache = TagPairCache::default();
            for game in games {
                for (index, (name, value)) in game.iter().enumerate() {
                    let text = format!("[{name} \"{value}\"]\n                ");
                    let any = any_pair(text.as_bytes(), 0).unwrap();
                    let Some(cached) = cache.fast_pair(text.as_bytes(), 0, index) else { continue };
                    prop_assert_eq!(cached.pair, any.pair);
                    prop_assert_eq!(cached.known_tag, any.known_tag);
                }
            }
        }

        #[test]
        fn a_pair_is_read_fast_as_by_the_grammar(text in "\\[[ A-Za-z0-9_@Z\\[`{/:\u{e9}]{1,12} ?\"[a-z\"\\\\\n ]{0,12}\"\\] {0,9}") {
            let bytes = text.as_bytes();
            if let Some(fast) = fast_uncached_pair(bytes, 0) {
                let any = any_pair(bytes, 0).unwrap();
                prop_assert_eq!(fast.pair, any.pair);
                prop_assert_eq!(fast.known_tag, any.known_tag);
            }
        }
    }
}
