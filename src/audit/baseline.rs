//! A baseline: the findings that are known already, by fingerprint, with how many of each there are.
//!
//! It is a small JSON file, `jadoube.baseline/1`: an entry on each line, sorted, so that what changes in it is
//! easily read. Games that are equal so far share fingerprints, and therefore each has its count.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Fingerprint, Severity};
use crate::law::{NoRule, Rule};

use super::Selection;

/// The version of the words of a baseline.
const SCHEMA: &str = "jadoube.baseline/1";

/// Findings that are known, and how many of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Fingerprint, Known>,
}

/// A finding that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Known {
    rule: Rule,
    severity: Severity,
    count: u64,
}

/// What a run does about findings that are known.
#[derive(Clone, Debug, Default)]
pub enum Against {
    /// Every finding is told.
    #[default]
    Nothing,
    /// Those of a baseline are not told.
    Baseline(Baseline),
    /// A baseline is made of every finding, and none is told.
    Becoming,
}

impl Against {
    /// Whether a finding is known, those in `told` having come before it; it is counted in there then.
    pub(super) fn knows(&self, finding: &Finding, told: &mut Baseline) -> bool {
        let knows = match self {
            Self::Nothing => false,
            Self::Becoming => true,
            Self::Baseline(baseline) => baseline.count(finding.fingerprint) > told.count(finding.fingerprint),
        };
        if knows {
            told.take(finding);
        }
        knows
    }
}

/// A text that is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum NoBaseline {
    /// It is not JSON of that form.
    #[error("{0}")]
    Form(#[from] serde_json::Error),
    /// It is of another version, or of another kind.
    #[error("its schema is `{0}`, and `{SCHEMA}` is wanted")]
    Schema(String),
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

/// The file.
#[derive(Deserialize)]
struct Wire {
    schema: String,
    findings: Vec<Entry>,
}

/// One line of it.
#[derive(Serialize, Deserialize)]
struct Entry {
    fingerprint: String,
    rule: String,
    severity: String,
    count: u64,
}

impl Baseline {
    /// Reads one.
    ///
    /// # Errors
    /// Where the text is none.
    pub fn read(text: &str) -> Result<Self, NoBaseline> {
        let wire: Wire = serde_json::from_str(text)?;
        if wire.schema != SCHEMA {
            return Err(NoBaseline::Schema(wire.schema));
        }
        let mut baseline = Self::default();
        for entry in wire.findings {
            let digits = &entry.fingerprint;
            let is_hex = digits.len() == 32 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let bits = u128::from_str_radix(digits, 16).ok().filter(|_| is_hex);
            let bits = bits.ok_or_else(|| NoBaseline::Fingerprint(digits.clone()))?;
            let severities = [Severity::Info, Severity::Warning, Severity::Error];
            let severity = severities.into_iter().find(|severity| severity.id() == entry.severity);
            let severity = severity.ok_or(NoBaseline::Severity(entry.severity))?;
            baseline
                .add(Fingerprint(bits), Known { rule: entry.rule.parse()?, severity, count: entry.count });
        }
        Ok(baseline)
    }

    /// Writes it.
    ///
    /// # Errors
    /// What the writing says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [")?;
        let mut between = "\n";
        for (fingerprint, known) in &self.entries {
            let entry = Entry {
                fingerprint: fingerprint.to_string(),
                rule: known.rule.id().to_owned(),
                severity: known.severity.id().to_owned(),
                count: known.count,
            };
            write!(out, "{between}    {}", serde_json::to_string(&entry)?)?;
            between = ",\n";
        }
        if !self.entries.is_empty() {
            out.write_all(b"\n  ")?;
        }
        out.write_all(b"]\n}\n")
    }

    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.entries.values().map(|known| known.count).sum()
    }

    /// Counts a finding in.
    pub(super) fn take(&mut self, finding: &Finding) {
        let known = Known { rule: finding.rule, severity: finding.severity, count: 1 };
        self.add(finding.fingerprint, known);
    }

    /// How many there are of a fingerprint.
    pub(super) fn count(&self, fingerprint: Fingerprint) -> u64 {
        self.entries.get(&fingerprint).map_or(0, |known| known.count)
    }

    fn add(&mut self, fingerprint: Fingerprint, known: Known) {
        if known.count > 0 {
            let entry = self.entries.entry(fingerprint).or_insert(Known { count: 0, ..known });
            entry.count = entry.count.saturating_add(known.count);
        }
    }

    /// The entries that a run which found `found` of them had no use for: it looked for such findings, and
    /// there are no more so many.
    #[must_use]
    pub fn spent(&self, found: &Self, looked_for: &Selection) -> Self {
        let mut spent = Self::default();
        for (fingerprint, known) in &self.entries {
            let count = known.count.saturating_sub(found.count(*fingerprint));
            if looked_for.wants(known.rule, known.severity) {
                spent.add(*fingerprint, Known { count, ..*known });
            }
        }
        spent
    }

    /// What is left without those entries.
    #[must_use]
    pub fn without(&self, spent: &Self) -> Self {
        let mut left = Self::default();
        for (fingerprint, known) in &self.entries {
            let count = known.count.saturating_sub(spent.count(*fingerprint));
            left.add(*fingerprint, Known { count, ..*known });
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(entries: &[(u128, Rule, Severity, u64)]) -> Baseline {
        let mut baseline = Baseline::default();
        for (bits, rule, severity, count) in entries.iter().copied() {
            baseline.add(Fingerprint(bits), Known { rule, severity, count });
        }
        baseline
    }

    fn written(baseline: &Baseline) -> String {
        let mut out = Vec::new();
        baseline.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_is_written_is_sorted_and_read_back() {
        let baseline = of(&[
            (0xff, Rule::MoveFalse, Severity::Error, 2),
            (1, Rule::RecordSuffix, Severity::Info, 1),
            (0xff, Rule::MoveFalse, Severity::Error, 1),
        ]);
        insta::assert_snapshot!(written(&baseline), @r#"
        {
          "schema": "jadoube.baseline/1",
          "findings": [
            {"fingerprint":"00000000000000000000000000000001","rule":"record.suffix","severity":"info","count":1},
            {"fingerprint":"000000000000000000000000000000ff","rule":"move.false","severity":"error","count":3}
          ]
        }
        "#);
        assert_eq!(baseline.findings(), 4);
        for baseline in [baseline, Baseline::default()] {
            assert_eq!(Baseline::read(&written(&baseline)).unwrap(), baseline);
        }
    }

    #[test]
    fn only_what_was_looked_for_is_spent() {
        let (error, info) = (Severity::Error, Severity::Info);
        let known = of(&[
            (1, Rule::MoveFalse, error, 3),
            (2, Rule::RecordSuffix, info, 1),
            (3, Rule::TouchOwn, error, 1),
            (4, Rule::MoveCastling, error, 1),
        ]);
        let found = of(&[(1, Rule::MoveFalse, error, 2), (4, Rule::MoveCastling, error, 1)]);
        let looked_for = Selection::of(Severity::Warning, |rule| rule != Rule::TouchOwn);
        let spent = known.spent(&found, &looked_for);
        assert_eq!(spent, of(&[(1, Rule::MoveFalse, error, 1)]));
        let left = of(&[
            (1, Rule::MoveFalse, error, 2),
            (2, Rule::RecordSuffix, info, 1),
            (3, Rule::TouchOwn, error, 1),
            (4, Rule::MoveCastling, error, 1),
        ]);
        assert_eq!(known.without(&spent), left);
    }

    #[test]
    fn what_is_no_baseline_says_why() {
        let entry = |fingerprint: &str, rule: &str, severity: &str| {
            let line = format!(
                r#"{{"fingerprint":"{fingerprint}","rule":"{rule}","severity":"{severity}","count":1}}"#
            );
            Baseline::read(&format!(r#"{{"schema":"{SCHEMA}","findings":[{line}]}}"#))
        };
        let good = "0123456789abcdef0123456789abcdef";
        assert!(entry(good, "move.false", "error").is_ok());
        for (read, why) in [
            (entry("+123456789abcdef0123456789abcdef", "move.false", "error"), "no fingerprint"),
            (entry("12", "move.false", "error"), "`12` is no fingerprint"),
            (entry(good, "move.flase", "error"), "no rule has the id `move.flase`"),
            (entry(good, "move.false", "grave"), "`grave` is no severity"),
            (Baseline::read(r#"{"schema":"jadoube.report/1","findings":[]}"#), "`jadoube.report/1`"),
            (Baseline::read("{"), "EOF"),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.contains(why), "{error}: {why}");
        }
    }
}
