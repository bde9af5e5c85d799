//! Facts that are noted as moves are made: repetitions, quiet plies, dead positions, check signs, and the end of the game.

use crate::chess::{CheckSign, Color, Play, Role};

use super::ending::StopReason;
use super::facts::{BoardEnd, FalseSign};
use super::record::Record;
use super::span::Span;

/// False signs kept of one record; more are counted.
const MAX_FALSE_SIGNS: usize = 1000;

impl Record {
    #[cold]
    pub(crate) fn note_repetition(&mut self, occurrences: u32) {
        let ply = self.plies();
        let run = ply - self.position.halfmove().min(ply);
        if occurrences == 3 && self.replay.third_run != run {
            self.replay.third_run = run;
            self.facts.thirds.push(ply);
        }
        if occurrences >= 5 && self.facts.fifth.is_none() {
            self.facts.fifth = Some(ply);
        }
    }

    /// Notes a position that is dead by its material, unless a fallen man could still be put back.
    #[cold]
    pub(crate) fn note_dead_position(&mut self, halfmove: u32) {
        if halfmove == 0
            && self.facts.dead.is_none()
            && self.position.is_dead_by_material()
            && !self.log.boards.lacks_a_man
        {
            self.facts.dead = Some(self.plies());
        }
    }

    #[cold]
    pub(crate) fn note_quiet_plies(&mut self, halfmove: u32) {
        let ply = self.plies();
        let run = ply - halfmove.min(ply);
        if self.replay.fifty_run != run {
            self.replay.fifty_run = run;
            self.facts.fifties.push(ply);
        }
        if halfmove >= 150 && self.facts.seventy_five.is_none() {
            self.facts.seventy_five = Some(ply);
        }
    }

    /// Compares the check sign of the move just made with the board.
    #[inline]
    pub(crate) fn check_sign(&mut self, sign: CheckSign, token: u32) {
        let check = self.position.is_check(&self.replay.threats);
        self.replay.last_sign = sign;
        if check == (sign == CheckSign::Check) && sign != CheckSign::Mate {
            return;
        }
        self.note_wrong_sign(sign, check, token);
    }

    #[cold]
    pub(crate) fn note_wrong_sign(&mut self, sign: CheckSign, check: bool, token: u32) {
        if self.facts.doubtful.is_some() {
            return;
        }
        let ply = self.plies();
        let span = Span { start: token, end: token + 1 };
        match sign {
            CheckSign::None => {
                // After an illegal move a king may already have been in check, or be next to the other king.
                if check && !self.replay.has_illegal_move {
                    self.text.missing_signs.count(ply, span);
                }
            }
            CheckSign::Mate if check && !self.position.has_legal_move(Play::COMMON) => {
                self.replay.mate = Some(self.position.key());
            }
            CheckSign::Double if check => {}
            _ if self.text.false_signs.len() < MAX_FALSE_SIGNS => {
                self.text.false_signs.push(FalseSign { ply, span, sign });
            }
            _ => self.text.more_false_signs.count(ply, span),
        }
    }

    /// Notes a word for check or mate after the last move.
    #[cold]
    pub(crate) fn note_check_word(&mut self, sign: CheckSign, word: Span) {
        self.text.notation.count(self.plies(), word);
        let was_missed = self.replay.last_sign == CheckSign::None
            && self.position.is_check(&self.replay.threats)
            && !self.replay.has_illegal_move
            && self.facts.doubtful.is_none();
        if was_missed {
            self.text.missing_signs.count = self.text.missing_signs.count.saturating_sub(1);
        }
        self.replay.last_sign = sign;
    }

    /// Whether the mate on the board is only the continuing check of an earlier mate after which play continued.
    pub(crate) fn is_still_in_passed_mate(&self) -> bool {
        let turn = self.position.turn();
        self.replay.ignored_mate_ply.is_some_and(|ply| ply < self.plies())
            && self.position_after(self.plies().saturating_sub(1)).in_check(turn)
    }

    pub(crate) fn board_end(&self) -> BoardEnd {
        let has_one_king = |color| self.position.of(color, Role::King).count() == 1;
        if !(has_one_king(Color::White) && has_one_king(Color::Black)) {
            BoardEnd::Open
        } else if self.replay.mate == Some(self.position.key()) {
            BoardEnd::Mate
        } else if self.position.has_legal_move(Play::COMMON) {
            BoardEnd::Open
        } else if self.position.in_check(self.position.turn()) {
            BoardEnd::Mate
        } else {
            BoardEnd::Stalemate
        }
    }

    /// Notes the state of the board at the end, after all moves are made.
    pub(crate) fn note_end(&mut self) {
        if self.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
            return;
        }
        self.facts.end = self.board_end();
        if self.facts.end == BoardEnd::Mate && self.is_still_in_passed_mate() {
            self.facts.end = BoardEnd::Open;
        }
        if self.facts.end == BoardEnd::Mate
            && self.facts.doubtful.is_none()
            && !matches!(self.replay.last_sign, CheckSign::Mate | CheckSign::Double)
            && !self.moves.is_empty()
        {
            let ply = self.plies();
            let token = self.moves.token(self.moves.len() - 1).unwrap_or_default();
            let span = Span { start: token, end: token + 1 };
            if self.text.missing_signs.ply != ply || self.text.missing_signs.count == 0 {
                self.text.missing_signs.count(ply, span);
            }
        }
    }
}
