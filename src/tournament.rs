//! `tournament.*`: a tournament report (TRF) and the game records that belong to it.
//!
//! The report is read once ([`TournamentFile`]). Each game leaves its facts ([`TournamentGame`]), and when all games are read,
//! [`Tournament::judge`] finds the pairing of each and compares both. A report states less than a program would like to know:
//! it has no board numbers, and often no dates or rates of play. Nothing is concluded from what it does not state.

mod crosstable;
mod event;
mod file_checks;
mod finding;
mod game;
mod game_checks;
mod likeness;
mod matching;
mod missing_games;
mod pairings;
mod points;
mod row_checks;
mod sentences;
mod shared_differences;
mod stated;
mod trf;
mod unmatched;

use std::sync::Arc;

use crate::finding::{Location, Related, Severity};
use crate::law::Rule;

pub(crate) use crosstable::{Crosstable, CrosstableCell, CrosstableRow};
pub(crate) use finding::TournamentFinding;
pub(crate) use game::{LegalScore, TournamentGame};
pub use trf::TournamentFile;

use game_checks::GameChecks;
use likeness::ReportPlayers;
use matching::{ComparedGame, Matching};
use missing_games::{games_of_later_rounds, games_of_other_tournaments, missing_games};
use pairings::Pairings;
use unmatched::{RecordKind, UnmatchedRecords};

/// The report that games are compared with.
#[derive(Clone, Debug)]
pub struct TournamentInput {
    pub report: Arc<TournamentFile>,
    /// Whether the input should have all games of the tournament. If not, none is reported as missing.
    pub is_complete: bool,
}

/// More games of players of the report are not compared. They take less than a KiB each, and their names.
const MOST_GAMES: usize = 200_000;

/// A report and the games so far.
#[derive(Debug)]
pub(crate) struct Tournament {
    file: Arc<TournamentFile>,
    is_complete: bool,
    players: ReportPlayers,
    games: Vec<ComparedGame>,
    unmatched: UnmatchedRecords,
    has_too_many: bool,
}

/// The findings, which are made when all games are read.
#[derive(Debug)]
pub(crate) struct TournamentFindings {
    /// By games, in the order in which they were added.
    pub of_games: Vec<Vec<TournamentFinding>>,
    pub of_file: Vec<TournamentFinding>,
    pub crosstable: Crosstable,
}

impl TournamentFile {
    /// The places of the findings about the report alone.
    pub fn check_alone(&self) -> Vec<Location> {
        let found = file_checks::check(self, &Pairings::of(self));
        found.iter().filter_map(|found| found.place).collect()
    }
}

impl Tournament {
    pub(crate) fn new(TournamentInput { report: file, is_complete }: TournamentInput) -> Self {
        let (players, unmatched) = (ReportPlayers::of(&file), UnmatchedRecords::default());
        Self { file, is_complete, players, games: Vec::new(), unmatched, has_too_many: false }
    }

    pub(crate) fn file(&self) -> &Arc<TournamentFile> {
        &self.file
    }

    /// Adds a game, and returns its index, unless it cannot be of the tournament. `is_copy`: whether it is reported as a copy of
    /// another record.
    pub(crate) fn add(
        &mut self,
        facts: TournamentGame,
        file: &Arc<str>,
        number: u64,
        is_copy: bool,
    ) -> Option<usize> {
        let place = Related { file: Arc::clone(file), game: number };
        let [white, black] = facts.players.each_ref().map(|player| self.players.candidates(player));
        let candidates = white.zip(black).map(|(white, black)| [white, black]);
        let Some(candidates) = candidates.filter(|[white, black]| !white.is_empty() || !black.is_empty())
        else {
            let is_outside = facts.date.is_some_and(|date| self.file.is_outside(date.value));
            let kind = RecordKind { round: facts.round(), event: facts.event, is_outside };
            self.unmatched.add(kind, place);
            return None;
        };
        let game = ComparedGame { facts, place, candidates, is_copy };
        let index = self.games.len();
        if index >= MOST_GAMES {
            self.has_too_many = true;
            return None;
        }
        self.games.push(game);
        Some(index)
    }

    /// Compares the report with all games, and keeps the findings that `wants` takes. A game is missing only if the input
    /// `is_all_read`: nothing in it could not be read.
    pub(crate) fn judge(
        &self,
        is_all_read: bool,
        wants: impl Fn(Rule, Severity) -> bool,
    ) -> TournamentFindings {
        let pairings = Pairings::of(&self.file);
        let matching = Matching::of(&self.file, &pairings, &self.games);
        let mut of_file = file_checks::check(&self.file, &pairings);
        let checks =
            GameChecks { file: &self.file, pairings: &pairings, matching: &matching, games: &self.games };
        let mut of_games = checks.check();
        shared_differences::check(&checks, &mut of_games, &mut of_file);
        if self.has_too_many {
            of_file.push(too_many_records());
        } else if is_all_read && self.is_complete {
            of_file.extend(missing_games(&checks, &self.unmatched));
        }
        of_file.extend(self.unmatched.finding());
        of_file.extend(games_of_other_tournaments(&checks));
        of_file.extend(games_of_later_rounds(&checks));
        of_file.retain(|found| wants(found.rule, found.severity));
        for found in &mut of_games {
            found.retain(|found| wants(found.rule, found.severity));
        }
        of_file.sort_by_key(|found| (found.place.map_or(0, |place| place.offset), found.rule.id()));
        let crosstable = Crosstable::new(&self.file, &pairings, &matching, &self.games, &of_file);
        TournamentFindings { of_games, of_file, crosstable }
    }
}

fn too_many_records() -> TournamentFinding {
    let message = sentences::too_many_records(MOST_GAMES);
    TournamentFinding::new(Rule::TournamentMissingGame, Severity::Warning, message, "too many")
}
