//! `--statistics`: the number of games in which codes differ, by pair of codes, rule and verdict.

mod tables;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::compare::Comparison;
use crate::finding::{Score, Standing};
use crate::law::Rule;

use super::super::accessible::{sentence, verdict_in_words};
use super::super::statistics::FirstPlace;
use super::super::text::plural;
use super::super::{OutputMode, Style};
use super::csv::quoted;
use super::human::write_summary;
use super::json::{ComparisonInfoWire, ComparisonTotalsWire};
use super::{ComparisonFormat, ComparisonFormatId, ComparisonInfo, ComparisonTotals, summary_line};

/// The number of games in which the codes differ on a rule.
struct RuleTally {
    games: u64,
    first: FirstPlace,
}

/// Ordered by how much the game counts: valid games first, void games last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StandingAndScore {
    standing: Standing,
    score: Score,
}

impl StandingAndScore {
    /// The score, with the standing unless it is simply valid.
    fn words(self) -> String {
        match (self.standing, self.score) {
            (Standing::Valid, score) => score.id().to_owned(),
            (standing, Score::Unknown) => standing.label().to_owned(),
            (standing, score) => format!("{}, {}", standing.label(), score.id()),
        }
    }
}

/// Counts over all games.
pub(crate) struct ComparisonStatistics {
    format: ComparisonFormatId,
    style: Style,
    /// The number of games in which two codes differ: `pairs[later][earlier]`, by columns.
    pairs: Vec<Vec<u64>>,
    rules: BTreeMap<Rule, RuleTally>,
    /// For each code, its verdicts on the games in which the verdicts differ.
    verdicts: Vec<BTreeMap<StandingAndScore, u64>>,
}

impl ComparisonStatistics {
    pub(crate) fn new(format: ComparisonFormatId, style: Style) -> Self {
        Self { format, style, pairs: Vec::new(), rules: BTreeMap::new(), verdicts: Vec::new() }
    }

    /// The rules, the one that most games differ on first.
    fn by_frequency(&self) -> Vec<(Rule, &RuleTally)> {
        let mut rules: Vec<(Rule, &RuleTally)> =
            self.rules.iter().map(|(rule, tally)| (*rule, tally)).collect();
        // Stable, so that equal counts keep the order of the registry.
        rules.sort_by_key(|(_, tally)| Reverse(tally.games));
        rules
    }

    /// Each pair of codes, by name, and the number of games in which they differ.
    fn each_pair<'a>(&'a self, info: &'a ComparisonInfo) -> impl Iterator<Item = PairWire<'a>> {
        self.pairs.iter().enumerate().flat_map(move |(later, row)| {
            row.iter().enumerate().filter_map(move |(earlier, games)| {
                let codes = [&*info.codes.get(earlier)?.id, &*info.codes.get(later)?.id];
                Some(PairWire { codes, games: *games })
            })
        })
    }

    /// The counts, one sentence on each line.
    fn sentences(&self, totals: &ComparisonTotals<'_>) -> String {
        let games = |number| plural(number, "game", "games");
        let mut lines = Vec::new();
        if totals.summary.differing > 0 {
            for PairWire { codes: [one, other], games: number } in self.each_pair(totals.info) {
                lines.push(format!("{one} and {other} differ on {}.", games(number)));
            }
            for (rule, tally) in self.by_frequency() {
                let FirstPlace { file, line, column, .. } = &tally.first;
                let number = games(tally.games);
                lines.push(format!(
                    "The codes differ on {rule} in {number}, first in {file}, line {line}, column {column}."
                ));
            }
            for (name, verdicts) in totals.info.names().zip(&self.verdicts) {
                for (StandingAndScore { standing, score }, number) in verdicts {
                    lines.push(format!(
                        "Where the verdicts differ, {} under {name}: {}.",
                        games(*number),
                        verdict_in_words(*standing, *score)
                    ));
                }
            }
        }
        lines.push(sentence(&summary_line(totals)));
        lines.iter().map(|line| self.style.fit(line) + "\n").collect()
    }

    fn human(&self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        if self.style.manner == OutputMode::Accessible {
            return out.write_all(self.sentences(totals).as_bytes());
        }
        if totals.summary.differing > 0 {
            writeln!(out, "{}", self.tables(totals.info))?;
        }
        write_summary(out, totals, self.style)
    }

    fn json(&self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let rules = self.by_frequency().into_iter().map(|(rule, tally)| DifferingRuleWire {
            rule: rule.id(),
            games: tally.games,
            first: &tally.first,
        });
        let wire = ComparisonStatisticsWire {
            info: ComparisonInfoWire::of(totals.info),
            statistics: StatisticsWire {
                pairs: self.each_pair(totals.info).collect(),
                rules: rules.collect(),
                verdicts: VerdictCounts { info: totals.info, verdicts: &self.verdicts },
            },
            totals: ComparisonTotalsWire::of(totals),
        };
        serde_json::to_writer(&mut *out, &wire)?;
        out.write_all(b"\n")
    }

    fn csv(&self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        write!(out, "what,code,other,rule,standing,score,games\r\n")?;
        for PairWire { codes, games } in self.each_pair(info) {
            let [one, other] = codes.map(quoted);
            write!(out, "pair,{one},{other},,,,{games}\r\n")?;
        }
        for (rule, tally) in self.by_frequency() {
            write!(out, "rule,,,{rule},,,{}\r\n", tally.games)?;
        }
        for (name, verdicts) in info.names().zip(&self.verdicts) {
            for (StandingAndScore { standing, score }, games) in verdicts {
                write!(out, "verdict,{},,,{standing},{score},{games}\r\n", quoted(name))?;
            }
        }
        Ok(())
    }
}

impl ComparisonFormat for ComparisonStatistics {
    fn begin(&mut self, _: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.pairs = (0..info.codes.len()).map(|later| vec![0; later]).collect();
        self.verdicts = vec![BTreeMap::new(); info.codes.len()];
        Ok(())
    }

    fn game(
        &mut self,
        _: &mut dyn Write,
        _: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        for (later, row) in self.pairs.iter_mut().enumerate() {
            for (earlier, games) in row.iter_mut().enumerate() {
                *games += u64::from(game.differ(earlier, later));
            }
        }
        for rule in game.rules_differing() {
            let tally = self.rules.entry(rule).or_insert_with(|| {
                let row = game.rows.iter().find(|row| row.differs() && row.rules().contains(&rule));
                let location = row.map_or(game.location, |row| row.location);
                let (line, column) = (location.line, location.column);
                RuleTally {
                    games: 0,
                    first: FirstPlace { file: file.to_owned(), game: game.number, line, column },
                }
            });
            tally.games += 1;
        }
        if game.verdicts_differ() {
            for (verdicts, verdict) in self.verdicts.iter_mut().zip(&game.verdicts) {
                let kind = StandingAndScore { standing: verdict.standing, score: verdict.score };
                *verdicts.entry(kind).or_default() += 1;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        match self.format {
            // Counts have no page; `counts` refuses `html`.
            ComparisonFormatId::Human | ComparisonFormatId::Html => self.human(out, totals),
            ComparisonFormatId::Json => self.json(out, totals),
            ComparisonFormatId::Csv => self.csv(out, totals.info),
        }
    }
}

#[derive(Serialize)]
struct ComparisonStatisticsWire<'a> {
    #[serde(flatten)]
    info: ComparisonInfoWire<'a>,
    statistics: StatisticsWire<'a>,
    #[serde(flatten)]
    totals: ComparisonTotalsWire<'a>,
}

#[derive(Serialize)]
struct StatisticsWire<'a> {
    pairs: Vec<PairWire<'a>>,
    rules: Vec<DifferingRuleWire<'a>>,
    verdicts: VerdictCounts<'a>,
}

#[derive(Serialize)]
struct PairWire<'a> {
    codes: [&'a str; 2],
    games: u64,
}

#[derive(Serialize)]
struct DifferingRuleWire<'a> {
    rule: &'static str,
    games: u64,
    first: &'a FirstPlace,
}

/// By code.
struct VerdictCounts<'a> {
    info: &'a ComparisonInfo,
    verdicts: &'a [BTreeMap<StandingAndScore, u64>],
}

#[derive(Serialize)]
struct VerdictCountWire {
    standing: &'static str,
    score: &'static str,
    games: u64,
}

impl Serialize for VerdictCounts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = |(kind, games): (&StandingAndScore, &u64)| VerdictCountWire {
            standing: kind.standing.id(),
            score: kind.score.id(),
            games: *games,
        };
        let counts = self.verdicts.iter().map(|verdicts| verdicts.iter().map(count).collect::<Vec<_>>());
        serializer.collect_map(self.info.names().zip(counts))
    }
}
