//! The language server as an editor meets it.

// A test fails by a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::print_stderr,
    missing_docs
)]

mod client;
mod editing;
mod session;
