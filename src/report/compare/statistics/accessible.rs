//! The counts in sentences.

use super::super::super::accessible::sentence;
use super::super::super::text::plural;
use super::super::{ComparisonInfo, ComparisonTotals, summary_line};
use super::{ComparisonStatistics, FirstPlace, WorthOfCode};

impl ComparisonStatistics {
    /// The counts, one sentence on each line.
    pub(super) fn told(&self, info: &ComparisonInfo, totals: &ComparisonTotals<'_>) -> String {
        let games = |number| plural(number, "game", "games");
        let mut lines = Vec::new();
        if totals.summary.differing > 0 {
            for pair in self.each_pair(info) {
                let [one, other] = pair.codes;
                lines.push(format!("{one} and {other} differ on {}.", games(pair.games)));
            }
            for (rule, tally) in self.by_frequency() {
                let FirstPlace { file, line, column, .. } = &tally.first;
                let number = games(tally.games);
                lines.push(format!(
                    "On {rule} they differ in {number}, first in {file}, line {line}, column {column}."
                ));
            }
            for WorthOfCode { name, worth } in self.each_worth(info) {
                for (kind, number) in worth {
                    let number = games(*number);
                    lines.push(format!(
                        "Of those with several verdicts, {number} under {name}: {}.",
                        kind.told()
                    ));
                }
            }
        }
        lines.push(sentence(&summary_line(info, totals)));
        lines.iter().map(|line| self.style.fit(line) + "\n").collect()
    }
}
