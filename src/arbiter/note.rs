//! The parts of a finding's help.

use std::sync::Arc;

use crate::law::Provision;

/// A part of the help. Parts that the arbiter looks for later have variants of their own.
#[derive(Clone, Debug)]
pub(crate) enum Note<'c> {
    /// Another article on which the ruling rests.
    Article(&'c Provision),
    NextMoveAwaited,
    TakenBack,
    /// The position was corrected after the time in which that could be asked for.
    PutRightLate,
    Said(String),
}

impl Note<'_> {
    fn in_words(&self) -> String {
        match self {
            Self::Article(provision) => format!("{}: {}", provision.article, as_clause(&provision.says)),
            Self::NextMoveAwaited => "the arbiter waits for the next move".to_owned(),
            Self::TakenBack => "the moves were taken back anyway".to_owned(),
            Self::PutRightLate => "it was corrected anyway".to_owned(),
            Self::Said(said) => said.clone(),
        }
    }

    pub(super) fn article(&self) -> Option<Arc<str>> {
        match self {
            Self::Article(provision) => Some(Arc::clone(&provision.article)),
            Self::NextMoveAwaited | Self::TakenBack | Self::PutRightLate | Self::Said(_) => None,
        }
    }
}

impl<S: Into<String>> From<S> for Note<'_> {
    fn from(said: S) -> Self {
        Self::Said(said.into())
    }
}

/// A sentence of the code as a clause after its article: `king and rook must be unmoved`.
fn as_clause(says: &str) -> String {
    let says = says.trim_end_matches('.');
    let mut letters = says.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// All notes in one sentence; `None` if there are none.
pub(crate) fn joined(notes: &[Note<'_>]) -> Option<String> {
    let mut parts: Vec<String> = notes.iter().map(Note::in_words).collect();
    // Only the last part may end with a full stop.
    let before_last = parts.len().saturating_sub(1);
    for part in parts.iter_mut().take(before_last) {
        part.truncate(part.trim_end_matches('.').len());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
