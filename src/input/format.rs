//! The compression formats of a source, known by its first bytes or by its name.

use std::fmt;

/// The most first bytes any [`Format`] is told by.
pub(super) const HEAD: usize = 6;

/// A compression a source can come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.gz`, one member or several.
    Gzip,
    /// `.bz2`, one stream or several.
    Bzip2,
    /// `.zst`, one frame or several.
    Zstd,
    /// `.xz`, one stream or several.
    Xz,
}

impl Format {
    /// The format that the first bytes of a file are of; `None` for plain text.
    pub fn of(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            // After the level comes a block's magic number, or the end's for an empty stream: enough to tell
            // it from a text that begins "BZh1".
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31 | 0x17, ..] => Some(Self::Bzip2),
            // The second is a skippable frame: parallel compressors write one first.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            _ => None,
        }
    }

    /// The format that a file is of by its name.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let (_, ending) = name.rsplit_once('.')?;
        let formats = [("gz", Self::Gzip), ("bz2", Self::Bzip2), ("zst", Self::Zstd), ("xz", Self::Xz)];
        formats.into_iter().find(|(known, _)| ending.eq_ignore_ascii_case(known)).map(|(_, format)| format)
    }

    /// The command that tests a file of this format.
    pub(super) fn test(self) -> &'static str {
        match self {
            Self::Gzip => "gzip -t",
            Self::Bzip2 => "bzip2 -t",
            Self::Zstd => "zstd -t",
            Self::Xz => "xz -t",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
        })
    }
}
