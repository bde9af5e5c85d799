//! Men set up wrongly: which can be put right, and what was.

use crate::chess::{Bitboard, Man, Position, Square};

use super::board_edits::Righted;
use super::tag_values::{Odds, OddsTerm};

/// A man put right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Done {
    /// The place of the command.
    pub place: u32,
    pub righted: Righted,
}

/// What was put right, and what men put back may have been.
#[derive(Debug, Default)]
pub(crate) struct Corrections {
    /// The position that was due, where the men stood otherwise (`Placed`).
    pub due: Option<Position>,
    /// Men given as odds, without their squares.
    pub given: Vec<Man>,
    /// In the order of time.
    pub done: Vec<Done>,
    /// Squares whose men were disturbed and not put back since.
    pub disturbed: Bitboard,
    /// Whether it was said that the men stand wrong, or are to be put right.
    pub spoken_of: bool,
}

impl Corrections {
    pub(crate) fn clear(&mut self) {
        self.due = None;
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

    pub(crate) fn is_done(&self, square: Square) -> bool {
        self.done.iter().any(|done| done.righted.concerns(square))
    }
}

/// The men who can be put right.
pub(crate) struct Wrong {
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
    pub(crate) fn between(due: &Position, start: &Position, now: &Position, before: &Corrections) -> Self {
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
    pub(crate) fn leave_what_is_blocked(&mut self) {
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
    pub(crate) fn of(&self, squares: Bitboard) -> Vec<Righted> {
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
