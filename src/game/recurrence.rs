//! Whether positions came again, as far as what was counted in reading tells.

use crate::chess::{Color, Role, Side};

use super::history::TWO_WAYS_BACK;
use super::record::Record;

impl Record {
    /// Whether the position at the end has occurred three times or more.
    pub fn repeated_at_end(&self) -> bool {
        !self.moves.is_empty() && !self.replay.turn_passed && self.replay.history.last_count() >= 3
    }

    /// Whether the men can have stood the same three times, rights left aside. Where this says no, they did
    /// not, and nobody need replay the game to see it.
    ///
    /// Of three such positions the rights must all differ, or two of them are the same and were counted. A
    /// right to castle must then be alive between the first and the second, and the run take eight plies.
    pub fn may_have_recurred(&self) -> bool {
        !self.is_counted()
            || self.replay.history.any_twice()
            || self
                .replay
                .history
                .long_enough()
                .is_some_and(|ply| self.may_castle_after(ply - TWO_WAYS_BACK / 2))
    }

    /// How often at the most any position came, rights and all.
    pub fn came_at_most(&self) -> u32 {
        if !self.is_counted() || self.facts.fifth.is_some() {
            u32::MAX
        } else if !self.facts.thirds.is_empty() {
            4
        } else if self.replay.history.any_twice() {
            2
        } else {
            1
        }
    }

    /// How often at the most the men stood as they do at the end with the same player on move, rights left aside.
    ///
    /// Without a right to castle only the position behind the last irreversible move can differ in one: to take in
    /// passing.
    pub fn last_stood_at_most(&self) -> u32 {
        let plies = self.plies();
        let since = plies - self.position.halfmove().min(plies);
        if !self.is_counted() || self.may_castle_after(since as usize) {
            return u32::MAX;
        }
        self.replay.history.last_count().saturating_add(1)
    }

    /// Whether what was counted in reading are all positions there were.
    fn is_counted(&self) -> bool {
        self.acts.is_empty()
            && self.odd.is_empty()
            && !self.replay.turn_passed
            && self.replay.history.is_alternate()
    }

    /// Whether a right to castle may be alive after so many plies: some king that has one has not moved.
    fn may_castle_after(&self, ply: usize) -> bool {
        let moves = self.moves.iter().take(ply);
        [Color::White, Color::Black].into_iter().any(|color| {
            let rights = self.start.castling();
            let has_one = [Side::King, Side::Queen].iter().any(|side| rights.rook(color, *side).is_some());
            let mut kings = self.start.of(color, Role::King).squares();
            has_one && kings.any(|king| moves.clone().all(|played| played.from() != king))
        })
    }
}
