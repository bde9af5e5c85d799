//! Irregularities at the beginning of the game.

use crate::chess::{Color, Position, Square};
use crate::game::Span;
use crate::law::Rule;

use crate::arbiter::case::Contact;
use crate::arbiter::predicates::Facts;
use crate::arbiter::state::{MovesMade, PlayedMove};

#[derive(Debug, Default)]
pub(crate) struct Beginning {
    /// Irregularities that are not pointed out yet.
    pub irregularities: Vec<Irregularity>,
    pub seen: SeenMen,
    /// The player who made the first move.
    pub began: Option<Color>,
}

impl Beginning {
    /// Removes and returns the first irregularity for which `is_meant` returns true.
    pub(crate) fn take(&mut self, is_meant: impl Fn(&Irregularity) -> bool) -> Option<Irregularity> {
        let index = self.irregularities.iter().position(is_meant)?;
        Some(self.irregularities.remove(index))
    }

    pub(crate) fn has(&self, rule: Rule) -> bool {
        self.irregularities.iter().any(|irregularity| irregularity.rule == rule)
    }

    /// Records a touch after the wrong player began and before the opponent has moved; `plies` is the number
    /// of plies on the board.
    pub(crate) fn see_touch(&mut self, by: Color, contact: Contact, plies: u32) {
        if plies != 1 {
            return;
        }
        for irregularity in &mut self.irregularities {
            let answers = irregularity.rule == Rule::SetupFirstMove && irregularity.offender != Some(by);
            if answers && !irregularity.answered_by_touch.contains(&contact) {
                irregularity.answered_by_touch.push(contact);
            }
        }
    }
}

/// Something that was wrong from the start or from some later moment.
#[derive(Clone, Debug)]
pub(crate) struct Irregularity {
    pub rule: Rule,
    pub facts: Facts,
    /// `None` if no player is at fault.
    pub offender: Option<Color>,
    pub wrong: Misplaced,
    /// The number of plies when it began, and the number of moves of each player.
    pub since: u32,
    pub made: MovesMade,
    pub span: Span,
    pub message: String,
    /// The touches by which the opponent answered it.
    pub answered_by_touch: Vec<Contact>,
}

/// Squares without the man that belongs there, and squares with a man that does not.
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

    /// Whether the men can still be corrected: a misplaced man has not moved and its own square is free, or
    /// the squares of missing men are free.
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

/// The men that the moves show on the squares where they were set up. Each move is read once, and only when
/// it is needed.
#[derive(Debug, Default)]
pub(crate) struct SeenMen {
    looked_at: usize,
    departures: Vec<Departure>,
}

/// A man that left the square where it was set up, or was captured there.
#[derive(Clone, Copy, Debug)]
struct Departure {
    square: Square,
    /// The number of plies before.
    after: usize,
    /// Whether it left by castling, which may be a leap of the king alone.
    by_castling: bool,
}

impl SeenMen {
    /// Reads the moves made since the last call.
    pub(crate) fn update(&mut self, start: &Position, moves: &[PlayedMove]) {
        for (after, stood) in moves.iter().enumerate().skip(self.looked_at) {
            let mut then = stood.before;
            then.play(stood.played);
            let leaves = |square: &Square| {
                let man = start.man_at(*square);
                man.is_some() && then.man_at(*square) != man
            };
            for square in Square::all().filter(leaves) {
                if self.departures.iter().all(|departed| departed.square != square) {
                    self.departures.push(Departure {
                        square,
                        after,
                        by_castling: stood.played.is_castling(),
                    });
                }
            }
        }
        self.looked_at = moves.len();
    }

    pub(crate) fn take_back(&mut self, keep: u32) {
        let keep = keep as usize;
        self.looked_at = self.looked_at.min(keep);
        self.departures.retain(|departed| departed.after < keep);
    }

    pub(crate) fn has(&self, square: Square) -> bool {
        self.departures.iter().any(|departed| departed.square == square && !departed.by_castling)
    }
}
