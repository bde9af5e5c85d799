//! `penalty.*` and `discovery.*`: remedies that are asked for, due, found late or ruled on.

pub(crate) mod discoveries;
pub(crate) mod elections;
pub(crate) mod enforcement;
mod late;
pub(crate) mod notices;
pub(crate) mod play_on;
pub(crate) mod rulings;
