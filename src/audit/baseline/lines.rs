//! The lines of a baseline, kept in a temporary file because there may be millions.

use std::collections::BTreeMap;
use std::io;

use crate::finding::{Fingerprint, Severity};
use crate::law::Rule;
use crate::spill::{Sorted, Sorter, Spool, SpoolEntry, read_line, write_line};

/// A known finding with its number in one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BaselineLine<'n> {
    pub fingerprint: Fingerprint,
    /// The path; `None` for standard input.
    pub file: Option<&'n str>,
    pub rule: Rule,
    pub severity: Severity,
    pub count: u64,
}

/// The length of the end of a packed line: the severity, the rule and the count.
const TAIL: usize = 2 + COUNT;

const COUNT: usize = size_of::<u64>();

/// The byte before the name of a file.
const NAME: u8 = 1;

/// The byte after it. No path holds it, and it sorts a name before all longer ones.
const END: u8 = 0;

impl<'n> BaselineLine<'n> {
    /// The key by which lines are sorted.
    fn key(&self) -> (Fingerprint, Option<&'n str>) {
        (self.fingerprint, self.file)
    }

    /// Packs the line so that the order of bytes is the order of [`Self::key`], then of falling severity.
    fn pack(&self, out: &mut Vec<u8>) {
        out.extend(self.fingerprint.0.to_be_bytes());
        self.pack_file(out);
        self.pack_tail(out);
    }

    fn unpacked(bytes: &'n [u8]) -> Option<Self> {
        let (fingerprint, rest) = bytes.split_first_chunk()?;
        let (file, tail) = rest.split_last_chunk()?;
        Self::of_parts(file, *fingerprint, *tail)
    }

    /// Packs the line so that the order of bytes is the order of files, then of fingerprints.
    fn pack_by_file(&self, out: &mut Vec<u8>) {
        self.pack_file(out);
        out.extend(self.fingerprint.0.to_be_bytes());
        self.pack_tail(out);
    }

    pub(super) fn unpacked_by_file(bytes: &'n [u8]) -> Option<Self> {
        let (rest, tail) = bytes.split_last_chunk()?;
        let (file, fingerprint) = rest.split_last_chunk()?;
        Self::of_parts(file, *fingerprint, *tail)
    }

    fn pack_file(&self, out: &mut Vec<u8>) {
        if let Some(name) = self.file {
            out.push(NAME);
            out.extend(name.as_bytes());
        }
        out.push(END);
    }

    fn pack_tail(&self, out: &mut Vec<u8>) {
        out.extend([!(self.severity as u8), self.rule as u8]);
        out.extend(self.count.to_be_bytes());
    }

    fn of_parts(file: &'n [u8], fingerprint: [u8; 16], tail: [u8; TAIL]) -> Option<Self> {
        let file = match file {
            [END] => None,
            [NAME, name @ .., END] => Some(str::from_utf8(name).ok()?),
            _ => return None,
        };
        let [severity, rule, count @ ..] = tail;
        Some(Self {
            fingerprint: Fingerprint(u128::from_be_bytes(fingerprint)),
            file,
            rule: *Rule::ALL.get(usize::from(rule))?,
            severity: *Severity::ALL.get(usize::from(!severity))?,
            count: u64::from_be_bytes(count),
        })
    }
}

/// Adds the count of a packed line to the line before it, if both are of one finding in one file, and returns whether they
/// are. The severity and the rule of the earlier line, the most severe, remain.
fn add_same(before: &mut [u8], line: &[u8]) -> bool {
    let Some((line, more)) = line.split_last_chunk() else { return false };
    let Some((known, count)) = before.split_last_chunk_mut() else { return false };
    let is_same = line.get(..line.len().saturating_sub(TAIL - COUNT))
        == known.get(..known.len().saturating_sub(TAIL - COUNT));
    if is_same {
        *count = u64::from_be_bytes(*count).saturating_add(u64::from_be_bytes(*more)).to_be_bytes();
    }
    is_same
}

/// Collects the lines of a baseline in any order.
#[derive(Default, Debug)]
pub struct BaselineBuilder {
    lines: Sorter,
    packed: Vec<u8>,
}

impl BaselineBuilder {
    /// Adds the findings of a line.
    pub(super) fn add(&mut self, line: &BaselineLine<'_>) -> io::Result<()> {
        if line.count == 0 {
            return Ok(());
        }
        self.packed.clear();
        line.pack(&mut self.packed);
        self.lines.push(&self.packed)
    }

    /// Sorts the lines and joins those of one finding in one file.
    pub fn baseline(self) -> io::Result<Baseline> {
        let mut lines = self.lines.sorted()?;
        let mut baseline = Baseline::default();
        let (mut page, mut first) = (Vec::new(), None);
        let mut next = lines.next()?;
        while let Some(mut packed) = next {
            next = lines.next()?;
            while next.as_ref().is_some_and(|later| add_same(&mut packed, later)) {
                next = lines.next()?;
            }
            let line = BaselineLine::unpacked(&packed).ok_or(io::ErrorKind::InvalidData)?;
            if page.len() + packed.len() > PAGE {
                baseline.end_page(&mut page, &mut first)?;
            }
            first.get_or_insert((line.fingerprint, baseline.lines));
            write_line(&mut page, &packed);
            baseline.lines += 1;
            baseline.findings = baseline.findings.saturating_add(line.count);
        }
        baseline.end_page(&mut page, &mut first)?;
        Ok(baseline)
    }
}

/// The known findings, sorted by fingerprint and then by file, with their number in each file.
///
/// The lines are in a temporary file. Only the first line of each page is in memory.
#[derive(Default, Debug)]
pub struct Baseline {
    spool: Spool,
    pages: Vec<LinePage>,
    lines: usize,
    findings: u64,
}

/// A page of lines in the temporary file.
#[derive(Debug)]
struct LinePage {
    /// The fingerprint of the first line.
    first: Fingerprint,
    /// The number of the first line.
    number: usize,
    slip: SpoolEntry,
}

/// In bytes. Only a line that is longer has a longer page.
const PAGE: usize = 8 << 10;

/// A line with its number in the baseline, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NumberedLine<'n> {
    pub number: usize,
    pub line: BaselineLine<'n>,
}

/// The number and count of a line that was looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FoundLine {
    pub number: usize,
    pub count: u64,
}

impl Baseline {
    /// Writes a page, whose first line has this fingerprint and number; nothing if the page is empty.
    fn end_page(&mut self, page: &mut Vec<u8>, first: &mut Option<(Fingerprint, usize)>) -> io::Result<()> {
        if let Some((first, number)) = first.take() {
            self.pages.push(LinePage { first, number, slip: self.spool.put(page)? });
            page.clear();
        }
        Ok(())
    }

    /// The number of findings.
    pub fn findings(&self) -> u64 {
        self.findings
    }

    /// All lines, in order.
    pub(super) fn all(&self) -> BaselineLines<'_> {
        self.lines_of(0)
    }

    /// The lines from a number on.
    pub(super) fn from(&self, number: usize) -> io::Result<BaselineLines<'_>> {
        let after = self.pages.partition_point(|page| page.number <= number);
        let mut lines = self.lines_of(after.saturating_sub(1));
        while lines.number < number && lines.next()?.is_some() {}
        Ok(lines)
    }

    /// The lines from a page on.
    fn lines_of(&self, page: usize) -> BaselineLines<'_> {
        let number = self.pages.get(page).map_or(self.lines, |page| page.number);
        BaselineLines { baseline: self, next_page: page, page: Vec::new(), at: 0, number }
    }

    /// The number of the first line with a fingerprint.
    pub(super) fn first_of(&self, fingerprint: Fingerprint) -> io::Result<Option<usize>> {
        let page = self.pages.partition_point(|page| page.first < fingerprint);
        let mut lines = self.lines_of(page.saturating_sub(1));
        while let Some(NumberedLine { number, line }) = lines.next()? {
            if line.fingerprint >= fingerprint {
                return Ok((line.fingerprint == fingerprint).then_some(number));
            }
        }
        Ok(None)
    }

    /// Finds the line of the same finding in the same file.
    pub(super) fn same_as(&self, wanted: &BaselineLine<'_>) -> io::Result<Option<FoundLine>> {
        // The line is in the last page that begins with it or before it. One fingerprint may fill many pages.
        let fingerprint = wanted.fingerprint;
        let mut low = self.pages.partition_point(|page| page.first < fingerprint).saturating_sub(1);
        let mut high = self.pages.partition_point(|page| page.first <= fingerprint);
        while low + 1 < high {
            let middle = low.midpoint(high);
            if self.lines_of(middle).next()?.is_some_and(|first| first.line.key() <= wanted.key()) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut lines = self.lines_of(low);
        while let Some(NumberedLine { number, line }) = lines.next()? {
            if line.key() >= wanted.key() {
                let is_same = line.key() == wanted.key();
                return Ok(is_same.then_some(FoundLine { number, count: line.count }));
            }
        }
        Ok(None)
    }

    /// The number of findings that another baseline does not hold.
    pub fn more_than(&self, other: &Self) -> io::Result<u64> {
        let mut sum = 0_u64;
        let (mut own, mut others) = (self.all(), other.all());
        let mut held = others.next()?;
        while let Some(NumberedLine { line, .. }) = own.next()? {
            while held.is_some_and(|held| held.line.key() < line.key()) {
                held = others.next()?;
            }
            let same = held.filter(|held| held.line.key() == line.key());
            sum = sum.saturating_add(line.count.saturating_sub(same.map_or(0, |held| held.line.count)));
        }
        Ok(sum)
    }

    /// The same findings with other names of their files.
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> io::Result<Self> {
        let mut renamed = BaselineBuilder::default();
        // Lines of a few files alternate.
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut lines = self.all();
        while let Some(NumberedLine { line, .. }) = lines.next()? {
            if names.len() >= MOST_NAMES {
                names.clear();
            }
            let file = match line.file {
                None => None,
                Some(file) => match names.get(file) {
                    Some(known) => known.as_deref(),
                    None => names.entry(file.to_owned()).or_insert_with(|| name(file)).as_deref(),
                },
            };
            renamed.add(&BaselineLine { file, ..line })?;
        }
        renamed.baseline()
    }

    /// All lines, sorted by file and then by fingerprint.
    pub fn by_file(&self) -> io::Result<LinesByFile> {
        let mut sorter = Sorter::default();
        let mut packed = Vec::new();
        let mut lines = self.all();
        while let Some(NumberedLine { line, .. }) = lines.next()? {
            packed.clear();
            line.pack_by_file(&mut packed);
            sorter.push(&packed)?;
        }
        Ok(LinesByFile(sorter.sorted()?))
    }
}

/// The greatest number of names cached while files are renamed.
const MOST_NAMES: usize = 1 << 12;

/// Packed lines sorted by file.
#[derive(Debug)]
pub struct LinesByFile(pub(super) Sorted);

/// Reads the lines of a baseline in order.
pub(super) struct BaselineLines<'b> {
    baseline: &'b Baseline,
    next_page: usize,
    page: Vec<u8>,
    /// The index in the page of the next line.
    at: usize,
    /// The number of the next line.
    number: usize,
}

impl BaselineLines<'_> {
    pub(super) fn next(&mut self) -> io::Result<Option<NumberedLine<'_>>> {
        if self.at >= self.page.len() {
            let Some(page) = self.baseline.pages.get(self.next_page) else { return Ok(None) };
            (self.page, self.at) = (self.baseline.spool.get(page.slip)?, 0);
            self.next_page += 1;
        }
        let mut rest = self.page.get(self.at..).unwrap_or_default();
        let packed = read_line(&mut rest).ok_or(io::ErrorKind::InvalidData)?;
        let line = BaselineLine::unpacked(packed).ok_or(io::ErrorKind::InvalidData)?;
        self.at = self.page.len() - rest.len();
        let number = self.number;
        self.number += 1;
        Ok(Some(NumberedLine { number, line }))
    }
}
