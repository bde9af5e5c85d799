//! Whether the next change to the game was agreed on or asked for.

use crate::game::Person;

/// Whether the next change to the game was agreed on or asked for.
#[derive(Debug, Default)]
pub(crate) struct Permission {
    /// Whether both players or the umpire agreed to the next change.
    pub sanctioned: bool,
    /// Who pointed something out, or asked for a remedy, since the last move.
    pub pointed_out_by: Option<Person>,
    /// Whether both players agreed that the laws shall not apply to the question at hand.
    pub laws_waived: bool,
}

impl Permission {
    /// Forgets all of it: a move is made.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}
