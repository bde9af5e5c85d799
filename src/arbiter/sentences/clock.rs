//! `clock.*`: times on the clocks, fallen flags, presses and absence.

use crate::chess::Color;
use crate::game::Time;
use crate::law::Terms;

// From the times

pub(crate) fn move_time_differs(player: Color, used: Time, from: Time, to: Time) -> String {
    format!(
        "the record says that {player} used {used} for this move, but {player}'s clock goes from {from} to {to}"
    )
}

pub(crate) fn two_times(player: Color, first: Time, second: Time) -> String {
    format!("two times are recorded for {player}'s clock after this move: {first} and {second}")
}

/// `ever`: all the time given to the player so far.
pub(crate) fn too_much_time(player: Color, shows: Time, ever: Time) -> String {
    format!("{player}'s clock shows {shows}, more than the {ever} that were given up to this move")
}

/// `by`: how far the clock rises; `most`: the most that is added.
pub(crate) fn rises(player: Color, from: Time, to: Time, by: Time, most: Time) -> String {
    let rises = format!("{player}'s clock rises from {from} to {to}");
    if most == Time::ZERO {
        format!("{rises}, but no time is added")
    } else {
        format!("{rises}, by {by}, but at most {most} is added")
    }
}

pub(crate) fn plays_at_zero(player: Color, more: u32) -> String {
    let moves = if more == 1 { "1 more move".to_owned() } else { format!("{more} more moves") };
    format!("{player}'s clock shows no time left, but {player} makes {moves}")
}

pub(crate) fn may_be_given_by_hand() -> String {
    "an arbiter or the opponent may have added the time by hand".to_owned()
}

pub(crate) fn may_be_rounded() -> String {
    "recorded times may be rounded down, so part of a second may have been left".to_owned()
}

// From what happened

pub(crate) fn arrives_late(by: Color, late: Time) -> String {
    format!("{by} arrives {late} late")
}

pub(crate) fn default_time_unknown(by: Color) -> String {
    format!(
        "the record gives no default time, which decides whether {by} loses; name it in the tag DefaultTime"
    )
}

pub(crate) fn leaves_board(by: Color) -> String {
    format!("{by} leaves the board while {by}'s own clock is running")
}

pub(crate) fn complains(by: Color) -> String {
    format!("{by} complains about {}'s time, but has not stopped {by}'s own clock", by.other())
}

pub(crate) fn presses_without_move(by: Color) -> String {
    format!("{by} presses the clock without having moved")
}

pub(crate) fn time_ran_out(loser: Color) -> String {
    format!("{loser}'s time ran out")
}

pub(crate) fn signals_flag(loser: Color, terms: &Terms) -> String {
    let opponent = loser.other();
    format!("the {} points out that {loser}'s time ran out, which only {opponent} may claim", terms.arbiter)
}

pub(crate) fn claims_flag(by: Color, loser: Color) -> String {
    if by == loser {
        format!("{by} points out that {by}'s own time ran out")
    } else {
        format!("{by} claims that {loser}'s time ran out")
    }
}

/// `next`: the time is that after the move to come.
pub(crate) fn clock_shows_time(claims: &str, loser: Color, time: Time, next: bool) -> String {
    let when = if next { "next" } else { "last" };
    format!("{claims}, but {loser}'s clock shows {time} after {loser}'s {when} move")
}

pub(crate) fn fall_not_recorded(claims: &str, loser: Color) -> String {
    format!("{claims}, but the record does not show that {loser}'s flag fell")
}

pub(crate) fn call_without_fall(terms: &Terms) -> String {
    format!("the {} calls a fallen flag, but the record does not show whose flag fell", terms.arbiter)
}

pub(crate) fn how_to_record_fall() -> String {
    "write `[%flag w]` or `[%flag b]` before the call".to_owned()
}

pub(crate) fn unclaimed_flag(loser: Color) -> String {
    format!("{loser}'s flag fell, but no claim of it is recorded")
}

/// `opponent_only`: whether the arbiter may not call it.
pub(crate) fn how_to_claim_flag(loser: Color, opponent_only: bool) -> String {
    let opponent = loser.other();
    let letter = if opponent == Color::White { 'w' } else { 'b' };
    let claim = format!("write `[%claim {letter} flag]` if {opponent} claimed it");
    if opponent_only { claim } else { format!("{claim}, `[%claim u flag]` if the arbiter called it") }
}

/// Of the record: the clock of the player who is said to have lost on time is stopped.
pub(crate) fn flag_cannot_fall(by: Color) -> String {
    format!("{by}'s flag cannot fall here: {}'s clock is running", by.other())
}

// Notes

pub(crate) fn arbiter_let_continue(terms: &Terms) -> String {
    format!("the {} decided that the game continues", terms.arbiter)
}

pub(crate) fn played_after_lateness(terms: &Terms) -> String {
    format!("the game was played; the record does not say whether the {} allowed it", terms.arbiter)
}

pub(crate) fn pauses(by: Color) -> String {
    format!("{by} stops the clocks without calling the arbiter")
}
