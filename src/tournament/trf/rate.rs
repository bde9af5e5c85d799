//! The rate of play of a tournament report: coded in record 222, free text in record 122.

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while_m_n};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value};
use nom::multi::separated_list1;
use nom::sequence::{delimited, pair, preceded, terminated};

use super::grammar::ColumnScan;
use crate::game::{Field, Time, TimeControl};

/// A free text gives minutes up to this number, and seconds from [`LEAST_SECONDS`] on. Numbers between are read as neither.
const MOST_MINUTES: u32 = 180;
const LEAST_SECONDS: u32 = 300;

/// A period as it is written.
#[derive(Clone, Copy, Debug)]
struct WrittenPeriod {
    moves: Option<u32>,
    /// In minutes or seconds.
    time: u32,
    is_in_minutes: bool,
    /// In seconds.
    increment: u32,
}

/// The coded rate of play, which has the form of the tag `TimeControl`. `None` unless all of it is understood.
pub(super) fn coded(text: &str) -> Option<TimeControl> {
    let control = TimeControl::read(text.trim());
    control.is_understood().then_some(control)
}

/// A rate of play in free text. `None` unless all of it is understood in one way.
pub(super) fn worded(text: &str) -> Option<TimeControl> {
    if let Ok((_, periods)) = periods(text) {
        return control_of(&periods);
    }
    TimeControl::is_worded(text.trim().as_bytes()).then(|| TimeControl::read(text.trim()))
}

/// `rate-of-play`: periods such as `40/120, 60`, `90+30`, `90'+30"` or `90 min + 30 s`.
fn periods(input: &str) -> ColumnScan<'_, Vec<WrittenPeriod>> {
    let separator = delimited(space0, alt((tag(","), tag(";"))), space0);
    all_consuming(delimited(space0, separated_list1(separator, period), space0)).parse(input)
}

/// `rate-period`: moves, a time, and the increment of each move.
fn period(input: &str) -> ColumnScan<'_, WrittenPeriod> {
    let moves = terminated(number, (space0, char('/'), space0));
    let increment = preceded(
        (space0, char('+'), space0),
        terminated(number, (space0, opt(seconds_sign), space0, opt(each_move))),
    );
    map(
        (opt(moves), number, space0, opt(minutes_sign), opt(increment)),
        |(moves, time, _, sign, increment)| WrittenPeriod {
            moves,
            time,
            is_in_minutes: sign.is_some(),
            increment: increment.unwrap_or(0),
        },
    )
    .parse(input)
}

fn minutes_sign(input: &str) -> ColumnScan<'_, &str> {
    alt((recognize(one_of("'′’")), tag_no_case("minutes"), tag_no_case("min."), tag_no_case("min"), tag("m")))
        .parse(input)
}

fn seconds_sign(input: &str) -> ColumnScan<'_, &str> {
    alt((
        tag("''"),
        recognize(one_of("\"″”")),
        tag_no_case("seconds"),
        tag_no_case("sec."),
        tag_no_case("sec"),
        tag("s"),
    ))
    .parse(input)
}

fn each_move(input: &str) -> ColumnScan<'_, ()> {
    let each = alt((tag("/"), tag_no_case("per"), tag_no_case("a")));
    value((), pair(each, preceded(space0, tag_no_case("move")))).parse(input)
}

fn number(input: &str) -> ColumnScan<'_, u32> {
    map_opt(take_while_m_n(1, 5, |digit: char| digit.is_ascii_digit()), |digits: &str| digits.parse().ok())
        .parse(input)
}

/// Two forms of one period: `is_in_minutes` of all must be certain.
fn control_of(periods: &[WrittenPeriod]) -> Option<TimeControl> {
    let is_minutes = |period: &WrittenPeriod| period.is_in_minutes || period.time <= MOST_MINUTES;
    let unit = if periods.iter().all(is_minutes) {
        60
    } else if periods.iter().all(|period| !period.is_in_minutes && period.time >= LEAST_SECONDS) {
        1
    } else {
        return None;
    };
    let (last, before) = periods.split_last()?;
    // Without a number of moves, only the last period is the rest of the game.
    if last.time == 0 || before.iter().any(|period| period.moves.is_none()) {
        return None;
    }
    let fields = periods.iter().map(|period| {
        let seconds = Time::from_seconds(i64::from(period.time) * unit);
        let increment = Time::from_seconds(i64::from(period.increment));
        match period.moves {
            Some(moves) => Field::Moves { moves, seconds, increment },
            None => Field::Sudden { seconds, increment },
        }
    });
    Some(TimeControl::new(fields.collect()))
}

/// Whether two controls give the same times. A control whose numbers are those of the other in minutes is taken to be the
/// same one, because only its unit is wrong.
pub(in crate::tournament) fn agree(one: &TimeControl, other: &TimeControl) -> bool {
    one == other || in_minutes(one).as_ref() == Some(other) || in_minutes(other).as_ref() == Some(one)
}

fn in_minutes(control: &TimeControl) -> Option<TimeControl> {
    let fields: Option<Vec<Field>> = control
        .fields()
        .iter()
        .map(|field| match *field {
            Field::Moves { moves, seconds, increment } => {
                Some(Field::Moves { moves, seconds: seconds.times(60), increment })
            }
            Field::Sudden { seconds, increment } => {
                Some(Field::Sudden { seconds: seconds.times(60), increment })
            }
            _ => None,
        })
        .collect();
    fields.map(TimeControl::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pgn(text: &str) -> TimeControl {
        TimeControl::read(text)
    }

    #[test]
    fn free_text_in_minutes() {
        assert_eq!(worded("40/120, 60"), Some(pgn("40/7200:3600")));
        for text in ["90+30", "90'+30''", "90' + 30\"", "90 min + 30 sec", "90 min. + 30 s/move", "5400+30"] {
            assert_eq!(worded(text), Some(pgn("5400+30")), "{text}");
        }
        assert_eq!(worded("40/90+30, 30+30"), Some(pgn("40/5400+30:1800+30")));
        assert_eq!(worded("3+2"), Some(pgn("180+2")));
    }

    #[test]
    fn text_that_is_not_certain_is_none() {
        for text in ["", "standard", "90+30 then a break", "250", "60, 30", "Blitz 5 min"] {
            assert_eq!(worded(text), None, "{text}");
        }
    }

    #[test]
    fn a_coded_rate_is_that_of_the_tag() {
        assert_eq!(coded("40/6000+30:900+30"), Some(pgn("40/6000+30:900+30")));
        assert_eq!(coded("G90"), None);
    }

    #[test]
    fn a_wrong_unit_is_no_difference() {
        let of = TimeControl::read;
        assert!(agree(&of("90+30"), &of("5400+30")) && agree(&of("300"), &of("300")));
        assert!(!agree(&of("5400+30"), &of("3600+30")));
    }
}
