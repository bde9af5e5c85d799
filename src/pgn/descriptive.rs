//! English descriptive notation: `P-K4`, `Kt to KB 3rd`, `Q takes P ch`.
//!
//! [`words`] reads the text of a move, [`meaning`] lays it against a position from the mover's own side, and
//! `score` reads a game so: where the `Notation` tag says it, or where the straight road meets, before any move,
//! a token that is no SAN and this is certain. What is certain: that token and those of the three moves behind it
//! (fewer where the game ends sooner) are all moves in this notation, and one of them is more than castling,
//! which both notations write alike. No SAN is a move in this notation, so none is ever taken for it.

mod description;
mod meaning;
mod past;
#[cfg(test)]
mod round_trip;
mod said;
mod score;
#[cfg(test)]
mod tests;
mod words;

use crate::chess::{Meaning, Move, Position};
use crate::game::MoveList;

pub(super) use past::Past;
pub(super) use said::Said;
pub(super) use score::is_surely_descriptive;
pub(super) use words::{descriptive_move, ways};

/// What the `Notation` tag says of moves in descriptive notation, in any case of letters.
pub(crate) const DESCRIPTIVE: &[u8] = b"descriptive";

/// What a text means on a board to which the moves of `made` led, where the whole of it is a move in descriptive
/// notation.
pub(crate) fn descriptive_meaning(
    text: &str,
    board: &Position,
    made: impl Fn() -> Vec<Move>,
) -> Option<Meaning> {
    let whole = ways(text.as_bytes()).find(|way| way.rest.is_empty())?;
    // They stand in no record; both lists are followed as one.
    let none = MoveList::default();
    Some(meaning::of(&whole.told, board, Past { made: &none, ahead: &made() }))
}
