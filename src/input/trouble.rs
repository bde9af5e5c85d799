//! The errors of the input, in words that say what to do.

use std::sync::Arc;
use std::{fmt, io};

use thiserror::Error;

use super::format::{ForeignData, Format};
use crate::pgn::boundary;

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
    /// A folder without a game file. It is reported only if it was named itself.
    #[error("no .pgn file in this folder{}", .0.as_ref().map_or_else(String::new, |archives| format!("; {archives}")))]
    NoRecords(Option<SkippedArchives>),
    /// Archives in a folder, which are read only if they are named themselves. This is no failure.
    #[error("{0}")]
    SkippedArchives(SkippedArchives),
    /// A list of paths without a path. This is no failure.
    #[error("lists no file")]
    EmptyList,
    /// Members of an archive that were not read. This is no failure.
    #[error("{0}")]
    SkippedMembers(SkippedMembers),
    /// An archive in an archive, which is not read. This is no failure.
    #[error("is an archive in an archive, and is not read: unpack it first")]
    NestedArchive,
    /// The first file in a folder whose name ends otherwise than that of a game file. This is no failure.
    #[error("files named *.pgn.txt are not read in a folder: rename them to .pgn, or name them to read them")]
    Misnamed,
    /// A settings file in a folder, but not the one of the run, which is named if there is one. This is no failure.
    #[error(
        "these settings are not used, because a run has only one settings file{}; run jadoube on this folder alone to use them",
        .0.as_ref().map_or_else(String::new, |used| format!(", {used}"))
    )]
    OtherSettings(Option<Arc<str>>),
    /// A file without text. This is no failure.
    #[error("it is empty")]
    Empty,
    /// A file with text, but without a game.
    #[error("contains text, but no game")]
    NoGame,
    /// A folder or a pattern that leads only to excluded files. This is no failure either.
    #[error("skipped: every match is excluded by `exclude` in the settings")]
    Excluded,
    /// The first of the named files, if all of them are excluded. This is no failure either.
    #[error(
        "skipped: `exclude` in the settings matches every file that is named, and --force-exclude applies it to them"
    )]
    ExcludedNames,
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
        "the {format} data is damaged ({why}): the games before that point were read; run `{}` for details",
        .format.test_command()
    )]
    Damaged {
        /// The compression.
        format: Format,
        /// The decoder's message.
        why: String,
    },
    /// A broken frame of a file of frames.
    #[error("{}", frame_message(*.format, *.frame, .why, *.next))]
    BrokenFrame {
        /// The compression.
        format: Format,
        /// The offset of the frame in the file.
        frame: u64,
        /// The fault of the frame.
        why: Box<InputErrorKind>,
        /// The offset of the next frame, from which reading goes on after the error; `None` after the last one.
        next: Option<u64>,
    },
    /// A shard of an input that can be read only once.
    #[error("it can be read only once, from start to end, so it has no shards: save it to a file first")]
    Uncuttable,
    /// A run with a checkpoint over an input that can be read only once.
    #[error(
        "it can be read only once, so a run over it cannot go on after an interruption: save it to a file first"
    )]
    ReadOnce,
    /// A shard of files that are not the same at its end as at its beginning.
    #[error(
        "the files changed while a shard of them was read: run it again, as all shards need the same files"
    )]
    SetChanged,
    /// A shard of compressed data that is not in frames.
    #[error("{}", packed_shard_message(*.0))]
    PackedShard(Format),
    /// A shard of frames that begins or ends at an offset where no frame begins.
    #[error(
        "no frame begins at byte {0}: the shard was cut from another file or another version of it; \
         run `jadoube shards` on this file"
    )]
    NoFrame(u64),
    /// A shard of frames without the offset of its text.
    #[error(
        "a shard of compressed data is named OFFSET+LENGTH@GAME:LINE:TEXT, with the offset of its first game in the text: \
         run `jadoube shards` on this file"
    )]
    ShardWithoutText,
    /// A shard of plain text with an offset of its text.
    #[error(
        "the shard was cut from a compressed file, and this is plain text: run `jadoube shards` on this file"
    )]
    ShardOfFrames,
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
    /// Data that are not the text of games.
    #[error("{}", foreign_message(*.0))]
    Foreign(ForeignData),
    /// An archive that cannot be opened.
    #[error("the ZIP archive is damaged ({0}): download or copy it again; run `unzip -t` for details")]
    BadArchive(String),
    /// An archive with a very long directory.
    #[error("the directory of this ZIP archive is longer than {0} bytes: unpack it first")]
    LongDirectory(u64),
    /// An archive without a game file, and the name of one of its members.
    #[error("no .pgn file in this archive{}", .0.as_ref().map_or_else(String::new, |name| format!("; it contains {name}")))]
    NoMember(Option<String>),
    /// A member of an archive that is encrypted, or compressed in an unusual way.
    #[error("this member of the archive cannot be read ({0}): unpack it first")]
    Member(String),
    /// Data that decompress to far more than games do.
    #[error("this {0} data decompresses to more than {MOST_RATIO} times its size: decompress it first")]
    Bomb(Format),
    /// UTF-16 text, although another encoding is set.
    #[error("this is UTF-16 text, but the encoding is set to utf-8: set it to auto")]
    Utf16,
    /// A shard of UTF-16 text.
    #[error("UTF-16 text cannot be split into shards: audit the whole file, or convert it to UTF-8 first")]
    Utf16Shard,
}

/// Data may decompress to this many bytes, however short they are.
const MOST_DECOMPRESSED: u64 = 256 << 20;

/// Longer data may decompress to this many times their size. Games reach about a tenth of it if all are the same.
const MOST_RATIO: u64 = 1000;

/// Whether data decompress to more than games do.
pub(super) fn is_bomb(compressed: u64, decompressed: u64) -> bool {
    decompressed > MOST_DECOMPRESSED && decompressed > compressed.saturating_mul(MOST_RATIO)
}

/// Archives in a folder that were not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedArchives {
    /// The name of the first.
    pub first: String,
    /// The number of the others.
    pub others: u64,
}

impl fmt::Display for SkippedArchives {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, others } = self;
        match others {
            0 => write!(f, "the archive {first} was not read: name it to read it"),
            1 => write!(f, "the archive {first} and 1 other were not read: name them to read them"),
            _ => write!(f, "the archive {first} and {others} others were not read: name them to read them"),
        }
    }
}

/// Members of an archive that were not read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SkippedMembers {
    /// The name of the first that is no game file.
    pub first: Option<String>,
    /// The number of the others.
    pub others: u64,
    /// The number of members that have the name of a later one.
    pub repeated: u64,
}

impl SkippedMembers {
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none() && self.repeated == 0
    }

    pub(super) fn add(&mut self, name: &str) {
        if self.first.is_none() {
            self.first = Some(name.to_owned());
        } else {
            self.others += 1;
        }
    }
}

impl fmt::Display for SkippedMembers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first, others, repeated } = self;
        if let Some(first) = first {
            match others {
                0 => write!(f, "{first} is not read: it is not a .pgn file")?,
                1 => write!(f, "{first} and 1 other file are not read: they are not .pgn files")?,
                _ => write!(f, "{first} and {others} other files are not read: they are not .pgn files")?,
            }
        }
        if *repeated > 0 {
            let and = if first.is_some() { "; " } else { "" };
            let files = if *repeated == 1 { "file has" } else { "files have" };
            write!(f, "{and}{repeated} {files} the name of a later one: unpack the archive to read all")?;
        }
        Ok(())
    }
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

impl InputErrorKind {
    /// Whether more of the source is read after the error.
    pub fn goes_on(&self) -> bool {
        matches!(self, Self::BrokenFrame { next: Some(_), .. })
    }

    /// Whether the text breaks off in the middle, because the data are broken.
    pub(super) fn breaks_text(&self) -> bool {
        matches!(self, Self::CutShort(_) | Self::Damaged { .. } | Self::BrokenFrame { .. })
    }

    /// Whether it is a note about files that were not read, and no failure.
    pub fn is_notice(&self) -> bool {
        matches!(
            self,
            Self::EmptyList
                | Self::SkippedArchives(_)
                | Self::SkippedMembers(_)
                | Self::NestedArchive
                | Self::Misnamed
                | Self::OtherSettings(_)
        )
    }

    /// Why a source holds no game, judged by its first bytes and by the format that its name alone promises.
    pub fn explain_no_games(beginning: &[u8], packed_by_name: Option<Format>) -> Self {
        let is_empty = |byte: &u8| boundary::is_blank(*byte) || boundary::is_break(*byte) || *byte == 0;
        let text = beginning.strip_prefix(boundary::BYTE_ORDER_MARK).unwrap_or(beginning);
        match packed_by_name {
            Some(format) => Self::NotPacked(format),
            None if text.iter().all(is_empty) => Self::Empty,
            None if ForeignData::is_binary(text) => Self::Foreign(ForeignData::Unknown),
            None => Self::NoGame,
        }
    }
}

fn foreign_message(data: ForeignData) -> String {
    match data {
        ForeignData::Archive("ZIP") => {
            "this is a ZIP archive: it is read only from a file whose name ends in .zip".to_owned()
        }
        ForeignData::Archive(name) => format!("this is a {name} archive: unpack it first"),
        ForeignData::Named(name) => format!("this is {name}, not the text of games"),
        ForeignData::Unknown => "this is binary data, not the text of games".to_owned(),
    }
}

/// The name of a frame in this format.
fn frame_name(format: Format) -> &'static str {
    match format {
        Format::Gzip => "block",
        Format::Bzip2 => "stream",
        Format::Zstd | Format::Xz | Format::Zip => "frame",
    }
}

fn frame_message(format: Format, frame: u64, why: &InputErrorKind, next: Option<u64>) -> String {
    let name = frame_name(format);
    let (fault, help) = match why {
        InputErrorKind::Window { format, most } => (
            window_fault(*most),
            format!(
                "decompress the file first with `{}`, or raise the limit with --max-window",
                unpack_command(*format)
            ),
        ),
        InputErrorKind::Bomb(_) => (
            format!("decompresses to more than {MOST_RATIO} times its size"),
            "decompress the file first".to_owned(),
        ),
        InputErrorKind::CutShort(_) => {
            ("is cut short".to_owned(), "download or copy the file again".to_owned())
        }
        InputErrorKind::Damaged { why, .. } => {
            (format!("is damaged ({why})"), format!("run `{}` for details", format.test_command()))
        }
        why => (format!("cannot be read ({why})"), "download or copy the file again".to_owned()),
    };
    let rest = match next {
        Some(next) => format!(
            "the games before that point were read, and those that begin after byte {next}; the numbers of these games and \
             of their lines do not count the lost text"
        ),
        None => "the games before that point were read".to_owned(),
    };
    format!("the {format} {name} at byte {frame} {fault}: {rest}; {help}")
}

fn packed_shard_message(format: Format) -> String {
    let (data, recompress) = match format {
        Format::Zstd => ("zstd data of one frame", "`zstd -dc OLD | pzstd > NEW`"),
        Format::Gzip => ("gzip data without block sizes", "`gzip -dc OLD | bgzip > NEW`"),
        Format::Bzip2 => ("bzip2 data of one stream", "`bzip2 -dc OLD | pbzip2 -c > NEW`"),
        Format::Xz => ("xz data", "`xz -dc OLD | pzstd > NEW`"),
        Format::Zip => {
            return "a ZIP archive cannot be split into shards: audit the whole archive, or unpack it first"
                .to_owned();
        }
    };
    format!(
        "{data} cannot be split into shards: audit the whole file, or compress it in many frames with {recompress}"
    )
}

fn unpack_command(format: Format) -> &'static str {
    match format {
        Format::Zstd => "zstd -d --long=31",
        _ => "xz -d",
    }
}

fn window_fault(most: u64) -> String {
    let (most, unit) = if most >= 1 << 20 { (most >> 20, "MiB") } else { (most, "bytes") };
    format!("needs a window of more than {most} {unit}")
}

fn window_message(format: Format, most: u64) -> String {
    let (needs, unpack) = (window_fault(most), unpack_command(format));
    format!(
        "decompressing this {format} data {needs}: decompress it first with `{unpack}`, or raise the limit with --max-window"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_data_that_expand_far_are_bombs() {
        assert!(!is_bomb(10, MOST_DECOMPRESSED) && is_bomb(10, MOST_DECOMPRESSED + 1));
        let large = 1 << 20;
        assert!(!is_bomb(large, large * 8) && is_bomb(large, large * MOST_RATIO + 1));
    }

    #[test]
    fn a_source_without_games_is_explained() {
        let why = |beginning: &[u8]| InputErrorKind::explain_no_games(beginning, None).to_string();
        for empty in [&b""[..], b" \r\n\x1a\0", b"\xef\xbb\xbf\n"] {
            assert_eq!(why(empty), "it is empty");
        }
        assert_eq!(why(b"Notes\n"), "contains text, but no game");
        assert_eq!(why(b"\x01\x02"), "this is binary data, not the text of games");
        assert!(InputErrorKind::explain_no_games(b"", Some(Format::Zip)).to_string().contains("by its name"));
    }
}
