//! Names that findings keep across edits elsewhere.

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::finding::{Finding, Fingerprint};
use crate::record::TagName;

use super::Hearing;

/// The tags that name a game: the roster.
pub(super) const ROSTER: [TagName; 7] = [
    TagName::Event,
    TagName::Site,
    TagName::Date,
    TagName::Round,
    TagName::White,
    TagName::Black,
    TagName::Result,
];

/// What a game's findings are named by across edits elsewhere: the seven tags and the start, and the
/// moves up to each ply.
pub(super) struct GameName {
    game: u128,
    /// After each ply a number that stands for all moves so far.
    moves: Vec<u64>,
}

impl GameName {
    pub fn of(hearing: &Hearing<'_>) -> Self {
        let record = hearing.record;
        let mut hash = Xxh3::new();
        for tag in ROSTER {
            hash.update(record.value(tag, hearing.text).unwrap_or_default());
            hash.update(&[0]);
        }
        hash.update(crate::chess::Fen(&record.start).to_string().as_bytes());
        let mut chain = 0u64;
        let moves = record.moves.iter().map(|played| {
            chain = xxh3_64_with_seed(&played.bits().to_le_bytes(), chain);
            chain
        });
        Self { game: hash.digest128(), moves: moves.collect() }
    }

    /// The name of one finding: the game so far, the ply, the rule, the article, and an ordinal among equals.
    pub fn fingerprint(&self, finding: &Finding, ordinal: u64) -> Fingerprint {
        let mut hash = Xxh3::new();
        hash.update(&self.game.to_le_bytes());
        let so_far = (finding.ply as usize).checked_sub(1).and_then(|last| self.moves.get(last));
        hash.update(&so_far.copied().unwrap_or(0).to_le_bytes());
        hash.update(&finding.ply.to_le_bytes());
        hash.update(finding.rule.id().as_bytes());
        if let Some(article) = finding.citation.as_ref().and_then(|citation| citation.article.as_ref()) {
            hash.update(article.as_bytes());
        }
        hash.update(&ordinal.to_le_bytes());
        Fingerprint(hash.digest128())
    }
}
