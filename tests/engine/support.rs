//! The helpers of `tests/support` that this binary uses.

#[allow(dead_code)]
#[path = "../support/board.rs"]
pub mod board;
#[path = "../support/course.rs"]
pub mod course;
#[path = "../support/grammar.rs"]
pub mod grammar;
#[allow(dead_code)]
#[path = "../support/random.rs"]
pub mod random;
#[allow(dead_code)]
#[path = "../support/record.rs"]
pub mod record;
#[path = "../support/terminal.rs"]
pub mod terminal;
