//! Men set up wrongly who are put right: where the men stood otherwise than was due (`Placed`), they are put back
//! on the squares where they belong.
//!
//! None of it is a move: it is kept as edits of the board are ([`super::board_edits`]), and stays done where moves go
//! back.

use super::act::{Act, Notice, Ruling};
use super::board_edits::Righted;
use super::move_list::StatedMove;
use super::record::Record;
use super::span::Span;
use super::tag_values::{Odds, OddsTerm};
use super::tags::TagName;
use crate::chess::{Bitboard, Man, Meaning, Position, Square};
use crate::law::RemedyKind;

/// A man put right.
#[derive(Clone, Copy, Debug)]
struct Done {
    /// The place of the command.
    place: u32,
    righted: Righted,
}

/// What was put right, and what men put back may have been.
#[derive(Debug, Default)]
pub(crate) struct Rectifications {
    /// Men given as odds, without their squares.
    given: Vec<Man>,
    /// In the order of time.
    done: Vec<Done>,
    /// Squares whose men were disturbed and not put back since.
    disturbed: Bitboard,
    /// Whether it was said that the men stand wrong, or are to be put right.
    spoken_of: bool,
}

impl Rectifications {
    pub(crate) fn clear(&mut self) {
        self.given.clear();
        self.done.clear();
        self.disturbed = Bitboard::EMPTY;
        self.spoken_of = false;
    }

    /// The odds of the game are these.
    pub(crate) fn note_odds(&mut self, odds: &Odds) {
        let given = odds.terms.iter().filter_map(|term| match term {
            OddsTerm::Man(role) => Some(Man { color: odds.giver, role: *role }),
            _ => None,
        });
        self.given.extend(given);
    }

    fn is_done(&self, square: Square) -> bool {
        self.done.iter().any(|done| done.righted.concerns(square))
    }
}

impl Record {
    /// Whether men of these squares were disturbed, so that what is put back is what was disturbed.
    pub(crate) fn was_disturbed(&self, squares: Bitboard) -> bool {
        !(self.rectifications.disturbed & squares).is_empty()
    }

    /// What putting the men of these squares right comes to on a board: those set up there who belong elsewhere,
    /// those who belong there, and whoever stands in their way and was set up wrongly too. Only men who stand where
    /// they were set up are put right, and only on squares where nobody else has come to stand.
    pub(crate) fn rectification(&self, squares: Bitboard, board: &Position) -> Vec<Righted> {
        let Some(due) = &self.due else { return Vec::new() };
        let mut wrong = Wrong::between(due, &self.start, board, &self.rectifications);
        wrong.leave_what_is_blocked();
        wrong.of(squares)
    }

    /// The man of the usual array whom odds took off this square, where the men stood as they were placed and nobody
    /// stood here: he may be put on all the same.
    pub(crate) fn given_from(&self, square: Square) -> Option<Man> {
        let due = self.due.as_ref().filter(|_| self.tag(TagName::Fen).is_none())?;
        let man = Position::initial().man_at(square)?;
        let is_given = self.tag(TagName::Odds).is_some()
            && due.man_at(square).is_none_or(|man| self.rectifications.given.contains(&man));
        let never_stood = self.start.man_at(square).is_none() && !self.rectifications.is_done(square);
        (is_given && never_stood).then_some(man)
    }

    /// Whether a square lacks the man due to it, or holds one who is not, from the beginning and still.
    pub(crate) fn is_wrong_still(&self, square: Square) -> bool {
        let differs = |due: &Position| due.man_at(square) != self.start.man_at(square);
        self.due.as_ref().is_some_and(differs) && !self.rectifications.is_done(square)
    }

    /// What an act says of men disturbed, put back, or set up wrongly.
    pub(crate) fn note_disturbance(&mut self, act: &Act) {
        let known = &mut self.rectifications;
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
        if !self.rectifications.spoken_of {
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
        self.rectifications.done.extend(done);
    }

    /// What the command that stands there put right.
    pub fn righted_by(&self, command: Span) -> impl Iterator<Item = Righted> + '_ {
        let done = &self.rectifications.done;
        let first = done.partition_point(|done| done.place < command.start);
        let here = done.get(first..).unwrap_or_default().iter();
        here.take_while(move |done| done.place == command.start).map(|done| done.righted)
    }

    /// Whether nothing is left that can be put right once the command that stands there has done so, on this board.
    pub fn puts_all_right(&self, command: Span, board: &Position) -> bool {
        let is_last = self.rectifications.done.last().is_some_and(|done| done.place == command.start);
        let righted: Vec<Righted> = self.righted_by(command).collect();
        let board = self.with_men_put_right(*board, &righted);
        is_last && self.rectification(!Bitboard::EMPTY, &board).is_empty()
    }
}

/// The men who can be put right.
struct Wrong {
    /// Where somebody stands who was set up wrongly.
    standing: Vec<Square>,
    moved: Vec<Journey>,
    taken_off: Vec<Square>,
    put_on: Vec<(Square, Man)>,
    /// Squares that hold a man who is in his right there.
    taken: Bitboard,
}

#[derive(Clone, Copy)]
struct Journey {
    from: Square,
    to: Square,
}

impl Wrong {
    fn between(due: &Position, start: &Position, now: &Position, before: &Rectifications) -> Self {
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
        let is_open = |square: &Square| !before.is_done(*square);
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
                found.moved.push(Journey { from, to });
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

    /// Who cannot leave his square keeps others off it.
    fn leave_what_is_blocked(&mut self) {
        loop {
            let leaves = |square: Square| {
                self.taken_off.contains(&square) || self.moved.iter().any(|journey| journey.from == square)
            };
            let blocked = |to: Square| self.taken.has(to) || (self.standing.contains(&to) && !leaves(to));
            let free: Vec<Journey> =
                self.moved.iter().copied().filter(|journey| !blocked(journey.to)).collect();
            let put_on: Vec<(Square, Man)> =
                self.put_on.iter().copied().filter(|(square, _)| !blocked(*square)).collect();
            let is_settled = free.len() == self.moved.len();
            self.moved = free;
            self.put_on = put_on;
            if is_settled {
                return;
            }
        }
    }

    /// What of it these squares are about.
    fn of(&self, squares: Bitboard) -> Vec<Righted> {
        let mut about = squares;
        loop {
            let before = about;
            for Journey { from, to } in &self.moved {
                if about.has(*from) || about.has(*to) {
                    about |= Bitboard::of(*from) | Bitboard::of(*to);
                }
            }
            if about == before {
                break;
            }
        }
        let moved = self.moved.iter().map(|journey| Righted::Moved { from: journey.from, to: journey.to });
        let taken_off = self.taken_off.iter().map(|square| Righted::TakenOff(*square));
        let put_on = self.put_on.iter().map(|(square, man)| Righted::PutOn(*square, *man));
        let is_meant = |righted: &Righted| about.squares().any(|square| righted.concerns(square));
        moved.chain(taken_off).chain(put_on).filter(is_meant).collect()
    }
}

/// The squares, each once.
pub(crate) fn all_of(squares: &[Square]) -> Bitboard {
    squares.iter().fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(*square))
}
