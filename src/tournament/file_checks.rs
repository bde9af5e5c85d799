//! Contradictions within a report.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{TournamentFinding, ascending, shown_round};
use super::pairings::Pairings;
use super::points;
use super::row_checks;
use super::sentences;
use super::stated::Stated;
use super::trf::{PlayerRow, PossibleDays, TournamentFile, TrfFaultKind};
use crate::finding::Severity;
use crate::law::Rule;
use crate::player_name::PlayerName;

pub(super) fn check(file: &TournamentFile, pairings: &Pairings) -> Vec<TournamentFinding> {
    let mut found = Vec::new();
    faults(file, &mut found);
    starting_ranks(file, &mut found);
    fide_ids(file, &mut found);
    counts(file, &mut found);
    teams(file, pairings, &mut found);
    row_checks::check(file, pairings, &mut found);
    points::check(file, pairings, &mut found);
    dates(file, &mut found);
    found
}

fn faults(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    for fault in &file.faults {
        let (rule, severity) = match fault.kind {
            TrfFaultKind::UnreadableRow | TrfFaultKind::TruncatedRow | TrfFaultKind::UnreadableRound(_) => {
                (Rule::RecordSyntax, Severity::Error)
            }
            TrfFaultKind::ColumnsOfBytes | TrfFaultKind::NotUtf8 => (Rule::RecordEncoding, Severity::Info),
            TrfFaultKind::UnreadableRecord(_) | TrfFaultKind::UnknownRecords(_) | TrfFaultKind::Text(_) => {
                (Rule::RecordSyntax, Severity::Info)
            }
        };
        // The row is known by its text, because its number cannot be read.
        let text = usize::try_from(fault.place.offset).ok().and_then(|from| {
            let end = from.checked_add(usize::try_from(fault.place.length).ok()?)?;
            file.text.get(from..end)
        });
        let about = format!("{:?} {:?}", fault.kind, text.unwrap_or_default());
        let mut fault_found =
            TournamentFinding::in_report(rule, severity, fault.kind.message(), &about, fault.place);
        fault_found.help = fault.kind.help();
        found.push(fault_found);
    }
}

/// Two rows of one starting rank.
fn starting_ranks(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let mut first: BTreeMap<u32, &PlayerRow> = BTreeMap::new();
    for row in &file.players {
        if let Some(other) = first.get(&row.start_rank) {
            let message = sentences::same_starting_rank(row.start_rank, &other.name, &row.name);
            let about = format!("rank {} {}", row.start_rank, row.name);
            let place = row.places.start_rank;
            found.push(TournamentFinding::in_report(
                Rule::TournamentIdentity,
                Severity::Error,
                message,
                &about,
                place,
            ));
        } else {
            first.insert(row.start_rank, row);
        }
    }
}

/// Two players with one FIDE id, or with one name and not the same id.
fn fide_ids(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let mut by_id: BTreeMap<u64, &PlayerRow> = BTreeMap::new();
    let mut by_name: BTreeMap<String, &PlayerRow> = BTreeMap::new();
    for row in &file.players {
        if let Some(id) = row.fide_id {
            match by_id.get(&id) {
                Some(other) if other.start_rank != row.start_rank => {
                    let message = sentences::same_id(id, &sentences::player(other), &sentences::player(row));
                    let about = format!("id {id} {:?}", ascending(other.start_rank, row.start_rank));
                    let place = row.places.fide_id;
                    found.push(TournamentFinding::in_report(
                        Rule::TournamentIdentity,
                        Severity::Error,
                        message,
                        &about,
                        place,
                    ));
                }
                // A starting rank in two rows has a finding of its own.
                Some(_) => {}
                None => drop(by_id.insert(id, row)),
            }
        }
        let Some(name) = PlayerName::read(&row.name).filter(PlayerName::is_full) else { continue };
        let key = name.strict_key();
        match by_name.get(&key) {
            Some(other) if other.fide_id != row.fide_id && other.start_rank != row.start_rank => {
                let ranks = ascending(other.start_rank, row.start_rank);
                let have_ids = other.fide_id.is_some() && row.fide_id.is_some();
                let message = sentences::same_name(&row.name, ranks, have_ids);
                let about = format!("name {ranks:?}");
                let place = row.places.name;
                found.push(TournamentFinding::in_report(
                    Rule::TournamentIdentity,
                    Severity::Info,
                    message,
                    &about,
                    place,
                ));
            }
            Some(_) => {}
            None => drop(by_name.insert(key, row)),
        }
    }
}

/// The number of players and of rated players.
fn counts(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    if file.has_unread_rows {
        return;
    }
    // A starting rank in two rows has a finding of its own: they may be of one player or of two.
    let numbers = |is_counted: fn(&&PlayerRow) -> bool| {
        let ranks: Vec<u32> = file.players.iter().filter(is_counted).map(|row| row.start_rank).collect();
        [ranks.len(), ranks.iter().collect::<BTreeSet<&u32>>().len()]
    };
    let (rows, rated) = (numbers(|_| true), numbers(|row| row.rating.is_some()));
    if let Some(stated) = &file.stated_players
        && !rows.contains(&(stated.value.0 as usize))
    {
        let message = sentences::number_of_players(stated.value.0, file.players.len());
        found.push(TournamentFinding::in_report(
            Rule::TournamentIdentity,
            Severity::Warning,
            message,
            "players",
            stated.place,
        ));
    }
    if let Some(stated) = &file.stated_rated
        && !rated.contains(&(stated.value as usize))
    {
        let [rated, _] = rated;
        let message = sentences::number_of_rated_players(stated.value, rated);
        found.push(TournamentFinding::in_report(
            Rule::TournamentIdentity,
            Severity::Info,
            message,
            "rated",
            stated.place,
        ));
    }
    if let Some(stated) = &file.stated_rounds
        && file.rounds() > stated.value as usize
    {
        let message = sentences::number_of_rounds(stated.value, file.rounds());
        found.push(TournamentFinding::in_report(
            Rule::TournamentSchedule,
            Severity::Warning,
            message,
            "rounds",
            stated.place,
        ));
    }
}

/// Players of teams that have no row, or are in two teams.
fn teams(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for team in file.teams.rows() {
        for player in &team.players {
            let message = if pairings.row(*player).is_none() {
                if file.has_unread_rows || pairings.has_doubled_ranks() {
                    continue;
                }
                sentences::team_player_without_row(&team.name, *player)
            } else {
                let first = file.teams.of_player(*player).filter(|first| first.place != team.place);
                let Some(first) = first else { continue };
                sentences::player_of_two_teams(*player, &first.name, &team.name)
            };
            let about = format!("team {} {player}", team.name);
            found.push(TournamentFinding::in_report(
                Rule::TournamentIdentity,
                Severity::Error,
                message,
                &about,
                team.place,
            ));
        }
    }
}

/// The rounds are within the tournament.
fn dates(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let days = |stated: &Option<Stated<_>>| PossibleDays::of(stated.as_ref()?.value);
    if let (Some(start), Some(end), Some(stated)) = (days(&file.start), days(&file.end), &file.end)
        && start.first > end.last
    {
        let message = sentences::ends_before_it_starts();
        found.push(TournamentFinding::in_report(
            Rule::TournamentSchedule,
            Severity::Warning,
            message,
            "ends",
            stated.place,
        ));
        return;
    }
    for (round, stated) in file.round_dates.iter().enumerate() {
        let Some(stated) = stated.as_ref().filter(|stated| file.is_outside(stated.value)) else { continue };
        let message = sentences::round_outside(shown_round(round), stated.value);
        let about = format!("round {round}");
        found.push(TournamentFinding::in_report(
            Rule::TournamentSchedule,
            Severity::Warning,
            message,
            &about,
            stated.place,
        ));
    }
}
