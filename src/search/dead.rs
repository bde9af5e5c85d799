//! Can a side still give mate by any series of legal moves (FIDE 5.2.2, 6.9)?
//!
//! The search is `chasolver`'s. It bounds itself by nodes (2^24 in its last phase, which no known game needs),
//! so its answer is the same on every run. Hard compositions take it seconds and 200 MB; positions of
//! play take it microseconds. It is handed only positions that its board can hold, and a mate that it
//! shows counts only once it was played over on our own board.
//!
//! Lines of a few forced moves are followed here, on our own board: that is asked of every game lost on time.

use chasolver::{Winnability, winnability};
use chasolver_board as other;

use crate::chess::{Bitboard, Color, File, Material, Move, Play, Position, Role, Side, Square};

/// How many men, the king among them, leave a player hardly a move.
const FEW_MEN: u32 = 3;
/// Up to how many moves each is followed.
const FEW_MOVES: usize = 8;
/// How far lines are followed, in plies.
const FORCED_PLIES: u32 = 10;
/// How many positions of them are looked at.
const FORCED_POSITIONS: u32 = 1000;

/// Whether a side can still give mate, both sides helping.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prospect {
    /// It can: these moves end in mate. None where the mate is on the board.
    Helpmate(Vec<Move>),
    /// No series of legal moves mates.
    NoHelpmate,
    /// Neither was shown.
    Undetermined,
}

impl Prospect {
    /// Whether it is proved that no mate is left.
    pub const fn is_hopeless(&self) -> bool {
        matches!(self, Self::NoHelpmate)
    }
}

/// Whether `winner` can still give mate by any series of legal moves.
///
/// Rights to castle in Chess960 cannot be handed over: they are left out, so that a mate found without them is
/// one, and nothing can be proved.
pub fn can_mate(position: &Position, winner: Color) -> Prospect {
    if position.material(winner) == Material::CannotMate {
        return Prospect::NoHelpmate;
    }
    if position.odd_setup().is_some() {
        return Prospect::Undetermined;
    }
    let (mut held, mut is_whole) = (*position, true);
    for color in [Color::White, Color::Black] {
        for side in [Side::King, Side::Queen] {
            if !castles_usually(position, color, side) {
                held.end_castling(color, side);
                is_whole = false;
            }
        }
    }
    // A fault of the other program must not cost the game, let alone the run.
    let asked = || hand_over(&held).and_then(|board| winnability(&board, color_of(winner)));
    match std::panic::catch_unwind(asked).unwrap_or(None) {
        Some(Winnability::Winnable { helpmate }) => {
            replayed(*position, &helpmate, winner).map_or(Prospect::Undetermined, Prospect::Helpmate)
        }
        Some(Winnability::Unwinnable) if is_whole => Prospect::NoHelpmate,
        Some(Winnability::Unwinnable) | None => Prospect::Undetermined,
    }
}

/// Whether the other player, on move, has so few moves, and each line so soon an end where `winner` cannot mate, that all
/// were followed. Cheaper than [`can_mate`], and bounded: where it does not hold nothing is shown.
pub fn is_forced_out(board: &Position, winner: Color) -> bool {
    let forced = winner.other();
    // Moves are counted only of one in check, or with few men beside his king.
    let may_be = board.turn() == forced && (board.in_check(forced) || board.men(forced).count() <= FEW_MEN);
    may_be
        && board.odd_setup().is_none()
        && Forcing { winner, positions: FORCED_POSITIONS }.ends_all(board, FORCED_PLIES)
}

/// A search of lines that end soon.
struct Forcing {
    winner: Color,
    /// How many positions may still be looked at.
    positions: u32,
}

impl Forcing {
    /// Whether each line from here ends within so many plies without a mate by the winner.
    fn ends_all(&mut self, board: &Position, plies: u32) -> bool {
        if board.material(self.winner) == Material::CannotMate {
            return true;
        }
        let (Some(plies), Some(positions)) = (plies.checked_sub(1), self.positions.checked_sub(1)) else {
            return false;
        };
        self.positions = positions;
        // Of many moves some line goes on.
        let Some(moves) = board.few_legal_moves(Play::COMMON, FEW_MOVES) else { return false };
        if moves.is_empty() {
            return board.turn() == self.winner || !board.in_check(board.turn());
        }
        moves.into_iter().all(|played| {
            let mut after = *board;
            after.play(played);
            self.ends_all(&after, plies)
        })
    }
}

/// Whether neither side can give mate any more: the game is drawn (FIDE 5.2.2). `None` where it is not known.
pub fn is_dead(position: &Position) -> Option<bool> {
    let mut all_hopeless = Some(true);
    for winner in [Color::White, Color::Black] {
        match can_mate(position, winner) {
            Prospect::Helpmate(_) => return Some(false),
            Prospect::NoHelpmate => {}
            Prospect::Undetermined => all_hopeless = None,
        }
    }
    all_hopeless
}

/// Whether a right to castle is absent, or the one of the usual array.
fn castles_usually(position: &Position, color: Color, side: Side) -> bool {
    let Some(rook) = position.castling().rook(color, side) else { return true };
    let king = Bitboard::file(File::from_index(4)) & position.of(color, Role::King);
    let corner = if side == Side::King { 7 } else { 0 };
    rook.file() == File::from_index(corner) && king.first().is_some_and(|king| king.rank() == rook.rank())
}

/// The position on the other board, if that holds it.
fn hand_over(position: &Position) -> Option<other::Board> {
    let mut builder = other::BoardBuilder::new();
    for (square, theirs) in Square::all().zip(other::ALL_SQUARES) {
        if let Some(man) = position.man_at(square) {
            builder.piece(theirs, piece_of(man.role), color_of(man.color));
        }
    }
    builder.side_to_move(color_of(position.turn()));
    for color in [Color::White, Color::Black] {
        let has = |side| position.castling().rook(color, side).is_some();
        let rights = match (has(Side::King), has(Side::Queen)) {
            (false, false) => other::CastleRights::NoRights,
            (true, false) => other::CastleRights::KingSide,
            (false, true) => other::CastleRights::QueenSide,
            (true, true) => other::CastleRights::Both,
        };
        builder.castle_rights(color_of(color), rights);
    }
    let passed = position.legal_en_passant();
    builder.en_passant(passed.map(|square| other::File::from_index(square.file().index().into())));
    other::Board::try_from(&builder).ok()
}

/// The moves as our own board makes them, if each is legal and the last mates.
fn replayed(mut position: Position, moves: &[other::ChessMove], winner: Color) -> Option<Vec<Move>> {
    let mut line = Vec::with_capacity(moves.len());
    for theirs in moves {
        let played = position.move_between(
            square_of(theirs.get_source()),
            square_of(theirs.get_dest()),
            theirs.get_promotion().map(role_of),
        );
        if !position.is_legal(played, Play::COMMON) {
            return None;
        }
        position.play(played);
        line.push(played);
    }
    (position.turn() != winner && position.is_mate(Play::COMMON)).then_some(line)
}

const fn color_of(color: Color) -> other::Color {
    match color {
        Color::White => other::Color::White,
        Color::Black => other::Color::Black,
    }
}

const fn piece_of(role: Role) -> other::Piece {
    match role {
        Role::Pawn => other::Piece::Pawn,
        Role::Knight => other::Piece::Knight,
        Role::Bishop => other::Piece::Bishop,
        Role::Rook => other::Piece::Rook,
        Role::Queen => other::Piece::Queen,
        Role::King => other::Piece::King,
    }
}

const fn role_of(piece: other::Piece) -> Role {
    match piece {
        other::Piece::Pawn => Role::Pawn,
        other::Piece::Knight => Role::Knight,
        other::Piece::Bishop => Role::Bishop,
        other::Piece::Rook => Role::Rook,
        other::Piece::Queen => Role::Queen,
        other::Piece::King => Role::King,
    }
}

fn square_of(theirs: other::Square) -> Square {
    Square::from_index(theirs.to_int())
}
