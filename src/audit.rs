//! The audit: games are read and judged in parallel, and their findings go to one sink in input order.

mod baseline;
pub(crate) mod checkpoint;
mod curate;
mod document;
pub(crate) mod doubts;
mod duplicates;
mod game;
mod held_reports;
mod identity;
mod ignores;
mod judging;
mod law_of_day;
mod mend;
mod per_file;
mod places;
mod repair;
mod reports;
pub(crate) mod run;
mod sentences;
mod show;
mod tournament;

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::finding::{Finding, FixClass, GameReport, Severity};
use crate::law::{Code, Family, Rule};
use crate::search::{Budget, Meter};
use crate::series::Grouping;
use crate::tournament::{Crosstable, TournamentInput};

pub(crate) use crate::arbiter::Sought;
pub use crate::arbiter::{DiagramChoice, Selection};
pub use crate::input::Inputs;
pub use baseline::BaselineMode;
pub(crate) use baseline::{Baseline, BaselineError, KnownFindings, LoadedBaseline, RunScope};
pub use document::{DocumentAudit, TextChange};
pub(crate) use document::{DocumentGame, audit_part, tags_at};
pub use doubts::{Doubts, LawFiles};
pub(crate) use game::tags_of;
pub use law_of_day::LawOfDay;
pub(crate) use mend::{
    EditedGame, GameToMend, MendedFile, WhyLeft, games_to_mend, holds_game, mend, prevented_repairs,
    prevented_repairs_of,
};
pub(crate) use per_file::PerFileIgnores;
pub(crate) use places::Places;
pub(crate) use reports::audit_text_for;
pub use reports::{audit_bytes, audit_bytes_under, run};
pub use run::InputOptions;
pub(crate) use run::{Extent, PartExtent, TextInMemory};
pub(crate) use show::{GameView, ShowError, show};

/// The choice of the code under which a game is judged.
#[derive(Clone, Debug)]
pub enum CodeChoice {
    /// One code for every game.
    One(Arc<Code>),
    /// The code that the game's `Laws` tag names, or else that of its day and time control.
    ByRecord(LawOfDay),
}

/// The settings of an audit.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The code under which each game is judged.
    pub codes: CodeChoice,
    /// The choices for files that have their own, by the numbers from 1 of [`InputOptions::codes`].
    pub file_codes: Vec<CodeChoice>,
    /// The law files that were given besides the embedded ones.
    pub shelf: LawFiles,
    /// Whether a finding that depends on a reading of the code says so.
    pub doubts: Doubts,
    /// The findings that are reported.
    pub selection: Selection,
    /// Rules that are ignored in some files.
    pub per_file_ignores: Vec<PerFileIgnores>,
    /// The use of a baseline.
    pub baseline: BaselineMode,
    /// Whether games without findings go to the sink too.
    pub all: bool,
    /// Whether [`GameReport::source`] is filled.
    pub keep_source: bool,
    /// Whether findings have their repairs.
    pub repairs: bool,
    /// Whether each finding has a diagram.
    pub diagrams: DiagramChoice,
    /// The number of games among which duplicates are searched; 0 for no search.
    pub duplicates: usize,
    /// The rule that groups games into series.
    pub series: Grouping,
    /// The limit of all searches of one game together.
    pub budget: Budget,
    /// The report of the tournament that the games belong to.
    pub tournament: Option<TournamentInput>,
    /// The options of the input.
    pub intake: InputOptions,
}

impl Settings {
    /// The choice with a number; 0 is that for files without their own.
    pub(crate) fn code_choice(&self, number: u16) -> &CodeChoice {
        let of_file = usize::from(number).checked_sub(1).and_then(|index| self.file_codes.get(index));
        of_file.unwrap_or(&self.codes)
    }

    /// The text of a file, as it is read under these settings.
    pub(crate) fn text_of<'t>(&self, file: &str, bytes: &'t [u8]) -> TextInMemory<'t> {
        let InputOptions { encodings, letters, codes, .. } = &self.intake;
        TextInMemory {
            bytes,
            encoding: encodings.for_file(file),
            letters: letters.for_file(file),
            code: codes.for_file(file),
            is_followed: false,
        }
    }

    /// Whether findings of a rule and a severity are looked for.
    pub fn looks_for(&self, rule: Rule, severity: Severity) -> bool {
        self.selection.wants(rule, severity)
            && (!rule.is_of_games_compared() || self.duplicates > 0)
            && (!rule.is_in_family(Family::Tournament) || self.tournament.is_some())
    }

    /// Whether a rule for archivists is looked for.
    fn curates(&self) -> bool {
        Rule::CURATE.iter().any(|rule| self.looks_for(*rule, Severity::Info))
    }
}

/// Receives the progress of a run.
pub trait Progress: Sync {
    /// A source begins; `bytes` is its size, if known.
    fn expect(&self, bytes: Option<u64>);

    /// The counter of bytes read from the sources, before decompression.
    fn taken(&self) -> Option<Arc<AtomicU64>>;

    /// `games` more games are finished.
    fn games(&self, games: u64);

    /// The counter of positions visited by searches.
    fn meter(&self) -> Arc<Meter>;
}

/// Ignores the progress of a run.
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

/// The summary of a run. Only selected findings are counted.
#[derive(Debug, Default)]
pub struct Summary {
    /// The amount of input.
    pub read: Extent,
    /// The part of the rules that was checked.
    pub checked_rules: Sought,
    /// The number of findings by severity.
    pub findings: BTreeMap<Severity, u64>,
    /// The number of findings by rule.
    pub by_rule: BTreeMap<Rule, u64>,
    /// The number of findings that `--fix` repairs.
    pub fixable: u64,
    /// The number of findings suppressed in the records. They are not in the other numbers.
    pub suppressed: u64,
    /// The number of findings suppressed by the baseline. They are not in the other numbers.
    pub in_baseline: u64,
    /// The findings of the baseline that were met, and the files that were read.
    pub known: KnownFindings,
    /// The codes of the games, if each has its own.
    pub chosen: ChosenCodes,
    /// The number of games after which the search for duplicates stopped, if it did.
    pub duplicates_stopped: Option<u64>,
    /// The games that are copies of games in other files.
    pub copies: Copies,
    /// The crosstable of the tournament, if its report was given.
    pub(crate) crosstable: Option<Crosstable>,
    /// The parts of files that were read, if their games and lines are counted from their own beginning.
    pub parts: Vec<PartExtent>,
    /// The indices of [`Settings::per_file_ignores`] that matched a file that was read.
    pub matched_ignores: BTreeSet<usize>,
}

/// The number of games of one file that are copies of games of another one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// By the file of the copies and the file of the first games.
    pub pairs: BTreeMap<(Arc<str>, Arc<str>), u64>,
    /// The number of copies in further pairs of files.
    pub more: u64,
}

/// More pairs of files are not kept.
const MOST_PAIRS: usize = 1000;

impl Copies {
    /// Counts copies in `file` of games in `first`.
    pub fn add(&mut self, file: &Arc<str>, first: &Arc<str>, games: u64) {
        let pair = (Arc::clone(file), Arc::clone(first));
        if self.pairs.len() < MOST_PAIRS || self.pairs.contains_key(&pair) {
            *self.pairs.entry(pair).or_default() += games;
        } else {
            self.more += games;
        }
    }
}

/// The codes of the games of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChosenCodes {
    /// The number of games under each code; of several editions, under the newest. Empty if all games have one code.
    pub games: BTreeMap<Arc<str>, u64>,
    /// Games whose year is unknown, judged under the default code.
    pub undated: u64,
    /// Games with findings of law whose time control is unknown, judged as games with a long one.
    pub assumed_pace: u64,
}

impl Summary {
    /// Counts one finding.
    pub fn count(&mut self, finding: &Finding) {
        *self.findings.entry(finding.severity).or_default() += 1;
        *self.by_rule.entry(finding.rule).or_default() += 1;
        self.fixable += u64::from(finding.fix.as_ref().is_some_and(|fix| fix.class == FixClass::Safe));
    }
}

/// Receives finished games one by one, in input order, perhaps from different threads.
pub trait Sink: Send {
    /// Receives a game that has findings, or any game if [`Settings::all`] is set.
    ///
    /// # Errors
    /// The output failed; the run ends.
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()>;

    /// A source holds no game although nothing is wrong with it: a folder, or an empty file.
    fn without_games(&mut self, _named: &Arc<str>, _why: &str) {}

    /// Something about an input that is no failure.
    fn note(&mut self, _named: &Arc<str>, _note: &str) {}

    /// A source could not be opened or read to its end; the run continues.
    ///
    /// # Errors
    /// The output failed; the run ends.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}
