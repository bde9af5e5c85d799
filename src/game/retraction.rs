//! Retractions, in time linear in the length of the record.
//!
//! A retraction sets up the board from the nearest kept board and shortens the lists that go by ply. The facts of the whole
//! game (occurrences, counts) are wrong after that, so they are found again, once, after the last move.

use super::act_log::TurnTaken;
use super::facts::Occurrences;
use super::record::Record;
use crate::chess::CheckSign;

impl Record {
    /// Takes back moves so that the first `keep` stand.
    pub(crate) fn rewind(&mut self, keep: u32) {
        let mut taken_back = std::mem::take(&mut self.log.taken_back);
        taken_back.extend(self.made_from(keep as usize));
        self.log.taken_back = taken_back;
        self.position = self.rewind_boards(keep);
        self.refresh_threats();
        // `recount` discards all counts anyway, so the run up to here need not be counted again now.
        self.replay.history.start(self.position.key());
        self.moves.truncate(keep as usize);
        shorten(&mut self.nonstandard_moves, |odd| odd.ply > keep);
        shorten(&mut self.text.false_signs, |sign| sign.ply > keep);
        if self.text.more_false_signs.ply > keep {
            self.text.more_false_signs = Occurrences::default();
        }
        shorten(&mut self.clocks, |reading| reading.ply > keep);
        shorten(&mut self.log.turns, |taken: &TurnTaken| taken.stood >= keep);
        self.replay.has_illegal_move &=
            self.replay.first_illegal_ply <= keep || !self.log.boards.is_unedited();
        self.facts.doubtful = self.facts.doubtful.filter(|ply| *ply <= keep);
        // The signs of earlier moves are not kept, so it is not known whether this one lacks its sign.
        self.replay.last_sign = CheckSign::Mate;
        self.log.needs_recount = true;
    }

    /// Finds the facts of the whole game again, if moves were taken back or replaced.
    pub(crate) fn recount(&mut self) {
        if !std::mem::take(&mut self.log.needs_recount) {
            return;
        }
        let moves = std::mem::take(&mut self.moves);
        let doubtful = self.facts.doubtful;
        self.reset_facts();
        self.facts.doubtful = doubtful;
        self.take_up_edited_board();
        for (played, token) in moves.iter().zip(moves.tokens()) {
            if let Some(turn) = self.log.turn_taken(self.plies()) {
                self.set_turn_out_of_order(turn);
            }
            self.play_move(played, token);
            self.take_up_edited_board();
        }
    }
}

/// Drops the last entries that are past it. The list must be in the order of the moves.
fn shorten<T>(list: &mut Vec<T>, past: impl Fn(&T) -> bool) {
    while list.pop_if(|last| past(last)).is_some() {}
}
