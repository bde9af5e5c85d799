//! Compares the rulings of several codes on the same games. A game is read once and judged under each code.
//!
//! A game becomes [`Row`]s, one for each event on which some code rules, with a cell for each code. Rules that need other
//! games (duplicates, series) are not compared, nor are rules on the record itself, which are the same under every code.

mod rows;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::arbiter::{DiagramChoice, Hearing, Judgement, LawHeld, Locate, Selection, judge};
use crate::audit::doubts;
use crate::audit::run::{Ledger, Numbering, Task, TextInMemory, run as run_games, run_over};
use crate::audit::{Doubts, Extent, InputOptions, Inputs, NoProgress, Places, Progress, tags_of};
use crate::finding::{Finding, Location, Score, Severity, Tags, Verdict};
use crate::game::Record;
use crate::law::{Code, Family, LawFile, Rule};
use crate::search::{Budget, Meter};

pub use rows::Row;
pub(crate) use rows::same_ruling;

/// A code in a comparison.
#[derive(Clone, Debug)]
pub struct Column {
    /// The name of the code in this comparison, which is unique in it.
    pub name: Arc<str>,
    /// The law file of the code.
    pub file: LawFile,
}

impl Column {
    /// The code.
    pub fn code(&self) -> &Arc<Code> {
        &self.file.code
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub columns: Vec<Column>,
    selection: Selection,
    /// The same with the rules on the record itself, which are only counted, and only once.
    with_record: Selection,
    /// Whether the sink also receives the rulings on which the codes agree.
    pub all: bool,
    pub doubts: Doubts,
    /// Whether each row gets a diagram, because some output format draws it.
    pub moments: DiagramChoice,
    /// The limit of all searches of one game together.
    pub budget: Budget,
    pub intake: InputOptions,
}

impl Settings {
    /// Settings for the rules in `selection` that can be compared.
    pub(crate) fn new(columns: Vec<Column>, selection: &Selection, intake: InputOptions) -> Self {
        let least = selection.min_severity;
        // A selected rule is selected at the highest severity at least.
        let wanted = |rule: Rule| is_comparable(rule) && selection.wants(rule, Severity::Error);
        let of_record = |rule: Rule| rule.is_in_family(Family::Record);
        Self {
            columns,
            selection: Selection::of(least, wanted),
            with_record: Selection::of(least, |rule| wanted(rule) || of_record(rule)),
            all: false,
            doubts: Doubts::Unmarked,
            moments: DiagramChoice::Unkept,
            budget: Budget::GAME,
            intake,
        }
    }
}

/// Whether a rule depends on the code and on one game alone.
pub fn is_comparable(rule: Rule) -> bool {
    let families = [Family::Record, Family::Series, Family::Curate, Family::Style, Family::Tournament];
    !families.contains(&rule.family())
}

/// One game under every code.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The number of the game in its file, from 1.
    pub number: u64,
    /// The place of the game in its file.
    pub location: Location,
    /// The tags of the game.
    pub tags: Tags,
    /// The score that the record gives.
    pub result: Score,
    /// The plies in the game at its end, without those taken back.
    pub plies: u32,
    /// The verdict under each code, in the order of the columns.
    pub verdicts: Vec<Verdict>,
    /// The rulings, in the order of the report.
    pub rows: Vec<Row>,
}

impl Comparison {
    /// Whether the codes differ in anything.
    pub fn differs(&self) -> bool {
        self.verdicts_differ() || self.rows.iter().any(Row::differs)
    }

    /// Whether the codes differ in the result of the game.
    pub fn verdicts_differ(&self) -> bool {
        verdicts_differ(&self.verdicts)
    }

    /// Whether the codes of two columns differ in anything.
    pub fn differ(&self, one: usize, other: usize) -> bool {
        let verdicts = self.verdicts.get(one).zip(self.verdicts.get(other));
        verdicts.is_some_and(|(one, other)| !same_verdict(*one, *other))
            || self.rows.iter().any(|row| !same_ruling(row.cell(one), row.cell(other)))
    }

    /// The rules on which the codes differ, without repetition.
    pub fn rules_differing(&self) -> Vec<Rule> {
        let differing = self.rows.iter().filter(|row| row.differs());
        let mut rules: Vec<Rule> = differing.flat_map(Row::rules).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

/// Whether two verdicts give the game the same result, on any ground.
fn same_verdict(one: Verdict, other: Verdict) -> bool {
    (one.standing, one.score) == (other.standing, other.score)
}

fn verdicts_differ(verdicts: &[Verdict]) -> bool {
    verdicts.first().is_some_and(|first| verdicts.iter().any(|other| !same_verdict(*first, *other)))
}

/// The totals of a comparison.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub read: Extent,
    /// The games in which the codes differ in anything.
    pub differing: u64,
    /// The games in which the codes differ in the result.
    pub verdicts_differ: u64,
    /// For each rule, the games in which the codes differ on it.
    pub by_rule: BTreeMap<Rule, u64>,
    /// The games with warnings or errors about the record itself, which are the same under every code.
    pub doubtful_records: u64,
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

/// The receiver of the compared games, one at a time, in input order. The calling thread may change.
pub(crate) trait Sink: Send {
    /// Receives a game in which the codes differ, or any game under [`Settings::all`]. An error ends the run.
    fn game(&mut self, file: &Arc<str>, game: &Comparison) -> io::Result<()>;

    /// Called for a source that holds no game although nothing is wrong with it: a folder, or an empty file.
    fn without_games(&mut self, _named: &Arc<str>, _why: &str) {}

    /// Called for something about an input that is no failure.
    fn note(&mut self, _named: &Arc<str>, _note: &str) {}

    /// Called for a source that could not be opened or read to its end. The run continues.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}

/// Compares the codes over the games of all inputs, in parallel. The sink receives the games in input order, and its errors
/// end the run.
pub(crate) fn run(
    settings: &Settings,
    inputs: Inputs,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut ledger = ComparisonLedger { sink, summary: Summary::default() };
    let comparing = Comparing { settings, meter: progress.meter() };
    let extent = run_games(&comparing, &settings.intake, inputs.into_sources(), &mut ledger, progress)?;
    let plies = ledger.summary.read.plies;
    Ok(Summary { read: Extent { plies, ..extent }, ..ledger.summary })
}

/// Compares the codes over the games of a text. Games and rows without differences are included.
pub fn compare_bytes(bytes: &[u8], columns: Vec<Column>) -> Vec<Comparison> {
    struct Collector(Vec<Comparison>);
    impl Sink for Collector {
        fn game(&mut self, _: &Arc<str>, game: &Comparison) -> io::Result<()> {
            self.0.push(game.clone());
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let selection = Selection::all(Severity::Info);
    let settings = Settings { all: true, ..Settings::new(columns, &selection, InputOptions::default()) };
    let mut collector = Collector(Vec::new());
    let mut ledger = ComparisonLedger { sink: &mut collector, summary: Summary::default() };
    let comparing = Comparing { settings: &settings, meter: Arc::default() };
    // The sink never fails, so the run does not either.
    let _ = run_over(&comparing, TextInMemory::of(bytes), &mut ledger, &NoProgress);
    collector.0
}

/// The task of the parallel run: judges each game under every code.
struct Comparing<'s> {
    settings: &'s Settings,
    meter: Arc<Meter>,
}

struct Compared {
    plies: u32,
    /// Whether there is a warning or an error about the record itself.
    has_record_fault: bool,
    /// `None` if the sink does not want the game. Line numbers count within the chunk until the ledger adjusts them.
    comparison: Option<Box<Comparison>>,
}

impl Task for Comparing<'_> {
    type Buffers = Vec<Judgement>;
    type Game = Compared;

    fn game(
        &self,
        judgements: &mut Vec<Judgement>,
        record: &mut Record,
        places: &Places<'_>,
        _: u16,
    ) -> Compared {
        let Self { settings, meter } = self;
        let record = &*record;
        let text = places.text();
        let hearing = |place: usize, column| Hearing {
            record,
            text,
            code: Column::code(column),
            want: if place == 0 { &settings.with_record } else { &settings.selection },
            place: places,
            law: LawHeld::Known,
            budget: settings.budget,
            meter,
        };
        judgements.clear();
        judgements.extend(settings.columns.iter().enumerate().map(|(place, column)| {
            let hearing = hearing(place, column);
            let mut judgement = judge(&hearing);
            if settings.doubts == Doubts::Marked {
                doubts::add_doubts(&hearing, &column.file, &mut judgement);
            }
            judgement
        }));
        let mut has_record_fault = false;
        if let Some(first) = judgements.first_mut() {
            first.findings.retain(|finding| {
                let is_of_record = finding.rule.is_in_family(Family::Record);
                has_record_fault |= is_of_record && finding.severity >= Severity::Warning;
                !is_of_record
            });
        }
        let plies = record.plies();
        let verdicts: Vec<Verdict> = judgements.iter().map(|judgement| judgement.verdict).collect();
        let given = judgements.first().map_or(Score::Unknown, |judgement| judgement.given);
        let nothing_found = judgements.iter().all(|judgement| judgement.findings.is_empty());
        if nothing_found && !settings.all && !verdicts_differ(&verdicts) {
            return Compared { plies, has_record_fault, comparison: None };
        }
        let mut rows = rows::rows(judgements, record, places);
        if !settings.all {
            rows.retain(Row::differs);
        }
        if settings.moments == DiagramChoice::Kept
            && let Some(first) = settings.columns.first()
        {
            rows::draw_diagrams(&mut rows, &hearing(0, first));
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
        Compared { plies, has_record_fault, comparison }
    }

    fn weight(&self, game: &Compared) -> usize {
        let rows = game.comparison.iter().flat_map(|comparison| &comparison.rows);
        rows.flat_map(|row| row.cells.iter().flatten()).map(Finding::weight).sum()
    }
}

/// Makes the places of the games absolute, counts them and passes them on to the sink.
struct ComparisonLedger<'a> {
    sink: &'a mut dyn Sink,
    summary: Summary,
}

impl Ledger<Compared> for ComparisonLedger<'_> {
    fn game(&mut self, game: &mut Compared, place: &Numbering, _: &Places<'_>) -> io::Result<()> {
        self.summary.read.plies += u64::from(game.plies);
        self.summary.doubtful_records += u64::from(game.has_record_fault);
        let Some(mut comparison) = game.comparison.take() else {
            return Ok(());
        };
        comparison.number = place.number;
        place.make_absolute(&mut comparison.location);
        for row in &mut comparison.rows {
            place.make_absolute(&mut row.location);
            for finding in row.cells.iter_mut().flatten() {
                let finding: &mut Finding = finding;
                place.make_absolute(&mut finding.location);
            }
        }
        self.summary.count(&comparison);
        self.sink.game(&place.file, &comparison)
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        self.sink.without_games(named, why);
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        self.sink.note(named, note);
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        self.sink.unreadable(file, why)
    }
}
