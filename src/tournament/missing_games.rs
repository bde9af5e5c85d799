//! `tournament.missing-game` in the report: pairings that were played and have no record, and records of other players.

use std::collections::BTreeMap;

use super::finding::{TournamentFinding, ascending, shown_round};
use super::game_checks::GameChecks;
use super::matching::GameMatch;
use super::pairings::{Pairing, PairingState};
use super::sentences;
use super::unmatched::UnmatchedRecords;
use crate::finding::{Related, Severity};
use crate::law::Rule;

/// If more games of a round are missing, one finding names them all.
const MOST_OF_ROUND: usize = 20;

/// The games of players of the report that are of other dates or events.
pub(super) fn games_of_other_tournaments(checks: &GameChecks<'_>) -> Option<TournamentFinding> {
    let games = checks.games.iter().zip(&checks.matching.games);
    let mut others = games.filter(|(_, matched)| matches!(matched, GameMatch::OfOtherTournament));
    let (first, _) = others.next()?;
    let message = sentences::of_other_tournaments(others.count().saturating_add(1));
    let about = "other tournaments";
    let finding = TournamentFinding::new(Rule::TournamentMissingGame, Severity::Info, message, about);
    Some(TournamentFinding { related: Some(first.place.clone()), ..finding })
}

/// The games of rounds that the report does not have, as that of a tournament that goes on.
pub(super) fn games_of_later_rounds(checks: &GameChecks<'_>) -> Vec<TournamentFinding> {
    let mut rounds: BTreeMap<usize, LaterRound> = BTreeMap::new();
    for (index, (game, matched)) in checks.games.iter().zip(&checks.matching.games).enumerate() {
        let GameMatch::Unpaired(players) = matched else { continue };
        let known = players.iter().flatten().count();
        let Some(round) = game.round().filter(|round| *round >= checks.file.rounds() && known > 0) else {
            continue;
        };
        let new = LaterRound { first: game.place.clone(), games: 0, is_of_tournament: false };
        let later = rounds.entry(round).or_insert(new);
        later.games = later.games.saturating_add(1);
        later.is_of_tournament |= known == 2 || checks.is_of_event(index);
    }
    rounds
        .into_iter()
        .map(|(round, LaterRound { first, games, is_of_tournament })| {
            let is_expected = checks.file.announces(round) || !is_of_tournament;
            let severity = if is_expected { Severity::Info } else { Severity::Warning };
            let message = sentences::later_round(shown_round(round), games);
            let about = format!("later {round}");
            let finding = TournamentFinding::new(Rule::TournamentMissingGame, severity, message, &about);
            TournamentFinding { related: Some(first), ..finding }
        })
        .collect()
}

/// The games of a round that the report does not have.
struct LaterRound {
    first: Related,
    games: usize,
    /// Whether a game is certainly of the tournament.
    is_of_tournament: bool,
}

/// The findings on missing games. Forfeited and unrated games need no record.
pub(super) fn missing_games(checks: &GameChecks<'_>, unmatched: &UnmatchedRecords) -> Vec<TournamentFinding> {
    let is_absent = |pairing: &Pairing, player: usize| {
        let row = checks.row(player);
        row.is_some_and(|row| checks.file.absence(pairing.round, row.start_rank).is_some())
    };
    let is_played = |pairing: &Pairing| {
        matches!(pairing.state, PairingState::Played(_))
            && !pairing.players.iter().any(|player| is_absent(pairing, *player))
    };
    let unmatched = unmatched.by_rounds(&checks.matching.occasions);
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
        let unknown = unmatched.in_round(round);
        // Games whose players are not recognised may be the missing ones.
        let severity = if unknown == 0 { Severity::Warning } else { Severity::Info };
        let is_whole_round = missing.len() == played.len() && missing.len() > 1;
        if is_whole_round || missing.len() > MOST_OF_ROUND {
            let Some(first) = missing.first() else { continue };
            let message = sentences::missing_games(missing.len(), played.len(), shown_round(round));
            let mut finding = at_pairing(checks, first, severity, message, &format!("missing {round}"));
            finding.cells = missing.iter().flat_map(|pairing| cells(pairing)).collect();
            found.push(with_unknown(finding, unknown));
            continue;
        }
        for pairing in missing {
            let [white, black] = in_colours(pairing).map(|player| checks.name(player));
            let message = sentences::missing_game(&white, &black, shown_round(round));
            let [one, other] = pairing.players.map(|player| checks.rank(player));
            let about = format!("missing {round} {:?}", ascending(one, other));
            let finding = at_pairing(checks, pairing, severity, message, &about);
            found.push(with_unknown(finding.in_cells(cells(pairing)), unknown));
        }
    }
    found
}

fn at_pairing(
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
