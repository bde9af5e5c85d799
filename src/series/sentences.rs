//! `series.*`: the player who begins the next game of a series, and with which colour.

pub(super) fn wrong_beginner(beginner: &str, number: u32, due: &str) -> String {
    format!("{beginner} begins game {number}, but it is {due}'s turn to begin")
}

/// `had_begun`: whether the player began that game, and not only was to begin it.
pub(super) fn earlier_game(player: &str, had_begun: bool, number: u32, outcome: &str) -> String {
    let began = if had_begun { "began" } else { "was to begin" };
    format!("{player} {began} game {number}, which {outcome}")
}

pub(super) fn is_void() -> String {
    "is void".to_owned()
}

pub(super) fn was_drawn() -> String {
    "was drawn".to_owned()
}

pub(super) fn was_won_by(winner: &str) -> String {
    format!("was won by {winner}")
}

pub(super) fn was_not_finished() -> String {
    "was not finished".to_owned()
}

pub(super) fn void_without_beginner(number: u32) -> String {
    format!("game {number} is void, and the code does not say who begins the next game")
}

pub(super) fn colours_changed(white: &str, number: u32, earlier: u32, earlier_white: &str) -> String {
    format!(
        "{white} has White in game {number}, but in game {earlier} of the same sitting {earlier_white} had White"
    )
}

pub(super) fn with_assumption(reason: &str, assumption: &str) -> String {
    format!("{reason}; {assumption}")
}

pub(super) fn assumed() -> String {
    "the games are assumed to be one series because of their event, round and players".to_owned()
}
