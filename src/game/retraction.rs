//! Moves taken back, in time linear in what the record holds.
//!
//! A retraction sets the board up again from the nearest checkpoint and shortens what is kept by ply. What
//! the whole game showed (occurrences, counts) is wrong from then on, and is found anew once, behind the
//! last move. Nothing of this is made before the first retraction.

use super::facts::Counted;
use super::record::{Record, TurnTaken};
use crate::chess::{CheckSign, Position};

/// Plies from one checkpoint to the next.
const SPACING: u32 = 32;

/// What a game with retractions needs, and no other.
#[derive(Debug, Default)]
pub(crate) struct Retractions {
    /// Positions after every [`SPACING`] plies, as far as a retraction has needed them.
    checkpoints: Vec<Checkpoint>,
    /// Whether a move was taken back, so that the facts are to be found anew.
    any: bool,
}

#[derive(Debug)]
struct Checkpoint {
    ply: u32,
    position: Position,
}

impl Retractions {
    pub(crate) fn clear(&mut self) {
        self.checkpoints.clear();
        self.any = false;
    }

    /// What the whole game showed is to be found anew.
    pub(crate) fn count_anew(&mut self) {
        self.any = true;
    }

    /// The board is no longer what it was after so many moves.
    pub(crate) fn forget_from(&mut self, ply: u32) {
        shorten(&mut self.checkpoints, |checkpoint| checkpoint.ply >= ply);
    }
}

impl Record {
    /// Takes back moves so that the first `keep` stand.
    pub(crate) fn rewind(&mut self, keep: u32) {
        let mut taken_back = std::mem::take(&mut self.taken_back);
        taken_back.extend(self.made_from(keep as usize));
        self.taken_back = taken_back;
        let board = self.board_after(keep);
        self.position = self.carry_back(keep, board);
        self.look_around();
        // What was counted until now is thrown away by `recount`: a run need not be counted through again.
        self.history.start(self.position.key());
        self.moves.truncate(keep as usize);
        shorten(&mut self.odd, |odd| odd.ply > keep);
        shorten(&mut self.false_signs, |sign| sign.ply > keep);
        if self.more_false_signs.ply > keep {
            self.more_false_signs = Counted::default();
        }
        shorten(&mut self.clocks, |reading| reading.ply > keep);
        shorten(&mut self.turns, |taken: &TurnTaken| taken.stood >= keep);
        self.irregular &= self.irregular_since <= keep || !self.fallen.is_untouched();
        self.facts.doubtful = self.facts.doubtful.filter(|ply| *ply <= keep);
        // The signs of earlier moves are not kept: that this one lacks its own is not known.
        self.last_sign = CheckSign::Mate;
        self.retractions.any = true;
    }

    /// The position after so many of the moves that stand, by the checkpoints.
    pub(crate) fn board_after(&mut self, ply: u32) -> Position {
        shorten(&mut self.retractions.checkpoints, |checkpoint| checkpoint.ply > ply);
        let (mut reached, mut position) = match self.retractions.checkpoints.last() {
            Some(checkpoint) => (checkpoint.ply, checkpoint.position),
            None => (0, self.position_after(0)),
        };
        while reached < ply {
            let next = (reached - reached % SPACING + SPACING).min(ply);
            position = self.play_on(position, reached, next);
            reached = next;
            if reached.is_multiple_of(SPACING) {
                self.retractions.checkpoints.push(Checkpoint { ply: reached, position });
            }
        }
        position
    }

    /// Finds what the whole game showed anew, if a move was taken back.
    pub(crate) fn recount(&mut self) {
        if !std::mem::take(&mut self.retractions.any) {
            return;
        }
        let moves = std::mem::take(&mut self.moves);
        let doubtful = self.facts.doubtful;
        self.forget_facts();
        self.facts.doubtful = doubtful;
        self.enact_edits_here();
        for (played, token) in moves.iter().zip(moves.tokens()) {
            if let Some(turn) = self.turn_taken(self.plies()) {
                self.take_turn(turn);
            }
            self.apply(played, token);
            self.enact_edits_here();
        }
    }

    /// The edits made with as many moves standing as stand now.
    fn enact_edits_here(&mut self) {
        let stood = self.plies();
        let mut index = self.fallen.edits_before(stood);
        while let Some(edit) = self.fallen.edit(index).filter(|edit| edit.is_of(stood)) {
            self.enact_here(edit);
            index += 1;
        }
    }
}

/// Drops the last entries that are past it: the lists are in the order of the moves.
fn shorten<T>(list: &mut Vec<T>, past: impl Fn(&T) -> bool) {
    while list.pop_if(|last| past(last)).is_some() {}
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::pgn::reader::the_game as read;

    /// Quadratic, any of these would take seconds at least.
    #[test]
    fn many_moves_are_taken_back_in_a_blink() {
        let there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let text = "Nf3 Nf6 Ng1 Ng8 ".repeat(3_500);
        let one_by_one = format!("{text}{{{}}} *", "[%retract 1] ".repeat(4_000));
        let record = read(&one_by_one);
        assert_eq!((record.plies(), record.acts.len(), record.faults.len()), (10_000, 4_000, 0));
        assert_eq!(record.course().len(), 18_000);
        let again = format!("{text}{{{}}} *", "[%play w e4] [%retract 1] ".repeat(2_000));
        let record = read(&again);
        assert_eq!((record.plies(), record.acts.len(), record.faults.len()), (14_000, 4_000, 0));
        assert_eq!(record.position_after(14_000), record.position);
        assert_eq!(record.course().len(), 18_000);
        let mut each_again = text;
        for (played, by) in there_and_back.iter().zip(["w", "b"].iter().cycle()).cycle().take(2_000) {
            let _ = write!(each_again, "{played} {{[%retract 1] [%play {by} {played}]}} ");
        }
        let record = read(&format!("{each_again} *"));
        assert_eq!((record.plies(), record.acts.len(), record.faults.len()), (16_000, 4_000, 0));
        assert_eq!(record.facts.fifth, Some(16));
    }

    #[test]
    fn what_a_game_showed_is_what_stands_shows() {
        let thrice = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        let facts = read(&format!("{thrice} *")).facts;
        assert_eq!(facts.thirds, [8]);
        assert_eq!(read(&format!("{thrice} {{[%retract 1]}} *")).facts.thirds, [0; 0]);
        assert_eq!(read(&format!("{thrice} {{[%retract 3]}} Nf6 Ng1 Ng8 *")).facts, facts);
        assert_eq!(read(&format!("e4 {{[%retract 1]}} {thrice} *")).facts, facts);
        let record = read("1. e4 Rd8 {[%retract 1]} e5 *");
        assert!(record.odd.is_empty() && !record.irregular, "{:?}", record.odd);
    }
}
