//! `html`: a page with a table for each game, codes beside one another.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use askama::Template;

use crate::compare::{Comparison, Row, same_ruling};
use crate::law::{Code, Rule};

use super::super::cell::{CellWords, MovesShown, row_words, verdict_words};
use super::super::html::{
    Articles, Closed, CodeLine, Figure, Frame, RuleLine, code_line, filled, occasion, players,
};
use super::super::text::{count, plain, plural};
use super::human::doubts;
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, closing};

/// So many games are shown: a page is to open at once.
const MOST_SHOWN: u64 = 1_000;

/// One page. It is written when all is known, for the summary stands first; the number of games is limited, and
/// with it what is held.
#[derive(Default)]
pub struct Html {
    info: Option<ComparisonInfo>,
    articles: Articles,
    /// The games so far.
    games: String,
    shown: u64,
    /// Games left out.
    left_out: u64,
    /// The rules of the rows so far.
    listed: BTreeSet<Rule>,
    worths: Vec<Worth>,
}

/// A verdict, and for each code in how many games it comes to it.
struct Worth {
    name: String,
    numbers: Vec<u64>,
}

#[derive(Template)]
#[template(path = "compare.html")]
struct Page<'a> {
    frame: Frame,
    figures: Vec<Figure>,
    remarks: Vec<String>,
    codes: Vec<CodeLine>,
    worths: Vec<WorthLine>,
    rules: Vec<RuleLine>,
    listed: Vec<&'static str>,
    games: &'a str,
}

struct WorthLine {
    name: String,
    numbers: Vec<String>,
}

#[derive(Template)]
#[template(path = "compared.html")]
struct Game<'a> {
    id: u64,
    title: String,
    source: String,
    about: String,
    names: Vec<&'a str>,
    rows: Vec<RowLine>,
    doubts: Vec<String>,
}

struct RowLine {
    class: &'static str,
    title: String,
    rules: String,
    cells: Vec<Cell>,
}

struct Cell {
    /// The letter that it shares with the codes that rule alike, where not all do.
    camp: String,
    /// Whether it rules otherwise than the first.
    is_apart: bool,
    words: String,
    law: String,
}

impl Html {
    /// A page not yet begun.
    pub fn new() -> Self {
        Self::default()
    }

    fn row(&mut self, info: &ComparisonInfo, game: &Comparison, row: &Row) -> io::Result<RowLine> {
        let rules = row.rules();
        self.listed.extend(rules.iter().copied());
        let words = row_words(row, &game.verdicts, MovesShown::All);
        let camps = camps(row.cells.len(), |one, other| same_ruling(row.cell(one), row.cell(other)));
        let mut cells = Vec::with_capacity(row.cells.len());
        for (column, words) in words.into_iter().enumerate() {
            let camp = camps.get(column).copied().unwrap_or(0);
            let law = self.law(info, row, column)?;
            let CellWords { law: article, ruling } = words;
            // What opens names the article.
            let words = if law.is_empty() { format!("{article} {ruling}") } else { ruling };
            cells.push(Cell {
                camp: letter(camp, &camps),
                is_apart: camp > 0,
                words: if row.cell(column).is_some() {
                    plain(words.trim()).into_owned()
                } else {
                    "no ruling".to_owned()
                },
                law,
            });
        }
        Ok(RowLine {
            class: "entry",
            title: plain(&row.title()).into_owned(),
            rules: rules.iter().map(|rule| rule.id()).collect::<Vec<_>>().join(" "),
            cells,
        })
    }

    fn law(&mut self, info: &ComparisonInfo, row: &Row, column: usize) -> io::Result<String> {
        let (Some(finding), Some(code), Some(name)) =
            (row.cell(column), info.laws.get(column), info.codes.get(column))
        else {
            return Ok(String::new());
        };
        let code: &Arc<Code> = code;
        Ok(self.articles.of(finding, code, &name.id, Closed::Cites)?.to_string())
    }

    fn count(&mut self, game: &Comparison) {
        for (column, verdict) in game.verdicts.iter().enumerate() {
            let name = verdict_words(*verdict);
            if !self.worths.iter().any(|worth| worth.name == name) {
                self.worths.push(Worth { name: name.clone(), numbers: vec![0; game.verdicts.len()] });
            }
            let number = self
                .worths
                .iter_mut()
                .find(|worth| worth.name == name)
                .and_then(|worth| worth.numbers.get_mut(column));
            if let Some(number) = number {
                *number += 1;
            }
        }
    }
}

/// For each column the first with which it is alike, as a number from 0 in the order of their coming.
fn camps(columns: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut firsts: Vec<usize> = Vec::new();
    (0..columns)
        .map(|column| {
            firsts.iter().position(|first| alike(*first, column)).unwrap_or_else(|| {
                firsts.push(column);
                firsts.len() - 1
            })
        })
        .collect()
}

/// The letter of a camp; none where there is one only.
fn letter(camp: usize, camps: &[usize]) -> String {
    if camps.iter().all(|other| *other == 0) {
        return String::new();
    }
    u32::try_from(camp)
        .ok()
        .filter(|camp| *camp < 26)
        .and_then(|camp| char::from_u32(u32::from('a') + camp))
        .map_or_else(|| (camp + 1).to_string(), String::from)
}

impl ComparisonFormat for Html {
    fn begin(&mut self, _: &mut dyn Write, info: &ComparisonInfo) -> io::Result<()> {
        self.info = Some(info.clone());
        Ok(())
    }

    fn game(&mut self, _: &mut dyn Write, file: &str, game: &Comparison) -> io::Result<()> {
        self.count(game);
        if self.shown >= MOST_SHOWN {
            self.left_out += 1;
            return Ok(());
        }
        let Some(info) = self.info.take() else {
            return Ok(());
        };
        self.shown += 1;
        let tag = |name: &str| game.tag(name).map(|value| plain(value).into_owned());
        let mut about = occasion(tag);
        about.push(plural(u64::from(game.plies), "ply", "plies"));
        about.push(format!("result {}", game.result.id()));
        let mut rows =
            game.rows.iter().map(|row| self.row(&info, game, row)).collect::<io::Result<Vec<_>>>()?;
        let worth: Vec<String> = game.verdicts.iter().map(|verdict| verdict_words(*verdict)).collect();
        let camps = camps(worth.len(), |one, other| worth.get(one) == worth.get(other));
        let cells = worth.iter().zip(&camps).map(|(words, camp)| Cell {
            camp: letter(*camp, &camps),
            is_apart: *camp > 0,
            words: words.clone(),
            law: String::new(),
        });
        rows.push(RowLine {
            class: "verdict",
            title: "Verdict and score".to_owned(),
            rules: String::new(),
            cells: cells.collect(),
        });
        let piece = filled(&Game {
            id: self.shown,
            title: players(tag, game.number),
            source: plain(&format!("{file}:{}, game {}", game.location.line, count(game.number)))
                .into_owned(),
            about: about.join(" · "),
            names: info.names().collect(),
            rows,
            doubts: doubts(game).iter().map(|doubt| plain(doubt).into_owned()).collect(),
        })?;
        self.games.push_str(&piece);
        self.info = Some(info);
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let Some(info) = &self.info else {
            return Ok(());
        };
        let summary = totals.summary;
        let mut remarks: Vec<String> =
            self.remark().into_iter().map(|said| format!("On this page, {said}.")).collect();
        remarks.extend(
            totals
                .unreadable
                .iter()
                .map(|one| plain(&format!("{} could not be read: {}.", one.file, one.why)).into_owned()),
        );
        let codes = info.laws.iter().zip(info.names());
        let page = Page {
            frame: Frame::new(
                "Codes compared",
                "The same games under several codes".to_owned(),
                &closing(info, totals),
                &info.tool,
            ),
            figures: vec![
                Figure::of(summary.read.files, "file", "files"),
                Figure::of(summary.read.games, "game", "games"),
                Figure::of(summary.read.plies, "ply", "plies"),
                Figure::of(summary.differing, "game that differs", "games that differ"),
                Figure::of(summary.verdicts_differ, "in the verdict", "in the verdict"),
            ],
            remarks,
            codes: codes.map(|(code, name)| code_line(code, name)).collect(),
            worths: self
                .worths
                .iter()
                .map(|worth| WorthLine {
                    name: worth.name.clone(),
                    numbers: worth.numbers.iter().map(|number| count(*number)).collect(),
                })
                .collect(),
            rules: summary.by_rule.iter().map(|(rule, number)| RuleLine::new(*rule, *number)).collect(),
            listed: self.listed.iter().map(|rule| rule.id()).collect(),
            games: &self.games,
        };
        out.write_all(filled(&page)?.as_bytes())
    }

    fn remark(&self) -> Option<String> {
        (self.left_out > 0).then(|| {
            format!(
                "the first {} games stand in the page, and {} more do not",
                count(self.shown),
                count(self.left_out)
            )
        })
    }
}
