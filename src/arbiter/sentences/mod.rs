//! The sentences of findings, a file for each family of rules.
//!
//! The functions only put words together: `rules/` and `case/` decide which sentence a finding gets. They are called for
//! events that break or use a rule, never for an ordinary move. [`Terms`](crate::law::Terms) are the words of the code;
//! findings about the record have no code and always use the modern words.

pub(crate) mod board;
pub(crate) mod calls;
pub(crate) mod case;
pub(crate) mod clock;
pub(crate) mod conduct;
pub(crate) mod draws;
pub(crate) mod moves;
pub(crate) mod penalty;
pub(crate) mod record;
pub(crate) mod remedies;
pub(crate) mod result;
pub(crate) mod setup;
pub(crate) mod style;
pub(crate) mod touch;
