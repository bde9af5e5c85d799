//! `penalty.late`: demands made after the right has lapsed.

use crate::chess::Color;
use crate::finding::Severity;
use crate::game::{Choice, Span};
use crate::law::{Late, Provision, RemedyKind, Rule};

use crate::arbiter::case::{Case, Decision, Request};
use crate::arbiter::draft::Draft;
use crate::arbiter::note::Note;
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::ruling;
use crate::arbiter::rules::penalty::elections::meant_by_another_name;
use crate::arbiter::sentences;

#[derive(Clone, Copy)]
pub(crate) struct Lapsed {
    case: usize,
    right: usize,
}

/// Returns a lapsed right, of one of the cases that `may_ask` accepts, that gave what is asked for. Only the newest case
/// can give it under another name.
pub(crate) fn lapsed(
    p: &Proceedings<'_, '_>,
    kind: RemedyKind,
    choice: Option<&Choice>,
    may_ask: impl Fn(&Case<'_>) -> bool,
) -> Option<Lapsed> {
    let at_rest = |index: usize| {
        p.cases
            .get(index)
            .filter(|case| !case.is_ended() && case.demand.request == Request::No && may_ask(case))
    };
    let by_name = |index: usize| {
        let right = lapsed_right(at_rest(index)?, |provision| provision.gives_remedy(kind))?;
        Some(Lapsed { case: index, right })
    };
    let has_lapsed =
        |index: &usize| at_rest(*index).is_some_and(|case| lapsed_right(case, |_| true).is_some());
    p.cases.recent().find_map(by_name).or_else(|| {
        let index = p.cases.recent().find(has_lapsed)?;
        let case = at_rest(index)?;
        let gave = |provision: &Provision| gives_by_another_name(case, provision, kind, choice);
        Some(Lapsed { case: index, right: lapsed_right(case, gave)? })
    })
}

/// `penalty.late`.
pub(crate) fn report_late(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    lapsed: Lapsed,
    kind: RemedyKind,
    span: Span,
) {
    let facts = p.facts(by);
    let terms = p.context.terms();
    let Some(case) = p.cases.get(lapsed.case) else { return };
    // The right that gave it, even if another right followed.
    let gave = match &case.decision {
        Decision::Rights(rights) => rights.get(lapsed.right),
        Decision::Silence(_) => None,
    };
    let provision = gave.map(|right| right.provision).or(case.provision());
    let closed = gave
        .and_then(|right| right.closed(|ply| p.numbered(ply), terms))
        .map(|closed| sentences::penalty::right_ended(&closed));
    let message = sentences::penalty::too_late(by, &case.asked_in_words(kind, terms));
    // The limit is the right's own, or that of the article which it names for late demands.
    let of_article = |article: &str, said: &Provision| {
        *said.article == *article || said.penalty.as_deref() == Some(article)
    };
    let limit = match provision.and_then(|provision| provision.late.as_ref()) {
        Some(Late::Article(article)) => {
            ruling(p.context.code(), Rule::PenaltyLate, facts, |said| of_article(article, said))
        }
        Some(Late::Stands) => None,
        None => ruling(p.context.code(), Rule::PenaltyLate, facts, |_| true),
    };
    let condition = limit.as_ref().and_then(|limit| limit.condition).map(Note::Article);
    let limit = limit.map(|limit| limit.provision).or(provision);
    let mut draft = Draft::new(Rule::PenaltyLate, Severity::Error, p.plies(), span, message);
    if let Some(limit) = limit {
        draft = draft.under(limit);
    }
    draft.offender = Some(by);
    let help: Vec<Note<'_>> = condition.into_iter().chain(closed.map(Note::from)).collect();
    p.push(draft.notes(&help, terms));
}

fn lapsed_right(case: &Case<'_>, gave: impl Fn(&Provision) -> bool) -> Option<usize> {
    let Decision::Rights(rights) = &case.decision else { return None };
    rights.iter().position(|right| !right.is_alive() && gave(right.provision))
}

/// Whether a provision gives in this case what is asked for under another name.
fn gives_by_another_name(
    case: &Case<'_>,
    provision: &Provision,
    kind: RemedyKind,
    choice: Option<&Choice>,
) -> bool {
    case.remedy_context.as_ref().is_some_and(|ground| {
        let given = ground.applicable_remedies(&provision.remedies, &provision.otherwise);
        meant_by_another_name(case, &given, kind, choice).is_some()
    })
}
