//! Attack tables, computed at compile time.
//!
//! Sliders are looked up from the attacked square: a slider on one of its lines attacks it if no man is between, so
//! the lines of each square and a table of the squares between two others are enough.

// Every index below is a `Square` masked to 0..64 or a loop variable under 64: see `Square::at`.
#![allow(clippy::indexing_slicing)]

use super::bitboard::Bitboard;
use super::man::{Color, Role};
use super::square::Square;

const KNIGHT_STEPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const WHITE_PAWN_STEPS: [(i8, i8); 2] = [(-1, 1), (1, 1)];
const BLACK_PAWN_STEPS: [(i8, i8); 2] = [(-1, -1), (1, -1)];
const ROOK_STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

pub(super) const PAWN: [[u64; 64]; 2] = [steps(&WHITE_PAWN_STEPS, 1), steps(&BLACK_PAWN_STEPS, 1)];
static BETWEEN: [[u64; 64]; 64] = between_table();
static BEYOND: [[u64; 64]; 64] = beyond_table();

/// The squares that a man on one square attacks on an empty board. The sets are stored together because they are
/// used together.
#[derive(Clone, Copy)]
pub(crate) struct EmptyBoardAttacks {
    pub knight: Bitboard,
    pub king: Bitboard,
    pub rook_lines: Bitboard,
    pub bishop_lines: Bitboard,
    /// By the pawn's colour.
    pub pawn: [Bitboard; 2],
}

static ON_EMPTY_BOARD: [EmptyBoardAttacks; 64] = on_empty_board_table();

const fn on_empty_board_table() -> [EmptyBoardAttacks; 64] {
    const NONE: Bitboard = Bitboard::EMPTY;
    let none =
        EmptyBoardAttacks { knight: NONE, king: NONE, rook_lines: NONE, bishop_lines: NONE, pawn: [NONE; 2] };
    let mut table = [none; 64];
    let reach = reach_table();
    let mut square = 0;
    while square < 64 {
        table[square] = EmptyBoardAttacks {
            knight: Bitboard(reach[Role::Knight as usize][square]),
            king: Bitboard(reach[Role::King as usize][square]),
            rook_lines: Bitboard(reach[Role::Rook as usize][square]),
            bishop_lines: Bitboard(reach[Role::Bishop as usize][square]),
            pawn: [Bitboard(PAWN[0][square]), Bitboard(PAWN[1][square])],
        };
        square += 1;
    }
    table
}

#[inline]
pub(crate) fn on_empty_board(square: Square) -> &'static EmptyBoardAttacks {
    &ON_EMPTY_BOARD[square.at()]
}

/// By role and square, the squares that a piece attacks on an empty board; none for a pawn, whose attacks depend on
/// its colour.
pub(super) static REACH: [[u64; 64]; 8] = reach_table();

const fn reach_table() -> [[u64; 64]; 8] {
    let mut table = [[0; 64]; 8];
    table[Role::Knight as usize] = steps(&KNIGHT_STEPS, 1);
    table[Role::Bishop as usize] = steps(&BISHOP_STEPS, 7);
    table[Role::Rook as usize] = steps(&ROOK_STEPS, 7);
    table[Role::Queen as usize] = steps(&KING_STEPS, 7);
    table[Role::King as usize] = steps(&KING_STEPS, 1);
    table
}

/// The squares that a piece attacks on an empty board; none for a pawn.
#[inline]
pub(crate) fn reach(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize & 7][square.at()])
}

/// The square `reach` steps away, or 64 if that is off the board.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]
const fn step(square: usize, (files, ranks): (i8, i8), reach: i8) -> usize {
    let file = (square as i8 & 7) + files * reach;
    let rank = (square as i8 >> 3) + ranks * reach;
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 64 } else { (rank * 8 + file) as usize }
}

const fn steps(directions: &[(i8, i8)], reach: i8) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < directions.len() {
            let mut far = 1;
            while far <= reach {
                let target = step(square, directions[direction], far);
                if target == 64 {
                    break;
                }
                table[square] |= 1 << target;
                far += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

#[allow(clippy::large_stack_arrays)] // computed at compile time
const fn between_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let mut passed = 0;
            let mut far = 1;
            while far < 8 {
                let target = step(square, KING_STEPS[direction], far);
                if target == 64 {
                    break;
                }
                table[square][target] = passed;
                passed |= 1 << target;
                far += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

#[allow(clippy::large_stack_arrays)] // computed at compile time
const fn beyond_table() -> [[u64; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut square = 0;
    while square < 64 {
        table[square][square] = 1 << square;
        let mut direction = 0;
        while direction < 8 {
            let mut beyond = 0;
            let mut far = 7;
            while far > 0 {
                let target = step(square, KING_STEPS[direction], far);
                if target < 64 {
                    table[square][target] = beyond;
                    beyond |= 1 << target;
                }
                far -= 1;
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The squares that a pawn attacks.
#[inline]
pub(crate) fn pawn(color: Color, square: Square) -> Bitboard {
    on_empty_board(square).pawn[color.at()]
}

/// The squares strictly between two squares; empty if they share no line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.at()][b.at()])
}

/// The squares beyond `b` on the line from `a` through `b`; empty if they share no line, and `b` itself if they are
/// equal.
#[inline]
pub(super) fn beyond(a: Square, b: Square) -> Bitboard {
    Bitboard(BEYOND[a.at()][b.at()])
}
