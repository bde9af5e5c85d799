//! Zobrist keys of positions, of 64 bits.
//!
//! The numbers come from splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators"), so keys
//! are the same on every run.

// Every index below is masked to the table's length or a loop variable under it.
#![allow(clippy::indexing_slicing)]

use super::man::{Color, Role};
use super::moves::Side;
use super::square::{File, Square};

static MEN: [[u64; 64]; 16] = men();

const fn splitmix(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

const fn men() -> [[u64; 64]; 16] {
    let mut table = [[0; 64]; 16];
    let mut man = 0;
    while man < 16 {
        let mut square = 0;
        // The remaining indices are not men: their key is 0.
        while square < 64 && man & 7 < Role::ALL.len() {
            table[man][square] = splitmix((man * 64 + square + 1) as u64);
            square += 1;
        }
        man += 1;
    }
    table
}

/// Part of the key when Black is to move.
pub(super) const BLACK_TO_MOVE: u64 = splitmix(2000);

#[inline]
pub(super) fn man(color: Color, role: Role, square: Square) -> u64 {
    MEN[(color.at() << 3 | role.at()) & 15][square.at()]
}

/// The key of a man packed in one byte: the role in the lowest three bits, the colour in the next. It is 0 for an
/// invalid role.
#[inline]
pub(super) fn cell(man: u8, square: Square) -> u64 {
    MEN[(man & 15) as usize][square.at()]
}

#[inline]
pub(super) fn castling(color: Color, side: Side) -> u64 {
    splitmix(3001 + (color.at() * 2 + side.at()) as u64)
}

/// The key of a legal capture en passant on a file.
#[inline]
pub(super) fn en_passant(file: File) -> u64 {
    splitmix(2010 + u64::from(file.index()))
}
