//! jadoube audits chess game records under a chosen code of laws.
//!
//! ```text
//! bytes ──> Chunk ──> Record ──> acts ──> Arbiter(position, code) ──> Findings + Verdict ──> Report
//! input      record    (one pass)          one fold                     one at a time, in order
//! ```
//!
//! Each arrow is one call; nothing looks back. The rooms, lower knowing nothing of higher:
//! [`strict`], [`encoding`], [`chess`], [`solve`], [`law`], [`moment`], [`finding`], [`record`], [`arbiter`], [`series`],
//! [`input`], [`audit`], [`compare`], [`shards`], [`report`], [`samples`], [`explain`], [`cli`].

#[macro_use]
mod closed;

pub mod arbiter;
mod aside;
pub mod audit;
pub mod chess;
pub mod cli;
pub mod compare;
pub mod encoding;
pub mod explain;
pub mod finding;
pub mod input;
pub mod law;
mod memory;
pub mod moment;
mod nearest;
pub mod record;
pub mod report;
pub mod samples;
pub mod series;
pub mod shards;
pub mod solve;
pub mod strict;
