//! The clock, as acts show it.

use crate::chess::Color;

/// The clock, as acts show it.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    /// The players who pressed the clock since their last move.
    pub pressed: Vec<Color>,
    /// The players whose flag fell.
    pub fallen_flags: Vec<Color>,
}
