//! What the players agreed on about the end of the game: drawn games that count as won, and mates that must
//! be given with a certain man, on a certain square, or suffered.

use crate::chess::{Color, Role, Square};
use crate::finding::{Reason, Score, Severity};
use crate::game::board_edits::EditedBoard;
use crate::game::{End, OddsTerm};
use crate::law::Rule;

use crate::arbiter::rules::result::Ruling;
use crate::arbiter::{Context, Draft};

/// The end that the giver of odds bound himself to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wager {
    /// He mates with the man of this square.
    MateWith(Square),
    /// He mates on this square.
    MateOn(Square),
    /// He is stalemated or stalemates: it is a stalemate that he must force.
    Stalemate,
    /// He makes the other mate him.
    Selfmate,
}

/// Whether a wager was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Met {
    Yes,
    No,
    /// The game ended otherwise than it was about.
    NotPutToTheTest,
}

impl<'a> Context<'a> {
    /// What a drawn game counts for: where drawn games were given as odds, the receiver's win.
    pub(crate) fn score_of_draw(&self) -> Score {
        let counts = self.odds().filter(|odds| odds.terms.contains(&OddsTerm::DrawsWon));
        counts.map_or(Score::Draw, |odds| Score::won_by(odds.giver.other()))
    }

    /// Whether a score given says what the game counts for: a drawn game that counts as won may be written
    /// as the draw that it was.
    pub(crate) fn is_written_for(&self, given: Score, counts: Score) -> bool {
        given == counts || (given == Score::Draw && counts == self.score_of_draw())
    }

    /// The ruling on the end of the game, held to what the players had agreed on.
    pub(crate) fn under_agreement(&mut self, ruling: Ruling<'a>, given: Score) -> Ruling<'a> {
        let Some(odds) = self.odds() else { return ruling };
        let wager = odds.terms.iter().find_map(|term| match term {
            OddsTerm::MateWith(square) => Some(Wager::MateWith(*square)),
            OddsTerm::MateOn(square) => Some(Wager::MateOn(*square)),
            OddsTerm::ForceStalemate => Some(Wager::Stalemate),
            OddsTerm::Selfmate => Some(Wager::Selfmate),
            _ => None,
        });
        match wager.map_or(Met::NotPutToTheTest, |wager| self.met(wager, odds.giver)) {
            Met::NotPutToTheTest if ruling.score == Score::Draw => {
                Ruling { score: self.score_of_draw(), ..ruling }
            }
            Met::NotPutToTheTest => ruling,
            // Some write what the wager is worth, some what stands on the board.
            Met::Yes => {
                let score = Score::won_by(odds.giver);
                let score = if given == Score::Unknown { score } else { given };
                Ruling { score, reason: Reason::Rule(Rule::SetupOdds), ..ruling }
            }
            Met::No => {
                if let Some(wager) = wager {
                    self.wager_not_met(wager, odds.giver);
                }
                Ruling { score: Score::Unknown, reason: Reason::Rule(Rule::SetupOdds), ..ruling }
            }
        }
    }

    fn met(&self, wager: Wager, giver: Color) -> Met {
        let record = self.record();
        let position = &record.position;
        let mated = (record.facts.end == End::Mate).then(|| position.turn());
        let checks = position.checkers(position.turn());
        match (wager, mated) {
            (Wager::MateWith(square), Some(mated)) if mated != giver => {
                let Some(man) = self.man_now(square) else { return Met::No };
                let moved_last = record.moves.last().is_some_and(|last| last.to() == man);
                if moved_last || checks.has(man) { Met::Yes } else { Met::No }
            }
            (Wager::MateOn(square), Some(mated)) if mated != giver => {
                let king = position.of(mated, Role::King).single();
                let moved_last = record.moves.last().is_some_and(|last| last.to() == square);
                if king == Some(square) || moved_last || checks.has(square) { Met::Yes } else { Met::No }
            }
            (Wager::Selfmate, Some(mated)) => {
                if mated == giver {
                    Met::Yes
                } else {
                    Met::No
                }
            }
            (Wager::Stalemate, Some(mated)) if mated != giver => Met::No,
            (Wager::Stalemate, None) if record.facts.end == End::Stalemate => Met::Yes,
            _ => Met::NotPutToTheTest,
        }
    }

    /// Where the man that began on a square stands now.
    fn man_now(&self, square: Square) -> Option<Square> {
        let record = self.record();
        let mut board = EditedBoard::new(&record.start);
        for played in record.moves.iter() {
            board.play(played);
        }
        board.square_of_man_from(square)
    }

    fn wager_not_met(&mut self, wager: Wager, giver: Color) {
        if !self.wants(Rule::SetupOdds, Severity::Error) {
            return;
        }
        let due = match wager {
            Wager::MateWith(square) => format!("was to mate with the man of {square}"),
            Wager::MateOn(square) => format!("was to mate on {square}"),
            Wager::Stalemate => "was to bring about a stalemate".to_owned(),
            Wager::Selfmate => "was to be mated".to_owned(),
        };
        let last = self.record().plies();
        let message = format!("{giver} {due}, and mates otherwise");
        let mut draft = Draft::new(Rule::SetupOdds, Severity::Error, 0, self.last_token(), message).of_fact();
        draft.offender = Some(giver);
        draft.movetext = self.numbered(last);
        draft.help = Some("the mate does not decide the game as it was agreed on".to_owned());
        self.drafts.push(draft);
    }
}
