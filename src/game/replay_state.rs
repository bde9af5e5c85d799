//! The state of the replay while a game is produced.

use crate::chess::{CheckSign, Threats};

use super::history::History;

/// In plies. No game that was played was so long.
pub(crate) const MANY_MOVES: usize = 4 << 10;

/// The state of the replay while a game is produced.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools)] // each is asked on its own at every move
pub(crate) struct ReplayState {
    /// The positions that occurred.
    pub history: History,
    /// The threats to the king of the player on move.
    pub threats: Threats,
    /// The sign of the last move.
    pub last_sign: CheckSign,
    /// Whether the position is one that legal moves can lead to ([`crate::chess::Position::is_ordinary`]), as far as is
    /// known without the moves that broke the law.
    pub ordinary: bool,
    /// Whether the fast path is closed: the replay has stopped, or a man was released whose move is not complete.
    pub is_held: bool,
    /// Whether a move has broken the law, so that a king may stand in check unnoticed.
    pub irregular: bool,
    /// The ply from which that is so.
    pub irregular_since: u32,
    /// Whether a turn was passed over: then nothing is concluded from positions that occur again.
    pub turn_passed: bool,
    /// The run of the last third occurrence noted.
    pub third_run: u32,
    /// The run of the last hundredth quiet ply noted.
    pub fifty_run: u32,
    /// The key of a position that a sign rightly called mate, so that it is not searched again.
    pub mate: Option<u64>,
    /// The moves standing when a mate that nobody announced was last played past.
    pub passed_mate: Option<u32>,
    /// The number of moves for which there is room, as far as it was asked.
    pub room: usize,
}

impl Default for ReplayState {
    fn default() -> Self {
        Self {
            history: History::default(),
            threats: Threats::default(),
            last_sign: CheckSign::None,
            ordinary: false,
            is_held: false,
            irregular: false,
            irregular_since: 0,
            turn_passed: false,
            third_run: 0,
            fifty_run: 0,
            mate: None,
            passed_mate: None,
            room: MANY_MOVES,
        }
    }
}

impl ReplayState {
    /// Leaves the position to [`super::Record::begin`].
    pub(crate) fn clear(&mut self) {
        self.last_sign = CheckSign::None;
        self.is_held = false;
        self.irregular = false;
        self.turn_passed = false;
        self.third_run = u32::MAX;
        self.fifty_run = u32::MAX;
        self.mate = None;
        self.passed_mate = None;
        self.room = MANY_MOVES;
    }
}
