//! The parallel run: chunks to games to findings, in order, to one sink.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use crate::finding::{Finding, GameReport, Severity};
use crate::law::Rule;

/// Which findings are wanted.
#[derive(Clone, Debug)]
pub struct Selection {
    wanted: [bool; Rule::ALL.len()],
    /// Findings below this are neither built nor counted.
    pub min_severity: Severity,
}

impl Selection {
    /// Every rule, from `min_severity` up.
    pub fn all(min_severity: Severity) -> Self {
        Self {
            wanted: [true; Rule::ALL.len()],
            min_severity,
        }
    }

    /// Only the rules that `wanted` says yes to.
    pub fn of(min_severity: Severity, wanted: impl Fn(Rule) -> bool) -> Self {
        let mut selection = Self::all(min_severity);
        for (slot, rule) in selection.wanted.iter_mut().zip(Rule::ALL) {
            *slot = wanted(*rule);
        }
        selection
    }

    /// Whether a finding of this rule and severity is wanted.
    #[inline]
    pub fn wants(&self, rule: Rule, severity: Severity) -> bool {
        severity >= self.min_severity && self.wanted.get(rule as usize).copied().unwrap_or(false)
    }
}

/// What a run added up to. Findings are those wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Sources read.
    pub files: u64,
    /// Sources that could not be read to their end.
    pub unreadable: u64,
    /// Games read.
    pub games: u64,
    /// Moves standing at the end, over all games.
    pub plies: u64,
    /// How many findings of each severity.
    pub findings: BTreeMap<Severity, u64>,
    /// How many findings of each rule.
    pub by_rule: BTreeMap<Rule, u64>,
    /// The number of games after which duplicates were no longer looked for, if that came.
    pub duplicates_stopped: Option<u64>,
}

impl Summary {
    /// Counts one finding.
    pub fn count(&mut self, finding: &Finding) {
        *self.findings.entry(finding.severity).or_default() += 1;
        *self.by_rule.entry(finding.rule).or_default() += 1;
    }
}

/// Where finished games go, one at a time, in input order.
pub trait Sink {
    /// A game of the source `file`. Called for games with findings left, or for all where the
    /// settings say so.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn game(&mut self, file: &Arc<str>, game: &GameReport) -> io::Result<()>;

    /// A source that could not be opened or read to its end; the run goes on.
    ///
    /// # Errors
    /// What the writing says; the run ends there.
    fn unreadable(&mut self, file: &Arc<str>, why: &str) -> io::Result<()>;
}
