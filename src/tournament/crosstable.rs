//! The crosstable of a report: each cell with its game, and how grave a finding there is.

use std::sync::Arc;

use super::finding::TournamentFinding;
use super::matching::{ComparedGame, Matching};
use super::pairings::Pairings;
use super::trf::{Points, TournamentFile};
use crate::chess::Color;
use crate::finding::{Related, Severity};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Crosstable {
    /// The report.
    pub file: Arc<str>,
    pub rounds: usize,
    pub rows: Vec<CrosstableRow>,
    /// The number of cells, if they are too many.
    pub cells_left_out: Option<usize>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CrosstableRow {
    pub start_rank: u32,
    pub name: String,
    pub points: String,
    pub cells: Vec<CrosstableCell>,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CrosstableCell {
    pub opponent: Option<u32>,
    pub colour: Option<Color>,
    /// A letter of the report, or a blank.
    pub result: char,
    /// The indices of its games among those added, and their places in the input. The first is the one to link to.
    pub games: Vec<(usize, Related)>,
    /// The gravest finding in the cell, or about its games.
    pub found: Option<Severity>,
    /// The place in the report of the first finding about the cell, in bytes from its start.
    pub reported: Option<u64>,
}

impl Crosstable {
    /// A table of more cells is left out.
    pub(crate) const MOST_CELLS: usize = 20_000;

    pub(super) fn new(
        file: &TournamentFile,
        pairings: &Pairings,
        matching: &Matching<'_>,
        games: &[ComparedGame],
        of_file: &[TournamentFinding],
    ) -> Self {
        let rounds = file.rounds();
        let cells = file.players.len().saturating_mul(rounds);
        if cells > Self::MOST_CELLS {
            return Self { file: Arc::clone(&file.name), cells_left_out: Some(cells), ..Self::default() };
        }
        let place = |game: &usize| Some((*game, games.get(*game)?.place.clone()));
        let rows = file.players.iter().enumerate().map(|(player, row)| CrosstableRow {
            start_rank: row.start_rank,
            name: row.name.clone(),
            points: row.points.map(Points::in_column).unwrap_or_default(),
            cells: (0..rounds)
                .map(|round| {
                    let cell = row.cell(round);
                    let pairing = pairings.of_player(player, round);
                    let of_cell = pairing.and_then(|pairing| matching.of_pairing.get(pairing));
                    CrosstableCell {
                        opponent: cell.and_then(|cell| cell.opponent),
                        colour: cell.and_then(|cell| cell.colour),
                        result: cell.map_or(' ', |cell| cell.code.letter()),
                        games: of_cell.into_iter().flatten().filter_map(place).collect(),
                        found: None,
                        reported: None,
                    }
                })
                .collect(),
        });
        let mut table =
            Self { file: Arc::clone(&file.name), rounds, rows: rows.collect(), cells_left_out: None };
        for finding in of_file {
            for (player, round) in &finding.cells {
                table.mark(*player, *round, finding);
            }
        }
        table
    }

    fn mark(&mut self, player: usize, round: usize, finding: &TournamentFinding) {
        if let Some(cell) = self.rows.get_mut(player).and_then(|row| row.cells.get_mut(round)) {
            cell.found = cell.found.max(Some(finding.severity));
            cell.reported = cell.reported.or(finding.place.map(|place| place.offset));
        }
    }

    /// Marks the cells of games with the gravest finding of each, by the indices of the games.
    pub(crate) fn mark_games(&mut self, found: &[Option<Severity>]) {
        let found_in = |(game, _): &(usize, Related)| found.get(*game).copied().flatten();
        for cell in self.rows.iter_mut().flat_map(|row| &mut row.cells) {
            cell.found = cell.found.max(cell.games.iter().filter_map(found_in).max());
            if let Some(first) = cell.games.iter().position(|game| found_in(game).is_some()) {
                cell.games.swap(0, first);
            }
        }
    }
}
