//! The ledger of an audit: finds duplicates, counts findings and passes the reports to the sink.

use std::borrow::Cow;
use std::io;
use std::iter::Peekable;
use std::mem;
use std::sync::Arc;
use std::vec::IntoIter;

use crate::finding::{
    Citation, Course, Disposition, Finding, Fingerprint, GameReport, Location, Related, Severity, Stance,
};
use crate::game::Record;
use crate::input::{Inputs, ShardNumbering};
use crate::law::{Rule, Voice};
use crate::search::Budget;
use crate::series::{AllSeries, Grouping, SeriesFinding, SeriesGame, SeriesRuling};
use crate::tournament::{Tournament, TournamentFile, TournamentFinding, TournamentFindings, TournamentGame};

use super::curate::{CurateFinding, Curated, CuratedGame, Curator, LateFinding, NewSpelling};
use super::duplicates::{Duplicates, Earlier, GameKey, LONG_ENOUGH, Seen};
use super::game::{Audit, Extras, GameOutcome, late_report};
use super::held_reports::{HeldCall, HeldGame, HeldReports};
use super::identity::{Disagreement, GameIdentity};
use super::ignores::Suppressed;
use super::judging::GameCode;
use super::per_file::CurrentFile;
use super::places::Places;
use super::run::{Extent, InputOptions, Ledger, Numbering, PartExtent, TextInMemory, run_over};
use super::sentences;
use super::tournament::report_of_file;
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
    let extent = super::run::run(&audit, &settings.intake, inputs.into_sources(), &mut reports, progress)?;
    reports.into_summary(extent)
}

pub(super) struct Reports<'a> {
    settings: &'a Settings,
    sink: &'a mut dyn Sink,
    summary: Summary,
    duplicates: Duplicates,
    series: AllSeries,
    curator: Option<Curator>,
    tournament: Option<Tournament>,
    /// The reports, if findings are made when all games are read.
    held: Option<HeldReports>,
    current_file: CurrentFile,
    /// A buffer for games whose only finding needs another game.
    record: Record,
}

impl<'a> Reports<'a> {
    pub(super) fn new(settings: &'a Settings, sink: &'a mut dyn Sink) -> Self {
        let wanted = [Rule::RecordDuplicateGame, Rule::RecordConflictingGame]
            .into_iter()
            .any(|rule| settings.selection.wants(rule, Severity::Warning));
        let curator = Curator::of(settings);
        let tournament = settings.tournament.clone().map(Tournament::new);
        let has_late_findings =
            tournament.is_some() || curator.as_ref().is_some_and(Curator::has_late_findings);
        Self {
            settings,
            sink,
            summary: Summary::default(),
            duplicates: Duplicates::among(if wanted { settings.duplicates } else { 0 }),
            series: AllSeries::default(),
            held: has_late_findings.then(HeldReports::default),
            tournament,
            curator,
            current_file: CurrentFile::default(),
            record: Record::default(),
        }
    }

    /// The summary of a run that read this much.
    pub(super) fn into_summary(mut self, extent: Extent) -> io::Result<Summary> {
        self.release_held(extent.unreadable == 0)?;
        let stopped = self.curator.and_then(|curator| curator.stopped);
        Ok(Summary {
            read: Extent { plies: self.summary.read.plies, ..extent },
            checked_rules: self.settings.selection.sought(),
            duplicates_stopped: self.duplicates.stopped.or(stopped),
            ..self.summary
        })
    }

    /// Passes the held reports to the sink, with the findings that were made when all games were read. `is_all_read`: whether
    /// all of the input could be read.
    fn release_held(&mut self, is_all_read: bool) -> io::Result<()> {
        let Some(held) = self.held.take() else { return Ok(()) };
        let mut late = self.late_findings()?;
        let wants = |rule, severity| self.settings.selection.wants(rule, severity);
        let judged = self.tournament.take().map(|tournament| {
            let judged = tournament.judge(is_all_read, wants);
            (Arc::clone(tournament.file()), judged)
        });
        let (file, mut judged) = judged.unzip();
        // The gravest finding of each game of the tournament.
        let of_games = judged.as_ref().map_or(0, |judged| judged.of_games.len());
        let mut gravest: Vec<Option<Severity>> = vec![None; of_games];
        held.release(|call| match call {
            HeldCall::Game(game) => {
                let HeldGame {
                    file,
                    source,
                    order,
                    spellings,
                    in_tournament,
                    suppressed,
                    is_reported,
                    report,
                } = *game;
                let mut report = report.into_owned();
                let found = late.of_game(order, &spellings);
                let mut found: Vec<Finding> =
                    found.into_iter().map(|found| curate_finding(&report, found)).collect();
                if let (Some(index), Some(judged)) = (in_tournament, &mut judged) {
                    let of_game = judged.of_games.get_mut(index).map(mem::take).unwrap_or_default();
                    found.extend(of_game.into_iter().map(|finding| tournament_finding(&report, finding)));
                }
                self.add_late(found, &suppressed, &source, &mut report)?;
                if let Some(slot) = in_tournament.and_then(|index| gravest.get_mut(index)) {
                    *slot = report.findings.iter().map(|finding| finding.severity).max();
                }
                if is_reported || !report.findings.is_empty() {
                    self.sink.game(&file.into(), &report)?;
                }
                Ok(())
            }
            HeldCall::WithoutGames { named, why } => {
                self.sink.without_games(&named.into(), &why);
                Ok(())
            }
            HeldCall::Note { named, note } => {
                self.sink.note(&named.into(), &note);
                Ok(())
            }
            HeldCall::Unreadable { file, why } => self.sink.unreadable(&file.into(), &why),
        })?;
        if let (Some(file), Some(judged)) = (file, judged) {
            self.report_tournament(&file, judged, &gravest)?;
        }
        Ok(())
    }

    /// Passes the findings about the tournament report itself to the sink, and keeps its crosstable.
    fn report_tournament(
        &mut self,
        file: &TournamentFile,
        judged: TournamentFindings,
        gravest: &[Option<Severity>],
    ) -> io::Result<()> {
        let TournamentFindings { of_file, mut crosstable, .. } = judged;
        crosstable.mark_games(gravest);
        self.summary.crosstable = Some(crosstable);
        if matches!(self.settings.baseline, BaselineMode::Suppress(_)) {
            self.summary.known.mark_read(&file.name)?;
        }
        let mut report = report_of_file(file, self.settings, self.settings.keep_source);
        let found = of_file.into_iter().map(|finding| tournament_finding(&report, finding)).collect();
        self.add_late(found, &[], &file.name, &mut report)?;
        if report.findings.is_empty() { Ok(()) } else { self.sink.game(&file.name, &report) }
    }

    /// The findings that are made when all games are read.
    pub(super) fn late_findings(&self) -> io::Result<LateFindings> {
        let late = self.curator.as_ref().map_or_else(|| Ok(Vec::new()), Curator::late_findings)?;
        Ok(LateFindings(late.into_iter().peekable()))
    }

    /// Adds findings to a finished report.
    fn add_late(
        &mut self,
        mut found: Vec<Finding>,
        suppressed: &[Rule],
        source: &str,
        report: &mut GameReport,
    ) -> io::Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        let all = found.len();
        found.retain(|finding| !suppressed.contains(&finding.rule));
        self.summary.suppressed += (all - found.len()) as u64;
        let finished = mem::replace(&mut report.findings, found);
        self.remove_unwanted(source, report)?;
        for finding in &report.findings {
            self.summary.count(finding);
        }
        report.findings.splice(0..0, finished);
        Ok(())
    }

    /// A copy that is a finding, with its severity. Copies of other files are counted.
    fn reported_copy(&mut self, first: Seen, file: &Arc<str>) -> Option<(Seen, Severity)> {
        let rule = Rule::RecordDuplicateGame;
        let selection = &self.settings.selection;
        // Findings of rules that are selected can always be errors.
        if Related::are_of_one_board(&first.file, file) || !selection.wants(rule, Severity::Error) {
            return None;
        }
        let severity = if first.file == *file { Severity::Warning } else { Severity::Info };
        if severity == Severity::Info {
            self.summary.copies.add(file, &first.file, 1);
        }
        selection.wants(rule, severity).then_some((first, severity))
    }

    /// Keeps a call for later, if reports are held. If it cannot be kept, it is made at once.
    fn hold(&mut self, call: &HeldCall<'_>) -> bool {
        self.held.as_mut().is_some_and(|held| held.push(call).is_ok())
    }

    /// Whether a finding of the next game is not reported: its rule is ignored in the file, or it is known.
    pub(super) fn is_unwanted(&mut self, file: &str, finding: &Finding) -> io::Result<bool> {
        let Settings { per_file_ignores, baseline, .. } = self.settings;
        Ok(self.current_file.ignores(per_file_ignores, file, finding.rule)
            || self.summary.known.matches(baseline, finding, file)?)
    }

    /// Removes findings of rules that are ignored in the file, and known findings.
    fn remove_unwanted(&mut self, file: &str, report: &mut GameReport) -> io::Result<()> {
        let ignores = &self.settings.per_file_ignores;
        if ignores.is_empty() && matches!(self.settings.baseline, BaselineMode::Off) {
            return Ok(());
        }
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

    /// Compares the next game with those before it.
    pub(super) fn compare(&mut self, game: &mut TakenGame<'_>, place: &Numbering) -> io::Result<Compared> {
        let Earlier { copy, conflict } =
            self.duplicates.take(game.key, game.identity, &place.file, place.number)?;
        let Suppressed { count: suppressed, later } = std::mem::take(&mut game.suppressed);
        self.summary.suppressed += suppressed;
        let code = game.code.newest(self.settings.code_choice(game.choice));
        let mut in_series = game.series.take().map_or_else(Vec::new, |game| self.series.take(game, code));
        in_series.retain(|found| self.settings.selection.wants(found.rule, found.severity));
        let mut curated = match (&mut self.curator, &game.curated) {
            (Some(curator), Some(game)) => curator.take(game, &place.file, place.number)?,
            _ => Curated::default(),
        };
        curated.findings.retain(|found| self.settings.selection.wants(found.rule, Severity::Info));
        let mut is_suppressed = |rule: Rule| {
            let is_suppressed = later.contains(&rule);
            self.summary.suppressed += u64::from(is_suppressed);
            is_suppressed
        };
        in_series.retain(|found| !is_suppressed(found.rule));
        curated.findings.retain(|found| !is_suppressed(found.rule));
        let copy = copy.filter(|_| !is_suppressed(Rule::RecordDuplicateGame));
        let conflict = conflict.filter(|_| !is_suppressed(Rule::RecordConflictingGame));
        let copy = copy.and_then(|first| self.reported_copy(first, &place.file));
        let selection = &self.settings.selection;
        let conflict = conflict.filter(|(first, _)| {
            selection.wants(Rule::RecordConflictingGame, Severity::Warning)
                && !Related::are_of_one_board(&first.file, &place.file)
        });
        if conflict.is_some() {
            // The conflict says the same.
            curated.findings.retain(|found| found.rule != Rule::CurateContainedGame);
        }
        let awaited = AwaitedFindings {
            order: curated.order,
            spellings: mem::take(&mut curated.new_spellings),
            suppressed: later,
        };
        Ok(Compared { key: game.key, in_series, copy, conflict, curated, awaited })
    }

    /// Takes the next game, and passes its report on. `late` makes the report if its only finding needs another game.
    pub(super) fn take(
        &mut self,
        mut game: TakenGame<'_>,
        place: &Numbering,
        late: impl FnOnce(&mut Record) -> Option<GameReport>,
    ) -> io::Result<()> {
        self.summary.read.plies += u64::from(game.plies);
        game.code.count(game.choice, self.settings, &mut self.summary.chosen);
        let mut compared = self.compare(&mut game, place)?;
        let AwaitedFindings { order, mut spellings, suppressed } = mem::take(&mut compared.awaited);
        let in_tournament = match (&mut self.tournament, game.tournament.take()) {
            (Some(tournament), Some(mut facts)) => {
                facts.move_lines(|location| place.make_absolute(location));
                tournament.add(facts, &place.file, place.number, compared.copy.is_some())
            }
            _ => None,
        };
        let may_have_late = !spellings.is_empty() || in_tournament.is_some();
        let mut made;
        let report = match game.report {
            Some(report) => report,
            None if compared.is_empty() && !may_have_late => return Ok(()),
            None => {
                let Some(report) = late(&mut self.record) else { return Ok(()) };
                made = report;
                &mut made
            }
        };
        let more = compared.into_findings(report, &place.file);
        report.findings.extend(more);
        self.remove_unwanted(&place.source, report)?;
        // Without findings, only a report is here that is wanted anyway, or that a finding may be added to.
        let is_reported = self.settings.all || !report.findings.is_empty();
        if !is_reported && !may_have_late {
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
        if game.code.assumes_pace() && report.findings.iter().any(cites_law) {
            self.summary.chosen.assumed_pace += 1;
        }
        let Some(held) = &mut self.held else { return self.sink.game(&place.file, report) };
        for new in &mut spellings {
            place.make_absolute(&mut new.place);
        }
        held.push(&HeldCall::Game(Box::new(HeldGame {
            file: Cow::Borrowed(&place.file),
            source: Cow::Borrowed(&place.source),
            order,
            spellings: Cow::Owned(spellings),
            in_tournament,
            suppressed: Cow::Owned(suppressed),
            is_reported,
            report: Cow::Borrowed(report),
        })))
    }
}

/// The findings about a game that need games before it.
pub(super) struct Compared {
    key: Option<GameKey>,
    in_series: Vec<SeriesFinding>,
    copy: Option<(Seen, Severity)>,
    conflict: Option<(Seen, Disagreement)>,
    curated: Curated,
    pub awaited: AwaitedFindings,
}

/// The findings about a game that may be made when all games are read.
#[derive(Default)]
pub(super) struct AwaitedFindings {
    /// The number of the game in the run.
    order: u32,
    spellings: Vec<NewSpelling>,
    /// The rules that the record suppresses, of those whose findings are made later.
    suppressed: Vec<Rule>,
}

/// The findings that are made when all games are read, in the order of the games.
pub(super) struct LateFindings(Peekable<IntoIter<LateFinding>>);

impl LateFindings {
    /// Those of the next game, at the places of its new spellings.
    fn of_game(&mut self, order: u32, spellings: &[NewSpelling]) -> Vec<CurateFinding> {
        let mut found = Vec::new();
        while let Some(LateFinding { spelling, finding, .. }) = self.0.next_if(|late| late.order <= order) {
            let of_spelling = |new: &&NewSpelling| new.spelling == spelling;
            let place = spellings.iter().find(of_spelling).map(|new| new.place);
            found.extend(place.map(|place| CurateFinding { place: Some(place), ..finding }));
        }
        found
    }

    /// Those of the next game that its record does not suppress. `report` makes its report.
    pub(super) fn next_of(
        &mut self,
        awaited: &AwaitedFindings,
        report: impl FnOnce() -> Arc<GameReport>,
    ) -> Option<(Arc<GameReport>, Vec<Finding>)> {
        let mut found = self.of_game(awaited.order, &awaited.spellings);
        found.retain(|found| !awaited.suppressed.contains(&found.rule));
        if found.is_empty() {
            return None;
        }
        let report = report();
        let findings = found.into_iter().map(|found| curate_finding(&report, found)).collect();
        Some((report, findings))
    }
}

impl Compared {
    pub(super) fn is_empty(&self) -> bool {
        self.in_series.is_empty()
            && self.copy.is_none()
            && self.conflict.is_none()
            && self.curated.findings.is_empty()
    }

    /// The findings, for the report of the game.
    pub(super) fn into_findings(self, report: &GameReport, file: &Arc<str>) -> Vec<Finding> {
        let mut findings: Vec<Finding> =
            self.in_series.into_iter().map(|found| series_finding(report, found)).collect();
        if let (Some((first, severity)), Some(key)) = (self.copy, self.key) {
            findings.push(duplicate_finding(report, &first, file, key, severity));
        }
        if let Some((first, disagreement)) = self.conflict {
            findings.push(conflict_finding(report, &first, file, disagreement));
        }
        findings.extend(self.curated.findings.into_iter().map(|found| curate_finding(report, found)));
        findings
    }
}

/// The next game of a run.
pub(super) struct TakenGame<'g> {
    pub key: Option<GameKey>,
    pub identity: Option<&'g GameIdentity>,
    /// It stays in the outcome, because the worker that made it also frees it.
    pub report: Option<&'g mut GameReport>,
    pub series: Option<SeriesGame>,
    pub curated: Option<CuratedGame>,
    pub tournament: Option<TournamentGame>,
    pub suppressed: Suppressed,
    pub plies: u32,
    pub code: &'g GameCode,
    /// The number of the choice of its code.
    pub choice: u16,
}

impl Ledger<GameOutcome> for Reports<'_> {
    fn game(&mut self, game: &mut GameOutcome, place: &Numbering, places: &Places<'_>) -> io::Result<()> {
        let Extras { series, suppressed, curated, tournament } =
            game.extras.take().map_or_else(Extras::default, |extras| *extras);
        let (settings, ending) = (self.settings, &game.ending);
        let taken = TakenGame {
            key: game.key,
            identity: game.identity.as_ref(),
            report: game.report.as_deref_mut(),
            series,
            curated,
            tournament,
            suppressed,
            plies: ending.plies,
            code: &ending.code,
            choice: ending.choice,
        };
        self.take(taken, place, |record| Some(late_report(record, places, ending, settings)))
    }

    fn read(&mut self, file: &Arc<str>, _games: u64) -> io::Result<()> {
        let matched = &mut self.summary.matched_ignores;
        for (index, ignores) in self.settings.per_file_ignores.iter().enumerate() {
            if !matched.contains(&index) && ignores.files.matches((**file).as_ref()) {
                matched.insert(index);
            }
        }
        // With a selection of games, no file is read completely.
        if matches!(self.settings.baseline, BaselineMode::Suppress(_)) && self.settings.intake.games.is_none()
        {
            self.summary.known.mark_read(file)?;
        }
        Ok(())
    }

    fn read_part(&mut self, part: PartExtent) {
        if matches!(part.shard.numbers, ShardNumbering::NumberedInShare(_)) {
            self.summary.parts.push(part);
        }
    }

    fn without_games(&mut self, named: &Arc<str>, why: &str) {
        let call = HeldCall::WithoutGames { named: Cow::Borrowed(named), why: Cow::Borrowed(why) };
        if !self.hold(&call) {
            self.sink.without_games(named, why);
        }
    }

    fn note(&mut self, named: &Arc<str>, note: &str) {
        let call = HeldCall::Note { named: Cow::Borrowed(named), note: Cow::Borrowed(note) };
        if !self.hold(&call) {
            self.sink.note(named, note);
        }
    }

    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()> {
        let call = HeldCall::Unreadable { file: Cow::Borrowed(file), why: Cow::Borrowed(why) };
        if self.hold(&call) { Ok(()) } else { self.sink.unreadable(file, why) }
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

/// A finding for archivists.
fn curate_finding(report: &GameReport, found: CurateFinding) -> Finding {
    let CurateFinding { rule, message, help, place, related, about } = found;
    let Fingerprint(of_game) = game_fingerprint(report, rule);
    let fingerprint = of_game ^ u128::from(about);
    let related = related.map(|seen| Related { file: seen.file, game: seen.number });
    let whole = Location { length: 0, ..report.location };
    Finding {
        help,
        related: related.into_iter().collect(),
        ..game_finding(rule, Severity::Info, place.unwrap_or(whole), message, Fingerprint(fingerprint))
    }
}

/// A finding about a game or the report of its tournament.
fn tournament_finding(report: &GameReport, found: TournamentFinding) -> Finding {
    let TournamentFinding { rule, severity, place, message, help, related, law, about, .. } = found;
    let Fingerprint(of_game) = game_fingerprint(report, rule);
    let fingerprint = Fingerprint(of_game ^ u128::from(about));
    let whole = Location { length: 0, ..report.location };
    let (citation, says) = law.map_or((None, None), |law| (law.citation, law.says));
    Finding {
        help,
        citation,
        says,
        related: related.into_iter().collect(),
        ..game_finding(rule, severity, place.unwrap_or(whole), message, fingerprint)
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
        fix: None,
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
    audit_text_for(TextInMemory::of(bytes), codes, Selection::all(Severity::Info))
}

/// The audit of a text in memory.
#[derive(Default)]
pub(super) struct AuditedText {
    pub games: Vec<GameReport>,
    /// Why the text is not read, if it is not.
    pub refusal: Option<String>,
}

impl Sink for AuditedText {
    fn game(&mut self, _: &Arc<str>, game: &GameReport) -> io::Result<()> {
        self.games.push(game.clone());
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, why: &str) -> io::Result<()> {
        self.refusal = Some(why.to_owned());
        Ok(())
    }
}

impl AuditedText {
    pub(super) fn of(settings: &Settings, text: TextInMemory<'_>) -> Self {
        let mut audited = Self::default();
        let mut reports = Reports::new(settings, &mut audited);
        let audit = Audit { settings, meter: Arc::default() };
        // Only the use of a temporary file may fail.
        let read = run_over(&audit, text, &mut reports, &NoProgress);
        if let Err(why) = read.and_then(|()| reports.release_held(true)) {
            audited.refusal = Some(why.to_string());
        }
        audited
    }
}

/// Audits games in memory for the findings of some rules, with the source of each game.
pub(crate) fn audit_text_for(
    text: TextInMemory<'_>,
    codes: CodeChoice,
    selection: Selection,
) -> Vec<GameReport> {
    let settings = Settings {
        codes,
        file_codes: Vec::new(),
        shelf: LawFiles::default(),
        doubts: Doubts::Unmarked,
        selection,
        per_file_ignores: Vec::new(),
        baseline: BaselineMode::Off,
        all: true,
        keep_source: true,
        repairs: true,
        diagrams: DiagramChoice::Unkept,
        duplicates: 1000,
        series: Grouping::Tagged,
        budget: Budget::GAME,
        tournament: None,
        intake: InputOptions::default(),
    };
    AuditedText::of(&settings, text).games
}
