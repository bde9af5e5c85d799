//! The input of the arbiter.

use crate::finding::Location;
use crate::game::{Record, Span};
use crate::law::Code;
use crate::search::{Budget, Meter};

use crate::arbiter::selection::Selection;

/// Turns a span of the chunk into a location in the file.
pub(crate) trait Locate {
    fn locate(&self, span: Span) -> Location;

    /// Whether the source goes on after the text that the record was read from.
    fn is_followed(&self) -> bool;
}

/// The input of the arbiter for one record.
pub(crate) struct Hearing<'a> {
    pub record: &'a Record,
    /// The chunk from which the record was read.
    pub text: &'a [u8],
    pub code: &'a Code,
    pub want: &'a Selection,
    pub place: &'a dyn Locate,
    pub law: LawHeld,
    /// The limit of all searches together.
    pub budget: Budget,
    pub meter: &'a Meter,
}

/// Whether a code of laws is known for a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LawHeld {
    Known,
    /// No code is known for its day: the code has only the moves of the game, and acts of players and arbiters are not judged.
    Unknown,
}
