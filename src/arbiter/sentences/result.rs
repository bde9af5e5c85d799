//! `result.*` and `record.result`: what the game counts, and the result that the record gives.

use crate::chess::Color;
use crate::finding::Score;
use crate::game::{TagName, UmpireRuling, ruling_in_words};
use crate::law::Terms;
use crate::law::words::count_plies;

use crate::arbiter::outcome::Outcome;

// What decided the game

pub(crate) fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Lost(player) => format!("{player} lost the game"),
        Outcome::BothLost => "both players lost the game".to_owned(),
        Outcome::Drawn => "the game was drawn".to_owned(),
        Outcome::Undecided => "the game stopped undecided".to_owned(),
    }
}

pub(crate) fn drawn_at_odds() -> String {
    "the game was drawn, and drawn games were given as odds".to_owned()
}

pub(crate) fn lost_on_time(loser: Color) -> String {
    format!("{loser} lost on time")
}

pub(crate) fn both_lose() -> String {
    "both players lose".to_owned()
}

pub(crate) fn can_never_mate(player: Color, terms: &Terms) -> String {
    format!("{player}'s {} can never mate", terms.pieces)
}

pub(crate) fn could_not_mate(player: Color) -> String {
    format!("{player} could not mate by any series of legal moves")
}

// The result against it

pub(crate) fn but_result_is(fact: &str, given: Score) -> String {
    format!("{fact}, but the result is {}", given.id())
}

pub(crate) fn counts(fact: &str, counts: Score, given: Score) -> String {
    format!("{fact}, so the result must be {}, not {}", counts.id(), given.id())
}

pub(crate) fn mated(player: Color, given: Score) -> String {
    format!("{player} is checkmated, but the result is {}", given.id())
}

pub(crate) fn stalemate(counts: Score, given: Score) -> String {
    format!("the game ends in stalemate, so the result must be {}, not {}", counts.id(), given.id())
}

/// A player left a man given as odds on the board, or did not win as the odds require.
pub(crate) fn by_odds(counts: Score, given: Score) -> String {
    format!("by the law on odds the result must be {}, not {}", counts.id(), given.id())
}

/// `with`: the move with which the game was drawn, unless it was at the start.
pub(crate) fn drawn_by_law(with: Option<&str>, counts: Score, given: Score) -> String {
    let when = with.map_or_else(|| "before the first move".to_owned(), |text| format!("with {text}"));
    format!("the game was drawn by law {when}, so the result must be {}, not {}", counts.id(), given.id())
}

/// `why`: the winner cannot mate.
pub(crate) fn drawn_on_time(loser: Color, why: &str, given: Score) -> String {
    format!("{loser} lost on time, but {why}: the game is drawn, not {}", given.id())
}

pub(crate) fn drawn_on_resignation(loser: Color, why: &str, given: Score) -> String {
    format!("{loser} resigned, but {why}: the game is drawn, not {}", given.id())
}

pub(crate) fn impossible_win(winner: Color, why: &str, given: Score) -> String {
    format!(
        "the result is {}, but {why}: neither a resignation nor the clock gives {winner} the win",
        given.id()
    )
}

pub(crate) fn end_not_recorded() -> String {
    "the record does not say how the game ended".to_owned()
}

pub(crate) fn draw_on_time() -> String {
    "the record says that the game ended on time, but the result is a draw although each player could still mate"
        .to_owned()
}

pub(crate) fn void(given: Score) -> String {
    format!("the game is void and has no result, but the result given is {}", given.id())
}

/// Of the record: two of its parts contradict each other.
pub(crate) fn against_ruling(ruling: UmpireRuling, given: Score) -> String {
    let ruled = ruling_in_words(ruling, &Terms::MODERN);
    format!("the arbiter rules that {ruled}, but the result is {}", given.id())
}

pub(crate) fn both_lose_but_counts(counts: Score) -> String {
    format!("the record says that both players lose, but the result must be {}", counts.id())
}

pub(crate) fn no_such_result() -> String {
    "the record says that both players lose, but the code has no such result".to_owned()
}

// The result against other parts of the record

pub(crate) fn tag_and_token(tag: Score, token: Score) -> String {
    format!("the Result tag is {}, but the movetext ends with {}", tag.id(), token.id())
}

/// `place` is a tag or a comment: `the Termination tag`.
pub(crate) fn says_that(place: &str, what: &str) -> String {
    format!("{place} says that {what}")
}

pub(crate) fn the_tag(tag: TagName) -> String {
    format!("the {} tag", tag.name())
}

pub(crate) fn the_comment() -> String {
    "the comment before the result".to_owned()
}

pub(crate) fn won(winner: Color) -> String {
    format!("{winner} won")
}

pub(crate) fn lost(loser: Color) -> String {
    format!("{loser} lost")
}

pub(crate) fn resigned(loser: Color) -> String {
    format!("{loser} resigned")
}

pub(crate) fn was_drawn() -> String {
    "the game was drawn".to_owned()
}

pub(crate) fn ended_on_time() -> String {
    "the game ended on time".to_owned()
}

pub(crate) fn but_last_move_gives_mate(ended: &str) -> String {
    format!("{ended}, but the last move gives mate")
}

pub(crate) fn but_last_move_gives_stalemate(ended: &str) -> String {
    format!("{ended}, but the last move gives stalemate")
}

/// `loser`: the player who was mated, if the record says which.
pub(crate) fn no_mate(loser: Option<Color>) -> String {
    match loser {
        Some(loser) => format!("{loser} was checkmated, but the last move does not give mate"),
        None => "the game ended in checkmate, but the last move does not give mate".to_owned(),
    }
}

pub(crate) fn no_stalemate() -> String {
    "the game ended in stalemate, but the last move does not give stalemate".to_owned()
}

pub(crate) fn no_repetition(times: u32) -> String {
    format!("the game was drawn by repetition, but no position has occurred {}", super::draws::times(times))
}

pub(crate) fn sufficient_material() -> String {
    "the game was drawn for insufficient material, but each player could still mate".to_owned()
}

/// The game has `plies` plies, of which the last `quiet` are neither captures nor pawn moves.
pub(crate) fn too_few_quiet_moves(moves: u32, quiet: u32, plies: u32) -> String {
    let since = match quiet {
        0 => "the last move is a capture or a pawn move".to_owned(),
        quiet if quiet >= plies => format!("the game has only {}", count_plies(plies)),
        quiet => format!("the last capture or pawn move was {} ago", count_plies(quiet)),
    };
    format!("the game was drawn after {moves} moves each without a capture or a pawn move, but {since}")
}

pub(crate) fn signed_otherwise(signed: Score, given: Score) -> String {
    format!("both players signed {signed}, but the recorded result is {given}")
}

/// `otherwise`: the score without the signatures, or unknown.
pub(crate) fn signed_counts(signed: Score, otherwise: Score) -> String {
    match otherwise {
        Score::Unknown => format!("both players signed {signed}, which counts"),
        _ => format!("both players signed {signed}, which counts although the game ended {otherwise}"),
    }
}

pub(crate) fn signed_differently(white: Score, black: Score) -> String {
    format!("White signed {white} and Black signed {black}")
}

pub(crate) fn signed_by_one(signer: Color) -> String {
    format!("only {signer} signed the result")
}
