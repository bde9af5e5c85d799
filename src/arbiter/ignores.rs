//! `record.unused-ignore`: suppressions that suppress nothing.

use crate::finding::{Finding, Severity};
use crate::game::Span;
use crate::law::{FindingBasis, Rule};

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::findings::into_findings;
use crate::arbiter::hearing::Hearing;
use crate::arbiter::sentences;

/// A suppression without a finding for at least one of its rules.
pub(crate) struct IdleIgnore {
    /// The rules without a finding; at least one.
    pub rules: Vec<Rule>,
    /// The ply of the move that it follows; `None` if it is for the game.
    pub ply: Option<u32>,
    pub span: Span,
    /// Whether it has no other rules.
    pub is_whole: bool,
    /// Another move, with its number, that has a finding of one of the rules.
    pub elsewhere: Option<String>,
}

pub(crate) fn idle_ignores(hearing: &Hearing<'_>, idle: Vec<IdleIgnore>) -> Vec<Finding> {
    let context = Context::new(hearing);
    let mut drafts = Vec::new();
    for ignore in idle {
        let message = sentences::record::idle_suppression(&ignore.rules, ignore.ply);
        let ply = ignore.ply.unwrap_or(0);
        let mut draft = Draft::new(Rule::RecordUnusedIgnore, Severity::Warning, ply, ignore.span, message);
        draft.help = match ignore.elsewhere {
            Some(other) => Some(sentences::record::finding_elsewhere(&other)),
            None if ignore.rules.iter().any(|rule| rule.basis() != FindingBasis::Fact) => {
                Some(sentences::record::judged_under(&hearing.code.id))
            }
            None => None,
        };
        draft.movetext = context.numbered(ply);
        drafts.push(draft);
    }
    into_findings(hearing, drafts)
}
