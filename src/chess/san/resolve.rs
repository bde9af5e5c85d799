//! Resolves the text of a move in a position.

use super::write::needed_origin;
use super::{Meaning, MoveText, San, Subject};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::castling_squares;
use crate::chess::legality::{Illegality, double_step_rank, pawn_step};
use crate::chess::man::{Color, Role};
use crate::chess::moves::{Move, MoveKind, Side};
use crate::chess::play::Play;
use crate::chess::position::{Position, home_rank};
use crate::chess::square::Square;
use crate::chess::threats::Threats;

/// The result of [`Position::resolve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// One legal move, in export format.
    Export(Move),
    /// One legal move, not in export format.
    Other(Move),
    /// Anything else: see [`Position::meaning`].
    Odd,
}

impl Position {
    /// Resolves a text under the common law, without a list of moves and without allocation.
    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    pub fn resolve(&self, san: San, threats: &Threats) -> Resolved {
        match san.subject {
            Subject::Man(Role::Pawn) => self.resolve_pawn(san, threats),
            Subject::Man(role) => self.resolve_piece(san, role, threats),
            _ => self.resolve_other(san),
        }
    }

    /// The pieces of the player on move that attack `to`.
    pub(super) fn pieces_attacking(&self, role: Role, to: Square) -> Bitboard {
        let occupied = self.occupied();
        let mut open = Bitboard::EMPTY;
        for from in self.of(self.turn(), role) & attacks::reach(role, to) {
            if (attacks::between(from, to) & occupied).is_empty() {
                open |= Bitboard::of(from);
            }
        }
        open
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    fn resolve_piece(&self, san: San, role: Role, threats: &Threats) -> Resolved {
        let to = san.to;
        let own = self.men(self.turn());
        // Own men and kings cannot be captured.
        if (own | self.of_role(Role::King)).has(to) || san.promotion.is_some() {
            return Resolved::Odd;
        }
        if san.origin.is_given() {
            return self.resolve_from_origin(san, role);
        }
        let occupied = self.occupied();
        let mut found = None;
        for from in own & self.of_role(role) & attacks::reach(role, to) {
            if (attacks::between(from, to) & occupied).is_empty() && self.keeps_king_safe(from, to, threats) {
                if found.is_some() {
                    return Resolved::Odd;
                }
                found = Some(from);
            }
        }
        let Some(from) = found else { return Resolved::Odd };
        if occupied.has(to) == san.takes && san.text == MoveText::Export {
            Resolved::Export(Move::plain(from, to))
        } else {
            Resolved::Other(Move::plain(from, to))
        }
    }

    /// A piece move that names its origin. It is in export format only if the origin is needed.
    #[inline(never)]
    fn resolve_from_origin(&self, san: San, role: Role) -> Resolved {
        let captures = self.occupied().has(san.to);
        let mut legal = Bitboard::EMPTY;
        for candidate in self.pieces_attacking(role, san.to) {
            if self.is_safe(Move::plain(candidate, san.to)) {
                legal |= Bitboard::of(candidate);
            }
        }
        let Some(from) = (legal & san.origin.mask()).single() else {
            return Resolved::Odd;
        };
        let played = Move::plain(from, san.to);
        let needed = needed_origin(from, legal & !Bitboard::of(from));
        if needed == san.origin && captures == san.takes && san.text == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // hot
    fn resolve_pawn(&self, san: San, threats: &Threats) -> Resolved {
        let us = self.turn();
        let to = san.to;
        let pawns = self.of(us, Role::Pawn);
        let occupied = self.occupied();
        // No pawn can come from beyond its own first rank.
        if to.rank() == home_rank(us) {
            return Resolved::Odd;
        }
        let behind = to.behind(us);
        let (from, kind) = if san.origin.is_given() {
            let Some(file) = san.origin.file else { return Resolved::Odd };
            let from = Square::new(file, behind.rank());
            if !pawns.has(from)
                || !attacks::pawn(us, from).has(to)
                || san.origin.rank.is_some_and(|rank| rank != from.rank())
            {
                return Resolved::Odd;
            }
            if (self.men(us.other()) & !self.of_role(Role::King)).has(to) {
                (from, MoveKind::Plain)
            } else if self.en_passant() == Some(to) {
                (from, MoveKind::EnPassant)
            } else {
                return Resolved::Odd;
            }
        } else {
            if occupied.has(to) || san.takes {
                return Resolved::Odd;
            }
            if pawns.has(behind) {
                (behind, MoveKind::Plain)
            } else {
                let far = behind.behind(us);
                if occupied.has(behind) || !pawns.has(far) || to.rank() != double_step_rank(us) {
                    return Resolved::Odd;
                }
                (far, MoveKind::Double)
            }
        };
        let last = to.rank() == home_rank(us.other());
        let kind = if last || san.promotion.is_some() {
            match san.promotion {
                Some(role @ (Role::Knight | Role::Bishop | Role::Rook | Role::Queen)) if last => {
                    MoveKind::Promotion(role)
                }
                _ => return Resolved::Odd,
            }
        } else {
            kind
        };
        let played = Move::new(from, to, kind);
        let is_safe = if kind == MoveKind::EnPassant {
            let victim = Bitboard::of(Square::new(to.file(), from.rank()));
            self.keeps_king_safe_without(from, to, victim)
        } else {
            self.keeps_king_safe(from, to, threats)
        };
        if !is_safe {
            return Resolved::Odd;
        }
        if san.text == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    #[inline(never)]
    fn resolve_other(&self, san: San) -> Resolved {
        let us = self.turn();
        let played = match san.subject {
            Subject::Castling(side) => {
                let Some(king) = self.of(us, Role::King).single() else {
                    return Resolved::Odd;
                };
                let to = castling_squares(king.rank(), side).king;
                if self.castling_bar(king, side, Play::COMMON).is_some() {
                    return Resolved::Odd;
                }
                Move::new(king, to, MoveKind::Castling(side))
            }
            Subject::AnyMan => {
                let Some(from) = san.origin.square() else {
                    return Resolved::Odd;
                };
                let played = self.move_between(from, san.to, san.promotion);
                if !self.is_legal(played, Play::COMMON) {
                    return Resolved::Odd;
                }
                played
            }
            _ => return Resolved::Odd,
        };
        if san.text == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    /// A move of the man on `from`, of the kind that its squares imply. A king with the right castles by a move of two
    /// squares or onto its rook.
    pub(crate) fn move_between(&self, from: Square, to: Square, promotion: Option<Role>) -> Move {
        let Some(man) = self.man_at(from) else {
            return Move::plain(from, to);
        };
        match man.role {
            Role::King => {
                for side in [Side::King, Side::Queen] {
                    let Some(rook) = self.castling().rook(man.color, side) else {
                        continue;
                    };
                    let arrival = castling_squares(from.rank(), side).king;
                    let leaps = to == arrival && from.file().index().abs_diff(to.file().index()) == 2;
                    if to == rook || (leaps && from.rank() == to.rank()) {
                        return Move::new(from, arrival, MoveKind::Castling(side));
                    }
                }
                Move::plain(from, to)
            }
            Role::Pawn => {
                let (one, start) = pawn_step(man.color);
                if to.rank() == home_rank(man.color.other()) || promotion.is_some() {
                    Move::new(from, to, MoveKind::Promotion(promotion.unwrap_or(Role::Pawn)))
                } else if from.rank() == start && from.offset(0, one * 2) == Some(to) {
                    Move::new(from, to, MoveKind::Double)
                } else if self.en_passant() == Some(to) && attacks::pawn(man.color, from).has(to) {
                    Move::new(from, to, MoveKind::EnPassant)
                } else {
                    Move::plain(from, to)
                }
            }
            _ => Move::plain(from, to),
        }
    }

    /// The meaning of a text in this position. Candidates are tried in this order until only one man is left: legal
    /// moves; moves that are legal but for the king's safety; moves that the man can make on an empty board; any man of
    /// that role and that file or rank.
    pub fn meaning(&self, san: San) -> Meaning {
        if san.subject == Subject::Null {
            return Meaning::Illegal(Move::NULL, Illegality::Null);
        }
        let mut legal: Vec<Move> =
            self.legal_moves(Play::COMMON).into_iter().filter(|played| self.fits(*played, san)).collect();
        legal.sort_by_key(|played| (played.from(), std::cmp::Reverse(played.bits())));
        match legal.as_slice() {
            [] => {}
            [only] => return Meaning::Legal(*only),
            _ => return Meaning::Ambiguous(legal),
        }
        if let Some(played) = self.piece_move_without_letter(san) {
            return Meaning::Legal(played);
        }
        match self.only_meaning(san) {
            Some(played) => match self.illegality(played, Play::COMMON) {
                Some(fault) => Meaning::Illegal(played, fault),
                None => Meaning::Legal(played),
            },
            None => Meaning::Nothing,
        }
    }

    /// A legal piece move written like a pawn move, with two squares and a sign: `g1-f3`. A capture may have a dash too.
    fn piece_move_without_letter(&self, san: San) -> Option<Move> {
        let from = san.origin.square().filter(|_| san.subject == Subject::Man(Role::Pawn))?;
        let played = self.move_between(from, san.to, san.promotion);
        let captures = self.man_at(san.to).is_some_and(|man| man.color != self.turn());
        let is_so = self.man_at(from).is_some_and(|man| man.role != Role::Pawn)
            && san.promotion.is_none()
            && (captures || !san.takes);
        (is_so && self.is_legal(played, Play::COMMON)).then_some(played)
    }

    /// Whether the text can mean a legal move.
    fn fits(&self, played: Move, san: San) -> bool {
        let promotion_fits = match (played.kind(), san.promotion) {
            (MoveKind::Promotion(role), Some(wanted)) => role == wanted,
            // A text without a promotion matches every promotion.
            (MoveKind::Promotion(_), None) => true,
            (_, wanted) => wanted.is_none(),
        };
        match san.subject {
            Subject::Castling(side) => played.kind() == MoveKind::Castling(side),
            Subject::Man(role) => {
                !played.is_castling()
                    && promotion_fits
                    && played.to() == san.to
                    && self.man_at(played.from()).is_some_and(|man| man.role == role)
                    && san.origin.mask().has(played.from())
                    // A pawn move without a file is an advance, unless a capture is marked.
                    && (role != Role::Pawn
                        || san.origin.file.is_some()
                        || san.takes
                        || played.from().file() == played.to().file())
            }
            Subject::AnyMan => {
                promotion_fits
                    && san.origin.square().is_some_and(|from| {
                        played.from() == from
                            && self.move_between(from, san.to, san.promotion).to() == played.to()
                    })
            }
            Subject::PawnToFile(file) => {
                promotion_fits
                    && self.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn)
                    && san.origin.mask().has(played.from())
                    && played.to().file() == file
            }
            Subject::Null => false,
        }
    }

    /// The move that an illegal text must mean, if only one man can be meant.
    fn only_meaning(&self, san: San) -> Option<Move> {
        let us = self.turn();
        let role = match san.subject {
            Subject::Castling(side) => {
                let king = self.of(us, Role::King).single()?;
                if king.rank() != home_rank(us) {
                    return None;
                }
                let to = castling_squares(king.rank(), side).king;
                return Some(Move::new(king, to, MoveKind::Castling(side)));
            }
            Subject::AnyMan => {
                let from = san.origin.square()?;
                self.man_at(from)?;
                return Some(self.move_between(from, san.to, san.promotion));
            }
            Subject::Man(role) => role,
            Subject::PawnToFile(_) | Subject::Null => return None,
        };
        if let Some(from) = san.origin.square() {
            // The man on the named square is meant, if it has the named role.
            let man = self.man_at(from)?;
            return (man.role == role).then(|| self.move_meant(from, role, san));
        }
        // No text means the capture of the player's own king.
        if self.of(us, Role::King).has(san.to) {
            return None;
        }
        // Only a man that could take on a square with an own man goes there.
        let may_go = if self.men(us).has(san.to) { self.attackers(san.to, us) } else { !Bitboard::EMPTY };
        let men = self.of(us, role) & san.origin.mask() & may_go & !Bitboard::of(san.to);
        let move_of = |from: Square| match role {
            Role::King => Move::plain(from, san.to),
            _ => self.move_meant(from, role, san),
        };
        let unsafe_only = men.squares().filter(|from| {
            self.illegality(move_of(*from), Play::COMMON).is_none_or(Illegality::is_of_king_safety)
        });
        if let Some(from) = only(unsafe_only) {
            return Some(move_of(from));
        }
        let possible = men.squares().filter(|from| match role {
            Role::Pawn => is_pawn_geometry(us, *from, san),
            _ => attacks::reach(role, *from).has(san.to),
        });
        if let Some(from) = only(possible) {
            return Some(move_of(from));
        }
        let of_file = match (role, san.origin.file) {
            (Role::Pawn, None) => men & Bitboard::file(san.to.file()),
            _ => men,
        };
        only(of_file.squares()).map(move_of)
    }

    /// The move of a text that no man can make, if one man of the named role is within two squares of its square and all
    /// others are at least two squares farther from it.
    pub(crate) fn nearest_meaning(&self, san: San) -> Option<Move> {
        let Subject::Man(role) = san.subject else { return None };
        if role == Role::Pawn || self.of(self.turn(), Role::King).has(san.to) {
            return None;
        }
        let men = self.of(self.turn(), role) & san.origin.mask() & !Bitboard::of(san.to);
        let mut by_distance: Vec<(u8, Square)> =
            men.squares().map(|from| (distance(from, san.to), from)).collect();
        by_distance.sort_unstable();
        match by_distance.as_slice() {
            [(nearest, _), (next, _), ..] if *next < nearest + 2 => None,
            [(0..=2, from), ..] => Some(Move::plain(*from, san.to)),
            _ => None,
        }
    }

    /// The move of an illegal text if the man on `from` is meant. A capture by a pawn onto an empty square is en passant if
    /// an opposing pawn is beside it on the right rank.
    fn move_meant(&self, from: Square, role: Role, san: San) -> Move {
        let (us, to) = (self.turn(), san.to);
        let them = us.other();
        let takes_en_passant = role == Role::Pawn
            && san.takes
            && attacks::pawn(us, from).has(to)
            && self.man_at(to).is_none()
            && from.rank() == double_step_rank(them)
            && self.of(them, Role::Pawn).has(Square::new(to.file(), from.rank()));
        if takes_en_passant {
            return Move::new(from, to, MoveKind::EnPassant);
        }
        self.move_between(from, to, san.promotion)
    }
}

/// The number of steps of a king from one square to the other.
fn distance(from: Square, to: Square) -> u8 {
    let files = from.file().index().abs_diff(to.file().index());
    files.max(from.rank().index().abs_diff(to.rank().index()))
}

fn only(mut squares: impl Iterator<Item = Square>) -> Option<Square> {
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

/// Whether a pawn can make the move on some board.
fn is_pawn_geometry(us: Color, from: Square, san: San) -> bool {
    let (one, start) = pawn_step(us);
    let advances = from.offset(0, one) == Some(san.to)
        || (from.rank() == start && from.offset(0, one * 2) == Some(san.to));
    let captures = attacks::pawn(us, from).has(san.to);
    match san.origin.file {
        Some(_) => captures || advances,
        None if san.takes => captures,
        None => advances,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_man_goes_to_an_own_man_that_it_could_not_take() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/8/3PB3/PPP1PPPP/RN1QKBNR w KQkq - 0 3";
        let board = Position::read_fen(fen.as_bytes()).unwrap().position;
        let meaning = |text: &str| board.meaning(San::from_ascii(text.as_bytes()).unwrap());
        for text in ["e3", "Nd3", "Bd3"] {
            assert_eq!(meaning(text), Meaning::Nothing, "{text}");
        }
        for text in ["Qb1", "Qxd3", "fxe3", "Nxe2", "e2e3"] {
            assert!(matches!(meaning(text), Meaning::Illegal(_, Illegality::CapturesOwn)), "{text}");
        }
    }
}
