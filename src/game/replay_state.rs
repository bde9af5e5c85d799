//! The state of the replay while a game is produced.

use super::history::History;
use crate::chess::{CheckSign, Threats};

/// Longer than any game that was played.
pub(super) const LONG_GAME_PLIES: usize = 4 << 10;

/// The state of the replay while a game is produced.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is tested on its own at every move
pub(crate) struct ReplayState {
    pub history: History,
    /// The threats to the king of the player on move.
    pub threats: Threats,
    /// The sign of the last move.
    pub last_sign: CheckSign,
    /// Whether legal moves can lead to the position ([`Position::is_ordinary`]). Illegal moves of the game are not
    /// considered; see `irregular`.
    pub is_ordinary: bool,
    /// Whether the fast path is closed: the replay has stopped, or a man was released whose move is not complete.
    pub fast_path_closed: bool,
    /// Whether a move has broken the law, so that a king may be in check unnoticed.
    pub has_illegal_move: bool,
    /// The ply of that move.
    pub first_illegal_ply: u32,
    /// Whether a null move was made: then nothing is concluded from positions that occur again.
    pub has_null_move: bool,
    /// The ply before the run of reversible moves in which a third occurrence was noted last.
    pub third_run: u32,
    /// The ply before the run of reversible moves in which the hundredth ply was noted last.
    pub fifty_run: u32,
    /// The key of a position that a sign rightly called mate, so that it is not searched again.
    pub mate: Option<u64>,
    /// The number of plies when play last continued after a mate that was not announced.
    pub ignored_mate_ply: Option<u32>,
    /// The number of plies for which memory is reserved.
    pub room: usize,
}

impl Default for ReplayState {
    fn default() -> Self {
        Self {
            history: History::default(),
            threats: Threats::default(),
            last_sign: CheckSign::None,
            is_ordinary: false,
            fast_path_closed: false,
            has_illegal_move: false,
            first_illegal_ply: 0,
            has_null_move: false,
            third_run: 0,
            fifty_run: 0,
            mate: None,
            ignored_mate_ply: None,
            room: LONG_GAME_PLIES,
        }
    }
}

impl ReplayState {
    /// Clears everything that [`Record::begin`] does not set.
    pub(crate) fn clear(&mut self) {
        self.last_sign = CheckSign::None;
        self.fast_path_closed = false;
        self.has_illegal_move = false;
        self.has_null_move = false;
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.mate = None;
        self.ignored_mate_ply = None;
        self.room = LONG_GAME_PLIES;
    }
}
