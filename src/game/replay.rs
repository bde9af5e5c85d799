//! The replay: moves made on the real board, and the point where it stops.

use super::diagnostic::{FaultKind, TextFault};
use super::ending::{Stop, StopReason};
use super::facts::NonstandardKind;
use super::record::{Record, SetupSource};
use super::span::Span;
use crate::chess::{Color, Move, Position, Resolved, San};

/// A longer game is not judged: the longest that the laws of today allow has 17 697 plies, and memory is kept for each.
const MAX_PLIES: usize = 100 << 10;

/// Whether the next move can be replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replay {
    Continues,
    Stopped,
}

impl Record {
    pub(crate) fn begin(&mut self, start: &Position, setup: SetupSource) {
        self.start = *start;
        self.position = *start;
        self.setup = setup;
        self.replay.history.start(start.key());
        self.refresh_threats();
        if start.halfmove() >= 100 {
            self.note_quiet_plies(start.halfmove());
        }
    }

    /// Recomputes the threats to the king after the board was changed by something other than a move.
    pub(crate) fn refresh_threats(&mut self) {
        self.replay.threats = self.position.threats();
        self.replay.is_ordinary = self.position.is_ordinary();
    }

    /// Goes back to the first position and clears the facts, before the moves are made again. The move list must be empty.
    pub(crate) fn reset_facts(&mut self) {
        self.facts.clear();
        self.replay.third_run = u32::MAX;
        self.replay.fifty_run = u32::MAX;
        self.replay.has_null_move =
            self.nonstandard_moves.iter().any(|odd| odd.kind == NonstandardKind::Null);
        self.log.boards.lacks_a_man = false;
        let start = self.start;
        self.begin(&start, self.setup);
    }

    /// Notes that the move of this ply, or an edit before it, may have broken the law.
    pub(crate) fn mark_irregular(&mut self, ply: u32) {
        if !self.replay.has_illegal_move {
            self.replay.has_illegal_move = true;
            self.replay.first_illegal_ply = ply;
        }
    }

    pub(crate) fn set_turn_out_of_order(&mut self, by: Color) {
        self.position.set_turn(by);
        self.refresh_threats();
        self.replay.history.note_turn_out_of_order();
    }

    /// Whether the move can be played here and gives check.
    pub(crate) fn gives_check(&self, read: San) -> bool {
        let resolved = self.position.resolve(read, &self.replay.threats);
        let (Resolved::Export(played) | Resolved::Other(played)) = resolved else { return false };
        let mut after = self.position;
        after.play(played);
        after.threats().is_check()
    }

    pub(crate) fn stop_replay(&mut self, reason: StopReason) {
        if self.ending.stop.is_none() {
            self.finish_release();
            self.ending.stop = Some(Stop { ply: self.plies(), reason });
            self.replay.fast_path_closed = true;
            self.recovery.clocks_at_stop = self.clocks.len();
        }
    }

    /// Stops the replay at a limit on what is kept of one game. The game is not judged.
    #[cold]
    pub(crate) fn stop_at_limit(&mut self, kind: FaultKind, span: Span) {
        // Not through `add_fault`, which drops faults beyond a limit: this one must be reported.
        self.text.faults.push(TextFault { kind, ply: self.plies(), span });
        self.ending.exceeds_limit = true;
        // The moves that would complete a release are not replayed.
        self.end_release();
        self.stop_replay(StopReason::Unreplayable);
    }

    /// Drops the clock readings of moves that were not replayed.
    pub(crate) fn drop_clocks_after_stop(&mut self) {
        if self.ending.stop.is_some() {
            self.clocks.truncate(self.recovery.clocks_at_stop);
        }
    }

    /// Reserves memory for [`MAX_PLIES`] plies. If that was done before, the limit is reached and the replay stops.
    #[cold]
    fn reserve_max_plies(&mut self, token: u32) -> Replay {
        if self.replay.room >= MAX_PLIES {
            self.stop_at_limit(FaultKind::TooManyMoves(MAX_PLIES), Span { start: token, end: token });
            return Replay::Stopped;
        }
        // All at once: a long list that grows step by step leaves holes in memory.
        self.replay.room = MAX_PLIES;
        self.moves.reserve_to(MAX_PLIES + 1);
        self.replay.history.reserve_to(MAX_PLIES + 2);
        Replay::Continues
    }

    /// Makes a move and records it with the facts that it shows.
    pub(crate) fn play_move(&mut self, played: Move, token: u32) {
        self.play_move_inline(played, token);
    }

    /// [`Record::apply`] for the fast path.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn play_move_inline(&mut self, played: Move, token: u32) {
        self.position.play_inline(played);
        self.replay.threats = self.position.threats();
        let _ = self.push_move(played, token);
    }

    /// Records the move just made on the board and the facts that it shows.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn push_move(&mut self, played: Move, token: u32) -> Replay {
        self.moves.push(played, token);
        let halfmove = self.position.halfmove();
        let occurrences = self.replay.history.push(self.position.key(), halfmove);
        if occurrences >= 3 {
            self.note_repetition(occurrences);
        }
        // The first test is cheap and nearly always false, so the branch is predicted.
        if self.position.has_only_minor_pieces() {
            self.note_dead_position(halfmove);
        }
        if halfmove >= 100 {
            self.note_quiet_plies(halfmove);
            // Tested here because no game of so many plies is without a long quiet run.
            if self.moves.len() >= self.replay.room {
                return self.reserve_max_plies(token);
            }
        }
        Replay::Continues
    }
}
