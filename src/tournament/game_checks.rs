//! Contradictions between a game record and its pairing in the report.

use std::sync::Arc;

use super::event::Membership;
use super::finding::{TournamentFinding, shown_round};
use super::game::{HasMoves, TournamentGame};
use super::likeness::Candidate;
use super::matching::{ComparedGame, GameMatch, Matching, PairedGame};
use super::pairings::{Pairing, PairingOutcome, PairingState, Pairings};
use super::sentences;
use super::trf::{Absence, PlayerRow, RoundCell, TournamentFile};
use crate::chess::Color;
use crate::finding::{Location, Related, Score, Severity};
use crate::law::Rule;

pub(super) struct GameChecks<'t> {
    pub file: &'t TournamentFile,
    pub pairings: &'t Pairings,
    pub matching: &'t Matching<'t>,
    pub games: &'t [ComparedGame],
}

impl<'t> GameChecks<'t> {
    /// The findings of all games, in their order.
    pub(super) fn check(&self) -> Vec<Vec<TournamentFinding>> {
        let games = self.games.iter().zip(&self.matching.games).enumerate();
        games
            .map(|(index, (game, matched))| match matched {
                GameMatch::Paired(paired) => self.check_paired(index, &game.facts, paired),
                GameMatch::Unpaired(players) => {
                    let known = known_players(players);
                    let is_of_event = self.is_of_event(index);
                    let found = self.check_unpaired(game, &known).map(|found| match known.as_slice() {
                        // The players of other events are not in the report.
                        [_] if !is_of_event => TournamentFinding { severity: Severity::Info, ..found },
                        _ => found,
                    });
                    found.into_iter().collect()
                }
                GameMatch::Ambiguous | GameMatch::OfOtherTournament => Vec::new(),
            })
            .collect()
    }

    /// Whether a game has the event of the tournament.
    pub(super) fn is_of_event(&self, game: usize) -> bool {
        self.matching.memberships.get(game) == Some(&Membership::SameEvent)
    }

    pub(super) fn row(&self, index: usize) -> Option<&'t PlayerRow> {
        self.file.players.get(index)
    }

    /// The starting rank of a player, which does not depend on the order of the rows.
    pub(super) fn rank(&self, index: usize) -> u32 {
        self.row(index).map_or(0, |row| row.start_rank)
    }

    /// The name of a player, or its starting rank.
    pub(super) fn name(&self, index: usize) -> String {
        self.row(index).map_or_else(String::new, sentences::player)
    }

    fn check_paired(
        &self,
        index: usize,
        game: &TournamentGame,
        paired: &PairedGame,
    ) -> Vec<TournamentFinding> {
        let mut found = Vec::new();
        let Some(pairing) = self.pairings.all.get(paired.pairing) else { return found };
        found.extend(self.second_record(index, paired, pairing));
        if let Some(round) = game.round.filter(|round| round.value as usize != shown_round(pairing.round)) {
            let names = paired.players.map(|player| self.name(player.row));
            let message = sentences::other_round(&names, round.value, shown_round(pairing.round));
            let about = format!("round {}", pairing.round);
            found.push(
                TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about)
                    .at(round.place),
            );
        }
        if paired.is_reversed {
            let [white, black] = paired.players.map(|player| self.name(player.row));
            let message = sentences::reversed_colours(&white, &black, shown_round(pairing.round));
            let about = format!("colours {}", pairing.round);
            let finding = TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about);
            found.push(at_name(finding, game, Color::White));
        }
        found.extend(self.check_moves(game, paired, pairing));
        Self::check_score(game, paired, pairing, &mut found);
        found
    }

    /// A second record of one pairing. Copies are reported anyway, and boards write each game to a file of its own too.
    fn second_record(
        &self,
        index: usize,
        paired: &PairedGame,
        pairing: &Pairing,
    ) -> Option<TournamentFinding> {
        let first = *self.matching.of_pairing.get(paired.pairing)?.first()?;
        let (game, other) = (self.games.get(index)?, &self.games.get(first)?.place);
        let own = &game.place;
        if first == index || game.is_copy || Related::are_of_one_board(&own.file, &other.file) {
            return None;
        }
        let names = paired.players.map(|player| self.name(player.row));
        let other_file = (own.file != other.file).then_some(&*other.file);
        let message = sentences::second_record(&names, shown_round(pairing.round), other.game, other_file);
        let about = format!("double {}", pairing.round);
        let finding = TournamentFinding::new(Rule::TournamentDouble, Severity::Warning, message, &about);
        let other = Related { file: Arc::clone(&other.file), game: other.game };
        Some(TournamentFinding { related: Some(other), ..finding })
    }

    fn check_moves(
        &self,
        game: &TournamentGame,
        paired: &PairedGame,
        pairing: &Pairing,
    ) -> Option<TournamentFinding> {
        let codes = paired.players.map(|player| {
            self.row(player.row)
                .and_then(|row| row.cell(pairing.round))
                .map_or(' ', |cell| cell.code.letter())
        });
        let round = shown_round(pairing.round);
        let about = format!("forfeit {}", pairing.round);
        match (pairing.state, game.moves) {
            (PairingState::Forfeited(_), HasMoves::Yes) => {
                let message = sentences::moves_in_forfeit(codes, round, game.plies);
                Some(TournamentFinding::new(Rule::TournamentForfeit, Severity::Error, message, &about))
            }
            (PairingState::Played(_), HasMoves::No) => {
                let message = sentences::played_without_moves(codes, round);
                let help = sentences::codes_without_moves();
                let finding =
                    TournamentFinding::new(Rule::TournamentForfeit, Severity::Warning, message, &about);
                Some(finding.help(help))
            }
            _ => None,
        }
    }

    fn check_score(
        game: &TournamentGame,
        paired: &PairedGame,
        pairing: &Pairing,
        found: &mut Vec<TournamentFinding>,
    ) {
        let is_forfeited = matches!(pairing.state, PairingState::Forfeited(_));
        if is_forfeited && game.moves != HasMoves::No {
            return;
        }
        let Some(reported) = reported_score(paired, pairing) else { return };
        // If the names are exchanged and the score is not, only the names are wrong.
        let may_be = |score: Score| score == reported || paired.is_reversed && score == reported.mirrored();
        let round = shown_round(pairing.round);
        let is_played = matches!(pairing.state, PairingState::Played(_));
        let law = game.law.as_ref().filter(|law| is_played && !may_be(law.score));
        let place = |finding: TournamentFinding| match game.result_place {
            Some(place) => finding.at(place),
            None => finding,
        };
        if game.result == Score::Unknown {
            if game.law.is_none() {
                let message = sentences::unscored(reported, round);
                let about = format!("unscored {}", pairing.round);
                let finding = TournamentFinding::new(Rule::TournamentScore, Severity::Info, message, &about);
                found.push(place(finding));
            }
        } else if !may_be(game.result) {
            let message = sentences::other_score(game.result, reported, round);
            let about = format!("score {}", pairing.round);
            let mut finding = TournamentFinding::new(Rule::TournamentScore, Severity::Error, message, &about);
            finding.help = game.law.as_ref().map(sentences::score_of_law);
            found.push(place(finding));
        }
        if let Some(law) = law {
            let message = sentences::law_against_report(law, game.result, reported, round);
            let about = format!("law {}", pairing.round);
            let finding = TournamentFinding::new(Rule::TournamentLaw, Severity::Error, message, &about);
            found.push(place(TournamentFinding { law: Some(law.clone()), ..finding }));
        }
    }

    fn check_unpaired(&self, game: &ComparedGame, known: &[(Color, usize)]) -> Option<TournamentFinding> {
        let (round, facts) = (game.round(), &game.facts);
        match round {
            // One finding names all games of a later round.
            Some(round) if round >= self.file.rounds() => None,
            Some(round) => self
                .moves_in_bye(facts, known, round)
                .or_else(|| self.other_opponent(facts, known, round))
                .or_else(|| self.extra_game(facts, known, Some(round))),
            None => self.extra_game(facts, known, None),
        }
    }

    /// A game of a player who does not play in the round by the report.
    fn moves_in_bye(
        &self,
        game: &TournamentGame,
        known: &[(Color, usize)],
        round: usize,
    ) -> Option<TournamentFinding> {
        if game.moves != HasMoves::Yes {
            return None;
        }
        known.iter().find_map(|(colour, player)| {
            let row = self.row(*player)?;
            let cell = row.rounds.get(round).copied().unwrap_or(Some(RoundCell::default()))?;
            let (name, number) = (sentences::player(row), shown_round(round));
            let message = match self.file.absence(round, row.start_rank) {
                _ if cell.opponent.is_some() => return None,
                _ if cell.code.is_bye() || cell.code.is_forfeit() => {
                    sentences::moves_in_bye(&name, cell.code.letter(), number, game.plies)
                }
                Some(Absence::Bye(bye)) => sentences::moves_in_bye(&name, bye.letter(), number, game.plies),
                Some(Absence::TeamBye(bye)) => {
                    sentences::moves_in_bye_of_team(&name, bye.letter(), number, game.plies)
                }
                Some(Absence::ForfeitedMatch) => {
                    sentences::moves_in_forfeited_match(&name, number, game.plies)
                }
                None => return None,
            };
            let about = format!("bye {round} {}", row.start_rank);
            let finding = TournamentFinding::new(Rule::TournamentForfeit, Severity::Error, message, &about);
            Some(at_name(finding, game, *colour))
        })
    }

    /// The players met other opponents in the round, or one of them has another name there.
    fn other_opponent(
        &self,
        game: &TournamentGame,
        known: &[(Color, usize)],
        round: usize,
    ) -> Option<TournamentFinding> {
        let paired = |player: usize| self.pairings.all.get(self.pairings.of_player(player, round)?);
        let opponent = |player: usize| paired(player)?.opponent_of(player);
        let number = shown_round(round);
        match known {
            [(colour, player)] => {
                let index = self.pairings.of_player(*player, round)?;
                let opponent = opponent(*player)?;
                let other = colour.other();
                let named = game.players.get(other.at())?.name.as_ref()?;
                let is_taken = self.matching.of_pairing.get(index).is_some_and(|games| !games.is_empty());
                if is_taken {
                    return None;
                }
                let pair = [self.name(*player), self.name(opponent)];
                let message = sentences::other_name(other, &named.value, &pair, number);
                let about = format!("name {round} {}", self.rank(opponent));
                let finding =
                    TournamentFinding::new(Rule::TournamentIdentity, Severity::Warning, message, &about);
                Some(finding.at(named.place))
            }
            [(_, white), (_, black)] => {
                let pairs: Vec<[String; 2]> = [*white, *black]
                    .into_iter()
                    .filter_map(|player| Some([self.name(player), self.name(opponent(player)?)]))
                    .collect();
                if pairs.is_empty() {
                    return None;
                }
                let message = sentences::other_opponents(&pairs, number);
                let about = format!("opponents {round} {} {}", self.rank(*white), self.rank(*black));
                let finding =
                    TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about);
                Some(at_name(finding, game, Color::White))
            }
            _ => None,
        }
    }

    /// Whether the opponent of a player in the round has no row, or one of several.
    fn has_lost_opponent(&self, player: usize, round: usize) -> bool {
        let cell = self.row(player).and_then(|row| row.cell(round));
        let opponent = cell.and_then(|cell| cell.opponent);
        opponent.is_some_and(|opponent| {
            self.pairings.row(opponent).is_none() || self.pairings.is_doubled(opponent)
        })
    }

    /// Whether the report may have the game in the columns of a round that cannot be read, or that no row of the players has.
    fn may_be_unread(&self, known: &[(Color, usize)], round: Option<usize>) -> bool {
        let is_unread = |round: usize| {
            known.iter().all(|(_, player)| self.row(*player).is_none_or(|row| row.cell(round).is_none()))
        };
        round.map_or_else(|| (0..self.file.rounds()).any(is_unread), is_unread)
    }

    /// A game that the report does not have.
    fn extra_game(
        &self,
        game: &TournamentGame,
        known: &[(Color, usize)],
        round: Option<usize>,
    ) -> Option<TournamentFinding> {
        if self.may_be_unread(known, round) {
            return None;
        }
        let number = round.map(shown_round);
        let (message, about, at) = match known {
            [(_, white), (_, black)] => {
                let names = [self.name(*white), self.name(*black)];
                let about = format!("extra {} {} {round:?}", self.rank(*white), self.rank(*black));
                (sentences::no_such_game(&names, number), about, Color::White)
            }
            // The other player may be in a row that is missing or cannot be read.
            [(_, player)]
                if self.file.is_incomplete()
                    || round.is_some_and(|round| self.has_lost_opponent(*player, round)) =>
            {
                return None;
            }
            [(colour, player)] => {
                let other = colour.other();
                let named = game.players.get(other.at())?.name.as_ref()?;
                let about = format!("extra {} {round:?}", self.rank(*player));
                (sentences::no_such_player(&named.value), about, other)
            }
            _ => return None,
        };
        let finding = TournamentFinding::new(Rule::TournamentMissingGame, Severity::Warning, message, &about);
        Some(at_name(finding, game, at))
    }
}

/// The players of a game that are certain, with their colours in it.
fn known_players(players: &[Option<Candidate>; 2]) -> Vec<(Color, usize)> {
    let of_colours = Color::BOTH.into_iter().zip(players);
    of_colours.filter_map(|(colour, player)| Some((colour, player.as_ref()?.row))).collect()
}

/// The score of the report, by the colours of the game.
fn reported_score(paired: &PairedGame, pairing: &Pairing) -> Option<Score> {
    let [white, black] = paired.players.map(|player| player.row);
    match pairing.outcome()? {
        PairingOutcome::Drawn => Some(Score::Draw),
        PairingOutcome::WonBy(player) if player == white => Some(Score::White),
        PairingOutcome::WonBy(player) if player == black => Some(Score::Black),
        PairingOutcome::WonBy(_) | PairingOutcome::BothLost | PairingOutcome::Uneven => None,
    }
}

/// The finding at the name of a player, if the record has one.
fn at_name(finding: TournamentFinding, game: &TournamentGame, colour: Color) -> TournamentFinding {
    let name = game.players.get(colour.at()).and_then(|player| player.name.as_ref());
    let place: Option<Location> = name.map(|name| name.place);
    TournamentFinding { place, ..finding }
}
