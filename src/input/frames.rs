//! Compressed files of many frames: each frame can be decompressed alone, so several threads decompress one file.
//!
//! ```text
//! FrameMap ──> FrameRun ──> FrameDecoder (a thread each) ──> FrameReader ──> Chunks
//! map.rs                    decoder.rs                       reader.rs
//! ```
//!
//! A frame is one of zstd, a block of bgzip (BGZF) or a stream of bzip2. Its end is found without decompressing it: the size
//! is in a frame before it (pzstd), in its header (BGZF) or in the headers of its blocks (zstd); of bzip2 the next beginning
//! is searched. These ends only say where the next decoder may start early. The decoder of a frame finds its true end, and if
//! that is another place, the reader goes on from there.
//!
//! A file of one frame is a file of many frames whose first is the last.

mod decoder;
mod map;
mod reader;
mod shard;

pub(super) use map::{FRAME_HEAD, FrameFormat, FrameMap};
pub(super) use reader::FrameReader;
