//! The attacks of sliders among other men, computed by subtraction on each line, and the advances of pawns.

// Every index below is a `Square`, whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Role, Square};

/// The squares that a man attacks, occupied ones included. For pawns see [`attacks::pawn`].
pub(super) fn attacks(role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => attacks::on_empty_board(from).knight,
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => rook_attacks(from, occupied) | bishop_attacks(from, occupied),
        Role::King => attacks::on_empty_board(from).king,
    }
}

pub(super) fn bishop_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let [rising, falling] = DIAGONALS[from.at()];
    on_upright_line(from, rising, occupied) | on_upright_line(from, falling, occupied)
}

pub(super) fn rook_attacks(from: Square, occupied: Bitboard) -> Bitboard {
    let others = !Bitboard::of(from);
    on_upright_line(from, Bitboard::file(from.file()) & others, occupied)
        | on_rank(from, Bitboard::rank(from.rank()) & others, occupied)
}

/// The squares to which a pawn advances.
pub(super) fn pawn_pushes(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let ahead = |squares: Bitboard| match color {
        Color::White => Bitboard(squares.0 << 8),
        Color::Black => Bitboard(squares.0 >> 8),
    };
    let start = if color == Color::White { 1 } else { 6 };
    let one = ahead(Bitboard::of(from)) & !occupied;
    if from.rank().index() == start { one | ahead(one) & !occupied } else { one }
}

/// The whole line through two squares, from edge to edge; empty if they share none or are the same.
pub(super) fn through(a: Square, b: Square) -> Bitboard {
    let (from_a, from_b) = (attacks::on_empty_board(a), attacks::on_empty_board(b));
    let both = Bitboard::of(a) | Bitboard::of(b);
    if from_a.rook_lines.has(b) {
        from_a.rook_lines & from_b.rook_lines | both
    } else if from_a.bishop_lines.has(b) {
        from_a.bishop_lines & from_b.bishop_lines | both
    } else {
        Bitboard::EMPTY
    }
}

/// The squares of a line that are attacked from one of its squares, up to and including the first man on either side.
/// Subtracting the square from the men of the line flips every bit up to the next man; reversing the bits does
/// the same downwards. On a line with one square in each rank, reversing the bytes is enough.
fn on_upright_line(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let men = (occupied & line).0;
    let bit = Bitboard::of(from).0;
    let up = men.wrapping_sub(bit);
    let down = men.swap_bytes().wrapping_sub(bit.swap_bytes()).swap_bytes();
    Bitboard(up ^ down) & line
}

/// Like [`on_upright_line`], but on a rank.
fn on_rank(from: Square, line: Bitboard, occupied: Bitboard) -> Bitboard {
    let men = (occupied & line).0;
    let bit = Bitboard::of(from).0;
    let up = men.wrapping_sub(bit);
    let down = men.reverse_bits().wrapping_sub(bit.reverse_bits()).reverse_bits();
    Bitboard(up ^ down) & line
}

/// The two diagonals of each square, without the square: the one that rises to the right, and the other.
static DIAGONALS: [[Bitboard; 2]; 64] = diagonals();

const fn diagonals() -> [[Bitboard; 2]; 64] {
    let mut table = [[Bitboard::EMPTY; 2]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (file, rank) = (to & 7, to >> 3);
            if from != to && rank + (from & 7) == file + (from >> 3) {
                table[from][0].0 |= 1 << to;
            } else if from != to && rank + file == (from & 7) + (from >> 3) {
                table[from][1].0 |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::File;

    /// The attacks of a slider, found step by step.
    fn walked(from: Square, steps: [(i8, i8); 4], occupied: Bitboard) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for (files, ranks) in steps {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                all |= Bitboard::of(next);
                if occupied.has(next) {
                    break;
                }
                at = next;
            }
        }
        all
    }

    #[test]
    fn sliders_stop_at_the_first_man() {
        let mut seed = 1u64;
        for _ in 0..200 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let occupied = Bitboard(seed & seed.rotate_left(23));
            for from in Square::all() {
                let straight = walked(from, [(1, 0), (-1, 0), (0, 1), (0, -1)], occupied);
                let oblique = walked(from, [(1, 1), (-1, 1), (1, -1), (-1, -1)], occupied);
                assert_eq!(rook_attacks(from, occupied), straight, "{from} {occupied:?}");
                assert_eq!(bishop_attacks(from, occupied), oblique, "{from} {occupied:?}");
            }
        }
    }

    #[test]
    fn a_line_goes_from_edge_to_edge() {
        let square = |name: &str| name.parse::<Square>().unwrap();
        assert_eq!(through(square("c1"), square("c5")), Bitboard::file(File::from_index(2)));
        assert_eq!(through(square("b2"), square("d4")).count(), 8);
        assert_eq!(through(square("b2"), square("d5")), Bitboard::EMPTY);
        assert_eq!(through(square("b2"), square("b2")), Bitboard::EMPTY);
    }
}
