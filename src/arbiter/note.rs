//! What the help of a finding says, part by part.

use std::fmt;
use std::sync::Arc;

use crate::law::Provision;

/// A part of the help. What is asked about later has a name; the rest is words.
#[derive(Clone, Debug)]
pub(crate) enum Note<'c> {
    /// Another article that the ruling leans on, beside the one that decides.
    Article(&'c Provision),
    /// The arbiter, who saw an illegal move, waits for the next one.
    NextMoveAwaited,
    /// What stands by the law went back.
    TakenBack,
    /// It is put right when nobody can ask for that any more.
    PutRightLate,
    /// Anything else.
    Said(String),
}

impl Note<'_> {
    /// The article that it names.
    pub fn article(&self) -> Option<Arc<str>> {
        match self {
            Self::Article(provision) => Some(Arc::clone(&provision.article)),
            Self::NextMoveAwaited | Self::TakenBack | Self::PutRightLate | Self::Said(_) => None,
        }
    }
}

impl From<String> for Note<'_> {
    fn from(said: String) -> Self {
        Self::Said(said)
    }
}

impl From<&str> for Note<'_> {
    fn from(said: &str) -> Self {
        Self::Said(said.to_owned())
    }
}

impl fmt::Display for Note<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Article(provision) => write!(f, "{}: {}", provision.article, as_clause(&provision.says)),
            Self::NextMoveAwaited => f.write_str("the arbiter waits for the next move"),
            Self::TakenBack => f.write_str("the moves were taken back all the same"),
            Self::PutRightLate => f.write_str("it is put right all the same"),
            Self::Said(said) => f.write_str(said),
        }
    }
}

/// `king and rook must be unmoved`: a sentence of the code behind its article.
fn as_clause(says: &str) -> String {
    let says = says.trim_end_matches('.');
    let mut letters = says.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// All of it in one sentence; `None` where there is nothing.
pub(crate) fn joined(notes: &[Note<'_>]) -> Option<String> {
    let mut parts: Vec<String> = notes.iter().map(Note::to_string).collect();
    // A sentence of the code ends with a stop of its own.
    let behind_the_last = parts.len().saturating_sub(1);
    for part in parts.iter_mut().take(behind_the_last) {
        part.truncate(part.trim_end_matches('.').len());
    }
    (!parts.is_empty()).then(|| parts.join("; "))
}
