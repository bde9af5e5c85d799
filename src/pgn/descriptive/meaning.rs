//! The meaning of a move in descriptive notation on a board.
//!
//! The text is matched with the legal moves. If several fit, the rest of the text decides between them: without a man's name
//! no capture is meant, and the wing of a piece and a check must fit. If none fits, the text means one illegal move, as SAN
//! does: the only one that just leaves the king in check, or the only one that is legal on an empty board, or the only one.

use crate::chess::{
    Bitboard, CheckSign, Illegality, Man, Meaning, Move, MoveKind, Play, Position, Role, San, Side, Square,
};

use super::description::{Action, DescriptiveMove, ManName, MoveTarget, SquareName, Which};
use super::written_move::PriorMoves;

/// Pairs of a man and a square that are tried for an illegal move.
const MOST_PAIRS: u32 = 64;

/// The meaning of a move on `board`, to which `prior` led.
pub(super) fn of(read: &DescriptiveMove, board: &Position, prior: PriorMoves<'_>) -> Meaning {
    match read.action {
        Action::Castling(side) => castling(read, side, board),
        Action::ManMove { man, from, target } => {
            MoveMatcher { read, man, from, target, board, prior }.meaning()
        }
    }
}

/// The order in which ambiguous moves are reported.
pub(super) fn report_order(played: Move) -> impl Ord {
    (played.from(), std::cmp::Reverse(played.bits()))
}

fn of_legal(mut legal: Vec<Move>) -> Option<Meaning> {
    legal.sort_by_key(|played| report_order(*played));
    match legal.as_slice() {
        [] => None,
        [only] => Some(Meaning::Legal(*only)),
        _ => Some(Meaning::Ambiguous(legal)),
    }
}

fn castling(read: &DescriptiveMove, side: Option<Side>, board: &Position) -> Meaning {
    let sides = [Side::King, Side::Queen].into_iter().filter(|any| side.is_none_or(|said| said == *any));
    let meanings: Vec<Meaning> = sides
        .filter_map(|side| {
            let sign: &[u8] = match side {
                Side::King => b"O-O",
                Side::Queen => b"O-O-O",
            };
            San::from_ascii(sign).map(|read| board.meaning(read))
        })
        .collect();
    let mut legal: Vec<Move> = meanings
        .iter()
        .filter_map(|meaning| match meaning {
            Meaning::Legal(played) => Some(*played),
            _ => None,
        })
        .collect();
    prefer(&mut legal, |played| fits_sign(board, *played, read.sign));
    of_legal(legal).unwrap_or_else(|| match meanings.as_slice() {
        [only] => only.clone(),
        _ => Meaning::Nothing,
    })
}

/// Drops the moves for which the condition does not hold, if it holds for any.
fn prefer(moves: &mut Vec<Move>, holds: impl Fn(&Move) -> bool) {
    if moves.len() > 1 && moves.iter().any(&holds) {
        moves.retain(holds);
    }
}

fn fits_sign(board: &Position, played: Move, sign: CheckSign) -> bool {
    let mut after = *board;
    after.play(played);
    match sign {
        CheckSign::None => true,
        CheckSign::Check | CheckSign::Double => after.in_check(after.turn()),
        CheckSign::Mate => after.is_mate(Play::COMMON),
    }
}

/// Matches the text of a man's move with the moves on a board.
#[derive(Clone, Copy)]
struct MoveMatcher<'a> {
    read: &'a DescriptiveMove,
    man: ManName,
    from: Option<SquareName>,
    target: MoveTarget,
    board: &'a Position,
    prior: PriorMoves<'a>,
}

impl MoveMatcher<'_> {
    fn meaning(self) -> Meaning {
        let movers = self.movers();
        let mut legal = self.board.legal_moves(Play::COMMON);
        legal.retain(|played| {
            movers.has(played.from())
                && !played.is_castling()
                && self.fits_promotion(*played)
                && self.fits_target(*played)
        });
        if self.read.en_passant {
            prefer(&mut legal, |played| played.kind() == MoveKind::EnPassant);
        }
        if matches!(self.target, MoveTarget::Square(_)) {
            prefer(&mut legal, |played| self.board.man_at(played.to()).is_none());
        }
        self.prefer_wing(&mut legal, self.man.which, Move::from);
        if let MoveTarget::Man { man, .. } = self.target {
            self.prefer_wing(&mut legal, man.which, Move::to);
        }
        prefer(&mut legal, |played| fits_sign(self.board, *played, self.read.sign));
        of_legal(legal).unwrap_or_else(|| self.illegal_meaning(movers))
    }

    /// The men that the text names as movers, wherever they can go.
    fn movers(self) -> Bitboard {
        let us = self.board.turn();
        self.board.of(us, self.man.role) & self.mask(self.from) & file_of(self.man.which)
    }

    fn mask(self, square: Option<SquareName>) -> Bitboard {
        square.map_or(!Bitboard::EMPTY, |square| square.mask(self.board.turn()))
    }

    /// A text without a promotion fits a promotion to any piece.
    fn fits_promotion(self, played: Move) -> bool {
        match (played.kind(), self.read.promotion) {
            (MoveKind::Promotion(role), Some(stated)) => role == stated,
            (MoveKind::Promotion(_), None) => true,
            (_, stated) => stated.is_none(),
        }
    }

    /// A pawn move to a square is no capture.
    fn fits_target(self, played: Move) -> bool {
        match self.target {
            MoveTarget::Square(square) => {
                self.mask(Some(square)).has(played.to())
                    && (self.man.role != Role::Pawn || played.from().file() == played.to().file())
            }
            MoveTarget::Man { .. } if played.kind() == MoveKind::EnPassant => {
                let victim = Square::new(played.to().file(), played.from().rank());
                self.victims().has(victim) || self.names_passed_square(played.to())
            }
            MoveTarget::Man { .. } => self.victims().has(played.to()),
        }
    }

    /// The men that the text names as captured.
    fn victims(self) -> Bitboard {
        let MoveTarget::Man { man, at } = self.target else { return Bitboard::EMPTY };
        let them = self.board.turn().other();
        self.board.of(them, man.role) & self.mask(at) & file_of(man.which)
    }

    /// Whether the text names a pawn that is captured in passing by the square that it passed over.
    fn names_passed_square(self, to: Square) -> bool {
        match self.target {
            MoveTarget::Man { man: ManName { role: Role::Pawn, which }, at: Some(at) } => {
                (self.mask(Some(at)) & file_of(which)).has(to)
            }
            _ => false,
        }
    }

    /// A piece of a wing is the one that began there, but some writers mean the one that is there now. If these are two
    /// pieces, either is possible.
    fn prefer_wing(self, legal: &mut Vec<Move>, which: Which, of: impl Fn(Move) -> Square) {
        let Which::Wing(wing) = which else { return };
        let began = |played: &Move| self.prior.home_wing(of(*played)) == wing;
        let is_there = |played: &Move| PriorMoves::wing_of(of(*played)) == wing;
        let both_may = legal.iter().any(began) && legal.iter().any(is_there);
        if both_may && !legal.iter().any(|played| began(played) && is_there(played)) {
            return prefer(legal, |played| began(played) || is_there(played));
        }
        if legal.iter().any(began) {
            return prefer(legal, began);
        }
        prefer(legal, is_there);
    }

    /// The only illegal move that fits the text.
    fn illegal_meaning(self, movers: Bitboard) -> Meaning {
        let targets = match self.target {
            MoveTarget::Square(square) => self.mask(Some(square)),
            MoveTarget::Man { .. } => self.victims(),
        };
        if movers.count() * targets.count() > MOST_PAIRS {
            return Meaning::Nothing;
        }
        let mut pairs: Vec<IllegalMove> = Vec::new();
        for from in movers.squares() {
            for to in targets.squares().filter(|to| *to != from) {
                let played = match self.man.role {
                    Role::King => Move::plain(from, to),
                    _ => self.board.move_between(from, to, self.read.promotion),
                };
                let why = self.board.illegality(played, Play::COMMON);
                pairs.extend(why.map(|why| IllegalMove { played, why }));
            }
        }
        let conditions: [fn(&IllegalMove, &Self) -> bool; 3] = [
            |pair, _| pair.why.is_of_king_safety(),
            |pair, matcher| matcher.is_legal_alone(pair.played),
            |_, _| true,
        ];
        for condition in conditions {
            let mut left = pairs.iter().filter(|pair| condition(pair, &self));
            if let (Some(only), None) = (left.next(), left.next()) {
                return Meaning::Illegal(only.played, only.why);
            }
        }
        Meaning::Nothing
    }

    /// Whether the move is legal with no other man on the board than the one captured.
    fn is_legal_alone(self, played: Move) -> bool {
        let (us, from, to) = (self.board.turn(), played.from(), played.to());
        let mut bare = Position::empty();
        bare.set_turn(us);
        bare.put(from, Man { color: us, role: self.man.role });
        if matches!(self.target, MoveTarget::Man { .. }) {
            bare.put(to, Man { color: us.other(), role: Role::Pawn });
        }
        bare.is_legal(played, Play::COMMON)
    }
}

#[derive(Clone, Copy)]
struct IllegalMove {
    played: Move,
    why: Illegality,
}

fn file_of(which: Which) -> Bitboard {
    match which {
        Which::File(file) => file.mask(),
        Which::Any | Which::Wing(_) => !Bitboard::EMPTY,
    }
}
