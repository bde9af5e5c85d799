//! `call.*`: announcements of check and mate.

use std::num::NonZeroU32;

use crate::chess::Color;

pub(crate) fn late_check(by: Color, given_with: Option<&str>) -> String {
    match given_with {
        Some(text) => format!("{by} says check late: the check was given with {text}"),
        None => format!("{by} says check late"),
    }
}

pub(crate) fn false_mate(by: Color) -> String {
    format!("{by} announces mate, but {} is not checkmated", by.other())
}

/// `word`: `check` or `mate`.
pub(crate) fn false_check(by: Color, word: &str) -> String {
    format!("{by} says {word}, but {}'s king is not in check", by.other())
}

pub(crate) fn silent_check(by: Color, given_with: Option<&str>) -> String {
    let with = given_with.map_or_else(String::new, |text| format!(" with {text}"));
    format!("{by} gives check{with}, but does not say so")
}

pub(crate) fn silent_check_ignored(silent_check: &str, king: Color, reply: &str) -> String {
    format!("{silent_check}; {king}'s reply {reply} leaves {king} in check")
}

pub(crate) fn mate_announced(by: Color, moves: NonZeroU32) -> String {
    format!("{by} announces mate in {moves}")
}

pub(crate) fn mate_is_correct(says: &str) -> String {
    format!("{says}, which is correct")
}

pub(crate) fn mate_is_shorter(says: &str, moves: u32) -> String {
    format!("{says}, but could mate in {moves}")
}

pub(crate) fn mate_is_no_longer_than(says: &str, moves: u32) -> String {
    format!("{says}, but could mate in {moves} or fewer")
}

pub(crate) fn no_such_mate(says: &str) -> String {
    format!("{says}, but there is no such mate")
}

pub(crate) fn mate_undecided(says: &str) -> String {
    format!("{says}: undecided")
}

// Notes

pub(crate) fn the_mate(line: &str) -> String {
    format!("the mate: {line}")
}

pub(crate) fn the_defence(line: &str) -> String {
    format!("a defence: {line}")
}

pub(crate) const SEARCH_LIMIT: &str = "the search reached its limit and found neither a mate nor a defence";
pub(crate) const MOVES_UNCERTAIN: &str = "it is not certain which moves were made";
pub(crate) const TOO_MANY_SEARCHES: &str =
    "this game has more announcements and claims than are searched in one game";
