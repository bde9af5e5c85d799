//! The replay: moves made on the real board, and where it stops.

use crate::chess::{Color, Move, Position, Resolved, San};

use super::diagnostic::{Fault, FaultKind};
use super::ending::{Stop, StopReason};
use super::facts::OddKind;
use super::record::{Record, Setup};
use super::span::Span;

/// In plies. A longer game is not judged: the longest that the laws of today allow has 17 697, and memory is kept for each.
const MOST_MOVES: usize = 100 << 10;

/// Whether the game goes on being replayed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Replay {
    Goes,
    Stopped,
}

impl Record {
    pub(crate) fn begin(&mut self, start: &Position, setup: Setup) {
        self.start = *start;
        self.position = *start;
        self.setup = setup;
        self.replay.history.start(start.key());
        self.look_around();
        if start.halfmove() >= 100 {
            self.note_quiet_plies(start.halfmove());
        }
    }

    /// Learns anew what threatens the king, where something else than a move has changed the board.
    pub(crate) fn look_around(&mut self) {
        self.replay.threats = self.position.threats();
        self.replay.ordinary = self.position.is_ordinary();
    }

    /// Whether a turn was passed over among the moves that stand.
    fn passes_a_turn(&self) -> bool {
        self.odd.iter().any(|odd| odd.kind == OddKind::Null)
    }

    /// Goes back to the first position, to find anew what the moves show. None may stand.
    pub(crate) fn forget_facts(&mut self) {
        self.facts.clear();
        self.replay.third_run = u32::MAX;
        self.replay.fifty_run = u32::MAX;
        self.replay.turn_passed = self.passes_a_turn();
        self.log.boards.begin();
        let start = self.start;
        self.begin(&start, self.setup);
    }

    /// From the move of this ply on the law may have been broken.
    pub(crate) fn grow_irregular(&mut self, ply: u32) {
        if !self.replay.irregular {
            self.replay.irregular = true;
            self.replay.irregular_since = ply;
        }
    }

    /// Gives the move to a player whose turn it is not.
    pub(crate) fn take_turn(&mut self, by: Color) {
        self.position.set_turn(by);
        self.look_around();
        self.replay.history.turns_broken();
    }

    /// Whether a move gives check, if it is one that can be played here.
    pub(crate) fn would_check(&self, read: San) -> bool {
        let resolved = self.position.resolve(read, &self.replay.threats);
        let (Resolved::Export(played) | Resolved::Other(played)) = resolved else { return false };
        let mut after = self.position;
        after.play(played);
        after.threats().is_check()
    }

    pub(crate) fn stop(&mut self, reason: StopReason) {
        if self.ending.stop.is_none() {
            self.settle();
            self.ending.stop = Some(Stop { ply: self.plies(), reason });
            self.replay.is_held = true;
            self.recovery.clocks_at_stop = self.clocks.len();
        }
    }

    /// Stops the replay where more happens than is followed.
    #[cold]
    pub(crate) fn stop_at_too_much(&mut self, kind: FaultKind, span: Span) {
        // However many faults are listed already: that it is not judged must be told.
        self.text.faults.push(Fault { kind, ply: self.plies(), span });
        self.ending.is_too_much = true;
        // What he was to do with the man is not known any more.
        self.end_release();
        self.stop(StopReason::Unreplayable);
    }

    /// Leaves out the clocks at moves that are not replayed: they are not of the moves that stand.
    pub(crate) fn drop_clocks_behind_stop(&mut self) {
        if self.ending.stop.is_some() {
            self.clocks.truncate(self.recovery.clocks_at_stop);
        }
    }

    /// Makes room for as many moves as are followed, unless there is: then the move at this place was the last.
    #[cold]
    fn make_room(&mut self, token: u32) -> Replay {
        if self.replay.room >= MOST_MOVES {
            self.stop_at_too_much(FaultKind::TooManyMoves(MOST_MOVES), Span { start: token, end: token });
            return Replay::Stopped;
        }
        // At once: each time that a long list grows it leaves a hole where it was.
        self.replay.room = MOST_MOVES;
        self.moves.reserve_to(MOST_MOVES + 1);
        self.replay.history.reserve_to(MOST_MOVES + 2);
        Replay::Goes
    }

    /// Makes a move and keeps what it shows.
    pub(crate) fn apply(&mut self, played: Move, token: u32) {
        self.apply_inline(played, token);
    }

    /// [`Record::apply`] for the straight road.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn apply_inline(&mut self, played: Move, token: u32) {
        self.position.play_inline(played);
        self.replay.threats = self.position.threats();
        let _ = self.keep(played, token);
    }

    /// Keeps the move just made, and what it shows; says whether another may follow.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn keep(&mut self, played: Move, token: u32) -> Replay {
        self.moves.push(played, token);
        let halfmove = self.position.halfmove();
        let occurrences = self.replay.history.push(self.position.key(), halfmove);
        if occurrences >= 3 {
            self.note_repetition(occurrences);
        }
        // Few are the positions without a heavy man: that is asked first, since it is foreseen.
        if self.position.is_light() {
            self.look_for_dead(halfmove);
        }
        if halfmove >= 100 {
            self.note_quiet_plies(halfmove);
            // Asked here, since there is no game of so many plies without a long quiet run.
            if self.moves.len() >= self.replay.room {
                return self.make_room(token);
            }
        }
        Replay::Goes
    }
}
