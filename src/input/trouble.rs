//! The errors of the input, in words that say what to do.

use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::format::Format;

/// An input that could not be used, or not to its end.
#[derive(Debug, Error)]
#[error("{path}: {why}")]
pub struct InputError {
    /// The path as shown to users.
    pub path: Arc<str>,
    /// What is wrong.
    #[source]
    pub why: InputErrorKind,
}

/// Why a source could not be found, opened or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// No file of this name.
    #[error("no such file or directory")]
    Missing,
    /// No file of the name that this list has.
    #[error("no such file or directory (listed in {0})")]
    MissingInList(Arc<str>),
    /// A pattern without a match.
    #[error("no file matches this pattern")]
    NoMatch,
    /// A folder without a game file. It is reported only if it was named itself, and is no failure.
    #[error("no game file in this folder")]
    NoRecords,
    /// A folder or a pattern that leads only to excluded files. This is no failure either.
    #[error("skipped: every match is excluded by `exclude` in the settings")]
    Excluded,
    /// An invalid pattern.
    #[error("this is not a file, and not a valid pattern: {0}")]
    Pattern(String),
    /// A directory, or an entry of one, that could not be read.
    #[error("this file or directory cannot be read: {}", plain_reason(.0))]
    Walk(#[source] io::Error),
    /// A file that could not be opened.
    #[error("cannot be opened: {}", plain_reason(.0))]
    Open(#[source] io::Error),
    /// A file that could not be read to its end.
    #[error("cannot be read to the end: {}", plain_reason(.0))]
    Read(#[source] io::Error),
    /// The temporary file of the paths already read failed.
    #[error("skipped: cannot check whether it was already read: {}", plain_reason(.0))]
    Met(#[source] io::Error),
    /// A list of paths too long to be one.
    #[error("too long for a list of paths (over {0} bytes): name the game files themselves as arguments")]
    List(u64),
    /// A list with an entry too long to be a path.
    #[error("a path in this list is too long (over {0} bytes): name the game files themselves as arguments")]
    ListedPath(u64),
    /// Decompression would take more memory than allowed.
    #[error("{}", window_message(*.format, *.most))]
    Window {
        /// The compression.
        format: Format,
        /// The limit in bytes.
        most: u64,
    },
    /// A compressed stream that stops before its end.
    #[error(
        "the {0} data is cut short: the games before that point were read; download or copy the file again"
    )]
    CutShort(Format),
    /// A compressed stream with an error in it.
    #[error(
        "the {format} data is damaged ({why}): the games before that point were read; run `{format} -t` for details"
    )]
    Damaged {
        /// The compression.
        format: Format,
        /// The decoder's message.
        why: String,
    },
    /// A shard of an input that can be read only once.
    #[error("it can be read only once, from start to end, so it has no shards: save it to a file first")]
    Uncuttable,
    /// A shard of compressed data.
    #[error("{0} data cannot be split into shards: audit the whole file, or decompress it first")]
    PackedShard(Format),
    /// A shard that ends after the file.
    #[error(
        "the shard ends at byte {end}, but the file has {size} bytes: the shard was cut from another file or another \
         version of it; run `jadoube shards` on this file"
    )]
    ShardBeyond {
        /// The offset at which the shard ends.
        end: u64,
        /// The size of the file in bytes.
        size: u64,
    },
    /// A shard that begins or ends at an offset where no line begins.
    #[error(
        "no line begins at byte {0}: the shard was cut from another file or another version of it; \
         run `jadoube shards` on this file"
    )]
    ShardAstray(u64),
    /// A pointer file of Git LFS.
    #[error("this is a Git LFS pointer, not the file itself: run `git lfs pull`")]
    LfsPointer,
    /// Data that is not compressed as its name says.
    #[error("by its name this is {0} data, but it is not: download or copy the file again")]
    NotPacked(Format),
    /// Several files packed into one.
    #[error("this is a {0} archive: unpack it first")]
    Archive(&'static str),
    /// Binary data.
    #[error("not a text file")]
    NoText,
    /// UTF-16 text.
    #[error("this is UTF-16 text: convert it to UTF-8, for example with `iconv -f UTF-16 -t UTF-8`")]
    Utf16,
}

/// The reason of an operating system's error, without its number.
pub(crate) fn plain_reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => "a file of this name exists".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error ").next().unwrap_or_default().to_owned()
        }
    }
}

/// How many first bytes of a source without games are examined.
const EXAMINED: usize = 4096;

impl InputErrorKind {
    /// Why a source holds no game, judged by its first bytes and by the format that its name alone promises; `None` if
    /// nothing looks wrong.
    pub fn explain_no_games(beginning: &[u8], packed_by_name: Option<Format>) -> Option<Self> {
        let beginning = beginning.get(..EXAMINED).unwrap_or(beginning);
        if let Some(format) = packed_by_name {
            return Some(Self::NotPacked(format));
        }
        let archives: [(&[u8], &str); 3] =
            [(b"PK\x03\x04", "ZIP"), (b"7z\xbc\xaf", "7z"), (b"Rar!\x1a", "RAR")];
        if let Some((_, name)) = archives.into_iter().find(|(magic, _)| beginning.starts_with(magic)) {
            return Some(Self::Archive(name));
        }
        // DOS ended text files with SUB (1A).
        let is_odd = |byte: &&u8| byte.is_ascii_control() && !matches!(byte, b'\t'..=b'\r' | 0x1A);
        (beginning.iter().filter(is_odd).count() > beginning.len() / 20).then_some(Self::NoText)
    }
}

fn window_message(format: Format, most: u64) -> String {
    let unpack = match format {
        Format::Zstd => "zstd -d --long=31",
        _ => "xz -d",
    };
    let (most, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most, "bytes") };
    format!(
        "decompressing this {format} data needs a window of more than {most} {unit}: \
         decompress it first with `{unpack}`, or raise the limit with --max-window"
    )
}
