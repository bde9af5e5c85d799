//! Dates of tags, as far as they are known.

/// A date as far as it is known, packed: year, month and day, 0 where unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartialDate(u32);

impl PartialDate {
    /// No part of the date is known.
    pub const UNKNOWN: Self = Self(0);

    /// Reads the value of a `Date` tag: `1897.06.??`.
    pub fn read(value: &[u8]) -> Self {
        if let [a, b, c, d, b'.', e, f, b'.', g, h] = value {
            let number = |digits: [&u8; 2]| match digits {
                [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => {
                    u32::from(tens - b'0') * 10 + u32::from(ones - b'0')
                }
                _ => 0,
            };
            let (century, year) = (number([a, b]), number([c, d]));
            let known = c.is_ascii_digit() && d.is_ascii_digit();
            let year = if known { century * 100 + year } else { 0 };
            return Self(year << 9 | number([e, f]).min(12) << 5 | number([g, h]).min(31));
        }
        let mut parts = value.split(|byte| *byte == b'.').map(|part| {
            std::str::from_utf8(part).ok().and_then(|digits| digits.trim().parse::<u32>().ok()).unwrap_or(0)
        });
        let mut next = |most: u32| parts.next().unwrap_or(0).min(most);
        Self(next(9999) << 9 | next(12) << 5 | next(31))
    }

    /// Whether two dates differ where both are known.
    pub fn contradicts(self, other: Self) -> bool {
        let differ = |mask: u32| {
            let (ours, theirs) = (self.0 & mask, other.0 & mask);
            ours != 0 && theirs != 0 && ours != theirs
        };
        differ(!0 << 9) || differ(0b1111 << 5) || differ(0b1_1111)
    }
}
