//! Moves taken back, in time linear in what the record holds.
//!
//! A retraction sets the board up again from the nearest kept board and shortens the lists kept by ply. The facts of the whole
//! game (occurrences, counts) are wrong from then on; they are found anew once, after the last move.

use super::act_log::TurnTaken;
use super::facts::Counted;
use super::record::Record;
use crate::chess::CheckSign;

impl Record {
    /// Takes back moves so that the first `keep` stand.
    pub(crate) fn rewind(&mut self, keep: u32) {
        let mut taken_back = std::mem::take(&mut self.log.taken_back);
        taken_back.extend(self.made_from(keep as usize));
        self.log.taken_back = taken_back;
        self.position = self.board_gone_back_to(keep);
        self.look_around();
        // What was counted until now is thrown away by `recount`: a run need not be counted through again.
        self.replay.history.start(self.position.key());
        self.moves.truncate(keep as usize);
        shorten(&mut self.odd, |odd| odd.ply > keep);
        shorten(&mut self.text.false_signs, |sign| sign.ply > keep);
        if self.text.more_false_signs.ply > keep {
            self.text.more_false_signs = Counted::default();
        }
        shorten(&mut self.clocks, |reading| reading.ply > keep);
        shorten(&mut self.log.turns, |taken: &TurnTaken| taken.stood >= keep);
        self.replay.irregular &= self.replay.irregular_since <= keep || !self.log.boards.is_unedited();
        self.facts.doubtful = self.facts.doubtful.filter(|ply| *ply <= keep);
        // The signs of earlier moves are not kept: that this one lacks its own is not known.
        self.replay.last_sign = CheckSign::Mate;
        self.log.is_to_recount = true;
    }

    /// Finds what the whole game showed anew, if a move was taken back.
    pub(crate) fn recount(&mut self) {
        if !std::mem::take(&mut self.log.is_to_recount) {
            return;
        }
        let moves = std::mem::take(&mut self.moves);
        let doubtful = self.facts.doubtful;
        self.forget_facts();
        self.facts.doubtful = doubtful;
        self.take_up_edited_board();
        for (played, token) in moves.iter().zip(moves.tokens()) {
            if let Some(turn) = self.log.turn_taken(self.plies()) {
                self.take_turn(turn);
            }
            self.apply(played, token);
            self.take_up_edited_board();
        }
    }
}

/// Drops the last entries that are past it: the lists are in the order of the moves.
fn shorten<T>(list: &mut Vec<T>, past: impl Fn(&T) -> bool) {
    while list.pop_if(|last| past(last)).is_some() {}
}
