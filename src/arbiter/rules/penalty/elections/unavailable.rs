//! `penalty.unavailable`: demands that no case satisfies.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Severity};
use crate::game::Span;
use crate::law::{Chooser, RemedyKind, Rule, Terms, Voice};

use crate::arbiter::case::{CaseStage, Decision, OfferedRemedy};
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::provision::article_for_similar_act;
use crate::arbiter::sentences;
use crate::arbiter::sentences::penalty::{Unavailable, unavailable};
use crate::arbiter::sentences::remedies::{request, request_after_ask};

pub(super) fn report_unavailable(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    index: usize,
    kind: RemedyKind,
    span: Span,
) {
    let Some(case) = p.cases.get(index) else { return };
    if let Decision::Silence(voice) = case.decision {
        if let Some(article) = article_for_similar_act(p.context.code(), case.rule, kind) {
            return report_unclear_remedy(p, by, kind, voice, article, span);
        }
        // An answer to a call is not a demand for a penalty.
        if case.rule == Rule::DrawCount && case.offence.offender != by {
            return report_silent_answer(p, by, kind, voice, span);
        }
    }
    let terms = p.context.terms();
    // An unrevealed provision may give it.
    let unrevealed = matches!(case.decision, Decision::Silence(Voice::Unrevealed));
    let help = if unrevealed {
        sentences::penalty::known_text_gives_nothing()
    } else if case.remedies.is_empty() {
        sentences::penalty::code_gives_nothing()
    } else {
        sentences::penalty::code_gives(&case.given_in_words(terms))
    };
    let is_offered = case.remedies.iter().any(|offered| offered.remedy.kind == kind);
    let has_waived = case.stage == CaseStage::Ended(Disposition::Waived) || case.demand.waived_by == Some(by);
    let is_of_kind = |offered: &&OfferedRemedy| offered.remedy.kind == kind;
    let is_by_law = case.remedies.iter().filter(is_of_kind).all(|offered| offered.is_for(&[Chooser::Law]));
    let why = if has_waived {
        Unavailable::Waived
    } else if is_offered && !case.may_be_asked_by(by) {
        if is_by_law && !case.is_ended() {
            Unavailable::ByLaw
        } else if case.may_be_asked_by(by.other()) {
            Unavailable::ChoiceOf(by.other())
        } else {
            Unavailable::NoChoice
        }
    } else if is_offered && case.is_ended() {
        Unavailable::Settled
    } else if is_offered {
        Unavailable::WrongChoice
    } else if case.provision().is_some_and(|law| law.remedies.iter().any(|given| given.kind == kind)) {
        Unavailable::Impossible
    } else if unrevealed {
        Unavailable::NotKnown
    } else {
        Unavailable::NotGiven
    };
    let message = unavailable(by, &case.asked_in_words(kind, terms), &why, terms);
    let is_harmless = unrevealed || why == Unavailable::ByLaw;
    let severity = if is_harmless { Severity::Info } else { Severity::Error };
    let draft = Draft::new(Rule::PenaltyUnavailable, severity, p.plies(), span, message);
    // Under some codes a player loses the right to the penalty by demanding an illegal move.
    let is_illegal = matches!(why, Unavailable::WrongChoice | Unavailable::Impossible);
    let mut laws = p.context.code().provisions_for(Rule::PenaltyUnavailable);
    let lost = laws.find(|law| law.gives_remedy(RemedyKind::LoseRight)).filter(|_| is_illegal);
    let draft = match lost.or_else(|| case.provision()) {
        Some(provision) => draft.under(provision),
        None => draft.of_fact(),
    };
    p.push(Draft { offender: Some(by), ..draft.help(help) });
    if let Some(case) = p.cases.get_mut(index).filter(|_| lost.is_some()) {
        case.note(sentences::penalty::right_lost());
        case.execution.ending = Some(Ending::RightLost);
        case.end(Disposition::Waived);
    }
}

/// Reports a demand that the code satisfies for similar acts but not expressly for this one. It is no offence and has
/// no effect.
fn report_unclear_remedy(
    p: &mut Proceedings<'_, '_>,
    by: Color,
    kind: RemedyKind,
    voice: Voice,
    article: &str,
    span: Span,
) {
    let message = in_words(p, by, kind, &Unavailable::Unclear);
    let mut draft = Draft::new(Rule::PenaltyUnavailable, Severity::Info, p.plies(), span, message);
    draft.law = Law::Silence(voice);
    draft.offender = Some(by);
    draft.disposition = Some(Disposition::Stands);
    let remedy = request(kind, None, by, p.context.terms());
    p.push(draft.help(sentences::penalty::gives_it_for_similar_acts(article, &remedy)));
}

/// Reports an answer to a call of which the code says nothing. It has no effect either.
fn report_silent_answer(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, voice: Voice, span: Span) {
    let answer = request(kind, None, by, p.context.terms());
    let message = sentences::penalty::answer_without_effect(by, &answer);
    let mut draft = Draft::new(Rule::DrawCount, Severity::Info, p.plies(), span, message);
    draft.law = Law::Silence(voice);
    p.push(draft);
}

/// Whether the demand depends on a sealed text expressing no legal move, which is undecided.
pub(super) fn depends_on_undecided_seal(p: &Proceedings<'_, '_>, by: Color, kind: RemedyKind) -> bool {
    let mut provisions = p.context.code().provisions_for(Rule::AdjournSealIllegal);
    p.adjournment.undecided == Some(by.other()) && provisions.any(|law| law.gives_remedy(kind))
}

pub(super) fn report_undecided_seal(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, span: Span) {
    let message = in_words(p, by, kind, &Unavailable::SealUndecided);
    p.push(Draft::new(Rule::PenaltyUnavailable, Severity::Info, p.plies(), span, message).of_fact());
}

pub(super) fn report_no_case(p: &mut Proceedings<'_, '_>, by: Color, kind: RemedyKind, span: Span) {
    let message = sentences::penalty::nothing_gives(by, &request_after_ask(kind, by, &Terms::MODERN));
    p.push(Draft::new(Rule::RecordCommand, Severity::Error, p.plies(), span, message));
}

fn in_words(p: &Proceedings<'_, '_>, by: Color, kind: RemedyKind, why: &Unavailable) -> String {
    let terms = p.context.terms();
    unavailable(by, &request_after_ask(kind, by, terms), why, terms)
}
