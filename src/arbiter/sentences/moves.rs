//! `move.*`: moves that the code does not allow, or that are made in a wrong way.

use crate::chess::{CastlingBar, Color, Illegality, Man, Move, MoveKind, Position, Role, Side, Square};
use crate::law::Terms;

use crate::arbiter::words::{man_on, men_on, way, whose_man_on};

/// The reason why `played` is illegal; `token` is the move as the record writes it. `lost` says how the right to castle
/// was lost, if the record shows it.
pub(crate) fn illegality(
    before: &Position,
    played: Move,
    fault: Illegality,
    token: &str,
    lost: Option<&str>,
    terms: &Terms,
) -> String {
    let piece = &*terms.piece;
    let (from, to) = (played.from(), played.to());
    let us = before.turn();
    let mut after = *before;
    after.play(played);
    let checkers = || men_on(&after, after.checkers(us).squares());
    let man = whose_man_on(before, from);
    match fault {
        Illegality::NoMan => format!("there is no {piece} on {from} for {token} to move"),
        Illegality::OpponentMan => format!("{us} moves {man} to {to}"),
        Illegality::CapturesOwn => match before.man_at(to) {
            Some(Man { role, .. }) if !before.attackers(to, us).has(from) => {
                format!("{man} cannot go to {to}, which is occupied by {us}'s own {}", role.name())
            }
            Some(Man { role, .. }) => format!("{man} takes {us}'s own {} on {to}", role.name()),
            None => format!("{man} takes a {piece} of its own side on {to}"),
        },
        Illegality::False => format!("{man} cannot go to {to}{}", obstacle(before, from, to)),
        Illegality::FalseCapture if played.kind() == MoveKind::EnPassant => {
            format!("{man} cannot take en passant on {to}")
        }
        Illegality::FalseCapture => format!(
            "{man} cannot take the {} on {to}{}",
            before.man_at(to).map_or(piece, |man| man.role.name()),
            obstacle(before, from, to)
        ),
        Illegality::Castling(why) => {
            let (side, words) = match played.kind() {
                MoveKind::Castling(Side::Queen) => (Side::Queen, "queenside"),
                _ => (Side::King, "kingside"),
            };
            let why = match lost {
                Some(lost) => lost.to_owned(),
                None => bar(before, &after, played, side, why, piece),
            };
            format!("{us} may not castle {words}: {why}")
        }
        Illegality::IntoCheck => {
            let attack = if after.checkers(us).count() == 1 { "attacks" } else { "attack" };
            format!("{us}'s king goes to {to}, which {} {attack}", checkers())
        }
        Illegality::DiscoversCheck => {
            let role = before.man_at(from).map_or(piece, |man| man.role.name());
            format!("{us}'s {role} on {from} is pinned: {token} exposes the king to {}", checkers())
        }
        Illegality::CheckNotParried => {
            format!("{us} is in check, and {token} leaves the king attacked by {}", checkers())
        }
        Illegality::Promotion => format!("{man} reaches {to} but is not promoted"),
        Illegality::PromotionToKing => format!("{man} cannot become a king on {to}"),
        Illegality::Null => format!("{us} passes the turn"),
    }
}

/// `: the pawn on d2 is in the way`, if the line of a line piece is blocked.
fn obstacle(before: &Position, from: Square, to: Square) -> String {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    let goes_so = match before.man_at(from).map(|man| man.role) {
        Some(Role::Queen) => true,
        Some(Role::Rook) => straight,
        Some(Role::Bishop) => !straight,
        _ => false,
    };
    let mut squares = way(from, to).into_iter().filter(|square| before.man_at(*square).is_some());
    match squares.next().filter(|_| goes_so) {
        Some(square) => format!(": {} is in the way", man_on(before, square)),
        None => String::new(),
    }
}

/// The reason why castling is illegal, with its men and squares.
fn bar(
    before: &Position,
    after: &Position,
    played: Move,
    side: Side,
    bar: CastlingBar,
    piece: &str,
) -> String {
    let us = before.turn();
    let (king, to) = (played.from(), played.to());
    match bar {
        CastlingBar::InCheck => {
            format!("the king is in check from {}", men_on(before, before.checkers(us).squares()))
        }
        CastlingBar::Crossed => {
            // The king has left its square while it crosses.
            let mut without = *before;
            without.remove(king);
            let crossed = way(king, to).into_iter().find(|square| without.is_attacked(*square, us.other()));
            match crossed {
                Some(square) => {
                    let men = men_on(before, without.attackers(square, us.other()).squares());
                    format!("the king would cross {square}, which is attacked by {men}")
                }
                None => bar.to_string(),
            }
        }
        CastlingBar::Arrival => {
            let checkers = after.checkers(us);
            if checkers.is_empty() {
                return bar.to_string();
            }
            format!(
                "the king would arrive on {to}, which is attacked by {}",
                men_on(before, checkers.squares())
            )
        }
        CastlingBar::Between => {
            let rook = before.castling_rook(king, us, side);
            let mut squares = rook.map_or_else(Vec::new, |rook| way(king, rook));
            squares.extend(way(king, to));
            squares.push(to);
            squares.retain(|square| {
                before.man_at(*square).is_some() && Some(*square) != rook && *square != king
            });
            squares.sort();
            squares.dedup();
            let are = if squares.len() == 1 { "is" } else { "are" };
            if squares.is_empty() {
                return format!("a {piece} is in the way");
            }
            format!("{} {are} in the way", men_on(before, squares.into_iter()))
        }
        _ => bar.to_string(),
    }
}

pub(crate) fn no_castling_right_at_start() -> String {
    "the starting position does not give this castling right".to_owned()
}

pub(crate) fn king_set_up_wrongly(king: Square) -> String {
    format!("the king was set up on {king}, a wrong square")
}

pub(crate) fn castling_right_lost(by: Role, with: &str) -> String {
    format!("the {} has already moved ({with})", by.name())
}

pub(crate) fn corner_occupied(with: &str, corner: Square) -> String {
    format!("{with} occupied {corner}, the square of the rook given as odds")
}

/// A move that the code allows and the common law does not.
pub(crate) fn allowed(before: &Position, played: Move, token: &str) -> String {
    let us = before.turn();
    let man = whose_man_on(before, played.from());
    match played.kind() {
        MoveKind::Castling(_) => {
            format!("{us}'s king moves two squares as in castling ({token}), toward the rook given as odds")
        }
        MoveKind::Promotion(_) => format!("{man} reaches {} and stays a pawn", played.to()),
        _ => format!("{token} is allowed here"),
    }
}

/// `fault` is what else is wrong with the move.
pub(crate) fn out_of_turn(by: Color, text: &str, fault: Option<&str>) -> String {
    let also = fault.map_or_else(String::new, |fault| format!("; also, {fault}"));
    format!("{by} plays {text}, but it is {}'s turn{also}", by.other())
}

pub(crate) fn hands_without_move(player: Color) -> String {
    format!("the last move is not {player}'s, so this has no effect; write it directly after the move")
}

pub(crate) fn both_hands_too(by: Color) -> String {
    format!("{by} also used both hands; the move counts as one illegal move")
}

pub(crate) fn both_hands(by: Color, text: &str) -> String {
    format!("{by} plays {text} with both hands")
}

pub(crate) fn other_hand_presses(by: Color, text: &str) -> String {
    format!("{by} plays {text} with one hand and presses the clock with the other")
}

pub(crate) fn rook_released_first(by: Color) -> String {
    format!("{by} castles and lets go of the rook before touching the king")
}

pub(crate) fn rook_touched_first(by: Color) -> String {
    format!("{by} touches the rook before the king, and castles")
}

pub(crate) fn promotes_to_piece_not_lost(by: Color, played: &str) -> String {
    format!("{by} plays {played}, but has not lost such a piece")
}

pub(crate) fn released_after_hovering(by: Color, man: &str, from: Square, to: Square) -> String {
    format!("{by} releases the {man} from {from} on {to}, after resting it there while still holding it")
}

/// `plies`: all that were taken back at once.
pub(crate) fn recalled(by: Color, numbered: &str, plies: usize) -> String {
    match plies {
        0 | 1 => format!("{by} takes back {numbered}, which was a legal move"),
        _ => format!("{by} takes back {plies} plies, among them {numbered}, which was a legal move"),
    }
}

pub(crate) fn lets_go(by: Color, man: &str, to: Square) -> String {
    format!("{by} lets go of the {man} on {to}, a legal square")
}

pub(crate) fn piece_chosen(by: Color, role: Role, square: Square) -> String {
    format!("{by} puts a {} on {square}", role.name())
}

pub(crate) fn king_released(by: Color) -> String {
    format!("{by} releases the king on its castling square")
}

// Notes

/// `due`: the move that the law makes of it, instead of `played`.
pub(crate) fn counts(due: &str, played: &str) -> String {
    format!("under this article the move is {due}, not {played}")
}

pub(crate) fn announcement_not_recorded() -> String {
    "the record does not say whether the check was announced; it counts as announced, but if it was not, it did not \
     have to be answered"
        .to_owned()
}

pub(crate) fn press_not_recorded(by: Color) -> String {
    let letter = if by == Color::White { 'w' } else { 'b' };
    format!(
        "no press of the clock is recorded for this move, so it counts as not completed; if the clock was pressed, \
         write `[%press {letter}]` after the move"
    )
}

/// `king` and `rook`: the squares to which they castle.
pub(crate) fn removed_by_castling(king: Square, rook: Square, men: &str, count: usize) -> String {
    let are = if count == 1 { "is" } else { "are" };
    format!("to go on, the replay puts the king on {king} and the rook on {rook}; {men} {are} removed")
}

pub(crate) fn followed_false_check() -> String {
    "it followed a false announcement of check".to_owned()
}
