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
use crate::game::foreign_letters::Letters;
use crate::game::{Notation, Record};

/// No longer game is read again with other letters, in bytes.
pub(super) const LONGEST_TRIED: usize = 256 << 10;

/// Fewer letters that a language has for other pieces than English may fit it by chance.
const FEWEST_OF_LANGUAGE: usize = 2;

/// The longest part of a move after its letter: `g1-f3`.
const LONGEST_MOVE: usize = 5;

/// A letter that no language has for a piece and no form of a move for a sign, so that no move with it is read.
const UNREADABLE: u8 = b'Y';

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

/// The number of plies before the first that is not simply legal.
fn legal_plies(record: &Record) -> u32 {
    record.nonstandard_moves.first().map_or(record.plies(), |odd| odd.ply.saturating_sub(1))
}

/// Whether a move may begin with the letter at `at`: `Sf3`, `Sbd2`, `S1xd2`, `S-f3`, `SxL`.
fn begins_move(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    let rest = text.get(at + 1..).unwrap_or_default();
    let is_of_move = |byte: &&u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'x' | b':' | b'-');
    let length = rest.iter().take(LONGEST_MOVE).take_while(is_of_move).count();
    let squares = rest.get(..length).unwrap_or_default();
    !before.is_some_and(u8::is_ascii_alphabetic)
        && (squares.iter().any(u8::is_ascii_digit) || matches!(squares.last(), Some(b'x' | b':')))
}

/// Whether a move may end with the letter at `at`: `e8D`, `e8=D`, `e8(D)`, `SxL`.
fn ends_move(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| text.get(before));
    before.is_some_and(|byte| matches!(byte, b'1' | b'8' | b'=' | b'(' | b'/' | b'x' | b':'))
        && !text.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
}

impl Reader<'_> {
    /// Reads again a game that was not replayed as legal to its end. If a language is set, the game may be written in English
    /// letters. Otherwise, if it has the letters of another language, no move from the first of them on is read.
    #[cold]
    pub(super) fn try_other_letters(&mut self, record: &mut Record, start: usize) {
        let game = start..self.at;
        if game.len() > LONGEST_TRIED {
            return;
        }
        let (text, set) = self.written.unwrap_or((self.text, Letters::English));
        let used: Vec<u8> =
            piece_letters(text, game.clone()).filter_map(|at| text.get(at)).copied().collect();
        let has_all = |letters: &Letters| used.iter().all(|letter| letters.in_english(*letter).is_some());
        // `P` is a knight only in Dutch, whose scores have other letters too.
        let is_in_english = record.text.move_notation == Notation::Descriptive
            || used.iter().all(|letter| b"KQRBNP".contains(letter));
        // A score with few letters may be in either.
        let may_be_dutch = || {
            let is_of_move = |at: usize| text.get(at) == Some(&b'P') && begins_move(text, at);
            let may_be = is_in_english
                && has_all(&Letters::Dutch)
                && piece_letters(text, game.clone()).any(is_of_move);
            may_be && self.goes_further_in_dutch(record, text.get(game.clone()).unwrap_or_default())
        };
        let is_in_english = is_in_english && !may_be_dutch();
        let plies = legal_plies(record);
        if set != Letters::English {
            self.read_again(record, text, start);
            if record.is_legal_to_the_end() || is_in_english && !has_all(&set) {
                return;
            }
        }
        let (mut fitting, mut hidden) = (Vec::new(), None);
        if !is_in_english {
            fitting = self.fitting_letters(text.get(game.clone()).unwrap_or_default(), plies, has_all);
            // A game that fits no language as a whole may still be in one whose letters it has.
            let of_letters = || Letters::ALL.iter().find(|letters| has_all(letters));
            let is_set = fitting.is_empty() && set != Letters::English;
            hidden = fitting.first().or_else(of_letters).filter(|_| !is_set);
        } else if set == Letters::English
            && record.text.move_notation == Notation::Algebraic
            && record.acts.is_empty()
        {
            // A language may have all letters of the game, but for other pieces: `R` is a knight in Icelandic.
            let differs = |letters: &Letters, letter: u8| letters.in_english(letter) != Some(letter);
            let is_other = |letters: &Letters| {
                let others = used.iter().filter(|letter| differs(letters, **letter));
                has_all(letters) && others.count() >= FEWEST_OF_LANGUAGE
            };
            fitting = self.fitting_letters(text.get(game.clone()).unwrap_or_default(), plies, is_other);
            hidden = fitting.first();
        }
        if let Some(language) = hidden {
            let mut hidden = text.to_vec();
            let is_foreign = |letter| language.in_english(letter).is_some_and(|english| english != letter);
            replace(text, &mut hidden, game, |letter| is_foreign(letter).then_some(UNREADABLE));
            self.read_again(record, &hidden, start);
        } else if set != Letters::English {
            self.read_again(record, self.text, start);
        }
        record.text.fitting_letters = fitting;
    }

    /// Reads the game at `start` from another copy of the text.
    fn read_again(&mut self, record: &mut Record, text: &[u8], start: usize) {
        let reader = Reader::from(text, start).encoded(self.encoding);
        let mut reader = Reader { written: self.written, ..reader };
        reader.next_as_is(record);
        reader.settle_course(record, start);
        self.at = reader.at;
    }

    /// Whether more moves are legal until the first that is not if the letters of a game are Dutch.
    fn goes_further_in_dutch(&self, record: &Record, game: &[u8]) -> bool {
        let mut dutch = Record::default();
        let english = in_english_letters(game, Letters::Dutch);
        Reader::from(&english, 0).encoded(self.encoding).next_as_is(&mut dutch);
        record.text.move_notation == Notation::Algebraic && legal_plies(&dutch) > legal_plies(record)
    }

    /// The languages with all the letters of a game in which the whole game is legal, and has more than so many plies.
    fn fitting_letters(&self, game: &[u8], plies: u32, has_all: impl Fn(&Letters) -> bool) -> Vec<Letters> {
        let mut tried = BTreeMap::new();
        let mut fits = |letters: &Letters| {
            *tried.entry(letters.of_pieces()).or_insert_with(|| {
                let mut record = Record::default();
                let english = in_english_letters(game, *letters);
                Reader::from(&english, 0).encoded(self.encoding).next_as_is(&mut record);
                record.is_legal_to_the_end() && record.plies() > plies
            })
        };
        Letters::ALL.iter().copied().filter(|letters| has_all(letters) && fits(letters)).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::chess::San;

    #[test]
    fn letters_of_moves_are_read_and_no_others() {
        for (written, english) in [
            ("1. Sf3 Sbd7 2.Lxb5 T1e2 3. De5+ Kd8", "1. Nf3 Nbd7 2.Bxb5 R1e2 3. Qe5+ Kd8"),
            ("8. e8D exd1=S! 9. e8(T) SxL Dd1-d4", "8. e8Q exd1=N! 9. e8(R) NxB Qd1-d4"),
            ("O-O-O {Sf3 T} (Lb5) ;Sf3\nSf3", "O-O-O {Sf3 T} (Bb5) ;Sf3\nNf3"),
            ("[White \"Sb8\"] Sb8 Nb8", "[White \"Sb8\"] Nb8 Nb8"),
            ("[FEN: \"T1/Df\"]\nSb8 \"Tf\"\nTf1", "[FEN: \"T1/Df\"]\nNb8 \"Tf\"\nRf1"),
            ("eSf3 Schluss D T.", "eSf3 Schluss D T."),
        ] {
            let read = in_english_letters(written.as_bytes(), Letters::German);
            assert_eq!(String::from_utf8(read).unwrap(), english);
        }
    }

    proptest! {
        #[test]
        fn every_language_is_translated_back(
            move_text in "(K|Q|R|B|N)(x?[a-h][1-8]|[a-h]x?[a-h][1-8]|[a-h][1-8][x-][a-h][1-8])[+#]?|[a-h][18]=?(Q|R|B|N)[+#]?",
            letters in select(Letters::ALL),
        ) {
            prop_assert!(San::from_ascii(move_text.as_bytes()).is_some());
            let own = |letter: u8| {
                let of_piece = Letters::English.of_pieces().iter().position(|english| *english == letter);
                of_piece.map_or(letter, |piece| letters.of_pieces()[piece])
            };
            let written: Vec<u8> = move_text.bytes().map(own).collect();
            prop_assert_eq!(in_english_letters(&written, letters), move_text.as_bytes());
        }
    }

    fn read(text: &str, letters: Letters) -> (u32, Vec<Letters>, bool) {
        let mut record = Record::default();
        let english = in_english_letters(text.as_bytes(), letters);
        let reader = Reader::new(text.as_bytes());
        let mut reader =
            if letters == Letters::English { reader } else { reader.in_english_letters(&english, letters) };
        reader.next(&mut record);
        assert!(reader.is_at_end());
        (record.plies(), record.text.fitting_letters.clone(), record.is_legal_to_the_end())
    }

    #[test]
    fn a_game_is_read_in_the_letters_set_or_in_english() {
        use Letters::{Danish, English, French, German, Norwegian, Swedish};
        let german = "[Event \"x\"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. O-O Lc5 5. Te1 *";
        let of_german = vec![German, Danish, Norwegian, Swedish];
        assert_eq!(read(german, German), (9, vec![], true));
        assert_eq!(read(german, English), (2, of_german.clone(), false));
        assert_eq!(read(german, French), (2, of_german, false));
        let english = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O Bc5 5. Re1 *";
        assert_eq!(read(english, German), (9, vec![], true));
        assert_eq!(read(english, French), (9, vec![], true));
        // The king of French has the letter of the English rook: no rook is accused, and no king.
        let french = "[Event \"x\"]\n\n1. e4 e5 2. Re2 Cf6 3. Dd1-e1 Re7 *";
        assert!(matches!(read(french, English), (2, fitting, false) if fitting.contains(&French)));
        assert_eq!(read(french, French), (6, vec![], true));
        let dutch = "[Event \"x\"]\n\n1. e4 e5 2. Pf3 Pc6 3. Pxe5 Pxe5 *";
        assert_eq!(read(dutch, English), (2, vec![Letters::Dutch], false));
        assert_eq!(read("[Event \"x\"]\n\n1. Pe4 e5 2. Pf4 Pxf4 3. Pxe5 *", English).0, 5);
        // Each of these letters is one of English too.
        let icelandic = "[Event \"x\"]\n\n1. e4 e5 2. Rf3 Rc6 3. Bb5 a6 4. Ba4 Rf6 5. O-O Be7 *";
        assert_eq!(read(icelandic, English), (2, vec![Letters::Icelandic], false));
        assert_eq!(read(icelandic, Letters::Icelandic), (10, vec![], true));
        assert_eq!(read("[Event \"x\"]\n\n1. e4 e5 2. Rh3 d6 3. d4 *", English).1, vec![]);
        let neither = "[Event \"x\"]\n\n1. e4 e5 2. Ra3 Cc6 *";
        assert_eq!(read(neither, English), (2, vec![], false));
        let stays_a_pawn = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a8=P *";
        assert_eq!(read(stays_a_pawn, English), (1, vec![], false));
        let illegal = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Rxf6 *";
        assert_eq!(read(illegal, French), read(illegal, English));
    }
}
