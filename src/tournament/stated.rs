//! A value, and its place in the report or the record that states it.

use crate::finding::Location;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stated<T> {
    pub value: T,
    pub place: Location,
}
