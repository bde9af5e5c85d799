//! Reads and writes the file of a baseline.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read, Write};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::finding::{Fingerprint, Severity};
use crate::law::NoRule;

use super::lines::{Baseline, BaselineBuilder, BaselineLine, LinesByFile};

/// The name and version of the format.
const SCHEMA: &str = "jadoube.baseline/1";

/// The reason why a baseline cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    #[error("{0}")]
    Unread(io::Error),
    /// It is not JSON of the right form.
    #[error("{0}")]
    Form(serde_json::Error),
    #[error("its schema is `{0}`, expected `{SCHEMA}`")]
    Schema(String),
    #[error("{0:?} is not a valid path")]
    Path(String),
    #[error("`{0}` is not a valid fingerprint")]
    Fingerprint(String),
    #[error("`{0}` is not a valid severity")]
    Severity(String),
    #[error(transparent)]
    Rule(#[from] NoRule),
}

impl From<serde_json::Error> for BaselineError {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() { Self::Unread(error.into()) } else { Self::Form(error) }
    }
}

#[derive(Deserialize)]
struct BaselineFile {
    schema: String,
    findings: Entries,
}

/// The entries, which are added one by one, and the first error. The schema is checked before the error is reported.
#[derive(Default)]
struct Entries {
    builder: BaselineBuilder,
    error: Option<BaselineError>,
}

#[derive(Serialize, Deserialize)]
struct BaselineEntry<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<Cow<'a, str>>,
    fingerprint: Cow<'a, str>,
    rule: Cow<'a, str>,
    severity: Cow<'a, str>,
    count: u64,
}

impl<'de> Deserialize<'de> for Entries {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self::default())
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = Self;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut entries: A) -> Result<Self, A::Error> {
        while let Some(entry) = entries.next_element::<BaselineEntry<'_>>()? {
            if self.error.is_none() {
                self.error = entry.add_to(&mut self.builder).err();
            }
        }
        Ok(self)
    }
}

impl BaselineEntry<'_> {
    fn add_to(&self, builder: &mut BaselineBuilder) -> Result<(), BaselineError> {
        let digits = &*self.fingerprint;
        let is_hex = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let bits = u128::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        let bits = bits.ok_or_else(|| BaselineError::Fingerprint(digits.to_owned()))?;
        let severity = Severity::ALL.iter().copied().find(|severity| severity.id() == self.severity);
        let severity = severity.ok_or_else(|| BaselineError::Severity(self.severity.clone().into_owned()))?;
        if let Some(file) = self.file.as_ref().filter(|file| file.contains('\0')) {
            return Err(BaselineError::Path(file.clone().into_owned()));
        }
        let line = BaselineLine {
            fingerprint: Fingerprint(bits),
            file: self.file.as_deref(),
            rule: self.rule.parse()?,
            severity,
            count: self.count,
        };
        builder.add(&line).map_err(BaselineError::Unread)
    }
}

impl Baseline {
    /// Reads the file of a baseline.
    pub fn read(from: impl Read) -> Result<Self, BaselineError> {
        let BaselineFile { schema, findings } = serde_json::from_reader(from)?;
        if schema != SCHEMA {
            return Err(BaselineError::Schema(schema));
        }
        match findings.error {
            None => findings.builder.baseline().map_err(BaselineError::Unread),
            Some(error) => Err(error),
        }
    }
}

impl LinesByFile {
    /// Writes the file of a baseline.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [")?;
        let mut separator = "\n    ";
        let mut end = "";
        while let Some(packed) = self.0.next()? {
            let line = BaselineLine::unpacked_by_file(&packed).ok_or(io::ErrorKind::InvalidData)?;
            out.write_all(separator.as_bytes())?;
            let entry = BaselineEntry {
                file: line.file.map(Cow::Borrowed),
                fingerprint: line.fingerprint.to_string().into(),
                rule: line.rule.id().into(),
                severity: line.severity.id().into(),
                count: line.count,
            };
            serde_json::to_writer(&mut *out, &entry)?;
            (separator, end) = (",\n    ", "\n  ");
        }
        write!(out, "{end}]\n}}\n")
    }
}
