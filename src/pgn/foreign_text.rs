//! Scores with the piece letters of another language.
//!
//! The letters of every language that [`Letters`] has are single bytes, so that a text with the English letters in their
//! places has the same offsets. The reader reads such a copy; everything that is shown is taken from the text as written.

use std::collections::BTreeMap;
use std::ops::Range;

use super::boundary::{CommentEnd, comment_end, is_line_start};
use super::movetext::{rest_of_line, skip};
use super::reader::Reader;
use super::tag_pair::{any_pair, begins_tag};
use crate::game::Record;
use crate::game::foreign_letters::Letters;

/// No longer game is read again with other letters, in bytes.
const LONGEST_TRIED: usize = 256 << 10;

/// A letter that no language has for a piece, so that a move with it cannot be read.
const UNREADABLE: u8 = b'X';

/// A copy of a text with the English letters of the pieces that its moves name in another language. English letters that the
/// language does not have remain.
pub(crate) fn in_english_letters(text: &[u8], letters: Letters) -> Vec<u8> {
    let mut english = text.to_vec();
    replace(text, &mut english, 0..text.len(), |letter| letters.in_english(letter));
    english
}

/// Replaces the piece letters of the moves in a part of `text`, which begins outside comments.
fn replace(text: &[u8], copy: &mut [u8], part: Range<usize>, by: impl Fn(u8) -> Option<u8>) {
    for at in piece_letters(text, part) {
        if let Some(letter) = copy.get_mut(at)
            && let Some(other) = by(*letter)
        {
            *letter = other;
        }
    }
}

/// The offsets of the capitals that can name a piece, outside comments, tags and quoted text.
fn piece_letters(text: &[u8], part: Range<usize>) -> impl Iterator<Item = usize> {
    let mut next = part.start;
    std::iter::from_fn(move || {
        while let Some(byte) = text.get(next).filter(|_| next < part.end) {
            let at = next;
            let rest = text.get(at..).unwrap_or_default();
            next = match byte {
                b'{' => match comment_end(text, at) {
                    CommentEnd::Brace(brace) => brace + 1,
                    CommentEnd::Header(header) => header,
                    CommentEnd::Nowhere => text.len(),
                },
                b'[' if begins_tag(rest)
                    && let Some(read) = any_pair(text, at) =>
                {
                    read.pair.span.range().end.max(at + 1)
                }
                b';' | b'"' => text.len() - skip(rest_of_line, rest).len(),
                b'%' | b'[' if is_line_start(text, at) => text.len() - skip(rest_of_line, rest).len(),
                _ => at + 1,
            };
            if byte.is_ascii_uppercase() && (begins_move(text, at) || ends_move(text, at)) {
                return Some(at);
            }
        }
        None
    })
}

/// Whether a move may begin with the letter at `at`: `Sf3`, `Sbd2`, `S1xd2`, `S-f3`.
fn begins_move(text: &[u8], at: usize) -> bool {
    let after_word =
        at.checked_sub(1).and_then(|before| text.get(before)).is_some_and(u8::is_ascii_alphabetic);
    let is_file = |byte: &u8| matches!(byte, b'a'..=b'h');
    !after_word
        && match text.get(at + 1..).unwrap_or_default() {
            [b'-', file, ..] => is_file(file),
            [next, ..] => is_file(next) || matches!(next, b'1'..=b'8' | b'x' | b':'),
            [] => false,
        }
}

/// Whether a move may end with the letter at `at`: `e8D`, `e8=D`, `e8(D)`, `SxL`.
fn ends_move(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before.is_some_and(|byte| matches!(byte, b'1' | b'8' | b'=' | b'(' | b'/' | b'x' | b':'))
        && !text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
}

impl Reader<'_> {
    /// Reads again a game that was not replayed as legal to its end. If a language is set, the game may be written in English
    /// letters. Otherwise, if the letters of other languages fit the whole game, no move from the first of them on is read.
    #[cold]
    pub(super) fn try_other_letters(&mut self, record: &mut Record, start: usize) {
        let game = start..self.at;
        if game.len() > LONGEST_TRIED {
            return;
        }
        let text = self.written.unwrap_or(self.text);
        if self.written.is_some() {
            self.read_again(record, text, start);
            if is_replayed(record) {
                return;
            }
        }
        let fitting = self.fitting_letters(text, &game);
        if let Some(language) = fitting.first() {
            let mut hidden = text.to_vec();
            let is_foreign = |letter| language.in_english(letter).is_some_and(|english| english != letter);
            replace(text, &mut hidden, game, |letter| is_foreign(letter).then_some(UNREADABLE));
            self.read_again(record, &hidden, start);
        } else if self.written.is_some() {
            self.read_again(record, self.text, start);
        }
        record.text.fitting_letters = fitting;
    }

    /// Reads the game at `start` from another copy of the text.
    fn read_again(&mut self, record: &mut Record, text: &[u8], start: usize) {
        let mut reader = Reader::from(text, start).encoded(self.encoding);
        reader.next_as_is(record);
        self.at = reader.at;
    }

    /// The languages in whose letters the whole game is legal. It names at least one piece by a letter that is not English.
    fn fitting_letters(&self, text: &[u8], game: &Range<usize>) -> Vec<Letters> {
        let used: Vec<u8> =
            piece_letters(text, game.clone()).filter_map(|at| text.get(at)).copied().collect();
        let are_all = |letters: Letters| used.iter().all(|letter| letters.in_english(*letter).is_some());
        if are_all(Letters::English) {
            return Vec::new();
        }
        let game = text.get(game.clone()).unwrap_or_default();
        let mut tried = BTreeMap::new();
        let mut fits = |letters: Letters| {
            *tried.entry(letters.of_pieces()).or_insert_with(|| {
                let mut record = Record::default();
                let english = in_english_letters(game, letters);
                Reader::from(&english, 0).encoded(self.encoding).next_as_is(&mut record);
                is_replayed(&record)
            })
        };
        Letters::ALL.iter().copied().filter(|letters| are_all(*letters) && fits(*letters)).collect()
    }
}

/// Whether every move of a game is replayed and legal.
pub(super) fn is_replayed(record: &Record) -> bool {
    record.ending.stop.is_none() && record.nonstandard_moves.is_empty()
}
