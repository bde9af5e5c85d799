//! The lines of a baseline: put aside, since there may be millions.

use std::collections::BTreeMap;
use std::io;

use crate::finding::{Fingerprint, Severity};
use crate::law::Rule;
use crate::spill::{Slip, Sorted, Sorter, Spool, put_line, take_line};

/// How many there are of a finding in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BaselineLine<'n> {
    pub fingerprint: Fingerprint,
    /// By its path; none where it came from no file.
    pub file: Option<&'n str>,
    pub rule: Rule,
    pub severity: Severity,
    pub count: u64,
}

/// Of packed bytes these are the last: the severity, the rule and the count.
const TAIL: usize = 2 + COUNT;

const COUNT: usize = size_of::<u64>();

/// What stands before a name.
const NAME: u8 = 1;

/// What stands behind it: no path holds it, and it comes before all that a longer name may go on with.
const END: u8 = 0;

impl<'n> BaselineLine<'n> {
    /// Lines are in the order of these.
    fn key(&self) -> (Fingerprint, Option<&'n str>) {
        (self.fingerprint, self.file)
    }

    /// In the order of bytes such lines are in the order of their fingerprints, those of one in the order of their files,
    /// without a file before all with one; of a file the gravest first.
    fn pack(&self, out: &mut Vec<u8>) {
        self.pack_key(out);
        self.pack_tail(out);
    }

    fn pack_key(&self, out: &mut Vec<u8>) {
        out.extend(self.fingerprint.0.to_be_bytes());
        self.pack_file(out);
    }

    fn unpacked(bytes: &'n [u8]) -> Option<Self> {
        let (fingerprint, rest) = bytes.split_first_chunk()?;
        let (file, tail) = rest.split_last_chunk()?;
        Self::of_parts(file, *fingerprint, *tail)
    }

    /// The same in the order of files.
    fn pack_by_file(&self, out: &mut Vec<u8>) {
        self.pack_file(out);
        out.extend(self.fingerprint.0.to_be_bytes());
        self.pack_tail(out);
    }

    fn unpacked_by_file(bytes: &'n [u8]) -> Option<Self> {
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

/// Adds the count of a line to the line before it, if both are of one finding in one file; returns whether they are. The
/// severity and rule of the first, the gravest, remain.
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

/// Lines as they come, in any order.
#[derive(Default, Debug)]
pub struct Gathered {
    lines: Sorter,
    packed: Vec<u8>,
}

impl Gathered {
    /// Counts some in.
    ///
    /// # Errors
    /// What the disk says, asked for lines before.
    pub(super) fn add(&mut self, line: &BaselineLine<'_>) -> io::Result<()> {
        if line.count == 0 {
            return Ok(());
        }
        self.packed.clear();
        line.pack(&mut self.packed);
        self.lines.push(&self.packed)
    }

    /// Puts all in order.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub fn baseline(self) -> io::Result<Baseline> {
        let mut lines = self.lines.sorted()?;
        let mut baseline = Baseline::default();
        let mut page = Vec::new();
        let mut next = lines.next()?;
        while let Some(mut line) = next {
            next = lines.next()?;
            while let Some(same) = next.take_if(|later| add_same(&mut line, later)) {
                drop(same);
                next = lines.next()?;
            }
            baseline.push(&line, &mut page)?;
        }
        baseline.end_page(&mut page)?;
        Ok(baseline)
    }
}

/// Findings that are known, and how many of each in which file: in the order of their fingerprints, those of one
/// fingerprint in the order of the files' names.
#[derive(Default, Debug)]
pub struct Baseline {
    spool: Spool,
    pages: Vec<Page>,
    lines: usize,
    findings: u64,
}

/// Lines put aside together.
#[derive(Debug)]
struct Page {
    /// The fingerprint of the first of them.
    first: Fingerprint,
    /// Its number among all.
    number: usize,
    slip: Slip,
}

/// In bytes. Only a line that is longer has a longer page.
const PAGE: usize = 8 << 10;

/// A line by its number among those of a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbered<'n> {
    pub number: usize,
    pub line: BaselineLine<'n>,
}

/// The bytes of a line, by its number among those of a baseline.
struct Packed<'n> {
    number: usize,
    bytes: &'n [u8],
}

impl Packed<'_> {
    /// Of which finding in which file it is.
    fn key(&self) -> &[u8] {
        self.bytes.get(..self.bytes.len().saturating_sub(TAIL)).unwrap_or_default()
    }

    fn count(&self) -> u64 {
        self.bytes.last_chunk().map_or(0, |count| u64::from_be_bytes(*count))
    }
}

/// A line where it is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub number: usize,
    pub count: u64,
}

impl Baseline {
    /// Appends a line that comes after those before, to the page that is not put aside yet.
    fn push(&mut self, packed: &[u8], page: &mut Vec<u8>) -> io::Result<()> {
        let line = BaselineLine::unpacked(packed).ok_or(io::ErrorKind::InvalidData)?;
        if page.len() + packed.len() > PAGE {
            self.end_page(page)?;
        }
        put_line(page, packed);
        self.lines += 1;
        self.findings = self.findings.saturating_add(line.count);
        Ok(())
    }

    /// Puts a page aside.
    fn end_page(&mut self, page: &mut Vec<u8>) -> io::Result<()> {
        let (mut rest, mut lines) = (&**page, Vec::new());
        while let Some(line) = take_line(&mut rest) {
            lines.push(line);
        }
        if let Some(first) = lines.first().and_then(|first| BaselineLine::unpacked(first)) {
            let (first, number) = (first.fingerprint, self.lines - lines.len());
            self.pages.push(Page { first, number, slip: self.spool.put(page)? });
        }
        page.clear();
        Ok(())
    }

    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.findings
    }

    /// All lines, in order.
    pub(super) fn all(&self) -> Lines<'_> {
        self.lines_of(0)
    }

    /// The lines from one on.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub(super) fn from(&self, number: usize) -> io::Result<Lines<'_>> {
        let behind = self.pages.partition_point(|page| page.number <= number);
        let mut lines = self.lines_of(behind.saturating_sub(1));
        while lines.number < number && lines.next()?.is_some() {}
        Ok(lines)
    }

    /// The lines of a page and of those behind it.
    fn lines_of(&self, page: usize) -> Lines<'_> {
        let number = self.pages.get(page).map_or(self.lines, |page| page.number);
        Lines { baseline: self, next_page: page, page: Vec::new(), at: 0, number }
    }

    /// The number of the first line of a finding.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub(super) fn first_of(&self, fingerprint: Fingerprint) -> io::Result<Option<usize>> {
        let page = self.pages.partition_point(|page| page.first < fingerprint);
        let mut lines = self.lines_of(page.saturating_sub(1));
        while let Some(Numbered { number, line }) = lines.next()? {
            if line.fingerprint >= fingerprint {
                return Ok((line.fingerprint == fingerprint).then_some(number));
            }
        }
        Ok(None)
    }

    /// The line of the same finding in the same file.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub(super) fn same_as(&self, line: &BaselineLine<'_>) -> io::Result<Option<Known>> {
        let fingerprint = line.fingerprint;
        let mut wanted = Vec::new();
        line.pack_key(&mut wanted);
        // It stands in the last page that begins with it or before it: those of one finding may be many.
        let mut low = self.pages.partition_point(|page| page.first < fingerprint).saturating_sub(1);
        let mut high = self.pages.partition_point(|page| page.first <= fingerprint);
        while low + 1 < high {
            let middle = low.midpoint(high);
            let mut lines = self.lines_of(middle);
            if lines.next_packed()?.is_some_and(|first| first.key() <= &*wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut lines = self.lines_of(low);
        while let Some(packed) = lines.next_packed()? {
            if packed.key() >= &*wanted {
                let is_same = packed.key() == &*wanted;
                return Ok(is_same.then(|| Known { number: packed.number, count: packed.count() }));
            }
        }
        Ok(None)
    }

    /// How many more of its findings there are than another holds.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub fn more_than(&self, other: &Self) -> io::Result<u64> {
        let mut sum = 0_u64;
        let (mut own, mut others) = (self.all(), other.all());
        let mut held = others.next()?;
        while let Some(Numbered { line, .. }) = own.next()? {
            while held.is_some_and(|held| held.line.key() < line.key()) {
                held = others.next()?;
            }
            let same = held.filter(|held| held.line.key() == line.key());
            sum = sum.saturating_add(line.count.saturating_sub(same.map_or(0, |held| held.line.count)));
        }
        Ok(sum)
    }

    /// The same findings, their files under other names.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub fn renamed(&self, name: impl Fn(&str) -> Option<String>) -> io::Result<Self> {
        let mut renamed = Gathered::default();
        let mut names: BTreeMap<String, Option<String>> = BTreeMap::new();
        let mut lines = self.all();
        while let Some(Numbered { line, .. }) = lines.next()? {
            if names.len() >= MOST_NAMES {
                names.clear();
            }
            let file = match line.file {
                None => None,
                // Lines of a few files come in any order.
                Some(file) => match names.get(file) {
                    Some(known) => known.as_deref(),
                    None => names.entry(file.to_owned()).or_insert_with(|| name(file)).as_deref(),
                },
            };
            renamed.add(&BaselineLine { file, ..line })?;
        }
        renamed.baseline()
    }

    /// All lines in the order of their files, those of a file in the order of their fingerprints.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub fn by_file(&self) -> io::Result<ByFile> {
        let mut sorter = Sorter::default();
        let mut packed = Vec::new();
        let mut lines = self.all();
        while let Some(Numbered { line, .. }) = lines.next()? {
            packed.clear();
            line.pack_by_file(&mut packed);
            sorter.push(&packed)?;
        }
        Ok(ByFile { lines: sorter.sorted()?, line: Vec::new() })
    }
}

/// So many names are held where files are renamed.
const MOST_NAMES: usize = 1 << 12;

/// Lines in the order of their files.
#[derive(Debug)]
pub struct ByFile {
    lines: Sorted,
    /// The last one taken.
    line: Vec<u8>,
}

impl ByFile {
    /// The next.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub(super) fn next(&mut self) -> io::Result<Option<BaselineLine<'_>>> {
        let Some(line) = self.lines.next()? else { return Ok(None) };
        self.line = line;
        Ok(Some(BaselineLine::unpacked_by_file(&self.line).ok_or(io::ErrorKind::InvalidData)?))
    }
}

/// Lines of a baseline, one after the other.
pub(super) struct Lines<'b> {
    baseline: &'b Baseline,
    /// The page after the one at hand.
    next_page: usize,
    page: Vec<u8>,
    /// How many bytes of the page were read.
    at: usize,
    /// The number of the next.
    number: usize,
}

impl Lines<'_> {
    /// The next.
    ///
    /// # Errors
    /// What the disk says on which they were put aside.
    pub(super) fn next(&mut self) -> io::Result<Option<Numbered<'_>>> {
        let Some(Packed { number, bytes }) = self.next_packed()? else { return Ok(None) };
        let line = BaselineLine::unpacked(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Some(Numbered { number, line }))
    }

    fn next_packed(&mut self) -> io::Result<Option<Packed<'_>>> {
        if self.at >= self.page.len() {
            let Some(page) = self.baseline.pages.get(self.next_page) else { return Ok(None) };
            (self.page, self.at) = (self.baseline.spool.get(page.slip)?, 0);
            self.next_page += 1;
        }
        let mut rest = self.page.get(self.at..).unwrap_or_default();
        let line = take_line(&mut rest).ok_or(io::ErrorKind::InvalidData)?;
        self.at = self.page.len() - rest.len();
        let number = self.number;
        self.number += 1;
        Ok(Some(Packed { number, bytes: line }))
    }
}
