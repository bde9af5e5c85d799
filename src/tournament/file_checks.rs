//! Contradictions within a report.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::TournamentFinding;
use super::game_checks::round_number;
use super::pairings::{LineConflict, LineConflictKind, Pairings};
use super::points;
use super::sentences;
use super::stated::Stated;
use super::trf::{PlayerRow, ProhibitedPairings, ResultCode, RoundCell, TournamentFile, TrfFaultKind, whole};
use crate::finding::{Location, Severity};
use crate::law::Rule;
use crate::player_name::PlayerName;

pub(super) fn check(file: &TournamentFile, pairings: &Pairings) -> Vec<TournamentFinding> {
    let mut found = Vec::new();
    faults(file, &mut found);
    starting_ranks(file, &mut found);
    fide_ids(file, &mut found);
    counts(file, &mut found);
    teams(file, pairings, &mut found);
    opponents(file, pairings, &mut found);
    short_rows(file, pairings, &mut found);
    lines(file, pairings, &mut found);
    byes(file, &mut found);
    byes_of_records(file, pairings, &mut found);
    points::check(file, pairings, &mut found);
    prohibited(file, pairings, &mut found);
    repeated_pairings(file, pairings, &mut found);
    dates(file, &mut found);
    found
}

pub(super) fn finding(
    rule: Rule,
    severity: Severity,
    message: String,
    about: &str,
    place: Location,
) -> TournamentFinding {
    TournamentFinding::new(rule, severity, message, about).at(place)
}

fn faults(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    for fault in &file.faults {
        let (rule, severity) = match fault.kind {
            TrfFaultKind::UnreadableRow | TrfFaultKind::UnreadableRound(_) => {
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
        let mut fault_found = finding(rule, severity, fault.kind.message(), &about, fault.place);
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
            found.push(finding(Rule::TournamentIdentity, Severity::Error, message, &about, place));
        } else {
            first.insert(row.start_rank, row);
        }
    }
}

/// Two players with one FIDE id, or one name with two.
fn fide_ids(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let mut by_id: BTreeMap<u64, &PlayerRow> = BTreeMap::new();
    let mut by_name: BTreeMap<String, &PlayerRow> = BTreeMap::new();
    for row in &file.players {
        if let Some(id) = row.fide_id {
            if let Some(other) = by_id.get(&id) {
                let message = sentences::same_id(id, &sentences::player(other), &sentences::player(row));
                let about = format!("id {id} {}", row.start_rank);
                let place = row.places.fide_id;
                found.push(finding(Rule::TournamentIdentity, Severity::Error, message, &about, place));
            } else {
                by_id.insert(id, row);
            }
        }
        let Some(name) = PlayerName::read(&row.name).filter(PlayerName::is_full) else { continue };
        let key = name.strict_key();
        match by_name.get(&key) {
            Some(other) if other.fide_id != row.fide_id && other.start_rank != row.start_rank => {
                let message = sentences::same_name(&row.name, other.start_rank, row.start_rank);
                let about = format!("name {} {}", other.start_rank, row.start_rank);
                let place = row.places.name;
                found.push(finding(Rule::TournamentIdentity, Severity::Info, message, &about, place));
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
    let rows = file.players.len();
    let rated = file.players.iter().filter(|row| row.rating.is_some()).count();
    if let Some(stated) = &file.stated_players
        && stated.value.0 as usize != rows
    {
        let message = sentences::number_of_players(stated.value.0, rows);
        found.push(finding(Rule::TournamentIdentity, Severity::Warning, message, "players", stated.place));
    }
    if let Some(stated) = &file.stated_rated
        && stated.value as usize != rated
    {
        let message = sentences::number_of_rated_players(stated.value, rated);
        found.push(finding(Rule::TournamentIdentity, Severity::Info, message, "rated", stated.place));
    }
    if let Some(stated) = &file.stated_rounds
        && file.rounds() > stated.value as usize
    {
        let message = sentences::number_of_rounds(stated.value, file.rounds());
        found.push(finding(Rule::TournamentSchedule, Severity::Warning, message, "rounds", stated.place));
    }
}

/// Players of teams that have no row, or are in two teams.
fn teams(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for team in file.teams.rows() {
        for player in &team.players {
            let message = if pairings.row(*player).is_none() {
                if file.has_unread_rows {
                    continue;
                }
                sentences::team_player_without_row(&team.name, *player)
            } else {
                let first = file.teams.of_player(*player).filter(|first| first.place != team.place);
                let Some(first) = first else { continue };
                sentences::player_of_two_teams(*player, &first.name, &team.name)
            };
            let about = format!("team {} {player}", team.name);
            found.push(finding(Rule::TournamentIdentity, Severity::Error, message, &about, team.place));
        }
    }
}

/// So many opponents without a row have a finding each.
const MOST_WITHOUT_ROW: usize = 5;

/// Opponents that are no other player.
fn opponents(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    let mut without_row = Vec::new();
    for (player, row) in file.players.iter().enumerate() {
        for (round, cell) in row.rounds.iter().enumerate() {
            let Some(rank) = cell.and_then(|cell| cell.opponent) else { continue };
            let about = format!("opponent {} {round}", row.start_rank);
            let at = |message: String| {
                let place = row.place_of_round(round);
                let found_here = finding(Rule::TournamentPairing, Severity::Error, message, &about, place);
                found_here.in_cells([(player, round)])
            };
            let (name, number) = (sentences::player(row), round_number(round));
            if rank == row.start_rank {
                found.push(at(sentences::own_opponent(&name, number)));
            } else if pairings.row(rank).is_none() && !file.has_unread_rows {
                without_row.push(at(sentences::opponent_without_row(&name, rank, number)));
            }
        }
    }
    if without_row.len() > MOST_WITHOUT_ROW {
        let all = without_row.len();
        let first = without_row.drain(..).next();
        without_row.extend(first.map(|first| TournamentFinding {
            message: sentences::opponents_without_row(all),
            help: Some(sentences::may_be_cut_short()),
            ..first
        }));
    }
    found.extend(without_row);
}

/// Rows that end before rounds in which others name the player.
fn short_rows(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for (player, of_rounds) in pairings.beyond_row(file) {
        let Some(row) = file.players.get(player) else { continue };
        let rounds: BTreeSet<usize> = of_rounds.iter().map(|(round, _)| round_number(*round)).collect();
        let rounds: Vec<usize> = rounds.into_iter().collect();
        let message = sentences::short_row(&sentences::player(row), &rounds);
        let about = format!("short {}", row.start_rank);
        let found_here = finding(Rule::TournamentPoints, Severity::Error, message, &about, row.places.whole);
        let cells = of_rounds.iter().flat_map(|(round, opponent)| [(player, *round), (*opponent, *round)]);
        found.push(found_here.help(sentences::may_be_cut_short()).in_cells(cells));
    }
}

/// Lines of one game that contradict each other.
fn lines(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for LineConflict { round, player, opponent, kind } in &pairings.conflicts {
        let (Some(row), Some(other)) = (file.players.get(*player), file.players.get(*opponent)) else {
            continue;
        };
        let names = [sentences::player(row), sentences::player(other)];
        let number = round_number(*round);
        let message = match kind {
            LineConflictKind::Opponent(None) if *round >= other.rounds.len() => continue,
            LineConflictKind::Opponent(None) => sentences::has_no_opponent(&names, number),
            LineConflictKind::Opponent(Some(rank)) => {
                let third = pairings.row(*rank).and_then(|index| file.players.get(index));
                sentences::names_another(&names, third.map(sentences::player).as_deref(), number)
            }
            LineConflictKind::Colours(colour) => sentences::same_colour(&names, *colour, number),
            LineConflictKind::Results { own, other } => {
                sentences::results_disagree(&names, own.letter(), other.letter(), number)
            }
        };
        let about = format!("lines {round} {} {}", row.start_rank, other.start_rank);
        let place = row.place_of_round(*round);
        let found_here = finding(Rule::TournamentPoints, Severity::Error, message, &about, place);
        found.push(found_here.in_cells([(*player, *round), (*opponent, *round)]));
    }
    for pairing in pairings.all.iter().filter(|pairing| pairing.is_agreed && pairing.outcome.is_none()) {
        let [one, other] = pairing.players;
        let (Some(row), Some(second)) = (file.players.get(one), file.players.get(other)) else { continue };
        let letter = |row: &PlayerRow| row.cell(pairing.round).map_or(' ', |cell| cell.code.letter());
        if letter(row) == ' ' {
            continue;
        }
        let names = [sentences::player(row), sentences::player(second)];
        let message =
            sentences::uneven_results(&names, letter(row), letter(second), round_number(pairing.round));
        let about = format!("uneven {} {one} {other}", pairing.round);
        let place = row.place_of_round(pairing.round);
        let found_here = finding(Rule::TournamentPoints, Severity::Info, message, &about, place);
        found.push(found_here.in_cells([(one, pairing.round), (other, pairing.round)]));
    }
}

/// Byes by record 240 that the row of the player contradicts.
fn byes_of_records(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for (round, start_rank, bye) in file.byes_of_players() {
        let Some((player, row)) =
            pairings.row(start_rank).and_then(|player| Some((player, file.players.get(player)?)))
        else {
            continue;
        };
        let Some(cell) = row.cell(round) else { continue };
        let has_other_bye = cell.code.is_bye() && cell.code != bye;
        if cell.opponent.is_none() && !has_other_bye {
            continue;
        }
        let message = sentences::bye_against_row(&sentences::player(row), bye.letter(), round_number(round));
        let about = format!("record 240 {start_rank} {round}");
        let place = row.place_of_round(round);
        let found_here = finding(Rule::TournamentPoints, Severity::Warning, message, &about, place);
        found.push(found_here.in_cells([(player, round)]));
    }
}

/// Pairs of players who meet although a record forbids it.
fn prohibited(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for ProhibitedPairings { rounds, players, place } in file.prohibited() {
        let players: BTreeSet<usize> = players.iter().filter_map(|rank| pairings.row(*rank)).collect();
        let last = (*rounds.end()).min(file.rounds().saturating_sub(1));
        for (player, round) in
            players.iter().flat_map(|player| (*rounds.start()..=last).map(|round| (*player, round)))
        {
            let pairing = pairings.of_player(player, round).and_then(|index| pairings.all.get(index));
            let Some(pairing) = pairing.filter(|pairing| pairing.is_agreed) else { continue };
            let [one, other] = pairing.players;
            if one != player || !players.contains(&other) {
                continue;
            }
            let (Some(row), Some(second)) = (file.players.get(one), file.players.get(other)) else {
                continue;
            };
            let names = [sentences::player(row), sentences::player(second)];
            let message = sentences::prohibited(&names, place.line, round_number(round));
            let about = format!("prohibited {} {} {round}", row.start_rank, second.start_rank);
            let place = row.place_of_round(round);
            let found_here = finding(Rule::TournamentPairing, Severity::Warning, message, &about, place);
            found.push(found_here.in_cells([(one, round), (other, round)]));
        }
    }
}

/// Byes with an opponent, and players with several byes by pairing.
fn byes(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    for (player, row) in file.players.iter().enumerate() {
        let name = sentences::player(row);
        let mut pairing_byes = Vec::new();
        for (round, cell) in row.rounds.iter().enumerate() {
            let Some(RoundCell { opponent, code, .. }) = cell else { continue };
            if *code == ResultCode::PairingBye {
                pairing_byes.push(round);
            }
            if code.is_bye() && opponent.is_some() {
                let message = sentences::bye_with_opponent(&name, code.letter(), round_number(round));
                let about = format!("bye {} {round}", row.start_rank);
                let place = row.place_of_round(round);
                let found_here = finding(Rule::TournamentForfeit, Severity::Warning, message, &about, place);
                found.push(found_here.in_cells([(player, round)]));
            }
        }
        if let [_, .., last] = pairing_byes.as_slice() {
            let rounds: Vec<usize> = pairing_byes.iter().map(|round| round_number(*round)).collect();
            let message = sentences::several_byes(&name, &rounds);
            let about = format!("byes {}", row.start_rank);
            let place = row.place_of_round(*last);
            let found_here = finding(Rule::TournamentPairing, Severity::Info, message, &about, place);
            found.push(found_here.in_cells([(player, *last)]));
        }
    }
}

/// In a Swiss tournament, two players meet once.
fn repeated_pairings(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    if !file.is_swiss() {
        return;
    }
    for ([one, other], indices) in pairings.repeated() {
        let of_pair: Vec<usize> = indices
            .iter()
            .filter_map(|index| pairings.all.get(*index))
            .map(|pairing| pairing.round)
            .collect();
        let (Some(row), Some(second), Some(last)) =
            (file.players.get(*one), file.players.get(*other), of_pair.iter().max())
        else {
            continue;
        };
        let rounds: Vec<usize> = of_pair.iter().map(|round| round_number(*round)).collect();
        let message = sentences::met_again(&sentences::player(row), &sentences::player(second), &rounds);
        let about = format!("again {} {}", row.start_rank, second.start_rank);
        let place = row.place_of_round(*last);
        let found_here = finding(Rule::TournamentPairing, Severity::Info, message, &about, place);
        found.push(found_here.in_cells([(*one, *last), (*other, *last)]));
    }
}

/// The rounds are within the tournament.
fn dates(file: &TournamentFile, found: &mut Vec<TournamentFinding>) {
    let day = |stated: &Option<Stated<_>>| stated.as_ref().and_then(|stated| whole(stated.value));
    if let (Some(from), Some(to), Some(stated)) = (day(&file.start), day(&file.end), &file.end)
        && from > to
    {
        let message = sentences::ends_before_it_starts();
        found.push(finding(Rule::TournamentSchedule, Severity::Warning, message, "ends", stated.place));
        return;
    }
    for (round, stated) in file.round_dates.iter().enumerate() {
        let Some(stated) = stated.as_ref().filter(|stated| file.is_outside(stated.value)) else { continue };
        let message = sentences::round_outside(round_number(round), stated.value);
        let about = format!("round {round}");
        found.push(finding(Rule::TournamentSchedule, Severity::Warning, message, &about, stated.place));
    }
}
