//! Baselines: known findings that a run does not report.
//!
//! A baseline is a JSON file, `jadoube.baseline/1`, with one entry on each line, sorted so that changes are easy to read.
//! An entry holds a fingerprint, a file and a count, because equal games share fingerprints.
//!
//! An entry belongs to its file: a copy of the game in another file is new, even if it is read first. If the file no
//! longer exists, it was renamed or split, and another file may use the entry. A duplicate game is reported for the copy
//! that is read later, so another file may also use such an entry once its own file was read.

mod lines;
mod wire;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::finding::{Finding, Severity};
use crate::input::{STANDARD_INPUT, absolute_path};
use crate::law::Rule;
use crate::spill::KeySet;

use super::ignores::needs_other_games;

use lines::{BaselineLine, FoundLine, NumberedLine};

pub(crate) use lines::{Baseline, BaselineBuilder};
pub(crate) use wire::BaselineError;

/// The absolute path of a source; `None` for standard input.
fn path_of(source: &str) -> Option<String> {
    (source != STANDARD_INPUT).then(|| absolute_path(Path::new(source)).to_string_lossy().into_owned())
}

/// The use of a baseline in a run.
#[derive(Clone, Debug, Default)]
pub enum BaselineMode {
    /// Every finding is reported.
    #[default]
    Off,
    /// Findings of a baseline are not reported.
    Suppress(LoadedBaseline),
    /// All findings go into a new baseline, and none is reported.
    Write,
}

/// A baseline with absolute paths, and which of its files no longer exist.
#[derive(Clone, Debug, Default)]
pub struct LoadedBaseline {
    baseline: Arc<Baseline>,
    gone: Arc<FileSet>,
}

impl LoadedBaseline {
    /// Calls `is_gone` once for each file of the baseline.
    pub fn of(baseline: Arc<Baseline>, is_gone: impl Fn(&str) -> bool) -> io::Result<Self> {
        let mut gone = FileAnswers::default();
        let mut lines = baseline.all();
        while let Some(NumberedLine { line, .. }) = lines.next()? {
            if let Some(file) = line.file {
                gone.of(file, || Ok(is_gone(file)))?;
            }
        }
        drop(lines);
        Ok(Self { baseline, gone: Arc::new(gone.yes) })
    }
}

/// A set of paths.
#[derive(Debug, Default)]
struct FileSet(KeySet);

impl FileSet {
    /// Adds a file and returns whether it is new.
    fn insert(&mut self, file: &str) -> io::Result<bool> {
        self.0.insert(xxh3_128(file.as_bytes()))
    }

    fn holds(&self, file: &str) -> io::Result<bool> {
        self.0.contains(xxh3_128(file.as_bytes()))
    }
}

/// Answers to a question about files, computed once for each file: the lines of many files alternate.
#[derive(Debug, Default)]
struct FileAnswers {
    asked: FileSet,
    yes: FileSet,
}

impl FileAnswers {
    fn of(&mut self, file: &str, answer: impl FnOnce() -> io::Result<bool>) -> io::Result<bool> {
        if !self.asked.insert(file)? {
            return self.yes.holds(file);
        }
        let answer = answer()?;
        if answer {
            self.yes.insert(file)?;
        }
        Ok(answer)
    }
}

/// The known findings that a run met.
#[derive(Debug, Default)]
pub struct KnownFindings {
    /// The new baseline, if one is written.
    pub found: BaselineBuilder,
    /// The files that were read from beginning to end.
    whole: FileSet,
    /// The number of findings matched with each line of the baseline.
    matched: LineCounts,
    /// The number of these that were found in another file than the line's.
    lent: LineCounts,
    /// The findings counted by `lent`, under the file in which they were found.
    moved: BaselineBuilder,
    /// For a fingerprint with many lines, by its first line: the first line that may still lend an entry. The lines before
    /// it are used up.
    next_lenders: BTreeMap<usize, usize>,
}

/// The number of lines of one fingerprint from which the next lender is stored.
const MANY: usize = 16;

/// A count for each line of a baseline. Nearly all counts fit in one byte.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LineCounts {
    /// Counts up to 255, by the number of the line.
    few: Vec<u8>,
    /// The excess over 255.
    more: BTreeMap<usize, u64>,
    sum: u64,
}

impl LineCounts {
    fn of(&self, number: usize) -> u64 {
        let few = self.few.get(number).copied().unwrap_or_default();
        let more = if few == u8::MAX { self.more.get(&number).copied().unwrap_or_default() } else { 0 };
        u64::from(few).saturating_add(more)
    }

    fn add(&mut self, number: usize, count: u64) {
        if count == 0 {
            return;
        }
        if self.few.len() <= number {
            self.few.resize(number + 1, 0);
        }
        let Some(few) = self.few.get_mut(number) else { return };
        let now = u64::from(*few).saturating_add(count);
        *few = u8::try_from(now).unwrap_or(u8::MAX);
        let over = now.saturating_sub(u64::from(u8::MAX));
        if over > 0 {
            let more = self.more.entry(number).or_default();
            *more = more.saturating_add(over);
        }
        self.sum = self.sum.saturating_add(count);
    }
}

impl KnownFindings {
    /// Whether a finding is known and not to be reported. If so, it uses up one of the count of its line.
    pub(super) fn matches(
        &mut self,
        against: &BaselineMode,
        finding: &Finding,
        source: &str,
    ) -> io::Result<bool> {
        let held = match against {
            BaselineMode::Off => return Ok(false),
            BaselineMode::Write => None,
            BaselineMode::Suppress(held) => Some(held),
        };
        let path = path_of(source);
        let here = BaselineLine {
            fingerprint: finding.fingerprint,
            file: path.as_deref(),
            rule: finding.rule,
            severity: finding.severity,
            count: 1,
        };
        let Some(held) = held else {
            self.found.add(&here)?;
            return Ok(true);
        };
        if let Some(own) = self.own_line(held, &here)? {
            self.matched.add(own, 1);
        } else if let Some(lender) = self.lender(held, finding)? {
            self.matched.add(lender, 1);
            self.lent.add(lender, 1);
            self.moved.add(&here)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Marks a source as read from beginning to end.
    pub(super) fn mark_read(&mut self, source: &str) -> io::Result<()> {
        path_of(source).map_or(Ok(()), |path| self.whole.insert(&path).map(drop))
    }

    /// Whether a file was read from beginning to end.
    pub fn has_read(&self, file: &str) -> io::Result<bool> {
        self.whole.holds(file)
    }

    /// The number of known findings.
    pub fn findings(&self) -> u64 {
        self.matched.sum
    }

    /// The number of known findings that the baseline lists under another file.
    pub fn moved(&self) -> u64 {
        self.lent.sum
    }

    /// Whether a line with this count is not used up.
    fn has_left(&self, number: usize, count: u64) -> bool {
        count > self.matched.of(number)
    }

    /// The line of the finding in its own file, if it is not used up.
    fn own_line(&self, held: &LoadedBaseline, here: &BaselineLine<'_>) -> io::Result<Option<usize>> {
        let own = held.baseline.same_as(here)?;
        Ok(own.filter(|FoundLine { number, count }| self.has_left(*number, *count)).map(|own| own.number))
    }

    /// A line of another file that the finding may use.
    fn lender(&mut self, held: &LoadedBaseline, finding: &Finding) -> io::Result<Option<usize>> {
        let Some(first) = held.baseline.first_of(finding.fingerprint)? else { return Ok(None) };
        // A line of such a finding may start to lend later, once its file was read.
        let may_lend_later = needs_other_games(finding.rule);
        let begin =
            if may_lend_later { first } else { self.next_lenders.get(&first).copied().unwrap_or(first) };
        let mut lines = held.baseline.from(begin)?;
        let mut next = begin;
        let mut lender = None;
        while let Some(NumberedLine { number, line }) = lines.next()? {
            if line.fingerprint != finding.fingerprint {
                break;
            }
            if self.has_left(number, line.count) && self.lends(held, line.file, finding.rule)? {
                lender = Some(number);
                break;
            }
            next = number + 1;
        }
        if !may_lend_later && next - first >= MANY {
            self.next_lenders.insert(first, next);
        }
        Ok(lender)
    }

    /// Whether a file may lend lines of a rule.
    fn lends(&self, held: &LoadedBaseline, file: Option<&str>, rule: Rule) -> io::Result<bool> {
        let Some(file) = file else { return Ok(true) };
        Ok(held.gone.holds(file)? || needs_other_games(rule) && self.has_read(file)?)
    }
}

/// The scope of a run: an entry is stale only if it is in this scope and was not met.
pub struct RunScope<'a> {
    /// Whether the run looked for findings of a rule and a severity.
    pub looks_for: &'a dyn Fn(Rule, Severity) -> bool,
    /// Whether the run read a whole file; for `None`, whether it read everything.
    pub has_read: &'a dyn Fn(Option<&str>) -> io::Result<bool>,
}

/// For each line of a baseline, the number of stale findings: those that no longer exist.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaleFindings(LineCounts);

impl StaleFindings {
    /// The number of stale findings.
    pub fn findings(&self) -> u64 {
        self.0.sum
    }
}

impl Baseline {
    /// The stale findings after a run that met `met`.
    pub fn stale(&self, met: &KnownFindings, looked: &RunScope<'_>) -> io::Result<StaleFindings> {
        let mut answers = FileAnswers::default();
        let mut has_read = |file: Option<&str>| match file {
            None => (looked.has_read)(None),
            Some(name) => answers.of(name, || (looked.has_read)(file)),
        };
        let mut has_read_all = has_read(None)?;
        let mut lines = self.all();
        while has_read_all && let Some(NumberedLine { line, .. }) = lines.next()? {
            has_read_all = has_read(line.file)?;
        }
        let mut stale = LineCounts::default();
        let mut lines = self.all();
        while let Some(NumberedLine { number, line }) = lines.next()? {
            // If the finding needs another game, that game may be in any file.
            let may_be_stale = !needs_other_games(line.rule) || has_read_all;
            if may_be_stale && (looked.looks_for)(line.rule, line.severity) && has_read(line.file)? {
                stale.add(number, line.count.saturating_sub(met.matched.of(number)));
            }
        }
        Ok(StaleFindings(stale))
    }

    /// The baseline without stale findings, and with moved findings under their new files, which are taken out of `met`.
    pub fn pruned(&self, stale: &StaleFindings, met: &mut KnownFindings) -> io::Result<Self> {
        let mut left = std::mem::take(&mut met.moved);
        let mut lines = self.all();
        while let Some(NumberedLine { number, line }) = lines.next()? {
            let gone = stale.0.of(number).saturating_add(met.lent.of(number));
            left.add(&BaselineLine { count: line.count.saturating_sub(gone), ..line })?;
        }
        left.baseline()
    }
}

#[cfg(test)]
mod tests {
    use crate::finding::Fingerprint;

    use super::super::Selection;
    use super::*;

    struct Entry(u128, Rule, Severity, Option<&'static str>, u64);

    fn of(entries: &[Entry]) -> Baseline {
        let mut gathered = BaselineBuilder::default();
        for Entry(bits, rule, severity, file, count) in entries {
            let fingerprint = Fingerprint(*bits);
            gathered
                .add(&BaselineLine {
                    fingerprint,
                    file: *file,
                    rule: *rule,
                    severity: *severity,
                    count: *count,
                })
                .unwrap();
        }
        gathered.baseline().unwrap()
    }

    fn written(baseline: &Baseline) -> String {
        let mut out = Vec::new();
        baseline.by_file().unwrap().write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// A run that met these findings, each in its own file.
    fn met(baseline: &Baseline, entries: &[Entry]) -> KnownFindings {
        let mut met = KnownFindings::default();
        for Entry(bits, _, _, file, count) in entries {
            let known = baseline.same_as(&line(*bits, *file, 1)).unwrap().unwrap();
            met.matched.add(known.number, *count);
        }
        met
    }

    const ERROR: Severity = Severity::Error;

    fn a_finding() -> Finding {
        let games = super::super::audit_bytes(b"1. e4 e5 2. Qd1-d3 *");
        let mut findings = games.into_iter().flat_map(|game| game.findings);
        findings.find(|finding| finding.rule == Rule::MoveFalse).unwrap()
    }

    #[test]
    fn a_written_baseline_is_sorted_and_can_be_read() {
        let baseline = of(&[
            Entry(0xff, Rule::MoveFalse, ERROR, Some("b.pgn"), 2),
            Entry(1, Rule::RecordSuffix, Severity::Info, Some("b.pgn"), 1),
            Entry(0xff, Rule::MoveFalse, ERROR, Some("a.pgn"), 1),
            Entry(0xff, Rule::MoveFalse, ERROR, Some("b.pgn"), 1),
            Entry(2, Rule::MoveFalse, ERROR, None, 1),
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
            let written_once = written(&baseline);
            assert_eq!(written(&Baseline::read(written_once.as_bytes()).unwrap()), written_once);
        }
    }

    #[test]
    fn only_findings_in_scope_are_stale() {
        let known = of(&[
            Entry(1, Rule::MoveFalse, ERROR, None, 3),
            Entry(2, Rule::RecordSuffix, Severity::Info, None, 1),
            Entry(3, Rule::TouchOwn, ERROR, None, 1),
            Entry(4, Rule::MoveCastling, ERROR, None, 1),
        ]);
        let mut met = met(
            &known,
            &[Entry(1, Rule::MoveFalse, ERROR, None, 2), Entry(4, Rule::MoveCastling, ERROR, None, 1)],
        );
        let selection = Selection::of(Severity::Warning, |rule| rule != Rule::TouchOwn);
        let looked = RunScope {
            looks_for: &|rule, severity| selection.wants(rule, severity),
            has_read: &|_| Ok(true),
        };
        let spent = known.stale(&met, &looked).unwrap();
        assert_eq!(spent.findings(), 1);
        let left = known.pruned(&spent, &mut met).unwrap();
        assert_eq!(left.findings(), 5);
        assert_eq!(left.more_than(&of(&[Entry(1, Rule::MoveFalse, ERROR, None, 2)])).unwrap(), 3);
        assert_eq!(known.more_than(&left).unwrap(), 1);
    }

    #[test]
    fn findings_in_files_not_read_are_not_stale() {
        let known = of(&[
            Entry(1, Rule::MoveFalse, ERROR, Some("read"), 2),
            Entry(1, Rule::MoveFalse, ERROR, Some("other"), 1),
            Entry(2, Rule::MoveFalse, ERROR, Some("other"), 1),
            Entry(3, Rule::RecordDuplicateGame, Severity::Warning, Some("read"), 1),
        ]);
        let spent = |entries: &[Entry], read: &[&str]| {
            let at_file = |file: Option<&str>| Ok(file.is_none_or(|file| read.contains(&file)));
            let mut met = met(&known, entries);
            let spent = known.stale(&met, &RunScope { looks_for: &|_, _| true, has_read: &at_file }).unwrap();
            let left = known.pruned(&spent, &mut met).unwrap();
            (spent.findings(), known.more_than(&left).unwrap())
        };
        let one = |count| Entry(1, Rule::MoveFalse, ERROR, Some("read"), count);
        assert_eq!(spent(&[one(2)], &["read"]), (0, 0));
        assert_eq!(spent(&[one(1)], &["read"]), (1, 1));
        // A duplicate game can be stale only if all files were read.
        assert_eq!(spent(&[one(2)], &["read", "other"]), (3, 3));
    }

    #[test]
    fn an_entry_is_lent_only_if_its_file_is_gone() {
        let mut finding = a_finding();
        let mut known = |rule: Rule, files: &[(&'static str, u64)], read: &[&str], found: &str| {
            (finding.rule, finding.fingerprint) = (rule, Fingerprint(1));
            let entries: Vec<Entry> =
                files.iter().map(|(file, count)| Entry(1, rule, ERROR, Some(file), *count)).collect();
            let held = LoadedBaseline::of(of(&entries).into(), |file| file.contains("gone")).unwrap();
            let against = BaselineMode::Suppress(held);
            let mut met = KnownFindings::default();
            for file in read {
                met.mark_read(file).unwrap();
            }
            (0..10).filter(|_| met.matches(&against, &finding, found).unwrap()).count()
        };
        let (own, duplicate) = (Rule::MoveFalse, Rule::RecordDuplicateGame);
        let many = [("/a", 1), ("/b", 2), ("/gone/a", 1), ("/gone/b", 2)];
        assert_eq!(known(own, &many, &["/b"], "/a"), 4);
        assert_eq!(known(own, &many, &["/b"], "/new"), 3);
        assert_eq!(known(own, &[("/a", 1), ("/b", 2)], &[], "/new"), 0);
        // Of duplicates, the copy that is read later depends on the order of the files.
        assert_eq!(known(duplicate, &[("/a", 1), ("/b", 2)], &["/b"], "/new"), 2);
        assert_eq!(known(duplicate, &[("/a", 1), ("/b", 2)], &[], "/new"), 0);
    }

    #[test]
    fn an_invalid_baseline_is_explained() {
        let entry = |fingerprint: &str, rule: &str, severity: &str| {
            let line = format!(
                r#"{{"fingerprint":"{fingerprint}","rule":"{rule}","severity":"{severity}","count":1}}"#
            );
            Baseline::read(format!(r#"{{"schema":"jadoube.baseline/1","findings":[{line}]}}"#).as_bytes())
        };
        let good = "0123456789abcdef0123456789abcdef";
        assert!(entry(good, "move.false", "error").is_ok());
        for (read, why) in [
            (entry("+123456789abcdef0123456789abcdef", "move.false", "error"), "not a valid fingerprint"),
            (entry("12", "move.false", "error"), "`12` is not a valid fingerprint"),
            (entry(good, "move.flase", "error"), "no rule has the id `move.flase`"),
            (entry(good, "move.false", "grave"), "`grave` is not a valid severity"),
            (Baseline::read(&br#"{"schema":"jadoube.report/1","findings":[]}"#[..]), "`jadoube.report/1`"),
            (Baseline::read(&b"{"[..]), "EOF"),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.contains(why), "{error}: {why}");
        }
    }

    #[test]
    fn moved_findings_are_listed_under_their_new_file() {
        let finding = a_finding();
        let entry = |file, count| Entry(finding.fingerprint.0, Rule::MoveFalse, ERROR, Some(file), count);
        let baseline = Arc::new(of(&[entry("/a", 1), entry("/gone", 2)]));
        let against = BaselineMode::Suppress(
            LoadedBaseline::of(Arc::clone(&baseline), |file| file == "/gone").unwrap(),
        );
        let mut met = KnownFindings::default();
        assert_eq!(
            ["/a", "/b", "/b", "/b"].map(|file| met.matches(&against, &finding, file).unwrap()),
            [true, true, true, false]
        );
        assert_eq!((met.findings(), met.moved()), (3, 2));
        let looked = RunScope { looks_for: &|_, _| true, has_read: &|_| Ok(true) };
        let spent = baseline.stale(&met, &looked).unwrap();
        let left = baseline.pruned(&spent, &mut met).unwrap();
        assert_eq!(written(&left), written(&of(&[entry("/b", 2), entry("/a", 1)])));
    }

    fn line(bits: u128, file: Option<&str>, count: u64) -> BaselineLine<'_> {
        BaselineLine { fingerprint: Fingerprint(bits), file, rule: Rule::MoveFalse, severity: ERROR, count }
    }

    #[test]
    fn many_unsorted_lines_are_counted() {
        let mut gathered = BaselineBuilder::default();
        let number_of = 50_000;
        for number in 0..number_of {
            let file = if number % 3 == 0 { Some("/b") } else { Some("/a") };
            gathered.add(&line(number * 7_919 % 20_011, file, 1)).unwrap();
        }
        let baseline = gathered.baseline().unwrap();
        assert_eq!(u128::from(baseline.findings()), number_of);
        let (mut lines, mut last, mut due) = (baseline.all(), None, 0..);
        while let Some(NumberedLine { number, line }) = lines.next().unwrap() {
            let key = Some((line.fingerprint, line.file.map(str::to_owned)));
            assert!(last < key, "{key:?} after {last:?}");
            assert_eq!(due.next(), Some(number));
            last = key;
        }
        let once = written(&baseline);
        assert_eq!(due.start, once.matches("fingerprint").count());
        assert_eq!(written(&Baseline::read(once.as_bytes()).unwrap()), once);
    }

    #[test]
    fn each_line_of_a_finding_with_many_lines_is_found() {
        let mut gathered = BaselineBuilder::default();
        let files: Vec<String> = (0..5_000).map(|number| format!("/folder/{number:05}.pgn")).collect();
        for (file, count) in files.iter().zip(1..).collect::<Vec<_>>().into_iter().rev() {
            for bits in [7, 9] {
                gathered.add(&line(bits, Some(file), count)).unwrap();
            }
            gathered.add(&line(u128::from(count) << 64, None, 1)).unwrap();
        }
        let baseline = gathered.baseline().unwrap();
        let found = |bits, file| baseline.same_as(&line(bits, file, 1)).unwrap();
        for (count, file) in (1..).zip(&files) {
            for bits in [7, 9] {
                let found = found(bits, Some(file)).unwrap();
                assert_eq!(found.count, count, "{bits} {file}");
                let mut lines = baseline.from(found.number).unwrap();
                assert_eq!(
                    lines.next().unwrap(),
                    Some(NumberedLine { number: found.number, line: line(bits, Some(file), count) })
                );
            }
            assert_eq!(found(8, Some(file)), None);
            assert_eq!(found(u128::from(count) << 64, None).unwrap().count, 1);
        }
        for (bits, file) in [(7, None), (7, Some("/")), (9, Some("/z")), (0, None), (u128::MAX, Some("/z"))] {
            assert_eq!(found(bits, file), None, "{bits} {file:?}");
        }
        let first = |bits| baseline.first_of(Fingerprint(bits)).unwrap();
        assert_eq!([7, 9, 1 << 64].map(first), [Some(0), Some(5_000), Some(10_000)]);
        assert_eq!([0, 8, 10, u128::MAX].map(first), [None; 4]);
        assert!(baseline.from(15_000).unwrap().next().unwrap().is_none());
    }

    #[test]
    fn each_of_many_lines_is_lent_once() {
        let mut finding = a_finding();
        (finding.rule, finding.fingerprint) = (Rule::MoveFalse, Fingerprint(1));
        let files: Vec<String> = (0..1_000).map(|number| format!("/gone/{number}")).collect();
        let mut gathered = BaselineBuilder::default();
        for file in &files {
            gathered.add(&line(1, Some(file), 2)).unwrap();
        }
        let held = LoadedBaseline::of(Arc::new(gathered.baseline().unwrap()), |_| true).unwrap();
        let (against, mut met) = (BaselineMode::Suppress(held), KnownFindings::default());
        assert!((0..2_000).all(|_| met.matches(&against, &finding, "/new").unwrap()));
        assert!(!met.matches(&against, &finding, "/new").unwrap());
        assert_eq!((met.findings(), met.moved(), met.next_lenders.len()), (2_000, 2_000, 1));
    }

    #[test]
    fn high_counts_are_kept() {
        let mut counts = LineCounts::default();
        for (number, count) in
            [(0, 1), (2, 254), (2, 1), (2, 1), (3, 300), (3, 5), (4, u64::MAX), (4, 1), (9, 1)]
        {
            counts.add(number, count);
        }
        assert_eq!([0, 1, 2, 3, 4, 5, 9].map(|number| counts.of(number)), [1, 0, 256, 305, u64::MAX, 0, 1]);
        assert_eq!(counts.sum, u64::MAX);
    }
}
