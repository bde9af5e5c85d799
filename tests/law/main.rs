//! The law: codes, law files, readings, and their rulings.

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

mod compare;
mod coverage;
mod editions;
mod law_files;
mod readings;
mod series;
mod support;
