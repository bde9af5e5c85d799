//! Dates of a tournament report, which programs write in many ways.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{all_consuming, map_opt, opt};
use nom::sequence::{delimited, preceded, terminated};

use super::grammar::ColumnScan;
use crate::game::PartialDate;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A date that exists and can be read in one way only.
pub(super) fn date(text: &str) -> Option<PartialDate> {
    let forms = alt((year_first, day_first, solidus_date, month_first, day_of_month));
    all_consuming(delimited(space0, forms, space0)).parse(text).ok().map(|(_, date)| date)
}

/// The date of a round, `YY/MM/DD`. The two digits of the year must give one of the tournament.
pub(super) fn round_date(text: &str, years: &[u16]) -> Option<PartialDate> {
    let short =
        map_opt((digits(2), separator, digits(2), separator, digits(2)), |(year, _, month, _, day)| {
            let mut fits = years.iter().copied().filter(|known| u32::from(*known) % 100 == year);
            let year = fits.next()?;
            of_parts(u32::from(year), month, day)
        });
    let read: ColumnScan<'_, PartialDate> = all_consuming(delimited(space0, short, space0)).parse(text);
    read.ok().map(|(_, date)| date).or_else(|| date(text))
}

/// `year-first`: `2020/05/29`, `2020-05-29`, `2020.05.29`.
fn year_first(input: &str) -> ColumnScan<'_, PartialDate> {
    map_opt((digits(4), separator, short_number, separator, short_number), |(year, _, month, _, day)| {
        of_parts(year, month, day)
    })
    .parse(input)
}

/// `day-first`: `28. 07. 2003`, `28.7.2003`. With points, the day is always first.
fn day_first(input: &str) -> ColumnScan<'_, PartialDate> {
    let point = || (char('.'), space0);
    map_opt((short_number, point(), short_number, point(), digits(4)), |(day, _, month, _, year)| {
        of_parts(year, month, day)
    })
    .parse(input)
}

/// `solidus-date`: `29/05/2020` or `05/29/2020`, if only one of them is a date.
fn solidus_date(input: &str) -> ColumnScan<'_, PartialDate> {
    let sign = || one_of("/-");
    map_opt((short_number, sign(), short_number, sign(), digits(4)), |(first, _, second, _, year)| {
        match (of_parts(year, second, first), of_parts(year, first, second)) {
            (Some(one), Some(other)) if one != other => None,
            (Some(one), _) => Some(one),
            (None, other) => other,
        }
    })
    .parse(input)
}

/// `month-first`: `May 29, 2020`.
fn month_first(input: &str) -> ColumnScan<'_, PartialDate> {
    let parts = (month, space0, short_number, ordinal, opt(char(',')), space0, digits(4));
    map_opt(parts, |(month, _, day, _, _, _, year)| of_parts(year, month, day)).parse(input)
}

/// `day-of-month`: `29 May 2020`, `29. May 2020`.
fn day_of_month(input: &str) -> ColumnScan<'_, PartialDate> {
    let parts = (short_number, ordinal, space0, month, opt(char(',')), space0, digits(4));
    map_opt(parts, |(day, _, _, month, _, _, year)| of_parts(year, month, day)).parse(input)
}

/// The ending of a day: `.`, `th`.
fn ordinal(input: &str) -> ColumnScan<'_, &str> {
    alt((tag("."), tag("st"), tag("nd"), tag("rd"), tag("th"), tag(""))).parse(input)
}

/// The English name of a month, or its first three letters.
fn month(input: &str) -> ColumnScan<'_, u32> {
    let word = terminated(take_while(char::is_alphabetic), opt(char('.')));
    map_opt(word, |word: &str| {
        let word = word.to_lowercase();
        let is_named = |name: &str| name == word || word.len() == 3 && name.starts_with(&word);
        let place = MONTHS.iter().position(|name| is_named(name))?;
        u32::try_from(place.checked_add(1)?).ok()
    })
    .parse(input)
}

fn separator(input: &str) -> ColumnScan<'_, char> {
    one_of("/.-").parse(input)
}

fn short_number(input: &str) -> ColumnScan<'_, u32> {
    preceded(space0, digits_between(1, 2)).parse(input)
}

fn digits<'t>(width: usize) -> impl Parser<&'t str, Output = u32, Error = ()> {
    digits_between(width, width)
}

fn digits_between<'t>(least: usize, most: usize) -> impl Parser<&'t str, Output = u32, Error = ()> {
    let digits = take_while_m_n(least, most, |digit: char| digit.is_ascii_digit());
    map_opt(digits, |digits: &str| digits.parse().ok())
}

/// A whole date that exists.
fn of_parts(year: u32, month: u32, day: u32) -> Option<PartialDate> {
    let date = PartialDate::read_valid(format!("{year:04}.{month:02}.{day:02}").as_bytes())?;
    (date.year().is_some() && date.month().is_some() && date.day().is_some()).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_that_programs_write() {
        let due = of_parts(2020, 5, 29);
        for text in [
            "2020/05/29",
            "2020-05-29",
            "2020.05.29",
            "29. 05. 2020",
            "29.5.2020",
            "29/05/2020",
            "05/29/2020",
            "May 29, 2020",
            "29 May 2020",
            "29. May 2020",
            "29th may 2020",
        ] {
            assert_eq!(date(text), due, "{text}");
        }
    }

    #[test]
    fn a_doubtful_date_is_none() {
        for text in ["05/06/2020", "", "30. 02. 2020", "2020", "spring 2020", "2020.05.29 - 31"] {
            assert_eq!(date(text), None, "{text}");
        }
        assert!(date("05/05/2020").is_some());
    }

    #[test]
    fn the_date_of_a_round_needs_the_year_of_the_tournament() {
        assert_eq!(round_date("20/05/29", &[2020]), of_parts(2020, 5, 29));
        assert_eq!(round_date("20/05/29", &[1999, 2000]), None);
        assert_eq!(round_date("2020/05/29", &[]), of_parts(2020, 5, 29));
    }
}
