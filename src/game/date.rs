//! Dates of tags, which may be known in part.

use serde::{Deserialize, Serialize};

use crate::law::days_in_month;

/// Year, month and day in one number; an unknown part is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct PartialDate(u32);

/// A date in three bytes.
pub(crate) type PackedDate = [u8; 3];

impl PartialDate {
    #[cfg(test)]
    pub(crate) const UNKNOWN: Self = Self(0);

    /// Nothing is lost, because a year has at most four digits.
    pub(crate) const fn packed(self) -> PackedDate {
        let [low, middle, high, _] = self.0.to_le_bytes();
        [low, middle, high]
    }

    pub(crate) const fn unpacked([low, middle, high]: PackedDate) -> Self {
        Self(u32::from_le_bytes([low, middle, high, 0]))
    }

    /// Reads the value of a `Date` tag such as `1897.06.??`. Parts that cannot be read are unknown.
    pub(crate) fn read(value: &[u8]) -> Self {
        if let [a, b, c, d, b'.', e, f, b'.', g, h] = value {
            let number = |digits: [&u8; 2]| match digits {
                [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                    u32::from(tens - b'0') * 10 + u32::from(ones - b'0')
                }
                _ => 0,
            };
            let (century, year) = (number([a, b]), number([c, d]));
            let is_known = c.is_ascii_digit() && d.is_ascii_digit();
            let year = if is_known { century * 100 + year } else { 0 };
            return Self(year << 9 | up_to(12, number([e, f])) << 5 | up_to(31, number([g, h])));
        }
        let mut parts = value.split(|byte| *byte == b'.').map(|part| {
            std::str::from_utf8(part).ok().and_then(|digits| digits.trim().parse::<u32>().ok()).unwrap_or(0)
        });
        let mut next = |max: u32| up_to(max, parts.next().unwrap_or(0));
        Self(next(9999) << 9 | next(12) << 5 | next(31))
    }

    /// Whether the value of a `Date` tag is a date that exists, as far as it is known: `1897.06.??`, or a year alone. A part
    /// of zeros is unknown.
    pub(crate) fn is_valid(value: &[u8]) -> bool {
        is_common_date(value) || Self::is_date(value)
    }

    #[inline(never)] // rare: nearly all dates are common
    fn is_date(value: &[u8]) -> bool {
        let mut parts = value.split(|byte| *byte == b'.');
        let year = parts.next().unwrap_or_default();
        let (month, day) = (parts.next().unwrap_or(b"??"), parts.next().unwrap_or(b"??"));
        let (Some(year), Some(month), Some(day)) = (part(year, 4), part(month, 2), part(day, 2)) else {
            return false;
        };
        if parts.next().is_some() {
            return false;
        }
        month <= 12 && day <= u32::from(days_in_month(year, month))
    }

    /// Reads the value of a `Date` tag. `None` if there is no such date.
    pub(crate) fn read_valid(value: &[u8]) -> Option<Self> {
        let value = value.trim_ascii();
        Self::is_valid(value).then(|| Self::read(value))
    }

    /// The year in the value of a `Date` tag of any form: the first four digits in a row.
    pub(crate) fn find_year(value: &[u8]) -> Option<u16> {
        let digits = value.windows(4).find(|digits| digits.iter().all(u8::is_ascii_digit))?;
        std::str::from_utf8(digits).ok()?.parse().ok()
    }

    pub(crate) fn year(self) -> Option<u16> {
        u16::try_from(self.0 >> 9).ok().filter(|year| *year > 0)
    }

    pub(crate) fn month(self) -> Option<u8> {
        u8::try_from(self.0 >> 5 & 0b1111).ok().filter(|month| *month > 0)
    }

    pub(crate) fn day(self) -> Option<u8> {
        u8::try_from(self.0 & 0b1_1111).ok().filter(|day| *day > 0)
    }

    /// Whether the dates differ in a part that both have.
    pub(crate) fn contradicts(self, other: Self) -> bool {
        let differ = |mask: u32| {
            let (ours, theirs) = (self.0 & mask, other.0 & mask);
            ours != 0 && theirs != 0 && ours != theirs
        };
        differ(!0 << 9) || differ(0b1111 << 5) || differ(0b1_1111)
    }
}

/// A part of a date; 0, as if it were unknown, if there is no such month or day.
const fn up_to(max: u32, part: u32) -> u32 {
    if part > max { 0 } else { part }
}

/// Whether the value of a `Date` tag has the form that nearly all archives use and is certainly valid: the days that not
/// every month has are left to [`PartialDate::is_date`].
#[inline]
fn is_common_date(value: &[u8]) -> bool {
    let [year @ .., b'.', month_tens, month, b'.', tens, day] = value else { return false };
    year.len() == 4
        && year.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'?'))
        && matches!([month_tens, month], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2'] | [b'?', b'?'])
        && matches!([tens, day], [b'0'..=b'2', b'0'..=b'8'] | [b'?', b'?'])
}

/// A year, month or day of at most `max` digits. 0 if it is unknown, `None` if it is invalid.
fn part(digits: &[u8], max: usize) -> Option<u32> {
    if digits.is_empty() || digits.len() > max {
        return None;
    }
    let mut number = Some(0);
    for digit in digits {
        number = match digit {
            b'0'..=b'9' => number.map(|number| number * 10 + u32::from(digit - b'0')),
            b'?' => None,
            _ => return None,
        };
    }
    Some(number.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn valid_and_invalid_dates() {
        for text in [
            "1897.06.??",
            "1897.??.??",
            "????.??.??",
            "1897.??.31",
            "1897",
            "2016.02.29",
            "2000.02.29",
            "????.02.29",
            "18??.01.01",
            "1897.6.1",
            "1897.00.00",
            "?",
        ] {
            assert!(PartialDate::is_valid(text.as_bytes()), "{text}");
        }
        for text in [
            "1900.13.45",
            "2015.02.30",
            "1900.02.29",
            "1926.06.31",
            "01.05.2015",
            "1897/06/01",
            "May 1851",
            "",
            "1897.06.01.",
            "1897.06.011",
        ] {
            assert!(!PartialDate::is_valid(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn the_year_is_found_in_any_form() {
        for text in ["1897.06.12", " 1897", "18970612", "1897/06/12", "12.6.1897", "June 1897", "1897-1898"] {
            assert_eq!(PartialDate::find_year(text.as_bytes()), Some(1897), "{text}");
        }
        for text in ["", "????.??.??", "18??", "+189", "12.6.97"] {
            assert_eq!(PartialDate::find_year(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn common_dates_are_valid(text in "[0-9?]{3,4}[.]([0-9?]{2}|0[1-9])[.][0-3?][0-9?]") {
            prop_assert!(!is_common_date(text.as_bytes()) || PartialDate::is_date(text.as_bytes()), "{text}");
        }
    }
}
