//! The input of the arbiter.

use crate::finding::Location;
use crate::game::{Record, Span};
use crate::law::Code;
use crate::search::{Budgets, Meter};

use crate::arbiter::selection::Selection;

/// Turns a span of the chunk into a location in the file.
pub(crate) trait Locate {
    fn locate(&self, span: Span) -> Location;
}

/// The input of the arbiter for one record.
pub(crate) struct Hearing<'a> {
    pub record: &'a Record,
    /// The chunk from which the record was read.
    pub text: &'a [u8],
    pub code: &'a Code,
    pub want: &'a Selection,
    pub place: &'a dyn Locate,
    pub origin: CodeOrigin,
    pub budgets: Budgets,
    pub meter: &'a Meter,
}

/// How the code of a record was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CodeOrigin {
    /// The user or the record named it.
    Named,
    Default,
    /// The code in force on the day of the game was asked for, and none is known.
    NoneInForce,
}
