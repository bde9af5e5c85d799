//! What acts do to the board.

use crate::chess::{Bitboard, Color, Illegality, Meaning, Move, Position, Role, San, Square, Subject};
use crate::law::Rule;

use super::act::{Act, Person, PlacedAct, Ruling};
use super::board_edits::Righted;
use super::clock::ClockReading;
use super::corrections::all_of;
use super::diagnostic::{CommandWords, FaultKind};
use super::record::Record;
use super::released::Released;
use super::span::Span;
use super::text_notes::Suppression;

/// How many acts of a game are followed, before no more of it is replayed: each is kept until the game is judged.
const MOST_ACTS: usize = 1 << 12;

/// How many times of clocks are kept of a game, before no more of it is replayed: more than three for each ply of the longest
/// that the laws of today allow.
const MOST_CLOCKS: usize = 1 << 16;

/// How many times a game may ask for findings not to be told, before no more of it is replayed: each is held against all of
/// them.
const MOST_IGNORES: usize = 1 << 10;

impl Record {
    /// An act of the record: those that change the board change it here. One that cannot have happened
    /// changes nothing.
    pub(crate) fn take_act(&mut self, act: Act, span: Span) {
        if self.ending.termination.is_some() {
            return impossible(self, span, "this stands behind the end of the game".to_owned());
        }
        if self.ending.stop.is_some() {
            return;
        }
        if self.acts.len() >= MOST_ACTS {
            return self.stop_at_too_much(FaultKind::TooManyActs(MOST_ACTS), span);
        }
        let Some(act) = self.without_unread(act) else { return };
        let is_settled = self.is_settled_by(&act);
        let board = if is_settled { self.board_settled() } else { self.position };
        let standing = self.plies() + u32::from(is_settled);
        let deed = match Deed::of(&act, self, board, standing, span) {
            Ok(deed) => deed,
            Err(why) => {
                if let Act::Play { by, .. } = act {
                    self.note_unread(by);
                }
                return impossible(self, span, why);
            }
        };
        if is_settled {
            self.settle();
        }
        let ply = self.plies();
        match deed {
            Deed::Nothing => {}
            Deed::Play(by, played, fault) => {
                self.end_release();
                self.make(by, played, fault, span);
            }
            Deed::Retract(keep) => self.rewind(keep),
            Deed::Drop(square) => self.edit_board(|board, passed| {
                board.drop_man(square, passed);
            }),
            Deed::Restore(square) => self.edit_board(|board, passed| board.restore(square, passed)),
            Deed::PutRight(righted) => self.put_men_right(&righted, span),
            Deed::Release(released) => self.release_man(released),
            Deed::Promote(index, to) => self.promote_left(index, to, span),
        }
        self.note_disturbance(&act);
        let after = self.plies();
        self.acts.push(PlacedAct { ply, after, span, act });
    }
}

/// What an act does to the board.
enum Deed {
    Nothing,
    Play(Color, Move, Option<Illegality>),
    /// So many moves are kept.
    Retract(u32),
    Drop(Square),
    Restore(Square),
    /// Men who were set up wrongly are put right, those who were forgotten put on.
    PutRight(Vec<Righted>),
    Release(Released),
    /// The pawn that the move of this index left on its last rank becomes such a man.
    Promote(usize, Role),
}

impl Deed {
    /// What the act does to the board, on which so many moves stand, or why it cannot.
    fn of(act: &Act, record: &Record, board: Position, standing: u32, span: Span) -> Result<Self, String> {
        let stands = |square: &Square| board.man_at(*square).is_some();
        let may_be_touched = |square: &Square| stands(square) || record.is_released_on(*square);
        let needed = match act {
            Act::Touch { squares, .. } | Act::Displace { squares, .. } => squares.as_slice(),
            Act::Hold { square, .. } | Act::Hover { from: square, .. } | Act::Drop { square } => {
                std::slice::from_ref(square)
            }
            Act::Release { from, .. } => std::slice::from_ref(from),
            _ => &[],
        };
        let empty = needed.iter().find(|square| match act {
            Act::Drop { .. } | Act::Release { .. } => !stands(square),
            _ => !may_be_touched(square),
        });
        if let Some(square) = empty {
            return Err(format!("no man stands on {square}"));
        }
        Ok(match act {
            Act::Play { by, words } => Self::play(board, player(*by)?, words.as_str())?,
            Act::Retract { moves } => {
                let keep = standing.checked_sub(moves.get());
                Self::Retract(
                    keep.ok_or_else(|| format!("{moves} moves cannot be taken back: only {standing} stand"))?,
                )
            }
            Act::Drop { square } => Self::Drop(*square),
            Act::Restore { square, .. } if stands(square) => {
                return Err(format!("a man stands on {square} already"));
            }
            Act::Restore { square, .. } => Self::restore(*square, record, &board)?,
            Act::Replace { squares, .. } => Self::replace(squares, record, &board)?,
            Act::Place { by, role, square } if !may_be_touched(square) => {
                Self::place(*by, *role, *square, record, &board)
            }
            Act::Ruling(Ruling::Promote(square, to)) => {
                record.pawn_left_on(*square).map_or(Self::Nothing, |index| Self::Promote(index, *to))
            }
            Act::Release { by, from, to } => {
                Released::new(player(*by)?, *from, *to, span).map_or(Self::Nothing, Self::Release)
            }
            _ => Self::Nothing,
        })
    }

    /// A man is put on a square, which is empty: he that fell from it, else he that was set up elsewhere or
    /// forgotten, else the one that fell last.
    fn restore(square: Square, record: &Record, board: &Position) -> Result<Self, String> {
        if !record.log.boards.has_fallen_from(square) {
            let righted = record.rectification(Bitboard::of(square), board);
            if !righted.is_empty() {
                return Ok(Self::PutRight(righted));
            }
            if let Some(man) = record.given_from(square) {
                return Ok(Self::PutRight(vec![Righted::PutOn(square, man)]));
            }
        }
        if !record.log.boards.lacks_a_man() {
            return Err("no man has fallen from the board".to_owned());
        }
        Ok(Self::Restore(square))
    }

    /// A man from off the board is set on an empty square: he that was forgotten there in setting up.
    fn place(by: Person, role: Role, square: Square, record: &Record, board: &Position) -> Self {
        let righted = record.rectification(Bitboard::of(square), board);
        match righted.as_slice() {
            [Righted::PutOn(_, man)] if man.role == role && by.player() == Some(man.color) => {
                Self::PutRight(righted)
            }
            _ => Self::Nothing,
        }
    }

    /// Men are put back: where they stood before they were disturbed, else, of men set up wrongly, where they belong.
    fn replace(squares: &[Square], record: &Record, board: &Position) -> Result<Self, String> {
        let named = all_of(squares);
        if record.was_disturbed(named) {
            return Ok(Self::Nothing);
        }
        let righted = record.rectification(named, board);
        if !righted.is_empty() {
            return Ok(Self::PutRight(righted));
        }
        match squares.iter().find(|square| record.is_wrong_still(**square)) {
            Some(square) => Err(format!(
                "nobody can be put right on {square}: the men set up wrongly have moved, or others stand in their places"
            )),
            None => Ok(Self::Nothing),
        }
    }

    /// A completed move that is not in the score.
    fn play(mut board: Position, by: Color, words: &str) -> Result<Self, String> {
        let read = San::from_ascii(words.as_bytes())
            .filter(|read| read.subject() != Subject::Nobody)
            .ok_or_else(|| format!("`{words}` is no move"))?;
        board.set_turn(by);
        match board.meaning(read) {
            Meaning::Legal(played) => Ok(Self::Play(by, played, None)),
            Meaning::Illegal(played, fault) => Ok(Self::Play(by, played, Some(fault))),
            Meaning::Ambiguous(_) => Err(format!("more than one move fits `{words}`")),
            Meaning::Nothing => Err(format!("no man can be meant by `{words}`")),
        }
    }
}

fn player(by: Person) -> Result<Color, String> {
    by.player().ok_or_else(|| "the umpire does not move the men".to_owned())
}

impl Record {
    /// Keeps a time of a clock.
    #[inline]
    pub(crate) fn take_clock(&mut self, reading: ClockReading) {
        if self.clocks.len() == self.clocks.capacity() {
            return self.take_clock_in_more_room(reading);
        }
        self.clocks.push(reading);
    }

    #[cold]
    fn take_clock_in_more_room(&mut self, reading: ClockReading) {
        let held = self.clocks.len();
        if held < MOST_CLOCKS {
            self.clocks.push(reading);
        } else if !self.ending.is_too_much {
            // Those that stand behind are not kept either.
            self.stop_at_too_much(FaultKind::TooManyClocks(MOST_CLOCKS), reading.span);
        }
    }

    pub(crate) fn take_ignore(&mut self, mut rules: Vec<Rule>, span: Span) {
        if self.text.suppressions.len() < MOST_IGNORES {
            rules.sort_unstable();
            rules.dedup();
            rules.shrink_to_fit();
            let (ply, behind_lost_moves) = (self.plies(), self.loses_moves());
            self.text.suppressions.push(Suppression { ply, span, rules, behind_lost_moves });
        } else if !self.ending.is_too_much {
            self.stop_at_too_much(FaultKind::TooManyIgnores(MOST_IGNORES), span);
        }
    }
}

fn impossible(record: &mut Record, span: Span, message: String) {
    record.fault(FaultKind::Command(Box::new(CommandWords { message, help: None })), span);
}
