use crate::finding::{Reason, Score};
use crate::law::Provision;

/// The score that the board or the law gives a game, and its ground.
pub(super) struct ScoreRuling<'c> {
    pub score: Score,
    pub reason: Reason,
    pub ply: u32,
    pub provision: Option<&'c Provision>,
}
