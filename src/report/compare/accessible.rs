//! `human`, narrated: what each code says in sentences, one below the other.

use std::io::{self, Write};

use crate::compare::{Comparison, Row};
use crate::law::Rule;

use super::super::Style;
use super::super::accessible::page;
use super::super::accessible::{capital, sentence, spoken, worth};
use super::super::short_ruling::{CellWords, MovesShown, row_words};
use super::super::text::name_shown;
use super::human::doubts;
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

/// Each game in sentences.
pub(crate) struct AccessibleComparison {
    style: Style,
    info: Option<ComparisonInfo>,
}

impl AccessibleComparison {
    /// A report not yet begun.
    pub(crate) const fn new(style: Style) -> Self {
        Self { style, info: None }
    }
}

/// Who played it, where that is known, and where it stands.
fn heading(file: &str, game: &Comparison) -> String {
    let place = format!("line {} of {file}, game {}", game.location.line, game.number);
    let known = |name| game.tags.value(name).filter(|value| !value.is_empty() && *value != "?");
    sentence(&match (known("White"), known("Black")) {
        (None, None) => capital(&place),
        (white, black) => {
            let (white, black) = (white.unwrap_or("unknown"), black.unwrap_or("unknown"));
            format!("{} against {}, {place}", name_shown(white), name_shown(black))
        }
    })
}

/// What happened, and a line for each code.
fn row(info: &ComparisonInfo, game: &Comparison, row: &Row) -> Vec<String> {
    let rules: Vec<&str> = row.rules().into_iter().map(Rule::id).collect();
    let mut lines =
        vec![sentence(&format!("{}, under {}", capital(&spoken(&row.title())), rules.join(" and ")))];
    let words = row_words(row, &game.verdicts, MovesShown::All);
    for ((column, name), CellWords { law, ruling }) in info.names().enumerate().zip(&words) {
        let said = match (row.cell(column), law.is_empty() || ruling.is_empty()) {
            (None, _) => "finds nothing there".to_owned(),
            (Some(_), true) => spoken(&format!("{law}{ruling}")),
            (Some(_), false) => format!("{law}, {}", spoken(ruling)),
        };
        lines.push(sentence(&format!("{name}: {said}")));
    }
    lines
}

impl ComparisonFormat for AccessibleComparison {
    fn begin(&mut self, _: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.info = Some(info.clone());
        Ok(())
    }

    fn game(&mut self, out: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        let Some(info) = &self.info else {
            return Ok(());
        };
        let mut lines = vec![heading(file, game)];
        for happened in &game.rows {
            lines.extend(row(info, game, happened));
        }
        lines.push("What the game is worth.".to_owned());
        for (name, verdict) in info.names().zip(&game.verdicts) {
            lines.push(sentence(&format!("{name}: {}", worth(verdict.standing, verdict.score))));
        }
        lines.extend(doubts(&game.rows).iter().map(|doubt| sentence(&capital(&spoken(doubt)))));
        out.write_all(page(&lines, self.style).as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        match &self.info {
            Some(info) => writeln!(out, "{}", sentence(&summary_line(info, totals))),
            None => Ok(()),
        }
    }
}
