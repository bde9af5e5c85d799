//! The accessible form of `human`, for screen readers: the ruling of each code in sentences.

use std::io::{self, Write};

use crate::compare::{Comparison, Row};

use super::super::Style;
use super::super::accessible::{paragraph, sentence, spoken, verdict_in_words};
use super::super::short_ruling::{CellWords, MovesShown};
use super::super::text::{capital, players};
use super::format::{Ruling, notes, rule_ids, rulings};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

pub(crate) struct AccessibleComparison {
    pub(super) style: Style,
}

/// The players, if they are known, and the place of the game.
fn heading(file: &str, game: &Comparison) -> String {
    let place = format!("line {} of {file}, game {}", game.location.line, game.number);
    sentence(&match players(&game.tags, "unknown") {
        None => capital(&place),
        Some([white, black]) => format!("{white} against {black}, {place}"),
    })
}

/// The event of the row, and a line for each code.
fn row_lines(info: &ComparisonInfo, game: &Comparison, row: &Row) -> Vec<String> {
    let title = capital(&spoken(&row.title()));
    let mut lines = vec![sentence(&format!("{title}, under {}", rule_ids(row, " and ")))];
    for Ruling { name, finding, words } in rulings(info, game, row, MovesShown::All) {
        let CellWords { law, ruling } = &words;
        let words_of_code = match (finding, law.is_empty() || ruling.is_empty()) {
            (None, _) => "no ruling".to_owned(),
            (Some(_), true) => spoken(&format!("{law}{ruling}")),
            (Some(_), false) => format!("{law}, {}", spoken(ruling)),
        };
        lines.push(sentence(&format!("{name}: {words_of_code}")));
    }
    lines
}

impl ComparisonFormat for AccessibleComparison {
    fn game(
        &mut self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        let mut lines = vec![heading(file, game)];
        lines.extend(game.rows.iter().flat_map(|row| row_lines(info, game, row)));
        lines.push("Verdicts:".to_owned());
        for (name, verdict) in info.names().zip(&game.verdicts) {
            lines.push(sentence(&format!("{name}: {}", verdict_in_words(verdict.standing, verdict.score))));
        }
        lines.extend(notes(info, &game.rows).iter().map(|note| sentence(&capital(&spoken(note)))));
        out.write_all(paragraph(&lines, self.style).as_bytes())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        writeln!(out, "{}", sentence(&summary_line(totals)))
    }
}
