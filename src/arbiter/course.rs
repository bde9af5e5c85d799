//! The fold over a game in which more happened than legal moves.

use crate::finding::Severity;
use crate::game::{Channel, OddKind, TagName, TagValue};
use crate::law::Rule;

use crate::arbiter::context::Context;
use crate::arbiter::draft::Draft;
use crate::arbiter::engine::{self, Followed, MOST_CASES};
use crate::arbiter::outcome::CourseOutcome;
use crate::arbiter::verdict::into_outcome;

/// In plies. The arbiter keeps the board of every ply of a game with irregular events; the longest game on
/// record is far shorter.
const LONGEST_GAME: usize = 6_000;

/// Judges all events of a game. If there are too many, it reports that and returns `None`; then nothing else
/// of the game may be judged.
pub(crate) fn judge_course<'a>(context: &Context<'a>, drafts: &mut Vec<Draft>) -> Option<CourseOutcome<'a>> {
    let record = context.record();
    if record.ending.is_too_much {
        return None;
    }
    if is_plain(context) {
        return Some(CourseOutcome::PLAIN);
    }
    let plies = record.plies_made();
    if plies > LONGEST_GAME {
        let why = format!(
            "a game of {plies} plies is not judged: more than {LONGEST_GAME} in which anything else happens are not followed"
        );
        report_unjudged(context, why, drafts);
        return None;
    }
    let mut proceedings = engine::start(context);
    if engine::follow(&mut proceedings, record.timeline()) == Followed::InPart {
        let why = format!(
            "a game in which more than {MOST_CASES} cases come up is not judged: no more are followed"
        );
        report_unjudged(context, why, drafts);
        return None;
    }
    debug_assert_eq!(proceedings.table.board(), &record.position, "the arbiter's board is the record's");
    let at_last = engine::close(&mut proceedings);
    let (cases, outcome) = into_outcome(proceedings, at_last);
    drafts.extend(cases);
    Some(outcome)
}

/// Whether the game has only legal moves, from the usual beginning.
fn is_plain(context: &Context<'_>) -> bool {
    let record = context.record();
    let illegal = record.odd.iter().any(|odd| matches!(odd.kind, OddKind::Illegal(_)));
    let begun_otherwise = record.due().is_some()
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
