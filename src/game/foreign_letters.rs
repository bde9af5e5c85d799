//! Moves written with signs of print or with the letters that another language has for the men.

use crate::chess::San;

pub(crate) fn is_dash(c: char) -> bool {
    // Two are the dashes of Windows-1252, read as Latin-1.
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{96}' | '\u{97}')
}

/// The sign that PGN has for one of print: `-` for `–`, `x` for `×`.
pub(crate) fn typed_sign(c: char) -> char {
    match c {
        '\u{d7}' | '\u{2715}' | '\u{2716}' => 'x',
        '\u{b7}' => '-',
        c if is_dash(c) => '-',
        c => c,
    }
}

/// A word with the signs that PGN has for those of print.
pub(crate) fn typed(word: &str) -> String {
    word.chars().map(typed_sign).collect()
}

/// Whether a character is the picture of a man.
pub(crate) const fn is_figurine(c: char) -> bool {
    matches!(c, '\u{2654}'..='\u{265f}')
}

/// Whether a token is a move but for the letter of a man: `Sf3`, `Dxd5+`, `♘f3`, `e8=D`.
pub(crate) fn is_move_in_another_language(token: &str) -> bool {
    let token = typed(token);
    let is_letter = |letter: char| {
        letter.is_ascii_uppercase() || letter.is_alphabetic() && !letter.is_ascii() || is_figurine(letter)
    };
    let mut letters = token.chars();
    let of_its_man = letters.next().is_some_and(is_letter)
        && San::from_ascii(format!("N{}", letters.as_str()).as_bytes()).is_some();
    let (pawn, sign) = token.split_at(token.trim_end_matches(['+', '#', ')']).len());
    let mut letters = pawn.chars();
    let of_what_it_becomes = letters.next_back().is_some_and(is_letter)
        && San::from_ascii(format!("{}N{sign}", letters.as_str()).as_bytes())
            .is_some_and(|read| read.promotion().is_some() && matches!(read.to().rank().index(), 0 | 7));
    of_its_man || of_what_it_becomes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_languages() {
        for token in
            ["Sf3", "Dxd5+", "\u{41a}f3", "Tae1", "\u{2658}f3", "Sg1–f3", "e8=D", "axb8D+", "e8(D)", "a1♛"]
        {
            assert!(is_move_in_another_language(token), "{token}");
        }
        for token in ["which", "Sf9", "xyz", "", "S", "The", "e4D", "e5–"] {
            assert!(!is_move_in_another_language(token), "{token}");
        }
    }
}
