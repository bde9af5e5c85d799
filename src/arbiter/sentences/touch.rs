//! `touch.*`: pieces touched, lifted or adjusted.

use crate::chess::Color;
use crate::law::Terms;

pub(crate) fn adjusts_off_turn(by: Color, men: &str) -> String {
    format!("{by} adjusts {men}, but it is {}'s turn", by.other())
}

pub(crate) fn touches_off_turn(by: Color, men: &str) -> String {
    format!("{by} touches {men}, but it is {}'s turn", by.other())
}

pub(crate) fn lifts(by: Color, men: &str) -> String {
    format!("{by} lifts {men}")
}

pub(crate) fn touches(by: Color, men: &str) -> String {
    format!("{by} touches {men}")
}

// Notes

/// A notice of adjusting was given in a way that the code does not accept.
pub(crate) fn notice_does_not_count(by: Color) -> String {
    format!("{by}'s notice of adjusting does not count")
}

pub(crate) fn adjusts_men_of_other(by: Color, men: &str) -> String {
    format!("{by} adjusts {men}, though only the player's own may be adjusted")
}

pub(crate) fn tries_every_square(by: Color, man: &str) -> String {
    format!("{by} rests {man} on every square to which it can move")
}

pub(crate) fn tries_squares(by: Color) -> String {
    format!("{by} was asked to put it back, and went on trying squares with it")
}

/// Each of several men may have been touched first.
pub(crate) fn order_not_known() -> String {
    "the record does not say in which order they were touched".to_owned()
}

pub(crate) fn excused_by_false_check() -> String {
    "it followed a false announcement of check, so it creates no obligation".to_owned()
}

pub(crate) fn another_man_moved(terms: &Terms) -> String {
    let piece = &terms.piece;
    format!("another {piece} was moved instead of the touched {piece}")
}

pub(crate) fn touches_still_count(taken_back: &str) -> String {
    format!("{taken_back} was taken back, but the touches made with it still count")
}

/// `played`: the move that still has to be taken back.
pub(crate) fn falls_with(played: Option<&str>) -> String {
    match played {
        Some(played) => format!("the touch no longer binds once {played} is taken back"),
        None => "the touch no longer binds once the moves are taken back".to_owned(),
    }
}
