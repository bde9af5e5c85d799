//! How a case went on: notes on the moves made since, on rights that ended, and on the code.

use crate::chess::Color;
use crate::finding::CLOSED_BEFORE;
use crate::law::Terms;
use crate::law::words::article_named;

/// The message of a touch, with what was played.
pub(crate) fn and_plays(message: &str, played: &str) -> String {
    format!("{message} and plays {played}")
}

/// The message of a move taken back, with what was played instead.
pub(crate) fn then_plays(message: &str, played: &str) -> String {
    let comma = if message.contains(", ") { "," } else { "" };
    format!("{message}{comma} and then plays {played}")
}

pub(crate) fn and_more_plies(message: &str, more_plies: &str) -> String {
    format!("{message}, and {more_plies}")
}

// Moves made and taken back since

pub(crate) fn taken_back_later(played: &str) -> String {
    format!("{played} was taken back later")
}

pub(crate) fn taken_back_too_late(played: &str) -> String {
    format!("{played} was taken back too late")
}

pub(crate) fn taken_back_anyway(played: &str) -> String {
    format!("{played} was taken back anyway")
}

pub(crate) fn agreed_to_take_back() -> String {
    "the players agreed to take the moves back".to_owned()
}

pub(crate) fn moves_taken_back_anyway() -> String {
    "the moves were taken back anyway".to_owned()
}

pub(crate) fn corrected_anyway() -> String {
    "it was corrected anyway".to_owned()
}

pub(crate) fn played_first(played: &str) -> String {
    format!("{played} was played first, then taken back")
}

pub(crate) fn superseded() -> String {
    "it was taken back together with earlier moves, so nothing more is required".to_owned()
}

/// `tally`: the article that counts the offences. `is_claimed`: whether this one was claimed.
pub(crate) fn nth_counted(by: Color, nth: u32, tally: &str, is_claimed: bool) -> String {
    let nth = match nth {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("{nth}th"),
    };
    let counts = format!("{by}'s {nth} offence that {} counts", article_named(tally));
    if is_claimed { format!("it is {counts}") } else { format!("if it is claimed, it is {counts}") }
}

pub(crate) fn count_uncertain() -> String {
    "an earlier move cannot be read; if it was illegal too, it may count as an offence before this one"
        .to_owned()
}

/// `after`: the move to which another offence returns, or the start.
pub(crate) fn returning_takes_this_back(after: Option<&str>) -> String {
    let position = match after {
        Some(numbered) => format!("the position after {numbered}"),
        None => "the starting position".to_owned(),
    };
    format!("returning to {position} takes this back too")
}

// The end of the game

pub(crate) fn decided_before() -> String {
    "the game was decided before".to_owned()
}

pub(crate) fn ended_with_claim() -> String {
    "the game ended with the claim, so this has no effect".to_owned()
}

pub(crate) fn pointed_out_but_ended() -> String {
    "it was pointed out, but the game ended before it was corrected".to_owned()
}

pub(crate) fn ended_before_corrected() -> String {
    "the game ended before it was corrected".to_owned()
}

pub(crate) fn pointed_out_and_lost(by: Color) -> String {
    format!("it was pointed out, but {by} lost the game before it was corrected")
}

pub(crate) fn ended_before_done() -> String {
    "the game ended before the remedy was carried out".to_owned()
}

pub(crate) fn result_unchanged() -> String {
    "the game is over and its result does not change".to_owned()
}

// Rights and remedies

/// `when` is from [`closed_with`] and the like.
pub(crate) fn right_waived(by: Color, article: &str, when: Option<&str>) -> String {
    format!("{by} waived the right under {}{}", article_named(article), in_brackets(when))
}

pub(crate) fn right_lapsed(article: &str, when: Option<&str>) -> String {
    format!("the right under {} lapsed earlier{}", article_named(article), in_brackets(when))
}

fn in_brackets(when: Option<&str>) -> String {
    when.map_or_else(String::new, |when| format!(" ({when})"))
}

pub(crate) fn closed_with(numbered: Option<&str>) -> String {
    format!("with {}", numbered.unwrap_or("a move"))
}

pub(crate) fn closed_by_touch(by: Color, after: Option<&str>, terms: &Terms) -> String {
    let after = after.map_or_else(String::new, |numbered| format!(" after {numbered}"));
    format!("when {by} touched a {}{after}", terms.piece)
}

pub(crate) fn closed_before() -> String {
    CLOSED_BEFORE.to_owned()
}

pub(crate) fn closed_at_end() -> String {
    "at the end of the game".to_owned()
}

pub(crate) fn position_remains() -> String {
    "the position remains as it is".to_owned()
}

pub(crate) fn no_remedy_possible() -> String {
    "none of the remedies that the article gives is possible here".to_owned()
}

pub(crate) fn only_retraction_possible() -> String {
    "apart from taking the move back, none of the remedies of the article is possible here".to_owned()
}

pub(crate) fn time_not_recorded(to: Color) -> String {
    format!("the record does not say whether {to} was given the time")
}

// The law

/// Another article on which the ruling rests.
pub(crate) fn article(article: &str, says: &str) -> String {
    format!("{article}: {says}")
}
