//! What a move in descriptive notation can mean on a board.
//!
//! Each token is held to the legal moves. Where several fit, what the text says beyond man and square tells them
//! apart, as its writers meant it to: that a capture is none where no man is named, the wing of a piece, a check.
//! Where none fits, one man must be meant, as with SAN: the one whom only his king's safety hinders, else the
//! one that goes so on an empty board, else the only one there is.

use crate::chess::{
    Bitboard, CheckSign, Illegality, Man, Meaning, Move, MoveKind, Play, Position, Role, San, Side, Square,
};

use super::description::{Deed, Described, Goal, ManName, Passing, Place, Which};
use super::past::Past;

/// How many pairs of a man and a square are tried for a move that is not legal.
const MOST_PAIRS: u32 = 64;

/// What `told` means on `board`, to which `past` led.
pub(super) fn of(told: &Described, board: &Position, past: Past<'_>) -> Meaning {
    match told.deed {
        Deed::Castles(side) => castling(told, side, board),
        Deed::Moves { man, from, goal } => Telling { told, man, from, goal, board, past }.meaning(),
    }
}

/// The order in which readings are told.
pub(super) fn told_order(played: Move) -> impl Ord {
    (played.from(), std::cmp::Reverse(played.bits()))
}

/// Several legal moves in the order in which they are told, or the one.
fn of_legal(mut legal: Vec<Move>) -> Option<Meaning> {
    legal.sort_by_key(|played| told_order(*played));
    match legal.as_slice() {
        [] => None,
        [only] => Some(Meaning::Legal(*only)),
        _ => Some(Meaning::Ambiguous(legal)),
    }
}

fn castling(told: &Described, side: Option<Side>, board: &Position) -> Meaning {
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
    prefer(&mut legal, |played| gives(board, *played, told.sign));
    of_legal(legal).unwrap_or_else(|| match meanings.as_slice() {
        [only] => only.clone(),
        _ => Meaning::Nothing,
    })
}

/// Drops the moves of which it does not hold, where it holds of any.
fn prefer(moves: &mut Vec<Move>, holds: impl Fn(&Move) -> bool) {
    if moves.len() > 1 && moves.iter().any(&holds) {
        moves.retain(holds);
    }
}

/// Whether a move gives what its text says of check, where the text says anything.
fn gives(board: &Position, played: Move, sign: CheckSign) -> bool {
    let mut after = *board;
    after.play(played);
    match sign {
        CheckSign::None => true,
        CheckSign::Check | CheckSign::Double => after.in_check(after.turn()),
        CheckSign::Mate => after.is_mate(Play::COMMON),
    }
}

/// A man's move on a board.
#[derive(Clone, Copy)]
struct Telling<'a> {
    told: &'a Described,
    man: ManName,
    from: Option<Place>,
    goal: Goal,
    board: &'a Position,
    past: Past<'a>,
}

impl Telling<'_> {
    fn meaning(self) -> Meaning {
        let movers = self.movers();
        let mut legal = self.board.legal_moves(Play::COMMON);
        legal.retain(|played| {
            movers.has(played.from())
                && !played.is_castling()
                && self.becomes(*played)
                && self.arrives(*played)
        });
        if self.told.passing == Passing::Said {
            prefer(&mut legal, |played| played.kind() == MoveKind::EnPassant);
        }
        if matches!(self.goal, Goal::Square(_)) {
            prefer(&mut legal, |played| self.board.man_at(played.to()).is_none());
        }
        self.prefer_wing(&mut legal, self.man.which, Move::from);
        if let Goal::Man { man, .. } = self.goal {
            self.prefer_wing(&mut legal, man.which, Move::to);
        }
        prefer(&mut legal, |played| gives(self.board, *played, self.told.sign));
        of_legal(legal).unwrap_or_else(|| self.unlawful(movers))
    }

    /// The men who can be meant to move, wherever they can go.
    fn movers(self) -> Bitboard {
        let us = self.board.turn();
        self.board.of(us, self.man.role) & self.mask(self.from) & file_of(self.man.which)
    }

    fn mask(self, place: Option<Place>) -> Bitboard {
        place.map_or(!Bitboard::EMPTY, |place| place.mask(self.board.turn()))
    }

    /// Whether what the text makes of a pawn is what the move makes of it; where it says nothing, it may be any.
    fn becomes(self, played: Move) -> bool {
        match (played.kind(), self.told.becomes) {
            (MoveKind::Promotion(role), Some(said)) => role == said,
            (MoveKind::Promotion(_), None) => true,
            (_, said) => said.is_none(),
        }
    }

    /// Whether a legal move goes where the text says. A pawn takes only where that is said.
    fn arrives(self, played: Move) -> bool {
        match self.goal {
            Goal::Square(place) => {
                self.mask(Some(place)).has(played.to())
                    && (self.man.role != Role::Pawn || played.from().file() == played.to().file())
            }
            Goal::Man { .. } if played.kind() == MoveKind::EnPassant => {
                let victim = Square::new(played.to().file(), played.from().rank());
                self.victims().has(victim) || self.is_passed_at(played.to())
            }
            Goal::Man { .. } => self.victims().has(played.to()),
        }
    }

    /// The men who can be meant to be taken.
    fn victims(self) -> Bitboard {
        let Goal::Man { man, at } = self.goal else { return Bitboard::EMPTY };
        let them = self.board.turn().other();
        self.board.of(them, man.role) & self.mask(at) & file_of(man.which)
    }

    /// Whether a pawn taken in passing is told of by the square that it passed over.
    fn is_passed_at(self, to: Square) -> bool {
        match self.goal {
            Goal::Man { man: ManName { role: Role::Pawn, which }, at: Some(at) } => {
                (self.mask(Some(at)) & file_of(which)).has(to)
            }
            _ => false,
        }
    }

    /// A piece of a wing is the one that began there, and some mean the one that stands there: where these are
    /// two, either can be meant.
    fn prefer_wing(self, legal: &mut Vec<Move>, which: Which, of: impl Fn(Move) -> Square) {
        let Which::Wing(wing) = which else { return };
        let began = |played: &Move| self.past.home_wing(of(*played)) == wing;
        let stands = |played: &Move| Past::wing_of(of(*played)) == wing;
        let both_may = legal.iter().any(began) && legal.iter().any(stands);
        if both_may && !legal.iter().any(|played| began(played) && stands(played)) {
            return prefer(legal, |played| began(played) || stands(played));
        }
        if legal.iter().any(began) {
            return prefer(legal, began);
        }
        prefer(legal, stands);
    }

    /// The one move that can be meant, though it is not legal.
    fn unlawful(self, movers: Bitboard) -> Meaning {
        let goals = match self.goal {
            Goal::Square(place) => self.mask(Some(place)),
            Goal::Man { .. } => self.victims(),
        };
        if movers.count() * goals.count() > MOST_PAIRS {
            return Meaning::Nothing;
        }
        let mut pairs: Vec<Unlawful> = Vec::new();
        for from in movers.squares() {
            for to in goals.squares().filter(|to| *to != from) {
                let played = match self.man.role {
                    Role::King => Move::plain(from, to),
                    _ => self.board.move_between(from, to, self.told.becomes),
                };
                pairs.extend(self.board.illegality(played, Play::COMMON).map(|why| Unlawful { played, why }));
            }
        }
        let rungs: [fn(&Unlawful, &Self) -> bool; 3] = [
            |pair, _| pair.why.is_of_king_safety(),
            |pair, telling| telling.goes_so(pair.played),
            |_, _| true,
        ];
        for rung in rungs {
            let mut left = pairs.iter().filter(|pair| rung(pair, &self));
            if let (Some(only), None) = (left.next(), left.next()) {
                return Meaning::Illegal(only.played, only.why);
            }
        }
        Meaning::Nothing
    }

    /// Whether the man goes so with nobody else on the board than whom he takes.
    fn goes_so(self, played: Move) -> bool {
        let (us, from, to) = (self.board.turn(), played.from(), played.to());
        let mut bare = Position::empty();
        bare.set_turn(us);
        bare.put(from, Man { color: us, role: self.man.role });
        if matches!(self.goal, Goal::Man { .. }) {
            bare.put(to, Man { color: us.other(), role: Role::Pawn });
        }
        bare.is_legal(played, Play::COMMON)
    }
}

/// A move that breaks the law, and how.
#[derive(Clone, Copy)]
struct Unlawful {
    played: Move,
    why: Illegality,
}

/// The file of a pawn that is named by it.
fn file_of(which: Which) -> Bitboard {
    match which {
        Which::File(file) => file.mask(),
        Which::Any | Which::Wing(_) => !Bitboard::EMPTY,
    }
}
