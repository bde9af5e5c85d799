//! How the game began, as far as anything was wrong with it.

use crate::chess::{Color, Position, Square};
use crate::game::Span;
use crate::law::Rule;

use crate::arbiter::case::windows::Contact;
use crate::arbiter::predicates::Facts;
use crate::arbiter::state::board::{MovesMade, Stood};

/// How the game began, as far as anything was wrong with it.
#[derive(Debug, Default)]
pub(crate) struct Beginning {
    /// Irregularities that nobody has pointed out yet.
    pub irregular: Vec<Irregularity>,
    /// The men that the moves show on the squares where they were set up.
    pub seen: SeenMen,
    /// The player who made the first move, once there is one.
    pub began: Option<Color>,
}

impl Beginning {
    /// Takes out the first irregularity that `is_meant` accepts.
    pub(crate) fn take(&mut self, is_meant: impl Fn(&Irregularity) -> bool) -> Option<Irregularity> {
        let index = self.irregular.iter().position(is_meant)?;
        Some(self.irregular.remove(index))
    }

    /// Whether an irregularity under this rule is not pointed out yet.
    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.irregular.iter().any(|irregularity| irregularity.rule == rule)
    }

    /// A hand comes to the men after the wrong player began and before the opponent has moved, `plies` moves standing.
    pub(crate) fn see_touch(&mut self, by: Color, contact: Contact, plies: u32) {
        if plies != 1 {
            return;
        }
        for irregularity in &mut self.irregular {
            let answers = irregularity.rule == Rule::SetupFirstMove && irregularity.offender != Some(by);
            if answers && !irregularity.answered_by_touch.contains(&contact) {
                irregularity.answered_by_touch.push(contact);
            }
        }
    }
}

/// Something wrong from the start, or from some moment on, that nobody need have noticed.
#[derive(Clone, Debug)]
pub(crate) struct Irregularity {
    pub rule: Rule,
    pub facts: Facts,
    /// The player at fault, if it is a player's fault.
    pub offender: Option<Color>,
    /// The squares that lack the man due to them, and those that hold one that is not due.
    pub wrong: Misplaced,
    /// The moves standing when it began, and the moves of each player by then.
    pub since: u32,
    pub made: MovesMade,
    pub span: Span,
    pub message: String,
    /// The touches by which the opponent answered it.
    pub answered_by_touch: Vec<Contact>,
}

/// Squares that do not hold what is due.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misplaced {
    pub lacking: Vec<Square>,
    pub extra: Vec<Square>,
}

impl Misplaced {
    pub(crate) fn between(due: &Position, placed: &Position) -> Self {
        let differs = |square: &Square| due.man_at(*square) != placed.man_at(*square);
        let stands = |position: &Position, square: &Square| position.man_at(*square).is_some();
        Self {
            lacking: Square::all().filter(differs).filter(|square| stands(due, square)).collect(),
            extra: Square::all().filter(differs).filter(|square| stands(placed, square)).collect(),
        }
    }

    /// Whether the men can still be put right: a man set up wrongly has not moved and its own square is free, or the
    /// squares of men left out are free.
    pub(crate) fn can_be_put_right(&self, due: &Position, start: &Position, now: &Position) -> bool {
        let unmoved = |square: &Square| now.man_at(*square) == start.man_at(*square);
        let free = |square: &Square| {
            now.man_at(*square).is_none() || (self.extra.contains(square) && unmoved(square))
        };
        if self.extra.is_empty() {
            return self.lacking.iter().all(free);
        }
        self.extra.iter().filter(|square| unmoved(square)).any(|square| {
            let belongs = |home: &&Square| due.man_at(**home) == start.man_at(*square);
            let mut homes = self.lacking.iter().filter(belongs).peekable();
            homes.peek().is_none() || homes.any(free)
        })
    }
}

/// The men that the moves show on the squares where they were set up. No move is read twice, and none before it is
/// needed.
#[derive(Debug, Default)]
pub(crate) struct SeenMen {
    looked_at: usize,
    left: Vec<Left>,
}

/// A man that moved from the square where it was set up, or was taken there.
#[derive(Clone, Copy, Debug)]
struct Left {
    square: Square,
    /// How many moves stood before.
    after: usize,
    /// Whether it left by castling: that may be a leap of the king alone.
    by_castling: bool,
}

impl SeenMen {
    /// Reads the moves made since the last call.
    pub(crate) fn look(&mut self, start: &Position, moves: &[Stood]) {
        for (after, stood) in moves.iter().enumerate().skip(self.looked_at) {
            let mut then = stood.before;
            then.play(stood.played);
            let leaves = |square: &Square| {
                let man = start.man_at(*square);
                man.is_some() && then.man_at(*square) != man
            };
            for square in Square::all().filter(leaves) {
                if self.left.iter().all(|left| left.square != square) {
                    self.left.push(Left { square, after, by_castling: stood.played.is_castling() });
                }
            }
        }
        self.looked_at = moves.len();
    }

    /// Takes moves back until `keep` stand.
    pub(crate) fn take_back(&mut self, keep: u32) {
        let keep = keep as usize;
        self.looked_at = self.looked_at.min(keep);
        self.left.retain(|left| left.after < keep);
    }

    pub(crate) fn has(&self, square: Square) -> bool {
        self.left.iter().any(|left| left.square == square && !left.by_castling)
    }
}
