//! The page of an audit.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::{self, Write};
use std::iter;
use std::sync::Arc;

use askama::Template;

use crate::audit::LawFiles;
use crate::chess::Position;
use crate::finding::diagram::{BoardOrientation, DiagramBoard};
use crate::finding::{Disposition, Finding, Fix, GameReport, Severity, Stance, Standing};
use crate::law::{Code, Rule, words};
use crate::tournament::Crosstable;

use super::super::board::orientation;
use super::super::excerpt::{Excerpt, ShownIn};
use super::super::law_lines::{FIX, LawLine, law_lines, outcome};
use super::super::shared_findings::{Repeated, SharedFindings};
use super::super::summary_line::summary_line;
use super::super::text::{
    Noun, SEVERITIES, by_severity, capital, cited, code_name, count, name_shown, noun, plain, plural, under,
};
use super::super::top_findings::{Offer, TopFindings};
use super::super::{AnalysisLinks, Charset, CodeInfo, Format, PageDate, RunInfo, Totals};
use super::acts::Acts;
use super::article::{ArticleSummary, Articles, Book};
use super::board::{Legend, drawn};
use super::crosstable::{self, CrosstableTable, GameAnchors, PageAnchor};
use super::file_counts::{FileCounts, FileTable};
use super::sections::{EntryNumber, Pictures, SectionEntry, Sections, Selected};
use super::{
    CodeLine, Frame, GameHeading, RuleLine, about_game, code_line, game_source, inputs_named,
    unreadable_remarks, with_narrow_spaces,
};

/// A browser is slow with more findings.
const MOST_FINDINGS: usize = 5_000;
const MOST_REPEATS: usize = 50;
/// A page with more boards takes long to open.
const MOST_DRAWN: usize = 1_000;
/// More findings are listed by severity.
const MOST_IN_ORDER: usize = 100;
/// In characters. No more of a line is quoted around a finding.
const EXCERPT_WIDTH: usize = 120;

/// The signs of every page. Those of verdicts depend on the games.
const KEY: [KeyEntry; 8] = [
    KeyEntry {
        sign: "error",
        class: "error",
        meaning: "A breach of the code, or a record that contradicts itself.",
    },
    KeyEntry {
        sign: "warning",
        class: "warning",
        meaning: "A right that was not used, a lesser breach without a remedy, or a doubtful record.",
    },
    KeyEntry {
        sign: "info",
        class: "info",
        meaning: "Something to know that is neither a breach nor a doubt: a duty that can \
                   still be met, a fault that was put right, a right used correctly, a matter on which the code is silent, a draw that can be claimed, or a matter of style.",
    },
    KeyEntry { sign: Stance::Silent.label(), class: "", meaning: Stance::Silent.meaning() },
    KeyEntry { sign: Stance::Unrevealed.label(), class: "", meaning: Stance::Unrevealed.meaning() },
    KeyEntry { sign: "dashed frame", class: "", meaning: "On a board: a piece that was touched or handled." },
    KeyEntry { sign: "arrow", class: "", meaning: "On a board: the move that was made." },
    KeyEntry {
        sign: "dots, rings",
        class: "",
        meaning: "On a board: the targets of moves that satisfy the ruling.",
    },
];

/// The page is written at the end, because it begins with the summary. Until then it keeps the most severe findings.
pub(crate) struct Html {
    shelf: LawFiles,
    links: AnalysisLinks,
    articles: Articles,
    /// The codes that findings cite.
    codes: BTreeMap<Arc<str>, Arc<Code>>,
    games: Sections<(), Severity>,
    number_of_games: u64,
    number_of_clean_games: u64,
    files: FileCounts,
    /// The date of the newest game so far.
    newest: Option<PageDate>,
    standings: BTreeSet<Standing>,
    /// The number of findings of each severity.
    found: BTreeMap<Severity, u64>,
    /// The info findings that are counted below the others, because another game of the file has the same.
    grouped: u64,
    /// Games without findings have no severity, and make room for findings.
    kept: TopFindings<Option<Severity>, PagePlace>,
    boards: TopFindings<Severity, EntryNumber>,
    repeats: SharedFindings,
    /// Notes on findings that are not listed again.
    repeated: Vec<String>,
    /// The places of the games, if the page has a crosstable.
    anchors: Option<GameAnchors>,
}

/// A place on the page, taken by a game without findings or by a finding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PagePlace {
    Game(u64),
    Finding(EntryNumber),
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage<'a> {
    frame: Frame,
    buttons: Vec<SeverityButton>,
    remarks: Vec<String>,
    /// As HTML.
    crosstable: Option<String>,
    groups: Vec<Group<'a>>,
    files: FileTable,
    rules: Vec<RuleLine>,
    codes: Vec<CodeLine>,
    key: Vec<KeyEntry>,
    notes: Vec<String>,
    books: Vec<Book>,
}

/// The number of findings of a severity, as a button that filters the list.
struct SeverityButton {
    severity: &'static str,
    words: String,
}

/// A part of the list under a heading of its own.
struct Group<'a> {
    id: &'static str,
    heading: &'static str,
    games: Box<dyn fmt::Display + 'a>,
}

#[derive(Clone, Copy)]
struct KeyEntry {
    sign: &'static str,
    class: &'static str,
    meaning: &'static str,
}

/// The line of the record that a finding is about.
struct QuotedLine {
    number: u64,
    before: String,
    marked: String,
    after: String,
}

#[derive(Template)]
#[template(path = "finding.html")]
struct FindingEntry {
    id: u64,
    severity: Severity,
    rule: Rule,
    article: String,
    offset: u64,
    fingerprint: String,
    place: String,
    message: String,
    line: Option<QuotedLine>,
    boards: Vec<String>,
    law: Arc<str>,
    lines: Vec<LawLine>,
    repair: Option<RepairLine>,
    acts: Acts,
}

/// The repair of a finding, as a line of the page.
struct RepairLine {
    switch: &'static str,
    /// The text that the words of the finding become, if it is one place.
    text: Option<String>,
    /// The title of the repair, in the imperative.
    title: String,
}

impl RepairLine {
    fn of(fix: &Fix) -> Self {
        // `write Qh4#`, but not `write 1-0 at the end of the moves`.
        let is_place = |text: &&str| fix.edits.len() == 1 && !text.contains(' ');
        let text = fix.title.strip_prefix("write ").filter(is_place);
        Self {
            switch: fix.class.switch(),
            text: text.map(|text| plain(text).into_owned()),
            title: plain(&fix.title).into_owned(),
        }
    }
}

impl Html {
    pub(crate) fn new() -> Self {
        Self {
            shelf: LawFiles::default(),
            links: AnalysisLinks::Shown,
            articles: Articles::default(),
            codes: BTreeMap::new(),
            games: Sections::default(),
            number_of_games: 0,
            number_of_clean_games: 0,
            files: FileCounts::default(),
            newest: None,
            standings: BTreeSet::new(),
            found: BTreeMap::new(),
            grouped: 0,
            kept: TopFindings::new(MOST_FINDINGS),
            boards: TopFindings::new(MOST_DRAWN),
            repeats: SharedFindings::default(),
            repeated: Vec::new(),
            anchors: None,
        }
    }

    /// Whether there is room on the page, in the place of something less severe if necessary.
    fn admits(&mut self, severity: Option<Severity>, place: PagePlace) -> bool {
        match self.kept.offer(severity, place) {
            Offer::Kept => true,
            Offer::Instead(PagePlace::Game(other)) => {
                self.games.remove(other);
                true
            }
            Offer::Instead(PagePlace::Finding(other)) => {
                self.games.remove_with_game(other);
                true
            }
            Offer::Refused => false,
        }
    }

    fn add(&mut self, game: &GameReport, finding: &Finding, spot: EntryNumber) -> io::Result<()> {
        let mut entry = self.entry(spot.entry, game, finding)?;
        let bare = self.games.put(&entry)?;
        let boards = finding.diagram.iter().flat_map(|moment| &moment.boards);
        let boards: Vec<&DiagramBoard> = boards.filter(|board| !is_untouched_start(board)).collect();
        let pictures = if boards.is_empty() {
            Pictures::Nothing
        } else if self.games.has_room_for_boards(&mut self.boards, finding.severity, spot) {
            let side = orientation(&game.tags);
            let boards = boards.into_iter().map(|board| drawn(board, side, Legend::Beneath, self.links));
            entry.boards = boards.collect::<io::Result<_>>()?;
            entry.acts = entry.acts.playable();
            Pictures::Drawn(self.games.put(&entry)?)
        } else {
            Pictures::LeftOut
        };
        self.games.add(spot.game, SectionEntry { id: spot.entry, about: finding.severity, bare, pictures });
        Ok(())
    }

    fn entry(&mut self, id: u64, game: &GameReport, finding: &Finding) -> io::Result<FindingEntry> {
        let mut lines: Vec<LawLine> = law_lines(finding)
            .into_iter()
            .filter(|line| line.label != FIX)
            .map(|LawLine { label, texts }| LawLine {
                label: plain(&label).into_owned(),
                texts: texts.iter().map(|text| plain(text).into_owned()).collect(),
            })
            .collect();
        let mut law: Arc<str> = "".into();
        let citation = finding.citation.as_ref();
        if let Some(code) = citation.and_then(|citation| self.code_of(&citation.code)) {
            law = self.articles.of(finding, &code, &code.id, ArticleSummary::Text)?;
            // The article has it already.
            if !law.is_empty() && lines.first().map(|line| line.label.as_str()) == cited(finding).as_deref() {
                lines.remove(0);
            }
        }
        let ended = outcome(finding).filter(|_| finding.disposition != Some(Disposition::Stands));
        if let Some(ended) = ended {
            lines.push(LawLine::new("outcome", ended));
        }
        Ok(FindingEntry {
            id,
            severity: finding.severity,
            rule: finding.rule,
            article: citation.and_then(|citation| citation.article.as_deref()).unwrap_or_default().to_owned(),
            offset: finding.location.offset,
            fingerprint: finding.fingerprint.to_string(),
            place: place(finding),
            message: plain(&finding.message).into_owned(),
            line: quoted_line(game, finding),
            boards: Vec::new(),
            law,
            lines,
            repair: finding.fix.as_deref().map(RepairLine::of),
            acts: finding.diagram.as_deref().map(Acts::of).unwrap_or_default(),
        })
    }

    fn note_repeated(&mut self, repeated: Vec<Repeated>) {
        let left = MOST_REPEATS.saturating_sub(self.repeated.len());
        let notes = repeated.into_iter().take(left).map(|Repeated { rule, place, message }| {
            format!("{rule} is not listed for {}: {}.", plain(&place), plain(&message))
        });
        self.repeated.extend(notes);
    }

    /// The number of findings of a severity on the page.
    fn shown(&self, severity: Severity) -> u64 {
        self.games.entries().filter(|entry| entry.about == severity).count() as u64
    }

    /// The findings that are not on the page: `7 errors and 2 info findings`.
    fn more(&self, found: &BTreeMap<Severity, u64>) -> Option<String> {
        let found = |severity| found.get(&severity).copied().unwrap_or_default();
        by_severity(|severity| found(severity).saturating_sub(self.shown(severity)))
    }

    /// The findings that the page leaves out, and how to see them.
    fn left_out(&self, totals: &Totals<'_>) -> Vec<String> {
        let mut found = totals.summary.findings.clone();
        let all = count(found.values().sum());
        if let Some(info) = found.get_mut(&Severity::Info) {
            *info = info.saturating_sub(self.grouped);
        }
        let shown = count(self.games.entries().count() as u64);
        let omitted = self.more(&found).map(|more| {
            if self.more(&self.found).is_some() {
                format!(
                    "The page shows the {shown} most severe of {all} findings. It omits {more}. To see every finding, \
                     use another format, such as --format jsonl. To see more findings of a kind, report fewer rules, games or files (--select, --ignore, --games)."
                )
            } else {
                format!("The page shows the first {shown} of {all} findings (--max-findings). It omits {more}.")
            }
        });
        let grouped = (self.grouped > 0).then(|| {
            let findings = plural(self.grouped, "info finding", "info findings");
            let are = if self.grouped == 1 { "is" } else { "are" };
            format!("{findings} {are} counted below the others, because another game of the file has the same finding.")
        });
        omitted.into_iter().chain(grouped).collect()
    }

    /// The number of findings on the page whose boards are left out.
    fn undrawn(&self) -> Option<String> {
        let undrawn = self.games.undrawn();
        (undrawn > 0).then(|| {
            format!(
                "boards are drawn for the {} most severe findings and omitted for {} more",
                count(MOST_DRAWN as u64),
                count(undrawn)
            )
        })
    }

    /// The number of games without findings that are left out.
    fn games_left_out(&self) -> Option<String> {
        let shown = self.games.bare_games();
        let left_out = self.number_of_clean_games.saturating_sub(shown);
        (left_out > 0).then(|| {
            let games = plural(left_out, "game", "games");
            format!("{games} without findings {} omitted", if left_out == 1 { "is" } else { "are" })
        })
    }

    /// The list: in the order of the report if it is short, otherwise the most severe findings first.
    fn groups(&self) -> Vec<Group<'_>> {
        let number = self.games.entries().count();
        if number <= MOST_IN_ORDER && number > 0 && self.anchors.is_some() {
            // The crosstable links to the games without findings, which need no place between the others.
            let takes = |has_findings: bool| move |of: Option<&Severity>| of.is_some() == has_findings;
            let group = |id, heading, has_findings| {
                let takes = takes(has_findings);
                Group { id, heading, games: Box::new(Selected { sections: &self.games, takes }) }
            };
            let clean =
                (self.games.bare_games() > 0).then(|| group("clean", "Games without findings", false));
            return iter::once(group("findings", "Findings", true)).chain(clean).collect();
        }
        if number <= MOST_IN_ORDER {
            let heading = if number == 0 { "Games" } else { "Findings" };
            let games = Box::new(&self.games);
            return if self.games.is_empty() {
                Vec::new()
            } else {
                vec![Group { id: "findings", heading, games }]
            };
        }
        let group = |severity: Option<Severity>, id, heading| {
            let takes = move |of: Option<&Severity>| of.copied() == severity;
            Group { id, heading, games: Box::new(Selected { sections: &self.games, takes }) }
        };
        let mut groups: Vec<Group<'_>> = Vec::new();
        for severity in SEVERITIES.into_iter().filter(|severity| self.shown(*severity) > 0) {
            groups.push(match severity {
                Severity::Error => group(Some(severity), "errors", "Errors"),
                Severity::Warning => group(Some(severity), "warnings", "Warnings"),
                Severity::Info => group(Some(severity), "info", "Info"),
            });
        }
        if self.games.bare_games() > 0 {
            groups.push(group(None, "clean", "Games without findings"));
        }
        groups
    }

    fn note_anchor(&mut self, file: &str, game: &GameReport, place: PageAnchor) {
        if let Some(anchors) = &mut self.anchors {
            anchors.add(file, game.number, place);
        }
    }

    fn note_anchor_in_report(&mut self, game: &GameReport, finding: &Finding, place: PageAnchor) {
        if let Some(anchors) = self.anchors.as_mut().filter(|_| !game.is_of_game()) {
            anchors.add_in_report(finding.location.offset, place);
        }
    }

    fn crosstable(&self, table: Option<&Crosstable>) -> io::Result<Option<String>> {
        let (Some(table), Some(anchors)) = (table, &self.anchors) else { return Ok(None) };
        let findings = self.games.entries().map(|entry| PageAnchor::Finding(entry.id));
        let games = self.games.numbers_of_bare_games().map(PageAnchor::Game);
        let table = CrosstableTable::of(table, anchors, &findings.chain(games).collect());
        table.map(|table| table.render().map_err(io::Error::other)).transpose()
    }

    fn frame(&self, totals: &Totals<'_>) -> Frame {
        let run = totals.run;
        let what = audited(run);
        let heading = if &*run.code.id == CodeInfo::PER_FILE {
            format!("Audit of {what}, each file under its code")
        } else if run.code.is_record() {
            format!("Audit of {what}, each game under the law of its day")
        } else {
            format!("Audit of {what} under {}", run.code.id)
        };
        Frame::new(heading, run.date, self.newest, &summary_line(totals), &run.tool)
    }

    /// The meaning of the signs on the page.
    fn key(&self) -> Vec<KeyEntry> {
        let mut key = KEY.to_vec();
        key.extend(self.standings.iter().map(|standing| KeyEntry {
            sign: standing.label(),
            class: "",
            meaning: standing.meaning(),
        }));
        key
    }

    fn code_of(&mut self, id: &Arc<str>) -> Option<Arc<Code>> {
        if let Some(code) = self.codes.get(id) {
            return Some(Arc::clone(code));
        }
        let code = self.shelf.code(id)?;
        self.codes.insert(Arc::clone(id), Arc::clone(&code));
        Some(code)
    }

    fn code_lines(&self, info: &CodeInfo) -> Vec<CodeLine> {
        let by_title = CodeLine { id: info.id.to_string(), about: format!("{}.", info.title) };
        if info.is_record() {
            let cited = self.codes.iter().map(|(id, code)| code_line(code, id));
            std::iter::once(by_title).chain(cited).collect()
        } else {
            vec![self.shelf.code(&info.id).map_or(by_title, |code| code_line(&code, &info.id))]
        }
    }
}

impl Format for Html {
    fn begin(&mut self, _: &mut dyn Write, run: &RunInfo) -> io::Result<()> {
        self.shelf = run.shelf.clone();
        self.links = run.links;
        self.anchors = run.has_tournament.then(GameAnchors::default);
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        self.number_of_games += 1;
        let number = self.number_of_games;
        self.files.add(file, game.findings.len() as u64);
        self.newest = self.newest.max(PageDate::of_game(&game.tags));
        if game.is_of_game() {
            self.standings.insert(game.verdict.standing);
        }
        if game.findings.is_empty() {
            self.number_of_clean_games += 1;
            if self.admits(None, PagePlace::Game(number)) {
                let anchor = self.anchors.as_ref().map(|_| number);
                self.games.open(number, (), &heading(file, game).anchored(anchor))?;
                self.note_anchor(file, game, PageAnchor::Game(number));
            }
        }
        let repeated = self.repeats.before(file);
        self.note_repeated(repeated);
        for finding in &game.findings {
            if !self.repeats.is_first(finding, number) {
                self.grouped += 1;
                continue;
            }
            *self.found.entry(finding.severity).or_default() += 1;
            let id = self.found.values().sum();
            let spot = EntryNumber { game: number, entry: id };
            if self.admits(Some(finding.severity), PagePlace::Finding(spot)) {
                if !self.games.has(number) {
                    self.games.open(number, (), &heading(file, game))?;
                }
                self.add(game, finding, spot)?;
                self.note_anchor(file, game, PageAnchor::Finding(id));
                self.note_anchor_in_report(game, finding, PageAnchor::Finding(id));
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let Totals { run, summary, .. } = *totals;
        let repeated = self.repeats.at_end();
        self.note_repeated(repeated);
        let mut remarks = self.left_out(totals);
        remarks.extend(unreadable_remarks(totals.unreadable));
        remarks.extend(summary.crosstable.as_ref().and_then(crosstable::left_out));
        let left_out = [self.undrawn(), self.games_left_out()].into_iter().flatten();
        let mut notes: Vec<String> = left_out.map(|note| format!("{}.", capital(&note))).collect();
        notes.append(&mut self.repeated);
        notes.extend(hidden_severities(run.min_severity));
        notes.extend(games_by_code(&summary.chosen.games));
        let files = self.files.table();
        let crosstable = self.crosstable(summary.crosstable.as_ref())?;
        let page = AuditPage {
            frame: self.frame(totals),
            buttons: buttons(&summary.findings),
            remarks,
            crosstable,
            groups: self.groups(),
            files,
            rules: summary.by_rule.iter().map(|(rule, number)| RuleLine::new(*rule, *number)).collect(),
            codes: self.code_lines(&run.code),
            key: self.key(),
            notes,
            books: self.articles.books(),
        };
        self.games.write(&page, out)
    }

    fn remark(&self) -> Option<String> {
        let left_out = self.more(&self.found).map(|more| {
            format!(
                "the page shows the {} most severe findings and omits {more}",
                count(MOST_FINDINGS as u64)
            )
        });
        let remarks: Vec<String> =
            [left_out, self.undrawn(), self.games_left_out()].into_iter().flatten().collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }
}

fn games_by_code(games: &BTreeMap<Arc<str>, u64>) -> Option<String> {
    let all: Vec<String> =
        games.iter().map(|(id, games)| format!("{}: {}", code_name(id), count(*games))).collect();
    (!all.is_empty()).then(|| format!("Games by code: {}.", all.join("; ")))
}

fn heading(file: &str, game: &GameReport) -> GameHeading {
    if !game.is_of_game() {
        let about: Vec<String> = game.tags.iter().map(|tag| name_shown(tag.value).into_owned()).collect();
        let source = game_source(file, game.location.line, game.number);
        return GameHeading::new(file, source, game.number, &game.tags, &about);
    }
    let mut about = about_game(&game.tags, game.plies, game.result);
    let (score, standing) = (game.verdict.score.id(), game.verdict.standing.label());
    about.push(format!("result {}: {score}, {standing}", under(&game.code)));
    let source = game_source(file, game.location.line, game.number);
    GameHeading::new(file, source, game.number, &game.tags, &about).under(&game.code)
}

/// The part of a file, or the inputs of the run, as a heading names them.
fn audited(run: &RunInfo) -> String {
    match (&run.part, &run.share) {
        (Some(part), _) => plain(&part.shard.name(&part.file)).into_owned(),
        (None, Some(part)) => format!("share {} of {}", part.set_share.share, inputs_named(&run.audited)),
        (None, None) => inputs_named(&run.audited),
    }
}

/// A button for each severity that has findings.
fn buttons(found: &BTreeMap<Severity, u64>) -> Vec<SeverityButton> {
    let found = SEVERITIES.into_iter().filter_map(|severity| Some((severity, *found.get(&severity)?)));
    found
        .filter(|(_, number)| *number > 0)
        .map(|(severity, number)| {
            let Noun { one, many } = noun(severity);
            SeverityButton { severity: severity.id(), words: with_narrow_spaces(&plural(number, one, many)) }
        })
        .collect()
}

/// Whether a board shows the usual starting position and nothing else.
fn is_untouched_start(board: &DiagramBoard) -> bool {
    board.touched.is_empty()
        && board.made.is_none()
        && board.permitted.is_empty()
        && board.orientation == BoardOrientation::Correct
        && board.position == Position::initial()
}

/// The line of the record, if the finding is about its text.
fn quoted_line(game: &GameReport, finding: &Finding) -> Option<QuotedLine> {
    if !finding.rule.is_about_record() {
        return None;
    }
    let shown_in = ShownIn { encoding: game.encoding, charset: Charset::Unicode };
    let (base, place) = (game.location.offset, finding.location);
    let excerpt = Excerpt::cut(String::new(), &game.source, base, place, EXCERPT_WIDTH, shown_in)?;
    let (before, after) = excerpt.around_mark();
    Some(QuotedLine {
        number: place.line,
        before: before.to_owned(),
        marked: excerpt.marked_text().to_owned(),
        after: after.to_owned(),
    })
}

/// The severities that are not reported, and how to see them.
fn hidden_severities(least: Severity) -> Option<String> {
    let hidden: Vec<&str> = SEVERITIES
        .into_iter()
        .filter(|severity| *severity < least)
        .map(|severity| noun(severity).many)
        .collect();
    (!hidden.is_empty()).then(|| {
        let hidden = capital(&words::list_and(&hidden));
        format!("{hidden} are not shown; use --min-severity info to see them.")
    })
}

/// The place of a finding in its game.
fn place(finding: &Finding) -> String {
    let mut parts = Vec::new();
    if let Some(movetext) = &finding.movetext {
        parts.push(movetext.clone());
    }
    if finding.ply > 0 {
        parts.push(format!("ply {}", finding.ply));
    }
    parts.push(format!("line {}, column {}", finding.location.line, finding.location.column));
    plain(&parts.join(", ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::super::sample::{bare, full, game, moment, summary, tags, written, written_of};
    use super::*;

    /// A finding that may be listed more than once in a file.
    fn info() -> Finding {
        Finding { rule: Rule::DrawFifty, ..bare() }
    }

    fn game_with(findings: &[Finding]) -> GameReport {
        let with_moment =
            |finding: &Finding| Finding { diagram: Some(Box::new(moment())), ..finding.clone() };
        GameReport { findings: findings.iter().map(with_moment).collect(), ..game() }
    }

    fn number(page: &str, what: &str) -> usize {
        page.matches(what).count()
    }

    #[test]
    fn boards_are_drawn_for_the_most_severe() {
        let mut games = vec![game_with(&[info()]); MOST_DRAWN];
        games.extend(vec![game_with(&[full()]); 2]);
        let mut format = Html::new();
        let page = written_of(&mut format, &games, &summary(&games), &[]);
        assert_eq!(number(&page, "<article "), games.len());
        assert_eq!(number(&page, "<figure "), MOST_DRAWN);
        let errors: String = page.split("<article ").filter(|entry| entry.contains(" error\"")).collect();
        assert_eq!(number(&errors, "<figure "), 2);
        let remark = format.remark().unwrap();
        assert_eq!(remark, "boards are drawn for the 1 000 most severe findings and omitted for 2 more");
        assert!(page.contains(&format!("{}.", capital(&remark))));
    }

    #[test]
    fn the_most_severe_of_many_come_first() {
        let of = |severity: Severity, ply: u32| Finding { severity, ply, ..info() };
        let mut games =
            vec![game_with(&[of(Severity::Info, 1)]), GameReport { findings: Vec::new(), ..game() }];
        games.extend((0..MOST_FINDINGS).map(|_| game_with(&[of(Severity::Warning, 2)])));
        games.push(game_with(&[of(Severity::Warning, 3), of(Severity::Error, 4), of(Severity::Info, 5)]));
        games.push(game_with(&[of(Severity::Error, 6), of(Severity::Warning, 7)]));
        let mut format = Html::new();
        let page = written_of(&mut format, &games, &summary(&games), &[]);
        let plies: Vec<u32> = page
            .lines()
            .filter_map(|line| line.split_once("class=\"place\">ply ")?.1.split_once(',')?.0.parse().ok())
            .collect();
        let mut expected = vec![4, 6];
        expected.extend(vec![2; MOST_FINDINGS - 2]);
        assert_eq!(plies, expected);
        assert!(
            page.contains(
                "The page shows the 5 000 most severe of 5 006 findings. It omits 4 warnings and 2 info findings."
            ),
            "{}",
            &page[..page.len().min(40_000)]
        );
        assert_eq!(number(&page, "<section class=\"game\""), MOST_FINDINGS);
        let remark = format.remark().unwrap();
        let said =
            "the page shows the 5 000 most severe findings and omits 4 warnings and 2 info findings; boards";
        assert!(remark.starts_with(said), "{remark}");
    }

    #[test]
    fn few_findings_keep_the_order_of_the_report() {
        let of = |severity: Severity, ply: u32| Finding { severity, ply, ..info() };
        let games = [game_with(&[of(Severity::Info, 1), of(Severity::Error, 2)]), game_with(&[full()])];
        let page = written_of(&mut Html::new(), &games, &summary(&games), &[]);
        let found: Vec<&str> = page.split("data-severity=\"").skip(1).map(|rest| &rest[..4]).collect();
        assert_eq!(found, ["info", "erro", "erro"]);
        assert_eq!(number(&page, "<h2 id=\"findings\">Findings</h2>"), 1);
    }

    #[test]
    fn an_untouched_start_is_not_drawn() {
        let mut start = moment();
        start.boards[0].touched.clear();
        let finding = Finding { diagram: Some(Box::new(start)), ..info() };
        let games = [GameReport { findings: vec![finding], ..game() }, game_with(&[info()])];
        let page = written_of(&mut Html::new(), &games, &summary(&games), &[]);
        assert_eq!((number(&page, "<article "), number(&page, "<figure ")), (2, 1));
    }

    #[test]
    fn the_title_names_input_code_date_and_version() {
        let mut games = [game(), game()];
        games[0].tags = tags(&[("Date", "1799.05.??")]);
        let page = written_of(&mut Html::new(), &games, &summary(&games), &[]);
        let title = "<title>Audit of archive under club-law · newest game 1799-05 · jadoube 1.2.3</title>";
        assert!(page.contains(title), "{page}");
        assert!(page.contains("<h1>Audit of archive under club-law</h1>"));
    }

    #[test]
    fn the_offending_line_of_the_text_is_shown() {
        let page = written(&mut Html::new());
        let line = "<span class=\"number\">408</span> <code><mark>[Event</mark> &#34;Club&#34;]</code>";
        assert!(page.contains(line), "{page}");
        assert_eq!(number(&page, "<pre class=\"line\">"), 1, "the others are about the game");
    }

    #[test]
    fn only_shown_findings_are_kept() {
        let mut format = Html::new();
        for severity in [Severity::Info, Severity::Warning, Severity::Error] {
            let games = vec![game_with(&[Finding { severity, ..info() }]); MOST_FINDINGS + 1];
            written_of(&mut format, &games, &summary(&games), &[]);
            assert_eq!(
                (format.games.len(), format.games.entries().count() as u64),
                (MOST_FINDINGS as u64, MOST_FINDINGS as u64)
            );
            let drawn = format.games.entries().filter(|entry| matches!(entry.pictures, Pictures::Drawn(_)));
            assert_eq!(drawn.count(), MOST_DRAWN);
            assert_eq!(format.shown(severity), MOST_FINDINGS as u64);
        }
    }

    #[test]
    fn games_without_findings_make_room() {
        let clean = GameReport { findings: Vec::new(), ..game() };
        let mut games = vec![clean; MOST_FINDINGS + 3];
        games.push(game_with(&[info()]));
        let mut format = Html::new();
        let page = written_of(&mut format, &games, &summary(&games), &[]);
        assert_eq!(number(&page, "<section class=\"game\""), MOST_FINDINGS);
        assert_eq!(number(&page, "<article "), 1);
        assert_eq!(format.remark().unwrap(), "4 games without findings are omitted");
    }

    #[test]
    fn findings_cut_off_are_counted() {
        let games = [game(), game()];
        let mut format = Html::new();
        let page = written_of(&mut format, &games[..1], &summary(&games), &[]);
        let said = "The page shows the first 3 of 6 findings (--max-findings). It omits 1 error, 1 warning and 1 \
                    info finding.";
        assert!(page.contains(said), "{page}");
        assert!(!written(&mut Html::new()).contains("The page shows"));
    }

    #[test]
    fn markup_and_control_characters_are_escaped() {
        let mut one = game();
        one.tags = tags(&[("Event", "A"), ("White", "<script>\u{202e}\x1b"), ("Black", "B")]);
        let page = written_of(&mut Html::new(), &[one], &summary(&[]), &[]);
        assert!(page.contains("&#60;script&#62;\u{fffd}\u{fffd}"), "{page}");
        assert_eq!(page.matches("<script>").count(), 1, "the page's own");
    }
}
