//! Data that grows with the input: in memory while it is small, then in unnamed temporary files.
//!
//! Each type here holds a fixed amount of memory and, in an index, less than a hundredth of what it wrote to disk. If no
//! temporary file can be created, the data stays in memory.

mod key_set;
mod sorter;
mod spool;

pub(crate) use key_set::KeySet;
pub(crate) use sorter::{Sorted, Sorter, read_line, write_line};
pub(crate) use spool::{Spool, SpoolEntry};
