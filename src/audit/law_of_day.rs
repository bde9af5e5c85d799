//! Finds the code of a game by its day and its time control.

use std::cmp::Reverse;
use std::ops::Range;
use std::slice;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::doubts::LawFiles;
use crate::game::{PartialDate, Record, TagName, Time, TimeControl};
use crate::law::codes::{self, NoCode};
use crate::law::{Code, Day, Minutes, Period, Quicker, Tradition, days_in_month};

/// A smaller number in a `Date` tag means that the year is unknown.
const FIRST_YEAR: u16 = 1000;

/// The codes among which the day and the time control of a game choose, each loaded on first use.
#[derive(Clone, Debug)]
pub struct LawOfDay {
    /// For games whose year is unknown.
    undated: OnceLock<Option<Arc<Code>>>,
    /// For games on whose day no known code was in force.
    legality: Arc<Code>,
    /// The tradition whose books apply if no edition was in force.
    tradition: Option<Family>,
    /// The family of the default code.
    standard: Family,
    shelf: LawFiles,
    /// The editions and the books of traditions: those of a family together, the newest first.
    editions: Vec<Edition>,
    /// The place of each family among them.
    families: Vec<Range<usize>>,
}

/// The number of a family of editions, or of a tradition.
type Family = usize;

#[derive(Clone, Debug)]
struct Edition {
    id: Arc<str>,
    code: OnceLock<Option<Arc<Code>>>,
    days: Days,
    /// The family of all editions for the same time controls, or of all books of one tradition.
    family: Family,
    /// The families of the codes for shorter time controls, the quickest first.
    quicker: Vec<(Minutes, Family)>,
}

/// An inclusive range of days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Days {
    first: Day,
    last: Day,
}

/// The code of a game, or its codes if its date fits several editions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum FittingCodes {
    /// Its year is unknown. The edition is the newest for its time control, if that is short.
    Undated(Option<InForce>),
    /// No known code was in force on its day.
    Legality,
    Edition(InForce),
    /// The newest first.
    Editions(Box<[InForce]>),
}

/// An edition in force on the day of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct InForce {
    /// An index into the editions.
    edition: usize,
    /// Whether the time control decided for it.
    pub pace: Pace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Pace {
    Known,
    /// The record does not show the time control.
    Assumed,
}

impl FittingCodes {
    /// The editions, the newest first.
    pub(super) fn editions(&self) -> &[InForce] {
        match self {
            Self::Undated(None) | Self::Legality => &[],
            Self::Undated(Some(edition)) | Self::Edition(edition) => slice::from_ref(edition),
            Self::Editions(editions) => editions,
        }
    }
}

impl Days {
    /// The days that the value of a `Date` tag may mean: `2016.05.??` is May 2016, and a value of another form its
    /// whole year. `None` if there is no year.
    fn of(value: &[u8]) -> Option<Self> {
        let date = PartialDate::read_valid(value);
        let year = date.map_or_else(|| PartialDate::find_year(value), PartialDate::year);
        let year = year.filter(|year| *year >= FIRST_YEAR)?;
        let at = |month: u8, day: u8| Day { year, month, day };
        Some(match (date.and_then(PartialDate::month), date.and_then(PartialDate::day)) {
            (Some(month), Some(day)) => Self { first: at(month, day), last: at(month, day) },
            (Some(month), None) => {
                let days = days_in_month(u32::from(year), u32::from(month));
                Self { first: at(month, 1), last: at(month, days) }
            }
            (None, _) => Self { first: at(1, 1), last: at(12, 31) },
        })
    }

    fn contain(self, other: Self) -> bool {
        self.first <= other.first && other.last <= self.last
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
    pub fn of(shelf: &LawFiles, tradition: Option<&str>) -> Result<Self, NoCode> {
        let (undated, legality) = (OnceLock::new(), codes::legality()?);
        let periods = codes::periods();
        let mut families = Vec::new();
        let standard = number(&mut families, codes::DEFAULT);
        let tradition = tradition.map(|name| number(&mut families, name));
        let edition = |period| Edition::of(period, periods, &mut families);
        let mut editions: Vec<Edition> = periods.iter().filter_map(edition).collect();
        editions.sort_by_key(|edition| (edition.family, Reverse(edition.days.first)));
        let place = |family| {
            let before = editions.partition_point(|edition| edition.family < family);
            before..editions.partition_point(|edition| edition.family <= family)
        };
        let families = (0..families.len()).map(place).collect();
        Ok(Self { undated, legality, tradition, standard, shelf: shelf.clone(), editions, families })
    }

    /// The code of games whose year is unknown.
    pub(super) fn undated(&self) -> &Arc<Code> {
        let load = || self.shelf.code(codes::DEFAULT);
        self.undated.get_or_init(load).as_ref().unwrap_or(&self.legality)
    }

    /// The only code, or the newest of several editions.
    pub(super) fn newest(&self, fitting: &FittingCodes) -> &Arc<Code> {
        match (fitting, fitting.editions()) {
            (FittingCodes::Legality, _) => &self.legality,
            (_, [newest, ..]) => self.code(*newest),
            (_, []) => self.undated(),
        }
    }

    pub(super) fn code(&self, chosen: InForce) -> &Arc<Code> {
        let load = |edition: &Edition| self.shelf.code(&edition.id);
        let edition = self.editions.get(chosen.edition);
        edition
            .and_then(|edition| edition.code.get_or_init(|| load(edition)).as_ref())
            .unwrap_or(&self.legality)
    }

    /// The codes in force on the days that the date of the event, or else of the game, may mean.
    pub(super) fn choose(&self, record: &Record, text: &[u8]) -> FittingCodes {
        let days = |name| record.value(name, text).and_then(Days::of);
        let time = || {
            let value = record.value(TagName::TimeControl, text)?;
            TimeControl::read(value).total_for_sixty_moves()
        };
        let Some(days) = days(TagName::EventDate).or_else(|| days(TagName::Date)) else {
            // A date whose year cannot be read, such as `12.05.98`, may be of any law.
            let is_written = |name| record.value(name, text).is_some_and(names_a_day);
            let is_dated = is_written(TagName::EventDate) || is_written(TagName::Date);
            return if is_dated {
                FittingCodes::Legality
            } else {
                FittingCodes::Undated(time().and_then(|time| self.newest_for(time)))
            };
        };
        let Some((_, standard)) = self.overlapping(days, self.standard).next() else {
            return self.book(days);
        };
        let (family, pace) = match time() {
            _ if standard.quicker.is_empty() => (self.standard, Pace::Known),
            None => (self.standard, Pace::Assumed),
            Some(time) => (self.family_for(standard, time), Pace::Known),
        };
        match self.in_force(days, family, pace) {
            FittingCodes::Legality => self.book(days),
            chosen => chosen,
        }
    }

    /// The newest edition for games in which each player has this time for sixty moves, if it is one for a short time.
    fn newest_for(&self, time: Time) -> Option<InForce> {
        let (_, standard) = self.of_family(self.standard).next()?;
        let family = self.family_for(standard, time);
        let (edition, _) = self.of_family(family).next().filter(|_| family != self.standard)?;
        Some(InForce { edition, pace: Pace::Known })
    }

    /// The book of the tradition in these years.
    fn book(&self, days: Days) -> FittingCodes {
        let Some(tradition) = self.tradition else { return FittingCodes::Legality };
        let book = self.of_family(tradition).find(|(_, book)| book.days.contain(days));
        book.map_or(FittingCodes::Legality, |(edition, _)| {
            FittingCodes::Edition(InForce { edition, pace: Pace::Known })
        })
    }

    fn of_family(&self, family: Family) -> impl Iterator<Item = (usize, &Edition)> {
        let place = self.families.get(family).cloned().unwrap_or_default();
        let editions = self.editions.get(place.clone()).unwrap_or_default();
        place.zip(editions)
    }

    /// The editions of a family in force on any of these days, the newest first.
    fn overlapping(&self, days: Days, family: Family) -> impl Iterator<Item = (usize, &Edition)> {
        self.of_family(family).filter(move |(_, edition)| edition.days.overlap(days))
    }

    /// The family of the editions for games in which each player has this time for sixty moves.
    fn family_for(&self, standard: &Edition, time: Time) -> Family {
        let fits = |(minutes, _): &&(Minutes, Family)| match *minutes {
            Minutes::AtMost(most) => time <= from_minutes(most),
            Minutes::Below(bound) => time < from_minutes(bound),
        };
        standard.quicker.iter().find(fits).map_or(self.standard, |(_, family)| *family)
    }

    fn in_force(&self, days: Days, family: Family, pace: Pace) -> FittingCodes {
        let mut all = Vec::new();
        let mut next: Option<Day> = None;
        for (edition, Edition { days: Days { first, last }, .. }) in self.overlapping(days, family) {
            let follows = next.map_or(days.last <= *last, |next| last.next() == next);
            if !follows {
                return FittingCodes::Legality;
            }
            let in_force = InForce { edition, pace };
            match (*first <= days.first, all.is_empty()) {
                (true, true) => return FittingCodes::Edition(in_force),
                (true, false) => {
                    all.push(in_force);
                    return FittingCodes::Editions(all.into());
                }
                (false, _) => all.push(in_force),
            }
            next = Some(*first);
        }
        FittingCodes::Legality
    }
}

impl Edition {
    /// `None` if the code has neither a first day nor a tradition.
    fn of(period: &Period, all: &[Period], families: &mut Vec<Arc<str>>) -> Option<Self> {
        let Period { id, since, until, tradition, quicker, .. } = period;
        let (id, code) = (Arc::clone(id), OnceLock::new());
        if let Some(Tradition { name, from, to }) = tradition {
            let days = Days {
                first: Day { year: *from, month: 1, day: 1 },
                last: Day { year: *to, month: 12, day: 31 },
            };
            return Some(Self { id, code, days, family: number(families, name), quicker: Vec::new() });
        }
        let last = until.unwrap_or(Day { year: u16::MAX, month: 12, day: 31 });
        let quicker_family = |quicker: &Quicker| {
            let code = all.iter().find(|other| other.id == quicker.code);
            let family = code.map_or(codes::DEFAULT, Period::family);
            (quicker.minutes, number(families, family))
        };
        let quicker = quicker.iter().map(quicker_family).collect();
        let family = number(families, period.family());
        Some(Self { days: Days { first: (*since)?, last }, code, id, family, quicker })
    }
}

/// Whether a value has two parts of a date, although no year.
fn names_a_day(value: &[u8]) -> bool {
    let numbers = value.split(|byte| !byte.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.filter(|part| part.iter().any(|digit| *digit != b'0')).count() >= 2
}

/// The number of a name, which is added if it is new.
fn number(names: &mut Vec<Arc<str>>, name: &str) -> Family {
    names.iter().position(|known| **known == *name).unwrap_or_else(|| {
        names.push(name.into());
        names.len().saturating_sub(1)
    })
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
        // An edition may end with the month.
        assert_eq!(days("2016.06.??"), span("2016-06-01", "2016-06-30"));
        assert_eq!(days("2016.??.??"), span("2016-01-01", "2016-12-31"));
        assert_eq!(days("2016"), span("2016-01-01", "2016-12-31"));
        assert_eq!(days("????.??.??"), None);
        assert_eq!(days("2015.02.30"), span("2015-01-01", "2015-12-31"));
        assert_eq!(days("27.3.1935"), span("1935-01-01", "1935-12-31"));
        assert_eq!(days("0000.00.00"), None);
        assert_eq!(days(""), None);
        assert!(names_a_day(b"12.05.98") && !names_a_day(b"????.05.??") && !names_a_day(b"0000.00.00"));
    }
}
