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
