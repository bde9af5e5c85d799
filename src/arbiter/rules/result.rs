//! The verdict on a game: the score under the code, compared with the one given.

mod early_draw;
mod end_on_board;
mod flag;
mod given_score;
mod impossible_win;
mod no_mate;
mod signed;
mod stated_end;
mod wagers;

use crate::finding::{Reason, Score, Standing, Verdict};
use crate::game::{BoardEnd, StopReason};
use crate::law::{Predicate, Rule};

use crate::arbiter::automatic_draw::AutomaticDraw;
use crate::arbiter::context::Context;
use crate::arbiter::counting::is_claimable_at_end;
use crate::arbiter::draft::Draft;
use crate::arbiter::outcome::{Decided, EventOutcome, Outcome};
use early_draw::judge_early_draw;
use end_on_board::{report_drawn_by_law, rule_on_stalemate};
use flag::rule_on_flag;
use given_score::{
    ScoreRuling, judge_against_ruling, judge_both_lost, judge_result_texts, judge_score_of_void_game,
    judge_unscored_mate, report_decided_otherwise, report_wrong_score,
};
use impossible_win::rule_on_impossible_win;
use signed::{report_signatures, signed_score};
use stated_end::judge_stated_end;
use wagers::{cap, under_cap, under_wager};

/// Returns the verdict on a game with this given score, and reports what contradicts it.
pub(crate) fn judge_result(
    context: &Context<'_>,
    outcome: &EventOutcome<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Verdict {
    let mut found = Vec::new();
    let verdict = judge_unsigned(context, outcome, given, &mut found);
    let signed = signed_score(context, outcome);
    if let Some(score) = signed.filter(|score| *score != verdict.score) {
        // The signed result counts, although the moves or the record contradict it.
        found.retain(|draft| !matches!(draft.rule, Rule::ResultLaw | Rule::RecordResult));
        report_signatures(context, outcome, Some(verdict.score), given, &mut found);
        drafts.append(&mut found);
        let (reason, ply) = (Reason::Rule(Rule::ResultSigned), context.record().plies());
        return Verdict { standing: Standing::Valid, score, reason, ply };
    }
    report_signatures(context, outcome, None, given, &mut found);
    drafts.append(&mut found);
    verdict
}

/// The verdict without regard to signatures.
fn judge_unsigned(
    context: &Context<'_>,
    outcome: &EventOutcome<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Verdict {
    judge_result_texts(context, drafts);
    let record = context.record();
    judge_stated_end(context, given, drafts);
    let plies = record.plies();
    let ruling = rule_on_score(context, outcome, given, drafts);
    let is_drawn = outcome.decided.is_some_and(|decided| decided.outcome == Outcome::Drawn);
    let ruling = under_wager(context, ruling, given, is_drawn, drafts);
    let mut ruling = under_cap(outcome, ruling);
    if let Some(ruled) = outcome.ruled.filter(|_| outcome.decided.is_none()) {
        judge_against_ruling(context, ruled, given, drafts);
    }
    if let Some(decided) = outcome.decided.filter(|decided| !ends_before(&ruling, decided)) {
        let score = cap(outcome, context.score_of(decided.outcome)).0;
        let is_good = context.is_score_for(given, score);
        // No score is written for a game that both players lost.
        let is_known = score != Score::Unknown || decided.outcome == Outcome::BothLost;
        if given != Score::Unknown && !is_good && is_known {
            report_decided_otherwise(context, &decided, score, given, drafts);
        }
        return Verdict { standing: Standing::Valid, score, reason: decided.reason, ply: decided.ply };
    }
    if record.ending.stop.is_some_and(|stop| stop.reason == StopReason::Unreplayable) {
        let standing = Standing::Unreplayable;
        return Verdict { standing, score: given, reason: Reason::Record, ply: plies };
    }
    // An illegal move after the end of the game takes nothing back.
    let ended = ruling.provision.is_some() && ruling.ply < outcome.ply;
    if outcome.standing != Standing::Valid && !ended {
        // A void game counts as never begun.
        let score = if outcome.standing == Standing::Annulled { Score::Unknown } else { given };
        if let Some(provision) = outcome.annulled_under.filter(|_| outcome.ruled.is_none()) {
            judge_score_of_void_game(context, provision, given, drafts);
        }
        return Verdict { standing: outcome.standing, score, reason: Reason::Record, ply: outcome.ply };
    }
    let is_good = context.is_score_for(given, ruling.score);
    if given != Score::Unknown && !is_good && ruling.score != Score::Unknown {
        report_wrong_score(context, &ruling, given, drafts);
    }
    if given == Score::Unknown {
        judge_unscored_mate(context, &ruling, drafts);
    }
    if context.says_both_lose() {
        ruling.reason = judge_both_lost(context, &ruling, given, drafts);
    }
    let ScoreRuling { score, reason, ply, .. } = ruling;
    Verdict { standing: Standing::Valid, score, reason, ply }
}

/// Whether the board or the law ended the game before something said or done decided it.
fn ends_before(ruling: &ScoreRuling<'_>, decided: &Decided<'_>) -> bool {
    match ruling.reason {
        Reason::Record => false,
        Reason::Mate | Reason::Rule(Rule::DrawStalemate | Rule::DrawDead | Rule::DrawAutomatic) => {
            ruling.ply <= decided.ply
        }
        Reason::Rule(_) => ruling.ply < decided.ply,
    }
}

/// Returns the score of the game under the code, from what ended it first.
fn rule_on_score<'a>(
    context: &Context<'a>,
    outcome: &EventOutcome<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> ScoreRuling<'a> {
    let record = context.record();
    let last = record.plies();
    // Moves that are to be taken back end nothing.
    let goes_back = |ply: u32| outcome.standing == Standing::Retractable && outcome.ply <= ply;
    // Mate and stalemate must come about by a move that complies with the law (FIDE 5.1.1, 5.2.1).
    let doubtful = record.facts.doubtful.is_some()
        || record.is_illegal_ply(last)
        || outcome.ends_out_of_turn
        || goes_back(last);
    let decided_before = |ply: u32| outcome.decided_at().is_some_and(|at| at < ply);
    let late = decided_before(last);
    // A dead position too, if the code asks for it.
    let is_held = |drawn: &AutomaticDraw<'_>| {
        drawn.rule == Rule::DrawDead
            && drawn.ply == last
            && outcome.ends_against_touch
            && drawn.provision.mentions(Predicate::AgainstTouch)
    };
    let counts =
        |drawn: &AutomaticDraw<'_>| !decided_before(drawn.ply) && !goes_back(drawn.ply) && !is_held(drawn);
    if let Some(drawn) = context.automatic_draw().filter(counts) {
        report_drawn_by_law(context, &drawn, drafts);
        if drawn.is_draw() {
            return ScoreRuling {
                score: Score::Draw,
                reason: Reason::Rule(drawn.rule),
                ply: drawn.ply,
                provision: Some(drawn.provision),
            };
        }
    }
    // As far as a record without a score shows.
    let may_go_on = given == Score::Unknown && outcome.ends_in_ignorable_check;
    let turn = record.position.turn();
    match record.facts.end {
        BoardEnd::Mate if !doubtful && !may_go_on => {
            return ScoreRuling {
                score: Score::won_by(turn.other()),
                reason: Reason::Mate,
                ply: last,
                provision: None,
            };
        }
        BoardEnd::Stalemate if !doubtful && !late => {
            if let Some(ruling) = rule_on_stalemate(context, turn, drafts) {
                return ruling;
            }
        }
        _ => {}
    }
    if !doubtful
        && !late
        && !outcome.is_decided_by_flag()
        && let Some(ruling) = rule_on_flag(context, outcome, given, drafts)
    {
        return ruling;
    }
    if !doubtful
        && !late
        && let Some(ruling) = rule_on_impossible_win(context, outcome, given, drafts)
    {
        return ruling;
    }
    let reason = if given == Score::Draw && !doubtful { reason_of_draw(context) } else { Reason::Record };
    if !doubtful && reason == Reason::Record {
        judge_early_draw(context, given, drafts);
    }
    ScoreRuling { score: given, reason, ply: last, provision: None }
}

/// Returns the ground of a drawn game: a right to a draw that exists after the last move.
fn reason_of_draw(context: &Context<'_>) -> Reason {
    let (record, code) = (context.record(), context.code());
    [Rule::DrawRepetition, Rule::DrawFifty]
        .into_iter()
        .find(|rule| code.provisions_for(*rule).any(|provision| is_claimable_at_end(record, provision)))
        .map_or(Reason::Record, Reason::Rule)
}
