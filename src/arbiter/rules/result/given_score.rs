//! `result.law`, `record.result`: the score given is not the one that the board, the law or the record itself gives.

use std::sync::Arc;

use crate::finding::{Disposition, Reason, Score, Severity};
use crate::game::{FaultKind, TagName};
use crate::law::{Predicate, Provision, Rule, Voice};
use crate::pgn::read_score;

use crate::arbiter::context::Context;
use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::outcome::{Decided, Outcome};
use crate::arbiter::rules::push_at_move;
use crate::arbiter::sentences;
use crate::arbiter::state::umpire::RuledEnd;

pub(super) struct ScoreRuling<'c> {
    pub score: Score,
    pub reason: Reason,
    pub ply: u32,
    pub provision: Option<&'c Provision>,
}

/// Reports a Result tag that disagrees with the termination token, or is no result.
pub(super) fn judge_result_texts(context: &Context<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let Some(pair) = record.tag(TagName::Result) else {
        return;
    };
    let value = pair.value.of(context.text()).trim_ascii();
    let tag = read_score(&record.text.encoding.in_latin_1(value));
    if Score::from_ascii(value).is_none() {
        // `0-0` is the score of a game that both players lost, as in the movetext.
        if value == b"?" || value == b"0-0" && context.says_both_lose() {
            return;
        }
        let (kind, severity) = match tag {
            Some(score) => (FaultKind::NonstandardResult(score), Severity::Info),
            None => (FaultKind::BadResult, Severity::Warning),
        };
        if context.wants(Rule::RecordTag, severity) {
            let token = context.snippet(pair.value);
            let draft = Draft::new(Rule::RecordTag, severity, 0, pair.value, kind.message(&token));
            drafts.push(draft.help(kind.help(&token)));
        }
        if tag == Some(Score::Unknown) {
            return;
        }
    }
    let Some(tag) = tag else { return };
    let Some(token) = record.ending.termination else { return };
    if tag == token.score {
        return;
    }
    let severity = if tag == Score::Unknown || token.score == Score::Unknown {
        Severity::Warning
    } else {
        Severity::Error
    };
    if context.wants(Rule::RecordResult, severity) {
        let message = sentences::result::tag_and_token(tag, token.score);
        drafts.push(Draft::new(Rule::RecordResult, severity, record.plies(), token.span, message));
    }
}

/// Reports a mate on the board if the record gives no score.
pub(super) fn judge_unscored_mate(context: &Context<'_>, ruling: &ScoreRuling<'_>, drafts: &mut Vec<Draft>) {
    let record = context.record();
    let is_star = record.ending.termination.is_some_and(|end| end.span.of(context.text()) == b"*");
    if ruling.reason == Reason::Mate && is_star {
        let message = sentences::result::mated(record.position.turn(), Score::Unknown);
        report_score(context, Rule::RecordResult, Severity::Info, None, message, None, drafts);
    }
}

pub(super) fn judge_against_ruling(
    context: &Context<'_>,
    ruled: RuledEnd,
    given: Score,
    drafts: &mut Vec<Draft>,
) {
    if given == Score::Unknown || context.is_score_for(given, ruled.score) {
        return;
    }
    let message = sentences::result::against_ruling(ruled.ruling, given);
    report_score(context, Rule::RecordResult, Severity::Error, None, message, None, drafts);
}

/// Reports that both players are said to have lost: this contradicts the end of the game, or the code has or lacks such
/// a score. Returns the reason of the verdict.
pub(super) fn judge_both_lost(
    context: &Context<'_>,
    ruling: &ScoreRuling<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) -> Reason {
    let record = context.record();
    let span = match (record.tag(TagName::ResultDetail), record.ending.termination) {
        (Some(tag), _) => tag.value,
        (None, Some(end)) => end.span,
        (None, None) => context.last_token(),
    };
    let contradicted = given != Score::Unknown || ruling.score != Score::Unknown;
    let law = context.code().governing(Rule::ResultLaw, |fact| fact == Predicate::BothLose);
    let (rule, severity, message) = if contradicted {
        let counts = if given == Score::Unknown { ruling.score } else { given };
        (Rule::RecordResult, Severity::Error, sentences::result::both_lose_but_counts(counts))
    } else if law.is_some() {
        (Rule::ResultLaw, Severity::Info, sentences::result::both_lose())
    } else {
        // A code that is only partly known may have such a score.
        let is_unrevealed = context.code().voice(Rule::ResultLaw) == Voice::Unrevealed;
        let severity = if is_unrevealed { Severity::Info } else { Severity::Error };
        (Rule::ResultLaw, severity, sentences::result::no_such_result())
    };
    if context.wants(rule, severity) {
        let mut draft = Draft::new(rule, severity, record.plies(), span, message);
        if rule == Rule::ResultLaw {
            let is_of_law = law.is_some();
            draft.disposition = Some(if is_of_law { Disposition::Enforced } else { Disposition::Stands });
            draft = match law {
                Some(provision) => draft.under(provision),
                None => draft.of_fact(),
            };
        }
        push_at_move(context, draft, drafts);
    }
    if contradicted || law.is_none() { ruling.reason } else { Reason::Rule(Rule::ResultLaw) }
}

pub(super) fn judge_score_of_void_game(
    context: &Context<'_>,
    provision: &Provision,
    given: Score,
    drafts: &mut Vec<Draft>,
) {
    if given != Score::Unknown {
        let message = sentences::result::void(given);
        report_score(context, Rule::ResultLaw, Severity::Error, Some(provision), message, None, drafts);
    }
}

/// Reports a score that contradicts what decided the game.
pub(super) fn report_decided_otherwise(
    context: &Context<'_>,
    decided: &Decided<'_>,
    score: Score,
    given: Score,
    drafts: &mut Vec<Draft>,
) {
    // Without a law, two parts of the record contradict each other.
    let rule = if decided.provision.is_some() { Rule::ResultLaw } else { Rule::RecordResult };
    if !context.wants(rule, Severity::Error) {
        return;
    }
    let record = context.record();
    let span = context.score_token();
    let fact = match decided.outcome {
        Outcome::Drawn if score != Score::Draw => sentences::result::drawn_at_odds(),
        outcome => sentences::result::outcome(outcome),
    };
    let message = match decided.outcome {
        Outcome::BothLost => sentences::result::but_result_is(&fact, given),
        _ => sentences::result::counts(&fact, score, given),
    };
    let mut draft = Draft::new(rule, Severity::Error, record.plies(), span, message);
    if let Some(provision) = decided.provision {
        draft = draft.under(provision);
    }
    if let (Law::Article { article, says }, Some(tally)) = (&mut draft.law, decided.tally) {
        *article = Arc::clone(tally);
        *says = context.code().tally(tally).and_then(|tally| tally.says.clone());
    }
    push_at_move(context, draft, drafts);
}

pub(super) fn report_wrong_score(
    context: &Context<'_>,
    ruling: &ScoreRuling<'_>,
    given: Score,
    drafts: &mut Vec<Draft>,
) {
    // A wrongly scored flag fall or resignation has a finding already.
    if matches!(ruling.reason, Reason::Rule(Rule::ClockFlag | Rule::ConductAbandoned)) {
        return;
    }
    let record = context.record();
    let span = match (record.ending.termination, record.tag(TagName::Result)) {
        (Some(end), _) if end.score == given => end.span,
        (_, Some(tag)) => tag.value,
        _ => context.last_token(),
    };
    let (rule, message) = match ruling.reason {
        Reason::Mate => {
            let mated = record.position.turn();
            (Rule::RecordResult, sentences::result::mated(mated, given))
        }
        Reason::Rule(Rule::DrawStalemate) => {
            (Rule::ResultLaw, sentences::result::stalemate(ruling.score, given))
        }
        Reason::Rule(Rule::SetupOdds) => (Rule::ResultLaw, sentences::result::by_odds(ruling.score, given)),
        _ => (
            Rule::ResultLaw,
            sentences::result::drawn_by_law(context.numbered(ruling.ply).as_deref(), ruling.score, given),
        ),
    };
    if !context.wants(rule, Severity::Error) {
        return;
    }
    let mut draft = Draft::new(rule, Severity::Error, record.plies(), span, message);
    if let (Rule::ResultLaw, Some(provision)) = (rule, ruling.provision) {
        draft = draft.under(provision);
    }
    push_at_move(context, draft, drafts);
}

pub(super) fn report_score(
    context: &Context<'_>,
    rule: Rule,
    severity: Severity,
    law: Option<&Provision>,
    message: String,
    help: Option<&str>,
    drafts: &mut Vec<Draft>,
) {
    if context.wants(rule, severity) {
        let mut draft = Draft::new(rule, severity, context.record().plies(), context.score_token(), message);
        draft.help = help.map(str::to_owned);
        if let Some(provision) = law {
            draft = draft.under(provision);
        }
        push_at_move(context, draft, drafts);
    }
}
