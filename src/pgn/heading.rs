//! Headings of the next game after a game without a result: `Game 2: Cole v Dunn`, `Cole-Dunn 1/2`.

use super::annotation_glyphs::read_score;
use super::boundary::{is_break, is_first_move};
use super::movetext::move_number;
use super::reader::Reader;
use crate::game::diagnostic::AfterEnd;
use crate::game::{FaultKind, Record, Span};

/// The most lines between the first line of a heading and the game.
const MOST_LINES: usize = 4;

impl<'t> Reader<'t> {
    /// Skips the line that begins here if it is the heading of the next game; returns whether it is one. The game that is read
    /// ends before it.
    pub(super) fn skip_heading(&mut self, record: &mut Record, rest: &'t [u8]) -> bool {
        if record.moves.is_empty() || !self.follows_empty_line() {
            return false;
        }
        let Some(length) = heading_length(rest) else { return false };
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        record.add_fault(FaultKind::AfterEnd(AfterEnd::Prose), span);
        record.recovery.next_game_follows = true;
        record.replay.fast_path_closed = true;
        true
    }

    /// Whether a line begins here and the one before is empty.
    pub(super) fn follows_empty_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let above = match before.strip_suffix(b"\n") {
            Some(above) => Some(above.strip_suffix(b"\r").unwrap_or(above)),
            None => before.strip_suffix(b"\r"),
        };
        above.is_some_and(|above| {
            let blanks = above.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            above.iter().rev().nth(blanks).copied().is_some_and(is_break)
        })
    }
}

/// The length of the first line if it is the heading of a game. With a score it must name two players, because the result of
/// the game itself may be in words too: `White wins 1-0`. Without one, a first move must follow.
fn heading_length(text: &[u8]) -> Option<usize> {
    let length = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    let (line, below) = text.split_at(length);
    let lines = below.split(|byte| is_break(*byte)).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let below =
        lines.take(MOST_LINES).find(|line| line.first().is_some_and(|byte| b"[0123456789".contains(byte)));
    let goes_on =
        below.is_some_and(|line| matches!(move_number(line), Ok((_, number)) if number.number != 1));
    let is_heading = match without_score(line) {
        Some(before) => names_two_players(before) && !goes_on,
        None => below.is_some_and(is_first_move),
    };
    is_heading.then_some(length)
}

/// The line before the score with which it ends.
fn without_score(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let start = line.iter().rposition(u8::is_ascii_whitespace)? + 1;
    let (before, word) = line.split_at_checked(start)?;
    read_score(word).map(|_| before)
}

/// Whether two names are joined by a dash or a word for `against`.
fn names_two_players(line: &[u8]) -> bool {
    let is_name = |word: &[u8]| word.len() > 1 && word.first().is_some_and(u8::is_ascii_uppercase);
    let words: Vec<&[u8]> = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
    let are_joined = |words: &[&[u8]]| match words {
        [one, sign, other] => {
            is_name(one) && matches!(*sign, b"-" | b"v" | b"v." | b"vs" | b"vs.") && is_name(other)
        }
        _ => false,
    };
    let is_pair = |word: &&[u8]| {
        let dash = memchr::memchr(b'-', word);
        dash.and_then(|dash| word.split_at_checked(dash))
            .is_some_and(|(one, other)| is_name(one) && is_name(other.get(1..).unwrap_or_default()))
    };
    words.windows(3).any(are_joined) || words.iter().any(is_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_the_next_game() {
        for text in [
            "Cole-Dunn 1/2\n1.d4 d5",
            "Cole-Dunn\n1.d4 d5",
            "Game 2: Cole v Dunn, 0-1\r\n1. d4 d5",
            "Board 2. Cole - Dunn 0-1",
            "Board 2: Cole - Dunn 1/2\n\n[Event \"x\"]",
            "Round 2\n\nGame 3: Bell v Cole (Board 2)\n1. d4 d5",
        ] {
            let line = text.lines().next().map(str::len);
            assert_eq!(heading_length(text.as_bytes()), line, "{text}");
        }
        for text in [
            "White wins 1-0\n\n1. d4 d5",
            "and Black resigned. 0-1",
            "Cole-Dunn 1/2 was alike.\n\n3. Nf3 Nc6",
            "Cole-Dunn, London 1-0\n\n3. Nf3 Nc6",
            "Black is lost.\n\n3. Nf3 Nc6",
            "Black is lost.",
            "",
        ] {
            assert_eq!(heading_length(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_heading_ends_the_game() {
        let text = b"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6\n\nCole-Dunn 1/2\n1.d4 d5 2.c4 e6 3.Nc3 Nf6\n\nBell v Ames\n\n1. e4 c5 1-0\n";
        let mut reader = Reader::new(text);
        let mut record = Record::default();
        let mut plies = Vec::new();
        while reader.next(&mut record) == crate::pgn::NextGame::Read {
            plies.push((record.plies(), record.ending.termination.is_some()));
        }
        assert_eq!(plies, [(6, false), (6, false), (2, true)]);
    }
}
