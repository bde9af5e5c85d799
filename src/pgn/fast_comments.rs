//! Fast scanners for the commands that archives write at every move: `[%eval 0.25] [%clk 0:29:25]`, with blanks between.
//!
//! They compare windows of eight bytes. A text that a scanner does not know is left to the productions `command` and
//! `brace_comment`; on a text that it knows it gives the same result as they do.

use super::byte_window::{ByteWindow, each, window, zeros};
use super::clock_time::{fast_clk, fast_time};
use crate::game::{ClockKind, Time};

const CLK: ByteWindow = window(*b"[%clk \0\0");
const EMT: ByteWindow = window(*b"[%emt \0\0");
const EVAL: ByteWindow = window(*b"[%eval \0");
const SIX_BYTES: ByteWindow = window([255, 255, 255, 255, 255, 255, 0, 0]);
const SEVEN_BYTES: ByteWindow = window([255, 255, 255, 255, 255, 255, 255, 0]);

/// The length of `[%clk h:mm:ss]` in bytes.
pub(super) const CLOCK_LENGTH: usize = 14;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FastCommand {
    /// In bytes, from `[%` to `]`.
    pub length: usize,
    /// `None` for an evaluation.
    pub clock: Option<(ClockKind, Time)>,
}

/// Reads a `[%clk]`, an `[%emt]` or a short `[%eval]` at the start of `input`.
#[inline(always)]
#[allow(clippy::inline_always)] // on the fast path of annotated archives
pub(super) fn fast_command(input: &[u8]) -> Option<FastCommand> {
    let first = window(*input.first_chunk()?);
    if first & SEVEN_BYTES == EVAL {
        let value = input.get(7..)?;
        let length = 7 + bracket_offset(window(*value.first_chunk()?))? + 1;
        return Some(FastCommand { length, clock: None });
    }
    let kind = match first & SIX_BYTES {
        CLK => ClockKind::Left,
        EMT => ClockKind::Move,
        _ => return None,
    };
    let time = input.get(6..)?;
    if let Some(read) = fast_clk(*time.first_chunk()?) {
        return Some(FastCommand { length: CLOCK_LENGTH, clock: Some((kind, read)) });
    }
    let end = time.iter().take(16).position(|byte| *byte == b']')?;
    let read = fast_time(time.get(..end)?.trim_ascii())?;
    Some(FastCommand { length: 6 + end + 1, clock: Some((kind, read)) })
}

/// Skips an evaluation or drawings, `[%eval …]`, `[%cal …]` or `[%csl …]`, without quotation marks, and returns the rest from
/// the `]` on.
#[inline]
pub(super) fn fast_foreign(input: &[u8]) -> Option<&[u8]> {
    let ([b'[', b'%', b'e', b'v', b'a', b'l', b' ', body @ ..]
    | [b'[', b'%', b'c', b'a' | b's', b'l', b' ', body @ ..]) = input
    else {
        return None;
    };
    body.get(memchr::memchr3(b']', b'[', b'"', body)?..).filter(|rest| rest.starts_with(b"]"))
}

/// The time of `{ [%clk h:mm:ss] }`, which servers write at every move.
#[inline]
pub(super) fn fast_lone_clock(comment: &[u8; 18]) -> Option<Time> {
    let (head, rest) = comment.split_first_chunk()?;
    let (time, end) = rest.split_first_chunk()?;
    if window(*head) != window(*b"{ [%clk ") || end != b" }" {
        return None;
    }
    fast_clk(*time)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EvaluatedClock {
    /// The offset of `[%clk` in the comment, in bytes.
    pub offset: usize,
    pub time: Time,
}

impl EvaluatedClock {
    /// The length of the comment in bytes.
    pub(super) fn length(self) -> usize {
        self.offset + CLOCK_LENGTH + 2
    }
}

/// The time of `{ [%eval …] [%clk h:mm:ss] }`, which engine tournaments write at every move.
#[inline]
pub(super) fn fast_evaluated_clock(comment: &[u8]) -> Option<EvaluatedClock> {
    let (head, value) = comment.split_first_chunk()?;
    if window(*head) != window(*b"{ [%eval") {
        return None;
    }
    let length = bracket_offset(window(*value.first_chunk()?))?;
    let (between, clock) = value.get(length..)?.split_first_chunk()?;
    let (time, end) = clock.split_first_chunk()?;
    if window(*between) != window(*b"] [%clk ") || !end.starts_with(b" }") {
        return None;
    }
    Some(EvaluatedClock { offset: head.len() + length + 2, time: fast_clk(*time)? })
}

/// The offset of the first `]` in a window, unless a `}`, a `[` or a quotation mark comes before it.
#[inline]
fn bracket_offset(bytes: ByteWindow) -> Option<usize> {
    // `]` and `}` differ in bit 0x20 alone. The first mark of `zeros` is exact.
    let other = (bytes & each(!0x20)) ^ each(b']');
    let found = zeros(other).trailing_zeros();
    let stops = zeros(bytes ^ each(b'[')) | zeros(bytes ^ each(b'"'));
    let is_bracket = bytes.checked_shr(found & !7)? & 0x20 == 0 && stops.trailing_zeros() > found;
    is_bracket.then_some(found as usize / 8)
}

#[cfg(test)]
mod tests {
    use memchr::memmem;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;
    use crate::game::Record;
    use crate::pgn::Reader;
    use crate::pgn::commands::{Command, command};
    use crate::pgn::movetext::brace_comment;

    /// A comment of usual and unusual commands, with up to three bytes changed, and the text after it.
    fn comments() -> impl Strategy<Value = Vec<u8>> {
        let part = prop_oneof![
            4 => "\\[%clk [0-9]:[0-9]{2}:[0-9]{2}\\]",
            2 => "\\[%eval [#+-]?[0-9]{1,2}(\\.[0-9]{2})?(,[0-9])?\\]",
            2 => "\\[%(clk|emt|egt|mct|eval|cal|csl|evals) {0,2}-?[0-9]{1,2}(:[0-9]{1,3}){0,3}(\\.[0-9]{0,4})? ?\\]",
            1 => "\\[%c[as]l [GRYB][a-h][1-8]([a-h][1-8])?\\]",
            1 => "[ \n\ta-c%\"\\[]{0,3}",
        ];
        let byte = prop_oneof![select(b"[]%}\":. 05".to_vec()), any::<u8>()];
        (vec(part, 0..5), vec((any::<Index>(), byte), 0..4)).prop_map(|(parts, changes)| {
            let mut text = format!("{{ {} }} 1... e5 2. Nf3         ", parts.join(" ")).into_bytes();
            for (place, byte) in changes {
                let at = 1 + place.index(text.len() - 1);
                text[at] = byte;
            }
            text
        })
    }

    /// The commands of a text, each with its rest.
    fn commands(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        memmem::find_iter(text, b"[%").map(|at| &text[at..])
    }

    type Clocks = Vec<(usize, ClockKind, Time)>;

    /// The end of a comment and the clock times in it, read by the productions.
    fn read_by_grammar(text: &[u8]) -> (usize, Clocks) {
        let (rest, comment) = brace_comment(text).unwrap();
        let (mut clocks, mut at) = (Vec::new(), 0);
        while let Some(found) = memmem::find(&comment.body[at..], b"[%") {
            let from = &comment.body[at + found..];
            let (after, read) = command(from).unwrap();
            let length = from.len() - after.len();
            if let Ok(Command::Clock(clock)) = read {
                clocks.push((1 + at + found, clock.kind, clock.time));
            }
            at += found + length;
        }
        (text.len() - rest.len(), clocks)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_fast_command_is_read_as_by_the_grammar(text in comments()) {
            for from in commands(&text) {
                let (after, read) = command(from).unwrap();
                let length = from.len() - after.len();
                if let Some(rest) = fast_foreign(from) {
                    prop_assert_eq!(rest, &from[length - 1..]);
                    prop_assert!(matches!(read, Ok(Command::Foreign)));
                }
                if let Some(fast) = fast_command(from) {
                    let clock = match read {
                        Ok(Command::Clock(clock)) => Some((clock.kind, clock.time)),
                        Ok(Command::Foreign) => None,
                        other => return Err(TestCaseError::fail(format!("{other:?}: {}", text.escape_ascii()))),
                    };
                    prop_assert_eq!((fast.length, fast.clock), (length, clock), "{}", text.escape_ascii());
                }
            }
        }

        #[test]
        fn a_fast_comment_is_read_as_by_the_grammar(text in comments()) {
            let mut record = Record::default();
            let Ok(end) = Reader::new(&text).fast_comment(&mut record, 0) else { return Ok(()) };
            let clocks: Clocks = record.clocks.iter().map(|read| (read.span.start as usize, read.kind, read.time)).collect();
            prop_assert_eq!((end, clocks), read_by_grammar(&text), "{}", text.escape_ascii());
        }
    }

    fn read(text: &str) -> Option<(usize, Option<(ClockKind, i64)>)> {
        fast_command(text.as_bytes())
            .map(|fast| (fast.length, fast.clock.map(|(kind, time)| (kind, time.seconds()))))
    }

    #[test]
    fn usual_commands() {
        assert_eq!(read("[%clk 0:29:25] }"), Some((14, Some((ClockKind::Left, 1765)))));
        assert_eq!(read("[%clk 10:29:25] }"), Some((15, Some((ClockKind::Left, 37_765)))));
        assert_eq!(read("[%clk 0:00:09.75] }"), Some((17, Some((ClockKind::Left, 9)))));
        assert_eq!(read("[%emt 0:00:07] }"), Some((14, Some((ClockKind::Move, 7)))));
        assert_eq!(read("[%eval -0.25] [%clk"), Some((13, None)));
        assert_eq!(read("[%eval #3] [%clk 0:"), Some((10, None)));
    }

    #[test]
    fn lone_clocks() {
        let read = |text: &[u8; 18]| fast_lone_clock(text).map(Time::seconds);
        assert_eq!(read(b"{ [%clk 0:29:25] }"), Some(1765));
        assert_eq!(read(b"{ [%clk 0:29:25]  "), None);
        assert_eq!(read(b"{ [%emt 0:29:25] }"), None);
        assert_eq!(read(b"{ [%clk 0:2925 ] }"), None);
    }

    #[test]
    fn evaluated_clocks() {
        let read = |text: &str| {
            fast_evaluated_clock(text.as_bytes())
                .map(|read| (read.offset, read.length(), read.time.seconds()))
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
    fn other_texts_are_not_read() {
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
