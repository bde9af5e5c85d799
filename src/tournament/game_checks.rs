//! Contradictions between a game record and its pairing in the report.

use std::sync::Arc;

use super::finding::TournamentFinding;
use super::game::{HasMoves, TournamentGame};
use super::likeness::Candidate;
use super::matching::{ComparedGame, GameMatch, Matching, PairedGame, colour_at};
use super::pairings::{Pairing, PairingKind, PairingOutcome, Pairings};
use super::sentences;
use super::trf::{Absence, PlayerRow, TournamentFile};
use crate::chess::Color;
use crate::finding::{Location, Related, Score, Severity};
use crate::law::Rule;

pub(super) struct GameChecks<'t> {
    pub file: &'t TournamentFile,
    pub pairings: &'t Pairings,
    pub matching: &'t Matching,
    pub games: &'t [ComparedGame],
}

impl<'t> GameChecks<'t> {
    /// The findings of all games, in their order.
    pub(super) fn check(&self) -> Vec<Vec<TournamentFinding>> {
        let games = self.games.iter().zip(&self.matching.games).enumerate();
        games
            .map(|(index, (game, matched))| match matched {
                GameMatch::Paired(paired) => self.check_paired(index, &game.facts, paired),
                GameMatch::Unpaired(players) => self.check_unpaired(game, players),
                GameMatch::Ambiguous | GameMatch::OfOtherDates => Vec::new(),
            })
            .collect()
    }

    pub(super) fn row(&self, index: usize) -> Option<&'t PlayerRow> {
        self.file.players.get(index)
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
        if let Some(round) = game.round.filter(|round| round.value as usize != round_number(pairing.round)) {
            let names = paired.players.map(|player| self.name(player.row));
            let message = sentences::other_round(&names, round.value, round_number(pairing.round));
            let about = format!("round {}", pairing.round);
            found.push(
                TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about)
                    .at(round.place),
            );
        }
        if paired.is_reversed {
            let [white, black] = paired.players.map(|player| self.name(player.row));
            let message = sentences::reversed_colours(&white, &black, round_number(pairing.round));
            let about = format!("colours {}", pairing.round);
            let finding = TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about);
            found.push(at_name(finding, game, Color::White));
        }
        found.extend(self.check_moves(game, paired, pairing));
        Self::check_score(game, paired, pairing, &mut found);
        found
    }

    /// A second record of one pairing. Boards write each game to a file of its own too.
    fn second_record(
        &self,
        index: usize,
        paired: &PairedGame,
        pairing: &Pairing,
    ) -> Option<TournamentFinding> {
        let first = *self.matching.of_pairing.get(paired.pairing)?.first()?;
        let (own, other) = (&self.games.get(index)?.place, &self.games.get(first)?.place);
        if first == index || are_of_one_board(&own.file, &other.file) {
            return None;
        }
        let names = paired.players.map(|player| self.name(player.row));
        let other_file = (own.file != other.file).then_some(&*other.file);
        let message = sentences::second_record(&names, round_number(pairing.round), other.game, other_file);
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
        let round = round_number(pairing.round);
        let about = format!("forfeit {}", pairing.round);
        match (pairing.kind, game.moves) {
            (PairingKind::Forfeited, HasMoves::Yes) => {
                let message = sentences::moves_in_forfeit(codes, round, game.plies);
                Some(TournamentFinding::new(Rule::TournamentForfeit, Severity::Error, message, &about))
            }
            (PairingKind::Played, HasMoves::No) => {
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
        let is_of_game = match pairing.kind {
            PairingKind::Played | PairingKind::Unrated => true,
            PairingKind::Forfeited => game.moves == HasMoves::No,
            PairingKind::Unknown => false,
        };
        let Some(reported) = reported_score(paired, pairing).filter(|_| is_of_game) else { return };
        // If the names are exchanged and the score is not, only the names are wrong.
        let may_be = |score: Score| score == reported || paired.is_reversed && score == mirrored(reported);
        let round = round_number(pairing.round);
        let law = game.law.as_ref().filter(|law| pairing.kind == PairingKind::Played && !may_be(law.score));
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

    fn check_unpaired(
        &self,
        game: &ComparedGame,
        players: &[Option<Candidate>; 2],
    ) -> Vec<TournamentFinding> {
        let (round, facts) = (game.round(), &game.facts);
        let known: Vec<(Color, usize)> = players
            .iter()
            .enumerate()
            .filter_map(|(colour, player)| Some((colour_at(colour), player.as_ref()?.row)))
            .collect();
        let of_round = round.filter(|round| *round < self.file.rounds()).and_then(|round| {
            self.moves_in_bye(facts, &known, round).or_else(|| self.other_opponent(facts, &known, round))
        });
        of_round.or_else(|| self.extra_game(facts, &known, round)).into_iter().collect()
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
            let cell = row.cell(round).unwrap_or_default();
            let (name, number) = (sentences::player(row), round_number(round));
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
            let about = format!("bye {round} {player}");
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
        let number = round_number(round);
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
                let about = format!("name {round} {opponent}");
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
                let about = format!("opponents {round} {white} {black}");
                let finding =
                    TournamentFinding::new(Rule::TournamentPairing, Severity::Error, message, &about);
                Some(at_name(finding, game, Color::White))
            }
            _ => None,
        }
    }

    /// Whether the opponent of a player in the round has no row.
    fn has_lost_opponent(&self, player: usize, round: usize) -> bool {
        let cell = self.row(player).and_then(|row| row.cell(round));
        let opponent = cell.and_then(|cell| cell.opponent);
        opponent.is_some_and(|opponent| self.pairings.row(opponent).is_none())
    }

    /// A game that the report does not have.
    fn extra_game(
        &self,
        game: &TournamentGame,
        known: &[(Color, usize)],
        round: Option<usize>,
    ) -> Option<TournamentFinding> {
        let number = round.map(round_number);
        let (message, about, at) = match known {
            [(_, white), (_, black)] => {
                let names = [self.name(*white), self.name(*black)];
                let about = format!("extra {white} {black} {round:?}");
                (sentences::no_such_game(&names, number), about, Color::White)
            }
            // The other player may be in a row that is missing or cannot be read.
            [(_, player)]
                if self.file.has_unread_rows
                    || round.is_some_and(|round| self.has_lost_opponent(*player, round)) =>
            {
                return None;
            }
            [(colour, player)] => {
                let other = colour.other();
                let named = game.players.get(other.at())?.name.as_ref()?;
                let about = format!("extra {player} {round:?}");
                (sentences::no_such_player(&named.value), about, other)
            }
            _ => return None,
        };
        let finding = TournamentFinding::new(Rule::TournamentMissingGame, Severity::Warning, message, &about);
        Some(at_name(finding, game, at))
    }
}

/// The score of the report, by the colours of the game.
fn reported_score(paired: &PairedGame, pairing: &Pairing) -> Option<Score> {
    let [white, black] = paired.players.map(|player| player.row);
    match pairing.outcome? {
        PairingOutcome::Drawn => Some(Score::Draw),
        PairingOutcome::WonBy(player) if player == white => Some(Score::White),
        PairingOutcome::WonBy(player) if player == black => Some(Score::Black),
        PairingOutcome::WonBy(_) | PairingOutcome::BothLost => None,
    }
}

/// The score with the colours exchanged.
const fn mirrored(score: Score) -> Score {
    match score {
        Score::White => Score::Black,
        Score::Black => Score::White,
        score => score,
    }
}

/// The finding at the name of a player, if the record has one.
fn at_name(finding: TournamentFinding, game: &TournamentGame, colour: Color) -> TournamentFinding {
    let name = game.players.get(colour.at()).and_then(|player| player.name.as_ref());
    let place: Option<Location> = name.map(|name| name.place);
    TournamentFinding { place, ..finding }
}

/// A round as reports count it, from 1.
pub(super) const fn round_number(round: usize) -> usize {
    round.saturating_add(1)
}

/// Whether a program for electronic boards writes both files: `games.pgn` beside `game-1.pgn` in one folder.
fn are_of_one_board(one: &str, other: &str) -> bool {
    let split = |file: &str| {
        let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
        (folder.to_owned(), name.to_ascii_lowercase())
    };
    let ((folder, name), (other_folder, other_name)) = (split(one), split(other));
    let is_one_game = |name: &str| {
        let number = name.strip_prefix("game-").and_then(|name| name.strip_suffix(".pgn"));
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    folder == other_folder
        && (name == "games.pgn" && is_one_game(&other_name)
            || other_name == "games.pgn" && is_one_game(&name))
}
