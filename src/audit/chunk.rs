//! One chunk: its games read and judged. What depends on what stands before the chunk (numbers of games
//! and lines) is counted from its start; the ordered writer adds the rest.

use std::cell::Cell;
use std::sync::Arc;

use crate::arbiter::{Choice, Hearing, Judgement, Locate, judge};
use crate::chess::{Fen, Position};
use crate::finding::{Finding, GameReport, Location, Score, Tag, Verdict};
use crate::input::Chunk;
use crate::law::{Code, codes};
use crate::record::{FaultKind, NextGame, Reader, Record, Span, TagName, decode, unescape};

use super::duplicates::GameKey;
use super::{CodeChoice, Settings};

/// What one game of a chunk came to.
#[derive(Debug)]
pub(super) struct GameOutcome {
    /// Moves standing at the end.
    pub plies: u32,
    /// What it is compared by, if duplicates are looked for.
    pub key: Option<GameKey>,
    /// The report, where one is wanted; number and lines counted within the chunk.
    pub report: Reported,
}

/// A game's report, or what it can be made from when another game brings the only finding.
#[derive(Debug)]
#[allow(clippy::large_enum_variant)] // the large one is the common one
pub(super) enum Reported {
    /// The report.
    Whole(Box<GameReport>),
    /// How the game ended.
    Ending(Ending),
}

/// How a game without a report of its own ended.
#[derive(Debug)]
pub(super) struct Ending {
    span: Span,
    plies: u32,
    position: Position,
    code: Arc<Code>,
    verdict: Verdict,
    given: Score,
}

/// What a chunk came to.
#[derive(Debug)]
pub(super) struct ChunkOutcome {
    pub games: Vec<GameOutcome>,
    /// The line ends of the chunk's text.
    pub newlines: u64,
    /// The chunk itself, so that its buffer is used again.
    pub chunk: Chunk,
}

/// Places in a chunk: lines are counted on from the last place asked for.
pub(super) struct Places<'c> {
    chunk: &'c Chunk,
    counted: Cell<(usize, u64)>,
    /// The last place asked for and where its line starts: much of a long line is not looked through twice.
    line: Cell<(usize, u64)>,
}

impl<'c> Places<'c> {
    pub(super) fn new(chunk: &'c Chunk) -> Self {
        Self { chunk, counted: Cell::new((0, 0)), line: Cell::new((usize::MAX, 0)) }
    }

    /// The line ends before a place.
    fn lines_before(&self, index: usize) -> u64 {
        if !self.chunk.gaps.is_empty() {
            return self.chunk.newlines_before(index);
        }
        let (from, lines) = self.counted.get();
        let newlines = |from: usize, to: usize| {
            self.chunk.bytes.get(from..to).map(|text| memchr::memchr_iter(b'\n', text).count() as u64)
        };
        // A game is asked for after its findings, so a little behind the last place as often as ahead of it.
        let counted = match (newlines(from, index), newlines(index, from)) {
            (Some(between), _) => lines + between,
            (None, Some(between)) => lines.saturating_sub(between),
            (None, None) => self.chunk.newlines_before(index),
        };
        self.counted.set((index, counted));
        counted
    }
}

impl Places<'_> {
    /// Where the line of a place starts in the unpacked text.
    fn line_start(&self, index: usize) -> u64 {
        let (from, start) = self.line.get();
        let between = self.chunk.bytes.get(from..index);
        let same_line =
            self.chunk.gaps.is_empty() && between.is_some_and(|text| memchr::memchr(b'\n', text).is_none());
        let start = if same_line { start } else { self.chunk.line_start(index) };
        self.line.set((index, start));
        start
    }
}

impl Locate for Places<'_> {
    fn locate(&self, span: Span) -> Location {
        let (start, end) = (span.start as usize, span.end as usize);
        let offset = self.chunk.true_offset(start);
        // A mark of the text behind a gap still spans what is left of it.
        let length = self.chunk.true_offset(end).saturating_sub(offset);
        Location {
            offset,
            length,
            line: self.lines_before(start) + 1,
            column: offset.saturating_sub(self.line_start(start)) + 1,
        }
    }
}

/// Reads and judges the games of chunks, with buffers of its own.
#[derive(Debug, Default)]
pub(super) struct Clerk {
    record: Record,
    scratch: Vec<u8>,
}

impl Clerk {
    /// Every game of a chunk.
    pub(super) fn audit(&mut self, chunk: Chunk, settings: &Settings) -> ChunkOutcome {
        let mut games = Vec::new();
        let places = Places::new(&chunk);
        let mut reader = Reader::new(&chunk.bytes);
        let mut number = 0;
        while reader.next(&mut self.record) == NextGame::Read {
            number += 1;
            let last = reader.is_at_end();
            if last && chunk.cut_short {
                self.record.note(FaultKind::CutShort);
            }
            games.push(self.game(&chunk, &places, number, settings));
        }
        let newlines = if chunk.last { 0 } else { places.lines_before(chunk.bytes.len()) };
        ChunkOutcome { games, newlines, chunk }
    }

    /// The report of a game that had none: for a finding that only another game could bring.
    pub(super) fn report_late(
        &mut self,
        places: &Places<'_>,
        ending: &Ending,
        number: u64,
        settings: &Settings,
    ) -> Box<GameReport> {
        let text = &places.chunk.bytes;
        Reader::from(text, ending.span.start as usize).read_tags(&mut self.record);
        Box::new(report(&self.record, places, number, ending, Vec::new(), settings.keep_source))
    }

    fn game(&mut self, chunk: &Chunk, places: &Places<'_>, number: u64, settings: &Settings) -> GameOutcome {
        let text = &chunk.bytes;
        let by_record;
        let (code, choice) = match &settings.codes {
            CodeChoice::One(code) => (code, Choice::Named),
            CodeChoice::ByRecord(default) => {
                by_record = code_of_record(&mut self.record, text, default);
                let named = self.record.tag(TagName::Laws).is_some();
                (&by_record, if named { Choice::Named } else { Choice::Default })
            }
        };
        let record = &self.record;
        let hearing = Hearing { record, text, code, want: &settings.selection, place: places, choice };
        let Judgement { findings, verdict, given } = judge(&hearing);
        let key = if settings.duplicates > 0 { GameKey::of(record, text, &mut self.scratch) } else { None };
        let ending = Ending {
            span: record.span,
            plies: record.plies(),
            position: record.position,
            code: Arc::clone(code),
            verdict,
            given,
        };
        let report = if settings.all || !findings.is_empty() {
            Reported::Whole(Box::new(report(record, places, number, &ending, findings, settings.keep_source)))
        } else {
            Reported::Ending(ending)
        };
        GameOutcome { plies: record.plies(), key, report }
    }
}

/// The code that the game's `Laws` tag names; the default without one, or where none is called so.
pub(super) fn code_of_record(record: &mut Record, text: &[u8], default: &Arc<Code>) -> Arc<Code> {
    if let Some(pair) = record.tag(TagName::Laws).copied() {
        let id = unescape(pair.value.of(text));
        match codes::code(id.trim()) {
            Ok(code) => return code,
            Err(_) => record.note_at(FaultKind::UnknownLaws, pair.value),
        }
    }
    Arc::clone(default)
}

fn report(
    record: &Record,
    places: &Places<'_>,
    number: u64,
    ending: &Ending,
    findings: Vec<Finding>,
    keep_source: bool,
) -> GameReport {
    let text = &places.chunk.bytes;
    let tags = record
        .tags
        .iter()
        .map(|pair| Tag {
            name: decode(pair.name.of(text)).into_owned(),
            value: unescape(pair.value.of(text)).into_owned(),
        })
        .collect();
    let source = if keep_source { ending.span.of(text).to_vec() } else { Vec::new() };
    GameReport {
        number,
        location: places.locate(ending.span),
        tags,
        result: ending.given,
        plies: ending.plies,
        final_fen: Fen(&ending.position).to_string(),
        code: Arc::clone(&ending.code.id),
        verdict: ending.verdict,
        findings,
        source,
    }
}
