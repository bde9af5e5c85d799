//! The formats of a source that are not plain text, detected by first bytes or by file name.

use memchr::memchr_iter;

use crate::pgn::boundary;

/// How many first bytes [`Format::of`] needs, and the detection of UTF-16.
pub(super) const HEAD: usize = 8;

word_enum! {
    /// A compression format. A file may have several members, streams or frames. Each member of a ZIP archive is a source
    /// of its own.
    Format {
        /// `.gz`
        Gzip = "gzip",
        /// `.bz2`
        Bzip2 = "bzip2",
        /// `.zst`
        Zstd = "zstd",
        /// `.xz`
        Xz = "xz",
        /// `.zip`
        Zip = "zip",
    }
}

/// The first bytes of archives, and their names.
const ARCHIVES: [(&[u8], &str); 9] = [
    (b"PK\x03\x04", "ZIP"),
    (b"PK\x05\x06", "ZIP"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"MSCF\0\0\0\0", "CAB"),
    (b"\x60\xea", "ARJ"),
    (b"\x1f\x9d", "compress (.Z)"),
    (b"\x04\x22\x4d\x18", "LZ4"),
    (b"LZIP\x01", "lzip"),
];

/// Where a tar archive has its signature.
const TAR_SIGNATURE: usize = 257;

/// The first bytes of other files that hold no text, and their names.
const BINARIES: [(&[u8], &str); 17] = [
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"RIFF", "a RIFF file (sound, video or image)"),
    (b"ID3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"%PDF-", "a PDF document"),
    (b"%!PS", "a PostScript document"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Microsoft Office document"),
    (b"\x7fELF", "an ELF program"),
    (b"\xcf\xfa\xed\xfe", "a macOS program"),
    (b"\xca\xfe\xba\xbe", "a macOS program or a Java class"),
    (b"\0asm", "a WebAssembly program"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"Scid.si", "a Scid database"),
];

/// Data that are not the text of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ForeignData {
    /// Several files packed into one, in a format of this name.
    Archive(&'static str),
    /// A file of this kind.
    Named(&'static str),
    /// Binary data of an unknown kind.
    Unknown,
}

impl ForeignData {
    /// How many first bytes are examined.
    const EXAMINED: usize = 4096;

    /// The fewest bytes that are taken for binary data without a signature.
    const LEAST: usize = 32;

    /// What a source that begins with these bytes is, if it is not text. A few bytes are taken for text.
    pub fn of(beginning: &[u8]) -> Option<Self> {
        let beginning = beginning.get(..Self::EXAMINED).unwrap_or(beginning);
        let begins_with = |(signature, _): &&(&[u8], &'static str)| beginning.starts_with(signature);
        if let Some((_, name)) = ARCHIVES.iter().find(begins_with) {
            return Some(Self::Archive(name));
        }
        if beginning.get(TAR_SIGNATURE..).is_some_and(|rest| rest.starts_with(b"ustar")) {
            return Some(Self::Archive("tar"));
        }
        if let Some((_, name)) = BINARIES.iter().find(begins_with) {
            return Some(Self::Named(name));
        }
        if begins_json(beginning) {
            return Some(Self::Named("JSON data"));
        }
        if beginning.len() < Self::LEAST || !Self::is_binary(beginning) {
            return None;
        }
        let is_program = beginning.starts_with(b"MZ");
        Some(if is_program { Self::Named("a Windows program") } else { Self::Unknown })
    }

    /// Whether text that begins with these bytes and holds no game is binary data.
    pub(super) fn is_binary(text: &[u8]) -> bool {
        let beginning = text.get(..Self::EXAMINED).unwrap_or(text);
        let is_odd =
            |byte: &&u8| byte.is_ascii_control() && !matches!(**byte, b'\t'..=b'\r' | boundary::DOS_END);
        beginning.iter().filter(is_odd).count() > beginning.len() / 20 && !Self::holds_a_tag(beginning)
    }

    /// Whether a tag begins in a damaged text: a file system may leave a block of zeros in it.
    fn holds_a_tag(beginning: &[u8]) -> bool {
        memchr_iter(b'[', beginning).any(|at| beginning.get(at..).is_some_and(boundary::is_tag_line))
    }
}

/// Whether a text begins with a JSON object, or an array of them: `{"name": value`. It would be read as a comment.
fn begins_json(text: &[u8]) -> bool {
    let array = text.trim_ascii_start();
    let object = array.strip_prefix(b"[").unwrap_or(array).trim_ascii_start();
    let Some(key) = object.strip_prefix(b"{").and_then(|inner| inner.trim_ascii_start().strip_prefix(b"\""))
    else {
        return false;
    };
    let length =
        key.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')).count();
    let after = key.get(length..).and_then(|after| after.strip_prefix(b"\""));
    let value = after.and_then(|after| after.trim_ascii_start().strip_prefix(b":")).unwrap_or_default();
    let begins_value = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'"' | b'{' | b'[' | b'-');
    let words: [&[u8]; 3] = [b"true", b"false", b"null"];
    let value = value.trim_ascii_start();
    length > 0
        && (value.first().is_some_and(begins_value) || words.iter().any(|word| value.starts_with(word)))
}

impl Format {
    /// The compression of a stream that begins with these bytes; `None` for plain text, and for an archive.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // After the level comes the magic number of a block or, in an empty stream, of the end. It tells bzip2 from
            // a text that begins "BZh1".
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Self::Bzip2),
            // The second is a skippable frame: parallel compressors write one first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            _ => None,
        }
    }

    /// The format that a file has by its name.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let formats = [
            ("gz", Self::Gzip),
            ("bz2", Self::Bzip2),
            ("zst", Self::Zstd),
            ("xz", Self::Xz),
            ("zip", Self::Zip),
        ];
        formats.into_iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| format)
    }

    /// The command that tests the data.
    pub(super) fn test_command(self) -> &'static str {
        match self {
            Self::Gzip => "gzip -t",
            Self::Bzip2 => "bzip2 -t",
            Self::Zstd => "zstd -t",
            Self::Xz => "xz -t",
            Self::Zip => "unzip -t",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_data_are_recognised_by_their_first_bytes() {
        let of = |beginning: &[u8]| ForeignData::of(beginning);
        assert_eq!(of(b"PK\x03\x04\x14\0"), Some(ForeignData::Archive("ZIP")));
        assert_eq!(of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), Some(ForeignData::Named("a PNG image")));
        assert_eq!(of(&[&[b'a'; 257][..], b"ustar\0"].concat()), Some(ForeignData::Archive("tar")));
        assert_eq!(of(&[&b"MZ"[..], &[0; 100]].concat()), Some(ForeignData::Named("a Windows program")));
        assert_eq!(of(&(0..=255).collect::<Vec<u8>>()), Some(ForeignData::Unknown));
        assert_eq!(of(&[0; 5000]), Some(ForeignData::Unknown));
        for json in [&b"{\"games\": [{}]}"[..], b"[\n  { \"White\": \"a\" }\n]", b"{\"id\":null}"] {
            assert_eq!(of(json), Some(ForeignData::Named("JSON data")), "{}", json.escape_ascii());
        }
    }

    #[test]
    fn text_is_never_foreign() {
        for text in [
            &b""[..],
            b"[Event \"a\"]\n",
            b"MZ is not a move",
            b"{\\a comment} 1. e4 *",
            b"{\"Immortal\": so it is called} 1. e4 *",
            b"{\"\"} 1. e4 *",
            b"PGN\x1a",
            "Москва. 1. e4 e5".as_bytes(),
            b"\0a",
        ] {
            assert_eq!(ForeignData::of(text), None, "{}", text.escape_ascii());
        }
        // A block of zeros before the games, and letters of any code page.
        assert_eq!(ForeignData::of(&[&[0; 2000][..], b"[Event \"a\"]\n"].concat()), None);
        assert_eq!(ForeignData::of(&(0x80..=0xff).collect::<Vec<u8>>()), None);
    }
}
