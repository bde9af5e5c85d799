//! The clock as the acts of the record show it.

use crate::chess::Color;

#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// The players who pressed the clock since their last move.
    pub pressed: Vec<Color>,
    pub fallen_flags: Vec<Color>,
}
