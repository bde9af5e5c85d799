//! The codes embedded in the program, each loaded on first use.

use std::sync::{Arc, OnceLock};

use super::code::{Code, Tradition};
use super::embedded::EMBEDDED;
pub use super::embedded::{DEFAULT, Embedded, embedded};
use super::file::LawFile;
use super::load::{self, LoadError, Period};
use crate::nearest::nearest;

/// The id of [`legality`].
pub const LEGALITY: &str = "none";

static LOADED: [OnceLock<Result<LawFile, Arc<LoadError>>>; EMBEDDED.len()] =
    [const { OnceLock::new() }; EMBEDDED.len()];

/// Why a code could not be loaded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NoCode {
    /// No code has this id.
    #[error("no code has the id `{id}`")]
    Unknown {
        /// The id asked for.
        id: String,
        /// The most similar id, if one is similar enough.
        nearest: Option<&'static str>,
    },
    /// The embedded file has faults. The tests exclude it.
    #[error("the embedded code {id} is invalid: {}", .error.first().unwrap_or_default())]
    Faulty {
        /// The id asked for.
        id: &'static str,
        /// The faults.
        error: Arc<LoadError>,
    },
}

/// The embedded law file with this id.
///
/// # Errors
/// No code has the id. The error carries the nearest one.
pub fn file(id: &str) -> Result<LawFile, NoCode> {
    embedded_file(id).unwrap_or_else(|| {
        Err(NoCode::Unknown { id: id.to_owned(), nearest: nearest(id, EMBEDDED.iter().map(|code| code.id)) })
    })
}

/// The embedded law file with this id. Unlike [`file()`], it does not search for the nearest id: the id may be any text of
/// a record, and the search takes long for a long one.
pub fn find_file(id: &str) -> Option<LawFile> {
    embedded_file(id)?.ok()
}

fn embedded_file(id: &str) -> Option<Result<LawFile, NoCode>> {
    let (embedded, slot) = EMBEDDED.iter().zip(&LOADED).find(|(code, _)| code.id == id)?;
    let file = slot.get_or_init(|| LawFile::read_embedded(embedded.text).map_err(Arc::new)).clone();
    Some(file.map_err(|error| NoCode::Faulty { id: embedded.id, error }))
}

/// The embedded code with this id.
///
/// # Errors
/// See [`file()`].
pub fn code(id: &str) -> Result<Arc<Code>, NoCode> {
    file(id).map(|file| file.code)
}

/// Every embedded law file, ordered by year.
pub fn files() -> Vec<LawFile> {
    EMBEDDED.iter().filter_map(|embedded| file(embedded.id).ok()).collect()
}

/// Every embedded code, ordered by year.
pub fn codes() -> Vec<Arc<Code>> {
    files().into_iter().map(|file| file.code).collect()
}

/// The code for games on whose day no known code was in force. It has only the rules of the moves.
///
/// # Errors
/// The file has faults. The tests exclude it.
pub fn legality() -> Result<Arc<Code>, NoCode> {
    static LOADED: OnceLock<Result<LawFile, Arc<LoadError>>> = OnceLock::new();
    let text = include_str!("legality.toml");
    let file = LOADED.get_or_init(|| LawFile::read_embedded(text).map_err(Arc::new)).clone();
    file.map(|file| file.code).map_err(|error| NoCode::Faulty { id: LEGALITY, error })
}

/// The period of every embedded code, without loading the codes.
pub(crate) fn periods() -> &'static [Period] {
    static PERIODS: OnceLock<Vec<Period>> = OnceLock::new();
    PERIODS.get_or_init(|| EMBEDDED.iter().filter_map(|embedded| load::period(embedded.text)).collect())
}

/// The ids of the codes for games with short time controls.
pub(crate) fn quick() -> Vec<Arc<str>> {
    let periods = periods();
    let named: Vec<&Arc<str>> =
        periods.iter().flat_map(|period| &period.quicker).map(|quicker| &quicker.code).collect();
    let is_quick = |period: &&Period| {
        named.contains(&&period.id)
            || period.edition_of.as_ref().is_some_and(|newest| named.contains(&newest))
    };
    periods.iter().filter(is_quick).map(|period| Arc::clone(&period.id)).collect()
}

/// The traditions whose books are embedded, in the order of their names, each with the years that its books cover.
pub(crate) fn traditions() -> Vec<Tradition> {
    let mut all: Vec<Tradition> = Vec::new();
    for book in periods().iter().filter_map(|period| period.tradition.as_ref()) {
        match all.iter_mut().find(|known| known.name == book.name) {
            Some(known) => {
                known.from = known.from.min(book.from);
                known.to = known.to.max(book.to);
            }
            None => all.push(book.clone()),
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

/// The traditions and their years: `american (FIRST to LAST)`.
pub(crate) fn traditions_in_words() -> Vec<String> {
    traditions().iter().map(|Tradition { name, from, to }| format!("{name} ({from} to {to})")).collect()
}

/// A commented template of a law file for a code with this id. It loads without faults.
pub fn skeleton(id: &str) -> String {
    include_str!("skeleton.toml").replace("{id}", id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_books_of_a_tradition_leave_no_year_between_them() {
        for tradition in traditions() {
            let books = || periods().iter().filter_map(|period| period.tradition.as_ref());
            let covers = |year| {
                books().any(|book| book.name == tradition.name && (book.from..=book.to).contains(&year))
            };
            assert!((tradition.from..=tradition.to).all(covers), "{}", tradition.name);
        }
    }

    #[test]
    fn every_period_is_that_of_its_code() {
        let codes = codes();
        assert_eq!(codes.len(), periods().len());
        for (code, period) in codes.iter().zip(periods()) {
            assert_eq!((&code.id, code.since, code.until), (&period.id, period.since, period.until));
            assert_eq!((&code.edition_of, &code.quicker), (&period.edition_of, &period.quicker));
        }
    }
}
