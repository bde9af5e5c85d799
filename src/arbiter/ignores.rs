//! `record.unused-ignore`: suppressions that suppress nothing.

use crate::finding::{Finding, Severity};
use crate::game::Span;
use crate::law::{Ground, Rule};

use crate::arbiter::{Context, Draft, Hearing, words};

/// A suppression that suppresses nothing, or some rules of which do not.
pub(crate) struct IdleIgnore {
    /// The rules of which nothing is found; at least one.
    pub rules: Vec<Rule>,
    /// The ply of the move that it stands behind; none where it is for the game.
    pub ply: Option<u32>,
    /// What asks for it.
    pub span: Span,
    /// Another move, with its number, of which one of the rules is found.
    pub elsewhere: Option<String>,
}

/// The findings on these, as the report has them.
pub(crate) fn idle_ignores(hearing: &Hearing<'_>, idle: Vec<IdleIgnore>) -> Vec<Finding> {
    let mut context = Context::new(hearing);
    for ignore in idle {
        let ids: Vec<&str> = ignore.rules.iter().map(|rule| rule.id()).collect();
        let place = match ignore.ply {
            None => "in this game",
            Some(0) => "before the first move",
            Some(_) => "at this move",
        };
        let message = format!("this ignores {}, of which nothing is found {place}", words::listed(&ids));
        let ply = ignore.ply.unwrap_or(0);
        let mut draft = Draft::new(Rule::RecordUnusedIgnore, Severity::Warning, ply, ignore.span, message);
        draft.help = match ignore.elsewhere {
            Some(other) => {
                Some(format!("it holds for the move that it stands behind, and {other} is another"))
            }
            None if ignore.rules.iter().any(|rule| rule.ground() != Ground::Fact) => {
                Some(format!("the game is judged under {}", hearing.code.id))
            }
            None => None,
        };
        draft.movetext = context.numbered(ply);
        context.drafts.push(draft);
    }
    context.rise()
}
