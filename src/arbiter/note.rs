//! The parts of a finding's help.

use std::sync::Arc;

use crate::law::{Provision, Terms};

use crate::arbiter::sentences;

/// A part of the help. Parts that the arbiter looks for later have variants of their own.
#[derive(Clone, Debug)]
pub(crate) enum Note<'c> {
    /// Another article on which the ruling rests.
    Article(&'c Provision),
    /// By the article, if it is known.
    NextMoveAwaited(Option<Arc<str>>),
    /// The arbiter let the game go on and has not decided a claim.
    ClaimPostponed,
    /// The claim was decided later.
    ClaimWasPostponed,
    TakenBack,
    /// The position was corrected after the time in which that could be asked for.
    PutRightLate,
    Said(String),
}

impl Note<'_> {
    fn in_words(&self, terms: &Terms) -> String {
        match self {
            Self::Article(provision) => {
                sentences::case::article(&provision.article, &as_clause(&provision.says))
            }
            Self::NextMoveAwaited(article) => {
                sentences::penalty::next_move_awaited(article.as_deref(), terms)
            }
            Self::ClaimPostponed => sentences::draws::claim_postponed(terms),
            Self::ClaimWasPostponed => sentences::draws::claim_was_postponed(terms),
            Self::TakenBack => sentences::case::moves_taken_back_anyway(),
            Self::PutRightLate => sentences::case::corrected_anyway(),
            Self::Said(said) => said.clone(),
        }
    }

    pub(super) fn article(&self) -> Option<Arc<str>> {
        match self {
            Self::Article(provision) => Some(Arc::clone(&provision.article)),
            Self::NextMoveAwaited(_)
            | Self::ClaimPostponed
            | Self::ClaimWasPostponed
            | Self::TakenBack
            | Self::PutRightLate
            | Self::Said(_) => None,
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

/// All notes in one sentence, or in one for each if a note has parts itself; `None` if there are none.
pub(crate) fn joined(notes: &[Note<'_>], terms: &Terms) -> Option<String> {
    let mut parts: Vec<String> = Vec::with_capacity(notes.len());
    for note in notes.iter().map(|note| note.in_words(terms)) {
        // A player may ask for the same thing twice.
        if !parts.contains(&note) {
            parts.push(note);
        }
    }
    // Only the last part may end with a full stop.
    let before_last = parts.len().saturating_sub(1);
    for part in parts.iter_mut().take(before_last) {
        part.truncate(part.trim_end_matches('.').len());
    }
    let is_in_parts = parts.len() > 1 && parts.iter().any(|part| part.contains("; "));
    if is_in_parts {
        parts.iter_mut().skip(1).for_each(|part| capitalize(part));
    }
    (!parts.is_empty()).then(|| parts.join(if is_in_parts { ". " } else { "; " }))
}

/// Begins a sentence, unless its first word is a move, an article or a square.
fn capitalize(sentence: &mut str) {
    let word = sentence.split(' ').next().unwrap_or_default();
    if let (true, Some(first)) = (word.chars().all(|c| c.is_ascii_lowercase()), sentence.get_mut(..1)) {
        first.make_ascii_uppercase();
    }
}
