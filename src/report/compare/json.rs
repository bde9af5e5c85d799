//! `json`: the whole comparison as one object, written as it comes; the words of `jadoube.compare/1`.
//!
//! `codes` are the columns; `games` hold `rows` and `verdicts`, whose keys are the ids of `codes`. A cell is a
//! finding as in `jadoube.report/1`, or null where the code finds nothing. The summary is known only at the
//! end and stands last. Adding is free; renaming or dropping is a new version.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::compare::{Comparison, Row};

use super::super::wire::{
    ByRule, CodeWire, ExtentWire, FindingWire, SpanWire, TagsWire, ToolWire, UnreadableWire, VerdictWire,
};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, SCHEMA};

/// One object with every game in it.
#[derive(Default)]
pub(crate) struct ComparisonJson {
    info: Option<ComparisonInfo>,
    begun: bool,
}

impl ComparisonJson {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

#[derive(Serialize)]
struct ComparedGameWire<'a> {
    game: u64,
    file: &'a str,
    span: SpanWire<'a>,
    tags: TagsWire<'a>,
    result: &'static str,
    plies: u32,
    differs: bool,
    verdicts: Verdicts<'a>,
    rows: Vec<RowWire<'a>>,
}

#[derive(Serialize)]
struct RowWire<'a> {
    ply: u32,
    r#move: Option<&'a str>,
    act: Option<&'a str>,
    rule: &'static str,
    span: SpanWire<'a>,
    differs: bool,
    cells: Cells<'a>,
}

/// By code.
struct Verdicts<'a> {
    info: &'a ComparisonInfo,
    game: &'a Comparison,
}

impl Serialize for Verdicts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdicts = self.game.verdicts.iter().copied().map(VerdictWire::of);
        serializer.collect_map(self.info.names().zip(verdicts))
    }
}

/// By code.
struct Cells<'a> {
    info: &'a ComparisonInfo,
    file: &'a str,
    game: u64,
    row: &'a Row,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.row.cells.len()))?;
        for (name, cell) in self.info.names().zip(&self.row.cells) {
            let finding = cell.as_ref().map(|finding| FindingWire::of(self.file, self.game, finding));
            map.serialize_entry(name, &finding)?;
        }
        map.end()
    }
}

/// What the run added up to.
#[derive(Serialize)]
pub(super) struct ComparisonSummaryWire<'a> {
    #[serde(flatten)]
    read: ExtentWire,
    differing: u64,
    verdicts_differ: u64,
    by_rule: ByRule<'a>,
}

impl<'a> ComparisonSummaryWire<'a> {
    pub(super) fn of(summary: &'a crate::compare::Summary) -> Self {
        Self {
            read: ExtentWire::of(summary.read),
            differing: summary.differing,
            verdicts_differ: summary.verdicts_differ,
            by_rule: ByRule(&summary.by_rule),
        }
    }
}

/// The beginning of a comparison's object: schema, program, codes.
pub(super) fn opening(mut out: impl Write, info: &ComparisonInfo) -> io::Result<()> {
    let codes: Vec<CodeWire<'_>> = info.codes.iter().map(CodeWire::of).collect();
    out.write_all(b"{\"schema\":")?;
    serde_json::to_writer(&mut out, SCHEMA)?;
    out.write_all(b",\"tool\":")?;
    serde_json::to_writer(&mut out, &ToolWire::of(&info.tool))?;
    out.write_all(b",\"codes\":")?;
    serde_json::to_writer(&mut out, &codes)?;
    Ok(())
}

/// The end of it: what could not be read, and the summary.
pub(super) fn ending(mut out: impl Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
    if !totals.unreadable.is_empty() {
        out.write_all(b",\"unreadable\":")?;
        serde_json::to_writer(&mut out, &UnreadableWire(totals.unreadable))?;
    }
    out.write_all(b",\"summary\":")?;
    serde_json::to_writer(&mut out, &ComparisonSummaryWire::of(totals.summary))?;
    out.write_all(b"}\n")
}

impl ComparisonFormat for ComparisonJson {
    fn begin(&mut self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.info = Some(info.clone());
        opening(&mut *out, info)?;
        out.write_all(b",\"games\":[")
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        let Some(info) = &self.info else {
            return Ok(());
        };
        let rows = game.rows.iter().map(|row| RowWire {
            ply: row.ply,
            r#move: row.movetext.as_deref(),
            act: row.act.as_deref(),
            rule: row.rule.id(),
            span: SpanWire::of(file, &row.location),
            differs: row.differs(),
            cells: Cells { info, file, game: game.number, row },
        });
        let wire = ComparedGameWire {
            game: game.number,
            file,
            span: SpanWire::of(file, &game.location),
            tags: TagsWire(&game.tags),
            result: game.result.id(),
            plies: game.plies,
            differs: game.differs(),
            verdicts: Verdicts { info, game },
            rows: rows.collect(),
        };
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(serde_json::to_writer(out, &wire)?)
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]" } else { b"]" })?;
        ending(out, totals)
    }
}
