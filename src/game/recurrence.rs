//! Questions about repetition that the counts of the replay can answer.

use crate::chess::{Color, Role, Side};

use super::history::PLIES_OF_TWO_RETURNS;
use super::record::Record;

impl Record {
    /// Whether the position at the end has occurred three times or more.
    pub fn repeated_at_end(&self) -> bool {
        !self.moves.is_empty() && !self.replay.has_null_move && self.replay.history.last_count() >= 3
    }

    /// Whether the men can have stood the same three times, castling and en passant rights aside. If this is false, the game
    /// need not be replayed to find out.
    ///
    /// Of three such positions all must differ in their rights, or two of them are the same and were counted. A right to
    /// castle must then exist between the first and the second, and the run has at least eight plies.
    pub fn may_have_recurred(&self) -> bool {
        !self.counted_all_positions()
            || self.replay.history.has_repetition
            || self
                .replay
                .history
                .two_returns_ply
                .is_some_and(|ply| self.may_castle_after(ply - PLIES_OF_TWO_RETURNS / 2))
    }

    /// An upper bound on how often any position occurred, including rights.
    pub fn max_occurrences(&self) -> u32 {
        if !self.counted_all_positions() || self.facts.fifth.is_some() {
            u32::MAX
        } else if !self.facts.thirds.is_empty() {
            4
        } else if self.replay.history.has_repetition {
            2
        } else {
            1
        }
    }

    /// An upper bound on how often the men stood as they do at the end with the same player on move, rights aside.
    ///
    /// Without a right to castle, only the position after the last irreversible move can differ in a right: to capture en
    /// passant.
    pub fn max_occurrences_of_last_placement(&self) -> u32 {
        let plies = self.plies();
        let since = plies - self.position.halfmove().min(plies);
        if !self.counted_all_positions() || self.may_castle_after(since as usize) {
            return u32::MAX;
        }
        self.replay.history.last_count().saturating_add(1)
    }

    /// Whether the replay counted every position of the game.
    fn counted_all_positions(&self) -> bool {
        self.acts.is_empty()
            && self.nonstandard_moves.is_empty()
            && !self.replay.has_null_move
            && self.replay.history.is_alternate()
    }

    /// Whether a right to castle may exist after a ply: a king that had one at the start has not moved.
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
