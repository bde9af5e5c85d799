//! The titles of repairs.

/// `write dxc6`
pub(super) fn write(text: &str) -> String {
    format!("write {text}")
}

pub(super) fn signs(count: usize) -> String {
    format!("correct {count} signs of check and mate")
}

pub(super) fn moves(count: usize) -> String {
    format!("write {count} moves in the export format")
}

pub(super) fn origins(count: usize) -> String {
    format!("add the origin to {count} ambiguous moves")
}

pub(super) fn numbers(count: usize) -> String {
    format!("correct {count} move numbers")
}

pub(super) fn result_tag(score: &str) -> String {
    format!("change the Result tag to {score}")
}

pub(super) fn added_result_tag(score: &str) -> String {
    format!("add the Result tag {score}")
}

pub(super) fn result_token(score: &str) -> String {
    format!("write {score} at the end of the moves")
}

pub(super) fn impossible_rights() -> String {
    "remove the rights that the position rules out".to_owned()
}

pub(super) fn missing_castling_right() -> String {
    "add the castling right that a player uses".to_owned()
}

pub(super) fn missing_en_passant_square() -> String {
    "add the square on which the first move captures en passant".to_owned()
}

pub(super) fn close_tag(name: &str) -> String {
    format!("close the tag {name}")
}

pub(super) fn unused_ignore() -> String {
    "remove the suppression".to_owned()
}

pub(super) fn tag_order() -> String {
    "put the seven tags in the standard order".to_owned()
}

pub(super) fn missing_tags(names: &[&str]) -> String {
    match names {
        [name] => format!("add the tag {name}"),
        names => format!("add {} tags", names.len()),
    }
}

pub(super) fn blank_line_before_moves() -> String {
    "add a blank line before the moves".to_owned()
}

pub(super) fn blank_line_after_game() -> String {
    "add a blank line after the game".to_owned()
}

pub(super) fn blank_lines() -> String {
    "add blank lines before the moves and after the game".to_owned()
}

pub(super) fn byte_order_mark() -> String {
    "remove the byte order mark".to_owned()
}

pub(super) fn unicode() -> String {
    "convert the file to UTF-8".to_owned()
}

pub(super) fn line_ends(becomes_dos: bool, count: usize) -> String {
    let end = if becomes_dos { "CRLF" } else { "LF" };
    if count == 1 { format!("end 1 line in {end}") } else { format!("end {count} lines in {end}") }
}
