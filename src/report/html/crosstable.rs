//! The crosstable of a tournament: each cell links to its game on the page, and is marked if something was found.

use std::collections::{BTreeMap, BTreeSet};

use askama::Template;

use crate::chess::Color;
use crate::finding::Severity;
use crate::tournament::{Crosstable, CrosstableCell, CrosstableRow};

use super::super::text::{count, name_shown, plain};

/// A place on the page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum PageAnchor {
    /// A game without findings.
    Game(u64),
    Finding(u64),
}

impl PageAnchor {
    fn link(self) -> String {
        match self {
            Self::Game(number) => format!("#g{number}"),
            Self::Finding(id) => format!("#f{id}"),
        }
    }
}

/// The greatest number of games on a page with links to them.
const MOST_LINKED: usize = 200_000;

/// The places of games on the page, by their files and numbers: the first finding of each.
#[derive(Default)]
pub(super) struct GameAnchors {
    places: BTreeMap<(String, u64), Vec<PageAnchor>>,
    /// The first finding at each place of the tournament report, in bytes from its start.
    in_report: BTreeMap<u64, PageAnchor>,
}

impl GameAnchors {
    pub(super) fn add(&mut self, file: &str, game: u64, place: PageAnchor) {
        if self.places.len() < MOST_LINKED {
            self.places.entry((file.to_owned(), game)).or_default().push(place);
        }
    }

    pub(super) fn add_in_report(&mut self, offset: u64, place: PageAnchor) {
        self.in_report.entry(offset).or_insert(place);
    }

    /// A finding at this place of the report, if it is on the page.
    fn in_report(&self, offset: u64, on_page: &BTreeSet<PageAnchor>) -> Option<String> {
        let place = self.in_report.get(&offset)?;
        on_page.contains(place).then(|| place.link())
    }

    /// The first place that is still on the page.
    fn of(&self, file: &str, game: u64, on_page: &BTreeSet<PageAnchor>) -> Option<String> {
        let places = self.places.get(&(file.to_owned(), game))?;
        places.iter().find(|place| on_page.contains(place)).map(|place| place.link())
    }
}

#[derive(Template)]
#[template(path = "crosstable.html")]
pub(super) struct CrosstableTable {
    file: String,
    rounds: Vec<usize>,
    rows: Vec<TableRow>,
}

struct TableRow {
    rank: u32,
    name: String,
    points: String,
    cells: Vec<TableCell>,
}

struct TableCell {
    /// `12w1`, as the report writes it.
    text: String,
    link: Option<String>,
    /// The place of the game in the input.
    title: String,
    found: Option<Severity>,
}

impl CrosstableTable {
    /// `None` if the report has no results, or the table is left out.
    pub(super) fn of(
        table: &Crosstable,
        anchors: &GameAnchors,
        on_page: &BTreeSet<PageAnchor>,
    ) -> Option<Self> {
        if table.rows.is_empty() || table.rounds == 0 {
            return None;
        }
        let link_of_game = |cell: &CrosstableCell| {
            let (_, game) = cell.games.first()?;
            anchors.of(&game.file, game.game, on_page)
        };
        let link_in_report = |cell: &CrosstableCell| anchors.in_report(cell.reported?, on_page);
        let cell = |cell: &CrosstableCell| TableCell {
            text: cell_text(cell),
            link: link_of_game(cell).or_else(|| link_in_report(cell)),
            title: cell
                .games
                .first()
                .map(|(_, game)| plain(&format!("{}, game {}", game.file, game.game)).into_owned())
                .unwrap_or_default(),
            found: cell.found,
        };
        let row = |row: &CrosstableRow| TableRow {
            rank: row.start_rank,
            name: name_shown(&row.name).into_owned(),
            points: row.points.clone(),
            cells: row.cells.iter().map(cell).collect(),
        };
        Some(Self {
            file: plain(&table.file).into_owned(),
            rounds: (1..=table.rounds).collect(),
            rows: table.rows.iter().map(row).collect(),
        })
    }
}

/// A remark in place of a table that is left out.
pub(super) fn left_out(table: &Crosstable) -> Option<String> {
    let cells = table.cells_left_out?;
    let most = count(Crosstable::MOST_CELLS as u64);
    Some(format!(
        "The crosstable is omitted: it has {} cells, and at most {most} are drawn.",
        count(cells as u64)
    ))
}

/// The opponent, the colour and the result.
fn cell_text(cell: &CrosstableCell) -> String {
    let opponent = cell.opponent.map(|opponent| opponent.to_string()).unwrap_or_default();
    let colour = match cell.colour {
        Some(Color::White) => "w",
        Some(Color::Black) => "b",
        None => "",
    };
    format!("{opponent}{colour}{}", cell.result).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Related;

    #[test]
    fn a_cell_links_to_its_game_and_is_marked() {
        let games = vec![(0, Related { file: "a.pgn".into(), game: 3 })];
        let played = CrosstableCell {
            opponent: Some(2),
            colour: Some(Color::White),
            result: '1',
            games,
            found: Some(Severity::Error),
            reported: None,
        };
        let bye = CrosstableCell { result: 'H', ..CrosstableCell::default() };
        let missing = CrosstableCell { result: '0', reported: Some(90), ..CrosstableCell::default() };
        let row = CrosstableRow {
            start_rank: 1,
            name: "<A>".into(),
            points: "1.5".into(),
            cells: vec![played, bye, missing],
        };
        let table = Crosstable { file: "a.trf".into(), rounds: 3, rows: vec![row], cells_left_out: None };
        let mut anchors = GameAnchors::default();
        anchors.add("a.pgn", 3, PageAnchor::Finding(7));
        anchors.add("a.pgn", 3, PageAnchor::Finding(8));
        anchors.add_in_report(90, PageAnchor::Finding(9));
        let page = |on_page: &[PageAnchor]| {
            CrosstableTable::of(&table, &anchors, &on_page.iter().copied().collect())
                .unwrap()
                .render()
                .unwrap()
        };
        let all = page(&[PageAnchor::Finding(7), PageAnchor::Finding(8)]);
        assert!(all.contains("<td class=\"error\"><a href=\"#f7\" title=\"a.pgn, game 3\">2w1</a>"), "{all}");
        assert!(all.contains("<td>H</td>") && all.contains("&#60;A&#62;"), "{all}");
        assert!(page(&[PageAnchor::Finding(9)]).contains("<a href=\"#f9\">0</a>"));
        assert!(page(&[PageAnchor::Finding(8)]).contains("href=\"#f8\""));
        assert!(page(&[]).contains("<span title=\"a.pgn, game 3\">2w1</span>"));
        assert!(CrosstableTable::of(&Crosstable::default(), &anchors, &BTreeSet::new()).is_none());
    }
}
