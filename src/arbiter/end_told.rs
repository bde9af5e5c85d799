//! How the Termination tag says that the game ended, held against the score and the board.

use crate::chess::Color;
use crate::finding::{Score, Severity};
use crate::law::Rule;
use crate::record::{End, EndTold, EndedBy, Fate, TagName, end_told, ended_on_time};

use super::outcome::Outcome;
use super::{Bench, Draft};

impl<'a> Bench<'a> {
    /// The end that the Termination tag tells of in a sentence.
    fn end_told(&self) -> Option<EndTold<'a>> {
        end_told(self.value(TagName::Termination)?)
    }

    /// Who lost by the Termination tag, where it says so of a player of the game.
    fn loser_told(&self, told: EndTold<'_>) -> Option<Color> {
        match told.fate {
            Fate::Lost(name) => self.player_called(name),
            Fate::Won(name) => self.player_called(name).map(Color::other),
            Fate::Drawn => None,
        }
    }

    /// Who lost by the Termination tag, however that came.
    pub(super) fn loser_by_termination(&self) -> Option<Color> {
        self.loser_told(self.end_told()?)
    }

    /// Who resigned by the Termination tag.
    pub(super) fn resigned_by_termination(&self) -> Option<Color> {
        let told = self.end_told().filter(|told| told.by == EndedBy::Resignation)?;
        self.loser_told(told)
    }

    /// `record.result`: the Termination tag has the game end otherwise than the score or the board.
    pub(super) fn judge_end_told(&mut self, given: Score) {
        let Some(tag) = self.record().tag(TagName::Termination).filter(|_| given != Score::Unknown) else {
            return;
        };
        let told = self.end_told();
        let says = told.and_then(|told| self.against_score(told, given));
        let message = match says.map(|says| format!("{says}, and the score given is {}", given.id())) {
            None => told.and_then(|told| self.against_board(told)).or_else(|| self.time_against_board()),
            against_score => against_score,
        };
        let Some(message) = message.filter(|_| self.wants(Rule::RecordResult, Severity::Warning)) else {
            return;
        };
        let message = format!("the Termination tag says that {message}");
        let ply = self.record().plies();
        self.drafts.push(Draft::new(Rule::RecordResult, Severity::Warning, ply, tag.value, message));
    }

    /// What is told of the end, where the score is another.
    fn against_score(&self, told: EndTold<'_>, given: Score) -> Option<String> {
        let loser = self.loser_told(told);
        match told.fate {
            Fate::Won(_) => loser
                .map(Color::other)
                .filter(|winner| given != Score::won_by(*winner))
                .map(|winner| format!("{winner} won")),
            // Who lost on time, or resigned, may have a draw, the other's men not being able to mate.
            Fate::Lost(_) => {
                let lost = if told.by == EndedBy::Resignation { "resigned" } else { "lost" };
                loser.filter(|loser| given == Score::won_by(*loser)).map(|loser| format!("{loser} {lost}"))
            }
            Fate::Drawn => {
                let is_drawn = self.is_written_for(given, self.score_of(Outcome::Drawn));
                (!is_drawn).then(|| "the game was drawn".to_owned())
            }
        }
    }

    /// Whether the last position is sure to be the one that the game ended in. Of a record without moves nothing is known.
    fn end_of_board_is_certain(&self) -> bool {
        let record = self.record();
        record.stop.is_none()
            && record.odd.is_empty()
            && record.facts.doubtful.is_none()
            && record.plies() > 0
    }

    /// That the game ended on time, where it was over on the board.
    fn time_against_board(&self) -> Option<String> {
        let gives = match self.record().facts.end {
            End::Mate => "mate",
            End::Stalemate => "stalemate",
            End::Open => return None,
        };
        let on_time = self.end_of_board_is_certain() && ended_on_time(self.value(TagName::Termination)?);
        on_time.then(|| format!("the game ended on time, and the last move gives {gives}"))
    }

    /// What is told of the end, where the last position is another.
    fn against_board(&self, told: EndTold<'_>) -> Option<String> {
        let record = self.record();
        let due = match told.by {
            EndedBy::Checkmate => End::Mate,
            EndedBy::Stalemate => End::Stalemate,
            EndedBy::Time | EndedBy::Resignation | EndedBy::Otherwise => return None,
        };
        if !self.end_of_board_is_certain() || record.facts.end == due {
            return None;
        }
        Some(match self.loser_told(told) {
            Some(loser) if due == End::Mate => {
                format!("{loser} was checkmated, and the last move gives no mate")
            }
            None if due == End::Stalemate => {
                "the game ended in stalemate, and the last move gives none".to_owned()
            }
            _ => return None,
        })
    }

    /// The player of that name, where the other has another; else the one of that colour.
    fn player_called(&self, name: &[u8]) -> Option<Color> {
        let is_called = |tag| self.value(tag).is_some_and(|value| value.trim_ascii() == name);
        match (is_called(TagName::White), is_called(TagName::Black)) {
            // White may be called Black.
            (true, false) => Some(Color::White).filter(|_| name != b"Black"),
            (false, true) => Some(Color::Black).filter(|_| name != b"White"),
            (true, true) => None,
            (false, false) => match name {
                b"White" => Some(Color::White),
                b"Black" => Some(Color::Black),
                _ => None,
            },
        }
    }
}
