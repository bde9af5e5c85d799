//! Decides whether a side can still give mate by any series of legal moves (FIDE 5.2.2, 6.9).
//!
//! The method is that of `chasolver` 3.0.0 by Miguel Ambrona, ported to this crate's types: phases that search for a
//! mate, and static analysis that proves that there is none. Its licence is in `dead/LICENSE-chasolver`. The search is
//! bounded by nodes (2^24 in its last phase, which no known game needs), so its answer is the same on every run. Hard
//! compositions take seconds and 150 MB; positions of real games take microseconds.
//!
//! The search has a board of its own (`dead/board.rs`). It receives only positions from which a game can start, and a
//! mate that it finds counts only after a replay on a [`Position`].
//!
//! Lines of a few forced moves are followed here without the search, because every game lost on time needs the answer.

mod board;
mod extension;
mod helpmate;
mod legal_moves;
mod lines;
mod material;
mod mobility;
mod narrowing;
mod phases;
mod probes;
mod prospect;
mod saturation;

use board::SearchBoard;
pub use prospect::Prospect;

use crate::chess::{Color, Material, Move, Play, Position, Role, Side, corner, king_home};

/// A side with at most this many men, the king included, has few moves.
const FEW_MEN: u32 = 3;
/// Positions with more moves are not followed.
const FEW_MOVES: usize = 8;
/// The length of forced lines, in plies.
const FORCED_PLIES: u32 = 10;
/// The greatest number of positions visited on forced lines.
const FORCED_POSITIONS: u32 = 1000;

/// Whether `winner` can still give mate by any series of legal moves.
///
/// The search does not know the castling of Chess960. Without such rights a mate that is found still counts, but the
/// absence of a mate cannot be proved.
pub fn can_mate(position: &Position, winner: Color) -> Prospect {
    if position.material(winner) == Material::CannotMate {
        return Prospect::NoHelpmate;
    }
    if position.odd_setup().is_some() {
        return Prospect::Undetermined;
    }
    let (mut searched, mut has_all_rights) = (*position, true);
    for color in [Color::White, Color::Black] {
        for side in [Side::King, Side::Queen] {
            if !castles_usually(position, color, side) {
                searched.end_castling(color, side);
                has_all_rights = false;
            }
        }
    }
    match phases::decide(&SearchBoard::seen_by(&searched, winner)) {
        Prospect::Helpmate(line) => {
            let line: Vec<_> = line.into_iter().map(|played| seen_from(played, winner)).collect();
            if mates(*position, &line, winner) { Prospect::Helpmate(line) } else { Prospect::Undetermined }
        }
        Prospect::NoHelpmate if has_all_rights => Prospect::NoHelpmate,
        Prospect::NoHelpmate | Prospect::Undetermined => Prospect::Undetermined,
    }
}

/// Whether the opponent of `winner` is on move and every line ends soon without a mate by `winner`. This is cheaper than
/// [`can_mate`] and bounded; if it is false, nothing is proved.
pub fn every_line_ends_without_mate(board: &Position, winner: Color) -> bool {
    let forced = winner.other();
    // Only a player in check or with few men has few moves.
    let may_be = board.turn() == forced && (board.in_check(forced) || board.men(forced).count() <= FEW_MEN);
    may_be
        && board.odd_setup().is_none()
        && Forcing { winner, positions: FORCED_POSITIONS }.ends_all(board, FORCED_PLIES)
}

/// A search of short forced lines.
struct Forcing {
    winner: Color,
    /// The number of positions that may still be visited.
    positions: u32,
}

impl Forcing {
    /// Whether every line from here ends within `plies` plies without a mate by the winner.
    fn ends_all(&mut self, board: &Position, plies: u32) -> bool {
        if board.material(self.winner) == Material::CannotMate {
            return true;
        }
        let (Some(plies), Some(positions)) = (plies.checked_sub(1), self.positions.checked_sub(1)) else {
            return false;
        };
        self.positions = positions;
        // With many moves, some line will not end soon.
        let Some(moves) = board.few_legal_moves(Play::COMMON, FEW_MOVES) else { return false };
        if moves.is_empty() {
            return board.turn() == self.winner || !board.in_check(board.turn());
        }
        moves.into_iter().all(|played| self.ends_all(&board.after(played), plies))
    }
}

/// Whether neither side can give mate any more, so that the game is drawn (FIDE 5.2.2); `None` if it is not known.
pub fn is_dead(position: &Position) -> Option<bool> {
    let mut all_hopeless = Some(true);
    for winner in [Color::White, Color::Black] {
        match can_mate(position, winner) {
            Prospect::Helpmate(_) => return Some(false),
            Prospect::NoHelpmate => {}
            Prospect::Undetermined => all_hopeless = None,
        }
    }
    all_hopeless
}

/// Whether a castling right is absent, or has king and rook on their usual squares.
fn castles_usually(position: &Position, color: Color, side: Side) -> bool {
    let Some(rook) = position.castling().rook(color, side) else { return true };
    rook == corner(color, side)
        && position.of(color, Role::Rook).has(rook)
        && position.of(color, Role::King).has(king_home(color))
}

/// Converts a move on the search's board, which is mirrored if the winner is Black.
fn seen_from(played: Move, winner: Color) -> Move {
    match winner {
        Color::White => played,
        Color::Black => Move::new(played.from().mirrored(), played.to().mirrored(), played.kind()),
    }
}

/// Whether a line is legal and ends in a mate by the winner.
fn mates(mut position: Position, line: &[Move], winner: Color) -> bool {
    for played in line {
        if !position.is_legal(*played, Play::COMMON) {
            return false;
        }
        position.play(*played);
    }
    position.turn() != winner && position.is_mate(Play::COMMON)
}
