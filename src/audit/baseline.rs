//! A baseline: the findings that are known already, by fingerprint, with how many of each there are in which file.
//!
//! It is a small JSON file, `jadoube.baseline/1`: an entry on each line, sorted, so that what changes in it is
//! easily read. Games that are equal so far share fingerprints, and therefore each has its count.
//!
//! An entry is its file's: a copy of the game in another file is new, even where it is read first. Only where the file
//! is gone may another have the entry, for then it was renamed or taken apart. That a game stands twice is told of the
//! copy that is read later, so that such an entry may also go to another once its own file was read.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::finding::{Finding, Fingerprint, Severity};
use crate::input::{STANDARD_INPUT, plainly};
use crate::law::{NoRule, Rule};

use super::ignores::needs_other_games;

/// The version of the words of a baseline.
const SCHEMA: &str = "jadoube.baseline/1";

/// Findings that are known, and how many of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Fingerprint, Known>,
}

/// The file of a finding; none where it came from no file.
pub type Home = Option<Arc<str>>;

/// The file that a source is, by its path from the root of the file system; none where it is none.
fn home(source: &str) -> Home {
    (source != STANDARD_INPUT).then(|| plainly(Path::new(source)).to_string_lossy().into())
}

/// A finding that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    rule: Rule,
    severity: Severity,
    /// How many there are in each file.
    files: BTreeMap<Home, u64>,
}

impl Known {
    fn count(&self) -> u64 {
        self.files.values().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

/// What a run does about findings that are known.
#[derive(Clone, Debug, Default)]
pub enum Against {
    /// Every finding is told.
    #[default]
    Nothing,
    /// Those of a baseline are not told.
    Baseline(Held),
    /// A baseline is made of every finding, and none is told.
    Becoming,
}

/// A baseline as findings are held against it: its files by their paths from the root of the file system.
#[derive(Clone, Debug, Default)]
pub struct Held {
    baseline: Baseline,
    /// Those of its files that are there no more.
    gone: BTreeSet<Arc<str>>,
}

impl Held {
    /// A baseline, and which of its files are there no more.
    pub fn of(baseline: Baseline, is_gone: impl Fn(&str) -> bool) -> Self {
        let files: BTreeSet<&Arc<str>> =
            baseline.entries.values().flat_map(|known| known.files.keys().flatten()).collect();
        let gone = files.into_iter().filter(|file| is_gone(file)).cloned().collect();
        Self { baseline, gone }
    }
}

/// What a run met of findings that are known, file by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Where they were found.
    pub found: Baseline,
    /// The entries that they had.
    pub entries: Baseline,
    /// The files that were read from beginning to end.
    pub whole: BTreeSet<Arc<str>>,
    /// How far the files are gone through that may lend an entry.
    lent: BTreeMap<Fingerprint, Lender>,
    /// The source at hand, and its file: sources come one after the other.
    here: Option<Here>,
}

/// The next file that may have an entry left to lend: what is spent never comes back.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lender {
    From(Home),
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Here {
    source: String,
    home: Home,
}

impl Met {
    /// Whether a finding is known, others having come before it; it is counted in then.
    pub(super) fn knows(&mut self, against: &Against, finding: &Finding, source: &str) -> bool {
        match against {
            Against::Nothing => false,
            Against::Becoming => {
                let home = self.home(source);
                self.found.take(finding, home);
                true
            }
            Against::Baseline(held) => {
                let home = self.home(source);
                let Some(lender) = self.lender(held, finding, &home) else { return false };
                self.entries.take(finding, lender);
                self.found.take(finding, home);
                true
            }
        }
    }

    /// A source was read from beginning to end.
    pub(super) fn read(&mut self, source: &str) {
        let home = self.home(source);
        self.whole.extend(home);
    }

    fn home(&mut self, source: &str) -> Home {
        match &self.here {
            Some(here) if here.source == source => here.home.clone(),
            _ => {
                let home = home(source);
                self.here = Some(Here { source: source.to_owned(), home: home.clone() });
                home
            }
        }
    }

    /// The file whose entry a finding may have: its own before any other.
    fn lender(&mut self, held: &Held, finding: &Finding, home: &Home) -> Option<Home> {
        let known = held.baseline.entries.get(&finding.fingerprint)?;
        let (entries, whole) = (&self.entries, &self.whole);
        let has_left = |lender: &Home| {
            let listed = known.files.get(lender).copied().unwrap_or(0);
            listed > entries.count_in(finding.fingerprint, lender)
        };
        if has_left(home) {
            return Some(home.clone());
        }
        let is_gone = |lender: &Home| lender.as_ref().is_none_or(|file| held.gone.contains(file));
        if needs_other_games(finding.rule) {
            let was_read = |lender: &Home| lender.as_ref().is_some_and(|file| whole.contains(file));
            let mut lenders = known.files.keys().filter(|lender| is_gone(lender) || was_read(lender));
            return lenders.find(|lender| has_left(lender)).cloned();
        }
        let from = match self.lent.get(&finding.fingerprint) {
            Some(Lender::Nobody) => return None,
            Some(Lender::From(lender)) => lender.clone(),
            None => None,
        };
        let mut lenders = known.files.range(from..).map(|(lender, _)| lender);
        let lender = lenders.find(|lender| is_gone(lender) && has_left(lender)).cloned();
        let next = lender.clone().map_or(Lender::Nobody, Lender::From);
        self.lent.insert(finding.fingerprint, next);
        lender
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    fingerprint: String,
    rule: String,
    severity: String,
    count: u64,
}

/// What a run looked at: only of that can it be said that something is gone.
pub struct Looked<'a> {
    /// Whether it looked for such findings.
    pub for_such: &'a dyn Fn(Rule, Severity) -> bool,
    /// Whether all of the file was read; without a file, whether all there is was.
    pub at_file: &'a dyn Fn(Option<&str>) -> bool,
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
            let home = entry.file.map(Arc::from);
            baseline.add(Fingerprint(bits), entry.rule.parse()?, severity, home, entry.count);
        }
        Ok(baseline)
    }

    /// Writes it.
    ///
    /// # Errors
    /// What the writing says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut entries: Vec<Entry> = Vec::new();
        for (fingerprint, known) in &self.entries {
            entries.extend(known.files.iter().map(|(home, count)| Entry {
                file: home.as_deref().map(str::to_owned),
                fingerprint: fingerprint.to_string(),
                rule: known.rule.id().to_owned(),
                severity: known.severity.id().to_owned(),
                count: *count,
            }));
        }
        // Stable, so that those of a file are in the order of their fingerprints.
        entries.sort_by(|one, other| one.file.cmp(&other.file));
        write!(out, "{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [")?;
        let mut between = "\n";
        for entry in &entries {
            write!(out, "{between}    {}", serde_json::to_string(entry)?)?;
            between = ",\n";
        }
        if !entries.is_empty() {
            out.write_all(b"\n  ")?;
        }
        out.write_all(b"]\n}\n")
    }

    /// The same findings, their files under other names.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> Self {
        let mut renamed = Self::default();
        for (fingerprint, known) in &self.entries {
            for (home, count) in &known.files {
                let home = home.as_deref().and_then(&name).map(Arc::from);
                renamed.add(*fingerprint, known.rule, known.severity, home, *count);
            }
        }
        renamed
    }

    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.entries.values().map(Known::count).sum()
    }

    /// Counts a finding in.
    fn take(&mut self, finding: &Finding, home: Home) {
        self.add(finding.fingerprint, finding.rule, finding.severity, home, 1);
    }

    /// How many of them there are in a file.
    fn count_in(&self, fingerprint: Fingerprint, home: &Home) -> u64 {
        self.entries.get(&fingerprint).and_then(|known| known.files.get(home)).copied().unwrap_or(0)
    }

    fn add(&mut self, fingerprint: Fingerprint, rule: Rule, severity: Severity, home: Home, count: u64) {
        if count > 0 {
            let known = Known { rule, severity, files: BTreeMap::new() };
            let known = self.entries.entry(fingerprint).or_insert(known);
            let there = known.files.entry(home).or_default();
            *there = there.saturating_add(count);
        }
    }

    /// The entries that a run which met `met` of them had no use for: it read their files, it looked for such
    /// findings, and there are no more so many.
    #[must_use]
    pub fn spent(&self, met: &Self, looked: &Looked<'_>) -> Self {
        let homes = self.entries.values().flat_map(|known| known.files.keys());
        let saw_all =
            (looked.at_file)(None) && homes.into_iter().all(|home| (looked.at_file)(home.as_deref()));
        let mut spent = Self::default();
        for (fingerprint, known) in &self.entries {
            // The game that such a finding needs beside its own may be in any file.
            let may_tell = !needs_other_games(known.rule) || saw_all;
            if !may_tell || !(looked.for_such)(known.rule, known.severity) {
                continue;
            }
            for (home, count) in &known.files {
                if (looked.at_file)(home.as_deref()) {
                    let gone = count.saturating_sub(met.count_in(*fingerprint, home));
                    spent.add(*fingerprint, known.rule, known.severity, home.clone(), gone);
                }
            }
        }
        spent
    }

    /// What is left without those entries.
    #[must_use]
    pub fn without(&self, spent: &Self) -> Self {
        let mut left = Self::default();
        for (fingerprint, known) in &self.entries {
            for (home, count) in &known.files {
                let count = count.saturating_sub(spent.count_in(*fingerprint, home));
                left.add(*fingerprint, known.rule, known.severity, home.clone(), count);
            }
        }
        left
    }

    /// What both hold together.
    #[must_use]
    pub fn with(mut self, others: &Self) -> Self {
        for (fingerprint, known) in &others.entries {
            for (home, count) in &known.files {
                self.add(*fingerprint, known.rule, known.severity, home.clone(), *count);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::Selection;
    use super::*;

    struct Line(u128, Rule, Severity, Option<&'static str>, u64);

    fn of(entries: &[Line]) -> Baseline {
        let mut baseline = Baseline::default();
        for Line(bits, rule, severity, file, count) in entries {
            baseline.add(Fingerprint(*bits), *rule, *severity, file.map(Arc::from), *count);
        }
        baseline
    }

    fn written(baseline: &Baseline) -> String {
        let mut out = Vec::new();
        baseline.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    const ERROR: Severity = Severity::Error;

    #[test]
    fn what_is_written_is_sorted_and_read_back() {
        let baseline = of(&[
            Line(0xff, Rule::MoveFalse, ERROR, Some("b.pgn"), 2),
            Line(1, Rule::RecordSuffix, Severity::Info, Some("b.pgn"), 1),
            Line(0xff, Rule::MoveFalse, ERROR, Some("a.pgn"), 1),
            Line(0xff, Rule::MoveFalse, ERROR, Some("b.pgn"), 1),
            Line(2, Rule::MoveFalse, ERROR, None, 1),
        ]);
        insta::assert_snapshot!(written(&baseline), @r#"
        {
          "schema": "jadoube.baseline/1",
          "findings": [
            {"fingerprint":"00000000000000000000000000000002","rule":"move.false","severity":"error","count":1},
            {"file":"a.pgn","fingerprint":"000000000000000000000000000000ff","rule":"move.false","severity":"error","count":1},
            {"file":"b.pgn","fingerprint":"00000000000000000000000000000001","rule":"record.suffix","severity":"info","count":1},
            {"file":"b.pgn","fingerprint":"000000000000000000000000000000ff","rule":"move.false","severity":"error","count":3}
          ]
        }
        "#);
        assert_eq!(baseline.findings(), 6);
        for baseline in [baseline, Baseline::default()] {
            assert_eq!(Baseline::read(&written(&baseline)).unwrap(), baseline);
        }
    }

    #[test]
    fn only_what_was_looked_for_is_spent() {
        let known = of(&[
            Line(1, Rule::MoveFalse, ERROR, None, 3),
            Line(2, Rule::RecordSuffix, Severity::Info, None, 1),
            Line(3, Rule::TouchOwn, ERROR, None, 1),
            Line(4, Rule::MoveCastling, ERROR, None, 1),
        ]);
        let met =
            of(&[Line(1, Rule::MoveFalse, ERROR, None, 2), Line(4, Rule::MoveCastling, ERROR, None, 1)]);
        let selection = Selection::of(Severity::Warning, |rule| rule != Rule::TouchOwn);
        let looked =
            Looked { for_such: &|rule, severity| selection.wants(rule, severity), at_file: &|_| true };
        let spent = known.spent(&met, &looked);
        assert_eq!(spent, of(&[Line(1, Rule::MoveFalse, ERROR, None, 1)]));
        assert_eq!(known.without(&spent).findings(), 5);
    }

    #[test]
    fn what_was_not_read_is_not_missed() {
        let known = of(&[
            Line(1, Rule::MoveFalse, ERROR, Some("read"), 2),
            Line(1, Rule::MoveFalse, ERROR, Some("other"), 1),
            Line(2, Rule::MoveFalse, ERROR, Some("other"), 1),
            Line(3, Rule::RecordDuplicateGame, Severity::Warning, Some("read"), 1),
        ]);
        let spent = |met: &[Line], read: &[&str]| {
            let at_file = |file: Option<&str>| file.is_none_or(|file| read.contains(&file));
            known.spent(&of(met), &Looked { for_such: &|_, _| true, at_file: &at_file })
        };
        let one = |file, count| Line(1, Rule::MoveFalse, ERROR, Some(file), count);
        assert_eq!(spent(&[one("read", 2)], &["read"]), Baseline::default());
        assert_eq!(spent(&[one("read", 1)], &["read"]), of(&[one("read", 1)]));
        // That a game stands twice is seen only where both are.
        assert_eq!(spent(&[one("read", 2)], &["read", "other"]).findings(), 3);
    }

    #[test]
    fn an_entry_is_lent_only_where_its_file_is_gone() {
        let mut finding = super::super::audit_bytes(b"1. e4 e5 2. Qd1-d3 *")
            .into_iter()
            .flat_map(|game| game.findings)
            .find(|finding| finding.rule == Rule::MoveFalse)
            .unwrap();
        let mut known = |rule: Rule, files: &[(&'static str, u64)], read: &[&str], found: &str| {
            (finding.rule, finding.fingerprint) = (rule, Fingerprint(1));
            let baseline = files.iter().fold(Baseline::default(), |baseline, (file, count)| {
                baseline.with(&of(&[Line(1, rule, ERROR, Some(file), *count)]))
            });
            let against = Against::Baseline(Held::of(baseline, |file| file.contains("gone")));
            let mut met = Met::default();
            for file in read {
                met.read(file);
            }
            (0..10).filter(|_| met.knows(&against, &finding, found)).count()
        };
        let (own, duplicate) = (Rule::MoveFalse, Rule::RecordDuplicateGame);
        let many = [("/a", 1), ("/b", 2), ("/gone/a", 1), ("/gone/b", 2)];
        assert_eq!(known(own, &many, &["/b"], "/a"), 4);
        assert_eq!(known(own, &many, &["/b"], "/new"), 3);
        assert_eq!(known(own, &[("/a", 1), ("/b", 2)], &[], "/new"), 0);
        // Which copy is read later is a matter of order.
        assert_eq!(known(duplicate, &[("/a", 1), ("/b", 2)], &["/b"], "/new"), 2);
        assert_eq!(known(duplicate, &[("/a", 1), ("/b", 2)], &[], "/new"), 0);
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
