//! The kind of text at the cursor: a tag, a comment, a command or a move.

use crate::chess::Position;
use crate::game::Record;
use crate::pgn::{NextGame, Reader};

/// The text before the cursor, from the beginning of its game.
#[derive(Debug)]
pub(super) struct CursorText<'t> {
    text: &'t str,
    pub place: CursorPlace<'t>,
    /// The end of the last tag.
    tags_end: usize,
    /// The moves of the variation around the cursor, from the first move of the game; `None` outside variations.
    variation: Option<Vec<&'t str>>,
    /// The length of the text before the move, comment or command at the cursor.
    read_to: usize,
}

/// The kind of text at the cursor, and the part of it before the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CursorPlace<'t> {
    TagName {
        typed: &'t str,
    },
    TagValue {
        name: &'t str,
        typed: &'t str,
    },
    /// `body` is the text after `[%`.
    Command {
        body: &'t str,
    },
    Comment,
    Movetext {
        typed: &'t str,
    },
    /// After the result.
    AfterGame,
}

impl<'t> CursorText<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Scanner::default().scan(text)
    }

    /// The position at the cursor. `None` if it cannot be known.
    pub(super) fn position(&self) -> Option<Position> {
        let read = match &self.variation {
            None => {
                let closing = if self.is_in_comment() { "}" } else { "" };
                format!("{}{closing} *", self.text.get(..self.read_to)?)
            }
            Some(moves) => format!("{}\n\n{} *", self.text.get(..self.tags_end)?, moves.join(" ")),
        };
        let mut reader = Reader::new(read.as_bytes());
        let mut record = Record::default();
        let mut has_game = false;
        while reader.next(&mut record) == NextGame::Read {
            has_game = true;
        }
        let is_known = match &self.variation {
            None => !record.has_lost_moves(),
            Some(moves) => record.plies() as usize == moves.len(),
        };
        // A text of tags only is a game without moves.
        (is_known && has_game).then_some(record.position)
    }

    fn is_in_comment(&self) -> bool {
        matches!(self.place, CursorPlace::Command { .. } | CursorPlace::Comment)
    }
}

#[derive(Default)]
struct Scanner<'t> {
    tags_end: usize,
    moves: Vec<&'t str>,
    /// The moves before each variation that is open.
    outer: Vec<Vec<&'t str>>,
    is_over: bool,
}

impl<'t> Scanner<'t> {
    fn scan(mut self, text: &'t str) -> CursorText<'t> {
        let mut at = 0;
        loop {
            let rest = text.get(at..).unwrap_or_default();
            let Some(first) = rest.chars().next() else {
                let place =
                    if self.is_over { CursorPlace::AfterGame } else { CursorPlace::Movetext { typed: "" } };
                return self.found(text, place, at);
            };
            let begins_line =
                text.get(..at).is_none_or(|before| before.is_empty() || before.ends_with(['\n', '\r']));
            let length = match first {
                '[' if rest.starts_with("[%") || !begins_line && !self.moves.is_empty() => 1,
                '[' => match tag(rest) {
                    Ok(length) => {
                        self.tags_end = at + length;
                        self.moves.clear();
                        self.outer.clear();
                        self.is_over = false;
                        length
                    }
                    Err(place) => return self.found(text, place, at),
                },
                '{' => match rest.find('}') {
                    Some(end) => end + 1,
                    None => return self.in_comment(text, at),
                },
                ';' => match rest.find(['\n', '\r']) {
                    Some(end) => end,
                    None => return self.found(text, CursorPlace::Comment, at),
                },
                '%' if begins_line => rest.find(['\n', '\r']).unwrap_or(rest.len()),
                '(' => {
                    self.outer.push(self.moves.clone());
                    self.moves.pop();
                    1
                }
                ')' => {
                    if let Some(moves) = self.outer.pop() {
                        self.moves = moves;
                    }
                    1
                }
                _ if first.is_whitespace() || matches!(first, '}' | ']') => first.len_utf8(),
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                    let length = rest.find(ends).unwrap_or(rest.len());
                    let word = rest.get(..length).unwrap_or_default();
                    if length == rest.len() && !self.is_over {
                        let typed = after_number(word);
                        return self.found(text, CursorPlace::Movetext { typed }, text.len() - typed.len());
                    }
                    self.word(word);
                    length
                }
            };
            at += length;
        }
    }

    fn word(&mut self, word: &'t str) {
        if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            self.is_over = self.outer.is_empty();
            return;
        }
        let played = after_number(word).trim_end_matches(['!', '?']);
        let is_move = played.starts_with(|c: char| c.is_ascii_alphabetic())
            || played.starts_with("0-0")
            || played == "--";
        if is_move && played != "e.p." {
            self.moves.push(played);
        }
    }

    /// The text ends in the comment that begins at `open`.
    fn in_comment(self, text: &'t str, open: usize) -> CursorText<'t> {
        let comment = text.get(open..).unwrap_or_default();
        let command = comment.rfind("[%").and_then(|at| Some((at, comment.get(at + 2..)?)));
        match command {
            Some((at, body)) if !is_closed(body) => {
                // A command may follow others in its comment.
                self.found(text, CursorPlace::Command { body }, open + at)
            }
            _ => self.found(text, CursorPlace::Comment, text.len()),
        }
    }

    fn found(self, text: &'t str, place: CursorPlace<'t>, read_to: usize) -> CursorText<'t> {
        let variation = (!self.outer.is_empty()).then_some(self.moves);
        CursorText { text, place, tags_end: self.tags_end, variation, read_to }
    }
}

/// The length of the tag pair, or the place in it at which the text ends.
fn tag(text: &str) -> Result<usize, CursorPlace<'_>> {
    let inner = text.get(1..).unwrap_or_default();
    let length = inner.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(inner.len());
    let (name, rest) = inner.split_at_checked(length).unwrap_or((inner, ""));
    if rest.is_empty() {
        return Err(CursorPlace::TagName { typed: name });
    }
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let line = rest.get(..line).unwrap_or_default();
    let Some(open) = line.find('"') else { return Ok(1 + length + line.len()) };
    let value = line.get(open + 1..).unwrap_or_default();
    let mut is_escaped = false;
    let close = value.find(|c| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    });
    match close {
        None if line.len() == rest.len() => Err(CursorPlace::TagValue { name, typed: value }),
        Some(close) if value.get(close + 1..).is_some_and(|after| after.starts_with(']')) => {
            Ok(1 + length + open + close + 3)
        }
        _ => Ok(1 + length + line.len()),
    }
}

/// Whether a `]` outside quotation marks closes the command.
fn is_closed(body: &str) -> bool {
    let mut is_quoted = false;
    body.chars().any(|c| {
        is_quoted ^= c == '"';
        c == ']' && !is_quoted
    })
}

/// The word without the move number before it.
fn after_number(word: &str) -> &str {
    let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(0);
    match word.get(digits..) {
        Some(rest) if digits > 0 && rest.starts_with('.') => rest.trim_start_matches('.'),
        _ => word,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Fen;

    const TAGS: &str = "[Event \"a\"]\n[Laws \"x\"]\n\n";

    fn place(text: &str) -> CursorPlace<'_> {
        CursorText::of(text).place
    }

    #[test]
    fn the_place_is_that_of_the_last_character() {
        assert_eq!(place("[Eve"), CursorPlace::TagName { typed: "Eve" });
        assert_eq!(place("[Laws \"fi"), CursorPlace::TagValue { name: "Laws", typed: "fi" });
        let moves = |text: &str| format!("{TAGS}{text}");
        assert_eq!(place(&moves("1. e4 e5 2.N")), CursorPlace::Movetext { typed: "N" });
        assert_eq!(place(&moves("1. e4 {good ")), CursorPlace::Comment);
        assert_eq!(place(&moves("1. e4 {[%clk 1:00] [%touch w ")), CursorPlace::Command { body: "touch w " });
        assert_eq!(place(&moves("1. e4 ; good")), CursorPlace::Comment);
        assert_eq!(place(&moves("1. e4 {x} 1-0 ")), CursorPlace::AfterGame);
        assert_eq!(place(&moves("1-0\n\n[Si")), CursorPlace::TagName { typed: "Si" });
    }

    #[test]
    fn the_position_follows_variations_and_commands() {
        let board = |text: &str| {
            let text = format!("{TAGS}{text}");
            let position = CursorText::of(&text).position().unwrap();
            Fen(&position).to_string().split(' ').next().unwrap_or_default().to_owned()
        };
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
        assert_eq!(board("1. e4 e"), after_e4);
        assert_eq!(board("1. e4 e5 (1... "), after_e4);
        assert_eq!(
            board("1. e4 e5 {a} (1... c5 2. d4) (1... d5 {[%cal x]} 2. exd5 (2. d4) "),
            after_e4.replace("8/8/4P3", "8/3P4/8").replace("pppppppp", "ppp1pppp")
        );
        assert_eq!(board("1. e4 e5 {[%retract 1] [%touch b "), after_e4);
    }
}
