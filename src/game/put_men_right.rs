//! Men set up wrongly are put right: which can be, and by what.

use super::act::{Act, Notice, UmpireRuling};
use super::board_edits::PlacementCorrection;
use super::corrections::{Corrections, DoneCorrection};
use super::move_list::StatedMove;
use super::record::Record;
use super::span::Span;
use super::tags::TagName;
use crate::chess::{Bitboard, Man, Meaning, Position, Role, Square};
use crate::law::RemedyKind;

/// The men that can be put right.
struct WrongMen {
    /// The squares with a man that was set up wrongly.
    standing: Vec<Square>,
    /// From where and to where.
    moved: Vec<(Square, Square)>,
    taken_off: Vec<Square>,
    put_on: Vec<(Square, Man)>,
    /// Squares with any other man.
    taken: Bitboard,
}

impl WrongMen {
    fn between(due: &Position, start: &Position, now: &Position, before: &Corrections) -> Self {
        let wrong: Vec<Square> =
            Square::all().filter(|square| due.man_at(*square) != start.man_at(*square)).collect();
        let due_to = |man: Man| wrong.iter().filter(|square| due.man_at(**square) == Some(man)).count();
        let set_up = |man: Man| wrong.iter().filter(|square| start.man_at(**square) == Some(man)).count();
        let given = |man: Man| before.given.iter().filter(|given| **given == man).count();
        let mut found = Self {
            standing: Vec::new(),
            moved: Vec::new(),
            taken_off: Vec::new(),
            put_on: Vec::new(),
            taken: Bitboard::EMPTY,
        };
        let is_as_set_up = |square: &Square| now.man_at(*square) == start.man_at(*square);
        let is_open = |square: &Square| !before.is_corrected(*square);
        let stands_wrong =
            |square: &Square| start.man_at(*square).is_some() && is_as_set_up(square) && is_open(square);
        found.standing = wrong.iter().copied().filter(stands_wrong).collect();
        for square in Square::all().filter(|square| now.man_at(*square).is_some()) {
            if !found.standing.contains(&square) {
                found.taken |= Bitboard::of(square);
            }
        }
        let lacks = |square: &Square| due.man_at(*square).is_some() && is_open(square);
        let mut lacking: Vec<Square> = wrong.iter().copied().filter(lacks).collect();
        for from in found.standing.clone() {
            let Some(man) = start.man_at(from) else { continue };
            let belongs = |to: &Square| due.man_at(*to) == Some(man) && !found.taken.has(*to);
            if let Some(index) = lacking.iter().position(belongs) {
                let to = lacking.remove(index);
                found.moved.push((from, to));
            } else if set_up(man) > due_to(man) {
                found.taken_off.push(from);
            }
        }
        for square in lacking {
            if let Some(man) = due.man_at(square)
                && !found.taken.has(square)
                && due_to(man) > set_up(man) + given(man)
            {
                found.put_on.push((square, man));
            }
        }
        found
    }

    /// Drops the corrections whose target square is taken by a man that does not leave it.
    fn drop_blocked(&mut self) {
        loop {
            let leaves = |square: Square| {
                self.taken_off.contains(&square) || self.moved.iter().any(|(from, _)| *from == square)
            };
            let blocked = |to: Square| self.taken.has(to) || (self.standing.contains(&to) && !leaves(to));
            let moved: Vec<(Square, Square)> =
                self.moved.iter().copied().filter(|(_, to)| !blocked(*to)).collect();
            let put_on: Vec<(Square, Man)> =
                self.put_on.iter().copied().filter(|(square, _)| !blocked(*square)).collect();
            let is_settled = moved.len() == self.moved.len();
            self.moved = moved;
            self.put_on = put_on;
            if is_settled {
                return;
            }
        }
    }

    /// The corrections that concern these squares, with those that they depend on.
    fn corrections_of(&self, squares: Bitboard) -> Vec<PlacementCorrection> {
        let mut about = squares;
        loop {
            let before = about;
            for (from, to) in &self.moved {
                if about.has(*from) || about.has(*to) {
                    about |= Bitboard::of(*from) | Bitboard::of(*to);
                }
            }
            if about == before {
                break;
            }
        }
        let moved = self.moved.iter().map(|(from, to)| PlacementCorrection::Moved { from: *from, to: *to });
        let taken_off = self.taken_off.iter().map(|square| PlacementCorrection::TakenOff(*square));
        let put_on = self.put_on.iter().map(|(square, man)| PlacementCorrection::PutOn(*square, *man));
        let is_meant = |righted: &PlacementCorrection| about.squares().any(|square| righted.involves(square));
        moved.chain(taken_off).chain(put_on).filter(is_meant).collect()
    }
}

impl Record {
    /// Whether men of these squares were disturbed: men put back there are then the disturbed ones.
    pub(super) fn was_disturbed(&self, squares: Bitboard) -> bool {
        !(self.log.corrections.disturbed & squares).is_empty()
    }

    /// The corrections that put the men of these squares right: those set up there that belong elsewhere, those that belong
    /// there, and any in their way that were set up wrongly too. Only men on the squares where they were set up are put
    /// right, and only to squares that no other man has reached.
    pub(super) fn corrections_on(&self, squares: Bitboard, board: &Position) -> Vec<PlacementCorrection> {
        let Some(due) = &self.log.corrections.due else { return Vec::new() };
        let mut wrong = WrongMen::between(due, &self.start, board, &self.log.corrections);
        wrong.drop_blocked();
        wrong.corrections_of(squares)
    }

    /// The man of the usual array that odds took off this square, if `Placed` says how the men stood and this square was
    /// empty: the man may be put on in spite of the odds.
    pub(super) fn given_from(&self, square: Square) -> Option<Man> {
        let due = self.log.corrections.due.as_ref().filter(|_| self.tag(TagName::Fen).is_none())?;
        let man = Position::initial().man_at(square)?;
        let is_given = self.tag(TagName::Odds).is_some()
            && due.man_at(square).is_none_or(|man| self.log.corrections.given.contains(&man));
        let never_stood = self.start.man_at(square).is_none() && !self.log.corrections.is_corrected(square);
        (is_given && never_stood).then_some(man)
    }

    /// Whether a square was set up wrongly and is not yet corrected.
    pub(super) fn is_still_wrong(&self, square: Square) -> bool {
        let differs = |due: &Position| due.man_at(square) != self.start.man_at(square);
        self.log.corrections.due.as_ref().is_some_and(differs) && !self.log.corrections.is_corrected(square)
    }

    /// Notes an act that disturbs men, puts them back, or says that men were set up wrongly.
    pub(super) fn note_disturbance(&mut self, act: &Act) {
        let noted = &mut self.log.corrections;
        match act {
            Act::Displace { squares, .. } => noted.disturbed |= all_of(squares),
            // A man in hand can be put back where it was lifted.
            Act::Hold { square, .. } => noted.disturbed |= Bitboard::of(*square),
            Act::Upset { .. } => noted.disturbed = !Bitboard::EMPTY,
            Act::Replace { squares, .. } => noted.disturbed &= !all_of(squares),
            Act::Notice { notice: Notice::Setup | Notice::Omitted(_) | Notice::Odds, .. } => {
                noted.was_mentioned = true;
            }
            Act::Elect {
                remedy: RemedyKind::Rectify | RemedyKind::Supply | RemedyKind::RemoveOdds, ..
            }
            | Act::Ruling(UmpireRuling::Adjust | UmpireRuling::Restore(_)) => {
                noted.was_mentioned = true;
                noted.was_asked = true;
            }
            _ => {}
        }
    }

    /// Whether a text is a move only with the men put right, which an act asked for but no act reports.
    pub(crate) fn is_move_after_corrections(&self, said: &impl StatedMove) -> bool {
        // Unless a correction was asked for, castling with a misplaced king is an illegal move.
        self.log.corrections.was_mentioned
            && (self.log.corrections.was_asked || !self.is_illegal_castling(said))
            && self.is_move_with_men_put_right(said)
    }

    /// Whether a text is castling with a king that was set up on a wrong square, and that may have been put right without an act.
    pub(crate) fn is_castling_after_silent_correction(&self, said: &impl StatedMove) -> bool {
        self.acts.is_empty()
            && self.tag(TagName::Observed).is_none()
            && self.has_misplaced_king()
            && self.is_illegal_castling(said)
            && self.is_move_with_men_put_right(said)
    }

    fn is_illegal_castling(&self, said: &impl StatedMove) -> bool {
        let as_it_stands = said.meaning_after(&self.position, &self.moves);
        matches!(as_it_stands, Meaning::Illegal(played, _) if played.is_castling())
    }

    fn is_move_with_men_put_right(&self, said: &impl StatedMove) -> bool {
        let righted = self.corrections_on(!Bitboard::EMPTY, &self.position);
        let board = self.with_men_put_right(self.position, &righted);
        !righted.is_empty()
            && matches!(said.meaning_after(&board, &self.moves), Meaning::Legal(_) | Meaning::Ambiguous(_))
    }

    /// Whether the king of the player on move was set up on a wrong square.
    fn has_misplaced_king(&self) -> bool {
        let us = self.position.turn();
        let differs = |due: &Position| due.of(us, Role::King) != self.start.of(us, Role::King);
        self.log.corrections.due.as_ref().is_some_and(differs)
    }

    fn with_men_put_right(&self, mut board: Position, righted: &[PlacementCorrection]) -> Position {
        for one in righted {
            if let PlacementCorrection::Moved { from: square, .. } | PlacementCorrection::TakenOff(square) =
                one
            {
                board.lift_man(*square);
            }
        }
        for one in righted {
            match one {
                PlacementCorrection::Moved { from, to } => {
                    if let Some(man) = self.start.man_at(*from) {
                        board.put_back(*to, man);
                    }
                }
                PlacementCorrection::PutOn(square, man) => board.put_back(*square, *man),
                PlacementCorrection::TakenOff(_) => {}
            }
        }
        board
    }

    pub(super) fn put_men_right(&mut self, righted: &[PlacementCorrection], command: Span) {
        self.edit_board(|board, passed| board.put_right(righted, passed));
        let done = righted.iter().map(|righted| DoneCorrection { place: command.start, righted: *righted });
        self.log.corrections.done.extend(done);
    }

    /// The corrections that a command made.
    pub fn corrections_by(&self, command: Span) -> impl Iterator<Item = PlacementCorrection> + '_ {
        let done = &self.log.corrections.done;
        let first = done.partition_point(|done| done.place < command.start);
        let here = done.get(first..).unwrap_or_default().iter();
        here.take_while(move |done| done.place == command.start).map(|done| done.righted)
    }

    /// Whether nothing can still be put right on this board after the corrections of a command, which must be the last.
    pub fn corrects_everything(&self, command: Span, board: &Position) -> bool {
        let is_last = self.log.corrections.done.last().is_some_and(|done| done.place == command.start);
        let righted: Vec<PlacementCorrection> = self.corrections_by(command).collect();
        let board = self.with_men_put_right(*board, &righted);
        is_last && self.corrections_on(!Bitboard::EMPTY, &board).is_empty()
    }
}

pub(super) fn all_of(squares: &[Square]) -> Bitboard {
    squares.iter().fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(*square))
}
