//! `setup.*`: how the game began.

use crate::chess::{Color, Role, Square};
use crate::law::Terms;

pub(crate) fn dark_corner() -> String {
    "the corner square at each player's right hand is dark".to_owned()
}

pub(crate) fn board_turned_wrong() -> String {
    "the board is turned: the corner square at each player's right hand is now dark".to_owned()
}

pub(crate) fn odds_men_left_on(giver: Color, men: &str, count: usize) -> String {
    let them = if count == 1 { "it" } else { "them" };
    format!("{giver} gives {men} as odds, but leaves {them} on the board")
}

pub(crate) fn odds_left_on(giver: Color, role: Role) -> String {
    format!("{giver} gives a {} as odds, but leaves it on the board", role.name())
}

pub(crate) fn other_man_taken_off(giver: Color, role: Role, taken: Square, meant: Square) -> String {
    let role = role.name();
    format!(
        "{giver} gives a {role} as odds and takes off the one on {taken}, but the code means the one on {meant}"
    )
}

pub(crate) fn men_missing(men: &str, count: usize) -> String {
    let were = if count == 1 { "was" } else { "were" };
    format!("{men} {were} missing at the start")
}

pub(crate) fn men_too_many(men: &str, count: usize) -> String {
    let are = if count == 1 { "is one" } else { "are" };
    format!("{men} {are} too many, and nothing is missing")
}

pub(crate) fn men_misplaced(men: &str, count: usize) -> String {
    if count == 1 {
        format!("{men} was set up on a wrong square")
    } else {
        format!("{men} were set up on wrong squares")
    }
}

pub(crate) fn wrong_beginner(began: Color, entitled: Color) -> String {
    format!("{began} begins, but the first move belongs to {entitled}")
}

/// The moves given as odds may go no further than the player's rank of that number.
pub(crate) fn given_move_too_far(receiver: Color, given: u32, to: Square, rank: u8) -> String {
    const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"];
    let ordinal = rank.checked_sub(1).and_then(|at| ORDINALS.get(usize::from(at))).unwrap_or(&"last");
    let moves = if given == 1 { "1 move".to_owned() } else { format!("{given} moves") };
    format!("{receiver}, given {moves} as odds, moves to {to}, beyond {receiver}'s {ordinal} rank")
}

/// The odds to mate in a certain way were not won.
pub(crate) fn wager_lost(giver: Color, was: &str) -> String {
    format!("{giver} was {was}, but this mate does not satisfy the odds")
}

pub(crate) fn wager_failed(giver: Color, was: &str) -> String {
    format!("{giver} was {was}, but the game ended in another way")
}

pub(crate) fn to_mate_with(square: Square, terms: &Terms) -> String {
    format!("to mate with the {} that began on {square}", terms.piece)
}

pub(crate) fn to_mate_on(square: Square) -> String {
    format!("to mate on {square}")
}

pub(crate) fn to_stalemate() -> String {
    "to bring about a stalemate".to_owned()
}

pub(crate) fn to_be_mated() -> String {
    "to be mated".to_owned()
}

// Notes

pub(crate) fn mate_decides_nothing() -> String {
    "under the agreed odds, this mate does not decide the game".to_owned()
}

pub(crate) fn corrected_by_consent() -> String {
    "both players agreed to correct it and play on".to_owned()
}

/// `is_board`: whether the board was placed wrongly, not the men.
pub(crate) fn corrected(is_board: bool) -> String {
    if is_board { "the board was turned" } else { "the setup was corrected" }.to_owned()
}

// What a notice does not refer to

pub(crate) fn beginner_not_recorded() -> String {
    "the record does not show who began the game".to_owned()
}

pub(crate) fn odds_not_recorded(role: Role) -> String {
    format!("the record does not say whether a {} was taken off as odds", role.name())
}

pub(crate) fn nothing_wrong_at_start(finder: &str) -> String {
    format!("{finder} points out that the game began wrongly, but the record does not show this")
}

pub(crate) fn asks_but_odds_not_recorded(by: Color, asked: &str, role: Role) -> String {
    format!("{by} asks {asked}, but {}", odds_not_recorded(role))
}
