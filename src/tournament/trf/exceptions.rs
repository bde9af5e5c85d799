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

/// By rounds from 0, and by starting ranks or numbers of teams.
#[derive(Clone, Default, Debug)]
pub(super) struct Exceptions {
    byes: BTreeMap<(usize, u32), ResultCode>,
    forfeited: BTreeSet<(usize, u32)>,
    /// Fictitious points: for each number of them, the players at which ranges begin, with the last player of the range.
    fictitious: BTreeMap<Points, BTreeMap<u32, u32>>,
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
                self.add_fictitious(points, players);
            }),
            _ => grammar::points_of_player(line).map(|(_, (player, points))| {
                for points in points {
                    self.add_fictitious(points, player..=player);
                }
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

    fn add_fictitious(&mut self, points: Points, players: RangeInclusive<u32>) {
        let last = self.fictitious.entry(points).or_default().entry(*players.start()).or_default();
        *last = (*last).max(*players.end());
    }

    /// Makes each range of players reach as far as those that begin before it, so that the last of them answers for all.
    pub(super) fn finish(&mut self) {
        for ranges in self.fictitious.values_mut() {
            let mut furthest = 0;
            for last in ranges.values_mut() {
                furthest = furthest.max(*last);
                *last = furthest;
            }
        }
    }

    pub(super) fn has_fictitious_points(&self, start_rank: u32, points: Points) -> bool {
        let ranges = self.fictitious.get(&points);
        let range = ranges.and_then(|ranges| ranges.range(..=start_rank).next_back());
        range.is_some_and(|(_, last)| start_rank <= *last)
    }

    /// Whether teams have game points that no player scored.
    pub(super) fn give_points(&self) -> bool {
        !self.byes.is_empty() || !self.forfeited.is_empty()
    }
}
