//! Fingerprints of findings, which do not change when other parts of the file are edited.

use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

use crate::finding::{Finding, Fingerprint};
use crate::game::TagName;

use crate::arbiter::hearing::Hearing;

/// The input of the fingerprints of a game's findings: the seven tags, the start position, and the moves up
/// to each ply.
pub(crate) struct GameName {
    game: u128,
    /// For each ply that has a finding, in order.
    reached: Vec<MovesUpTo>,
}

struct MovesUpTo {
    ply: u32,
    /// A hash of the moves up to the ply; 0 if there are none or not so many.
    moves: u64,
}

impl GameName {
    pub(super) fn of(hearing: &Hearing<'_>, plies: impl Iterator<Item = u32>) -> Self {
        let record = hearing.record;
        let mut hash = Xxh3::new();
        for tag in TagName::ROSTER {
            hash.update(record.value(tag, hearing.text).unwrap_or_default());
            hash.update(&[0]);
        }
        hash.update(crate::chess::Fen(&record.start).to_string().as_bytes());
        let mut reached: Vec<MovesUpTo> = plies.map(|ply| MovesUpTo { ply, moves: 0 }).collect();
        reached.sort_unstable_by_key(|reached| reached.ply);
        reached.dedup_by_key(|reached| reached.ply);
        let mut wanted = reached.iter_mut().filter(|reached| reached.ply > 0).peekable();
        let mut chain = 0u64;
        for (ply, played) in (1..).zip(record.moves.iter()) {
            if wanted.peek().is_none() {
                break;
            }
            chain = xxh3_64_with_seed(&played.bits().to_le_bytes(), chain);
            if let Some(reached) = wanted.next_if(|reached| reached.ply == ply) {
                reached.moves = chain;
            }
        }
        Self { game: hash.digest128(), reached }
    }

    /// A hash of the game up to the finding's ply, the ply, the rule, the article, and an ordinal among
    /// equals.
    pub(super) fn fingerprint(&self, finding: &Finding, ordinal: u64) -> Fingerprint {
        let mut hash = Xxh3::new();
        hash.update(&self.game.to_le_bytes());
        let reached = self.reached.binary_search_by_key(&finding.ply, |reached| reached.ply);
        let reached = reached.ok().and_then(|index| self.reached.get(index));
        hash.update(&reached.map_or(0, |reached| reached.moves).to_le_bytes());
        hash.update(&finding.ply.to_le_bytes());
        hash.update(finding.rule.id().as_bytes());
        if let Some(article) = finding.citation.as_ref().and_then(|citation| citation.article.as_ref()) {
            hash.update(article.as_bytes());
        }
        hash.update(&ordinal.to_le_bytes());
        Fingerprint(hash.digest128())
    }
}
