//! Finds the captures of a game from the moves alone, without a board.

use crate::chess::{Bitboard, CastlingSquares, File, MoveKind, Position, Side, Square, castling_squares};

use super::record::Record;

impl Record {
    /// For each move whether it is a capture. `None` unless the game begins in the usual array and only legal moves changed
    /// the board.
    pub fn captures_by_move(&self) -> Option<impl Iterator<Item = bool>> {
        let is_usual = self.start.key() == Position::initial().key() && self.start.halfmove() == 0;
        if !is_usual
            || !self.nonstandard_moves.is_empty()
            || !self.acts.is_empty()
            || !self.log.boards.is_unedited()
        {
            return None;
        }
        let mut occupied = self.start.occupied();
        Some(self.moves.iter().map(move |played| {
            let (from, to) = (played.from(), played.to());
            let is_capture = match played.kind() {
                MoveKind::Castling(side) => {
                    let corner = File::from_index(if side == Side::King { 7 } else { 0 });
                    let CastlingSquares { king: king_to, rook: rook_to } =
                        castling_squares(from.rank(), side);
                    occupied &= !Bitboard::of(Square::new(corner, from.rank()));
                    occupied = occupied & !Bitboard::of(from) | Bitboard::of(king_to) | Bitboard::of(rook_to);
                    return false;
                }
                MoveKind::EnPassant => {
                    occupied &= !Bitboard::of(Square::new(to.file(), from.rank()));
                    true
                }
                _ => occupied.has(to),
            };
            occupied = occupied & !Bitboard::of(from) | Bitboard::of(to);
            is_capture
        }))
    }
}
