//! Clock times, and the clock readings of a record.

use std::fmt;
use std::ops::{Add, Neg, Sub};

use super::span::Span;

/// A time on a clock, or a duration, in milliseconds. A clock that counts past zero is negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Time(i64);

impl Time {
    pub const ZERO: Self = Self(0);

    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Whole seconds, rounded towards zero.
    pub const fn seconds(self) -> i64 {
        self.0 / 1000
    }

    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self(self.0.saturating_mul(i64::from(count)))
    }
}

impl Add for Time {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Time {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Time {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl fmt::Display for Time {
    /// `h:mm:ss`, with the fraction of a second if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.0.unsigned_abs();
        let (seconds, fraction) = (millis / 1000, millis % 1000);
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        if fraction > 0 {
            let digits = format!("{fraction:03}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

/// The meaning of a clock time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockKind {
    /// `clk`: the time left on the clock of the player who moved.
    Left,
    /// `emt`: the time used for the move.
    Move,
    /// `egt`: the time used in the game.
    Game,
    /// `mct`: the face of a mechanical clock.
    Face,
}

impl ClockKind {
    /// The name of its command.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "clk",
            Self::Move => "emt",
            Self::Game => "egt",
            Self::Face => "mct",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The ply of the move before it.
    pub ply: u32,
    pub kind: ClockKind,
    pub time: Time,
    pub span: Span,
}
