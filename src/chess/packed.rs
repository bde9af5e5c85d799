//! A position in few bytes, kept for each game of a chunk.

use serde::{Deserialize, Serialize};

use super::man::Color;
use super::moves::Side;
use super::position::{PackedMan, Position};
use super::square::Square;

/// The contents of a FEN, two squares to a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct PackedBoard {
    cells: [u8; 32],
    rooks: [[Option<Square>; 2]; 2],
    en_passant: Option<Square>,
    turn: Color,
    halfmove: u32,
    fullmove: u32,
}

impl PackedBoard {
    pub(crate) fn of(position: &Position) -> Self {
        let mut cells = [0; 32];
        for (byte, [even, odd]) in cells.iter_mut().zip(position.cells.as_chunks().0) {
            *byte = even.packed() | odd.packed() << 4;
        }
        let rook = |color, side| position.castling().rook(color, side);
        let rooks =
            [Color::White, Color::Black].map(|color| [Side::King, Side::Queen].map(|side| rook(color, side)));
        Self {
            cells,
            rooks,
            en_passant: position.legal_en_passant(),
            turn: position.turn(),
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
        }
    }

    /// A position with the same FEN.
    pub(crate) fn unpacked(&self) -> Position {
        let mut position = Position::empty();
        let halves = self.cells.iter().flat_map(|byte| [byte & 15, byte >> 4]);
        for (half, square) in halves.zip(Square::all()) {
            if let Some(man) = PackedMan::of_packed(half).man() {
                position.put(square, man);
            }
        }
        for (color, sides) in [Color::White, Color::Black].into_iter().zip(self.rooks) {
            for (side, rook) in [Side::King, Side::Queen].into_iter().zip(sides) {
                if let Some(rook) = rook {
                    position.grant_castling(color, side, rook);
                }
            }
        }
        position.set_turn(self.turn);
        position.set_counters(self.halfmove, self.fullmove);
        position.set_en_passant(self.en_passant);
        position
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Fen;

    #[test]
    fn fen_survives_packing() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 31 99",
            "4k3/8/8/8/8/8/8/RK5R w HA - 3 20",
            "QQQQQQQQ/pppppppp/8/8/8/8/nnnnnnnn/8 w - - 0 1",
        ] {
            let position = Position::from_fen(fen.as_bytes()).unwrap();
            let unpacked = PackedBoard::of(&position).unpacked();
            assert_eq!(Fen(&unpacked).to_string(), Fen(&position).to_string());
        }
    }
}
