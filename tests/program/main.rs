//! The program as its users meet it: commands, input, formats, pages and documentation.

// A test fails by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    clippy::naive_bytecount,
    missing_docs
)]

mod checkpoint;
mod cli;
mod docs;
mod explain;
mod fix;
mod formats;
mod frames;
mod input;
mod ledger;
mod page;
#[cfg(unix)]
mod recipe;
mod settings;
mod shards;
mod shares;
mod support;
mod suppression;
mod tables;
mod tournament;
