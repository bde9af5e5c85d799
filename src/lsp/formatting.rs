//! Formatting: the movetext of games in lines of fewer than 80 columns, as in PGN export format. Only spaces, tabs and line
//! ends change. A game with a fault of its text is left as it is, and so is one that the new lines would change.

use std::ops::Range;

use lsp_types::TextEdit;

use super::documents::GamesDocument;
use crate::encoding::Encoding;
use crate::fix::{CommentBlanks, Proof};
use crate::game::Record;
use crate::pgn::{NextGame, Reader};

/// In characters (PGN standard, 4.3).
const LONGEST_LINE: usize = 79;

/// The edits of the games that touch a range.
pub(super) fn edits(document: &GamesDocument, range: &Range<usize>) -> Vec<TextEdit> {
    let games = document.games_near(range).iter();
    let here = games.filter(|game| game.range.start <= range.end && game.range.end >= range.start);
    let edits = here.filter_map(|game| {
        let text = document.text.slice(game.range.clone());
        let (movetext, new) = formatted(text, document.text.line_end())?;
        let start = game.range.start;
        let range = document.text.range(&(start + movetext.start..start + movetext.end));
        Some(TextEdit::new(range, new))
    });
    edits.collect()
}

/// The range of the movetext, and its new text. `None` if nothing is to change.
fn formatted(game: &str, line_end: &str) -> Option<(Range<usize>, String)> {
    let mut record = Record::default();
    if Reader::new(game.as_bytes()).next(&mut record) != NextGame::Read || !record.text.faults.is_empty() {
        return None;
    }
    let tags_end = record.tags.pairs().last().map_or(0, |pair| pair.span.range().end);
    let rest = game.get(tags_end..)?;
    let start = tags_end + (rest.len() - rest.trim_ascii_start().len());
    let range = start..game.trim_ascii_end().len();
    let movetext = game.get(range.clone())?;
    let new = layout(movetext, line_end);
    if new == movetext || !non_blank_bytes(&new).eq(non_blank_bytes(movetext)) {
        return None;
    }
    let after = format!("{}{new}{}", game.get(..range.start)?, game.get(range.end..)?);
    let proof = Proof::of(game.as_bytes(), Encoding::Auto)?;
    proof.change(after.as_bytes(), CommentBlanks::Folded).is_none().then_some((range, new))
}

fn non_blank_bytes(text: &str) -> impl Iterator<Item = u8> {
    text.bytes().filter(|byte| !byte.is_ascii_whitespace())
}

/// The movetext in new lines.
fn layout(movetext: &str, line_end: &str) -> String {
    let mut lines = Lines { text: String::with_capacity(movetext.len()), column: 0, line_end };
    let mut rest = movetext;
    let mut is_comment = false;
    while !rest.is_empty() {
        let (blank, after) = rest.split_at(rest.len() - rest.trim_ascii_start().len());
        let begins_line = blank.contains(['\n', '\r']) || lines.text.is_empty();
        // These end with their line, so the whole line is kept.
        if !is_comment && (after.starts_with(';') || begins_line && after.starts_with('%')) {
            let end = after.find(['\n', '\r']).unwrap_or(after.len());
            lines.whole_line(after.get(..end).unwrap_or_default());
            rest = after.get(end..).unwrap_or_default();
            continue;
        }
        let begins_in_comment = is_comment;
        let length = word_length(after, &mut is_comment);
        let word = after.get(..length).unwrap_or_default();
        // Several spaces in a row within a comment may be meant. Words with these signs mean something else at the beginning
        // of a line.
        let is_kept = blank.len() > 1 && !blank.contains(['\n', '\r']) && begins_in_comment;
        let must_follow = word.starts_with(['%', ';']) || word.starts_with('[') && !word.starts_with("[%");
        lines.push(if is_kept { blank } else { "" }, word, is_kept || must_follow);
        rest = after.get(length..).unwrap_or_default();
    }
    lines.text.truncate(lines.text.trim_ascii_end().len());
    lines.text
}

/// The length of the next word. `is_comment` says whether it begins in a comment, and then whether it ends in one. A command
/// is part of one word, and so is a comment with an empty line.
fn word_length(text: &str, is_comment: &mut bool) -> usize {
    let mut kept = 0;
    for (at, character) in text.char_indices() {
        let rest = text.get(at..).unwrap_or_default();
        match character {
            _ if at < kept => {}
            '{' if !*is_comment => match rest.find('}') {
                Some(end) if rest.get(..end).is_some_and(has_empty_line) => kept = at + end + 1,
                _ => *is_comment = true,
            },
            '[' if *is_comment && rest.starts_with("[%") => {
                kept = at + rest.find([']', '}']).unwrap_or(0);
            }
            '}' => *is_comment = false,
            ';' if !*is_comment && at > 0 => return at,
            _ if character.is_ascii_whitespace() => return at,
            _ => {}
        }
    }
    text.len()
}

fn has_empty_line(comment: &str) -> bool {
    comment.trim_ascii_end().lines().any(|line| line.trim_ascii().is_empty())
}

struct Lines<'e> {
    text: String,
    column: usize,
    line_end: &'e str,
}

impl Lines<'_> {
    /// Adds a word after these blanks, or after one blank or line end. `stays` if it may not begin a line.
    fn push(&mut self, blank: &str, word: &str, stays: bool) {
        let width = |line: &str| line.chars().count();
        if self.column > 0 {
            let first = word.lines().next().map_or(0, width);
            if stays || self.column + 1 + first <= LONGEST_LINE {
                let blank = if blank.is_empty() { " " } else { blank };
                self.text.push_str(blank);
                self.column += blank.len();
            } else {
                self.end_line();
            }
        }
        self.text.push_str(word);
        self.column = match word.rsplit_once('\n') {
            Some((_, last)) => width(last),
            None => self.column + width(word),
        };
    }

    fn whole_line(&mut self, line: &str) {
        if line.starts_with('%') && self.column > 0 {
            self.end_line();
        } else if self.column > 0 {
            self.text.push(' ');
        }
        self.text.push_str(line);
        self.end_line();
    }

    fn end_line(&mut self) {
        self.text.push_str(self.line_end);
        self.column = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAGS: &str = "[Event \"a\"]\n[Result \"*\"]\n\n";

    fn of(movetext: &str) -> Option<String> {
        formatted(&format!("{TAGS}{movetext}"), "\n").map(|(_, new)| new)
    }

    #[test]
    fn moves_are_laid_out_in_lines_of_79_columns() {
        let short = "1. e4\n\ne5   2. Nf3 {good [%clk 0:01:00]}\nNc6 *";
        assert_eq!(of(short).unwrap(), "1. e4 e5 2. Nf3 {good [%clk 0:01:00]} Nc6 *");
        let moves = (1..60).map(|n| format!("{n}. {}\n", if n % 2 == 1 { "Nf3 Nf6" } else { "Ng1 Ng8" }));
        let moves = moves.collect::<Vec<String>>().concat();
        let laid = of(&format!("{moves}*")).unwrap();
        assert!(laid.lines().all(|line| line.len() <= LONGEST_LINE), "{laid}");
        assert!(laid.lines().next().unwrap().len() > 70, "{laid}");
        assert_eq!(of(&laid), None);
    }

    #[test]
    fn comments_to_the_end_of_a_line_keep_their_line() {
        assert_eq!(of("1. e4 ; good\ne5\n2. Nf3 *").unwrap(), "1. e4 ; good\ne5 2. Nf3 *");
        assert_eq!(of("1. e4 {a  b} *"), None);
    }

    #[test]
    fn only_the_blanks_within_a_comment_are_kept() {
        assert_eq!(of("1. e4   {a  b}   e5\n{c}   *").unwrap(), "1. e4 {a  b} e5 {c} *");
    }

    #[test]
    fn comments_are_laid_out_with_the_moves() {
        assert_eq!(of("1. e4 {a\nb} e5 *").unwrap(), "1. e4 {a b} e5 *");
        assert_eq!(of("1. e4 {a\tb}\n\te5 *").unwrap(), "1. e4 {a b} e5 *");
        assert_eq!(of("1. e4\n(1. d4 {a\n  b} d5) e5 ; c\n*").unwrap(), "1. e4 (1. d4 {a b} d5) e5 ; c\n*");
        let words = "a good move ".repeat(13);
        let long = format!("1. e4 {{{words}[%clk 0:01:00]}} e5 *");
        let laid = of(&long).unwrap();
        assert!(laid.lines().count() == 3 && laid.lines().all(|line| line.len() <= LONGEST_LINE), "{laid}");
        assert_eq!(laid.replace('\n', " "), long);
        assert_eq!(of(&laid), None);
        assert_eq!(of("1. e4 {a\u{a0}b\nc} *").unwrap(), "1. e4 {a\u{a0}b c} *");
    }

    #[test]
    fn commands_and_comments_of_several_paragraphs_are_kept() {
        let words = "a good move ".repeat(6);
        for command in ["[%clk 0:01:00]", "[%csl Ra1,Gb2]", "[%eval 0.30,15]", "[%x a b c d e f g]"] {
            let laid = of(&format!("1. e4 {{{words}{command}}} e5 *")).unwrap();
            assert!(laid.contains(&format!("\n{command}}} e5 *")), "{laid}");
        }
        let list = "{a\n\nparagraph\n\n  * item one\n  * item two}";
        assert_eq!(of(&format!("1. e4\n{list}\ne5 *")).unwrap(), format!("1. e4 {list} e5 *"));
        assert_eq!(of(&format!("1. e4 {list} e5 *")), None);
    }

    #[test]
    fn a_game_with_a_fault_is_left() {
        assert_eq!(of("1. e4\ne5 {never closed"), None);
    }
}
