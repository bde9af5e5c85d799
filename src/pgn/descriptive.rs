//! English descriptive notation: `P-K4`, `Kt to KB 3rd`, `Q takes P ch`.
//!
//! [`words`] reads the text of a move, [`meaning`] finds the moves that it can mean on a board, and `score` reads a game: one
//! whose `Notation` tag names this notation, or one whose first token is certainly a move in it. The token is certain if it
//! and the three moves after it (fewer if the game ends sooner) are in this notation and one of them is not castling, which
//! both notations write alike. No SAN move other than castling is a move in this notation.

mod description;
mod meaning;
#[cfg(test)]
mod round_trip;
mod score;
#[cfg(test)]
mod tests;
mod words;
mod written_move;

use crate::chess::{Meaning, Move, Position};
use crate::game::MoveList;

pub(super) use score::is_surely_descriptive;
pub(super) use words::{descriptive_move, divisions};
pub(super) use written_move::{PriorMoves, WrittenMove};

/// The value of the `Notation` tag for this notation, in any case.
pub(crate) const DESCRIPTIVE: &[u8] = b"descriptive";

/// The meaning of a text on `board`, to which the moves of `made` led, if the whole text is a move in descriptive notation.
pub(crate) fn descriptive_meaning(
    text: &str,
    board: &Position,
    made: impl Fn() -> Vec<Move>,
) -> Option<Meaning> {
    let whole = divisions(text.as_bytes()).find(|division| division.rest.is_empty())?;
    let prior = PriorMoves { recorded: &MoveList::default(), ahead: &made() };
    Some(meaning::of(&whole.read, board, prior))
}
