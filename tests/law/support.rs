//! The helpers of `tests/support` that this binary uses.

#[path = "../support/output.rs"]
pub mod output;
#[path = "../support/terminal.rs"]
pub mod terminal;
