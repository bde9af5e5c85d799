//! The state that the events of a game change.

pub(crate) mod adjournment;
pub(crate) mod beginning;
pub(crate) mod board;
pub(crate) mod clock;
pub(crate) mod draws;
pub(crate) mod permission;
pub(crate) mod speech;
pub(crate) mod stage;
pub(crate) mod touch;
pub(crate) mod umpire;
