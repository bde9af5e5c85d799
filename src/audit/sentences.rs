//! The sentences of an audit that a single judgement does not show: doubts, which compare two readings, and duplicates.

use super::identity::Disagreement;
use crate::finding::Score;
use crate::law::words::{article_named, count_plies, list_or};

// Doubts

pub(super) fn doubtful(reading: &str, outcome: &str) -> String {
    format!("doubtful: under the reading {reading}, {outcome}")
}

pub(super) fn judged_under(code: &str, article: &str, reading: &str) -> String {
    format!("judged under the reading {code}/{article}={reading}")
}

pub(super) fn result_is(score: Score) -> String {
    format!("the result is {}", score.id())
}

pub(super) fn no_such_finding() -> String {
    "there is no such finding".to_owned()
}

/// `article`: the article of the other reading, if there is one.
pub(super) fn article_applies(article: Option<&str>) -> String {
    article.map_or_else(
        || "the code has no rule on it".to_owned(),
        |article| format!("{} applies", article_named(article)),
    )
}

/// The finding under the other reading: only the fault, if `message` names the act too.
pub(super) fn other_finding(message: &str, other: &str) -> String {
    match other.split_once(", but ").filter(|(act, _)| message.starts_with(act)) {
        Some((_, fault)) => format!("there is a fault: {fault}"),
        None => format!("the finding is: {other}"),
    }
}

pub(super) fn in_order() -> String {
    "it is in order".to_owned()
}

pub(super) fn no_penalty() -> String {
    "there is no penalty".to_owned()
}

/// The moves that satisfy the remedy under the other reading only, and those that satisfy it under this one only.
pub(super) fn other_moves(more: &[String], fewer: &[String]) -> Option<String> {
    match (more.is_empty(), fewer.is_empty()) {
        (true, true) => None,
        (false, true) => Some(format!("{} would also satisfy it", list_or(more))),
        (true, false) => Some(format!("{} would not satisfy it", list_or(fewer))),
        (false, false) => {
            Some(format!("{} would satisfy it, but {} would not", list_or(more), list_or(fewer)))
        }
    }
}

// Duplicates

/// `file`: the file of the first game, if it is another one.
pub(super) fn duplicate(number: u64, file: Option<&str>) -> String {
    match file {
        Some(file) => format!("duplicate of game {number} in {file}"),
        None => format!("duplicate of game {number}"),
    }
}

/// `file`: the file of the earlier record, if it is another one.
pub(super) fn conflict(number: u64, file: Option<&str>, disagreement: Disagreement, plies: u32) -> String {
    let place = file.map_or_else(String::new, |file| format!(" in {file}"));
    let what = match disagreement {
        Disagreement::Result(result) => format!("but the result there is {}", result.id()),
        Disagreement::Length(other) if other > plies => {
            format!("which has {} more", count_plies(other - plies))
        }
        Disagreement::Length(other) => format!("which has {} fewer", count_plies(plies - other)),
        Disagreement::Moves => "but other moves are recorded there".to_owned(),
    };
    format!("this is the same game as game {number}{place}, {what}")
}

pub(super) fn only_one_is_right() -> String {
    "event, round and players are the same; keep the record that is right, or correct the tags".to_owned()
}

pub(super) fn not_compared() -> String {
    "compare Event, Site and Round: if they differ, these may be two different games".to_owned()
}
