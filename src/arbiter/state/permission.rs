//! Whether the next change to the game was agreed on or asked for.

use crate::game::Person;

#[derive(Debug, Default)]
pub(crate) struct Permission {
    /// Whether both players or the umpire agreed to the next change.
    pub sanctioned: bool,
    /// The person who pointed something out, or asked for a remedy, since the last move.
    pub pointed_out_by: Option<Person>,
    /// Whether both players agreed not to apply the laws to the current question.
    pub laws_waived: bool,
}

impl Permission {
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
