//! The points of players and teams, compared with their results.

use super::finding::TournamentFinding;
use super::pairings::Pairings;
use super::sentences;
use super::trf::{Absence, PlayerRow, Points, ResultCode, RoundCell, ScoreSystem, TournamentFile};
use crate::finding::Severity;
use crate::law::Rule;

pub(super) fn check(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    if !file.has_abnormal_points
        && let Some(system) = score_system(file)
    {
        players(file, pairings, &system, found);
        teams(file, pairings, &system, found);
    }
    ranks(file, found);
}

/// The points of each player, by the values that the report states, or else by those that fit most players.
fn players(
    file: &TournamentFile,
    pairings: &Pairings,
    system: &ScoreSystem,
    found: &mut Vec<TournamentFinding>,
) {
    let short_rows = pairings.beyond_row(file);
    let rows = file.players.iter().enumerate();
    let is_complete = |(player, row): &(usize, &PlayerRow)| {
        !short_rows.contains_key(player) && !pairings.is_doubled(row.start_rank)
    };
    for (_, row) in rows.filter(is_complete) {
        let (Some(stated), Some(sum)) = (row.points, system.sum(&row.rounds)) else { continue };
        if !may_have(file, system, row, stated) {
            let message = sentences::other_points(&sentences::player(row), stated, sum, system.name);
            let about = format!("points {}", row.start_rank);
            let place = row.places.points;
            found.push(TournamentFinding::in_report(
                Rule::TournamentPoints,
                Severity::Error,
                message,
                &about,
                place,
            ));
        }
    }
}

/// Whether a player can have these points. Programs differ in whether byes of rounds that are not in the row yet, and fictitious
/// points, are part of them.
fn may_have(file: &TournamentFile, system: &ScoreSystem, row: &PlayerRow, points: Points) -> bool {
    let with_byes = system.sum_of((0..row.rounds.len().max(file.rounds())).map(|round| {
        match (row.rounds.get(round), file.absence(round, row.start_rank)) {
            (Some(None), _) => None,
            (Some(Some(cell)), _) if cell.code != ResultCode::Blank => Some(cell.code),
            (_, Some(Absence::Bye(bye))) => Some(bye),
            _ => Some(ResultCode::Blank),
        }
    }));
    let sums = [system.sum(&row.rounds), with_byes];
    let mut sums = sums.into_iter().flatten();
    sums.any(|sum| {
        let more = points.without(sum);
        sum == points || more.is_some_and(|more| file.has_fictitious_points(row.start_rank, more))
    })
}

/// The system of the report. Of the two usual ones, it must fit most players, and more than the other.
fn score_system(file: &TournamentFile) -> Option<ScoreSystem> {
    if let Some(stated) = file.stated_scores {
        return Some(stated);
    }
    let has_played = |row: &&PlayerRow| {
        row.points.is_some() && row.rounds.iter().flatten().any(|cell| cell.code != ResultCode::Blank)
    };
    let rows: Vec<&PlayerRow> = file.players.iter().filter(has_played).collect();
    let fits = |system: &ScoreSystem| {
        let fits = |row: &&&PlayerRow| row.points.is_some_and(|points| may_have(file, system, row, points));
        rows.iter().filter(fits).count()
    };
    let [usual, other] = ScoreSystem::USUAL;
    let (of_usual, of_other) = (fits(&usual), fits(&other));
    let (best, system) = if of_usual >= of_other { (of_usual, usual) } else { (of_other, other) };
    let is_most = best.saturating_mul(2) > rows.len();
    (is_most && of_usual != of_other).then_some(system)
}

/// The game points of each team are those of its players, if all of them are from games. Whether a bye of a player counts for
/// the team is not certain.
fn teams(
    file: &TournamentFile,
    pairings: &Pairings,
    system: &ScoreSystem,
    found: &mut Vec<TournamentFinding>,
) {
    if !file.has_points_of_games_only() || file.has_unread_rows {
        return;
    }
    let is_bye_with_points = |cell: &Option<RoundCell>| {
        cell.is_some_and(|cell| cell.code.is_bye() && cell.code != ResultCode::ZeroPointBye)
    };
    for team in file.teams.rows() {
        let Some(stated) = &team.game_points else { continue };
        let sum = team.players.iter().try_fold(Points::ZERO, |sum, player| {
            let row = file.players.get(pairings.row(*player)?)?;
            if pairings.is_doubled(*player) || row.rounds.iter().any(is_bye_with_points) {
                return None;
            }
            Some(sum.and(system.sum(&row.rounds)?))
        });
        if let Some(sum) = sum.filter(|sum| *sum != stated.value) {
            let message = sentences::other_game_points(&team.name, stated.value, sum);
            let about = format!("game points {}", team.name);
            found.push(TournamentFinding::in_report(
                Rule::TournamentPoints,
                Severity::Warning,
                message,
                &about,
                stated.place,
            ));
        }
    }
}

/// A player is not ranked before one with more points.
fn ranks(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let mut ranked: Vec<&PlayerRow> =
        file.players.iter().filter(|row| row.rank.is_some() && row.points.is_some()).collect();
    ranked.sort_by_key(|row| row.rank);
    let wrong = ranked.windows(2).find_map(|pair| match pair {
        [better, worse] if better.rank < worse.rank && better.points < worse.points => {
            Some((*better, *worse))
        }
        _ => None,
    });
    if let Some((better, worse)) = wrong {
        let message = sentences::rank_against_points(&sentences::player(better), &sentences::player(worse));
        let about = format!("rank {} {}", better.start_rank, worse.start_rank);
        let place = better.places.rank;
        found.push(TournamentFinding::in_report(
            Rule::TournamentPoints,
            Severity::Info,
            message,
            &about,
            place,
        ));
    }
}
