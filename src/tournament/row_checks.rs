//! Contradictions between the rows of players, and between them and other records.

use std::collections::BTreeSet;

use super::finding::{TournamentFinding, ascending, shown_round};
use super::pairings::{LineConflict, LineConflictKind, Pairing, PairingOutcome, Pairings};
use super::sentences;
use super::trf::{MAY_BE_TRUNCATED, PlayerRow, ProhibitedPairings, ResultCode, RoundCell, TournamentFile};
use crate::finding::Severity;
use crate::law::Rule;

pub(super) fn check(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    opponents(file, pairings, found);
    short_rows(file, pairings, found);
    lines(file, pairings, found);
    byes(file, found);
    byes_of_records(file, pairings, found);
    prohibited(file, pairings, found);
    repeated_pairings(file, pairings, found);
}

/// The greatest number of opponents without a row that have a finding each.
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
                let found_here = TournamentFinding::in_report(
                    Rule::TournamentPairing,
                    Severity::Error,
                    message,
                    &about,
                    place,
                );
                found_here.in_cells([(player, round)])
            };
            let (name, number) = (sentences::player(row), shown_round(round));
            if rank == row.start_rank {
                if !pairings.is_doubled(rank) {
                    found.push(at(sentences::own_opponent(&name, number)));
                }
            } else if pairings.row(rank).is_none() && !file.has_unread_rows && !pairings.has_doubled_ranks() {
                without_row.push(at(sentences::opponent_without_row(&name, rank, number)));
            }
        }
    }
    if without_row.len() > MOST_WITHOUT_ROW {
        let all = without_row.len();
        let first = without_row.drain(..).next();
        without_row.extend(first.map(|first| TournamentFinding {
            message: sentences::opponents_without_row(all),
            help: Some(MAY_BE_TRUNCATED.to_owned()),
            ..first
        }));
    }
    found.extend(without_row);
}

/// Rows that end before rounds in which others name the player.
fn short_rows(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for (player, of_rounds) in pairings.beyond_row(file) {
        let Some(row) = file.players.get(player) else { continue };
        let rounds: BTreeSet<usize> = of_rounds.iter().map(|(round, _)| shown_round(*round)).collect();
        let rounds: Vec<usize> = rounds.into_iter().collect();
        let message = sentences::short_row(&sentences::player(row), &rounds);
        let about = format!("short {}", row.start_rank);
        let found_here = TournamentFinding::in_report(
            Rule::TournamentPoints,
            Severity::Error,
            message,
            &about,
            row.places.row,
        );
        let cells = of_rounds.iter().flat_map(|(round, opponent)| [(player, *round), (*opponent, *round)]);
        found.push(found_here.help(MAY_BE_TRUNCATED.to_owned()).in_cells(cells));
    }
}

/// Lines of one game that contradict each other.
fn lines(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    for LineConflict { round, player, opponent, kind } in &pairings.conflicts {
        let (Some(row), Some(other)) = (file.players.get(*player), file.players.get(*opponent)) else {
            continue;
        };
        let names = [sentences::player(row), sentences::player(other)];
        let number = shown_round(*round);
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
        let about = format!("lines {round} {:?}", ascending(row.start_rank, other.start_rank));
        let place = row.place_of_round(*round);
        let found_here =
            TournamentFinding::in_report(Rule::TournamentPoints, Severity::Error, message, &about, place);
        found.push(found_here.in_cells([(*player, *round), (*opponent, *round)]));
    }
    let is_uneven = |pairing: &&Pairing| pairing.outcome() == Some(PairingOutcome::Uneven);
    for pairing in pairings.all.iter().filter(is_uneven) {
        let [one, other] = pairing.players;
        let (Some(row), Some(second)) = (file.players.get(one), file.players.get(other)) else { continue };
        let letter = |row: &PlayerRow| row.cell(pairing.round).map_or(' ', |cell| cell.code.letter());
        let names = [sentences::player(row), sentences::player(second)];
        let message =
            sentences::uneven_results(&names, letter(row), letter(second), shown_round(pairing.round));
        let about = format!("uneven {} {:?}", pairing.round, ascending(row.start_rank, second.start_rank));
        let place = row.place_of_round(pairing.round);
        let found_here =
            TournamentFinding::in_report(Rule::TournamentPoints, Severity::Info, message, &about, place);
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
        let Some(cell) = row.cell(round).filter(|_| !pairings.is_doubled(start_rank)) else { continue };
        let has_other_bye = cell.code.is_bye() && cell.code != bye;
        if cell.opponent.is_none() && !has_other_bye {
            continue;
        }
        let message = sentences::bye_against_row(&sentences::player(row), bye.letter(), shown_round(round));
        let about = format!("record 240 {start_rank} {round}");
        let place = row.place_of_round(round);
        let found_here =
            TournamentFinding::in_report(Rule::TournamentPoints, Severity::Warning, message, &about, place);
        found.push(found_here.in_cells([(player, round)]));
    }
}

/// Pairs of players who meet although a record forbids it. Of several records, the first is named.
fn prohibited(file: &TournamentFile, pairings: &Pairings, found: &mut Vec<TournamentFinding>) {
    let mut reported: BTreeSet<usize> = BTreeSet::new();
    for ProhibitedPairings { rounds, players, place } in file.prohibited() {
        let players: BTreeSet<usize> = players.iter().filter_map(|rank| pairings.row(*rank)).collect();
        for index in players.iter().flat_map(|player| pairings.all_of_player(*player)) {
            let Some(pairing) = pairings.all.get(*index) else { continue };
            let (round, [one, other]) = (pairing.round, pairing.players);
            let is_prohibited = rounds.contains(&round) && players.contains(&one) && players.contains(&other);
            if !is_prohibited || pairing.is_disputed() || !reported.insert(*index) {
                continue;
            }
            let (Some(row), Some(second)) = (file.players.get(one), file.players.get(other)) else {
                continue;
            };
            let names = [sentences::player(row), sentences::player(second)];
            let message = sentences::prohibited(&names, place.line, shown_round(round));
            let about = format!("prohibited {round} {:?}", ascending(row.start_rank, second.start_rank));
            let place = row.place_of_round(round);
            let found_here = TournamentFinding::in_report(
                Rule::TournamentPairing,
                Severity::Warning,
                message,
                &about,
                place,
            );
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
                let message = sentences::bye_with_opponent(&name, code.letter(), shown_round(round));
                let about = format!("bye {} {round}", row.start_rank);
                let place = row.place_of_round(round);
                let found_here = TournamentFinding::in_report(
                    Rule::TournamentForfeit,
                    Severity::Warning,
                    message,
                    &about,
                    place,
                );
                found.push(found_here.in_cells([(player, round)]));
            }
        }
        if let [_, .., last] = pairing_byes.as_slice() {
            let rounds: Vec<usize> = pairing_byes.iter().map(|round| shown_round(*round)).collect();
            let message = sentences::several_byes(&name, &rounds);
            let about = format!("byes {}", row.start_rank);
            let place = row.place_of_round(*last);
            let found_here =
                TournamentFinding::in_report(Rule::TournamentPairing, Severity::Info, message, &about, place);
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
        let rounds: Vec<usize> = of_pair.iter().map(|round| shown_round(*round)).collect();
        let message = sentences::met_again(&sentences::player(row), &sentences::player(second), &rounds);
        let about = format!("again {:?}", ascending(row.start_rank, second.start_rank));
        let place = row.place_of_round(*last);
        let found_here =
            TournamentFinding::in_report(Rule::TournamentPairing, Severity::Info, message, &about, place);
        found.push(found_here.in_cells([(*one, *last), (*other, *last)]));
    }
}
