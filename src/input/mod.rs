//! Paths to sources to chunks cut at game starts; decompression.
//!
//! ```text
//! what the user named ──> Sources ──> Source ──> Unpacked ──> Chunks ──> Chunk
//! arguments, a list       paths.rs, list.rs      open.rs      chunks.rs
//! ```
//!
//! - [`Sources`] turns files, directories, patterns and lists into [`Source`]s, in an order that is the same on
//!   every run. What cannot be used is an [`InputError`] in its place, and the walk goes on.
//! - [`Source::open`] gives a `Read` of unpacked text; the first bytes, not the name, tell the
//!   compression, and a thread of its own decompresses (`decoder_thread.rs`), beside the audit.
//! - [`Shard`]s are parts of a plain file that begin and end between games; [`Source::cuttable`] finds them.
//! - [`Chunks`] reads that text and cuts it between games ([`boundary`](crate::pgn::boundary) holds the rule), so that each [`Chunk`] can be
//!   read on its own by another thread. A game too long for memory is condensed as it arrives, and the
//!   [`Gap`]s keep offsets and line numbers true.
//!
//! Bytes are delivered as they stand: a byte order mark is counted, and encodings ([`Encodings`] says which file has which)
//! are the matter of whoever shows text. Only UTF-16 is refused here, because nothing in it could be found.
//!
//! All sizes and offsets are in bytes.

pub(crate) mod chunks;
mod condense;
mod decoder_thread;
mod encodings;
mod folder;
mod format;
mod globs;
mod list;
mod open;
mod paths;
mod shard;
mod trouble;

pub use chunks::{Chunk, Chunks, Limits};
pub(crate) use encodings::{Encodings, FileEncoding};
pub use format::Format;
pub use globs::{Glob, Globs};
pub(crate) use globs::{plainly, without_dots};
pub(crate) use open::Stretch;
pub use open::{Opening, Unpacked};
pub(crate) use paths::{Exclusion, STANDARD_INPUT, Spot};
pub use paths::{Named, Place, Source, Sources};
pub(crate) use shard::First;
pub use shard::{Numbers, Shard, ShardRequest, Share};
pub use trouble::{InputError, Trouble};
