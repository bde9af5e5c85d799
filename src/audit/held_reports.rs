//! Reports that wait, in a temporary file, for findings that are made when all games are read.

use std::borrow::Cow;
use std::io;
use std::mem;

use serde::{Deserialize, Serialize};

use super::curate::NewSpelling;
use crate::finding::GameReport;
use crate::law::Rule;
use crate::spill::{Spool, SpoolEntry, read_line, write_line};

/// The size of a page of the file, in bytes. A longer entry has a page of its own.
const PAGE: usize = 64 << 10;

/// A call of the sink.
#[derive(Serialize, Deserialize)]
pub(super) enum HeldCall<'h> {
    Game(Box<HeldGame<'h>>),
    WithoutGames { named: Cow<'h, str>, why: Cow<'h, str> },
    Note { named: Cow<'h, str>, note: Cow<'h, str> },
    Unreadable { file: Cow<'h, str>, why: Cow<'h, str> },
}

#[derive(Serialize, Deserialize)]
pub(super) struct HeldGame<'h> {
    /// The name of the source in a report, or of the part that is read.
    pub file: Cow<'h, str>,
    pub source: Cow<'h, str>,
    /// The number of the game in the run; 0 if no finding can be added.
    pub order: u32,
    pub spellings: Cow<'h, [NewSpelling]>,
    /// Its index among the games of the tournament.
    pub in_tournament: Option<usize>,
    /// The rules that the record suppresses, of those whose findings may be added.
    pub suppressed: Cow<'h, [Rule]>,
    /// Whether it is reported without another finding.
    pub is_reported: bool,
    pub report: Cow<'h, GameReport>,
}

/// The calls, in their order.
#[derive(Default)]
pub(super) struct HeldReports {
    page: Vec<u8>,
    pages: Vec<SpoolEntry>,
    spool: Spool,
}

impl HeldReports {
    pub(super) fn push(&mut self, call: &HeldCall<'_>) -> io::Result<()> {
        write_line(&mut self.page, &serde_json::to_vec(call)?);
        if self.page.len() >= PAGE {
            self.end_page()?;
        }
        Ok(())
    }

    fn end_page(&mut self) -> io::Result<()> {
        self.pages.push(self.spool.put(&self.page)?);
        self.page.clear();
        Ok(())
    }

    /// Passes the calls on, in their order.
    pub(super) fn release(mut self, mut take: impl FnMut(HeldCall<'_>) -> io::Result<()>) -> io::Result<()> {
        self.end_page()?;
        for entry in mem::take(&mut self.pages) {
            let page = self.spool.get(entry)?;
            let mut rest = page.as_slice();
            while let Some(line) = read_line(&mut rest) {
                take(serde_json::from_slice(line)?)?;
            }
        }
        Ok(())
    }
}
