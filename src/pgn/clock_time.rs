//! Clock times, as comments and tags write them.

use nom::Parser;
use nom::bytes::complete::take_while_m_n;
use nom::character::complete::{char, digit1};
use nom::combinator::{all_consuming, map, opt, verify};
use nom::multi::fold_many_m_n;
use nom::sequence::preceded;

use super::movetext::Scan;
use crate::game::Time;

/// The time in the body of a `[%clk]`, `[%emt]`, `[%egt]` or `[%mct]`, blanks around it aside.
pub(super) fn clk(body: &[u8]) -> Option<Time> {
    all_consuming(time).parse(body.trim_ascii()).ok().map(|(_, read)| read)
}

/// The most minutes after hours and seconds after minutes.
const MOST_OF_SIXTY: u32 = 60;

/// `time`: `h:mm:ss`, `m:ss` or seconds, each with or without a fraction.
fn time(input: &[u8]) -> Scan<'_, Time> {
    let (rest, (minus, first)) = (opt(char('-')), number(9)).parse(input)?;
    // A time that is rounded up has sixty seconds.
    let fields = preceded(char(':'), verify(number(2), |field| *field <= MOST_OF_SIXTY));
    let sum = |sum: i64, field: u32| sum * 60 + i64::from(field);
    let (rest, seconds) = fold_many_m_n(0, 2, fields, || i64::from(first), sum).parse(rest)?;
    let (rest, fraction) = opt(preceded(char('.'), digit1)).parse(rest)?;
    let millis = seconds * 1000 + millis(fraction.unwrap_or_default());
    Ok((rest, Time::from_millis(if minus.is_some() { -millis } else { millis })))
}

/// A number of one to `most` digits, at most 9.
pub(super) fn number<'a>(most: usize) -> impl Parser<&'a [u8], Output = u32, Error = ()> {
    let digits = take_while_m_n(1, most, |byte: u8| byte.is_ascii_digit());
    map(digits, |digits: &[u8]| digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
}

/// The milliseconds of the digits of a fraction of a second; digits after the third are ignored.
#[inline]
pub(super) fn millis(fraction: &[u8]) -> i64 {
    fraction.iter().zip([100, 10, 1]).map(|(digit, unit)| i64::from(digit - b'0') * unit).sum()
}

/// Reads `h:mm:ss]`, which nearly every archive writes.
#[inline]
pub(super) fn fast_clk(bytes: [u8; 8]) -> Option<Time> {
    const SHAPE: u64 = u64::from_le_bytes(*b"0:00:00]");
    // Tens of minutes and seconds above five are left to `time`.
    const ABOVE_MOST: u64 = u64::from_le_bytes([6, 0, 10, 6, 0, 10, 6, 0]);
    const MUST_BE_ZERO: u64 = u64::from_le_bytes([0xF0, 0xFF, 0xF0, 0xF0, 0xFF, 0xF0, 0xF0, 0xFF]);
    // A digit becomes its value, a right separator 0.
    let values = u64::from_le_bytes(bytes) ^ SHAPE;
    if (values | values.wrapping_add(ABOVE_MOST)) & MUST_BE_ZERO != 0 {
        return None;
    }
    // Minutes and seconds are each summed in the byte of their tens.
    let pairs = (values >> 16) * 10 + (values >> 24);
    let [hours, ..] = values.to_le_bytes();
    let [minutes, _, _, seconds, ..] = pairs.to_le_bytes();
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    Some(Time::from_seconds(seconds))
}

/// Reads the whole of `input` as [`time`] does, in one pass.
#[inline]
pub(super) fn fast_time(input: &[u8]) -> Option<Time> {
    let (negative, input) = match input {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, input),
    };
    let (mut seconds, mut rest) = fast_number(input, 9)?;
    for _ in 0..2 {
        let [b':', after @ ..] = rest else { break };
        let field;
        (field, rest) = fast_number(after, 2)?;
        if field > i64::from(MOST_OF_SIXTY) {
            return None;
        }
        seconds = seconds * 60 + field;
    }
    let fraction = match rest {
        [] => rest,
        [b'.', fraction @ ..] if !fraction.is_empty() && fraction.iter().all(u8::is_ascii_digit) => fraction,
        _ => return None,
    };
    let millis = seconds * 1000 + millis(fraction);
    Some(Time::from_millis(if negative { -millis } else { millis }))
}

/// A number of one to `most` digits, and the rest; `None` if there are more digits.
fn fast_number(input: &[u8], most: usize) -> Option<(i64, &[u8])> {
    let length = input.iter().take(most + 1).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = input.split_at_checked(length).filter(|_| (1..=most).contains(&length))?;
    Some((digits.iter().fold(0, |number, digit| number * 10 + i64::from(digit - b'0')), rest))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn times_as_archives_write_them() {
        for (text, millis) in [
            ("0:29:25", 1_765_000),
            ("1:05:23", 3_923_000),
            ("01:05:23", 3_923_000),
            (" 0:00:07 ", 7_000),
            ("17:10:42", 61_842_000),
            ("0:10:01.7", 601_700),
            ("0.783", 783),
            ("12", 12_000),
            ("3:07", 187_000),
            ("0:0:5", 5_000),
            ("0:00:60", 60_000),
            ("0:00:00.0004", 0),
            ("-0:00:05", -5_000),
        ] {
            assert_eq!(clk(text.as_bytes()), Some(Time::from_millis(millis)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_time_is_read_fast_as_by_the_grammar(
            text in "-?[0-9]{1,10}(:[0-9]{0,3}){0,3}(\\.[0-9]{0,5})?",
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..2),
        ) {
            let mut text = text.into_bytes();
            for (place, byte) in changes {
                let at = place.index(text.len());
                text[at] = byte;
            }
            let expected = all_consuming(time).parse(&text[..]).ok().map(|(_, read)| read);
            prop_assert_eq!(fast_time(&text), expected);
        }

        #[test]
        fn a_window_is_read_as_by_the_grammar(text in "[0-9:/;][0-9:][0-9/:][0-9:;][0-9:][0-9A][0-9]\\]") {
            let bytes: [u8; 8] = text.as_bytes().try_into().unwrap();
            if let Some(read) = fast_clk(bytes) {
                prop_assert_eq!(clk(&bytes[..7]), Some(read));
            }
        }

        #[test]
        fn a_window_of_the_usual_shape_is_read(hours in 0i64..10, minutes in 0i64..60, seconds in 0i64..60) {
            let text = format!("{hours}:{minutes:02}:{seconds:02}]");
            let read = fast_clk(text.as_bytes().try_into().unwrap());
            prop_assert_eq!(read, Some(Time::from_seconds((hours * 60 + minutes) * 60 + seconds)));
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "?",
            ":",
            "1:",
            "1:2:",
            "0:001:00",
            "1:2:3:4",
            "1:60:99",
            "0:61",
            "1.",
            "1:00 x",
            "--1",
            "1234567890",
            "1,5",
        ] {
            assert_eq!(clk(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn printing_is_the_inverse(millis in -3_600_000_000_i64..3_600_000_000) {
            let time = Time::from_millis(millis);
            prop_assert_eq!(clk(time.to_string().as_bytes()), Some(time));
        }
    }
}
