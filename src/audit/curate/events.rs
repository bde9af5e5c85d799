//! `curate.impossible-event`: dates that cannot be those of an event.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::game::PartialDate;

/// Bounds memory: if so many events are known, all are forgotten.
const MOST_EVENTS: usize = 1 << 16;

/// The number of rounds of an event that are kept.
const MOST_ROUNDS: usize = 64;

/// A later round is not a year before an earlier one.
const MOST_DAYS: u32 = 366;

/// Words in the names of events whose games take years.
const SLOW: [&str; 7] = ["corr", "email", "e-mail", "postal", "iccf", "lss", "webchess"];

/// Words beside numbers that are not years.
const NO_YEARS: [&str; 6] = ["under", "elo", "rating", "rated", "anniversary", "centenary"];

/// The event of a game, as far as its dates are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct EventDates {
    /// A hash of the event, its site and its date.
    key: u64,
    /// The first and the last year that the name of the event gives.
    named: Option<(u16, u16)>,
    /// The year of EventDate.
    begins: Option<u16>,
    round: Option<u16>,
}

/// A contradiction between the date of a game and its event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EventConflict {
    /// With the years that the name of the event gives.
    Named(u16, u16),
    /// With the year in which the event begins.
    EventDate(u16),
    /// With another round.
    Round(OtherRound),
}

/// A game of another round of the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OtherRound {
    pub round: u16,
    /// The number of the game in the run.
    pub order: u32,
    /// Whether that round is before the one of the game.
    pub is_before: bool,
}

impl EventDates {
    /// `None` if neither the name of the event nor EventDate gives a year.
    pub(super) fn of(event: &str, site: &str, event_date: &str, round: &str) -> Option<Self> {
        let name = event.to_lowercase();
        if SLOW.iter().any(|word| name.contains(word)) || site.to_lowercase().contains("corr") {
            return None;
        }
        let named = named_years(&name);
        let begins = PartialDate::read(event_date.as_bytes()).year().filter(|year| is_year(*year));
        if named.is_none() && begins.is_none() {
            return None;
        }
        let round = round.split('.').next().and_then(|round| round.trim().parse().ok());
        let key = xxh3_64(format!("{event}\0{site}\0{event_date}").as_bytes());
        Some(Self { key, named, begins, round })
    }

    /// Whether the date contradicts the years of the event.
    pub(super) fn conflict(&self, date: PartialDate) -> Option<EventConflict> {
        let year = date.year()?;
        if let Some(begins) = self.begins
            && !(begins..=begins.saturating_add(1)).contains(&year)
        {
            return Some(EventConflict::EventDate(begins));
        }
        let (first, last) = self.named?;
        let is_near = (first.saturating_sub(1)..=last.saturating_add(1)).contains(&year);
        (!is_near && self.begins != Some(year)).then_some(EventConflict::Named(first, last))
    }
}

const fn is_year(number: u16) -> bool {
    number >= 1500 && number < 2100
}

/// The first and the last year in a name in small letters: `linares 2003`, `bundesliga 2007-8`, `hastings 1922/23`. A full
/// hundred may be a rating.
fn named_years(name: &str) -> Option<(u16, u16)> {
    if NO_YEARS.iter().any(|word| name.contains(word)) {
        return None;
    }
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '/');
    let mut years: Option<(u16, u16)> = None;
    for word in name.split(|letter: char| !is_part(letter)) {
        let mut parts = word.split(['-', '/']);
        let year = |part: &str| part.parse().ok().filter(|year| part.len() == 4 && is_year(*year));
        let Some(first) = parts.next().and_then(year).filter(|year| year % 100 != 0) else { continue };
        let last = match parts.next() {
            None | Some("") => first,
            Some(part) => {
                let base = match part.len() {
                    1 => first / 10 * 10,
                    2 => first / 100 * 100,
                    4 => 0,
                    _ => continue,
                };
                let Ok(number) = part.parse::<u16>() else { continue };
                base.saturating_add(number).max(first)
            }
        };
        let (low, high) = years.unwrap_or((first, last));
        years = Some((low.min(first), high.max(last)));
    }
    years
}

/// A game of a round.
#[derive(Clone, Copy, Debug)]
struct RoundDay {
    round: u16,
    day: u32,
    order: u32,
}

/// The rounds of the events so far.
#[derive(Default)]
pub(super) struct Events(HashMap<u64, Vec<RoundDay>>);

impl Events {
    /// Adds a game of a day, and returns a game of another round from which its date differs too much.
    pub(super) fn take(&mut self, event: &EventDates, day: u32, order: u32) -> Option<OtherRound> {
        let round = event.round?;
        if self.0.len() >= MOST_EVENTS {
            self.0.clear();
        }
        let rounds = self.0.entry(event.key).or_default();
        let found = rounds.iter().find_map(|other| {
            let is_before = other.round < round && day.saturating_add(MOST_DAYS) < other.day;
            let is_after = other.round > round && other.day.saturating_add(MOST_DAYS) < day;
            (is_before || is_after).then_some(OtherRound {
                round: other.round,
                order: other.order,
                is_before,
            })
        });
        if found.is_none() && rounds.len() < MOST_ROUNDS && rounds.iter().all(|other| other.round != round) {
            rounds.push(RoundDay { round, day, order });
        }
        found
    }
}

/// The number of a day, counted so that later days have greater numbers. `None` if it is not known.
pub(super) fn day_number(date: PartialDate) -> Option<u32> {
    let (year, month, day) = (date.year()?, date.month()?, date.day()?);
    // The days since a day in March of the year 0, so that the day of a leap year is the last one.
    let (month, year) = match month {
        1 | 2 => (u32::from(month).saturating_add(9), u32::from(year).saturating_sub(1)),
        _ => (u32::from(month).saturating_sub(3), u32::from(year)),
    };
    let of_months = (153 * month + 2) / 5;
    Some(365 * year + year / 4 - year / 100 + year / 400 + of_months + u32::from(day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> PartialDate {
        PartialDate::read(text.as_bytes())
    }

    #[test]
    fn days_are_counted_over_months_and_years() {
        let days = |one: &str, other: &str| day_number(date(other)).unwrap() - day_number(date(one)).unwrap();
        assert_eq!(days("1999.04.10", "1999.05.17"), 37);
        assert_eq!(days("2003.12.31", "2004.01.01"), 1);
        assert_eq!(days("2004.02.28", "2004.03.01"), 2);
        assert_eq!(days("1900.02.28", "1900.03.01"), 1);
        assert_eq!(days("1899.06.01", "1900.06.01"), 365);
        assert_eq!(day_number(date("1899.06.??")), None);
    }

    #[test]
    fn years_are_found_in_the_names_of_events() {
        for (name, due) in [
            ("linares 2003", Some((2003, 2003))),
            ("bundesliga 2007-8", Some((2007, 2008))),
            ("bundesliga 2019-20", Some((2019, 2020))),
            ("hastings 1922/23", Some((1922, 1923))),
            ("reggio emilia8990", None),
            ("open u2000", None),
            ("open 2000", None),
            ("under 1800", None),
            ("london", None),
        ] {
            assert_eq!(named_years(name), due, "{name}");
        }
    }

    #[test]
    fn a_date_contradicts_the_years_of_its_event() {
        let event = |name: &str, event_date: &str| EventDates::of(name, "", event_date, "1");
        let conflict = |name: &str, event_date: &str, day: &str| {
            event(name, event_date).and_then(|event| event.conflict(date(day)))
        };
        assert_eq!(conflict("Bundesliga 2007-8", "", "2000.02.08"), Some(EventConflict::Named(2007, 2008)));
        assert_eq!(conflict("Bundesliga 2007-8", "", "2008.02.08"), None);
        assert_eq!(conflict("Hastings", "1894.08.05", "1985.08.05"), Some(EventConflict::EventDate(1894)));
        assert_eq!(conflict("Hastings", "1894.12.27", "1895.01.05"), None);
        assert_eq!(conflict("Hastings", "1894.12.27", "1893.??.??"), Some(EventConflict::EventDate(1894)));
        assert_eq!(conflict("corr. 1975", "", "1982.01.01"), None);
        assert_eq!(event("London", "????.??.??"), None);
    }

    #[test]
    fn a_later_round_is_not_a_year_before_an_earlier_one() {
        let mut events = Events::default();
        let mut take = |round: &str, day: &str, order| {
            let event = EventDates::of("Cup 2003", "Linares", "", round).unwrap();
            events
                .take(&event, day_number(date(day)).unwrap(), order)
                .map(|other| (other.round, other.is_before))
        };
        assert_eq!(take("1", "2003.02.20", 1), None);
        assert_eq!(take("2.1", "2003.02.21", 2), None);
        assert_eq!(take("3", "2002.02.01", 3), Some((1, true)));
        assert_eq!(take("?", "1999.02.01", 4), None);
    }
}
