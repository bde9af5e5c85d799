//! How many games differ between which codes, and on what, instead of the games.

mod accessible;
mod tables;

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::compare::Comparison;
use crate::finding::{Score, Standing};
use crate::law::Rule;

use super::super::accessible::worth;
use super::super::text::wrap;
use super::super::{Manner, Style};
use super::json::{ending, opening};
use super::{ComparisonFormat, ComparisonFormatId, ComparisonInfo, ComparisonTotals, summary_line};
use crate::report::statistics::FirstPlace;

/// How often the codes differ on a rule.
struct RuleTally {
    games: u64,
    first: FirstPlace,
}

/// What a game is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
struct StandingAndScore {
    standing: Standing,
    score: Score,
}

impl StandingAndScore {
    /// Games that count first, as they are scored; then those of which something is still to come; then void
    /// ones.
    fn place(self) -> [u8; 2] {
        let standing = match self.standing {
            Standing::Valid => 0,
            Standing::Retractable => 1,
            Standing::Annullable => 2,
            Standing::Annulled => 3,
            Standing::Unreplayable => 4,
        };
        let score = match self.score {
            Score::White => 0,
            Score::Black => 1,
            Score::Draw => 2,
            Score::Unknown => 3,
        };
        [standing, score]
    }

    /// The score, and how the game stands where that is not simply valid.
    fn words(self) -> String {
        match (self.standing, self.score) {
            (Standing::Valid, score) => score.id().to_owned(),
            (standing, Score::Unknown) => standing.id().to_owned(),
            (standing, score) => format!("{} {}", standing.id(), score.id()),
        }
    }
}

impl StandingAndScore {
    /// The same for the ear.
    fn told(self) -> String {
        worth(self.standing, self.score)
    }
}

impl PartialOrd for StandingAndScore {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for StandingAndScore {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// What one code makes of games.
struct WorthOfCode<'a> {
    name: &'a str,
    worth: &'a BTreeMap<StandingAndScore, u64>,
}

/// Counts over all games.
pub(crate) struct ComparisonStatistics {
    form: ComparisonFormatId,
    style: Style,
    info: Option<ComparisonInfo>,
    /// Games in which two codes differ, for each pair once, the later code's row holding the earlier ones.
    pairs: Vec<Vec<u64>>,
    rules: BTreeMap<Rule, RuleTally>,
    /// What each code makes of the games that the codes value differently.
    worth: Vec<BTreeMap<StandingAndScore, u64>>,
}

impl ComparisonStatistics {
    /// Counts not yet begun.
    pub(crate) fn new(form: ComparisonFormatId, style: Style) -> Self {
        Self { form, style, info: None, pairs: Vec::new(), rules: BTreeMap::new(), worth: Vec::new() }
    }

    /// The rules, the one most often differed on first.
    fn by_frequency(&self) -> Vec<(Rule, &RuleTally)> {
        let mut rules: Vec<(Rule, &RuleTally)> =
            self.rules.iter().map(|(rule, tally)| (*rule, tally)).collect();
        // Stable, so that equal counts keep the order of the registry.
        rules.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        rules
    }

    /// Each pair of codes, by name, and in how many games they differ.
    fn each_pair<'a>(&'a self, info: &'a ComparisonInfo) -> impl Iterator<Item = PairWire<'a>> {
        self.pairs.iter().enumerate().flat_map(move |(later, row)| {
            row.iter().enumerate().filter_map(move |(earlier, games)| {
                let codes = [&*info.codes.get(earlier)?.id, &*info.codes.get(later)?.id];
                Some(PairWire { codes, games: *games })
            })
        })
    }

    /// What each code makes of the games that are worth something else under another.
    fn each_worth<'a>(&'a self, info: &'a ComparisonInfo) -> impl Iterator<Item = WorthOfCode<'a>> {
        info.names().zip(&self.worth).map(|(name, worth)| WorthOfCode { name, worth })
    }

    fn human(
        &self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        totals: &ComparisonTotals<'_>,
    ) -> io::Result<()> {
        if self.style.manner == Manner::Accessible {
            return out.write_all(self.told(info, totals).as_bytes());
        }
        if totals.summary.differing > 0 {
            writeln!(out, "{}", self.tables(info))?;
        }
        for line in wrap(&summary_line(info, totals), self.style.width) {
            writeln!(out, "{}", self.style.paint("1", &line))?;
        }
        Ok(())
    }

    fn json(
        &self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        totals: &ComparisonTotals<'_>,
    ) -> io::Result<()> {
        let rules: Vec<DifferingRuleWire<'_>> = self
            .by_frequency()
            .into_iter()
            .map(|(rule, tally)| DifferingRuleWire {
                rule: rule.id(),
                games: tally.games,
                first: &tally.first,
            })
            .collect();
        let mut piece = Vec::new();
        opening(&mut piece, info)?;
        piece.write_all(b",\"statistics\":")?;
        serde_json::to_writer(
            &mut piece,
            &StatisticsWire {
                pairs: self.each_pair(info).collect(),
                rules,
                verdicts: VerdictsWire { info, worth: &self.worth },
            },
        )?;
        ending(&mut piece, totals)?;
        out.write_all(&piece)
    }

    fn csv(&self, out: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        let quoted = |name: &str| {
            let plain = !name.contains([',', '"', '\n', '\r']);
            if plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
        };
        write!(out, "what,code,other,rule,standing,score,games\r\n")?;
        for pair in self.each_pair(info) {
            let [one, other] = pair.codes.map(quoted);
            write!(out, "pair,{one},{other},,,,{}\r\n", pair.games)?;
        }
        for (rule, tally) in self.by_frequency() {
            write!(out, "rule,,,{rule},,,{}\r\n", tally.games)?;
        }
        for (name, worth) in info.names().zip(&self.worth) {
            for (kind, games) in worth {
                write!(
                    out,
                    "verdict,{},,,{},{},{games}\r\n",
                    quoted(name),
                    kind.standing.id(),
                    kind.score.id()
                )?;
            }
        }
        Ok(())
    }
}

impl ComparisonFormat for ComparisonStatistics {
    fn begin(&mut self, _: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.pairs = (0..info.codes.len()).map(|later| vec![0; later]).collect();
        self.worth = info.codes.iter().map(|_| BTreeMap::new()).collect();
        self.info = Some(info.clone());
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        for (later, row) in self.pairs.iter_mut().enumerate() {
            for (earlier, games) in row.iter_mut().enumerate() {
                *games += u64::from(game.differ(earlier, later));
            }
        }
        for rule in game.rules_differing() {
            let tally = self.rules.entry(rule).or_insert_with(|| {
                let row = game.rows.iter().find(|row| row.rule == rule && row.differs());
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
            for (worth, verdict) in self.worth.iter_mut().zip(&game.verdicts) {
                *worth
                    .entry(StandingAndScore { standing: verdict.standing, score: verdict.score })
                    .or_default() += 1;
            }
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let Some(info) = self.info.take() else {
            return Ok(());
        };
        match self.form {
            // Counts are a table, on a page too.
            ComparisonFormatId::Human | ComparisonFormatId::Html => self.human(out, &info, totals),
            ComparisonFormatId::Json => self.json(out, &info, totals),
            ComparisonFormatId::Csv => self.csv(out, &info),
        }
    }
}

#[derive(Serialize)]
struct StatisticsWire<'a> {
    pairs: Vec<PairWire<'a>>,
    rules: Vec<DifferingRuleWire<'a>>,
    verdicts: VerdictsWire<'a>,
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

/// By code, in the games that the codes value differently.
struct VerdictsWire<'a> {
    info: &'a ComparisonInfo,
    worth: &'a [BTreeMap<StandingAndScore, u64>],
}

#[derive(Serialize)]
struct WorthWire {
    standing: &'static str,
    score: &'static str,
    games: u64,
}

impl Serialize for VerdictsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let worth = |worth: &BTreeMap<StandingAndScore, u64>| -> Vec<WorthWire> {
            worth
                .iter()
                .map(|(kind, games)| WorthWire {
                    standing: kind.standing.id(),
                    score: kind.score.id(),
                    games: *games,
                })
                .collect()
        };
        serializer.collect_map(self.info.names().zip(self.worth.iter().map(worth)))
    }
}
