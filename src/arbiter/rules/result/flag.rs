//! `clock.flag` from the score alone: games that are said to have ended on time.

use crate::chess::{Color, Material};
use crate::finding::{Reason, Score, Severity};
use crate::game::Span;
use crate::law::Rule;
use crate::pgn::ended_on_time;
use crate::search::dead::{self, Prospect};

use super::end_on_board::report_silence;
use super::given_score::{ScoreRuling, report_score};
use super::no_mate::{draws, law_on_flag, no_mate};
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;

/// Returns the score of a game that ended on time, if material alone decides.
pub(super) fn rule_on_flag<'a>(
    context: &Context<'a>,
    outcome: &EventOutcome<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Option<ScoreRuling<'a>> {
    let words = context.stated_end().filter(|words| ended_on_time(words.words))?;
    // If the words and the score name different losers, it is not known whose time ran out.
    let lost_by = |loser: &Color| words.loser.is_none_or(|named| named == *loser);
    match given {
        Score::White => lost_on_time(context, Some(Color::Black).filter(lost_by)?, given, drafts),
        Score::Black => lost_on_time(context, Some(Color::White).filter(lost_by)?, given, drafts),
        Score::Draw => {
            judge_drawn_on_time(context, outcome, words.span, drafts);
            None
        }
        Score::Unknown => None,
    }
}

fn lost_on_time<'a>(
    context: &Context<'a>,
    loser: Color,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Option<ScoreRuling<'a>> {
    let winner = loser.other();
    let record = context.record();
    let no_mate = no_mate(&record.position, winner);
    let men = if no_mate.is_some() { Material::CannotMate } else { Material::Undecided };
    let Some(provision) = law_on_flag(context, men) else {
        report_silence(context, Rule::ClockFlag, sentences::result::lost_on_time(loser), drafts);
        return None;
    };
    let won = ScoreRuling {
        score: given,
        reason: Reason::Rule(Rule::ClockFlag),
        ply: record.plies(),
        provision: Some(provision),
    };
    let Some(no_mate) = no_mate.filter(|_| draws(provision, men)) else { return Some(won) };
    let why = no_mate.in_words(winner, context.terms());
    let message = sentences::result::drawn_on_time(loser, &why, given);
    report_score(context, Rule::ClockFlag, Severity::Error, Some(provision), message, None, drafts);
    Some(ScoreRuling { score: Score::Draw, ..won })
}

/// Reports a game that ended on time and was scored as a draw, although each player could still mate and would have won
/// if the other's time ran out. This is rare enough for a search.
fn judge_drawn_on_time(
    context: &Context<'_>,
    outcome: &EventOutcome<'_>,
    span: Span,
    drafts: &mut Vec<Draft>,
) {
    let record = context.record();
    let board = &record.position;
    let players = [Color::White, Color::Black];
    let by_men = players.into_iter().all(|player| board.material(player) == Material::Undecided);
    if !by_men || outcome.decided.is_some() || !context.wants(Rule::ClockFlag, Severity::Warning) {
        return;
    }
    let men = Material::Undecided;
    let Some(provision) = law_on_flag(context, men).filter(|provision| !draws(provision, men)) else {
        return;
    };
    if !players.into_iter().all(|player| matches!(dead::can_mate(board, player), Prospect::Helpmate(_))) {
        return;
    }
    let message = sentences::result::draw_on_time();
    let draft = Draft::new(Rule::ClockFlag, Severity::Warning, record.plies(), span, message);
    push_at_move(context, draft.under(provision), drafts);
}
