//! The repairs of the findings of a game.

use std::collections::BTreeMap;

use crate::arbiter::{Hearing, Locate};
use crate::finding::{FileEdit, Finding, Fix, Location};
use crate::fix::{self, Repair, RepairProof};
use crate::game::{Record, Span};
use crate::law::{Family, Rule};

use super::places::Places;

/// Gives each finding its repair, if there is one that is proved.
pub(super) fn attach(findings: &mut [Finding], record: &Record, places: &Places<'_>) {
    let has = |is_wanted: fn(Rule) -> bool| findings.iter().any(|finding| is_wanted(finding.rule));
    let mut repairs = Vec::new();
    if has(fix::may_be_repaired) {
        repairs = fix::repairs(record, places.text());
    }
    if has(|rule| rule.is_in_family(Family::Style)) {
        let is_found = |rule| findings.iter().any(|finding| finding.rule == rule);
        repairs.extend(fix::style_repairs(record, places.text(), places.is_followed(), is_found));
    }
    let mut proof = None;
    for repair in repairs {
        let Some(first) = repair.edits.first().map(|edit| places.locate(edit.span).offset) else { continue };
        let is_there = |finding: &Finding| {
            let Location { offset, length, .. } = finding.location;
            offset <= first && first <= offset + length
        };
        // Other rules are reported once for a game.
        let is_of_place = matches!(repair.rule, Rule::RecordSyntax | Rule::RecordTag);
        let mut of_rule = findings.iter_mut().filter(|finding| finding.rule == repair.rule);
        if let Some(finding) = of_rule.find(|finding| !is_of_place || is_there(finding))
            && proof.get_or_insert_with(|| RepairProof::new(record, places.text())).proves(&repair)
        {
            let mut fix = located(&repair, places);
            if places.ends_lines_by_return() {
                fix.edits.iter_mut().for_each(|edit| edit.text = edit.text.replace('\n', "\r"));
            }
            finding.fix = Some(Box::new(fix));
        }
    }
}

/// Gives the findings of suppressions that suppress nothing their removal.
pub(super) fn attach_removals(findings: &mut [Finding], removable: &[Span], hearing: &Hearing<'_>) {
    let &Hearing { record, text, place, .. } = hearing;
    let removal = |span: &Span| Some((place.locate(*span).offset, fix::removal(record, text, *span)?));
    let removals: BTreeMap<u64, Repair> = removable.iter().filter_map(removal).collect();
    if removals.is_empty() {
        return;
    }
    let all: Vec<&Repair> = removals.values().collect();
    let is_proved = RepairProof::new(record, text).proves_each(&all);
    let proved = removals.iter().zip(is_proved).filter(|(_, is_proved)| *is_proved);
    let proved: BTreeMap<u64, &Repair> = proved.map(|((offset, repair), _)| (*offset, repair)).collect();
    for finding in findings {
        let repair = proved.get(&finding.location.offset);
        finding.fix = repair.map(|repair| Box::new(located(repair, place)));
    }
}

/// The repair with the places of the file.
fn located(repair: &Repair, places: &dyn Locate) -> Fix {
    let edits = repair.edits.iter().map(|edit| {
        let Location { offset, length, .. } = places.locate(edit.span);
        FileEdit { offset, length, text: edit.text.clone() }
    });
    Fix { title: repair.title.clone(), class: repair.class, edits: edits.collect() }
}
