//! Headings of the next game after a game without a result: `Game 2: Cole v Dunn`, `Cole, A - Dunn, B 1/2`, `2. Cole - Dunn`.

use memchr::memrchr2;

use super::annotation_glyphs::read_score;
use super::boundary::{ends_in_result, is_blank, is_break, is_line_start, is_tag_line};
use super::movetext::{Dots, MoveNumber, annotation_suffix, ends_token, move_number, skip};
use super::prose::holds_moves;
use super::reader::Reader;
use crate::chess::{Meaning, Position, San, san};
use crate::game::{Notation, Record, Span, TagName};

/// Words with which a heading begins.
const LABELS: [&[u8]; 7] = [b"Game", b"Board", b"Round", b"Match", b"Table", b"Partie", b"No."];

/// The last word before results of other games.
const LABEL_OF_RESULTS: &[u8] = b"results:";

/// Words of names that are in lower case.
const PARTICLES: [&[u8]; 20] = [
    b"al", b"bin", b"da", b"de", b"del", b"den", b"der", b"di", b"du", b"el", b"la", b"le", b"ten", b"ter",
    b"van", b"vom", b"von", b"zu", b"zum", b"zur",
];

/// Dashes between two names without blanks.
const DASHES: [&[u8]; 3] = [b"-", b"\xe2\x80\x93", b"\xe2\x80\x94"];

/// Words in the names of openings. A dash in such a name joins no players: `Caro-Kann 1-0`.
const OPENINGS: [&[u8]; 14] = [
    b"Attack",
    b"Benoni",
    b"Caro",
    b"Defence",
    b"Defense",
    b"Gambit",
    b"Indian",
    b"Nimzo",
    b"Opening",
    b"Semi",
    b"Sicilian",
    b"Slav",
    b"System",
    b"Variation",
];

/// The longest heading, in bytes.
const LONGEST_HEADING: usize = 256;

/// The longest number before a heading with the signs and blanks around it, in bytes.
const LONGEST_NUMBERING: usize = 16;

/// The most digits of the number of a heading.
const MOST_DIGITS: usize = 3;

/// The longest code of an opening, in bytes.
const LONGEST_CODE: usize = 8;

impl Reader<'_> {
    /// Ends the game before the line whose first word is at `at` if it is the heading of the next one; returns whether it is.
    /// A number before the word may be read already.
    #[cold]
    pub(super) fn ends_before_heading(&mut self, record: &mut Record, at: usize) -> bool {
        if record.text.move_notation != Notation::Algebraic || record.moves.is_empty() {
            return false;
        }
        let Some(line) = self.start_of_numbered_line(at) else { return false };
        let indented = self.text.get(line..).unwrap_or_default();
        let blanks = indented.iter().take_while(|byte| is_blank(**byte)).count();
        let text = indented.get(blanks..).unwrap_or_default();
        let may_be_any = self.follows_empty_line(line);
        let found = list_of_results(text)
            .or_else(|| if may_be_any { heading(text) } else { None })
            .or_else(|| self.begins_again(record, line, text).then_some(Heading::NONE));
        let Some(Heading { length, players, .. }) = found else { return false };
        if players.iter().any(|pairing| self.is_of_game(record, pairing)) {
            return false;
        }
        let start = line + blanks;
        record.recovery.heading = Some(Span::new(start, start + length));
        record.replay.fast_path_closed = true;
        self.at = start;
        true
    }

    /// Whether the first move of another game begins here, after an empty line or a line of words: the number 1 and a move that
    /// can begin a game, where another number is due.
    fn begins_again(&self, record: &Record, line: usize, text: &[u8]) -> bool {
        let due = i64::from(record.position.fullmove()) + record.recovery.number_offset;
        due > 1
            && first_move_in(text)
                .is_some_and(|read| matches!(Position::initial().meaning(read), Meaning::Legal(_)))
            && (self.follows_empty_line(line) || self.follows_words(line))
    }

    /// Whether the line before the one that begins at `at` holds words and no moves.
    fn follows_words(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        let above = before.strip_suffix(b"\n").or_else(|| before.strip_suffix(b"\r")).unwrap_or_default();
        let above = above.strip_suffix(b"\r").unwrap_or(above);
        let start = memrchr2(b'\n', b'\r', above).map_or(0, |end| end + 1);
        let above = above.get(start..).unwrap_or_default();
        above.iter().any(u8::is_ascii_alphabetic)
            && !above.iter().any(|byte| b"{}()[];".contains(byte))
            && !holds_moves(above)
    }

    /// The start of the line of `at`, if only blanks and a number are before `at` on it.
    fn start_of_numbered_line(&self, at: usize) -> Option<usize> {
        let before = self.text.get(..at)?;
        let is_of_number = |byte: &&u8| byte.is_ascii_digit() || is_blank(**byte) || b".)".contains(*byte);
        let length = before.iter().rev().take(LONGEST_NUMBERING).take_while(is_of_number).count();
        let start = at.checked_sub(length)?;
        is_line_start(self.text, start).then_some(start)
    }

    /// Whether the tags of the game give these names to its players.
    fn is_of_game(&self, record: &Record, pairing: &Pairing<'_>) -> bool {
        let tag = |name| record.value(name, self.text).unwrap_or_default().to_ascii_lowercase();
        let tags = [TagName::White, TagName::Black].map(tag);
        let is_in_tag = |name: &&[u8]| {
            // `A.Cole`
            let family = name.rsplit(|byte| *byte == b'.').find(|part| !part.is_empty());
            let family = family.unwrap_or_default().to_ascii_lowercase();
            !family.is_empty() && tags.iter().any(|tag| memchr::memmem::find(tag, &family).is_some())
        };
        pairing.white.iter().any(is_in_tag) && pairing.black.iter().any(is_in_tag)
    }

    /// Whether the line before the one that begins at `at` is empty.
    fn follows_empty_line(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
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

/// The heading of a game, or a line with the results of other games.
struct Heading<'t> {
    /// Of its line, in bytes.
    length: usize,
    players: Vec<Pairing<'t>>,
    begins_with_score: bool,
}

impl Heading<'_> {
    /// A game that begins without a heading.
    const NONE: Self = Self { length: 0, players: Vec::new(), begins_with_score: false };
}

/// The words of the names of two players.
struct Pairing<'t> {
    white: Vec<&'t [u8]>,
    black: Vec<&'t [u8]>,
}

/// The place of the score in a heading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScorePlace {
    First,
    Last,
    Nowhere,
}

/// The heading at the start of a text. With a score it must name two players, because the result of the game above may be in
/// words too: `White wins 1-0`. Without one, or with one before the names, the first move of a game must be on the next line.
fn heading(text: &[u8]) -> Option<Heading<'_>> {
    let (line, below) = first_line(text)?;
    let below = below.split(|byte| is_break(*byte)).map(<[u8]>::trim_ascii);
    let mut below = below.filter(|line| !line.is_empty());
    let next = below.next();
    let number = next.and_then(number_of_move);
    let unnumbered = without_number(line);
    let words = words_outside_notes(unnumbered)?;
    let is_score = |word: &&[u8]| read_score(word).is_some();
    let (names, place) = match words.as_slice() {
        [names @ .., last] if is_score(last) => (names, ScorePlace::Last),
        [first, names @ ..] if is_score(first) => (names, ScorePlace::First),
        names => (names, ScorePlace::Nowhere),
    };
    let players = two_players(names);
    let is_heading = match place {
        ScorePlace::Last => {
            let goes_on = number.is_some_and(|number| number.number != 1);
            players.is_some() && !names_opening(names) && !goes_on
        }
        ScorePlace::First => {
            players.is_some() && !names_opening(names) && number.is_some_and(is_of_first_move)
        }
        ScorePlace::Nowhere => {
            let is_labelled = LABELS.iter().any(|label| line.starts_with(label));
            let is_named = players.is_some() || is_labelled && line.iter().any(u8::is_ascii_digit);
            let has_details = unnumbered.len() < line.len() || memchr::memchr2(b'(', b'[', line).is_some();
            // The place and the day of the game may be on a line of their own: `Hastings (4), 05.01.1990`.
            let may_have_place = players.is_some() && has_details && next.is_some_and(is_place);
            let begins_game = number.is_some_and(is_of_first_move)
                || may_have_place && below.next().is_some_and(begins_with_first_move);
            is_named && begins_game && !ends_in_result(line)
        }
    };
    is_heading.then(|| Heading {
        length: line.len(),
        players: players.into_iter().collect(),
        begins_with_score: place == ScorePlace::First,
    })
}

/// Whether the line at the start of a text is a score and the players of the game below it: `0-1  Cole - Dunn`.
pub(super) fn is_heading_after_score(text: &[u8]) -> bool {
    heading(text).is_some_and(|heading| heading.begins_with_score)
}

/// The line at the start of a text, if it gives the results of other games: two at least, or one after a label
/// (`Other results: Cole-Dunn 0-1`).
fn list_of_results(text: &[u8]) -> Option<Heading<'_>> {
    text.first().filter(|first| first.is_ascii_uppercase() || !first.is_ascii())?;
    let (line, below) = first_line(text)?;
    let words = words_outside_notes(line)?;
    let label = words.iter().position(|word| word.ends_with(b":")).map_or(0, |at| at + 1);
    let (label, entries) = words.split_at_checked(label)?;
    let is_labelled = label.last().is_some_and(|word| word.eq_ignore_ascii_case(LABEL_OF_RESULTS));
    let mut players = Vec::new();
    for entry in entries.split_inclusive(|word| read_score(word).is_some()) {
        let (score, names) = entry.split_last()?;
        read_score(score)?;
        players.push(two_players(names)?);
    }
    let next = below.split(|byte| is_break(*byte)).map(<[u8]>::trim_ascii).find(|line| !line.is_empty());
    let goes_on = next.and_then(number_of_move).is_some_and(|number| number.number != 1);
    let is_list = players.len() > 1 || is_labelled && !players.is_empty();
    (is_list && !goes_on).then_some(Heading { length: line.len(), players, begins_with_score: false })
}

/// The line at the start of a text and the text after it, if the line is short and holds no part of a comment.
fn first_line(text: &[u8]) -> Option<(&[u8], &[u8])> {
    // A tag ends the line too: the text may have been cut there.
    let is_end = |rest: &[u8]| rest.first().copied().is_some_and(is_break) || is_tag_line(rest);
    let end = (0..text.len().min(LONGEST_HEADING)).find(|at| text.get(*at..).is_some_and(is_end));
    let length = end.or((text.len() <= LONGEST_HEADING).then_some(text.len()))?;
    let (line, below) = text.split_at_checked(length)?;
    (!line.iter().any(|byte| b"{};".contains(byte))).then_some((line, below))
}

/// The move after the number 1 at the start of a line.
fn first_move_in(line: &[u8]) -> Option<San> {
    let (after, number) = move_number(line).ok()?;
    let (after, read) = san(after.trim_ascii_start()).ok()?;
    (is_of_first_move(number) && ends_token(skip(annotation_suffix, after).first())).then_some(read)
}

/// The number at the start of a line, if a move follows it.
fn number_of_move(line: &[u8]) -> Option<MoveNumber> {
    let (after, number) = move_number(line).ok()?;
    let (after, _) = san(after.trim_ascii_start()).ok()?;
    ends_token(skip(annotation_suffix, after).first()).then_some(number)
}

fn is_of_first_move(number: MoveNumber) -> bool {
    number.number == 1 && number.dots == Dots::Few
}

/// Whether a line begins with the number 1 and a move of White.
pub(super) fn begins_with_first_move(line: &[u8]) -> bool {
    number_of_move(line).is_some_and(is_of_first_move)
}

/// Whether a line between a heading and the first move may name a place and a day.
fn is_place(line: &[u8]) -> bool {
    !line.iter().any(|byte| b"{}[];".contains(byte)) && !ends_in_result(line) && !holds_moves(line)
}

/// A line without the number before it: `2. Cole`, `2) Cole`, `(2) Cole`, `2 Cole`.
fn without_number(line: &[u8]) -> &[u8] {
    let inner = line.strip_prefix(b"(").unwrap_or(line);
    let digits = inner.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let Some((mark, after)) = inner.get(digits..).and_then(<[u8]>::split_first) else { return line };
    let is_opened = inner.len() < line.len();
    let ends_number = *mark == b')' || !is_opened && b". ".contains(mark);
    if ends_number && (1..=MOST_DIGITS).contains(&digits) { after } else { line }
}

/// The words of a line without the notes in parentheses and the code of the opening: `(2600)`, `(Board 2)`, `[C60]`. `None`
/// if other text is in brackets.
fn words_outside_notes(line: &[u8]) -> Option<Vec<&[u8]>> {
    let (mut words, mut rest) = (Vec::new(), line);
    while let Some(open) = memchr::memchr2(b'(', b'[', rest) {
        let (before, note) = rest.split_at_checked(open)?;
        let is_code = note.starts_with(b"[");
        let end = memchr::memchr(if is_code { b']' } else { b')' }, note)?;
        if is_code && !is_opening_code(note.get(1..end)?) {
            return None;
        }
        words.extend(words_of(before));
        rest = note.get(end + 1..)?;
    }
    words.extend(words_of(rest));
    Some(words)
}

fn words_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = text.split(u8::is_ascii_whitespace);
    words.filter(|word| word.iter().any(|byte| !b",.:".contains(byte)))
}

/// Whether a text is the code of an opening: `C60`, `C60/07`.
fn is_opening_code(text: &[u8]) -> bool {
    let is_code = matches!(text, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9', ..]);
    is_code && text.len() <= LONGEST_CODE
}

/// The names that a dash or a word for `against` joins, if there are no words but names, numbers and labels.
fn two_players<'t>(words: &[&'t [u8]]) -> Option<Pairing<'t>> {
    let mut plain: Vec<&'t [u8]> = Vec::with_capacity(words.len());
    let mut is_after_comma = false;
    for (index, &word) in words.iter().enumerate() {
        let is_left_out = is_initials(word, is_after_comma)
            || words.get(index + 1).is_some_and(|next| is_particle(word, next));
        if !is_left_out {
            plain.push(word);
        }
        is_after_comma = word.ends_with(b",");
    }
    let is_of_heading = |word: &&[u8]| is_joint(word) || !word.first().is_some_and(u8::is_ascii_lowercase);
    if !plain.iter().all(is_of_heading) {
        return None;
    }
    let joined = || {
        plain.iter().enumerate().filter(|(_, word)| is_joint(word)).find_map(|(at, _)| {
            let white: Vec<&[u8]> = plain.get(..at)?.iter().rev().map_while(|word| name(word)).collect();
            let black: Vec<&[u8]> = plain.get(at + 1..)?.iter().map_while(|word| name(word)).collect();
            (!white.is_empty() && !black.is_empty()).then_some(Pairing { white, black })
        })
    };
    let glued = || {
        plain.iter().find_map(|word| {
            let dash = |dash: &&[u8]| Some((memchr::memmem::find(word, dash)?, dash.len()));
            let (at, length) = DASHES.iter().filter_map(dash).min()?;
            let black = word.get(at + length..)?;
            // `Kt-QB-K`
            let is_pair = memchr::memchr(b'-', black).is_none();
            let pairing = Pairing { white: vec![name(word.get(..at)?)?], black: vec![name(black)?] };
            is_pair.then_some(pairing)
        })
    };
    joined().or_else(glued).filter(|pairing| !pairing.is_of_colours())
}

impl Pairing<'_> {
    /// Whether the names are those of the colours.
    fn is_of_colours(&self) -> bool {
        self.white.iter().all(|name| *name == b"White") && self.black.iter().all(|name| *name == b"Black")
    }
}

fn is_joint(word: &[u8]) -> bool {
    matches!(
        word,
        b"-" | b"v" | b"v." | b"vs" | b"vs." | b"\xe2\x80\x93" | b"\xe2\x80\x94" | b"\x96" | b"\x97"
    )
}

/// Whether a word is one or more initials: `J.`, `J.R.`, and `J` after the comma of a family name.
fn is_initials(word: &[u8], is_after_comma: bool) -> bool {
    let Ok(word) = std::str::from_utf8(word) else { return false };
    let word = word.strip_suffix(',').unwrap_or(word);
    let is_initial = |part: &str| {
        let mut letters = part.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.next().is_none()
    };
    let is_marked = word.ends_with('.') || is_after_comma;
    is_marked && !word.is_empty() && word.split_terminator('.').all(is_initial)
}

/// Whether a word in lower case is part of a name that goes on: `van der Wiel`.
fn is_particle(word: &[u8], next: &[u8]) -> bool {
    let is_listed = |word: &[u8]| PARTICLES.contains(&word);
    let goes_on = next.first().is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii());
    is_listed(word) && !is_joint(next) && (goes_on || is_listed(next))
}

/// Whether one of the words is of the name of an opening.
fn names_opening(words: &[&[u8]]) -> bool {
    let mut parts = words.iter().flat_map(|word| word.split(|byte| !byte.is_ascii_alphabetic()));
    parts.any(|part| OPENINGS.contains(&part))
}

/// The family name in a word, without a comma and the initials after it: `Cole`, `Cole,`, `Cole,A`.
fn name(word: &[u8]) -> Option<&[u8]> {
    let (family, given) = word.split_at_checked(memchr::memchr(b',', word).unwrap_or(word.len()))?;
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii() || b".'-".contains(byte);
    let is_capital = |byte: &u8| byte.is_ascii_uppercase() || !byte.is_ascii();
    let is_name = family.first().is_some_and(is_capital)
        && family.iter().all(is_letter)
        && family.iter().any(u8::is_ascii_alphabetic)
        && given.iter().skip(1).all(|byte| is_letter(byte) || *byte == b',');
    (family.len() > 1 && is_name).then_some(family)
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
            "Carter, B - Young, N  1/2-1/2  (Board 2)\n1. d4 d5",
            "van der Wiel, J - Karpov, A 1-0\n1. d4 d5",
            "Smith, John (2210) vs de la Cruz, J.R. (2105), 1-0\n1. d4 d5",
            "\u{106}iri\u{107}, \u{17d}. \u{2013} Tal, M. 1/2-1/2\n1. d4 d5",
            "0-1  Carter - Young\n1. d4 d5",
            "2. Svensson - Lind\n1. d4 d5",
            "2) Miles - Nunn\n1. d4 d5",
            "Keene,R - Hartston,W [A10]\n1. c4 e6",
            "(13) Adams,M (2600) - Short,N (2650) [C60]\nHastings (4), 05.01.1990\n\n1.e4 e5",
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
            "King's Gambit 0-1\n\n1. e4 e5",
            "Caro-Kann 0-1\n\n1. e4 e5",
            "White - Black 1-0\n\n1. e4 e5",
            "the match Carter - Young ended 0-1",
            "Carter - Young, after a long fight, 0-1",
            "0-1 Carter - Young",
            "0-1 Carter - Young\n3. Nf3 Nc6",
            "2. Svensson - Lind\n\n3. Nf3 Nc6",
            "2. Nf3 Nc6\n1. e4 e5",
            "12. Kh1 - h2\n1. d4 d5",
            "(12. Nf3 Nc6)\n1. e4 e5",
            "2. Runde\n1. d4 d5",
            "Miles - Nunn\nHastings, 1990\n1. e4 e5",
            "2. Miles - Nunn\nwith 1. Nf3\n1. e4 e5",
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
    fn results_of_other_games() {
        for line in [
            "Other results: Adams-Short 0-1, Miles-Nunn 1/2-1/2",
            "Other results: Adams - Short 0-1",
            "Adams, M - Short, N 0-1, Miles - Nunn 1/2-1/2",
        ] {
            assert_eq!(list_of_results(line.as_bytes()).map(|list| list.length), Some(line.len()), "{line}");
        }
        for line in [
            "Adams-Short 0-1",
            "Final result: Adams-Short 0-1",
            "Results: 0-1, 1-0",
            "Round 1: 1-0, Round 2: 0-1",
            "Other results: Adams-Short 0-1 and more",
            "Other results: Adams-Short 0-1\n3. Nf3 Nc6",
            "",
        ] {
            assert!(list_of_results(line.as_bytes()).is_none(), "{line}");
        }
    }

    /// The plies of each game, and whether it has a result.
    fn games(text: &str) -> Vec<(u32, bool)> {
        let (mut reader, mut record) = (Reader::new(text.as_bytes()), Record::default());
        let mut games = Vec::new();
        while reader.next(&mut record) == NextGame::Read {
            games.push((record.plies(), record.ending.termination.is_some()));
        }
        games
    }

    #[test]
    fn a_score_in_a_heading_is_not_that_of_the_game_above() {
        for heading in [
            "Carter, B - Young, N  1/2-1/2  (Board 2)",
            "van der Wiel, J - Karpov, A 1-0",
            "de la Cruz, A - Karpov, A 1-0",
            "\u{106}iri\u{107}, D. \u{2013} Tal, M. 1/2-1/2",
            "0-1  Carter - Young",
            "\u{bd}-\u{bd}  Carter - Young",
        ] {
            let text = format!("1. e4 e5 2. Nf3\n\n{heading}\n1. d4 d5\n");
            assert_eq!(games(&text), [(3, false), (2, false)], "{heading}");
        }
        let results = "Other results: Adams-Short 0-1, Miles-Nunn 1/2-1/2";
        let text = format!("[White \"a\"]\n\n1. e4 e5 2. Nf3\n{results}\n\n[White \"b\"]\n\n1. d4 *\n");
        assert_eq!(games(&text), [(3, false), (1, true)]);
        for last in ["King's Gambit 0-1", "White wins 1-0", "1-0", "1-0 was fair", "and Black resigned. 0-1"]
        {
            let text = format!("1. e4 e5 2. Nf3\n\n{last}\n\n1. d4 d5\n");
            assert_eq!(games(&text), [(3, true), (2, false)], "{last}");
        }
    }

    #[test]
    fn another_game_begins_with_its_first_move() {
        for between in
            ["", "White won on the 61st move.", "Dritte Partie\n", "Abandoned as drawn.\n\nSlav Defence"]
        {
            let text = format!("1. e4 e5 2. Nf3 Nc6\n{between}\n1. d4 d5 2. c4 0-1\n");
            assert_eq!(games(&text), [(4, false), (3, true)], "{between}");
        }
        for between in ["\n1... c5 (1... e5)\n", "\n1. Ke2 was worse\n", "\n3. Bb5 a6\n"] {
            let text = format!("1. e4 e5 2. Nf3 Nc6\n{between}\n");
            assert_eq!(games(&text).len(), 1, "{between}");
        }
    }

    #[test]
    fn numbered_headings_end_the_game() {
        let headings = [
            ["2. Miles - Nunn", "3. Keene,R (2500) - Hartston,W [A10]"],
            ["2) Miles - Nunn", "3) Vachier-Lagrave, M - Nunn, J"],
            ["(2) Miles - Nunn [D30]", "(3) Bell,A (2500) - Hartston,W\nHastings (3), 04.01.1972\n"],
            ["  2. Miles - Nunn", "  3. de la Cruz - Lind"],
        ];
        for [second, third] in headings {
            let text = format!(
                "1. e4 e5 2. Nf3 Nc6\n\n{second}\n1. d4 d5 2. c4 e6\nBlack resigns.\n\n{third}\n1. c4 e6 *\n"
            );
            assert_eq!(games(&text), [(4, false), (4, false), (2, true)], "{second}");
        }
        for number in ["3. Bb5 a6", "3. Bb5\n\n3... a6", "(3. Bc4 Bc5)\n3. Bb5 a6", "3.\n\nBb5 a6"] {
            let text = format!("1. e4 e5 2. Nf3 Nc6\n\n{number}\n4. Ba4 1-0\n");
            assert_eq!(games(&text), [(7, true)], "{number}");
        }
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
