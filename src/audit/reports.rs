//! The ledger of an audit: finds duplicates, counts findings and passes the reports to the sink.

use std::io;
use std::sync::Arc;

use crate::finding::{
    Citation, Course, Disposition, Finding, Fingerprint, GameReport, Location, Related, Severity, Stance,
};
use crate::game::Record;
use crate::input::{Inputs, Sources};
use crate::law::{Rule, Voice};
use crate::search::Budget;
use crate::series::{AllSeries, Grouping, SeriesFinding, SeriesRuling};

use super::duplicates::{Duplicates, Earlier, GameKey, LONG_ENOUGH, Seen};
use super::game::{Audit, Extras, GameOutcome, late_report};
use super::identity::Disagreement;
use super::ignores::Suppressed;
use super::per_file::CurrentFile;
use super::places::Places;
use super::run::{Extent, InputOptions, Ledger, Numbering, run_over};
use super::sentences;
use super::{
    BaselineMode, CodeChoice, DiagramChoice, Doubts, LawFiles, LawOfDay, NoProgress, Progress, Selection,
    Settings, Sink, Summary,
};

/// Audits all inputs in parallel and passes the games to the sink in input order.
///
/// # Errors
/// The sink failed. Sources that cannot be read are reported to the sink, and the run continues.
pub fn run(
    settings: &Settings,
    inputs: Inputs,
    sink: &mut dyn Sink,
    progress: &dyn Progress,
) -> io::Result<Summary> {
    let mut reports = Reports::new(settings, sink);
    let audit = Audit { settings, meter: progress.meter() };
    let extent = super::run::run(&audit, &settings.intake, Sources::new(inputs), &mut reports, progress)?;
    Ok(Summary {
        read: Extent { plies: reports.summary.read.plies, ..extent },
        checked_rules: settings.selection.sought(),
        duplicates_stopped: reports.duplicates.stopped,
        ..reports.summary
    })
}

struct Reports<'a> {
    settings: &'a Settings,
    sink: &'a mut dyn Sink,
    summary: Summary,
    duplicates: Duplicates,
    series: AllSeries,
    current_file: CurrentFile,
    /// A buffer for games whose only finding needs another game.
    record: Record,
}

impl<'a> Reports<'a> {
    fn new(settings: &'a Settings, sink: &'a mut dyn Sink) -> Self {
        let wanted = [Rule::RecordDuplicateGame, Rule::RecordConflictingGame]
            .into_iter()
            .any(|rule| settings.selection.wants(rule, Severity::Warning));
        Self {
            settings,
            sink,
            summary: Summary::default(),
            duplicates: Duplicates::among(if wanted { settings.duplicates } else { 0 }),
            series: AllSeries::default(),
            current_file: CurrentFile::default(),
            record: Record::default(),
        }
    }

    /// A copy that is a finding, with its severity. Copies of other files are counted.
    fn reported_copy(&mut self, first: Seen, file: &Arc<str>) -> Option<(Seen, Severity)> {
        let rule = Rule::RecordDuplicateGame;
        let selection = &self.settings.selection;
        // Findings of rules that are selected can always be errors.
        if are_of_one_board(&first.file, file) || !selection.wants(rule, Severity::Error) {
            return None;
        }
        let severity = if first.file == *file { Severity::Warning } else { Severity::Info };
        if severity == Severity::Info {
            self.summary.copies.add(file, &first.file, 1);
        }
        selection.wants(rule, severity).then_some((first, severity))
    }

    /// Removes findings of rules that are ignored in the file, and known findings.
    fn remove_unwanted(&mut self, file: &Arc<str>, report: &mut GameReport) -> io::Result<()> {
        let ignores = &self.settings.per_file_ignores;
        if ignores.is_empty() && matches!(self.settings.baseline, BaselineMode::Off) {
            return Ok(());
        }
        // The name of a shard contains its number.
        let shard = self.settings.intake.shard;
        let file = shard.map_or(&**file, |shard| shard.file_name(file));
        let current = &mut self.current_file;
        report.findings.retain(|finding| !current.ignores(ignores, file, finding.rule));
        let (found, known) = (report.findings.len(), &mut self.summary.known);
        let mut looked_up = Ok(());
        report.findings.retain(|finding| match known.matches(&self.settings.baseline, finding, file) {
            Ok(is_known) => !is_known,
            Err(error) => {
                looked_up = Err(error);
                true
            }
        });
        self.summary.in_baseline += (found - report.findings.len()) as u64;
        looked_up
    }
}

impl Ledger<GameOutcome> for Reports<'_> {
    fn game(&mut self, game: &mut GameOutcome, place: &Numbering, places: &Places<'_>) -> io::Result<()> {
        self.summary.read.plies += u64::from(game.ending.plies);
        game.ending.code.count(self.settings, &mut self.summary.chosen);
        let Earlier { copy, conflict } =
            self.duplicates.take(game.key, game.identity.as_ref(), &place.file, place.number)?;
        let Extras { series, suppressed } = game.extras.take().map_or_else(Extras::default, |extras| *extras);
        let Suppressed { count: suppressed, later } = suppressed;
        self.summary.suppressed += suppressed;
        let mut in_series = series.map_or_else(Vec::new, |game| self.series.take(game));
        in_series.retain(|found| self.settings.selection.wants(found.rule, found.severity));
        let mut is_suppressed = |rule: Rule| {
            let is_suppressed = later.contains(&rule);
            self.summary.suppressed += u64::from(is_suppressed);
            is_suppressed
        };
        in_series.retain(|found| !is_suppressed(found.rule));
        let copy = copy.filter(|_| !is_suppressed(Rule::RecordDuplicateGame));
        let conflict = conflict.filter(|_| !is_suppressed(Rule::RecordConflictingGame));
        let copy = copy.and_then(|first| self.reported_copy(first, &place.file));
        let selection = &self.settings.selection;
        let conflict = conflict.filter(|(first, _)| {
            selection.wants(Rule::RecordConflictingGame, Severity::Warning)
                && !are_of_one_board(&first.file, &place.file)
        });
        let is_judged_alone = copy.is_none() && conflict.is_none() && in_series.is_empty();
        let mut late;
        // The report stays in the outcome: the worker that made it also frees it.
        let report = match game.report.as_deref_mut() {
            Some(report) => report,
            None if is_judged_alone => return Ok(()),
            None => {
                late = late_report(&mut self.record, places, &game.ending, self.settings);
                &mut late
            }
        };
        for found in in_series {
            report.findings.push(series_finding(report, found));
        }
        if let (Some((first, severity)), Some(key)) = (copy, game.key) {
            report.findings.push(duplicate_finding(report, &first, &place.file, key, severity));
        }
        if let Some((first, disagreement)) = conflict {
            report.findings.push(conflict_finding(report, &first, &place.file, disagreement));
        }
        let found = report.findings.len();
        self.remove_unwanted(&place.file, report)?;
        if found > 0 && report.findings.is_empty() && !self.settings.all {
            return Ok(());
        }
        report.number = place.number;
        place.make_absolute(&mut report.location);
        for finding in &mut report.findings {
            place.make_absolute(&mut finding.location);
            self.summary.count(finding);
        }
        let cites_law =
            |finding: &Finding| finding.citation.as_ref().is_some_and(|law| law.article.is_some());
        if game.ending.code.assumes_pace() && report.findings.iter().any(cites_law) {
            self.summary.chosen.assumed_pace += 1;
        }
        self.sink.game(&place.file, report)
    }

    fn read(&mut self, file: &Arc<str>, _games: u64) -> io::Result<()> {
        // With a selection of games, no file is read completely.
        if matches!(self.settings.baseline, BaselineMode::Suppress(_)) && self.settings.intake.games.is_none()
        {
            self.summary.known.mark_read(file)?;
        }
        Ok(())
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

/// A finding about a game and the one before it in its series.
fn series_finding(report: &GameReport, found: SeriesFinding) -> Finding {
    let (article, says, stance) = match found.ruling {
        SeriesRuling::Article { article, says } => (Some(article), Some(says), Stance::Speaks),
        SeriesRuling::Silence(Voice::Unrevealed) => (None, None, Stance::Unrevealed),
        SeriesRuling::Silence(_) => (None, None, Stance::Silent),
    };
    Finding {
        citation: Some(Citation { code: Arc::clone(&report.code), article, terms: Arc::default() }),
        offender: found.offender,
        help: found.help,
        disposition: Some(Disposition::Stands),
        stance,
        says,
        ..game_finding(
            found.rule,
            found.severity,
            found.location,
            found.message,
            game_fingerprint(report, found.rule),
        )
    }
}

/// A finding about a whole game, without a citation.
fn game_finding(
    rule: Rule,
    severity: Severity,
    location: Location,
    message: String,
    fingerprint: Fingerprint,
) -> Finding {
    Finding {
        rule,
        severity,
        citation: None,
        codes: Vec::new(),
        ply: 0,
        movetext: None,
        location,
        offender: None,
        message,
        help: None,
        leans_on: Vec::new(),
        doubts: Vec::new(),
        remedies: Vec::new(),
        window: None,
        retract: None,
        disposition: None,
        fingerprint,
        stance: Stance::Speaks,
        says: None,
        course: Course::default(),
        related: Vec::new(),
        event: None,
        diagram: None,
    }
}

/// The fingerprint of a finding about a whole game.
fn game_fingerprint(report: &GameReport, rule: Rule) -> Fingerprint {
    let mut hash = xxhash_rust::xxh3::Xxh3::new();
    for tag in report.tags.iter() {
        hash.update(tag.name.as_bytes());
        hash.update(tag.value.as_bytes());
    }
    hash.update(report.final_fen.as_bytes());
    hash.update(rule.id().as_bytes());
    Fingerprint(hash.digest128())
}

/// Whether a program for electronic boards writes both files: `games.pgn` beside `game-1.pgn` in one folder.
fn are_of_one_board(one: &str, other: &str) -> bool {
    let split = |file: &str| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        (folder.to_owned(), name.to_ascii_lowercase())
    };
    let ((folder, name), (other_folder, other_name)) = (split(one), split(other));
    let is_one_game = |name: &str| {
        let number = name.strip_prefix("game-").and_then(|name| name.strip_suffix(".pgn"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    folder == other_folder
        && (name == "games.pgn" && is_one_game(&other_name)
            || other_name == "games.pgn" && is_one_game(&name))
}

/// The finding about a record that contradicts an earlier one of the same game.
fn conflict_finding(report: &GameReport, seen: &Seen, file: &Arc<str>, what: Disagreement) -> Finding {
    let other_file = (seen.file != *file).then_some(&*seen.file);
    let rule = Rule::RecordConflictingGame;
    Finding {
        ply: report.plies,
        help: Some(sentences::only_one_is_right()),
        related: vec![Related { file: Arc::clone(&seen.file), game: seen.number }],
        ..game_finding(
            rule,
            Severity::Warning,
            Location { length: 0, ..report.location },
            sentences::conflict(seen.number, other_file, what, report.plies),
            game_fingerprint(report, rule),
        )
    }
}

/// The finding about a later copy of a game.
fn duplicate_finding(
    report: &GameReport,
    seen: &Seen,
    file: &Arc<str>,
    key: GameKey,
    severity: Severity,
) -> Finding {
    let other_file = (seen.file != *file).then_some(&*seen.file);
    Finding {
        ply: report.plies,
        help: (report.plies >= LONG_ENOUGH).then(sentences::not_compared),
        related: vec![Related { file: Arc::clone(&seen.file), game: seen.number }],
        ..game_finding(
            Rule::RecordDuplicateGame,
            severity,
            Location { length: 0, ..report.location },
            sentences::duplicate(seen.number, other_file),
            key.fingerprint(),
        )
    }
}

/// Audits games in memory, each under the code that its `Laws` tag names or that of its day, with findings of every severity.
pub fn audit_bytes(bytes: &[u8]) -> Vec<GameReport> {
    LawOfDay::of(&LawFiles::default(), None)
        .map_or_else(|_| Vec::new(), |law| audit_bytes_under(bytes, CodeChoice::ByRecord(law)))
}

/// Audits games in memory under a code, with findings of every severity and the source of each game.
pub fn audit_bytes_under(bytes: &[u8], codes: CodeChoice) -> Vec<GameReport> {
    struct All(Vec<GameReport>);
    impl Sink for All {
        fn game(&mut self, _: &Arc<str>, game: &GameReport) -> io::Result<()> {
            self.0.push(game.clone());
            Ok(())
        }
        fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
            Ok(())
        }
    }
    let settings = Settings {
        codes,
        shelf: LawFiles::default(),
        doubts: Doubts::Unmarked,
        selection: Selection::all(Severity::Info),
        per_file_ignores: Vec::new(),
        baseline: BaselineMode::Off,
        all: true,
        keep_source: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 1000,
        series: Grouping::Tagged,
        budget: Budget::GAME,
        intake: InputOptions::default(),
    };
    let mut all = All(Vec::new());
    let mut reports = Reports::new(&settings, &mut all);
    let audit = Audit { settings: &settings, meter: Arc::default() };
    // The run cannot fail, because the sink cannot.
    let _ = run_over(&audit, bytes, &mut reports, &NoProgress);
    all.0
}
