//! Reads sealed moves as leniently as a player would.

use crate::chess::{Meaning, Move, Position, San};
use crate::pgn::descriptive_meaning;

pub(crate) enum SealedText {
    Means(Meaning),
    /// Characters of the text are lost.
    Illegible,
    /// The notation is not supported.
    NotRead,
}

impl SealedText {
    /// Reads a text on the board on which it was sealed. `made` returns the moves that led to that board; it is called
    /// only for a notation that needs them.
    pub(super) fn read(text: &str, board: &Position, made: impl Fn() -> Vec<Move>) -> Self {
        let bare = without_decorations(text);
        let mut refused = None;
        for spelling in spellings(text.trim(), &bare) {
            let Some(san) = San::from_ascii(spelling.as_bytes()) else { continue };
            match board.meaning(san) {
                meaning @ (Meaning::Legal(_) | Meaning::Ambiguous(_)) => return Self::Means(meaning),
                meaning @ (Meaning::Illegal(..) | Meaning::Nothing) => {
                    refused.get_or_insert(meaning);
                }
            }
        }
        let descriptive =
            || [text.trim(), &bare].iter().find_map(|spelling| descriptive_meaning(spelling, board, &made));
        // `N-B3` is a move in descriptive notation; only with small letters would it be another.
        let is_written_so = |spelling: &str| San::from_ascii(spelling.as_bytes()).is_some();
        let is_respelt = !is_written_so(text.trim()) && !is_written_so(&bare);
        match refused {
            Some(meaning) => {
                let described = if is_respelt { descriptive() } else { None };
                let names_a_move =
                    |meaning: &Meaning| matches!(meaning, Meaning::Legal(_) | Meaning::Ambiguous(_));
                Self::Means(described.filter(names_a_move).unwrap_or(meaning))
            }
            None if bare.is_empty() || bare.contains('?') => Self::Illegible,
            None if names_no_square(&bare) => Self::Means(Meaning::Nothing),
            None => descriptive().map_or(Self::NotRead, Self::Means),
        }
    }
}

/// Whether the text is written as a move to a square beyond the board: `Nb9`.
fn names_no_square(bare: &str) -> bool {
    let unpieced = bare.trim_start_matches(['K', 'Q', 'R', 'B', 'N']);
    let untaking: String = unpieced.chars().filter(|letter| !matches!(letter, 'x' | ':' | '-')).collect();
    let is_one_piece = bare.len() - unpieced.len() <= 1;
    let squares = untaking.as_bytes();
    let beyond = matches!(squares, [.., b'a'..=b'h', b'0' | b'9']);
    is_one_piece && beyond && squares.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'0'..=b'9'))
}

/// Removes the move number, evaluation marks, an offer of a draw, `e.p.` and blanks.
fn without_decorations(text: &str) -> String {
    let text = text.trim();
    let unnumbered = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `0-0` does not begin with a move number.
    let numbered = unnumbered.len() < text.len() && unnumbered.starts_with(['.', ' ']);
    let text = if numbered { unnumbered.trim_start_matches(['.', ' ', '\u{2026}']) } else { text };
    let mut text: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    loop {
        let shorter = ["(=)", "=", "!", "?", ".", ",", "e.p.", "e.p", "ep"]
            .iter()
            .find_map(|trimming| text.strip_suffix(trimming).map(str::to_owned));
        match shorter {
            Some(shorter) => text = shorter,
            None => return text,
        }
    }
}

/// Returns the ways to spell a text, the nearest first: a slip in the writing does not make it another move.
fn spellings(text: &str, bare: &str) -> Vec<String> {
    let unhyphenated = bare.replace('-', "");
    let castling = match unhyphenated.len() {
        2 if unhyphenated.chars().all(|letter| matches!(letter, 'o' | 'O' | '0')) => Some("O-O"),
        3 if unhyphenated.chars().all(|letter| matches!(letter, 'o' | 'O' | '0')) => Some("O-O-O"),
        _ => None,
    };
    let small = bare.to_ascii_lowercase();
    let mut letters = small.chars();
    let piece: String =
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect();
    let without_sign: String = bare.chars().filter(|letter| !matches!(letter, 'x' | ':')).collect();
    castling
        .map(str::to_owned)
        .into_iter()
        .chain([text.to_owned(), bare.to_owned(), without_sign, small, piece])
        .collect()
}
