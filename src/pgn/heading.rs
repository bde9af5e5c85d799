//! Headings of the next game after a game without a result: `Game 2: Cole v Dunn`, `Cole-Dunn 1/2`.

use super::annotation_glyphs::read_score;
use super::boundary::{ends_in_result, is_break, is_tag_line};
use super::movetext::{Dots, MoveNumber, annotation_suffix, ends_token, move_number, skip};
use super::reader::Reader;
use crate::chess::san;
use crate::game::{Notation, Record, Span, TagName};

/// Words with which a heading begins.
const LABELS: [&[u8]; 7] = [b"Game", b"Board", b"Round", b"Match", b"Table", b"Partie", b"No."];

impl<'t> Reader<'t> {
    /// Ends the game before the line that begins here if it is the heading of the next one; returns whether it is.
    pub(super) fn ends_before_heading(&self, record: &mut Record, rest: &'t [u8]) -> bool {
        if record.text.move_notation != Notation::Algebraic
            || record.moves.is_empty()
            || !self.follows_empty_line()
        {
            return false;
        }
        let Some(heading) = heading(rest) else { return false };
        if heading.players.is_some_and(|players| self.are_players(record, players)) {
            return false;
        }
        record.recovery.heading = Some(Span::new(self.at, self.at + heading.length));
        record.replay.fast_path_closed = true;
        true
    }

    /// Whether the tags of the game give these names to its players.
    fn are_players(&self, record: &Record, names: [&[u8]; 2]) -> bool {
        let tag = |name| record.value(name, self.text).unwrap_or_default().to_ascii_lowercase();
        let tags = [TagName::White, TagName::Black].map(tag);
        names.iter().all(|name| {
            // `A.Cole`
            let family = name.rsplit(|byte| *byte == b'.').find(|part| !part.is_empty());
            let family = family.unwrap_or_default().to_ascii_lowercase();
            tags.iter().any(|tag| memchr::memmem::find(tag, &family).is_some())
        })
    }

    /// Whether a line begins here and the one before is empty.
    fn follows_empty_line(&self) -> bool {
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

/// The heading of a game.
struct Heading<'t> {
    /// Of its line, in bytes.
    length: usize,
    players: Option<[&'t [u8]; 2]>,
}

/// The heading at the start of a text. With a score it must name two players, because the result of the game above may be in
/// words too: `White wins 1-0`. Without one, the first move of a game must be on the next line.
fn heading(text: &[u8]) -> Option<Heading<'_>> {
    // A tag ends the line too: the text may have been cut there.
    let is_end = |rest: &[u8]| rest.first().copied().is_some_and(is_break) || is_tag_line(rest);
    let length = (0..text.len()).find(|at| text.get(*at..).is_some_and(is_end)).unwrap_or(text.len());
    let (line, below) = text.split_at_checked(length)?;
    if line.iter().any(|byte| b"{}[];".contains(byte)) {
        return None;
    }
    let below = below.split(|byte| is_break(*byte)).map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    let number = below.and_then(number_of_move);
    let (players, is_heading) = if let Some(before) = without_score(line) {
        let players = two_players(before);
        let goes_on = number.is_some_and(|number| number.number != 1);
        (players, players.is_some() && !goes_on)
    } else {
        let players = two_players(line);
        let is_labelled = LABELS.iter().any(|label| line.starts_with(label));
        let is_named = players.is_some() || is_labelled && line.iter().any(u8::is_ascii_digit);
        let begins_game = number.is_some_and(|number| number.number == 1 && number.dots == Dots::Few);
        (players, is_named && begins_game && !ends_in_result(line))
    };
    is_heading.then_some(Heading { length, players })
}

/// The number at the start of a line, if a move follows it.
fn number_of_move(line: &[u8]) -> Option<MoveNumber> {
    let (after, number) = move_number(line).ok()?;
    let (after, _) = san(after.trim_ascii_start()).ok()?;
    ends_token(skip(annotation_suffix, after).first()).then_some(number)
}

/// The line before the score with which it ends.
fn without_score(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii_end();
    let start = line.iter().rposition(u8::is_ascii_whitespace)? + 1;
    let (before, word) = line.split_at_checked(start)?;
    read_score(word).map(|_| before)
}

/// The names that a dash or a word for `against` joins, if the line has no words but names, numbers and labels.
fn two_players(line: &[u8]) -> Option<[&[u8]; 2]> {
    let is_initial = |word: &[u8]| matches!(word, [b'A'..=b'Z', b'.']);
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty() && !is_initial(word));
    let words: Vec<&[u8]> = words.collect();
    let is_of_heading = |word: &&[u8]| is_joint(word) || !word.first().is_some_and(u8::is_ascii_lowercase);
    if !words.iter().all(is_of_heading) {
        return None;
    }
    let joined = words.windows(3).find_map(|three| match three {
        [one, joint, other] if is_joint(joint) => Some([name(one)?, name(other)?]),
        _ => None,
    });
    let glued = || {
        words.iter().find_map(|word| {
            let (one, other) = word.split_at_checked(memchr::memchr(b'-', word)?)?;
            Some([name(one)?, name(other.get(1..)?)?])
        })
    };
    joined.or_else(glued)
}

fn is_joint(word: &[u8]) -> bool {
    matches!(word, b"-" | b"v" | b"v." | b"vs" | b"vs.")
}

/// The name in a word, without a comma after it.
fn name(word: &[u8]) -> Option<&[u8]> {
    let word = word.strip_suffix(b",").unwrap_or(word);
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii() || b".'".contains(byte);
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    let is_name = word.first().is_some_and(is_capital)
        && word.iter().all(is_letter)
        && word.iter().any(u8::is_ascii_alphabetic);
    (word.len() > 1 && is_name).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::FaultKind;
    use crate::pgn::NextGame;

    #[test]
    fn headings_of_the_next_game() {
        for text in [
            "Cole-Dunn 1/2\n1.d4 d5",
            "Cole-Dunn\n1.d4 d5",
            "Game 2: Cole v Dunn, 0-1\r\n1. d4 d5",
            "Board 2. Cole - Dunn 0-1",
            "Board 2: Cole - Dunn 1/2\n\n[Event \"x\"]",
            "Board 2: Cole - Dunn 1/2\n14.05.2002\n",
            "Game 3\n\n1. d4! d5",
            "Cole-Dunn 1-0\n1... e5",
        ] {
            let line = text.lines().next().map(str::len);
            assert_eq!(heading(text.as_bytes()).map(|heading| heading.length), line, "{text}");
        }
        for text in [
            "White wins 1-0\n\n1. d4 d5",
            "and Black resigned. 0-1",
            "A nice game.\nWhite wins 1-0\n\n1. d4 d5",
            "Cole-Dunn, London 1-0\n\n3. Nf3 Nc6",
            "Mr Smith-Jones resigned 1-0",
            "Kt-KB3 Kt-QB3 1-0",
            "Cole-Dunn {ok}1-0\n1. d4 d5",
            "Cole-Dunn 1-0 [a note]",
            "Ergebnis ½-½ Remis\n\n1. d4",
            "Black answers\n1... e5 2. Nf3",
            "Notes:\n1. The usual move.",
            "Black is lost.\n\n3. Nf3 Nc6",
            "Black is lost.",
            "",
        ] {
            assert!(heading(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn a_tag_ends_the_line_of_a_heading() {
        let text = b"Cole-Dunn 1-0 [Event \"b\"]\n\n1. d4 1-0";
        assert_eq!(heading(text).map(|heading| heading.length), Some(14));
    }

    #[test]
    fn a_heading_ends_the_game() {
        let text = b"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6\n\nCole-Dunn 1/2\n1.d4 d5 2.c4 e6 3.Nc3 Nf6\n\nBell v Ames\n\n1. e4 c5 1-0\n";
        let mut reader = Reader::new(text);
        let mut record = Record::default();
        let mut games = Vec::new();
        while reader.next(&mut record) == NextGame::Read {
            games.push((record.plies(), record.ending.termination.is_some(), record.span.range().end));
        }
        assert_eq!(games, [(6, false, 26), (6, false, 67), (2, true, 94)]);
    }

    #[test]
    fn the_players_of_the_game_head_no_other() {
        let text = "[Event \"x\"]\n[White \"Cole, A\"]\n[Black \"Dunn\"]\n\n1. e4 e5\n\nCole - Dunn 1-0\n";
        let mut record = Record::default();
        assert_eq!(Reader::new(text.as_bytes()).next(&mut record), NextGame::Read);
        assert!(record.ending.termination.is_some());
        let initials = text.replace("Cole - Dunn", "A. COLE - B. Dunn");
        assert_eq!(Reader::new(initials.as_bytes()).next(&mut record), NextGame::Read);
        assert!(record.ending.termination.is_some());
        let other = text.replace("Cole - Dunn", "Bell - Ames");
        assert_eq!(Reader::new(other.as_bytes()).next(&mut record), NextGame::Read);
        assert!(record.ending.termination.is_none());
        assert!(record.text.faults.iter().any(|fault| fault.kind == FaultKind::NoTermination));
    }
}
