//! The repairs of one finding.

use super::edit::Edit;
use crate::finding::FixClass;
use crate::law::Rule;

/// The repairs of one game that belong to one finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Repair {
    /// The rule of the finding.
    pub rule: Rule,
    pub class: FixClass,
    /// What it does, as an order.
    pub title: String,
    /// In the order of the text. At least one.
    pub edits: Vec<Edit>,
}

/// The title of a repair of the layout and its edits, in the order of the text.
pub(super) type Layout = (String, Vec<Edit>);
