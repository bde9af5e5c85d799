//! `tournament.missing-game` in the report: pairings that were played and have no record, and records of other players.

use std::collections::BTreeMap;

use super::finding::TournamentFinding;
use super::game_checks::{GameChecks, round_number};
use super::matching::GameMatch;
use super::pairings::{Pairing, PairingKind};
use super::sentences;
use crate::finding::{Related, Severity};
use crate::law::Rule;

/// If more games of a round are missing, one finding names them all.
const MOST_OF_ROUND: usize = 20;

/// The records of which neither player is in the report.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    all: u64,
    /// By rounds from 0. Rounds that the report does not have are left out.
    of_rounds: BTreeMap<usize, u64>,
    without_round: u64,
    first: Option<Related>,
}

impl Strangers {
    pub(super) fn add(&mut self, round: Option<usize>, rounds: usize, place: Related) {
        self.all = self.all.saturating_add(1);
        self.first.get_or_insert(place);
        let count = match round {
            None => &mut self.without_round,
            Some(round) if round < rounds => self.of_rounds.entry(round).or_default(),
            Some(_) => return,
        };
        *count = count.saturating_add(1);
    }

    /// The number of records that may be of the round.
    fn in_round(&self, round: usize) -> u64 {
        self.of_rounds.get(&round).map_or(0, |records| *records).saturating_add(self.without_round)
    }

    pub(super) fn finding(&self) -> Option<TournamentFinding> {
        let related = self.first.clone()?;
        let message = sentences::strangers(self.all);
        let finding =
            TournamentFinding::new(Rule::TournamentMissingGame, Severity::Info, message, "strangers");
        Some(TournamentFinding { related: Some(related), ..finding })
    }
}

/// The games of players of the report that are of other dates.
pub(super) fn games_of_other_dates(checks: &GameChecks<'_>) -> Option<TournamentFinding> {
    let games = checks.games.iter().zip(&checks.matching.games);
    let mut of_other_dates = games.filter(|(_, matched)| matches!(matched, GameMatch::OfOtherDates));
    let (first, _) = of_other_dates.next()?;
    let message = sentences::of_other_dates(of_other_dates.count().saturating_add(1));
    let finding = TournamentFinding::new(Rule::TournamentMissingGame, Severity::Info, message, "other dates");
    Some(TournamentFinding { related: Some(first.place.clone()), ..finding })
}

/// The findings on missing games. Forfeited and unrated games need no record.
pub(super) fn missing_games(checks: &GameChecks<'_>, strangers: &Strangers) -> Vec<TournamentFinding> {
    let is_absent = |pairing: &Pairing, player: usize| {
        let row = checks.row(player);
        row.is_some_and(|row| checks.file.absence(pairing.round, row.start_rank).is_some())
    };
    let is_played = |pairing: &Pairing| {
        pairing.kind == PairingKind::Played
            && pairing.is_agreed
            && !pairing.players.iter().any(|player| is_absent(pairing, *player))
    };
    let mut found = Vec::new();
    let mut rounds: Vec<Vec<(usize, &Pairing)>> = vec![Vec::new(); checks.file.rounds()];
    for (index, pairing) in checks.pairings.all.iter().enumerate().filter(|(_, pairing)| is_played(pairing)) {
        if let Some(played) = rounds.get_mut(pairing.round) {
            played.push((index, pairing));
        }
    }
    for (round, played) in rounds.into_iter().enumerate() {
        let is_missing = |index: usize| {
            checks.matching.of_pairing.get(index).is_some_and(Vec::is_empty)
                && !checks.matching.doubtful.contains(&index)
        };
        let missing: Vec<&Pairing> =
            played.iter().filter(|(index, _)| is_missing(*index)).map(|(_, pairing)| *pairing).collect();
        let unknown = strangers.in_round(round);
        // Games whose players are not recognised may be the missing ones.
        let severity = if unknown == 0 { Severity::Warning } else { Severity::Info };
        let is_whole_round = missing.len() == played.len() && missing.len() > 1;
        if is_whole_round || missing.len() > MOST_OF_ROUND {
            let Some(first) = missing.first() else { continue };
            let message = sentences::missing_games(missing.len(), played.len(), round_number(round));
            let mut finding = finding(checks, first, severity, message, &format!("missing {round}"));
            finding.cells = missing.iter().flat_map(|pairing| cells(pairing)).collect();
            found.push(with_unknown(finding, unknown));
            continue;
        }
        for pairing in missing {
            let [white, black] = in_colours(pairing).map(|player| checks.name(player));
            let message = sentences::missing_game(&white, &black, round_number(round));
            let [one, other] = pairing.players;
            let about = format!("missing {round} {one} {other}");
            let finding = finding(checks, pairing, severity, message, &about);
            found.push(with_unknown(finding.in_cells(cells(pairing)), unknown));
        }
    }
    found
}

fn finding(
    checks: &GameChecks<'_>,
    pairing: &Pairing,
    severity: Severity,
    message: String,
    about: &str,
) -> TournamentFinding {
    let finding = TournamentFinding::new(Rule::TournamentMissingGame, severity, message, about);
    let [white, _] = in_colours(pairing);
    match checks.row(white) {
        Some(row) => finding.at(row.place_of_round(pairing.round)),
        None => finding,
    }
}

fn with_unknown(finding: TournamentFinding, unknown: u64) -> TournamentFinding {
    if unknown == 0 { finding } else { finding.help(sentences::unmatched_games(unknown)) }
}

fn cells(pairing: &Pairing) -> [(usize, usize); 2] {
    pairing.players.map(|player| (player, pairing.round))
}

/// White and Black, if known.
fn in_colours(pairing: &Pairing) -> [usize; 2] {
    let [one, other] = pairing.players;
    if pairing.white == Some(other) { [other, one] } else { [one, other] }
}
