//! What the replay of a game shows.

use crate::chess::{CheckSign, Color, Illegality, Move, Play, Role};

use super::record::Record;
use super::span::Span;

/// A move of the score that the common law does not simply allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Odd {
    /// The ply of the move, from 1.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// What is odd about it.
    pub kind: OddKind,
}

/// What is odd about a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddKind {
    /// It breaks the common law, and stood.
    Illegal(Illegality),
    /// A turn was passed over.
    Null,
    /// Several legal moves fit the text.
    Ambiguous {
        /// The readings, the one followed first among those that survive.
        readings: Vec<Move>,
        /// How many of them the rest of the game allows.
        surviving: u32,
    },
}

/// A check sign that the board shows to be false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FalseSign {
    /// The ply of the move.
    pub ply: u32,
    /// Its token.
    pub span: Span,
    /// The sign it carries.
    pub sign: CheckSign,
}

/// How many false signs of one record are kept; more are counted.
const MOST_FALSE_SIGNS: usize = 1000;

/// Something reported once a game, at its first occurrence, with its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counted {
    /// How often it occurs.
    pub count: u32,
    /// The ply of the first.
    pub ply: u32,
    /// The token of the first.
    pub span: Span,
}

impl Counted {
    pub(crate) fn count(&mut self, ply: u32, span: Span) {
        if self.count == 0 {
            self.ply = ply;
            self.span = span;
        }
        self.count += 1;
    }
}

/// How the replay ended before the text did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// The moves made until then.
    pub ply: u32,
    /// Why.
    pub reason: StopReason,
}

/// Why the replay ended before the text did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// Mate or stalemate had ended the game.
    GameOver,
    /// A move, or the starting position, could not be read or meant.
    Unreplayable,
}

/// How the board stands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum End {
    /// The player on move has a legal move, or no king to judge by.
    #[default]
    Open,
    /// He is checkmated.
    Mate,
    /// He is stalemated.
    Stalemate,
}

/// What the replay showed, for any number of codes to judge by. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Where a position first occurred for the third time, once for each stretch without an
    /// irreversible move.
    pub thirds: Vec<u32>,
    /// The first fifth occurrence.
    pub fifth: Option<u32>,
    /// Where the count of plies without capture or pawn move reached 100, once for each stretch.
    pub fifties: Vec<u32>,
    /// Where it first reached 150.
    pub seventy_five: Option<u32>,
    /// Where material first left neither side a mate.
    pub dead: Option<u32>,
    /// How the board stands at the end.
    pub end: End,
    /// From this ply on the board is doubtful, more than one reading of a move having survived.
    pub doubtful: Option<u32>,
}

impl Facts {
    pub(crate) fn clear(&mut self) {
        self.thirds.clear();
        self.fifth = None;
        self.fifties.clear();
        self.seventy_five = None;
        self.dead = None;
        self.end = End::Open;
        self.doubtful = None;
    }
}

impl Record {
    #[cold]
    pub(crate) fn note_repetition(&mut self, occurrences: u32) {
        let ply = self.plies();
        let run = ply - self.position.halfmove().min(ply);
        if occurrences == 3 && self.third_run != run {
            self.third_run = run;
            self.facts.thirds.push(ply);
        }
        if occurrences >= 5 && self.facts.fifth.is_none() {
            self.facts.fifth = Some(ply);
        }
    }

    /// Men that fell can be put back: without them nothing is concluded.
    #[cold]
    pub(crate) fn look_for_dead(&mut self, halfmove: u32) {
        if halfmove == 0
            && self.facts.dead.is_none()
            && self.position.is_dead_by_material()
            && !self.boards.lacks_a_man()
        {
            self.facts.dead = Some(self.plies());
        }
    }

    #[cold]
    pub(crate) fn note_quiet_plies(&mut self, halfmove: u32) {
        let ply = self.plies();
        let run = ply - halfmove.min(ply);
        if self.fifty_run != run {
            self.fifty_run = run;
            self.facts.fifties.push(ply);
        }
        if halfmove >= 150 && self.facts.seventy_five.is_none() {
            self.facts.seventy_five = Some(ply);
        }
    }

    /// Holds the check sign of the move just made to the board.
    #[inline]
    pub(crate) fn verify_sign(&mut self, sign: CheckSign, token: u32) {
        let check = self.position.is_check(&self.threats);
        self.last_sign = sign;
        if check == (sign == CheckSign::Check) && sign != CheckSign::Mate {
            return;
        }
        self.judge_sign(sign, check, token);
    }

    #[cold]
    pub(crate) fn judge_sign(&mut self, sign: CheckSign, check: bool, token: u32) {
        if self.facts.doubtful.is_some() {
            return;
        }
        let ply = self.plies();
        let span = Span { start: token, end: token + 1 };
        match sign {
            CheckSign::None => {
                // Once the law is broken a king may have stood in check already, or touch the other.
                if check && !self.irregular {
                    self.missing_signs.count(ply, span);
                }
            }
            CheckSign::Mate if check && !self.position.has_legal_move(Play::COMMON) => {
                self.mate = Some(self.position.key());
            }
            CheckSign::Double if check => {}
            _ if self.false_signs.len() < MOST_FALSE_SIGNS => {
                self.false_signs.push(FalseSign { ply, span, sign });
            }
            _ => self.more_false_signs.count(ply, span),
        }
    }

    /// Whether each side has one king, so that mate and stalemate can be judged.
    fn has_kings(&self) -> bool {
        [Color::White, Color::Black].into_iter().all(|color| self.position.of(color, Role::King).count() == 1)
    }

    /// Whether the king on the board is mated by no more than the check of a mate that was played past.
    pub(crate) fn stands_in_passed_mate(&self) -> bool {
        let turn = self.position.turn();
        self.passed_mate.is_some_and(|ply| ply < self.plies())
            && self.position_after(self.plies().saturating_sub(1)).in_check(turn)
    }

    pub(crate) fn end_of_board(&self) -> End {
        if !self.has_kings() {
            End::Open
        } else if self.mate == Some(self.position.key()) {
            End::Mate
        } else if self.position.has_legal_move(Play::COMMON) {
            End::Open
        } else if self.position.in_check(self.position.turn()) {
            End::Mate
        } else {
            End::Stalemate
        }
    }
}
