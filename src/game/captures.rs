//! Which moves take a man, without setting the board up again.

use crate::chess::{Bitboard, CastlingSquares, File, MoveKind, Position, Side, Square, castling_squares};

use super::record::Record;

impl Record {
    /// Tells of each move whether it takes a man; `None` where the game does not begin in the usual array, or more
    /// than legal moves changed the board.
    pub fn captures_from_the_array(&self) -> Option<impl Iterator<Item = bool>> {
        let is_usual = self.start.key() == Position::initial().key() && self.start.halfmove() == 0;
        if !is_usual || !self.odd.is_empty() || !self.acts.is_empty() || !self.log.boards.is_unedited() {
            return None;
        }
        let mut occupied = self.start.occupied();
        Some(self.moves.iter().map(move |played| {
            let (from, to) = (played.from(), played.to());
            let takes = match played.kind() {
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
            takes
        }))
    }
}
