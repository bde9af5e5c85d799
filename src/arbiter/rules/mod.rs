//! The families of rules. Each file has functions that judge one kind of event; no family imports another.

pub(crate) mod board;
pub(crate) mod calls;
pub(crate) mod clock;
pub(crate) mod conduct;
pub(crate) mod draws;
pub(crate) mod moves;
pub(crate) mod penalty;
pub(crate) mod record;
pub(crate) mod result;
pub(crate) mod setup;
pub(crate) mod style;
pub(crate) mod touches;

use crate::chess::Color;
use crate::finding::Disposition;
use crate::game::Span;
use crate::law::Rule;

use crate::arbiter::case::new::NewCase;
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::predicates::Facts;
use crate::arbiter::proceedings::Proceedings;

/// An act at this moment that is no move, reported with the text of the last move.
fn opening_now(
    p: &Proceedings<'_, '_>,
    rule: Rule,
    facts: Facts,
    offender: Color,
    span: Span,
    message: String,
) -> NewCase {
    let ply = p.plies();
    NewCase { movetext: p.numbered(ply), ..NewCase::with_defaults(rule, facts, offender, ply, span, message) }
}

/// Reports a finding that is not a case, with the text of its move.
fn report_at_move(p: &mut Proceedings<'_, '_>, draft: Draft, disposition: Disposition) {
    p.push(Draft { movetext: p.numbered(draft.ply), disposition: Some(disposition), ..draft });
}

/// Adds a finding with the text of its move.
fn push_at_move(context: &Context<'_>, draft: Draft, drafts: &mut Vec<Draft>) {
    drafts.push(Draft { movetext: context.numbered(draft.ply), ..draft });
}
