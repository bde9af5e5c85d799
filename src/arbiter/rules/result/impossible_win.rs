//! Games won by a player who cannot mate by any series of legal moves.

use crate::chess::{Color, Material, Role};
use crate::finding::{Reason, Score, Severity};
use crate::game::BoardEnd;
use crate::law::{Predicate, Provision, Rule};

use super::given_score::{ScoreRuling, report_score};
use super::no_mate::{draws, law_on_flag, no_mate, no_mate_at_a_glance};
use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::EventOutcome;
use crate::arbiter::sentences;
use crate::arbiter::stated_end::EndRemark;

/// Returns the score of a game won without mate by a player who could not mate: a draw, if the code says so. Reports a
/// score that no ordinary end can have given.
pub(super) fn rule_on_impossible_win<'a>(
    context: &Context<'a>,
    outcome: &EventOutcome<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Option<ScoreRuling<'a>> {
    let loser = match given {
        Score::White => Color::Black,
        Score::Black => Color::White,
        Score::Draw | Score::Unknown => return None,
    };
    let winner = loser.other();
    let record = context.record();
    let is_plain = record.facts.end == BoardEnd::Open && record.ending.stop.is_none() && record.plies() > 0;
    if !is_plain || outcome.decided.is_some() {
        return None;
    }
    let words = context.stated_end();
    let resigned = words.and_then(EndRemark::resigned) == Some(loser);
    if !resigned && words.is_some() {
        return None;
    }
    // Nearly every game has no words on its end: for these only the cheap test is made.
    let why = if resigned {
        no_mate(&record.position, winner)?
    } else {
        no_mate_at_a_glance(&record.position, winner)?
    };
    let cannot = Material::CannotMate;
    let drawn_under = |rule: Rule, provision: &'a Provision| ScoreRuling {
        score: Score::Draw,
        reason: Reason::Rule(rule),
        ply: record.plies(),
        provision: Some(provision),
    };
    let no_pawns = record.position.of_role(Role::Pawn).is_empty();
    let on_dead_positions =
        context.code().governing(Rule::DrawDead, |fact| fact == Predicate::NoPawns && no_pawns);
    if no_mate(&record.position, loser).is_some()
        && let Some(provision) = on_dead_positions.filter(|law| draws(law, cannot))
    {
        return Some(drawn_under(Rule::DrawDead, provision));
    }
    let on_resignation = context.code().governing(Rule::ConductAbandoned, |fact| fact == Predicate::Resigned);
    let provision = on_resignation.filter(|law| draws(law, cannot))?;
    if resigned {
        let why = why.in_words(winner, context.terms());
        let message = sentences::result::drawn_on_resignation(loser, &why, given);
        report_score(context, Rule::ResultLaw, Severity::Error, Some(provision), message, None, drafts);
        return Some(drawn_under(Rule::ConductAbandoned, provision));
    }
    let flag_draws = law_on_flag(context, cannot).is_some_and(|law| draws(law, cannot));
    if flag_draws && record.acts.is_empty() && record.nonstandard_moves.is_empty() {
        let why = why.in_words(winner, context.terms());
        let message = sentences::result::impossible_win(winner, &why, given);
        let help = sentences::result::end_not_recorded();
        report_score(
            context,
            Rule::ResultLaw,
            Severity::Warning,
            Some(provision),
            message,
            Some(&help),
            drafts,
        );
    }
    None
}
