//! The file of a baseline: an entry on each line, by file and fingerprint.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Read, Write};

use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::finding::{Fingerprint, Severity};
use crate::law::NoRule;

use super::lines::{Baseline, BaselineLine, ByFile, Gathered};

/// The version of the words of a baseline.
const SCHEMA: &str = "jadoube.baseline/1";

/// A text that is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum NoBaseline {
    /// It cannot be read.
    #[error("{0}")]
    Unread(io::Error),
    /// It is not JSON of that form.
    #[error("{0}")]
    Form(serde_json::Error),
    /// It is of another version, or of another kind.
    #[error("its schema is `{0}`, and `{SCHEMA}` is wanted")]
    Schema(String),
    /// The path of a file is none.
    #[error("{0:?} is no path")]
    Path(String),
    /// A fingerprint is none.
    #[error("`{0}` is no fingerprint")]
    Fingerprint(String),
    /// A severity is none.
    #[error("`{0}` is no severity")]
    Severity(String),
    /// A rule is none.
    #[error(transparent)]
    Rule(#[from] NoRule),
}

impl From<serde_json::Error> for NoBaseline {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() { Self::Unread(error.into()) } else { Self::Form(error) }
    }
}

/// The file.
#[derive(Deserialize)]
struct Wire {
    schema: String,
    findings: Findings,
}

/// Its entries, taken in as they are read, up to the first that is none.
#[derive(Default)]
struct Findings {
    gathered: Gathered,
    wrong: Option<NoBaseline>,
}

/// One line of it.
#[derive(Serialize, Deserialize)]
struct BaselineEntry<'a> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<Cow<'a, str>>,
    fingerprint: Cow<'a, str>,
    rule: Cow<'a, str>,
    severity: Cow<'a, str>,
    count: u64,
}

impl<'de> Deserialize<'de> for Findings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Findings;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Findings, A::Error> {
        let mut findings = Findings::default();
        while let Some(entry) = entries.next_element::<BaselineEntry<'_>>()? {
            if findings.wrong.is_none() {
                findings.wrong = entry.take_in(&mut findings.gathered).err();
            }
        }
        Ok(findings)
    }
}

impl BaselineEntry<'_> {
    fn take_in(&self, gathered: &mut Gathered) -> Result<(), NoBaseline> {
        let digits = &*self.fingerprint;
        let is_hex = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let bits = u128::from_str_radix(digits, 16).ok().filter(|_| is_hex);
        let bits = bits.ok_or_else(|| NoBaseline::Fingerprint(digits.to_owned()))?;
        let severities = [Severity::Info, Severity::Warning, Severity::Error];
        let severity = severities.into_iter().find(|severity| severity.id() == self.severity);
        let severity = severity.ok_or_else(|| NoBaseline::Severity(self.severity.clone().into_owned()))?;
        if let Some(file) = self.file.as_ref().filter(|file| file.contains('\0')) {
            return Err(NoBaseline::Path(file.clone().into_owned()));
        }
        let line = BaselineLine {
            fingerprint: Fingerprint(bits),
            file: self.file.as_deref(),
            rule: self.rule.parse()?,
            severity,
            count: self.count,
        };
        gathered.add(&line).map_err(NoBaseline::Unread)
    }
}

impl Baseline {
    /// Reads one.
    ///
    /// # Errors
    /// Where the text is none, or cannot be read.
    pub fn read(from: impl Read) -> Result<Self, NoBaseline> {
        let Wire { schema, findings } = serde_json::from_reader(from)?;
        if schema != SCHEMA {
            return Err(NoBaseline::Schema(schema));
        }
        match findings.wrong {
            None => findings.gathered.baseline().map_err(NoBaseline::Unread),
            Some(wrong) => Err(wrong),
        }
    }
}

impl ByFile {
    /// Writes the baseline.
    ///
    /// # Errors
    /// What the writing says, and the disk on which lines were put aside.
    pub fn write(mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [")?;
        let mut between = "\n    ";
        let mut end = "";
        while let Some(line) = self.next()? {
            out.write_all(between.as_bytes())?;
            let entry = BaselineEntry {
                file: line.file.map(Cow::Borrowed),
                fingerprint: line.fingerprint.to_string().into(),
                rule: line.rule.id().into(),
                severity: line.severity.id().into(),
                count: line.count,
            };
            serde_json::to_writer(&mut *out, &entry)?;
            (between, end) = (",\n    ", "\n  ");
        }
        write!(out, "{end}]\n}}\n")
    }
}
