//! Finds the pairing of each game: by round, then by FIDE ids and names. The spelling of a name is weighed, and the weight
//! kept, so that no variant is accepted in silence.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::event::{Membership, Occasion, Occasions};
use super::game::TournamentGame;
use super::likeness::Candidate;
use super::pairings::Pairings;
use super::trf::TournamentFile;
use crate::finding::Related;
use crate::game::PartialDate;

/// The weight of reversed colours, compared with those of names.
const REVERSED: u32 = 2;

/// A game that may be of the tournament.
#[derive(Debug)]
pub(super) struct ComparedGame {
    pub facts: TournamentGame,
    pub place: Related,
    /// The players of the report who can be White and Black.
    pub candidates: [Arc<[Candidate]>; 2],
    /// Whether it is reported as a copy of another record.
    pub is_copy: bool,
}

impl ComparedGame {
    /// The round from 0.
    pub(super) fn round(&self) -> Option<usize> {
        self.facts.round()
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
    /// A game of other dates or another event, and no pairing is certain.
    OfOtherTournament,
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
pub(super) struct Matching<'t> {
    /// By games, in the order of the input.
    pub games: Vec<GameMatch>,
    pub memberships: Vec<Membership>,
    pub occasions: Occasions<'t>,
    /// By pairings; games in the order of the input.
    pub of_pairing: Vec<Vec<usize>>,
    /// Pairings of which a game may be one that is not certain.
    pub doubtful: BTreeSet<usize>,
}

/// Whether the round of a game is that of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum RoundFit {
    /// By its number, or by the date of the round if the game has no number.
    Same,
    Unknown,
    Other,
}

/// A pairing that a game can have.
#[derive(Clone, Copy)]
struct PairingChoice {
    paired: PairedGame,
    cost: u32,
    has_certain_names: bool,
    fit: RoundFit,
}

impl PairingChoice {
    /// Whether names and round are those of the game.
    fn is_sure(&self) -> bool {
        self.has_certain_names && self.fit == RoundFit::Same
    }
}

impl<'t> Matching<'t> {
    pub(super) fn of(file: &'t TournamentFile, pairings: &Pairings, games: &[ComparedGame]) -> Self {
        let mut options: Vec<Vec<PairingChoice>> =
            games.iter().map(|game| options(file, pairings, game)).collect();
        let occasion = |(game, options): (&ComparedGame, &Vec<PairingChoice>)| Occasion {
            event: game.facts.event,
            date: game.facts.date.map(|date| date.value),
            is_sure: options.iter().any(PairingChoice::is_sure),
        };
        let of_games: Vec<Occasion> = games.iter().zip(&options).map(occasion).collect();
        let occasions = Occasions::of(file, &of_games);
        let memberships: Vec<Membership> =
            of_games.iter().map(|game| occasions.membership_of(game)).collect();
        let are_other: Vec<bool> = memberships.iter().map(|membership| membership.is_other()).collect();
        let mut matching = Self {
            games: vec![GameMatch::Ambiguous; games.len()],
            memberships,
            occasions,
            of_pairing: vec![Vec::new(); pairings.all.len()],
            doubtful: BTreeSet::new(),
        };
        for ((options, game), membership) in options.iter_mut().zip(games).zip(&matching.memberships) {
            // The same players may have met in another tournament, or the date is wrong.
            if *membership == Membership::OtherDates && game.round().is_none() {
                let certain = options.iter().filter(|option| option.has_certain_names);
                matching.doubtful.extend(certain.map(|option| option.paired.pairing));
            }
            options.retain(|option| !membership.is_other() || option.is_sure());
        }
        let mut is_settled = vec![false; games.len()];
        let is_other = |game: usize| are_other.get(game).copied().unwrap_or(false);
        // Games of other tournaments come last, so that they take no pairing from others.
        let mut in_order: Vec<usize> = (0..games.len()).collect();
        in_order.sort_by_key(|game| is_other(*game));
        // The most certain first. Similar names are not taken for those of another round.
        for (has_certain_names, fit) in [
            (true, RoundFit::Same),
            (true, RoundFit::Unknown),
            (false, RoundFit::Same),
            (false, RoundFit::Unknown),
            (true, RoundFit::Other),
        ] {
            for game in in_order.iter().copied() {
                let Some(settled) = is_settled.get_mut(game).filter(|settled| !**settled) else { continue };
                let of_game = options.get(game).map_or(&[][..], Vec::as_slice).iter();
                let of_pass = of_game
                    .filter(|option| option.has_certain_names == has_certain_names && option.fit == fit);
                let may_repeat = has_certain_names && fit == RoundFit::Same && !is_other(game);
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
            if is_other(index) {
                if let Some(slot) = matching.games.get_mut(index) {
                    *slot = GameMatch::OfOtherTournament;
                }
            } else {
                let options = options.get(index).map_or(&[][..], Vec::as_slice);
                matching.leave(index, game, options, file, pairings);
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
    fn leave(
        &mut self,
        index: usize,
        game: &ComparedGame,
        options: &[PairingChoice],
        file: &TournamentFile,
        pairings: &Pairings,
    ) {
        let of_round: Vec<&PairingChoice> =
            options.iter().filter(|option| option.fit != RoundFit::Other).collect();
        self.doubtful.extend(of_round.iter().map(|option| option.paired.pairing));
        let is_of_round = |pairing: &usize| {
            let pairing = pairings.all.get(*pairing);
            pairing.is_some_and(|pairing| game.round().is_none_or(|round| pairing.round == round))
        };
        for candidate in game.candidates.iter().flat_map(|candidates| candidates.iter()) {
            let all = pairings.all_of_player(candidate.row).iter().copied();
            self.doubtful.extend(all.filter(is_of_round));
        }
        let has_own_rank =
            |row: usize| file.players.get(row).is_some_and(|row| !pairings.is_doubled(row.start_rank));
        let certain = |candidates: &Arc<[Candidate]>| match candidates.as_ref() {
            [only] if only.is_certain() && has_own_rank(only.row) => Some(*only),
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

/// All pairings that a game can have.
fn options(file: &TournamentFile, pairings: &Pairings, game: &ComparedGame) -> Vec<PairingChoice> {
    let [whites, blacks] = &game.candidates;
    let blacks: BTreeMap<usize, &Candidate> = blacks.iter().map(|black| (black.row, black)).collect();
    let mut options = Vec::new();
    for white in whites.iter() {
        for index in pairings.all_of_player(white.row) {
            let Some(pairing) = pairings.all.get(*index) else { continue };
            let opponent = pairing.opponent_of(white.row);
            let Some(black) = opponent.and_then(|opponent| blacks.get(&opponent)) else { continue };
            let fit = round_fit(file, game, pairing.round);
            let is_reversed = pairing.white == Some(black.row);
            let of_names = white.cost().saturating_add(black.cost());
            let cost = of_names.saturating_add(if is_reversed { REVERSED } else { 0 });
            let has_certain_names = white.is_certain() && black.is_certain();
            let paired = PairedGame { pairing: *index, players: [*white, **black], is_reversed };
            options.push(PairingChoice { paired, cost, has_certain_names, fit });
        }
    }
    // The date decides between several rounds.
    if game.round().is_none() && options.iter().any(|option| option.fit == RoundFit::Same) {
        options.retain(|option| option.fit == RoundFit::Same);
    }
    options
}

fn round_fit(file: &TournamentFile, game: &ComparedGame, round: usize) -> RoundFit {
    if let Some(stated) = game.round() {
        return if stated == round { RoundFit::Same } else { RoundFit::Other };
    }
    let of_round = file.round_dates.get(round).and_then(Option::as_ref);
    match (game.facts.date, of_round) {
        (Some(date), Some(stated)) if is_same_day(stated.value, date.value) => RoundFit::Same,
        _ => RoundFit::Unknown,
    }
}

fn is_same_day(one: PartialDate, other: PartialDate) -> bool {
    one == other && one.day().is_some()
}
