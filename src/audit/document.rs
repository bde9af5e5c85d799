//! The audit of a text that is edited: after a change, only the games near it are read and judged again.
//!
//! The text is cut into parts, nearly always one game each. A part begins where a game certainly begins, whatever follows its
//! first line, so that a change in later text leaves that cut in place. After a change, the text is cut again from the part
//! before it up to the first old cut after it that is still a certain beginning. Findings that need several games are made
//! anew from the keys of all games, which are kept.
//!
//! The result is that of an audit of the whole text. Where the parts cannot ensure that, the whole text is audited: if it is
//! converted or refused, if DOS ended it, or if a part would be long.

use std::io;
use std::mem;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::{memchr, memchr_iter, memchr2, memrchr, memrchr2};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::finding::{Finding, GameReport, Location, Tags};
use crate::game::Record;
use crate::input::{Chunk, is_read_as_it_is};
use crate::pgn::Reader;
use crate::pgn::boundary::{
    BYTE_ORDER_MARK, CommentEnd, CutPolicy, DOS_END, LINE_LOOKAHEAD, comment_end, is_line_start, last_start,
};

use super::game::{Audit, GameOutcome, late_report, tags_of};
use super::mend::{edited_text, games_of, in_memory};
use super::places::Places;
use super::reports::{AuditedText, AwaitedFindings, Reports, TakenGame};
use super::run::{Numbering, TextInMemory, Worker, run_over_chunk};
use super::{BaselineMode, DiagramChoice, Settings, Sink};

/// Bytes of text in which beginnings of games are looked for at a time.
const WINDOW: usize = 16 << 10;

/// The longest part, in bytes. In longer text, an audit may drop comments.
const LONGEST_PART: usize = 512 << 10;

/// The number of parts from which several threads audit them.
const MANY_PARTS: usize = 16;

/// The number of old cuts after a change that are tried one by one, before some are left out.
const TRIED_ONE_BY_ONE: usize = 8;

/// A change of a text: a range of the old text was replaced by a range of the new one that begins at the same place. In bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextChange {
    /// The start of both ranges.
    pub start: usize,
    /// The end of the range in the old text.
    pub old_end: usize,
    /// The end of the range in the new text.
    pub new_end: usize,
}

impl TextChange {
    /// Both changes as one.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        // The text between the two is replaced by itself.
        let joined = self.new_end.max(next.old_end);
        Self {
            start: self.start.min(next.start),
            old_end: self.old_end + (joined - self.new_end),
            new_end: (joined - next.old_end) + next.new_end,
        }
    }
}

/// The audit of a text that is edited.
#[derive(Debug)]
pub struct DocumentAudit {
    settings: Settings,
    /// The name by which settings find the file.
    name: Arc<str>,
    /// The parts of the text before `pending`.
    parts: Vec<DocumentPart>,
    /// The change since the parts were made, if the whole text had to be audited after it.
    pending: Option<TextChange>,
    games: Vec<DocumentGame>,
    /// Why the text is not audited.
    refusal: Option<String>,
    /// The number of games that the last update judged.
    judged: usize,
}

/// A part of the text, from the beginning of a game to that of another.
#[derive(Debug)]
struct DocumentPart {
    length: usize,
    newlines: u64,
    /// The offset of the part when it was audited, which the places of its games include.
    base: usize,
    games: Vec<JudgedGame>,
    /// Whether it ends within a comment after which the text has no brace. Another brace may close it.
    is_open: bool,
}

impl DocumentPart {
    /// Whether nothing follows its last game. Such text would belong to the game after it. Asked when the part is made.
    fn is_complete(&self, text: &[u8]) -> bool {
        let Some(last) = self.games.last() else { return false };
        let end = last.outcome.ending.span().range().end;
        let rest = text.get(self.base + end..self.base + self.length).unwrap_or_default();
        rest.iter().all(u8::is_ascii_whitespace)
    }
}

#[derive(Debug)]
struct JudgedGame {
    outcome: GameOutcome,
    report: Option<Arc<GameReport>>,
    /// The report that is made only for findings that need other games.
    late: OnceLock<Arc<GameReport>>,
}

/// A game of the text, with its findings.
#[derive(Debug)]
pub struct DocumentGame {
    /// From 1.
    pub number: u64,
    /// Its text, in bytes.
    pub range: Range<usize>,
    /// The part of the text that shows the same game if it is read by itself.
    pub part: Range<usize>,
    report: Option<Arc<GameReport>>,
    /// The findings that need other games.
    more: Vec<Finding>,
    /// Which findings are not reported.
    unwanted: Vec<usize>,
    shift: Shift,
}

/// The distance from the places of a report to those of the text.
#[derive(Clone, Copy, Debug, Default)]
struct Shift {
    from: usize,
    to: usize,
    lines: u64,
}

impl Shift {
    fn offset(self, offset: u64) -> u64 {
        (offset + self.to as u64).saturating_sub(self.from as u64)
    }

    fn place(self, location: Location) -> Location {
        Location { offset: self.offset(location.offset), line: location.line + self.lines, ..location }
    }
}

impl DocumentGame {
    /// The findings, with their places in the text.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        self.kept().map(|finding| {
            let mut finding = finding.clone();
            finding.location = self.shift.place(finding.location);
            for edit in finding.fix.iter_mut().flat_map(|fix| &mut fix.edits) {
                edit.offset = self.shift.offset(edit.offset);
            }
            finding
        })
    }

    fn kept(&self) -> impl Iterator<Item = &Finding> {
        let own = self.report.iter().flat_map(|report| &report.findings);
        let all = own.chain(&self.more).enumerate();
        all.filter(|(index, _)| !self.unwanted.contains(index)).map(|(_, finding)| finding)
    }

    /// The number of findings.
    pub fn finding_count(&self) -> usize {
        let own = self.report.as_ref().map_or(0, |report| report.findings.len());
        (own + self.more.len()).saturating_sub(self.unwanted.len())
    }

    /// The report of the game, if it has findings or every game is wanted.
    pub fn report(&self) -> Option<GameReport> {
        let report = self.report.as_ref()?;
        Some(GameReport {
            number: self.number,
            location: self.shift.place(report.location),
            findings: self.findings().collect(),
            ..GameReport::clone(report)
        })
    }
}

impl DocumentAudit {
    /// An audit of no text yet. `name` is the path of the file.
    pub fn new(settings: Settings, name: &str) -> Self {
        Self {
            settings,
            name: name.into(),
            parts: Vec::new(),
            pending: None,
            games: Vec::new(),
            refusal: None,
            judged: 0,
        }
    }

    /// The games of the text, in order.
    pub fn games(&self) -> &[DocumentGame] {
        &self.games
    }

    /// Why the text is not audited, if it is not.
    pub fn refusal(&self) -> Option<&str> {
        self.refusal.as_deref()
    }

    /// The number of games that the last update judged.
    pub fn judged(&self) -> usize {
        self.judged
    }

    /// The settings of the audit.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Audits the text, after a change or, if it is `None`, as a whole.
    pub fn update(&mut self, text: &str, change: Option<TextChange>) {
        let text = text.as_bytes();
        let change = match (self.pending.take(), change) {
            (Some(pending), Some(change)) => Some(pending.then(change)),
            (_, change) => change,
        };
        self.refusal = None;
        let is_usual = is_read_as_it_is(text) && memchr(DOS_END, text).is_none();
        if is_usual && let Some(judged) = self.update_parts(text, change) {
            self.judged = judged;
            self.collect_games(text);
        } else {
            self.pending = change;
            if change.is_none() {
                self.parts.clear();
            }
            self.audit_whole(text);
        }
    }

    /// Cuts the text near the change again, and audits the new parts. Returns the number of their games; `None` if the text
    /// cannot be cut.
    fn update_parts(&mut self, text: &[u8], change: Option<TextChange>) -> Option<usize> {
        let recut = change.filter(|_| !self.parts.is_empty());
        let whole = Region { parts: 0..self.parts.len(), text: 0..text.len(), is_open: false };
        let found = recut.map_or(Some(whole), |change| self.find_region(text, change))?;
        let Region { parts: mut replaced, text: region, is_open } = found;
        let cuts = starts_within(text, &region)?;
        let starts = std::iter::once(region.start).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([region.end]);
        let ranges: Vec<Range<usize>> =
            starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect();
        let audit = Audit { settings: &self.settings, meter: Arc::default() };
        let how = edited_text(&self.settings, &self.name, text);
        let mut audited: Vec<DocumentPart> = if ranges.len() < MANY_PARTS {
            let mut worker = Worker::default();
            ranges.iter().map(|range| audit_range(&audit, &mut worker, how, range)).collect()
        } else {
            let in_parallel = ranges.par_iter();
            in_parallel
                .map_init(Worker::default, |worker, range| audit_range(&audit, worker, how, range))
                .collect()
        };
        let mut end = region.end;
        let mut worker = Worker::default();
        let mut parts: Vec<DocumentPart> = Vec::with_capacity(audited.len());
        let mut audited = audited.drain(..);
        // The number of parts to join next. It grows, so that a text of many such parts is not read again and again.
        let mut joined = 1;
        loop {
            let is_open = parts.last().is_some_and(|part| !part.is_complete(text));
            if !is_open {
                let Some(part) = audited.next() else { break };
                parts.push(part);
                joined = 1;
                continue;
            }
            let mut more: usize = audited.by_ref().take(joined).map(|part| part.length).sum();
            if more == 0 && end < text.len() {
                // The old part after the region is needed too.
                more = self.parts.get(replaced.end)?.length;
                replaced.end += 1;
                end += more;
            }
            if more == 0 {
                break;
            }
            let Some(part) = parts.pop() else { break };
            let range = part.base..part.base + part.length + more;
            if range.len() > LONGEST_PART {
                return None;
            }
            parts.push(audit_range(&audit, &mut worker, how, &range));
            joined *= 2;
        }
        if let Some(last) = parts.last_mut() {
            last.is_open = is_open;
        }
        let judged = parts.iter().map(|part| part.games.len()).sum();
        self.parts.splice(replaced, parts);
        Some(judged)
    }

    /// The region of a change. `None` if no old cut near the change holds.
    fn find_region(&self, text: &[u8], change: TextChange) -> Option<Region> {
        let TextChange { start: from, old_end, new_end } = change;
        let mut next = 0;
        let starts: Vec<usize> = self
            .parts
            .iter()
            .map(|part| {
                let start = next;
                next += part.length;
                start
            })
            .collect();
        let changed = starts.partition_point(|start| *start <= from).saturating_sub(1);
        // The cut before the change may depend on the line after it.
        let mut first = changed.saturating_sub(1);
        let before_change = self.parts.get(..changed).unwrap_or_default();
        if let Some(open) = before_change.iter().rposition(|part| part.is_open) {
            let after = open + 1;
            let range = *starts.get(open)?..*starts.get(after)?;
            let is_still_open = end_of_open_comment(text, range.clone()) == Some(range.end);
            first = if is_still_open { first.max(after) } else { first.min(open) };
        }
        let start = *starts.get(first)?;
        let later = starts.partition_point(|start| *start <= from || *start < old_end);
        let most = LONGEST_PART + (new_end - start);
        let moved = |old: usize| old - old_end + new_end;
        if let Some(next) = starts.get(later)
            && end_of_open_comment(text, start..moved(*next)) == Some(moved(*next))
        {
            return Some(Region { parts: first..later, text: start..moved(*next), is_open: true });
        }
        let (mut index, mut step, mut tried) = (later, 1, 0);
        while let Some(old) = starts.get(index) {
            let cut = moved(*old);
            if cut - start > most {
                return None;
            }
            if is_start(text, start, cut) {
                return Some(Region { parts: first..index, text: start..cut, is_open: false });
            }
            tried += 1;
            step = if tried < TRIED_ONE_BY_ONE { 1 } else { step * 2 };
            index += step;
        }
        let rest = Region { parts: first..self.parts.len(), text: start..text.len(), is_open: false };
        (rest.text.len() <= most).then_some(rest)
    }

    /// Makes the list of games from the parts, with the findings that need several of them.
    fn collect_games(&mut self, text: &[u8]) {
        let Self { settings, name, parts, .. } = self;
        let mut nowhere = DiscardedGames;
        let mut reports = Reports::new(settings, &mut nowhere);
        let mut place =
            Numbering { file: Arc::clone(name), source: Arc::clone(name), number: 0, lines_before: 0 };
        let mut games = Vec::with_capacity(self.games.len());
        let mut awaited = Vec::with_capacity(self.games.len());
        let mut start = 0;
        for part in &*parts {
            let range = start..start + part.length;
            let shift = Shift { from: part.base, to: start, lines: place.lines_before };
            let bytes = text.get(range.clone()).unwrap_or_default();
            for game in &part.games {
                place.number += 1;
                let late = || game.late_report(bytes, part.base, settings);
                let LaterFindings { report, more, awaited: of_game } =
                    later_findings(&mut reports, game, &place, late);
                let unwanted = unwanted(&mut reports, name, report.as_deref(), &more);
                awaited.push(of_game);
                let span = game.outcome.ending.span().range();
                games.push(DocumentGame {
                    number: place.number,
                    range: start + span.start..start + span.end,
                    part: range.clone(),
                    report,
                    more,
                    unwanted,
                    shift,
                });
            }
            start = range.end;
            place.lines_before += part.newlines;
        }
        // Only the use of a temporary file fails.
        if let Ok(mut late) = reports.late_findings() {
            let judged = parts.iter().flat_map(|part| part.games.iter().map(move |game| (part.base, game)));
            for ((game, awaited), (base, judged)) in games.iter_mut().zip(&awaited).zip(judged) {
                let bytes = text.get(game.part.clone()).unwrap_or_default();
                let own = game.report.clone();
                let report = || own.unwrap_or_else(|| judged.late_report(bytes, base, settings));
                let Some((report, found)) = late.next_of(awaited, report) else { continue };
                let first = report.findings.len() + game.more.len();
                let known = unwanted(&mut reports, name, None, &found);
                game.unwanted.extend(known.into_iter().map(|index| first + index));
                game.report = Some(report);
                game.more.extend(found);
            }
        }
        self.games = games;
    }

    fn audit_whole(&mut self, text: &[u8]) {
        let settings = Settings {
            all: true,
            per_file_ignores: Vec::new(),
            baseline: BaselineMode::Off,
            ..self.settings.clone()
        };
        let audited = AuditedText::of(&settings, edited_text(&settings, &self.name, text));
        self.judged = audited.games.len();
        self.refusal = audited.refusal;
        let mut nowhere = DiscardedGames;
        let mut reports = Reports::new(&self.settings, &mut nowhere);
        let games = audited.games.into_iter().map(|mut report| {
            for related in report.findings.iter_mut().flat_map(|finding| &mut finding.related) {
                // The only file.
                related.file = Arc::clone(&self.name);
            }
            let range = report.location.range();
            DocumentGame {
                number: report.number,
                part: range.clone(),
                range,
                unwanted: unwanted(&mut reports, &self.name, Some(&report), &[]),
                report: Some(Arc::new(report)),
                more: Vec::new(),
                shift: Shift::default(),
            }
        });
        self.games = games.collect();
    }
}

/// The parts that a change replaces, and the text that replaces them.
struct Region {
    parts: Range<usize>,
    text: Range<usize>,
    /// Whether the text ends within a comment after which there is no brace.
    is_open: bool,
}

/// Where the next game begins if the last brace of the text opens a comment, and is in a range: there the reader ends it.
fn end_of_open_comment(text: &[u8], range: Range<usize>) -> Option<usize> {
    let brace = memrchr2(b'{', b'}', text).filter(|brace| range.contains(brace))?;
    let line_start = memrchr2(b'\n', b'\r', text.get(..brace)?).map_or(0, |end| end + 1);
    let before = text.get(line_start..brace)?;
    // There it opens no comment.
    if text.get(brace) != Some(&b'{') || before.contains(&b';') || matches!(before, [b'[' | b'%', ..]) {
        return None;
    }
    match comment_end(text, brace) {
        CommentEnd::Header(header) => Some(header),
        CommentEnd::Brace(_) | CommentEnd::Nowhere => None,
    }
}

/// Audits a part of the text.
fn audit_range<'s>(
    audit: &Audit<'s>,
    worker: &mut Worker<Audit<'s>>,
    how: TextInMemory<'_>,
    range: &Range<usize>,
) -> DocumentPart {
    let bytes = how.bytes.get(range.clone()).unwrap_or_default();
    let before = how.bytes.get(..range.start).unwrap_or_default();
    let line_bytes_before = memrchr(b'\n', before).map_or(before.len(), |end| before.len() - end - 1);
    let chunk = Chunk {
        bytes: bytes.to_vec(),
        offset: range.start as u64,
        line_bytes_before: line_bytes_before as u64,
        is_last: range.end == how.bytes.len(),
        ..Chunk::default()
    };
    let games = run_over_chunk(audit, worker, chunk, how).into_iter().map(|mut outcome| {
        let report = outcome.report.take().map(Arc::from);
        JudgedGame { outcome, report, late: OnceLock::new() }
    });
    DocumentPart {
        length: range.len(),
        newlines: memchr_iter(b'\n', bytes).count() as u64,
        base: range.start,
        games: games.collect(),
        is_open: false,
    }
}

impl JudgedGame {
    /// The report of a game that had none, with the places of its part, which begins at `base`.
    fn late_report(&self, part: &[u8], base: usize, settings: &Settings) -> Arc<GameReport> {
        let made = self.late.get_or_init(|| {
            let chunk = Chunk { bytes: part.to_vec(), offset: base as u64, ..Chunk::default() };
            let places = Places::new(&chunk);
            Arc::new(late_report(&mut Record::default(), &places, &self.outcome.ending, settings))
        });
        Arc::clone(made)
    }
}

/// The findings of a game that need other games.
struct LaterFindings {
    report: Option<Arc<GameReport>>,
    more: Vec<Finding>,
    /// Those that need the games after it.
    awaited: AwaitedFindings,
}

/// The report of a game and its findings that need games before it. `late` makes the report if only they need it.
fn later_findings(
    reports: &mut Reports<'_>,
    game: &JudgedGame,
    place: &Numbering,
    late: impl FnOnce() -> Arc<GameReport>,
) -> LaterFindings {
    let JudgedGame { outcome, report, .. } = game;
    let extras = outcome.extras.as_deref();
    let mut taken = TakenGame {
        key: outcome.key,
        identity: outcome.identity.as_ref(),
        report: None,
        series: extras.and_then(|extras| extras.series.clone()),
        curated: extras.and_then(|extras| extras.curated.clone()),
        tournament: None,
        suppressed: extras.map(|extras| extras.suppressed.clone()).unwrap_or_default(),
        plies: outcome.ending.plies,
        code: &outcome.ending.code,
        choice: outcome.ending.choice,
    };
    let report = report.clone();
    // Only the use of a temporary file fails.
    let Ok(mut compared) = reports.compare(&mut taken, place) else {
        return LaterFindings { report, more: Vec::new(), awaited: AwaitedFindings::default() };
    };
    let awaited = mem::take(&mut compared.awaited);
    if compared.is_empty() {
        return LaterFindings { report, more: Vec::new(), awaited };
    }
    let report = report.unwrap_or_else(late);
    let more = compared.into_findings(&report, &place.file);
    LaterFindings { report: Some(report), more, awaited }
}

/// The indices of the findings that are not reported.
fn unwanted(
    reports: &mut Reports<'_>,
    name: &str,
    report: Option<&GameReport>,
    more: &[Finding],
) -> Vec<usize> {
    let all = report.iter().flat_map(|report| &report.findings).chain(more).enumerate();
    let unwanted = all.filter(|(_, finding)| reports.is_unwanted(name, finding).unwrap_or(false));
    unwanted.map(|(index, _)| index).collect()
}

/// The certain beginnings of games after the start of a range, in order. `None` if a game would be too long.
fn starts_within(text: &[u8], range: &Range<usize>) -> Option<Vec<usize>> {
    let mut starts = Vec::new();
    let mut start = range.start;
    loop {
        let mut length = WINDOW;
        let found = loop {
            let end = start.saturating_add(length).min(range.end);
            let found = starts_in_window(text, start, end);
            if !found.is_empty() || end == range.end {
                break found;
            }
            if length >= LONGEST_PART {
                return None;
            }
            length *= 2;
        };
        let Some(last) = found.last() else { break };
        start = *last;
        starts.extend(found);
    }
    Some(starts)
}

fn starts_in_window(text: &[u8], start: usize, mut end: usize) -> Vec<usize> {
    let mut found = Vec::new();
    while let Some(at) = last_start_between(text, start, end) {
        if is_start(text, start, at) {
            found.push(at);
        }
        end = at;
    }
    found.reverse();
    found
}

/// The last beginning of a game after `start`, as far as the text to `end` shows.
fn last_start_between(text: &[u8], start: usize, end: usize) -> Option<usize> {
    let mark = if start == 0 && text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let start = start + mark;
    last_start(text.get(start..end)?, CutPolicy::Certain).map(|at| start + at)
}

/// Whether a game begins with a tag at `at`, whatever follows its first line. In text without tags, less is certain.
fn is_start(text: &[u8], start: usize, at: usize) -> bool {
    if text.get(at) != Some(&b'[') || !is_line_start(text, at) {
        return false;
    }
    let line = text.get(at..text.len().min(at + LINE_LOOKAHEAD)).unwrap_or_default();
    let end = at + memchr2(b'\n', b'\r', line).unwrap_or(line.len());
    last_start_between(text, start, end) == Some(at)
}

/// Receives nothing: the games of a document are kept as they are.
struct DiscardedGames;

impl Sink for DiscardedGames {
    fn game(&mut self, _: &Arc<str>, _: &GameReport) -> io::Result<()> {
        Ok(())
    }

    fn unreadable(&mut self, _: &Arc<str>, _: &str) -> io::Result<()> {
        Ok(())
    }
}

/// The reports of the games of a part of a text. Places are those of the part.
pub(crate) fn audit_part(
    settings: &Settings,
    name: &str,
    part: &[u8],
    diagrams: DiagramChoice,
) -> Vec<GameReport> {
    let settings = Settings { diagrams, ..in_memory(settings) };
    games_of(&settings, edited_text(&settings, name, part))
}

/// The tags of the game that begins at this offset of a text.
pub(crate) fn tags_at(text: &[u8], start: usize) -> Tags {
    let mut record = Record::default();
    Reader::from(text, start).read_tags(&mut record);
    tags_of(&record, text)
}
