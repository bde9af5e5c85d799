//! Finds games judged under the default code although their time control calls for another.

use std::sync::Arc;

use crate::finding::{Finding, GameReport};
use crate::game::{TagName, Time, TimeControl};
use crate::law::{Code, Minutes, Rule};

use super::{CodeByPace, CodeChoice, Settings};

/// The code for the time control of a game, if the game was judged under the default code and the articles on one of its
/// findings differ between the two.
pub(super) fn time_control_hint(report: &GameReport, settings: &Settings) -> Option<CodeByPace> {
    let CodeChoice::ByRecord(_) = settings.codes else { return None };
    let of_law = |finding: &Finding| finding.citation.as_ref().is_some_and(|law| law.article.is_some());
    let value = |name: TagName| report.tags.value(name.name());
    if !report.findings.iter().any(of_law) || value(TagName::Laws).is_some() {
        return None;
    }
    let has = TimeControl::read(value(TagName::TimeControl)?).total_for_sixty_moves()?;
    let judged = settings.shelf.code(&report.code)?;
    let fits = |minutes: Minutes| match minutes {
        Minutes::AtMost(most) => has <= from_minutes(most),
        Minutes::Below(bound) => has < from_minutes(bound),
    };
    let due = settings.shelf.code(&judged.quicker.iter().find(|quicker| fits(quicker.minutes))?.code)?;
    let articles_differ =
        |finding: &Finding| articles(&judged, finding.rule).ne(articles(&due, finding.rule));
    let differs = report.findings.iter().filter(|finding| of_law(finding)).any(articles_differ);
    differs.then(|| CodeByPace { judged: Arc::clone(&judged.id), due: Arc::clone(&due.id) })
}

fn from_minutes(minutes: u32) -> Time {
    Time::from_seconds(i64::from(minutes) * 60)
}

fn articles(code: &Code, rule: Rule) -> impl Iterator<Item = &Arc<str>> {
    code.provisions_for(rule).map(|provision| &provision.article)
}
