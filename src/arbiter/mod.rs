//! Judges a record under a code.
//!
//! Each family of rules has a file or folder in `rules/`. A game with only legal moves is judged from the facts
//! that the reader collected; positions are set up again only for irregular events. No code is known here by name.

mod automatic_draw;
mod case;
mod cases;
mod clock_readings;
mod context;
mod counting;
mod diagrams;
mod draft;
mod engine;
mod findings;
mod game_end;
mod game_name;
mod hearing;
mod ignores;
mod judged_move;
mod lookahead;
mod note;
mod outcome;
mod predicates;
mod proceedings;
mod provision;
mod rules;
mod selection;
mod sentences;
mod snapshot;
mod state;
mod stated_end;
mod verdict;
mod words;

use crate::finding::{Finding, Reason, Score, Severity, Standing, Verdict};
use crate::game::{Channel, NonstandardKind, TagName, TagValue};
use crate::law::Rule;

use context::Context;
use draft::Draft;
use engine::MOST_CASES;
use findings::into_findings;
use outcome::EventOutcome;
use rules::clock::judge_clock;
use rules::draws::judge_unclaimed_draws;
use rules::record::judge_record;
use rules::result::judge_result;
use rules::style::judge_layout;
use verdict::into_outcome;

pub use diagrams::DiagramChoice;
pub(crate) use diagrams::add_diagrams;
pub(crate) use hearing::{Hearing, LawHeld, Locate};
pub(crate) use ignores::{IdleIgnore, idle_ignores};
pub use selection::Selection;
pub(crate) use selection::Sought;
pub(crate) use snapshot::{Snapshot, snapshot};

/// The judgement on one record.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Judgement {
    /// In the order of the report.
    pub findings: Vec<Finding>,
    pub verdict: Verdict,
    /// The score that the record gives.
    pub given: Score,
    pub judged: JudgedAs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JudgedAs {
    /// The moves were judged, as far as the game was replayed.
    Game,
    /// Only the text was judged: the game has too many events.
    Text,
}

pub(crate) fn judge(hearing: &Hearing<'_>) -> Judgement {
    let context = Context::new(hearing);
    let mut drafts = Vec::new();
    let given = context.given_score();
    judge_record(&context, &mut drafts);
    judge_layout(&context, &mut drafts);
    let Some(outcome) = judge_events(&context, &mut drafts) else {
        let (standing, ply) = (Standing::Unreplayable, hearing.record.plies());
        let verdict = Verdict { standing, score: given, reason: Reason::Record, ply };
        let findings = into_findings(hearing, drafts);
        return Judgement { findings, verdict, given, judged: JudgedAs::Text };
    };
    judge_unclaimed_draws(&context, &outcome, &mut drafts);
    judge_clock(&context, &outcome, &mut drafts);
    let verdict = judge_result(&context, &outcome, given, &mut drafts);
    Judgement { findings: into_findings(hearing, drafts), verdict, given, judged: JudgedAs::Game }
}

/// In plies. The arbiter keeps the board of every ply of a game with irregular events; the longest game on
/// record is far shorter.
const LONGEST_GAME: usize = 6_000;

/// Judges all events of a game. If there are too many, it reports that and returns `None`; then nothing else
/// of the game may be judged.
fn judge_events<'a>(context: &Context<'a>, drafts: &mut Vec<Draft>) -> Option<EventOutcome<'a>> {
    let record = context.record();
    if record.ending.exceeds_limit {
        return None;
    }
    if is_plain(context) {
        return Some(EventOutcome::PLAIN);
    }
    let plies = record.plies_made();
    if plies > LONGEST_GAME {
        report_unjudged(context, sentences::record::too_long(plies, LONGEST_GAME), drafts);
        return None;
    }
    let mut proceedings = engine::start(context);
    engine::follow(&mut proceedings, record.timeline());
    if proceedings.cases.len() > MOST_CASES {
        report_unjudged(context, sentences::record::too_many_cases(MOST_CASES), drafts);
        return None;
    }
    debug_assert_eq!(proceedings.history.board(), &record.position);
    let end = engine::close(&mut proceedings);
    let (cases, outcome) = into_outcome(proceedings, end);
    drafts.extend(cases);
    Some(outcome)
}

/// Whether the game has only legal moves, from the usual beginning.
fn is_plain(context: &Context<'_>) -> bool {
    let record = context.record();
    let illegal = record.nonstandard_moves.iter().any(|odd| matches!(odd.kind, NonstandardKind::Illegal(_)));
    let begun_otherwise = record.due_position().is_some()
        || matches!(context.tag_value(TagName::Board), Some(TagValue::Board(_)))
        || [TagName::RightOfMove, TagName::Odds].iter().any(|tag| record.tag(*tag).is_some());
    !illegal && !begun_otherwise && record.acts.is_empty() && !context.observed(Channel::Speech)
}

fn report_unjudged(context: &Context<'_>, why: String, drafts: &mut Vec<Draft>) {
    if context.wants(Rule::RecordSyntax, Severity::Error) {
        let (ply, span) = (context.record().plies(), context.last_token());
        drafts.push(Draft::new(Rule::RecordSyntax, Severity::Error, ply, span, why));
    }
}
