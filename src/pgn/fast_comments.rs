//! The commands that archives write at every move: `[%eval 0.25] [%clk 0:29:25]`, with blanks around them.
//!
//! Each is read from windows of eight bytes. Whatever else a comment holds is left to the reading of any
//! comment, which begins where this ends.

use super::byte_window::{ByteWindow, each, window, zeros};
use super::clock_time::{clk, clk_window};
use crate::game::{ClockKind, Time};

const CLK: ByteWindow = window(*b"[%clk \0\0");
const EMT: ByteWindow = window(*b"[%emt \0\0");
const EVAL: ByteWindow = window(*b"[%eval \0");
const SIX_BYTES: ByteWindow = window([255, 255, 255, 255, 255, 255, 0, 0]);
const SEVEN_BYTES: ByteWindow = window([255, 255, 255, 255, 255, 255, 255, 0]);

/// How many bytes `[%clk h:mm:ss]` takes.
pub(super) const CLOCK_LENGTH: usize = 14;

/// A usual command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Usual {
    /// How many bytes it takes.
    pub length: usize,
    /// The time it gives, where it gives one.
    pub clock: Option<(ClockKind, Time)>,
}

/// The usual command that `input` begins with, if it does.
#[inline(always)]
#[allow(clippy::inline_always)] // on the straight road of annotated archives
pub(super) fn usual_command(input: &[u8]) -> Option<Usual> {
    let first = window(*input.first_chunk()?);
    if first & SEVEN_BYTES == EVAL {
        let value = input.get(7..)?;
        let length = 7 + closed_after(window(*value.first_chunk()?))? + 1;
        return Some(Usual { length, clock: None });
    }
    let kind = match first & SIX_BYTES {
        CLK => ClockKind::Left,
        EMT => ClockKind::Move,
        _ => return None,
    };
    let time = input.get(6..)?;
    if let Some(read) = clk_window(*time.first_chunk()?) {
        return Some(Usual { length: CLOCK_LENGTH, clock: Some((kind, read)) });
    }
    let end = time.iter().take(16).position(|byte| *byte == b']')?;
    let read = clk(time.get(..end)?)?;
    Some(Usual { length: 6 + end + 1, clock: Some((kind, read)) })
}

/// The time of a comment that holds nothing but `[%clk h:mm:ss]` between blanks, as servers write it at every move.
#[inline]
pub(super) fn lone_clock(comment: &[u8; 18]) -> Option<Time> {
    let (head, rest) = comment.split_first_chunk()?;
    let (time, end) = rest.split_first_chunk()?;
    if window(*head) != window(*b"{ [%clk ") || end != b" }" {
        return None;
    }
    clk_window(*time)
}

/// A clock that an evaluation stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EvaluatedClock {
    /// How many bytes of the comment stand before the command of the clock.
    pub before: usize,
    pub time: Time,
}

impl EvaluatedClock {
    /// How many bytes the comment takes, of which the clock and two behind it are the last.
    pub(super) fn length(self) -> usize {
        self.before + CLOCK_LENGTH + 2
    }
}

/// The clock of a comment that holds nothing but `[%eval …] [%clk h:mm:ss]` between blanks, as tournaments of engines
/// write it at every move.
#[inline]
pub(super) fn evaluated_clock(comment: &[u8]) -> Option<EvaluatedClock> {
    let (head, value) = comment.split_first_chunk()?;
    if window(*head) != window(*b"{ [%eval") {
        return None;
    }
    let length = closed_after(window(*value.first_chunk()?))?;
    let (between, clock) = value.get(length..)?.split_first_chunk()?;
    let (time, end) = clock.split_first_chunk()?;
    if window(*between) != window(*b"] [%clk ") || !end.starts_with(b" }") {
        return None;
    }
    Some(EvaluatedClock { before: head.len() + length + 2, time: clk_window(*time)? })
}

/// How many of eight bytes stand before the first `]`, if no `}` does.
#[inline]
fn closed_after(bytes: ByteWindow) -> Option<usize> {
    // The two differ in one bit. A byte that is zero borrows; those before the first such byte are told truly.
    let other = (bytes & each(!0x20)) ^ each(b']');
    let found = zeros(other).trailing_zeros();
    let is_bracket = bytes.checked_shr(found & !7)? & 0x20 == 0;
    is_bracket.then_some(found as usize / 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(usize, Option<(ClockKind, i64)>)> {
        usual_command(text.as_bytes())
            .map(|usual| (usual.length, usual.clock.map(|(kind, time)| (kind, time.seconds()))))
    }

    #[test]
    fn what_stands_at_every_move() {
        assert_eq!(read("[%clk 0:29:25] }"), Some((14, Some((ClockKind::Left, 1765)))));
        assert_eq!(read("[%clk 10:29:25] }"), Some((15, Some((ClockKind::Left, 37_765)))));
        assert_eq!(read("[%clk 0:00:09.75] }"), Some((17, Some((ClockKind::Left, 9)))));
        assert_eq!(read("[%emt 0:00:07] }"), Some((14, Some((ClockKind::Move, 7)))));
        assert_eq!(read("[%eval -0.25] [%clk"), Some((13, None)));
        assert_eq!(read("[%eval #3] [%clk 0:"), Some((10, None)));
    }

    #[test]
    fn a_comment_of_nothing_but_a_clock() {
        let read = |text: &[u8; 18]| lone_clock(text).map(Time::seconds);
        assert_eq!(read(b"{ [%clk 0:29:25] }"), Some(1765));
        assert_eq!(read(b"{ [%clk 0:29:25]  "), None);
        assert_eq!(read(b"{ [%emt 0:29:25] }"), None);
        assert_eq!(read(b"{ [%clk 0:2925 ] }"), None);
    }

    #[test]
    fn a_comment_of_an_evaluation_and_a_clock() {
        let read = |text: &str| {
            evaluated_clock(text.as_bytes()).map(|read| (read.before, read.length(), read.time.seconds()))
        };
        assert_eq!(read("{ [%eval 0.25] [%clk 0:29:25] }"), Some((15, 31, 1765)));
        assert_eq!(read("{ [%eval #-12] [%clk 0:29:25] } 1..."), Some((15, 31, 1765)));
        assert_eq!(read("{ [%eval -1.25] [%clk 0:29:25] }"), Some((16, 32, 1765)));
        for other in [
            "{ [%eval 0.25] [%clk 0:29:25]  }",
            "{ [%eval 0.25]  [%clk 0:29:25] }",
            "{ [%eval 0.25] [%emt 0:29:25] }",
            "{ [%eval 0.25] [%clk 0:2925 ] }",
            "{ [%eval 0.25, 12] [%clk 0:29:25] }",
            "{ [%eval 0.2} ] [%clk 0:29:25] }",
            "{ [%eval 0.25] [%clk 0:29:25]",
            "{ [%clk 0:29:25] }",
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn anything_else_is_left_alone() {
        for text in [
            "[%clk 0:29:2",
            "[%clk 0:29:25",
            "[%clk 0:2925] }",
            "[%clk 0:29:25}",
            "[%clk x:29:25] }",
            "[%eval 0.2} ] *",
            "[%eval 0.25, depth 20]",
            "[%evals 0.25] }",
            "[%cal Ga1h8] }",
            "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
