//! Articles of the source on which the program does not rule, or does so only in part.

use std::sync::Arc;

use super::vocabulary::UnruledState;

/// Articles of the source without a complete ruling, and the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unruled {
    pub articles: Vec<Arc<str>>,
    /// The reason in one sentence, in the project's own words.
    pub says: Arc<str>,
    pub state: UnruledState,
}
