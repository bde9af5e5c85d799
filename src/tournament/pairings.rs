//! The pairings of a tournament report: what the lines of both players say of a game.

use std::collections::{BTreeMap, BTreeSet};

use super::trf::{ResultCode, RoundCell, TournamentFile};
use crate::chess::Color;

/// Two players of one round. Players are indices of the rows.
#[derive(Clone, Debug)]
pub(super) struct Pairing {
    /// From 0.
    pub round: usize,
    /// In the order of the rows.
    pub players: [usize; 2],
    /// The player with the white pieces, if the report says so without contradiction.
    pub white: Option<usize>,
    pub state: PairingState,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairingState {
    /// The lines contradict each other, or one of them cannot be read.
    Disputed,
    /// Not played yet. A result without colours does not say that a game was played.
    Open,
    Forfeited(PairingOutcome),
    /// `W`, `D`, `L`.
    Unrated(PairingOutcome),
    /// Played over the board and rated.
    Played(PairingOutcome),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PairingOutcome {
    WonBy(usize),
    Drawn,
    BothLost,
    /// The results are not those of one game: the arbiter gave one player less.
    Uneven,
}

impl Pairing {
    pub(super) fn opponent_of(&self, player: usize) -> Option<usize> {
        match self.players {
            [one, other] if one == player => Some(other),
            [one, other] if other == player => Some(one),
            _ => None,
        }
    }

    pub(super) fn is_disputed(&self) -> bool {
        self.state == PairingState::Disputed
    }

    pub(super) const fn outcome(&self) -> Option<PairingOutcome> {
        match self.state {
            PairingState::Disputed | PairingState::Open => None,
            PairingState::Forfeited(outcome)
            | PairingState::Unrated(outcome)
            | PairingState::Played(outcome) => Some(outcome),
        }
    }
}

/// A contradiction between the lines of two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LineConflict {
    /// From 0.
    pub round: usize,
    /// The player in whose line it is reported, and the opponent.
    pub player: usize,
    pub opponent: usize,
    pub kind: LineConflictKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineConflictKind {
    /// The line of the opponent has no opponent, or another player (the starting rank).
    Opponent(Option<u32>),
    Colours(Color),
    Results {
        own: ResultCode,
        other: ResultCode,
    },
}

/// The pairings of all rounds.
#[derive(Debug, Default)]
pub(super) struct Pairings {
    pub all: Vec<Pairing>,
    pub conflicts: Vec<LineConflict>,
    /// By both players in the order of the rows.
    by_players: BTreeMap<[usize; 2], Vec<usize>>,
    /// By player and round.
    by_player: BTreeMap<(usize, usize), usize>,
    /// All pairings of each player.
    all_by_player: Vec<Vec<usize>>,
    rows: BTreeMap<u32, usize>,
    /// The starting ranks that several rows have. Nothing is concluded from them.
    doubled_ranks: BTreeSet<u32>,
}

impl Pairings {
    pub(super) fn of(file: &TournamentFile) -> Self {
        let mut pairings = Self { all_by_player: vec![Vec::new(); file.players.len()], ..Self::default() };
        for (index, row) in file.players.iter().enumerate() {
            if pairings.rows.insert(row.start_rank, index).is_some() {
                pairings.doubled_ranks.insert(row.start_rank);
            }
        }
        for (player, row) in file.players.iter().enumerate() {
            for (round, cell) in row.rounds.iter().enumerate() {
                let Some(cell) = cell else { continue };
                let ranks = cell.opponent.map(|opponent| [row.start_rank, opponent]);
                let Some([own, rank]) = ranks.filter(|[own, other]| own != other) else { continue };
                if [own, rank].iter().any(|rank| pairings.is_doubled(*rank)) {
                    continue;
                }
                if let Some(opponent) = pairings.row(rank) {
                    pairings.add(file, round, player, opponent, *cell);
                }
            }
        }
        pairings
    }

    /// The opponents in rounds that the row of a player does not have, as pairs of round and opponent.
    pub(super) fn beyond_row(&self, file: &TournamentFile) -> BTreeMap<usize, Vec<(usize, usize)>> {
        let mut beyond: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
        for LineConflict { round, player, opponent, kind } in &self.conflicts {
            let rounds = file.players.get(*opponent).map_or(0, |row| row.rounds.len());
            if *kind == LineConflictKind::Opponent(None) && *round >= rounds {
                beyond.entry(*opponent).or_default().push((*round, *player));
            }
        }
        beyond
    }

    /// The row of a starting rank: any of them, if there are several.
    pub(super) fn row(&self, start_rank: u32) -> Option<usize> {
        self.rows.get(&start_rank).copied()
    }

    pub(super) fn is_doubled(&self, start_rank: u32) -> bool {
        self.doubled_ranks.contains(&start_rank)
    }

    /// Whether a starting rank that is not in a row may be that of one of two rows with another.
    pub(super) fn has_doubled_ranks(&self) -> bool {
        !self.doubled_ranks.is_empty()
    }

    /// The pairing of a player in a round.
    pub(super) fn of_player(&self, player: usize, round: usize) -> Option<usize> {
        self.by_player.get(&(player, round)).copied()
    }

    /// All pairings that a row of a player or of an opponent states.
    pub(super) fn all_of_player(&self, player: usize) -> &[usize] {
        self.all_by_player.get(player).map_or(&[], Vec::as_slice)
    }

    /// The players who met more than once, with their pairings.
    pub(super) fn repeated(&self) -> impl Iterator<Item = (&[usize; 2], &Vec<usize>)> {
        self.by_players.iter().filter(|(_, pairings)| pairings.len() > 1)
    }

    fn add(&mut self, file: &TournamentFile, round: usize, player: usize, opponent: usize, own: RoundCell) {
        let key = [player.min(opponent), player.max(opponent)];
        let is_known = |index: &usize| self.all.get(*index).is_some_and(|pairing| pairing.round == round);
        if self.by_players.get(&key).is_some_and(|known| known.iter().any(is_known)) {
            return;
        }
        let other = file.players.get(opponent);
        let other_cell = other.and_then(|row| row.cell(round));
        let is_unread = other.is_some_and(|row| row.rounds.get(round).is_some_and(Option::is_none));
        let names_player = |cell: &RoundCell| cell.opponent.and_then(|rank| self.row(rank)) == Some(player);
        // A loss by forfeit may be written without the opponent.
        let is_absent = |cell: &RoundCell| {
            own.code.is_forfeit() && cell.code == ResultCode::ForfeitLoss && cell.opponent.is_none()
        };
        let mutual = other_cell.filter(|cell| names_player(cell) || is_absent(cell));
        let mut conflict = None;
        if mutual.is_none() && !is_unread {
            let named = other_cell.and_then(|cell| cell.opponent);
            conflict = Some(LineConflictKind::Opponent(named));
        }
        if let Some(other) = mutual {
            conflict = match (own.colour, other.colour) {
                (Some(one), Some(two)) if one == two => Some(LineConflictKind::Colours(one)),
                _ => None,
            };
            if conflict.is_none() && !may_be_of_one_game(own.code, other.code) {
                conflict = Some(LineConflictKind::Results { own: own.code, other: other.code });
            }
        }
        if let Some(kind) = conflict {
            self.conflicts.push(LineConflict { round, player, opponent, kind });
        }
        let white = match (own.colour, mutual.and_then(|cell| cell.colour)) {
            (Some(one), Some(two)) if one == two => None,
            (Some(Color::White), _) | (None, Some(Color::Black)) => Some(player),
            (Some(Color::Black), _) | (None, Some(Color::White)) => Some(opponent),
            (None, None) => None,
        };
        let state = match mutual.filter(|_| conflict.is_none()) {
            Some(other) => state_of(own.code, outcome_of([own, other], [player, opponent]), white),
            None => PairingState::Disputed,
        };
        let index = self.all.len();
        self.all.push(Pairing { round, players: key, white, state });
        self.by_players.entry(key).or_default().push(index);
        for paired in key {
            if let Some(all) = self.all_by_player.get_mut(paired) {
                all.push(index);
            }
            // A pairing that both lines name counts before one that only one line names.
            let known = self.by_player.entry((paired, round)).or_insert(index);
            if state != PairingState::Disputed {
                *known = index;
            }
        }
    }
}

/// Whether two results can be those of one game. Both players can lose; that is a decision of the arbiter.
fn may_be_of_one_game(one: ResultCode, other: ResultCode) -> bool {
    use ResultCode::{Blank, Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win};
    let fits = |one, other| {
        matches!(
            (one, other),
            (Win | Loss, Loss)
                | (Draw, Draw | Loss)
                | (UnratedWin | UnratedLoss, UnratedLoss)
                | (UnratedDraw, UnratedDraw | UnratedLoss)
                | (ForfeitWin | ForfeitLoss, ForfeitLoss)
                | (Blank, Blank)
        )
    };
    fits(one, other) || fits(other, one)
}

/// The state of a pairing by one of its results, which agree. A colour `-` or blank beside a result is that of a game not played.
fn state_of(own: ResultCode, outcome: PairingOutcome, white: Option<usize>) -> PairingState {
    match own {
        ResultCode::Win | ResultCode::Draw | ResultCode::Loss if white.is_some() => {
            PairingState::Played(outcome)
        }
        ResultCode::UnratedWin | ResultCode::UnratedDraw | ResultCode::UnratedLoss => {
            PairingState::Unrated(outcome)
        }
        code if code.is_forfeit() => PairingState::Forfeited(outcome),
        _ => PairingState::Open,
    }
}

fn outcome_of([own, other]: [RoundCell; 2], [player, opponent]: [usize; 2]) -> PairingOutcome {
    use ResultCode::{Draw, ForfeitLoss, ForfeitWin, Loss, UnratedDraw, UnratedLoss, UnratedWin, Win};
    match (own.code, other.code) {
        (Win, Loss) | (UnratedWin, UnratedLoss) | (ForfeitWin, ForfeitLoss) => PairingOutcome::WonBy(player),
        (Loss, Win) | (UnratedLoss, UnratedWin) | (ForfeitLoss, ForfeitWin) => {
            PairingOutcome::WonBy(opponent)
        }
        (Draw, Draw) | (UnratedDraw, UnratedDraw) => PairingOutcome::Drawn,
        (Loss, Loss) | (UnratedLoss, UnratedLoss) | (ForfeitLoss, ForfeitLoss) => PairingOutcome::BothLost,
        _ => PairingOutcome::Uneven,
    }
}
