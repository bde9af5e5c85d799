//! The reader of tournament reports: TRF16, TRF26 and TRFx.
//!
//! A report is lines of fixed columns. It is read as far as possible: a line or a round that cannot be read is a fault, and
//! nothing is concluded from it. Columns that no finding needs are not looked at.

mod columns;
mod dates;
mod exceptions;
mod faults;
mod grammar;
mod player_rows;
mod rate;
mod reading;
mod scores;
mod teams;

use std::sync::Arc;

use super::stated::Stated;
use crate::encoding::Encoding;
use crate::finding::Location;
use crate::game::{PartialDate, TimeControl};

use exceptions::Exceptions;
use teams::Teams;

pub(super) use exceptions::{Absence, ProhibitedPairings};
pub(super) use faults::{MAY_BE_TRUNCATED, TrfFault, TrfFaultKind};
pub(super) use rate::agree;
pub(super) use scores::ScoreSystem;
pub(crate) use scores::{Points, ResultCode, RoundCell};

/// A row `001`.
#[derive(Clone, Debug)]
pub(crate) struct PlayerRow {
    pub start_rank: u32,
    pub name: String,
    pub rating: Option<u32>,
    pub fide_id: Option<u64>,
    pub points: Option<Points>,
    pub rank: Option<u32>,
    /// By rounds. `None` for a round whose columns cannot be read.
    pub rounds: Vec<Option<RoundCell>>,
    pub places: RowPlaces,
}

/// The places of a row.
#[derive(Clone, Debug)]
pub(crate) struct RowPlaces {
    pub row: Location,
    pub start_rank: Location,
    pub name: Location,
    pub fide_id: Location,
    pub points: Location,
    pub rank: Location,
    pub rounds: Vec<Location>,
}

impl PlayerRow {
    pub(crate) fn cell(&self, round: usize) -> Option<RoundCell> {
        self.rounds.get(round).copied().flatten()
    }

    /// The place of a round, or that of the row if it has no such round.
    pub(super) fn place_of_round(&self, round: usize) -> Location {
        self.places.rounds.get(round).copied().unwrap_or(self.places.row)
    }
}

/// A tournament report.
#[derive(Clone, Debug)]
pub struct TournamentFile {
    pub(crate) name: Arc<str>,
    pub(crate) text: Vec<u8>,
    pub(crate) encoding: Encoding,
    pub(crate) title: Option<String>,
    pub(crate) city: Option<String>,
    pub(crate) players: Vec<PlayerRow>,
    rounds: usize,
    pub(super) teams: Teams,
    exceptions: Exceptions,
    pub(super) start: Option<Stated<PartialDate>>,
    pub(super) end: Option<Stated<PartialDate>>,
    /// The dates of the rounds, as far as they are certain.
    pub(super) round_dates: Vec<Option<Stated<PartialDate>>>,
    /// The number of players, and the number in parentheses after it.
    pub(super) stated_players: Option<Stated<(u32, Option<u32>)>>,
    pub(super) stated_rated: Option<Stated<u32>>,
    pub(super) stated_rounds: Option<Stated<u32>>,
    /// The kind of tournament, in its own words and coded.
    pub(super) kind: String,
    pub(super) rate: Option<Stated<TimeControl>>,
    pub(super) stated_scores: Option<ScoreSystem>,
    /// Whether some points are not those of the results.
    pub(super) has_abnormal_points: bool,
    /// Whether some player is not among the rows, because the row cannot be read.
    pub(super) has_unread_rows: bool,
    pub(super) faults: Vec<TrfFault>,
}

impl TournamentFile {
    /// The columns of a player before the rounds.
    pub const COLUMNS: &'static str = grammar::COLUMNS;

    pub(super) fn empty(encoding: Encoding) -> Self {
        Self {
            name: Arc::default(),
            text: Vec::new(),
            encoding,
            title: None,
            city: None,
            players: Vec::new(),
            rounds: 0,
            teams: Teams::default(),
            exceptions: Exceptions::default(),
            start: None,
            end: None,
            round_dates: Vec::new(),
            stated_players: None,
            stated_rated: None,
            stated_rounds: None,
            kind: String::new(),
            rate: None,
            stated_scores: None,
            has_abnormal_points: false,
            has_unread_rows: false,
            faults: Vec::new(),
        }
    }

    /// Whether no player is in it: it is not a tournament report, or its columns are wrong.
    pub fn is_empty(&self) -> bool {
        self.players.is_empty()
    }

    /// The line of the first row `001` that does not have the columns of a player, from 1.
    pub fn first_unreadable_row(&self) -> Option<u64> {
        let mut rows = self.faults.iter().filter(|fault| fault.kind == TrfFaultKind::UnreadableRow);
        rows.next().map(|fault| fault.place.line)
    }

    /// The number of rounds in which a player has a result, a colour or an opponent.
    pub(crate) const fn rounds(&self) -> usize {
        self.rounds
    }

    /// Whether a date is before the tournament or after it, whatever its unknown parts are.
    pub(super) fn is_outside(&self, date: PartialDate) -> bool {
        let days = |stated: &Option<Stated<PartialDate>>| PossibleDays::of(stated.as_ref()?.value);
        let is_before = |one: Option<PossibleDays>, other: Option<PossibleDays>| {
            one.zip(other).is_some_and(|(one, other)| one.last < other.first)
        };
        let date = PossibleDays::of(date);
        is_before(date, days(&self.start)) || is_before(days(&self.end), date)
    }

    /// Whether it certainly does not have the rows of all players.
    pub(super) fn is_incomplete(&self) -> bool {
        let stated = self.stated_players.as_ref().map_or(0, |stated| stated.value.0 as usize);
        self.has_unread_rows || stated > self.players.len()
    }

    /// Whether a round that is not in the report is still to come.
    pub(super) fn announces(&self, round: usize) -> bool {
        self.stated_rounds.as_ref().is_some_and(|stated| round < stated.value as usize)
    }

    /// Whether it is a Swiss tournament by its own words.
    pub(super) fn is_swiss(&self) -> bool {
        let kind = self.kind.to_lowercase();
        kind.contains("swiss") || kind.contains("dutch") || kind.contains("schweizer")
    }

    /// Why a player does not play in a round, by records other than the row of the player. Rounds count from 0.
    pub(super) fn absence(&self, round: usize, start_rank: u32) -> Option<Absence> {
        if !self.teams.are_paired() {
            return self.exceptions.bye(round, start_rank).map(Absence::Bye);
        }
        let number = self.teams.of_player(start_rank)?.number?;
        let bye = self.exceptions.bye(round, number).map(Absence::TeamBye);
        bye.or_else(|| self.exceptions.is_forfeited(round, number).then_some(Absence::ForfeitedMatch))
    }

    /// The byes that records other than the rows give to players: the round from 0, the starting rank and the kind.
    pub(super) fn byes_of_players(&self) -> impl Iterator<Item = (usize, u32, ResultCode)> {
        self.exceptions.byes().filter(|_| !self.teams.are_paired())
    }

    /// Pairs of players that may not meet. Empty if the report pairs teams.
    pub(super) fn prohibited(&self) -> &[ProhibitedPairings] {
        if self.teams.are_paired() { &[] } else { self.exceptions.prohibited() }
    }

    /// Whether so many points were added to those of a player for some rounds, so that strong players meet early.
    pub(super) fn has_fictitious_points(&self, start_rank: u32, points: Points) -> bool {
        self.exceptions.has_fictitious_points(start_rank, points)
    }

    /// Whether the game points of teams are the sums of those of their players.
    pub(super) fn has_points_of_games_only(&self) -> bool {
        !self.has_abnormal_points && !self.exceptions.give_points()
    }
}

/// The first and the last day that a date can be, as year, month and day.
#[derive(Clone, Copy, Debug)]
pub(super) struct PossibleDays {
    pub first: (u16, u8, u8),
    pub last: (u16, u8, u8),
}

impl PossibleDays {
    /// `None` if the year is not known.
    pub(super) fn of(date: PartialDate) -> Option<Self> {
        let (year, month, day) = (date.year()?, date.month(), date.day());
        let first = (year, month.unwrap_or(1), day.unwrap_or(1));
        let last = (year, month.unwrap_or(12), day.unwrap_or(31));
        Some(Self { first, last })
    }
}
