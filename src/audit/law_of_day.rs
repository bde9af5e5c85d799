//! Finds the code of a game by its day and its time control.

use std::sync::{Arc, OnceLock};

use super::doubts::LawFiles;
use crate::game::{PartialDate, Record, TagName, Time, TimeControl};
use crate::law::codes::{self, NoCode};
use crate::law::{Code, Day, Minutes, Period};

/// The codes among which the day and the time control of a game choose, each loaded on first use.
#[derive(Clone, Debug)]
pub struct LawOfDay {
    /// For games whose year is unknown.
    undated: Arc<Code>,
    /// For games on whose day no known code was in force.
    legality: Arc<Code>,
    shelf: LawFiles,
    codes: Vec<DatedCode>,
    /// The editions for games with long time controls, the newest first.
    editions: Vec<Edition>,
}

#[derive(Clone, Debug)]
struct DatedCode {
    id: Arc<str>,
    code: OnceLock<Option<Arc<Code>>>,
}

#[derive(Clone, Debug)]
struct Edition {
    days: Days,
    /// An index into the codes.
    code: usize,
    quicker: Vec<(Minutes, usize)>,
}

/// An inclusive range of days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Days {
    first: Day,
    last: Day,
}

/// The code of a game, or its codes if its date fits several editions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Chosen {
    /// Its year is unknown.
    Undated,
    /// No known code was in force on its day.
    Legality,
    Edition(InForce),
    /// The newest first.
    Editions(Vec<InForce>),
}

/// An edition in force on the day of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct InForce {
    code: usize,
    /// Whether the time control decided for it.
    pub pace: Pace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pace {
    Known,
    /// The record does not show the time control.
    Assumed,
}

impl Days {
    /// The days that the value of a `Date` tag may mean: `2016.05.??` is May 2016. `None` if the year is unknown or the date
    /// does not exist.
    fn of(date: &[u8]) -> Option<Self> {
        let date = PartialDate::read_valid(date)?;
        let year = date.year()?;
        let at = |month: u8, day: u8| Day { year, month, day };
        Some(match (date.month(), date.day()) {
            (Some(month), Some(day)) => Self { first: at(month, day), last: at(month, day) },
            (Some(month), None) => Self { first: at(month, 1), last: at(month, 31) },
            (None, _) => Self { first: at(1, 1), last: at(12, 31) },
        })
    }

    fn overlap(self, other: Self) -> bool {
        self.first <= other.last && other.first <= self.last
    }
}

impl LawOfDay {
    /// The editions of the default code among the law files of a run.
    ///
    /// # Errors
    /// An embedded code has faults. The tests exclude it.
    pub fn of(shelf: &LawFiles) -> Result<Self, NoCode> {
        let undated = shelf.code(codes::DEFAULT).map_or_else(|| codes::code(codes::DEFAULT), Ok)?;
        let mut law = Self {
            undated,
            legality: codes::legality()?,
            shelf: shelf.clone(),
            codes: Vec::new(),
            editions: Vec::new(),
        };
        for Period { id, since, until, edition_of, quicker } in codes::periods().into_iter().rev() {
            let is_edition = *id == *codes::DEFAULT || edition_of.as_deref() == Some(codes::DEFAULT);
            let Some(first) = since.filter(|_| is_edition) else { continue };
            let last = until.unwrap_or(Day { year: u16::MAX, month: 12, day: 31 });
            let code = law.add(id);
            let quicker =
                quicker.into_iter().map(|quicker| (quicker.minutes, law.add(quicker.code))).collect();
            law.editions.push(Edition { days: Days { first, last }, code, quicker });
        }
        law.editions.sort_by(|one, other| other.days.first.cmp(&one.days.first));
        Ok(law)
    }

    fn add(&mut self, id: Arc<str>) -> usize {
        self.codes.push(DatedCode { id, code: OnceLock::new() });
        self.codes.len() - 1
    }

    /// The code of games whose year is unknown.
    pub(super) const fn undated(&self) -> &Arc<Code> {
        &self.undated
    }

    /// The code of games on whose day no known code was in force.
    pub(super) const fn legality(&self) -> &Arc<Code> {
        &self.legality
    }

    pub(super) fn code(&self, chosen: InForce) -> &Arc<Code> {
        let dated = self.codes.get(chosen.code);
        let load = |dated: &DatedCode| self.shelf.code(&dated.id);
        dated
            .and_then(|dated| dated.code.get_or_init(|| load(dated)).as_ref())
            .unwrap_or(&self.undated)
    }

    /// The codes in force on the days that the date of the event, or else of the game, may mean.
    pub(super) fn choose(&self, record: &Record, text: &[u8]) -> Chosen {
        let days = |name| record.value(name, text).and_then(Days::of);
        let Some(days) = days(TagName::EventDate).or_else(|| days(TagName::Date)) else {
            return Chosen::Undated;
        };
        let mut in_force = self.editions.iter().filter(|edition| edition.days.overlap(days));
        let Some(newest) = in_force.next().filter(|newest| days.last <= newest.days.last) else {
            return Chosen::Legality;
        };
        let time = record
            .value(TagName::TimeControl, text)
            .and_then(|value| TimeControl::read(value).total_for_sixty_moves());
        let mut all = vec![newest.at(time)];
        let mut earliest = newest.days.first;
        for edition in in_force {
            if earliest <= days.first || edition.days.last.next() != earliest {
                break;
            }
            all.push(edition.at(time));
            earliest = edition.days.first;
        }
        match (earliest <= days.first, all.as_slice()) {
            (false, _) => Chosen::Legality,
            (true, [one]) => Chosen::Edition(*one),
            (true, _) => Chosen::Editions(all),
        }
    }
}

impl Edition {
    /// The code for games in which each player has this time for sixty moves, if it is known.
    fn at(&self, time: Option<Time>) -> InForce {
        let Some(time) = time.filter(|_| !self.quicker.is_empty()) else {
            let pace = if self.quicker.is_empty() { Pace::Known } else { Pace::Assumed };
            return InForce { code: self.code, pace };
        };
        let fits = |minutes: Minutes| match minutes {
            Minutes::AtMost(most) => time <= from_minutes(most),
            Minutes::Below(bound) => time < from_minutes(bound),
        };
        let quicker = self.quicker.iter().find(|(minutes, _)| fits(*minutes)).map(|(_, code)| *code);
        InForce { code: quicker.unwrap_or(self.code), pace: Pace::Known }
    }
}

fn from_minutes(minutes: u32) -> Time {
    Time::from_seconds(i64::from(minutes) * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(text: &str) -> Option<(String, String)> {
        Days::of(text.as_bytes()).map(|days| (days.first.to_string(), days.last.to_string()))
    }

    #[test]
    fn days_of_a_date() {
        let span = |first: &str, last: &str| Some((first.to_owned(), last.to_owned()));
        assert_eq!(days("2016.05.07"), span("2016-05-07", "2016-05-07"));
        assert_eq!(days("2016.05.??"), span("2016-05-01", "2016-05-31"));
        assert_eq!(days("2016.??.??"), span("2016-01-01", "2016-12-31"));
        assert_eq!(days("2016"), span("2016-01-01", "2016-12-31"));
        assert_eq!(days("????.??.??"), None);
        assert_eq!(days("2017.02.30"), None);
        assert_eq!(days("2017.13.01"), None);
        assert_eq!(days(""), None);
    }
}
