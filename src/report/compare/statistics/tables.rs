//! The counts as tables, as wide as the terminal allows.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::super::text::{count, plural, wrap};
use super::super::ComparisonInfo;
use super::{ComparisonStatistics, FirstPlace, PairWire, StandingAndScore};

/// In columns. A narrower terminal has no column of first places.
const ROOM_FOR_PLACES: usize = 60;
/// The most pairs of codes that a list has.
const MOST_PAIRS: usize = 30;

impl ComparisonStatistics {
    pub(super) fn tables(&self, info: &ComparisonInfo) -> String {
        let mut tables = vec![self.pair_table(info)];
        if !self.rules.is_empty() {
            let mut table = Grid::new(&["games", "differing on", "first at"]);
            for (rule, tally) in self.by_frequency() {
                let FirstPlace { file, line, column, .. } = &tally.first;
                let place = self.style.fit(&format!("{file}:{line}:{column}"));
                table.row(vec![count(tally.games), rule.id().to_owned(), place]);
            }
            // Columns without an alignment are not written.
            let alignments = [Align::Right, Align::Left, Align::Left];
            let shown = if self.style.width < ROOM_FOR_PLACES { 2 } else { 3 };
            tables.push(table.text(alignments.get(..shown).unwrap_or(&alignments)));
        }
        if self.verdicts.iter().any(|verdicts| !verdicts.is_empty()) {
            tables.push(self.verdict_table(info));
        }
        tables.join("\n")
    }

    /// A matrix of codes. If that is too wide, a list of the pairs that differ most.
    fn pair_table(&self, info: &ComparisonInfo) -> String {
        let names: Vec<String> = info.names().map(|name| self.style.fit(name)).collect();
        let mut head = vec![""];
        head.extend(names.iter().take(names.len().saturating_sub(1)).map(String::as_str));
        let mut matrix = Grid::new(&head);
        for (name, row) in names.iter().zip(&self.pairs).skip(1) {
            let mut cells = vec![name.clone()];
            cells.extend(row.iter().map(|games| count(*games)));
            matrix.row(cells);
        }
        let mut alignments = vec![Align::Left];
        alignments.resize(head.len(), Align::Right);
        if matrix.width() <= self.style.width {
            return format!("Games on which two codes differ\n{}", matrix.text(&alignments));
        }
        let mut pairs: Vec<PairWire<'_>> = self.each_pair(info).collect();
        pairs.sort_by_key(|pair| Reverse(pair.games));
        let mut list = Grid::new(&["games", "differing between"]);
        for PairWire { codes: [one, other], games } in pairs.iter().take(MOST_PAIRS) {
            list.row(vec![count(*games), self.style.fit(&format!("{one}, {other}"))]);
        }
        let mut text = list.text(&[Align::Right, Align::Left]);
        let left_out = pairs.len().saturating_sub(MOST_PAIRS);
        if left_out > 0 {
            let more = plural(left_out as u64, "more pair", "more pairs");
            for line in wrap(&format!("and {more}; `--format csv` lists all pairs"), self.style.width) {
                let _ = writeln!(text, "{line}");
            }
        }
        text
    }

    /// A matrix of codes and verdicts. If that is too wide, a list, or a list for each code.
    fn verdict_table(&self, info: &ComparisonInfo) -> String {
        let mut kinds: Vec<StandingAndScore> =
            self.verdicts.iter().flat_map(BTreeMap::keys).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let titles: Vec<String> = kinds.iter().map(|kind| kind.words()).collect();
        let mut head = vec![""];
        head.extend(titles.iter().map(String::as_str));
        let mut matrix = Grid::new(&head);
        let mut list = Grid::new(&["games", "verdict", "under"]);
        for (name, verdicts) in info.names().zip(&self.verdicts) {
            let mut cells = vec![self.style.fit(name)];
            for kind in &kinds {
                let games = verdicts.get(kind).copied().unwrap_or(0);
                cells.push(count(games));
                if games > 0 {
                    list.row(vec![count(games), kind.words(), self.style.fit(name)]);
                }
            }
            matrix.row(cells);
        }
        let mut alignments = vec![Align::Left];
        alignments.resize(head.len(), Align::Right);
        if matrix.width() <= self.style.width {
            return format!("Verdicts in games where they differ\n{}", matrix.text(&alignments));
        }
        if list.width() <= self.style.width {
            return list.text(&[Align::Right, Align::Left, Align::Left]);
        }
        self.verdicts_by_code(info)
    }

    /// Each code on a line, and its verdicts below it.
    fn verdicts_by_code(&self, info: &ComparisonInfo) -> String {
        let mut text = "Verdicts in games where they differ\n".to_owned();
        for (name, verdicts) in info.names().zip(&self.verdicts) {
            text.push_str(&self.style.fit(name));
            text.push('\n');
            let numbers: Vec<String> = verdicts.values().map(|games| count(*games)).collect();
            let wide = numbers.iter().map(String::len).max().unwrap_or(0);
            for (kind, number) in verdicts.keys().zip(&numbers) {
                let _ = writeln!(text, "  {number:>wide$}  {}", kind.words());
            }
        }
        text
    }
}

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    Left,
    Right,
}

/// A table without wrapping.
struct Grid {
    rows: Vec<Vec<String>>,
}

impl Grid {
    fn new(head: &[&str]) -> Self {
        Self { rows: vec![head.iter().map(|&title| title.to_owned()).collect()] }
    }

    fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let cells = |column| self.rows.iter().filter_map(move |row| row.get(column));
        (0..columns).map(|column| cells(column).map(|cell| cell.chars().count()).max().unwrap_or(0)).collect()
    }

    fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + widths.len().saturating_sub(1) * 2
    }

    fn text(&self, alignments: &[Align]) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(alignments).map(|((cell, width), align)| match align {
                Align::Left => format!("{cell:width$}"),
                Align::Right => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use insta::assert_snapshot;

    use super::super::super::super::{CodeInfo, Style};
    use super::super::super::ComparisonFormatId;
    use super::*;
    use crate::finding::{Score, Standing};

    /// Two codes with long names, and verdicts with long words.
    fn statistics(width: usize) -> (ComparisonStatistics, ComparisonInfo) {
        let mut statistics =
            ComparisonStatistics::new(ComparisonFormatId::Human, Style { width, ..Style::PLAIN });
        let verdicts =
            |standing, score, games| BTreeMap::from([(StandingAndScore { standing, score }, games)]);
        statistics.verdicts = vec![
            verdicts(Standing::Retractable, Score::Draw, 12),
            verdicts(Standing::Annullable, Score::Draw, 12),
        ];
        let code = |id: &str| CodeInfo { id: Arc::from(id), title: Arc::from(id), year: None };
        let codes = vec![code("our-club-laws"), code("their-club-laws")];
        (statistics, ComparisonInfo { codes, ..ComparisonInfo::of(&[]) })
    }

    #[test]
    fn verdicts_fit_the_width() {
        let at = |width| {
            let (statistics, info) = statistics(width);
            let text = statistics.verdict_table(&info);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            text
        };
        assert_snapshot!(at(40), @r#"
        Verdicts in games where they differ
        our-club-laws
          12  moves go back, 1/2-1/2
        their-club-laws
          12  may be voided, 1/2-1/2
        "#);
        assert_snapshot!(at(48), @r#"
        games  verdict                 under
           12  moves go back, 1/2-1/2  our-club-laws
           12  may be voided, 1/2-1/2  their-club-laws
        "#);
        assert_snapshot!(at(80), @r#"
        Verdicts in games where they differ
                         moves go back, 1/2-1/2  may be voided, 1/2-1/2
        our-club-laws                        12                       0
        their-club-laws                       0                      12
        "#);
    }
}
