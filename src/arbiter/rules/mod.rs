//! The families of rules. Each file has functions that judge one kind of event; no family imports another.

pub(crate) mod board;
pub(crate) mod calls;
pub(crate) mod clock;
pub(crate) mod conduct;
pub(crate) mod draws;
pub(crate) mod moves;
pub(crate) mod penalty;
pub(crate) mod record;
pub(crate) mod result;
pub(crate) mod setup;
pub(crate) mod touches;
