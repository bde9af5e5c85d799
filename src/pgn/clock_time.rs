//! Clock times as comments and tags write them.

use nom::IResult;
use nom::error::{Error, ErrorKind};

use crate::game::Time;

/// The time in the body of a `[%clk]`, `[%emt]`, `[%egt]` or `[%mct]`. The body may hold blanks and nothing else.
#[inline]
pub(crate) fn clk(body: &[u8]) -> Option<Time> {
    let (rest, read) = time(body.trim_ascii()).ok()?;
    rest.is_empty().then_some(read)
}

/// The time of `h:mm:ss]`, as nearly every archive writes it: eight bytes looked at together.
#[inline]
pub(super) fn clk_window(bytes: [u8; 8]) -> Option<Time> {
    const SHAPE: u64 = u64::from_le_bytes(*b"0:00:00]");
    const ABOVE_NINE: u64 = u64::from_le_bytes([6, 0, 6, 6, 0, 6, 6, 0]);
    const MUST_BE_ZERO: u64 = u64::from_le_bytes([0xF0, 0xFF, 0xF0, 0xF0, 0xFF, 0xF0, 0xF0, 0xFF]);
    // A digit leaves its value, a right separator nothing.
    let values = u64::from_le_bytes(bytes) ^ SHAPE;
    if (values | values.wrapping_add(ABOVE_NINE)) & MUST_BE_ZERO != 0 {
        return None;
    }
    // Tens and ones of minutes and of seconds, each pair added up in the byte of its tens.
    let pairs = (values >> 16) * 10 + (values >> 24);
    let [hours, ..] = values.to_le_bytes();
    let [minutes, _, _, seconds, ..] = pairs.to_le_bytes();
    let seconds = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    Some(Time::from_seconds(seconds))
}

/// `time`: `h:mm:ss`, `m:ss` or seconds, each with or without a fraction.
#[inline]
pub(crate) fn time(input: &[u8]) -> IResult<&[u8], Time> {
    match scan(input) {
        Some((read, rest)) => Ok((rest, read)),
        None => Err(nom::Err::Error(Error::new(input, ErrorKind::Digit))),
    }
}

// One pass by hand: the most frequent command of an archive, read once a ply.
fn scan(input: &[u8]) -> Option<(Time, &[u8])> {
    let (negative, mut rest) = match input {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, input),
    };
    let mut seconds: i64;
    (seconds, rest) = digits(rest, 9)?;
    for _ in 0..2 {
        let [b':', after @ ..] = rest else { break };
        let field;
        (field, rest) = digits(after, 2)?;
        seconds = seconds * 60 + field;
    }
    let mut millis = seconds * 1000;
    if let [b'.', after @ ..] = rest {
        let length = after.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (fraction, beyond) = after.split_at_checked(length)?;
        if fraction.is_empty() {
            return None;
        }
        let mut unit = 100;
        for digit in fraction.iter().take(3) {
            millis += i64::from(digit - b'0') * unit;
            unit /= 10;
        }
        rest = beyond;
    }
    Some((Time::from_millis(if negative { -millis } else { millis }), rest))
}

/// Between one and `most` digits; more of them are no number of ours.
fn digits(input: &[u8], most: usize) -> Option<(i64, &[u8])> {
    let mut value = 0;
    let mut rest = input;
    let mut read = 0;
    while let [digit @ b'0'..=b'9', after @ ..] = rest {
        value = value * 10 + i64::from(digit - b'0');
        rest = after;
        read += 1;
        if read > most {
            return None;
        }
    }
    (read > 0).then_some((value, rest))
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
        fn a_window_is_read_as_any_time(text in "[0-9:/;][0-9:][0-9/:][0-9:;][0-9:][0-9A][0-9]\\]") {
            let bytes: [u8; 8] = text.as_bytes().try_into().unwrap();
            if let Some(read) = clk_window(bytes) {
                prop_assert_eq!(clk(&bytes[..7]), Some(read));
            }
        }

        #[test]
        fn a_window_of_the_usual_shape_is_read(hours in 0i64..10, minutes in 0i64..100, seconds in 0i64..100) {
            let text = format!("{hours}:{minutes:02}:{seconds:02}]");
            let read = clk_window(text.as_bytes().try_into().unwrap());
            prop_assert_eq!(read, Some(Time::from_seconds((hours * 60 + minutes) * 60 + seconds)));
        }
    }

    #[test]
    fn what_is_no_time() {
        for text in
            ["", "?", ":", "1:", "1:2:", "0:001:00", "1:2:3:4", "1.", "1:00 x", "--1", "1234567890", "1,5"]
        {
            assert_eq!(clk(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_time_ends_where_it_ends() {
        assert_eq!(time(b"0:01:00]"), Ok((&b"]"[..], Time::from_millis(60_000))));
    }

    proptest! {
        #[test]
        fn printing_is_the_inverse(millis in -3_600_000_000_i64..3_600_000_000) {
            let time = Time::from_millis(millis);
            prop_assert_eq!(clk(time.to_string().as_bytes()), Some(time));
        }
    }
}
