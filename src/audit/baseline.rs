//! A baseline: the findings that are known already, by fingerprint, with how many of each there are in which file.
//!
//! It is a small JSON file, `jadoube.baseline/1`: an entry on each line, sorted, so that what changes in it is
//! easily read. Games that are equal so far share fingerprints, and therefore each has its count.
//!
//! An entry is its file's: a copy of the game in another file is new, even where it is read first. Only where the file
//! is gone may another have the entry, for then it was renamed or taken apart. That a game stands twice is told of the
//! copy that is read later, so that such an entry may also go to another once its own file was read.

mod lines;
mod wire;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use crate::finding::{Finding, Severity};
use crate::input::{STANDARD_INPUT, plainly};
use crate::law::Rule;

use super::ignores::needs_other_games;

use lines::Line;

pub use lines::{Baseline, Gathered, Home};
pub use wire::NoBaseline;

/// The file that a source is, by its path from the root of the file system; none where it is none.
fn home(source: &str) -> Home {
    (source != STANDARD_INPUT).then(|| plainly(Path::new(source)).to_string_lossy().into())
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
    baseline: Arc<Baseline>,
    /// Those of its files that are there no more.
    gone: BTreeSet<Arc<str>>,
}

impl Held {
    /// A baseline, and which of its files are there no more.
    pub fn of(baseline: Arc<Baseline>, is_gone: impl Fn(&str) -> bool) -> Self {
        let gone = baseline.files().iter().filter(|file| is_gone(file)).cloned().collect();
        Self { baseline, gone }
    }
}

/// What a run met of findings that are known, file by file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Met {
    /// Where they were found, of a baseline that is made of them.
    pub found: Gathered,
    /// The files that were read from beginning to end.
    pub whole: BTreeSet<Arc<str>>,
    /// How many findings had the lines of the baseline.
    had: Lines<u64>,
    /// How many of them were of another file.
    lent: Lines<u64>,
    /// Those again, where they were found.
    moved: Gathered,
    /// For the first line of a finding, the next of them that may be left to lend: what is spent never comes back.
    lenders: Lines<usize>,
    /// The source at hand, and its file: sources come one after the other.
    here: Option<Here>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Here {
    source: String,
    home: Home,
}

/// Something about each line of a baseline, by its number: as long as what was met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lines<T>(Vec<T>);

impl<T: Copy + Default> Lines<T> {
    fn of(&self, number: usize) -> T {
        self.0.get(number).copied().unwrap_or_default()
    }

    /// That of a line, among so many.
    fn at(&mut self, number: usize, lines: usize) -> Option<&mut T> {
        if self.0.len() < lines {
            self.0.resize(lines, T::default());
        }
        self.0.get_mut(number)
    }
}

impl Lines<u64> {
    fn count(&mut self, number: usize, lines: usize) {
        if let Some(count) = self.at(number, lines) {
            *count = count.saturating_add(1);
        }
    }

    fn sum(&self) -> u64 {
        self.0.iter().fold(0, |sum, count| sum.saturating_add(*count))
    }
}

impl Met {
    /// Whether a finding is known, others having come before it; it is counted in then.
    pub(super) fn knows(&mut self, against: &Against, finding: &Finding, source: &str) -> bool {
        match against {
            Against::Nothing => false,
            Against::Becoming => {
                let home = self.home(source);
                self.found.add(finding.fingerprint, finding.rule, finding.severity, home.as_deref(), 1);
                true
            }
            Against::Baseline(held) => {
                let home = self.home(source);
                let lines = held.baseline.lines().len();
                if let Some(own) = self.own(held, finding, &home) {
                    self.had.count(own, lines);
                } else if let Some(lender) = self.lender(held, finding) {
                    self.had.count(lender, lines);
                    self.lent.count(lender, lines);
                    self.moved.add(finding.fingerprint, finding.rule, finding.severity, home.as_deref(), 1);
                } else {
                    return false;
                }
                true
            }
        }
    }

    /// A source was read from beginning to end.
    pub(super) fn read(&mut self, source: &str) {
        let home = self.home(source);
        self.whole.extend(home);
    }

    /// How many findings were known.
    pub fn findings(&self) -> u64 {
        self.had.sum()
    }

    /// How many of them were in another file than the baseline has them.
    pub fn moved(&self) -> u64 {
        self.lent.sum()
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

    fn has_left(&self, held: &Held, number: usize) -> bool {
        held.baseline.line(number).is_some_and(|line| line.count > self.had.of(number))
    }

    /// The line that a finding has in its own file.
    fn own(&self, held: &Held, finding: &Finding, home: &Home) -> Option<usize> {
        let own = held.baseline.of_finding_in(finding.fingerprint, home.as_deref());
        own.filter(|own| self.has_left(held, *own))
    }

    /// The line of another file that a finding may have.
    fn lender(&mut self, held: &Held, finding: &Finding) -> Option<usize> {
        let baseline = &held.baseline;
        let file = |number: usize| baseline.line(number).and_then(|line| baseline.home(line));
        let is_gone = |number: usize| file(number).is_none_or(|file| held.gone.contains(file));
        let mut of_finding = baseline.of_finding(finding.fingerprint);
        if needs_other_games(finding.rule) {
            let was_read = |number: usize| file(number).is_some_and(|file| self.whole.contains(file));
            return of_finding
                .find(|number| (is_gone(*number) || was_read(*number)) && self.has_left(held, *number));
        }
        let (first, end) = (of_finding.start, of_finding.end);
        if of_finding.is_empty() {
            return None;
        }
        let lender = (first.max(self.lenders.of(first))..end)
            .find(|number| is_gone(*number) && self.has_left(held, *number));
        if let Some(next) = self.lenders.at(first, baseline.lines().len()) {
            *next = lender.unwrap_or(end);
        }
        lender
    }
}

/// What a run looked at: only of that can it be said that something is gone.
pub struct Looked<'a> {
    /// Whether it looked for such findings.
    pub for_such: &'a dyn Fn(Rule, Severity) -> bool,
    /// Whether all of the file was read; without a file, whether all there is was.
    pub at_file: &'a dyn Fn(Option<&str>) -> bool,
}

/// Of each line of a baseline, how many findings are there no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spent(Lines<u64>);

impl Spent {
    /// How many there are.
    pub fn findings(&self) -> u64 {
        self.0.sum()
    }
}

impl Baseline {
    /// What a run which met `met` had no use for: it read the files, it looked for such findings, and there are no more
    /// so many.
    pub fn spent(&self, met: &Met, looked: &Looked<'_>) -> Spent {
        let was_seen = self.by_file(looked.at_file);
        let saw_all = was_seen.all().all(|seen| *seen);
        let spent = |(number, line): (usize, &Line)| {
            // The game that such a finding needs beside its own may be in any file.
            let may_tell = !needs_other_games(line.rule) || saw_all;
            if may_tell && *was_seen.of(line) && (looked.for_such)(line.rule, line.severity) {
                line.count.saturating_sub(met.had.of(number))
            } else {
                0
            }
        };
        Spent(Lines(self.lines().iter().enumerate().map(spent).collect()))
    }

    /// What is left without what is spent, what was met under the files where it was found.
    #[must_use]
    pub fn pruned(&self, spent: &Spent, met: &Met) -> Self {
        let mut left = met.moved.clone();
        for (number, line) in self.lines().iter().enumerate() {
            let gone = spent.0.of(number).saturating_add(met.lent.of(number));
            let home = self.home(line).map(|file| &**file);
            left.add(line.fingerprint, line.rule, line.severity, home, line.count.saturating_sub(gone));
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
        let mut gathered = Gathered::default();
        for Entry(bits, rule, severity, file, count) in entries {
            gathered.add(Fingerprint(*bits), *rule, *severity, *file, *count);
        }
        gathered.baseline()
    }

    fn written(baseline: &Baseline) -> String {
        let mut out = Vec::new();
        baseline.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    /// What was met of a baseline, each in its own file.
    fn met(baseline: &Baseline, entries: &[Entry]) -> Met {
        let mut met = Met::default();
        for Entry(bits, _, _, file, count) in entries {
            let number = baseline.of_finding_in(Fingerprint(*bits), *file).unwrap();
            *met.had.at(number, baseline.lines().len()).unwrap() = *count;
        }
        met
    }

    const ERROR: Severity = Severity::Error;

    #[test]
    fn what_is_written_is_sorted_and_read_back() {
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
            assert_eq!(Baseline::read(written(&baseline).as_bytes()).unwrap(), baseline);
        }
    }

    #[test]
    fn only_what_was_looked_for_is_spent() {
        let known = of(&[
            Entry(1, Rule::MoveFalse, ERROR, None, 3),
            Entry(2, Rule::RecordSuffix, Severity::Info, None, 1),
            Entry(3, Rule::TouchOwn, ERROR, None, 1),
            Entry(4, Rule::MoveCastling, ERROR, None, 1),
        ]);
        let met = met(
            &known,
            &[Entry(1, Rule::MoveFalse, ERROR, None, 2), Entry(4, Rule::MoveCastling, ERROR, None, 1)],
        );
        let selection = Selection::of(Severity::Warning, |rule| rule != Rule::TouchOwn);
        let looked =
            Looked { for_such: &|rule, severity| selection.wants(rule, severity), at_file: &|_| true };
        let spent = known.spent(&met, &looked);
        assert_eq!(spent.findings(), 1);
        let left = known.pruned(&spent, &met);
        assert_eq!(left.findings(), 5);
        assert_eq!(left.more_than(&of(&[Entry(1, Rule::MoveFalse, ERROR, None, 2)])), 3);
        assert_eq!(known.more_than(&left), 1);
    }

    #[test]
    fn what_was_not_read_is_not_missed() {
        let known = of(&[
            Entry(1, Rule::MoveFalse, ERROR, Some("read"), 2),
            Entry(1, Rule::MoveFalse, ERROR, Some("other"), 1),
            Entry(2, Rule::MoveFalse, ERROR, Some("other"), 1),
            Entry(3, Rule::RecordDuplicateGame, Severity::Warning, Some("read"), 1),
        ]);
        let spent = |entries: &[Entry], read: &[&str]| {
            let at_file = |file: Option<&str>| file.is_none_or(|file| read.contains(&file));
            let met = met(&known, entries);
            let spent = known.spent(&met, &Looked { for_such: &|_, _| true, at_file: &at_file });
            (spent.findings(), known.more_than(&known.pruned(&spent, &met)))
        };
        let one = |count| Entry(1, Rule::MoveFalse, ERROR, Some("read"), count);
        assert_eq!(spent(&[one(2)], &["read"]), (0, 0));
        assert_eq!(spent(&[one(1)], &["read"]), (1, 1));
        // That a game stands twice is seen only where both are.
        assert_eq!(spent(&[one(2)], &["read", "other"]), (3, 3));
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
            let entries: Vec<Entry> =
                files.iter().map(|(file, count)| Entry(1, rule, ERROR, Some(file), *count)).collect();
            let against = Against::Baseline(Held::of(of(&entries).into(), |file| file.contains("gone")));
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
            Baseline::read(format!(r#"{{"schema":"jadoube.baseline/1","findings":[{line}]}}"#).as_bytes())
        };
        let good = "0123456789abcdef0123456789abcdef";
        assert!(entry(good, "move.false", "error").is_ok());
        for (read, why) in [
            (entry("+123456789abcdef0123456789abcdef", "move.false", "error"), "no fingerprint"),
            (entry("12", "move.false", "error"), "`12` is no fingerprint"),
            (entry(good, "move.flase", "error"), "no rule has the id `move.flase`"),
            (entry(good, "move.false", "grave"), "`grave` is no severity"),
            (Baseline::read(&br#"{"schema":"jadoube.report/1","findings":[]}"#[..]), "`jadoube.report/1`"),
            (Baseline::read(&b"{"[..]), "EOF"),
        ] {
            let error = read.unwrap_err().to_string();
            assert!(error.contains(why), "{error}: {why}");
        }
    }

    #[test]
    fn what_moved_is_listed_where_it_was_found() {
        let finding = super::super::audit_bytes(b"1. e4 e5 2. Qd1-d3 *")
            .into_iter()
            .flat_map(|game| game.findings)
            .find(|finding| finding.rule == Rule::MoveFalse)
            .unwrap();
        let entry = |file, count| Entry(finding.fingerprint.0, Rule::MoveFalse, ERROR, Some(file), count);
        let baseline = Arc::new(of(&[entry("/a", 1), entry("/gone", 2)]));
        let against = Against::Baseline(Held::of(Arc::clone(&baseline), |file| file == "/gone"));
        let mut met = Met::default();
        assert_eq!(
            ["/a", "/b", "/b", "/b"].map(|file| met.knows(&against, &finding, file)),
            [true, true, true, false]
        );
        assert_eq!((met.findings(), met.moved()), (3, 2));
        let looked = Looked { for_such: &|_, _| true, at_file: &|_| true };
        let left = baseline.pruned(&baseline.spent(&met, &looked), &met);
        assert_eq!(left, of(&[entry("/b", 2), entry("/a", 1)]));
    }

    #[test]
    fn many_that_come_in_any_order_are_counted() {
        let mut gathered = Gathered::default();
        let number_of = 50_000;
        for number in 0..number_of {
            let file = if number % 3 == 0 { Some("/b") } else { Some("/a") };
            let bits = number * 7_919 % 20_011;
            gathered.add(Fingerprint(bits), Rule::MoveFalse, ERROR, file, 1);
        }
        let baseline = gathered.baseline();
        assert_eq!(u128::from(baseline.findings()), number_of);
        let key = |line: &Line| (line.fingerprint, line.place);
        assert!(
            baseline.lines().windows(2).all(|pair| matches!(pair, [one, other] if key(one) < key(other)))
        );
        assert_eq!(baseline.files().iter().map(|file| &**file).collect::<Vec<_>>(), ["/a", "/b"]);
        assert_eq!(Baseline::read(written(&baseline).as_bytes()).unwrap(), baseline);
    }
}
