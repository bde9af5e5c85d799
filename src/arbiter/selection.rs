//! The selection of findings by rule and severity.

use crate::finding::Severity;
use crate::law::Rule;

/// A selection of findings by rule and severity.
#[derive(Clone, Debug)]
pub struct Selection {
    wanted: [bool; Rule::ALL.len()],
    /// Findings below this severity are neither built nor counted.
    pub min_severity: Severity,
    /// The same for the rules that are off by default.
    min_severity_of_optional: Severity,
}

impl Selection {
    /// Selects every rule that is on by default, from `min_severity` up.
    pub fn all(min_severity: Severity) -> Self {
        Self::of(min_severity, |rule| !rule.is_off_by_default())
    }

    /// Selects the rules for which `wanted` returns true.
    pub fn of(min_severity: Severity, wanted: impl Fn(Rule) -> bool) -> Self {
        let mut selection =
            Self { wanted: [false; Rule::ALL.len()], min_severity, min_severity_of_optional: min_severity };
        for (slot, rule) in selection.wanted.iter_mut().zip(Rule::ALL) {
            *slot = wanted(*rule);
        }
        selection
    }

    /// The same rules from another severity up.
    #[must_use]
    pub fn with_least(self, min_severity: Severity) -> Self {
        Self { min_severity, min_severity_of_optional: min_severity, ..self }
    }

    /// The same selection with every finding of the rules that are off by default: they are only selected by name, and most
    /// have no finding above info.
    #[must_use]
    pub fn with_all_of_optional(self) -> Self {
        Self { min_severity_of_optional: Severity::Info, ..self }
    }

    /// The part of all findings that the selection contains.
    pub fn sought(&self) -> Sought {
        let rules = || Rule::ALL.iter().zip(self.wanted);
        let has_all = rules().all(|(rule, wanted)| wanted || rule.is_off_by_default());
        let is_optional = rules().all(|(rule, wanted)| !wanted || rule.is_off_by_default());
        match (has_all, self.min_severity) {
            (false, _) if is_optional => Sought::SomeRules(self.min_severity_of_optional),
            (false, least) => Sought::SomeRules(least),
            (true, Severity::Error) => Sought::Errors,
            (true, Severity::Warning) => Sought::ErrorsAndWarnings,
            (true, Severity::Info) => Sought::Everything,
        }
    }

    /// Whether a finding of this rule and severity is selected.
    #[inline]
    pub fn wants(&self, rule: Rule, severity: Severity) -> bool {
        let least = if rule.is_off_by_default() { self.min_severity_of_optional } else { self.min_severity };
        severity >= least && self.wanted.get(rule as usize).copied().unwrap_or(false)
    }
}

/// The part of all findings that a selection contains.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Sought {
    /// All rules and severities, or not known.
    #[default]
    Everything,
    /// All rules, without remarks.
    ErrorsAndWarnings,
    /// Errors only.
    Errors,
    /// Some of the rules, from a severity up.
    SomeRules(Severity),
}
