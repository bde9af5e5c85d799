//! A board as a picture, and in words for those who do not see it.

use std::io;

use askama::Template;

use crate::chess::{Color, Position, Role, Square};
use crate::law::words;
use crate::moment::{Board, Stands, Stroke};

use super::super::text::plain;
use super::filled;

/// With more moves than this lines would hide the board: only where they end is marked.
const MOST_LINES: usize = 6;
/// The side of a square.
const SIDE: u16 = 40;

/// A corner of a square, in the units of the picture.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Spot {
    x: u16,
    y: u16,
}

impl Spot {
    fn of(square: Square) -> Self {
        let (file, rank) = (u16::from(square.file().index()), u16::from(square.rank().index()));
        Self { x: file * SIDE, y: (7 - rank.min(7)) * SIDE }
    }

    fn middle(self) -> (f32, f32) {
        (f32::from(self.x + SIDE / 2), f32::from(self.y + SIDE / 2))
    }
}

struct Man {
    role: &'static str,
    color: &'static str,
    spot: Spot,
}

/// Where moves permitted end.
#[derive(PartialEq, Eq)]
struct End {
    spot: Spot,
    /// A dot on an empty square, a ring around a man.
    radius: u16,
    class: &'static str,
}

#[derive(Template)]
#[template(path = "board.html")]
struct Picture {
    alt: String,
    caption: String,
    legend: String,
    touched: Vec<Spot>,
    men: Vec<Man>,
    /// The move made, as a path.
    made: Option<String>,
    /// Moves permitted, as paths.
    lines: Vec<String>,
    /// Where they end.
    ends: Vec<End>,
}

/// Draws a board.
pub(super) fn drawn(board: &Board) -> io::Result<String> {
    let caption = caption(board);
    let mut ends: Vec<End> = Vec::new();
    for stroke in &board.permitted {
        let spot = Spot::of(stroke.to);
        let end = match board.position.man_at(stroke.to) {
            Some(_) => End { spot, radius: 16, class: "may-take" },
            None => End { spot, radius: 7, class: "may-end" },
        };
        if !ends.contains(&end) {
            ends.push(end);
        }
    }
    let with_lines = board.permitted.len() <= MOST_LINES;
    let lines = board.permitted.iter().filter(|_| with_lines).map(|stroke| path(*stroke, 6.0)).collect();
    let men = Square::all().filter_map(|square| {
        let man = board.position.man_at(square)?;
        Some(Man { role: man.role.name(), color: man.color.id(), spot: Spot::of(square) })
    });
    filled(&Picture {
        alt: in_words(board, &caption),
        legend: legend(board),
        caption,
        touched: board.touched.iter().map(|square| Spot::of(*square)).collect(),
        men: men.collect(),
        made: board.made.map(|stroke| path(stroke, 13.0)),
        lines,
        ends,
    })
}

/// From the middle of a square to before the middle of another.
fn path(stroke: Stroke, short: f32) -> String {
    let ((x, y), (to_x, to_y)) = (Spot::of(stroke.from).middle(), Spot::of(stroke.to).middle());
    let (across, down) = (to_x - x, to_y - y);
    let length = across.hypot(down).max(1.0);
    let end = (length - short) / length;
    format!("M{x} {y}L{:.1} {:.1}", x + across * end, y + down * end)
}

fn caption(board: &Board) -> String {
    let named = board.named.as_deref().map(plain);
    match (board.stands, named) {
        (Stands::Before, Some(named)) => format!("Before {named}."),
        (Stands::After, Some(named)) => format!("After {named}."),
        (Stands::Again, Some(named)) => format!("The position to go back to, after {named}."),
        (Stands::Again, None) => "The position to go back to: the beginning of the game.".to_owned(),
        (_, None) => "The beginning of the game.".to_owned(),
    }
}

/// What the marks mean, of those that are there.
fn legend(board: &Board) -> String {
    let mut parts = Vec::new();
    if !board.touched.is_empty() {
        parts.push("Broken frame: touched or handled.");
    }
    if board.made.is_some() {
        parts.push("Arrow: the move made.");
    }
    if !board.permitted.is_empty() {
        parts.push(if board.permitted.len() <= MOST_LINES {
            "Dotted lines: moves that satisfy the ruling."
        } else {
            "Dots and rings: where moves that satisfy the ruling end."
        });
    }
    parts.join(" ")
}

/// The position and its marks in words.
fn in_words(board: &Board, caption: &str) -> String {
    let mut sentences =
        vec![caption.to_owned(), men(&board.position, Color::White), men(&board.position, Color::Black)];
    if !board.touched.is_empty() {
        let squares: Vec<String> = board.touched.iter().map(ToString::to_string).collect();
        sentences.push(format!("Touched or handled: {}.", words::all(&squares)));
    }
    if let Some(stroke) = board.made {
        sentences.push(format!("The move made: {} to {}.", stroke.from, stroke.to));
    }
    if !board.permitted.is_empty() {
        let moves: Vec<String> =
            board.permitted.iter().map(|stroke| format!("{} to {}", stroke.from, stroke.to)).collect();
        sentences.push(format!("Moves that satisfy the ruling: {}.", moves.join(", ")));
    }
    sentences.join(" ")
}

/// `White: king g1, rooks a1 and f1.`
fn men(position: &Position, color: Color) -> String {
    let parts: Vec<String> = Role::ALL
        .iter()
        .rev()
        .filter_map(|role| {
            let squares: Vec<String> =
                position.of(color, *role).into_iter().map(|square| square.to_string()).collect();
            let many = if squares.len() > 1 { "s" } else { "" };
            (!squares.is_empty()).then(|| format!("{}{many} {}", role.name(), words::all(&squares)))
        })
        .collect();
    match parts.as_slice() {
        [] => format!("{} has no men.", color.name()),
        _ => format!("{}: {}.", color.name(), parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_told_in_words() {
        let square = |name: &[u8]| Square::from_ascii(name).unwrap();
        let stroke = |from: &[u8], to: &[u8]| Stroke { from: square(from), to: square(to) };
        let board = Board {
            stands: Stands::Before,
            named: Some("23. Nc3".to_owned()),
            position: Position::from_fen(b"4r1k1/8/8/8/8/8/4NP1P/4K3 w - - 0 23").unwrap(),
            touched: vec![square(b"e2")],
            made: Some(stroke(b"e2", b"c3")),
            permitted: vec![stroke(b"e1", b"d1"), stroke(b"e1", b"d2")],
        };
        assert_eq!(
            in_words(&board, &caption(&board)),
            "Before 23. Nc3. White: king e1, knight e2, pawns f2 and h2. Black: king g8, rook e8. Touched or \
             handled: e2. The move made: e2 to c3. Moves that satisfy the ruling: e1 to d1, e1 to d2."
        );
        let drawn = drawn(&board).unwrap();
        assert_eq!(drawn.matches("<use href=\"#").count(), 1 + 6);
        assert_eq!(drawn.matches("class=\"may-end\"").count(), 2);
        // From the middle of e2 towards that of c3.
        assert!(drawn.contains("M180 260L111.6 225.8"), "{drawn}");
        assert_eq!(
            (drawn.matches("class=\"may\"").count(), drawn.matches("class=\"touched\"").count()),
            (2, 1)
        );
    }
}
