//! Castling on the fast path: `O-O` and `O-O-O` with king and rook on their usual squares.
//!
//! Other squares, other texts and illegal castling are left to [`super::san()`].

// The tables below are indexed by squares, colours and sides.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::castling::{CastlingSquares, castling_squares};
use super::legality::{corner, king_home};
use super::man::{Color, Role};
use super::moves::{Move, MoveKind, Side};
use super::position::{PackedMan, Position};
use super::san::CheckSign;
use super::square::Square;
use super::threats::Threats;
use super::zobrist;

/// `O-O` or `O-O-O`, an optional check sign, and a blank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FastCastling {
    side: Side,
    sign: CheckSign,
    length: u8,
}

impl FastCastling {
    pub(crate) fn read(window: [u8; 8]) -> Option<Self> {
        let (side, rest, length) = match window {
            [b'O', b'-', b'O', b'-', b'O', sign, blank, _] => (Side::Queen, [sign, blank], 6),
            [b'O', b'-', b'O', sign, blank, ..] => (Side::King, [sign, blank], 4),
            _ => return None,
        };
        let (sign, blank, length) = match rest {
            [b'+', blank] => (CheckSign::Check, blank, length + 1),
            [b'#', blank] => (CheckSign::Mate, blank, length + 1),
            [blank, _] => (CheckSign::None, blank, length),
        };
        matches!(blank, b' ' | b'\n' | b'\r').then_some(Self { side, sign, length })
    }

    pub(crate) const fn sign(self) -> CheckSign {
        self.sign
    }

    /// In bytes, with the blank.
    pub(crate) const fn length(self) -> usize {
        self.length as usize
    }
}

impl Position {
    /// Castles in an ordinary position, if king and rook are on their usual squares and castling is legal; otherwise
    /// nothing changes.
    pub(crate) fn fast_castle(&mut self, castling: FastCastling, threats: &Threats) -> Option<Move> {
        let (us, side) = (self.turn, castling.side);
        let (king, rook) = (king_home(us), corner(us, side));
        let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(king.rank(), side);
        let are_in_place = self.castling.rook(us, side) == Some(rook) && self.of(us, Role::King).has(king);
        let occupied = self.occupied();
        if !are_in_place || threats.is_check() || !(attacks::between(king, rook) & occupied).is_empty() {
            return None;
        }
        // The present occupation is enough: the king is not in check, so no line through its square attacks the squares
        // it goes to, and no attacker is beyond the rook in the corner.
        let is_attacked = |square| self.is_attacked_by(square, us.other(), occupied, !Bitboard::EMPTY);
        if is_attacked(rook_to) || is_attacked(king_to) {
            return None;
        }
        if self.en_passant.is_some() {
            self.clear_en_passant();
        }
        self.halfmove += 1;
        self.fullmove += us as u32;
        self.move_to_empty(us, Role::King, [king, king_to]);
        self.move_to_empty(us, Role::Rook, [rook, rook_to]);
        self.end_all_castling(us);
        self.turn = us.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
        Some(Move::new(king, king_to, MoveKind::Castling(side)))
    }

    /// Moves a man to an empty square; nothing else changes.
    fn move_to_empty(&mut self, color: Color, role: Role, [from, to]: [Square; 2]) {
        let both = Bitboard::of(from) | Bitboard::of(to);
        let cell = PackedMan::of_parts(color, role as u8);
        self.cells[from.at()] = PackedMan::EMPTY;
        self.cells[to.at()] = cell;
        self.colors[color.at()] ^= both;
        self.roles[role.at()] ^= both;
        self.key ^= cell.key(from) ^ cell.key(to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Play;

    fn fast_castle(position: &mut Position, text: &str) -> Option<Move> {
        let window = format!("{text}        ").into_bytes().first_chunk().copied()?;
        let threats = position.threats();
        position.fast_castle(FastCastling::read(window)?, &threats)
    }

    #[test]
    fn fast_castling_agrees_with_the_general_rules() {
        let boards = [
            "r3k2r/8/8/8/8/8/8/R3K2R",
            "r3k2r/8/8/8/8/8/8/R1B1K1NR",
            "r3k2r/8/8/8/4R3/8/8/R3K2R",
            "r3k2r/8/8/3q1r2/8/8/8/R3K2R",
            "r3k2r/8/8/8/6q1/b7/8/R3K2R",
            "r3k2r/7P/8/8/8/4n3/1p6/R3K2R",
            "r3k2r/8/4b3/8/1Q6/8/8/R3K2R",
        ];
        let mut castled = 0;
        for board in boards {
            for (turn, rights) in [("w", "KQkq"), ("b", "KQkq"), ("w", "Kq"), ("b", "Qk"), ("w", "-")] {
                let fen = format!("{board} {turn} {rights} - 3 20");
                let Ok(position) = Position::from_fen(fen.as_bytes()) else { continue };
                for (text, side) in [("O-O", Side::King), ("O-O-O", Side::Queen)] {
                    let (mut here, mut there) = (position, position);
                    let legal = position.legal_moves(Play::COMMON).into_iter();
                    let expected = legal.clone().find(|played| played.kind() == MoveKind::Castling(side));
                    assert_eq!(fast_castle(&mut here, text), expected, "{fen} {text}");
                    if let Some(played) = expected {
                        castled += 1;
                        there.play(played);
                    }
                    assert!(here == there, "{fen} {text}");
                }
            }
        }
        assert!(castled > 10, "{castled}");
    }

    #[test]
    fn rooks_on_other_squares_are_left_to_the_general_rules() {
        let fen = b"1r2k1r1/8/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 3 20";
        let position = Position::from_fen(fen).unwrap();
        for (text, side) in [("O-O", Side::King), ("O-O-O", Side::Queen)] {
            let castles = |played: &Move| played.kind() == MoveKind::Castling(side);
            assert!(position.legal_moves(Play::COMMON).iter().any(castles), "{text}");
            let mut here = position;
            assert_eq!(fast_castle(&mut here, text), None, "{text}");
            assert!(here == position, "{text}");
        }
    }

    #[test]
    fn usual_texts_are_read() {
        let read =
            |text: &[u8; 8]| FastCastling::read(*text).map(|read| (read.side, read.sign(), read.length()));
        assert_eq!(read(b"O-O 2.Nf"), Some((Side::King, CheckSign::None, 4)));
        assert_eq!(read(b"O-O-O\n2."), Some((Side::Queen, CheckSign::None, 6)));
        assert_eq!(read(b"O-O+ 2.N"), Some((Side::King, CheckSign::Check, 5)));
        assert_eq!(read(b"O-O-O# 1"), Some((Side::Queen, CheckSign::Mate, 7)));
        for text in [b"O-O-O-O ", b"O-O! 2.N", b"0-0 2.Nf", b"OO 2.Nf3", b"O-O++ 2."] {
            assert_eq!(read(text), None);
        }
    }
}
