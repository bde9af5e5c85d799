//! What is claimed, handed to who decides it.

use crate::chess::Color;
use crate::law::Rule;
use crate::record::{Claim, Span};

use super::docket::{Docket, Opening};
use super::draw_claims::{DrawClaim, DrawnWith};

impl Docket<'_, '_> {
    /// Something is claimed.
    pub(super) fn claim(&mut self, by: Color, claim: &Claim, span: Span) {
        let written = match claim {
            Claim::Repetition(_) | Claim::Fifty(_) => self.rightly_written(by),
            _ => None,
        };
        match claim {
            Claim::Indulgence => {
                let facts = self.facts(by);
                let ply = self.plies();
                self.open(Opening::at(
                    Rule::PenaltyIndulgence,
                    facts,
                    by,
                    ply,
                    span,
                    format!("{by} asks for an indulgence in return for one that he gave"),
                ));
            }
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
}
