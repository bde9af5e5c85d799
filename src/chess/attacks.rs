//! Attack tables, computed at compile time. Sliders are asked backwards: a man on one of the lines of
//! a square attacks it if nothing stands between, so lines and a between-table are all that is needed.

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

const KNIGHT: [u64; 64] = steps(&KNIGHT_STEPS, 1);
const KING: [u64; 64] = steps(&KING_STEPS, 1);
pub(super) const PAWN: [[u64; 64]; 2] = [steps(&WHITE_PAWN_STEPS, 1), steps(&BLACK_PAWN_STEPS, 1)];
const ROOK_LINES: [u64; 64] = steps(&ROOK_STEPS, 7);
const BISHOP_LINES: [u64; 64] = steps(&BISHOP_STEPS, 7);
static BETWEEN: [[u64; 64]; 64] = between_table();
static BEYOND: [[u64; 64]; 64] = beyond_table();
/// What is seen from a square on an empty board, by each way of striking: together, because together they are
/// asked for.
#[derive(Clone, Copy)]
pub(crate) struct View {
    pub knight: Bitboard,
    pub king: Bitboard,
    /// Its file and rank.
    pub rook_lines: Bitboard,
    /// Its diagonals.
    pub bishop_lines: Bitboard,
    /// By the colour of the pawn that stands there.
    pub pawn: [Bitboard; 2],
}

static VIEWS: [View; 64] = views();

const fn views() -> [View; 64] {
    const NONE: Bitboard = Bitboard::EMPTY;
    let blind = View { knight: NONE, king: NONE, rook_lines: NONE, bishop_lines: NONE, pawn: [NONE; 2] };
    let mut views = [blind; 64];
    let mut square = 0;
    while square < 64 {
        views[square] = View {
            knight: Bitboard(KNIGHT[square]),
            king: Bitboard(KING[square]),
            rook_lines: Bitboard(ROOK_LINES[square]),
            bishop_lines: Bitboard(BISHOP_LINES[square]),
            pawn: [Bitboard(PAWN[0][square]), Bitboard(PAWN[1][square])],
        };
        square += 1;
    }
    views
}

/// What is seen from `square` on an empty board.
#[inline]
pub(crate) fn view(square: Square) -> &'static View {
    &VIEWS[square.at()]
}

/// Where a piece of each role strikes on an empty board; pawns, which have a colour, nowhere.
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

/// The same by the role's number.
#[inline]
pub(super) fn reach_of(role: usize, square: Square) -> Bitboard {
    Bitboard(REACH[role & 7][square.at()])
}

/// Where a piece of the role strikes from `square` on an empty board; nowhere for a pawn.
#[inline]
pub(crate) fn reach(role: Role, square: Square) -> Bitboard {
    Bitboard(REACH[role as usize & 7][square.at()])
}

/// The square `reach` steps away, or 64 off the board.
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

/// Where a pawn of `color` on `square` strikes.
#[inline]
pub(crate) fn pawn(color: Color, square: Square) -> Bitboard {
    view(square).pawn[color.at()]
}

/// The squares strictly between two squares of one line; empty where they share none.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    Bitboard(BETWEEN[a.at()][b.at()])
}

/// The squares behind `b`, seen from `a`, on the line the two share; empty where they share none. Behind itself
/// a square stands itself.
#[inline]
pub(super) fn beyond(a: Square, b: Square) -> Bitboard {
    Bitboard(BEYOND[a.at()][b.at()])
}
