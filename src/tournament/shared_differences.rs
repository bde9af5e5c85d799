//! Differences that many games can share: the names, ids and ratings of a player, the date of a round, the rate of play. Each
//! is reported once: at the first game, or in the report if most games have it.

use std::collections::BTreeMap;

use super::finding::{TournamentFinding, shown_round};
use super::game::TournamentGame;
use super::game_checks::GameChecks;
use super::likeness::{Candidate, IdLikeness, NameLikeness};
use super::matching::{GameMatch, PairedGame};
use super::pairings::{Pairing, PairingState};
use super::sentences;
use super::stated::Stated;
use super::trf::agree;
use crate::chess::Color;
use crate::finding::{Location, Severity};
use crate::game::PartialDate;
use crate::law::Rule;

/// If so many games, and most of all, have another date or rate of play than the report, the report is probably wrong.
const ENOUGH: usize = 3;

const fn are_most(differing: usize, all: usize) -> bool {
    differing >= ENOUGH && differing.saturating_mul(2) > all
}

pub(super) fn check(
    checks: &GameChecks<'_>,
    of_games: &mut [Vec<TournamentFinding>],
    of_file: &mut Vec<TournamentFinding>,
) {
    check_players(checks, of_games);
    check_dates(checks, of_games, of_file);
    check_rate(checks, of_games, of_file);
}

/// The games with a pairing.
fn paired<'c>(
    checks: &'c GameChecks<'_>,
) -> impl Iterator<Item = (usize, &'c TournamentGame, &'c PairedGame, &'c Pairing)> {
    let games = checks.games.iter().zip(&checks.matching.games).enumerate();
    games.filter_map(|(index, (game, matched))| match matched {
        GameMatch::Paired(paired) => {
            Some((index, &game.facts, paired, checks.pairings.all.get(paired.pairing)?))
        }
        _ => None,
    })
}

fn push(of_games: &mut [Vec<TournamentFinding>], game: usize, finding: TournamentFinding) {
    if let Some(findings) = of_games.get_mut(game) {
        findings.push(finding);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum PlayerFact {
    Name,
    FideId,
    Rating,
}

/// A difference about one player: the first game that has it, and the number of further ones.
struct PlayerDifference {
    game: usize,
    more: usize,
    severity: Severity,
    place: Location,
    message: String,
}

fn check_players(checks: &GameChecks<'_>, of_games: &mut [Vec<TournamentFinding>]) {
    let mut differences: BTreeMap<(usize, PlayerFact, String), PlayerDifference> = BTreeMap::new();
    let mut compared: BTreeMap<(PlayerFact, usize), bool> = BTreeMap::new();
    for (game, facts, paired, _) in paired(checks) {
        let has_ratings_of_colours = paired.is_reversed && ratings_follow_colours(checks, facts, paired);
        for (colour, (candidate, player)) in
            Color::BOTH.into_iter().zip(paired.players.iter().zip(&facts.players))
        {
            let Some(row) = checks.row(candidate.row) else { continue };
            let mut note = |fact: PlayerFact, value: String, severity, place, message| {
                let difference = PlayerDifference { game, more: 0, severity, place, message };
                differences
                    .entry((candidate.row, fact, value))
                    .and_modify(|known| known.more = known.more.saturating_add(1))
                    .or_insert(difference);
            };
            if let Some(name) = &player.name
                && let Some(severity) = severity_of_name(candidate)
            {
                let message = sentences::other_spelling(colour, &name.value, &row.name);
                note(PlayerFact::Name, name.value.clone(), severity, name.place, message);
            }
            if let (Some(id), Some(reported)) = (player.fide_id, row.fide_id) {
                let differs = candidate.id == IdLikeness::Differs;
                *compared.entry((PlayerFact::FideId, candidate.row)).or_default() |= differs;
                if differs {
                    let message = sentences::other_id(colour, &sentences::player(row), id.value, reported);
                    note(PlayerFact::FideId, id.value.to_string(), Severity::Error, id.place, message);
                }
            }
            if let (Some(rating), Some(reported)) = (player.rating, row.rating)
                && candidate.id != IdLikeness::Differs
                && !has_ratings_of_colours
            {
                let differs = rating.value != reported;
                *compared.entry((PlayerFact::Rating, candidate.row)).or_default() |= differs;
                if differs {
                    let name = sentences::player(row);
                    let message = sentences::other_rating(colour, &name, rating.value, reported);
                    note(
                        PlayerFact::Rating,
                        rating.value.to_string(),
                        Severity::Warning,
                        rating.place,
                        message,
                    );
                }
            }
        }
    }
    // If the numbers of many players differ, the records have those of another list.
    let is_of_other_list = |fact: PlayerFact| {
        let of_fact = compared.iter().filter(|((known, _), _)| *known == fact);
        let (all, differing) = (of_fact.clone().count(), of_fact.filter(|(_, differs)| **differs).count());
        differing > ENOUGH && differing.saturating_mul(3) > all
    };
    let (other_ids, other_ratings) =
        (is_of_other_list(PlayerFact::FideId), is_of_other_list(PlayerFact::Rating));
    for ((row, fact, value), difference) in differences {
        let PlayerDifference { game, more, severity, place, message } = difference;
        let is_of_list = match fact {
            PlayerFact::Name => false,
            PlayerFact::FideId => other_ids,
            PlayerFact::Rating => other_ratings,
        };
        let severity = if is_of_list { Severity::Info } else { severity };
        let about = format!("{fact:?} {} {value}", checks.rank(row));
        let mut finding =
            TournamentFinding::new(Rule::TournamentIdentity, severity, message, &about).at(place);
        finding.help = sentences::in_more_records(more);
        push(of_games, game, finding);
    }
}

/// `None` if nothing is to be said about the name.
const fn severity_of_name(candidate: &Candidate) -> Option<Severity> {
    match candidate.name {
        NameLikeness::Same | NameLikeness::Unstated => None,
        NameLikeness::Respelled | NameLikeness::Shortened => Some(Severity::Info),
        NameLikeness::Near | NameLikeness::Other => Some(Severity::Warning),
    }
}

/// Whether the ratings of a game with exchanged names are those of the players who had these colours by the report.
fn ratings_follow_colours(checks: &GameChecks<'_>, game: &TournamentGame, paired: &PairedGame) -> bool {
    let [white, black] = &game.players;
    let [one, other] = paired.players;
    let is_of = |rating: Option<u32>, row: usize| {
        let reported = checks.row(row).and_then(|row| row.rating);
        rating.is_some() && rating == reported
    };
    is_of(white.rating.map(|rating| rating.value), other.row)
        && is_of(black.rating.map(|rating| rating.value), one.row)
}

/// A game whose date is compared.
#[derive(Clone, Copy)]
struct DatedGame {
    game: usize,
    date: PartialDate,
    place: Location,
    round: usize,
}

fn check_dates(
    checks: &GameChecks<'_>,
    of_games: &mut [Vec<TournamentFinding>],
    of_file: &mut Vec<TournamentFinding>,
) {
    let file = checks.file;
    let mut by_round: BTreeMap<usize, Vec<DatedGame>> = BTreeMap::new();
    let mut others: Vec<DatedGame> = Vec::new();
    for (game, facts, _, pairing) in paired(checks) {
        let Some(date) = facts.date else { continue };
        let dated = DatedGame { game, date: date.value, place: date.place, round: pairing.round };
        match file.round_dates.get(pairing.round) {
            Some(Some(_)) => by_round.entry(pairing.round).or_default().push(dated),
            _ => others.push(dated),
        }
    }
    for (round, games) in by_round {
        let Some(Some(stated)) = file.round_dates.get(round) else { continue };
        let differ: Vec<DatedGame> =
            games.iter().copied().filter(|game| game.date.contradicts(stated.value)).collect();
        if are_most(differ.len(), games.len()) {
            let number = shown_round(round);
            let message = sentences::date_of_round(number, stated.value, differ.len(), games.len());
            of_file.push(schedule(message, &format!("date {round}")).at(stated.place));
            continue;
        }
        for game in differ {
            let message = sentences::other_date(game.date, shown_round(round), stated.value);
            push(of_games, game.game, schedule(message, &format!("date {round}")).at(game.place));
        }
    }
    let outside: Vec<DatedGame> = others.iter().copied().filter(|game| file.is_outside(game.date)).collect();
    let place = [&file.start, &file.end].into_iter().flatten().map(|stated| stated.place).next();
    if are_most(outside.len(), others.len()) {
        if let Some(place) = place {
            let message = sentences::dates_of_tournament(outside.len(), others.len());
            of_file.push(schedule(message, "dates").at(place));
        }
        return;
    }
    let day = |stated: &Option<Stated<PartialDate>>| stated.as_ref().map(|stated| stated.value);
    for game in outside {
        let message = sentences::date_outside(game.date, day(&file.start), day(&file.end));
        push(of_games, game.game, schedule(message, &format!("outside {}", game.round)).at(game.place));
    }
}

fn check_rate(
    checks: &GameChecks<'_>,
    of_games: &mut [Vec<TournamentFinding>],
    of_file: &mut Vec<TournamentFinding>,
) {
    let Some(rate) = &checks.file.rate else { return };
    let (mut all, mut differ) = (0_usize, Vec::new());
    for (game, facts, _, pairing) in paired(checks) {
        let Some(control) =
            facts.control.as_ref().filter(|_| matches!(pairing.state, PairingState::Played(_)))
        else {
            continue;
        };
        all = all.saturating_add(1);
        if !agree(&control.value, &rate.value) {
            differ.push((game, control.place));
        }
    }
    if are_most(differ.len(), all) {
        of_file.push(schedule(sentences::rate_of_tournament(differ.len(), all), "rate").at(rate.place));
        return;
    }
    for (game, place) in differ {
        push(of_games, game, schedule(sentences::other_rate(), "rate").at(place));
    }
}

fn schedule(message: String, about: &str) -> TournamentFinding {
    TournamentFinding::new(Rule::TournamentSchedule, Severity::Warning, message, about)
}
