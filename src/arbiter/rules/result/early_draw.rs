//! `draw.agreement` from the score alone: a draw given before one may be agreed.

use crate::finding::{Disposition, Score, Severity};
use crate::game::{BoardEnd, TagName};
use crate::law::{Literal, Predicate, Provision, Rule, Terms};
use crate::pgn::EndCause;

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::Outcome;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BarToAgreement {
    Event(u32),
    /// The code requires this many moves of each player.
    Law(u32),
    EachHasNotMoved,
}

impl BarToAgreement {
    /// Whether a fact holds of an agreement that only this bars.
    const fn leaves(self, fact: Predicate) -> bool {
        match fact {
            Predicate::OfferStanding => true,
            Predicate::EventForbidsDraw => matches!(self, Self::Event(_)),
            Predicate::EachHasMoved => !matches!(self, Self::EachHasNotMoved),
            _ => false,
        }
    }

    fn is_named_by(self, literal: Literal) -> bool {
        match self {
            Self::Law(_) => false,
            Self::Event(_) => literal.holds && literal.predicate == Predicate::EventForbidsDraw,
            Self::EachHasNotMoved => !literal.holds && literal.predicate == Predicate::EachHasMoved,
        }
    }

    fn in_words(self) -> String {
        match self {
            Self::Event(moves) => sentences::draws::before_moves_of_event(moves),
            Self::Law(moves) => sentences::draws::before_moves_of_each(moves),
            Self::EachHasNotMoved => sentences::draws::before_moves_of_each(1),
        }
    }

    /// The circumstance that would allow the draw and that a record need not mention.
    fn unrecorded(self, terms: &Terms) -> String {
        match self {
            Self::Event(_) => sentences::draws::consent_not_recorded(terms),
            Self::Law(_) | Self::EachHasNotMoved => sentences::draws::more_moves_not_recorded(),
        }
    }
}

/// Reports a score of a draw that the board does not explain, before an agreement is allowed. It is a warning if the
/// record says that the draw was agreed. The score is kept.
pub(super) fn judge_early_draw(context: &Context<'_>, given: Score, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let Some(bar) = bar_to_agreement(context) else { return };
    let words = context.stated_end();
    let is_agreed = words.and_then(|words| words.end).is_some_and(|told| told.cause == EndCause::Agreement);
    if !is_agreed && words.is_some() {
        return;
    }
    // A drawn game that counts as won is not visible in the score alone.
    let is_drawn =
        given == Score::Draw || is_agreed && context.is_score_for(given, context.score_of(Outcome::Drawn));
    // An event that bars early draws wants to know of each; most records do not show the arbiter's consent.
    let is_doubt = is_agreed || matches!(bar, BarToAgreement::Event(_));
    let severity = if is_doubt { Severity::Warning } else { Severity::Info };
    let is_score_alone = record.acts.is_empty() && record.ending.stop.is_none() && record.plies() > 0;
    let is_stalemate = record.board_end() == BoardEnd::Stalemate;
    if !is_drawn || !is_score_alone || is_stalemate || !context.wants(Rule::DrawAgreement, severity) {
        return;
    }
    let mut laws = context.code().provisions_for(Rule::DrawAgreement);
    let law = laws.find(|law| {
        let has_arisen = law.opened.is_none() || !matches!(bar, BarToAgreement::Law(_));
        has_arisen && law.governs(|fact| bar.leaves(fact))
    });
    let is_named = |literal: &Literal| bar.is_named_by(*literal);
    let bars = |law: &&Provision| matches!(bar, BarToAgreement::Law(_)) || law.literals().any(is_named);
    let Some(law) = law.filter(bars) else { return };
    let message = sentences::draws::early_draw(&bar.in_words(), is_agreed);
    let last = record.plies();
    let draft = Draft::new(Rule::DrawAgreement, severity, last, context.score_token(), message).under(law);
    let draft = draft.help(bar.unrecorded(context.terms()));
    push_at_move(context, Draft { disposition: Some(Disposition::Stands), ..draft }, drafts);
}

fn bar_to_agreement(context: &Context<'_>) -> Option<BarToAgreement> {
    let record = context.record();
    let each_has_moved = record.tag(TagName::Fen).is_some() || record.plies() > 1;
    let by_event = context.moves_before_draw(&record.position).map(BarToAgreement::Event);
    let completed = record.position.fullmove().saturating_sub(1);
    let mut opened = context.code().provisions_for(Rule::DrawAgreement).filter_map(|law| law.opened);
    let by_law = opened.find(|opened| completed < opened.moves_each);
    let by_law = by_law.map(|opened| BarToAgreement::Law(opened.moves_each));
    by_event.or(by_law).or_else(|| (!each_has_moved).then_some(BarToAgreement::EachHasNotMoved))
}
