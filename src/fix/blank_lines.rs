//! Blank lines between the tags and the moves of a game, and between a game and the next one.

use memchr::memchr;

use super::edit::{Edit, line_end};
use super::repair::Layout;
use super::sentences;
use crate::game::{Record, Span};

/// The blank lines that are missing. `is_followed`: whether the source goes on after `text`.
pub(super) fn blank_lines(record: &Record, text: &[u8], is_followed: bool) -> Option<Layout> {
    let before_moves = blank_line_before_moves(record, text);
    let after_game = blank_line_after_game(record, text, is_followed);
    let title = match (&before_moves, &after_game) {
        (None, None) => return None,
        (Some(_), None) => sentences::blank_line_before_moves(),
        (None, Some(_)) => sentences::blank_line_after_game(),
        (Some(_), Some(_)) => sentences::blank_lines(),
    };
    Some((title, before_moves.into_iter().chain(after_game).collect()))
}

/// The text between a tag or a result and the first token after it. Comments and escaped lines may be in it.
struct Between {
    /// The offset of the token, or the end of the text.
    token: usize,
    /// The offset of its line. `None` if no line ends before it.
    line: Option<usize>,
    has_blank_line: bool,
    /// Whether a comment in braces is on a line of its own.
    has_comment_lines: bool,
}

impl Between {
    /// `skips_comments`: whether comments in braces on later lines are in it too.
    fn after(text: &[u8], from: usize, skips_comments: bool) -> Self {
        let mut between = Self { token: from, line: None, has_blank_line: false, has_comment_lines: false };
        let mut is_blank = false;
        loop {
            let at = between.token;
            let rest = text.get(at..).unwrap_or_default();
            let begins_line = between.line == Some(at);
            between.token += match rest {
                [b'\n', ..] => {
                    between.has_blank_line |= is_blank;
                    is_blank = true;
                    between.line = Some(at + 1);
                    1
                }
                [byte, ..] if byte.is_ascii_whitespace() => 1,
                [b';', ..] => {
                    is_blank = false;
                    memchr(b'\n', rest).unwrap_or(rest.len())
                }
                [b'%', ..] if begins_line => {
                    is_blank = false;
                    memchr(b'\n', rest).unwrap_or(rest.len())
                }
                [b'{', ..] => {
                    let is_first_line = between.line.is_none();
                    let length = comment_to_line_end(rest).filter(|_| is_first_line || skips_comments);
                    let Some(length) = length else { return between };
                    is_blank = false;
                    between.has_comment_lines |= !is_first_line;
                    length
                }
                _ => return between,
            };
        }
    }
}

/// The length of a comment in braces after which its line ends, but for a comment to the end of the line.
fn comment_to_line_end(text: &[u8]) -> Option<usize> {
    let length = memchr(b'}', text)? + 1;
    let after = text.get(length..)?;
    let blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
    matches!(after.get(blanks), None | Some(b'\n' | b';')).then_some(length)
}

/// A blank line is added before the line of the first token after the tags.
fn blank_line_before_moves(record: &Record, text: &[u8]) -> Option<Edit> {
    let from = record.tags.pairs().last()?.span.range().end;
    let game = text.get(..record.span.range().end)?;
    let Between { token, line, has_blank_line, .. } = Between::after(game, from, false);
    // A bracket may begin a tag that is not read.
    if has_blank_line || game.get(token).is_none_or(|byte| *byte == b'[') {
        return None;
    }
    let line_end = line_end(text, from);
    Some(match line {
        Some(line) => Edit { span: Span::new(line, line), text: line_end.to_owned() },
        None => Edit { span: Span::new(from, token), text: line_end.repeat(2) },
    })
}

/// A blank line is added before the line of the first token after the game. A game that shares its last line with the next one
/// is left as it is.
fn blank_line_after_game(record: &Record, text: &[u8], is_followed: bool) -> Option<Edit> {
    let from = record.span.range().end;
    let Between { token, line, has_blank_line, has_comment_lines } = Between::after(text, from, true);
    let next = text.get(token);
    // Before movetext, a comment belongs to the next game.
    let is_before_moves = has_comment_lines && next.is_some_and(|byte| *byte != b'[');
    if has_blank_line || is_before_moves || next.is_none() && !is_followed {
        return None;
    }
    let line = line.filter(|line| next.is_some() || *line == text.len())?;
    Some(Edit { span: Span::new(line, line), text: line_end(text, from).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::splice;
    use crate::pgn::Reader;

    /// The text after the repair of its first game.
    fn repaired(text: &str) -> String {
        let mut record = Record::default();
        Reader::new(text.as_bytes()).next(&mut record);
        let edits = blank_lines(&record, text.as_bytes(), false).map_or_else(Vec::new, |(_, edits)| edits);
        String::from_utf8(splice(text.as_bytes(), &edits)).unwrap()
    }

    fn becomes(text: &str, due: &str) {
        assert_eq!(repaired(text), due, "{text}");
        assert_eq!(repaired(due), due);
    }

    #[test]
    fn a_blank_line_is_added_before_the_moves() {
        for (text, due) in [
            ("[Event \"x\"]\n1. e4 *\n", "[Event \"x\"]\n\n1. e4 *\n"),
            ("[Event \"x\"]\r\n{c} 1. e4 *", "[Event \"x\"]\r\n\r\n{c} 1. e4 *"),
            ("[Event \"x\"] 1. e4 *\n", "[Event \"x\"]\n\n1. e4 *\n"),
            ("[Event \"x\"]\n \n1. e4 *\n", "[Event \"x\"]\n \n1. e4 *\n"),
            ("[Event \"x\"]\n", "[Event \"x\"]\n"),
            ("[Event \"x\"] ; c\n\n1. e4 *\n", "[Event \"x\"] ; c\n\n1. e4 *\n"),
            ("[Event \"x\"] ; c\n1. e4 *\n", "[Event \"x\"] ; c\n\n1. e4 *\n"),
            ("[Event \"x\"]\n% c\n\n1. e4 *\n", "[Event \"x\"]\n% c\n\n1. e4 *\n"),
            ("[Event \"x\"]\n\n% c\n; d\n1. e4 *\n", "[Event \"x\"]\n\n% c\n; d\n1. e4 *\n"),
            ("[Event \"x\"]\r\n% c\r\n1. e4 *\r\n", "[Event \"x\"]\r\n% c\r\n\r\n1. e4 *\r\n"),
            ("[Event \"x\"] {c}\n\n1. e4 *\n", "[Event \"x\"] {c}\n\n1. e4 *\n"),
            ("[Event \"x\"] {c}\n1. e4 *\n", "[Event \"x\"] {c}\n\n1. e4 *\n"),
            ("[Event \"x\"] {c} 1. e4 *\n", "[Event \"x\"]\n\n{c} 1. e4 *\n"),
        ] {
            becomes(text, due);
        }
    }

    #[test]
    fn a_blank_line_is_added_after_a_game_that_is_not_the_last() {
        let other = "[Event \"y\"]\n\n1. d4 *\n";
        for (game, due) in [
            ("[Event \"x\"]\n\n1. e4 *\n", "[Event \"x\"]\n\n1. e4 *\n\n"),
            ("[Event \"x\"]\r\n1. e4 *\r\n", "[Event \"x\"]\r\n\r\n1. e4 *\r\n\r\n"),
            ("[Event \"x\"]\n\n1. e4 * {c}\n", "[Event \"x\"]\n\n1. e4 * {c}\n\n"),
            ("[Event \"x\"]\n\n1. e4 *\n \n", "[Event \"x\"]\n\n1. e4 *\n \n"),
            ("[Event \"x\"]\n\n1. e4 * ; c\n", "[Event \"x\"]\n\n1. e4 * ; c\n\n"),
            ("[Event \"x\"]\n\n1. e4 *\n{c}\n", "[Event \"x\"]\n\n1. e4 *\n{c}\n\n"),
            ("[Event \"x\"]\n\n1. e4 *\n% c\n", "[Event \"x\"]\n\n1. e4 *\n% c\n\n"),
            ("[Event \"x\"]\n\n1. e4 *\n% c\n\n", "[Event \"x\"]\n\n1. e4 *\n% c\n\n"),
            ("[Event \"x\"]\n\n1. e4 *\n\n; c\n", "[Event \"x\"]\n\n1. e4 *\n\n; c\n"),
            ("[Event \"x\"]\n\n1. e4 * ", "[Event \"x\"]\n\n1. e4 * "),
        ] {
            becomes(&format!("{game}{other}"), &format!("{due}{other}"));
            let mut record = Record::default();
            Reader::new(game.as_bytes()).next(&mut record);
            assert!(blank_line_after_game(&record, game.as_bytes(), false).is_none());
            let cut = blank_line_after_game(&record, game.as_bytes(), true);
            assert_eq!(cut.is_some(), due != game, "{game}");
        }
    }
}
