//! What a law code is: provisions, remedies, windows, readings, and the registry of rule ids.

mod rules;
mod vocabulary;

pub use rules::{NoRule, Rule};
pub use vocabulary::{Chooser, RemedyKind, WindowId};
