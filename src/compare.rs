//! The same games under several codes: read once, judged once under each code, and laid side by side.
//!
//! A game comes to [`Row`]s, one for each thing that happened and some code rules upon, with a cell for each
//! code. What other games would have to be known for (duplicates, series) is not compared, and matters of the
//! record itself are the same under every code.

mod rows;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::arbiter::{CodeOrigin, Hearing, Judgement, Locate, Moments, Selection, judge};
use crate::audit::doubts;
use crate::audit::run::{Ledger, Numbering, Task, run as run_games, run_over};
use crate::audit::{Doubts, Extent, Inputs, Intake, NoProgress, Places, Progress, tags_of};
use crate::finding::{Finding, Location, Score, Severity, Tags, Verdict};
use crate::game::Record;
use crate::input::Sources;
use crate::law::{Code, Family, LawFile, Rule};
use crate::search::{Budgets, Meter};

pub use rows::Row;
pub(crate) use rows::same_ruling;

/// A code in a comparison.
#[derive(Clone, Debug)]
pub struct Column {
    /// What it is called in this comparison; no other is called so.
    pub name: Arc<str>,
    /// The code, in the file it was read from.
    pub file: LawFile,
}

impl Column {
    /// The code.
    pub fn code(&self) -> &Arc<Code> {
        &self.file.code
    }
}

/// How a comparison is made.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The codes, in the order in which they are shown.
    pub columns: Vec<Column>,
    /// Which rulings are wanted.
    selection: Selection,
    /// Whether what the codes agree on goes to the sink too.
    pub all: bool,
    /// Whether a ruling that another reading would not give says so.
    pub doubts: Doubts,
    /// Whether each row has the moment that it is about, because some format draws it.
    pub moments: Moments,
    /// How far searches may look ahead.
    pub budgets: Budgets,
    /// How the input is taken in.
    pub intake: Intake,
}

impl Settings {
    /// A comparison of the rulings that `selection` wants, matters of the record itself left out.
    pub(crate) fn new(columns: Vec<Column>, selection: &Selection, intake: Intake) -> Self {
        let least = selection.min_severity;
        // A rule that is wanted at all is wanted at its gravest.
        let wanted = |rule: Rule| is_compared(rule) && selection.wants(rule, Severity::Error);
        let selection = Selection::of(least, wanted);
        Self {
            columns,
            selection,
            all: false,
            doubts: Doubts::Untold,
            moments: Moments::Unkept,
            budgets: Budgets::default(),
            intake,
        }
    }
}

/// Whether a rule can be told under each code from one game alone.
pub fn is_compared(rule: Rule) -> bool {
    !matches!(rule.family(), Family::Record | Family::Series)
}

/// One game under every code.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// From 1, within its file.
    pub number: u64,
    /// Where the game stands.
    pub location: Location,
    /// Its tags.
    pub tags: Tags,
    /// The score the record gives.
    pub result: Score,
    /// Moves standing at the end.
    pub plies: u32,
    /// What it is worth under each code, in the order of the columns.
    pub verdicts: Vec<Verdict>,
    /// What the codes say, in the order of the report.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Whether the codes differ in anything.
    pub fn differs(&self) -> bool {
        self.verdicts_differ() || self.rows.iter().any(Row::differs)
    }

    /// Whether they differ in what the game is worth.
    pub fn verdicts_differ(&self) -> bool {
        verdicts_differ(&self.verdicts)
    }

    /// Whether two of the codes, by their columns, differ in anything.
    pub fn differ(&self, one: usize, other: usize) -> bool {
        let verdicts = self.verdicts.get(one).zip(self.verdicts.get(other));
        verdicts.is_some_and(|(one, other)| !same_verdict(*one, *other))
            || self.rows.iter().any(|row| !same_ruling(row.cell(one), row.cell(other)))
    }

    /// The rules that the codes differ on, each once.
    pub fn rules_differing(&self) -> Vec<Rule> {
        let mut rules: Vec<Rule> = self.rows.iter().filter(|row| row.differs()).map(|row| row.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// Whether two verdicts give the game the same worth, on whatever ground.
fn same_verdict(one: Verdict, other: Verdict) -> bool {
    (one.standing, one.score) == (other.standing, other.score)
}

fn verdicts_differ(verdicts: &[Verdict]) -> bool {
    verdicts.first().is_some_and(|first| verdicts.iter().any(|other| !same_verdict(*first, *other)))
}

/// What a comparison added up to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// What was read.
    pub read: Extent,
    /// Games in which the codes differ in anything.
    pub differing: u64,
    /// Games in which they differ in what the game is worth.
    pub verdicts_differ: u64,
    /// In how many games they differ on each rule.
    pub by_rule: BTreeMap<Rule, u64>,
}

impl Summary {
    fn count(&mut self, game: &Comparison) {
        self.differing += u64::from(game.differs());
        self.verdicts_differ += u64::from(game.verdicts_differ());
        for rule in game.rules_differing() {
            *self.by_rule.entry(rule).or_default() += 1;
        }
    }
}

/// Where compared games go, one at a time, in input order; from which thread may change.
pub(crate) trait Sink: Send {
    /// A game of the source `file`. Called for games in which the codes differ, or for all where the
    /// settings say so.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn game(&mut self, file: &Arc<str>, game: &Comparison) -> io::Result<()>;

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

/// Compares the codes over everything named: chunks in parallel, games to the sink in input order.
///
/// # Errors
/// What the sink says. Sources that cannot be read are told to the sink, and the run goes on.
pub(crate) fn run(
    settings: &Settings,
    inputs: Inputs,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut table = ComparisonLedger { sink, summary: Summary::default() };
    let comparing = Comparing { settings, meter: progress.meter() };
    let extent = run_games(&comparing, &settings.intake, Sources::new(inputs), &mut table, progress)?;
    let plies = table.summary.read.plies;
    Ok(Summary { read: Extent { plies, ..extent }, ..table.summary })
}

/// Compares the codes over bytes, every game and row: for tests.
pub fn compare_bytes(bytes: &[u8], columns: Vec<Column>) -> Vec<Comparison> {
    struct All(Vec<Comparison>);
    impl Sink for All {
        fn game(&mut self, _: &Arc<str>, game: &Comparison) -> io::Result<()> {
            self.0.push(game.clone());
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let every = Selection::all(Severity::Info);
    let settings = Settings { all: true, ..Settings::new(columns, &every, Intake::default()) };
    let mut all = All(Vec::new());
    let mut table = ComparisonLedger { sink: &mut all, summary: Summary::default() };
    let comparing = Comparing { settings: &settings, meter: Arc::default() };
    // The sink never fails, and so the run does not.
    let _ = run_over(&comparing, bytes, &mut table, &NoProgress);
    all.0
}

/// Each game judged under every code.
struct Comparing<'s> {
    settings: &'s Settings,
    meter: Arc<Meter>,
}

/// What one game came to.
struct Compared {
    plies: u32,
    /// The comparison, where it is wanted; lines counted within the chunk.
    comparison: Option<Box<Comparison>>,
}

impl Task for Comparing<'_> {
    type Clerk = Vec<Judgement>;
    type Game = Compared;

    fn game(&self, judgements: &mut Vec<Judgement>, record: &mut Record, places: &Places<'_>) -> Compared {
        let Self { settings, meter } = self;
        let record = &*record;
        let text = places.text();
        let hearing = |column| Hearing {
            record,
            text,
            code: Column::code(column),
            want: &settings.selection,
            place: places,
            origin: CodeOrigin::Named,
            budgets: settings.budgets,
            meter,
        };
        judgements.clear();
        judgements.extend(settings.columns.iter().map(|column| {
            let hearing = hearing(column);
            let mut judgement = judge(&hearing);
            if settings.doubts == Doubts::Told {
                doubts::add_doubts(&hearing, &column.file, &mut judgement);
            }
            judgement
        }));
        let plies = record.plies();
        let verdicts: Vec<Verdict> = judgements.iter().map(|judgement| judgement.verdict).collect();
        let given = judgements.first().map_or(Score::Unknown, |judgement| judgement.given);
        let nothing_found = judgements.iter().all(|judgement| judgement.findings.is_empty());
        if nothing_found && !settings.all && !verdicts_differ(&verdicts) {
            return Compared { plies, comparison: None };
        }
        let mut rows = rows::rows(judgements, record, places);
        if !settings.all {
            rows.retain(Row::differs);
        }
        if settings.moments == Moments::Kept
            && let Some(first) = settings.columns.first()
        {
            rows::keep_moments(&mut rows, &hearing(first));
        }
        let comparison = (settings.all || !rows.is_empty() || verdicts_differ(&verdicts)).then(|| {
            Box::new(Comparison {
                number: 0,
                location: places.locate(record.span),
                tags: tags_of(record, text),
                result: given,
                plies,
                verdicts,
                rows,
            })
        });
        Compared { plies, comparison }
    }

    fn weight(&self, game: &Compared) -> usize {
        let rows = game.comparison.iter().flat_map(|comparison| &comparison.rows);
        rows.flat_map(|row| row.cells.iter().flatten()).map(Finding::weight).sum()
    }
}

/// What the games of a comparison add up to, on their way to the sink.
struct ComparisonLedger<'a> {
    sink: &'a mut dyn Sink,
    summary: Summary,
}

impl Ledger<Compared> for ComparisonLedger<'_> {
    fn game(&mut self, game: &mut Compared, place: &Numbering, _: &Places<'_>) -> io::Result<()> {
        self.summary.read.plies += u64::from(game.plies);
        let Some(mut comparison) = game.comparison.take() else {
            return Ok(());
        };
        comparison.number = place.number;
        place.absolute(&mut comparison.location);
        for row in &mut comparison.rows {
            place.absolute(&mut row.location);
            for finding in row.cells.iter_mut().flatten() {
                let finding: &mut Finding = finding;
                place.absolute(&mut finding.location);
            }
        }
        self.summary.count(&comparison);
        self.sink.game(&place.file, &comparison)
    }

    fn read(&mut self, file: &Arc<str>, games: u64) -> io::Result<()> {
        self.sink.read(file, games)
    }

    fn passed_over(&mut self, named: &Arc<str>) {
        self.sink.passed_over(named);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.sink.unreadable(file, why)
    }
}
