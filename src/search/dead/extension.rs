//! Decides which moves are searched deeper, and which less deep.

// Every index below is a `Square`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::board::SearchBoard;
use super::legal_moves::LegalMove;
use super::lines;
use super::material::mates_in_dark_corner;
use crate::chess::{Bitboard, Color, File, Role, Square};

/// The change of search depth after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    None,
    Deeper,
    Shallower,
}

pub(super) fn extension(
    board: &SearchBoard,
    candidate: LegalMove,
    distances: Option<&BishopDistances>,
) -> Extension {
    match board.turn() {
        Color::White => white_extension(board, candidate, distances),
        Color::Black => black_extension(board, candidate, distances),
    }
}

/// White makes progress by pawn moves, captures, and an approach to the corner of the mate.
fn white_extension(
    board: &SearchBoard,
    candidate: LegalMove,
    distances: Option<&BishopDistances>,
) -> Extension {
    let LegalMove { role, played } = candidate;
    if role == Role::Pawn || board.occupied().has(played.to()) || approaches_corner(board, candidate) {
        return Extension::Deeper;
    }
    if let Some(distances) = distances
        && role == Role::Bishop
        && let Some(before) = distances.of(played.from())
    {
        let after = distances.of(played.to());
        let leaves_corner = before <= 1 && after.is_none_or(|after| before < after);
        let comes_nearer = before > 2 && after.is_some_and(|after| before > after);
        if leaves_corner || comes_nearer {
            return Extension::Deeper;
        }
    }
    Extension::None
}

/// Black helps by an approach to the corner of the mate. Its captures remove men that White needs, but captures of or by
/// pawns open a blocked position with enough men.
fn black_extension(
    board: &SearchBoard,
    candidate: LegalMove,
    distances: Option<&BishopDistances>,
) -> Extension {
    let LegalMove { role, played } = candidate;
    let is_capture = board.occupied().has(played.to());
    if let Some(distances) = distances {
        let is_of_pawns = role == Role::Pawn || board.of_role(Role::Pawn).has(played.to());
        if is_capture && is_of_pawns && board.occupied().count() > 5 {
            return Extension::Deeper;
        }
        if role == Role::Bishop && distances.is_nearer(played.to(), played.from()) {
            return Extension::Deeper;
        }
    }
    if approaches_corner(board, candidate) {
        Extension::Deeper
    } else if is_capture {
        Extension::Shallower
    } else {
        Extension::None
    }
}

/// Whether a king or knight comes nearer to the square from which it takes part in the mate: the black king in the corner
/// with a knight beside it, the white ones before them.
fn approaches_corner(board: &SearchBoard, candidate: LegalMove) -> bool {
    let LegalMove { role, played } = candidate;
    // h8, g8, g7 and e5, for the dark corner.
    let (file, rank) = match (board.turn(), role) {
        (Color::Black, Role::King) => (7, 7),
        (Color::Black, Role::Knight) => (6, 7),
        (Color::White, Role::King) => (6, 6),
        (Color::White, Role::Knight) => (4, 4),
        _ => return false,
    };
    let file = if mates_in_dark_corner(board) { file } else { 7 - file };
    let goal = Square::new(File::from_index(file), crate::chess::Rank::from_index(rank));
    let distance = if role == Role::King { king_distance } else { knight_distance };
    distance(played.to(), goal) < distance(played.from(), goal)
}

/// The distance of two squares in files and ranks.
fn offsets(a: Square, b: Square) -> (u8, u8) {
    (a.file().index().abs_diff(b.file().index()), a.rank().index().abs_diff(b.rank().index()))
}

fn king_distance(a: Square, b: Square) -> u8 {
    let (files, ranks) = offsets(a, b);
    files.max(ranks)
}

/// The distance of two squares in knight moves.
fn knight_distance(a: Square, b: Square) -> u8 {
    let (files, ranks) = offsets(a, b);
    let (short, long) = (files.min(ranks), files.max(ranks));
    let is_corner = |square: Square| matches!(square.index(), 0 | 7 | 56 | 63);
    match (short, long) {
        (1, 1) if is_corner(a) || is_corner(b) => 4,
        (0, 0) => 0,
        (0, 2 | 4) | (2, 4) | (1, 1 | 3) | (3, 3) => 2,
        (7, 7) => 6,
        (1, 2) => 1,
        (5, 6) => 5,
        _ if short % 2 == long % 2 => 4,
        (_, 7) => 5,
        _ => 3,
    }
}

/// The number of moves that a bishop needs from each square to the corner of the mate, around men that never move.
pub(super) struct BishopDistances([Option<u8>; 64]);

impl BishopDistances {
    pub(super) fn of_board(board: &SearchBoard, steady: Bitboard) -> Self {
        // h8, g8 and h7, or a8, b8 and a7.
        let corner = if mates_in_dark_corner(board) { 0xC080 << 48 } else { 0x0301 << 48 };
        let mut distances = [None; 64];
        let mut visited = Bitboard::EMPTY;
        let mut reached = Bitboard(corner);
        for distance in 0.. {
            if reached.is_empty() {
                break;
            }
            let mut next = Bitboard::EMPTY;
            for square in reached {
                distances[square.at()] = Some(distance);
                next |= lines::bishop_attacks(square, steady) & !steady;
            }
            visited |= reached;
            reached = next & !visited;
        }
        Self(distances)
    }

    /// `None` if no bishop can go from the square to the corner.
    fn of(&self, square: Square) -> Option<u8> {
        self.0[square.at()]
    }

    fn is_nearer(&self, a: Square, b: Square) -> bool {
        match (self.of(a), self.of(b)) {
            (Some(a), Some(b)) => a < b,
            (a, b) => a.is_some() && b.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knight_distances_are_those_of_a_walk() {
        for from in Square::all() {
            let (mut visited, mut reached, mut moves) = (Bitboard::EMPTY, Bitboard::of(from), 0);
            while !reached.is_empty() {
                let mut next = Bitboard::EMPTY;
                for to in reached {
                    assert_eq!(knight_distance(from, to), moves, "{from} {to}");
                    next |= lines::attacks(Role::Knight, to, Bitboard::EMPTY);
                }
                visited |= reached;
                reached = next & !visited;
                moves += 1;
            }
        }
    }
}
