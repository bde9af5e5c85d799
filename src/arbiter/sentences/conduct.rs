//! `conduct.*` and `adjourn.*`: behaviour, moves written too early, adjournments and sealed moves.

use crate::chess::Color;
use crate::law::Terms;

use crate::arbiter::words::listed_or;

pub(crate) fn quits(by: Color, in_anger: bool) -> String {
    let in_anger = if in_anger { " in anger" } else { "" };
    format!("{by} quits the table{in_anger}")
}

pub(crate) fn stops_playing(by: Color) -> String {
    format!("{by} stops playing")
}

pub(crate) fn resigns(by: Color) -> String {
    format!("{by} resigns")
}

pub(crate) fn refuses(by: Color, again: bool, terms: &Terms) -> String {
    let again = if again { " again" } else { "" };
    format!("{by} refuses{again} to submit to the {}'s decision", terms.arbiter)
}

pub(crate) fn refuses_penalty(by: Color) -> String {
    format!("{by} refuses to carry out the remedy")
}

/// Of the record: there is no decision to which to submit.
pub(crate) fn refuses_nothing(by: Color) -> String {
    format!("{by} refuses to submit to a decision, but none is recorded")
}

pub(crate) fn device_rings(by: Color) -> String {
    format!("{by}'s telephone or other device makes a sound")
}

pub(crate) fn disturbs(by: Color, admonished: bool) -> String {
    if admonished {
        format!("{by}, admonished before, disturbs {} again", by.other())
    } else {
        format!("{by} disturbs {}", by.other())
    }
}

pub(crate) fn writes_before_moving(by: Color, words: &str) -> String {
    format!("{by} writes {words} down before moving")
}

pub(crate) fn sheet_incomplete(by: Color) -> String {
    format!("{by} moves without having written down the previous move")
}

pub(crate) fn moves_before_writing(by: Color) -> String {
    format!("{by} moves after a flag fell without having completed the scoresheet")
}

/// Of the record: there are not two moves yet.
pub(crate) fn nothing_to_write(by: Color) -> String {
    format!("{by} has not made two moves yet, so no move can be missing on the scoresheet")
}

// Adjournments

pub(crate) fn nothing_sealed(by: Color) -> String {
    format!("the game is adjourned with {by} to move, and {by} seals no move")
}

pub(crate) fn resumed_elsewhere() -> String {
    "the game is resumed from a position other than the adjourned one".to_owned()
}

pub(crate) fn adjourned_position_lost() -> String {
    "the adjourned position cannot be established".to_owned()
}

pub(crate) fn position_lost() -> String {
    "the position on the board can no longer be established".to_owned()
}

/// `instead`: the move played, if it has a text.
pub(crate) fn sealed_not_played(by: Color, sealed: &str, instead: Option<&str>) -> String {
    format!("{by} sealed {sealed}, but {} is played", instead.unwrap_or("another move"))
}

pub(crate) fn sealed_off_turn(by: Color) -> String {
    format!("{by} sealed a move, but it is {}'s turn", by.other())
}

pub(crate) fn sealed_ambiguous(by: Color, text: &str, moves: &[String]) -> String {
    format!("{by} sealed \"{text}\", which could be {}", listed_or(moves))
}

pub(crate) fn sealed_illegal(by: Color, text: &str) -> String {
    format!("{by} sealed \"{text}\", which is not a legal move")
}

pub(crate) fn sealed_illegible(by: Color, text: &str) -> String {
    format!("{by} sealed \"{text}\", which cannot be read")
}

pub(crate) fn sealed_undecided(by: Color, text: &str) -> String {
    format!("{by} sealed \"{text}\": it is undecided whether this is a legal move")
}

pub(crate) fn notation_not_supported() -> String {
    "this notation is not supported".to_owned()
}
