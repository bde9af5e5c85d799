//! Rounds of tags, as far as they are known.

/// A round as far as it is known in numbers, packed: the first and the second, 0 where unknown. `3.1` may be the first
/// game of the third round, or its first board; `Final` has no number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PartialRound(u32);

impl PartialRound {
    /// No part of the round is known.
    pub const UNKNOWN: Self = Self(0);

    /// Reads the value of a `Round` tag: `3`, `3.1`, `Round 3`, `?`.
    pub fn read(value: &[u8]) -> Self {
        let mut numbers = [0; 2];
        let mut written = value.split(|byte| !byte.is_ascii_digit()).filter(|digits| !digits.is_empty());
        for (number, digits) in numbers.iter_mut().zip(&mut written) {
            *number = digits.iter().fold(0, |number: u16, digit| {
                number.saturating_mul(10).saturating_add(u16::from(digit - b'0'))
            });
        }
        let [first, second] = numbers.map(u32::from);
        Self(first << 16 | second)
    }

    /// Whether two rounds differ where both are known.
    pub const fn contradicts(self, other: Self) -> bool {
        const FIRST: u32 = !0 << 16;
        const SECOND: u32 = !FIRST;
        self.differs(other, FIRST) || self.differs(other, SECOND)
    }

    const fn differs(self, other: Self, mask: u32) -> bool {
        let (ours, theirs) = (self.0 & mask, other.0 & mask);
        ours != 0 && theirs != 0 && ours != theirs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_contradict_only_where_both_are_known() {
        let contradict = |one: &str, other: &str| {
            let (one, other) = (PartialRound::read(one.as_bytes()), PartialRound::read(other.as_bytes()));
            assert_eq!(one.contradicts(other), other.contradicts(one));
            one.contradicts(other)
        };
        for (one, other) in [("1", "5"), ("3.1", "3.2"), ("Round 1", "2"), ("3", "13.1"), ("70001", "2")] {
            assert!(contradict(one, other), "{one}, {other}");
        }
        for (one, other) in [("1", "1"), ("01", "1"), ("3", "3.2"), ("?", "5"), ("-", "5"), ("", "5")] {
            assert!(!contradict(one, other), "{one}, {other}");
        }
        for (one, other) in [("Final", "5"), ("Round 5", "5"), ("70001", "70002"), ("0", "5")] {
            assert!(!contradict(one, other), "{one}, {other}");
        }
    }
}
