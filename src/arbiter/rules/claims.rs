//! What is claimed, handed to who decides it.

use crate::chess::Color;
use crate::finding::{Disposition, Severity};
use crate::game::{Claim, Span};
use crate::law::Rule;

use crate::arbiter::case::new::Opening;
use crate::arbiter::case::{Case, Stage};
use crate::arbiter::proceedings::Proceedings;
use crate::arbiter::rules::draw_claims::{DrawClaim, DrawnWith};

impl Proceedings<'_, '_> {
    /// Something is claimed.
    pub(crate) fn claim(&mut self, by: Color, claim: &Claim, span: Span) {
        let written = match claim {
            Claim::Repetition(_) | Claim::Fifty(_) => self.adjournment.take_written(by),
            _ => None,
        };
        match claim {
            Claim::Indulgence => self.claim_indulgence(by, span),
            Claim::Stalemate => self.claim_stalemate(by, span),
            Claim::Flag => self.claim_flag(by.into(), span),
            Claim::Repetition(words) => {
                let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
                self.claim_draw(by, DrawClaim::Repetition(with), span);
            }
            Claim::Fifty(words) => {
                let with = DrawnWith { named: words.as_ref(), written: written.as_ref() };
                self.claim_draw(by, DrawClaim::Fifty(with), span);
            }
            Claim::Perpetual => self.claim_draw(by, DrawClaim::Perpetual, span),
            Claim::NormalMeans => self.claim_draw(by, DrawClaim::NormalMeans, span),
            Claim::Count(ground) => self.call_for_count(by, *ground, span),
            Claim::Proceed => self.claim_to_proceed(by, span),
        }
    }

    /// `penalty.indulgence`. What was given for it to be in return the record must show; else it was only asked for.
    fn claim_indulgence(&mut self, by: Color, span: Span) {
        let has_let_pass =
            |case: &Case<'_>| case.stage == Stage::Ended(Disposition::Waived) && case.offence.offender != by;
        let gave_one = self.cases.any_of_late(has_let_pass);
        let in_return = if gave_one { " in return for one that he gave" } else { "" };
        let message = format!("{by} asks for an indulgence{in_return}");
        let opening = Opening::at(Rule::PenaltyIndulgence, self.facts(by), by, self.plies(), span, message);
        let opened = self.open(opening);
        if let Some(case) = opened.and_then(|index| self.cases.get_mut(index)).filter(|_| !gave_one) {
            case.gravity = Severity::Info;
        }
    }
}
