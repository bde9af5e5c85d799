//! Which moves take a man, without setting the board up again.

use crate::chess::{Bitboard, CastlingSquares, File, MoveKind, Position, Side, Square, castling_squares};

use super::record::Record;

impl Record {
    /// Tells of each move whether it takes a man; `None` where the game does not begin in the usual array, or more
    /// than legal moves changed the board.
    pub fn captures_from_the_array(&self) -> Option<impl Iterator<Item = bool>> {
        let is_usual = self.start.key() == Position::initial().key() && self.start.halfmove() == 0;
        if !is_usual || !self.odd.is_empty() || !self.acts.is_empty() || !self.fallen.is_untouched() {
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

#[cfg(test)]
mod tests {
    use crate::pgn::reader::the_game as read;

    #[test]
    fn every_capture_is_told_and_nothing_else() {
        let text = "1. e4 d5 2. exd5 Nf6 3. c4 c6 4. dxc6 bxc6 5. Nf3 g6 6. g3 Bg7 7. Bg2 O-O 8. O-O e6 9. Nc3 Qa5 \
                    10. d4 Ba6 11. Bd2 Nbd7 12. Nd5 Qd8 13. Nxf6+ Nxf6 14. c5 Rb8 15. a4 e5 16. dxe5 Ng4 \
                    17. a5 Rb5 18. Bc3 Rxc5 19. b4 Rd5 20. Qc2 Bxf1 21. Rxf1 f5 22. exf6 Qxf6 23. Bxf6 Rxf6 *";
        let record = read(text);
        let told: Vec<bool> = record.captures_from_the_array().unwrap().collect();
        let mut men = record.start.occupied().count();
        for (takes, ply) in told.iter().zip(1..) {
            let left = record.position_after(ply).occupied().count();
            assert_eq!(*takes, left < men, "ply {ply}");
            men = left;
        }
        assert_eq!(told.len(), record.moves.len());
    }

    #[test]
    fn it_is_not_told_where_more_than_moves_changed_the_board() {
        assert!(read("1. e4 e5 {[%drop a7]} *").captures_from_the_array().is_none());
        assert!(read("1. e4 e5 2. Ng1-g3 *").captures_from_the_array().is_none());
        let placed = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O *";
        assert!(read(placed).captures_from_the_array().is_none());
    }
}
