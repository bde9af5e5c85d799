//! `tournament.*`: a tournament report (TRF) and the game records that belong to it.
//!
//! The report is read once ([`TournamentFile`]). Each game leaves its facts ([`TournamentGame`]), and when all games are read,
//! [`Tournament::judge`] finds the pairing of each and compares both. A report states less than a program would like to know:
//! it has no board numbers, and often no dates or rates of play. Nothing is concluded from what it does not state.

mod crosstable;
mod file_checks;
mod finding;
mod game;
mod game_checks;
mod likeness;
mod matching;
mod missing_games;
mod pairings;
mod points;
mod sentences;
mod shared_differences;
mod stated;
mod trf;

use std::sync::Arc;

use crate::finding::{Location, Related, Severity};
use crate::law::Rule;

pub(crate) use crosstable::{Crosstable, CrosstableCell, CrosstableRow};
pub(crate) use finding::TournamentFinding;
pub(crate) use game::{LegalScore, TournamentGame};
pub use trf::TournamentFile;

use game_checks::GameChecks;
use likeness::Roster;
use matching::{ComparedGame, Matching};
use missing_games::{Strangers, games_of_other_dates, missing_games};
use pairings::Pairings;

/// The report that games are compared with.
#[derive(Clone, Debug)]
pub struct TournamentInput {
    pub report: Arc<TournamentFile>,
    /// Whether the input should have all games of the tournament. If not, none is reported as missing.
    pub is_complete: bool,
}

/// More games of players of the report are not compared. They take less than a KiB each.
const MOST_GAMES: usize = 200_000;

/// A report and the games so far.
#[derive(Debug)]
pub(crate) struct Tournament {
    file: Arc<TournamentFile>,
    is_complete: bool,
    roster: Roster,
    games: Vec<ComparedGame>,
    strangers: Strangers,
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
        let (roster, strangers) = (Roster::of(&file), Strangers::default());
        Self { file, is_complete, roster, games: Vec::new(), strangers, has_too_many: false }
    }

    pub(crate) fn file(&self) -> &Arc<TournamentFile> {
        &self.file
    }

    /// Adds a game, and returns its index, unless it cannot be of the tournament.
    pub(crate) fn add(&mut self, facts: TournamentGame, file: &Arc<str>, number: u64) -> Option<usize> {
        let place = Related { file: Arc::clone(file), game: number };
        let candidates = facts.players.each_ref().map(|player| self.roster.candidates(player));
        let game = ComparedGame { facts, place, candidates };
        if game.candidates.iter().all(Vec::is_empty) {
            self.strangers.add(game.round(), self.file.rounds(), game.place);
            return None;
        }
        let index = self.games.len();
        if index >= MOST_GAMES {
            self.has_too_many = true;
            return None;
        }
        self.games.push(game);
        Some(index)
    }

    /// Compares the report with all games, and keeps the findings that `wants` takes. A game is missing only if the input
    /// `is_whole`: all of it could be read.
    pub(crate) fn judge(&self, is_whole: bool, wants: impl Fn(Rule, Severity) -> bool) -> TournamentFindings {
        let pairings = Pairings::of(&self.file);
        let matching = Matching::of(&self.file, &pairings, &self.games);
        let mut of_file = file_checks::check(&self.file, &pairings);
        let checks =
            GameChecks { file: &self.file, pairings: &pairings, matching: &matching, games: &self.games };
        let mut of_games = checks.check();
        shared_differences::check(&checks, &mut of_games, &mut of_file);
        if self.has_too_many {
            of_file.push(too_many_records());
        } else if is_whole && self.is_complete {
            of_file.extend(missing_games(&checks, &self.strangers));
        }
        of_file.extend(self.strangers.finding());
        of_file.extend(games_of_other_dates(&checks));
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
