//! Games that have less time than the code is for under which they were judged because nobody named one.

use std::sync::Arc;

use crate::finding::{Finding, GameReport};
use crate::game::{TagName, Time, TimeControl};
use crate::law::{Code, Minutes, Rule};

use super::{CodeChoice, Pace, Settings};

/// The code for the time that a game has, where nobody named the one it was judged under, and where what was found is
/// another matter there.
pub(super) fn pace(report: &GameReport, settings: &Settings) -> Option<Pace> {
    let CodeChoice::ByRecord(_) = settings.codes else { return None };
    let of_law = |finding: &Finding| finding.citation.as_ref().is_some_and(|law| law.article.is_some());
    let value = |name: TagName| report.tags.value(name.name());
    if !report.findings.iter().any(of_law) || value(TagName::Laws).is_some() {
        return None;
    }
    let has = TimeControl::read(value(TagName::TimeControl)?).for_sixty_moves()?;
    let judged = settings.shelf.code(&report.code)?;
    let fits = |minutes: Minutes| match minutes {
        Minutes::AtMost(most) => has <= in_time(most),
        Minutes::Below(bound) => has < in_time(bound),
    };
    let due = settings.shelf.code(&judged.quicker.iter().find(|quicker| fits(quicker.minutes))?.code)?;
    let is_another_matter =
        |finding: &Finding| articles(&judged, finding.rule).ne(articles(&due, finding.rule));
    let differs = report.findings.iter().filter(|finding| of_law(finding)).any(is_another_matter);
    differs.then(|| Pace { judged: Arc::clone(&judged.id), due: Arc::clone(&due.id) })
}

/// So many minutes.
fn in_time(minutes: u32) -> Time {
    Time::from_seconds(i64::from(minutes) * 60)
}

/// The articles on a rule.
fn articles(code: &Code, rule: Rule) -> impl Iterator<Item = &Arc<str>> {
    code.provisions_for(rule).map(|provision| &provision.article)
}
