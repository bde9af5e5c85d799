//! Corrections of a wrong placement (`Placed`): the men go to the squares where they belong.
//!
//! A correction is an edit of the board ([`super::board_edits`]), and stays done where moves go back.

use crate::chess::{Bitboard, Man, Meaning, Position, Square};
use crate::law::RemedyKind;

use super::act::{Act, Notice, Ruling};
use super::board_edits::Righted;
use super::corrections::{Done, Wrong, all_of};
use super::move_list::StatedMove;
use super::record::Record;
use super::span::Span;
use super::tags::TagName;

impl Record {
    /// Whether men of these squares were disturbed, so that what is put back is what was disturbed.
    pub(crate) fn was_disturbed(&self, squares: Bitboard) -> bool {
        !(self.log.corrections.disturbed & squares).is_empty()
    }

    /// What putting the men of these squares right comes to on a board: those set up there who belong elsewhere,
    /// those who belong there, and whoever stands in their way and was set up wrongly too. Only men who stand where
    /// they were set up are put right, and only on squares where nobody else has come to stand.
    pub(crate) fn rectification(&self, squares: Bitboard, board: &Position) -> Vec<Righted> {
        let Some(due) = &self.log.corrections.due else { return Vec::new() };
        let mut wrong = Wrong::between(due, &self.start, board, &self.log.corrections);
        wrong.leave_what_is_blocked();
        wrong.of(squares)
    }

    /// The man of the usual array whom odds took off this square, where the men stood as they were placed and nobody
    /// stood here: he may be put on all the same.
    pub(crate) fn given_from(&self, square: Square) -> Option<Man> {
        let due = self.log.corrections.due.as_ref().filter(|_| self.tag(TagName::Fen).is_none())?;
        let man = Position::initial().man_at(square)?;
        let is_given = self.tag(TagName::Odds).is_some()
            && due.man_at(square).is_none_or(|man| self.log.corrections.given.contains(&man));
        let never_stood = self.start.man_at(square).is_none() && !self.log.corrections.is_done(square);
        (is_given && never_stood).then_some(man)
    }

    /// Whether a square lacks the man due to it, or holds one who is not, from the beginning and still.
    pub(crate) fn is_wrong_still(&self, square: Square) -> bool {
        let differs = |due: &Position| due.man_at(square) != self.start.man_at(square);
        self.log.corrections.due.as_ref().is_some_and(differs) && !self.log.corrections.is_done(square)
    }

    /// What an act says of men disturbed, put back, or set up wrongly.
    pub(crate) fn note_disturbance(&mut self, act: &Act) {
        let known = &mut self.log.corrections;
        match act {
            Act::Displace { squares, .. } => known.disturbed |= all_of(squares),
            // A man in hand is put back where he was lifted.
            Act::Hold { square, .. } => known.disturbed |= Bitboard::of(*square),
            Act::Upset { .. } => known.disturbed = !Bitboard::EMPTY,
            Act::Replace { squares, .. } => known.disturbed &= !all_of(squares),
            Act::Notice { notice: Notice::Setup | Notice::Omitted(_) | Notice::Odds, .. }
            | Act::Elect { remedy: RemedyKind::Rectify | RemedyKind::Supply, .. }
            | Act::Ruling(Ruling::Adjust | Ruling::Restore(_)) => known.spoken_of = true,
            _ => {}
        }
    }

    /// Whether words that are no move on the board are one with the men put right, as was spoken of and is not told.
    pub(crate) fn supposes_men_put_right(&self, said: &impl StatedMove) -> bool {
        if !self.log.corrections.spoken_of {
            return false;
        }
        let righted = self.rectification(!Bitboard::EMPTY, &self.position);
        let board = self.with_men_put_right(self.position, &righted);
        !righted.is_empty()
            && matches!(said.meaning_after(&board, &self.moves), Meaning::Legal(_) | Meaning::Ambiguous(_))
    }

    /// A board with men put right.
    fn with_men_put_right(&self, mut board: Position, righted: &[Righted]) -> Position {
        for one in righted {
            if let Righted::Moved { from: square, .. } | Righted::TakenOff(square) = one {
                board.lift(*square);
            }
        }
        for one in righted {
            match one {
                Righted::Moved { from, to } => {
                    if let Some(man) = self.start.man_at(*from) {
                        board.lay(*to, man);
                    }
                }
                Righted::PutOn(square, man) => board.lay(*square, *man),
                Righted::TakenOff(_) => {}
            }
        }
        board
    }

    /// Men are put right.
    pub(crate) fn put_men_right(&mut self, righted: &[Righted], command: Span) {
        self.edit_board(|board, passed| board.put_right(righted, passed));
        let done = righted.iter().map(|righted| Done { place: command.start, righted: *righted });
        self.log.corrections.done.extend(done);
    }

    /// What the command that stands there put right.
    pub fn righted_by(&self, command: Span) -> impl Iterator<Item = Righted> + '_ {
        let done = &self.log.corrections.done;
        let first = done.partition_point(|done| done.place < command.start);
        let here = done.get(first..).unwrap_or_default().iter();
        here.take_while(move |done| done.place == command.start).map(|done| done.righted)
    }

    /// Whether nothing is left that can be put right once the command that stands there has done so, on this board.
    pub fn puts_all_right(&self, command: Span, board: &Position) -> bool {
        let is_last = self.log.corrections.done.last().is_some_and(|done| done.place == command.start);
        let righted: Vec<Righted> = self.righted_by(command).collect();
        let board = self.with_men_put_right(*board, &righted);
        is_last && self.rectification(!Bitboard::EMPTY, &board).is_empty()
    }
}
