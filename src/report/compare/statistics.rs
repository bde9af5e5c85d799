//! How many games differ between which codes, and on what, instead of the games.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::{Serialize, Serializer};

use crate::compare::Comparison;
use crate::finding::{Score, Standing};
use crate::law::Rule;

use super::super::Look;
use super::super::human::Human as Page;
use super::super::text::{count, wrap};
use super::json::{ending, opening};
use super::{ComparisonFormat, ComparisonFormatId, ComparisonInfo, ComparisonTotals, closing};

/// In narrower terminals it is not said where something was first found.
const ROOM_FOR_PLACES: usize = 60;

/// Where something was first found.
#[derive(Serialize)]
struct Place {
    file: String,
    game: u64,
    line: u64,
    column: u64,
}

/// How often the codes differ on a rule.
struct Tally {
    games: u64,
    first: Place,
}

/// What a game is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Worth {
    standing: Standing,
    score: Score,
}

impl Worth {
    /// Games that count first, as they are scored; then those of which something is still to come; then void
    /// ones.
    fn place(self) -> (u8, u8) {
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
        (standing, score)
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

impl PartialOrd for Worth {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Worth {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place())
    }
}

/// Counts over all games.
pub struct Statistics {
    form: ComparisonFormatId,
    width: usize,
    page: Page,
    info: Option<ComparisonInfo>,
    /// Games in which two codes differ, for each pair once, the later code's row holding the earlier ones.
    pairs: Vec<Vec<u64>>,
    rules: BTreeMap<Rule, Tally>,
    /// What each code makes of the games that the codes value differently.
    worth: Vec<BTreeMap<Worth, u64>>,
}

impl Statistics {
    /// Counts not yet begun.
    pub fn new(form: ComparisonFormatId, look: Look) -> Self {
        Self {
            form,
            width: look.width,
            page: Page::new(look),
            info: None,
            pairs: Vec::new(),
            rules: BTreeMap::new(),
            worth: Vec::new(),
        }
    }

    /// The rules, the one most often differed on first.
    fn by_frequency(&self) -> Vec<(Rule, &Tally)> {
        let mut rules: Vec<(Rule, &Tally)> = self.rules.iter().map(|(rule, tally)| (*rule, tally)).collect();
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

    fn tables(&self, info: &ComparisonInfo) -> String {
        let mut tables = vec![self.pair_table(info)];
        if !self.rules.is_empty() {
            let mut table = Grid::new(&["games", "differing on", "first at"]);
            for (rule, tally) in self.by_frequency() {
                let Place { file, line, column, .. } = &tally.first;
                let place = self.page.fit(&format!("{file}:{line}:{column}"));
                table.row(vec![count(tally.games), rule.id().to_owned(), place]);
            }
            // A row is no longer than the columns that have a side.
            let sides = [Side::Right, Side::Left, Side::Left];
            let shown = if self.width < ROOM_FOR_PLACES { 2 } else { 3 };
            tables.push(table.written(sides.get(..shown).unwrap_or(&sides)));
        }
        if self.worth.iter().any(|worth| !worth.is_empty()) {
            tables.push(self.worth_table(info));
        }
        tables.join("\n")
    }

    /// Code against code; where that is too wide, pair by pair.
    fn pair_table(&self, info: &ComparisonInfo) -> String {
        let names: Vec<String> = info.names().map(|name| self.page.fit(name)).collect();
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
        if square.width() <= self.width {
            return format!("Games on which two codes differ\n{}", square.written(&sides));
        }
        let mut list = Grid::new(&["games", "differing between"]);
        for pair in self.each_pair(info) {
            let [one, other] = pair.codes;
            list.row(vec![count(pair.games), self.page.fit(&format!("{one}, {other}"))]);
        }
        list.written(&[Side::Right, Side::Left])
    }

    /// What each code makes of the games that are worth something else under another.
    fn worth_table(&self, info: &ComparisonInfo) -> String {
        let mut kinds: Vec<Worth> = self.worth.iter().flat_map(BTreeMap::keys).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let titles: Vec<String> = kinds.iter().map(|kind| kind.words()).collect();
        let mut head = vec![""];
        head.extend(titles.iter().map(String::as_str));
        let mut square = Grid::new(&head);
        let mut list = Grid::new(&["games", "verdict", "under"]);
        for (name, worth) in info.names().zip(&self.worth) {
            let mut cells = vec![self.page.fit(name)];
            for kind in &kinds {
                let games = worth.get(kind).copied().unwrap_or(0);
                cells.push(count(games));
                if games > 0 {
                    list.row(vec![count(games), kind.words(), self.page.fit(name)]);
                }
            }
            square.row(cells);
        }
        let mut sides = vec![Side::Left];
        sides.resize(head.len(), Side::Right);
        if square.width() <= self.width {
            return format!("Verdicts, where they differ\n{}", square.written(&sides));
        }
        list.written(&[Side::Right, Side::Left, Side::Left])
    }

    fn human(
        &self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        totals: &ComparisonTotals<'_>,
    ) -> io::Result<()> {
        if totals.summary.differing > 0 {
            writeln!(out, "{}", self.tables(info))?;
        }
        for line in wrap(&closing(info, totals), self.width) {
            writeln!(out, "{}", self.page.paint("1", &line))?;
        }
        Ok(())
    }

    fn json(
        &self,
        out: &mut dyn Write,
        info: &ComparisonInfo,
        totals: &ComparisonTotals<'_>,
    ) -> io::Result<()> {
        let rules: Vec<RuleWire<'_>> = self
            .by_frequency()
            .into_iter()
            .map(|(rule, tally)| RuleWire { rule: rule.id(), games: tally.games, first: &tally.first })
            .collect();
        let mut piece = Vec::new();
        opening(&mut piece, info)?;
        piece.extend_from_slice(b",\"statistics\":");
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

impl ComparisonFormat for Statistics {
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
                Tally { games: 0, first: Place { file: file.to_owned(), game: game.number, line, column } }
            });
            tally.games += 1;
        }
        if game.verdicts_differ() {
            for (worth, verdict) in self.worth.iter_mut().zip(&game.verdicts) {
                *worth.entry(Worth { standing: verdict.standing, score: verdict.score }).or_default() += 1;
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
    rules: Vec<RuleWire<'a>>,
    verdicts: VerdictsWire<'a>,
}

#[derive(Serialize)]
struct PairWire<'a> {
    codes: [&'a str; 2],
    games: u64,
}

#[derive(Serialize)]
struct RuleWire<'a> {
    rule: &'static str,
    games: u64,
    first: &'a Place,
}

/// By code, in the games that the codes value differently.
struct VerdictsWire<'a> {
    info: &'a ComparisonInfo,
    worth: &'a [BTreeMap<Worth, u64>],
}

#[derive(Serialize)]
struct WorthWire {
    standing: &'static str,
    score: &'static str,
    games: u64,
}

impl Serialize for VerdictsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let worth = |worth: &BTreeMap<Worth, u64>| -> Vec<WorthWire> {
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
