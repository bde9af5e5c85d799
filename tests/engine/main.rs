//! The engine: the board, the searches, and the reading and replay of records, compared with independent
//! implementations, published figures and properties.

// A test fails by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::format_push_string,
    clippy::naive_bytecount,
    missing_docs
)]

mod acts;
mod differential;
mod grammar;
mod perft;
mod properties;
mod repetition;
mod solve;
mod support;
