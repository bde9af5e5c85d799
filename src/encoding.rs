//! Text encodings of records.
//!
//! Moves and tags are ASCII in each of these encodings, so names, comments and unreadable words are decoded only when they
//! are shown. Multi-byte encodings in which a byte may look like a quotation mark or a brace are not supported, except
//! UTF-16, which is converted to UTF-8 as it is read. Commands in comments are always decoded as [`Encoding::Auto`].

use std::borrow::Cow;
use std::sync::LazyLock;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use oem_cp::code_table::{
    DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852, DECODING_TABLE_CP866,
};

word_enum! {
    /// How bytes beyond ASCII are decoded.
    Encoding {
        /// UTF-8 if the text is valid UTF-8, else Latin-1.
        Auto = "auto",
        /// UTF-8; invalid bytes are replaced and reported.
        Utf8 = "utf-8",
        /// UTF-16, the low byte of each unit first. The text was converted to UTF-8 as it was read.
        Utf16Le = "utf-16le",
        /// UTF-16, the high byte of each unit first. The text was converted to UTF-8 as it was read.
        Utf16Be = "utf-16be",
        /// Latin-1 (ISO 8859-1): every byte its own character.
        Latin1 = "latin-1",
        /// ISO 8859-2: Central European.
        Iso8859Part2 = "iso-8859-2",
        /// ISO 8859-5: Cyrillic.
        Iso8859Part5 = "iso-8859-5",
        /// ISO 8859-15: Latin-1 with the euro sign and a few more letters.
        Iso8859Part15 = "iso-8859-15",
        /// Windows-1250: Central European.
        Windows1250 = "windows-1250",
        /// Windows-1251: Cyrillic.
        Windows1251 = "windows-1251",
        /// Windows-1252: Latin-1 with dashes, quotation marks and more letters.
        Windows1252 = "windows-1252",
        /// The DOS code page 437: American.
        Cp437 = "cp437",
        /// The DOS code page 850: Western European.
        Cp850 = "cp850",
        /// The DOS code page 852: Central European.
        Cp852 = "cp852",
        /// The DOS code page 866: Cyrillic.
        Cp866 = "cp866",
        /// KOI8-R: Russian.
        Koi8R = "koi8-r",
    }
}

/// The characters of the bytes from 0x80 on.
type UpperHalf = [char; 128];

/// The upper half of a single-byte encoding. Bytes that it leaves undefined map to themselves.
fn upper_half(encoding: &'static encoding_rs::Encoding) -> UpperHalf {
    std::array::from_fn(|place| {
        let byte = u8::try_from(place + 0x80).unwrap_or_default();
        let mut units = [0_u16; 4];
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let (_, _, written) = decoder.decode_to_utf16_without_replacement(&[byte], &mut units, true);
        let unit = units.first().copied().filter(|_| written == 1);
        unit.and_then(|unit| char::from_u32(unit.into())).unwrap_or(char::from(byte))
    })
}

/// Whether a sign that Windows-1252 does not have within words comes between two letters. In the code pages of DOS it is a
/// letter.
fn has_letters_of_dos(text: &[u8]) -> bool {
    // The letters of Windows-1252, its apostrophe and its dashes.
    let is_within_words =
        |byte| matches!(byte, 0x8a | 0x8c | 0x8e | 0x92 | 0x96 | 0x97 | 0x9a | 0x9c | 0x9e | 0x9f);
    text.windows(3).any(|part| match part {
        [before, byte @ 0x80..0xa0, after] => {
            before.is_ascii_alphabetic() && after.is_ascii_alphabetic() && !is_within_words(*byte)
        }
        _ => false,
    })
}

/// A decoded character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecodedChar {
    pub character: char,
    /// Its length in the encoded text, in bytes.
    pub length: usize,
}

impl Encoding {
    /// Decodes bytes as text.
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        self.borrowed(bytes).map_or_else(|| Cow::Owned(self.chars(bytes).collect()), Cow::Borrowed)
    }

    /// Whether text in this encoding is UTF-8, at least at first.
    pub(crate) const fn is_unicode(self) -> bool {
        matches!(self, Self::Auto | Self::Utf8 | Self::Utf16Le | Self::Utf16Be)
    }

    /// The encoding that a text which is not UTF-8 seems to be in, if Latin-1 would show other characters. It is only a
    /// guess, so nothing but a hint may depend on it.
    pub(crate) fn guess(text: &[u8]) -> Option<Self> {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        // Moves say nothing about the language.
        for line in text.split(|byte| matches!(byte, b'\n' | b'\r')).filter(|line| !line.is_ascii()) {
            detector.feed(line, false);
            detector.feed(b"\n", false);
        }
        detector.feed(b"", true);
        let name = detector.guess(None, Utf8Detection::Deny).name();
        let guessed = match name {
            "IBM866" => Some(Self::Cp866),
            "KOI8-U" => Some(Self::Koi8R),
            _ => Self::ALL.iter().copied().find(|encoding| encoding.id().eq_ignore_ascii_case(name)),
        };
        match guessed {
            // The detector does not know the Western code pages of DOS.
            None | Some(Self::Windows1252) if has_letters_of_dos(text) => Some(Self::Cp850),
            // Windows-1252 and Latin-1 differ only in these bytes.
            Some(Self::Windows1252) => {
                guessed.filter(|_| text.iter().any(|byte| (0x80..0xa0).contains(byte)))
            }
            _ => guessed,
        }
    }

    /// The bytes themselves, if they are the decoded text.
    pub(crate) fn borrowed(self, bytes: &[u8]) -> Option<&str> {
        let text = std::str::from_utf8(bytes).ok();
        text.filter(|text| self.is_unicode() || text.is_ascii())
    }

    /// The characters of [`Self::decode`], without a copy of the text.
    pub(crate) fn chars(self, bytes: &[u8]) -> Box<dyn Iterator<Item = char> + '_> {
        match (self.borrowed(bytes), self) {
            (Some(text), _) => Box::new(text.chars()),
            (None, Self::Utf8 | Self::Utf16Le | Self::Utf16Be) => {
                Box::new(bytes.utf8_chunks().flat_map(|chunk| {
                    let replaced = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
                    chunk.valid().chars().chain(replaced)
                }))
            }
            (None, _) => Box::new(bytes.iter().map(move |byte| self.decode_byte(*byte))),
        }
    }

    /// Decodes a part of a line, which may begin and end anywhere. Bytes that are no UTF-8 are decoded one by one.
    pub(crate) fn letters(self, bytes: &[u8]) -> Vec<DecodedChar> {
        let alone = |byte: &u8| DecodedChar { character: self.decode_byte(*byte), length: 1 };
        if !self.is_unicode() {
            return bytes.iter().map(alone).collect();
        }
        bytes
            .utf8_chunks()
            .flat_map(|chunk| {
                let valid = chunk
                    .valid()
                    .chars()
                    .map(|shown| DecodedChar { character: shown, length: shown.len_utf8() });
                valid.chain(chunk.invalid().iter().map(alone)).collect::<Vec<_>>()
            })
            .collect()
    }

    /// A text of this encoding with each character of Latin-1 in its byte there, as moves and results are read in any encoding.
    /// Other bytes remain.
    pub(crate) fn in_latin_1(self, text: &[u8]) -> Cow<'_, [u8]> {
        if self.is_unicode() || self == Self::Latin1 || text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let latin = |byte: &u8| u8::try_from(u32::from(self.decode_byte(*byte))).unwrap_or(*byte);
        Cow::Owned(text.iter().map(latin).collect())
    }

    /// The number of [`Self::letters`].
    pub(crate) fn char_count(self, bytes: &[u8]) -> usize {
        if !self.is_unicode() {
            return bytes.len();
        }
        bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
    }

    fn decode_byte(self, byte: u8) -> char {
        static ISO_8859_2: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::ISO_8859_2));
        static ISO_8859_5: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::ISO_8859_5));
        static ISO_8859_15: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::ISO_8859_15));
        static WINDOWS_1250: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::WINDOWS_1250));
        static WINDOWS_1251: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::WINDOWS_1251));
        static WINDOWS_1252: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::WINDOWS_1252));
        static KOI8_R: LazyLock<UpperHalf> = LazyLock::new(|| upper_half(encoding_rs::KOI8_R));

        let Some(place) = byte.checked_sub(0x80) else { return char::from(byte) };
        let upper_half = match self {
            Self::Auto | Self::Latin1 => return char::from(byte),
            Self::Utf8 | Self::Utf16Le | Self::Utf16Be => return char::REPLACEMENT_CHARACTER,
            Self::Iso8859Part2 => &*ISO_8859_2,
            Self::Iso8859Part5 => &*ISO_8859_5,
            Self::Iso8859Part15 => &*ISO_8859_15,
            Self::Windows1250 => &*WINDOWS_1250,
            Self::Windows1251 => &*WINDOWS_1251,
            Self::Windows1252 => &*WINDOWS_1252,
            Self::Cp437 => &DECODING_TABLE_CP437,
            Self::Cp850 => &DECODING_TABLE_CP850,
            Self::Cp852 => &DECODING_TABLE_CP852,
            Self::Cp866 => &DECODING_TABLE_CP866,
            Self::Koi8R => &*KOI8_R,
        };
        upper_half.get(usize::from(place)).copied().unwrap_or(char::from(byte))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_decodes_its_bytes() {
        let old = b"M\xfcller \x96 K\x9am";
        assert_eq!(Encoding::Auto.decode(old), "Müller \u{96} K\u{9a}m");
        assert_eq!(Encoding::Latin1.decode(old), "Müller \u{96} K\u{9a}m");
        assert_eq!(Encoding::Windows1252.decode(old), "Müller – Kšm");
        assert_eq!(Encoding::Utf8.decode(old), "M\u{fffd}ller \u{fffd} K\u{fffd}m");
        let new = "Müller".as_bytes();
        assert_eq!(Encoding::Auto.decode(new), "Müller");
        assert_eq!(Encoding::Utf8.decode(new), "Müller");
        assert_eq!(Encoding::Windows1252.decode(new), "MÃ¼ller");
    }

    #[test]
    fn old_encodings_decode_their_letters() {
        for (encoding, bytes, text) in [
            (Encoding::Windows1250, &b"\x8aachy \xbe"[..], "Šachy ľ"),
            (Encoding::Windows1251, b"\xd2\xe0\xeb\xfc", "Таль"),
            (Encoding::Iso8859Part2, b"\xa9achy", "Šachy"),
            (Encoding::Iso8859Part5, b"\xc2\xd0\xdb\xec", "Таль"),
            (Encoding::Iso8859Part15, b"\xa4 \xa6", "€ Š"),
            (Encoding::Cp437, b"M\x81ller \xe1", "Müller ß"),
            (Encoding::Cp850, b"Garc\xa1a \xb5", "García Á"),
            (Encoding::Cp852, b"\xe6achy", "Šachy"),
            (Encoding::Cp866, b"\x92\xa0\xab\xec", "Таль"),
            (Encoding::Koi8R, b"\xf4\xc1\xcc\xd8", "Таль"),
        ] {
            assert_eq!(encoding.decode(bytes), text, "{encoding}");
        }
        // An undefined byte maps to itself.
        assert_eq!(Encoding::Windows1252.decode(b"\x81"), "\u{81}");
    }

    #[test]
    fn signs_of_latin_1_have_its_bytes() {
        for encoding in [Encoding::Cp437, Encoding::Cp850] {
            assert_eq!(*encoding.in_latin_1(b"\xab-\xab Nf3\xf1"), *b"\xbd-\xbd Nf3\xb1", "{encoding}");
        }
        assert_eq!(*Encoding::Windows1251.in_latin_1(b"1\x960 \xb1"), *b"1\x960 \xb1");
        assert_eq!(*Encoding::Auto.in_latin_1(b"\xab"), *b"\xab");
    }

    #[test]
    fn a_guess_is_made_only_if_latin_1_would_show_other_letters() {
        let russian = encoding_rs::WINDOWS_1251.encode("[White \"Таль, Михаил Нехемьевич\"]\n").0;
        assert_eq!(Encoding::guess(&russian), Some(Encoding::Windows1251));
        let czech = encoding_rs::WINDOWS_1250.encode("[Event \"Šachový turnaj v Praze, část třetí\"]\n").0;
        assert_eq!(Encoding::guess(&czech), Some(Encoding::Windows1250));
        assert_eq!(Encoding::guess(b"[White \"M\xfcller\"]\n\n1. e4 e5 *\n"), None);
        assert_eq!(Encoding::guess(b"1. e4 {good \x96 and quick} *"), Some(Encoding::Windows1252));
        assert_eq!(Encoding::guess(b"1. e4 {O\x92Kelly}"), Some(Encoding::Windows1252));
        assert_eq!(Encoding::guess(b"[White \"M\x81ller\"]\n"), Some(Encoding::Cp850));
        assert_eq!(Encoding::guess(b""), None);
    }

    #[test]
    fn invalid_utf8_is_replaced_as_by_std() {
        for bytes in [&b"M\xfcller \x96"[..], "Müller".as_bytes(), b"\xe2\x82 \xf0\x9f\x98x\xff\xff", b""] {
            assert_eq!(Encoding::Utf8.decode(bytes), String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn chars_are_those_of_decode() {
        for encoding in Encoding::ALL {
            for bytes in [&b"Muller"[..], "Müller".as_bytes(), b""] {
                assert_eq!(encoding.chars(bytes).collect::<String>(), encoding.decode(bytes), "{encoding}");
            }
        }
    }

    #[test]
    fn letters_are_those_of_decode() {
        for encoding in Encoding::ALL {
            for bytes in [&b"M\xfcller"[..], "Müller".as_bytes(), b"Muller \x9d"] {
                let letters = encoding.letters(bytes);
                let shown: String = letters.iter().map(|letter| letter.character).collect();
                assert_eq!(shown, encoding.decode(bytes), "{encoding}");
                assert_eq!(letters.iter().map(|letter| letter.length).sum::<usize>(), bytes.len());
                assert_eq!(letters.len(), encoding.char_count(bytes));
            }
        }
        let mixed: String =
            Encoding::Auto.letters("ü\u{e9}".as_bytes()).iter().map(|letter| letter.character).collect();
        assert_eq!(mixed, "üé");
    }
}
