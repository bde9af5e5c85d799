//! A position that holds any placement and makes any move, legal or not.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::castling::CastlingRights;
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::square::{File, Rank, Square};
use super::zobrist;

/// The content of a square in one byte: the role in the lowest three bits, the colour in the next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedMan(u8);

impl PackedMan {
    /// No man. Its role index is not one of a role, so code that updates the captured man's sets needs no branch.
    pub(super) const EMPTY: Self = Self(0x87);

    #[inline]
    const fn of(man: Man) -> Self {
        Self::of_parts(man.color, man.role as u8)
    }

    #[inline]
    pub(super) const fn of_parts(color: Color, role: u8) -> Self {
        Self((color as u8) << 3 | role)
    }

    /// The empty square in a set of [`PackedMan::relative_to`] codes.
    pub(super) const RELATIVE_EMPTY: u16 = 1 << 7 | 1 << 15;
    /// The opponent's men except the king in such a set.
    pub(super) const RELATIVE_CAPTURABLE: u16 = 0b1_1111 << 8;

    /// A code below 16, relative to a player: 0 to 5 are the player's own men by role, 8 to 13 the opponent's; 7 or 15
    /// is an empty square.
    #[inline]
    pub(super) const fn relative_to(self, color: Color) -> u8 {
        (self.0 ^ (color as u8) << 3) & 15
    }

    /// The part of the position's key for this man on a square.
    #[inline]
    pub(super) fn key(self, square: Square) -> u64 {
        zobrist::cell(self.0, square)
    }

    #[inline]
    const fn color_at(self) -> usize {
        (self.0 >> 3 & 1) as usize
    }

    #[inline]
    pub(super) const fn role_at(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The content in four bits.
    #[inline]
    pub(super) const fn packed(self) -> u8 {
        self.0 & 15
    }

    #[inline]
    pub(super) const fn of_packed(bits: u8) -> Self {
        if bits & 7 == Self::EMPTY.0 & 7 { Self::EMPTY } else { Self(bits & 15) }
    }

    #[inline]
    pub(super) const fn man(self) -> Option<Man> {
        if self.0 & 0x80 != 0 {
            return None;
        }
        let color = if self.0 & 8 == 0 { Color::White } else { Color::Black };
        let role = match self.0 & 7 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        };
        Some(Man { color, role })
    }
}

/// The board with the side to move, castling rights, en passant square and counters.
///
/// It need not be legal: there may be no king or several, pawns on the last ranks, both kings in check. Counters are in
/// plies (`halfmove`) and moves (`fullmove`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) cells: [PackedMan; 64],
    pub(super) colors: [Bitboard; 2],
    /// By role; eight entries, so that an index of three bits needs no bounds check.
    pub(super) roles: [Bitboard; 8],
    pub(super) castling: CastlingRights,
    /// The square that a pawn just passed over, if an opposing pawn attacks it.
    pub(super) en_passant: Option<Square>,
    /// Whether a capture there is legal under the common law. Only then is it part of the key.
    en_passant_legal: bool,
    pub(super) turn: Color,
    pub(super) halfmove: u32,
    pub(super) fullmove: u32,
    pub(super) key: u64,
}

impl Position {
    /// An empty board, White to move, move 1.
    pub const fn empty() -> Self {
        Self {
            cells: [PackedMan::EMPTY; 64],
            colors: [Bitboard::EMPTY; 2],
            roles: [Bitboard::EMPTY; 8],
            castling: CastlingRights::NONE,
            en_passant: None,
            en_passant_legal: false,
            turn: Color::White,
            halfmove: 0,
            fullmove: 1,
            key: 0,
        }
    }

    /// The usual starting position.
    pub fn initial() -> Self {
        let mut position = Self::empty();
        let pieces = b"RNBQKBNR".iter().filter_map(|letter| Role::from_letter(*letter));
        for (file, role) in (0..8).map(File::from_index).zip(pieces) {
            for (color, home, pawns) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                position.put(Square::new(file, Rank::from_index(home)), Man { color, role });
                position.put(Square::new(file, Rank::from_index(pawns)), Man { color, role: Role::Pawn });
            }
        }
        position.grant_usual_castling();
        position
    }

    /// The man on a square.
    #[inline]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.cells[square.at()].man()
    }

    /// All men of a colour.
    #[inline]
    pub fn men(&self, color: Color) -> Bitboard {
        self.colors[color.at()]
    }

    /// The men of a role, of either colour.
    #[inline]
    pub fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role.at()]
    }

    /// The men of a role and a colour.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.at()] & self.roles[role.at()]
    }

    /// The occupied squares.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The castling rights.
    #[inline]
    pub fn castling(&self) -> &CastlingRights {
        &self.castling
    }

    /// The square that a pawn just passed over, if an opposing pawn attacks it, even if the capture is illegal.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The en passant square, if the capture is legal under the common law.
    pub(crate) fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_legal)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The number of the next move, from 1.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// A key that is equal for positions that are the same under FIDE 9.2.3: by placement, side to move, castling rights
    /// and legal captures en passant.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A key that is equal for positions with the same placement and side to move, whatever their rights.
    pub fn placement_key(&self) -> u64 {
        let mut key = self.key;
        for color in [Color::White, Color::Black] {
            for side in [Side::King, Side::Queen] {
                if self.castling.rook(color, side).is_some() {
                    key ^= zobrist::castling(color, side);
                }
            }
        }
        self.legal_en_passant().map_or(key, |square| key ^ zobrist::en_passant(square.file()))
    }

    /// Puts a man on a square and removes any man that was there.
    pub fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.cells[square.at()] = PackedMan::of(man);
        self.colors[man.color.at()] |= Bitboard::of(square);
        self.roles[man.role.at()] |= Bitboard::of(square);
        self.key ^= zobrist::man(man.color, man.role, square);
    }

    /// Removes the man on a square.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        self.cells[square.at()] = PackedMan::EMPTY;
        self.colors[man.color.at()] &= !Bitboard::of(square);
        self.roles[man.role.at()] &= !Bitboard::of(square);
        self.key ^= zobrist::man(man.color, man.role, square);
        Some(man)
    }

    /// Sets the side to move; nothing else changes.
    pub fn set_turn(&mut self, turn: Color) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    /// Sets the plies since the last capture or pawn move, and the number of the next move.
    pub fn set_counters(&mut self, halfmove: u32, fullmove: u32) {
        self.halfmove = halfmove;
        self.fullmove = fullmove;
    }

    /// Sets the square that a pawn of the opponent just passed over. It is dropped if no pawn attacks it.
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        self.clear_en_passant();
        let Some(square) = square else { return };
        let us = self.turn;
        let takers = attacks::pawn(us.other(), square) & self.of(us, Role::Pawn);
        if takers.is_empty() {
            return;
        }
        self.en_passant = Some(square);
        let victim = Bitboard::of(en_passant_victim(square));
        for taker in takers {
            if !self.exposes_king(taker, square, victim) {
                self.en_passant_legal = true;
                self.key ^= zobrist::en_passant(square.file());
                return;
            }
        }
    }

    /// Sets the square that a pawn of the opponent just passed over, if the men agree: the pawn in front of it, and no
    /// man on it or on the pawn's square of origin.
    pub fn set_en_passant_if_possible(&mut self, square: Option<Square>) {
        let pawn = Man { color: self.turn.other(), role: Role::Pawn };
        self.set_en_passant(square.filter(|square| {
            let victim = en_passant_victim(*square);
            let origin = square.behind(self.turn.other());
            self.man_at(victim) == Some(pawn)
                && self.man_at(*square).is_none()
                && self.man_at(origin).is_none()
        }));
    }

    /// Whether a man of `by` among `alive` attacks `square`, if the squares `occupied` block lines.
    #[inline]
    pub(super) fn is_attacked_by(
        &self,
        square: Square,
        by: Color,
        occupied: Bitboard,
        alive: Bitboard,
    ) -> bool {
        if !(self.near_attackers(square, by) & alive).is_empty() {
            return true;
        }
        for slider in self.sliders_towards(square, by) & alive {
            if (attacks::between(square, slider) & occupied).is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether a man of `by` attacks `square`.
    pub(crate) fn is_attacked(&self, square: Square, by: Color) -> bool {
        self.is_attacked_by(square, by, self.occupied(), !Bitboard::EMPTY)
    }

    /// The men of `by` that attack `square`.
    pub(crate) fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let mut all = self.near_attackers(square, by);
        for slider in self.sliders_towards(square, by) {
            if (attacks::between(square, slider) & occupied).is_empty() {
                all |= Bitboard::of(slider);
            }
        }
        all
    }

    /// The pawns, knights and kings of `by` that attack `square`.
    #[inline]
    fn near_attackers(&self, square: Square, by: Color) -> Bitboard {
        let from = attacks::on_empty_board(square);
        ((from.knight & self.roles[Role::Knight.at()])
            | (from.king & self.roles[Role::King.at()])
            | (from.pawn[by.other().at()] & self.roles[Role::Pawn.at()]))
            & self.colors[by.at()]
    }

    /// Whether a king of `color` is attacked; false without a king.
    #[inline]
    pub fn in_check(&self, color: Color) -> bool {
        let occupied = self.occupied();
        for king in self.of(color, Role::King) {
            if self.is_attacked_by(king, color.other(), occupied, !Bitboard::EMPTY) {
                return true;
            }
        }
        false
    }

    /// The men that check a king of `color`.
    pub(crate) fn checkers(&self, color: Color) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for king in self.of(color, Role::King) {
            all |= self.attackers(king, color.other());
        }
        all
    }

    /// Makes a move, legal or not: moves the man, removes any man on the target square, and passes the turn.
    pub fn play(&mut self, played: Move) {
        self.play_inline(played);
    }

    /// The position after a move.
    #[must_use]
    pub(crate) fn after(&self, played: Move) -> Self {
        let mut after = *self;
        after.play(played);
        after
    }

    /// [`Position::play`], inlined for the replay of games.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn play_inline(&mut self, played: Move) {
        let (from, to) = (played.from(), played.to());
        let both = Bitboard::of(from) | Bitboard::of(to);
        if self.en_passant.is_some() {
            self.clear_en_passant();
        }
        if !(self.castling.watched & both).is_empty() {
            self.end_castling_by(played);
        }
        self.halfmove += 1;
        self.fullmove += self.turn as u32;
        if played.is_plain() {
            self.move_man(from, to);
            self.pass_turn();
        } else {
            self.play_special(played);
        }
    }

    /// Moves a man, and captures any man on the target square.
    #[inline]
    fn move_man(&mut self, from: Square, to: Square) {
        let cell = self.cells[from.at()];
        if cell == PackedMan::EMPTY || from == to {
            return;
        }
        let taken = self.cells[to.at()];
        let (from_bit, to_bit) = (Bitboard::of(from), Bitboard::of(to));
        self.cells[from.at()] = PackedMan::EMPTY;
        self.cells[to.at()] = cell;
        if taken != PackedMan::EMPTY {
            self.colors[taken.color_at()] &= !to_bit;
            self.roles[taken.role_at()] &= !to_bit;
            self.key ^= taken.key(to);
            self.halfmove = 0;
        }
        let both = from_bit | to_bit;
        self.colors[cell.color_at()] ^= both;
        self.roles[cell.role_at()] ^= both;
        self.key ^= cell.key(from) ^ cell.key(to);
        if cell.role_at() == Role::Pawn.at() {
            self.halfmove = 0;
        }
    }

    #[cold]
    pub(super) fn clear_en_passant(&mut self) {
        if let Some(square) = self.legal_en_passant() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = None;
        self.en_passant_legal = false;
    }

    #[inline(never)]
    fn play_special(&mut self, played: Move) {
        let (from, to) = (played.from(), played.to());
        match played.kind() {
            MoveKind::Plain | MoveKind::Null => {}
            MoveKind::Double => {
                self.move_man(from, to);
                self.pass_turn();
                let passed = Square::from_index(u8::midpoint(from.index(), to.index()));
                // A pawn that can capture is rare.
                if !(attacks::pawn(self.turn.other(), passed) & self.of(self.turn, Role::Pawn)).is_empty() {
                    self.set_en_passant_if_possible(Some(passed));
                }
                return;
            }
            MoveKind::EnPassant => {
                self.remove(Square::new(to.file(), from.rank()));
                self.move_man(from, to);
            }
            MoveKind::Castling(side) => self.castle(from, side),
            MoveKind::Promotion(role) => {
                if let Some(man) = self.remove(from) {
                    self.put(to, Man { color: man.color, role });
                }
                self.halfmove = 0;
            }
        }
        self.pass_turn();
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }
}

/// The first rank of a colour.
pub(crate) const fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::FIRST,
        Color::Black => Rank::EIGHTH,
    }
}

/// The square of the pawn that a capture en passant on `square` captures.
pub(super) const fn en_passant_victim(square: Square) -> Square {
    let rank = if square.rank().index() == 2 { 3 } else { 4 };
    Square::new(square.file(), Rank::from_index(rank))
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}
