//! The compression formats of a source, detected by first bytes or by file name.

/// How many first bytes [`Format::of`] needs.
pub(super) const HEAD: usize = 6;

word_enum! {
    /// A compression format. A file may have several members, streams or frames.
    Format {
        /// `.gz`
        Gzip = "gzip",
        /// `.bz2`
        Bzip2 = "bzip2",
        /// `.zst`
        Zstd = "zstd",
        /// `.xz`
        Xz = "xz",
    }
}

impl Format {
    /// The format of a file that begins with these bytes; `None` for plain text.
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
        let formats = [("gz", Self::Gzip), ("bz2", Self::Bzip2), ("zst", Self::Zstd), ("xz", Self::Xz)];
        formats.into_iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| format)
    }
}
