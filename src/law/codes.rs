//! The codes embedded in the program, each loaded when it is first needed.

use std::sync::{Arc, OnceLock};

use super::code::Code;
use super::embedded::EMBEDDED;
pub use super::embedded::{DEFAULT, Embedded, embedded};
use super::file::LawFile;
use super::load::LoadError;
use crate::nearest::nearest;

static LOADED: [OnceLock<Result<LawFile, Arc<LoadError>>>; EMBEDDED.len()] =
    [const { OnceLock::new() }; EMBEDDED.len()];

/// Why there is no such code.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoCode {
    /// No code has this id.
    #[error("no code has the id `{id}`")]
    Unknown {
        /// The id asked for.
        id: String,
        /// The id nearest to it, if one is near.
        nearest: Option<&'static str>,
    },
    /// The embedded file is faulty.
    #[error("the embedded code {id}: {error}")]
    Faulty {
        /// The id asked for.
        id: &'static str,
        /// What is wrong.
        error: Arc<LoadError>,
    },
}

/// The embedded law file with this id, loaded when it is first asked for.
///
/// # Errors
/// Where there is none; the error carries the nearest id.
pub fn file(id: &str) -> Result<LawFile, NoCode> {
    embedded_file(id).unwrap_or_else(|| {
        Err(NoCode::Unknown { id: id.to_owned(), nearest: nearest(id, EMBEDDED.iter().map(|code| code.id)) })
    })
}

/// The embedded law file with this id, where there is one and it can be read: for an id as long as a record may have it,
/// where nobody asks which one may have been meant.
pub fn known_file(id: &str) -> Option<LawFile> {
    embedded_file(id)?.ok()
}

fn embedded_file(id: &str) -> Option<Result<LawFile, NoCode>> {
    let (embedded, slot) = EMBEDDED.iter().zip(&LOADED).find(|(code, _)| code.id == id)?;
    // The alternatives of its readings are tried by the tests, not by every run.
    let file = slot.get_or_init(|| LawFile::known(embedded).map_err(Arc::new)).clone();
    Some(file.map_err(|error| NoCode::Faulty { id: embedded.id, error }))
}

/// The embedded code with this id.
///
/// # Errors
/// As [`file()`].
pub fn code(id: &str) -> Result<Arc<Code>, NoCode> {
    file(id).map(|file| file.code)
}

/// Every embedded law file, by year.
pub fn files() -> Vec<LawFile> {
    EMBEDDED.iter().filter_map(|embedded| file(embedded.id).ok()).collect()
}

/// Every embedded code, by year; a faulty one, which the tests exclude, is left out.
pub fn codes() -> Vec<Arc<Code>> {
    files().into_iter().map(|file| file.code).collect()
}

/// A law file to begin from, commented, for a code of this id; it loads as it stands.
pub fn skeleton(id: &str) -> String {
    include_str!("skeleton.toml").replace("{id}", id)
}
