//! `result.signed`: the result that the players sign.

use crate::chess::Color;
use crate::finding::{Disposition, Ending, Score, Severity};
use crate::game::Channel;
use crate::law::{Binds, Predicate, Provision, Rule};

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;

/// The score that both players signed, if the code gives effect to that.
pub(super) fn signed_score(context: &Context<'_>, outcome: &EventOutcome<'_>) -> Option<Score> {
    let score = common_score(outcome)?;
    provision(context, true).filter(|law| law.binds == Binds::Duty).map(|_| score)
}

fn common_score(outcome: &EventOutcome<'_>) -> Option<Score> {
    let score = outcome.signed.white?.score();
    (outcome.signed.black?.score() == score).then_some(score)
}

fn provision<'a>(context: &Context<'a>, both: bool) -> Option<&'a Provision> {
    context.code().governing(Rule::ResultSigned, |fact| fact == Predicate::BothSigned && both)
}

/// Reports a signed result that the record contradicts, and signatures that have no effect. `otherwise`: the score without
/// them, if it differs.
pub(super) fn report_signatures(
    context: &Context<'_>,
    outcome: &EventOutcome<'_>,
    otherwise: Option<Score>,
    given: Score,
    drafts: &mut Vec<Draft>,
) {
    if outcome.signed.white.is_none() && outcome.signed.black.is_none() {
        return;
    }
    let both = common_score(outcome);
    let Some(law) = provision(context, both.is_some()) else { return };
    let (white, black) = (outcome.signed.white, outcome.signed.black);
    let (severity, message, span, offender) = match (white, black, both) {
        (_, Some(signature), Some(score)) => {
            // A score that contradicts the end of the game too is reported for that.
            let Some(otherwise) = otherwise else { return };
            if given != Score::Unknown && !context.is_score_for(given, score) {
                let message = sentences::result::signed_otherwise(score, given);
                (Severity::Error, message, context.score_token(), None)
            } else {
                let message = sentences::result::signed_counts(score, otherwise);
                (Severity::Info, message, signature.span, None)
            }
        }
        (Some(white), Some(black), None) => {
            let message = sentences::result::signed_differently(white.score(), black.score());
            (Severity::Warning, message, black.span, None)
        }
        (Some(one), None, _) | (None, Some(one), _) if context.observed(Channel::Conduct) => {
            let signer = if white.is_some() { Color::White } else { Color::Black };
            let message = sentences::result::signed_by_one(signer);
            (Severity::Warning, message, one.span, Some(signer.other()))
        }
        _ => return,
    };
    if context.wants(Rule::ResultSigned, severity) {
        let mut draft =
            Draft::new(Rule::ResultSigned, severity, context.record().plies(), span, message).under(law);
        draft.course.ending = both.map(|_| Ending::Decides);
        push_at_move(context, Draft { offender, disposition: Some(Disposition::Stands), ..draft }, drafts);
    }
}
