//! Sentences about the layout of a game.

use crate::encoding::Encoding;

/// `name`: the first tag that is not in its place.
pub(crate) fn tag_order(name: &str) -> String {
    format!("the seven tags are not in the standard order: {name} comes too early")
}

pub(crate) fn date_padding(date: &str) -> String {
    format!("the month or day of `{date}` has one digit")
}

/// `after_game`: whether the first blank line that is missing is that after the game.
pub(crate) fn blank_line(after_game: bool) -> String {
    if after_game {
        "no blank line separates the game from the text below".to_owned()
    } else {
        "no blank line separates the tags from the moves".to_owned()
    }
}

/// `are_dos`: whether the lines that differ end in CRLF.
pub(crate) fn line_ends(are_dos: bool, count: usize) -> String {
    let (these, others) = if are_dos { ("CRLF", "LF") } else { ("LF", "CRLF") };
    let lines = if count == 1 { "1 line ends".to_owned() } else { format!("{count} lines end") };
    format!("{lines} in {these}, the others in {others}")
}

pub(crate) fn encoding(encoding: Encoding) -> String {
    format!("the text is in {encoding}, not in UTF-8")
}
