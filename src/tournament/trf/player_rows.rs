//! Reads the rows of players, `001`.

use super::columns::{ColumnLine, ColumnUnit};
use super::grammar::{self, BEFORE_ROUNDS, PlayerColumns, ROUND_WIDTH};
use super::scores::{ResultCode, RoundCell};
use super::{PlayerRow, RowPlaces};
use crate::encoding::Encoding;

/// Rounds after these are not read.
pub(super) const MOST_ROUNDS: usize = 500;

/// A row, and the unit of its columns.
pub(super) struct ReadRow {
    pub row: PlayerRow,
    pub unit: ColumnUnit,
}

/// Reads a row in characters, or in bytes if only these give all rounds. `None` if it does not have the columns of a player.
pub(super) fn read(line: &ColumnLine<'_>, encoding: Encoding) -> Option<ReadRow> {
    let in_unit = |unit| {
        let text = padded_to_rounds(&line.columns(unit, encoding));
        let (_, columns) = grammar::player_row(&text).ok()?;
        Some(ReadRow { row: row(line, encoding, unit, &columns), unit })
    };
    let has_all_rounds = |read: &ReadRow| read.row.rounds.iter().all(Option::is_some);
    let of_characters = in_unit(ColumnUnit::Character);
    if line.bytes.is_ascii() || of_characters.as_ref().is_some_and(has_all_rounds) {
        return of_characters;
    }
    let of_bytes = in_unit(ColumnUnit::Byte);
    if of_bytes.as_ref().is_some_and(has_all_rounds) { of_bytes } else { of_characters.or(of_bytes) }
}

fn row(
    line: &ColumnLine<'_>,
    encoding: Encoding,
    unit: ColumnUnit,
    columns: &PlayerColumns<'_>,
) -> PlayerRow {
    let place = |columns| line.place(columns, unit, encoding);
    let mut rounds = columns.rounds.clone();
    let is_blank = |cell: &Option<RoundCell>| {
        cell.is_some_and(|cell| {
            cell.opponent.is_none() && cell.colour.is_none() && cell.code == ResultCode::Blank
        })
    };
    while rounds.last().is_some_and(is_blank) {
        rounds.pop();
    }
    let first = |round: usize| BEFORE_ROUNDS.saturating_add(round.saturating_mul(ROUND_WIDTH));
    let places = (0..rounds.len()).map(|round| {
        let from = first(round).saturating_add(3);
        place(from..from.saturating_add(ROUND_WIDTH - 2))
    });
    PlayerRow {
        start_rank: columns.start_rank,
        name: line.value(columns.name, unit),
        rating: columns.rating,
        fide_id: columns.fide_id,
        points: columns.points,
        rank: columns.rank,
        places: RowPlaces {
            row: line.place_of_text(),
            start_rank: place(5..9),
            name: place(15..48),
            fide_id: place(58..69),
            points: place(81..85),
            rank: place(86..90),
            rounds: places.collect(),
        },
        rounds,
    }
}

/// The line with blanks up to whole rounds, and without rounds that are not read.
fn padded_to_rounds(text: &str) -> String {
    let text = text.trim_end();
    let width = text.chars().count();
    let rounds = width.saturating_sub(BEFORE_ROUNDS).div_ceil(ROUND_WIDTH).min(MOST_ROUNDS);
    let width = BEFORE_ROUNDS.saturating_add(rounds.saturating_mul(ROUND_WIDTH));
    format!("{text:width$.width$}")
}
