//! Generates legal moves one by one, without a list: most nodes of a search need only the first few.

use super::board::SearchBoard;
use super::lines;
use crate::chess::attacks;
use crate::chess::{Bitboard, Color, Move, MoveKind, Role, Side, Square, castling_squares, corner};

/// A legal move and the role of the man that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LegalMove {
    pub(super) role: Role,
    pub(super) played: Move,
}

/// Moves of a role that are generated together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    /// Moves of men that are not pinned.
    Free,
    /// Moves of pinned men along the pin.
    Pinned,
    EnPassant,
    King,
}

/// The order of generation. It decides which mate is found first, so reports depend on it.
const ORDER: [(Role, Group); 11] = [
    (Role::Pawn, Group::Free),
    (Role::Pawn, Group::Pinned),
    (Role::Pawn, Group::EnPassant),
    (Role::Knight, Group::Free),
    (Role::Bishop, Group::Free),
    (Role::Bishop, Group::Pinned),
    (Role::Rook, Group::Free),
    (Role::Rook, Group::Pinned),
    (Role::Queen, Group::Free),
    (Role::Queen, Group::Pinned),
    (Role::King, Group::King),
];

const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Knight, Role::Rook, Role::Bishop];

/// The legal moves of a board, generated one by one.
pub(super) struct LegalMoves<'a> {
    board: &'a SearchBoard,
    king: Square,
    checkers: Bitboard,
    pinned: Bitboard,
    /// The possible targets of men other than the king: squares without own men that parry any check.
    open: Bitboard,
    groups: std::slice::Iter<'static, (Role, Group)>,
    role: Role,
    group: Group,
    /// The men of the group whose moves are not generated yet.
    sources: Bitboard,
    from: Square,
    /// The targets left of the man on `from`.
    targets: Bitboard,
    /// The promotions left on the first of `targets`.
    promotions: std::slice::Iter<'static, Role>,
}

impl<'a> LegalMoves<'a> {
    pub(super) fn of(board: &'a SearchBoard) -> Self {
        let us = board.turn();
        let king = board.king(us);
        let occupied = board.occupied();
        let from_king = attacks::on_empty_board(king);
        let mut checkers = board.near_attackers(from_king, us.other());
        let mut pinned = Bitboard::EMPTY;
        for slider in board.sliders_towards(from_king, us.other()) {
            let between = attacks::between(king, slider) & occupied;
            if between.is_empty() {
                checkers |= Bitboard::of(slider);
            } else if !between.has_several() {
                pinned |= between;
            }
        }
        let parries = match checkers.single() {
            Some(checker) => attacks::between(king, checker) | checkers,
            None if checkers.is_empty() => !Bitboard::EMPTY,
            None => Bitboard::EMPTY,
        };
        Self {
            board,
            king,
            checkers,
            pinned,
            open: parries & !board.men(us),
            groups: ORDER.iter(),
            role: Role::King,
            group: Group::King,
            sources: Bitboard::EMPTY,
            from: king,
            targets: Bitboard::EMPTY,
            promotions: PROMOTIONS.iter(),
        }
    }

    pub(super) fn is_over(&mut self) -> bool {
        self.advance().is_none()
    }

    /// Whether Black is on move and checkmated. To be called before the first move is taken.
    pub(super) fn is_black_mated(&mut self) -> bool {
        self.board.turn() == Color::Black && !self.checkers.is_empty() && self.is_over()
    }

    /// Goes to the next move without taking it, and returns its target.
    fn advance(&mut self) -> Option<Square> {
        loop {
            if let Some(to) = self.targets.first() {
                return Some(to);
            }
            if let Some(from) = self.sources.first() {
                self.sources ^= Bitboard::of(from);
                self.from = from;
                self.targets = self.targets_of(from);
            } else {
                (self.role, self.group) = *self.groups.next()?;
                self.sources = self.sources_of(self.role, self.group);
            }
        }
    }

    fn sources_of(&self, role: Role, group: Group) -> Bitboard {
        let men = self.board.of(self.board.turn(), role);
        match group {
            Group::Free => men & !self.pinned,
            Group::Pinned => men & self.pinned,
            Group::EnPassant => self
                .board
                .en_passant()
                .map_or(Bitboard::EMPTY, |passed| attacks::pawn(self.board.turn().other(), passed) & men),
            Group::King => men,
        }
    }

    /// The targets of a man of the current group.
    fn targets_of(&self, from: Square) -> Bitboard {
        match self.group {
            Group::Free => self.reached(from) & self.open,
            Group::Pinned => self.reached(from) & self.open & lines::through(self.king, from),
            Group::EnPassant => self.en_passant_target(from),
            Group::King => self.king_targets(),
        }
    }

    /// The squares that a man other than the king reaches, own men included, regardless of the king's safety.
    fn reached(&self, from: Square) -> Bitboard {
        let board = self.board;
        let occupied = board.occupied();
        match self.role {
            Role::Pawn => {
                lines::pawn_pushes(board.turn(), from, occupied)
                    | attacks::pawn(board.turn(), from) & board.men(board.turn().other())
            }
            role => lines::attacks(role, from, occupied),
        }
    }

    /// The target of a capture en passant, if that leaves the king safe.
    fn en_passant_target(&self, from: Square) -> Bitboard {
        let board = self.board;
        let Some(to) = board.en_passant() else { return Bitboard::EMPTY };
        let victim = Bitboard::of(Square::new(to.file(), from.rank()));
        let occupied = board.occupied() & !Bitboard::of(from) & !victim | Bitboard::of(to);
        let attackers = board.attackers(self.king, board.turn().other(), occupied) & !victim;
        if attackers.is_empty() { Bitboard::of(to) } else { Bitboard::EMPTY }
    }

    /// The targets of the king, castling included.
    fn king_targets(&self) -> Bitboard {
        let board = self.board;
        let us = board.turn();
        let without_king = board.occupied() & !Bitboard::of(self.king);
        let is_safe = |square| !board.is_attacked(square, us.other(), without_king);
        let mut targets = Bitboard::EMPTY;
        for to in attacks::on_empty_board(self.king).king & !board.men(us) {
            if is_safe(to) {
                targets |= Bitboard::of(to);
            }
        }
        if self.checkers.is_empty() {
            for side in [Side::King, Side::Queen] {
                let to = castling_squares(self.king.rank(), side).king;
                let is_open = || {
                    (attacks::between(self.king, corner(us, side)) & board.occupied()).is_empty()
                        && (attacks::between(self.king, to) | Bitboard::of(to)).squares().all(is_safe)
                };
                if board.may_castle(us, side) && is_open() {
                    targets |= Bitboard::of(to);
                }
            }
        }
        targets
    }

    /// The kind of the move from `from` to a square; promotions apart.
    fn kind(&self, to: Square) -> MoveKind {
        match (self.role, self.group) {
            (Role::Pawn, Group::EnPassant) => MoveKind::EnPassant,
            (Role::Pawn, _) if self.from.index().abs_diff(to.index()) == 16 => MoveKind::Double,
            (Role::King, _) if self.from.index().abs_diff(to.index()) == 2 => {
                MoveKind::Castling(if to.file() > self.from.file() { Side::King } else { Side::Queen })
            }
            _ => MoveKind::Plain,
        }
    }
}

impl Iterator for LegalMoves<'_> {
    type Item = LegalMove;

    fn next(&mut self) -> Option<LegalMove> {
        let to = self.advance()?;
        let kind = if self.role == Role::Pawn && Bitboard::LAST_RANKS.has(to) {
            let role = *self.promotions.next()?;
            if self.promotions.as_slice().is_empty() {
                self.targets ^= Bitboard::of(to);
                self.promotions = PROMOTIONS.iter();
            }
            MoveKind::Promotion(role)
        } else {
            self.targets ^= Bitboard::of(to);
            self.kind(to)
        };
        Some(LegalMove { role: self.role, played: Move::new(self.from, to, kind) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Play, Position};

    /// Compares the legal moves with those of the position, and the boards after them, `plies` deep.
    fn compare(position: &Position, board: &SearchBoard, plies: u32) {
        let key = |played: &Move| played.bits();
        let mut expected = position.legal_moves(Play::COMMON);
        expected.sort_by_key(key);
        let mut found: Vec<_> = LegalMoves::of(board).collect();
        found.sort_by_key(|candidate| key(&candidate.played));
        let played: Vec<_> = found.iter().map(|candidate| candidate.played).collect();
        assert_eq!(played, expected, "{position:?}");
        assert_eq!(board.in_check(), position.in_check(position.turn()), "{position:?}");
        if plies == 0 {
            return;
        }
        for candidate in found {
            let after = position.after(candidate.played);
            let next = board.after(candidate);
            assert!(next == rebuilt(&after, &next), "{position:?} {candidate:?}");
            compare(&after, &next, plies - 1);
        }
    }

    /// The board of a position, with the en passant square of a board: it is kept even if no capture there is legal.
    fn rebuilt(position: &Position, like: &SearchBoard) -> SearchBoard {
        assert_eq!(like.en_passant(), position.en_passant(), "{position:?}");
        SearchBoard::seen_by(position, Color::White).with_en_passant(like.en_passant())
    }

    #[test]
    fn moves_are_those_of_the_position() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
            "8/8/8/K2pP2r/8/8/8/4k3 w - d6",
            "r3k2r/8/8/4Q3/8/8/8/4K3 b kq -",
        ] {
            let position = Position::from_fen(fen.as_bytes()).unwrap();
            compare(&position, &SearchBoard::seen_by(&position, Color::White), 2);
        }
    }

    /// The order decides which mate is found first.
    #[test]
    fn moves_come_in_a_fixed_order() {
        let position = Position::from_fen(b"1n4k1/P7/8/3pP3/8/8/4B3/R3K2R w KQ d6").unwrap();
        let board = SearchBoard::seen_by(&position, Color::White);
        let moves: Vec<_> =
            LegalMoves::of(&board).map(|candidate| format!("{:?}", candidate.played)).collect();
        assert_eq!(
            moves.join(" "),
            "e5e6 a7a8=Q a7a8=N a7a8=R a7a8=B a7b8=Q a7b8=N a7b8=R a7b8=B e5d6 \
             e2d1 e2f1 e2d3 e2f3 e2c4 e2g4 e2b5 e2h5 e2a6 \
             a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 \
             e1O-O-O e1d1 e1f1 e1O-O e1d2 e1f2"
        );
    }
}
