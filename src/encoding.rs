//! Text encodings of records.
//!
//! Moves and tags are ASCII in each of these encodings, so names, comments and unreadable words are decoded only when they
//! are shown. Multi-byte encodings in which a byte may look like a quotation mark or a brace are not supported. Commands in
//! comments are always decoded as [`Encoding::Auto`].

use std::borrow::Cow;

word_enum! {
    /// How bytes beyond ASCII are decoded.
    Encoding {
        /// UTF-8 if the text is valid UTF-8, else Latin-1.
        Auto = "auto",
        /// UTF-8; invalid bytes are replaced and reported.
        Utf8 = "utf-8",
        /// Latin-1 (ISO 8859-1): every byte its own character.
        Latin1 = "latin-1",
        /// Windows-1252: Latin-1 with dashes, quotation marks and more letters.
        Windows1252 = "windows-1252",
    }
}

/// The characters of Windows-1252 from 0x80 to 0x9F. Its five undefined bytes map to themselves.
const WINDOWS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

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

    /// The bytes themselves, if they are the decoded text.
    pub(crate) fn borrowed(self, bytes: &[u8]) -> Option<&str> {
        let text = std::str::from_utf8(bytes).ok();
        match self {
            Self::Auto | Self::Utf8 => text,
            Self::Latin1 | Self::Windows1252 => text.filter(|text| text.is_ascii()),
        }
    }

    /// The characters of [`Self::decode`], without a copy of the text.
    pub(crate) fn chars(self, bytes: &[u8]) -> Box<dyn Iterator<Item = char> + '_> {
        match (self.borrowed(bytes), self) {
            (Some(text), _) => Box::new(text.chars()),
            (None, Self::Utf8) => Box::new(bytes.utf8_chunks().flat_map(|chunk| {
                let replaced = (!chunk.invalid().is_empty()).then_some(char::REPLACEMENT_CHARACTER);
                chunk.valid().chars().chain(replaced)
            })),
            (None, _) => Box::new(bytes.iter().map(move |byte| self.decode_byte(*byte))),
        }
    }

    /// Decodes a part of a line, which may begin and end anywhere. Bytes that are no UTF-8 are decoded one by one.
    pub(crate) fn letters(self, bytes: &[u8]) -> Vec<DecodedChar> {
        let alone = |byte: &u8| DecodedChar { character: self.decode_byte(*byte), length: 1 };
        match self {
            Self::Latin1 | Self::Windows1252 => bytes.iter().map(alone).collect(),
            Self::Auto | Self::Utf8 => bytes
                .utf8_chunks()
                .flat_map(|chunk| {
                    let valid = chunk
                        .valid()
                        .chars()
                        .map(|shown| DecodedChar { character: shown, length: shown.len_utf8() });
                    valid.chain(chunk.invalid().iter().map(alone)).collect::<Vec<_>>()
                })
                .collect(),
        }
    }

    /// The number of [`Self::letters`].
    pub(crate) fn char_count(self, bytes: &[u8]) -> usize {
        match self {
            Self::Latin1 | Self::Windows1252 => bytes.len(),
            Self::Auto | Self::Utf8 => {
                bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
            }
        }
    }

    fn decode_byte(self, byte: u8) -> char {
        match self {
            Self::Utf8 if !byte.is_ascii() => char::REPLACEMENT_CHARACTER,
            Self::Windows1252 => {
                let beyond = byte.checked_sub(0x80).and_then(|place| WINDOWS.get(usize::from(place)));
                beyond.copied().unwrap_or(char::from(byte))
            }
            Self::Auto | Self::Utf8 | Self::Latin1 => char::from(byte),
        }
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
