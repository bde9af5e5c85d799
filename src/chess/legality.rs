//! Legal moves, and the reasons why a move is illegal.

use std::fmt;

use super::attacks::{self, View};
use super::bitboard::Bitboard;
use super::castling::{CastlingSquares, castling_squares};
use super::man::{Color, Role};
use super::moves::{Move, MoveKind, Side};
use super::play::{AbsentRook, CastlingConditions, EnPassantDuty, PawnOnLastRank, Play};
use super::position::{Position, home_rank};
use super::square::{Rank, Square};

/// Why castling is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingBar {
    /// The king is not on a square it can castle from.
    KingAway,
    /// There is no rook on that side.
    NoRook,
    /// King or rook has moved.
    Moved,
    /// Something stands between, or where king or rook arrive.
    Between,
    /// The king is in check.
    InCheck,
    /// The king would cross an attacked square.
    Crossed,
    /// The king would arrive on an attacked square.
    Arrival,
}

impl fmt::Display for CastlingBar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KingAway => "the king is not on its own square",
            Self::NoRook => "no rook is there to castle with",
            Self::Moved => "the king or the rook has moved before",
            Self::Between => "a man stands in the way",
            Self::InCheck => "the king is in check",
            Self::Crossed => "the king would cross an attacked square",
            Self::Arrival => "the king would arrive on an attacked square",
        })
    }
}

/// How a move breaks the law.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegality {
    /// No man stands on the square it is said to leave.
    NoMan,
    /// The man is the adversary's.
    AdversaryMan,
    /// The player's own man stands where it goes.
    CapturesOwn,
    /// The man cannot go there.
    False,
    /// The man cannot take there.
    FalseCapture,
    /// The king may not castle.
    Castling(CastlingBar),
    /// The king goes to an attacked square, out of reach of any man that gave check.
    IntoCheck,
    /// The man uncovers an attack on its own king.
    DiscoversCheck,
    /// The king was in check and still is.
    CheckNotParried,
    /// A pawn on the last rank stays a pawn where it may not.
    Promotion,
    /// A pawn on the last rank becomes a king.
    PromotionToKing,
    /// A turn that nobody played.
    Null,
}

impl Illegality {
    /// Whether the men move so, and only the king's safety is against it.
    pub const fn is_of_king_safety(self) -> bool {
        matches!(self, Self::IntoCheck | Self::DiscoversCheck | Self::CheckNotParried)
    }
}

impl Position {
    /// How `played` breaks the law as the code plays, for the player on move; `None` where it is legal.
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

    /// Whether a man that gives check before the move gives it after the move too.
    fn stays_in_same_check(&self, played: Move) -> bool {
        let us = self.turn();
        let mut after = *self;
        after.play(played);
        !(after.checkers(us) & self.checkers(us)).is_empty()
    }

    /// Whether `played` is legal as the code plays.
    pub fn is_legal(&self, played: Move, play: Play) -> bool {
        self.illegality(played, play).is_none()
    }

    /// Whether `played`, the men moving so, leaves the mover's king unattacked. The cheap question of
    /// the common law, for moves whose geometry is known to be right.
    #[inline]
    pub(super) fn is_safe(&self, played: Move) -> bool {
        !self.exposes_king(played.from(), played.to(), victim(played))
    }

    /// How the men cannot move so, whatever becomes of the king (castling is judged whole).
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
            return Some(Illegality::AdversaryMan);
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
        // A move is what its squares make it: one that calls itself something else is none.
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

    /// Whether a man of the player on move goes from `from` to `to`, nothing being in the way.
    fn reaches(&self, from: Square, to: Square, role: Role) -> bool {
        if role != Role::Pawn {
            return strikes_on_empty_board(role, from, to)
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

    /// The first condition of the code that bars castling.
    pub fn castling_bar(&self, king: Square, side: Side, play: Play) -> Option<CastlingBar> {
        let us = self.turn();
        let demands = |condition| play.castling.demands(condition);
        if king.rank() != home_rank(us) || !self.of(us, Role::King).has(king) {
            return Some(CastlingBar::KingAway);
        }
        let right = self.castling().rook(us, side);
        let leap = play.given.has(us, side) && right.is_none() && self.may_leap(king, side, play.absent_rook);
        let Some(rook) = right.or_else(|| self.castling_rook(king, us, side)) else {
            if !leap {
                return Some(CastlingBar::NoRook);
            }
            return self.castling_path_bar(king, None, side, play);
        };
        if leap {
            return self.castling_path_bar(king, None, side, play);
        }
        if right.is_none() && demands(CastlingConditions::UNMOVED) {
            return Some(CastlingBar::Moved);
        }
        self.castling_path_bar(king, Some(rook), side, play)
    }

    /// Whether the king, at odds of that rook, stands unmoved on its square for the leap.
    fn may_leap(&self, king: Square, side: Side, absent: AbsentRook) -> bool {
        let us = self.turn();
        let corner = corner(us, side);
        let own_square = Square::new(super::square::File::from_index(4), home_rank(us));
        king == own_square
            && match absent {
                AbsentRook::Never => false,
                AbsentRook::Leap => true,
                // That it was empty throughout is the caller's to know; that it is not now bars it here.
                AbsentRook::LeapIfSquareAlwaysEmpty => self.man_at(corner).is_none(),
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
                // As though the rook stood in its corner.
                None => path |= attacks::between(king, corner(us, side)),
            }
            if !(path & others).is_empty() {
                return Some(CastlingBar::Between);
            }
        }
        if demands(CastlingConditions::NOT_IN_CHECK) && self.in_check(us) {
            return Some(CastlingBar::InCheck);
        }
        // The king is off its square while it crosses: a line through it is open.
        let crossing = |square: Square, occupied: Bitboard| self.struck_through(square, them, occupied);
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

    fn struck_through(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.struck(square, by, occupied, !Bitboard::EMPTY)
    }

    /// Every move that the men can make without regard to their king's safety, castling judged
    /// whole; en passant duty not yet applied. Queens, rooks, bishops and knights are asked only for moves `onto` these
    /// squares.
    fn for_each_candidate(&self, play: Play, onto: Bitboard, visit: &mut dyn FnMut(Move) -> Visit) -> Visit {
        let us = self.turn();
        let own = self.men(us);
        let occupied = self.occupied();
        let barred = own | self.of_role(Role::King);
        for from in own {
            let Some(man) = self.man_at(from) else { continue };
            if man.role == Role::Pawn {
                if self.pawn_candidates(from, play, visit) == Visit::Stop {
                    return Visit::Stop;
                }
                continue;
            }
            let asked = if man.role == Role::King { !barred } else { onto & !barred };
            for to in attacks::reach(man.role, from) & asked {
                if (attacks::between(from, to) & occupied).is_empty()
                    && visit(Move::plain(from, to)) == Visit::Stop
                {
                    return Visit::Stop;
                }
            }
        }
        for king in self.of(us, Role::King) & Bitboard::rank(home_rank(us)) {
            for side in [Side::King, Side::Queen] {
                if self.castling().rook(us, side).is_none() && !play.given.has(us, side) {
                    continue;
                }
                let to = castling_squares(king.rank(), side).king;
                if self.castling_bar(king, side, play).is_none()
                    && visit(Move::new(king, to, MoveKind::Castling(side))) == Visit::Stop
                {
                    return Visit::Stop;
                }
            }
        }
        Visit::Go
    }

    fn pawn_candidates(&self, from: Square, play: Play, visit: &mut dyn FnMut(Move) -> Visit) -> Visit {
        let us = self.turn();
        let occupied = self.occupied();
        let (one, start) = pawn_step(us);
        let last = home_rank(us.other());
        let mut arrive = |to: Square| {
            if to.rank() != last {
                return visit(Move::plain(from, to));
            }
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                if visit(Move::new(from, to, MoveKind::Promotion(role))) == Visit::Stop {
                    return Visit::Stop;
                }
            }
            if play.pawn_may_stay == PawnOnLastRank::MayStay {
                return visit(Move::new(from, to, MoveKind::Promotion(Role::Pawn)));
            }
            Visit::Go
        };
        if let Some(to) = from.offset(0, one).filter(|to| !occupied.has(*to))
            && arrive(to) == Visit::Stop
        {
            return Visit::Stop;
        }
        for to in attacks::pawn(us, from) & self.men(us.other()) & !self.of_role(Role::King) {
            if arrive(to) == Visit::Stop {
                return Visit::Stop;
            }
        }
        if from.rank() == start
            && let Some(to) = from.offset(0, one * 2)
            && ((attacks::between(from, to) | Bitboard::of(to)) & occupied).is_empty()
            && visit(Move::new(from, to, MoveKind::Double)) == Visit::Stop
        {
            return Visit::Stop;
        }
        if let Some(to) = self.en_passant().filter(|to| attacks::pawn(us, from).has(*to)) {
            return visit(Move::new(from, to, MoveKind::EnPassant));
        }
        Visit::Go
    }

    /// Whether one of [`Self::for_each_candidate`] is legal: castling was judged whole.
    fn is_legal_candidate(&self, candidate: Move) -> bool {
        candidate.is_castling() || self.is_safe(candidate)
    }

    /// Every legal move as the code plays, in no particular order, appended to `moves`.
    pub fn legal_moves_into(&self, play: Play, moves: &mut Vec<Move>) {
        let _ = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            if self.is_legal_candidate(candidate) {
                moves.push(candidate);
            }
            Visit::Go
        });
    }

    /// Every move that the men can make as the code plays, whatever becomes of the king.
    pub fn candidates(&self, play: Play) -> Vec<Move> {
        let mut moves = Vec::new();
        let _ = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            moves.push(candidate);
            Visit::Go
        });
        moves
    }

    /// Every legal move as the code plays.
    pub fn legal_moves(&self, play: Play) -> Vec<Move> {
        let mut moves = Vec::with_capacity(48);
        self.legal_moves_into(play, &mut moves);
        moves
    }

    /// Every legal move as the code plays, where there are no more than `most`: of more nobody asks which.
    pub fn few_legal_moves(&self, play: Play, most: usize) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let all_seen = self.for_each_candidate(play, !Bitboard::EMPTY, &mut |candidate| {
            if !self.is_legal_candidate(candidate) {
                return Visit::Go;
            }
            if moves.len() == most {
                return Visit::Stop;
            }
            moves.push(candidate);
            Visit::Go
        });
        (all_seen == Visit::Go).then_some(moves)
    }

    /// Whether the player on move has a legal move. Where a capture in passing is a privilege, it
    /// alone is none that he must make; it still counts as a move he has.
    pub fn has_legal_move(&self, play: Play) -> bool {
        let king = self.of(self.turn(), Role::King).single();
        let answers = king.map_or(!Bitboard::EMPTY, |king| self.answers(king));
        // In nearly all positions one question to all pawns ends the search.
        if answers == !Bitboard::EMPTY && king.is_some_and(|king| self.has_free_pawn(king)) {
            return true;
        }
        self.for_each_candidate(play, answers, &mut |candidate| {
            let may_answer = answers.has(candidate.to())
                || Some(candidate.from()) == king
                || candidate.kind() == MoveKind::EnPassant;
            let is_legal = candidate.is_castling() || (may_answer && self.is_safe(candidate));
            if is_legal { Visit::Stop } else { Visit::Go }
        }) == Visit::Stop
    }

    /// Whether a pawn that shares no line with its king, and so hides no check, can step ahead.
    fn has_free_pawn(&self, king: Square) -> bool {
        let View { rook_lines, bishop_lines, .. } = attacks::view(king);
        let free = self.of(self.turn(), Role::Pawn) & !(*rook_lines | *bishop_lines);
        !(one_ahead(free, self.turn()) & !self.occupied()).is_empty()
    }

    /// Where a man must go to parry the checks that an only king stands in, the king himself and captures in
    /// passing aside: all squares where he stands in none.
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

    /// Whether the player on move is stalemated: not in check, and without a legal move.
    pub fn is_stalemate(&self, play: Play) -> bool {
        !self.in_check(self.turn()) && !self.has_legal_move(play)
    }

    /// The capture in passing that must be made, where the code forces it and no other move is there.
    pub fn forced_en_passant(&self, play: Play) -> Option<Move> {
        if play.en_passant != EnPassantDuty::ForcedWhenOnlyMove || self.en_passant().is_none() {
            return None;
        }
        let moves = self.legal_moves(play);
        match moves.first() {
            Some(first) if moves.iter().all(|m| m.kind() == MoveKind::EnPassant) => Some(*first),
            _ => None,
        }
    }

    /// The number of leaves of the tree of legal moves, `depth` plies deep.
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

/// The squares of the men that a move takes off.
#[inline]
fn victim(played: Move) -> Bitboard {
    match played.kind() {
        MoveKind::EnPassant => Bitboard::of(Square::new(played.to().file(), played.from().rank())),
        MoveKind::Null => Bitboard::EMPTY,
        _ => Bitboard::of(played.to()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Go,
    Stop,
}

/// Whether a man of the role, a pawn apart, goes from one square to the other on an empty board.
pub(super) fn strikes_on_empty_board(role: Role, from: Square, to: Square) -> bool {
    attacks::reach(role, from).has(to)
}

/// One step forward, in ranks, and the rank the pawns begin on.
pub(super) const fn pawn_step(color: Color) -> (i8, Rank) {
    match color {
        Color::White => (1, Rank::from_index(1)),
        Color::Black => (-1, Rank::from_index(6)),
    }
}

/// The squares before pawns of the colour.
const fn one_ahead(pawns: Bitboard, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(pawns.0 << 8),
        Color::Black => Bitboard(pawns.0 >> 8),
    }
}

/// The rank on which a pawn of the colour arrives with two steps.
pub(super) const fn double_step_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::from_index(3),
        Color::Black => Rank::from_index(4),
    }
}

/// Where a player's rook of that side stands at first, in the usual array.
pub(crate) fn corner(color: Color, side: Side) -> Square {
    let file = super::square::File::from_index(if side == Side::King { 7 } else { 0 });
    Square::new(file, home_rank(color))
}
