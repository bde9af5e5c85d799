//! `draw.stalemate`, `draw.automatic`, `draw.dead`: ends of the game by the board or the law, without a claim.

use crate::chess::Color;
use crate::finding::{Disposition, Reason, Score, Severity};
use crate::law::{Rule, Stalemate, Winner};

use super::given_score::ScoreRuling;
use crate::arbiter::automatic_draw::AutomaticDraw;
use crate::arbiter::context::Context;
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;

/// Reports a stalemate and returns its score under the code.
pub(super) fn rule_on_stalemate<'a>(
    context: &Context<'a>,
    stalemated: Color,
    drafts: &mut Vec<Draft>,
) -> Option<ScoreRuling<'a>> {
    let code = context.code();
    let record = context.record();
    let last = record.plies();
    let provision = code.provisions_for(Rule::DrawStalemate).next();
    let score = match code.stalemate() {
        Stalemate::Draw => Score::Draw,
        Stalemate::Win(Winner::Stalemated) => Score::won_by(stalemated),
        Stalemate::Win(Winner::Stalemating) => Score::won_by(stalemated.other()),
        Stalemate::Win(_) | Stalemate::Unstated => {
            report_silence(context, Rule::DrawStalemate, sentences::draws::stalemated(stalemated), drafts);
            return None;
        }
    };
    if let Some(provision) = provision.filter(|_| context.wants(Rule::DrawStalemate, Severity::Info)) {
        let winner = [Color::White, Color::Black].into_iter().find(|player| score == Score::won_by(*player));
        let message = sentences::draws::stalemate(stalemated, winner);
        let draft = Draft::new(Rule::DrawStalemate, Severity::Info, last, context.last_token(), message);
        push_at_move(context, draft.under(provision), drafts);
    }
    Some(ScoreRuling { score, reason: Reason::Rule(Rule::DrawStalemate), ply: last, provision })
}

pub(super) fn report_drawn_by_law(context: &Context<'_>, drawn: &AutomaticDraw<'_>, drafts: &mut Vec<Draft>) {
    let last = context.record().plies();
    // An unnoticed draw that was scored as a draw does no harm.
    let is_played_past = drawn.ply < last && context.given_score() != Score::Draw;
    let severity = if is_played_past { Severity::Warning } else { Severity::Info };
    if !drawn.provision.report || !context.wants(drawn.rule, severity) {
        return;
    }
    let fact = drawn
        .cause(context.terms())
        .map_or_else(sentences::draws::drawn_by_law, |cause| sentences::draws::so_drawn(&cause));
    let mut draft =
        Draft::new(drawn.rule, severity, drawn.ply, context.token(drawn.ply), fact).under(drawn.provision);
    draft.disposition = Some(Disposition::Stands);
    if drawn.ply < last {
        draft.help = Some(sentences::draws::more_plies_recorded(last - drawn.ply));
    }
    push_at_move(context, draft, drafts);
}

pub(super) fn report_silence(context: &Context<'_>, rule: Rule, fact: String, drafts: &mut Vec<Draft>) {
    if !context.wants(rule, Severity::Info) {
        return;
    }
    let last = context.record().plies();
    let mut draft = Draft::new(rule, Severity::Info, last, context.last_token(), fact);
    draft.law = Law::Silence(context.code().voice(rule));
    draft.help = context.code().silence_for(rule).map(|silence| silence.says.to_string());
    draft.disposition = Some(Disposition::Stands);
    push_at_move(context, draft, drafts);
}
