//! The records of a report other than the rows of players: byes (`240`, `320`), forfeited matches (`330`), fictitious points (`250`, `XXA`) and
//! pairs that may not meet (`260`). If teams are paired, these records are about teams.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use super::grammar::{self, ForfeitedMatch, PairingBan};
use super::scores::{Points, ResultCode};
use crate::finding::Location;

/// Why a player does not play in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tournament) enum Absence {
    Bye(ResultCode),
    /// The team has a bye.
    TeamBye(ResultCode),
    /// The match of the team is forfeited.
    ForfeitedMatch,
}

/// Players who may not meet in some rounds.
#[derive(Clone, Debug)]
pub(in crate::tournament) struct ProhibitedPairings {
    /// From 0.
    pub rounds: RangeInclusive<usize>,
    /// Starting ranks.
    pub players: Vec<u32>,
    pub place: Location,
}

#[derive(Clone, Debug)]
struct FictitiousPoints {
    points: Points,
    players: RangeInclusive<u32>,
}

/// By rounds from 0, and by starting ranks or numbers of teams.
#[derive(Clone, Default, Debug)]
pub(super) struct Exceptions {
    byes: BTreeMap<(usize, u32), ResultCode>,
    forfeited: BTreeSet<(usize, u32)>,
    fictitious: Vec<FictitiousPoints>,
    prohibited: Vec<ProhibitedPairings>,
}

impl Exceptions {
    /// Reads a record. Returns whether it could be read.
    pub(super) fn read(&mut self, code: &str, line: &str, place: Location) -> bool {
        match code {
            "240" => grammar::bye_record(line).map(|(_, (code, round, players))| {
                self.byes.extend(players.into_iter().map(|player| ((round, player), code)));
            }),
            "320" => grammar::team_byes(line).map(|(_, teams)| {
                let byes = teams.into_iter().enumerate();
                let byes = byes.filter_map(|(round, team)| Some(((round, team?), ResultCode::PairingBye)));
                self.byes.extend(byes);
            }),
            "330" => grammar::forfeited_match(line).map(|(_, ForfeitedMatch { round, teams })| {
                self.forfeited.extend(teams.map(|team| (round, team)));
            }),
            "260" => grammar::pairing_ban(line).map(|(_, PairingBan { rounds, players })| {
                self.prohibited.push(ProhibitedPairings { rounds, players, place });
            }),
            "250" => grammar::fictitious_points(line).map(|(_, (points, players))| {
                self.fictitious.push(FictitiousPoints { points, players });
            }),
            _ => grammar::points_of_player(line).map(|(_, (player, points))| {
                let players = player..=player;
                let of_rounds = points.into_iter();
                let of_rounds = of_rounds.map(|points| FictitiousPoints { points, players: players.clone() });
                self.fictitious.extend(of_rounds);
            }),
        }
        .is_ok()
    }

    pub(super) fn bye(&self, round: usize, number: u32) -> Option<ResultCode> {
        self.byes.get(&(round, number)).copied()
    }

    pub(super) fn byes(&self) -> impl Iterator<Item = (usize, u32, ResultCode)> {
        self.byes.iter().map(|((round, number), code)| (*round, *number, *code))
    }

    pub(super) fn is_forfeited(&self, round: usize, team: u32) -> bool {
        self.forfeited.contains(&(round, team))
    }

    pub(super) fn prohibited(&self) -> &[ProhibitedPairings] {
        &self.prohibited
    }

    pub(super) fn fictitious_points(&self, start_rank: u32) -> impl Iterator<Item = Points> {
        let of_player = self.fictitious.iter().filter(move |given| given.players.contains(&start_rank));
        of_player.map(|given| given.points)
    }

    /// Whether teams have game points that no player scored.
    pub(super) fn give_points(&self) -> bool {
        !self.byes.is_empty() || !self.forfeited.is_empty()
    }
}
