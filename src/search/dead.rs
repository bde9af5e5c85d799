//! Can a side still give mate by any series of legal moves (FIDE 5.2.2, 6.9)?
//!
//! The method is that of `chasolver` 3.0.0 by Miguel Ambrona, ported to this crate's types: phases that search for a
//! mate, and statics that prove that there is none. Its licence is in `dead/LICENSE-chasolver`. The search is bounded by
//! nodes (2^24 in its last phase, which no known game needs), so its answer is the same on every run. Hard compositions
//! take seconds and 150 MB; positions of play take microseconds.
//!
//! The search has a board of its own (`dead/board.rs`). It gets only positions that play can start from, and a mate that it
//! shows counts only after it was replayed on a [`Position`].
//!
//! Lines of a few forced moves are followed here, without the search: that is asked of every game lost on time.

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

use board::{SearchBoard, mirrored};
pub use prospect::Prospect;

use crate::chess::{Color, File, Material, Move, Play, Position, Role, Side, Square, corner, home_rank};

/// How many men, the king among them, leave a player hardly a move.
const FEW_MEN: u32 = 3;
/// Up to how many moves each is followed.
const FEW_MOVES: usize = 8;
/// How far lines are followed, in plies.
const FORCED_PLIES: u32 = 10;
/// How many positions of them are looked at.
const FORCED_POSITIONS: u32 = 1000;

/// Whether `winner` can still give mate by any series of legal moves.
///
/// The search does not know the castling of Chess960. Such rights are left out, so that a mate found without them counts,
/// and nothing can be proved.
pub fn can_mate(position: &Position, winner: Color) -> Prospect {
    if position.material(winner) == Material::CannotMate {
        return Prospect::NoHelpmate;
    }
    if position.odd_setup().is_some() {
        return Prospect::Undetermined;
    }
    let (mut known, mut is_whole) = (*position, true);
    for color in [Color::White, Color::Black] {
        for side in [Side::King, Side::Queen] {
            if !castles_usually(position, color, side) {
                known.end_castling(color, side);
                is_whole = false;
            }
        }
    }
    match phases::decide(&SearchBoard::seen_by(&known, winner)) {
        Prospect::Helpmate(line) => {
            let line: Vec<_> = line.into_iter().map(|played| seen_from(played, winner)).collect();
            if mates(*position, &line, winner) { Prospect::Helpmate(line) } else { Prospect::Undetermined }
        }
        Prospect::NoHelpmate if is_whole => Prospect::NoHelpmate,
        Prospect::NoHelpmate | Prospect::Undetermined => Prospect::Undetermined,
    }
}

/// Whether the other player, on move, has so few moves, and each line so soon an end where `winner` cannot mate, that all
/// were followed. Cheaper than [`can_mate`], and bounded: where it does not hold nothing is shown.
pub fn is_forced_out(board: &Position, winner: Color) -> bool {
    let forced = winner.other();
    // Moves are counted only of one in check, or with few men beside his king.
    let may_be = board.turn() == forced && (board.in_check(forced) || board.men(forced).count() <= FEW_MEN);
    may_be
        && board.odd_setup().is_none()
        && Forcing { winner, positions: FORCED_POSITIONS }.ends_all(board, FORCED_PLIES)
}

/// A search of lines that end soon.
struct Forcing {
    winner: Color,
    /// How many positions may still be looked at.
    positions: u32,
}

impl Forcing {
    /// Whether each line from here ends within so many plies without a mate by the winner.
    fn ends_all(&mut self, board: &Position, plies: u32) -> bool {
        if board.material(self.winner) == Material::CannotMate {
            return true;
        }
        let (Some(plies), Some(positions)) = (plies.checked_sub(1), self.positions.checked_sub(1)) else {
            return false;
        };
        self.positions = positions;
        // Of many moves some line goes on.
        let Some(moves) = board.few_legal_moves(Play::COMMON, FEW_MOVES) else { return false };
        if moves.is_empty() {
            return board.turn() == self.winner || !board.in_check(board.turn());
        }
        moves.into_iter().all(|played| {
            let mut after = *board;
            after.play(played);
            self.ends_all(&after, plies)
        })
    }
}

/// Whether neither side can give mate any more: the game is drawn (FIDE 5.2.2). `None` where it is not known.
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

/// Whether a right to castle is absent, or the one of the usual array.
fn castles_usually(position: &Position, color: Color, side: Side) -> bool {
    let Some(rook) = position.castling().rook(color, side) else { return true };
    let king = Square::new(File::from_index(4), home_rank(color));
    rook == corner(color, side)
        && position.of(color, Role::Rook).has(rook)
        && position.of(color, Role::King).has(king)
}

/// A move of the search's board, which is mirrored if the winner is Black.
fn seen_from(played: Move, winner: Color) -> Move {
    match winner {
        Color::White => played,
        Color::Black => Move::new(mirrored(played.from()), mirrored(played.to()), played.kind()),
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
