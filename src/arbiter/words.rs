//! Words for messages: men, squares and moves.

use crate::chess::{Color, Move, Play, Position, Square};
pub(crate) use crate::law::words::{list_and as listed, list_or as listed_or};

/// A move with its number: `12. Nf3` or `12... Ke7`.
pub(crate) fn numbered(before: &Position, token: &str) -> String {
    numbered_as(before.fullmove(), before.turn(), token)
}

/// A move of `by` with this number.
pub(crate) fn numbered_as(number: u32, by: Color, token: &str) -> String {
    let dots = if by == Color::White { "." } else { "..." };
    format!("{number}{dots} {token}")
}

/// A line of moves: `12. Qh5 Kg8 13. Qh7#`.
pub(crate) fn line(from: &Position, moves: &[Move], play: Play) -> String {
    let mut now = *from;
    let mut words = Vec::with_capacity(moves.len());
    for (played, index) in moves.iter().zip(0usize..) {
        let text = now.san_with_sign(*played, play);
        let is_numbered = index == 0 || now.turn() == Color::White;
        words.push(if is_numbered { numbered(&now, &text) } else { text });
        now.play(*played);
    }
    words.join(" ")
}

/// `the bishop on c5`.
pub(crate) fn man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("the {} on {square}", man.role.name()),
        None => format!("the piece on {square}"),
    }
}

/// `White's bishop on c5`.
pub(crate) fn whose_man_on(position: &Position, square: Square) -> String {
    match position.man_at(square) {
        Some(man) => format!("{man} on {square}"),
        None => format!("the piece on {square}"),
    }
}

/// The men on these squares with their owners, joined with *and*; the player's own men without an owner.
pub(crate) fn men_seen_by(by: Color, position: &Position, squares: impl Iterator<Item = Square>) -> String {
    let name = |square| match position.man_at(square) {
        Some(man) if man.color == by => man_on(position, square),
        _ => whose_man_on(position, square),
    };
    listed(&squares.map(name).collect::<Vec<_>>())
}

/// The men on these squares with their owners, joined with *and*.
pub(crate) fn men(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    listed(&squares.map(|square| whose_man_on(position, square)).collect::<Vec<_>>())
}

/// The men on these squares, joined with *and*.
pub(crate) fn men_on(position: &Position, squares: impl Iterator<Item = Square>) -> String {
    listed(&squares.map(|square| man_on(position, square)).collect::<Vec<_>>())
}

/// The squares between two squares on one line; empty if they are not on one line.
pub(crate) fn way(from: Square, to: Square) -> Vec<Square> {
    let steps = |from: u8, to: u8| i16::from(to) - i16::from(from);
    let files = steps(from.file().index(), to.file().index());
    let ranks = steps(from.rank().index(), to.rank().index());
    if files != 0 && ranks != 0 && files.abs() != ranks.abs() {
        return Vec::new();
    }
    let sign = |steps: i16| i8::from(steps > 0) - i8::from(steps < 0);
    let next = |square: &Square| square.offset(sign(files), sign(ranks)).filter(|next| *next != to);
    std::iter::successors(next(&from), next).collect()
}
