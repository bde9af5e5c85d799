//! What is claimed, handed to who decides it.

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::{Claim, Span};
use crate::law::Rule;

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::{Case, Stage};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::draw_claims::{DrawClaim, DrawnWith};
use crate::arbiter::rules::{conduct, counts, draw_claims, stalemate};

/// Something is claimed.
pub(crate) fn claim(p: &mut Proceedings<'_, '_>, by: Color, claim: &Claim, span: Span) {
    let written = match claim {
        Claim::Repetition(_) | Claim::Fifty(_) => p.adjournment.take_written(by),
        _ => None,
    };
    match claim {
        Claim::Indulgence => claim_indulgence(p, by, span),
        Claim::Stalemate => stalemate::claim_stalemate(p, by, span),
        Claim::Flag => conduct::claim_flag(p, by.into(), span),
        Claim::Repetition(words) => {
            let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
            draw_claims::claim_draw(p, by, DrawClaim::Repetition(with), span);
        }
        Claim::Fifty(words) => {
            let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
            draw_claims::claim_draw(p, by, DrawClaim::Fifty(with), span);
        }
        Claim::Perpetual => draw_claims::claim_draw(p, by, DrawClaim::Perpetual, span),
        Claim::NormalMeans => draw_claims::claim_draw(p, by, DrawClaim::NormalMeans, span),
        Claim::Count(ground) => counts::call_for_count(p, by, *ground, span),
        Claim::Proceed => counts::claim_to_proceed(p, by, span),
    }
}

/// `penalty.indulgence`. What was given for it to be in return the record must show; else it was only asked for.
fn claim_indulgence(p: &mut Proceedings<'_, '_>, by: Color, span: Span) {
    let has_let_pass =
        |case: &Case<'_>| case.stage == Stage::Ended(Disposition::Waived) && case.offence.offender != by;
    let gave_one = p.cases.any_of_late(has_let_pass);
    let in_return = if gave_one { " in return for one that he gave" } else { "" };
    let message = format!("{by} asks for an indulgence{in_return}");
    let opening = Opening::at(Rule::PenaltyIndulgence, p.facts(by), by, p.plies(), span, message);
    let opened = p.open(opening);
    if let Some(case) = opened.and_then(|index| p.cases.get_mut(index)).filter(|_| !gave_one) {
        case.gravity = Severity::Info;
    }
}
