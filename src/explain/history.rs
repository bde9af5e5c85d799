//! The laws on one matter, in the order of their time.

use std::fmt;
use std::sync::Arc;

use crate::law::{Day, LawFile, Rule, codes};

use super::{RuleUnderCode, under_code};

/// The law on a rule through time.
#[derive(Debug)]
pub(crate) struct HistoryPage {
    pub rule: Rule,
    /// By the day on which they begin.
    pub stages: Vec<Stage>,
}

/// A code in its time, or a time of which no code is known.
#[derive(Debug)]
pub(crate) struct Stage {
    pub from: When,
    /// `None` if it has no end, or is known for one year only.
    pub to: Option<When>,
    pub under: Option<RuleUnderCode>,
    /// Whether it is for games with short time controls.
    pub is_quick: bool,
    /// The tradition that used the code.
    pub tradition: Option<Arc<str>>,
}

/// A day, or a year of which no day is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum When {
    Year(u16),
    Day(Day),
}

impl When {
    /// For sorting: a year begins with its first day.
    fn first_day(self) -> Day {
        match self {
            Self::Year(year) => Day { year, month: 1, day: 1 },
            Self::Day(day) => day,
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year}"),
            Self::Day(day) => write!(f, "{day}"),
        }
    }
}

/// The law on a rule in each of these codes, and the times between the editions of the default code.
pub(crate) fn history(rule: Rule, files: &[LawFile]) -> HistoryPage {
    let periods = codes::periods();
    let quick = codes::quick();
    let mut stages: Vec<Stage> = files
        .iter()
        .map(|file| {
            let code = &file.code;
            let period = periods.iter().find(|period| period.id == code.id);
            let tradition = period.and_then(|period| period.tradition.as_ref());
            let (from, to) = match (code.since, tradition) {
                (Some(since), _) => (When::Day(since), code.until.map(When::Day)),
                (None, Some(used)) => (When::Year(used.from), Some(When::Year(used.to))),
                (None, None) => (When::Year(code.year), None),
            };
            let is_quick = quick.contains(&code.id);
            let tradition = tradition.map(|tradition| Arc::clone(&tradition.name));
            Stage { from, to, under: Some(under_code(rule, code)), is_quick, tradition }
        })
        .collect();
    let mut main: Vec<(Day, Option<Day>)> = periods
        .iter()
        .filter(|period| period.family() == codes::DEFAULT)
        .filter_map(|period| Some((period.since?, period.until)))
        .collect();
    main.sort_unstable();
    let nexts = main.iter().skip(1).map(|(since, _)| *since);
    for ((_, until), next) in main.iter().zip(nexts) {
        let Some(first) = until.map(Day::next).filter(|first| *first < next) else { continue };
        let to = Some(When::Day(next.previous()));
        stages.push(Stage { from: When::Day(first), to, under: None, is_quick: false, tradition: None });
    }
    stages.sort_by_key(|stage| stage.from.first_day());
    HistoryPage { rule, stages }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_without_a_code_are_between_the_editions() {
        let page = history(Rule::DrawFifty, &codes::files());
        let without: Vec<&Stage> = page.stages.iter().filter(|stage| stage.under.is_none()).collect();
        assert!(!without.is_empty());
        for stage in without {
            let next = When::Day(match stage.to.unwrap() {
                When::Day(last) => last.next(),
                year @ When::Year(_) => panic!("{year}"),
            });
            assert!(page.stages.iter().any(|after| after.from == next && after.under.is_some()), "{stage:?}");
        }
        let known = page.stages.iter().filter(|stage| stage.under.is_some());
        assert_eq!(known.count(), codes::files().len());
        assert!(page.stages.is_sorted_by_key(|stage| stage.from.first_day()));
    }
}
