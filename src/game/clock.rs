//! Clock times, and the clock readings of a record.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};

use super::span::Span;

/// A time on a clock, or a span of time, to the millisecond. Clocks that count past zero are
/// negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Time(i64);

impl Time {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// So many milliseconds.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// So many seconds.
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// In milliseconds.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// In whole seconds, towards zero.
    pub const fn seconds(self) -> i64 {
        self.0 / 1000
    }

    /// This, `count` times.
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

impl Sum for Time {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        times.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for Time {
    /// `h:mm:ss`, with the fraction where there is one.
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

/// What a time of the record is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClockKind {
    /// `clk`: left on the mover's clock.
    Left,
    /// `emt`: used for the move.
    Move,
    /// `egt`: used in the game.
    Game,
    /// `mct`: the face of a mechanical clock.
    Face,
}

impl ClockKind {
    /// The command's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "clk",
            Self::Move => "emt",
            Self::Game => "egt",
            Self::Face => "mct",
        }
    }
}

/// A time that the record gives for a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClockReading {
    /// The ply of the move it stands behind.
    pub ply: u32,
    /// What the time is.
    pub kind: ClockKind,
    /// The time.
    pub time: Time,
    /// The command.
    pub span: Span,
}
