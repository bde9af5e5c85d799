//! The score that the board or the law gives a game.

use crate::finding::{Reason, Score};
use crate::law::Provision;

/// The score that the board or the law gives a game, and on what ground.
pub(super) struct ScoreRuling<'c> {
    pub score: Score,
    pub reason: Reason,
    pub ply: u32,
    pub provision: Option<&'c Provision>,
}
