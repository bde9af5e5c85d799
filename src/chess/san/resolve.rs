//! Moves resolved: what a text means on a board.

use super::write::needed_origin;
use super::{Meaning, MoveText, Piece, San, Subject};
use crate::chess::attacks;
use crate::chess::bitboard::Bitboard;
use crate::chess::castling::castling_squares;
use crate::chess::legality::{Illegality, double_step_rank, pawn_step, strikes_on_empty_board};
use crate::chess::man::RoleIndex;
use crate::chess::man::{Color, Role};
use crate::chess::moves::{Move, MoveKind, Side};
use crate::chess::play::Play;
use crate::chess::position::{Position, home_rank};
use crate::chess::square::Square;
use crate::chess::threats::Threats;

/// What resolving a text under the common law gave on the straight road.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// One legal move, written as the export format writes it.
    Export(Move),
    /// One legal move, written otherwise.
    Other(Move),
    /// Anything else: ask [`Position::meaning`].
    Odd,
}

impl Position {
    /// Resolves a text under the common law. The straight road: no list, no allocation.
    #[inline(always)]
    #[allow(clippy::inline_always)] // as `san`
    pub fn resolve(&self, san: San, threats: &Threats) -> Resolved {
        match san.piece() {
            Piece::Pawn => self.resolve_pawn(san, threats),
            Piece::Other(role) => self.resolve_piece(san, role, threats),
            Piece::None => self.resolve_other(san),
        }
    }

    /// The men of the player on move that could go to `to`, their king's safety aside.
    pub(super) fn arriving(&self, role: Role, to: Square) -> Bitboard {
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
    #[allow(clippy::inline_always)] // as `san`
    fn resolve_piece(&self, san: San, role: RoleIndex, threats: &Threats) -> Resolved {
        let to = san.to();
        let own = self.men(self.turn());
        // Neither an own man nor a king is ever taken.
        if (own | self.of_role(Role::King)).has(to) || san.promotes() {
            return Resolved::Odd;
        }
        if san.gives_origin() {
            return self.resolve_from_origin(san);
        }
        let occupied = self.occupied();
        let mut found = None;
        for from in own & self.of_index(role) & attacks::reach_of(role.at(), to) {
            if (attacks::between(from, to) & occupied).is_empty() && self.stays_safe(from, to, threats) {
                if found.is_some() {
                    return Resolved::Odd;
                }
                found = Some(from);
            }
        }
        let Some(from) = found else { return Resolved::Odd };
        if occupied.has(to) == san.takes() && san.text() == MoveText::Export {
            Resolved::Export(Move::plain(from, to))
        } else {
            Resolved::Other(Move::plain(from, to))
        }
    }

    /// A piece move that names its origin: it is export notation only where the others need it.
    #[inline(never)]
    fn resolve_from_origin(&self, san: San) -> Resolved {
        let Subject::Man(role) = san.subject() else { return Resolved::Odd };
        let captures = self.occupied().has(san.to());
        let mut legal = Bitboard::EMPTY;
        for candidate in self.arriving(role, san.to()) {
            if self.is_safe(Move::plain(candidate, san.to())) {
                legal |= Bitboard::of(candidate);
            }
        }
        let Some(from) = (legal & san.origin().mask()).single() else {
            return Resolved::Odd;
        };
        let played = Move::plain(from, san.to());
        let needed = needed_origin(from, legal & !Bitboard::of(from));
        if needed == san.origin() && captures == san.takes() && san.text() == MoveText::Export {
            Resolved::Export(played)
        } else {
            Resolved::Other(played)
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // as `san`
    fn resolve_pawn(&self, san: San, threats: &Threats) -> Resolved {
        let us = self.turn();
        let to = san.to();
        let pawns = self.of(us, Role::Pawn);
        let occupied = self.occupied();
        // Behind its own first rank there is nothing a pawn could come from.
        if to.rank() == home_rank(us) {
            return Resolved::Odd;
        }
        let behind = to.behind(us);
        let (from, kind) = if san.gives_origin() {
            let Some(file) = san.origin_file() else { return Resolved::Odd };
            let from = Square::new(file, behind.rank());
            if !pawns.has(from)
                || !attacks::pawn(us, from).has(to)
                || san.origin_rank().is_some_and(|rank| rank != from.rank())
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
            if occupied.has(to) || san.takes() {
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
        let kind = if last || san.promotes() {
            match san.promotion() {
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
            self.stays_safe_without(from, to, victim)
        } else {
            self.stays_safe(from, to, threats)
        };
        if !is_safe {
            return Resolved::Odd;
        }
        if san.text() == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    #[inline(never)]
    fn resolve_other(&self, san: San) -> Resolved {
        let us = self.turn();
        let played = match san.subject() {
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
            Subject::Whatever => {
                let Some(from) = san.origin().square() else {
                    return Resolved::Odd;
                };
                let played = self.move_between(from, san.to(), san.promotion());
                if !self.is_legal(played, Play::COMMON) {
                    return Resolved::Odd;
                }
                played
            }
            _ => return Resolved::Odd,
        };
        if san.text() == MoveText::Export { Resolved::Export(played) } else { Resolved::Other(played) }
    }

    /// The move of whatever stands on `from`, with the kind that its geometry gives: a king going two
    /// squares or onto its own rook castles, where a right is there.
    pub fn move_between(&self, from: Square, to: Square, promotion: Option<Role>) -> Move {
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

    /// What a text means here, by the ladder that ends with the first rung leaving one man: the legal
    /// moves; those legal but for the own king's safety; the geometry of the man, whatever stands
    /// between or there; the only man of that kind and that file or rank.
    pub fn meaning(&self, san: San) -> Meaning {
        if san.subject() == Subject::Nobody {
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
        if let Some(played) = self.of_a_man_without_its_letter(san) {
            return Meaning::Legal(played);
        }
        match self.man_meant(san) {
            Some(played) => match self.illegality(played, Play::COMMON) {
                Some(fault) => Meaning::Illegal(played, fault),
                None => Meaning::Legal(played),
            },
            None => Meaning::Nothing,
        }
    }

    /// The legal move of a piece that is written by its two squares, with a sign between, as only a pawn's is: `g1-f3`.
    fn of_a_man_without_its_letter(&self, san: San) -> Option<Move> {
        let from = san.origin().square().filter(|_| san.subject() == Subject::Man(Role::Pawn))?;
        let played = self.move_between(from, san.to(), san.promotion());
        let is_so = self.man_at(from).is_some_and(|man| man.role != Role::Pawn)
            && san.promotion().is_none()
            && san.takes() == self.man_at(san.to()).is_some_and(|man| man.color != self.turn());
        (is_so && self.is_legal(played, Play::COMMON)).then_some(played)
    }

    /// Whether a legal move is one that the text can mean.
    fn fits(&self, played: Move, san: San) -> bool {
        let promotion_fits = match (played.kind(), san.promotion()) {
            (MoveKind::Promotion(role), Some(wanted)) => role == wanted,
            // A pawn on the last rank that the text leaves without a piece may be any.
            (MoveKind::Promotion(_), None) => true,
            (_, wanted) => wanted.is_none(),
        };
        match san.subject() {
            Subject::Castling(side) => played.kind() == MoveKind::Castling(side),
            Subject::Man(role) => {
                !played.is_castling()
                    && promotion_fits
                    && played.to() == san.to()
                    && self.man_at(played.from()).is_some_and(|man| man.role == role)
                    && san.origin().mask().has(played.from())
                    // A pawn that names no file goes straight, unless a capture is marked.
                    && (role != Role::Pawn
                        || san.origin().file.is_some()
                        || san.takes()
                        || played.from().file() == played.to().file())
            }
            Subject::Whatever => {
                promotion_fits
                    && san.origin().square().is_some_and(|from| {
                        played.from() == from
                            && self.move_between(from, san.to(), san.promotion()).to() == played.to()
                    })
            }
            Subject::PawnToFile(file) => {
                promotion_fits
                    && self.man_at(played.from()).is_some_and(|man| man.role == Role::Pawn)
                    && san.origin().mask().has(played.from())
                    && played.to().file() == file
            }
            Subject::Nobody => false,
        }
    }

    /// The man that an illegal text must mean, if only one can be meant.
    fn man_meant(&self, san: San) -> Option<Move> {
        let us = self.turn();
        let role = match san.subject() {
            Subject::Castling(side) => {
                let king = self.of(us, Role::King).single()?;
                if king.rank() != home_rank(us) {
                    return None;
                }
                let to = castling_squares(king.rank(), side).king;
                return Some(Move::new(king, to, MoveKind::Castling(side)));
            }
            Subject::Whatever => {
                let from = san.origin().square()?;
                self.man_at(from)?;
                return Some(self.move_between(from, san.to(), san.promotion()));
            }
            Subject::Man(role) => role,
            Subject::PawnToFile(_) | Subject::Nobody => return None,
        };
        if let Some(from) = san.origin().square() {
            // The square is named: the man that stands there is meant, if it is of that kind.
            let man = self.man_at(from)?;
            return (man.role == role).then(|| self.built(from, role, san));
        }
        // That a player takes his own king is no reading of any score.
        if self.of(us, Role::King).has(san.to()) {
            return None;
        }
        let men = self.of(us, role) & san.origin().mask() & !Bitboard::of(san.to());
        let built = |from: Square| match role {
            Role::King => Move::plain(from, san.to()),
            _ => self.built(from, role, san),
        };
        let unsafe_only = men.squares().filter(|from| {
            self.illegality(built(*from), Play::COMMON).is_none_or(Illegality::is_of_king_safety)
        });
        if let Some(from) = only(unsafe_only) {
            return Some(built(from));
        }
        let shaped = men.squares().filter(|from| match role {
            Role::Pawn => pawn_shape(us, *from, san),
            _ => strikes_on_empty_board(role, *from, san.to()),
        });
        if let Some(from) = only(shaped) {
            return Some(built(from));
        }
        let of_file = match (role, san.origin().file) {
            (Role::Pawn, None) => men & Bitboard::file(san.to().file()),
            _ => men,
        };
        only(of_file.squares()).map(built)
    }

    /// The move that a text which cannot be played tells of, made by the man of `from`. A pawn that takes aslant where
    /// nothing stands took the hostile pawn beside it in passing.
    fn built(&self, from: Square, role: Role, san: San) -> Move {
        let (us, to) = (self.turn(), san.to());
        let them = us.other();
        let takes_in_passing = role == Role::Pawn
            && san.takes()
            && attacks::pawn(us, from).has(to)
            && self.man_at(to).is_none()
            && from.rank() == double_step_rank(them)
            && self.of(them, Role::Pawn).has(Square::new(to.file(), from.rank()));
        if takes_in_passing {
            return Move::new(from, to, MoveKind::EnPassant);
        }
        self.move_between(from, to, san.promotion())
    }
}

fn only(mut squares: impl Iterator<Item = Square>) -> Option<Square> {
    let first = squares.next()?;
    squares.next().is_none().then_some(first)
}

/// Whether a pawn goes so by the shape of its move, whatever stands about.
fn pawn_shape(us: Color, from: Square, san: San) -> bool {
    let (one, start) = pawn_step(us);
    let straight = from.offset(0, one) == Some(san.to())
        || (from.rank() == start && from.offset(0, one * 2) == Some(san.to()));
    let aslant = attacks::pawn(us, from).has(san.to());
    match san.origin().file {
        Some(_) => aslant || straight,
        None if san.takes() => aslant,
        None => straight,
    }
}
