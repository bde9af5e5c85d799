//! `json`: the whole comparison as one object (`jadoube.compare/1`), written game by game.
//!
//! `codes` are the columns. `games` hold `rows` and `verdicts`, whose keys are the ids of `codes`. A cell is a finding as in
//! `jadoube.report/1`, or null if the code finds nothing. The summary comes last, because it is known only at the end. New
//! keys may be added; renaming or removing one makes a new version.

use std::io::{self, Write};

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::compare::{Comparison, Row, Summary};

use super::super::Tool;
use super::super::wire::{
    ByRule, CodeWire, ExtentWire, FindingWire, SpanWire, TagsWire, UnreadableWire, VerdictWire, write_keys,
};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, SCHEMA};

#[derive(Default)]
pub(crate) struct ComparisonJson {
    /// Whether a game has been written.
    begun: bool,
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
    verdicts: VerdictsByCode<'a>,
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
    cells: CellsByCode<'a>,
}

struct VerdictsByCode<'a> {
    info: &'a ComparisonInfo,
    game: &'a Comparison,
}

impl Serialize for VerdictsByCode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let verdicts = self.game.verdicts.iter().copied().map(VerdictWire::of);
        serializer.collect_map(self.info.names().zip(verdicts))
    }
}

struct CellsByCode<'a> {
    info: &'a ComparisonInfo,
    file: &'a str,
    game: u64,
    row: &'a Row,
}

impl Serialize for CellsByCode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.row.cells.len()))?;
        for (name, cell) in self.info.names().zip(&self.row.cells) {
            let finding = cell.as_ref().map(|finding| FindingWire::of(self.file, self.game, finding));
            map.serialize_entry(name, &finding)?;
        }
        map.end()
    }
}

/// The keys that are known before the first game.
#[derive(Serialize)]
pub(super) struct ComparisonInfoWire<'a> {
    schema: &'static str,
    tool: &'a Tool,
    codes: Vec<CodeWire<'a>>,
}

impl<'a> ComparisonInfoWire<'a> {
    pub(super) fn of(info: &'a ComparisonInfo) -> Self {
        Self { schema: SCHEMA, tool: &info.tool, codes: info.codes.iter().map(CodeWire::of).collect() }
    }
}

/// The keys that are known after the last game.
#[derive(Serialize)]
pub(super) struct ComparisonTotalsWire<'a> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unreadable: Vec<UnreadableWire<'a>>,
    summary: ComparisonSummaryWire<'a>,
}

#[derive(Serialize)]
struct ComparisonSummaryWire<'a> {
    #[serde(flatten)]
    read: ExtentWire,
    differing: u64,
    verdicts_differ: u64,
    by_rule: ByRule<'a>,
    /// The games with warnings or errors of the family `record`, which are not compared.
    doubtful_records: u64,
}

impl<'a> ComparisonTotalsWire<'a> {
    pub(super) fn of(totals: &ComparisonTotals<'a>) -> Self {
        let Summary { read, differing, verdicts_differ, by_rule, doubtful_records } = totals.summary;
        Self {
            unreadable: UnreadableWire::all(totals.unreadable),
            summary: ComparisonSummaryWire {
                read: ExtentWire::of(*read),
                differing: *differing,
                verdicts_differ: *verdicts_differ,
                by_rule: ByRule(by_rule),
                doubtful_records: *doubtful_records,
            },
        }
    }
}

impl ComparisonFormat for ComparisonJson {
    fn begin(&mut self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        out.write_all(b"{")?;
        write_keys(out, &ComparisonInfoWire::of(info))?;
        out.write_all(b",\"games\":[")
    }

    fn game(
        &mut self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        let rows = game.rows.iter().map(|row| RowWire {
            ply: row.ply,
            r#move: row.movetext.as_deref(),
            act: row.act.as_deref(),
            rule: row.rule.id(),
            span: SpanWire::of(file, &row.location),
            differs: row.differs(),
            cells: CellsByCode { info, file, game: game.number, row },
        });
        let wire = ComparedGameWire {
            game: game.number,
            file,
            span: SpanWire::of(file, &game.location),
            tags: TagsWire(&game.tags),
            result: game.result.id(),
            plies: game.plies,
            differs: game.differs(),
            verdicts: VerdictsByCode { info, game },
            rows: rows.collect(),
        };
        out.write_all(if self.begun { b",\n" } else { b"\n" })?;
        self.begun = true;
        Ok(serde_json::to_writer(out, &wire)?)
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        out.write_all(if self.begun { b"\n]," } else { b"]," })?;
        write_keys(out, &ComparisonTotalsWire::of(totals))?;
        out.write_all(b"}\n")
    }
}
