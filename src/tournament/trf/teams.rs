//! The teams of a report: records `013` and `310`.

use std::collections::BTreeMap;

use super::scores::Points;
use crate::finding::Location;
use crate::tournament::stated::Stated;

#[derive(Clone, Debug)]
pub(in crate::tournament) struct TeamRow {
    /// `None` in a record `013`.
    pub number: Option<u32>,
    pub name: String,
    /// The starting ranks of the players.
    pub players: Vec<u32>,
    pub game_points: Option<Stated<Points>>,
    pub place: Location,
}

/// All teams. If there are records `310`, those of `013` repeat them.
#[derive(Clone, Default, Debug)]
pub(in crate::tournament) struct Teams {
    rows: Vec<TeamRow>,
    /// The index of the first team of each player.
    by_player: BTreeMap<u32, usize>,
}

impl Teams {
    pub(super) fn of(mut rows: Vec<TeamRow>) -> Self {
        if rows.iter().any(|row| row.number.is_some()) {
            rows.retain(|row| row.number.is_some());
        }
        let mut by_player = BTreeMap::new();
        for (index, row) in rows.iter().enumerate() {
            for player in &row.players {
                by_player.entry(*player).or_insert(index);
            }
        }
        Self { rows, by_player }
    }

    pub(in crate::tournament) fn rows(&self) -> &[TeamRow] {
        &self.rows
    }

    /// The first team that has the player.
    pub(in crate::tournament) fn of_player(&self, start_rank: u32) -> Option<&TeamRow> {
        self.rows.get(*self.by_player.get(&start_rank)?)
    }

    /// Whether teams are paired, not players: they have numbers.
    pub(super) fn are_paired(&self) -> bool {
        self.rows.first().is_some_and(|row| row.number.is_some())
    }
}
