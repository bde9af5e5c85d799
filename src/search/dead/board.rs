//! The board of the helpmate search.
//!
//! A search copies its board once a move and keeps millions of them in a table. This one is 72 bytes, compares
//! exactly, and generates legal moves without a list. It is always seen from the intended winner: if that is Black, the
//! board is mirrored when it is built, so everything in this folder may say that White mates.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::legal_moves::LegalMove;
use crate::chess::attacks::{self, EmptyBoardAttacks};
use crate::chess::{
    Bitboard, Color, Man, Move, MoveKind, Position, Role, Side, Square, castling_squares, corner,
};

/// A position with one king each, the side not on move not in check, and castling rights as in the usual array only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct SearchBoard {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
    turn: Color,
    /// A bit for each right to castle: see [`castling_bit`].
    castling: u8,
    /// The square that a pawn just passed over, if an opposing pawn attacks it.
    en_passant: Option<Square>,
}

impl SearchBoard {
    /// The position, mirrored if the intended winner is Black. A game must be able to start from it
    /// ([`Position::odd_setup`]), and it may have usual castling rights only.
    pub(super) fn seen_by(position: &Position, winner: Color) -> Self {
        let is_mirrored = winner == Color::Black;
        let seen = |squares: Bitboard| if is_mirrored { Bitboard(squares.0.swap_bytes()) } else { squares };
        let seen_color = |color: Color| if is_mirrored { color.other() } else { color };
        let mut castling = 0;
        for color in [Color::White, Color::Black] {
            for side in [Side::King, Side::Queen] {
                if position.castling().rook(color, side).is_some() {
                    castling |= castling_bit(seen_color(color), side);
                }
            }
        }
        Self {
            roles: Role::ALL.map(|role| seen(position.of_role(role))),
            colors: [Color::White, Color::Black].map(|color| seen(position.men(seen_color(color)))),
            turn: seen_color(position.turn()),
            castling,
            en_passant: position
                .legal_en_passant()
                .map(|square| if is_mirrored { square.mirrored() } else { square }),
        }
    }

    pub(super) fn turn(&self) -> Color {
        self.turn
    }

    pub(super) fn men(&self, color: Color) -> Bitboard {
        self.colors[color.at()]
    }

    pub(super) fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role.at()]
    }

    pub(super) fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.at()] & self.roles[role.at()]
    }

    pub(super) fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    pub(super) fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    #[cfg(test)]
    pub(super) fn with_en_passant(self, en_passant: Option<Square>) -> Self {
        Self { en_passant, ..self }
    }

    pub(super) fn may_castle(&self, color: Color, side: Side) -> bool {
        self.castling & castling_bit(color, side) != 0
    }

    /// The only king of a side.
    pub(super) fn king(&self, color: Color) -> Square {
        self.of(color, Role::King).first().unwrap_or(Square::from_index(0))
    }

    pub(super) fn man_at(&self, square: Square) -> Option<Man> {
        let role = Role::ALL.into_iter().find(|role| self.roles[role.at()].has(square))?;
        let color = if self.colors[0].has(square) { Color::White } else { Color::Black };
        Some(Man { color, role })
    }

    /// Whether the side on move is in check.
    pub(super) fn in_check(&self) -> bool {
        let us = self.turn;
        !self.attackers(self.king(us), us.other(), self.occupied()).is_empty()
    }

    /// The board after a legal move.
    pub(super) fn after(&self, LegalMove { role, played }: LegalMove) -> Self {
        let mut next = *self;
        let us = self.turn;
        let them = us.other();
        let (from, to) = (played.from(), played.to());
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        if self.colors[them.at()].has(to) {
            next.colors[them.at()] ^= to_bit;
            for men in &mut next.roles {
                *men &= !to_bit;
            }
        }
        next.colors[us.at()] ^= from_bit | to_bit;
        next.roles[role.at()] ^= from_bit | to_bit;
        next.castling &= !(CASTLING_ENDED[from.at()] | CASTLING_ENDED[to.at()]);
        next.en_passant = None;
        match played.kind() {
            MoveKind::Double => next.en_passant = self.attacked_in_passing(played),
            MoveKind::EnPassant => {
                let victim = Bitboard::of(Square::new(to.file(), from.rank()));
                next.colors[them.at()] &= !victim;
                next.roles[Role::Pawn.at()] &= !victim;
            }
            MoveKind::Promotion(promoted) => {
                next.roles[role.at()] &= !to_bit;
                next.roles[promoted.at()] |= to_bit;
            }
            MoveKind::Castling(side) => {
                let rook =
                    Bitboard::of(corner(us, side)) | Bitboard::of(castling_squares(from.rank(), side).rook);
                next.colors[us.at()] ^= rook;
                next.roles[Role::Rook.at()] ^= rook;
            }
            MoveKind::Plain | MoveKind::Null => {}
        }
        next.turn = them;
        next
    }

    /// The square that a pawn passes over with two steps, if an opposing pawn attacks it.
    fn attacked_in_passing(&self, played: Move) -> Option<Square> {
        let us = self.turn;
        played
            .passed()
            .filter(|passed| !(attacks::pawn(us, *passed) & self.of(us.other(), Role::Pawn)).is_empty())
    }

    /// The men of `by` that attack a square, with `occupied` in the way.
    pub(super) fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let from = attacks::on_empty_board(square);
        let mut attackers = self.near_attackers(from, by);
        for slider in self.sliders_towards(from, by) {
            if (attacks::between(square, slider) & occupied).is_empty() {
                attackers |= Bitboard::of(slider);
            }
        }
        attackers
    }

    /// The pawns, the knights and the king of `by` that attack a square.
    pub(super) fn near_attackers(&self, from: &EmptyBoardAttacks, by: Color) -> Bitboard {
        ((from.knight & self.roles[Role::Knight.at()])
            | (from.king & self.roles[Role::King.at()])
            | (from.pawn[by.other().at()] & self.roles[Role::Pawn.at()]))
            & self.colors[by.at()]
    }

    /// The sliders of `by` that would attack a square on an empty board.
    pub(super) fn sliders_towards(&self, from: &EmptyBoardAttacks, by: Color) -> Bitboard {
        let queens = self.roles[Role::Queen.at()];
        ((from.rook_lines & (self.roles[Role::Rook.at()] | queens))
            | (from.bishop_lines & (self.roles[Role::Bishop.at()] | queens)))
            & self.colors[by.at()]
    }

    /// Whether `by` attacks a square, with `occupied` in the way.
    pub(super) fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let from = attacks::on_empty_board(square);
        !self.near_attackers(from, by).is_empty()
            || self
                .sliders_towards(from, by)
                .squares()
                .any(|slider| (attacks::between(square, slider) & occupied).is_empty())
    }
}

const fn castling_bit(color: Color, side: Side) -> u8 {
    1 << (color as u8 * 2 + side as u8)
}

/// The rights to castle that end when a man leaves a square or arrives on it.
const CASTLING_ENDED: [u8; 64] = {
    let mut table = [0; 64];
    let [white_queen, white_king] =
        [castling_bit(Color::White, Side::Queen), castling_bit(Color::White, Side::King)];
    let [black_queen, black_king] =
        [castling_bit(Color::Black, Side::Queen), castling_bit(Color::Black, Side::King)];
    table[0] = white_queen;
    table[4] = white_queen | white_king;
    table[7] = white_king;
    table[56] = black_queen;
    table[60] = black_queen | black_king;
    table[63] = black_king;
    table
};
