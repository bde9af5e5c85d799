//! A position that holds any placement, and the making of any move, lawful or not.

// Every index below is a `Square`, `Color` or `Role` whose type keeps it inside its table.
#![allow(clippy::indexing_slicing)]

use super::attacks;
use super::bitboard::Bitboard;
use super::castling_rights::CastlingRights;
use super::man::{Color, Man, Role};
use super::moves::{Move, MoveKind, Side};
use super::square::{File, Rank, Square};
use super::zobrist;

/// What stands on a square, in one byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PackedMan(u8);

impl PackedMan {
    /// No man: of no colour's role, so that what is set back for a man taken is set back for none.
    pub(super) const EMPTY: Self = Self(0x87);

    #[inline]
    const fn of(man: Man) -> Self {
        Self::of_parts(man.color, man.role as u8)
    }

    /// A man of a role's number.
    #[inline]
    pub(super) const fn of_parts(color: Color, role: u8) -> Self {
        Self((color as u8) << 3 | role)
    }

    /// The empty square among the numbers of [`PackedMan::seen_by`].
    pub(super) const SEEN_EMPTY: u16 = 1 << 7 | 1 << 15;
    /// The hostile men that can be taken: all but the king.
    pub(super) const SEEN_PREY: u16 = 0b1_1111 << 8;

    /// A number under 16: a player's own men come first, then the hostile ones; each part ends with none.
    #[inline]
    pub(super) const fn seen_by(self, color: Color) -> u8 {
        (self.0 ^ (color as u8) << 3) & 15
    }

    /// Its part of the key on a square.
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

    /// In four bits.
    #[inline]
    pub(super) const fn packed(self) -> u8 {
        self.0 & 15
    }

    /// What [`PackedMan::packed`] gave.
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

/// The board and what belongs to it: turn, castling rights, en passant square, counters.
///
/// Nothing about it need be lawful: there may be no king or several, pawns on the last ranks, both
/// kings in check. Counters are in plies (`halfmove`) and moves (`fullmove`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    pub(super) cells: [PackedMan; 64],
    pub(super) colors: [Bitboard; 2],
    /// One for each role; eight of them, so that a role in three bits needs no check.
    pub(super) roles: [Bitboard; 8],
    pub(super) castling: CastlingRights,
    /// The square passed over by a pawn that just went two, where a hostile pawn strikes it.
    pub(super) en_passant: Option<Square>,
    /// Whether a capture there is legal under the common law: then it is part of the key.
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

    /// The usual array.
    pub fn initial() -> Self {
        let mut position = Self::empty();
        let back = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        for (file, role) in (0..8).map(File::from_index).zip(back) {
            for (color, home, pawns) in [(Color::White, 0, 1), (Color::Black, 7, 6)] {
                position.put(Square::new(file, Rank::from_index(home)), Man { color, role });
                position.put(Square::new(file, Rank::from_index(pawns)), Man { color, role: Role::Pawn });
            }
        }
        for color in [Color::White, Color::Black] {
            let home = home_rank(color);
            position.grant_castling(color, Side::King, Square::new(File::from_index(7), home));
            position.grant_castling(color, Side::Queen, Square::new(File::from_index(0), home));
        }
        position
    }

    /// What stands on a square.
    #[inline]
    pub fn man_at(&self, square: Square) -> Option<Man> {
        self.cells[square.at()].man()
    }

    /// The men of a colour.
    #[inline]
    pub fn men(&self, color: Color) -> Bitboard {
        self.colors[color.at()]
    }

    /// The men of a role, of both colours.
    #[inline]
    pub fn of_role(&self, role: Role) -> Bitboard {
        self.roles[role.at()]
    }

    /// The men of a role by its number, of both colours.
    #[inline]
    pub(super) fn of_index(&self, role: super::man::RoleIndex) -> Bitboard {
        self.roles[role.at()]
    }

    /// The men of a role and a colour.
    #[inline]
    pub fn of(&self, color: Color, role: Role) -> Bitboard {
        self.colors[color.at()] & self.roles[role.at()]
    }

    /// All men.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Whose turn it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The rights to castle.
    #[inline]
    pub fn castling(&self) -> &CastlingRights {
        &self.castling
    }

    /// The square a pawn just passed over, where a hostile pawn strikes it, legally or not.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The same, only where the capture is legal under the common law.
    pub fn legal_en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|_| self.en_passant_legal)
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove(&self) -> u32 {
        self.halfmove
    }

    /// The number of the move to be played, from 1.
    #[inline]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// A key equal for positions that are the same in the sense of FIDE 9.2.3: placement, turn,
    /// rights to castle, and a capture in passing only where it is legal.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// A key equal for positions with the same placement and turn, whatever rights there are.
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

    /// Puts a man on a square, instead of whatever stood there.
    pub fn put(&mut self, square: Square, man: Man) {
        self.remove(square);
        self.cells[square.at()] = PackedMan::of(man);
        self.colors[man.color.at()] |= Bitboard::of(square);
        self.roles[man.role.at()] |= Bitboard::of(square);
        self.key ^= zobrist::man(man.color, man.role, square);
    }

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub fn remove(&mut self, square: Square) -> Option<Man> {
        let man = self.man_at(square)?;
        self.cells[square.at()] = PackedMan::EMPTY;
        self.colors[man.color.at()] &= !Bitboard::of(square);
        self.roles[man.role.at()] &= !Bitboard::of(square);
        self.key ^= zobrist::man(man.color, man.role, square);
        Some(man)
    }

    /// Gives the move to a player; nothing else changes.
    pub fn set_turn(&mut self, turn: Color) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= zobrist::BLACK_TO_MOVE;
        }
    }

    /// Sets the counters: plies since a capture or pawn move, and the number of the move.
    pub fn set_counters(&mut self, halfmove: u32, fullmove: u32) {
        self.halfmove = halfmove;
        self.fullmove = fullmove;
    }

    /// Says that a pawn of the adversary just passed over `square`.
    pub fn set_en_passant(&mut self, square: Option<Square>) {
        if let Some(old) = self.legal_en_passant() {
            self.key ^= zobrist::en_passant(old.file());
        }
        self.en_passant = None;
        self.en_passant_legal = false;
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

    /// Says that a pawn passed over `square`, where the men still stand so: a pawn of the adversary before
    /// it, nothing on it or behind it.
    pub fn renew_en_passant(&mut self, square: Option<Square>) {
        let pawn = Man { color: self.turn.other(), role: Role::Pawn };
        self.set_en_passant(square.filter(|square| {
            let victim = en_passant_victim(*square);
            let origin = square.behind(self.turn.other());
            self.man_at(victim) == Some(pawn)
                && self.man_at(*square).is_none()
                && self.man_at(origin).is_none()
        }));
    }

    /// Whether a man of `by` that is `alive` strikes `square`, with `occupied` in the way.
    #[inline]
    pub(super) fn struck(&self, square: Square, by: Color, occupied: Bitboard, alive: Bitboard) -> bool {
        let them = self.colors[by.at()] & alive;
        let queens = self.roles[Role::Queen.at()];
        let view = attacks::view(square);
        let near = (view.knight & self.roles[Role::Knight.at()])
            | (view.king & self.roles[Role::King.at()])
            | (view.pawn[by.other().at()] & self.roles[Role::Pawn.at()]);
        if !(near & them).is_empty() {
            return true;
        }
        let far = ((view.rook_lines & (self.roles[Role::Rook.at()] | queens))
            | (view.bishop_lines & (self.roles[Role::Bishop.at()] | queens)))
            & them;
        for slider in far {
            if (attacks::between(square, slider) & occupied).is_empty() {
                return true;
            }
        }
        false
    }

    /// Whether a man of `by` strikes `square`.
    pub fn attacked(&self, square: Square, by: Color) -> bool {
        self.struck(square, by, self.occupied(), !Bitboard::EMPTY)
    }

    /// The men of `by` that strike `square`.
    pub fn attackers(&self, square: Square, by: Color) -> Bitboard {
        let occupied = self.occupied();
        let queens = self.roles[Role::Queen.at()];
        let view = attacks::view(square);
        let near = (view.knight & self.roles[Role::Knight.at()])
            | (view.king & self.roles[Role::King.at()])
            | (view.pawn[by.other().at()] & self.roles[Role::Pawn.at()]);
        let far = (view.rook_lines & (self.roles[Role::Rook.at()] | queens))
            | (view.bishop_lines & (self.roles[Role::Bishop.at()] | queens));
        let mut all = near;
        for slider in far & self.men(by) {
            if (attacks::between(square, slider) & occupied).is_empty() {
                all |= Bitboard::of(slider);
            }
        }
        all & self.men(by)
    }

    /// Whether a king of `color` is attacked. Without a king nobody is in check.
    #[inline]
    pub fn in_check(&self, color: Color) -> bool {
        let occupied = self.occupied();
        for king in self.of(color, Role::King) {
            if self.struck(king, color.other(), occupied, !Bitboard::EMPTY) {
                return true;
            }
        }
        false
    }

    /// The men that give check to `color`.
    pub fn checkers(&self, color: Color) -> Bitboard {
        let mut all = Bitboard::EMPTY;
        for king in self.of(color, Role::King) {
            all |= self.attackers(king, color.other());
        }
        all
    }

    /// Makes a move on the real board, whatever the law says of it: the man goes, what stood on the
    /// square is off, the turn passes.
    pub fn play(&mut self, played: Move) {
        self.play_inline(played);
    }

    /// [`Position::play`] for the one place where the call itself would cost.
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(crate) fn play_inline(&mut self, played: Move) {
        let (from, to) = (played.from(), played.to());
        let both = Bitboard::of(from) | Bitboard::of(to);
        if self.en_passant.is_some() {
            self.forget_en_passant();
        }
        if !(self.castling.watch & both).is_empty() {
            self.spend_castling(played);
        }
        self.halfmove += 1;
        self.fullmove += self.turn as u32;
        if played.is_plain() {
            self.go(from, to);
            self.pass();
        } else {
            self.play_special(played);
        }
    }

    /// A man goes from one square to another, as most moves are.
    #[inline]
    fn go(&mut self, from: Square, to: Square) {
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
    pub(super) fn forget_en_passant(&mut self) {
        if let Some(square) = self.legal_en_passant() {
            self.key ^= zobrist::en_passant(square.file());
        }
        self.en_passant = None;
        self.en_passant_legal = false;
    }

    /// Two steps of a pawn, a capture in passing, castling, a promotion, or nothing at all.
    #[inline(never)]
    fn play_special(&mut self, played: Move) {
        let (from, to) = (played.from(), played.to());
        match played.kind() {
            MoveKind::Plain | MoveKind::Null => {}
            MoveKind::Double => {
                self.go(from, to);
                self.pass();
                let passed = Square::from_index(u8::midpoint(from.index(), to.index()));
                // Rarely does a hostile pawn stand beside it.
                if !(attacks::pawn(self.turn.other(), passed) & self.of(self.turn, Role::Pawn)).is_empty() {
                    self.renew_en_passant(Some(passed));
                }
                return;
            }
            MoveKind::EnPassant => {
                self.remove(Square::new(to.file(), from.rank()));
                self.go(from, to);
            }
            MoveKind::Castling(side) => self.castle(from, side),
            MoveKind::Promotion(role) => {
                if let Some(man) = self.remove(from) {
                    self.put(to, Man { color: man.color, role });
                }
                self.halfmove = 0;
            }
        }
        self.pass();
    }

    #[inline]
    fn pass(&mut self) {
        self.turn = self.turn.other();
        self.key ^= zobrist::BLACK_TO_MOVE;
    }
}

/// The rank on which the pieces of a colour begin.
pub(crate) const fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::FIRST,
        Color::Black => Rank::EIGHTH,
    }
}

/// The pawn that a capture in passing on `square` takes.
pub(super) const fn en_passant_victim(square: Square) -> Square {
    let rank = if square.rank().index() == 2 { 3 } else { 4 };
    Square::new(square.file(), Rank::from_index(rank))
}

impl Default for Position {
    fn default() -> Self {
        Self::initial()
    }
}
