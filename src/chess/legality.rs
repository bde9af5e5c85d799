//! Legal moves, and the reasons why others are illegal.

use std::fmt;
use std::ops::ControlFlow;

use super::attacks;
use super::bitboard::Bitboard;
use super::castling::{CastlingSquares, castling_squares};
use super::man::{Color, Role};
use super::moves::{Move, MoveKind, Side};
use super::play::{AbsentRook, CastlingConditions, PawnOnLastRank, Play};
use super::position::{Position, home_rank};
use super::square::{File, Rank, Square};

/// Why castling is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingBar {
    KingAway,
    NoRook,
    /// King or rook has moved.
    Moved,
    /// A man is between king and rook or on one of their target squares.
    Between,
    InCheck,
    /// The king would cross an attacked square.
    Crossed,
    /// The king's target square is attacked.
    Arrival,
}

impl fmt::Display for CastlingBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KingAway => "the king is not on its own square",
            Self::NoRook => "there is no rook to castle with",
            Self::Moved => "the king or the rook has moved before",
            Self::Between => "a piece is in the way",
            Self::InCheck => "the king is in check",
            Self::Crossed => "the king would cross an attacked square",
            Self::Arrival => "the king would arrive on an attacked square",
        })
    }
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegality {
    /// No man is on the square of origin.
    NoMan,
    /// The man is the opponent's.
    OpponentMan,
    CapturesOwn,
    /// The man does not move in this way.
    False,
    /// The man does not capture in this way.
    FalseCapture,
    Castling(CastlingBar),
    /// The king goes to a square attacked by a man that did not give check before.
    IntoCheck,
    /// The man uncovers an attack on its own king.
    DiscoversCheck,
    /// The king was in check and still is.
    CheckNotParried,
    /// A pawn on the last rank stays a pawn against the code.
    Promotion,
    PromotionToKing,
    /// A turn without a move.
    Null,
}

impl Illegality {
    /// Whether the move is illegal only because of the king's safety.
    pub(crate) const fn is_of_king_safety(self) -> bool {
        matches!(self, Self::IntoCheck | Self::DiscoversCheck | Self::CheckNotParried)
    }
}

impl Position {
    /// The reason why a move of the player on move is illegal; `None` if it is legal.
    pub fn illegality(&self, played: Move, play: Play) -> Option<Illegality> {
        if let Some(fault) = self.geometry(played, play) {
            return Some(fault);
        }
        if played.is_castling() {
            return None;
        }
        let victim = victim(played);
        if !self.exposes_king(played.from(), played.to(), victim) {
            return None;
        }
        let us = self.turn();
        let is_king = self.of(us, Role::King).has(played.from());
        Some(if is_king && !self.stays_in_same_check(played) {
            Illegality::IntoCheck
        } else if is_king || self.in_check(us) {
            Illegality::CheckNotParried
        } else {
            Illegality::DiscoversCheck
        })
    }

    /// Whether a man gives check before and after the move.
    fn stays_in_same_check(&self, played: Move) -> bool {
        let us = self.turn();
        let mut after = *self;
        after.play(played);
        !(after.checkers(us) & self.checkers(us)).is_empty()
    }

    /// Whether a move of the player on move is legal.
    pub fn is_legal(&self, played: Move, play: Play) -> bool {
        self.illegality(played, play).is_none()
    }

    /// Whether a move leaves the player's own king unattacked: a cheap test of legality if the geometry is right.
    pub(super) fn is_safe(&self, played: Move) -> bool {
        !self.exposes_king(played.from(), played.to(), victim(played))
    }

    /// The reason why a move is illegal apart from the king's safety; castling is judged completely.
    fn geometry(&self, played: Move, play: Play) -> Option<Illegality> {
        let (from, to) = (played.from(), played.to());
        if played.kind() == MoveKind::Null {
            return Some(Illegality::Null);
        }
        let us = self.turn();
        let Some(man) = self.man_at(from) else {
            return Some(Illegality::NoMan);
        };
        if man.color != us {
            return Some(Illegality::OpponentMan);
        }
        if let MoveKind::Castling(side) = played.kind() {
            return self.castling_bar(from, side, play).map(Illegality::Castling);
        }
        let target = self.man_at(to);
        if target.is_some_and(|man| man.color == us) {
            return Some(Illegality::CapturesOwn);
        }
        let takes = target.is_some() || played.kind() == MoveKind::EnPassant;
        let wrong = if takes { Illegality::FalseCapture } else { Illegality::False };
        // No law lets a king be taken (FIDE 1.4.1).
        if target.is_some_and(|man| man.role == Role::King) {
            return Some(wrong);
        }
        if !self.reaches(from, to, man.role) {
            return Some(wrong);
        }
        if man.role != Role::Pawn {
            return match played.kind() {
                MoveKind::Plain => None,
                _ => Some(wrong),
            };
        }
        let last = to.rank() == home_rank(us.other());
        // The kind of the move must agree with its squares.
        let steps = (from.rank().index().abs_diff(to.rank().index()), from.file() == to.file(), target);
        let kind_is_right = match played.kind() {
            MoveKind::Double => matches!(steps, (2, true, _)),
            MoveKind::EnPassant => matches!(steps, (1, false, None)),
            MoveKind::Plain => !matches!(steps, (2, true, _) | (1, false, None)),
            _ => true,
        };
        if !kind_is_right {
            return Some(wrong);
        }
        match played.kind() {
            MoveKind::Promotion(Role::Pawn) if last => match play.pawn_may_stay {
                PawnOnLastRank::MayStay => None,
                PawnOnLastRank::Promotes => Some(Illegality::Promotion),
            },
            MoveKind::Promotion(Role::King) => Some(Illegality::PromotionToKing),
            MoveKind::Promotion(_) if last => None,
            _ if last => Some(Illegality::Promotion),
            MoveKind::Promotion(_) => Some(wrong),
            _ => None,
        }
    }

    /// Whether a man of the player on move can go from `from` to `to`: it moves in this way, and the path is clear.
    fn reaches(&self, from: Square, to: Square, role: Role) -> bool {
        if role != Role::Pawn {
            return attacks::reach(role, from).has(to)
                && (attacks::between(from, to) & self.occupied()).is_empty();
        }
        let us = self.turn();
        let occupied = self.occupied();
        if attacks::pawn(us, from).has(to) {
            return self.men(us.other()).has(to) || self.en_passant() == Some(to);
        }
        if occupied.has(to) || from.file() != to.file() {
            return false;
        }
        let (one, start) = pawn_step(us);
        from.offset(0, one) == Some(to)
            || (from.rank() == start
                && from.offset(0, one * 2) == Some(to)
                && (attacks::between(from, to) & occupied).is_empty())
    }

    /// The first condition that bars castling.
    pub(crate) fn castling_bar(&self, king: Square, side: Side, play: Play) -> Option<CastlingBar> {
        let us = self.turn();
        let demands = |condition| play.castling.demands(condition);
        if king.rank() != home_rank(us) || !self.of(us, Role::King).has(king) {
            return Some(CastlingBar::KingAway);
        }
        let right = self.castling().rook(us, side);
        let leap = play.given.has(us, side) && right.is_none() && self.may_leap(king, side, play.absent_rook);
        if leap {
            return self.castling_path_bar(king, None, side, play);
        }
        let Some(rook) = self.castling_rook(king, us, side) else { return Some(CastlingBar::NoRook) };
        if right.is_none() && demands(CastlingConditions::UNMOVED) {
            return Some(CastlingBar::Moved);
        }
        self.castling_path_bar(king, Some(rook), side, play)
    }

    /// Whether the king, at odds of a rook, may leap from its square.
    fn may_leap(&self, king: Square, side: Side, absent: AbsentRook) -> bool {
        let us = self.turn();
        king == king_home(us)
            && match absent {
                AbsentRook::Never => false,
                AbsentRook::Leap => true,
                // Only the present is tested here; the caller ends the leap once the square was occupied.
                AbsentRook::LeapIfSquareAlwaysEmpty => self.man_at(corner(us, side)).is_none(),
            }
    }

    fn castling_path_bar(
        &self,
        king: Square,
        rook: Option<Square>,
        side: Side,
        play: Play,
    ) -> Option<CastlingBar> {
        let us = self.turn();
        let them = us.other();
        let demands = |condition| play.castling.demands(condition);
        let CastlingSquares { king: king_to, rook: rook_to } = castling_squares(king.rank(), side);
        let movers = Bitboard::of(king) | rook.map_or(Bitboard::EMPTY, Bitboard::of);
        let others = self.occupied() & !movers;
        if demands(CastlingConditions::BETWEEN_EMPTY) {
            let mut path = attacks::between(king, king_to) | Bitboard::of(king_to) | Bitboard::of(rook_to);
            match rook {
                Some(rook) => path |= attacks::between(rook, rook_to) | attacks::between(king, rook),
                // As if the rook were in its corner.
                None => path |= attacks::between(king, corner(us, side)),
            }
            if !(path & others).is_empty() {
                return Some(CastlingBar::Between);
            }
        }
        if demands(CastlingConditions::NOT_IN_CHECK) && self.in_check(us) {
            return Some(CastlingBar::InCheck);
        }
        // The king leaves its square, so lines through it are open.
        let crossing = |square: Square, occupied: Bitboard| {
            self.is_attacked_by(square, them, occupied, !Bitboard::EMPTY)
        };
        if demands(CastlingConditions::CROSSED_SAFE) {
            let without_king = self.occupied() & !Bitboard::of(king);
            for square in attacks::between(king, king_to) {
                if crossing(square, without_king) {
                    return Some(CastlingBar::Crossed);
                }
            }
        }
        if demands(CastlingConditions::ARRIVAL_SAFE) || demands(CastlingConditions::NOT_IN_CHECK) {
            let arrived =
                others | Bitboard::of(king_to) | rook.map_or(Bitboard::EMPTY, |_| Bitboard::of(rook_to));
            if crossing(king_to, arrived) {
                return Some(CastlingBar::Arrival);
            }
        }
        None
    }

    /// Visits every move that is legal but for the king's safety; castling is visited only if it is legal. Duties, such
    /// as a forced capture en passant, are not applied. The moves of queens, rooks, bishops and knights are restricted
    /// to the squares `onto`.
    fn for_each_candidate(&self, play: Play, onto: Bitboard, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let us = self.turn();
        let own = self.men(us);
        let occupied = self.occupied();
        let barred = own | self.of_role(Role::King);
        for from in own {
            let Some(man) = self.man_at(from) else { continue };
            if man.role == Role::Pawn {
                self.pawn_candidates(from, play, visit)?;
                continue;
            }
            let onto = if man.role == Role::King { !barred } else { onto & !barred };
            for to in attacks::reach(man.role, from) & onto {
                if (attacks::between(from, to) & occupied).is_empty() {
                    visit(Move::plain(from, to))?;
                }
            }
        }
        for king in self.of(us, Role::King) & Bitboard::rank(home_rank(us)) {
            for side in [Side::King, Side::Queen] {
                if self.castling().rook(us, side).is_none() && !play.given.has(us, side) {
                    continue;
                }
                let to = castling_squares(king.rank(), side).king;
                if self.castling_bar(king, side, play).is_none() {
                    visit(Move::new(king, to, MoveKind::Castling(side)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn pawn_candidates(&self, from: Square, play: Play, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let us = self.turn();
        let occupied = self.occupied();
        let (one, start) = pawn_step(us);
        let last = home_rank(us.other());
        let mut visit_step = |to: Square| {
            if to.rank() != last {
                return visit(Move::plain(from, to));
            }
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                visit(Move::new(from, to, MoveKind::Promotion(role)))?;
            }
            if play.pawn_may_stay == PawnOnLastRank::MayStay {
                visit(Move::new(from, to, MoveKind::Promotion(Role::Pawn)))?;
            }
            ControlFlow::Continue(())
        };
        if let Some(to) = from.offset(0, one).filter(|to| !occupied.has(*to)) {
            visit_step(to)?;
        }
        for to in attacks::pawn(us, from) & self.men(us.other()) & !self.of_role(Role::King) {
            visit_step(to)?;
        }
        if from.rank() == start
            && let Some(to) = from.offset(0, one * 2)
            && ((attacks::between(from, to) | Bitboard::of(to)) & occupied).is_empty()
        {
            visit(Move::new(from, to, MoveKind::Double))?;
        }
        if let Some(to) = self.en_passant().filter(|to| attacks::pawn(us, from).has(*to)) {
            visit(Move::new(from, to, MoveKind::EnPassant))?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a move of [`Self::for_each_candidate`] is legal.
    fn is_legal_candidate(&self, candidate: Move) -> bool {
        candidate.is_castling() || self.is_safe(candidate)
    }

    /// Appends every legal move, in no particular order.
    pub(crate) fn legal_moves_into(&self, play: Play, moves: &mut Vec<Move>) {
        let _ = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            if self.is_legal_candidate(candidate) {
                moves.push(candidate);
            }
            ControlFlow::Continue(())
        });
    }

    /// Every move that is legal but for the king's safety.
    pub(crate) fn pseudo_legal_moves(&self, play: Play) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            moves.push(candidate);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Every legal move.
    pub fn legal_moves(&self, play: Play) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.legal_moves_into(play, &mut moves);
        moves
    }

    /// Every legal move, if there are at most `most`.
    pub(crate) fn few_legal_moves(&self, play: Play, most: usize) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let visited = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            if self.is_legal_candidate(candidate) {
                if moves.len() == most {
                    return ControlFlow::Break(());
                }
                moves.push(candidate);
            }
            ControlFlow::Continue(())
        });
        visited.is_continue().then_some(moves)
    }

    /// Whether the player on move has a legal move. A capture en passant counts even if the code does not force it.
    pub fn has_legal_move(&self, play: Play) -> bool {
        let king = self.of(self.turn(), Role::King).single();
        let answers = king.map_or(!Bitboard::EMPTY, |king| self.answers(king));
        // In nearly all positions this test of all pawns at once is enough.
        if answers == !Bitboard::EMPTY && king.is_some_and(|king| self.has_free_pawn(king)) {
            return true;
        }
        let visited = self.for_each_candidate(play, answers, &mut |candidate| {
            let may_answer = answers.has(candidate.to())
                || Some(candidate.from()) == king
                || candidate.kind() == MoveKind::EnPassant;
            let is_legal = candidate.is_castling() || (may_answer && self.is_safe(candidate));
            if is_legal { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        visited.is_break()
    }

    /// Whether a pawn that shares no line with its king, and so is not pinned, can advance.
    fn has_free_pawn(&self, king: Square) -> bool {
        let from_king = attacks::on_empty_board(king);
        let free = self.of(self.turn(), Role::Pawn) & !(from_king.rook_lines | from_king.bishop_lines);
        !(one_ahead(free, self.turn()) & !self.occupied()).is_empty()
    }

    /// The squares to which a man other than the king must go to parry the checks to the only king, apart from captures
    /// en passant; all squares if the king is not in check.
    fn answers(&self, king: Square) -> Bitboard {
        let checkers = self.attackers(king, self.turn().other());
        match checkers.single() {
            Some(checker) => attacks::between(king, checker) | Bitboard::of(checker),
            None if checkers.is_empty() => !Bitboard::EMPTY,
            None => Bitboard::EMPTY,
        }
    }

    /// Whether the player on move is checkmated.
    pub fn is_mate(&self, play: Play) -> bool {
        self.in_check(self.turn()) && !self.has_legal_move(play)
    }

    /// Whether the player on move is stalemated.
    pub fn is_stalemate(&self, play: Play) -> bool {
        !self.in_check(self.turn()) && !self.has_legal_move(play)
    }

    /// The number of leaves of the tree of legal moves at a depth in plies.
    pub fn perft(&self, depth: u32, play: Play) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves(play);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves
            .into_iter()
            .map(|candidate| {
                let mut next = *self;
                next.play(candidate);
                next.perft(depth - 1, play)
            })
            .sum()
    }
}

/// The squares of the men that a move removes.
#[inline]
fn victim(played: Move) -> Bitboard {
    match played.kind() {
        MoveKind::EnPassant => Bitboard::of(Square::new(played.to().file(), played.from().rank())),
        MoveKind::Null => Bitboard::EMPTY,
        _ => Bitboard::of(played.to()),
    }
}

type Visit<'v> = dyn FnMut(Move) -> ControlFlow<()> + 'v;

/// The step of a pawn in ranks, and the rank on which pawns start.
pub(super) const fn pawn_step(color: Color) -> (i8, Rank) {
    match color {
        Color::White => (1, Rank::from_index(1)),
        Color::Black => (-1, Rank::from_index(6)),
    }
}

/// The squares in front of pawns of a colour.
const fn one_ahead(pawns: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

/// The rank that a pawn reaches with a double step.
pub(super) const fn double_step_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::from_index(3),
        Color::Black => Rank::from_index(4),
    }
}

/// The square of a king in the usual starting position.
pub(crate) const fn king_home(color: Color) -> Square {
    Square::new(File::from_index(4), home_rank(color))
}

/// The square of a rook in the usual starting position.
pub(crate) fn corner(color: Color, side: Side) -> Square {
    let file = File::from_index(if side == Side::King { 7 } else { 0 });
    Square::new(file, home_rank(color))
}
