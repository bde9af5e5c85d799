//! The lines of a baseline, held small: there may be millions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::finding::{Fingerprint, Severity};
use crate::law::Rule;

/// The file of a finding, by its path from the root of the file system; none where it came from no file.
pub type Home = Option<Arc<str>>;

/// So many lines at the least come before they are put in order.
const FEWEST_SORTED: usize = 4_096;

/// How many there are of a finding in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub fingerprint: Fingerprint,
    pub place: Place,
    pub rule: Rule,
    pub severity: Severity,
    pub count: u64,
}

/// A file by its number among those of the same lines; those of a [`Baseline`] are in the order of their names, and no
/// file comes before any.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place(u32);

impl Place {
    const NO_FILE: Self = Self(0);

    /// The file of so many before it.
    fn after(files: usize) -> Self {
        // Four thousand million names are not held in any memory.
        Self(u32::try_from(files).unwrap_or(u32::MAX).saturating_add(1))
    }

    /// Where its name stands.
    fn index(self) -> Option<usize> {
        self.0.checked_sub(1).and_then(|index| usize::try_from(index).ok())
    }
}

/// The files of some lines.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
struct Files {
    names: Vec<Arc<str>>,
    places: BTreeMap<Arc<str>, Place>,
}

impl Files {
    fn place(&self, home: Option<&str>) -> Option<Place> {
        home.map_or(Some(Place::NO_FILE), |name| self.places.get(name).copied())
    }

    /// The place of a file, which it now has.
    fn note(&mut self, home: Option<&str>) -> Place {
        self.place(home).unwrap_or_else(|| {
            let name: Arc<str> = home.unwrap_or_default().into();
            let place = Place::after(self.names.len());
            self.names.push(Arc::clone(&name));
            self.places.insert(name, place);
            place
        })
    }

    fn home(&self, place: Place) -> Option<&Arc<str>> {
        place.index().and_then(|index| self.names.get(index))
    }
}

/// Lines as they come, in any order.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Gathered {
    files: Files,
    lines: Vec<Line>,
    /// So many from the first are in order, and no two of them of one finding and file.
    settled: usize,
}

impl Gathered {
    /// Counts some in.
    pub(super) fn add(
        &mut self,
        fingerprint: Fingerprint,
        rule: Rule,
        severity: Severity,
        home: Option<&str>,
        count: u64,
    ) {
        if count == 0 {
            return;
        }
        if self.lines.len() >= (2 * self.settled).max(FEWEST_SORTED) {
            self.settle();
        }
        let place = self.files.note(home);
        self.lines.push(Line { fingerprint, place, rule, severity, count });
    }

    /// Puts all in order.
    #[must_use]
    pub fn baseline(mut self) -> Baseline {
        self.settle();
        Baseline { files: self.files, lines: self.lines }
    }

    fn settle(&mut self) {
        self.settle_files();
        self.lines.sort_unstable_by_key(|line| (line.fingerprint, line.place, Reverse(line.severity)));
        self.lines.dedup_by(|line, before| {
            let is_same = (line.fingerprint, line.place) == (before.fingerprint, before.place);
            if is_same {
                before.count = before.count.saturating_add(line.count);
            }
            is_same
        });
        self.settled = self.lines.len();
    }

    /// Numbers the files that lines are of in the order of their names, and forgets the others.
    fn settle_files(&mut self) {
        let mut is_used = vec![false; self.files.names.len()];
        for line in &self.lines {
            if let Some(used) = line.place.index().and_then(|index| is_used.get_mut(index)) {
                *used = true;
            }
        }
        let mut files = Files::default();
        let mut places = vec![Place::NO_FILE; is_used.len()];
        for (name, place) in &self.files.places {
            let index = place.index().filter(|index| is_used.get(*index) == Some(&true));
            if let Some(moved) = index.and_then(|index| places.get_mut(index)) {
                *moved = files.note(Some(name));
            }
        }
        for line in &mut self.lines {
            let moved = line.place.index().and_then(|index| places.get(index));
            line.place = moved.copied().unwrap_or(Place::NO_FILE);
        }
        self.files = files;
    }
}

/// Findings that are known, and how many of each in which file: in the order of their fingerprints, those of one
/// fingerprint in the order of the files' names.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Baseline {
    files: Files,
    lines: Vec<Line>,
}

impl Baseline {
    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.lines.iter().fold(0, |sum, line| sum.saturating_add(line.count))
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line with that number.
    pub(super) fn line(&self, number: usize) -> Option<&Line> {
        self.lines.get(number)
    }

    /// The file of a line.
    pub(super) fn home(&self, line: &Line) -> Option<&Arc<str>> {
        self.files.home(line.place)
    }

    /// The files, in the order of their names.
    pub(super) fn files(&self) -> &[Arc<str>] {
        &self.files.names
    }

    /// Something about each file.
    pub(super) fn by_file<T>(&self, ask: impl Fn(Option<&str>) -> T) -> ByFile<T> {
        ByFile { no_file: ask(None), files: self.files.names.iter().map(|file| ask(Some(file))).collect() }
    }

    /// The numbers of the lines of a finding.
    pub(super) fn of_finding(&self, fingerprint: Fingerprint) -> Range<usize> {
        let start = self.lines.partition_point(|line| line.fingerprint < fingerprint);
        let rest = self.lines.get(start..).unwrap_or_default();
        start..start + rest.partition_point(|line| line.fingerprint == fingerprint)
    }

    /// The number of the line of a finding in a file.
    pub(super) fn of_finding_in(&self, fingerprint: Fingerprint, home: Option<&str>) -> Option<usize> {
        let place = self.files.place(home)?;
        self.lines.binary_search_by_key(&(fingerprint, place), |line| (line.fingerprint, line.place)).ok()
    }

    /// How many more of its findings there are than another holds.
    pub fn more_than(&self, other: &Self) -> u64 {
        let held = |line: &Line| {
            let number = other.of_finding_in(line.fingerprint, self.home(line).map(|name| &**name));
            number.and_then(|number| other.line(number)).map_or(0, |line| line.count)
        };
        self.lines.iter().fold(0, |sum, line| sum.saturating_add(line.count.saturating_sub(held(line))))
    }

    /// The same findings, their files under other names.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> Self {
        let names = self.by_file(|file| file.and_then(&name));
        let mut renamed = Gathered::default();
        renamed.lines.reserve_exact(self.lines.len());
        for line in &self.lines {
            let home = names.of(line).as_deref();
            renamed.add(line.fingerprint, line.rule, line.severity, home, line.count);
        }
        renamed.baseline()
    }
}

/// Something about each file of a baseline, and about what came from none.
pub(super) struct ByFile<T> {
    no_file: T,
    files: Vec<T>,
}

impl<T> ByFile<T> {
    /// About the file of a line.
    pub(super) fn of(&self, line: &Line) -> &T {
        line.place.index().and_then(|index| self.files.get(index)).unwrap_or(&self.no_file)
    }

    /// All of it.
    pub(super) fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.no_file).chain(&self.files)
    }
}
