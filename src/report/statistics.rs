//! `--statistics`: the number of findings of each rule and the place of the first, instead of the findings.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::finding::{GameReport, Severity};
use crate::law::Rule;

use super::accessible::sentence;
use super::summary_line::summary_line_below_counts;
use super::text::{code_name, count, plain, plural};
use super::wire::{CodeWire, SummaryWire};
use super::{Format, FormatId, OutputMode, SCHEMA, Style, Tool, Totals};

/// Counts by rule and severity.
#[derive(Debug)]
pub(crate) struct Statistics {
    format: FormatId,
    style: Style,
    tallies: BTreeMap<(Rule, Severity), FindingTally>,
}

#[derive(Debug)]
struct FindingTally {
    number: u64,
    first: FirstPlace,
}

/// The place of the first finding.
#[derive(Debug, Serialize)]
pub(super) struct FirstPlace {
    pub(super) file: String,
    pub(super) game: u64,
    pub(super) line: u64,
    pub(super) column: u64,
}

#[derive(Serialize)]
struct TallyWire<'a> {
    rule: &'static str,
    severity: &'static str,
    count: u64,
    first: &'a FirstPlace,
}

#[derive(Serialize)]
struct AuditStatisticsWire<'a> {
    schema: &'static str,
    tool: &'a Tool,
    code: CodeWire<'a>,
    statistics: Vec<TallyWire<'a>>,
    summary: SummaryWire<'a>,
}

impl Statistics {
    /// Statistics as one JSON object for `json` and `jsonl`, otherwise as a table or in sentences.
    pub(crate) const fn new(format: FormatId, style: Style) -> Self {
        Self { format, style, tallies: BTreeMap::new() }
    }

    /// The counts, the most frequent first.
    fn rows(&self) -> Vec<TallyWire<'_>> {
        let mut rows: Vec<TallyWire<'_>> = self
            .tallies
            .iter()
            .map(|((rule, severity), tally)| TallyWire {
                rule: rule.id(),
                severity: severity.id(),
                count: tally.number,
                first: &tally.first,
            })
            .collect();
        // Stable, so that equal counts keep the order of the registry.
        rows.sort_by_key(|row| Reverse(row.count));
        rows
    }

    fn write_sentences(&self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        for row in self.rows() {
            let FirstPlace { file, line, column, .. } = row.first;
            let sentence = format!(
                "{}, {}, {}; first in {file}, line {line}, column {column}.",
                row.rule,
                row.severity,
                plural(row.count, "time", "times")
            );
            writeln!(out, "{}", self.style.fit(&sentence))?;
        }
        for (code, games) in &totals.summary.chosen.games {
            let line = format!("{}: {}.", code_name(code), plural(*games, "game", "games"));
            writeln!(out, "{}", self.style.fit(&line))?;
        }
        writeln!(out, "{}", sentence(&summary_line_below_counts(totals)))
    }

    fn write_table(&self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        let rows = self.rows();
        if !rows.is_empty() {
            let numbers: Vec<String> = rows.iter().map(|row| count(row.count)).collect();
            let wide = numbers.iter().map(String::len).fold(5, usize::max);
            let long = rows.iter().map(|row| row.rule.len()).fold(4, usize::max);
            writeln!(out, "{:>wide$}  severity  {:long$}  first at", "count", "rule")?;
            for (TallyWire { rule, severity, first, .. }, number) in rows.iter().zip(&numbers) {
                let FirstPlace { file, line, column, .. } = first;
                let file = plain(file);
                writeln!(out, "{number:>wide$}  {severity:8}  {rule:long$}  {file}:{line}:{column}")?;
            }
            writeln!(out)?;
        }
        let codes = &totals.summary.chosen.games;
        if !codes.is_empty() {
            let wide = codes.values().map(|games| count(*games).len()).fold(5, usize::max);
            writeln!(out, "{:>wide$}  code", "games")?;
            for (code, games) in codes {
                writeln!(out, "{:>wide$}  {}", count(*games), code_name(code))?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", summary_line_below_counts(totals))
    }
}

impl Format for Statistics {
    fn game(&mut self, _: &mut dyn Write, file: &str, game: &GameReport) -> io::Result<()> {
        for finding in &game.findings {
            let tally = self.tallies.entry((finding.rule, finding.severity)).or_insert_with(|| {
                let (line, column) = (finding.location.line, finding.location.column);
                FindingTally {
                    number: 0,
                    first: FirstPlace { file: file.to_owned(), game: game.number, line, column },
                }
            });
            tally.number += 1;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &Totals<'_>) -> io::Result<()> {
        if !matches!(self.format, FormatId::Json | FormatId::Jsonl) {
            return match self.style.manner {
                OutputMode::Visual => self.write_table(out, totals),
                OutputMode::Accessible => self.write_sentences(out, totals),
            };
        }
        serde_json::to_writer(
            &mut *out,
            &AuditStatisticsWire {
                schema: SCHEMA,
                tool: &totals.run.tool,
                code: CodeWire::of(&totals.run.code),
                statistics: self.rows(),
                summary: SummaryWire::of(totals.summary),
            },
        )?;
        out.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::super::sample::{bare, game, summary, written, written_of};
    use super::*;

    #[test]
    fn a_table_the_most_frequent_first() {
        let mut game = game();
        game.findings.extend(std::iter::repeat_n(bare(), 1200));
        let games = [game];
        let mut table = Statistics::new(FormatId::Human, Style::PLAIN);
        assert_snapshot!(written_of(&mut table, &games, &summary(&games), &[]), @r#"
        count  severity  rule                  first at
        1 201  info      record.roster         archive/1799.pgn:408:1
            1  error     move.discovers-check  archive/1799.pgn:412:17
            1  warning   conduct.writing       archive/1799.pgn:412:21

        1 error, 1 warning, 1 201 info findings in the game (47 plies, 1 file)
        "#);
    }

    #[test]
    fn statistics_as_json() {
        assert_snapshot!(written(&mut Statistics::new(FormatId::Json, Style::PLAIN)), @r#"
        {"schema":"jadoube.report/1","tool":{"name":"jadoube","version":"1.2.3"},"code":{"id":"club-law","title":"Rules of an Invented Chess Club","year":1799},"statistics":[{"rule":"record.roster","severity":"info","count":1,"first":{"file":"archive/1799.pgn","game":17,"line":408,"column":1}},{"rule":"move.discovers-check","severity":"error","count":1,"first":{"file":"archive/1799.pgn","game":17,"line":412,"column":17}},{"rule":"conduct.writing","severity":"warning","count":1,"first":{"file":"archive/1799.pgn","game":17,"line":412,"column":21}}],"summary":{"files":1,"unreadable":0,"games":1,"plies":47,"findings":{"error":1,"warning":1,"info":1},"by_rule":{"record.roster":1,"move.discovers-check":1,"conduct.writing":1}}}
        "#);
    }
}
