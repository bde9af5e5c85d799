//! `html`: a page with the rows of each game, codes side by side.

mod key;

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::sync::Arc;

use askama::Template;

use crate::compare::{Comparison, Row, same_ruling};
use crate::law::Rule;

use super::super::AnalysisLinks;
use super::super::accessible::capital;
use super::super::board::orientation;
use super::super::html::{
    Acts, ArticleSummary, Articles, Book, CodeLine, EntryNumber, Figure, Frame, GameHeading, Legend,
    Pictures, RuleLine, SectionEntry, Sections, Sheet, about_game, code_line, drawn, game_source, game_title,
    unreadable_remarks,
};
use super::super::short_ruling::{CellWords, MovesShown, row_words, verdict_words};
use super::super::text::{count, plain};
use super::super::top_findings::{Offer, TopFindings};
use super::format::doubts;
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

use key::{KeyLine, SignKey};

// A page with more games, rows or boards takes long to open.
const MOST_SHOWN: usize = 1_000;
const MOST_ROWS: usize = 5_000;
const MOST_DRAWN: usize = 1_000;

/// The page is written at the end, because it begins with the summary. Until then it keeps a limited number of games, those in
/// which the codes differ most.
pub(crate) struct ComparisonHtml {
    articles: Articles,
    games: Sections<SignKey, Vec<Rule>>,
    number_of_games: u64,
    /// The number of rows so far, in games that were shown.
    number_of_rows: u64,
    kept: TopFindings<Difference, u64>,
    rows: TopFindings<Difference, EntryNumber>,
    boards: TopFindings<Difference, EntryNumber>,
    verdicts: Vec<VerdictRow>,
}

/// How much the codes differ in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Difference {
    Nothing,
    Rulings,
    Verdict,
}

impl Difference {
    fn of(game: &Comparison) -> Self {
        if game.verdicts_differ() {
            Self::Verdict
        } else if game.differs() {
            Self::Rulings
        } else {
            Self::Nothing
        }
    }
}

/// A verdict, and the number of games in which each code gives it.
struct VerdictRow {
    name: String,
    numbers: Vec<u64>,
}

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparisonPage<'a> {
    frame: Frame,
    figures: Vec<Figure>,
    remarks: Vec<String>,
    codes: Vec<CodeLine>,
    worths: Vec<VerdictLine<'a>>,
    rules: Vec<RuleLine>,
    key: Vec<KeyLine>,
    listed: Vec<&'static str>,
    games: &'a Sections<SignKey, Vec<Rule>>,
    books: Vec<Book>,
}

struct VerdictLine<'a> {
    name: &'a str,
    numbers: Vec<CodeNumber<'a>>,
}

struct CodeNumber<'a> {
    code: &'a str,
    number: String,
}

#[derive(Template)]
#[template(path = "row.html")]
struct RowLine {
    id: u64,
    title: String,
    rules: Vec<Rule>,
    board: String,
    acts: Acts,
    codes: Codes,
    doubts: Vec<String>,
}

/// The verdicts on a game on which the codes disagree.
#[derive(Template)]
#[template(path = "worth.html")]
struct GameVerdicts {
    codes: Codes,
}

/// A table with a cell for each code.
#[derive(Template)]
#[template(path = "codes.html")]
struct Codes {
    caption: &'static str,
    /// The heading of its only row.
    what: &'static str,
    cells: Vec<CodeCell>,
}

struct CodeCell {
    code: Arc<str>,
    /// The letter of the codes that agree with this one, unless all codes agree.
    camp: String,
    /// Whether it disagrees with the first code.
    is_apart: bool,
    words: String,
    law: Arc<str>,
}

impl RowLine {
    fn rule_ids(&self) -> String {
        self.rules.iter().map(|rule| rule.id()).collect::<Vec<_>>().join(" ")
    }
}

impl ComparisonHtml {
    pub(crate) fn new() -> Self {
        Self {
            articles: Articles::default(),
            games: Sections::default(),
            number_of_games: 0,
            number_of_rows: 0,
            kept: TopFindings::new(MOST_SHOWN),
            rows: TopFindings::new(MOST_ROWS),
            boards: TopFindings::new(MOST_DRAWN),
            verdicts: Vec::new(),
        }
    }

    /// Adds a row to its game, if there is room for it.
    fn add(&mut self, info: &ComparisonInfo, game: &Comparison, row: &Row) -> io::Result<()> {
        self.number_of_rows += 1;
        let spot = EntryNumber { game: self.number_of_games, entry: self.number_of_rows };
        let difference = Difference::of(game);
        match self.rows.offer(difference, spot) {
            Offer::Kept => {}
            Offer::Instead(other) => self.games.leave_out_row(other),
            Offer::Refused => {
                self.games.leave_out_row(spot);
                return Ok(());
            }
        }
        let mut line = self.row(spot.entry, info, game, row)?;
        let bare = self.games.put(&line)?;
        let pictures = match row.diagram.as_deref().and_then(|moment| moment.boards.first()) {
            None => Pictures::Nothing,
            Some(board) if self.games.has_room_for_boards(&mut self.boards, difference, spot) => {
                line.board =
                    drawn(board, orientation(&game.tags), Legend::Elsewhere, AnalysisLinks::LeftOut)?;
                Pictures::Drawn(self.games.put(&line)?)
            }
            Some(_) => Pictures::LeftOut,
        };
        self.games.add(spot.game, SectionEntry { id: spot.entry, about: line.rules, bare, pictures });
        Ok(())
    }

    fn row(&mut self, id: u64, info: &ComparisonInfo, game: &Comparison, row: &Row) -> io::Result<RowLine> {
        let words = row_words(row, &game.verdicts, MovesShown::All);
        let camps = camps(row.cells.len(), |one, other| same_ruling(row.cell(one), row.cell(other)));
        let mut cells = Vec::with_capacity(row.cells.len());
        for ((column, words), code) in words.into_iter().enumerate().zip(&info.codes) {
            let camp = camps.get(column).copied().unwrap_or(0);
            let law = self.law(info, row, column)?;
            let CellWords { law: article, ruling } = words;
            // The law names the article itself.
            let words = if law.is_empty() { format!("{article} {ruling}") } else { ruling };
            cells.push(CodeCell {
                code: Arc::clone(&code.id),
                camp: letter(camp, &camps),
                is_apart: camp > 0,
                words: if row.cell(column).is_some() {
                    plain(words.trim()).into_owned()
                } else {
                    "– no ruling".to_owned()
                },
                law,
            });
        }
        Ok(RowLine {
            id,
            title: plain(&row.title()).into_owned(),
            rules: row.rules(),
            board: String::new(),
            acts: row.diagram.as_deref().map(Acts::of).unwrap_or_default(),
            codes: Codes { caption: "The ruling of each code", what: "Ruling", cells },
            doubts: doubts(std::slice::from_ref(row)).iter().map(|doubt| plain(doubt).into_owned()).collect(),
        })
    }

    fn law(&mut self, info: &ComparisonInfo, row: &Row, column: usize) -> io::Result<Arc<str>> {
        let (Some(finding), Some(code), Some(name)) =
            (row.cell(column), info.laws.get(column), info.codes.get(column))
        else {
            return Ok("".into());
        };
        self.articles.of(finding, code, &name.id, ArticleSummary::Citation)
    }

    fn count(&mut self, game: &Comparison) {
        for (column, verdict) in game.verdicts.iter().enumerate() {
            let name = verdict_words(*verdict);
            if !self.verdicts.iter().any(|row| row.name == name) {
                self.verdicts.push(VerdictRow { name: name.clone(), numbers: vec![0; game.verdicts.len()] });
            }
            let row = self.verdicts.iter_mut().find(|row| row.name == name);
            if let Some(number) = row.and_then(|row| row.numbers.get_mut(column)) {
                *number += 1;
            }
        }
    }
}

/// Groups columns that are alike. For each column, the number of its group, from 0 in order of appearance.
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

/// The letter of a camp. Empty if there is only one camp.
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

impl ComparisonFormat for ComparisonHtml {
    fn game(
        &mut self,
        _: &mut dyn Write,
        info: &ComparisonInfo,
        file: &str,
        game: &Comparison,
    ) -> io::Result<()> {
        self.count(game);
        self.number_of_games += 1;
        match self.kept.offer(Difference::of(game), self.number_of_games) {
            Offer::Kept => {}
            Offer::Instead(other) => self.games.remove(other),
            Offer::Refused => return Ok(()),
        }
        let verdicts: Vec<String> = game.verdicts.iter().map(|verdict| verdict_words(*verdict)).collect();
        let camps = camps(verdicts.len(), |one, other| verdicts.get(one) == verdicts.get(other));
        let is_agreed = camps.iter().all(|camp| *camp == 0);
        let cells = verdicts.iter().zip(&camps).zip(&info.codes).map(|((words, camp), code)| CodeCell {
            code: Arc::clone(&code.id),
            camp: letter(*camp, &camps),
            is_apart: *camp > 0,
            words: words.clone(),
            law: "".into(),
        });
        let mut about = about_game(&game.tags, game.plies, game.result);
        let agreed = verdicts.first().filter(|_| is_agreed);
        about.extend(agreed.map(|verdict| format!("under every code: {verdict}")));
        let head = GameHeading {
            id: self.number_of_games,
            title: game_title(&game.tags, game.number),
            source: game_source(file, game.location.line, game.number),
            about: about.join(" · "),
        };
        self.games.open(head.id, SignKey::of(game), &head)?;
        game.rows.iter().try_for_each(|row| self.add(info, game, row))?;
        if !is_agreed {
            let codes = Codes {
                caption: "The verdict of each code on the game",
                what: "Verdict and result",
                cells: cells.collect(),
            };
            self.games.close(head.id, &GameVerdicts { codes })?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let ComparisonTotals { info, summary, .. } = *totals;
        let mut remarks: Vec<String> =
            self.remark().into_iter().map(|said| format!("{}.", capital(&said))).collect();
        remarks.extend(unreadable_remarks(totals.unreadable));
        let codes = info.laws.iter().zip(info.names());
        let listed: BTreeSet<Rule> = self.games.entries().flat_map(|row| row.about.iter().copied()).collect();
        let mut books = self.articles.books();
        books.sort_by_key(|book| info.names().position(|name| *name == book.name));
        let page = ComparisonPage {
            frame: Frame::new(
                "Codes compared",
                Sheet::Wide,
                "Comparison of the same games under several codes".to_owned(),
                &summary_line(totals),
                &info.tool,
            ),
            figures: vec![
                Figure::of(summary.read.files, "file", "files"),
                Figure::of(summary.read.games, "game", "games"),
                Figure::of(summary.read.plies, "ply", "plies"),
                Figure::of(summary.differing, "game with different rulings", "games with different rulings"),
                Figure::of(
                    summary.verdicts_differ,
                    "game with different verdicts",
                    "games with different verdicts",
                ),
            ],
            remarks,
            codes: codes.map(|(code, name)| code_line(code, name)).collect(),
            worths: self
                .verdicts
                .iter()
                .map(|VerdictRow { name, numbers }| VerdictLine {
                    name,
                    numbers: numbers
                        .iter()
                        .zip(info.names())
                        .map(|(number, code)| CodeNumber { code, number: count(*number) })
                        .collect(),
                })
                .collect(),
            rules: summary.by_rule.iter().map(|(rule, number)| RuleLine::new(*rule, *number)).collect(),
            key: SignKey::lines(self.games.games()),
            listed: listed.into_iter().map(Rule::id).collect(),
            games: &self.games,
            books,
        };
        self.games.write(&page, out)
    }

    fn remark(&self) -> Option<String> {
        let left_out = self.number_of_games.saturating_sub(self.games.len());
        let games = (left_out > 0).then(|| {
            let (shown, more) = (count(MOST_SHOWN as u64), count(left_out));
            format!("the page shows {shown} games, preferring those with different verdicts, and omits {more} more")
        });
        let rows_left_out = self.games.rows_left_out();
        let rows = (rows_left_out > 0).then(|| {
            let (shown, more) = (count(MOST_ROWS as u64), count(rows_left_out));
            format!(
                "the page shows {shown} rows, preferring games with different verdicts, and omits {more} more"
            )
        });
        let undrawn = self.games.undrawn();
        let boards = (undrawn > 0).then(|| {
            let (drawn, more) = (count(MOST_DRAWN as u64), count(undrawn));
            format!("boards are drawn for {drawn} rows and omitted for {more} more")
        });
        let remarks: Vec<String> = games.into_iter().chain(rows).chain(boards).collect();
        (!remarks.is_empty()).then(|| remarks.join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Column, Summary, compare_bytes};
    use crate::law::codes;
    use crate::report::sample::moment;

    /// A game with two rows, each with a board.
    fn game(columns: &[Column], text: &[u8]) -> Comparison {
        let mut game = compare_bytes(text, columns.to_vec()).remove(0);
        game.rows.retain(Row::differs);
        game.rows.truncate(1);
        for row in &mut game.rows {
            row.diagram = Some(Box::new(moment()));
        }
        game.rows.extend(game.rows.clone());
        game
    }

    fn columns() -> Vec<Column> {
        codes::files().into_iter().map(|file| Column { name: Arc::clone(&file.code.id), file }).collect()
    }

    fn page(format: &mut ComparisonHtml, columns: &[Column], games: &[(&str, &Comparison, usize)]) -> String {
        let mut out = Vec::new();
        let info = ComparisonInfo::of(columns);
        for (file, game, times) in games {
            for _ in 0..*times {
                format.game(&mut out, &info, file, game).unwrap();
            }
        }
        let summary = Summary::default();
        format
            .finish(&mut out, &ComparisonTotals { info: &info, summary: &summary, unreadable: &[] })
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    const RULING: &[u8] = b"[Observed \"touch speech\"]\n\n1. e4 d5 {[%touch w d5]} 2. e5 Bf5 1-0\n";
    const VERDICT: &[u8] = b"1. e4 e5 2. Qd3 a6 3. a3 *\n";

    #[test]
    fn games_that_differ_most_are_kept() {
        let columns = columns();
        let (ruling, verdict) = (game(&columns, RULING), game(&columns, VERDICT));
        assert_eq!(
            (Difference::of(&ruling), Difference::of(&verdict)),
            (Difference::Rulings, Difference::Verdict)
        );
        assert_eq!((ruling.rows.len(), verdict.rows.len()), (2, 2));

        let mut format = ComparisonHtml::new();
        let page =
            page(&mut format, &columns, &[("some.pgn", &ruling, MOST_SHOWN + 1), ("last.pgn", &verdict, 1)]);
        assert_eq!(page.matches("<section class=\"game\"").count(), MOST_SHOWN);
        assert_eq!(page.matches("<figure ").count(), MOST_DRAWN);
        let (_, last) = page.split_once("last.pgn").unwrap();
        assert_eq!(last.matches("<figure ").count(), 2);
        let remark = format.remark().unwrap();
        assert_eq!(
            remark,
            "the page shows 1 000 games, preferring those with different verdicts, and omits 2 more; \
             boards are drawn for 1 000 rows and omitted for 1 000 more"
        );
        assert!(page.contains(&format!("{}.", capital(&remark))));
    }

    #[test]
    fn rows_left_out_are_counted_in_their_game() {
        let columns = columns();
        let (mut ruling, mut verdict) = (game(&columns, RULING), game(&columns, VERDICT));
        ruling.rows = vec![ruling.rows.remove(0); MOST_ROWS - 1];
        verdict.rows = vec![verdict.rows.remove(0); 3];
        let mut format = ComparisonHtml::new();
        let page = page(&mut format, &columns, &[("many.pgn", &ruling, 2), ("last.pgn", &verdict, 1)]);
        assert_eq!(page.matches("<article ").count(), MOST_ROWS);
        let rows: Vec<usize> = page
            .split("<section class=\"game\"")
            .skip(1)
            .map(|game| game.matches("<article ").count())
            .collect();
        assert_eq!(rows, [MOST_ROWS - 3, 0, 3]);
        assert!(page.contains("<p class=\"remark\">2 more rows of this game are omitted.</p>"));
        assert!(page.contains("<p class=\"remark\">4 999 more rows of this game are omitted.</p>"));
        let said = "the page shows 5 000 rows, preferring games with different verdicts, and omits 5 001 more; boards";
        let remark = format.remark().unwrap();
        assert!(remark.starts_with(said), "{remark}");
    }
}
