//! Records whose players are not recognised in the report. They may be of games that would otherwise be missing.

use std::collections::BTreeMap;

use super::event::{EventKey, Occasions};
use super::finding::TournamentFinding;
use super::sentences;
use crate::finding::{Related, Severity};
use crate::law::Rule;

/// The greatest number of kinds of records that are counted apart. The others count as records of an unknown event.
const MOST_KINDS: usize = 10_000;

/// Records that count alike: the round from 0, the event, and whether the date is outside the tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct RecordKind {
    pub round: Option<usize>,
    pub event: Option<EventKey>,
    pub is_outside: bool,
}

#[derive(Debug, Default)]
pub(super) struct UnmatchedRecords {
    all: u64,
    kinds: BTreeMap<RecordKind, u64>,
    first: Option<Related>,
}

impl UnmatchedRecords {
    pub(super) fn add(&mut self, kind: RecordKind, place: Related) {
        self.all = self.all.saturating_add(1);
        self.first.get_or_insert(place);
        let is_apart = self.kinds.len() < MOST_KINDS || self.kinds.contains_key(&kind);
        let kind = if is_apart { kind } else { RecordKind { event: None, ..kind } };
        let count = self.kinds.entry(kind).or_default();
        *count = count.saturating_add(1);
    }

    /// The records that may be of the tournament, by rounds.
    pub(super) fn by_rounds(&self, occasions: &Occasions<'_>) -> UnmatchedByRound {
        let mut by_round: BTreeMap<Option<usize>, u64> = BTreeMap::new();
        for (RecordKind { round, event, is_outside }, records) in &self.kinds {
            if !occasions.membership(*event, *is_outside).is_other() {
                let count = by_round.entry(*round).or_default();
                *count = count.saturating_add(*records);
            }
        }
        UnmatchedByRound(by_round)
    }

    pub(super) fn finding(&self) -> Option<TournamentFinding> {
        let related = self.first.clone()?;
        let message = sentences::unmatched_records(self.all);
        let finding =
            TournamentFinding::new(Rule::TournamentMissingGame, Severity::Info, message, "unmatched");
        Some(TournamentFinding { related: Some(related), ..finding })
    }
}

#[derive(Debug)]
pub(super) struct UnmatchedByRound(BTreeMap<Option<usize>, u64>);

impl UnmatchedByRound {
    /// The number of records that may be of the round: those of no round may be of any.
    pub(super) fn in_round(&self, round: usize) -> u64 {
        [Some(round), None].iter().filter_map(|round| self.0.get(round)).sum()
    }
}
