//! A law file: a code, and the other readings of it that the file names.

use std::sync::{Arc, OnceLock};

use super::code::Code;
use super::embedded::Embedded;
use super::load::{LoadError, load, load_with_readings};
use super::reading::{OtherReading, Reading, other_reading};

/// A code with the text it was read from. To clone it is cheap.
#[derive(Clone, Debug)]
pub struct LawFile {
    /// The code, with the readings taken.
    pub code: Arc<Code>,
    /// The alternatives taken in the place of the file's own readings.
    pub taken: Vec<OtherReading>,
    text: LawText,
    others: Arc<[Other]>,
}

/// Where a law file came from.
#[derive(Clone, Debug)]
enum LawText {
    Embedded(&'static Embedded),
    Given(Arc<str>),
}

impl LawText {
    fn as_str(&self) -> &str {
        match self {
            Self::Embedded(embedded) => embedded.text,
            Self::Given(text) => text,
        }
    }
}

/// A way to read the file otherwise, and the code that this gives: made when first asked for.
#[derive(Debug)]
struct Other {
    reading: OtherReading,
    code: OnceLock<Option<Arc<Code>>>,
}

impl LawFile {
    /// The file of this text, held to itself under each of its readings.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        Ok(Self::of(load(text)?, LawText::Given(text.into()), Vec::new()))
    }

    /// One that the program carries: it is known to hold under all its readings.
    pub(super) fn known(embedded: &'static Embedded) -> Result<Self, LoadError> {
        Ok(Self::of(load_with_readings(embedded.text, &[])?, LawText::Embedded(embedded), Vec::new()))
    }

    fn of(code: Code, text: LawText, taken: Vec<OtherReading>) -> Self {
        let others = code
            .readings
            .iter()
            .flat_map(|reading| {
                reading.alternatives.iter().map(|alternative| other_reading(reading, alternative))
            })
            .map(|reading| Other { reading, code: OnceLock::new() })
            .collect();
        Self { code: Arc::new(code), taken, text, others }
    }

    /// The same file with one more alternative taken; of two of one reading the last holds.
    ///
    /// # Errors
    /// Where the file has no such alternative, or is faulty under it.
    pub fn with(&self, other: OtherReading) -> Result<Self, LoadError> {
        let taken = self.taken_with(other);
        let code = load_with_readings(self.text.as_str(), &taken)?;
        Ok(Self::of(code, self.text.clone(), taken))
    }

    /// The code under one more alternative; `None` where the file has none of that name.
    pub fn read_as(&self, other: &OtherReading) -> Option<Arc<Code>> {
        let found = self.others.iter().find(|known| known.reading == *other)?;
        let load =
            || load_with_readings(self.text.as_str(), &self.taken_with(other.clone())).ok().map(Arc::new);
        found.code.get_or_init(load).clone()
    }

    /// What it is called: its id, and the readings that are taken otherwise.
    pub fn name(&self) -> Arc<str> {
        if self.taken.is_empty() {
            return Arc::clone(&self.code.id);
        }
        let taken: Vec<String> =
            self.taken.iter().map(|other| format!("{}={}", other.article, other.name)).collect();
        format!("{}/{}", self.code.id, taken.join(",")).into()
    }

    /// What is taken, with one more; what was taken of the same reading makes way.
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
