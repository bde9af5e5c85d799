//! From paths to chunks of text: finds the files, decompresses them, and cuts their text between games.
//!
//! ```text
//! arguments, a list ──> Sources ──> Source ──> Unpacked ──> Chunks ──> Chunk
//!                       paths.rs             source.rs      chunks.rs
//! ```
//!
//! - [`Sources`] turns files, folders, patterns and lists into [`Source`]s, in the same order on every run. An input
//!   that cannot be used is an [`InputError`] in its place, and the iteration goes on.
//! - [`Source::open`] gives a `Read` of decompressed text. The first bytes, not the name, decide the compression, and a
//!   thread of its own decompresses (`decoder_thread.rs`); a file of many frames is decompressed by several (`frames.rs`).
//!   A ZIP archive is recognised by its name and its first bytes, and its members are sources of their own (`archive.rs`).
//! - [`Shard`]s are parts of a plain file, or of a compressed file of many frames, that begin and end between games;
//!   [`Source::open_seekable`] finds them, and `seam.rs` the first game of a text that begins anywhere. A [`SetShare`] is
//!   one of several shares of all files of a run.
//! - [`Chunks`] cuts the text between games, by the rules of [`boundary`](crate::pgn::boundary), so that each [`Chunk`]
//!   can be read by another thread. A game too long for memory is condensed as it arrives (`condense.rs`).
//!
//! The bytes are not converted: a byte order mark counts, and text is decoded only when it is shown.
//! Only UTF-16 is converted to UTF-8 (`utf16.rs`). Data that are not text are refused ([`ForeignData`]). All sizes and
//! offsets are in bytes.

mod archive;
mod by_file;
pub(crate) mod chunks;
mod condense;
mod decoder_thread;
mod file_set;
mod folder;
mod format;
mod frames;
mod globs;
mod list;
mod open;
mod opening;
mod paths;
mod plain_text;
mod seam;
mod shard;
mod share_sources;
mod source;
mod stamp;
mod trouble;
mod utf16;

pub(crate) use by_file::ByFile;
pub(crate) use chunks::is_read_as_it_is;
pub use chunks::{Chunk, Chunks, Limits};
pub use file_set::{FileSet, SetShare};
pub use format::{ForeignData, Format};
pub use globs::{Glob, Globs};
pub(crate) use globs::{absolute_path, normalize};
pub use open::DecompressedSource;
pub(crate) use opening::FileRange;
pub use opening::{FrameSeams, OpenOptions};
pub(crate) use paths::SettingsFile;
pub(crate) use paths::{Exclusion, STANDARD_INPUT, canonical_file, names_one_file};
pub use paths::{Inputs, Sources};
pub(crate) use plain_text::is_plain_text;
pub(crate) use shard::FirstNumbers;
pub(crate) use shard::SeekableSource;
pub use shard::{Shard, ShardNumbering, ShardRequest, Share};
pub(crate) use share_sources::SourceToRead;
pub use source::{Source, SourceLocation, SourcePosition};
pub(crate) use stamp::Stamp;
pub(crate) use trouble::plain_reason;
pub use trouble::{InputError, InputErrorKind};
