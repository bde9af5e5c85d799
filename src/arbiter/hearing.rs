//! The input of the arbiter: one record, the code, and what the caller wants to know.

use crate::finding::Location;
use crate::game::{Record, Span};
use crate::law::Code;
use crate::search::{Budgets, Meter};

use crate::arbiter::selection::Selection;

/// Turns a place in the chunk into a place in the file.
pub(crate) trait Locate {
    /// The place of a span's bytes in the file.
    fn locate(&self, span: Span) -> Location;
}

/// One record before the arbiter.
pub(crate) struct Hearing<'a> {
    /// The game.
    pub record: &'a Record,
    /// The chunk it was read from.
    pub text: &'a [u8],
    /// The code it is judged under.
    pub code: &'a Code,
    /// The findings that are wanted.
    pub want: &'a Selection,
    /// The place of the chunk in the file.
    pub place: &'a dyn Locate,
    /// Where the choice of the code comes from.
    pub origin: CodeOrigin,
    /// The limits of searches.
    pub budgets: Budgets,
    /// Where searches report their progress.
    pub meter: &'a Meter,
}

/// Where the choice of a record's code comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeOrigin {
    /// The user or the record named it.
    Named,
    /// Nothing named one: it is the default.
    Default,
    /// The code in force on the day of the game was asked for, and none is known.
    NoneOfItsDay,
}
