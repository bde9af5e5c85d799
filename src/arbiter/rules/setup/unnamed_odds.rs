//! Odds that do not name the man given: whether it was left on the board, as far as the moves show.

use crate::chess::{Color, Position, Role};
use crate::game::{Odds, OddsTerm, Span, TagName};
use crate::law::{Predicate, RemedyKind, Rule};

use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::setup::wrong_from_the_start;
use crate::arbiter::sentences;
use crate::arbiter::sentences::remedies::request_after_ask;
use crate::arbiter::state::beginning::Irregularity;

enum UnnamedOdds {
    /// The score shows that none was taken off.
    LeftOn(Role),
    /// The record does not show whether one was taken off.
    Unrecorded(Role),
}

/// Returns the irregularity of a man given as odds that was left on, as the moves show, unless it is reported already.
pub(crate) fn left_on_unnamed(p: &mut Proceedings<'_, '_>) -> Option<Irregularity> {
    if p.cases.find_beginning(|case| case.rule == Rule::SetupOdds).is_some() {
        return None;
    }
    match examine_unnamed_odds(p)? {
        UnnamedOdds::LeftOn(role) => left_on(p, role),
        UnnamedOdds::Unrecorded(_) => None,
    }
}

pub(crate) fn unrecorded_odds(p: &mut Proceedings<'_, '_>) -> Option<Role> {
    match examine_unnamed_odds(p)? {
        UnnamedOdds::Unrecorded(role) => Some(role),
        UnnamedOdds::LeftOn(_) => None,
    }
}

/// Reports a demand that depends on whether the odds were taken off, which the record does not show. Returns whether it
/// is one.
pub(crate) fn report_unrecorded_odds(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    span: Span,
) -> bool {
    let facts = p.base_facts.with(Predicate::OddsLeftOn, true);
    let found = ruling(p.context.code(), Rule::SetupOdds, facts, |_| true);
    if found.is_none_or(|found| !found.provision.gives_remedy(kind)) {
        return false;
    }
    let Some(role) = unrecorded_odds(p) else { return false };
    let asked = request_after_ask(kind, by, p.context.terms());
    let message = sentences::setup::asks_but_odds_not_recorded(by, &asked, role);
    p.report_nothing_to_notice(Some(by), message, span);
    true
}

fn examine_unnamed_odds(p: &mut Proceedings<'_, '_>) -> Option<UnnamedOdds> {
    let record = p.context.record();
    let odds = p.context.odds().filter(|_| record.due_position().is_none())?;
    p.beginning.seen.update(&record.start, p.history.moves_played());
    let roles = unnamed_roles(odds);
    let mut unrecorded = None;
    for role in &roles {
        let men = |position: &Position| position.of(odds.giver, *role).squares();
        let given = roles.iter().filter(|other| *other == role).count();
        let left = men(&Position::initial()).count().saturating_sub(given);
        if men(&record.start).filter(|square| p.beginning.seen.has(*square)).count() > left {
            return Some(UnnamedOdds::LeftOn(*role));
        }
        if men(&record.start).count() > left {
            unrecorded = unrecorded.or(Some(*role));
        }
    }
    unrecorded.map(UnnamedOdds::Unrecorded)
}

fn left_on(p: &Proceedings<'_, '_>, role: Role) -> Option<Irregularity> {
    let giver = p.context.odds()?.giver;
    let facts = p.base_facts.with(Predicate::OddsLeftOn, true);
    let span = p.context.tag_span(TagName::Odds);
    let message = sentences::setup::odds_left_on(giver, role);
    Some(wrong_from_the_start(p.context, Rule::SetupOdds, facts, Some(giver), span, message))
}

/// Returns the roles of the men given without naming them, each as often as it is given.
fn unnamed_roles(odds: &Odds) -> Vec<Role> {
    let role = |term: &OddsTerm| match term {
        OddsTerm::Man(role) => Some(*role),
        _ => None,
    };
    odds.terms.iter().filter_map(role).collect()
}
