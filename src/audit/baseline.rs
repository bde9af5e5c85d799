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

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::finding::{Finding, Severity};
use crate::input::{STANDARD_INPUT, plainly};
use crate::law::Rule;
use crate::spill::KeySet;

use super::ignores::needs_other_games;

use lines::{BaselineLine, Known, Numbered};

pub(crate) use lines::{Baseline, Gathered};
pub(crate) use wire::NoBaseline;

/// The file that a source is, by its path from the root of the file system; none where it is none.
fn home(source: &str) -> Option<Arc<str>> {
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
    gone: Arc<Files>,
}

impl Held {
    /// A baseline, and which of its files are there no more.
    ///
    /// # Errors
    /// What the disk says on which its lines were put aside.
    pub fn of(baseline: Arc<Baseline>, is_gone: impl Fn(&str) -> bool) -> io::Result<Self> {
        let mut gone = Answers::default();
        let mut lines = baseline.all();
        while let Some(Numbered { line, .. }) = lines.next()? {
            if let Some(file) = line.file {
                gone.of(file, || Ok(is_gone(file)))?;
            }
        }
        drop(lines);
        Ok(Self { baseline, gone: Arc::new(gone.yes) })
    }
}

/// Some files, by their paths.
#[derive(Debug, Default)]
struct Files(KeySet);

impl Files {
    /// Takes one in; whether it is new.
    fn insert(&mut self, file: &str) -> io::Result<bool> {
        self.0.insert(xxh3_128(file.as_bytes()))
    }

    fn hold(&self, file: &str) -> io::Result<bool> {
        self.0.holds(xxh3_128(file.as_bytes()))
    }
}

/// What was said of files, each asked about once: lines of many come in any order.
#[derive(Debug, Default)]
struct Answers {
    asked: Files,
    yes: Files,
}

impl Answers {
    fn of(&mut self, file: &str, ask: impl FnOnce() -> io::Result<bool>) -> io::Result<bool> {
        if !self.asked.insert(file)? {
            return self.yes.hold(file);
        }
        let answer = ask()?;
        if answer {
            self.yes.insert(file)?;
        }
        Ok(answer)
    }
}

/// What a run met of findings that are known, file by file.
#[derive(Debug, Default)]
pub struct KnownFindings {
    /// Where they were found, of a baseline that is made of them.
    pub found: Gathered,
    /// The files that were read from beginning to end.
    whole: Files,
    /// How many findings had the lines of the baseline.
    had: LineCounts,
    /// How many of them were of another file.
    lent: LineCounts,
    /// Those again, where they were found.
    moved: Gathered,
    /// For the first of the many lines of a finding, the next of them that may be left to lend: what is spent never comes
    /// back.
    lenders: BTreeMap<usize, usize>,
    /// The source at hand, and its file: sources come one after the other.
    here: Option<CurrentSource>,
}

#[derive(Debug)]
struct CurrentSource {
    source: String,
    home: Option<Arc<str>>,
}

/// A finding with more lines than this has many.
const MANY: usize = 16;

/// How many there are of each line of a baseline, by its number: of nearly all few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct LineCounts {
    /// So many that one byte holds them; those before the last that is not 0.
    few: Vec<u8>,
    /// How many more.
    more: BTreeMap<usize, u64>,
    sum: u64,
}

impl LineCounts {
    fn of(&self, number: usize) -> u64 {
        let few = self.few.get(number).copied().unwrap_or_default();
        let more = if few == u8::MAX { self.more.get(&number).copied().unwrap_or_default() } else { 0 };
        u64::from(few).saturating_add(more)
    }

    /// LineCounts so many in for a line.
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
    /// Whether a finding is known, others having come before it; it is counted in then.
    ///
    /// # Errors
    /// What the disk says on which lines of the baseline were put aside.
    pub(super) fn knows(&mut self, against: &Against, finding: &Finding, source: &str) -> io::Result<bool> {
        let held = match against {
            Against::Nothing => return Ok(false),
            Against::Becoming => None,
            Against::Baseline(held) => Some(held),
        };
        let home = self.home(source);
        let here = BaselineLine {
            fingerprint: finding.fingerprint,
            file: home.as_deref(),
            rule: finding.rule,
            severity: finding.severity,
            count: 1,
        };
        let Some(held) = held else {
            self.found.add(&here)?;
            return Ok(true);
        };
        if let Some(own) = self.own(held, &here)? {
            self.had.add(own, 1);
        } else if let Some(lender) = self.lender(held, finding)? {
            self.had.add(lender, 1);
            self.lent.add(lender, 1);
            self.moved.add(&here)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A source was read from beginning to end.
    ///
    /// # Errors
    /// What the disk says, asked for the files before.
    pub(super) fn read(&mut self, source: &str) -> io::Result<()> {
        let home = self.home(source);
        home.map_or(Ok(()), |home| self.whole.insert(&home).map(drop))
    }

    /// Whether a file was read from beginning to end.
    ///
    /// # Errors
    /// What the disk says.
    pub fn has_read(&self, file: &str) -> io::Result<bool> {
        self.whole.hold(file)
    }

    /// How many findings were known.
    pub fn findings(&self) -> u64 {
        self.had.sum
    }

    /// How many of them were in another file than the baseline has them.
    pub fn moved(&self) -> u64 {
        self.lent.sum
    }

    fn home(&mut self, source: &str) -> Option<Arc<str>> {
        match &self.here {
            Some(here) if here.source == source => here.home.clone(),
            _ => {
                let home = home(source);
                self.here = Some(CurrentSource { source: source.to_owned(), home: home.clone() });
                home
            }
        }
    }

    fn has_left(&self, number: usize, count: u64) -> bool {
        count > self.had.of(number)
    }

    /// The line that a finding has in its own file.
    fn own(&self, held: &Held, here: &BaselineLine<'_>) -> io::Result<Option<usize>> {
        let own = held.baseline.same_as(here)?;
        Ok(own.filter(|Known { number, count }| self.has_left(*number, *count)).map(|own| own.number))
    }

    /// The line of another file that a finding may have.
    fn lender(&mut self, held: &Held, finding: &Finding) -> io::Result<Option<usize>> {
        let Some(first) = held.baseline.first_of(finding.fingerprint)? else { return Ok(None) };
        let of_others = needs_other_games(finding.rule);
        let begin = if of_others { first } else { self.lenders.get(&first).copied().unwrap_or(first) };
        let mut lines = held.baseline.from(begin)?;
        let mut next = begin;
        let mut lender = None;
        while let Some(Numbered { number, line }) = lines.next()? {
            if line.fingerprint != finding.fingerprint {
                break;
            }
            if self.has_left(number, line.count) && self.lends(held, line.file, finding.rule)? {
                lender = Some(number);
                break;
            }
            next = number + 1;
        }
        if !of_others && next - first >= MANY {
            self.lenders.insert(first, next);
        }
        Ok(lender)
    }

    /// Whether a file may lend lines of such findings.
    fn lends(&self, held: &Held, file: Option<&str>, rule: Rule) -> io::Result<bool> {
        let Some(file) = file else { return Ok(true) };
        Ok(held.gone.hold(file)? || needs_other_games(rule) && self.has_read(file)?)
    }
}

/// What a run looked at: only of that can it be said that something is gone.
pub struct Looked<'a> {
    /// Whether it looked for such findings.
    pub for_such: &'a dyn Fn(Rule, Severity) -> bool,
    /// Whether all of the file was read; without a file, whether all there is was.
    pub at_file: &'a dyn Fn(Option<&str>) -> io::Result<bool>,
}

/// Of each line of a baseline, how many findings are there no more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spent(LineCounts);

impl Spent {
    /// How many there are.
    pub fn findings(&self) -> u64 {
        self.0.sum
    }
}

impl Baseline {
    /// What a run which met `met` had no use for: it read the files, it looked for such findings, and there are no more
    /// so many.
    ///
    /// # Errors
    /// What the disk says on which lines were put aside.
    pub fn spent(&self, met: &KnownFindings, looked: &Looked<'_>) -> io::Result<Spent> {
        let mut answers = Answers::default();
        let mut saw = |file: Option<&str>| match file {
            None => (looked.at_file)(None),
            Some(name) => answers.of(name, || (looked.at_file)(file)),
        };
        let mut saw_all = saw(None)?;
        let mut lines = self.all();
        while saw_all && let Some(Numbered { line, .. }) = lines.next()? {
            saw_all = saw(line.file)?;
        }
        let mut spent = LineCounts::default();
        let mut lines = self.all();
        while let Some(Numbered { number, line }) = lines.next()? {
            // The game that such a finding needs beside its own may be in any file.
            let may_tell = !needs_other_games(line.rule) || saw_all;
            if may_tell && (looked.for_such)(line.rule, line.severity) && saw(line.file)? {
                spent.add(number, line.count.saturating_sub(met.had.of(number)));
            }
        }
        Ok(Spent(spent))
    }

    /// What is left without what is spent, and with what was met in other files under those: of that `met` keeps nothing.
    ///
    /// # Errors
    /// What the disk says on which lines were put aside.
    pub fn pruned(&self, spent: &Spent, met: &mut KnownFindings) -> io::Result<Self> {
        let mut left = std::mem::take(&mut met.moved);
        let mut lines = self.all();
        while let Some(Numbered { number, line }) = lines.next()? {
            let gone = spent.0.of(number).saturating_add(met.lent.of(number));
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
        let mut gathered = Gathered::default();
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

    /// What was met of a baseline, each in its own file.
    fn met(baseline: &Baseline, entries: &[Entry]) -> KnownFindings {
        let mut met = KnownFindings::default();
        for Entry(bits, _, _, file, count) in entries {
            let known = baseline.same_as(&line(*bits, *file, 1)).unwrap().unwrap();
            met.had.add(known.number, *count);
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
            let written_once = written(&baseline);
            assert_eq!(written(&Baseline::read(written_once.as_bytes()).unwrap()), written_once);
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
        let mut met = met(
            &known,
            &[Entry(1, Rule::MoveFalse, ERROR, None, 2), Entry(4, Rule::MoveCastling, ERROR, None, 1)],
        );
        let selection = Selection::of(Severity::Warning, |rule| rule != Rule::TouchOwn);
        let looked =
            Looked { for_such: &|rule, severity| selection.wants(rule, severity), at_file: &|_| Ok(true) };
        let spent = known.spent(&met, &looked).unwrap();
        assert_eq!(spent.findings(), 1);
        let left = known.pruned(&spent, &mut met).unwrap();
        assert_eq!(left.findings(), 5);
        assert_eq!(left.more_than(&of(&[Entry(1, Rule::MoveFalse, ERROR, None, 2)])).unwrap(), 3);
        assert_eq!(known.more_than(&left).unwrap(), 1);
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
            let at_file = |file: Option<&str>| Ok(file.is_none_or(|file| read.contains(&file)));
            let mut met = met(&known, entries);
            let spent = known.spent(&met, &Looked { for_such: &|_, _| true, at_file: &at_file }).unwrap();
            let left = known.pruned(&spent, &mut met).unwrap();
            (spent.findings(), known.more_than(&left).unwrap())
        };
        let one = |count| Entry(1, Rule::MoveFalse, ERROR, Some("read"), count);
        assert_eq!(spent(&[one(2)], &["read"]), (0, 0));
        assert_eq!(spent(&[one(1)], &["read"]), (1, 1));
        // That a game stands twice is seen only where both are.
        assert_eq!(spent(&[one(2)], &["read", "other"]), (3, 3));
    }

    #[test]
    fn an_entry_is_lent_only_where_its_file_is_gone() {
        let mut finding = a_finding();
        let mut known = |rule: Rule, files: &[(&'static str, u64)], read: &[&str], found: &str| {
            (finding.rule, finding.fingerprint) = (rule, Fingerprint(1));
            let entries: Vec<Entry> =
                files.iter().map(|(file, count)| Entry(1, rule, ERROR, Some(file), *count)).collect();
            let held = Held::of(of(&entries).into(), |file| file.contains("gone")).unwrap();
            let against = Against::Baseline(held);
            let mut met = KnownFindings::default();
            for file in read {
                met.read(file).unwrap();
            }
            (0..10).filter(|_| met.knows(&against, &finding, found).unwrap()).count()
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
        let finding = a_finding();
        let entry = |file, count| Entry(finding.fingerprint.0, Rule::MoveFalse, ERROR, Some(file), count);
        let baseline = Arc::new(of(&[entry("/a", 1), entry("/gone", 2)]));
        let against = Against::Baseline(Held::of(Arc::clone(&baseline), |file| file == "/gone").unwrap());
        let mut met = KnownFindings::default();
        assert_eq!(
            ["/a", "/b", "/b", "/b"].map(|file| met.knows(&against, &finding, file).unwrap()),
            [true, true, true, false]
        );
        assert_eq!((met.findings(), met.moved()), (3, 2));
        let looked = Looked { for_such: &|_, _| true, at_file: &|_| Ok(true) };
        let spent = baseline.spent(&met, &looked).unwrap();
        let left = baseline.pruned(&spent, &mut met).unwrap();
        assert_eq!(written(&left), written(&of(&[entry("/b", 2), entry("/a", 1)])));
    }

    fn line(bits: u128, file: Option<&str>, count: u64) -> BaselineLine<'_> {
        BaselineLine { fingerprint: Fingerprint(bits), file, rule: Rule::MoveFalse, severity: ERROR, count }
    }

    #[test]
    fn many_that_come_in_any_order_are_counted() {
        let mut gathered = Gathered::default();
        let number_of = 50_000;
        for number in 0..number_of {
            let file = if number % 3 == 0 { Some("/b") } else { Some("/a") };
            gathered.add(&line(number * 7_919 % 20_011, file, 1)).unwrap();
        }
        let baseline = gathered.baseline().unwrap();
        assert_eq!(u128::from(baseline.findings()), number_of);
        let (mut lines, mut last, mut due) = (baseline.all(), None, 0..);
        while let Some(Numbered { number, line }) = lines.next().unwrap() {
            let key = Some((line.fingerprint, line.file.map(str::to_owned)));
            assert!(last < key, "{key:?} behind {last:?}");
            assert_eq!(due.next(), Some(number));
            last = key;
        }
        let once = written(&baseline);
        assert_eq!(due.start, once.matches("fingerprint").count());
        assert_eq!(written(&Baseline::read(once.as_bytes()).unwrap()), once);
    }

    #[test]
    fn each_line_is_found_where_a_finding_has_many() {
        let mut gathered = Gathered::default();
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
                    Some(Numbered { number: found.number, line: line(bits, Some(file), count) })
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
    fn of_many_lines_each_is_lent_once() {
        let mut finding = a_finding();
        (finding.rule, finding.fingerprint) = (Rule::MoveFalse, Fingerprint(1));
        let files: Vec<String> = (0..1_000).map(|number| format!("/gone/{number}")).collect();
        let mut gathered = Gathered::default();
        for file in &files {
            gathered.add(&line(1, Some(file), 2)).unwrap();
        }
        let held = Held::of(Arc::new(gathered.baseline().unwrap()), |_| true).unwrap();
        let (against, mut met) = (Against::Baseline(held), KnownFindings::default());
        assert!((0..2_000).all(|_| met.knows(&against, &finding, "/new").unwrap()));
        assert!(!met.knows(&against, &finding, "/new").unwrap());
        assert_eq!((met.findings(), met.moved(), met.lenders.len()), (2_000, 2_000, 1));
    }

    #[test]
    fn counts_are_held_however_high() {
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
