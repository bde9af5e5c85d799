//! The state that the events of a game change.

pub(crate) mod board;
pub(crate) mod touch;
