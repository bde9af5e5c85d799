//! An external merge sort of byte strings.
//!
//! At most [`MOST_IN_MEMORY`] bytes of lines are in memory; more are written as a sorted run. While the runs are merged, one
//! page of each is in memory: 4 KiB for each MiB of lines.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;

use super::{Spool, SpoolEntry};

/// In bytes, with [`OVERHEAD`] for each line.
const MOST_IN_MEMORY: usize = 1 << 20;

/// Bytes that the list and the allocator need for a line.
const OVERHEAD: usize = 32;

/// In bytes. A longer line has a page of its own.
const PAGE: usize = 4 << 10;

/// Appends a line after its length.
pub(crate) fn write_line(bytes: &mut Vec<u8>, line: &[u8]) {
    bytes.extend((line.len() as u64).to_le_bytes());
    bytes.extend_from_slice(line);
}

/// Takes a line that [`put_line`] wrote from the front of `bytes`.
pub(crate) fn read_line<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (line, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
    *bytes = rest;
    Some(line)
}

#[derive(Debug, Default)]
pub(crate) struct Sorter {
    in_memory: Vec<Box<[u8]>>,
    /// The size of `in_memory` in bytes, with [`OVERHEAD`] for each line.
    size: usize,
    spool: Spool,
    /// The pages of each run.
    runs: Vec<Vec<SpoolEntry>>,
}

impl Sorter {
    pub(crate) fn push(&mut self, line: &[u8]) -> io::Result<()> {
        if self.size >= MOST_IN_MEMORY {
            self.write_run()?;
        }
        self.size += line.len() + OVERHEAD;
        self.in_memory.push(line.into());
        Ok(())
    }

    pub(crate) fn sorted(mut self) -> io::Result<Sorted> {
        if !self.runs.is_empty() {
            self.write_run()?;
        }
        self.in_memory.sort_unstable();
        let Self { in_memory, spool, runs, .. } = self;
        let in_memory = in_memory.into_iter();
        let mut sorted = Sorted { in_memory, spool, runs: Vec::new(), heads: BinaryHeap::new() };
        for (number, pages) in runs.into_iter().enumerate() {
            sorted.runs.push(RunReader { pages: pages.into_iter(), page: Vec::new(), at: 0 });
            sorted.advance(number)?;
        }
        Ok(sorted)
    }

    fn write_run(&mut self) -> io::Result<()> {
        self.in_memory.sort_unstable();
        let (mut page, mut slips) = (Vec::new(), Vec::new());
        for line in self.in_memory.drain(..) {
            if !page.is_empty() && page.len() + line.len() > PAGE {
                slips.push(self.spool.put(&page)?);
                page.clear();
            }
            write_line(&mut page, &line);
        }
        slips.push(self.spool.put(&page)?);
        self.runs.push(slips);
        self.size = 0;
        Ok(())
    }
}

/// Lines in order: all in memory, or all in runs.
#[derive(Debug)]
pub(crate) struct Sorted {
    in_memory: std::vec::IntoIter<Box<[u8]>>,
    spool: Spool,
    runs: Vec<RunReader>,
    /// The next line of each run, with the number of the run.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
}

impl Sorted {
    pub(crate) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let Some(Reverse((line, run))) = self.heads.pop() else {
            return Ok(self.in_memory.next().map(Vec::from));
        };
        self.advance(run)?;
        Ok(Some(line))
    }

    /// Adds the next line of a run to the heads.
    fn advance(&mut self, number: usize) -> io::Result<()> {
        let Some(run) = self.runs.get_mut(number) else { return Ok(()) };
        if let Some(line) = run.next(&self.spool)? {
            self.heads.push(Reverse((line, number)));
        }
        Ok(())
    }
}

#[derive(Debug)]
struct RunReader {
    pages: std::vec::IntoIter<SpoolEntry>,
    page: Vec<u8>,
    /// The offset of the next line in the page, in bytes.
    at: usize,
}

impl RunReader {
    fn next(&mut self, spool: &Spool) -> io::Result<Option<Vec<u8>>> {
        if self.at >= self.page.len() {
            let Some(slip) = self.pages.next() else { return Ok(None) };
            (self.page, self.at) = (spool.get(slip)?, 0);
        }
        let mut rest = self.page.get(self.at..).unwrap_or_default();
        let line = read_line(&mut rest).ok_or(io::ErrorKind::InvalidData)?.to_vec();
        self.at = self.page.len() - rest.len();
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(lines: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut sorter = Sorter::default();
        for line in lines {
            sorter.push(line).unwrap();
        }
        let mut result = sorter.sorted().unwrap();
        let taken: Vec<_> = std::iter::from_fn(|| result.next().unwrap()).collect();
        assert!(result.next().unwrap().is_none(), "it stays at its end");
        taken
    }

    #[test]
    fn lines_come_in_order() {
        for count in [0_u32, 1, 1_000, 300_000] {
            let numbers = (0..count).map(|number| number.wrapping_mul(0x9e37_79b9) % 200_000);
            let mut lines: Vec<_> = numbers.map(|number| format!("line {number}").into_bytes()).collect();
            let taken = sorted(&lines);
            lines.sort();
            assert!(taken == lines, "{count}");
        }
    }

    #[test]
    fn lines_may_be_empty_and_long() {
        let lengths = [0, 3 * MOST_IN_MEMORY, 1, PAGE, 0, PAGE - 8, PAGE + 1, 2 * MOST_IN_MEMORY, 7];
        let mut lines: Vec<_> = lengths.iter().map(|length| vec![b'a'; *length]).collect();
        let taken = sorted(&lines);
        lines.sort();
        assert!(taken == lines);
    }
}
