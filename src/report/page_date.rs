//! The date of a page. It depends on the input alone, so that equal input gives equal pages.

use std::fmt;

use crate::finding::Tags;
use crate::game::PartialDate;

const SECONDS_PER_DAY: u64 = 86_400;

/// A date whose month or day may be unknown (0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PageDate {
    year: u16,
    month: u8,
    day: u8,
}

impl PageDate {
    /// The day of a time in seconds since 1970, the form of `SOURCE_DATE_EPOCH`.
    pub(crate) fn of_epoch(seconds: &str) -> Option<Self> {
        let mut days = seconds.trim().parse::<u64>().ok()? / SECONDS_PER_DAY;
        for year in 1970..=9999_u16 {
            let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
            let february = if is_leap { 29 } else { 28 };
            for (month, length) in (1..).zip([31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]) {
                if days < length {
                    return Some(Self { year, month, day: u8::try_from(days + 1).ok()? });
                }
                days -= length;
            }
        }
        None
    }

    /// The date of a game, if its year is known.
    pub(super) fn of_game(tags: &Tags) -> Option<Self> {
        let date = PartialDate::read_valid(tags.value("Date")?.as_bytes())?;
        let month = date.month().unwrap_or(0);
        let day = date.day().filter(|_| month > 0).unwrap_or(0);
        Some(Self { year: date.year()?, month, day })
    }
}

impl fmt::Display for PageDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        match (month, day) {
            (0, _) => write!(f, "{year}"),
            (_, 0) => write!(f, "{year}-{month:02}"),
            _ => write!(f, "{year}-{month:02}-{day:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::tags;
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        let day = |seconds: &str| PageDate::of_epoch(seconds).map(|date| date.to_string());
        assert_eq!(day("0").as_deref(), Some("1970-01-01"));
        assert_eq!(day("951868799").as_deref(), Some("2000-02-29"));
        assert_eq!(day("951868800\n").as_deref(), Some("2000-03-01"));
        assert_eq!(day("1764374400").as_deref(), Some("2025-11-29"));
        assert_eq!((day("yesterday"), day("-1"), day("18446744073709551615")), (None, None, None));
    }

    #[test]
    fn a_game_may_have_part_of_a_date() {
        let day = |value: &str| PageDate::of_game(&tags(&[("Date", value)]));
        let dates = ["1871.05.03", "1871.05.??", "1871.??.03", "1871"].map(|value| day(value).unwrap());
        assert_eq!(dates.map(|date| date.to_string()), ["1871-05-03", "1871-05", "1871", "1871"]);
        assert!(dates[0] > dates[1] && dates[1] > dates[2]);
        assert_eq!((day("????.??.??"), day("1871.13.01")), (None, None));
    }
}
