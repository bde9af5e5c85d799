//! Lines of bytes that come in any order and are read in theirs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::marker::PhantomData;

use super::lines::{Pages, put_line, take_line};
use super::{Slip, Spool};

/// So many bytes of lines are held.
const HELD: usize = 1 << 20;

/// So many runs are made one: of each a page is held where they are read.
const MOST_RUNS: usize = 64;

/// What becomes of a line that stands behind another.
pub(crate) trait Fold {
    /// Takes the line into the one before it, if both are of one thing; whether they are.
    fn fold(before: &mut Vec<u8>, line: &[u8]) -> bool;
}

/// Lines that stay as they are.
#[derive(Debug)]
pub(crate) enum Apart {}

impl Fold for Apart {
    fn fold(_: &mut Vec<u8>, _: &[u8]) -> bool {
        false
    }
}

/// Lines as they come.
#[derive(Debug)]
pub(crate) struct Sorter<F = Apart> {
    held: Held,
    /// What was put aside: each run of one of them is of as many lines as [`MOST_RUNS`] of the one before.
    levels: Vec<Level>,
    fold: PhantomData<F>,
}

/// Lines in memory.
#[derive(Debug, Default)]
struct Held {
    bytes: Vec<u8>,
    /// Where each stands.
    places: Vec<u32>,
}

/// Runs of about the same length.
#[derive(Debug, Default)]
struct Level {
    runs: Vec<Run>,
    spool: Spool,
}

/// Lines in order, in pages one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: Slip,
    end: Slip,
}

impl<F> Default for Sorter<F> {
    fn default() -> Self {
        Self { held: Held::default(), levels: Vec::new(), fold: PhantomData }
    }
}

impl<F: Fold> Sorter<F> {
    /// Takes a line in. Of one longer than 4 GiB only so much is kept.
    ///
    /// # Errors
    /// What the disk says, asked for lines before.
    pub(crate) fn push(&mut self, line: &[u8]) -> io::Result<()> {
        if self.held.bytes.len() >= HELD {
            self.put_aside()?;
        }
        self.held.push(line);
        Ok(())
    }

    /// All of them, in order.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn in_order(mut self) -> io::Result<InOrder<F>> {
        if !self.levels.is_empty() {
            self.put_aside()?;
            self.held = Held::default();
        }
        Ok(InOrder::of(self.held, self.levels))
    }

    fn put_aside(&mut self) -> io::Result<()> {
        let mut lines = InOrder::of(std::mem::take(&mut self.held), Vec::new());
        self.add_run(0, &mut lines)?;
        self.held = lines.held;
        self.held.clear();
        for number in 0.. {
            let Some(level) = self.levels.get_mut(number).filter(|level| level.runs.len() >= MOST_RUNS)
            else {
                break;
            };
            let full = std::mem::take(level);
            self.add_run(number + 1, &mut InOrder::of(Held::default(), vec![full]))?;
        }
        Ok(())
    }

    fn add_run(&mut self, number: usize, lines: &mut InOrder<F>) -> io::Result<()> {
        if self.levels.len() <= number {
            self.levels.resize_with(number + 1, Level::default);
        }
        let Some(Level { runs, spool }) = self.levels.get_mut(number) else { return Ok(()) };
        let first = spool.next();
        let mut pages = Pages::default();
        while let Some(line) = lines.next()? {
            pages.put(line, spool);
        }
        pages.end(spool);
        runs.push(Run { first, end: spool.next() });
        Ok(())
    }
}

impl Held {
    fn push(&mut self, line: &[u8]) {
        // No more than is held, and a line.
        self.places.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
        put_line(&mut self.bytes, line);
    }

    fn line(&self, place: u32) -> &[u8] {
        self.bytes.get(place as usize..).and_then(|mut bytes| take_line(&mut bytes)).unwrap_or_default()
    }

    fn nth(&self, number: usize) -> Option<&[u8]> {
        self.places.get(number).map(|place| self.line(*place))
    }

    fn sort(&mut self) {
        let mut places = std::mem::take(&mut self.places);
        places.sort_unstable_by(|one, other| self.line(*one).cmp(self.line(*other)));
        self.places = places;
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.places.clear();
    }
}

/// Lines in order.
#[derive(Debug)]
pub(crate) struct InOrder<F = Apart> {
    /// All of them, where nothing was put aside.
    held: Held,
    /// How many of those were met.
    met: usize,
    /// Runs of which nothing was read.
    unread: Vec<Rest>,
    /// The others, by their next lines.
    heads: BinaryHeap<Reverse<Head>>,
    spools: Vec<Spool>,
    /// The line that was met last.
    last: Vec<u8>,
    fold: PhantomData<F>,
}

/// The next line of a run. What it is compared by comes first.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Head {
    line: Vec<u8>,
    rest: Rest,
}

/// What of a run is still to be read.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rest {
    /// The number of its spool.
    spool: usize,
    next: Slip,
    end: Slip,
    page: Vec<u8>,
    /// How many bytes of the page were read.
    at: usize,
}

impl<F: Fold> InOrder<F> {
    fn of(mut held: Held, levels: Vec<Level>) -> Self {
        held.sort();
        let mut unread = Vec::new();
        let mut spools = Vec::new();
        for (number, Level { runs, spool }) in levels.into_iter().enumerate() {
            let rest = |Run { first, end }| Rest { spool: number, next: first, end, page: Vec::new(), at: 0 };
            unread.extend(runs.into_iter().map(rest));
            spools.push(spool);
        }
        let (heads, last) = (BinaryHeap::new(), Vec::new());
        Self { held, met: 0, unread, heads, spools, last, fold: PhantomData }
    }

    /// The next, and with it what it is folded with.
    ///
    /// # Errors
    /// What the disk says.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        let is_there =
            if self.spools.is_empty() { self.next_held() } else { self.begin()? && self.next_of_runs()? };
        Ok(is_there.then_some(&*self.last))
    }

    fn next_held(&mut self) -> bool {
        let Some(line) = self.held.nth(self.met) else { return false };
        self.met += 1;
        self.last.clear();
        self.last.extend_from_slice(line);
        while self.held.nth(self.met).is_some_and(|line| F::fold(&mut self.last, line)) {
            self.met += 1;
        }
        true
    }

    /// Reads the first line of each run, once; whether any has one left.
    fn begin(&mut self) -> io::Result<bool> {
        for mut rest in std::mem::take(&mut self.unread) {
            let mut line = Vec::new();
            if rest.read(&mut line, &self.spools)? {
                self.heads.push(Reverse(Head { line, rest }));
            }
        }
        Ok(!self.heads.is_empty())
    }

    fn next_of_runs(&mut self) -> io::Result<bool> {
        let mut is_first = true;
        while let Some(mut least) = self.heads.peek_mut() {
            let Head { line, rest } = &mut least.0;
            if is_first {
                std::mem::swap(line, &mut self.last);
                is_first = false;
            } else if !F::fold(&mut self.last, line) {
                break;
            }
            if !rest.read(line, &self.spools)? {
                PeekMut::pop(least);
            }
        }
        Ok(!is_first)
    }
}

impl Rest {
    /// Reads the next line; whether there is one.
    fn read(&mut self, line: &mut Vec<u8>, spools: &[Spool]) -> io::Result<bool> {
        if self.at >= self.page.len() {
            let Some(spool) = spools.get(self.spool).filter(|_| self.next < self.end) else {
                return Ok(false);
            };
            let mut reader = spool.reader();
            let page = reader.piece(self.next)?;
            self.page.clear();
            self.page.extend_from_slice(page);
            self.next = self.next.behind(page.len());
            self.at = 0;
        }
        let mut bytes = self.page.get(self.at..).unwrap_or_default();
        let next = take_line(&mut bytes).ok_or(io::ErrorKind::InvalidData)?;
        line.clear();
        line.extend_from_slice(next);
        self.at = self.page.len() - bytes.len();
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted<F: Fold>(lines: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
        let mut sorter = Sorter::<F>::default();
        for line in lines {
            sorter.push(&line).unwrap();
        }
        let mut in_order = sorter.in_order().unwrap();
        let mut met = Vec::new();
        while let Some(line) = in_order.next().unwrap() {
            met.push(line.to_vec());
        }
        assert!(in_order.next().unwrap().is_none(), "and stays at its end");
        met
    }

    fn shuffled(lines: u32, among: u32) -> impl Iterator<Item = u32> {
        (0..lines).map(move |number| number.wrapping_mul(0x9e37_79b9) % among)
    }

    #[test]
    fn lines_come_in_order() {
        for number_of in [0, 1, 1_000, 300_000] {
            let lines = shuffled(number_of, 200_000).map(|number| format!("line {number}").into_bytes());
            let mut lines: Vec<_> = lines.collect();
            let in_order = sorted::<Apart>(lines.clone());
            lines.sort();
            assert_eq!(in_order, lines, "{number_of}");
        }
    }

    #[test]
    fn lines_may_be_empty_and_long() {
        let lengths = [0, 3 * HELD, 1, 8_184, 0, 8_180, 8_185, 2 * HELD, 7];
        let mut lines: Vec<_> = lengths.iter().map(|length| vec![b'a'; *length]).collect();
        let in_order = sorted::<Apart>(lines.clone());
        lines.sort();
        assert_eq!(in_order, lines);
    }

    /// Lines that are padded, so that few fill what is held.
    fn padded(number: u32) -> Vec<u8> {
        let mut line = number.to_be_bytes().to_vec();
        line.resize(2 << 10, 0);
        line
    }

    #[test]
    fn runs_are_made_one_where_they_are_many() {
        let (lines, among) = (70_000, 50_000);
        let mut sorter = Sorter::<Apart>::default();
        for number in shuffled(lines, among) {
            sorter.push(&padded(number)).unwrap();
            assert!(sorter.held.bytes.len() <= HELD + (3 << 10));
            assert!(sorter.levels.iter().all(|level| level.runs.len() < MOST_RUNS));
        }
        assert_eq!(sorter.levels.len(), 2);
        let mut due: Vec<u32> = shuffled(lines, among).collect();
        due.sort_unstable();
        let mut in_order = sorter.in_order().unwrap();
        for number in due {
            assert_eq!(in_order.next().unwrap().unwrap(), padded(number));
        }
        assert!(in_order.next().unwrap().is_none());
    }

    /// A number, and behind it how many there are.
    enum Counted {}

    impl Fold for Counted {
        fn fold(before: &mut Vec<u8>, line: &[u8]) -> bool {
            let is_same = before[..4] == line[..4];
            if is_same {
                let sum =
                    [&before[4..], &line[4..]].map(|count| u32::from_be_bytes(count.try_into().unwrap()));
                before[4..].copy_from_slice(&sum.iter().sum::<u32>().to_be_bytes());
            }
            is_same
        }
    }

    #[test]
    fn what_is_of_one_thing_is_one_line() {
        for lines in [1_000, 2_000_000] {
            let counted = sorted::<Counted>(
                shuffled(lines, 300).map(|number| [number, 1].map(u32::to_be_bytes).concat()),
            );
            let mut due = [0_u32; 300];
            for number in shuffled(lines, 300) {
                due[number as usize] += 1;
            }
            let due = (0_u32..).zip(due).filter(|(_, count)| *count > 0);
            let due: Vec<_> =
                due.map(|(number, count)| [number, count].map(u32::to_be_bytes).concat()).collect();
            assert_eq!(counted, due);
        }
    }
}
