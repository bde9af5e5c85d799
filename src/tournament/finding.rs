//! A finding of the comparison, before it is part of a report.

use xxhash_rust::xxh3::xxh3_64;

use super::game::LegalScore;
use crate::finding::{Location, Related, Severity};
use crate::law::Rule;

/// A finding about a game, or about the report itself.
#[derive(Clone, Debug)]
pub(crate) struct TournamentFinding {
    pub rule: Rule,
    pub severity: Severity,
    /// `None`: the whole game.
    pub place: Option<Location>,
    pub message: String,
    pub help: Option<String>,
    pub related: Option<Related>,
    pub law: Option<LegalScore>,
    /// Distinguishes findings of one rule in one game or report.
    pub about: u64,
    /// The cells of the crosstable that it concerns: rows and rounds from 0.
    pub(super) cells: Vec<(usize, usize)>,
}

impl TournamentFinding {
    pub(super) fn new(rule: Rule, severity: Severity, message: String, about: &str) -> Self {
        Self {
            rule,
            severity,
            place: None,
            message,
            help: None,
            related: None,
            law: None,
            about: xxh3_64(about.as_bytes()),
            cells: Vec::new(),
        }
    }

    /// A finding at a place of the report.
    pub(super) fn in_report(
        rule: Rule,
        severity: Severity,
        message: String,
        about: &str,
        place: Location,
    ) -> Self {
        Self::new(rule, severity, message, about).at(place)
    }

    pub(super) fn at(self, place: Location) -> Self {
        Self { place: Some(place), ..self }
    }

    pub(super) fn help(self, help: String) -> Self {
        Self { help: Some(help), ..self }
    }

    pub(super) fn in_cells(self, cells: impl IntoIterator<Item = (usize, usize)>) -> Self {
        Self { cells: cells.into_iter().collect(), ..self }
    }
}

/// A round as reports count it, from 1.
pub(super) const fn shown_round(round: usize) -> usize {
    round.saturating_add(1)
}

/// Two starting ranks, whatever the order of their rows.
pub(super) fn ascending(one: u32, other: u32) -> [u32; 2] {
    [one.min(other), one.max(other)]
}
