//! The selection of findings by rule and severity.

use crate::finding::Severity;
use crate::law::Rule;

/// A selection of findings by rule and severity.
#[derive(Clone, Debug)]
pub struct Selection {
    wanted: [bool; Rule::ALL.len()],
    /// Findings below this severity are neither built nor counted.
    pub min_severity: Severity,
}

impl Selection {
    /// Selects every rule, from `min_severity` up.
    pub fn all(min_severity: Severity) -> Self {
        Self { wanted: [true; Rule::ALL.len()], min_severity }
    }

    /// Selects the rules for which `wanted` returns true.
    pub fn of(min_severity: Severity, wanted: impl Fn(Rule) -> bool) -> Self {
        let mut selection = Self::all(min_severity);
        for (slot, rule) in selection.wanted.iter_mut().zip(Rule::ALL) {
            *slot = wanted(*rule);
        }
        selection
    }

    /// The same rules from another severity up.
    #[must_use]
    pub fn with_least(self, min_severity: Severity) -> Self {
        Self { min_severity, ..self }
    }

    /// The part of all findings that the selection contains.
    pub fn sought(&self) -> Sought {
        match (self.wanted.iter().all(|wanted| *wanted), self.min_severity) {
            (false, least) => Sought::SomeRules(least),
            (true, Severity::Error) => Sought::Errors,
            (true, _) => Sought::Everything,
        }
    }

    /// Whether a finding of this rule and severity is selected.
    #[inline]
    pub fn wants(&self, rule: Rule, severity: Severity) -> bool {
        severity >= self.min_severity && self.wanted.get(rule as usize).copied().unwrap_or(false)
    }
}

/// The part of all findings that a selection contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sought {
    /// All rules, with or without remarks.
    #[default]
    Everything,
    /// Errors only.
    Errors,
    /// Some of the rules, from a severity up.
    SomeRules(Severity),
}
