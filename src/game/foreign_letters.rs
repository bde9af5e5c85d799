//! Moves written with typographic signs or with the piece letters of another language.

use crate::chess::San;

word_enum! {
    /// The language of the piece letters of a score.
    Letters {
        English = "en",
        German = "de",
        French = "fr",
        Spanish = "es",
        Italian = "it",
        Dutch = "nl",
        Portuguese = "pt",
        Czech = "cs",
        Danish = "da",
        Estonian = "et",
        Finnish = "fi",
        Hungarian = "hu",
        Icelandic = "is",
        Norwegian = "no",
        Polish = "pl",
        Romanian = "ro",
        Swedish = "sv",
    }
}

impl Letters {
    /// The letters of king, queen, rook, bishop and knight, as the PGN standard lists them (section 8.2.3.2).
    pub(crate) const fn of_pieces(self) -> [u8; 5] {
        *match self {
            Self::English => b"KQRBN",
            Self::German | Self::Danish | Self::Norwegian | Self::Swedish => b"KDTLS",
            Self::French => b"RDTFC",
            Self::Spanish | Self::Italian => b"RDTAC",
            Self::Dutch => b"KDTLP",
            Self::Portuguese => b"RDTBC",
            Self::Czech => b"KDVSJ",
            Self::Estonian => b"KLVOR",
            Self::Finnish => b"KDTLR",
            Self::Hungarian => b"KVBFH",
            Self::Icelandic => b"KDHBR",
            Self::Polish => b"KHWGS",
            Self::Romanian => b"RDTNC",
        }
    }

    /// The English letter of the piece that a letter names.
    pub(crate) fn in_english(self, letter: u8) -> Option<u8> {
        let of_pieces = self.of_pieces().into_iter().zip(Self::English.of_pieces());
        of_pieces.into_iter().find(|(own, _)| *own == letter).map(|(_, english)| english)
    }

    pub(crate) fn language(self) -> String {
        format!("{self:?}")
    }
}

pub(crate) fn is_dash(c: char) -> bool {
    // U+0096 and U+0097 are the dashes of Windows-1252, decoded as Latin-1.
    matches!(c, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{96}' | '\u{97}')
}

/// The PGN sign for a typographic one: `-` for `–`, `x` for `×`.
pub(crate) fn pgn_sign(c: char) -> char {
    match c {
        '\u{d7}' | '\u{2715}' | '\u{2716}' => 'x',
        '\u{b7}' => '-',
        // On British keyboards `£` is beside `#`.
        '£' => '#',
        c if is_dash(c) => '-',
        c => latin_lookalike(c).unwrap_or(c),
    }
}

/// The Latin letter or sign that a Cyrillic letter looks like, if it names no piece in a Cyrillic notation.
const fn latin_lookalike(c: char) -> Option<char> {
    Some(match c {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'х' => 'x',
        'о' => 'o',
        'О' => 'O',
        'В' => 'B',
        _ => return None,
    })
}

pub(crate) fn is_lookalike(c: char) -> bool {
    latin_lookalike(c).is_some()
}

pub(crate) fn is_cyrillic(c: char) -> bool {
    matches!(c, '\u{400}'..='\u{4ff}')
}

/// Replaces typographic signs with those of PGN.
pub(crate) fn with_pgn_signs(word: &str) -> String {
    word.chars().map(pgn_sign).collect()
}

pub(crate) const fn is_figurine(c: char) -> bool {
    matches!(c, '\u{2654}'..='\u{265f}')
}

/// The PGN letter of a figurine of either colour.
pub(crate) const fn figurine_letter(c: char) -> Option<char> {
    Some(match c {
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        _ => return None,
    })
}

/// Whether a token is a move except for the letter of a piece: `Sf3`, `Dxd5+`, `♘f3`, `e8=D`.
pub(crate) fn is_move_in_another_language(token: &str) -> bool {
    let token = with_pgn_signs(token);
    let is_letter = |letter: char| {
        letter.is_ascii_uppercase() || letter.is_alphabetic() && !letter.is_ascii() || is_figurine(letter)
    };
    let mut letters = token.chars();
    let is_piece_move = letters.next().is_some_and(is_letter)
        && San::from_ascii(format!("N{}", letters.as_str()).as_bytes()).is_some();
    let (pawn, sign) = token.split_at(token.trim_end_matches(['+', '#', ')']).len());
    let mut letters = pawn.chars();
    let is_promotion = letters.next_back().is_some_and(is_letter)
        && San::from_ascii(format!("{}N{sign}", letters.as_str()).as_bytes())
            .is_some_and(|read| read.promotion().is_some() && matches!(read.to().rank().index(), 0 | 7));
    is_piece_move || is_promotion
}

/// The rest of a piece's move after a sign in the place of its letter: `f3` of `@f3`.
pub(crate) fn move_after_sign(token: &str) -> Option<&str> {
    let mut letters = token.chars();
    letters.next().filter(|sign| !sign.is_alphanumeric() && !is_figurine(*sign))?;
    let rest = letters.as_str();
    let is_rest = rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
        && San::from_ascii(format!("N{}", rest.trim_end_matches(['!', '?'])).as_bytes()).is_some();
    is_rest.then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_in_the_place_of_letters() {
        for token in ["@f3", "?f3", "\u{a4}f3!", "_xe5+", "\u{fffd}bd7", "\u{1f434}f3"] {
            assert_eq!(
                move_after_sign(token),
                token.char_indices().nth(1).map(|(at, _)| &token[at..]),
                "{token}"
            );
        }
        for token in ["Cf3", "f3", "1f3", "@", "@home", "--f3", "", "\u{2658}f3"] {
            assert_eq!(move_after_sign(token), None, "{token}");
        }
    }

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
