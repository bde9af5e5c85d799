//! What stands in movetext beside the standard's own: signs of annotators, signs of print, and blanks that no keyboard
//! shows.

use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::character::complete::{one_of, space0};
use nom::combinator::{peek, value};
use nom::multi::many0_count;
use nom::sequence::{delimited, terminated};
use nom::{IResult, Parser};

use crate::chess::{San, Subject, san};
use crate::encoding::{Encoding, Letter};
use crate::finding::Score;

use crate::game::foreign_letters::{is_dash, is_figurine, typed_sign};

use super::movetext::ends_token;

/// At most this many bytes are looked at for a move in the signs of print.
const LONGEST_PRINTED: usize = 48;

/// The character that a text begins with, where it is one of UTF-8 beyond ASCII.
fn beyond_ascii(text: &[u8]) -> Option<char> {
    let first = text.get(..text.len().min(4))?.utf8_chunks().next()?;
    first.valid().chars().next().filter(|c| !c.is_ascii())
}

/// The length of a blank beyond ASCII that a text begins with, in bytes: a space that keeps words together, or one of no
/// width.
pub(super) fn other_blank(text: &[u8]) -> Option<usize> {
    // Of Latin-1, where they begin no character of UTF-8.
    if let [b'\xa0' | b'\x85', ..] = text {
        return Some(1);
    }
    let is_blank = |c: &char| c.is_whitespace() || matches!(c, '\u{200b}' | '\u{2060}' | '\u{feff}');
    beyond_ascii(text).filter(is_blank).map(char::len_utf8)
}

/// A result that is not written as PGN writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MeantResult {
    /// In bytes.
    pub length: usize,
    pub score: Score,
}

/// The result that a text begins with, written with blanks or signs of print in it, another sign between the points, the
/// letters `O` and `l` for digits, or a point behind it: `1 - 0`, `1–0`, `1:0`, `1-O`, `0.5-0.5`, `1-0.`
pub(super) fn meant_result(text: &[u8]) -> Option<MeantResult> {
    // What most words begin with is out at once.
    text.first().filter(|first| b"01lIOo.".contains(first) || !first.is_ascii())?;
    let letters = Encoding::Auto.letters(text.get(..text.len().min(LONGEST_PRINTED))?);
    let typed: String = letters.iter().map(|letter| typed_sign(letter.shown)).collect();
    let (behind, score) = result_as_written(&typed).ok()?;
    if !ends_token(behind.as_bytes().first()) && other_blank(behind.as_bytes()).is_none() {
        return None;
    }
    let taken = letters.len() - behind.chars().count();
    let length = letters.iter().take(taken).map(|letter| letter.length).sum();
    Some(MeantResult { length, score })
}

fn result_as_written(input: &str) -> IResult<&str, Score, ()> {
    let one = || one_of("1lI");
    let nil = || one_of("0Oo");
    let half = || alt((tag("1/2"), tag("½"), tag("0.5"), tag("0,5"), tag(".5")));
    let between = || delimited(space0, one_of("-:="), space0);
    let result = alt((
        value(Score::White, (one(), between(), nil())),
        value(Score::Black, (nil(), between(), one())),
        value(Score::Draw, (half(), between(), half())),
        value(Score::Draw, (tag("1/2"), peek(one_of(".,")))),
    ));
    terminated(result, many0_count(one_of(".,!"))).parse(input)
}

/// How long castling with blanks in it is: `0 - 0`, `0 - 0 - 0`.
pub(super) fn spaced_castling(rest: &[u8]) -> Option<usize> {
    let zero_more = |rest: &[u8]| {
        let rest = rest.trim_ascii_start().strip_prefix(b"-")?.trim_ascii_start();
        rest.strip_prefix(b"0").filter(|rest| ends_token(rest.first())).map(<[u8]>::len)
    };
    let once = zero_more(rest.strip_prefix(b"0")?)?;
    let twice = rest.get(rest.len() - once..).and_then(zero_more);
    Some(rest.len() - twice.unwrap_or(once))
}

/// Whether a move and the next number stand in one word: `e52.Nf3`.
pub(super) fn has_a_number_in_it(word: &str) -> bool {
    let Some((first, behind)) = word.split_once('.') else { return false };
    let is_move = |text: &str| San::from_ascii(text.as_bytes()).is_some();
    let digits = first.bytes().rev().take_while(u8::is_ascii_digit).count();
    let mut splits = (1..digits).filter_map(|length| first.get(..first.len() - length));
    splits.any(is_move) && (behind.is_empty() || is_move(behind.trim_start_matches('.')))
}

/// Whether a move is written with signs that no move in ASCII has: those of print, or a blank.
pub(super) fn is_in_other_signs(text: &[u8]) -> bool {
    !text.is_ascii() || text.contains(&b' ')
}

/// Whether it is a sign such as `±`, `∞` or `→`, which no move is written with. A figurine is a man, and a dash may stand for
/// a move or in one.
fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace() && !is_dash(c) && !is_figurine(c)
}

/// The length of the signs that a text begins with, in bytes.
pub(super) fn signs(text: &[u8]) -> usize {
    let mut length = 0;
    while let Some(sign) = text.get(length..).and_then(beyond_ascii).filter(|c| is_sign(*c)) {
        length += sign.len_utf8();
    }
    length
}

/// Words that say what a move does to the king, the longest first.
const SAID_OF_CHECK: [&[u8]; 5] = [b"check", b"mate.", b"mate", b"ch.", b"ch"];

/// The length of such a word with which a text begins, if it ends there.
fn said_of_check(text: &[u8]) -> usize {
    let words = SAID_OF_CHECK.into_iter();
    let mut lengths =
        words.filter_map(|word| text.strip_prefix(word).is_some_and(is_behind_word).then_some(word.len()));
    lengths.next().unwrap_or(0)
}

/// Whether a word says that the move before it gives check or mates.
pub(super) fn is_said_of_check(word: &[u8]) -> bool {
    said_of_check(word) == word.len()
}

/// Whether nothing more of a word follows.
pub(super) fn is_behind_word(text: &[u8]) -> bool {
    ends_token(text.first()) || other_blank(text).is_some()
}

/// A move with what an annotator wrote behind it without a blank: `Re1+-`, `Nf3±`, `Nf3,`.
pub(super) struct MarkedMove {
    pub read: San,
    /// The same move, where its sign of check may be the first of an evaluation: `Nf3+/-`.
    pub unsigned: Option<San>,
    /// The length of the move, in bytes.
    pub length: usize,
    /// That of the evaluation behind it.
    pub evaluation: usize,
    /// That of what no movetext has, behind both.
    pub others: usize,
}

impl MarkedMove {
    /// The one that a text begins with.
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        let (after, read) = san(text).ok()?;
        let length = text.len() - after.len();
        // A colon behind a move is a sign of its capture.
        let evaluation = after.iter().take_while(|byte| b"+-=/!?#~:".contains(byte)).count();
        let evaluation = evaluation + after.get(evaluation..).map_or(0, said_of_check);
        let behind = after.get(evaluation..)?;
        let signs = signs(behind);
        let comma = usize::from(behind.get(signs) == Some(&b','));
        let others = signs + comma;
        if comma == 0 && !is_behind_word(behind.get(others..)?) {
            return None;
        }
        let move_alone = text.get(..length)?.strip_suffix(b"+");
        let may_begin_it = matches!(after.first(), Some(b'-' | b'/' | b'='));
        let unsigned = move_alone.filter(|_| may_begin_it).and_then(San::from_ascii);
        Some(Self { read, unsigned, length, evaluation, others })
    }

    /// A piece's move whose first letter stands apart: `N f3`.
    pub(super) fn torn(text: &[u8]) -> Option<Self> {
        let [letter @ (b'N' | b'B' | b'R' | b'Q' | b'K'), behind @ ..] = text else { return None };
        let behind = behind.trim_ascii_start();
        let length = behind.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        let marked = Self::of(&[&[*letter], behind.get(..length)?].concat())?;
        Some(Self { length: marked.length + text.len() - behind.len() - 1, ..marked })
    }

    /// A piece's move whose letter is small, and no file's: `nf3`.
    pub(super) fn in_small_letters(text: &[u8]) -> Option<Self> {
        let [letter @ (b'n' | b'r' | b'q' | b'k'), behind @ ..] = text else { return None };
        let length = behind.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        Self::of(&[&[letter.to_ascii_uppercase()], behind.get(..length)?].concat())
    }

    /// A move whose sign of capture stands behind it: `Qd5:`.
    pub(super) fn with_colon_behind(text: &[u8]) -> Option<Self> {
        let length = text.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        let word = text.get(..length.min(LONGEST_PRINTED))?;
        let colon = memchr::memchr(b':', word)?;
        let (first, behind) = (word.get(..colon)?, word.get(colon + 1..)?);
        let marked = Self::of(&[first, behind].concat())?;
        (marked.length >= colon).then(|| Self { length: marked.length + 1, ..marked })
    }

    /// A move from square to square with blanks beside its dash: `e2 - e4`, `Ng1- f3`.
    pub(super) fn spaced(text: &[u8]) -> Option<Self> {
        let from = text.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let behind = text.get(from..)?.trim_ascii_start().strip_prefix(b"-")?.trim_ascii_start();
        let blanks = (text.len() - behind.len()).checked_sub(from + 1).filter(|blanks| *blanks > 0)?;
        let length = behind.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        let word = [text.get(..from)?, b"-", behind.get(..length)?];
        let short = word.iter().map(|part| part.len()).sum::<usize>() <= LONGEST_PRINTED;
        let marked = short.then(|| Self::of(&word.concat())).flatten()?;
        // The move is of both squares, not of the first with a sign behind it.
        (marked.length > from + 1).then(|| Self { length: marked.length + blanks, ..marked })
    }

    /// The one that a text begins with, its dashes and crosses those of print: `e2–e4`, `B×c6+`, `O–O`.
    pub(super) fn printed(text: &[u8]) -> Option<Self> {
        let looked_at = text.get(..text.len().min(LONGEST_PRINTED))?;
        let length = looked_at.iter().take_while(|byte| !ends_token(Some(*byte))).count();
        let word = looked_at.get(..length).filter(|word| !word.is_ascii())?;
        // What makes up a game is read alike in every encoding.
        let letters = Encoding::Auto.letters(word);
        let typed: String = letters.iter().map(|letter| typed_sign(letter.shown)).collect();
        // Dashes alone are a line drawn.
        let read = Self::of(typed.as_bytes()).filter(|marked| marked.read.subject() != Subject::Nobody)?;
        let place = |end: usize| {
            let count = typed.get(..end).map_or(0, |part| part.chars().count());
            letters.iter().take(count).map(|letter: &Letter| letter.length).sum::<usize>()
        };
        let evaluated = read.length + read.evaluation;
        let (length, evaluation) = (place(read.length), place(evaluated) - place(read.length));
        let others = place(evaluated + read.others) - place(evaluated);
        Some(Self { length, evaluation, others, ..read })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_no_letters() {
        for text in ["±", "∓", "⩲", "∞", "□", "→", "‼", "…", "±∞ e5"] {
            assert!(signs(text.as_bytes()) > 0, "{text}");
        }
        for text in ["♘f3", "–", "½", "О-О", "Кf3", "e4", "", "\u{a0}"] {
            assert_eq!(signs(text.as_bytes()), 0, "{text}");
        }
        assert_eq!(signs(b"\xb1 e5"), 0);
        assert_eq!(other_blank("\u{a0}e4".as_bytes()), Some(2));
        assert_eq!(other_blank(b" e4"), None);
        assert_eq!(other_blank(b"\xa0e4"), Some(1));
        assert_eq!(other_blank("à".as_bytes()), None);
    }

    #[test]
    fn signs_of_print() {
        let read = |text: &[u8]| MarkedMove::printed(text).map(|marked| (marked.read, marked.length));
        let plain = |text: &str| San::from_ascii(text.as_bytes()).unwrap();
        assert_eq!(read("e2–e4 e5".as_bytes()), Some((plain("e2-e4"), 7)));
        assert_eq!(read("B×c6+!".as_bytes()), Some((plain("Bxc6+"), 6)));
        assert_eq!(read("O–O–O".as_bytes()), Some((plain("O-O-O"), 9)));
        assert_eq!(read(b"Ng1\x96f3"), Some((plain("Ng1-f3"), 6)));
        assert_eq!(read(b"e\xd7d5"), Some((plain("exd5"), 4)));
        assert_eq!(read("Re1+–".as_bytes()), Some((plain("Re1+"), 4)));
        for text in ["–", "–––––", "e2-e4", "-----", "♘g1–f3", "pages 2–4", "", "Sg1–f3"]
        {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn moves_with_blanks() {
        let read = |text: &[u8]| MarkedMove::spaced(text).map(|marked| (marked.read, marked.length));
        let plain = |text: &str| San::from_ascii(text.as_bytes()).unwrap();
        assert_eq!(read(b"e2 - e4 e7 - e5"), Some((plain("e2-e4"), 7)));
        assert_eq!(read(b"Ng1- f3+"), Some((plain("Ng1-f3+"), 8)));
        assert_eq!(read(b"Ng1 -f3!"), Some((plain("Ng1-f3"), 7)));
        for text in ["e2-e4", "e2 -", "e2 e4", "e2 - 0", "", "-"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn results_with_blanks() {
        for (text, read) in [
            ("1 - 0", Some((5, Score::White))),
            ("0 – 1\n", Some((7, Score::Black))),
            ("1/2 -1/2 x", Some((8, Score::Draw))),
            ("1–0", Some((5, Score::White))),
            ("1- 0", Some((4, Score::White))),
            ("½-½\n", Some((5, Score::Draw))),
            ("½", None),
            ("1:0", Some((3, Score::White))),
            ("O-1", Some((3, Score::Black))),
            ("1-O.", Some((4, Score::White))),
            ("0.5-0.5", Some((7, Score::Draw))),
            ("0,5 : 0,5 x", Some((9, Score::Draw))),
            ("1/2.", Some((4, Score::Draw))),
            ("O-O", None),
            ("0-0", None),
            ("1 - 0-0", None),
            ("1 e4", None),
            ("1 -", None),
        ] {
            let read = read.map(|(length, score)| MeantResult { length, score });
            assert_eq!(meant_result(text.as_bytes()), read, "{text}");
        }
    }

    #[test]
    fn what_stands_behind_a_move() {
        let read = |text: &str| {
            MarkedMove::of(text.as_bytes()).map(|read| [read.length, read.evaluation, read.others])
        };
        assert_eq!(read("Re1+- e5"), Some([4, 1, 0]));
        assert_eq!(read("Nf3+/- e5"), Some([4, 2, 0]));
        assert_eq!(read("Nf3± e5"), Some([3, 0, 2]));
        assert_eq!(read("Nf3,Nc6"), Some([3, 0, 1]));
        assert_eq!(read("Nf3\u{a0}Nc6"), Some([3, 0, 0]));
        assert_eq!(read("Nf3x"), None);
        assert!(MarkedMove::of("Nf3+/-".as_bytes()).is_some_and(|read| read.unsigned.is_some()));
        assert!(MarkedMove::of("Nf3+±".as_bytes()).is_some_and(|read| read.unsigned.is_none()));
    }
}
