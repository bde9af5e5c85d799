//! Finds the pairing of each game: by round, then by FIDE ids and names. The spelling of a name is weighed, and the weight
//! kept, so that no variant is accepted in silence.

use std::collections::{BTreeMap, BTreeSet};

use super::game::TournamentGame;
use super::likeness::Candidate;
use super::pairings::Pairings;
use super::trf::TournamentFile;
use crate::chess::Color;
use crate::finding::Related;
use crate::game::PartialDate;

/// The weights of a wrong round and of reversed colours, compared with those of names.
const OTHER_ROUND: u32 = 8;
const REVERSED: u32 = 2;

/// A game that may be of the tournament.
#[derive(Debug)]
pub(super) struct ComparedGame {
    pub facts: TournamentGame,
    pub place: Related,
    /// The players of the report who can be White and Black.
    pub candidates: [Vec<Candidate>; 2],
}

impl ComparedGame {
    /// The round from 0.
    pub(super) fn round(&self) -> Option<usize> {
        self.facts.round.map(|round| round.value.saturating_sub(1) as usize)
    }
}

/// The counterpart of a game in the report.
#[derive(Clone, Debug)]
pub(super) enum GameMatch {
    Paired(PairedGame),
    /// No pairing is certain. The players that are, by the colours of the game.
    Unpaired([Option<Candidate>; 2]),
    /// Several pairings or players fit equally.
    Ambiguous,
    /// A game of other dates, and no pairing is certain.
    OfOtherDates,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct PairedGame {
    pub pairing: usize,
    /// White and Black of the game.
    pub players: [Candidate; 2],
    /// Whether the report gives the colours the other way round.
    pub is_reversed: bool,
}

/// The pairings of games, and the games of pairings.
#[derive(Debug)]
pub(super) struct Matching {
    /// By games, in the order of the input.
    pub games: Vec<GameMatch>,
    /// By pairings; games in the order of the input.
    pub of_pairing: Vec<Vec<usize>>,
    /// Pairings of which a game may be one that is not certain.
    pub doubtful: BTreeSet<usize>,
}

/// A pairing that a game can have.
#[derive(Clone, Copy)]
struct PairingChoice {
    paired: PairedGame,
    cost: u32,
    is_certain: bool,
    is_of_round: bool,
}

impl PairingChoice {
    /// Whether names and round are those of the game.
    fn is_sure(&self, game: &ComparedGame) -> bool {
        self.is_certain && self.is_of_round && game.round().is_some()
    }
}

impl Matching {
    pub(super) fn of(file: &TournamentFile, pairings: &Pairings, games: &[ComparedGame]) -> Self {
        let mut options: Vec<Vec<PairingChoice>> =
            games.iter().map(|game| options(file, pairings, game)).collect();
        let are_outside = outside_dates(file, games, &options);
        for ((options, game), is_outside) in options.iter_mut().zip(games).zip(&are_outside) {
            // The same players may have met in another tournament.
            options.retain(|option| !is_outside || option.is_sure(game));
        }
        let mut matching = Self {
            games: vec![GameMatch::Ambiguous; games.len()],
            of_pairing: vec![Vec::new(); pairings.all.len()],
            doubtful: BTreeSet::new(),
        };
        let mut is_settled = vec![false; games.len()];
        let is_outside = |game: usize| are_outside.get(game).copied().unwrap_or(false);
        let has_round = |game: usize| games.get(game).is_some_and(|game| game.round().is_some());
        // Games of other dates come last, so that they take no pairing from others.
        let mut in_order: Vec<usize> = (0..games.len()).collect();
        in_order.sort_by_key(|game| (is_outside(*game), !has_round(*game)));
        // The most certain first: certain names and a round, certain names, similar names, another round.
        for (names_are_certain, is_of_round) in [(true, true), (false, true), (true, false)] {
            for game in in_order.iter().copied() {
                let Some(settled) = is_settled.get_mut(game).filter(|settled| !**settled) else { continue };
                let of_pass = options.get(game).map_or(&[][..], Vec::as_slice).iter().filter(|option| {
                    option.is_certain == names_are_certain && option.is_of_round == is_of_round
                });
                let may_repeat = names_are_certain && is_of_round && !is_outside(game);
                if let Some(chosen) = matching.choose(of_pass.copied().collect(), may_repeat) {
                    *settled = true;
                    matching.settle(game, chosen);
                }
            }
        }
        for (index, game) in games.iter().enumerate() {
            if is_settled.get(index).copied().unwrap_or(false) {
                continue;
            }
            if is_outside(index) {
                if let Some(slot) = matching.games.get_mut(index) {
                    *slot = GameMatch::OfOtherDates;
                }
            } else {
                let options = options.get(index).map_or(&[][..], Vec::as_slice);
                matching.leave(index, game, options, pairings);
            }
        }
        for games in &mut matching.of_pairing {
            games.sort_unstable();
        }
        matching
    }

    fn settle(&mut self, game: usize, paired: PairedGame) {
        if let Some(games) = self.of_pairing.get_mut(paired.pairing) {
            games.push(game);
        }
        if let Some(slot) = self.games.get_mut(game) {
            *slot = GameMatch::Paired(paired);
        }
    }

    fn has_game(&self, pairing: usize) -> bool {
        self.of_pairing.get(pairing).is_some_and(|games| !games.is_empty())
    }

    /// The only best option. If none without a game is left, a second game of one pairing is chosen if it `may_repeat`.
    fn choose(&self, mut options: Vec<PairingChoice>, may_repeat: bool) -> Option<PairedGame> {
        let is_repeated =
            !options.is_empty() && options.iter().all(|option| self.has_game(option.paired.pairing));
        if !is_repeated {
            options.retain(|option| !self.has_game(option.paired.pairing));
        } else if !may_repeat {
            return None;
        }
        let least = options.iter().map(|option| option.cost).min()?;
        options.retain(|option| option.cost == least);
        match options.as_slice() {
            [only] => Some(only.paired),
            _ => None,
        }
    }

    /// Keeps what is certain of a game without a pairing. No game of a pairing that it may have is missed.
    fn leave(&mut self, index: usize, game: &ComparedGame, options: &[PairingChoice], pairings: &Pairings) {
        let of_round: Vec<&PairingChoice> = options.iter().filter(|option| option.is_of_round).collect();
        self.doubtful.extend(of_round.iter().map(|option| option.paired.pairing));
        let is_of_round = |pairing: &usize| {
            let pairing = pairings.all.get(*pairing);
            pairing.is_some_and(|pairing| game.round().is_none_or(|round| pairing.round == round))
        };
        for candidate in game.candidates.iter().flatten() {
            let all = pairings.all_of_player(candidate.row).iter().copied();
            self.doubtful.extend(all.filter(is_of_round));
        }
        let certain = |candidates: &Vec<Candidate>| match candidates.as_slice() {
            [only] if only.is_certain() => Some(*only),
            _ => None,
        };
        let players = game.candidates.each_ref().map(certain);
        let is_ambiguous = !of_round.is_empty()
            || game
                .candidates
                .iter()
                .zip(&players)
                .any(|(candidates, player)| player.is_none() && !candidates.is_empty());
        if let Some(slot) = self.games.get_mut(index) {
            *slot = if is_ambiguous { GameMatch::Ambiguous } else { GameMatch::Unpaired(players) };
        }
    }
}

/// Whether the date of each game is outside the dates of the tournament. If those of all its games are, the report is wrong.
fn outside_dates(file: &TournamentFile, games: &[ComparedGame], options: &[Vec<PairingChoice>]) -> Vec<bool> {
    let is_outside = |game: &ComparedGame| game.facts.date.is_some_and(|date| file.is_outside(date.value));
    let is_within = |game: &ComparedGame| game.facts.date.is_some() && !is_outside(game);
    let is_sure = |(game, options): (&ComparedGame, &Vec<PairingChoice>)| {
        options.iter().any(|option| option.is_sure(game))
    };
    let are_wrong = !games.iter().any(is_within) && games.iter().zip(options).any(is_sure);
    games.iter().map(|game| !are_wrong && is_outside(game)).collect()
}

/// All pairings that a game can have.
fn options(file: &TournamentFile, pairings: &Pairings, game: &ComparedGame) -> Vec<PairingChoice> {
    let [whites, blacks] = &game.candidates;
    let blacks: BTreeMap<usize, &Candidate> = blacks.iter().map(|black| (black.row, black)).collect();
    let mut options = Vec::new();
    for white in whites {
        for index in pairings.all_of_player(white.row) {
            let Some(pairing) = pairings.all.get(*index) else { continue };
            let opponent = pairing.opponent_of(white.row);
            let Some(black) = opponent.and_then(|opponent| blacks.get(&opponent)) else { continue };
            let is_of_round = game.round().is_none_or(|round| pairing.round == round);
            let is_reversed = pairing.white == Some(black.row);
            let mut cost = white.cost().saturating_add(black.cost());
            cost = cost.saturating_add(if is_of_round { 0 } else { OTHER_ROUND });
            cost = cost.saturating_add(if is_reversed { REVERSED } else { 0 });
            let is_certain = white.is_certain() && black.is_certain();
            let paired = PairedGame { pairing: *index, players: [*white, **black], is_reversed };
            options.push(PairingChoice { paired, cost, is_certain, is_of_round });
        }
    }
    keep_of_date(file, pairings, &game.facts, &mut options);
    options
}

/// If a game has no round, the dates of the rounds decide between several.
fn keep_of_date(
    file: &TournamentFile,
    pairings: &Pairings,
    game: &TournamentGame,
    options: &mut Vec<PairingChoice>,
) {
    let Some(date) = game.date.filter(|_| game.round.is_none() && options.len() > 1) else { return };
    let is_of_date = |option: &PairingChoice| {
        let pairing = pairings.all.get(option.paired.pairing);
        let stated = pairing.and_then(|pairing| file.round_dates.get(pairing.round)?.as_ref());
        stated.is_some_and(|stated| is_same_day(stated.value, date.value))
    };
    if options.iter().any(is_of_date) {
        options.retain(is_of_date);
    }
}

fn is_same_day(one: PartialDate, other: PartialDate) -> bool {
    one == other && one.day().is_some()
}

/// The colour at an index of two.
pub(super) const fn colour_at(index: usize) -> Color {
    if index == 0 { Color::White } else { Color::Black }
}
