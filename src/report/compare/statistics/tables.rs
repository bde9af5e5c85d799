//! The counts as tables, as wide as the terminal allows.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::super::text::count;
use super::super::ComparisonInfo;
use super::{ComparisonStatistics, FirstPlace, StandingAndScore, WorthOfCode};

/// In narrower terminals it is not said where something was first found.
const ROOM_FOR_PLACES: usize = 60;

impl ComparisonStatistics {
    /// The tables, one below the other.
    pub(super) fn tables(&self, info: &ComparisonInfo) -> String {
        let mut tables = vec![self.pair_table(info)];
        if !self.rules.is_empty() {
            let mut table = Grid::new(&["games", "differing on", "first at"]);
            for (rule, tally) in self.by_frequency() {
                let FirstPlace { file, line, column, .. } = &tally.first;
                let place = self.style.fit(&format!("{file}:{line}:{column}"));
                table.row(vec![count(tally.games), rule.id().to_owned(), place]);
            }
            // A row is no longer than the columns that have a side.
            let sides = [Side::Right, Side::Left, Side::Left];
            let shown = if self.style.width < ROOM_FOR_PLACES { 2 } else { 3 };
            tables.push(table.written(sides.get(..shown).unwrap_or(&sides)));
        }
        if self.worth.iter().any(|worth| !worth.is_empty()) {
            tables.push(self.worth_table(info));
        }
        tables.join("\n")
    }

    /// Code against code; where that is too wide, pair by pair.
    fn pair_table(&self, info: &ComparisonInfo) -> String {
        let names: Vec<String> = info.names().map(|name| self.style.fit(name)).collect();
        let mut head = vec![""];
        head.extend(names.iter().rev().skip(1).rev().map(String::as_str));
        let mut square = Grid::new(&head);
        for (name, row) in names.iter().zip(&self.pairs).skip(1) {
            let mut cells = vec![name.clone()];
            cells.extend(row.iter().map(|games| count(*games)));
            square.row(cells);
        }
        let mut sides = vec![Side::Left];
        sides.resize(head.len(), Side::Right);
        if square.width() <= self.style.width {
            return format!("Games on which two codes differ\n{}", square.written(&sides));
        }
        let mut list = Grid::new(&["games", "differing between"]);
        for pair in self.each_pair(info) {
            let [one, other] = pair.codes;
            list.row(vec![count(pair.games), self.style.fit(&format!("{one}, {other}"))]);
        }
        list.written(&[Side::Right, Side::Left])
    }

    /// What each code makes of the games that are worth something else under another.
    fn worth_table(&self, info: &ComparisonInfo) -> String {
        let mut kinds: Vec<StandingAndScore> = self.worth.iter().flat_map(BTreeMap::keys).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let titles: Vec<String> = kinds.iter().map(|kind| kind.words()).collect();
        let mut head = vec![""];
        head.extend(titles.iter().map(String::as_str));
        let mut square = Grid::new(&head);
        let mut list = Grid::new(&["games", "verdict", "under"]);
        for WorthOfCode { name, worth } in self.each_worth(info) {
            let mut cells = vec![self.style.fit(name)];
            for kind in &kinds {
                let games = worth.get(kind).copied().unwrap_or(0);
                cells.push(count(games));
                if games > 0 {
                    list.row(vec![count(games), kind.words(), self.style.fit(name)]);
                }
            }
            square.row(cells);
        }
        let mut sides = vec![Side::Left];
        sides.resize(head.len(), Side::Right);
        if square.width() <= self.style.width {
            return format!("Verdicts, where they differ\n{}", square.written(&sides));
        }
        if list.width() <= self.style.width {
            return list.written(&[Side::Right, Side::Left, Side::Left]);
        }
        self.worth_by_code(info)
    }

    /// Each code on a line, and below it what it makes of how many games.
    fn worth_by_code(&self, info: &ComparisonInfo) -> String {
        let mut text = "Verdicts, where they differ\n".to_owned();
        for WorthOfCode { name, worth } in self.each_worth(info) {
            text.push_str(&self.style.fit(name));
            text.push('\n');
            let numbers: Vec<String> = worth.values().map(|games| count(*games)).collect();
            let wide = numbers.iter().map(String::len).max().unwrap_or(0);
            for (kind, number) in worth.keys().zip(&numbers) {
                let _ = writeln!(text, "  {number:>wide$}  {}", kind.words());
            }
        }
        text
    }
}

/// To which side a column is set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
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
        let mut widths = Vec::new();
        for row in &self.rows {
            for (place, cell) in row.iter().enumerate() {
                let length = cell.chars().count();
                match widths.get_mut(place) {
                    Some(width) => *width = length.max(*width),
                    None => widths.push(length),
                }
            }
        }
        widths
    }

    fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + widths.len().saturating_sub(1) * 2
    }

    fn written(&self, sides: &[Side]) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for row in &self.rows {
            let cells = row.iter().zip(&widths).zip(sides).map(|((cell, width), side)| match side {
                Side::Left => format!("{cell:width$}"),
                Side::Right => format!("{cell:>width$}"),
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

    use super::super::super::super::{CodeInfo, Style, Tool};
    use super::super::super::ComparisonFormatId;
    use super::*;
    use crate::finding::{Score, Standing};

    /// Two codes with long names, and verdicts with long words.
    fn statistics(width: usize) -> (ComparisonStatistics, ComparisonInfo) {
        let mut statistics =
            ComparisonStatistics::new(ComparisonFormatId::Human, Style { width, ..Style::PLAIN });
        let worth = |standing, score, games| BTreeMap::from([(StandingAndScore { standing, score }, games)]);
        statistics.worth =
            vec![worth(Standing::Retractable, Score::Draw, 12), worth(Standing::Annullable, Score::Draw, 12)];
        let code = |id: &str| CodeInfo { id: Arc::from(id), title: Arc::from(id), year: None };
        let codes = vec![code("our-club-laws"), code("their-club-laws")];
        (statistics, ComparisonInfo { tool: Tool::THIS, codes, laws: Vec::new() })
    }

    #[test]
    fn verdicts_fit_where_it_is_narrow() {
        let at = |width| {
            let (statistics, info) = statistics(width);
            let text = statistics.worth_table(&info);
            assert!(text.lines().all(|line| line.chars().count() <= width), "{text}");
            text
        };
        assert_snapshot!(at(40), @r#"
        Verdicts, where they differ
        our-club-laws
          12  retractable 1/2-1/2
        their-club-laws
          12  annullable 1/2-1/2
        "#);
        assert_snapshot!(at(48), @r#"
        games  verdict              under
           12  retractable 1/2-1/2  our-club-laws
           12  annullable 1/2-1/2   their-club-laws
        "#);
        assert_snapshot!(at(80), @r#"
        Verdicts, where they differ
                         retractable 1/2-1/2  annullable 1/2-1/2
        our-club-laws                     12                   0
        their-club-laws                    0                  12
        "#);
    }
}
