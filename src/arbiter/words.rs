//! Plain words for findings: men, squares and moves named.

use crate::chess::{Color, Illegality, Man, Move, MoveKind, Position, Side, Square};

/// `12. Nf3` or `12... Ke7`.
pub(super) fn numbered(before: &Position, token: &str) -> String {
    let dots = if before.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {token}", before.fullmove())
}

/// `the bishop on c5`.
fn man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("the {} on {square}", man.role.name()),
        None => format!("the man on {square}"),
    }
}

/// `White's bishop on c5`.
fn whose_man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("{man} on {square}"),
        None => format!("the man on {square}"),
    }
}

/// The men of a set of squares, joined with *and*.
fn men_on(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let men: Vec<String> = squares.map(|square| man_on(position, square)).collect();
    men.join(" and ")
}

/// How `played` breaks the law, in one sentence; `token` is how the record writes it.
pub(super) fn illegality(before: &Position, played: Move, fault: Illegality, token: &str) -> String {
    let (from, to) = (played.from(), played.to());
    let us = before.turn();
    let mut after = *before;
    after.play(played);
    let checkers = || men_on(&after, after.checkers(us).squares());
    let man = whose_man_on(before, from);
    match fault {
        Illegality::NoMan => format!("no man stands on {from} that {token} could move"),
        Illegality::AdversaryMan => format!("{us} moves the adversary's man: {man} goes to {to}"),
        Illegality::CapturesOwn => match before.man_at(to) {
            Some(Man { role, .. }) => format!("{man} takes {us}'s own {} on {to}", role.name()),
            None => format!("{man} takes a man of its own side on {to}"),
        },
        Illegality::False => format!("{man} cannot go to {to}"),
        Illegality::FalseCapture => format!(
            "{man} cannot take {} on {to}",
            { before.man_at(to).map_or("a man", |man| man.role.name()) }.replacen("", "the ", 1)
        ),
        Illegality::Castling(bar) => {
            let side = match played.kind() {
                MoveKind::Castling(Side::Queen) => "on the queen's side",
                _ => "on the king's side",
            };
            format!("{us} may not castle {side}: {bar}")
        }
        Illegality::IntoCheck => format!("{us}'s king goes to {to}, which {} attacks", checkers()),
        Illegality::DiscoversCheck => {
            let role = before.man_at(from).map_or("man", |man| man.role.name());
            format!("{us}'s {role} on {from} is pinned: {token} uncovers {}", checkers())
        }
        Illegality::CheckNotParried => {
            format!("{us} is in check and {token} leaves the king attacked by {}", checkers())
        }
        Illegality::Promotion => format!("{man} reaches {to} and is not made a piece"),
        Illegality::PromotionToKing => format!("{man} cannot become a king on {to}"),
        Illegality::Null => format!("{us} passes a turn"),
    }
}

/// `1 ply`, `3 plies`.
pub(super) fn plies(count: u32) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}
