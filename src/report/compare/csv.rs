//! `csv`: one line for each thing and code, and one for each verdict (RFC 4180).

use std::io::{self, Write};

use crate::compare::Comparison;
use crate::finding::{Finding, Stance};

use super::super::short_ruling::{MovesShown, row_words};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals};

/// The names of the columns. They keep their order; more may come behind them.
const HEADER: &str = "file,game,line,column,ply,move,act,code,rule,article,severity,stance,disposition,\
    retract_to_ply,ruling,closes,window,standing,score,reason,message";

/// One line for each thing and code.
#[derive(Default)]
pub(crate) struct ComparisonCsv {
    info: Option<ComparisonInfo>,
    page: String,
}

impl ComparisonCsv {
    /// A report not yet begun.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// A line: in quotation marks where a value needs them.
    fn line(&mut self, values: &[&str]) {
        for (place, value) in values.iter().enumerate() {
            if place > 0 {
                self.page.push(',');
            }
            if value.contains([',', '"', '\n', '\r']) {
                self.page.push('"');
                self.page.push_str(&value.replace('"', "\"\""));
                self.page.push('"');
            } else {
                self.page.push_str(value);
            }
        }
        self.page.push_str("\r\n");
    }
}

/// A number, or nothing.
fn number(value: Option<u32>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

/// Whether the code speaks.
fn stance(finding: &Finding) -> &'static str {
    match finding.stance {
        Stance::Speaks => "speaks",
        Stance::Silent => "silent",
        Stance::Unrevealed => "unrevealed",
    }
}

impl ComparisonFormat for ComparisonCsv {
    fn begin(&mut self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.info = Some(info.clone());
        write!(out, "{HEADER}\r\n")
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        let Some(info) = self.info.take() else {
            return Ok(());
        };
        self.page.clear();
        let game_number = game.number.to_string();
        for row in &game.rows {
            let words = row_words(row, &game.verdicts, MovesShown::All);
            let place = [row.location.line.to_string(), row.location.column.to_string(), row.ply.to_string()];
            let [line, column, ply] = place.each_ref().map(String::as_str);
            let movetext = row.movetext.as_deref().unwrap_or_default();
            let act = row.act.as_deref().unwrap_or_default();
            for ((name, cell), words) in info.names().zip(&row.cells).zip(&words) {
                let Some(finding) = cell else {
                    let rule = row.rule.id();
                    let mut values = [""; 21];
                    let known = [file, &game_number, line, column, ply, movetext, act, name, rule];
                    values.iter_mut().zip(known).for_each(|(value, known)| *value = known);
                    self.line(&values);
                    continue;
                };
                let article = finding.citation.as_ref().and_then(|citation| citation.article.as_deref());
                let window = finding.window.as_ref();
                self.line(&[
                    file,
                    &game_number,
                    line,
                    column,
                    ply,
                    movetext,
                    act,
                    name,
                    finding.rule.id(),
                    article.unwrap_or_default(),
                    finding.severity.id(),
                    stance(finding),
                    finding.disposition.map_or("", crate::finding::Disposition::id),
                    &number(finding.retract.map(|retract| retract.to_ply)),
                    &words.ruling,
                    window.map_or("", |window| window.closes.id()),
                    window.map_or("", |window| window.state.id()),
                    "",
                    "",
                    "",
                    &finding.message,
                ]);
            }
        }
        let (line, column) = (game.location.line.to_string(), game.location.column.to_string());
        for (name, verdict) in info.names().zip(&game.verdicts) {
            let ply = verdict.ply.to_string();
            let (standing, score, reason) = (verdict.standing.id(), verdict.score.id(), verdict.reason.id());
            self.line(&[
                file,
                &game_number,
                &line,
                &column,
                &ply,
                "",
                "",
                name,
                "verdict",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                standing,
                score,
                reason,
                "",
            ]);
        }
        self.info = Some(info);
        out.write_all(self.page.as_bytes())
    }

    fn finish(&mut self, _: &mut dyn Write, _: &ComparisonTotals<'_>) -> io::Result<()> {
        Ok(())
    }
}
