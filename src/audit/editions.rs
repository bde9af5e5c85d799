//! Finds the edition of a code that was in force on the day of a game.

use std::sync::Arc;

use crate::game::{PartialDate, Record, TagName};
use crate::law::{Code, Day};

/// The editions of codes.
#[derive(Clone, Debug)]
pub struct Editions(Vec<Arc<Code>>);

/// An inclusive range of days.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Days {
    first: Day,
    last: Day,
}

impl Days {
    /// The days that a `Date` tag may mean: `2016.05.??` is May 2016. `None` if the year is unknown or the date does not
    /// exist.
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
}

impl Editions {
    /// The editions among these codes.
    pub fn among(codes: Vec<Arc<Code>>) -> Self {
        Self(codes)
    }

    /// The edition of `code` that was in force on every day that the record's date may mean, if there is one.
    pub(super) fn in_force(&self, code: &Code, record: &Record, text: &[u8]) -> Option<&Arc<Code>> {
        let days = Days::of(record.value(TagName::Date, text)?)?;
        let family = code.edition_of.as_ref().unwrap_or(&code.id);
        self.0.iter().find(|edition| {
            let is_one = edition.id == *family || edition.edition_of.as_ref() == Some(family);
            let begun = edition.since.is_some_and(|since| since <= days.first);
            is_one && begun && edition.until.is_none_or(|until| days.last <= until)
        })
    }
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
