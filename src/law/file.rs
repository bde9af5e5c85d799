//! A law file: a code, and the code under each alternative reading that the file names.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use super::code::Code;
use super::load::{LawText, LoadError, Parts, load, load_parts};
use super::reading::{OtherReading, Reading, other_reading};
use super::unruled::Unruled;

/// A code with the text it was read from. Cheap to clone.
#[derive(Clone, Debug)]
pub struct LawFile {
    /// The code under the readings in force.
    pub code: Arc<Code>,
    /// The alternatives in force instead of the file's own readings.
    pub taken: Vec<OtherReading>,
    text: Arc<str>,
    /// The folder in which the paths of its `extends` begin.
    folder: Option<Arc<Path>>,
    variants: Arc<[Variant]>,
    parts: Parts,
    /// Loaded on first use if `parts` leaves them out.
    unruled: Arc<OnceLock<Vec<Unruled>>>,
}

/// The code under one more alternative, loaded on first use.
#[derive(Debug)]
struct Variant {
    reading: OtherReading,
    code: OnceLock<Option<Arc<Code>>>,
}

impl LawFile {
    /// Reads a law file and checks it under each of its readings.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read<'t>(text: impl Into<LawText<'t>>) -> Result<Self, LoadError> {
        let text = text.into();
        Ok(Self::new(load(text)?, text.text.into(), text.folder.map(Arc::from), Vec::new(), Parts::Whole))
    }

    /// Loads an embedded file. The tests check its alternative readings, so that no run has to.
    pub(super) fn read_embedded(text: &str) -> Result<Self, LoadError> {
        let parts = Parts::Rulings;
        Ok(Self::new(load_parts(text.into(), &[], parts)?, text.into(), None, Vec::new(), parts))
    }

    fn new(
        code: Code,
        text: Arc<str>,
        folder: Option<Arc<Path>>,
        taken: Vec<OtherReading>,
        parts: Parts,
    ) -> Self {
        let variants = code
            .readings
            .iter()
            .flat_map(|reading| {
                reading.alternatives.iter().map(|alternative| other_reading(reading, alternative))
            })
            .map(|reading| Variant { reading, code: OnceLock::new() })
            .collect();
        Self { code: Arc::new(code), taken, text, folder, variants, parts, unruled: Arc::default() }
    }

    /// The same file with one more alternative in force. It replaces an alternative of the same reading.
    ///
    /// # Errors
    /// The file has no such alternative, or is faulty under it.
    pub fn with(&self, other: OtherReading) -> Result<Self, LoadError> {
        let taken = self.taken_with(other);
        let code = load_parts(self.law_text(), &taken, self.parts)?;
        Ok(Self::new(code, Arc::clone(&self.text), self.folder.clone(), taken, self.parts))
    }

    /// The code under one more alternative; `None` if the file has no such alternative.
    pub fn code_under(&self, other: &OtherReading) -> Option<Arc<Code>> {
        let found = self.variants.iter().find(|variant| variant.reading == *other)?;
        let load =
            || load_parts(self.law_text(), &self.taken_with(other.clone()), self.parts).ok().map(Arc::new);
        found.code.get_or_init(load).clone()
    }

    /// The articles without a complete ruling.
    pub(crate) fn unruled(&self) -> &[Unruled] {
        match self.parts {
            Parts::Whole => &self.code.unruled,
            Parts::Rulings => self.unruled.get_or_init(|| {
                let whole = load_parts(self.law_text(), &self.taken, Parts::Whole);
                whole.map(|code| code.unruled).unwrap_or_default()
            }),
        }
    }

    /// The row on the article, if it has no complete ruling.
    pub(crate) fn unruled_row(&self, article: &str) -> Option<&Unruled> {
        self.unruled().iter().find(|row| row.articles.iter().any(|one| &**one == article))
    }

    fn law_text(&self) -> LawText<'_> {
        LawText { text: &self.text, folder: self.folder.as_deref() }
    }

    /// The id of the code, and the alternatives in force: `id/article=alternative,…`.
    pub fn name(&self) -> Arc<str> {
        if self.taken.is_empty() {
            return Arc::clone(&self.code.id);
        }
        let taken: Vec<String> =
            self.taken.iter().map(|other| format!("{}={}", other.article, other.name)).collect();
        format!("{}/{}", self.code.id, taken.join(",")).into()
    }

    fn taken_with(&self, other: OtherReading) -> Vec<OtherReading> {
        let of_same_reading = |taken: &OtherReading| {
            self.code.readings_of(&other.article).any(|reading| {
                taken.article == other.article && names(reading, &taken.name) && names(reading, &other.name)
            })
        };
        let mut taken: Vec<OtherReading> =
            self.taken.iter().filter(|taken| !of_same_reading(taken)).cloned().collect();
        taken.push(other);
        taken
    }
}

fn names(reading: &Reading, name: &str) -> bool {
    reading.alternatives.iter().any(|alternative| &*alternative.name == name)
}
