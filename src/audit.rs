//! The parallel run: chunks to games to findings, in order, to one sink.

mod baseline;
pub(crate) mod doubts;
mod duplicates;
mod editions;
mod game;
mod ignores;
mod look;
mod pace;
mod per_file;
mod places;
mod reports;
pub(crate) mod run;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::finding::{Finding, GameReport, Severity};
use crate::law::{Code, Rule};
use crate::search::{Budgets, Meter};
use crate::series::Grouping;

pub(crate) use crate::arbiter::Sought;
pub use crate::arbiter::{Moments, Selection};
pub use crate::input::Named as Inputs;
pub use baseline::Against;
pub(crate) use baseline::{Baseline, Held, KnownFindings, Looked, NoBaseline};
pub use doubts::{Doubts, Shelf};
pub use editions::Editions;
pub(crate) use game::tags_of;
pub(crate) use look::{NoView, View, look};
pub(crate) use per_file::PerFileIgnores;
pub(crate) use places::Places;
pub use reports::{audit_bytes, audit_bytes_under, run};
pub(crate) use run::Extent;
pub use run::Intake;

/// Under which code a game is judged.
#[derive(Clone, Debug)]
pub enum CodeChoice {
    /// Every game under this one.
    One(Arc<Code>),
    /// Each under the code that its `Laws` tag names; this one where it names none.
    ByRecord(Arc<Code>),
}

impl CodeChoice {
    /// The code that the run was given.
    fn given(&self) -> &Arc<Code> {
        let (Self::One(code) | Self::ByRecord(code)) = self;
        code
    }
}

/// How a run is made.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Under which code each game is judged.
    pub codes: CodeChoice,
    /// The editions from which the one of the game's day is taken, where that is asked for.
    pub editions: Option<Editions>,
    /// The law files that codes come from where they are not the embedded ones as they stand.
    pub shelf: Shelf,
    /// Whether a ruling that hangs on a reading says so.
    pub doubts: Doubts,
    /// Which findings are wanted.
    pub selection: Selection,
    /// Which of them are not, in some files.
    pub per_file_ignores: Vec<PerFileIgnores>,
    /// What is done about findings that are known.
    pub against: Against,
    /// Whether games without findings go to the sink too.
    pub all: bool,
    /// Whether [`GameReport::source`] is filled.
    pub keep_source: bool,
    /// Whether each finding keeps its moment.
    pub moments: Moments,
    /// Among how many games duplicates are looked for; 0 = not at all.
    pub duplicates: usize,
    /// By what games are held to belong to one series.
    pub series: Grouping,
    /// How far searches may look ahead.
    pub budgets: Budgets,
    /// How the input is taken in.
    pub intake: Intake,
}

impl Settings {
    /// Whether such findings are looked for.
    pub fn looks_for(&self, rule: Rule, severity: Severity) -> bool {
        self.selection.wants(rule, severity) && (rule != Rule::RecordDuplicateGame || self.duplicates > 0)
    }
}

/// What a run tells those who wait for it.
pub trait Progress: Sync {
    /// A source of so many bytes is about to be read; `None` where nobody knows how many.
    fn expect(&self, bytes: Option<u64>);

    /// Where the bytes taken from the sources are to be counted, before unpacking.
    fn taken(&self) -> Option<Arc<AtomicU64>>;

    /// So many more games are done.
    fn games(&self, games: u64);

    /// Where searches tell how many positions they have looked at.
    fn meter(&self) -> Arc<Meter>;
}

/// Nobody waits.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn expect(&self, _: Option<u64>) {}

    fn taken(&self) -> Option<Arc<AtomicU64>> {
        None
    }

    fn games(&self, _: u64) {}

    fn meter(&self) -> Arc<Meter> {
        Arc::default()
    }
}

/// What a run added up to. Findings are those wanted.
#[derive(Debug, Default)]
pub struct Summary {
    /// What was read.
    pub read: Extent,
    /// How much was looked for.
    pub sought: Sought,
    /// How many findings of each severity.
    pub findings: BTreeMap<Severity, u64>,
    /// How many findings of each rule.
    pub by_rule: BTreeMap<Rule, u64>,
    /// How many findings the records themselves asked not to be told of. They are counted nowhere else.
    pub suppressed: u64,
    /// How many findings were known, and are not told either. They are counted nowhere else.
    pub in_baseline: u64,
    /// Which they were, and in which files they were looked for.
    pub known: KnownFindings,
    /// How many games of which something was found have less time, by their `TimeControl`, than the code is for that was
    /// taken by default.
    pub quicker: BTreeMap<Pace, u64>,
    /// The number of games after which duplicates were no longer looked for, if that came.
    pub duplicates_stopped: Option<u64>,
}

/// The code that games were judged under, and the one for the time they have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pace {
    /// The code taken.
    pub judged: Arc<str>,
    /// The code for less time.
    pub due: Arc<str>,
}

impl Summary {
    /// Counts one finding.
    pub fn count(&mut self, finding: &Finding) {
        *self.findings.entry(finding.severity).or_default() += 1;
        *self.by_rule.entry(finding.rule).or_default() += 1;
    }
}

/// Where finished games go, one at a time, in input order; from which thread may change.
pub trait Sink: Send {
    /// A game of the source `file`. Called for games with findings left, or for all where the
    /// settings say so.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()>;

    /// A source that was read from its beginning to its end, or a folder that leads to none, and how many games it
    /// holds.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn read(&mut self, _file: &Arc<str>, _games: u64) -> io::Result<()> {
        Ok(())
    }

    /// A folder or a pattern that leads to nothing but what is excluded.
    fn passed_over(&mut self, _named: &Arc<str>) {}

    /// A source that could not be opened or read to its end; the run goes on.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}
