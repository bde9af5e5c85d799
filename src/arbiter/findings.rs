//! Turns drafts into findings: order in the report, severity and fingerprints.

use std::collections::HashMap;
use std::sync::Arc;

use crate::finding::{Citation, Finding, Fingerprint, ReportOrder, Stance};
use crate::game::EventIndex;
use crate::law::{Family, Rule, Voice};

use crate::arbiter::draft::{Draft, Law};
use crate::arbiter::game_name::GameName;
use crate::arbiter::hearing::{Hearing, LawHeld};

/// Sorts the drafts as the report has them and gives each finding its fingerprint.
pub(crate) fn into_findings(hearing: &Hearing<'_>, drafts: Vec<Draft>) -> Vec<Finding> {
    into_findings_until(hearing, drafts, usize::MAX)
}

/// Like `into_findings`, for a game of which only the first `events` events were judged.
pub(crate) fn into_findings_until(
    hearing: &Hearing<'_>,
    mut drafts: Vec<Draft>,
    events: usize,
) -> Vec<Finding> {
    if drafts.is_empty() {
        return Vec::new();
    }
    if hearing.law == LawHeld::Unknown {
        leave_out_law(&mut drafts);
    }
    drafts.sort_by_key(|draft| ReportOrder::of(draft.rule, draft.span.start.into(), draft.ply));
    let name = GameName::of(hearing, drafts.iter().map(|draft| draft.ply));
    let events = EventIndex::of(hearing.record, events);
    let mut equals: HashMap<(Rule, u32), u64> = HashMap::new();
    drafts
        .into_iter()
        .map(|draft| {
            let ordinal = equals.entry((draft.rule, draft.ply)).or_insert(0);
            let mut finding = finish(hearing, &events, draft);
            finding.fingerprint = name.fingerprint(&finding, *ordinal);
            *ordinal += 1;
            finding
        })
        .collect()
}

/// Keeps the findings that the record alone shows, without article and remedies: no code is known for the day of the game.
fn leave_out_law(drafts: &mut Vec<Draft>) {
    drafts.retain(|draft| match draft.law {
        Law::Record => true,
        Law::Article { .. } => draft.rule.is_in_family(Family::Move),
        Law::Fact => draft.rule == Rule::ClockInconsistent,
        Law::Silence(_) => false,
    });
    for draft in drafts.iter_mut().filter(|draft| !matches!(draft.law, Law::Record)) {
        draft.law = Law::Record;
        draft.leans_on.clear();
        draft.remedies.clear();
        (draft.help, draft.window, draft.retract, draft.disposition) = (None, None, None, None);
    }
}

/// The finding of a draft, without its fingerprint.
fn finish(hearing: &Hearing<'_>, events: &EventIndex<'_>, draft: Draft) -> Finding {
    // A move that was not replayed is no event, even if moves that were taken back had its ply.
    let ply_of_event = if draft.rule == Rule::RecordUnresolvable { 0 } else { draft.ply };
    let mut finding = Finding {
        rule: draft.rule,
        severity: draft.severity,
        citation: None,
        codes: Vec::new(),
        ply: draft.ply,
        event: events.find(draft.span.start, ply_of_event),
        movetext: draft.movetext,
        location: hearing.place.locate(draft.span),
        offender: draft.offender,
        message: draft.message,
        help: draft.help,
        leans_on: draft.leans_on,
        doubts: Vec::new(),
        remedies: draft.remedies,
        window: draft.window,
        retract: draft.retract,
        disposition: draft.disposition,
        fingerprint: Fingerprint(0),
        stance: Stance::Speaks,
        says: None,
        course: draft.course,
        related: Vec::new(),
        fix: None,
        diagram: None,
    };
    let cited = |article| {
        let (code, terms) = (Arc::clone(&hearing.code.id), Arc::clone(&hearing.code.terms));
        Some(Citation { code, article, terms })
    };
    match draft.law {
        Law::Record => {}
        Law::Fact => finding.citation = cited(None),
        Law::Article { article, says } => {
            finding.citation = cited(Some(article));
            finding.says = says;
        }
        Law::Silence(voice) => {
            finding.citation = cited(None);
            finding.stance = if voice == Voice::Unrevealed { Stance::Unrevealed } else { Stance::Silent };
        }
    }
    finding
}
