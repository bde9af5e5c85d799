//! jadoube audits chess game records under a chosen code of laws.
//!
//! ```text
//! bytes ──> Chunk ──> Record ──> acts ──> Arbiter(position, code) ──> Findings + Verdict ──> Report
//! input      record    (one pass)          one fold                     one at a time, in order
//! ```
//!
//! Each arrow is one call; nothing looks back. The rooms, lower knowing nothing of higher:
//! [`toml_reader`], [`encoding`], [`chess`], [`search`], [`law`], [`finding`], [`game`], [`arbiter`], [`series`],
//! [`input`], [`audit`], [`compare`], [`shards`], [`report`], [`samples`], [`explain`], [`cli`].

#[macro_use]
mod word_enum;

pub mod arbiter;
pub mod audit;
pub mod chess;
pub mod cli;
pub mod compare;
pub mod encoding;
pub mod explain;
pub mod finding;
pub mod game;
pub mod input;
pub mod law;
mod nearest;
pub mod pgn;
pub mod report;
pub mod samples;
pub mod search;
pub mod series;
pub mod shards;
mod spill;
pub mod toml_reader;
