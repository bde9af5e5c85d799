//! The `TimeControl` tag: the fields of the PGN standard (section 9.6.1), and the delay that archives write.

use std::borrow::Cow;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till};
use nom::character::complete::{alpha1, char, digit1, one_of, space0, space1};
use nom::combinator::{all_consuming, map, map_opt, not, opt, recognize, success, value, verify};
use nom::multi::{many0, separated_list1};
use nom::sequence::{delimited, preceded, separated_pair, terminated};

use super::clock_time::{millis, number};
use super::movetext::Scan;
use crate::game::{Allowance, Field, Time, TimeControl};

/// A period of more moves is not understood: the sides of the solidus were swapped (`5200/40+30`).
const MOST_MOVES: u32 = 300;

impl TimeControl {
    /// Reads the raw value of the tag. A field of any other form is [`Field::NotUnderstood`].
    pub fn read(raw: impl AsRef<[u8]>) -> Self {
        let raw = raw.as_ref();
        // The grammar of words takes longer.
        if let Some(Allowance { start: seconds, increment }) = Allowance::of_one_period(raw) {
            return Self::new(vec![Field::Sudden { seconds, increment }]);
        }
        match time_control(&unescaped(raw)) {
            Ok((_, read)) => read,
            Err(_) => Self::new(vec![Field::NotUnderstood]),
        }
    }

    /// Whether the raw value of the tag is understood as words: `15 min. + 10 s.`
    pub(crate) fn is_worded(raw: &[u8]) -> bool {
        worded_control(&unescaped(raw)).is_ok()
    }
}

/// The raw value of a tag without its escapes: `15'+10\"`.
fn unescaped(raw: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', raw).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut is_escaped = false;
    let is_kept = |byte: &u8| {
        is_escaped = *byte == b'\\' && !is_escaped;
        !is_escaped
    };
    Cow::Owned(raw.iter().copied().filter(is_kept).collect())
}

impl Allowance {
    /// The allowance of one period for all moves, `S` or `S+I`, which nearly all archives with clocks have. Allocates nothing.
    pub fn of_one_period(value: &[u8]) -> Option<Self> {
        match all_consuming(sudden_field).parse(value) {
            Ok((_, Field::Sudden { seconds, increment })) => Some(Self { start: seconds, increment }),
            _ => None,
        }
    }
}

fn time_control(input: &[u8]) -> Scan<'_, TimeControl> {
    if let Ok((rest, control)) = alt((worded_control, american_control)).parse(input) {
        return Ok((rest, control));
    }
    map(separated_list1(tag(":"), time_field), TimeControl::new).parse(input)
}

fn time_field(input: &[u8]) -> Scan<'_, Field> {
    let (rest, raw) = take_till(|byte| byte == b':').parse(input)?;
    let field = raw.trim_ascii();
    let read = alt((
        all_consuming(unknown_time),
        all_consuming(no_time),
        all_consuming(sandclock),
        all_consuming(delay_field),
        all_consuming(moves_field),
        all_consuming(sudden_field),
        other_field,
    ))
    .parse(field);
    match read {
        Ok((_, field)) => Ok((rest, field)),
        Err(_) => Ok((rest, Field::NotUnderstood)),
    }
}

/// `worded-control`: a control in words, as boards write it: `15 min. + 10 s.`, `90 min/40 moves, 30 min + 30 sec/move`.
fn worded_control(input: &[u8]) -> Scan<'_, TimeControl> {
    let plus = value(
        (),
        alt((recognize((space0, one_of("+,"), space0)), recognize((space1, tag_no_case("plus"), space1)))),
    );
    let parts = separated_list1(plus, worded_part);
    let control = map_opt(parts, |parts: Vec<WordedPart>| control_of_parts(&parts));
    alt((
        all_consuming(delimited(space0, minutes_and_seconds, space0)),
        all_consuming(delimited(space0, control, space0)),
    ))
    .parse(input)
}

/// `minutes-and-seconds`: `15 + 10`. In seconds, the increments of sixty moves would be five times the rest at least.
fn minutes_and_seconds(input: &[u8]) -> Scan<'_, TimeControl> {
    let numbers = separated_pair(number(3), (space1, char('+'), space1), number(2));
    map(
        verify(numbers, |(minutes, seconds)| *minutes > 0 && seconds * 60 >= minutes * 5),
        |(minutes, seconds)| {
            let (seconds, increment) =
                (Time::from_seconds(i64::from(minutes) * 60), Time::from_seconds(i64::from(seconds)));
            TimeControl::new(vec![Field::Sudden { seconds, increment }])
        },
    )
    .parse(input)
}

#[derive(Clone, Copy)]
enum Bonus {
    Increment(Time),
    Delay(Time),
}

/// `american-control`: periods in minutes, of which the last is `G/` or `SD/`, with an increment or a delay for all of them:
/// `G/90;inc30`, `40/120, SD/60; d5`.
fn american_control(input: &[u8]) -> Scan<'_, TimeControl> {
    let separator = || (space0, one_of(";,"), space0);
    let seconds = || map(number(3), |seconds| Time::from_seconds(i64::from(seconds)));
    let minutes = || map(number(3), |minutes| Time::from_seconds(i64::from(minutes) * 60));
    let periods = many0(terminated(separated_pair(period_moves, tag("/"), minutes()), separator()));
    let last = preceded((alt((tag_no_case("G"), tag_no_case("SD"))), tag("/")), minutes());
    let increment = map(preceded((tag_no_case("inc"), opt(tag("/"))), seconds()), Bonus::Increment);
    let plus = map(preceded(tag("+"), seconds()), Bonus::Increment);
    let delay = map(preceded((tag_no_case("d"), opt(tag("/"))), seconds()), Bonus::Delay);
    let bonus = opt(alt((
        preceded(alt((separator().map(|_| ()), space1.map(|_| ()))), alt((increment, delay))),
        preceded((space0, opt(one_of(";,")), space0), plus),
    )));
    let fields = map((periods, last, bonus), |(periods, last, bonus)| {
        let field = |moves: Option<u32>, seconds: Time| match (bonus, moves) {
            (Some(Bonus::Delay(delay)), moves) => Field::Delay { moves, seconds, delay },
            (Some(Bonus::Increment(increment)), Some(moves)) => Field::Moves { moves, seconds, increment },
            (Some(Bonus::Increment(increment)), None) => Field::Sudden { seconds, increment },
            (None, Some(moves)) => Field::Moves { moves, seconds, increment: Time::ZERO },
            (None, None) => Field::Sudden { seconds, increment: Time::ZERO },
        };
        let first = periods.into_iter().map(|(moves, seconds)| field(Some(moves), seconds));
        let mut fields: Vec<Field> = first.collect();
        fields.push(field(None, last));
        TimeControl::new(fields)
    });
    all_consuming(delimited(space0, fields, space0)).parse(input)
}

#[derive(Clone, Copy)]
struct WordedPart {
    time: Time,
    unit: TimeUnit,
    scope: PartScope,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TimeUnit {
    Hours,
    Minutes,
    Seconds,
    /// None is written.
    Missing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum PartScope {
    Game,
    EachMove,
    Moves(u32),
}

fn worded_part(input: &[u8]) -> Scan<'_, WordedPart> {
    let moves_in =
        terminated(period_moves, (space1, tag_no_case("moves"), space1, tag_no_case("in"), space1));
    let moves_first = map((moves_in, worded_time), |(moves, (time, unit))| WordedPart {
        time,
        unit,
        scope: PartScope::Moves(moves),
    });
    let time_first = map((worded_time, opt(preceded(space0, worded_scope))), |((time, unit), scope)| {
        WordedPart { time, unit, scope: scope.unwrap_or(PartScope::Game) }
    });
    alt((moves_first, time_first)).parse(input)
}

/// `worded-time`: a number with its unit; hours may be followed by minutes: `1h30`, `1 hour 30 minutes`.
fn worded_time(input: &[u8]) -> Scan<'_, (Time, TimeUnit)> {
    let one = || (period_seconds, preceded(space0, worded_unit));
    let (rest, (number, unit)) = one().parse(input)?;
    let factor = match unit {
        TimeUnit::Hours => 3600,
        TimeUnit::Minutes => 60,
        TimeUnit::Seconds | TimeUnit::Missing => 1,
    };
    let time = number.times(factor);
    if unit != TimeUnit::Hours {
        return Ok((rest, (time, unit)));
    }
    let minutes = verify(one(), |(_, unit)| matches!(unit, TimeUnit::Minutes | TimeUnit::Missing));
    let (rest, minutes) = opt(preceded(space0, minutes)).parse(rest)?;
    Ok((rest, (minutes.map_or(time, |(minutes, _)| time + minutes.times(60)), unit)))
}

fn worded_unit(input: &[u8]) -> Scan<'_, TimeUnit> {
    let hours = alt(["hours", "hour", "hrs", "hr", "h"].map(tag_no_case));
    let minutes = alt(["minutes", "minute", "mins", "min", "m"].map(tag_no_case));
    let seconds = alt(["seconds", "second", "secs", "sec", "s", "''", "\""].map(tag_no_case));
    let unit = alt((
        value(TimeUnit::Seconds, seconds),
        value(TimeUnit::Minutes, alt((minutes, tag_no_case("'")))),
        value(TimeUnit::Hours, hours),
    ));
    let unit = terminated(unit, (not(alpha1), opt(char('.'))));
    alt((unit, value(TimeUnit::Missing, success(())))).parse(input)
}

fn worded_scope(input: &[u8]) -> Scan<'_, PartScope> {
    let per = alt((tag_no_case("/"), tag_no_case("per"), tag_no_case("for")));
    let moves = terminated(period_moves, (space0, opt(alt(["moves", "mov"].map(tag_no_case)))));
    let scope = alt((
        value(PartScope::Game, tag_no_case("game")),
        value(
            PartScope::EachMove,
            (alt((tag_no_case("move"), tag_no_case("mv"))), opt((space1, tag_no_case("from move 1")))),
        ),
        map(moves, PartScope::Moves),
    ));
    preceded((per, space0), scope).parse(input)
}

/// The periods and the increment of a control in words. The increment comes last: a time for each move, or seconds. All
/// periods but the last are for a number of moves.
fn control_of_parts(parts: &[WordedPart]) -> Option<TimeControl> {
    let is_increment = |part: &WordedPart| {
        part.scope == PartScope::EachMove
            || part.scope == PartScope::Game && matches!(part.unit, TimeUnit::Seconds | TimeUnit::Missing)
    };
    let (increment, periods) = match parts.split_last()? {
        (last, before) if !before.is_empty() && is_increment(last) => (last.time, before),
        _ => (Time::ZERO, parts),
    };
    let count = periods.len();
    let fields = periods.iter().enumerate().map(|(index, period)| match period.scope {
        _ if period.unit == TimeUnit::Missing => None,
        PartScope::Moves(moves) => Some(Field::Moves { moves, seconds: period.time, increment }),
        PartScope::Game if index + 1 == count => Some(Field::Sudden { seconds: period.time, increment }),
        PartScope::Game | PartScope::EachMove => None,
    });
    fields.collect::<Option<Vec<Field>>>().map(TimeControl::new)
}

fn unknown_time(input: &[u8]) -> Scan<'_, Field> {
    value(Field::Unknown, tag("?")).parse(input)
}

fn no_time(input: &[u8]) -> Scan<'_, Field> {
    value(Field::None, tag("-")).parse(input)
}

fn moves_field(input: &[u8]) -> Scan<'_, Field> {
    map(
        (separated_pair(period_moves, tag("/"), period_seconds), opt(preceded(tag("+"), period_seconds))),
        |((moves, seconds), increment)| Field::Moves {
            moves,
            seconds,
            increment: increment.unwrap_or_default(),
        },
    )
    .parse(input)
}

/// `sudden-field`: a time for all remaining moves.
fn sudden_field(input: &[u8]) -> Scan<'_, Field> {
    map((period_seconds, opt(preceded(tag("+"), period_seconds))), |(seconds, increment)| Field::Sudden {
        seconds,
        increment: increment.unwrap_or_default(),
    })
    .parse(input)
}

fn sandclock(input: &[u8]) -> Scan<'_, Field> {
    map(preceded(tag("*"), period_seconds), |seconds| Field::Sandclock { seconds }).parse(input)
}

/// `delay-field`: the clock waits before it runs.
fn delay_field(input: &[u8]) -> Scan<'_, Field> {
    map(
        (opt((period_moves, tag("/"))), separated_pair(period_seconds, tag("d"), period_seconds)),
        |(moves, (seconds, delay))| Field::Delay { moves: moves.map(|(moves, _)| moves), seconds, delay },
    )
    .parse(input)
}

#[expect(clippy::unnecessary_wraps, reason = "one of the alternatives, all of one shape")]
fn other_field(_: &[u8]) -> Scan<'_, Field> {
    Ok((&[], Field::NotUnderstood))
}

fn period_moves(input: &[u8]) -> Scan<'_, u32> {
    verify(number(3), |moves| (1..=MOST_MOVES).contains(moves)).parse(input)
}

fn period_seconds(input: &[u8]) -> Scan<'_, Time> {
    let fraction = opt(preceded(tag("."), digit1));
    map((number(9), fraction), |(whole, fraction)| {
        Time::from_millis(i64::from(whole) * 1000 + millis(fraction.unwrap_or_default()))
    })
    .parse(input)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::*;
    use crate::game::Finish;

    proptest! {
        #[test]
        fn a_control_in_words_is_that_of_its_numbers(
            (hours, minutes, increment) in (0i64..3, 1i64..60, 0i64..60),
            minute in select(vec!["m", "min", "min.", " minutes", "'"]),
            second in select(vec!["s", " sec.", " seconds", "''", " sec/move"]),
            plus in select(vec!["+", " + ", " plus ", ", "]),
        ) {
            let hours_in_words = if hours > 0 { format!("{hours}h ") } else { String::new() };
            let words = format!("{hours_in_words}{minutes}{minute}{plus}{increment}{second}");
            let standard = format!("{}+{increment}", (hours * 60 + minutes) * 60);
            prop_assert_eq!(TimeControl::read(&words), TimeControl::read(&standard), "{}", words);
        }
    }

    #[test]
    fn a_quickplay_finish_is_the_last_period_without_increment() {
        for (control, finish) in [
            ("7200", Finish::After(0)),
            ("40/7200:3600", Finish::After(40)),
            ("40/7200:20/3600:1800", Finish::After(60)),
            ("40/5400+30:1800+30", Finish::NotBefore(40)),
            ("40/7200:20/3600", Finish::NotBefore(60)),
            ("-", Finish::Never),
            ("?", Finish::Unknown),
            ("5400:900", Finish::Unknown),
        ] {
            assert_eq!(TimeControl::read(control).finish(), finish, "{control}");
        }
    }

    const fn s(seconds: i64) -> Time {
        Time::from_seconds(seconds)
    }

    fn sudden(seconds: i64, increment: i64) -> Field {
        Field::Sudden { seconds: s(seconds), increment: s(increment) }
    }

    fn moves(moves: u32, seconds: i64, increment: i64) -> Field {
        Field::Moves { moves, seconds: s(seconds), increment: s(increment) }
    }

    #[test]
    fn each_period_requires_its_moves() {
        let due = |raw: &str, periods| TimeControl::read(raw).moves_due_in(periods);
        assert_eq!((due("40/7200:3600", 1), due("40/7200:3600", 2)), (Some(40), None));
        assert_eq!(due("40/7200:20/3600", 3), Some(80), "the last period repeats");
        assert_eq!((due("300", 1), due("5400:900", 1), due("5400:900", 2)), (None, Some(0), None));
    }

    #[test]
    fn fields_as_archives_write_them() {
        let half = Field::Sudden { seconds: Time::from_millis(10_931), increment: Time::from_millis(109) };
        for (raw, fields) in [
            ("?", vec![Field::Unknown]),
            ("-", vec![Field::None]),
            ("300", vec![sudden(300, 0)]),
            ("4500+60", vec![sudden(4500, 60)]),
            ("10.931+0.109", vec![half]),
            ("40/9000", vec![moves(40, 9000, 0)]),
            ("40/5400+30:1800+30", vec![moves(40, 5400, 30), sudden(1800, 30)]),
            ("40/7200:20/3600:900+30", vec![moves(40, 7200, 0), moves(20, 3600, 0), sudden(900, 30)]),
            ("*180", vec![Field::Sandclock { seconds: s(180) }]),
            ("2700d5", vec![Field::Delay { moves: None, seconds: s(2700), delay: s(5) }]),
            (
                "40/7200d5:3600",
                vec![Field::Delay { moves: Some(40), seconds: s(7200), delay: s(5) }, sudden(3600, 0)],
            ),
            (" 300 : 60 ", vec![sudden(300, 0), sudden(60, 0)]),
            ("1/86400", vec![moves(1, 86400, 0)]),
            ("5200/40+30", vec![Field::NotUnderstood]),
            ("0/300", vec![Field::NotUnderstood]),
            ("300;240", vec![Field::NotUnderstood]),
            ("1.5/move", vec![Field::NotUnderstood]),
            ("15 min", vec![sudden(900, 0)]),
            ("15 min. + 10 s.", vec![sudden(900, 10)]),
            ("15 min/game + 10 sec/move", vec![sudden(900, 10)]),
            ("3m+2s", vec![sudden(180, 2)]),
            ("90' + 30''", vec![sudden(5400, 30)]),
            ("1 hour", vec![sudden(3600, 0)]),
            ("2 h/40 moves + 30 min + 30 sec/move", vec![moves(40, 7200, 30), sudden(1800, 30)]),
            ("15 minutes plus 10 seconds", vec![sudden(900, 10)]),
            ("1h30+30s", vec![sudden(5400, 30)]),
            ("1 hour 30 minutes + 30 seconds", vec![sudden(5400, 30)]),
            ("1h 30m, 30 sec/move", vec![sudden(5400, 30)]),
            (
                "100 min/40 moves, 50 min/20 moves, 15 min + 30 sec/move",
                vec![moves(40, 6000, 30), moves(20, 3000, 30), sudden(900, 30)],
            ),
            (
                "90 min for 40 moves + 30 min + 30 sec per move from move 1",
                vec![moves(40, 5400, 30), sudden(1800, 30)],
            ),
            ("40 moves in 2 hours, 1 hour", vec![moves(40, 7200, 0), sudden(3600, 0)]),
            ("G/90", vec![sudden(5400, 0)]),
            ("G/90;inc30", vec![sudden(5400, 30)]),
            ("G/90; +30", vec![sudden(5400, 30)]),
            ("g/60 inc/5", vec![sudden(3600, 5)]),
            ("G/5;d2", vec![Field::Delay { moves: None, seconds: s(300), delay: s(2) }]),
            ("40/120, SD/60; inc30", vec![moves(40, 7200, 30), sudden(3600, 30)]),
            ("40/120, 20/60", vec![Field::NotUnderstood]),
            ("G/90inc30", vec![Field::NotUnderstood]),
            ("15 + 10", vec![sudden(900, 10)]),
            ("3 + 2", vec![sudden(180, 2)]),
            ("90 + 30", vec![sudden(5400, 30)]),
            ("15+10", vec![sudden(15, 10)]),
            ("180 + 2", vec![Field::NotUnderstood]),
            ("300 + 5", vec![Field::NotUnderstood]),
            ("60 + 0", vec![Field::NotUnderstood]),
            ("0 + 1", vec![Field::NotUnderstood]),
            ("1h30s", vec![Field::NotUnderstood]),
            ("15 minutesplus 10 seconds", vec![Field::NotUnderstood]),
            ("90 min + 30 min + 30 s", vec![Field::NotUnderstood]),
            ("10 sec/move", vec![Field::NotUnderstood]),
            ("15 + 10 min", vec![Field::NotUnderstood]),
            ("3 months", vec![Field::NotUnderstood]),
            ("3 days per move", vec![Field::NotUnderstood]),
            ("40/7200:G/60", vec![moves(40, 7200, 0), Field::NotUnderstood]),
            ("", vec![Field::NotUnderstood]),
            ("99999999999", vec![Field::NotUnderstood]),
        ] {
            let read = TimeControl::read(raw);
            assert_eq!(read.fields(), fields, "{raw}");
        }
    }

    #[test]
    fn the_allowance_of_one_period_is_that_of_the_whole_value() {
        for raw in ["300", "300+3", "10.931+0.109", "0+1"] {
            let allowance = Allowance::of_one_period(raw.as_bytes());
            assert!(allowance.is_some(), "{raw}");
            let (_, whole) = time_control(raw.as_bytes()).unwrap();
            assert_eq!(allowance, whole.allowance(), "{raw}");
        }
        for raw in ["40/5400+30:1800+30", "300:60", "2700d5", "*180", "-", "?", "", "99999999999", "3 min"] {
            assert_eq!(Allowance::of_one_period(raw.as_bytes()), None, "{raw}");
        }
    }

    #[test]
    fn understood_only_if_every_field_is() {
        for raw in ["300", "40/5400+30:1800+30", "*180", "-", "2700d5"] {
            assert!(TimeControl::read(raw).is_understood(), "{raw}");
        }
        for raw in ["?", "", "15 minor", "40/7200:?", "40/7200:x:900"] {
            assert!(!TimeControl::read(raw).is_understood(), "{raw}");
        }
    }

    #[test]
    fn two_periods_with_increment() {
        let control = TimeControl::read("40/5400+30:1800+10");
        assert_eq!(control.starting_time(), Some(s(5400)));
        assert_eq!(control.max_increment_on(1), Some(s(30)));
        assert_eq!(control.max_increment_on(40), Some(s(30)));
        assert_eq!(control.max_increment_on(41), Some(s(10)));
        assert_eq!(control.max_added_on(39), Some(s(0)));
        assert_eq!(control.max_added_on(40), Some(s(1800)));
        assert_eq!(control.max_added_on(41), Some(s(0)));
        assert_eq!(control.max_total_up_to(0), Some(s(5400)));
        assert_eq!(control.max_total_up_to(39), Some(s(5400 + 39 * 30)));
        assert_eq!(control.max_total_up_to(40), Some(s(5400 + 40 * 30 + 1800)));
        assert_eq!(control.max_total_up_to(50), Some(s(5400 + 40 * 30 + 1800 + 100)));
    }

    #[test]
    fn the_last_period_of_moves_repeats() {
        let control = TimeControl::read("40/7200:20/3600");
        assert_eq!(control.max_added_on(40), Some(s(3600)));
        assert_eq!(control.max_added_on(59), Some(s(0)));
        assert_eq!(control.max_added_on(60), Some(s(3600)));
        assert_eq!(control.max_added_on(80), Some(s(3600)));
        assert_eq!(control.max_total_up_to(40), Some(s(10_800)));
        assert_eq!(control.max_total_up_to(60), Some(s(14_400)));
        assert_eq!(control.max_total_up_to(80), Some(s(18_000)));
    }

    #[test]
    fn escapes_in_the_value_are_undone() {
        assert_eq!(TimeControl::read(r#"15'+10\""#), TimeControl::read("900+10"));
        assert!(TimeControl::is_worded(r#"15' + 10\""#.as_bytes()));
        assert_eq!(&*unescaped(br"a\\b\"), b"a\\b");
    }

    #[test]
    fn a_period_that_ends_with_its_time_may_be_followed_at_any_move() {
        let control = TimeControl::read("5400:900+10");
        assert_eq!(control.max_added_on(3), Some(s(900)));
        assert_eq!(control.max_increment_on(3), Some(s(10)));
        assert_eq!(control.max_total_up_to(3), Some(s(5400 + 900 + 30)));
    }

    #[test]
    fn no_bound_if_the_tag_sets_none() {
        for raw in ["?", "-", "*180", "15 minor", ""] {
            let control = TimeControl::read(raw);
            assert_eq!(control.max_total_up_to(3), None, "{raw}");
            assert_eq!(control.max_increment_on(3), None, "{raw}");
            assert_eq!(control.max_added_on(3), None, "{raw}");
        }
    }

    #[test]
    fn sixty_moves_with_their_increments() {
        for (raw, seconds) in
            [("180+2", 300), ("5 min", 300), ("300", 300), ("900+10", 1500), ("40/7200:3600", 10_800)]
        {
            assert_eq!(TimeControl::read(raw).total_for_sixty_moves(), Some(s(seconds)), "{raw}");
        }
        // Minutes before an increment, no clock, none that is understood.
        for raw in ["90+30", "15+10", "-", "?", "*180", "5 mini", "300:5 min"] {
            assert_eq!(TimeControl::read(raw).total_for_sixty_moves(), None, "{raw}");
        }
    }

    #[test]
    fn sums_agree_with_the_total() {
        for raw in ["300+2", "40/5400+30:1800+30", "40/1980:40/1980:40/1980", "10/60+1"] {
            let control = TimeControl::read(raw);
            let mut sum = control.starting_time().unwrap();
            for n in 1..200 {
                sum = sum + control.max_increment_on(n).unwrap() + control.max_added_on(n).unwrap();
                assert_eq!(control.max_total_up_to(n), Some(sum), "{raw} {n}");
            }
        }
    }
}
