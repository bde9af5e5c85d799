//! `html`: a page with the rows of each game, and in each row the codes that rule alike.

mod groups;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;

use askama::Template;

use crate::compare::{Comparison, Row, same_ruling};
use crate::finding::{Score, Stance, Standing};
use crate::law::{Family, Rule, words};

use super::super::PageDate;
use super::super::board::orientation;
use super::super::html::{
    Acts, ArticleSummary, Articles, Book, CodeLine, EntryNumber, Frame, GameHeading, Legend, Pictures,
    RuleLine, SectionEntry, Sections, about_game, code_line, drawn, game_source, inputs_named,
    unreadable_remarks,
};
use super::super::short_ruling::{MovesShown, verdict_words};
use super::super::text::{capital, count, plain, plural};
use super::super::top_findings::{Offer, TopFindings};
use super::format::{notes, rule_ids, rulings};
use super::key::{KeyLine, SignKey};
use super::{ComparisonFormat, ComparisonInfo, ComparisonTotals, summary_line};

use groups::{Groups, Member};

const STYLE: &str = include_str!("../html/compare.css");
/// The source that the policy of the page allows; a test compares it with the file.
const STYLE_HASH: &str = "sha256-KCGlZ9y7yOO7BOvIAYN3DBTv+fxPbtR3+qA6mWAh1xQ=";

/// More codes are only counted in the title.
const MOST_NAMED: usize = 6;

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
    /// For each code, the number of games with each verdict.
    verdicts: Vec<BTreeMap<(Standing, Score), u64>>,
    /// The date of the newest game so far.
    newest: Option<PageDate>,
    has_agreement: bool,
    most_rows: usize,
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

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparisonPage<'a> {
    frame: Frame,
    style: &'static str,
    style_hash: &'static str,
    /// Whether some rows do not differ.
    has_agreement: bool,
    remarks: Vec<String>,
    games: &'a Sections<SignKey, Vec<Rule>>,
    codes: Vec<CodeLine>,
    rules: Vec<RuleLine>,
    verdicts: Vec<VerdictLine>,
    key: Vec<KeyLine>,
    notes: Vec<String>,
    books: Vec<Book>,
}

/// The verdicts of a code.
struct VerdictLine {
    code: String,
    numbers: String,
}

#[derive(Template)]
#[template(path = "compare_row.html")]
struct RowLine {
    id: u64,
    title: String,
    rules: Vec<Rule>,
    rule_ids: String,
    differs: bool,
    board: String,
    acts: Acts,
    groups: Groups,
    notes: Vec<String>,
}

/// The verdicts on a game on which the codes disagree.
#[derive(Template)]
#[template(path = "compare_verdict.html")]
struct GameVerdicts {
    groups: Groups,
}

impl ComparisonHtml {
    pub(crate) fn new() -> Self {
        Self::with_rows(MOST_ROWS)
    }

    fn with_rows(most_rows: usize) -> Self {
        Self {
            most_rows,
            articles: Articles::default(),
            games: Sections::default(),
            number_of_games: 0,
            number_of_rows: 0,
            kept: TopFindings::new(MOST_SHOWN),
            rows: TopFindings::new(most_rows),
            boards: TopFindings::new(MOST_DRAWN),
            verdicts: Vec::new(),
            newest: None,
            has_agreement: false,
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
        // The board of the last move is drawn at the move.
        let is_result = row.rule.is_in_family(Family::Result) && game.rows.len() > 1;
        let diagram = row.diagram.as_deref().filter(|_| !is_result);
        let mut line = self.row(spot.entry, info, game, row)?;
        line.acts = diagram.map(Acts::of).unwrap_or_default();
        self.has_agreement |= !line.differs;
        let bare = self.games.put(&line)?;
        let pictures = match diagram.and_then(|moment| moment.boards.first()) {
            None => Pictures::Nothing,
            Some(board) if self.games.has_room_for_boards(&mut self.boards, difference, spot) => {
                line.board = drawn(board, orientation(&game.tags), Legend::Elsewhere, info.links)?;
                line.acts = line.acts.playable();
                Pictures::Drawn(self.games.put(&line)?)
            }
            Some(_) => Pictures::LeftOut,
        };
        self.games.add(spot.game, SectionEntry { id: spot.entry, about: line.rules, bare, pictures });
        Ok(())
    }

    fn row(&mut self, id: u64, info: &ComparisonInfo, game: &Comparison, row: &Row) -> io::Result<RowLine> {
        let mut members = Vec::with_capacity(row.cells.len());
        for (column, ruling) in rulings(info, game, row, MovesShown::All).enumerate() {
            let law = self.law(info, row, column)?;
            let words = match ruling.finding {
                None => "– no ruling".to_owned(),
                // The law names the article itself.
                Some(_) if law.is_empty() => ruling.words.whole(),
                Some(finding) if finding.stance == Stance::Speaks => ruling.words.ruling,
                Some(_) => ruling.words.whole(),
            };
            members.push(Member { code: ruling.name.to_owned(), words: plain(&words).into_owned(), law });
        }
        Ok(RowLine {
            id,
            title: plain(&row.title()).into_owned(),
            rules: row.rules(),
            rule_ids: rule_ids(row, " "),
            differs: row.differs(),
            board: String::new(),
            acts: Acts::default(),
            groups: Groups::of("The rulings", members, |one, other| {
                same_ruling(row.cell(one), row.cell(other))
            }),
            notes: notes(info, std::slice::from_ref(row))
                .iter()
                .map(|note| plain(note).into_owned())
                .collect(),
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
        self.verdicts.resize_with(game.verdicts.len(), BTreeMap::new);
        for (numbers, verdict) in self.verdicts.iter_mut().zip(&game.verdicts) {
            *numbers.entry((verdict.standing, verdict.score)).or_default() += 1;
        }
    }

    fn frame(&self, totals: &ComparisonTotals<'_>) -> Frame {
        let info = totals.info;
        let codes = match info.codes.len() {
            number if number > MOST_NAMED => format!("{number} codes"),
            _ => words::list_and(&info.names().collect::<Vec<_>>()),
        };
        let heading = format!("Comparison of {} under {}", inputs_named(&info.compared), plain(&codes));
        Frame::new(heading, info.date, self.newest, &summary_line(totals), &info.tool)
    }
}

/// `4 games, valid: 1-0 (1), 1/2-1/2 (1), no result (2)`
fn verdict_numbers(numbers: &BTreeMap<(Standing, Score), u64>) -> String {
    let mut standings: Vec<(Standing, u64, Vec<String>)> = Vec::new();
    for ((standing, score), number) in numbers {
        let score = if *score == Score::Unknown { "no result" } else { score.id() };
        let words = format!("{score} ({})", count(*number));
        match standings.last_mut() {
            Some((last, games, scores)) if last == standing => {
                *games += number;
                scores.push(words);
            }
            _ => standings.push((*standing, *number, vec![words])),
        }
    }
    let words = standings.into_iter().map(|(standing, games, scores)| {
        format!("{}, {}: {}", plural(games, "game", "games"), standing.label(), scores.join(", "))
    });
    words.collect::<Vec<_>>().join("; ")
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
        self.newest = self.newest.max(PageDate::of_game(&game.tags));
        match self.kept.offer(Difference::of(game), self.number_of_games) {
            Offer::Kept => {}
            Offer::Instead(other) => self.games.remove(other),
            Offer::Refused => return Ok(()),
        }
        let verdicts: Vec<String> = game.verdicts.iter().map(|verdict| verdict_words(*verdict)).collect();
        let agreed = verdicts.first().filter(|first| verdicts.iter().all(|other| other == *first));
        let mut about = about_game(&game.tags, game.plies, game.result);
        about.extend(agreed.map(|verdict| format!("under every code: {verdict}")));
        let source = game_source(file, game.location.line, game.number);
        let head = GameHeading::new(file, source, game.number, &game.tags, &about);
        self.games.open(self.number_of_games, SignKey::of(game), &head)?;
        game.rows.iter().try_for_each(|row| self.add(info, game, row))?;
        if agreed.is_none() {
            let members = info.names().zip(&verdicts).map(|(code, words)| Member {
                code: code.to_owned(),
                words: words.clone(),
                law: "".into(),
            });
            let is_same = |one, other| verdicts.get(one) == verdicts.get(other);
            let groups = Groups::of("The verdicts", members.collect(), is_same);
            self.games.close(self.number_of_games, &GameVerdicts { groups })?;
        }
        Ok(())
    }

    fn finish(&mut self, out: &mut dyn Write, totals: &ComparisonTotals<'_>) -> io::Result<()> {
        let ComparisonTotals { info, summary, .. } = *totals;
        let codes = info.laws.iter().zip(info.names());
        let mut rules: BTreeMap<Rule, u64> = summary.by_rule.clone();
        for rule in self.games.entries().flat_map(|row| &row.about) {
            rules.entry(*rule).or_default();
        }
        let mut books = self.articles.books();
        books.sort_by_key(|book| info.names().position(|name| *name == book.name));
        let verdicts = info
            .names()
            .zip(&self.verdicts)
            .map(|(code, numbers)| VerdictLine { code: code.to_owned(), numbers: verdict_numbers(numbers) });
        let page = ComparisonPage {
            frame: self.frame(totals),
            style: STYLE,
            style_hash: STYLE_HASH,
            has_agreement: self.has_agreement,
            remarks: unreadable_remarks(totals.unreadable).collect(),
            games: &self.games,
            codes: codes.map(|(code, name)| code_line(code, name)).collect(),
            rules: rules.into_iter().map(|(rule, number)| RuleLine::new(rule, number)).collect(),
            verdicts: verdicts.collect(),
            key: SignKey::page_lines(self.games.games()),
            notes: self.remark().into_iter().map(|said| format!("{}.", capital(&said))).collect(),
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
            let (shown, more) = (count(self.most_rows as u64), count(rows_left_out));
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
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    use super::*;
    use crate::compare::{Column, Summary, compare_bytes};
    use crate::law::codes;
    use crate::report::sample::moment;

    #[test]
    fn verdicts_are_counted_by_standing() {
        let numbers = [
            ((Standing::Valid, Score::White), 1),
            ((Standing::Valid, Score::Unknown), 2),
            ((Standing::Annulled, Score::Unknown), 1),
        ];
        assert_eq!(
            verdict_numbers(&numbers.into()),
            "3 games, valid: 1-0 (1), no result (2); 1 game, void: no result (1)"
        );
    }

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
    fn the_policy_has_the_current_hash() {
        assert_eq!(STYLE_HASH, format!("sha256-{}", STANDARD.encode(Sha256::digest(STYLE))));
    }

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
        ruling.rows = vec![ruling.rows.remove(0); 49];
        verdict.rows = vec![verdict.rows.remove(0); 3];
        let mut format = ComparisonHtml::with_rows(50);
        let page = page(&mut format, &columns, &[("many.pgn", &ruling, 2), ("last.pgn", &verdict, 1)]);
        assert_eq!(page.matches("<article ").count(), 50);
        let rows: Vec<usize> = page
            .split("<section class=\"game\"")
            .skip(1)
            .map(|game| game.matches("<article ").count())
            .collect();
        assert_eq!(rows, [47, 0, 3]);
        assert!(page.contains("<p class=\"remark\">2 more rows of this game are omitted.</p>"));
        assert!(page.contains("<p class=\"remark\">49 more rows of this game are omitted.</p>"));
        let said = "the page shows 50 rows, preferring games with different verdicts, and omits 51 more";
        let remark = format.remark().unwrap();
        assert!(remark.starts_with(said), "{remark}");
    }
}
